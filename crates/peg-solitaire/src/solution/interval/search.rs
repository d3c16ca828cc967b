//! Finds an interval: by a search from one end or from both, or where that is long, as the
//! intersection of two closures: what can be reached from the start, and from where the target can
//! be reached. Never evaluates positions.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use multiversion::multiversion;
use rustc_hash::FxHashSet;

use super::level::{Level, LevelWords, Word};
use super::{Interval, IntervalGame, POSITIONS, SMALL_LEVEL};
use crate::bits::ones;
use crate::board::Bitboard;
use crate::class::{IndexedJump, WordPositions, sorted};
use crate::memory::{self, MemoryError, reserve};
use crate::progress::Progress;
use crate::solve::{BlockRooms, Combined, InMemory, PositionSet, Record, SetOperation};
use crate::{Error, Result, parallel};

/// If a search would hold more positions than this after its next step, the closure takes over,
/// which takes the same time for any interval.
const LONG_SEARCH: usize = 3 << 16;

/// A thread adds its positions to the common count whenever it has found this many.
const SHARE: usize = 1 << 12;

/// The search asks for memory whenever it has found this many more positions.
const ASKED: usize = 1 << 18;

/// The most neighbours that a thread collects before it asks which of them are wanted.
const ASKED_AT_ONCE: usize = 1 << 10;

/// The bytes that each position will still need: for sorting its level, and in the level's tree.
const BYTES_LEFT: usize = 16;

/// The words of the class that a thread takes at a time.
const WORDS_OF_PIECE: usize = 1 << 17;

/// The words of a block that are split at a time.
const WORDS_SPLIT_AT_ONCE: usize = 1 << 10;

pub(super) struct IntervalSearch<'p> {
    game: IntervalGame,
    most: usize,
    /// The positions held so far, and the levels found.
    held: AtomicUsize,
    found: u64,
    progress: Progress<'p>,
}

impl<'p> IntervalSearch<'p> {
    pub(super) fn of(game: IntervalGame, most: usize, progress: Progress<'p>) -> Self {
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
    /// both ends until they meet.
    pub(super) fn run(mut self, set: Option<&dyn Record>) -> Result<Interval> {
        if let Some(set) = set {
            self.keep_targets_in(set)?;
        }

        let up = vec![self.level(&self.game.targets)?];
        *self.held.get_mut() = up[0].len();
        match set {
            Some(set) => self.upwards(set, up),
            None => self.meeting_halfway(up),
        }
    }

    /// Leaves out the targets that are not in a set.
    fn keep_targets_in(&mut self, set: &dyn Record) -> Result<()> {
        let mut targets = Vec::new();
        for &target in &self.game.targets {
            if set.contains(target)? {
                targets.push(target);
            }
        }
        self.game.targets = targets;
        Ok(())
    }

    /// Adds levels of positions of a set up to the start. If that is long, and the whole set is in
    /// memory, the closure takes over.
    fn upwards(mut self, set: &dyn Record, mut up: Vec<Level>) -> Result<Interval> {
        let jumps = self.jumps()?;
        let may_be_long = self.game.targets.len() == 1 && self.most > LONG_SEARCH;
        let mut whole = if may_be_long { set.whole() } else { None };

        while up.len() <= jumps {
            let held = *self.held.get_mut();
            if let Some(reachable) = whole
                && held.saturating_add(expected_len(&up)) > LONG_SEARCH
            {
                let part = self.progress.part(0, 1, 2);
                match reachable.complements_leading_to(&self.game.targets, part) {
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
            let retain = |indices: &mut Vec<u64>| set.retain(indices);
            let last = &up[up.len() - 1];
            up.push(self.neighbours(PlayDirection::Backwards, last, retain)?);
        }

        up.reverse();
        Ok(self.interval(up))
    }

    /// Adds levels to the smaller of the two ends until both have the same level, and keeps of all
    /// levels what leads there.
    fn meeting_halfway(mut self, mut up: Vec<Level>) -> Result<Interval> {
        let jumps = self.jumps()?;
        let mut down = vec![self.level(&[self.game.start])?];
        while down.len() + up.len() < jumps + 2 {
            let from_start = &down[down.len() - 1];
            let from_target = &up[up.len() - 1];
            if from_start.len() <= from_target.len() {
                down.push(self.neighbours(PlayDirection::Forwards, from_start, |_| Ok(()))?);
            } else {
                up.push(self.neighbours(PlayDirection::Backwards, from_target, |_| Ok(()))?);
            }
        }

        // Every solution goes through what both sides share on the level where they meet.
        let ends = down.pop().zip(up.pop());
        let (from_start, from_target) = ends.expect("both ends are levels");
        let shared = self.shared(&from_start, &from_target)?;

        // What is kept of the levels found takes no more than they did.
        *self.held.get_mut() = 0;
        let mut levels = vec![shared];
        while let Some(among) = down.pop() {
            levels.push(self.neighbours_among(PlayDirection::Backwards, &levels, &among)?);
        }
        levels.reverse();
        while let Some(among) = up.pop() {
            levels.push(self.neighbours_among(PlayDirection::Forwards, &levels, &among)?);
        }
        Ok(self.interval(levels))
    }

    /// The positions that two levels share.
    fn shared(&self, one: &Level, other: &Level) -> Result<Level> {
        let mut shared = memory::list(|| POSITIONS, one.len().min(other.len()))?;
        shared.extend(one.indices().filter(|&index| other.number(index).is_some()));
        if shared.is_empty() {
            return Err(Error::Unreachable);
        }
        Level::of(shared.len(), shared.into_iter(), self.game.class.rank())
    }

    /// The positions of a level that are one jump from the last of some levels.
    fn neighbours_among(
        &mut self,
        direction: PlayDirection,
        levels: &[Level],
        among: &Level,
    ) -> Result<Level> {
        let retain = |indices: &mut Vec<u64>| {
            indices.retain(|&index| among.number(index).is_some());
            Ok(())
        };
        self.neighbours(direction, &levels[levels.len() - 1], retain)
    }

    /// The interval: the positions in both closures.
    fn intersection(self, reachable: &PositionSet, backwards: PositionSet) -> Result<Interval> {
        let operation = SetOperation::ComplementsIn;
        let both = Combined::new(reachable.borrowed(), operation, backwards.borrowed())?;
        let (block_words, blocks) = reachable.shape();
        let blocks_of_piece = (WORDS_OF_PIECE / block_words).max(1);
        let pieces = blocks.div_ceil(blocks_of_piece);

        let done = AtomicU64::new(0);
        let piece = |number: usize| {
            let first = number * blocks_of_piece;
            let blocks = first..blocks.min(first + blocks_of_piece);
            let lists = self.lists_of_piece(&both, block_words, blocks)?;

            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            self.progress
                .report(pieces as u64 + done, 2 * pieces as u64)?;
            Ok::<_, Error>(lists)
        };
        let sifted = parallel::try_map(0..pieces, piece)?;
        drop(backwards);

        // By level instead of by piece.
        let mut lists_of_levels: Vec<Vec<Vec<u32>>> = vec![Vec::new(); self.jumps()? + 1];
        for lists in sifted {
            for (of_level, list) in lists_of_levels.iter_mut().zip(lists) {
                of_level.push(list);
            }
        }

        let bits_of_piece = 64 * block_words * blocks_of_piece;
        let rank = self.game.class.rank();
        let level = |lists: Vec<Vec<u32>>| {
            let pieces = lists.iter().zip((0..).step_by(bits_of_piece));
            let indices = pieces
                .flat_map(|(list, first)| list.iter().map(move |&place| first + u64::from(place)));
            Level::of(lists.iter().map(Vec::len).sum(), indices, rank)
        };
        let levels = parallel::try_map(lists_of_levels, level)?;
        Ok(self.interval(levels))
    }

    /// The representatives among the positions of some blocks: a list for each number of jumps
    /// played, with the numbers of their bits, counted from the first block. The smallest of a
    /// position's images is in a kept block.
    fn lists_of_piece(
        &self,
        both: &Combined<&InMemory, &InMemory>,
        block_words: usize,
        blocks: Range<usize>,
    ) -> Result<Vec<Vec<u32>>> {
        let game = &self.game;
        let places = WordPositions::new(&game.class);
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); self.jumps()? + 1];
        let origin = blocks.start * block_words;

        let mut words = vec![0; block_words];
        let mut rooms = BlockRooms::default();
        for block in blocks {
            if !both.fill(block, &mut words, &mut rooms)? {
                continue;
            }
            let numbers = (block * block_words..).step_by(WORDS_SPLIT_AT_ONCE);
            for (number, words) in numbers.zip(words.chunks(WORDS_SPLIT_AT_ONCE)) {
                let found = split_by_level(game, &places, origin, number, words, &mut lists)?;
                self.hold(found)?;
            }
        }

        for list in &mut lists {
            list.shrink_to_fit();
        }
        Ok(lists)
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

    /// The level of these positions.
    fn level(&self, positions: &[Bitboard]) -> Result<Level> {
        let IntervalGame {
            class, stabiliser, ..
        } = &self.game;
        let index = |&at: &Bitboard| stabiliser.representative(class.index_of_member(at));
        let indices = sorted(positions.iter().map(index));
        Level::of(indices.len(), indices.into_iter(), class.rank())
    }

    /// The positions one jump from a level, of which `retain` keeps those that are wanted.
    fn neighbours(
        &mut self,
        direction: PlayDirection,
        level: &Level,
        retain: impl Fn(&mut Vec<u64>) -> Result<()> + Sync,
    ) -> Result<Level> {
        let held_before = self.held.load(Ordering::Relaxed);
        let parts = if level.len() >= SMALL_LEVEL {
            parallel::threads()
        } else {
            1
        };
        let part = |(branches, numbers): (Range<usize>, Range<usize>)| {
            self.neighbours_of_part(direction, level.words(branches), numbers.len(), &retain)
        };
        let lists = parallel::try_map(level.parts(parts), part)?;

        let indices = joined(lists)?;
        let rank = self.game.class.rank();
        let level = Level::of(indices.len(), indices.into_iter(), rank)?;

        // Threads that find the same position count it twice.
        *self.held.get_mut() = held_before + level.len();
        self.found += 1;
        Ok(level)
    }

    /// The positions one jump from a part of a level, in order, which has this many members.
    fn neighbours_of_part(
        &self,
        direction: PlayDirection,
        words: LevelWords<'_>,
        members: usize,
        retain: &impl Fn(&mut Vec<u64>) -> Result<()>,
    ) -> Result<Vec<u64>> {
        let IntervalGame {
            class,
            jumps,
            stabiliser,
            ..
        } = &self.game;
        let mut found = FxHashSet::default();
        make_room(&mut found, members)?;
        let mut counted = 0;
        let mut neighbours = Vec::with_capacity(ASKED_AT_ONCE);
        let mut indices = words.flat_map(Word::indices).peekable();
        while let Some(index) = indices.next() {
            let position = class.position(index);
            // Playing backwards is playing forwards from the complement.
            let (pegs, sign) = match direction {
                PlayDirection::Forwards => (position, 1),
                PlayDirection::Backwards => (class.board().complement(position), u64::MAX),
            };
            for IndexedJump { adds, .. } in jumps.legal(pegs) {
                let index = index.wrapping_add(adds.wrapping_mul(sign));
                neighbours.push(stabiliser.representative(index));
            }

            // At most one jump goes over a triple.
            let has_room = neighbours.len() + class.board().triples().len() <= ASKED_AT_ONCE;
            if has_room && indices.peek().is_some() {
                continue;
            }

            retain(&mut neighbours)?;
            make_room(&mut found, neighbours.len())?;
            found.extend(neighbours.drain(..));
            if found.len() - counted >= SHARE {
                self.hold(found.len() - counted)?;
                counted = found.len();
                self.report_levels()?;
            }
        }
        self.hold(found.len() - counted)?;
        self.report_levels()?;

        let mut list = memory::list(|| POSITIONS, found.len())?;
        list.extend(found);
        list.sort_unstable();
        Ok(list)
    }

    /// Reports the levels found.
    fn report_levels(&self) -> Result<()> {
        let jumps = self.jumps()? as u64;
        self.progress.report(self.found.min(jumps), jumps + 1)?;
        Ok(())
    }

    /// The interval of these levels. Leaves out targets that can't be reached.
    fn interval(self, levels: Vec<Level>) -> Interval {
        let mut game = self.game;
        let IntervalGame {
            class,
            targets,
            stabiliser,
            ..
        } = &mut game;
        let last = &levels[levels.len() - 1];
        targets.retain(|&target| {
            let index = stabiliser.representative(class.index_of_member(target));
            last.number(index).is_some()
        });
        Interval {
            game: Arc::new(game),
            levels: Arc::new(levels),
        }
    }
}

/// Whether jumps are played or taken back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlayDirection {
    Forwards,
    Backwards,
}

impl PlayDirection {
    pub(crate) fn opposite(self) -> Self {
        match self {
            Self::Forwards => Self::Backwards,
            Self::Backwards => Self::Forwards,
        }
    }
}

/// How many positions the next level may have, if it grows as much as the last one did.
fn expected_len(levels: &[Level]) -> usize {
    let last = levels[levels.len() - 1].len();
    let before = levels.iter().rev().nth(1).map_or(last, Level::len);
    last.saturating_mul(last) / before.max(1)
}

/// The numbers in several sorted lists, as one list in order.
fn joined(mut lists: Vec<Vec<u64>>) -> Result<Vec<u64>> {
    let mut joined = lists.pop().unwrap_or_default();
    if lists.is_empty() {
        return Ok(joined);
    }

    let more = lists.iter().map(Vec::len).sum();
    reserve(|| POSITIONS, &mut joined, more)?;
    joined.extend(lists.into_iter().flatten());
    parallel::sort(&mut joined);
    joined.dedup();
    Ok(joined)
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
    game: &IntervalGame,
    places: &WordPositions,
    origin: usize,
    number: usize,
    words: &[u64],
    lists: &mut [Vec<u32>],
) -> Result<usize> {
    let IntervalGame {
        start, stabiliser, ..
    } = game;
    let pegs = start.count();
    let trivial = stabiliser.order() == 1;

    // The places of words that aren't empty. Branch-free: empty words are unpredictable.
    let mut full = [0; WORDS_SPLIT_AT_ONCE];
    let mut count = 0;
    for (place, &word) in words.iter().enumerate() {
        full[count % WORDS_SPLIT_AT_ONCE] = place;
        count += usize::from(word != 0);
    }

    let mut found = 0;
    for &place in &full[..count] {
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
