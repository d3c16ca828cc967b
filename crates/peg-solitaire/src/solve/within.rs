//! Closing a vector: a sequence of masked shifts that adds to a vector all that jumps inside it
//! lead to. One sequence is computed for each content of the vector's parity holes.
//!
//! A *component* is a set of holes that the vector's jumps join. Any number of jumps takes one
//! content of a component to another, and moves a bit of the vector by some distance. One shift
//! covers all such paths of the same distance, so fewer shifts than jumps are needed.

use std::collections::BTreeMap;

use super::layout::{IndexLayout, components};
use crate::bits::{WORD_BITS, ones};
use crate::board::{Bitboard, Jump};
use crate::class::{content_of, number_of};

/// How the bits of a vector are moved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shift {
    /// The number of a word XORed with this is the number of the word that its bits go to.
    pub word_flip: usize,
    /// How far the bits move inside their words: to the left, or to the right if it is negative.
    /// The masks let no bit pass the end of its word.
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
        Self {
            word_flip: self.word_flip,
            left: -self.left,
        }
    }

    /// The bits of a word, moved inside it.
    #[inline(always)]
    pub fn in_word(self, word: u64) -> u64 {
        if self.left < 0 {
            word >> -self.left
        } else {
            word << self.left
        }
    }

    /// The words of a vector, moved.
    pub fn moved(self, words: &[u64]) -> Vec<u64> {
        let word = |number: usize| self.in_word(words[number ^ self.word_flip]);
        (0..words.len()).map(word).collect()
    }
}

/// All contents of some holes, in the order of their numbers.
pub(super) fn contents(holes: Bitboard) -> impl Iterator<Item = Bitboard> {
    (0..1 << holes.count()).map(move |number| content_of(number, holes))
}

/// The position of each bit of a vector, if these parity holes have `content` at bit 0.
pub(super) fn vector_contents(
    layout: &IndexLayout,
    parity: Bitboard,
    content: Bitboard,
) -> impl Iterator<Item = Bitboard> {
    let class = &layout.class;
    let first = class.position(0).without(parity) ^ content;
    let changes = class.changes(0..class.rank().min(layout.vector_bits));
    changes.map(move |change| change ^ first)
}

/// The sequences for all contents of the parity holes.
pub(super) struct Within {
    pub parity: Bitboard,
    /// The shifts that close a vector, by the number of the content of its parity holes.
    pub sequences: Vec<Vec<MaskedShift>>,
}

/// A shift of the bits of a vector to those that a mask lets through.
#[derive(Clone, Copy)]
pub(super) struct MaskedShift {
    pub shift: Shift,
    /// Where its mask begins among the masks.
    pub mask: usize,
}

/// The sequences of a component.
struct PartSequences {
    /// The parity holes of the component.
    parity: Bitboard,
    /// By the number of their content.
    sequences: Vec<Vec<MaskedShift>>,
}

impl PartSequences {
    fn sequence(&self, content: Bitboard) -> &[MaskedShift] {
        &self.sequences[number_of(content, self.parity)]
    }
}

impl Within {
    /// The shifts that close a vector, for each content of its parity holes. Their masks are
    /// appended to `masks`.
    pub fn new(layout: &IndexLayout, masks: &mut Vec<u64>) -> Self {
        let parity = layout.vector_holes & layout.class.parity_holes();
        let mut parts: Vec<PartSequences> = Vec::new();
        for holes in components(layout.class.board(), layout.vector_holes) {
            let parity = parity & holes;
            let mut sequences = Vec::new();
            for content in contents(parity) {
                sequences.push(Component::new(layout, holes, parity, content).sequence(masks));
            }
            parts.push(PartSequences { parity, sequences });
        }

        let mut sequences = Vec::new();
        for content in contents(parity) {
            let of_parts = parts.iter().map(|part| part.sequence(content));
            sequences.push(of_parts.collect::<Vec<_>>().concat());
        }
        Self { parity, sequences }
    }

    /// The number of the content of a vector's parity holes.
    pub fn content(&self, origin: Bitboard) -> usize {
        number_of(origin, self.parity)
    }
}

/// A component of a vector, for one content of its parity holes at bit 0. The contents of its holes
/// are numbered, those with fewer pegs first.
struct Component {
    /// The number of the content at each bit of the vector.
    under: Vec<usize>,
    /// How many contents there are.
    contents: usize,
    paths: Vec<Paths>,
}

/// The leaps from content to content that move the bits of a vector equally far.
struct Paths {
    shift: Shift,
    leaps: Vec<Leap>,
}

/// From one content to another, by their numbers.
struct Leap {
    from: usize,
    to: usize,
}

impl Component {
    fn new(layout: &IndexLayout, holes: Bitboard, parity: Bitboard, content: Bitboard) -> Self {
        let class = &layout.class;
        let positions = vector_contents(layout, parity, content);
        let under: Vec<Bitboard> = positions.map(|position| position & holes).collect();
        let order = |content: &Bitboard| (content.count(), *content);
        let mut contents = under.clone();
        contents.sort_unstable_by_key(order);
        contents.dedup();
        let number =
            |content: Bitboard| contents.binary_search_by_key(&order(&content), order).ok();

        let mut jumps: Vec<Jump> = class.board().each_jump().collect();
        jumps.retain(|jump| holes.contains(jump.mask()));
        // The contents reached from each, as bits. Jumps lead to fewer pegs, so those that one
        // leads to are known before it.
        let mut reached: Vec<u64> = Vec::new();
        let mut paths: BTreeMap<Shift, Vec<Leap>> = BTreeMap::new();
        for (from, &before) in contents.iter().enumerate() {
            let mut reached_from = 0;
            for jump in jumps.iter().filter(|jump| jump.is_legal(before)) {
                if let Some(after) = number(jump.play(before)) {
                    reached_from |= reached[after] | 1 << after;
                }
            }
            reached.push(reached_from);

            let index = class.index_of_member(before);
            for to in ones(reached_from).map(|to| to as usize) {
                let shift = Shift::between(index, class.index_of_member(contents[to]));
                paths.entry(shift).or_default().push(Leap { from, to });
            }
        }

        let paths = paths.into_iter();
        Self {
            under: under.into_iter().filter_map(number).collect(),
            contents: contents.len(),
            paths: paths.map(|(shift, leaps)| Paths { shift, leaps }).collect(),
        }
    }

    /// A short sequence that closes every content. Shifts distribute over unions, so it closes all
    /// sets of contents.
    fn sequence(&self, masks: &mut Vec<u64>) -> Vec<MaskedShift> {
        let mut origins = self.only_themselves();
        let mut chosen = Vec::new();
        while let Some(number) = self.best_addition(&origins) {
            self.paths[number].shift(&mut origins);
            chosen.push(number);
        }
        let needed = self.without_superfluous(chosen, &origins);

        let mut sequence = Vec::new();
        for number in needed {
            sequence.push(self.masked(&self.paths[number], masks));
        }
        sequence
    }

    /// Each content is reached from itself, as bits.
    fn only_themselves(&self) -> Vec<u64> {
        (0..self.contents).map(|number| 1 << number).collect()
    }

    /// The paths that add the most to what contents are reached from; the first of several. None
    /// if nothing is missing.
    fn best_addition(&self, origins: &[u64]) -> Option<usize> {
        let mut best = None;
        let mut most = 0;
        for (number, paths) in self.paths.iter().enumerate() {
            let gain = paths.gain(origins);
            if gain > most {
                most = gain;
                best = Some(number);
            }
        }
        best
    }

    /// Leaves out what later shifts made superfluous, as long as contents are reached from the same
    /// origins.
    fn without_superfluous(&self, mut chosen: Vec<usize>, origins: &[u64]) -> Vec<usize> {
        let mut at = 0;
        while at < chosen.len() {
            let without = [&chosen[..at], &chosen[at + 1..]].concat();
            let mut reached = self.only_themselves();
            for &number in &without {
                self.paths[number].shift(&mut reached);
            }

            if reached == origins {
                chosen = without;
            } else {
                at += 1;
            }
        }
        chosen
    }

    /// The shift of these paths, whose mask is appended to the others.
    fn masked(&self, paths: &Paths, masks: &mut Vec<u64>) -> MaskedShift {
        let mut take_part = 0_u64;
        for leap in &paths.leaps {
            take_part |= 1 << leap.from;
        }
        let word = |under: &[usize]| {
            let mut word = 0;
            for (bit, &content) in under.iter().enumerate() {
                word |= (take_part >> content & 1) << bit;
            }
            word
        };

        let mask = masks.len();
        let before: Vec<u64> = self.under.chunks(64).map(word).collect();
        masks.extend(paths.shift.moved(&before));
        MaskedShift {
            shift: paths.shift,
            mask,
        }
    }
}

impl Paths {
    /// How many pairs of contents the shift would add.
    fn gain(&self, origins: &[u64]) -> u32 {
        let new = |leap: &Leap| (origins[leap.from] & !origins[leap.to]).count_ones();
        self.leaps.iter().map(new).sum()
    }

    /// Adds what the shift brings.
    fn shift(&self, origins: &mut [u64]) {
        // Fewer pegs first: nothing goes two ways at once.
        for leap in &self.leaps {
            origins[leap.to] |= origins[leap.from];
        }
    }
}
