//! Closing a vector: a sequence of masked shifts that adds to a vector all that jumps inside it lead to. One sequence is
//! computed for each content of the vector's parity holes.
//!
//! A *component* is a set of holes that the vector's jumps join. One shift covers all paths, over any number of jumps, from
//! one content of a component to another that move the bits equally far. Fewer shifts than jumps are needed.

use std::collections::BTreeMap;

use super::layout::Layout;
use super::vector_jumps::{Shift, VectorJump, contents, vector_contents};
use crate::board::{Bitboard, Hole, Jump};

/// The maximum number of contents of a component for which a sequence is computed.
const MAX_CONTENTS: usize = 64;

/// The sequences for all contents of the parity holes.
pub(super) struct Within {
    /// The parity holes of the vector that the sequences depend on.
    parity: Vec<Hole>,
    sequences: Vec<Vec<MaskedShift>>,
    /// Whether a sequence is just all jumps, to be repeated until nothing changes.
    pub repeat: bool,
}

/// A shift of the bits of a vector to those that a mask lets through.
#[derive(Clone, Copy)]
pub(super) struct MaskedShift {
    pub shift: Shift,
    /// Where the mask begins.
    pub mask: usize,
}

impl Within {
    /// Their masks are appended to the others.
    pub fn new(layout: &Layout, jumps: &[VectorJump], masks: &mut Vec<u64>) -> Self {
        let mut all = Self { parity: Vec::new(), sequences: vec![Vec::new()], repeat: false };
        for holes in layout.components() {
            let parity = layout.class.parity_holes().iter().map(|parity| parity.hole);
            let parity: Vec<Hole> = parity.filter(|&hole| holes.has(hole)).collect();
            let components =
                contents(&parity).map(|content| Component::new(layout, holes, &parity, content));
            let Some(components) = components.collect::<Option<Vec<Component>>>() else {
                return Self::repeated(jumps);
            };
            let more: Vec<Vec<MaskedShift>> =
                components.into_iter().map(|component| component.sequence(masks)).collect();
            // The contents of the first component change fastest.
            let joined = |more: &Vec<MaskedShift>| -> Vec<Vec<MaskedShift>> {
                all.sequences.iter().map(|before| [&before[..], more].concat()).collect()
            };
            all.sequences = more.iter().flat_map(joined).collect();
            all.parity.extend(parity);
        }
        all
    }

    /// All jumps.
    fn repeated(jumps: &[VectorJump]) -> Self {
        let inside: Vec<&VectorJump> = jumps.iter().filter(|jump| jump.care.is_empty()).collect();
        let mut parity: Vec<Hole> = inside.iter().flat_map(|jump| jump.parity_holes()).collect();
        parity.sort_unstable();
        parity.dedup();
        let all = |content| {
            let masked =
                |jump: &&VectorJump| MaskedShift { shift: jump.shift, mask: jump.mask(content) };
            inside.iter().map(masked).collect()
        };
        Self { sequences: contents(&parity).map(all).collect(), parity, repeat: true }
    }

    /// Whether vectors with these positions at bit 0 have the same sequence.
    pub fn alike(&self, one: Bitboard, other: Bitboard) -> bool {
        self.parity.iter().all(|&hole| one.has(hole) == other.has(hole))
    }

    /// The sequence for a vector with this position at bit 0.
    #[inline]
    pub fn sequence(&self, origin: Bitboard) -> &[MaskedShift] {
        let mut number = 0;
        for (bit, &hole) in self.parity.iter().enumerate() {
            number |= usize::from(origin.has(hole)) << bit;
        }
        &self.sequences[number]
    }
}

/// A component of a vector, for one content of its parity holes at bit 0.
struct Component {
    /// The number of the content at each bit of the vector, and how many contents there are. Contents with fewer pegs come
    /// first.
    under: Vec<usize>,
    contents: usize,
    /// For each shift, the contents that it leads from and to.
    ways: Vec<(Shift, Vec<(usize, usize)>)>,
}

impl Component {
    /// None if it has too many contents.
    fn new(layout: &Layout, holes: Bitboard, parity: &[Hole], content: Bitboard) -> Option<Self> {
        let class = &layout.class;
        let under: Vec<Bitboard> =
            vector_contents(layout, parity, content).map(|position| position & holes).collect();
        let key = |held: &Bitboard| (held.count(), *held);
        let mut held = under.clone();
        held.sort_unstable_by_key(key);
        held.dedup();
        if held.len() > MAX_CONTENTS {
            return None;
        }
        let number = |of: Bitboard| held.binary_search_by_key(&key(&of), key).ok();
        let free: Bitboard = class.free_holes().iter().copied().collect();
        let index = |held: Bitboard| class.index_of_member(held & free);
        let triples = class.board().triples().iter();
        let inside = triples.filter(|triple| holes.contains(triple.mask()));
        let jumps: Vec<Jump> = inside.flat_map(|triple| triple.jumps()).collect();
        // The contents reached from each, as bits.
        let mut reached: Vec<u64> = Vec::new();
        let mut ways: BTreeMap<Shift, Vec<(usize, usize)>> = BTreeMap::new();
        for (from, &before) in held.iter().enumerate() {
            let legal = jumps.iter().filter(|jump| jump.is_legal(before));
            let after = legal.filter_map(|jump| number(jump.play(before)));
            reached.push(after.fold(0, |all, to| all | reached[to] | 1 << to));
            for to in (0..from).filter(|to| reached[from] >> to & 1 == 1) {
                let shift = Shift::between(index(before), index(held[to]));
                ways.entry(shift).or_default().push((from, to));
            }
        }
        let under: Vec<usize> = under.into_iter().map(number).collect::<Option<_>>()?;
        Some(Self { under, contents: held.len(), ways: ways.into_iter().collect() })
    }

    /// A short sequence that closes every content. Shifts distribute over unions, so it closes all sets of contents.
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
            without.iter().for_each(|&way| self.shift(&mut reached, way));
            if reached == origins {
                chosen = without;
            } else {
                at += 1;
            }
        }
        chosen.into_iter().map(|way| self.masked(way, masks)).collect()
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
        let mut takes_part = vec![false; self.contents];
        ways.iter().for_each(|&(from, _)| takes_part[from] = true);
        let mask = masks.len();
        let word = |under: &[usize]| -> u64 {
            let bits = under.iter().enumerate();
            bits.map(|(bit, &content)| u64::from(takes_part[content]) << bit).sum()
        };
        let before: Vec<u64> = self.under.chunks(64).map(word).collect();
        masks.extend(shift.moved(&before));
        MaskedShift { shift: *shift, mask }
    }
}
