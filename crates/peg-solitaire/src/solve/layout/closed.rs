//! The closed sets of a board, and which of them make good vectors: see [the layout](super).

use crate::bits::WORD_BITS;
use crate::board::{Bitboard, Hole, Jump, SmallBoard, Symmetry};
use crate::class::{SymmetryGroup, parity_checks};
use crate::gf2::Basis;

/// The most bits of the index that lie inside a vector.
const MAX_VECTOR_BITS: usize = 10;
/// The most parity holes inside a vector: the solver looks up what to do by their contents.
const MAX_VECTOR_PARITY: usize = 8;

/// A closed set of holes that could be the vectors, and symmetries that could map blocks to blocks.
pub(super) struct Plan {
    pub group: SymmetryGroup,
    pub vector_holes: Bitboard,
    pub vector_bits: usize,
    /// An estimate of the time: less is better.
    pub cost: f64,
}

/// Reflecting a block, as a part of the time that closing it takes; twice as much if the symmetry doesn't map vectors to vectors.
const REFLECT: f64 = 1.0 / 16.0;
/// What the operations on a vector take however short it is, as a number of words: those of registers fill two of 512 bits.
const STEP: f64 = 16.0;

/// The closed sets of a board.
pub(super) struct Closed<'a> {
    board: &'a SmallBoard,
    checks: Vec<Bitboard>,
}

impl<'a> Closed<'a> {
    pub fn new(board: &'a SmallBoard) -> Self {
        Self { board, checks: parity_checks(board) }
    }

    /// The smallest closed set with these holes.
    fn closure(&self, holes: Bitboard) -> Bitboard {
        let grow = |set: Bitboard| {
            let inside = |triple: &&Jump| set.has(triple.over());
            self.board.triples().iter().filter(inside).fold(set, |set, triple| set | triple.mask())
        };
        let mut set = holes;
        loop {
            let larger = grow(set);
            if larger == set {
                return set;
            }
            set = larger;
        }
    }

    /// The closures of the group's orbits of holes, the smallest first.
    pub fn atoms(&self, group: &SymmetryGroup) -> Vec<Bitboard> {
        let mut atoms: Vec<Bitboard> = group
            .hole_orbits(self.board.full())
            .into_iter()
            .map(|orbit| self.closure(orbit))
            .collect();
        atoms.sort_unstable_by_key(|atom| (atom.count(), *atom));
        atoms.dedup();
        atoms
    }

    /// The rank of the parity checks on these holes.
    pub fn rank(&self, holes: Bitboard) -> usize {
        Basis::of(self.checks.iter().map(|&check| (check & holes).0)).rank()
    }

    /// A plan with these symmetries and vectors. One of each set of mirror images is closed, after what leads into it was reflected once
    /// for each image.
    pub fn plan(&self, group: &SymmetryGroup, vector_holes: Bitboard) -> Plan {
        let vector_bits = self.bits(vector_holes);
        let reflect = |symmetry: &Symmetry| {
            if symmetry.apply(vector_holes) == vector_holes { REFLECT } else { 2.0 * REFLECT }
        };
        let reflections: f64 = group.symmetries().skip(1).map(reflect).sum();
        let words = f64::from(1 << (vector_bits - WORD_BITS));
        let cost = (1.0 + reflections) / group.order() as f64 * (1.0 + STEP / words);
        Plan { group: group.clone(), vector_holes, vector_bits, cost }
    }

    /// Closed sets, invariant under the group, that make good vectors.
    pub fn vectors(&self, group: &SymmetryGroup) -> Vec<Bitboard> {
        let atoms = self.atoms(group);
        let fits = |set: Bitboard| {
            self.bits(set) <= MAX_VECTOR_BITS
                && self.rank(set) <= MAX_VECTOR_PARITY
                && self.weights(set).is_some()
        };
        let grown = |first: &Bitboard| {
            std::iter::once(first)
                .chain(&atoms)
                .fold(Bitboard::EMPTY, |set, &atom| if fits(set | atom) { set | atom } else { set })
        };
        atoms.iter().map(grown).filter(|&set| self.bits(set) >= WORD_BITS).collect()
    }

    /// The number of bits that number the positions of a class which differ only in these holes.
    pub fn bits(&self, holes: Bitboard) -> usize {
        holes.count() as usize - self.rank(holes)
    }

    /// The parity holes for vectors and blocks of these holes: as many as possible inside. Then the others depend only on
    /// holes outside. Whole orbits, where possible, make the mirror images plain permutations.
    ///
    /// Sets of holes on which the checks are independent are a matroid. So a set that can't grow is as large as any, and what was
    /// chosen inside is no obstacle outside.
    pub fn parity(
        &self,
        own: &SymmetryGroup,
        group: &SymmetryGroup,
        vector: Bitboard,
        block: Bitboard,
    ) -> Bitboard {
        let outside = self.board.full().without(block);
        let parts = [(own, vector), (own, block.without(vector)), (group, outside)];
        parts.into_iter().fold(Bitboard::EMPTY, |chosen, (group, holes)| {
            let orbits = group.hole_orbits(holes).into_iter();
            orbits.chain(holes.pegs().map(Hole::bit)).fold(chosen, |chosen, more| {
                let larger = chosen | more;
                let independent = self.rank(larger) == larger.count() as usize;
                if independent { larger } else { chosen }
            })
        })
    }

    /// The weights of the holes outside a closed set; none if the conditions on them form a cycle.
    pub fn weights(&self, set: Bitboard) -> Option<Vec<u32>> {
        let mut weights = vec![64; self.board.holes()];
        let ends = |triple: &Jump| [(triple.from(), triple.to()), (triple.to(), triple.from())];
        // Longest paths. A path longer than the number of holes contains a cycle.
        for _ in 0..=self.board.holes() {
            let mut changed = false;
            for triple in self.board.triples().iter().filter(|triple| !set.has(triple.over())) {
                for (inside, outside) in ends(triple) {
                    if set.has(inside) && !set.has(outside) {
                        let least = weights[outside.index()] + 1;
                        let weight = &mut weights[triple.over().index()];
                        changed |= *weight < least;
                        *weight = least.max(*weight);
                    }
                }
            }
            if !changed {
                return weights.iter().all(|&weight| weight < 128).then_some(weights);
            }
        }
        None
    }

    /// The parts of a set that no triple inside the set joins.
    pub fn components(&self, set: Bitboard) -> Vec<Bitboard> {
        let mut groups: Vec<Bitboard> = set.pegs().map(Hole::bit).collect();
        let inside = |triple: &&Jump| set.contains(triple.mask());
        for triple in self.board.triples().iter().filter(inside) {
            let (joined, mut apart): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|&group| !(group & triple.mask()).is_empty());
            apart.push(joined.into_iter().fold(Bitboard::EMPTY, |all, group| all | group));
            groups = apart;
        }
        groups.sort_unstable_by_key(|group| group.0.trailing_zeros());
        groups
    }
}
