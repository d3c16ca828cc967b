//! The jumps of a board in terms of a layout: for each jump, the blocks and vectors that it leads to, those that it comes
//! from, and the bits of a vector that take part.

use std::collections::BTreeMap;

use super::layout::Layout;
use super::within::Within;
use crate::board::{Bitboard, Hole, Jump};
use crate::class::WORD_BITS;

/// How the bits of a vector are moved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shift {
    /// XORed with the number of a word, the number of the word that its bits go to.
    pub word_flip: usize,
    /// How far the bits move inside their words: to the left, or to the right if it is negative. The masks let no bit pass the end of
    /// its word.
    pub left: i32,
}

impl Shift {
    /// The shift that takes one bit to another.
    pub fn between(before: u64, after: u64) -> Self {
        let in_word = |index: u64| (index & ((1 << WORD_BITS) - 1)) as i32;
        Self {
            word_flip: ((before ^ after) >> WORD_BITS) as usize,
            left: in_word(after) - in_word(before),
        }
    }

    /// The shift that undoes this one.
    #[inline(always)]
    pub fn back(self) -> Self {
        Self { word_flip: self.word_flip, left: -self.left }
    }

    /// The bits of a word, moved inside it.
    #[inline(always)]
    pub fn in_word(self, word: u64) -> u64 {
        if self.left < 0 { word >> -self.left } else { word << self.left }
    }

    /// The bits of a vector, moved.
    pub fn moved(self, words: &[u64]) -> Vec<u64> {
        let word = |number: usize| self.in_word(words[number ^ self.word_flip]);
        (0..words.len()).map(word).collect()
    }
}

/// A jump as an operation on bit vectors, seen from its destination.
#[derive(Clone)]
pub(super) struct VectorJump {
    pub jump: Jump,
    /// The number of its triple.
    pub triple: usize,
    /// Of the jump's holes outside the vector: all, and those that hold a peg afterwards.
    pub care: Bitboard,
    pub want: Bitboard,
    /// XORed with the number of the block, and of the vector in it: where the jump comes from.
    pub block_flip: usize,
    pub inner_flip: usize,
    pub shift: Shift,
    /// The jump's parity holes in the vector, each with the distance in [`VectorJumps::masks`] between the masks for its
    /// two contents. Unused entries have the distance 0.
    parity: [(Hole, usize); 3],
    /// Where the masks begin, one for each content of the parity holes: a multiple of the length of all of them.
    masks: usize,
    /// Of a jump between blocks, for each content of the inner parity holes: the vectors that it leads into.
    pub landings: Vec<Vec<Landing>>,
}

/// Vectors of a block that a jump leads into with the same mask.
#[derive(Clone)]
pub(super) struct Landing {
    /// XORed with where the mask begins for the first vector of the block.
    pub mask_flip: usize,
    /// The numbers of the vectors.
    pub into: Vec<u16>,
}

impl VectorJump {
    /// Where the mask begins for the jump into a vector whose bit 0 is this position.
    ///
    /// The masks of a jump begin at a multiple of the length of them all, a power of two. So adding a distance below that is XOR. The
    /// distances are different powers of two, one for each parity hole; so the distance of the XOR of two positions is the XOR of
    /// their distances, and the mask of a vector is that of its block, XORed with the `mask_flip` of what the vector's number adds.
    #[inline(always)]
    pub fn mask(&self, into: Bitboard) -> usize {
        self.masks ^ self.mask_flip(into)
    }

    /// What these pegs change in where the mask begins.
    #[inline(always)]
    fn mask_flip(&self, pegs: Bitboard) -> usize {
        let [(one, first), (two, second), (three, third)] = self.parity;
        let flip = |hole, stride| usize::from(pegs.has(hole)) * stride;
        flip(one, first) | flip(two, second) | flip(three, third)
    }

    /// The jump's parity holes in the vector.
    pub fn parity_holes(&self) -> impl Iterator<Item = Hole> {
        self.parity.into_iter().filter(|&(_, stride)| stride > 0).map(|(hole, _)| hole)
    }

    /// Whether all bits of a vector take part and stay in place.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        self.jump.mask() == self.care
    }

    /// The vectors of a block that the jump leads into, where their inner holes have these pegs. `positions` are what the number of
    /// each vector adds to a position.
    fn landings(&self, pegs: &[Bitboard], positions: &[Bitboard], holes: Bitboard) -> Vec<Landing> {
        let mut landings: BTreeMap<usize, Vec<u16>> = BTreeMap::new();
        for (number, &pegs) in pegs.iter().enumerate() {
            if self.leads_to(pegs, holes) {
                let mask_flip = self.mask_flip(positions[number]);
                landings.entry(mask_flip).or_default().push(number as u16);
            }
        }
        let landing = |(mask_flip, into)| Landing { mask_flip, into };
        landings.into_iter().map(landing).collect()
    }

    /// Whether the jump can lead into a block or vector, judging by these holes.
    #[inline(always)]
    pub fn leads_to(&self, pegs: Bitboard, holes: Bitboard) -> bool {
        pegs & self.care & holes == self.want & holes
    }
}

/// All the jumps of a layout.
pub(super) struct VectorJumps {
    /// Between vectors of different blocks.
    pub outer: Vec<VectorJump>,
    /// Those of them that lead into a block.
    pub outer_into: JumpSets,
    /// Between the vectors of a block.
    pub inner: Vec<VectorJump>,
    /// The parity holes of a block outside a vector. Their contents at bit 0 of a block are its *variant*.
    inner_parity: Vec<Hole>,
    /// For each variant, what to do inside a block.
    pub inside: Vec<Inside>,
    pub within: Within,
    /// All jumps by triple: the order of last jumps.
    pub by_triple: Vec<VectorJump>,
    /// Those of them that lead into a vector.
    pub by_triple_into: JumpSets,
    /// The masks of the bits that jumps lead to, one vector each.
    pub masks: Vec<u64>,
}

/// For each content of each eight holes, a set of jumps: those that it doesn't rule out. The jumps that lead to a position are in
/// the sets of all its bytes.
pub(super) struct JumpSets {
    /// The number of words of a set.
    words: usize,
    /// By byte, by its value.
    sets: Vec<u64>,
}

impl JumpSets {
    /// The jumps that can lead into blocks or vectors, judging by the holes outside.
    fn new(jumps: &[VectorJump], outside: Bitboard) -> Self {
        let words = jumps.len().div_ceil(64);
        let bytes = (64 - outside.0.leading_zeros()).div_ceil(8).max(1) as usize;
        let mut sets = vec![0; words * 256 * bytes];
        for (content, set) in sets.chunks_mut(words.max(1)).enumerate() {
            let shift = content / 256 * 8;
            let holes = Bitboard(outside.0 & 0xff << shift);
            let pegs = Bitboard((content as u64 % 256) << shift);
            for (number, _) in
                jumps.iter().enumerate().filter(|(_, jump)| jump.leads_to(pegs, holes))
            {
                set[number / 64] |= 1 << (number % 64);
            }
        }
        Self { words, sets }
    }

    /// The number of words of a set of jumps.
    pub fn words(&self) -> usize {
        self.words
    }

    /// A word of the set of jumps that lead to a position: bit i of word w stands for the jump with the number 64 w + i.
    #[inline(always)]
    pub fn word(&self, position: Bitboard, word: usize) -> u64 {
        let mut jumps = u64::MAX;
        let mut at = word;
        for byte in position.0.to_le_bytes() {
            let Some(set) = self.sets.get(at + usize::from(byte) * self.words) else { break };
            jumps &= set;
            at += 256 * self.words;
        }
        jumps
    }
}

/// How a block is closed.
pub(super) struct Inside {
    /// The vectors by decreasing weight, in pairs where two of equal weight are closed by the same sequence.
    pub order: Vec<(usize, Option<usize>)>,
    /// For each vector, the jumps that lead into it from others.
    pub into: Vec<Vec<InnerJump>>,
}

/// A jump from one vector of a block into another.
pub(super) struct InnerJump {
    /// Its number in [`VectorJumps::inner`].
    pub jump: usize,
    /// The vector that it comes from.
    pub from: usize,
    /// XORed with where the mask begins for the first vector of the block.
    pub mask_flip: usize,
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
        let positions = layout.inner_positions();
        let inner_holes = layout.block_holes.without(layout.vector_holes);
        let inner_parity: Vec<Hole> = layout
            .class
            .parity_holes()
            .iter()
            .map(|parity| parity.hole)
            .filter(|&hole| inner_holes.has(hole))
            .collect();
        let variants: Vec<Vec<Bitboard>> = contents(&inner_parity)
            .map(|content| positions.iter().map(|&position| position ^ content).collect())
            .collect();
        let mut outer: Vec<VectorJump> = by_triple.iter().filter(outer).cloned().collect();
        for jump in &mut outer {
            let landings = variants.iter().map(|pegs| jump.landings(pegs, &positions, inner_holes));
            jump.landings = landings.collect();
        }
        let inside = |pegs: &Vec<Bitboard>| Inside {
            order: inner_order(layout, pegs, &within),
            into: pegs
                .iter()
                .enumerate()
                .map(|into| inner_into(&inner, into, &positions))
                .collect(),
        };
        Self {
            inside: variants.iter().map(inside).collect(),
            outer_into: JumpSets::new(&outer, outside),
            outer,
            inner,
            inner_parity,
            within,
            by_triple_into: JumpSets::new(
                &by_triple,
                layout.class.board().full().without(layout.vector_holes),
            ),
            by_triple,
            masks,
        }
    }

    /// The variant of the block with this position at bit 0.
    #[inline]
    pub fn variant(&self, origin: Bitboard) -> usize {
        let holes = self.inner_parity.iter().enumerate();
        holes.map(|(bit, &hole)| usize::from(origin.has(hole)) << bit).sum()
    }
}

/// The jumps that lead from other vectors of a block into the one with this number, where the holes of the block have these
/// pegs. `positions` are what the number of each vector adds to a position.
fn inner_into(
    jumps: &[VectorJump],
    (number, &pegs): (usize, &Bitboard),
    positions: &[Bitboard],
) -> Vec<InnerJump> {
    let into = |(jump, vector): (usize, &VectorJump)| {
        let from = number ^ vector.inner_flip;
        let leads = pegs & vector.care == vector.want;
        leads.then(|| InnerJump { jump, from, mask_flip: vector.mask_flip(positions[number]) })
    };
    jumps.iter().enumerate().filter_map(into).collect()
}

/// The vectors of a block by decreasing weight, in pairs where two of equal weight are closed by the same sequence.
fn inner_order(
    layout: &Layout,
    inner: &[Bitboard],
    within: &Within,
) -> Vec<(usize, Option<usize>)> {
    let weight = |number: usize| layout.inner_weight(inner[number]);
    let mut left: Vec<usize> = (0..inner.len()).collect();
    left.sort_by_key(|&number| std::cmp::Reverse(weight(number)));
    let mut order = Vec::new();
    while !left.is_empty() {
        let number = left.remove(0);
        let fits = |&other: &usize| {
            weight(other) == weight(number) && within.alike(inner[number], inner[other])
        };
        let partner = left.iter().position(fits).map(|at| left.remove(at));
        order.push((number, partner));
    }
    order
}

/// A jump in terms of a layout. Its masks are appended to the others.
fn vector_jump(layout: &Layout, triple: usize, jump: Jump, masks: &mut Vec<u64>) -> VectorJump {
    let class = &layout.class;
    let (vector_bits, inner_bits) = (layout.vector_bits, layout.inner_bits);
    let outside = class.board().full().without(layout.vector_holes);
    let free: Bitboard = class.free_holes().iter().copied().collect();
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
    let words = 1 << (vector_bits - WORD_BITS);
    masks.resize(masks.len().next_multiple_of(words << parity.len()), 0);
    let begin = masks.len();
    let shift = Shift::between(in_vector(changed ^ gained), in_vector(gained));
    let vector_flip = changed >> vector_bits << vector_bits;
    // What the vector that the jump comes from has in other parity holes.
    let other =
        (class.position(vector_flip) ^ class.position(0)) & parity.iter().copied().collect();
    for content in contents(&parity).map(|content| content ^ other) {
        let holes = jump.mask() & layout.vector_holes;
        let before = (jump.from().bit() | jump.over().bit()) & holes;
        let mut mask = vec![0_u64; words];
        for (bit, position) in vector_contents(layout, &parity, content).enumerate() {
            mask[bit >> WORD_BITS] |= u64::from(position & holes == before) << (bit & 63);
        }
        masks.extend(shift.moved(&mask));
    }
    VectorJump {
        jump,
        triple,
        care: jump.mask() & outside,
        want: jump.to().bit() & outside,
        block_flip: (changed >> (vector_bits + inner_bits)) as usize,
        inner_flip: (changed >> vector_bits) as usize & ((1 << inner_bits) - 1),
        shift,
        parity: std::array::from_fn(|bit| {
            parity.get(bit).map_or((Hole(0), 0), |&hole| (hole, words << bit))
        }),
        masks: begin,
        landings: Vec::new(),
    }
}

/// All contents of some holes; that of the first hole changes fastest.
pub(super) fn contents(holes: &[Hole]) -> impl Iterator<Item = Bitboard> {
    (0..1_usize << holes.len()).map(|number| {
        let pegs = holes.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
        pegs.map(|(_, &hole)| hole).collect()
    })
}

/// The position of each bit of a vector, if these parity holes have `content` at bit 0.
pub(super) fn vector_contents(
    layout: &Layout,
    parity: &[Hole],
    content: Bitboard,
) -> impl Iterator<Item = Bitboard> {
    let class = &layout.class;
    let parity: Bitboard = parity.iter().copied().collect();
    let origin = (class.position(0) & parity) ^ content;
    (0..1_u64 << class.rank().min(layout.vector_bits))
        .map(move |bits| class.position(bits) ^ origin)
}
