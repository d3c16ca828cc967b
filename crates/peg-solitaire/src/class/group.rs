//! Groups of symmetries of a board, acting on holes, positions and dense indices. Symmetric
//! positions have symmetric answers, so one position of each orbit is enough.

mod orbits;

use crate::board::{Bitboard, Hole, SmallBoard, Symmetry};
use crate::class::PositionClass;
use crate::gf2::AffineMap;

pub use orbits::Orbits;
pub(crate) use orbits::{leading, moves_blocks};

/// Some of the symmetries of a board: a group, the identity first.
#[derive(Clone, Debug)]
pub struct SymmetryGroup {
    board: SmallBoard,
    /// The numbers of the members among the board's symmetries, in order.
    members: Vec<usize>,
}

impl SymmetryGroup {
    /// All symmetries of a board.
    #[must_use]
    pub fn of(board: &SmallBoard) -> Self {
        Self {
            board: board.clone(),
            members: (0..board.symmetries().len()).collect(),
        }
    }

    /// The members for which the condition holds. They must form a group.
    pub fn with(&self, keep: impl Fn(&Symmetry) -> bool) -> Self {
        let mut members = self.members.clone();
        members.retain(|&member| keep(&self.board.symmetries()[member]));

        Self {
            board: self.board.clone(),
            members,
        }
    }

    /// The stabiliser of a position: the members that map it to itself.
    #[must_use]
    pub fn keeping(&self, position: Bitboard) -> Self {
        self.with(|symmetry| symmetry.apply(position) == position)
    }

    /// The members that map each of these sets of positions to itself.
    #[must_use]
    pub fn keeping_sets(&self, sets: &[&[Bitboard]]) -> Self {
        let keeps = |symmetry: &Symmetry, set: &[Bitboard]| {
            set.iter()
                .all(|&position| set.contains(&symmetry.apply(position)))
        };
        self.with(|symmetry| sets.iter().all(|set| keeps(symmetry, set)))
    }

    /// The members that map a position class to itself.
    #[must_use]
    pub fn keeping_class(&self, class: &PositionClass) -> Self {
        let member = class.position(0);
        self.with(|symmetry| class.contains(symmetry.apply(member)))
    }

    /// The number of symmetries, the identity included.
    pub fn order(&self) -> usize {
        self.members.len()
    }

    /// The symmetries, the identity first.
    pub fn symmetries(&self) -> impl ExactSizeIterator<Item = &Symmetry> {
        self.members
            .iter()
            .map(|&member| &self.board.symmetries()[member])
    }

    /// The smallest of the images that `image` computes.
    pub fn smallest<T: Ord>(&self, image: impl Fn(&Symmetry) -> T) -> T {
        let identity = image(&self.board.symmetries()[0]);
        self.symmetries().skip(1).map(image).fold(identity, T::min)
    }

    /// The image of a position with the smallest code.
    pub fn mincode(&self, position: Bitboard) -> Bitboard {
        self.smallest(|symmetry| symmetry.apply(position))
    }

    /// The different images of a position, by increasing code.
    pub fn orbit(&self, position: Bitboard) -> Vec<Bitboard> {
        sorted(self.symmetries().map(|symmetry| symmetry.apply(position)))
    }

    pub(crate) fn images(&self, hole: Hole) -> impl Iterator<Item = Hole> {
        self.symmetries().map(move |symmetry| symmetry.image(hole))
    }

    /// The orbits of a set of holes that the group maps to itself.
    pub fn hole_orbits(&self, holes: Bitboard) -> Vec<Bitboard> {
        sorted(holes.pegs().map(|hole| self.images(hole).collect()))
    }

    /// What each symmetry does to the dense indices of a class that the group maps to itself, the
    /// identity first.
    pub(crate) fn index_maps(&self, class: &PositionClass) -> impl Iterator<Item = AffineMap> {
        self.symmetries()
            .map(|symmetry| AffineMap::new(class.rank(), |index| [class.image(symmetry, index)]))
    }

    /// The member with this number.
    fn symmetry(&self, number: usize) -> &Symmetry {
        &self.board.symmetries()[self.members[number]]
    }

    /// The number of the symmetry that does what the first of these does after the second.
    ///
    /// # Panics
    /// If the group has no symmetries with these numbers.
    pub fn product(&self, first: usize, second: usize) -> usize {
        let first = self.symmetry(first);
        let second = self.symmetry(second);
        let does_both = |symmetry: &Symmetry| {
            self.board
                .each_hole()
                .all(|hole| symmetry.image(hole) == first.image(second.image(hole)))
        };

        let found = self.symmetries().position(does_both);
        found.expect("a group has all products of its members")
    }

    /// The number of the symmetry that takes back the one with this number.
    ///
    /// # Panics
    /// If the group has no symmetry with this number.
    pub fn inverse(&self, number: usize) -> usize {
        let found = (0..self.order()).find(|&back| self.product(back, number) == 0);
        found.expect("a group has the inverses of its members")
    }

    /// The subgroups generated by one or two members. In the plane these are all subgroups.
    pub fn subgroups(&self) -> Vec<Self> {
        let mut subgroups = Vec::new();
        for first in 0..self.order() {
            for second in 0..=first {
                subgroups.push(self.generated_by([first, second]));
            }
        }

        let of_members = |numbers: Vec<usize>| Self {
            board: self.board.clone(),
            members: numbers.iter().map(|&number| self.members[number]).collect(),
        };
        sorted(subgroups).into_iter().map(of_members).collect()
    }

    /// The numbers of the members that products of these are, in order.
    fn generated_by(&self, generators: [usize; 2]) -> Vec<usize> {
        let mut members = vec![0];
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            for generator in generators {
                let product = self.product(generator, member);
                if !members.contains(&product) {
                    members.push(product);
                }
            }
            next += 1;
        }
        sorted(members)
    }
}

/// The number of images that are looked up together. Many groups have an order of four, so larger
/// numbers waste more.
const IMAGES_AT_A_TIME: usize = 4;

/// What a group of symmetries does to words: to the codes of positions, or to the dense indices of
/// a class. All images are looked up at once: a fast form of [`Symmetry::apply`].
#[derive(Clone, Debug)]
pub struct Images {
    /// The number of symmetries, the identity included.
    order: usize,
    /// The identity fills up the last.
    maps: Vec<AffineMap<IMAGES_AT_A_TIME>>,
    /// The images of each hole.
    holes: Vec<Vec<Hole>>,
}

impl Images {
    /// The images of the codes of positions.
    pub fn of(group: &SymmetryGroup) -> Self {
        let image = |symmetry: &Symmetry, code: u64| symmetry.apply(Bitboard(code)).0;
        Self::new(group, group.board.holes(), image)
    }

    /// The images of the dense indices of a class, which the group must map to itself.
    pub fn of_indices(group: &SymmetryGroup, class: &PositionClass) -> Self {
        Self::new(group, class.rank(), |symmetry, index| {
            class.image(symmetry, index)
        })
    }

    fn new(group: &SymmetryGroup, bits: usize, image: impl Fn(&Symmetry, u64) -> u64) -> Self {
        let symmetries: Vec<&Symmetry> = group.symmetries().collect();
        let map = |symmetries: &[&Symmetry]| {
            AffineMap::new(bits, |word| {
                std::array::from_fn(|at| match symmetries.get(at) {
                    Some(symmetry) => image(symmetry, word),
                    None => word,
                })
            })
        };
        let maps = symmetries.chunks(IMAGES_AT_A_TIME).map(map).collect();

        let holes = group.board.each_hole();
        let images_of_holes = holes.map(|hole| group.images(hole).collect()).collect();

        Self {
            order: symmetries.len(),
            maps,
            holes: images_of_holes,
        }
    }

    /// The number of symmetries, the identity included.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The images under all symmetries, the word itself the first.
    #[inline]
    pub fn images(&self, word: u64) -> impl Iterator<Item = u64> {
        self.maps
            .iter()
            .flat_map(move |map| map.apply(word))
            .take(self.order)
    }

    /// The image of a position with the smallest code.
    #[inline]
    pub fn mincode(&self, position: Bitboard) -> Bitboard {
        Bitboard(self.representative(position.0))
    }

    /// The smallest image, which represents the orbit.
    #[inline]
    pub fn representative(&self, word: u64) -> u64 {
        let mut smallest = word;
        for map in &self.maps {
            for image in map.apply(word) {
                smallest = smallest.min(image);
            }
        }
        smallest
    }

    /// The smallest image, and the image of a hole under the symmetry that leads to it; the
    /// smallest such hole, if several symmetries do. A number that is not a hole of the board is
    /// unchanged.
    #[inline]
    pub fn representative_with(&self, word: u64, hole: Hole) -> (u64, Hole) {
        let Some(holes) = self.holes.get(hole.index()) else {
            return (self.representative(word), hole);
        };

        let mut least = (word, hole);
        for (map, holes) in self.maps.iter().zip(holes.chunks(IMAGES_AT_A_TIME)) {
            for image in map.apply(word).into_iter().zip(holes.iter().copied()) {
                least = least.min(image);
            }
        }
        least
    }

    /// The number of different images of a word. Bits that are no holes, or of no index, don't
    /// count.
    #[inline]
    pub fn orbit(&self, word: u64) -> usize {
        let mut others = self.images(word);
        let Some(own) = others.next() else {
            return 1;
        };

        let keeping = 1 + others.filter(|&image| image == own).count();
        self.order / keeping
    }
}

/// These in order, each once.
pub fn sorted<T: Ord>(elements: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut sorted: Vec<T> = elements.into_iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}
