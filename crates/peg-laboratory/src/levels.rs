//! Counts the symmetry classes of positions by the number of jumps, or moves, that lead to them.

use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(feature = "files")]
use crate::problems::LastPeg;
use peg_solitaire::board::{Bitboard, MAX_SMALL_HOLES, SmallBoard};
use peg_solitaire::class::{IndexedJump, Orbits, SymmetryGroup, WordPositions};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;
use peg_solitaire::solve::SymmetryClasses;
#[cfg(feature = "files")]
use peg_solitaire::solve::{InSlices, Record};
use peg_solitaire::winning::Winning;
use peg_solitaire::{Error, Result};
use pegfont_base::memory::{self, prefetch};
use pegfont_base::parallel;
use pegfont_base::table::{Cell, Column, Table};

/// The classes that can be reached after 0, 1, ... jumps; of those, the ones that can still win a
/// problem with this start; their share; and the positions of these classes.
///
/// # Errors
/// When the winning positions are of another board or start, there is not enough memory, or
/// `progress` says to stop.
pub fn levels_by_jumps(
    reachable: &Reachable,
    winning: &Winning,
    progress: Progress<'_>,
) -> Result<Table> {
    winning.check_game(reachable)?;
    let all = SymmetryClasses::reachable(reachable)?.count_all(progress.part(0, 1, 2))?;
    let winning = winning
        .symmetry_classes()?
        .count_all(progress.part(1, 2, 2))?;
    Ok(by_jumps(
        reachable.start(),
        [&all, &winning, &reachable.count_by_pegs()],
    ))
}

/// The levels of a set on disk, for the game to a last peg in the hole that is empty at the start.
#[cfg(feature = "files")]
#[derive(Debug)]
pub struct LevelsOnDisk {
    /// The game.
    pub game: LastPeg,
    /// The levels, as [`levels_by_jumps`] has them.
    pub table: Table,
    /// The number of positions that can be reached, counted on the way.
    pub positions: u64,
}

/// The same from a set on disk.
///
/// # Errors
/// When several are empty, or symmetries that keep the position class move the hole; or a slice is
/// damaged, has other numbers of positions than its header states, or can't be read.
#[cfg(feature = "files")]
pub fn levels_on_disk(set: &InSlices, progress: Progress<'_>) -> Result<LevelsOnDisk> {
    let game = LastPeg::from(set.board(), set.start())?;
    let symmetries = SymmetryGroup::of(set.board());
    let group = symmetries.keeping(set.start());
    let is_moved = group.order() < symmetries.keeping_class(set.class()).order();
    if is_moved || game.finishes.count() != 1 {
        let what = "levels can be counted on disk where one hole is empty at the start, and every symmetry \
                    that keeps the position class leaves it in place; this set must be solved in memory";
        return Err(Error::Wrong {
            what: what.to_owned(),
        });
    }
    let counts = set.count_orbits(&Orbits::new(set.class(), &group)?, progress)?;
    let by_pegs = [&counts.orbits, &counts.winning, &counts.positions];
    Ok(LevelsOnDisk {
        game,
        table: by_jumps(set.start(), by_pegs.map(Vec::as_slice)),
        positions: counts.positions.iter().sum(),
    })
}

/// The table of reachable and winning classes, and of positions, by number of pegs from 0.
fn by_jumps(start: Bitboard, by_pegs: [&[u64]; 3]) -> Table {
    let pegs = start.count() as usize;
    // Up to the last level that is not empty.
    let least = by_pegs[0]
        .iter()
        .position(|&count| count > 0)
        .unwrap_or(pegs);
    let rows = |which: usize| by_pegs[which][least..=pegs].iter().rev().copied();
    let mut table = Table::new("Symmetry classes of positions by jumps");
    table.add(Column::new("jumps"), 0..=pegs - least);
    table.add(Column::new("pegs"), (least..=pegs).rev());
    table.add(Column::new("reachable").summed(), rows(0));
    table.add(Column::new("winning").summed(), rows(1));
    let shares = rows(1).zip(rows(0));
    let shares = shares.map(|(winning, reachable)| Cell::ratio(winning, reachable));
    table.add(Column::new("share"), shares);
    table.add(Column::new("positions").summed(), rows(2));
    table
}

/// The classes that are first reached after 0, 1, ... moves (chains of jumps by one peg) forwards
/// from the start, with the ratio of each level to the one before, and its fewest and most pegs;
/// and, where a finish is given, the same backwards from there.
pub fn levels_by_moves(
    board: &SmallBoard,
    start: Bitboard,
    finish: Option<Bitboard>,
    progress: Progress<'_>,
) -> Result<Table> {
    let ends: Vec<Bitboard> = std::iter::once(start).chain(finish).collect();
    let mut found: Vec<Vec<Vec<u64>>> = Vec::new();
    for ((&end, backwards), part) in progress.each(ends.iter().zip([false, true])) {
        found.push(levels_from(board, end, backwards, part)?);
    }
    let rows = found.iter().map(Vec::len).max().unwrap_or(0);
    let mut table = Table::new("Symmetry classes of positions by moves");
    table.add(Column::new("level"), 0..rows);
    for (levels, heading) in found.iter().zip(["forward", "backward"]) {
        let mut counts: Vec<u64> = levels.iter().map(|level| level.iter().sum()).collect();
        let before: Vec<u64> = std::iter::once(0).chain(counts.iter().copied()).collect();
        counts.resize(rows, 0);
        table.add(Column::new(heading).summed(), counts.iter().copied());
        let ratios = counts.into_iter().zip(before).take(levels.len());
        let ratios = ratios.map(|(count, before)| Cell::ratio(count, before));
        table.add(Column::new(format!("{heading}_ratio")), ratios);
        let least = levels
            .iter()
            .filter_map(|level| level.iter().position(|&count| count > 0));
        table.add(Column::new(format!("{heading}_least_pegs")), least);
        let most = levels
            .iter()
            .filter_map(|level| level.iter().rposition(|&count| count > 0));
        table.add(Column::new(format!("{heading}_most_pegs")), most);
    }
    Ok(table)
}

/// How many words of a level are looked through in a row.
const PIECE: usize = 64;

/// The levels by moves from one end of a problem, each by number of pegs. A class is reached when
/// any of its positions is: the same follows from all of them, up to symmetry. So the sets have a
/// bit for each [place](Orbits::place) of the position class.
///
/// A move is a chain: it continues from the hole where the last jump ended. Backwards, chains are
/// played on complements, where jumps are forward jumps, too. But there a move continues with a
/// jump into the hole that the last jump left.
fn levels_from(
    board: &SmallBoard,
    end: Bitboard,
    backwards: bool,
    progress: Progress<'_>,
) -> Result<Vec<Vec<u64>>> {
    if !board.full().contains(end) {
        return Err(Error::outside(
            if backwards { "finish" } else { "start" },
            board,
        ));
    }
    let start = if backwards {
        board.complement(end)
    } else {
        end
    };
    let what = || format!("the levels by moves of {board}");
    memory::require(
        what(),
        Reachable::memory_needed(board, start).saturating_mul(3),
    )?;
    let class = Reachable::class_of(board, start);
    let (jumps, positions) = (class.indexed_jumps(), WordPositions::new(&class));
    let orbits = Orbits::new(&class, &SymmetryGroup::of(board).keeping_class(&class))?;
    let empty = || -> Result<Vec<AtomicU64>> {
        let words = orbits.places().div_ceil(64) as usize;
        let mut set = memory::list(what, words)?;
        set.resize_with(words, AtomicU64::default);
        Ok(set)
    };
    // The positions that were seen; of those, the level that is next, and the one after it, which
    // is empty between steps.
    let (seen, mut level, mut after) = (empty()?, empty()?, empty()?);
    let mut next = vec![Vec::new(); board.holes()];
    for jump in board.each_jump() {
        let here = if backwards { jump.to() } else { jump.from() };
        next[here.index()].push(class.indexed(jump));
    }
    let first = orbits.place(class.index_of_member(start));
    add(&seen, first);
    add(&level, first);
    // The classes of the level by number of pegs, and those of all levels.
    let classes: Vec<_> = (0..=board.holes()).map(|_| AtomicU64::new(0)).collect();
    let (done, mut levels) = (AtomicU64::new(0), Vec::new());
    loop {
        let expand = |(piece, words): (usize, &[AtomicU64])| {
            let mut counts = [0; MAX_SMALL_HOLES + 1];
            let mut found = Vec::new();
            for (at, word) in words.iter().enumerate() {
                let word = word.swap(0, Ordering::Relaxed);
                if word == 0 {
                    continue;
                }
                let first = orbits.index((piece * PIECE + at) as u64 * 64);
                let position = class.position(first);
                positions.each((first / 64) as usize, position, word, |index, position| {
                    let played = if backwards {
                        board.complement(position)
                    } else {
                        position
                    };
                    counts[played.count() as usize] += 1;
                    for jump in jumps.legal(position) {
                        chains(&next, backwards, position, index, jump, &mut |after| {
                            orbits.prefetch(after);
                            found.push(after);
                        });
                    }
                    Ok::<_, Error>(())
                })?;
                for place in &mut found {
                    *place = orbits.place(*place);
                    prefetch(&seen, (*place / 64) as usize);
                }
                for place in found.drain(..).filter(|&place| add(&seen, place)) {
                    add(&after, place);
                }
            }
            let count = counts.iter().sum::<u64>();
            for (all, &count) in classes.iter().zip(&counts).filter(|(_, count)| **count > 0) {
                all.fetch_add(count, Ordering::Relaxed);
            }
            let done = done.fetch_add(count, Ordering::Relaxed) + count;
            Ok::<(), Error>(progress.report(done, orbits.places())?)
        };
        parallel::try_map(level.chunks(PIECE).enumerate(), expand)?;
        std::mem::swap(&mut level, &mut after);
        let counts = classes.iter().map(|count| count.swap(0, Ordering::Relaxed));
        let counts: Vec<u64> = counts.collect();
        if counts.iter().all(|&count| count == 0) {
            return Ok(levels);
        }
        levels.push(counts);
    }
}

/// Calls with the index of the position after a jump, and of all to which the move can go on. For
/// each hole, `next` has the jumps with which it can continue from there.
fn chains(
    next: &[Vec<IndexedJump>],
    backwards: bool,
    position: Bitboard,
    index: u64,
    &IndexedJump { jump, adds }: &IndexedJump,
    found: &mut impl FnMut(u64),
) {
    let (after, index) = (jump.play(position), index.wrapping_add(adds));
    found(index);
    let there = if backwards { jump.from() } else { jump.to() };
    for more in next[there.index()]
        .iter()
        .filter(|more| more.jump.is_legal(after))
    {
        chains(next, backwards, after, index, more, found);
    }
}

/// Adds a place to a set. Whether it was not there: most are, and a read is cheaper than a write.
fn add(set: &[AtomicU64], place: u64) -> bool {
    let (word, bit) = (&set[(place / 64) as usize], 1 << (place % 64));
    word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
}
