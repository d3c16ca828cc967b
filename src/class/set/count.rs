//! Counts the positions of a set by number of pegs.
//!
//! The 64 positions of a word differ only in the holes of the six lowest bits of the index and in the
//! parity holes that depend on them. For each content of these parity holes, masks select the bits of a word whose positions have
//! 0, 1, 2, ... pegs there. So a few ANDs and population counts are enough for a word.

use multiversion::multiversion;

use super::{ClassSet, WORD_BITS};
use crate::board::{MAX_HOLES, Position};
use crate::class::{PositionClass, WordPositions};

/// The number of words that a thread counts at a time.
const RUN: usize = 1 << 14;

impl ClassSet {
    /// The number of positions by number of pegs: entry p counts those with p pegs, from 0 to the number of holes.
    ///
    /// ```
    /// use pegfont::{board::Board, solve::Reachable};
    /// let board: Board = "5x5".parse()?;
    /// let counts = Reachable::solve(&board, board.central_vacancy())?.count_by_pegs();
    /// assert_eq!(counts.len(), 26);
    /// // The start; from it a jump from each of four sides.
    /// assert_eq!(counts[23..], [4, 1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn count_by_pegs(&self) -> Vec<u64> {
        let masks = PegMasks::new(&self.class);
        let count = |mut sums: Counts, (number, words): (usize, &[u64])| {
            let mut places = masks.places.clone();
            count_words(&masks, &mut places, number * RUN, words, &mut sums);
            sums
        };
        #[cfg(feature = "parallel")]
        let sums = {
            use rayon::prelude::*;
            let runs = self.words.par_chunks(RUN).enumerate();
            runs.fold(|| NOTHING, count).reduce(|| NOTHING, added)
        };
        #[cfg(not(feature = "parallel"))]
        let sums = self.words.chunks(RUN).enumerate().fold(NOTHING, count);
        sums[..=self.board().holes()].to_vec()
    }
}

/// Sums by number of pegs.
type Counts = [u64; MAX_HOLES + 1];
const NOTHING: Counts = [0; MAX_HOLES + 1];

#[cfg(feature = "parallel")]
fn added(one: Counts, other: Counts) -> Counts {
    std::array::from_fn(|pegs| one[pegs] + other[pegs])
}

/// Masks of the bits of a word, by number of pegs.
struct PegMasks<'c> {
    places: WordPositions<'c>,
    /// The holes whose content differs among the positions of a word.
    inside: Position,
    /// The parity holes among them.
    parity: Position,
    /// For each content of the parity holes at bit 0: the bits of a word with 0, 1, 2, ... pegs inside.
    masks: Vec<Vec<u64>>,
}

impl<'c> PegMasks<'c> {
    fn new(class: &'c PositionClass) -> Self {
        let low = class.rank().min(WORD_BITS);
        let origin = class.position(0);
        let bits: Vec<Position> = (0..1 << low).map(|bit| class.position(bit) ^ origin).collect();
        let inside = bits.iter().fold(Position::EMPTY, |all, &bit| all | bit);
        let free: Position = class.free_holes().iter().copied().collect();
        let parity = inside.without(free);
        let masks = (0..1 << parity.pegs())
            .map(|number| {
                let content = content(number, parity);
                let mut masks = vec![0; inside.pegs() as usize + 1];
                for (bit, &change) in bits.iter().enumerate() {
                    masks[(content ^ change).pegs() as usize] |= 1 << bit;
                }
                masks
            })
            .collect();
        Self { places: WordPositions::new(class), inside, parity, masks }
    }

    /// The index of the masks for the content of the parity holes.
    #[inline(always)]
    fn number(&self, position: Position) -> usize {
        let holes = self.parity.holes().enumerate();
        holes.map(|(bit, hole)| usize::from(position.has(hole)) << bit).sum()
    }
}

/// The content of these holes with this number.
fn content(number: usize, holes: Position) -> Position {
    let numbered = holes.holes().enumerate();
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
