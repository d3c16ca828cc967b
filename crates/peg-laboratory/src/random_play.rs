//! Random play: where a player ends who chooses among all legal jumps with equal probability.

use bytemuck::Zeroable;
use multiversion::multiversion;

use peg_solitaire::board::{Bitboard, Shifts, SmallBoard};
use peg_solitaire::class::{Images, IndexedJump, SymmetryGroup};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::{ClassSet, Reachable};
use peg_solitaire::solve::{SymmetryClasses, appended};
use peg_solitaire::winning::Winning;
use peg_solitaire::{Error, Result};
use pegfont_base::memory::{self, prefetch};
use pegfont_base::parallel;
use pegfont_base::table::{Column, Digits, Table};

/// Where random play ends.
#[derive(Clone, PartialEq, Debug)]
pub struct RandomPlay {
    pegs: u32,
    /// The number of symmetry classes of dead ends (no jump is legal) after 0, 1, ... jumps.
    pub dead_ends: Vec<u64>,
    /// The probability that play ends after 0, 1, ... jumps.
    pub probabilities: Vec<f64>,
    /// All ends with their probabilities, the likeliest first. One stands for all its images under
    /// the symmetries of the board.
    pub ends: Vec<(Bitboard, f64)>,
    /// The probability that a winning position is left after 0, 1, ... jumps.
    pub left: Option<Vec<f64>>,
    /// The number of games, as sequences of jumps, that end after 0, 1, ... jumps.
    pub games: Option<Vec<u128>>,
}

/// What is known of a position, or of a jump from it: its probability; and if they are counted,
/// with `G` = 2, the two halves of the number of games that lead there.
type Way<const G: usize> = (f64, [u64; G]);

/// A number of games in halves, and back. It is 0 where none are counted.
fn halves<const G: usize>(games: u128) -> [u64; G] {
    std::array::from_fn(|half| (games >> (64 * half)) as u64)
}

fn joined<const G: usize>(halves: [u64; G]) -> u128 {
    halves
        .iter()
        .rev()
        .fold(0, |games, &half| games << 64 | u128::from(half))
}

/// The positions with one number of pegs, one for each orbit, and each of their jumps.
struct Played<const G: usize> {
    /// A bit for each place in words, each with the number of positions before it.
    words: Vec<(u64, u32)>,
    /// The jumps of each position, in the order of the places; zero for places without a position.
    ways: Vec<Way<G>>,
}

impl<const G: usize> Played<G> {
    /// Takes the places, in order, and their ways with a zero at the end. There are as many words
    /// as all places need.
    fn set(&mut self, places: impl Iterator<Item = u64>, ways: Vec<Way<G>>) {
        self.words.fill((0, 0));
        for place in places {
            self.words[(place / 64) as usize].0 |= 1 << (place % 64);
        }
        let mut sum = 0;
        for (word, before) in &mut self.words {
            *before = sum;
            sum += word.count_ones();
        }
        self.ways = ways;
    }

    /// The number of the position at a place among the ways; that of the zero, if it can't be
    /// reached. Branch-free: whether a predecessor can be reached is unpredictable.
    #[inline(always)]
    fn number(&self, place: u64) -> usize {
        let ((word, before), bit) = (self.words[(place / 64) as usize], 1 << (place % 64));
        let number = (before + (word & (bit - 1)).count_ones()) as usize;
        std::hint::select_unpredictable(word & bit != 0, number, self.ways.len() - 1)
    }
}

/// What is needed to compute the probabilities of a level.
struct Arrive<'a, const G: usize> {
    classes: &'a SymmetryClasses<'a>,
    jumps: &'a Shifts<IndexedJump>,
    winning: Option<&'a ClassSet>,
    turns: Option<&'a Images>,
    /// The level before. Before the first, no position can be reached.
    before: &'a Played<G>,
    /// The probability of each position, and its games, without those before: one of the start.
    first: (f64, u128),
}

/// The share of the images of a position that win. The start may have more symmetry than the
/// problem, and then some images of a position win and others don't: `turns` are the symmetries of
/// the start on indices, if they are not those of the problem.
fn share(set: &ClassSet, turns: Option<&Images>, index: u64) -> f64 {
    let Some(turns) = turns else {
        return f64::from(set.contains_index(index));
    };
    let winning = turns
        .images(index)
        .filter(|&image| set.contains_index(image));
    winning.count() as f64 / turns.order() as f64
}

/// What some positions of a level add to the results.
#[derive(Default)]
struct Part {
    /// The number of symmetry classes without a jump.
    dead_ends: u64,
    /// The probability that play ends in one of these classes, and that of each end.
    ended: f64,
    /// The number of games that do.
    games: u128,
    ends: Vec<(Bitboard, f64)>,
    /// The probability of the winning positions of this part.
    left: f64,
}

/// The number of positions whose predecessors are looked up together.
const RUN: usize = 64;

/// The number of positions that are one piece of work.
const PIECE: usize = 1 << 12;

/// Computes the probability of each jump from some positions, and adds up what becomes of them.
///
/// The processor is told of each access to memory while it works on other positions. Counting bits
/// is one instruction where it has it.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn at_positions<const G: usize>(
    arrive: &Arrive<'_, G>,
    level: &[u64],
    each: &mut [Way<G>],
    part: &mut Part,
) {
    let Arrive {
        classes,
        jumps,
        winning,
        turns,
        before,
        first: at_first,
    } = *arrive;
    let (class, orbits) = (classes.set().class(), classes.orbits());
    // The predecessors of all positions: their indices, then their places, then their numbers.
    let mut predecessors: Vec<u64> = Vec::with_capacity(16 * RUN);
    let (mut positions, mut ends) = ([Bitboard::EMPTY; RUN], [0; RUN]);
    for ((&index, position), end) in level.iter().zip(&mut positions).zip(&mut ends) {
        *position = class.position(index);
        for &IndexedJump { adds, .. } in jumps.legal_backwards(*position) {
            let index = index.wrapping_sub(adds);
            orbits.prefetch(index);
            predecessors.push(index);
        }
        *end = predecessors.len();
    }
    for place in &mut predecessors {
        *place = orbits.place(*place);
        prefetch(&before.words, (*place / 64) as usize);
    }
    for number in &mut predecessors {
        *number = before.number(*number) as u64;
        prefetch(&before.ways, *number as usize);
    }
    let mut first = 0;
    for (at, &index) in level.iter().enumerate() {
        let arriving = &predecessors[first..ends[at]];
        first = ends[at];
        let (mut probability, mut games) = (0.0, 0_u128);
        for &number in arriving {
            let way = before.ways[number as usize];
            probability += way.0;
            games = games.saturating_add(joined(way.1));
        }
        (probability, games) = (probability + at_first.0, games + at_first.1);
        let choices = jumps.count(positions[at]);
        let winning = winning.map_or(0.0, |winning| share(winning, turns, index));
        if choices > 0 {
            each[at] = (probability / f64::from(choices), halves(games));
        }
        if choices == 0 || winning > 0.0 {
            let size = orbits.size(index);
            let all = probability * size as f64;
            part.left += winning * all;
            if choices == 0 {
                part.dead_ends += u64::from(classes.is_first(index, |_| true));
                part.ended += all;
                part.games = part
                    .games
                    .saturating_add(games.saturating_mul(size as u128));
                part.ends.push((positions[at], all));
            }
        }
    }
}

/// What the memory of random play is for.
fn what(board: &SmallBoard) -> String {
    format!("random play on {board}")
}

/// The memory in bytes that random play takes, in addition to the set: the places of a level, and
/// of two levels the ways, of one the indices, at first in parts.
fn needed<const G: usize>(places: u64, widest: u64) -> u64 {
    (places / 4).saturating_add(widest.saturating_mul(2 * size_of::<Way<G>>() as u64 + 16))
}

/// Follows random play from the start of a reachable set to all its ends. If the winning positions
/// of a problem with this start are given, says how likely they are. Counts the games that end with
/// each number of pegs, if that is asked for.
///
/// A position's probability is pulled from its predecessors, level by level, so the result does not
/// depend on the number of threads. One position stands for all that a symmetry of the start
/// maps to each other.
///
/// # Errors
/// When the winning positions are of another board or start, the levels don't fit into memory, in
/// addition to the set itself, there are more games than can be counted, or `progress` says to
/// stop.
pub fn random_play(
    reachable: &Reachable,
    winning: Option<&Winning>,
    has_games: bool,
    progress: Progress<'_>,
) -> Result<RandomPlay> {
    if let Some(winning) = winning {
        winning.check_game(reachable)?;
    }

    match has_games {
        true => play::<2>(reachable, winning, progress),
        false => Ok(RandomPlay {
            games: None,
            ..play::<0>(reachable, winning, progress)?
        }),
    }
}

fn play<const G: usize>(
    reachable: &Reachable,
    winning: Option<&Winning>,
    progress: Progress<'_>,
) -> Result<RandomPlay>
where
    [u64; G]: Zeroable,
{
    let (board, class) = (reachable.board(), reachable.class());
    let what = || what(board);
    let classes = SymmetryClasses::reachable(reachable)?;
    let orbits = classes.orbits();
    let by_pegs = reachable.count_by_pegs();
    let widest = by_pegs.iter().max().unwrap_or(&0) / orbits.order() as u64;
    memory::require(what(), needed::<G>(orbits.places(), widest))?;

    let indexed_jumps = class.indexed_jumps();
    let pegs = reachable.start().count();
    let levels = pegs as usize + 1;
    let words = memory::zeros(what, orbits.places().div_ceil(64) as usize)?;
    let mut played = Played {
        words,
        ways: vec![Way::<G>::zeroed()],
    };
    let (mut dead_ends, mut probabilities) = (vec![0; levels], vec![0.0; levels]);
    let mut games = vec![0_u128; levels];
    let mut ends = Vec::new();
    let start = SymmetryGroup::of(board).keeping(reachable.start());
    let turns = winning.filter(|winning| start.order() > winning.group().order());
    let turns = turns.map(|_| Images::of_indices(&start, class));
    let mut left = winning.as_ref().map(|_| vec![0.0; levels]);
    let (mut done, all) = (0, 2 * by_pegs.iter().sum::<u64>());
    for (jumps, pegs) in (0..=pegs).rev().enumerate() {
        let (half, end) = (
            done + by_pegs[pegs as usize],
            done + 2 * by_pegs[pegs as usize],
        );
        let index = |index, _| [index];
        let level = classes.list(pegs..=pegs, index, progress.part(done, half, all))?;
        // What each jump from a position is, and a zero.
        let mut each = memory::zeros::<Way<G>, _>(what, level.len() + 1)?;
        let arrive = Arrive {
            classes: &classes,
            jumps: &indexed_jumps,
            winning: winning.map(Winning::set),
            turns: turns.as_ref(),
            before: &played,
            first: if jumps == 0 { (1.0, 1) } else { (0.0, 0) },
        };
        let pieces = level.chunks(PIECE).zip(each.chunks_mut(PIECE)).enumerate();
        let piece = |(number, (level_part, each)): (usize, (&[u64], &mut [Way<G>]))| {
            progress
                .part(half, end, all)
                .report((PIECE * number) as u64, level.len() as u64)?;
            let mut part = Part::default();
            for (level, each) in level_part.chunks(RUN).zip(each.chunks_mut(RUN)) {
                at_positions(&arrive, level, each, &mut part);
            }
            Ok::<_, Error>(part)
        };
        for part in parallel::try_map(pieces, piece)? {
            dead_ends[jumps] += part.dead_ends;
            probabilities[jumps] += part.ended;
            games[jumps] = games[jumps].saturating_add(part.games);
            if let Some(left) = &mut left {
                left[jumps] += part.left;
            }
            ends = appended(what, ends, part.ends)?;
        }
        played.set(level.iter().map(|&index| orbits.place(index)), each);
        done = end;
    }
    if games.iter().copied().fold(0, u128::saturating_add) == u128::MAX {
        return Err(Error::TooMany);
    }
    // An end counts with its images under all symmetries of the board.
    let images = Images::of(&SymmetryGroup::of(board));
    if images.order() > orbits.order() {
        ends.sort_by_cached_key(|&(end, _)| (images.mincode(end), end));
        ends.dedup_by(|next: &mut (Bitboard, f64), end| {
            let is_image = images.mincode(next.0) == images.mincode(end.0);
            end.1 += if is_image { next.1 } else { 0.0 };
            is_image
        });
    }
    // Sums of rounded numbers may exceed one by a little.
    let sums = probabilities.iter_mut().chain(left.iter_mut().flatten());
    sums.chain(ends.iter_mut().map(|end: &mut (Bitboard, f64)| &mut end.1))
        .for_each(|probability| *probability = probability.min(1.0));
    ends.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    Ok(RandomPlay {
        pegs,
        dead_ends,
        probabilities,
        ends,
        left,
        games: Some(games),
    })
}

impl RandomPlay {
    /// Asks, before anything is solved, whether the reachable positions of a start and random play
    /// among them fit into memory.
    ///
    /// # Errors
    /// When they don't, if all positions of the class could be reached; or the start has pegs
    /// outside the board.
    pub fn check_memory(board: &SmallBoard, start: Bitboard, has_games: bool) -> Result<()> {
        board.check_all("start", [start])?;
        let group = SymmetryGroup::of(board).keeping(start);
        let places = (1 << Reachable::class_of(board, start).rank()) / group.order() as u64;
        // As much as of all positions of the board.
        let share = (1..=board.holes() / 2).fold(1.0, |all, pegs| all * (1.0 - 0.5 / pegs as f64));
        let widest = (places as f64 * share) as u64;
        let needed = if has_games { needed::<2> } else { needed::<0> }(places, widest);
        let needed = needed.saturating_add(Reachable::memory_needed(board, start));
        Ok(memory::require(what(board), needed)?)
    }

    /// As a table, from the first level with a dead end to the last; with winning positions, from
    /// the start.
    pub fn table(&self) -> Table {
        let has_end = |&level: &usize| self.dead_ends[level] > 0;
        let levels = 0..self.dead_ends.len();
        let first = levels
            .clone()
            .find(has_end)
            .filter(|_| self.left.is_none())
            .unwrap_or(0);
        let last = levels.clone().rev().find(has_end).unwrap_or(0);
        let rows = first..=last;
        let mut table = Table::new("Dead ends, and how random play ends");
        table.add(Column::new("jumps"), rows.clone());
        let pegs = rows.clone().map(|level| self.pegs as usize - level);
        table.add(Column::new("pegs"), pegs);
        let dead_ends = self.dead_ends[rows.clone()].iter().copied();
        table.add(Column::new("dead_ends").summed(), dead_ends);

        let chance = |key| Column::new(key).digits(Digits::Published);
        let probabilities = self.probabilities[rows.clone()].iter().copied();
        table.add(chance("probability"), probabilities);
        if let Some(games) = &self.games {
            let games = games[rows.clone()].iter().copied();
            table.add(Column::new("games").summed(), games);
        }
        if let Some(left) = &self.left {
            table.add(chance("winning"), left[rows].iter().copied());
        }
        table
    }
}
