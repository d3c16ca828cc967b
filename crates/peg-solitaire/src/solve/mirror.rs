//! The mirror images of blocks: what a symmetry of board and start does to the numbers of blocks
//! and vectors, and to the bits inside. These maps are affine over GF(2).

use super::layout::IndexLayout;
use super::within::{MaskedShift, Shift};
use crate::bits::{SET, WORD_BITS, ones};
use crate::gf2::{AffineMap, Operation, lower_operations, operations};

/// A symmetry under which a layout's blocks are invariant. It takes the bits of a vector to one
/// vector, or to several.
///
/// A block is turned in three steps:
///
/// 1. The bits inside each vector trade places: `exchanges`.
/// 2. Each vector is stored in its place in the image: `inner`.
/// 3. If bits of a vector belong to different vectors of the image, they cross over: `crossings`.
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
    /// The operations of the crossings, the last first. Done to an index, they tell where its bit
    /// is before bits cross, and so where a vector is stored.
    crossed: Vec<Operation>,
    /// What is done to the image, in this order.
    pub crossings: Vec<Crossing>,
    /// For each bit of the number of a bit in a word, the mask of the bits whose number has it
    /// clear. Then the masks of exchanges and crossings.
    pub masks: Vec<u64>,
}

/// An exchange of bits between two vectors whose numbers differ only in one bit, which is clear in
/// the first. The bits of the first that the mask lets through trade places with those of the
/// second that the shift brings to them.
pub(super) struct Crossing {
    /// The number of the bit.
    pub bit: usize,
    pub exchange: MaskedShift,
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
fn crossing(operation: Operation, vector_bits: usize, masks: &mut Vec<u64>) -> Crossing {
    let (inside, outside, shift) = match operation {
        Operation::Exchange(low, high) => (low, high, Shift::between(0, 1 << low)),
        Operation::Add(to, from) => (from, to, Shift::between(0, 0)),
    };
    let mask = add_mask(vector_bits, masks, |bit| bit >> inside & 1 == 1);

    Crossing {
        bit: outside - vector_bits,
        exchange: MaskedShift { shift, mask },
    }
}

/// Appends the mask of the bits of a vector for whose numbers a condition holds. Returns where it
/// begins.
fn add_mask(vector_bits: usize, masks: &mut Vec<u64>, mut holds: impl FnMut(u64) -> bool) -> usize {
    let begin = masks.len();
    for word in 0..1_u64 << (vector_bits - WORD_BITS) {
        let mut mask = 0;
        for bit in ones(u64::MAX) {
            let number = word << WORD_BITS | u64::from(bit);
            mask |= u64::from(holds(number)) << bit;
        }
        masks.push(mask);
    }
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
        let vector_bits = layout.vector_bits;
        let inner_bits = layout.inner_bits;
        let mut columns: Vec<u64> = (0..vector_bits).map(|bit| map.column(bit)).collect();
        // First the bits of each vector are put in order, then bits cross from vector to vector.
        let crossed = lower_operations(&mut columns, vector_bits + inner_bits);
        let inside = operations(&columns).expect("a symmetry can be undone");

        let mut masks = Vec::new();
        for set in SET {
            masks.resize(masks.len() + (1 << (vector_bits - WORD_BITS)), !set);
        }
        let mut exchanges = Vec::new();
        for operation in inside {
            exchanges.push(exchange(operation, vector_bits, &mut masks));
        }
        let mut crossings = Vec::new();
        for &operation in crossed.iter().rev() {
            crossings.push(crossing(operation, vector_bits, &mut masks));
        }

        let mut inner = Vec::new();
        for number in 0..1_u64 << inner_bits {
            let adds = map.image(number << vector_bits) ^ map.image(0);
            inner.push(Operation::apply_all(&crossed, adds));
        }
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

    /// The image of an index.
    #[inline]
    pub fn index(&self, index: u64) -> u64 {
        self.map.image(index)
    }

    /// The image of a block.
    #[inline]
    pub fn block(&self, block: usize) -> usize {
        (self.first(block) >> (self.vector_bits + self.inner_bits)) as usize
    }

    /// The index that bit 0 of a block goes to.
    #[inline]
    fn first(&self, block: usize) -> u64 {
        self.map
            .image((block as u64) << (self.vector_bits + self.inner_bits))
    }

    /// Where bit 0 of a block is in the image before bits cross.
    pub fn before_crossing(&self, block: usize) -> u64 {
        Operation::apply_all(&self.crossed, self.first(block))
    }
}
