//! Counts the symmetry classes of positions by the number of jumps, or moves, that lead to them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use peg_solitaire::board::{Bitboard, MAX_SMALL_HOLES, Shifts, SmallBoard};
use peg_solitaire::class::{IndexedJump, Orbits, PositionClass, SymmetryGroup, WordPositions};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::{Holder, Reachable, SymmetryClasses};
use peg_solitaire::winning::Winning;
use peg_solitaire::{Error, Result};
use pegfont_base::memory::{self, prefetch};
use pegfont_base::parallel;
use pegfont_base::table::{Cell, Column, Table};

/// By number of pegs, from 0: the classes that can be reached, those that can still win, and the
/// positions of the first.
struct LevelCounts {
    reachable: Vec<u64>,
    winning: Vec<u64>,
    positions: Vec<u64>,
}

/// The classes that can be reached after 0, 1, ... jumps; of those, the ones that can still win a
/// problem with this start; their share; and the positions of these classes. Reads a set on disk
/// several times.
///
/// # Errors
/// When the winning positions are of another board or start, there is not enough memory, a block
/// can't be read or has other numbers of positions than its file states, or `progress` says to
/// stop.
pub fn levels_by_jumps<B: Holder>(
    reachable: &Reachable<B>,
    winning: &Winning<B>,
    progress: Progress<'_>,
) -> Result<Table> {
    winning.check_game(reachable)?;

    let positions = reachable.try_count_by_pegs(progress.part(0, 1, 3))?;
    let reached = SymmetryClasses::reachable(reachable)?;
    let won = winning.symmetry_classes()?;
    let counts = LevelCounts {
        reachable: reached.count_all(progress.part(1, 2, 3))?,
        winning: won.count_all(progress.part(2, 3, 3))?,
        positions,
    };
    Ok(counts.table(reachable.start()))
}

impl LevelCounts {
    /// A row for each number of jumps, up to the last level that is not empty.
    fn table(&self, start: Bitboard) -> Table {
        let pegs = start.count() as usize;
        let least = self.reachable.iter().position(|&count| count > 0);
        let least = least.unwrap_or(pegs);

        let rows =
            |by_pegs: &[u64]| -> Vec<u64> { by_pegs[least..=pegs].iter().rev().copied().collect() };
        let reachable = rows(&self.reachable);
        let winning = rows(&self.winning);
        let shares = winning.iter().zip(&reachable);
        let shares = shares.map(|(&winning, &reachable)| Cell::ratio(winning, reachable));
        let shares: Vec<Cell> = shares.collect();

        let mut table = Table::new("Symmetry classes of positions by jumps");
        table.add(Column::new("jumps"), 0..=pegs - least);
        table.add(Column::new("pegs"), (least..=pegs).rev());
        table.add(Column::new("reachable").summed(), reachable);
        table.add(Column::new("winning").summed(), winning);
        table.add(Column::new("share"), shares);
        table.add(Column::new("positions").summed(), rows(&self.positions));
        table
    }
}

/// The classes of a level by moves, by number of pegs from 0.
struct MoveLevel(Vec<u64>);

impl MoveLevel {
    fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    fn least_pegs(&self) -> Option<usize> {
        self.0.iter().position(|&count| count > 0)
    }

    fn most_pegs(&self) -> Option<usize> {
        self.0.iter().rposition(|&count| count > 0)
    }
}

/// The classes that are first reached after 0, 1, ... moves (chains of jumps by one peg) forwards
/// from the start, with the ratio of each level to the one before, and its fewest and most pegs;
/// and, where a finish is given, the same backwards from there. Takes the memory of three sets of
/// what the start leads to.
///
/// # Errors
/// When the start or the finish has pegs outside the board, there is not enough memory, or
/// `progress` says to stop.
pub fn levels_by_moves(
    board: &SmallBoard,
    start: Bitboard,
    finish: Option<Bitboard>,
    progress: Progress<'_>,
) -> Result<Table> {
    let mut asked = vec![(start, GameEnd::Start)];
    asked.extend(finish.map(|finish| (finish, GameEnd::Finish)));

    let mut found = Vec::new();
    for (&(position, end), part) in progress.each(&asked) {
        let levels = MovesFromEnd::new(board, position, end)?.levels(part)?;
        found.push((end.name(), levels));
    }

    let rows = found
        .iter()
        .map(|(_, levels)| levels.len())
        .max()
        .unwrap_or(0);

    let mut table = Table::new("Symmetry classes of positions by moves");
    table.add(Column::new("level"), 0..rows);
    for (heading, levels) in &found {
        let mut counts: Vec<u64> = levels.iter().map(MoveLevel::count).collect();
        let mut ratios = Vec::new();
        let mut before = 0;
        for &count in &counts {
            ratios.push(Cell::ratio(count, before));
            before = count;
        }
        counts.resize(rows, 0);

        table.add(Column::new(*heading).summed(), counts);
        table.add(Column::new(format!("{heading}_ratio")), ratios);

        let least = levels.iter().filter_map(MoveLevel::least_pegs);
        table.add(Column::new(format!("{heading}_least_pegs")), least);
        let most = levels.iter().filter_map(MoveLevel::most_pegs);
        table.add(Column::new(format!("{heading}_most_pegs")), most);
    }
    Ok(table)
}

/// A bit for each place of the position class.
struct PlaceSet(Vec<AtomicU64>);

impl PlaceSet {
    fn empty(places: u64, what: impl Fn() -> String) -> Result<Self> {
        let words = places.div_ceil(64) as usize;
        let mut set = memory::list(what, words)?;
        set.resize_with(words, AtomicU64::default);
        Ok(Self(set))
    }

    /// Adds a place. Whether it was not there: most are, and a read is cheaper than a write.
    fn add(&self, place: u64) -> bool {
        let word = &self.0[(place / 64) as usize];
        let bit = 1 << (place % 64);
        word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
    }

    fn prefetch(&self, place: u64) {
        prefetch(&self.0, (place / 64) as usize);
    }
}

/// How many words of a level are looked through in a row.
const WORDS_A_PIECE: usize = 64;

/// Where the moves begin: forwards at the start of a problem, or backwards at its finish.
#[derive(Clone, Copy, PartialEq)]
enum GameEnd {
    Start,
    Finish,
}

impl GameEnd {
    fn name(self) -> &'static str {
        match self {
            Self::Start => "forward",
            Self::Finish => "backward",
        }
    }
}

/// The moves from one end of a problem. A class is reached when any of its positions is: the same
/// follows from all of them, up to symmetry. So sets have a bit for each [place](Orbits::place) of
/// the position class.
///
/// A move is a chain: it continues from the hole where the last jump ended. Backwards, chains are
/// played on complements, where jumps are forward jumps, too. But there a move continues with a
/// jump into the hole that the last jump left.
struct MovesFromEnd<'b> {
    board: &'b SmallBoard,
    end: GameEnd,
    /// The end, or its complement if the moves are played backwards.
    start: Bitboard,
    class: Arc<PositionClass>,
    orbits: Orbits,
    jumps: Shifts<IndexedJump>,
    /// For each hole, the jumps with which a move can continue from there.
    next: Vec<Vec<IndexedJump>>,
}

impl<'b> MovesFromEnd<'b> {
    fn new(board: &'b SmallBoard, position: Bitboard, end: GameEnd) -> Result<Self> {
        if !board.full().contains(position) {
            let what = match end {
                GameEnd::Start => "start",
                GameEnd::Finish => "finish",
            };
            return Err(Error::outside(what, board));
        }

        let start = match end {
            GameEnd::Start => position,
            GameEnd::Finish => board.complement(position),
        };
        let needed = Reachable::memory_needed(board, start).saturating_mul(3);
        memory::require(what(board), needed)?;

        let class = Reachable::class_of(board, start);
        let mut next = vec![Vec::new(); board.holes()];
        for jump in board.each_jump() {
            let here = match end {
                GameEnd::Start => jump.from(),
                GameEnd::Finish => jump.to(),
            };
            next[here.index()].push(class.indexed(jump));
        }

        Ok(Self {
            board,
            end,
            start,
            orbits: Orbits::new(&class, &SymmetryGroup::of(board).keeping_class(&class))?,
            jumps: class.indexed_jumps(),
            next,
            class,
        })
    }

    /// All levels, one after the other.
    fn levels(&self, progress: Progress<'_>) -> Result<Vec<MoveLevel>> {
        let empty = || PlaceSet::empty(self.orbits.places(), || what(self.board));
        let seen = empty()?;
        // The level that is next, and the one after it, which is empty between steps.
        let mut level = empty()?;
        let mut after = empty()?;

        let first = self.orbits.place(self.class.index_of_member(self.start));
        seen.add(first);
        level.add(first);

        let positions = WordPositions::new(&self.class);
        // The classes of the level by number of pegs.
        let sums: Vec<_> = (0..=self.board.holes())
            .map(|_| AtomicU64::new(0))
            .collect();
        let done = AtomicU64::new(0);
        let mut levels = Vec::new();
        loop {
            let pieces = level.0.chunks(WORDS_A_PIECE).enumerate();
            parallel::try_map(pieces, |(piece, words)| {
                let first = (piece * WORDS_A_PIECE) as u64;
                let counts = self.expand(first, words, &positions, &seen, &after)?;
                for (sum, &count) in sums.iter().zip(&counts) {
                    if count > 0 {
                        sum.fetch_add(count, Relaxed);
                    }
                }

                let count = counts.iter().sum::<u64>();
                let done = done.fetch_add(count, Relaxed) + count;
                Ok::<_, Error>(progress.report(done, self.orbits.places())?)
            })?;

            std::mem::swap(&mut level, &mut after);

            let counts = sums.iter().map(|sum| sum.swap(0, Relaxed));
            let found = MoveLevel(counts.collect());
            if found.count() == 0 {
                return Ok(levels);
            }
            levels.push(found);
        }
    }

    /// Takes the positions of some words, the first of which has this number, out of a level, and
    /// adds what they lead to, if it wasn't seen before. Returns their number by pegs.
    fn expand(
        &self,
        first: u64,
        words: &[AtomicU64],
        positions: &WordPositions,
        seen: &PlaceSet,
        after: &PlaceSet,
    ) -> Result<[u64; MAX_SMALL_HOLES + 1]> {
        let mut counts = [0; MAX_SMALL_HOLES + 1];
        let mut found = Vec::new();
        for (number, word) in (first..).zip(words) {
            let word = word.swap(0, Relaxed);
            if word == 0 {
                continue;
            }

            let first = self.orbits.index(number * 64);
            let position = self.class.position(first);
            positions.each((first / 64) as usize, position, word, |index, position| {
                let played = match self.end {
                    GameEnd::Start => position,
                    GameEnd::Finish => self.board.complement(position),
                };
                counts[played.count() as usize] += 1;

                for jump in self.jumps.legal(position) {
                    self.chains(position, index, jump, &mut |after| {
                        self.orbits.prefetch(after);
                        found.push(after);
                    });
                }
                Ok::<_, Error>(())
            })?;

            for place in &mut found {
                *place = self.orbits.place(*place);
                seen.prefetch(*place);
            }
            for place in found.drain(..) {
                if seen.add(place) {
                    after.add(place);
                }
            }
        }
        Ok(counts)
    }

    /// Calls with the index of the position after a jump, and of all to which the move can go on.
    fn chains(
        &self,
        position: Bitboard,
        index: u64,
        &IndexedJump { jump, adds }: &IndexedJump,
        found: &mut impl FnMut(u64),
    ) {
        let after = jump.play(position);
        let index = index.wrapping_add(adds);
        found(index);

        let there = match self.end {
            GameEnd::Start => jump.to(),
            GameEnd::Finish => jump.from(),
        };
        for more in &self.next[there.index()] {
            if more.jump.is_legal(after) {
                self.chains(after, index, more, found);
            }
        }
    }
}

/// What the memory of levels by moves is for.
fn what(board: &SmallBoard) -> String {
    format!("the levels by moves of {board}")
}
