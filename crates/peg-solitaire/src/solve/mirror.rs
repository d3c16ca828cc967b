//! The mirror images of blocks: what a symmetry of board and start does to the numbers of blocks and vectors, and
//! to the bits inside. These maps are affine over GF(2).

use super::kernel::{self, Crossing, Instructions, Turning};
use super::layout::Layout;
use super::within::{MaskedShift, Shift};
use crate::board::Symmetry;
use crate::class::{IndexMap, WORD_BITS};

/// A symmetry under which a layout's blocks are invariant. It takes a vector's bits to one vector, or to several.
pub(super) struct Mirror {
    vector_bits: usize,
    inner_bits: usize,
    map: IndexMap,
    /// For each vector of a block, what its number adds to the image of the block's first index.
    inner: Vec<u64>,
    /// What is done to the bits of every vector, in this order: some trade places.
    turns: Vec<MaskedShift>,
    /// What is undone of an index inside the image before the vectors are stored, and the same as what is done to the image
    /// afterwards: the other way round.
    crossed: Vec<Turn>,
    crossings: Vec<Crossing>,
    masks: Vec<u64>,
}

/// Part of a linear map of the index of a vector's bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// Two bits of the index change places; the lower first.
    Exchange(usize, usize),
    /// The second bit of the index is added to the first.
    Add(usize, usize),
}

impl Turn {
    /// Where a bit goes. Each turn is its own inverse.
    fn apply(self, index: u64) -> u64 {
        match self {
            Self::Exchange(low, high) => {
                let differ = (index >> low ^ index >> high) & 1;
                index ^ differ << low ^ differ << high
            }
            Self::Add(to, from) => index ^ (index >> from & 1) << to,
        }
    }

    /// Where the partners of the bits that the mask lets through come from. Each of these bits is below its partner.
    fn partners(self, vector_bits: usize, masks: &mut Vec<u64>) -> MaskedShift {
        let begin = masks.len();
        masks.resize(begin + (1 << (vector_bits - WORD_BITS)), 0);
        let mut shift = Shift::between(0, 0);
        for bit in (0..1 << vector_bits).filter(|&bit| self.apply(bit) > bit) {
            shift = Shift::between(self.apply(bit), bit);
            masks[begin + (bit >> WORD_BITS) as usize] |= 1 << (bit & 63);
        }
        MaskedShift { shift, mask: begin }
    }

    /// The same between vectors: a bit of the vectors' numbers takes part, and one of the bits inside.
    fn crossing(self, vector_bits: usize, masks: &mut Vec<u64>) -> Crossing {
        let (inside, number, shift) = match self {
            Self::Exchange(low, high) => (low, high, Shift::between(0, 1 << low)),
            Self::Add(to, from) => (from, to, Shift::between(0, 0)),
        };
        let begin = masks.len();
        masks.resize(begin + (1 << (vector_bits - WORD_BITS)), 0);
        for bit in (0..1_u64 << vector_bits).filter(|bit| bit >> inside & 1 == 1) {
            masks[begin + (bit >> WORD_BITS) as usize] |= 1 << (bit & 63);
        }
        Crossing { bit: number - vector_bits, turn: MaskedShift { shift, mask: begin } }
    }
}

/// Where an index goes by these turns, one after the other.
fn apply(turns: &[Turn], index: u64) -> u64 {
    turns.iter().fold(index, |index, turn| turn.apply(index))
}

/// What each symmetry of a layout except the identity does to a block.
pub(super) fn mirrors(layout: &Layout) -> Vec<Mirror> {
    layout.group.symmetries().skip(1).map(|symmetry| Mirror::new(layout, symmetry)).collect()
}

impl Mirror {
    fn new(layout: &Layout, symmetry: &Symmetry) -> Self {
        let (vector_bits, inner_bits) = (layout.vector_bits, layout.inner_bits);
        let map = IndexMap::new(&layout.class, symmetry);
        let mut columns: Vec<u64> = (0..vector_bits).map(|bit| map.column(bit)).collect();
        let crossed = crossings(&mut columns, vector_bits + inner_bits);
        let mut masks = kernel::flip_masks(1 << (vector_bits - WORD_BITS));
        let turns = turns(&columns).expect("a symmetry can be undone");
        let turns = turns.into_iter().map(|turn| turn.partners(vector_bits, &mut masks)).collect();
        let crossings = crossed.iter().rev().map(|turn| turn.crossing(vector_bits, &mut masks));
        let crossings = crossings.collect();
        let inner = (0..1_u64 << inner_bits).map(|number| map.apply(number << vector_bits));
        let inner = inner.map(|image| apply(&crossed, image ^ map.apply(0))).collect();
        Self { vector_bits, inner_bits, map, inner, turns, crossed, crossings, masks }
    }

    /// The image of an index.
    #[inline]
    pub fn index(&self, index: u64) -> u64 {
        self.map.apply(index)
    }

    /// The index that bit 0 of a block goes to.
    fn first(&self, block: usize) -> u64 {
        self.map.apply((block as u64) << (self.vector_bits + self.inner_bits))
    }

    /// The number of a block's image.
    #[inline]
    pub fn block(&self, block: usize) -> usize {
        (self.first(block) >> (self.vector_bits + self.inner_bits)) as usize
    }

    /// Writes the image of a block.
    pub fn reflect(
        &self,
        instructions: Instructions,
        block: usize,
        words: &[u64],
        image: &mut [u64],
    ) {
        let turning = Turning {
            turns: &self.turns,
            crossings: &self.crossings,
            masks: &self.masks,
            index: apply(&self.crossed, self.first(block)),
            inner: &self.inner,
            vector_bits: self.vector_bits,
        };
        kernel::reflect(instructions, &turning, words, image);
    }
}

/// The turns after which a linear map takes vectors to vectors. `columns` says where each bit inside a vector goes, among the bits inside
/// a block: at first with the turns to come, then without.
///
/// ```text
///   bits inside a vector     A     columns of full rank; where A's rank is less, rows of B trade places with rows of A that are
///   numbers of vectors       B     sums of others; then each row of B is a sum of rows of A, which are added to it: B = 0
/// ```
fn crossings(columns: &mut [u64], bits: usize) -> Vec<Turn> {
    let vector_bits = columns.len();
    let row = |columns: &[u64], row: usize| {
        let bits = columns.iter().enumerate().map(|(bit, column)| (column >> row & 1) << bit);
        bits.sum::<u64>()
    };
    // Rows with different highest bits, each with the rows of A whose sum it is.
    let mut basis: Vec<(u64, u64)> = Vec::new();
    let reduced = |basis: &[(u64, u64)], row: u64| {
        basis.iter().fold((row, 0), |(row, sum), &(one, of)| {
            if row ^ one < row { (row ^ one, sum ^ of) } else { (row, sum) }
        })
    };
    let mut spare = Vec::new();
    for number in 0..vector_bits {
        match reduced(&basis, row(columns, number)) {
            (0, _) => spare.push(number),
            (rest, sum) => basis.push((rest, sum ^ 1 << number)),
        }
    }
    let mut turns = Vec::new();
    for number in vector_bits..bits {
        let (rest, sum) = reduced(&basis, row(columns, number));
        if rest != 0 {
            let place = spare.pop().expect("as many rows are missing as can be had");
            basis.push((rest, sum ^ 1 << place));
            turns.push(Turn::Exchange(place, number));
        }
    }
    columns.iter_mut().for_each(|column| *column = apply(&turns, *column));
    let exchanges = turns.len();
    for number in vector_bits..bits {
        let (_, sum) = reduced(&basis, row(columns, number));
        let added = (0..vector_bits).filter(|place| sum >> place & 1 == 1);
        turns.extend(added.map(|place| Turn::Add(number, place)));
    }
    columns.iter_mut().for_each(|column| *column = apply(&turns[exchanges..], *column));
    turns
}

/// The turns that together map bit k of an index to `columns[k]`, a sum of bits, if this map has an inverse.
fn turns(columns: &[u64]) -> Option<Vec<Turn>> {
    let bits = columns.len();
    let mut columns = columns.to_vec();
    let mut turns = Vec::new();
    let mut undo = |columns: &mut Vec<u64>, turn: Turn| {
        for column in columns.iter_mut() {
            *column = turn.apply(*column);
        }
        turns.push(turn);
    };
    // Elimination to the identity. Each turn is its own inverse, so the map is the same turns in reverse order.
    for bit in 0..bits {
        let pivot = (bit..bits).find(|&row| columns[bit] >> row & 1 == 1)?;
        if pivot != bit {
            undo(&mut columns, Turn::Exchange(bit, pivot));
        }
        for row in (0..bits).filter(|&row| row != bit) {
            if columns[bit] >> row & 1 == 1 {
                undo(&mut columns, Turn::Add(row, bit));
            }
        }
    }
    turns.reverse();
    Some(turns)
}
