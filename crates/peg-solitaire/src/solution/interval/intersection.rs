//! Finds an interval as the intersection of two closures: what can be reached from the start, and from where the target can be reached.

use std::sync::atomic::{AtomicU64, Ordering};

use multiversion::multiversion;

use super::level::Level;
use super::search::Search;
use super::{Game, Interval, POSITIONS};
use crate::bits::ones;
use crate::class::WordPositions;
use crate::memory::reserve;
use crate::solve::ClassSet;
use crate::{Error, Result, parallel};

/// The words of the class that a thread takes at a time.
const PIECE: usize = 1 << 17;

/// The words of a block that are split at a time.
const RUN: usize = 1 << 10;

impl Search<'_> {
    /// The interval: the positions in both closures.
    pub(super) fn intersection(
        self,
        reachable: &ClassSet,
        backwards: ClassSet,
    ) -> Result<Interval> {
        let jumps = self.jumps()?;
        let both = reachable.whose_complements_are_in(&backwards)?;
        let done = AtomicU64::new(0);
        let (block_words, blocks) = both.shape();
        let together = (PIECE / block_words).max(1);
        let pieces = blocks.div_ceil(together);
        // The representatives: a list for each number of jumps played, with the numbers of their bits, counted from the first block of the
        // piece. The smallest of a position's images is in a kept block.
        let piece = |number: usize| {
            let range = number * together..blocks.min((number + 1) * together);
            let mut places = WordPositions::new(&self.game.class);
            let mut lists: Vec<Vec<u32>> = vec![Vec::new(); jumps + 1];
            let origin = range.start * block_words;
            let (mut words, mut turned) = (vec![0; block_words], Vec::new());
            for block in range.filter(|&block| both.is_kept(block)) {
                if !both.fill(block, &mut words, &mut turned) {
                    continue;
                }
                for (first, run) in (block * block_words..).step_by(RUN).zip(words.chunks(RUN)) {
                    let (game, lists) = (&self.game, &mut lists);
                    self.hold(split_by_level(game, &mut places, origin, first, run, lists)?)?;
                }
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            self.progress.report(pieces as u64 + done, 2 * pieces as u64)?;
            Ok::<_, Error>(lists)
        };
        let sifted = parallel::try_map(0..pieces, piece)?;
        drop(backwards);
        let mut lists: Vec<Vec<Vec<u32>>> = (0..=jumps).map(|_| Vec::new()).collect();
        for piece in sifted {
            for (list, piece) in lists.iter_mut().zip(piece) {
                list.push(piece);
            }
        }
        let rank = self.game.class.rank();
        let level = |lists: Vec<Vec<u32>>| {
            let pieces = lists.iter().zip((0..).step_by(64 * block_words * together));
            let indices = pieces
                .flat_map(|(list, first)| list.iter().map(move |&place| first + u64::from(place)));
            Level::of_sorted(lists.iter().map(Vec::len).sum(), indices, rank)
        };
        let levels = parallel::try_map(lists, level)?;
        Ok(self.interval(levels))
    }
}

/// Adds the representatives among the positions of some words to the lists of their levels, and returns how many there are. The first
/// word has this number; the lists count bits from the word `origin`. Counting pegs is one instruction where the processor has it.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn split_by_level(
    game: &Game,
    places: &mut WordPositions<'_>,
    origin: usize,
    number: usize,
    words: &[u64],
    lists: &mut [Vec<u32>],
) -> Result<usize> {
    let Game { start, stabiliser, .. } = game;
    let pegs = start.count();
    let trivial = stabiliser.order() == 1;
    let mut found = 0;
    // Branch-free: empty words are unpredictable.
    let (mut full, mut left) = ([0; RUN], 0);
    for (place, &word) in words.iter().enumerate() {
        full[left % RUN] = place;
        left += usize::from(word != 0);
    }
    for &place in &full[..left] {
        let first = ((number + place) as u64) << 6;
        let position = places.word(first);
        for bit in ones(words[place]).map(u64::from) {
            let played = pegs.wrapping_sub(places.within(position, bit).count());
            if trivial || stabiliser.representative(first | bit) == first | bit {
                let list = lists.get_mut(played as usize);
                let list = list.expect("no position is beyond start or target");
                reserve(|| POSITIONS, list, 1)?;
                list.push(((number + place - origin) as u32) << 6 | bit as u32);
                found += 1;
            }
        }
    }
    Ok(found)
}
