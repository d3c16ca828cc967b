//! `pegfont board levels` and `random-play`: tables over all reachable positions.

use anyhow::Result;
use clap::Args;

use super::{GameArgs, coded, single_pegs, solved_and_won, titled};
use crate::cli::args::solved;
use crate::cli::output::{TableArgs, watched};
use peg_solitaire::analysis::{RandomPlay, levels_by_jumps, levels_by_moves, random_play};
use peg_solitaire::solution::Solution;
use peg_solitaire::words::grouped;

/// Count the positions after each number of jumps or moves, up to symmetry
///
/// By jumps, counts those that can be reached and those that can still be won. By moves (chains of jumps by one peg), counts
/// those first reached after each number of moves, from the start and backward from the finish.
#[derive(Args)]
#[command(after_help = "The columns are explained in docs/laboratory.md.")]
pub struct LevelsCommand {
    #[command(flatten)]
    game: GameArgs,

    /// Count by moves
    #[arg(long)]
    moves: bool,

    #[command(flatten)]
    table: TableArgs,
}

impl LevelsCommand {
    pub fn run(self) -> Result<()> {
        let (board, start, finishes) = self.game.read()?;
        if self.moves {
            let finish = (finishes.count() == 1).then_some(finishes);
            let levels =
                watched("counting", |progress| levels_by_moves(&board, start, finish, progress))?;
            let remark =
                finish.map_or("\nUse --finish HOLE to count backward from there.\n", |_| "");
            let levels = titled(levels, &board, start, finishes);
            return self.table.put(&levels, &["forward", "backward"], remark);
        }
        let (reachable, winning) = solved_and_won(&board, start, &single_pegs(finishes))?;
        let levels =
            watched("counting", |progress| levels_by_jumps(&reachable, &winning, progress))?;
        let remark = match reachable.count() {
            1 => "\nOnly the start can be reached.\n".to_owned(),
            count => format!(
                "\n{} positions can be reached in all, the start included.\n",
                grouped(count)
            ),
        };
        let levels = titled(levels, &board, start, finishes);
        self.table.put(&levels, &["reachable", "winning"], &remark)
    }
}

/// Count the dead ends, and the probabilities that random play ends there
#[derive(Args)]
#[command(after_help = "The columns are explained in docs/laboratory.md.")]
pub struct RandomPlayCommand {
    #[command(flatten)]
    game: GameArgs,

    /// Add a column: how likely it is that the problem can still be solved
    #[arg(long)]
    winning: bool,

    #[command(flatten)]
    table: TableArgs,
}

impl RandomPlayCommand {
    pub fn run(self) -> Result<()> {
        let (board, start, finishes) = self.game.read()?;
        RandomPlay::check_memory(&board, start)?;
        let (reachable, winning) = if self.winning {
            let (reachable, winning) = solved_and_won(&board, start, &single_pegs(finishes))?;
            (reachable, Some(winning))
        } else {
            (solved(&board, start)?, None)
        };
        let play =
            watched("playing", |progress| random_play(&reachable, winning.as_ref(), progress))?;
        let mut remark = String::new();
        for (which, end) in [("likeliest", play.ends.first()), ("least likely", play.ends.last())] {
            let Some(&(end, probability)) = end else { continue };
            let one_in = grouped((1.0 / probability).round() as u64);
            remark.push_str(&format!("\nThe {which} end, 1 in {one_in}: {}", coded(end)));
            if let Some(game) =
                Solution::leading_to(end, &reachable)?.filter(|game| !game.jumps().is_empty())
            {
                remark.push_str(&format!(", as by {}", game.one_at_a_time()));
            }
            remark.push('\n');
        }
        let table = titled(play.table(), &board, start, finishes);
        self.table.put(&table, &["dead_ends"], &remark)
    }
}
