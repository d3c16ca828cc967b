//! Groups of symmetries of a board, acting on holes, positions and dense indices. Symmetric positions have
//! symmetric answers, so one position of each orbit is enough.

mod images;
mod orbits;

use std::cmp::Ordering;

use crate::board::{Bitboard, Hole, SmallBoard, Symmetry};
use crate::class::PositionClass;
use crate::gf2::AffineMap;

pub(crate) use images::Images;
pub(crate) use orbits::{Orbits, moves_blocks};

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
        Self { board: board.clone(), members: (0..board.symmetries().len()).collect() }
    }

    /// The members for which the condition holds. They must form a group.
    pub(crate) fn with(&self, keep: impl Fn(&Symmetry) -> bool) -> Self {
        let members = self.members.iter().copied();
        let members = members.filter(|&member| keep(&self.board.symmetries()[member])).collect();
        Self { board: self.board.clone(), members }
    }

    /// The stabiliser of a position: the members that map it to itself.
    #[must_use]
    pub fn keeping(&self, position: Bitboard) -> Self {
        self.with(|symmetry| symmetry.apply(position) == position)
    }

    /// The members that map each of these sets of positions to itself.
    #[must_use]
    pub fn keeping_sets(&self, sets: &[&[Bitboard]]) -> Self {
        self.with(|symmetry| {
            sets.iter().all(|set| set.iter().all(|&one| set.contains(&symmetry.apply(one))))
        })
    }

    /// The members that map a position class to itself.
    #[must_use]
    pub fn keeping_class(&self, class: &PositionClass) -> Self {
        let member = class.position(0);
        self.with(|symmetry| class.contains(symmetry.apply(member)))
    }

    /// The group of the identity alone.
    pub(crate) fn trivial(&self) -> Self {
        Self { board: self.board.clone(), members: self.members[..1].to_vec() }
    }

    /// The number of symmetries, the identity included.
    pub fn order(&self) -> usize {
        self.members.len()
    }

    /// The symmetries, the identity first.
    pub fn symmetries(&self) -> impl ExactSizeIterator<Item = &Symmetry> {
        self.members.iter().map(|&member| &self.board.symmetries()[member])
    }

    /// The smallest of the images that `image` computes.
    pub(crate) fn smallest<T: Ord>(&self, image: impl Fn(&Symmetry) -> T) -> T {
        let identity = image(&self.board.symmetries()[0]);
        self.symmetries().skip(1).map(image).fold(identity, T::min)
    }

    /// The image of a position with the smallest code.
    pub fn mincode(&self, position: Bitboard) -> Bitboard {
        self.smallest(|symmetry| symmetry.apply(position))
    }

    /// The different images of a position, by increasing code.
    pub fn orbit(&self, position: Bitboard) -> Vec<Bitboard> {
        sorted(self.symmetries().map(|symmetry| symmetry.apply(position)).collect())
    }

    /// A member that maps one position to another, if there is one.
    pub fn mapping(&self, from: Bitboard, to: Bitboard) -> Option<&Symmetry> {
        self.symmetries().find(|symmetry| symmetry.apply(from) == to)
    }

    /// The images of a hole under each symmetry.
    pub(crate) fn images(&self, hole: Hole) -> impl Iterator<Item = Hole> {
        self.symmetries().map(move |symmetry| symmetry.image(hole))
    }

    /// The orbits of a set of holes that the group maps to itself.
    pub(crate) fn hole_orbits(&self, holes: Bitboard) -> Vec<Bitboard> {
        sorted(holes.pegs().map(|hole| self.images(hole).collect()).collect())
    }

    /// What each symmetry does to the dense indices of a class that the group maps to itself, the identity first.
    pub(crate) fn index_maps(&self, class: &PositionClass) -> impl Iterator<Item = AffineMap> {
        let map = |symmetry| AffineMap::new(class.rank(), |index| [class.image(symmetry, index)]);
        self.symmetries().map(map)
    }

    /// The number of the symmetry that does what the first of these does after the second.
    pub(crate) fn product(&self, one: usize, other: usize) -> usize {
        let symmetry = |number: usize| &self.board.symmetries()[self.members[number]];
        let (one, other) = (symmetry(one), symmetry(other));
        let does = |symmetry: &Symmetry, hole| symmetry.image(hole) == one.image(other.image(hole));
        let mut all = self.symmetries();
        let found = all.position(|one| self.board.each_hole().all(|hole| does(one, hole)));
        found.expect("a group has all products of its members")
    }

    /// The number of the symmetry that undoes this one.
    pub(crate) fn inverse(&self, number: usize) -> usize {
        let found = (0..self.order()).find(|&other| self.product(other, number) == 0);
        found.expect("a group has the inverses of its members")
    }

    /// The subgroups generated by one or two members. In the plane these are all subgroups.
    pub(crate) fn subgroups(&self) -> Vec<Self> {
        let generated = |one: usize, other: usize| {
            let mut members = vec![0];
            let mut next = 0;
            while let Some(&member) = members.get(next) {
                for more in [one, other].map(|by| self.product(by, member)) {
                    if !members.contains(&more) {
                        members.push(more);
                    }
                }
                next += 1;
            }
            sorted(members)
        };
        let pairs = (0..self.order()).flat_map(|one| (0..=one).map(move |other| (one, other)));
        let groups = sorted(pairs.map(|(one, other)| generated(one, other)).collect());
        let group = |numbers: Vec<usize>| Self {
            board: self.board.clone(),
            members: numbers.into_iter().map(|number| self.members[number]).collect(),
        };
        groups.into_iter().map(group).collect()
    }
}

/// The smallest of the images of a block under the symmetries of a group, and a bit for each symmetry that leads there.
#[inline]
pub(crate) fn leading<T: Ord>(images: impl Iterator<Item = T>) -> Option<(T, u64)> {
    let images = images.zip(0..).map(|(image, number)| (image, 1 << number));
    images.reduce(|(least, leads), (image, bit)| match image.cmp(&least) {
        Ordering::Less => (image, bit),
        Ordering::Equal => (least, leads | bit),
        Ordering::Greater => (least, leads),
    })
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}
