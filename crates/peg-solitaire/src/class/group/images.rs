//! What a group of symmetries does to words: to the codes of positions, or to the dense indices of a class. All images are looked up at
//! once. A fast form of [`Symmetry::apply`](crate::board::Symmetry::apply).

use super::SymmetryGroup;
use crate::board::{Bitboard, Hole, Symmetry};
use crate::class::PositionClass;
use crate::gf2::AffineMap;

/// The number of images that are looked up together. Many groups have an order of four, so larger numbers waste more.
const TOGETHER: usize = 4;

/// A group of symmetries as maps of words.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    /// The number of symmetries, the identity included.
    order: usize,
    /// The identity fills up the last.
    maps: Vec<AffineMap<TOGETHER>>,
    holes: Vec<Vec<Hole>>,
}

impl Images {
    pub(crate) fn of(group: &SymmetryGroup) -> Self {
        let image = |symmetry: &Symmetry, code: u64| symmetry.apply(Bitboard(code)).0;
        Self::new(group, group.board.holes(), image)
    }

    /// The images of the dense indices of a class, which the group must map to itself.
    pub(crate) fn of_indices(group: &SymmetryGroup, class: &PositionClass) -> Self {
        Self::new(group, class.rank(), |symmetry, index| class.image(symmetry, index))
    }

    fn new(group: &SymmetryGroup, bits: usize, image: impl Fn(&Symmetry, u64) -> u64) -> Self {
        let symmetries: Vec<&Symmetry> = group.symmetries().collect();
        let map = |symmetries: &[&Symmetry]| {
            AffineMap::new(bits, |word| {
                std::array::from_fn(|at| symmetries.get(at).map_or(word, |one| image(one, word)))
            })
        };
        let holes = group.board.full().pegs();
        Self {
            order: symmetries.len(),
            maps: symmetries.chunks(TOGETHER).map(map).collect(),
            holes: holes.map(|hole| group.images(hole).collect()).collect(),
        }
    }

    /// The number of symmetries, the identity included.
    pub(crate) fn order(&self) -> usize {
        self.order
    }

    /// The images under all symmetries, the word itself the first.
    #[inline]
    pub(crate) fn images(&self, word: u64) -> impl Iterator<Item = u64> {
        self.maps.iter().flat_map(move |map| map.apply(word)).take(self.order)
    }

    /// The image of a position with the smallest code.
    #[inline]
    pub(crate) fn mincode(&self, position: Bitboard) -> Bitboard {
        Bitboard(self.representative(position.0))
    }

    /// The smallest image, which represents the orbit.
    #[inline]
    pub(crate) fn representative(&self, word: u64) -> u64 {
        let mut smallest = word;
        for map in &self.maps {
            for image in map.apply(word) {
                smallest = smallest.min(image);
            }
        }
        smallest
    }

    /// The smallest image, and the image of a hole under the symmetry that leads to it; the smallest such hole, if several
    /// symmetries do. A number that is not a hole of the board is unchanged.
    #[inline]
    pub(crate) fn representative_with(&self, word: u64, hole: Hole) -> (u64, Hole) {
        match self.holes.get(hole.index()) {
            None => (self.representative(word), hole),
            Some(holes) => {
                let mut least = (word, hole);
                for (map, holes) in self.maps.iter().zip(holes.chunks(TOGETHER)) {
                    for image in map.apply(word).into_iter().zip(holes.iter().copied()) {
                        least = least.min(image);
                    }
                }
                least
            }
        }
    }

    #[inline]
    pub(crate) fn orbit(&self, word: u64) -> usize {
        self.order / self.images(word).filter(|&image| image == word).count()
    }
}
