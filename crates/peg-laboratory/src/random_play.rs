//! Random play: where a player ends who chooses among all legal jumps with equal probability.

use bytemuck::Zeroable;
use multiversion::multiversion;

use peg_solitaire::board::{Bitboard, Shifts, SmallBoard};
use peg_solitaire::class::{Images, IndexedJump, SymmetryGroup};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::{Holder, PositionSet, Reachable, SymmetryClasses, appended};
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

/// What is known of a position, or of a jump from it: how likely it is, and how many games lead
/// there, if they are counted. All bytes of zero are a position that can't be reached.
trait Chance: Zeroable + Copy + Send + Sync {
    fn new(probability: f64, games: u128) -> Self;

    fn probability(self) -> f64;

    /// 0 where games aren't counted.
    fn games(self) -> u128;
}

/// The probability alone: a third of the memory.
impl Chance for f64 {
    #[inline(always)]
    fn new(probability: f64, _: u128) -> Self {
        probability
    }

    #[inline(always)]
    fn probability(self) -> f64 {
        self
    }

    #[inline(always)]
    fn games(self) -> u128 {
        0
    }
}

/// The probability, and the number of games in two halves, the lower one first: a whole number of
/// 128 bits would take 8 bytes more, to be aligned.
type Counted = (f64, [u64; 2]);

impl Chance for Counted {
    #[inline(always)]
    fn new(probability: f64, games: u128) -> Self {
        (probability, [games as u64, (games >> 64) as u64])
    }

    #[inline(always)]
    fn probability(self) -> f64 {
        self.0
    }

    #[inline(always)]
    fn games(self) -> u128 {
        let [low, high] = self.1;
        u128::from(high) << 64 | u128::from(low)
    }
}

/// The positions with one number of pegs, one for each orbit, and what each of their jumps is.
struct LevelBefore<K> {
    /// A bit for each place in words, each with the number of positions before it.
    words: Vec<(u64, u32)>,
    /// The jumps of each position, in the order of the places; a zero at the end, for places
    /// without a position.
    jumps: Vec<K>,
}

impl<K: Chance> LevelBefore<K> {
    /// No position, of as many places.
    fn none(places: u64, what: impl Fn() -> String) -> Result<Self> {
        Ok(Self {
            words: memory::zeros(what, places.div_ceil(64) as usize)?,
            jumps: vec![K::zeroed()],
        })
    }

    /// Takes the places, in order, and their jumps with a zero at the end.
    fn set(&mut self, places: impl Iterator<Item = u64>, jumps: Vec<K>) {
        self.words.fill((0, 0));
        for place in places {
            self.words[(place / 64) as usize].0 |= 1 << (place % 64);
        }

        let mut sum = 0;
        for (word, before) in &mut self.words {
            *before = sum;
            sum += word.count_ones();
        }
        self.jumps = jumps;
    }

    /// The number of the position at a place among the jumps; that of the zero, if it can't be
    /// reached. Branch-free: whether a predecessor can be reached is unpredictable.
    #[inline(always)]
    fn number(&self, place: u64) -> usize {
        let (word, before) = self.words[(place / 64) as usize];
        let bit = 1 << (place % 64);
        let number = (before + (word & (bit - 1)).count_ones()) as usize;
        std::hint::select_unpredictable(word & bit != 0, number, self.jumps.len() - 1)
    }
}

/// The winning positions of a problem.
struct WinningShare<'a, B> {
    set: &'a PositionSet<B>,
    /// The symmetries of the start on indices, if the problem has fewer: then some images of a
    /// position win and others don't.
    turns: Option<Images>,
}

impl<'a, B: Holder> WinningShare<'a, B> {
    fn new(winning: &'a Winning<B>, start: &SymmetryGroup) -> Self {
        let set = winning.set();
        let has_more = start.order() > winning.group().order();
        WinningShare {
            set,
            turns: has_more.then(|| Images::of_indices(start, set.class())),
        }
    }

    /// The share of the images of a position that win.
    fn of(&self, index: u64) -> Result<f64> {
        let Some(turns) = &self.turns else {
            return Ok(f64::from(self.set.try_contains_index(index)?));
        };

        let mut winning = 0;
        for image in turns.images(index) {
            winning += u32::from(self.set.try_contains_index(image)?);
        }
        Ok(f64::from(winning) / turns.order() as f64)
    }
}

/// What is the same for all levels.
struct Walk<'a, B> {
    classes: &'a SymmetryClasses<'a, B>,
    jumps: Shifts<IndexedJump>,
    winning: Option<WinningShare<'a, B>>,
}

/// What a level is computed from.
struct Arrive<'a, B, K> {
    walk: &'a Walk<'a, B>,
    /// The level before. Before the first, no position can be reached.
    before: &'a LevelBefore<K>,
    /// What each position has without those before: the start is certain, and one game.
    at_first: Counted,
}

/// What some positions of a level add to the results.
#[derive(Default)]
struct LevelPart {
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
const LOOKED_UP: usize = 64;

/// The number of positions that are one piece of work.
const POSITIONS_A_PIECE: usize = 1 << 12;

/// The predecessors of some positions.
struct Predecessors {
    /// Their numbers among the jumps of the level before, those of one position after the other.
    numbers: Vec<u64>,
    positions: [Bitboard; LOOKED_UP],
    /// Where the predecessors of each position end.
    ends: [usize; LOOKED_UP],
}

impl Predecessors {
    /// Looks up those of up to [`LOOKED_UP`] positions: their indices, then their places, then
    /// their numbers. The processor is told of each access to memory while it works on others.
    #[inline(always)]
    fn of<B: Holder, K: Chance>(arrive: &Arrive<'_, B, K>, level: &[u64]) -> Self {
        let class = arrive.walk.classes.set().class();
        let orbits = arrive.walk.classes.orbits();
        let before = arrive.before;

        let mut numbers: Vec<u64> = Vec::with_capacity(16 * LOOKED_UP);
        let mut positions = [Bitboard::EMPTY; LOOKED_UP];
        let mut ends = [0; LOOKED_UP];
        for ((&index, position), end) in level.iter().zip(&mut positions).zip(&mut ends) {
            *position = class.position(index);
            for &IndexedJump { adds, .. } in arrive.walk.jumps.legal_backwards(*position) {
                let index = index.wrapping_sub(adds);
                orbits.prefetch(index);
                numbers.push(index);
            }
            *end = numbers.len();
        }

        for place in &mut numbers {
            *place = orbits.place(*place);
            prefetch(&before.words, (*place / 64) as usize);
        }

        for number in &mut numbers {
            *number = before.number(*number) as u64;
            prefetch(&before.jumps, *number as usize);
        }
        Self {
            numbers,
            positions,
            ends,
        }
    }
}

/// Computes what each jump from some positions is, and adds up what becomes of them. Counting bits
/// is one instruction where the processor has it.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn at_positions<B: Holder, K: Chance>(
    arrive: &Arrive<'_, B, K>,
    level: &[u64],
    jumps: &mut [K],
    part: &mut LevelPart,
) -> Result<()> {
    let classes = arrive.walk.classes;
    let predecessors = Predecessors::of(arrive, level);

    let mut first = 0;
    for (at, &index) in level.iter().enumerate() {
        let end = predecessors.ends[at];
        let (mut probability, mut games) = (0.0, 0_u128);
        for &number in &predecessors.numbers[first..end] {
            let jump = arrive.before.jumps[number as usize];
            probability += jump.probability();
            games = games.saturating_add(jump.games());
        }
        first = end;
        probability += arrive.at_first.probability();
        games += arrive.at_first.games();

        let position = predecessors.positions[at];
        let choices = arrive.walk.jumps.count(position);
        if choices > 0 {
            jumps[at] = K::new(probability / f64::from(choices), games);
        }

        let winning = match &arrive.walk.winning {
            Some(winning) => winning.of(index)?,
            None => 0.0,
        };
        if choices > 0 && winning == 0.0 {
            continue;
        }

        let images = classes.orbits().size(index);
        let of_all = probability * images as f64;
        part.left += winning * of_all;

        if choices == 0 {
            part.dead_ends += u64::from(classes.is_first(index, |_| true)?);
            part.ended += of_all;
            let games = games.saturating_mul(images as u128);
            part.games = part.games.saturating_add(games);
            part.ends.push((position, of_all));
        }
    }
    Ok(())
}

/// What the memory of random play is for.
fn what(board: &SmallBoard) -> String {
    format!("random play on {board}")
}

/// The memory in bytes that random play takes, in addition to the set: the places of a level, and
/// of two levels the jumps, of one the indices, twice while they are joined and merged.
fn needed<K>(places: u64, widest: u64) -> u64 {
    (places / 4).saturating_add(widest.saturating_mul(2 * size_of::<K>() as u64 + 16))
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
/// addition to the set itself, a block can't be read, there are more games than can be counted, or
/// `progress` says to stop.
pub fn random_play<B: Holder>(
    reachable: &Reachable<B>,
    winning: Option<&Winning<B>>,
    has_games: bool,
    progress: Progress<'_>,
) -> Result<RandomPlay> {
    if let Some(winning) = winning {
        winning.check_game(reachable)?;
    }
    if has_games {
        return play::<B, Counted>(reachable, winning, progress);
    }

    let played = play::<B, f64>(reachable, winning, progress)?;
    Ok(RandomPlay {
        games: None,
        ..played
    })
}

fn play<B: Holder, K: Chance>(
    reachable: &Reachable<B>,
    winning: Option<&Winning<B>>,
    progress: Progress<'_>,
) -> Result<RandomPlay> {
    let board = reachable.board();
    let what = || what(board);
    let classes = SymmetryClasses::reachable(reachable)?;
    let orbits = classes.orbits();
    let by_pegs = reachable.try_count_by_pegs(progress.part(0, 1, 10))?;
    let progress = progress.part(1, 10, 10);
    let widest = by_pegs.iter().max().unwrap_or(&0) / orbits.order() as u64;
    memory::require(what(), needed::<K>(orbits.places(), widest))?;

    let start = SymmetryGroup::of(board).keeping(reachable.start());
    let walk = Walk {
        classes: &classes,
        jumps: reachable.class().indexed_jumps(),
        winning: winning.map(|winning| WinningShare::new(winning, &start)),
    };
    let mut before = LevelBefore::<K>::none(orbits.places(), what)?;
    let mut play = RandomPlay::begun(reachable.start().count(), winning.is_some());

    let mut done = 0;
    let all = by_pegs.iter().sum::<u64>();
    for (jumps, pegs) in (0..=play.pegs).rev().enumerate() {
        let end = done + by_pegs[pegs as usize];
        let part = progress.part(done, end, all);
        done = end;

        let listed = |index, _| Ok([index]);
        let mut level = classes.list(pegs..=pegs, listed, part.part(0, 1, 2))?;
        // The indices ascend in each cell of blocks, but not from cell to cell.
        parallel::merge_runs(&mut level);

        // What each jump from a position is, and a zero.
        let mut after = memory::zeros::<K, _>(what, level.len() + 1)?;
        let arrive = Arrive {
            walk: &walk,
            before: &before,
            at_first: if jumps == 0 {
                Counted::new(1.0, 1)
            } else {
                Counted::zeroed()
            },
        };
        for found in arrive.at_all(&level, &mut after, part.part(1, 2, 2))? {
            play.add(jumps, &found);
            play.ends = appended(what, play.ends, found.ends)?;
        }

        before.set(level.iter().map(|&index| orbits.place(index)), after);
    }

    play.finish(board, orbits.order())
}

impl<B: Holder, K: Chance> Arrive<'_, B, K> {
    /// Computes what each jump from the positions of a level is, on all threads.
    fn at_all(
        &self,
        level: &[u64],
        jumps: &mut [K],
        progress: Progress<'_>,
    ) -> Result<Vec<LevelPart>> {
        let pieces = level.chunks(POSITIONS_A_PIECE);
        let pieces = pieces.zip(jumps.chunks_mut(POSITIONS_A_PIECE)).enumerate();
        parallel::try_map(pieces, |(number, (piece, jumps))| {
            let done = POSITIONS_A_PIECE * number;
            progress.report(done as u64, level.len() as u64)?;

            let mut part = LevelPart::default();
            for (run, jumps) in piece.chunks(LOOKED_UP).zip(jumps.chunks_mut(LOOKED_UP)) {
                at_positions(self, run, jumps, &mut part)?;
            }
            Ok::<_, Error>(part)
        })
    }
}

impl RandomPlay {
    /// Nothing is known of any level yet.
    fn begun(pegs: u32, has_winning: bool) -> Self {
        let levels = pegs as usize + 1;
        Self {
            pegs,
            dead_ends: vec![0; levels],
            probabilities: vec![0.0; levels],
            ends: Vec::new(),
            left: has_winning.then(|| vec![0.0; levels]),
            games: Some(vec![0; levels]),
        }
    }

    /// Adds what becomes of some positions of a level.
    fn add(&mut self, jumps: usize, part: &LevelPart) {
        self.dead_ends[jumps] += part.dead_ends;
        self.probabilities[jumps] += part.ended;
        if let Some(left) = &mut self.left {
            left[jumps] += part.left;
        }
        if let Some(games) = &mut self.games {
            games[jumps] = games[jumps].saturating_add(part.games);
        }
    }

    /// Joins the ends that are images of each other, and sorts them. Those within an orbit of a
    /// group of this order are joined already.
    fn finish(mut self, board: &SmallBoard, order: usize) -> Result<Self> {
        let games = self.games.iter().flatten().copied();
        if games.fold(0, u128::saturating_add) == u128::MAX {
            return Err(Error::TooMany);
        }

        // An end counts with its images under all symmetries of the board.
        let images = Images::of(&SymmetryGroup::of(board));
        if images.order() > order {
            self.ends
                .sort_by_cached_key(|&(end, _)| (images.mincode(end), end));
            self.ends.dedup_by(|(next, chance), (end, sum)| {
                let is_image = images.mincode(*next) == images.mincode(*end);
                if is_image {
                    *sum += *chance;
                }
                is_image
            });
        }

        // Sums of rounded numbers may exceed one by a little.
        let sums = self
            .probabilities
            .iter_mut()
            .chain(self.left.iter_mut().flatten());
        let of_ends = self.ends.iter_mut().map(|(_, probability)| probability);
        for probability in sums.chain(of_ends) {
            *probability = probability.min(1.0);
        }
        self.ends.sort_by(|(end, chance), (next, next_chance)| {
            next_chance.total_cmp(chance).then(end.cmp(next))
        });
        Ok(self)
    }

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
        let needed = if has_games {
            needed::<Counted>(places, widest)
        } else {
            needed::<f64>(places, widest)
        };
        let needed = needed.saturating_add(Reachable::memory_needed(board, start));
        Ok(memory::require(what(board), needed)?)
    }

    /// As a table, from the first level with a dead end to the last; with winning positions, from
    /// the start.
    pub fn table(&self) -> Table {
        let has_end = |&level: &usize| self.dead_ends[level] > 0;
        let mut levels = 0..self.dead_ends.len();
        let last = levels.clone().rev().find(has_end).unwrap_or(0);
        let first = match self.left {
            Some(_) => 0,
            None => levels.find(has_end).unwrap_or(0),
        };
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
