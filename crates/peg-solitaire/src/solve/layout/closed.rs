//! The closed sets of a board, and which of them make good vectors: see [the layout](super).

use crate::bits::WORD_BITS;
use crate::board::{Bitboard, Hole, Jump, SmallBoard, Symmetry};
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

/// A closed set of holes that could be the vectors, and symmetries that could map blocks to blocks.
pub(super) struct Plan {
    pub group: SymmetryGroup,
    pub vector_holes: Bitboard,
    pub vector_bits: usize,
    /// An estimate of the time: less is better.
    pub cost: f64,
}

/// The most bits of the index inside a block. Blocks of 8 KiB fit into a processor's nearest cache.
const MAX_BLOCK_BITS: usize = 16;
/// The most bits inside a block on boards with at least [`LARGE_RANK`] bits in an index: they have
/// many blocks, and fewer are better.
const MAX_BLOCK_BITS_OF_LARGE: usize = 21;
/// The most parity holes of a block outside a vector: what to do inside a block depends on their
/// contents.
const MAX_INNER_PARITY: usize = 4;
const LARGE_RANK: usize = 37;

/// The weights of the holes outside a set.
#[derive(Clone)]
pub(in crate::solve) struct Weights {
    by_hole: Vec<u32>,
    /// Whether every jump that touches a hole outside lowers the weight. Otherwise it never raises
    /// it.
    pub exact: bool,
}

impl Weights {
    /// The weight of pegs outside the set.
    pub fn of(&self, pegs: Bitboard) -> u32 {
        pegs.pegs().map(|hole| self.by_hole[hole.index()]).sum()
    }
}

/// Reflecting a block, as a part of the time that closing it takes; twice as much if the symmetry
/// doesn't map vectors to vectors.
const REFLECT: f64 = 1.0 / 16.0;
/// What the operations on a vector take however short it is, as a number of words: those of
/// registers fill two of 512 bits.
const STEP: f64 = 16.0;

/// How much longer it takes to visit the blocks of a level, or the vectors of a block, until
/// nothing changes, than once.
const BLOCKS_AGAIN: f64 = 2.0;
const VECTORS_AGAIN: f64 = 1.25;

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
    /// Nothing: no peg weighs anything.
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
    fn closure(&self, set: Bitboard) -> Bitboard {
        let inside = |triple: &&Jump| {
            let has_end = set.has(triple.from()) || set.has(triple.to());
            set.has(triple.over())
                && match self.demand {
                    Demand::Exact | Demand::Closed => true,
                    Demand::Joined => has_end,
                    Demand::Nothing => false,
                }
        };
        let triples = self.board.triples().iter().filter(inside);
        let larger = triples.fold(set, |all, triple| all | triple.mask());
        if larger == set {
            set
        } else {
            self.closure(larger)
        }
    }

    /// The group's orbits of holes. Those without a triple change nothing.
    fn orbits(&self, group: &SymmetryGroup) -> Vec<Bitboard> {
        let triples = self.board.triples().iter();
        let holes = triples.fold(Bitboard::EMPTY, |all, triple| all | triple.mask());
        if holes.is_empty() {
            vec![holes]
        } else {
            group.hole_orbits(holes)
        }
    }

    /// The closures of single holes and their images, the smallest first.
    pub fn atoms(&self, group: &SymmetryGroup) -> Vec<Bitboard> {
        let mut atoms: Vec<Bitboard> = self
            .orbits(group)
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

    /// A plan with these symmetries and vectors. One of each set of mirror images is closed, after
    /// what leads into it was reflected once for each image.
    fn plan(&self, group: &SymmetryGroup, vector_holes: Bitboard) -> Plan {
        let vector_bits = self.bits(vector_holes).max(WORD_BITS);
        let reflect = |symmetry: &Symmetry| {
            if symmetry.apply(vector_holes) == vector_holes {
                REFLECT
            } else {
                2.0 * REFLECT
            }
        };
        let reflections: f64 = group.symmetries().skip(1).map(reflect).sum();
        let words = f64::from(1 << (vector_bits - WORD_BITS));
        let once = (1.0 + reflections) / group.order() as f64 * (1.0 + STEP / words);
        let blocks = if self.demand == Demand::Exact {
            1.0
        } else {
            BLOCKS_AGAIN
        };
        let vectors = if self.inner_weights(vector_holes).exact {
            1.0
        } else {
            VECTORS_AGAIN
        };
        let cost = once * blocks * vectors;
        Plan {
            group: group.clone(),
            vector_holes,
            vector_bits,
            cost,
        }
    }

    pub fn plans(&self, groups: &[SymmetryGroup]) -> Vec<Plan> {
        let mut vectors: Vec<Bitboard> = Vec::new();
        let mut add = |atoms: &dyn Fn(&SymmetryGroup) -> Vec<Bitboard>| {
            for holes in groups.iter().flat_map(|group| self.vectors(&atoms(group))) {
                if !vectors.contains(&holes) {
                    vectors.push(holes);
                }
            }
            vectors
                .iter()
                .any(|&holes| self.bits(holes) >= LONG_VECTOR_BITS)
        };
        // Vectors that meet the demand themselves are visited once.
        let _ = add(&|group| self.atoms(group)) || add(&|group| self.orbits(group));
        // A class of fewer positions than a word has bits is not folded.
        let is_tiny = self.bits(self.board.full()) < WORD_BITS;
        let groups = groups.iter().filter(|group| !is_tiny || group.order() == 1);
        let of = |group| vectors.iter().map(move |&holes| self.plan(group, holes));
        groups.flat_map(of).collect()
    }

    /// Sets of these that make good vectors: they lie in a set that meets the demand and fits into
    /// a block.
    fn vectors(&self, atoms: &[Bitboard]) -> Vec<Bitboard> {
        let least = WORD_BITS.min(self.bits(self.board.full()));
        let most = if self.demand == Demand::Nothing {
            WORD_BITS
        } else {
            MAX_VECTOR_BITS
        };
        let fits = |set: Bitboard| {
            let has_few_contents = |part: Bitboard| {
                // The checks of the vector that count no other holes make its contents fewer.
                let own = self.rank(set) - self.rank(set.without(part));
                part.count() as usize <= MAX_COMPONENT_BITS + own
            };
            self.bits(set) <= most
                && (self.demand == Demand::Nothing || self.rank(set) <= MAX_VECTOR_PARITY)
                && self.block(set, set).is_some()
                && components(self.board, set)
                    .into_iter()
                    .all(has_few_contents)
        };
        let grown = |first: &Bitboard| {
            std::iter::once(first)
                .chain(atoms)
                .fold(Bitboard::EMPTY, |set, &atom| {
                    if fits(set | atom) { set | atom } else { set }
                })
        };
        atoms
            .iter()
            .map(grown)
            .filter(|&set| self.bits(set) >= least)
            .collect()
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
        let fits =
            self.bits(holes) <= most && self.rank(holes) - self.rank(vector) <= MAX_INNER_PARITY;
        let is_met = fits && (self.demand != Demand::Exact || self.weights(holes).exact);
        is_met.then_some(holes)
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
        parts
            .into_iter()
            .fold(Bitboard::EMPTY, |chosen, (group, holes)| {
                let orbits = group.hole_orbits(holes).into_iter();
                orbits
                    .chain(holes.pegs().map(Hole::bit))
                    .fold(chosen, |chosen, more| {
                        let larger = chosen | more;
                        let independent = self.rank(larger) == larger.count() as usize;
                        if independent { larger } else { chosen }
                    })
            })
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
        // The first of two holes must not weigh less than the second, because a jump can move a peg
        // from there to here.
        let mut moves = Vec::new();
        for triple in self.board.triples() {
            let [over, from, to] = [triple.over(), triple.from(), triple.to()];
            match [over, from, to].map(|hole| set.has(hole)) {
                [false, true, false] => moves.push((over, to)),
                [false, false, true] => moves.push((over, from)),
                [true, false, false] => moves.extend([(from, to), (to, from)]),
                _ => {}
            }
        }
        // Where pegs can go from each hole, whatever is around them.
        let mut ways = vec![Bitboard::EMPTY; holes];
        for &(from, to) in &moves {
            ways[from.index()] = ways[from.index()] | to.bit();
        }
        for via in self.board.each_hole() {
            let on = ways[via.index()];
            ways.iter_mut()
                .filter(|way| way.has(via))
                .for_each(|way| *way = *way | on);
        }
        let returns = |&(from, to): &(Hole, Hole)| ways[to.index()].has(from);
        let exact = !moves.iter().any(returns);
        // Longest paths. As a hole that is left for good adds 1, none is longer than the number of
        // holes.
        let mut by_hole = vec![64; holes];
        for _ in 0..holes {
            for one in &moves {
                let least = by_hole[one.1.index()] + u32::from(!returns(one));
                by_hole[one.0.index()] = least.max(by_hole[one.0.index()]);
            }
        }
        Weights { by_hole, exact }
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

/// The parts of a set that no triple inside the set joins.
pub(in crate::solve) fn components(board: &SmallBoard, set: Bitboard) -> Vec<Bitboard> {
    let mut groups: Vec<Bitboard> = set.pegs().map(Hole::bit).collect();
    let inside = |triple: &&Jump| set.contains(triple.mask());
    for triple in board.triples().iter().filter(inside) {
        let (joined, mut apart): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|&group| !(group & triple.mask()).is_empty());
        apart.push(
            joined
                .into_iter()
                .fold(Bitboard::EMPTY, |all, group| all | group),
        );
        groups = apart;
    }
    groups.sort_unstable_by_key(|group| group.0.trailing_zeros());
    groups
}
