//! The closed sets of a board, and which of them make good vectors: see [the layout](super). A set
//! of holes is closed if it has all holes of every triple whose middle it has.

use crate::bits::WORD_BITS;
use crate::board::{Bitboard, Hole, Jump, MAX_SMALL_HOLES, SmallBoard};
use crate::class::{SymmetryGroup, parity_checks};
use crate::gf2::Basis;

/// The most bits of the index that lie inside a vector.
const MAX_VECTOR_BITS: usize = 10;
/// Where there are vectors of at least this many bits that are visited once, nothing better is
/// looked for.
pub(super) const LONG_VECTOR_BITS: usize = 9;
/// The most parity holes inside a vector: the solver looks up what to do by their contents.
const MAX_VECTOR_PARITY: usize = 8;
/// The most bits of a part of a vector that no jump inside the vector joins with another: each of
/// its contents is looked at.
const MAX_COMPONENT_BITS: usize = 6;
/// The most bits of the index inside a block. Blocks of 8 KiB fit into a processor's nearest cache.
const MAX_BLOCK_BITS: usize = 16;
/// The most bits inside a block on boards with at least [`LARGE_RANK`] bits in an index: they have
/// many blocks, and fewer are better.
const MAX_BLOCK_BITS_OF_LARGE: usize = 21;
/// The fewest bits in an index of a large board.
const LARGE_RANK: usize = 37;
/// The most parity holes of a block outside a vector: what to do inside a block depends on their
/// contents.
const MAX_INNER_PARITY: usize = 4;

/// The time to reflect a block, as a share of the time to close it; twice as much if the symmetry
/// doesn't map vectors to vectors.
const REFLECTING: f64 = 1.0 / 16.0;
/// The time that every operation on a vector takes in addition to that for its words, as a number
/// of words: registers of a processor fill two of 512 bits.
const WORDS_OF_AN_OPERATION: f64 = 16.0;
/// How much longer it takes to visit the blocks of a level until nothing changes than once.
const BLOCKS_AGAIN: f64 = 2.0;
/// How much longer it takes to visit the vectors of a block until nothing changes than once.
const VECTORS_AGAIN: f64 = 1.25;

/// A set of holes that could be the vectors, and symmetries that could map blocks to blocks.
pub(super) struct VectorCandidate {
    pub group: SymmetryGroup,
    pub vector_holes: Bitboard,
    pub vector_bits: usize,
    /// An estimate of the time: less is better.
    pub cost: f64,
}

/// The weights of the holes outside a set.
#[derive(Clone)]
pub(in crate::solve) struct Weights {
    by_hole: Vec<u32>,
    /// Whether every jump that touches a hole outside lowers the weight. If not, some jumps leave
    /// it as it is; none raises it.
    pub exact: bool,
}

impl Weights {
    /// The weight of pegs outside the set.
    pub fn of(&self, pegs: Bitboard) -> u32 {
        let weights = pegs.pegs().map(|hole| self.by_hole[hole.index()]);
        weights.sum()
    }
}

/// What is asked of a set of holes. The first that a board has is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Demand {
    /// The set is closed, and every jump that touches a hole outside lowers the weight of the pegs
    /// outside.
    Exact,
    /// The set is closed.
    Closed,
    /// The set has a triple if it has the middle and one end: a jump that ends outside begins
    /// there, or goes over a peg there.
    Joined,
    /// Nothing is asked of the set, and no peg weighs anything.
    Nothing,
}

impl Demand {
    pub const ALL: [Self; 4] = [Self::Exact, Self::Closed, Self::Joined, Self::Nothing];
}

/// The sets of a board's holes that meet a demand.
pub(super) struct Closed<'a> {
    board: &'a SmallBoard,
    checks: Vec<Bitboard>,
    demand: Demand,
}

impl<'a> Closed<'a> {
    pub fn new(board: &'a SmallBoard, demand: Demand) -> Self {
        Self {
            board,
            checks: parity_checks(board),
            demand,
        }
    }

    /// The smallest set with these holes that meets the demand, its weights aside.
    fn closure(&self, mut set: Bitboard) -> Bitboard {
        loop {
            let mut larger = set;
            for triple in self.board.triples() {
                if self.joins(triple, set) {
                    larger |= triple.mask();
                }
            }
            if larger == set {
                return set;
            }
            set = larger;
        }
    }

    /// Whether a set with these holes must have the whole triple.
    fn joins(&self, triple: &Jump, set: Bitboard) -> bool {
        let has_middle = set.has(triple.over());
        let has_end = set.has(triple.from()) || set.has(triple.to());
        match self.demand {
            Demand::Exact | Demand::Closed => has_middle,
            Demand::Joined => has_middle && has_end,
            Demand::Nothing => false,
        }
    }

    /// The group's orbits of holes. Those without a triple change nothing.
    fn orbits(&self, group: &SymmetryGroup) -> Vec<Bitboard> {
        let mut holes = Bitboard::EMPTY;
        for triple in self.board.triples() {
            holes |= triple.mask();
        }

        if holes.is_empty() {
            vec![holes]
        } else {
            group.hole_orbits(holes)
        }
    }

    /// The closures of single holes and their images, the smallest first.
    pub fn atoms(&self, group: &SymmetryGroup) -> Vec<Bitboard> {
        let orbits = self.orbits(group).into_iter();
        let mut atoms: Vec<Bitboard> = orbits.map(|orbit| self.closure(orbit)).collect();
        atoms.sort_unstable_by_key(|atom| (atom.count(), *atom));
        atoms.dedup();
        atoms
    }

    /// The rank of the parity checks on these holes.
    pub fn rank(&self, holes: Bitboard) -> usize {
        Basis::of(self.checks.iter().map(|&check| (check & holes).0)).rank()
    }

    /// What it takes with these symmetries and vectors. One of each set of mirror images is closed,
    /// after what leads into it was reflected once for each image.
    fn candidate(&self, group: &SymmetryGroup, vector_holes: Bitboard) -> VectorCandidate {
        let vector_bits = self.bits(vector_holes).max(WORD_BITS);
        let words = f64::from(1 << (vector_bits - WORD_BITS));

        let mut one_block = 1.0;
        for symmetry in group.symmetries().skip(1) {
            let keeps_vectors = symmetry.apply(vector_holes) == vector_holes;
            one_block += if keeps_vectors {
                REFLECTING
            } else {
                2.0 * REFLECTING
            };
        }
        let mut cost = one_block / group.order() as f64 * (1.0 + WORDS_OF_AN_OPERATION / words);
        if self.demand != Demand::Exact {
            cost *= BLOCKS_AGAIN;
        }
        if !self.inner_weights(vector_holes).exact {
            cost *= VECTORS_AGAIN;
        }

        VectorCandidate {
            group: group.clone(),
            vector_holes,
            vector_bits,
            cost,
        }
    }

    /// All vectors worth trying with all of these groups.
    pub fn candidates(&self, groups: &[SymmetryGroup]) -> Vec<VectorCandidate> {
        // Vectors that meet the demand themselves are visited once.
        let mut vectors: Vec<Bitboard> = Vec::new();
        for group in groups {
            self.add_vectors(&self.atoms(group), &mut vectors);
        }
        let is_long = |&vector: &Bitboard| self.bits(vector) >= LONG_VECTOR_BITS;
        if !vectors.iter().any(is_long) {
            for group in groups {
                self.add_vectors(&self.orbits(group), &mut vectors);
            }
        }

        // A class of fewer positions than a word has bits is not folded.
        let is_tiny = self.bits(self.board.full()) < WORD_BITS;
        let mut candidates = Vec::new();
        for group in groups {
            if is_tiny && group.order() > 1 {
                continue;
            }
            for &holes in &vectors {
                candidates.push(self.candidate(group, holes));
            }
        }
        candidates
    }

    /// Adds unions of these sets that make good vectors, each as large as it can be made.
    fn add_vectors(&self, atoms: &[Bitboard], vectors: &mut Vec<Bitboard>) {
        let least = WORD_BITS.min(self.bits(self.board.full()));
        for first in atoms {
            let mut grown = Bitboard::EMPTY;
            for &atom in std::iter::once(first).chain(atoms) {
                if self.is_vector(grown | atom) {
                    grown |= atom;
                }
            }
            if self.bits(grown) >= least && !vectors.contains(&grown) {
                vectors.push(grown);
            }
        }
    }

    /// Whether a set can be a vector: it lies in a set that meets the demand and fits into a block,
    /// and the solver can look up what to do by its contents.
    fn is_vector(&self, set: Bitboard) -> bool {
        let asks_nothing = self.demand == Demand::Nothing;
        let most_bits = if asks_nothing {
            WORD_BITS
        } else {
            MAX_VECTOR_BITS
        };
        let has_few_contents = |part: Bitboard| {
            // The checks of the vector that count no other holes make its contents fewer.
            let own = self.rank(set) - self.rank(set.without(part));
            part.count() as usize <= MAX_COMPONENT_BITS + own
        };

        self.bits(set) <= most_bits
            && (asks_nothing || self.rank(set) <= MAX_VECTOR_PARITY)
            && self.block(set, set).is_some()
            && components(self.board, set)
                .into_iter()
                .all(has_few_contents)
    }

    /// The holes of the smallest block with these vectors and holes, if it meets the demand and is
    /// not too large.
    pub fn block(&self, vector: Bitboard, holes: Bitboard) -> Option<Bitboard> {
        let holes = self.closure(holes);
        let is_large = self.bits(self.board.full()) >= LARGE_RANK;
        let most = if is_large {
            MAX_BLOCK_BITS_OF_LARGE
        } else {
            MAX_BLOCK_BITS
        };

        let inner_parity = self.rank(holes) - self.rank(vector);
        if self.bits(holes) > most || inner_parity > MAX_INNER_PARITY {
            return None;
        }
        if self.demand == Demand::Exact && !self.weights(holes).exact {
            return None;
        }
        Some(holes)
    }

    /// The number of bits that number the positions of a class which differ only in these holes.
    pub fn bits(&self, holes: Bitboard) -> usize {
        holes.count() as usize - self.rank(holes)
    }

    /// The parity holes for vectors and blocks of these holes: as many as possible inside. Then the
    /// others depend only on holes outside. Whole orbits, where possible, make the mirror images
    /// plain permutations.
    ///
    /// Sets of holes on which the checks are independent are a matroid. So a set that can't grow is
    /// as large as any, and what was chosen inside is no obstacle outside.
    pub fn parity(
        &self,
        own: &SymmetryGroup,
        group: &SymmetryGroup,
        vector: Bitboard,
        block: Bitboard,
    ) -> Bitboard {
        let outside = self.board.full().without(block);
        let parts = [
            (own, vector),
            (own, block.without(vector)),
            (group, outside),
        ];

        let mut parity = Bitboard::EMPTY;
        for (group, holes) in parts {
            let orbits = group.hole_orbits(holes).into_iter();
            for more in orbits.chain(holes.pegs().map(Hole::bit)) {
                let larger = parity | more;
                let is_independent = self.rank(larger) == larger.count() as usize;
                if is_independent {
                    parity = larger;
                }
            }
        }
        parity
    }

    /// The weights of the holes outside a set that meets the demand, or would but for weights that
    /// are not exact.
    pub fn weights(&self, set: Bitboard) -> Weights {
        let holes = self.board.holes();
        if self.demand == Demand::Nothing {
            return Weights {
                by_hole: vec![0; holes],
                exact: false,
            };
        }

        let passages = self.passages(set);
        let ways = ways(holes, &passages);
        let returns = |passage: &Passage| ways[passage.to.index()].has(passage.from);
        let exact = !passages.iter().any(returns);

        // Longest paths. As a hole that is left for good adds 1, none is longer than the number of
        // holes.
        let mut by_hole = vec![MAX_SMALL_HOLES as u32; holes];
        for _ in 0..holes {
            for passage in &passages {
                let least = by_hole[passage.to.index()] + u32::from(!returns(passage));
                let weight = &mut by_hole[passage.from.index()];
                *weight = least.max(*weight);
            }
        }
        Weights { by_hole, exact }
    }

    /// How jumps can move the pegs outside a set.
    fn passages(&self, set: Bitboard) -> Vec<Passage> {
        let mut passages = Vec::new();
        for triple in self.board.triples() {
            let [over, from, to] = [triple.over(), triple.from(), triple.to()];
            let mut add = |from, to| passages.push(Passage { from, to });
            match [over, from, to].map(|hole| set.has(hole)) {
                [false, true, false] => add(over, to),
                [false, false, true] => add(over, from),
                [true, false, false] => {
                    add(from, to);
                    add(to, from);
                }
                _ => {}
            }
        }
        passages
    }

    /// The weights of the holes of a block outside these vectors.
    pub fn inner_weights(&self, vector: Bitboard) -> Weights {
        if self.closure(vector) == vector {
            return self.weights(vector);
        }
        Weights {
            by_hole: vec![1; self.board.holes()],
            exact: false,
        }
    }
}

/// Where a jump can move a peg, or what stands for it: its hole must not weigh less than the other.
struct Passage {
    from: Hole,
    to: Hole,
}

/// Where pegs can go from each hole by any number of passages, whatever is around them.
fn ways(holes: usize, passages: &[Passage]) -> Vec<Bitboard> {
    let mut ways = vec![Bitboard::EMPTY; holes];
    for passage in passages {
        ways[passage.from.index()].insert(passage.to);
    }

    for number in 0..holes {
        let via = Hole(number as u16);
        let on = ways[number];
        for way in &mut ways {
            if way.has(via) {
                *way |= on;
            }
        }
    }
    ways
}

/// The parts of a set that no triple inside the set joins.
pub(in crate::solve) fn components(board: &SmallBoard, set: Bitboard) -> Vec<Bitboard> {
    let mut parts: Vec<Bitboard> = set.pegs().map(Hole::bit).collect();
    for triple in board.triples() {
        if !set.contains(triple.mask()) {
            continue;
        }

        let mut joined = Bitboard::EMPTY;
        for part in &parts {
            if !part.is_disjoint(triple.mask()) {
                joined |= *part;
            }
        }
        parts.retain(|part| part.is_disjoint(triple.mask()));
        parts.push(joined);
    }
    parts.sort_unstable_by_key(|part| part.0.trailing_zeros());
    parts
}
