//! The jumps of a board in terms of a layout: for each jump, the blocks and vectors that it leads to, those that it comes
//! from, and the bits of a vector that take part.

use super::layout::Layout;
use super::within::Within;
use crate::board::{Hole, Jump, Position};
use crate::class::WORD_BITS;

/// How the bits of a vector are moved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shift {
    /// XORed with the number of a word, the number of the word that its bits go to.
    pub word_flip: usize,
    /// How far the bits are rotated to the left inside their words. The masks let no bit pass the end of its word.
    pub rotate: u32,
}

impl Shift {
    /// The shift that takes one bit to another.
    pub fn between(before: u64, after: u64) -> Self {
        let in_word = |index: u64| (index & ((1 << WORD_BITS) - 1)) as u32;
        Self {
            word_flip: ((before ^ after) >> WORD_BITS) as usize,
            rotate: in_word(after).wrapping_sub(in_word(before)) % 64,
        }
    }
}

/// A jump as an operation on bit vectors, seen from its destination.
#[derive(Clone)]
pub(super) struct VectorJump {
    pub jump: Jump,
    /// The number of its triple.
    pub triple: usize,
    /// Of the jump's holes outside the vector: all, and those that hold a peg afterwards.
    pub care: Position,
    pub want: Position,
    /// XORed with the number of the block, and of the vector in it: where the jump comes from.
    pub block_flip: usize,
    pub inner_flip: usize,
    pub shift: Shift,
    /// The jump's parity holes in the vector, each with the distance in [`VectorJumps::masks`] between the masks for its
    /// two contents. Unused entries have the distance 0.
    parity: [(Hole, usize); 3],
    /// Where the masks begin, one for each content of the parity holes.
    masks: usize,
}

impl VectorJump {
    /// Where the mask begins for a vector whose bit 0 is this position.
    #[inline(always)]
    pub fn mask(&self, source: Position) -> usize {
        let [one, two, three] =
            self.parity.map(|(hole, stride)| usize::from(source.has(hole)) * stride);
        self.masks + one + two + three
    }

    /// The jump's parity holes in the vector.
    pub fn parity_holes(&self) -> impl Iterator<Item = Hole> {
        self.parity.into_iter().filter(|&(_, stride)| stride > 0).map(|(hole, _)| hole)
    }

    /// Whether all bits of the vector take part and stay in place.
    pub fn is_plain(&self) -> bool {
        (self.jump.mask().without(self.care)).is_empty()
    }

    /// Whether the jump can lead into a block or vector, judging by these holes.
    #[inline(always)]
    pub fn leads_to(&self, pegs: Position, holes: Position) -> bool {
        pegs & self.care & holes == self.want & holes
    }
}

/// All the jumps of a layout.
pub(super) struct VectorJumps {
    /// Between vectors of different blocks.
    pub outer: Vec<VectorJump>,
    /// Between the vectors of a block.
    pub inner: Vec<VectorJump>,
    /// For each vector of a block, the numbers of the jumps in `inner` that can lead into it.
    pub inner_into: Vec<Vec<usize>>,
    pub within: Within,
    /// All jumps by triple: the order of last jumps.
    pub by_triple: Vec<VectorJump>,
    /// The masks of the bits that can make a jump, one vector each.
    pub masks: Vec<u64>,
}

impl VectorJumps {
    pub fn new(layout: &Layout) -> Self {
        let mut masks = Vec::new();
        let triples = layout.class.board().triples().iter().enumerate();
        let by_triple: Vec<VectorJump> = triples
            .flat_map(|(triple, holes)| holes.jumps().map(|jump| (triple, jump)))
            .map(|(triple, jump)| vector_jump(layout, triple, jump, &mut masks))
            .collect();
        let outside = layout.class.board().full().without(layout.block_holes);
        let outer = |jump: &&VectorJump| !(jump.care & outside).is_empty();
        let within = Within::new(layout, &by_triple, &mut masks);
        let in_block =
            |jump: &&VectorJump| !jump.care.is_empty() && (jump.care & outside).is_empty();
        let inner: Vec<VectorJump> = by_triple.iter().filter(in_block).cloned().collect();
        let inner_into = layout
            .inner_positions()
            .into_iter()
            .map(|pegs| {
                let into = inner
                    .iter()
                    .enumerate()
                    .filter(|(_, jump)| jump.leads_to(pegs, layout.block_holes));
                into.map(|(number, _)| number).collect()
            })
            .collect();
        Self {
            outer: by_triple.iter().filter(outer).cloned().collect(),
            inner,
            inner_into,
            within,
            by_triple,
            masks,
        }
    }
}

/// A jump in terms of a layout. Its masks are appended to the others.
fn vector_jump(layout: &Layout, triple: usize, jump: Jump, masks: &mut Vec<u64>) -> VectorJump {
    let class = &layout.class;
    let (vector_bits, inner_bits) = (layout.vector_bits, layout.inner_bits);
    let outside = class.board().full().without(layout.vector_holes);
    let free: Position = class.free_holes().iter().copied().collect();
    // The bits that change: the index of the jump's free holes.
    let changed = class.index_of_member(jump.mask() & free);
    let gained = class.index_of_member(jump.to().bit() & free);
    let in_vector = |index: u64| index & ((1 << vector_bits) - 1);
    let parity: Vec<Hole> = class
        .parity_holes()
        .iter()
        .map(|parity| parity.hole)
        .filter(|&hole| jump.mask().has(hole) && layout.vector_holes.has(hole))
        .collect();
    let begin = masks.len();
    let words = 1 << (vector_bits - WORD_BITS);
    for content in contents(&parity) {
        let holes = jump.mask() & layout.vector_holes;
        let before = (jump.from().bit() | jump.over().bit()) & holes;
        let mut mask = vec![0_u64; words];
        for (bit, position) in vector_contents(layout, &parity, content).enumerate() {
            mask[bit >> WORD_BITS] |= u64::from(position & holes == before) << (bit & 63);
        }
        masks.extend(mask);
    }
    VectorJump {
        jump,
        triple,
        care: jump.mask() & outside,
        want: jump.to().bit() & outside,
        block_flip: (changed >> (vector_bits + inner_bits)) as usize,
        inner_flip: (changed >> vector_bits) as usize & ((1 << inner_bits) - 1),
        shift: Shift::between(in_vector(changed ^ gained), in_vector(gained)),
        parity: std::array::from_fn(|bit| {
            parity.get(bit).map_or((Hole(0), 0), |&hole| (hole, words << bit))
        }),
        masks: begin,
    }
}

/// All contents of some holes; that of the first hole changes fastest.
pub(super) fn contents(holes: &[Hole]) -> impl Iterator<Item = Position> {
    (0..1_usize << holes.len()).map(|number| {
        let pegs = holes.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
        pegs.map(|(_, &hole)| hole).collect()
    })
}

/// The position of each bit of a vector, if these parity holes have `content` at bit 0.
pub(super) fn vector_contents(
    layout: &Layout,
    parity: &[Hole],
    content: Position,
) -> impl Iterator<Item = Position> {
    let class = &layout.class;
    let parity: Position = parity.iter().copied().collect();
    let origin = (class.position(0) & parity) ^ content;
    (0..1_u64 << class.rank().min(layout.vector_bits))
        .map(move |bits| class.position(bits) ^ origin)
}
