//! Groups of symmetries of a board, and how they act on holes, positions and dense indices. Symmetric positions have
//! symmetric answers, so one position of each orbit is enough.

mod images;
mod index_map;
mod on_indices;
mod orbits;

use crate::board::{Board, Hole, Position, Symmetry};
use crate::class::PositionClass;

pub(crate) use images::Images;
pub(crate) use index_map::IndexMap;
pub(crate) use on_indices::IndexGroup;
pub(crate) use orbits::Orbits;

/// Some of the symmetries of a board: a group, the identity first.
///
/// ```
/// use pegfont::{board::Board, class::SymmetryGroup};
/// let board: Board = "5x7".parse()?;
/// let group = SymmetryGroup::of(&board);
/// let corner = board.parse_hole("e7")?.bit();
/// assert_eq!((group.order(), group.orbit(corner).len()), (4, 4));
/// assert_eq!(group.representative(corner), board.parse_hole("a1")?.bit());
/// // The identity and one reflection keep the middle of an edge in place.
/// assert_eq!(group.keeping(board.parse_hole("c1")?.bit()).order(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SymmetryGroup {
    board: Board,
    /// The numbers of the members among the board's symmetries, in order.
    members: Vec<usize>,
}

impl SymmetryGroup {
    /// All symmetries of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self { board: board.clone(), members: (0..board.symmetries().len()).collect() }
    }

    /// The members for which the condition holds. They must be a group.
    pub(crate) fn with(&self, keep: impl Fn(&Symmetry) -> bool) -> Self {
        let members = self.members.iter().copied();
        let members = members.filter(|&member| keep(&self.board.symmetries()[member])).collect();
        Self { board: self.board.clone(), members }
    }

    /// The stabiliser of a position: the members that map it to itself.
    #[must_use]
    pub fn keeping(&self, position: Position) -> Self {
        self.with(|symmetry| symmetry.apply(position) == position)
    }

    /// The members that map each of these sets of positions to itself.
    #[must_use]
    pub fn keeping_sets(&self, sets: &[&[Position]]) -> Self {
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
    #[must_use]
    pub fn order(&self) -> usize {
        self.members.len()
    }

    /// The symmetries, the identity first.
    pub fn symmetries(&self) -> impl ExactSizeIterator<Item = &Symmetry> {
        self.members.iter().map(|&member| &self.board.symmetries()[member])
    }

    /// The smallest value among the images of something, which `image` computes.
    pub(crate) fn smallest<T: Ord>(&self, image: impl Fn(&Symmetry) -> T) -> T {
        let identity = image(&self.board.symmetries()[0]);
        self.symmetries().skip(1).map(image).fold(identity, T::min)
    }

    /// The image of a position with the smallest code.
    #[must_use]
    pub fn representative(&self, position: Position) -> Position {
        self.smallest(|symmetry| symmetry.apply(position))
    }

    /// The different images of a position, by increasing code.
    #[must_use]
    pub fn orbit(&self, position: Position) -> Vec<Position> {
        sorted(self.symmetries().map(|symmetry| symmetry.apply(position)).collect())
    }

    /// A member that maps one position to another, if there is one.
    #[must_use]
    pub fn mapping(&self, from: Position, to: Position) -> Option<&Symmetry> {
        self.symmetries().find(|symmetry| symmetry.apply(from) == to)
    }

    /// The orbits of a set of holes that the group maps to itself.
    pub(crate) fn hole_orbits(&self, holes: Position) -> Vec<Position> {
        let orbit = |hole: Hole| self.symmetries().map(|symmetry| symmetry.image(hole)).collect();
        sorted(holes.holes().map(orbit).collect())
    }

    /// The subgroups that two members generate. On a plane lattice these are all subgroups.
    pub(crate) fn subgroups(&self) -> Vec<Self> {
        let all: Vec<&Symmetry> = self.symmetries().collect();
        let product = |one: usize, other: usize| {
            let image = |hole| all[one].image(all[other].image(hole));
            let same = |symmetry: &&Symmetry| {
                self.board.full().holes().all(|hole| symmetry.image(hole) == image(hole))
            };
            all.iter().position(same)
        };
        let generated = |one: usize, other: usize| {
            let mut members = vec![0];
            let mut next = 0;
            while let Some(&member) = members.get(next) {
                for more in [one, other].into_iter().filter_map(|by| product(by, member)) {
                    if !members.contains(&more) {
                        members.push(more);
                    }
                }
                next += 1;
            }
            sorted(members)
        };
        let pairs = (0..all.len()).flat_map(|one| (0..=one).map(move |other| (one, other)));
        let groups = sorted(pairs.map(|(one, other)| generated(one, other)).collect());
        let group = |places: Vec<usize>| Self {
            board: self.board.clone(),
            members: places.into_iter().map(|place| self.members[place]).collect(),
        };
        groups.into_iter().map(group).collect()
    }

    /// What each member does to the dense indices of a class that it maps to itself.
    pub(crate) fn index_maps(&self, class: &PositionClass) -> Vec<IndexMap> {
        self.symmetries().map(|symmetry| IndexMap::new(class, symmetry)).collect()
    }
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}
