//! `peglab levels` and `random-play`: tables over all reachable positions.

use anyhow::Result;
use clap::Args;

use crate::cli::game::{KnownSet, LastPegArgs, LastPegRequest, coded, table_of, won};
use crate::{LastPeg, RandomPlay, levels_by_jumps, levels_by_moves, random_play};
use peg_console::answer::Form;
use peg_console::board::read_small_board;
use peg_console::command::CommandOptions;
use peg_console::output::Output;
use peg_console::table::{TableAnswer, TableArgs};
use peg_solitaire::board::Bitboard;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{Holder, Lazy, Reachable, Record};
use pegfont_base::table::{Cell, Table};
use pegfont_base::words::{counted, grouped};

/// Count the positions after each number of jumps or moves, up to symmetry
///
/// By jumps, counts those that can be reached and those that can still be won. By moves (chains of
/// jumps by one peg), counts those first reached after each number of moves, from the start and
/// backward from the finish.
#[derive(Args)]
#[command(after_help = include_str!("levels.txt"))]
pub(super) struct LevelsCommand {
    #[command(flatten)]
    game: LastPegArgs,

    /// Count by moves
    #[arg(long)]
    moves: bool,

    #[command(flatten)]
    table: TableArgs,
}

pub(super) enum LevelsRequest {
    ByJumps(LastPegRequest),
    ByMoves(LastPegRequest),
}

impl CommandOptions for LevelsCommand {
    type Request = LevelsRequest;

    fn form(&self) -> Form {
        self.table.form()
    }

    /// A set is refused where none is needed.
    fn request(self) -> Result<LevelsRequest> {
        if self.moves {
            self.game.set.refuse(
                "moves are counted by playing them from the start, for which no set is needed",
            )?;
            return Ok(LevelsRequest::ByMoves(self.game.request()));
        }
        Ok(LevelsRequest::ByJumps(self.game.request()))
    }
}

pub(super) fn run(request: LevelsRequest, out: &Output) -> Result<TableAnswer> {
    match request {
        LevelsRequest::ByJumps(game) => {
            let asked = game.read_known(out)?;
            let game = asked.game.clone();
            by_jumps(&game, &asked.solved_lazily(out)?, out)
        }
        LevelsRequest::ByMoves(game) => by_moves(&game.read(out)?, out),
    }
}

fn by_jumps(game: &LastPeg, reachable: &Reachable<Lazy>, out: &Output) -> Result<TableAnswer> {
    let winning = won(game, reachable, out)?;
    let levels = out.watched("counting", |progress| {
        levels_by_jumps(reachable, &winning, progress)
    })?;

    let positions = counted(sum(&levels, "positions") as usize, "position");
    let remark = format!("{positions} can be reached in all, the start included.");
    Ok(table_of(game, levels, &remark))
}

/// The sum of a column of counts.
fn sum(table: &Table, key: &str) -> u64 {
    let mut sum = 0;
    for cell in table.column(key).into_iter().flatten() {
        if let Cell::Count(count) = cell {
            sum += count;
        }
    }
    sum
}

fn by_moves(game: &LastPeg, out: &Output) -> Result<TableAnswer> {
    let finish = (game.finishes.count() == 1).then_some(game.finishes);
    let levels = out.watched("counting", |progress| {
        levels_by_moves(&game.board, game.start, finish, progress)
    })?;

    let remark = if finish.is_none() {
        "Use --finish HOLE to count backward from there."
    } else {
        ""
    };
    Ok(table_of(game, levels, remark))
}

/// Count the dead ends, and the probabilities that random play ends there
#[derive(Args)]
#[command(after_help = include_str!("random_play.txt"))]
pub(super) struct RandomPlayCommand {
    #[command(flatten)]
    game: LastPegArgs,

    /// Add a column: how likely it is that the problem can still be solved
    #[arg(long)]
    winning: bool,

    /// Add a column: how many games, as sequences of jumps, end there
    #[arg(long)]
    games: bool,

    #[command(flatten)]
    table: TableArgs,
}

pub(super) struct RandomPlayRequest {
    game: LastPegRequest,
    /// Whether it is said how likely the problem can still be solved.
    with_chances: bool,
    /// Whether games are counted.
    with_games: bool,
}

impl CommandOptions for RandomPlayCommand {
    type Request = RandomPlayRequest;

    fn form(&self) -> Form {
        self.table.form()
    }

    fn request(self) -> Result<RandomPlayRequest> {
        Ok(RandomPlayRequest {
            game: self.game.request(),
            with_chances: self.winning,
            with_games: self.games,
        })
    }
}

pub(super) fn run_random_play(request: RandomPlayRequest, out: &Output) -> Result<TableAnswer> {
    let with_games = request.with_games;
    if request.game.start.is_none() && request.game.reachable.is_none() {
        // Before the board's standard problem is looked for, which takes seconds on a large one.
        let (board, start) = read_small_board(&request.game.board, out)?;
        RandomPlay::check_memory(&board, start, with_games)?;
    }
    let asked = request.game.read_known(out)?;
    let game = asked.game.clone();
    if asked.known.is_none() {
        RandomPlay::check_memory(&game.board, game.start, with_games)?;
    }

    let known = if request.with_chances {
        asked.solved_for_winning(out)?
    } else {
        asked.solved(out)?
    };
    match known {
        KnownSet::InMemory(set) => played(&request, &game, &set, out),
        KnownSet::OnDisk(set) => played(&request, &game, &set, out),
    }
}

fn played<B: Holder>(
    request: &RandomPlayRequest,
    game: &LastPeg,
    reachable: &Reachable<B>,
    out: &Output,
) -> Result<TableAnswer> {
    let winning = if request.with_chances {
        Some(won(game, reachable, out)?)
    } else {
        None
    };
    let play = out.watched("playing", |progress| {
        random_play(reachable, winning.as_ref(), request.with_games, progress)
    })?;

    let mut remarks = Vec::new();
    let ends = [
        ("likeliest", play.ends.first()),
        ("least likely", play.ends.last()),
    ];
    for (which, end) in ends {
        if let Some(&(end, probability)) = end {
            let one_in = grouped((1.0 / probability).round() as u64);
            let code = coded(end);
            let by = game_to(end, reachable)?;
            remarks.push(format!("The {which} end, 1 in {one_in}: {code}{by}"));
        }
    }
    Ok(table_of(game, play.table(), &remarks.join("\n\n")))
}

/// A game that leads to a position, in words; nothing if it is the start.
fn game_to(end: Bitboard, reachable: &dyn Record) -> Result<String> {
    let game = Solution::leading_to(end, reachable)?.map(|game| game.one_at_a_time());
    match game {
        Some(game) if !game.jumps().is_empty() => Ok(format!(", as by {game}")),
        _ => Ok(String::new()),
    }
}
