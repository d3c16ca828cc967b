//! `pegfont board levels`, `symmetric` and `random-play`: tables over all reachable positions.

use anyhow::Result;
use clap::Args;

use super::{FinishArgs, StartArgs, TableArgs, single_pegs};
use crate::cli::progress::watched;
use crate::cli::reachable::solved;
use peg_solitaire::analysis::{Levels, Winning, random_play, symmetric};
use peg_solitaire::words::grouped;

/// Count the positions after each number of jumps or moves, up to symmetry
///
/// By jumps, counts the symmetry classes that can be reached, and those from which the finish can be reached. By moves
/// (chains of jumps by one peg), counts the classes first reached after each number of moves, forward from the start and
/// backward from the finish.
#[derive(Args)]
#[command(after_help = "\
Columns, counting positions that are images of each other under a symmetry as one:
  jumps      the jumps made
  pegs       the pegs left
  reachable  the positions that the start leads to
  winning    those of them from which the finish can be reached
With --moves:
  level      the number of moves
  forward    the positions that the start leads to in so many moves and no fewer
  backward   the positions that lead to the finish in so many moves and no fewer")]
pub(super) struct LevelsCommand {
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    finish: FinishArgs,
    /// Count by moves
    #[arg(long)]
    moves: bool,
    #[command(flatten)]
    table: TableArgs,
}

impl LevelsCommand {
    pub(super) fn run(self) -> Result<()> {
        self.table.check()?;
        let (board, start, finishes) = self.start.read_problem(&self.finish)?;
        if self.moves {
            let finish = (finishes.count() == 1).then_some(finishes);
            let levels =
                watched("counting", |progress| Levels::by_moves(&board, start, finish, progress))?;
            let remark = if finish.is_none() {
                "\nUse --finish HOLE to count backward from there.\n"
            } else {
                ""
            };
            return self.table.put(&levels.table(), &["forward", "backward"], remark);
        }
        let reachable = solved(&board, start)?;
        let winning = watched("solving backwards", |progress| {
            Winning::of(&reachable, &single_pegs(finishes), progress)
        })?;
        let classes = winning.symmetry_classes()?;
        let levels =
            watched("counting", |progress| Levels::by_jumps(&reachable, Some(&classes), progress))?;
        let remark = match reachable.count() {
            1 => "\nOnly the start can be reached.\n".to_owned(),
            count => format!(
                "\n{} positions can be reached in all, the start included.\n",
                grouped(count)
            ),
        };
        self.table.put(&levels.table(), &["reachable", "winning"], &remark)
    }
}

/// Count the symmetric reachable positions by type of symmetry
#[derive(Args)]
#[command(after_help = "\
Columns:
  jumps      the jumps made
  pegs       the pegs left
  the others the reachable positions with exactly these symmetries")]
pub(super) struct SymmetricCommand {
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    table: TableArgs,
}

impl SymmetricCommand {
    pub(super) fn run(self) -> Result<()> {
        self.table.check()?;
        let (board, start, _) = self.start.read_small()?;
        let table = symmetric(&solved(&board, start)?).table();
        let headings: Vec<&str> =
            table.columns.iter().skip(2).map(|(heading, _)| &**heading).collect();
        let remark = "\nEach position is counted once, under all the symmetry it has.\n";
        self.table.put(&table, &headings, remark)
    }
}

/// Count the dead ends, and the probabilities that random play ends there
#[derive(Args)]
#[command(after_help = "\
Columns:
  jumps        the jumps made
  pegs         the pegs left
  dead ends    the reachable positions without a jump, those that are images of each other counted once
  probability  the probability that random play ends with so many pegs")]
pub(super) struct RandomPlayCommand {
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    table: TableArgs,
}

impl RandomPlayCommand {
    pub(super) fn run(self) -> Result<()> {
        self.table.check()?;
        let (board, start, _) = self.start.read_small()?;
        let reachable = solved(&board, start)?;
        let play = watched("playing", |progress| random_play(&reachable, progress))?;
        let average: f64 = play
            .probabilities
            .iter()
            .enumerate()
            .map(|(jumps, probability)| (f64::from(start.count()) - jumps as f64) * probability)
            .sum();
        let remark = format!("\n{average:.4} pegs are left on average.\n");
        self.table.put(&play.table(), &["dead_ends"], &remark)
    }
}
