//! How the dense index of a class is laid out for the solver: which holes are the bits inside a
//! vector, which number the vectors of a block, and which number the blocks. It is computed from
//! the board and the start, and holds no positions.
//!
//! All positions of a block have the same pegs outside of it, so these pegs give the block a
//! weight. `docs/internals/solver.md` draws the layout of 5 x 7 and says why no jump raises that
//! weight: a block depends on none that is lighter. So blocks are visited by decreasing weight;
//! once, if no jump keeps the weight. The same holds for the vectors inside a block.

mod closed;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bits::WORD_BITS;
use crate::board::{Bitboard, Hole, SmallBoard};
use crate::class::{PositionClass, SymmetryGroup, moves_blocks};
use crate::gf2::{AffineMap, Basis};
pub(super) use closed::components;
use closed::{Closed, Demand, LONG_VECTOR_BITS, VectorCandidate, Weights};

/// The most bits of a block's number that tell whether it is kept, and its images.
const MAX_TOP_BITS: usize = 18;

/// How a class's dense index is cut into blocks, vectors and bits.
#[derive(Clone)]
pub(super) struct IndexLayout {
    pub class: Arc<PositionClass>,
    /// Bits of the index inside a vector: from 6 to 10.
    pub vector_bits: usize,
    /// Bits of the index that number the vectors of a block.
    pub inner_bits: usize,
    /// Bits of the index that number the blocks.
    pub block_bits: usize,
    /// The holes of a vector, its parity holes too.
    pub vector_holes: Bitboard,
    /// The holes of a block, its parity holes too.
    pub block_holes: Bitboard,
    /// The weights of pegs outside a vector, for the order of vectors in a block.
    pub inner: Weights,
    /// The weights of pegs outside a block, for the order of blocks.
    pub blocks: Weights,
    /// Symmetries of the board and of the start under which the layout is invariant.
    pub group: SymmetryGroup,
}

/// A layout, and an estimate of the time that it takes.
struct Costed {
    cost: f64,
    layout: IndexLayout,
}

impl IndexLayout {
    /// The best layout found for the positions that can be reached from the start.
    pub fn new(board: &SmallBoard, start: Bitboard) -> Self {
        let groups = SymmetryGroup::of(board).keeping(start).subgroups();
        let mut found: Vec<Costed> = Vec::new();
        for demand in Demand::ALL {
            let closed = Closed::new(board, demand);
            let mut candidates = closed.candidates(&groups);
            candidates.sort_by(|one, other| one.cost.total_cmp(&other.cost));
            let cheapest = candidates.into_iter().find_map(|candidate| {
                Some(Costed {
                    cost: candidate.cost,
                    layout: Self::of(board, start, &closed, candidate)?,
                })
            });
            found.extend(cheapest);

            let is_enough = |costed: &Costed| {
                demand > Demand::Exact || costed.layout.vector_bits >= LONG_VECTOR_BITS
            };
            if found.iter().any(is_enough) {
                break;
            }
        }

        let best = found
            .into_iter()
            .min_by(|one, other| one.cost.total_cmp(&other.cost));
        best.expect("every board has vectors of which nothing is asked")
            .layout
    }

    /// The layout of a candidate, if the blocks that its symmetries ask for are small enough.
    fn of(
        board: &SmallBoard,
        start: Bitboard,
        closed: &Closed<'_>,
        candidate: VectorCandidate,
    ) -> Option<Self> {
        let VectorCandidate {
            group,
            vector_holes,
            vector_bits,
            ..
        } = candidate;
        let block_holes = largest_block(closed, &group, vector_holes)?;
        let inner_holes = block_holes.without(vector_holes);
        let outer_holes = board.full().without(block_holes);

        // The symmetries that move bits only inside vectors.
        let own = group.with(|symmetry| symmetry.apply(vector_holes) == vector_holes);
        let parity = closed.parity(&own, &group, vector_holes, block_holes);
        let parity_holes: Vec<Hole> = parity.pegs().collect();
        let mut bits = vector_bits_order(board, &own, vector_holes, parity);
        bits.extend(inner_holes.without(parity));
        bits.extend(tops_last(&group, outer_holes, parity));
        let class = PositionClass::with_order(board, start, &parity_holes, &bits);

        Some(Self {
            class: Arc::new(class),
            vector_bits,
            inner_bits: inner_holes.without(parity).count() as usize,
            block_bits: outer_holes.without(parity).count() as usize,
            vector_holes,
            block_holes,
            inner: closed.inner_weights(vector_holes),
            blocks: closed.weights(block_holes),
            group,
        })
    }

    /// The memory in bytes that closing a set takes: the kept blocks, and what tells their places.
    pub fn memory_needed(&self) -> u64 {
        // A byte for each kept block: whether anything is in it.
        let block = (1_u128 << self.inside_bits() >> 3) + 1;
        let mut needed = self.kept_blocks() * block + u128::from(self.tables_needed());

        if !self.blocks.exact {
            // The largest level is there twice while it is visited again and again.
            let largest = self.blocks_by_weight().into_values().max().unwrap_or(0);
            needed += largest * block / self.group.order() as u128;
        }
        u64::try_from(needed).unwrap_or(u64::MAX)
    }

    /// The memory in bytes that telling the places of blocks takes, about.
    pub fn tables_needed(&self) -> u64 {
        let low_bits = self.low_bits();
        let tables = (16_u128 << (self.block_bits - low_bits)) + (16_u128 << low_bits);
        u64::try_from(tables).unwrap_or(u64::MAX)
    }

    /// The number of blocks that are kept: of the values of the top bits of their numbers, those of
    /// which none is an image of another, by Burnside's lemma as many as a symmetry leaves in place
    /// on average.
    fn kept_blocks(&self) -> u128 {
        let low_bits = self.low_bits();
        let below = self.inside_bits() + low_bits;
        let tops = self.block_bits - low_bits;

        let mut in_place = 0;
        for map in self.maps() {
            // Where the map is the identity: the solutions of a system of linear equations.
            let column = |bit| map.column(below + bit) >> below ^ 1_u64 << bit;
            let moved = Basis::of((0..tops).map(column));
            let is_solvable = moved.reduced(map.image(0) >> below) == 0;
            if is_solvable {
                in_place += 1_u128 << (tops - moved.rank());
            }
        }
        (in_place / self.group.order() as u128) << low_bits
    }

    /// The number of low bits of a block's number. It is the smallest that leaves few other bits
    /// and that no symmetry mixes with them.
    pub fn low_bits(&self) -> usize {
        let maps: Vec<AffineMap> = self.maps().collect();
        let are_apart = |&low_bits: &usize| {
            let below = self.inside_bits() + low_bits;
            maps.iter().all(|map| moves_blocks(map, below))
        };

        let least = self.block_bits.saturating_sub(MAX_TOP_BITS);
        let found = (least..self.block_bits).find(are_apart);
        found.unwrap_or(self.block_bits)
    }

    /// The most that a block weighs that can be reached from the starts.
    pub fn heaviest(&self, starts: &[Bitboard]) -> u32 {
        starts
            .iter()
            .map(|&start| self.block_weight(start))
            .max()
            .unwrap_or(0)
    }

    /// For each weight, how many blocks have it, kept or not.
    pub fn blocks_by_weight(&self) -> BTreeMap<u32, u128> {
        let first = self.class.position(0);
        let parity_holes = self.class.parity_holes();
        // By content of the parity holes, and weight of the others.
        let mut counts = BTreeMap::from([((first & parity_holes, 0), 1_u128)]);
        for bit in self.inside_bits()..self.inside_bits() + self.block_bits {
            let change = self.class.position(1 << bit) ^ first;
            let parity = change & parity_holes;
            let weight = self.block_weight(change.without(parity_holes));
            for ((content, before), count) in counts.clone() {
                let with_bit = (content ^ parity, before + weight);
                *counts.entry(with_bit).or_default() += count;
            }
        }

        let mut by_weight = BTreeMap::new();
        for ((content, weight), count) in counts {
            let whole = weight + self.block_weight(content);
            *by_weight.entry(whole).or_default() += count;
        }
        by_weight
    }

    /// What each symmetry does to an index, the identity first.
    pub fn maps(&self) -> impl Iterator<Item = AffineMap> {
        self.group.index_maps(&self.class)
    }

    /// The bits of an index inside a block.
    pub fn inside_bits(&self) -> usize {
        self.vector_bits + self.inner_bits
    }

    /// The holes outside a block.
    pub fn outer_holes(&self) -> Bitboard {
        self.class.board().full().without(self.block_holes)
    }

    /// What the memory of lists of blocks is for.
    pub fn what(&self) -> String {
        format!("the list of the blocks of {}", self.class.board())
    }

    /// The weight of the pegs outside a block. Later blocks weigh less.
    pub fn block_weight(&self, position: Bitboard) -> u32 {
        self.blocks.of(position.without(self.block_holes))
    }

    /// The numbers of the vectors of a block with these first positions, by decreasing weight of
    /// the pegs outside the vector.
    pub fn inner_order(&self, firsts: &[Bitboard]) -> Vec<usize> {
        let outside = self.block_holes.without(self.vector_holes);
        let weight = |number: usize| self.inner.of(firsts[number] & outside);

        let mut order: Vec<usize> = (0..firsts.len()).collect();
        order.sort_by_key(|&number| Reverse(weight(number)));
        order
    }
}

/// The holes of the largest block found with these vectors and their images.
fn largest_block(
    closed: &Closed<'_>,
    group: &SymmetryGroup,
    vector_holes: Bitboard,
) -> Option<Bitboard> {
    let mut images = Bitboard::EMPTY;
    for symmetry in group.symmetries() {
        images |= symmetry.apply(vector_holes);
    }

    let mut block = closed.block(vector_holes, images)?;
    for atom in closed.atoms(group) {
        if let Some(larger) = closed.block(vector_holes, block | atom) {
            block = larger;
        }
    }
    Some(block)
}

/// Orders the free holes of a vector so that whole orbits number the bits of a word, if possible.
/// Then a symmetry moves bits only inside words, and moves words unchanged. Orbits that many jumps
/// inside the vector touch come first.
fn vector_bits_order(
    board: &SmallBoard,
    group: &SymmetryGroup,
    vector_holes: Bitboard,
    parity: Bitboard,
) -> Vec<Hole> {
    let orbits = group.hole_orbits(vector_holes.without(parity));
    let triples = board.triples().iter().map(|triple| triple.mask());
    let inside: Vec<Bitboard> = triples
        .filter(|&mask| vector_holes.contains(mask))
        .collect();
    let touched =
        |orbit: Bitboard| -> u32 { inside.iter().map(|&triple| (triple & orbit).count()).sum() };

    let in_word = orbits_of_a_word(&orbits, touched);
    let others = orbits.iter().filter(|orbit| !in_word.contains(orbit));
    in_word
        .iter()
        .chain(others)
        .flat_map(|orbit| orbit.pegs())
        .collect()
}

/// Some orbits.
#[derive(Clone, Default)]
struct SomeOrbits {
    orbits: Vec<Bitboard>,
    /// How often jumps touch them.
    touched: u32,
}

/// The orbits that together are as many holes as a word has bits numbers: those that jumps touch
/// most often. None if no orbits are together so many.
fn orbits_of_a_word(orbits: &[Bitboard], touched: impl Fn(Bitboard) -> u32) -> Vec<Bitboard> {
    // For each number of holes up to that, the best orbits with so many.
    let mut best: Vec<Option<SomeOrbits>> = vec![None; WORD_BITS + 1];
    best[0] = Some(SomeOrbits::default());
    for &orbit in orbits {
        let size = orbit.count() as usize;
        for sum in (size..=WORD_BITS).rev() {
            let Some(smaller) = &best[sum - size] else {
                continue;
            };

            let mut larger = smaller.clone();
            larger.orbits.push(orbit);
            larger.touched += touched(orbit);
            let is_better = match &best[sum] {
                Some(known) => known.touched < larger.touched,
                None => true,
            };
            if is_better {
                best[sum] = Some(larger);
            }
        }
    }
    best.pop().flatten().unwrap_or_default().orbits
}

/// Orders the holes outside the blocks so that the highest bits of a block's number are whole
/// orbits: those without parity holes, the large ones last.
fn tops_last(group: &SymmetryGroup, holes: Bitboard, parity: Bitboard) -> Vec<Hole> {
    if holes.without(parity).count() as usize <= MAX_TOP_BITS {
        return holes.pegs().collect();
    }

    let mut orbits = group.hole_orbits(holes);
    orbits.sort_by_key(|&orbit| ((orbit & parity).is_empty(), orbit.count()));
    orbits.into_iter().flat_map(Bitboard::pegs).collect()
}
