//! The closed sets of a board, and which of them make good vectors: see [the layout](super).

use crate::board::{Bitboard, Hole, SmallBoard, Triple};
use crate::class::{SymmetryGroup, WORD_BITS, parity_checks};

/// The most bits of the index that lie inside a vector.
const MAX_VECTOR_BITS: usize = 10;
/// The most parity holes inside a vector: the solver looks up what to do by their contents.
const MAX_VECTOR_PARITY: usize = 8;

/// A closed set of holes that could be the vectors.
pub(super) struct Candidate {
    pub group: SymmetryGroup,
    pub vector_holes: Bitboard,
    pub vector_bits: usize,
    pub inner_weights: Vec<u32>,
}

impl Candidate {
    /// An estimate of the work: mirror images save some, short vectors cost more.
    pub fn cost(&self) -> f64 {
        let images = self.group.order() as f64;
        let visited = (1.0 + 0.25 * (images - 1.0)) / images;
        visited * (1.0 + 16.0 / f64::from(1 << (self.vector_bits - WORD_BITS)))
    }
}

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
            let inside = |triple: &&Triple| set.has(triple.middle());
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
        independent(self.checks.iter().map(|&check| check & holes))
    }

    /// Closed sets, invariant under the group, that make good vectors.
    pub fn candidates(&self, group: SymmetryGroup) -> Vec<Candidate> {
        let atoms = self.atoms(&group);
        let fits = |set: Bitboard| {
            let bits = self.bits(set);
            let fits = bits <= MAX_VECTOR_BITS && self.rank(set) <= MAX_VECTOR_PARITY;
            (fits && self.weights(set).is_some()).then_some(bits)
        };
        let mut found = Vec::new();
        for &first in &atoms {
            let mut set = Bitboard::EMPTY;
            for &atom in std::iter::once(&first).chain(&atoms) {
                if fits(set | atom).is_some() {
                    set = set | atom;
                }
            }
            let Some(bits) = fits(set).filter(|&bits| bits >= WORD_BITS) else { continue };
            if let Some(inner_weights) = self.weights(set) {
                found.push(Candidate {
                    group: group.clone(),
                    vector_holes: set,
                    vector_bits: bits,
                    inner_weights,
                });
            }
        }
        found
    }

    /// The number of bits that number the positions of a class which differ only in these holes.
    pub fn bits(&self, holes: Bitboard) -> usize {
        holes.count() as usize - self.rank(holes)
    }

    /// The parity holes for vectors and blocks of these holes: as many as possible inside. Then the others depend only on
    /// holes outside. Whole orbits, if possible, make the mirror images plain permutations.
    pub fn parity(
        &self,
        group: &SymmetryGroup,
        vector: Bitboard,
        block: Bitboard,
    ) -> Option<Bitboard> {
        [group, &group.trivial()].into_iter().find_map(|group| {
            let mut chosen = Bitboard::EMPTY;
            let mut before = Bitboard::EMPTY;
            for holes in [vector, block, self.board.full()] {
                let orbits = group.hole_orbits(holes.without(before));
                let missing = self.rank(holes) - chosen.count() as usize;
                chosen = self.parity_holes(&orbits, chosen, missing)?;
                before = holes;
            }
            Some(chosen)
        })
    }

    /// Independent parity holes: the chosen ones, and a union of orbits with the missing number of holes.
    fn parity_holes(
        &self,
        orbits: &[Bitboard],
        chosen: Bitboard,
        missing: usize,
    ) -> Option<Bitboard> {
        if missing == 0 {
            return (self.rank(chosen) == chosen.count() as usize).then_some(chosen);
        }
        let (&orbit, rest) = orbits.split_first()?;
        let size = orbit.count() as usize;
        let with = (size <= missing)
            .then(|| self.parity_holes(rest, chosen | orbit, missing - size))
            .flatten();
        with.or_else(|| self.parity_holes(rest, chosen, missing))
    }

    /// The weights of the holes outside a closed set; none if the conditions on them form a cycle.
    pub fn weights(&self, set: Bitboard) -> Option<Vec<u32>> {
        let mut weights = vec![64; self.board.holes()];
        let ends =
            |triple: &Triple| [(triple.first(), triple.last()), (triple.last(), triple.first())];
        // Longest paths. A path longer than the number of holes contains a cycle.
        for _ in 0..=self.board.holes() {
            let mut changed = false;
            for triple in self.board.triples().iter().filter(|triple| !set.has(triple.middle())) {
                for (inside, outside) in ends(triple) {
                    if set.has(inside) && !set.has(outside) {
                        let least = weights[outside.index()] + 1;
                        let weight = &mut weights[triple.middle().index()];
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
        let inside = |triple: &&Triple| set.contains(triple.mask());
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

/// The rank of these masks.
fn independent(masks: impl Iterator<Item = Bitboard>) -> usize {
    let mut basis: Vec<Bitboard> = Vec::new();
    for mask in masks {
        let reduced = basis.iter().fold(mask, |mask, &row| mask.min(mask ^ row));
        if !reduced.is_empty() {
            basis.push(reduced);
        }
    }
    basis.len()
}
