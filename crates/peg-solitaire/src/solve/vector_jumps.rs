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
    /// The jump's holes outside the vector.
    outside: Bitboard,
    /// Those of them that hold a peg after the jump.
    pegs_after: Bitboard,
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
        self.jump.mask() == self.outside
    }

    /// Whether these holes, of those outside a vector, don't rule the jump out.
    fn leads_to(&self, pegs: Bitboard, holes: Bitboard) -> bool {
        pegs & self.outside & holes == self.pegs_after & holes
    }
}

/// A set of jumps: bit i of word w stands for the jump with the number 64 w + i.
pub(super) type JumpSet = SmallVec<[u64; 4]>;

/// The numbers of the jumps that are in both of two sets. Adapters of iterators would be slower.
pub(super) struct Both<'a> {
    sets: [&'a [u64]; 2],
    /// How many words were begun.
    begun: usize,
    /// What is left of the last of them.
    left: Ones,
}

#[inline(always)]
pub(super) fn both<'a>(first: &'a [u64], second: &'a [u64]) -> Both<'a> {
    Both {
        sets: [first, second],
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

            let [first, second] = self.sets;
            if self.begun == first.len() {
                return None;
            }
            self.left = ones(first[self.begun] & second[self.begun]);
            self.begun += 1;
        }
    }
}

pub(super) struct VectorJumps {
    /// In the order of [`each_jump`](crate::board::Board::each_jump), two of each triple.
    pub all: Vec<VectorJump>,
    /// The jumps between blocks.
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
        let mut masks = Vec::new();
        let within = Within::new(layout, &mut masks);
        let mut all = Vec::new();
        let mut begins = Vec::new();
        for jump in layout.class.board().each_jump() {
            begins.extend(add_masks(layout, jump, within.parity, &mut masks));
            all.push(VectorJump::new(layout, jump));
        }

        // What each vector of a block adds to the position of the block's bit 0.
        let inner_bits = layout.vector_bits..layout.inside_bits();
        let positions: Vec<Bitboard> = layout.class.changes(inner_bits).collect();
        let inner_holes = layout.block_holes.without(layout.vector_holes);
        let inner_parity = inner_holes & layout.class.parity_holes();

        let mut into_vector = Vec::new();
        let mut landings = Vec::new();
        let mut orders = Vec::new();
        for content in contents(inner_parity) {
            let variant: Vec<Bitboard> = positions.iter().map(|&adds| adds ^ content).collect();

            for &pegs in &variant {
                into_vector.extend(jumps_that(&all, |_, jump| jump.leads_to(pegs, inner_holes)));
            }
            for jump in &all {
                landings.push(landings_of(jump, &variant, inner_holes));
            }
            orders.push(layout.inner_order(&variant));
        }

        let content = |&position: &Bitboard| within.content(position);
        Self {
            outer: jumps_that(&all, |_, jump| jump.block_flip != 0),
            inner: jumps_that(&all, |_, jump| jump.block_flip == 0 && jump.inner_flip != 0),
            into_block: jumps_into_blocks(&all, layout.outer_holes()),
            into_vector,
            landings,
            orders,
            has_exact_orders: layout.inner.exact || layout.inner_bits == 0,
            contents: positions.iter().map(content).collect(),
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
        let mut jumps: JumpSet = smallvec![u64::MAX; words];
        if words == 0 {
            return jumps;
        }

        let sets_of_bytes = self.into_block.chunks(CONTENTS_OF_A_BYTE * words);
        for (sets, byte) in sets_of_bytes.zip(origin.0.to_le_bytes()) {
            let set = &sets[usize::from(byte) * words..][..words];
            for (jumps, ruled_in) in jumps.iter_mut().zip(set) {
                *jumps &= ruled_in;
            }
        }

        jumps
    }

    /// The jumps that the holes of a block of this variant don't rule out for the vector with this
    /// number.
    #[inline(always)]
    pub fn leading_into_vector(&self, variant: usize, number: usize) -> &[u64] {
        let words = self.outer.len();
        let set = variant * self.contents.len() + number;
        &self.into_vector[set * words..][..words]
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

/// The contents of eight holes.
const CONTENTS_OF_A_BYTE: usize = 1 << 8;

/// For each content of each eight holes, the jumps that the outer holes among them don't rule out.
fn jumps_into_blocks(jumps: &[VectorJump], outer_holes: Bitboard) -> Vec<u64> {
    let bits = u64::BITS - outer_holes.0.leading_zeros();
    let bytes = bits.div_ceil(8).max(1);

    let mut sets = Vec::new();
    for byte in 0..bytes {
        let first = 8 * byte;
        let holes = Bitboard(outer_holes.0 & 0xff << first);
        for content in 0..CONTENTS_OF_A_BYTE as u64 {
            let pegs = Bitboard(content << first);
            sets.extend(jumps_that(jumps, |_, jump| jump.leads_to(pegs, holes)));
        }
    }
    sets
}

/// The vectors of a block with these first positions that a jump can lead to.
fn landings_of(jump: &VectorJump, firsts: &[Bitboard], inner_holes: Bitboard) -> Vec<u16> {
    let mut landings = Vec::new();
    for (number, &pegs) in (0..).zip(firsts) {
        if jump.leads_to(pegs, inner_holes) {
            landings.push(number);
        }
    }
    landings
}

/// The set of the jumps for whose number and operation a condition holds.
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

/// What a jump changes in an index.
struct IndexChange {
    /// The bits that change: the index of the jump's free holes.
    changed: u64,
    /// Those of them that are set afterwards.
    gained: u64,
    /// The lowest bits: those inside a vector.
    in_vector: u64,
}

impl IndexChange {
    fn of(layout: &IndexLayout, jump: Jump) -> Self {
        Self {
            changed: layout.class.index_of_member(jump.mask()),
            gained: layout.class.index_of_member(jump.to().bit()),
            in_vector: (1 << layout.vector_bits) - 1,
        }
    }

    /// How the jump moves the bits of a vector.
    fn shift(&self) -> Shift {
        let lost = self.changed ^ self.gained;
        Shift::between(lost & self.in_vector, self.gained & self.in_vector)
    }

    /// The bits that change outside a vector.
    fn outside(&self) -> u64 {
        self.changed & !self.in_vector
    }
}

impl VectorJump {
    fn new(layout: &IndexLayout, jump: Jump) -> Self {
        let change = IndexChange::of(layout, jump);
        let outside = layout.class.board().full().without(layout.vector_holes);
        let inner = (1 << layout.inner_bits) - 1;

        Self {
            jump,
            outside: jump.mask() & outside,
            pegs_after: jump.to().bit() & outside,
            block_flip: (change.changed >> layout.inside_bits()) as usize,
            inner_flip: (change.changed >> layout.vector_bits) as usize & inner,
            shift: change.shift(),
        }
    }
}

/// Appends the masks of a jump to the others. Returns where its mask begins for each content of the
/// parity holes of the vector that it leads into.
fn add_masks(
    layout: &IndexLayout,
    jump: Jump,
    parity: Bitboard,
    masks: &mut Vec<u64>,
) -> Vec<usize> {
    let class = &layout.class;
    let change = IndexChange::of(layout, jump);
    let own = parity & jump.mask();
    // What the parity holes of the vector that the jump comes from have instead.
    let flip = class.position(change.outside()) ^ class.position(0);
    let holes = jump.mask() & layout.vector_holes;
    let before = (jump.from().bit() | jump.over().bit()) & holes;

    let begin = masks.len();
    let words = 1 << (layout.vector_bits - WORD_BITS);
    for content in contents(own) {
        let mut mask = vec![0_u64; words];
        let positions = vector_contents(layout, own, content ^ flip & own);
        for (bit, position) in positions.enumerate() {
            mask[bit >> WORD_BITS] |= u64::from(position & holes == before) << (bit & 63);
        }
        masks.extend(change.shift().moved(&mask));
    }
    contents(parity)
        .map(|content| begin + words * number_of(content, own))
        .collect()
}
