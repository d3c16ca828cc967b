//! The mirror images of blocks: what a symmetry of board and start does to the numbers of blocks
//! and vectors, and to the bits inside. These maps are affine over GF(2).

use super::kernel;
use super::layout::IndexLayout;
use super::within::{MaskedShift, Shift};
use crate::bits::{SET, WORD_BITS, ones};
use crate::gf2::{AffineMap, Operation, lower_operations, operations};

/// A symmetry under which a layout's blocks are invariant. It takes a vector's bits to one vector,
/// or to several.
pub(super) struct Mirror {
    /// The number of bits of an index inside a vector.
    pub vector_bits: usize,
    inner_bits: usize,
    map: AffineMap,
    /// For each vector of a block, what its number adds to the image of the block's first index.
    pub inner: Vec<u64>,
    /// What is done to every vector, in this order: the bits that the mask lets through trade
    /// places with those that the shift brings to them.
    pub exchanges: Vec<MaskedShift>,
    /// What is undone of an index inside the image before the vectors are stored, and the same as
    /// what is done to the image afterwards: the other way round.
    crossed: Vec<Operation>,
    /// Exchanges of bits between two vectors whose numbers differ only in one bit, which is clear
    /// in the first. The bits of the first that the mask lets through trade places with those of
    /// the second that the shift brings to them.
    pub crossings: Vec<(usize, MaskedShift)>,
    /// For each bit of the number of a bit in a word, the mask of the bits whose number has it
    /// clear. Then the masks of exchanges and crossings.
    pub masks: Vec<u64>,
}

/// An operation on the index of a vector's bits as a shift: where the partners of the bits that the
/// mask lets through come from. Each of these bits is below its partner.
fn exchange(operation: Operation, vector_bits: usize, masks: &mut Vec<u64>) -> MaskedShift {
    let mut shift = Shift::between(0, 0);
    let mask = add_mask(vector_bits, masks, |bit| {
        let partner = operation.apply(bit);
        if partner > bit {
            shift = Shift::between(partner, bit);
        }
        partner > bit
    });
    MaskedShift { shift, mask }
}

/// An operation between vectors: a bit of the vectors' numbers takes part, and one of the bits
/// inside.
fn crossing(
    operation: Operation,
    vector_bits: usize,
    masks: &mut Vec<u64>,
) -> (usize, MaskedShift) {
    let (inside, number, shift) = match operation {
        Operation::Exchange(low, high) => (low, high, Shift::between(0, 1 << low)),
        Operation::Add(to, from) => (from, to, Shift::between(0, 0)),
    };
    let mask = add_mask(vector_bits, masks, |bit| bit >> inside & 1 == 1);
    (number - vector_bits, MaskedShift { shift, mask })
}

/// Appends the mask of the bits of a vector for whose numbers a condition holds. Returns where it
/// begins.
fn add_mask(vector_bits: usize, masks: &mut Vec<u64>, mut holds: impl FnMut(u64) -> bool) -> usize {
    let begin = masks.len();
    let words = 0..1 << (vector_bits - WORD_BITS);
    masks.extend(words.map(|word: u64| {
        let bits = ones(u64::MAX).filter(|&bit| holds(word << WORD_BITS | u64::from(bit)));
        bits.map(|bit| 1 << bit).sum::<u64>()
    }));
    begin
}

/// What each symmetry of a layout except the identity does to a block.
pub(super) fn mirrors(layout: &IndexLayout) -> Vec<Mirror> {
    layout
        .maps()
        .skip(1)
        .map(|map| Mirror::new(layout, map))
        .collect()
}

impl Mirror {
    fn new(layout: &IndexLayout, map: AffineMap) -> Self {
        let (vector_bits, inner_bits) = (layout.vector_bits, layout.inner_bits);
        let mut columns: Vec<u64> = (0..vector_bits).map(|bit| map.column(bit)).collect();
        // First the bits of each vector are put in order, then bits cross from vector to vector.
        let crossed = lower_operations(&mut columns, vector_bits + inner_bits);
        let inside = operations(&columns).expect("a symmetry can be undone");
        let mut masks = Vec::new();
        for set in SET {
            masks.resize(masks.len() + (1 << (vector_bits - WORD_BITS)), !set);
        }
        let exchanges = inside.into_iter();
        let exchanges = exchanges
            .map(|one| exchange(one, vector_bits, &mut masks))
            .collect();
        let crossings = crossed.iter().rev();
        let crossings = crossings
            .map(|&one| crossing(one, vector_bits, &mut masks))
            .collect();
        let inner = (0..1 << inner_bits).map(|number: u64| map.image(number << vector_bits));
        let inner = inner.map(|image| Operation::apply_all(&crossed, image ^ map.image(0)));
        let inner = inner.collect();
        Self {
            vector_bits,
            inner_bits,
            map,
            inner,
            exchanges,
            crossed,
            crossings,
            masks,
        }
    }

    #[inline]
    pub fn index(&self, index: u64) -> u64 {
        self.map.image(index)
    }

    /// The index that bit 0 of a block goes to.
    fn first(&self, block: usize) -> u64 {
        self.map
            .image((block as u64) << (self.vector_bits + self.inner_bits))
    }

    #[inline]
    pub fn block(&self, block: usize) -> usize {
        (self.first(block) >> (self.vector_bits + self.inner_bits)) as usize
    }

    pub fn reflect(&self, block: usize, words: &[u64], image: &mut [u64]) {
        let index = Operation::apply_all(&self.crossed, self.first(block));
        kernel::reflect(self, index, words, image);
    }
}
