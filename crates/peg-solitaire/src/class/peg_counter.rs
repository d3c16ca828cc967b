//! Counts the positions of words of a set by number of pegs.
//!
//! The 64 positions of a word differ only in the holes of the six lowest bits of the index and in the
//! parity holes that depend on them. For each content of these parity holes, masks select the bits of a word whose positions have
//! 0, 1, 2, ... pegs there. So a few ANDs and population counts are enough for a word.

use multiversion::multiversion;

use super::{PositionClass, WORD_BITS, WordPositions};
use crate::board::{Bitboard, MAX_SMALL_HOLES};
use crate::parallel;

/// Counts the positions of runs of words.
pub(crate) struct PegCounter<'c> {
    masks: PegMasks<'c>,
}

/// What a thread has counted.
pub(crate) struct Tally<'t> {
    masks: &'t PegMasks<'t>,
    places: WordPositions<'t>,
    sums: Counts,
}

impl<'c> PegCounter<'c> {
    pub(crate) fn new(class: &'c PositionClass) -> Self {
        Self { masks: PegMasks::new(class) }
    }

    /// Counts pieces of work with these numbers, on all threads.
    pub(crate) fn count(
        &self,
        pieces: usize,
        count: impl Fn(&mut Tally<'_>, usize) + Sync,
    ) -> Tally<'_> {
        let tallies = parallel::fold(pieces, || self.tally(), count);
        tallies.into_iter().fold(self.tally(), Tally::with)
    }

    /// Nothing counted yet.
    pub(crate) fn tally(&self) -> Tally<'_> {
        Tally { masks: &self.masks, places: self.masks.places.clone(), sums: NOTHING }
    }
}

impl Tally<'_> {
    /// Counts the positions in these words so many times. The first word has the number `first`, a multiple of the number
    /// of words or of [`WordPositions::RUN`].
    pub(crate) fn add(&mut self, times: u64, first: usize, words: &[u64]) {
        let mut found = NOTHING;
        count_words(self.masks, &mut self.places, first, words, &mut found);
        self.sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += times * found);
    }

    /// Both together.
    pub(crate) fn with(mut self, other: Self) -> Self {
        self.sums.iter_mut().zip(other.sums).for_each(|(sum, other)| *sum += other);
        self
    }

    /// The counts: entry p is for p pegs, from 0 to the number of holes.
    pub(crate) fn by_pegs(&self) -> Vec<u64> {
        self.sums[..=self.masks.holes].to_vec()
    }
}

/// Sums by number of pegs.
type Counts = [u64; MAX_SMALL_HOLES + 1];
const NOTHING: Counts = [0; MAX_SMALL_HOLES + 1];

/// Masks of the bits of a word, by number of pegs.
struct PegMasks<'c> {
    places: WordPositions<'c>,
    /// The number of holes of the board.
    holes: usize,
    /// The holes whose content differs among the positions of a word.
    inside: Bitboard,
    /// The parity holes among them.
    parity: Bitboard,
    /// For each content of the parity holes at bit 0: the bits of a word with 0, 1, 2, ... pegs inside.
    masks: Vec<Vec<u64>>,
}

impl<'c> PegMasks<'c> {
    fn new(class: &'c PositionClass) -> Self {
        let low = class.rank().min(WORD_BITS);
        let origin = class.position(0);
        let bits: Vec<Bitboard> = (0..1 << low).map(|bit| class.position(bit) ^ origin).collect();
        let inside = bits.iter().fold(Bitboard::EMPTY, |all, &bit| all | bit);
        let free: Bitboard = class.free_holes().iter().copied().collect();
        let parity = inside.without(free);
        let masks = (0..1 << parity.count())
            .map(|number| {
                let content = content(number, parity);
                let mut masks = vec![0; inside.count() as usize + 1];
                for (bit, &change) in bits.iter().enumerate() {
                    masks[(content ^ change).count() as usize] |= 1 << bit;
                }
                masks
            })
            .collect();
        let holes = class.board().holes();
        Self { places: WordPositions::new(class), holes, inside, parity, masks }
    }

    /// The index of the masks for the content of the parity holes.
    #[inline(always)]
    fn number(&self, position: Bitboard) -> usize {
        let holes = self.parity.pegs().enumerate();
        holes.map(|(bit, hole)| usize::from(position.has(hole)) << bit).sum()
    }
}

/// The content of these holes with this number.
fn content(number: usize, holes: Bitboard) -> Bitboard {
    let numbered = holes.pegs().enumerate();
    numbered.filter(|(bit, _)| number >> bit & 1 == 1).map(|(_, hole)| hole).collect()
}

/// Counts words, the first of which has the number `first`.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt"
))]
fn count_words(
    masks: &PegMasks<'_>,
    places: &mut WordPositions<'_>,
    first: usize,
    words: &[u64],
    sums: &mut Counts,
) {
    for (run, words) in (first..).step_by(WordPositions::RUN).zip(words.chunks(WordPositions::RUN))
    {
        let origin = places.word((run as u64) << WORD_BITS);
        for (&word, &change) in words.iter().zip(places.run()) {
            if word == 0 {
                continue;
            }
            let position = origin ^ change;
            let outside = position.without(masks.inside).0.count_ones() as usize;
            let masks = &masks.masks[masks.number(position)];
            for (sum, mask) in sums[outside..].iter_mut().zip(masks) {
                *sum += u64::from((word & mask).count_ones());
            }
        }
    }
}
