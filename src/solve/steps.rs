//! The jumps of a board, translated to a layout: for each jump, which blocks and vectors it can lead
//! into, from which it comes, and which bits of the vector take part.

use super::layout::{Layout, WORD_BITS};
use crate::board::{Hole, Jump, Position};

/// A jump as an operation on bit vectors, seen from where it leads to.
#[derive(Clone)]
pub(super) struct Step {
    pub jump: Jump,
    /// The number of its triple.
    pub triple: usize,
    /// Among the holes outside the vector: the jump's, and those of them that hold a peg afterwards.
    pub care: Position,
    pub want: Position,
    /// What is added to the number of the block, and of the vector in it, to find where it comes from.
    pub block_flip: usize,
    pub inner_flip: usize,
    /// What is added to the number of a word of the vector to find where its bits go.
    pub word_flip: usize,
    /// How far the bits are shifted to the left inside their words, around the end for shifts to the right: none that
    /// the masks let through gets there.
    pub rotate: u32,
    /// The parity holes of the vector among the jump's, each with how far apart in [`Steps::masks`] lie the masks
    /// for its two contents; 0 in the places that are not needed.
    parity: [(Hole, usize); 3],
    /// Where the masks begin: one for each content of the parity holes.
    masks: usize,
}

impl Step {
    /// Where the mask begins, for vectors whose position of bit 0 is this one.
    #[inline(always)]
    pub fn mask(&self, source: Position) -> usize {
        let [one, two, three] =
            self.parity.map(|(hole, stride)| usize::from(source.has(hole)) * stride);
        self.masks + one + two + three
    }

    /// The parity holes of the vector among the jump's.
    fn parity_holes(&self) -> impl Iterator<Item = Hole> {
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
pub(super) struct Steps {
    /// Between vectors of different blocks.
    pub outer: Vec<Step>,
    /// Between the vectors of a block.
    pub inner: Vec<Step>,
    /// For each vector of a block, the numbers of those of them that can lead into it.
    pub inner_into: Vec<Vec<usize>>,
    /// Inside a vector: a sequence that leaves nothing to be reached by jumps inside the vector.
    pub within: Vec<Step>,
    /// Whether the sequence has to be repeated until nothing changes.
    pub repeat_within: bool,
    /// The parity holes that the sequence looks at.
    within_parity: Vec<Hole>,
    /// For each content of these, where the masks of the sequence begin.
    within_masks: Vec<Vec<usize>>,
    /// All, by triple: the order of last jumps.
    pub by_triple: Vec<Step>,
    /// The masks of the bits that can make the jump, a vector each.
    pub masks: Vec<u64>,
}

impl Steps {
    pub fn new(layout: &Layout) -> Self {
        let mut masks = Vec::new();
        let triples = layout.class.board().triples().iter().enumerate();
        let by_triple: Vec<Step> = triples
            .flat_map(|(triple, holes)| holes.jumps().map(|jump| (triple, jump)))
            .map(|(triple, jump)| step(layout, triple, jump, &mut masks))
            .collect();
        let outside = layout.class.board().full().without(layout.block_holes);
        let outer = |step: &&Step| !(step.care & outside).is_empty();
        let (within, repeat_within) = sequence(layout, &by_triple);
        let in_block = |step: &&Step| !step.care.is_empty() && (step.care & outside).is_empty();
        let inner: Vec<Step> = by_triple.iter().filter(in_block).cloned().collect();
        let inner_into = layout
            .inner_positions()
            .into_iter()
            .map(|pegs| {
                let into = inner
                    .iter()
                    .enumerate()
                    .filter(|(_, step)| step.leads_to(pegs, layout.block_holes));
                into.map(|(number, _)| number).collect()
            })
            .collect();
        let mut within_parity: Vec<Hole> = within.iter().flat_map(Step::parity_holes).collect();
        within_parity.sort_unstable();
        within_parity.dedup();
        let contents = (0..1_usize << within_parity.len()).map(|number| -> Position {
            let pegs = within_parity.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
            pegs.map(|(_, &hole)| hole).collect()
        });
        Self {
            outer: by_triple.iter().filter(outer).cloned().collect(),
            inner,
            inner_into,
            within_masks: contents
                .map(|content| within.iter().map(|step| step.mask(content)).collect())
                .collect(),
            within,
            repeat_within,
            within_parity,
            by_triple,
            masks,
        }
    }

    /// Where the masks of the sequence inside a vector begin, for vectors whose position of bit 0 is this one.
    #[inline(always)]
    pub fn within_masks(&self, source: Position) -> &[usize] {
        let contents = self.within_parity.iter().enumerate();
        let number =
            contents.map(|(bit, &hole)| usize::from(source.has(hole)) << bit).sum::<usize>();
        &self.within_masks[number]
    }
}

/// The step of a jump; its masks are put behind the others.
fn step(layout: &Layout, triple: usize, jump: Jump, masks: &mut Vec<u64>) -> Step {
    let class = &layout.class;
    let (vector_bits, inner_bits) = (layout.vector_bits, layout.inner_bits);
    let outside = class.board().full().without(layout.vector_holes);
    let free: Position = class.free_holes().iter().copied().collect();
    // Bits that change, as the index of the free holes of the jump.
    let changed = class.index_of_member(jump.mask() & free);
    let gained = class.index_of_member(jump.to.bit() & free);
    let in_word = |index: u64| (index & ((1 << WORD_BITS) - 1)) as i32;
    let shift = 2 * in_word(gained) - in_word(changed);
    let in_vector = changed & ((1 << vector_bits) - 1);
    let parity: Vec<Hole> = class
        .parity_holes()
        .iter()
        .map(|parity| parity.hole)
        .filter(|&hole| jump.mask().has(hole) && layout.vector_holes.has(hole))
        .collect();
    let begin = masks.len();
    let words = 1 << (vector_bits - WORD_BITS);
    let bits_in_use = class.rank().min(vector_bits);
    let origin = class.position(0);
    for number in 0..1_usize << parity.len() {
        let mut mask = vec![0_u64; words];
        for bits in 0..1_u64 << bits_in_use {
            // What the vector's holes hold where the parity holes hold `number` under bit 0.
            let mut position = class.position(bits) ^ (origin & parity_mask(&parity));
            for (bit, &hole) in parity.iter().enumerate() {
                if number >> bit & 1 == 1 {
                    position = position ^ hole.bit();
                }
            }
            let holes = jump.mask() & layout.vector_holes;
            let before = (jump.from.bit() | jump.over.bit()) & holes;
            if position & holes == before {
                mask[(bits >> WORD_BITS) as usize] |= 1 << (bits & 63);
            }
        }
        masks.extend(mask);
    }
    Step {
        jump,
        triple,
        care: jump.mask() & outside,
        want: jump.to.bit() & outside,
        block_flip: (changed >> (vector_bits + inner_bits)) as usize,
        inner_flip: (changed >> vector_bits) as usize & ((1 << inner_bits) - 1),
        word_flip: (in_vector >> WORD_BITS) as usize,
        rotate: shift.rem_euclid(64) as u32,
        parity: std::array::from_fn(|bit| {
            parity.get(bit).map_or((Hole(0), 0), |&hole| (hole, words << bit))
        }),
        masks: begin,
    }
}

fn parity_mask(holes: &[Hole]) -> Position {
    holes.iter().copied().collect()
}

/// The largest group of joined holes for which a fixed sequence is looked for.
const MAX_COMPONENT: u32 = 8;

/// Jumps inside a vector in such a sequence that, done once each, they close it; and whether the sequence is only
/// all of them, to be repeated until nothing changes.
fn sequence(layout: &Layout, by_triple: &[Step]) -> (Vec<Step>, bool) {
    let inside: Vec<&Step> = by_triple.iter().filter(|step| step.care.is_empty()).collect();
    let components = layout.components();
    if components.iter().any(|component| component.pegs() > MAX_COMPONENT) {
        return (inside.into_iter().cloned().collect(), true);
    }
    let mut sequence = Vec::new();
    for component in components {
        let joined = |step: &&&Step| component.contains(step.jump.mask());
        let steps: Vec<&Step> = inside.iter().filter(joined).copied().collect();
        // What is reached so far from each content of the component; as the operation distributes over
        // unions, a sequence that closes all single contents closes all sets.
        let contents: Vec<Position> = subsets(component).collect();
        let mut reached: Vec<Vec<Position>> = contents.iter().map(|&one| vec![one]).collect();
        let gain = |reached: &[Vec<Position>], jump: Jump| -> usize {
            let new = |set: &Vec<Position>| {
                let after = set.iter().filter(|&&from| jump.is_legal(from));
                after.filter(|&&from| !set.contains(&jump.play(from))).count()
            };
            reached.iter().map(new).sum()
        };
        // The most gainful jump next, the first of them where several are.
        while let Some((gained, step)) = steps
            .iter()
            .rev()
            .map(|&step| (gain(&reached, step.jump), step))
            .max_by_key(|&(gained, _)| gained)
            && gained > 0
        {
            for set in &mut reached {
                let after: Vec<Position> = set
                    .iter()
                    .filter(|&&from| step.jump.is_legal(from))
                    .map(|&from| step.jump.play(from))
                    .filter(|to| !set.contains(to))
                    .collect();
                set.extend(after);
            }
            sequence.push(step.clone());
        }
    }
    (sequence, false)
}

/// All subsets of a set of holes.
fn subsets(set: Position) -> impl Iterator<Item = Position> {
    std::iter::successors(Some(Position::EMPTY), move |&subset| {
        let next = Position(subset.0.wrapping_sub(set.0) & set.0);
        (!next.is_empty()).then_some(next)
    })
}
