//! `peglab solutions`: those with the fewest moves, the number of all, one with the longest
//! sweep, the most symmetric ones.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::cli::game::{LastPegArgs, put_table, solved_and_won};
use crate::{LastPeg, MinimalSolutions, most_symmetric};
use peg_console::board::{hole_names, solved};
use peg_console::output::Output;
use peg_console::table::TableArgs;
use peg_console::{refuse, say};
use peg_solitaire::solution::{Counts, Interval, LongestSweep};
use peg_solitaire::solve::Reachable;
use pegfont_base::words::{counted, grouped};

/// The most solutions that are listed or compared, images included.
const MOST_SOLUTIONS: usize = 1 << 20;

/// Count or list the solutions with the fewest moves
///
/// A move is a chain of jumps by one peg; a long one is a sweep. Solutions that are images of each
/// other under a symmetry count as one.
#[derive(Args)]
#[command(after_help = include_str!("solutions.txt"))]
pub struct SolutionsCommand {
    #[command(flatten)]
    game: LastPegArgs,

    /// Count all solutions instead, as sequences of jumps
    #[arg(long, conflicts_with_all = ["symmetric", "graph", "list", "csv"])]
    count: bool,

    /// Print the longest sweep of any solution, and a solution that has it
    #[arg(long, conflicts_with_all = ["count", "symmetric", "graph", "list", "csv"])]
    longest_sweep: bool,

    /// For each symmetry, print a solution with as many positions as possible that are symmetric
    /// under it
    #[arg(long, conflicts_with_all = ["graph", "list", "csv", "json"])]
    symmetric: bool,

    /// Print the graph of the positions between their moves: one row for each move
    #[arg(long, conflicts_with = "list")]
    graph: bool,

    /// List the solutions, one per line
    #[arg(long, conflicts_with_all = ["csv", "json"])]
    list: bool,

    #[command(flatten)]
    table: TableArgs,
}

/// The longest sweep of any solution.
#[derive(Serialize)]
struct Sweep {
    problem: String,
    longest_sweep: usize,
    solution: String,
}

/// The number of all solutions.
#[derive(Serialize)]
struct SolutionCount {
    board: String,
    start: String,
    finishes: Vec<String>,
    /// Many programs round large numbers, so it is a string.
    solutions: String,
}

impl SolutionsCommand {
    pub fn run(self, out: &Output) -> Result<()> {
        let game = self.game.read(out)?;
        if self.symmetric {
            return put_symmetric(&game, out);
        }

        let reachable = solved(&game.board, game.start, out)?;
        if self.count {
            return self.put_count(&game, &reachable, out);
        }
        let interval = interval(&game, &reachable, out)?;
        if self.longest_sweep {
            return self.put_longest_sweep(&game, &interval, out);
        }
        self.put_minimal(&game, &interval, out)
    }

    fn put_longest_sweep(&self, game: &LastPeg, interval: &Interval, out: &Output) -> Result<()> {
        let found = out.watched("looking for sweeps", |progress| {
            LongestSweep::of(interval, progress)
        })?;
        let answer = Sweep {
            problem: game.to_string(),
            longest_sweep: found.jumps,
            solution: found.solution.to_string(),
        };
        out.put_answer(&answer, self.table.json)
    }

    /// Those with the fewest moves.
    fn put_minimal(&self, game: &LastPeg, interval: &Interval, out: &Output) -> Result<()> {
        let found = out.watched("looking for moves", |progress| {
            MinimalSolutions::of(interval, MOST_SOLUTIONS, progress)
        })?;
        let Some(found) = found else {
            refuse!(
                "more than {} solutions have the fewest moves",
                grouped(MOST_SOLUTIONS as u64)
            );
        };

        if self.list {
            return out.say_lines(&found.solutions);
        }
        if self.graph {
            return put_table(&self.table, game, found.graph(), "", out);
        }
        let remark = format!(
            "{} with the fewest moves, {}; {} with their images, \
             {} if the order of moves is ignored.",
            counted(found.solutions.len(), "solution"),
            found.moves(),
            grouped(found.with_images as u64),
            grouped(found.orders_ignored() as u64),
        );
        put_table(&self.table, game, found.table(), &remark, out)
    }

    fn put_count(&self, game: &LastPeg, reachable: &Reachable, out: &Output) -> Result<()> {
        let board = &game.board;
        let targets = game.targets();
        let is_solvable = targets.iter().any(|&finish| reachable.contains(finish));
        let solutions = if is_solvable {
            let interval = interval(game, reachable, out)?;
            let counts = out.watched("counting solutions", |progress| {
                Counts::of(interval, progress)
            })?;
            counts.total()
        } else {
            0
        };

        if self.table.json {
            return out.put_json(&SolutionCount {
                board: board.as_board().to_line(),
                start: board.picture_line(game.start),
                finishes: hole_names(board.as_board(), game.finishes),
                solutions: solutions.to_string(),
            });
        }
        let plural = if solutions == 1 { "" } else { "s" };
        say!(out, "{} solution{plural}", grouped(solutions))
    }
}

/// The positions between start and finishes.
fn interval(game: &LastPeg, reachable: &Reachable, out: &Output) -> Result<Interval> {
    let targets = game.targets();
    let what = "finding the positions between start and finish";
    Ok(out.watched(what, |progress| {
        Interval::within(reachable, &targets, Interval::MOST_POSITIONS, progress)
    })?)
}

/// Prints for each symmetry a solution with the most positions that have it.
fn put_symmetric(game: &LastPeg, out: &Output) -> Result<()> {
    let (_, winning) = solved_and_won(game, out)?;
    let found = out.watched("looking for symmetric positions", |progress| {
        most_symmetric(&winning, progress)
    })?;
    if found.is_empty() {
        say!(out, "the board has no symmetry")?;
    }

    for most in &found {
        let name = most.symmetry.description(game.board.lattice());
        let positions = counted(most.positions as usize, "position");
        let solutions = match most.solutions {
            Some(count) => format!(", in {} solutions", grouped(count)),
            None => String::new(),
        };
        say!(out, "{name}: at most {positions}{solutions}")?;
        // More than start and finish.
        if most.positions > 2 {
            say!(out, "  {}", most.solution)?;
        }
    }
    Ok(())
}
