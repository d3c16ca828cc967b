//! Counting the finished set by number of pegs, and walking over it. Reads the bits and the position class, and
//! changes nothing.
//!
//! The 64 positions of a word share their pegs but for the holes of the six lowest bits of the index and for the
//! parity holes that these decide. So for each content of those parity holes there is a mask of the bits of a word
//! that have 0, 1, 2, ... pegs there, and a word is counted by a few ANDs and population counts.

use multiversion::multiversion;

use super::Reachable;
use super::layout::WORD_BITS;
use crate::board::{MAX_HOLES, Position};
use crate::class::PositionClass;

/// The number of words that are counted in a row: the positions of their bits 0 are one XOR from a table.
const RUN_BITS: usize = 10;

impl Reachable {
    /// The number of reachable positions by number of pegs: entry p counts those with p pegs, from 0 to the number of
    /// holes.
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
        let census = Census::new(self.class());
        let run = census.words.len();
        let count = |mut sums: Counts, (number, words): (usize, &[u64])| {
            let index = (number * run) as u64;
            count_words(&census, self.class().position(index << WORD_BITS), words, &mut sums);
            sums
        };
        #[cfg(feature = "parallel")]
        let sums = {
            use rayon::prelude::*;
            let runs = self.words.par_chunks(run).enumerate().with_min_len(16);
            runs.fold(|| NOTHING, count).reduce(|| NOTHING, added)
        };
        #[cfg(not(feature = "parallel"))]
        let sums = self.words.chunks(run).enumerate().fold(NOTHING, count);
        sums[..=self.board().holes()].to_vec()
    }

    /// The reachable positions, in the order of their dense index.
    ///
    /// ```
    /// use pegfont::{board::Board, solve::Reachable};
    /// let board: Board = "4x4".parse()?;
    /// let reachable = Reachable::solve(&board, board.central_vacancy())?;
    /// assert_eq!(reachable.positions().count() as u64, reachable.count());
    /// assert!(reachable.positions().all(|position| reachable.contains(position)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let words = self.words.iter().enumerate().filter(|&(_, &word)| word != 0);
        words.flat_map(move |(number, &word)| {
            let bits = Position(word).holes();
            bits.map(move |bit| self.class().position((number as u64) << WORD_BITS | bit.0 as u64))
        })
    }
}

/// Sums by number of pegs.
type Counts = [u64; MAX_HOLES + 1];
const NOTHING: Counts = [0; MAX_HOLES + 1];

#[cfg(feature = "parallel")]
fn added(one: Counts, other: Counts) -> Counts {
    std::array::from_fn(|pegs| one[pegs] + other[pegs])
}

/// What is needed to count words.
struct Census {
    /// The holes whose content differs among the positions of a word.
    inside: Position,
    /// The parity holes among them.
    parity: Position,
    /// For each word of a run, what it adds to the position of bit 0 of the run.
    words: Vec<Position>,
    /// For each content of the parity holes under bit 0, the bits of a word with 0, 1, 2, ... pegs inside.
    masks: Vec<Vec<u64>>,
}

impl Census {
    fn new(class: &PositionClass) -> Self {
        let low = class.rank().min(WORD_BITS);
        let run = class.rank().saturating_sub(WORD_BITS).min(RUN_BITS);
        let origin = class.position(0);
        let bits: Vec<Position> = (0..1 << low).map(|bit| class.position(bit) ^ origin).collect();
        let inside = bits.iter().fold(Position::EMPTY, |all, &bit| all | bit);
        let free: Position = class.free_holes().iter().copied().collect();
        let parity = inside.without(free);
        let masks = (0..1 << parity.pegs())
            .map(|number| {
                let content = spread(number, parity);
                let mut masks = vec![0; inside.pegs() as usize + 1];
                for (bit, &change) in bits.iter().enumerate() {
                    masks[(content ^ change).pegs() as usize] |= 1 << bit;
                }
                masks
            })
            .collect();
        let words =
            (0..1_u64 << run).map(|word| class.position(word << WORD_BITS) ^ origin).collect();
        Self { inside, parity, words, masks }
    }

    /// The number under which the content of the parity holes has its masks.
    #[inline(always)]
    fn number(&self, position: Position) -> usize {
        let holes = self.parity.holes().enumerate();
        holes.map(|(bit, hole)| usize::from(position.has(hole)) << bit).sum()
    }
}

/// The content of these holes of this number.
fn spread(number: usize, holes: Position) -> Position {
    holes
        .holes()
        .enumerate()
        .filter(|(bit, _)| number >> bit & 1 == 1)
        .map(|(_, hole)| hole)
        .collect()
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt"
))]
fn count_words(census: &Census, origin: Position, words: &[u64], sums: &mut Counts) {
    for (&word, &change) in words.iter().zip(&census.words) {
        if word == 0 {
            continue;
        }
        let position = origin ^ change;
        let outside = position.without(census.inside).0.count_ones() as usize;
        let masks = &census.masks[census.number(position)];
        for (sum, mask) in sums[outside..].iter_mut().zip(masks) {
            *sum += u64::from((word & mask).count_ones());
        }
    }
}
