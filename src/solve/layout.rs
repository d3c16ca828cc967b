//! The layout of the bit set: which holes are the bits inside a vector, which number the vectors inside a
//! block, which number the blocks; and an order of the blocks in which none depends on a later one.
//! It is computed from the board and the start, and holds no positions.
//!
//! On the 5 x 7 board: `v` are the bits inside a vector (1024 of them), `p` the parity holes, `s` number the
//! 64 vectors of a block, `B` the 32,768 blocks.
//!
//! ```text
//! v s s s v
//! v B B B v
//! p B B B p
//! v B B B v
//! p B B B p
//! v B B B v
//! v s s s v
//! ```
//!
//! A set of holes is *closed* if, whenever it has the middle of a triple, it has both ends: no jump over one
//! of its pegs touches a hole outside. Give each hole outside the weight 64 + e, where e is larger for `b`
//! than for `a` in every triple `c b a` with only `c` inside. Then every jump that touches a hole outside
//! lowers the weight of the pegs outside:
//!
//! ```text
//!   b leaves, its ends inside:       - (64 + e(b))
//!   a over b into c:                 - (64 + e(a)) - (64 + e(b))
//!   c over b into a:                 - (64 + e(b)) + (64 + e(a)) < 0
//!   all three outside:               - (64 + e) - (64 + e') + (64 + e'') < 0, as all e are below 64
//! ```
//!
//! So blocks, which share their pegs outside, are visited once each by descending weight.

use crate::board::{Board, Hole, Position, Symmetry, Triple};
use crate::class::{PositionClass, parity_checks};

/// The most bits of the index that lie inside a vector.
const MAX_VECTOR_BITS: usize = 10;
/// The fewest: a machine word.
pub(super) const WORD_BITS: usize = 6;
/// The most bits of the index that number the vectors of a block.
const MAX_INNER_BITS: usize = 6;
/// The most parity holes inside a vector: the solver looks up what to do by their contents.
const MAX_VECTOR_PARITY: usize = 8;

/// How a class's dense index is cut into blocks, vectors and bits.
pub(super) struct Layout {
    pub class: PositionClass,
    /// Bits of the index inside a vector: from 6 to 10.
    pub vector_bits: usize,
    /// Bits of the index that number the vectors of a block.
    pub inner_bits: usize,
    /// Bits of the index that number the blocks.
    pub block_bits: usize,
    /// The holes of a vector, its parity holes too.
    pub vector_holes: Position,
    /// The holes of a block, its parity holes too.
    pub block_holes: Position,
    /// Whether the order visits every block after all that it depends on; otherwise it must be
    /// walked until nothing changes.
    pub exact: bool,
    /// The weight of a peg in each hole outside a vector, for the order of vectors in a block.
    inner_weights: Vec<u32>,
    /// The weight of a peg in each hole outside a block, for the order of blocks.
    block_weights: Vec<u32>,
    /// Symmetries of the board and of the start under which the layout is invariant; not the identity.
    pub symmetries: Vec<Symmetry>,
}

impl Layout {
    /// The best layout that is found for the positions that can be reached from the start.
    pub fn new(board: &Board, start: Position) -> Self {
        let closed = Closed::new(board);
        let best = subgroups(board, start)
            .into_iter()
            .flat_map(|group| closed.candidates(group))
            .min_by(|one, other| one.cost().total_cmp(&other.cost()));
        match best {
            Some(candidate) => Self::exact(board, start, &closed, candidate),
            None => Self::swept(board, start),
        }
    }

    fn exact(board: &Board, start: Position, closed: &Closed<'_>, candidate: Candidate) -> Self {
        let Candidate { group, vector_holes, parity, vector_bits, inner_weights } = candidate;
        let mut block_holes = vector_holes;
        let mut block_weights = inner_weights.clone();
        for atom in closed.atoms(&group) {
            let larger = block_holes | atom;
            let inner_bits = larger.without(vector_holes).pegs() as usize;
            if inner_bits <= MAX_INNER_BITS
                && let Some(weights) = closed.weights(larger)
            {
                (block_holes, block_weights) = (larger, weights);
            }
        }
        if !parity.without(vector_holes).is_empty() {
            // The parity holes outside belong to no block if a block is more than a vector.
            (block_holes, block_weights) = (vector_holes, inner_weights.clone());
        }
        let inner_holes = block_holes.without(vector_holes);
        let outer_holes = board.full().without(block_holes);
        let inside: Vec<Triple> = board
            .triples()
            .iter()
            .filter(|triple| vector_holes.contains(triple.mask()))
            .copied()
            .collect();
        let bits: Vec<Hole> = vector_bits_order(&group, vector_holes.without(parity), &inside)
            .into_iter()
            .chain(vector_holes.holes().filter(|&hole| parity.has(hole)))
            .chain(inner_holes.holes())
            .chain(outer_holes.holes())
            .collect();
        let parity_first: Vec<Hole> =
            parity.holes().chain(board.full().without(parity).holes()).collect();
        Self {
            class: PositionClass::with_order(board, start, &parity_first, &bits),
            vector_bits,
            inner_bits: inner_holes.pegs() as usize,
            block_bits: outer_holes.without(parity).pegs() as usize,
            vector_holes,
            block_holes,
            exact: true,
            inner_weights,
            block_weights,
            symmetries: group.into_iter().filter(|symmetry| !symmetry.is_identity()).collect(),
        }
    }

    /// A layout whose blocks depend on each other in a circle: any holes inside, walked by descending number of pegs.
    fn swept(board: &Board, start: Position) -> Self {
        let holes: Vec<Hole> = board.full().holes().collect();
        let last_first: Vec<Hole> = holes.iter().rev().copied().collect();
        let class = PositionClass::with_order(board, start, &last_first, &holes);
        let inside = class.rank().min(WORD_BITS);
        let inside_holes: Position = class.free_holes()[..inside].iter().copied().collect();
        // A parity hole that the bits inside decide belongs to the vector as well.
        let parity = class.parity_holes().iter();
        let depends = parity.filter(|parity| !(parity.of & inside_holes).is_empty());
        let vector_holes = inside_holes | depends.map(|parity| parity.hole).collect();
        let weights = vec![1; board.holes()];
        Self {
            vector_bits: WORD_BITS,
            inner_bits: 0,
            block_bits: class.rank() - inside,
            class,
            vector_holes,
            block_holes: vector_holes,
            exact: false,
            inner_weights: weights.clone(),
            block_weights: weights,
            symmetries: Vec::new(),
        }
    }

    /// What each vector of a block adds to the position of the block's bit 0.
    pub fn inner_positions(&self) -> Vec<Position> {
        let origin = self.class.position(0);
        let vectors = 0..1_u64 << self.inner_bits;
        vectors.map(|number| self.class.position(number << self.vector_bits) ^ origin).collect()
    }

    /// The weight of the pegs outside a block; later blocks have lower ones.
    pub fn block_weight(&self, position: Position) -> u32 {
        let outside = position.without(self.block_holes);
        outside.holes().map(|hole| self.block_weights[hole.index()]).sum()
    }

    /// The weight of the pegs of a block outside a vector; later vectors have lower ones.
    pub fn inner_weight(&self, position: Position) -> u32 {
        let outside = (position & self.block_holes).without(self.vector_holes);
        outside.holes().map(|hole| self.inner_weights[hole.index()]).sum()
    }

    /// The groups of holes of a vector that no triple inside the vector joins.
    pub fn components(&self) -> Vec<Position> {
        Closed::new(self.class.board()).components(self.vector_holes)
    }
}

/// A closed set of holes that could be the vectors.
struct Candidate {
    group: Vec<Symmetry>,
    vector_holes: Position,
    parity: Position,
    vector_bits: usize,
    inner_weights: Vec<u32>,
}

impl Candidate {
    /// An estimate of the work: what is saved by mirror images, and lost by short vectors.
    fn cost(&self) -> f64 {
        let images = self.group.len() as f64;
        let visited = (1.0 + 0.25 * (images - 1.0)) / images;
        visited * (1.0 + 16.0 / f64::from(1 << (self.vector_bits - WORD_BITS)))
    }
}

/// The closed sets of a board.
struct Closed<'a> {
    board: &'a Board,
    checks: Vec<Position>,
}

impl<'a> Closed<'a> {
    fn new(board: &'a Board) -> Self {
        Self { board, checks: parity_checks(board) }
    }

    /// The smallest closed set with these holes.
    fn closure(&self, holes: Position) -> Position {
        let grow = |set: Position| {
            let inside = |triple: &&Triple| set.has(triple.middle);
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
    fn atoms(&self, group: &[Symmetry]) -> Vec<Position> {
        let mut atoms: Vec<Position> =
            orbits(group, self.board.full()).into_iter().map(|orbit| self.closure(orbit)).collect();
        atoms.sort_unstable_by_key(|atom| (atom.pegs(), *atom));
        atoms.dedup();
        atoms
    }

    /// The rank of the parity checks on these holes.
    fn rank(&self, holes: Position) -> usize {
        independent(self.checks.iter().map(|&check| check & holes))
    }

    /// Closed sets, invariant under the group, that make good vectors.
    fn candidates(&self, group: Vec<Symmetry>) -> Vec<Candidate> {
        let atoms = self.atoms(&group);
        let fits = |set: Position| {
            let rank = self.rank(set);
            let bits = set.pegs() as usize - rank;
            let fits = bits <= MAX_VECTOR_BITS && rank <= MAX_VECTOR_PARITY;
            (fits && self.weights(set).is_some()).then_some(bits)
        };
        let mut found = Vec::new();
        for &first in &atoms {
            let mut set = Position::EMPTY;
            for &atom in std::iter::once(&first).chain(&atoms) {
                if fits(set | atom).is_some() {
                    set = set | atom;
                }
            }
            let Some(bits) = fits(set).filter(|&bits| bits >= WORD_BITS) else { continue };
            // As many parity holes inside as can be; what the others outside depend on is then outside too.
            // Whole orbits, where that can be, make plain permutations of the mirror images.
            let inside = self.rank(set);
            let outside = self.board.full().without(set);
            let parity = [&group[..], &group[..1]].into_iter().find_map(|group| {
                let (set, outside) = (orbits(group, set), orbits(group, outside));
                let chosen = self.parity_holes(&set, Position::EMPTY, inside)?;
                self.parity_holes(&outside, chosen, self.checks.len() - inside)
            });
            if let (Some(parity), Some(inner_weights)) = (parity, self.weights(set)) {
                found.push(Candidate {
                    group: group.clone(),
                    vector_holes: set,
                    parity,
                    vector_bits: bits,
                    inner_weights,
                });
            }
        }
        found
    }

    /// Parity holes: the chosen ones and a union of orbits with as many as are missing, all independent.
    fn parity_holes(
        &self,
        orbits: &[Position],
        chosen: Position,
        missing: usize,
    ) -> Option<Position> {
        if missing == 0 {
            return (self.rank(chosen) == chosen.pegs() as usize).then_some(chosen);
        }
        let (&orbit, rest) = orbits.split_first()?;
        let size = orbit.pegs() as usize;
        let with = (size <= missing)
            .then(|| self.parity_holes(rest, chosen | orbit, missing - size))
            .flatten();
        with.or_else(|| self.parity_holes(rest, chosen, missing))
    }

    /// The weights of the holes outside a closed set; none if they would have to go in a circle.
    fn weights(&self, set: Position) -> Option<Vec<u32>> {
        let mut weights = vec![64; self.board.holes()];
        let ends = |triple: &Triple| [(triple.first, triple.last), (triple.last, triple.first)];
        // Longest paths; a path longer than there are holes goes in a circle.
        for _ in 0..=self.board.holes() {
            let mut changed = false;
            for triple in self.board.triples().iter().filter(|triple| !set.has(triple.middle)) {
                for (inside, outside) in ends(triple) {
                    if set.has(inside) && !set.has(outside) {
                        let least = weights[outside.index()] + 1;
                        let weight = &mut weights[triple.middle.index()];
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

    /// The groups of holes of a set that its own triples don't join.
    fn components(&self, set: Position) -> Vec<Position> {
        let mut groups: Vec<Position> = set.holes().map(Hole::bit).collect();
        let inside = |triple: &&Triple| set.contains(triple.mask());
        for triple in self.board.triples().iter().filter(inside) {
            let (joined, mut apart): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|&group| !(group & triple.mask()).is_empty());
            apart.push(joined.into_iter().fold(Position::EMPTY, |all, group| all | group));
            groups = apart;
        }
        groups.sort_unstable_by_key(|group| group.0.trailing_zeros());
        groups
    }
}

/// The free holes of a vector in such an order that, as far as can be, whole orbits number the bits of a word (a
/// symmetry then moves bits only inside words, and words as they are), those that most jumps inside the vector
/// touch.
fn vector_bits_order(group: &[Symmetry], free: Position, triples: &[Triple]) -> Vec<Hole> {
    let orbits = orbits(group, free);
    let touched = |orbit: Position| -> u32 {
        triples.iter().map(|triple| (triple.mask() & orbit).pegs()).sum()
    };
    // For the sums of sizes up to a word's, how often the best orbits that make it are touched, and these.
    let mut sums: Vec<Option<(u32, Vec<Position>)>> = vec![None; WORD_BITS + 1];
    sums[0] = Some((0, Vec::new()));
    for &orbit in &orbits {
        let size = orbit.pegs() as usize;
        for sum in (size..=WORD_BITS).rev() {
            if let Some((times, smaller)) = &sums[sum - size] {
                let times = times + touched(orbit);
                if sums[sum].as_ref().is_none_or(|(best, _)| *best < times) {
                    sums[sum] = Some((times, smaller.iter().copied().chain([orbit]).collect()));
                }
            }
        }
    }
    let inside = sums.into_iter().next_back().flatten().unwrap_or_default().1;
    let others = orbits.iter().filter(|orbit| !inside.contains(orbit));
    inside.iter().chain(others).flat_map(|orbit| orbit.holes()).collect()
}

/// The number of independent ones among these masks.
fn independent(masks: impl Iterator<Item = Position>) -> usize {
    let mut basis: Vec<Position> = Vec::new();
    for mask in masks {
        let reduced = basis.iter().fold(mask, |mask, &row| mask.min(mask ^ row));
        if !reduced.is_empty() {
            basis.push(reduced);
        }
    }
    basis.len()
}

/// The orbits of a set's holes under a group.
fn orbits(group: &[Symmetry], set: Position) -> Vec<Position> {
    let mut orbits: Vec<Position> = set
        .holes()
        .map(|hole| group.iter().map(|symmetry| symmetry.image(hole)).collect())
        .collect();
    orbits.sort_unstable();
    orbits.dedup();
    orbits
}

/// The groups of symmetries that leave board and start as they are; those generated by two, which on a
/// plane lattice are all.
fn subgroups(board: &Board, start: Position) -> Vec<Vec<Symmetry>> {
    let all: Vec<&Symmetry> =
        board.symmetries().iter().filter(|symmetry| symmetry.apply(start) == start).collect();
    let product = |a: usize, b: usize| {
        let same = |symmetry: &&Symmetry| {
            board
                .full()
                .holes()
                .all(|hole| symmetry.image(hole) == all[a].image(all[b].image(hole)))
        };
        all.iter().position(same)
    };
    let generated = |a: usize, b: usize| {
        let mut members = vec![0];
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            for more in [a, b].into_iter().filter_map(|generator| product(generator, member)) {
                if !members.contains(&more) {
                    members.push(more);
                }
            }
            next += 1;
        }
        members.sort_unstable();
        members
    };
    let mut groups: Vec<Vec<usize>> = (0..all.len())
        .flat_map(|a| (0..=a).map(move |b| (a, b)))
        .map(|(a, b)| generated(a, b))
        .collect();
    groups.sort_unstable();
    groups.dedup();
    let symmetries = |group: Vec<usize>| group.into_iter().map(|at| all[at].clone()).collect();
    groups.into_iter().map(symmetries).collect()
}
