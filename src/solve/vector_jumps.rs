//! The jumps of a board, translated to a layout: for each jump, which blocks and vectors it can lead
//! into, from which it comes, and which bits of the vector take part.

use super::layout::Layout;
use super::within::Within;
use crate::board::{Hole, Jump, Position};
use crate::class::WORD_BITS;

/// Where bits of a vector go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shift {
    /// What is added to the number of a word to find where its bits go.
    pub word_flip: usize,
    /// How far the bits are shifted to the left inside their words, around the end for shifts to the right: none that
    /// the masks let through gets there.
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

/// A jump as an operation on bit vectors, seen from where it leads to.
#[derive(Clone)]
pub(super) struct VectorJump {
    pub jump: Jump,
    /// The number of its triple.
    pub triple: usize,
    /// Among the holes outside the vector: the jump's, and those of them that hold a peg afterwards.
    pub care: Position,
    pub want: Position,
    /// What is added to the number of the block, and of the vector in it, to find where it comes from.
    pub block_flip: usize,
    pub inner_flip: usize,
    pub shift: Shift,
    /// The parity holes of the vector among the jump's, each with how far apart in [`VectorJumps::masks`] lie the masks
    /// for its two contents; 0 in the places that are not needed.
    parity: [(Hole, usize); 3],
    /// Where the masks begin: one for each content of the parity holes.
    masks: usize,
}

impl VectorJump {
    /// Where the mask begins, for vectors whose position of bit 0 is this one.
    #[inline(always)]
    pub fn mask(&self, source: Position) -> usize {
        let [one, two, three] =
            self.parity.map(|(hole, stride)| usize::from(source.has(hole)) * stride);
        self.masks + one + two + three
    }

    /// The parity holes of the vector among the jump's.
    pub fn parity_holes(&self) -> impl Iterator<Item = Hole> {
        self.parity.into_iter().filter(|&(_, stride)| stride > 0).map(|(hole, _)| hole)
    }

    /// Whether all bits of the vector take part, each in its place.
    pub fn is_plain(&self) -> bool {
        (self.jump.mask().without(self.care)).is_empty()
    }

    /// Whether the jump can lead into a block or vector, as far as these holes tell.
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
    /// For each vector of a block, the numbers of those of them that can lead into it.
    pub inner_into: Vec<Vec<usize>>,
    pub within: Within,
    /// All, by triple: the order of last jumps.
    pub by_triple: Vec<VectorJump>,
    /// The masks of the bits that can make the jump, a vector each.
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

/// A jump as the vectors see it; its masks are put behind the others.
fn vector_jump(layout: &Layout, triple: usize, jump: Jump, masks: &mut Vec<u64>) -> VectorJump {
    let class = &layout.class;
    let (vector_bits, inner_bits) = (layout.vector_bits, layout.inner_bits);
    let outside = class.board().full().without(layout.vector_holes);
    let free: Position = class.free_holes().iter().copied().collect();
    // Bits that change, as the index of the free holes of the jump.
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

/// All contents of some holes, the first hole's changing fastest.
pub(super) fn contents(holes: &[Hole]) -> impl Iterator<Item = Position> {
    (0..1_usize << holes.len()).map(|number| {
        let pegs = holes.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
        pegs.map(|(_, &hole)| hole).collect()
    })
}

/// What a vector's holes hold under each of its bits, where these parity holes hold `content` under bit 0.
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
