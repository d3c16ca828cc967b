//! Closing a vector: a sequence of masked shifts that adds to a vector all that jumps inside it
//! lead to. One sequence is computed for each content of the vector's parity holes.
//!
//! A *component* is a set of holes that the vector's jumps join. One shift covers all paths, over
//! any number of jumps, from one content of a component to another that move the bits equally far.
//! Fewer shifts than jumps are needed.

use std::collections::BTreeMap;

use super::layout::{IndexLayout, components};
use crate::bits::WORD_BITS;
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
    class
        .changes(0..class.rank().min(layout.vector_bits))
        .map(move |change| change ^ first)
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
    pub mask: usize,
}

impl Within {
    /// The shifts that close a vector, for each content of its parity holes. Their masks are
    /// appended to `masks`.
    pub fn new(layout: &IndexLayout, masks: &mut Vec<u64>) -> Self {
        let parity = layout.vector_holes & layout.class.parity_holes();
        // For each component, its parity holes and the sequences for their contents.
        let mut parts: Vec<(Bitboard, Vec<Vec<MaskedShift>>)> = Vec::new();
        for holes in components(layout.class.board(), layout.vector_holes) {
            let own = parity & holes;
            let sequence = |content| Component::new(layout, holes, own, content).sequence(masks);
            parts.push((own, contents(own).map(sequence).collect()));
        }
        let joined = |content: Bitboard| {
            let of = |(own, all): &(Bitboard, Vec<Vec<_>>)| all[number_of(content, *own)].clone();
            parts.iter().flat_map(of).collect()
        };
        Self {
            parity,
            sequences: contents(parity).map(joined).collect(),
        }
    }

    /// The number of the content of a vector's parity holes.
    pub fn content(&self, origin: Bitboard) -> usize {
        number_of(origin, self.parity)
    }
}

/// A component of a vector, for one content of its parity holes at bit 0.
struct Component {
    /// The number of the content at each bit of the vector, and how many contents there are.
    /// Contents with fewer pegs come first.
    under: Vec<usize>,
    contents: usize,
    /// For each shift, the contents that it leads from and to.
    ways: Vec<(Shift, Vec<(usize, usize)>)>,
}

impl Component {
    fn new(layout: &IndexLayout, holes: Bitboard, parity: Bitboard, content: Bitboard) -> Self {
        let class = &layout.class;
        let under: Vec<Bitboard> = vector_contents(layout, parity, content)
            .map(|position| position & holes)
            .collect();
        let key = |held: &Bitboard| (held.count(), *held);
        let mut held = under.clone();
        held.sort_unstable_by_key(key);
        held.dedup();
        let number = |of: Bitboard| held.binary_search_by_key(&key(&of), key).ok();
        let all = class.board().each_jump();
        let jumps: Vec<Jump> = all.filter(|jump| holes.contains(jump.mask())).collect();
        // The contents reached from each, as bits.
        let mut reached: Vec<u64> = Vec::new();
        let mut ways: BTreeMap<Shift, Vec<(usize, usize)>> = BTreeMap::new();
        for (from, &before) in held.iter().enumerate() {
            let legal = jumps.iter().filter(|jump| jump.is_legal(before));
            let after = legal.filter_map(|jump| number(jump.play(before)));
            reached.push(after.fold(0, |all, to| all | reached[to] | 1 << to));
            for to in (0..from).filter(|to| reached[from] >> to & 1 == 1) {
                let shift = Shift::between(
                    class.index_of_member(before),
                    class.index_of_member(held[to]),
                );
                ways.entry(shift).or_default().push((from, to));
            }
        }
        let under = under.into_iter().filter_map(number).collect();
        Self {
            under,
            contents: held.len(),
            ways: ways.into_iter().collect(),
        }
    }

    /// A short sequence that closes every content. Shifts distribute over unions, so it closes all
    /// sets of contents.
    fn sequence(&self, masks: &mut Vec<u64>) -> Vec<MaskedShift> {
        let mut origins = self.only_themselves();
        let mut chosen = Vec::new();
        // Greedy: the shift that adds the most, the first of several.
        while let Some((gained, way)) = (0..self.ways.len())
            .rev()
            .map(|way| (self.gain(&origins, way), way))
            .max_by_key(|&(gained, _)| gained)
            && gained > 0
        {
            self.shift(&mut origins, way);
            chosen.push(way);
        }
        // Drops shifts that later ones made superfluous.
        let mut at = 0;
        while at < chosen.len() {
            let without: Vec<usize> = [&chosen[..at], &chosen[at + 1..]].concat();
            let mut reached = self.only_themselves();
            without
                .iter()
                .for_each(|&way| self.shift(&mut reached, way));
            if reached == origins {
                chosen = without;
            } else {
                at += 1;
            }
        }
        chosen
            .into_iter()
            .map(|way| self.masked(way, masks))
            .collect()
    }

    /// Each content is reached from itself, as bits.
    fn only_themselves(&self) -> Vec<u64> {
        (0..self.contents).map(|number| 1 << number).collect()
    }

    /// How many pairs of contents a shift would add.
    fn gain(&self, origins: &[u64], way: usize) -> u32 {
        let new = |&(from, to): &(usize, usize)| (origins[from] & !origins[to]).count_ones();
        self.ways[way].1.iter().map(new).sum()
    }

    fn shift(&self, origins: &mut [u64], way: usize) {
        // Fewer pegs first: nothing goes two ways at once.
        for &(from, to) in &self.ways[way].1 {
            origins[to] |= origins[from];
        }
    }

    fn masked(&self, way: usize, masks: &mut Vec<u64>) -> MaskedShift {
        let (shift, ways) = &self.ways[way];
        let take_part = ways.iter().fold(0_u64, |all, &(from, _)| all | 1 << from);
        let mask = masks.len();
        let word = |under: &[usize]| -> u64 {
            let bits = under.iter().enumerate();
            bits.map(|(bit, &content)| (take_part >> content & 1) << bit)
                .sum()
        };
        let before: Vec<u64> = self.under.chunks(64).map(word).collect();
        masks.extend(shift.moved(&before));
        MaskedShift {
            shift: *shift,
            mask,
        }
    }
}
