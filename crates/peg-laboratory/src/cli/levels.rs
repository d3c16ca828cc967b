//! `peglab levels` and `random-play`: tables over all reachable positions.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::cli::game::{GameArgs, coded, put_table, solved_and_won};
use crate::cli::set;
use crate::{RandomPlay, random_play};
use crate::{levels_by_jumps, levels_by_moves, levels_on_disk};
use peg_console::board::{read_small_board, solved};
use peg_console::output::Output;
use peg_console::table::TableArgs;
use peg_solitaire::solution::Solution;
use pegfont_base::words::counted;
use pegfont_base::words::grouped;

/// Count the positions after each number of jumps or moves, up to symmetry
///
/// By jumps, counts those that can be reached and those that can still be won. By moves (chains of
/// jumps by one peg), counts those first reached after each number of moves, from the start and
/// backward from the finish.
#[derive(Args)]
#[command(mut_arg("board", |board| board.required(false).required_unless_present("reachable").default_value_if("reachable", clap::builder::ArgPredicate::IsPresent, "")))]
#[command(after_help = "docs/laboratory.md explains the columns and terms.")]
pub struct LevelsCommand {
    #[command(flatten)]
    game: GameArgs,

    /// Count by jumps in a set by `peglab set solve`: the game from its start to a last peg in the
    /// hole that is empty there
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["board", "start", "finish", "moves"])]
    reachable: Option<PathBuf>,

    /// Count by moves
    #[arg(long)]
    moves: bool,

    #[command(flatten)]
    table: TableArgs,
}

impl LevelsCommand {
    pub fn run(self, out: &Output) -> Result<()> {
        let (problem, levels, count) = if let Some(folder) = &self.reachable {
            let set = set::open(folder)?;
            let levels = out.watched("counting", |it| levels_on_disk(&set, it))?;
            (levels.game, levels.table, levels.positions)
        } else {
            let problem = self.game.read(out)?;
            if self.moves {
                let finish = Some(problem.finishes).filter(|finishes| finishes.count() == 1);
                let (board, start) = (&problem.board, problem.start);
                let levels =
                    out.watched("counting", |it| levels_by_moves(board, start, finish, it))?;
                let how = "Use --finish HOLE to count backward from there.";
                return put_table(
                    &self.table,
                    &problem,
                    levels,
                    finish.map_or(how, |_| ""),
                    out,
                );
            }
            let (reachable, winning) = solved_and_won(&problem, out)?;
            let levels = out.watched("counting", |it| levels_by_jumps(&reachable, &winning, it))?;
            (problem, levels, reachable.count())
        };
        let all = counted(count as usize, "position");
        let remark = format!("{all} can be reached in all, the start included.");
        put_table(&self.table, &problem, levels, &remark, out)
    }
}

/// Count the dead ends, and the probabilities that random play ends there
#[derive(Args)]
#[command(after_help = "docs/laboratory.md explains the columns and terms.")]
pub struct RandomPlayCommand {
    #[command(flatten)]
    game: GameArgs,

    /// Add a column: how likely it is that the problem can still be solved
    #[arg(long)]
    winning: bool,

    /// Add a column: how many games, as sequences of jumps, end there
    #[arg(long)]
    games: bool,

    #[command(flatten)]
    table: TableArgs,
}

impl RandomPlayCommand {
    pub fn run(self, out: &Output) -> Result<()> {
        if self.game.start.is_none() {
            // Before the board's standard problem is looked for, which takes seconds on a large
            // one.
            let (board, start) = read_small_board(&self.game.board, out)?;
            RandomPlay::check_memory(&board, start, self.games)?;
        }
        let problem = self.game.read(out)?;
        RandomPlay::check_memory(&problem.board, problem.start, self.games)?;
        let (reachable, won) = match self.winning {
            true => solved_and_won(&problem, out).map(|(reachable, won)| (reachable, Some(won)))?,
            false => (solved(&problem.board, problem.start, out)?, None),
        };
        let play = out.watched("playing", |it| {
            random_play(&reachable, won.as_ref(), self.games, it)
        })?;
        let mut remarks = Vec::new();
        for (which, end) in [
            ("likeliest", play.ends.first()),
            ("least likely", play.ends.last()),
        ] {
            let Some(&(end, probability)) = end else {
                continue;
            };
            let (one_in, code) = (grouped((1.0 / probability).round() as u64), coded(end));
            let game = Solution::leading_to(end, &reachable)?.map(|game| game.one_at_a_time());
            let game = game.filter(|game| !game.jumps().is_empty());
            let by = game.map_or_else(String::new, |game| format!(", as by {game}"));
            remarks.push(format!("The {which} end, 1 in {one_in}: {code}{by}"));
        }
        put_table(
            &self.table,
            &problem,
            play.table(),
            &remarks.join("\n\n"),
            out,
        )
    }
}
