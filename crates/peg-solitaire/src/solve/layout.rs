//! The layout of the set: the holes that are the bits inside a vector, those that number the
//! vectors of a block, and those that number the blocks; and an order in which no block depends on
//! a later one. It is computed from the board and the start, and holds no positions.
//!
//! `docs/internals/solver.md` draws the layout of 5 x 7 and says why no jump raises the weight of
//! the pegs outside a closed set. All positions of a block share their pegs outside, so each block
//! is visited in order of decreasing weight; once, if no jump keeps the weight. Nor do the weights
//! of the pegs outside a vector rise when jumps are played inside its block.

mod closed;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bits::WORD_BITS;
use crate::board::{Bitboard, Hole, SmallBoard};
use crate::class::{PositionClass, SymmetryGroup, moves_blocks};
use crate::gf2::{AffineMap, Basis};
pub(super) use closed::components;
use closed::{Closed, Demand, LONG_VECTOR_BITS, Plan, Weights};

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

impl IndexLayout {
    /// The best layout found for the positions that can be reached from the start.
    pub fn new(board: &SmallBoard, start: Bitboard) -> Self {
        let groups = SymmetryGroup::of(board).keeping(start).subgroups();
        let mut plans: Vec<(f64, Self)> = Vec::new();
        for demand in Demand::ALL {
            let closed = Closed::new(board, demand);
            let mut more = closed.plans(&groups);
            more.sort_by(|one, other| one.cost.total_cmp(&other.cost));
            let first = |plan: Plan| Some((plan.cost, Self::of(board, start, &closed, plan)?));
            plans.extend(more.into_iter().find_map(first));
            let is_enough =
                |layout: &Self| demand > Demand::Exact || layout.vector_bits >= LONG_VECTOR_BITS;
            if plans.iter().any(|(_, layout)| is_enough(layout)) {
                break;
            }
        }
        let best = plans
            .into_iter()
            .min_by(|(one, _), (other, _)| one.total_cmp(other));
        best.expect("every board has vectors of which nothing is asked")
            .1
    }

    /// The layout of a plan, if the blocks that its symmetries ask for are small enough.
    fn of(board: &SmallBoard, start: Bitboard, closed: &Closed<'_>, plan: Plan) -> Option<Self> {
        let Plan {
            group,
            vector_holes,
            vector_bits,
            ..
        } = plan;
        let images = group
            .symmetries()
            .map(|symmetry| symmetry.apply(vector_holes));
        let all = images.fold(Bitboard::EMPTY, |all, image| all | image);
        let mut block_holes = closed.block(vector_holes, all)?;
        for atom in closed.atoms(&group) {
            block_holes = closed
                .block(vector_holes, block_holes | atom)
                .unwrap_or(block_holes);
        }
        let blocks = closed.weights(block_holes);
        let inner = closed.inner_weights(vector_holes);
        // The symmetries that move bits only inside vectors.
        let own = group.with(|symmetry| symmetry.apply(vector_holes) == vector_holes);
        let parity = closed.parity(&own, &group, vector_holes, block_holes);
        let inner_holes = block_holes.without(vector_holes);
        let outer_holes = board.full().without(block_holes);
        let bits: Vec<Hole> = vector_bits_order(board, &own, vector_holes, parity)
            .into_iter()
            .chain(inner_holes.without(parity).pegs())
            .chain(tops_last(&group, outer_holes, parity))
            .collect();
        let parity_holes: Vec<Hole> = parity.pegs().collect();
        Some(Self {
            class: Arc::new(PositionClass::with_order(
                board,
                start,
                &parity_holes,
                &bits,
            )),
            vector_bits,
            inner_bits: inner_holes.without(parity).count() as usize,
            block_bits: outer_holes.without(parity).count() as usize,
            vector_holes,
            block_holes,
            inner,
            blocks,
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
        let (below, tops) = (self.inside_bits() + low_bits, self.block_bits - low_bits);
        let in_place = |map: AffineMap| {
            // Where the map is the identity: the solutions of a system of linear equations.
            let column = |bit| map.column(below + bit) >> below ^ 1_u64 << bit;
            let moved = Basis::of((0..tops).map(column));
            let solvable = moved.reduced(map.image(0) >> below) == 0;
            if solvable {
                1_u128 << (tops - moved.rank())
            } else {
                0
            }
        };
        (self.maps().map(in_place).sum::<u128>() / self.group.order() as u128) << low_bits
    }

    /// The number of low bits of a block's number. It is the smallest that leaves few other bits
    /// and that no symmetry mixes with them.
    pub fn low_bits(&self) -> usize {
        let maps: Vec<AffineMap> = self.maps().collect();
        let apart = |&low: &usize| {
            maps.iter()
                .all(|map| moves_blocks(map, self.inside_bits() + low))
        };
        let least = self.block_bits.saturating_sub(MAX_TOP_BITS);
        (least..self.block_bits)
            .find(apart)
            .unwrap_or(self.block_bits)
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
        let (first, parity_holes) = (self.class.position(0), self.class.parity_holes());
        // For each content of the parity holes, and the weight of the others.
        let mut counts = BTreeMap::from([((first & parity_holes, 0), 1_u128)]);
        for bit in self.inside_bits()..self.inside_bits() + self.block_bits {
            let change = self.class.position(1 << bit) ^ first;
            let (parity, weight) = (
                change & parity_holes,
                self.block_weight(change.without(parity_holes)),
            );
            for ((content, before), count) in counts.clone() {
                *counts
                    .entry((content ^ parity, before + weight))
                    .or_default() += count;
            }
        }
        let mut by_weight = BTreeMap::new();
        for ((content, weight), count) in counts {
            *by_weight
                .entry(weight + self.block_weight(content))
                .or_default() += count;
        }
        by_weight
    }

    /// What each symmetry does to an index, the identity first.
    pub fn maps(&self) -> impl Iterator<Item = AffineMap> {
        self.group.index_maps(&self.class)
    }

    pub fn inside_bits(&self) -> usize {
        self.vector_bits + self.inner_bits
    }

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
        let mut order: Vec<usize> = (0..firsts.len()).collect();
        order.sort_by_key(|&number| Reverse(self.inner.of(firsts[number] & outside)));
        order
    }
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
    let inside = board
        .triples()
        .iter()
        .filter(|triple| vector_holes.contains(triple.mask()));
    let touched = |orbit: Bitboard| -> u32 {
        inside
            .clone()
            .map(|triple| (triple.mask() & orbit).count())
            .sum()
    };
    // For each sum of sizes up to a word's: the best orbits with this sum, and how often they are
    // touched.
    let mut sums: Vec<Option<(u32, Vec<Bitboard>)>> = vec![None; WORD_BITS + 1];
    sums[0] = Some((0, Vec::new()));
    for &orbit in &orbits {
        let size = orbit.count() as usize;
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
    inside
        .iter()
        .chain(others)
        .flat_map(|orbit| orbit.pegs())
        .collect()
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
