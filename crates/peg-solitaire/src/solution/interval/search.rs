//! Finds an interval: by a search from one end or from both, or where that is long, as the
//! intersection of two closures: what can be reached from the start, and from where the target can
//! be reached. Never evaluates positions.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use multiversion::multiversion;
use rustc_hash::FxHashSet;

use super::level::{Level, Word};
use super::{Game, Interval, POSITIONS, SMALL};
use crate::bits::ones;
use crate::board::Bitboard;
use crate::class::{IndexedJump, WordPositions, sorted};
use crate::memory::{self, MemoryError, reserve};
use crate::progress::Progress;
use crate::solve::{ClassSet, Record};
use crate::{Error, Result, parallel};

/// If a search would hold more positions than this after its next step, the closure takes over,
/// which takes the same time for any interval.
const LONG_SEARCH: usize = 3 << 16;

/// A thread adds its positions to the common count whenever it has found this many.
const SHARE: usize = 1 << 12;

/// The search asks for memory whenever it has found this many more positions.
const ASKED: usize = 1 << 18;

/// The bytes that each position will still need: for sorting its level, and in the level's tree.
const BYTES_LEFT: usize = 16;

/// The words of the class that a thread takes at a time.
const PIECE: usize = 1 << 17;

/// The words of a block that are split at a time.
const RUN: usize = 1 << 10;

pub(super) struct Search<'p> {
    game: Game,
    most: usize,
    /// The positions held so far, and the levels found.
    held: AtomicUsize,
    found: u64,
    progress: Progress<'p>,
}

impl<'p> Search<'p> {
    pub(super) fn of(game: Game, most: usize, progress: Progress<'p>) -> Self {
        // The numbers of a level's members have 32 bits.
        let most = most.min(u32::MAX as usize);
        Self {
            game,
            most,
            held: AtomicUsize::new(0),
            found: 1,
            progress,
        }
    }

    /// The interval among the positions of a set, from the targets upwards; or without a set, from
    /// both ends until they meet. If the search is long, and the whole set is in memory, the
    /// closure takes over.
    pub(super) fn run(mut self, set: Option<&dyn Record>) -> Result<Interval> {
        let targets = std::mem::take(&mut self.game.targets);
        for target in targets {
            if set.map_or(Ok(true), |set| set.contains(target))? {
                self.game.targets.push(target);
            }
        }
        let jumps = self.jumps()?;
        let mut down = vec![self.level(&[self.game.start])?];
        let mut up = vec![self.level(&self.game.targets)?];
        *self.held.get_mut() = up[0].len();
        let is_long = self.game.targets.len() == 1 && self.most > LONG_SEARCH;
        let mut whole = set.and_then(|set| set.whole()).filter(|_| is_long);
        while down.len() + up.len() < jumps + 2 {
            let (from_start, last) = (&down[down.len() - 1], &up[up.len() - 1]);
            if set.is_none() && from_start.len() <= last.len() {
                down.push(self.neighbours(Way::Forwards, from_start, |_| Ok(true))?);
                continue;
            }
            // Expects the next level to grow as much as the last one did.
            let before = up.iter().rev().nth(1).map_or(last.len(), Level::len);
            let next = last.len().saturating_mul(last.len()) / before.max(1);
            if let Some(reachable) = whole
                && self.held.get_mut().saturating_add(next) > LONG_SEARCH
            {
                let closed = reachable
                    .complements_leading_to(&self.game.targets, self.progress.part(0, 1, 2));
                match closed {
                    Ok(backwards) => {
                        *self.held.get_mut() = 0;
                        return self.intersection(reachable, backwards);
                    }
                    Err(stop @ Error::Interrupted(_)) => return Err(stop),
                    // Without the memory for it, the search may still succeed.
                    Err(_) => whole = None,
                }
            }
            // A jump never leaves a class, so the positions before a jump are in it.
            let is_member = |index| set.map_or(Ok(true), |set| set.contains_index(index));
            up.push(self.neighbours(Way::Backwards, last, is_member)?);
        }
        if set.is_some() {
            up.reverse();
            return Ok(self.interval(up));
        }
        // Both sides end on the same level, and every solution goes through what they share there.
        let ends = down.pop().zip(up.pop());
        let (from_start, from_target) = ends.expect("both ends are levels");
        let mut shared = memory::list(|| POSITIONS, from_start.len().min(from_target.len()))?;
        shared.extend(
            from_start
                .indices()
                .filter(|&index| from_target.number(index).is_some()),
        );
        if shared.is_empty() {
            return Err(Error::Unreachable);
        }
        let rank = self.game.class.rank();
        let mut levels = vec![Level::of(shared.len(), shared.into_iter(), rank)?];
        // What is kept of the levels found takes no more than they did.
        *self.held.get_mut() = 0;
        for (way, side) in [(Way::Backwards, &mut down), (Way::Forwards, &mut up)] {
            while let Some(among) = side.pop() {
                let last = &levels[levels.len() - 1];
                levels.push(self.neighbours(way, last, |at| Ok(among.number(at).is_some()))?);
            }
            // Then from the meeting to the targets.
            if way == Way::Backwards {
                levels.reverse();
            }
        }
        Ok(self.interval(levels))
    }

    /// The interval: the positions in both closures.
    fn intersection(self, reachable: &ClassSet, backwards: ClassSet) -> Result<Interval> {
        let jumps = self.jumps()?;
        let both = reachable.whose_complements_are_in(&backwards)?;
        let done = AtomicU64::new(0);
        let (block_words, blocks) = reachable.shape();
        let together = (PIECE / block_words).max(1);
        let pieces = blocks.div_ceil(together);
        // The representatives: a list for each number of jumps played, with the numbers of their
        // bits, counted from the first block of the piece. The smallest of a position's images is
        // in a kept block.
        let piece = |number: usize| {
            let range = number * together..blocks.min((number + 1) * together);
            let places = WordPositions::new(&self.game.class);
            let mut lists: Vec<Vec<u32>> = vec![Vec::new(); jumps + 1];
            let origin = range.start * block_words;
            let (mut words, mut turned) = (vec![0; block_words], Vec::new());
            for block in range {
                if !both.fill(block, &mut words, &mut turned) {
                    continue;
                }
                for (first, run) in (block * block_words..).step_by(RUN).zip(words.chunks(RUN)) {
                    let (game, lists) = (&self.game, &mut lists);
                    self.hold(split_by_level(game, &places, origin, first, run, lists)?)?;
                }
            }
            lists.iter_mut().for_each(Vec::shrink_to_fit);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            self.progress
                .report(pieces as u64 + done, 2 * pieces as u64)?;
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
            Level::of(lists.iter().map(Vec::len).sum(), indices, rank)
        };
        let levels = parallel::try_map(lists, level)?;
        Ok(self.interval(levels))
    }

    /// Counts more positions, and asks from time to time for the memory that all of them need.
    fn hold(&self, more: usize) -> Result<()> {
        let before = self.held.fetch_add(more, Ordering::Relaxed);
        let held = before + more;
        if held > self.most {
            return Err(Error::TooLarge { most: self.most });
        }
        if before / ASKED != held / ASKED {
            memory::require(POSITIONS, (held * BYTES_LEFT) as u64)?;
        }
        Ok(())
    }

    /// The number of jumps from the start to the targets.
    fn jumps(&self) -> Result<usize> {
        let target = self.game.targets.first().ok_or(Error::Unreachable)?;
        Ok((self.game.start.count() - target.count()) as usize)
    }

    fn level(&self, positions: &[Bitboard]) -> Result<Level> {
        let Game {
            class, stabiliser, ..
        } = &self.game;
        let index = |&at: &Bitboard| stabiliser.representative(class.index_of_member(at));
        let indices = sorted(positions.iter().map(index));
        Level::of(indices.len(), indices.into_iter(), class.rank())
    }

    /// The positions one jump from a level that `keep` accepts.
    fn neighbours(
        &mut self,
        way: Way,
        level: &Level,
        keep: impl Fn(u64) -> Result<bool> + Sync,
    ) -> Result<Level> {
        let Game {
            class,
            jumps,
            stabiliser,
            ..
        } = &self.game;
        let jumps_in_all = self.jumps()? as u64;
        let held_before = self.held.load(Ordering::Relaxed);
        let report = || {
            self.progress
                .report(self.found.min(jumps_in_all), jumps_in_all + 1)
        };
        let part = |(branches, numbers): (Range<usize>, Range<usize>)| {
            let mut found = FxHashSet::default();
            make_room(&mut found, numbers.len())?;
            let mut counted = 0;
            for index in level.words(branches).flat_map(Word::indices) {
                let position = class.position(index);
                // At most one jump goes over a triple.
                make_room(&mut found, class.board().triples().len())?;
                // Playing backwards is playing forwards from the complement.
                let (pegs, sign) = match way {
                    Way::Forwards => (position, 1),
                    Way::Backwards => (class.board().complement(position), u64::MAX),
                };
                for IndexedJump { adds, .. } in jumps.legal(pegs) {
                    let index = index.wrapping_add(adds.wrapping_mul(sign));
                    let index = stabiliser.representative(index);
                    if keep(index)? {
                        found.insert(index);
                    }
                }
                if found.len() - counted >= SHARE {
                    self.hold(found.len() - counted)?;
                    counted = found.len();
                    report()?;
                }
            }
            self.hold(found.len() - counted)?;
            report()?;
            let mut list = memory::list(|| POSITIONS, found.len())?;
            list.extend(found);
            list.sort_unstable();
            Ok::<Vec<u64>, Error>(list)
        };
        let parts = if level.len() >= SMALL {
            parallel::threads()
        } else {
            1
        };
        let mut lists = parallel::try_map(level.parts(parts), part)?;
        let mut all = lists.pop().unwrap_or_default();
        if !lists.is_empty() {
            reserve(|| POSITIONS, &mut all, lists.iter().map(Vec::len).sum())?;
            all.extend(lists.into_iter().flatten());
            parallel::sort(&mut all);
            all.dedup();
        }
        let level = Level::of(all.len(), all.into_iter(), class.rank())?;
        // Threads that find the same position count it twice.
        *self.held.get_mut() = held_before + level.len();
        self.found += 1;
        Ok(level)
    }

    fn interval(self, levels: Vec<Level>) -> Interval {
        let mut game = self.game;
        let Game {
            class,
            targets,
            stabiliser,
            ..
        } = &mut game;
        let last = &levels[levels.len() - 1];
        targets.retain(|&target| {
            last.number(stabiliser.representative(class.index_of_member(target)))
                .is_some()
        });
        Interval {
            game: Arc::new(game),
            levels: Arc::new(levels),
        }
    }
}

/// Whether a search plays jumps or takes them back.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Forwards,
    Backwards,
}

/// Makes room for more indices, if there is memory.
#[inline]
fn make_room(found: &mut FxHashSet<u64>, more: usize) -> Result<()> {
    if found.capacity() - found.len() >= more {
        return Ok(());
    }
    // A place takes nine bytes, and the table has at most twice as many places as indices before it
    // grows.
    let needed = ((found.len() + more) * 2 * 9) as u64;
    memory::require(POSITIONS, needed)?;
    let refused = |_| MemoryError {
        what: POSITIONS.into(),
        needed,
        available: memory::available(),
    };
    Ok(found.try_reserve(more).map_err(refused)?)
}

/// Adds the representatives among the positions of some words to the lists of their levels, and
/// returns how many there are. The first word has this number; the lists count bits from the word
/// `origin`. Counting pegs is one instruction where the processor has it.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn split_by_level(
    game: &Game,
    places: &WordPositions,
    origin: usize,
    number: usize,
    words: &[u64],
    lists: &mut [Vec<u32>],
) -> Result<usize> {
    let Game {
        start, stabiliser, ..
    } = game;
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
        let position = game.class.position(first);
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
