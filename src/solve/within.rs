//! Closing a vector: a sequence of shifts, each with the bits that take part, that adds to a vector all that jumps
//! inside it lead to. It is looked for once for each content of the vector's parity holes.
//!
//! A shift is not only a jump but every way, over any number of jumps, from one content of a component (holes of the
//! vector that its jumps join) to another that moves the bits equally far: fewer of them close a vector than of jumps.

use std::collections::BTreeMap;

use super::layout::Layout;
use super::steps::{Shift, Step, contents, vector_contents};
use crate::board::{Hole, Jump, Position};

/// The largest component for which a sequence is looked for.
const MAX_COMPONENT: u32 = 8;

/// The sequences for all contents of the parity holes.
pub(super) struct Within {
    /// The parity holes of the vector that the sequences depend on.
    parity: Vec<Hole>,
    sequences: Vec<Vec<MaskedShift>>,
    /// Whether a sequence is only all jumps, to be repeated until nothing changes.
    pub repeat: bool,
}

/// A shift of the bits that a mask lets through.
#[derive(Clone, Copy)]
pub(super) struct MaskedShift {
    pub shift: Shift,
    /// Where the mask begins.
    pub mask: usize,
}

impl Within {
    /// Their masks are put behind the others.
    pub fn new(layout: &Layout, steps: &[Step], masks: &mut Vec<u64>) -> Self {
        let inside: Vec<&Step> = steps.iter().filter(|step| step.care.is_empty()).collect();
        let components = layout.components();
        if components.iter().any(|component| component.pegs() > MAX_COMPONENT) {
            let mut parity: Vec<Hole> =
                inside.iter().flat_map(|step| step.parity_holes()).collect();
            parity.sort_unstable();
            parity.dedup();
            let all = |content| {
                let masked =
                    |step: &&Step| MaskedShift { shift: step.shift, mask: step.mask(content) };
                inside.iter().map(masked).collect()
            };
            return Self { sequences: contents(&parity).map(all).collect(), parity, repeat: true };
        }
        // The contents of a component count up where those of the ones before it have come round.
        let mut all = Self { parity: Vec::new(), sequences: vec![Vec::new()], repeat: false };
        for holes in components {
            let parity: Vec<Hole> =
                layout.class.parity_holes().iter().map(|one| one.hole).collect();
            let parity: Vec<Hole> = parity.into_iter().filter(|&hole| holes.has(hole)).collect();
            let more: Vec<Vec<MaskedShift>> = contents(&parity)
                .map(|content| Component::new(layout, holes, &parity, content).sequence(masks))
                .collect();
            let joined = |more: &Vec<MaskedShift>| -> Vec<Vec<MaskedShift>> {
                all.sequences.iter().map(|before| [&before[..], more].concat()).collect()
            };
            all.sequences = more.iter().flat_map(joined).collect();
            all.parity.extend(parity);
        }
        all
    }

    /// Whether the sequences are the same for two vectors with these positions of bit 0.
    pub fn alike(&self, one: Position, other: Position) -> bool {
        self.parity.iter().all(|&hole| one.has(hole) == other.has(hole))
    }

    /// The sequence for a vector whose position of bit 0 is this one.
    #[inline(always)]
    pub fn sequence(&self, origin: Position) -> &[MaskedShift] {
        let contents = self.parity.iter().enumerate();
        let number =
            contents.map(|(bit, &hole)| usize::from(origin.has(hole)) << bit).sum::<usize>();
        &self.sequences[number]
    }
}

/// Holes of a vector that its jumps join, where the parity holes under bit 0 have one content.
struct Component {
    /// The contents that it can have, those with fewer pegs first, as numbers: which of them is under each bit of the
    /// vector, and how many there are.
    under: Vec<usize>,
    contents: usize,
    /// For each shift, from which contents to which it leads.
    ways: Vec<(Shift, Vec<(usize, usize)>)>,
}

/// For everything that a component can hold, from what it is reached, as bits.
type Origins = Vec<[u64; 1 << (MAX_COMPONENT - 6)]>;

impl Component {
    fn new(layout: &Layout, holes: Position, parity: &[Hole], content: Position) -> Self {
        let class = &layout.class;
        let under: Vec<Position> =
            vector_contents(layout, parity, content).map(|position| position & holes).collect();
        let mut held = under.clone();
        held.sort_unstable_by_key(|held| (held.pegs(), *held));
        held.dedup();
        let free: Position = class.free_holes().iter().copied().collect();
        let index = |held: Position| class.index_of_member(held & free);
        let number = |of: Position| held.iter().position(|&held| held == of);
        let triples = class.board().triples().iter();
        let inside = triples.filter(|triple| holes.contains(triple.mask()));
        let jumps: Vec<Jump> = inside.flat_map(|triple| triple.jumps()).collect();
        let mut reached: Vec<Vec<usize>> = Vec::new();
        let mut ways: BTreeMap<Shift, Vec<(usize, usize)>> = BTreeMap::new();
        for (from, &before) in held.iter().enumerate() {
            let legal = jumps.iter().filter(|jump| jump.is_legal(before));
            let after = legal.filter_map(|jump| number(jump.play(before)));
            let mut to: Vec<usize> =
                after.flat_map(|to| reached[to].iter().copied().chain([to])).collect();
            to.sort_unstable();
            to.dedup();
            for &to in &to {
                let shift = Shift::between(index(before), index(held[to]));
                ways.entry(shift).or_default().push((from, to));
            }
            reached.push(to);
        }
        Self {
            under: under.into_iter().filter_map(number).collect(),
            contents: held.len(),
            ways: ways.into_iter().collect(),
        }
    }

    /// A short sequence that closes every content. As shifts distribute over unions, it closes all sets of them.
    fn sequence(&self, masks: &mut Vec<u64>) -> Vec<MaskedShift> {
        let mut origins = self.only_themselves();
        let mut chosen = Vec::new();
        // The most gainful next, the first of them where several are.
        while let Some((gained, way)) = (0..self.ways.len())
            .rev()
            .map(|way| (self.gain(&origins, way), way))
            .max_by_key(|&(gained, _)| gained)
            && gained > 0
        {
            self.shift(&mut origins, way);
            chosen.push(way);
        }
        // What later ones have made superfluous.
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

    fn only_themselves(&self) -> Origins {
        let bit = |number: usize| {
            std::array::from_fn(|word| u64::from(number >> 6 == word) << (number & 63))
        };
        (0..self.contents).map(bit).collect()
    }

    /// How much a shift would add.
    fn gain(&self, origins: &Origins, way: usize) -> u32 {
        let new = |&(from, to): &(usize, usize)| -> u32 {
            let words = origins[from].iter().zip(&origins[to]);
            words.map(|(from, to)| (from & !to).count_ones()).sum()
        };
        self.ways[way].1.iter().map(new).sum()
    }

    fn shift(&self, origins: &mut Origins, way: usize) {
        // Fewer pegs first: nothing goes two ways at once.
        for &(from, to) in &self.ways[way].1 {
            let before = origins[from];
            origins[to].iter_mut().zip(before).for_each(|(to, from)| *to |= from);
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
        masks.extend(self.under.chunks(64).map(word));
        MaskedShift { shift: *shift, mask }
    }
}
