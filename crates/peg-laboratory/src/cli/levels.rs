//! `peglab levels` and `random-play`: tables over all reachable positions.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use clap::builder::ArgPredicate;

use crate::cli::game::{LastPegArgs, LastPegRequest, coded, solved_and_won, table_of};
use crate::cli::set;
use crate::{LastPeg, RandomPlay, random_play};
use crate::{levels_by_jumps, levels_by_moves, levels_on_disk};
use peg_console::board::{read_small_board, solved};
use peg_console::output::Output;
use peg_console::table::{TableAnswer, TableArgs};
use peg_solitaire::board::Bitboard;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Reachable;
use pegfont_base::table::Table;
use pegfont_base::words::{counted, grouped};

/// Count the positions after each number of jumps or moves, up to symmetry
///
/// By jumps, counts those that can be reached and those that can still be won. By moves (chains of
/// jumps by one peg), counts those first reached after each number of moves, from the start and
/// backward from the finish.
#[derive(Args)]
#[command(mut_arg("board", |board| board
    .required(false)
    .required_unless_present("reachable")
    .default_value_if("reachable", ArgPredicate::IsPresent, "")))]
#[command(after_help = include_str!("levels.txt"))]
pub struct LevelsCommand {
    #[command(flatten)]
    game: LastPegArgs,

    /// Count by jumps in a set by `peglab set solve`: the game from its start to a last peg in the
    /// hole that is empty there
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["board", "start", "finish", "moves"])]
    reachable: Option<PathBuf>,

    /// Count by moves
    #[arg(long)]
    moves: bool,

    #[command(flatten)]
    pub table: TableArgs,
}

pub(super) enum LevelsRequest {
    /// Count by jumps in the set of this folder.
    OnDisk(PathBuf),
    ByJumps(LastPegRequest),
    ByMoves(LastPegRequest),
}

impl LevelsCommand {
    pub fn request(self) -> LevelsRequest {
        if let Some(folder) = self.reachable {
            return LevelsRequest::OnDisk(folder);
        }

        let game = self.game.request();
        if self.moves {
            LevelsRequest::ByMoves(game)
        } else {
            LevelsRequest::ByJumps(game)
        }
    }
}

pub(super) fn run(request: LevelsRequest, out: &Output) -> Result<TableAnswer> {
    match request {
        LevelsRequest::OnDisk(folder) => {
            let set = set::open(&folder)?;
            let levels = out.watched("counting", |progress| levels_on_disk(&set, progress))?;
            Ok(by_jumps(&levels.game, levels.table, levels.positions))
        }
        LevelsRequest::ByJumps(game) => {
            let game = game.read(out)?;
            let (reachable, winning) = solved_and_won(&game, out)?;
            let levels = out.watched("counting", |progress| {
                levels_by_jumps(&reachable, &winning, progress)
            })?;
            Ok(by_jumps(&game, levels, reachable.count()))
        }
        LevelsRequest::ByMoves(game) => by_moves(&game.read(out)?, out),
    }
}

fn by_jumps(game: &LastPeg, levels: Table, positions: u64) -> TableAnswer {
    let positions = counted(positions as usize, "position");
    let remark = format!("{positions} can be reached in all, the start included.");
    table_of(game, levels, &remark)
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
pub struct RandomPlayCommand {
    #[command(flatten)]
    game: LastPegArgs,

    /// Add a column: how likely it is that the problem can still be solved
    #[arg(long)]
    winning: bool,

    /// Add a column: how many games, as sequences of jumps, end there
    #[arg(long)]
    games: bool,

    #[command(flatten)]
    pub table: TableArgs,
}

pub(super) struct RandomPlayRequest {
    game: LastPegRequest,
    /// Whether it is said how likely the problem can still be solved.
    with_chances: bool,
    /// Whether games are counted.
    with_games: bool,
}

impl RandomPlayCommand {
    pub fn request(self) -> RandomPlayRequest {
        RandomPlayRequest {
            game: self.game.request(),
            with_chances: self.winning,
            with_games: self.games,
        }
    }
}

pub(super) fn run_random_play(request: RandomPlayRequest, out: &Output) -> Result<TableAnswer> {
    let with_games = request.with_games;
    if request.game.start.is_none() {
        // Before the board's standard problem is looked for, which takes seconds on a large one.
        let (board, start) = read_small_board(&request.game.board, out)?;
        RandomPlay::check_memory(&board, start, with_games)?;
    }
    let game = request.game.read(out)?;
    RandomPlay::check_memory(&game.board, game.start, with_games)?;

    let (reachable, winning) = if request.with_chances {
        let (reachable, winning) = solved_and_won(&game, out)?;
        (reachable, Some(winning))
    } else {
        (solved(&game.board, game.start, out)?, None)
    };
    let play = out.watched("playing", |progress| {
        random_play(&reachable, winning.as_ref(), with_games, progress)
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
            let by = game_to(end, &reachable)?;
            remarks.push(format!("The {which} end, 1 in {one_in}: {code}{by}"));
        }
    }
    Ok(table_of(&game, play.table(), &remarks.join("\n\n")))
}

/// A game that leads to a position, in words; nothing if it is the start.
fn game_to(end: Bitboard, reachable: &Reachable) -> Result<String> {
    let game = Solution::leading_to(end, reachable)?.map(|game| game.one_at_a_time());
    match game {
        Some(game) if !game.jumps().is_empty() => Ok(format!(", as by {game}")),
        _ => Ok(String::new()),
    }
}
