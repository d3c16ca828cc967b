//! `pegfont board solutions`: the solutions with the fewest moves, counted by their sweeps or listed; the number of all solutions;

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::{GameArgs, TableArgs, put_lines, single_pegs};
use crate::cli::json::{board_name, hole_names};
use crate::cli::output::{counted, print_json};
use crate::cli::progress::watched;
use crate::cli::reachable::solved;
use peg_solitaire::analysis::MinimalSolutions;
use peg_solitaire::board::Bitboard;
use peg_solitaire::solution::{Counts, Interval};
use peg_solitaire::solve::Reachable;
use peg_solitaire::words::grouped;

/// The most solutions that are listed, images included.
const MOST: usize = 1 << 20;

/// Count the solutions with the fewest moves by their sweeps, or list them
///
/// A move is a chain of jumps by one peg; a long one is a sweep. Solutions that are images of each other under a symmetry count as
/// one.
#[derive(Args)]
#[command(after_help = "\
Columns:
  longest sweep   the jumps of the longest sweep
  sweeps as long  the number of sweeps of that length
  last sweep      the jumps of the last move
  solutions       the solutions
  orders ignored  the solutions, counting those with the same moves in another order, or with loops
                  the other way round, as one")]
pub(super) struct SolutionsCommand {
    #[command(flatten)]
    game: GameArgs,

    /// Count all solutions instead, as sequences of jumps
    #[arg(long, conflicts_with_all = ["list", "csv"])]
    count: bool,

    /// List the solutions, one per line
    #[arg(long, conflicts_with_all = ["csv", "json"])]
    list: bool,

    #[command(flatten)]
    table: TableArgs,
}

impl SolutionsCommand {
    pub(super) fn run(self) -> Result<()> {
        let (board, start, finishes) = self.game.one()?;
        let reachable = solved(&board, start)?;
        if self.count {
            return self.put_count(&reachable, finishes);
        }
        let targets = single_pegs(finishes);
        let interval = watched("finding the positions between start and finish", |progress| {
            Interval::within(&reachable, &targets, Interval::MOST_POSITIONS, progress)
        })?;
        let found = watched("looking for the fewest moves", |progress| {
            MinimalSolutions::of(&interval, MOST, progress)
        })?;
        let Some(found) = found else {
            refuse!("more than {} solutions have the fewest moves", grouped(MOST as u64));
        };
        if self.list {
            return put_lines("-".as_ref(), &found.solutions).map(drop);
        }
        let remark = format!(
            "\n{} with the fewest moves, {}; {} with their images, {} if the order of moves is ignored.\n",
            counted(found.solutions.len(), "solution"),
            found.moves(),
            grouped(found.with_images() as u64),
            grouped(found.orders_ignored() as u64),
        );
        self.table.put(&found.table(), &["solutions", "orders_ignored"], &remark)
    }

    /// Counts all solutions.
    fn put_count(&self, reachable: &Reachable, finishes: Bitboard) -> Result<()> {
        let (board, start, targets) = (reachable.board(), reachable.start(), single_pegs(finishes));
        let mut solutions = 0;
        if targets.iter().any(|&finish| reachable.contains(finish)) {
            let interval = watched("finding the positions between start and finish", |progress| {
                Interval::within(reachable, &targets, Interval::MOST_POSITIONS, progress)
            })?;
            solutions =
                watched("counting solutions", |progress| Counts::of(interval, progress))?.total();
        }
        if self.table.json {
            return print_json(&json!({
                "board": board_name(board),
                "start": board.picture_line(start),
                "finishes": hole_names(board, finishes),
                "solutions": solutions.to_string(),
            }));
        }
        say!("{solutions} solution{}", if solutions == 1 { "" } else { "s" });
        Ok(())
    }
}
