//! The jumps of a board in terms of a layout: for each jump, the blocks and vectors that it comes
//! from, and the bits of a vector that take part. A set of jumps has one bit for each.

use smallvec::{SmallVec, smallvec};

use super::layout::IndexLayout;
use super::within::{Shift, Within, contents, vector_contents};
use crate::bits::{Ones, WORD_BITS, ones};
use crate::board::{Bitboard, Jump};
use crate::class::number_of;

/// A jump as an operation on bit vectors, seen from its destination.
#[derive(Clone)]
pub(super) struct VectorJump {
    pub jump: Jump,
    /// The jump's holes outside the vector: all (`care`), and those that hold a peg afterwards
    /// (`want`).
    care: Bitboard,
    want: Bitboard,
    /// The numbers of a block and of a vector in it, XORed with these, are those where the jump
    /// comes from.
    pub block_flip: usize,
    pub inner_flip: usize,
    pub shift: Shift,
}

impl VectorJump {
    /// Whether all bits of a vector take part and stay in place.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        self.jump.mask() == self.care
    }

    /// Whether these holes, of those outside a vector, don't rule the jump out.
    fn leads_to(&self, pegs: Bitboard, holes: Bitboard) -> bool {
        pegs & self.care & holes == self.want & holes
    }
}

/// A set of jumps: bit i of word w stands for the jump with the number 64 w + i.
pub(super) type JumpSet = SmallVec<[u64; 4]>;

/// The numbers of the jumps that are in both of two sets. Adapters of iterators would be slower.
pub(super) struct Both<'a> {
    sets: [&'a [u64]; 2],
    /// How many words were begun, and what is left of the last of them.
    begun: usize,
    left: Ones,
}

#[inline(always)]
pub(super) fn both<'a>(one: &'a [u64], other: &'a [u64]) -> Both<'a> {
    Both {
        sets: [one, other],
        begun: 0,
        left: ones(0),
    }
}

impl Iterator for Both<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        loop {
            if let Some(bit) = self.left.next() {
                return Some((self.begun - 1) * 64 + bit as usize);
            }
            let [one, other] = self.sets;
            if self.begun == one.len() {
                return None;
            }
            self.left = ones(one[self.begun] & other[self.begun]);
            self.begun += 1;
        }
    }
}

pub(super) struct VectorJumps {
    /// In the order of [`each_jump`](crate::board::Board::each_jump), two of each triple.
    pub all: Vec<VectorJump>,
    pub outer: JumpSet,
    /// The jumps between the vectors of a block.
    pub inner: JumpSet,
    /// For each content of each eight holes, the jumps that it doesn't rule out, by the holes
    /// outside a block. One set after another.
    into_block: Vec<u64>,
    /// For each variant and each vector of a block: those that the holes of the block outside the
    /// vector don't rule out.
    into_vector: Vec<u64>,
    /// For each variant and each jump: the vectors of a block that the jump can lead to.
    landings: Vec<Vec<u16>>,
    /// The parity holes of a block outside a vector. Their contents at bit 0 of a block are its
    /// *variant*.
    inner_parity: Bitboard,
    /// For each variant, the vectors of a block by decreasing weight.
    pub orders: Vec<Vec<usize>>,
    /// Whether one visit of each is enough. Otherwise a block is visited until nothing changes.
    pub has_exact_orders: bool,
    pub within: Within,
    /// What the number of each vector of a block adds to the content of its parity holes at bit 0,
    /// by XOR.
    pub contents: Vec<usize>,
    /// For each jump, for each content of the parity holes of the vector that it leads into, where
    /// its mask begins.
    begins: Vec<usize>,
    /// The masks of the bits that jumps lead to, one vector each.
    pub masks: Vec<u64>,
}

impl VectorJumps {
    pub fn new(layout: &IndexLayout) -> Self {
        let (mut masks, mut begins) = (Vec::new(), Vec::new());
        let within = Within::new(layout, &mut masks);
        let jumps = layout.class.board().each_jump().map(|jump| {
            let (jump, places) = vector_jump(layout, jump, within.parity, &mut masks);
            begins.extend(places);
            jump
        });
        let all: Vec<VectorJump> = jumps.collect();
        // What each vector of a block adds to the position of the block's bit 0.
        let positions: Vec<Bitboard> = layout
            .class
            .changes(layout.vector_bits..layout.inside_bits())
            .collect();
        let inner_holes = layout.block_holes.without(layout.vector_holes);
        let inner_parity = inner_holes & layout.class.parity_holes();
        let variants: Vec<Vec<Bitboard>> = contents(inner_parity)
            .map(|content| {
                positions
                    .iter()
                    .map(|&position| position ^ content)
                    .collect()
            })
            .collect();
        let leading_to = |pegs: Bitboard, holes: Bitboard| {
            jumps_that(&all, |_, jump| jump.leads_to(pegs, holes))
        };
        let outer_holes = layout.outer_holes();
        let bytes = (64 - outer_holes.0.leading_zeros()).div_ceil(8).max(1);
        let into_block = (0..256 * u64::from(bytes)).map(|number| {
            let (byte, content) = (number / 256 * 8, number % 256);
            leading_to(
                Bitboard(content << byte),
                Bitboard(outer_holes.0 & 0xff << byte),
            )
        });
        let landings = variants.iter().flat_map(|pegs| {
            let led_to = |jump: &VectorJump| {
                let numbers = (0..)
                    .zip(pegs)
                    .filter(|&(_, &pegs)| jump.leads_to(pegs, inner_holes));
                numbers.map(|(number, _)| number).collect()
            };
            all.iter().map(led_to).collect::<Vec<Vec<u16>>>()
        });
        let into_vector = variants
            .iter()
            .flatten()
            .map(|&pegs| leading_to(pegs, inner_holes));
        Self {
            outer: jumps_that(&all, |_, jump| jump.block_flip != 0),
            inner: jumps_that(&all, |_, jump| jump.block_flip == 0 && jump.inner_flip != 0),
            into_block: into_block.flatten().collect(),
            into_vector: into_vector.flatten().collect(),
            landings: landings.collect(),
            orders: variants
                .iter()
                .map(|inner| layout.inner_order(inner))
                .collect(),
            has_exact_orders: layout.inner.exact || layout.inner_bits == 0,
            contents: positions
                .iter()
                .map(|&position| within.content(position))
                .collect(),
            inner_parity,
            within,
            begins,
            masks,
            all,
        }
    }

    /// The jumps that the holes outside a block with this position at bit 0 don't rule out.
    pub fn leading_into_block(&self, origin: Bitboard) -> JumpSet {
        let words = self.outer.len();
        let word = |word| {
            let sets = self
                .into_block
                .chunks(256 * words)
                .zip(origin.0.to_le_bytes());
            sets.fold(u64::MAX, |jumps, (sets, byte)| {
                jumps & sets[usize::from(byte) * words + word]
            })
        };
        (0..words).map(word).collect()
    }

    /// The jumps that the holes of a block of this variant don't rule out for the vector with this
    /// number.
    #[inline(always)]
    pub fn leading_into_vector(&self, variant: usize, number: usize) -> &[u64] {
        let words = self.outer.len();
        &self.into_vector[(variant * self.contents.len() + number) * words..][..words]
    }

    /// The vectors of a block of this variant that its holes don't rule out for a jump.
    #[inline(always)]
    pub fn landings(&self, variant: usize, jump: usize) -> &[u16] {
        &self.landings[variant * self.all.len() + jump]
    }

    /// The mask of a jump, by the content of the parity holes of the vector that it leads into.
    #[inline(always)]
    pub fn mask(&self, jump: usize, content: usize) -> usize {
        self.begins[jump * self.within.sequences.len() + content]
    }

    /// The variant of the block with this position at bit 0.
    pub fn variant(&self, origin: Bitboard) -> usize {
        number_of(origin, self.inner_parity)
    }
}

pub(super) fn jumps_that(
    jumps: &[VectorJump],
    holds: impl Fn(usize, &VectorJump) -> bool,
) -> JumpSet {
    let mut set = smallvec![0; jumps.len().div_ceil(64)];
    for (number, jump) in jumps.iter().enumerate() {
        set[number / 64] |= u64::from(holds(number, jump)) << (number % 64);
    }
    set
}

/// A jump in terms of a layout, and for each content of the parity holes of a vector where its mask
/// begins. Its masks are appended to the others.
fn vector_jump(
    layout: &IndexLayout,
    jump: Jump,
    parity: Bitboard,
    masks: &mut Vec<u64>,
) -> (VectorJump, Vec<usize>) {
    let class = &layout.class;
    let vector_bits = layout.vector_bits;
    let outside = class.board().full().without(layout.vector_holes);
    // The bits that change: the index of the jump's free holes.
    let changed = class.index_of_member(jump.mask());
    let gained = class.index_of_member(jump.to().bit());
    let in_vector = |index: u64| index & ((1 << vector_bits) - 1);
    let shift = Shift::between(in_vector(changed ^ gained), in_vector(gained));
    let own = parity & jump.mask();
    // What the parity holes of the vector that the jump comes from have instead.
    let flip = class.position(changed - in_vector(changed)) ^ class.position(0);
    let (begin, words) = (masks.len(), 1 << (vector_bits - WORD_BITS));
    for content in contents(own) {
        let holes = jump.mask() & layout.vector_holes;
        let before = (jump.from().bit() | jump.over().bit()) & holes;
        let mut mask = vec![0_u64; words];
        let contents = vector_contents(layout, own, content ^ flip & own);
        for (bit, position) in contents.enumerate() {
            mask[bit >> WORD_BITS] |= u64::from(position & holes == before) << (bit & 63);
        }
        masks.extend(shift.moved(&mask));
    }
    let begins = contents(parity).map(|content| begin + words * number_of(content, own));
    let vector_jump = VectorJump {
        jump,
        care: jump.mask() & outside,
        want: jump.to().bit() & outside,
        block_flip: (changed >> layout.inside_bits()) as usize,
        inner_flip: (changed >> vector_bits) as usize & ((1 << layout.inner_bits) - 1),
        shift,
    };
    (vector_jump, begins.collect())
}
