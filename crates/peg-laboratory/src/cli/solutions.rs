//! `peglab solutions`: those with the fewest moves, the number of all, one with the longest
//! sweep, the most symmetric ones.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::cli::game::{GameArgs, put_table, solved_and_won};
use crate::{LastPeg, MinimalSolutions, most_symmetric};
use peg_console::board::{hole_names, solved};
use peg_console::output::Output;
use peg_console::table::TableArgs;
use peg_console::{refuse, say};
use peg_solitaire::solution::{Counts, Interval, LongestSweep};
use peg_solitaire::solve::Reachable;
use pegfont_base::words::counted;
use pegfont_base::words::grouped;

/// The most solutions that are listed or compared, images included.
const MOST: usize = 1 << 20;

/// Count or list the solutions with the fewest moves
///
/// A move is a chain of jumps by one peg; a long one is a sweep. Solutions that are images of each
/// other under a symmetry count as one.
#[derive(Args)]
#[command(after_help = include_str!("solutions.txt"))]
pub struct SolutionsCommand {
    #[command(flatten)]
    game: GameArgs,

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
        let problem = self.game.read(out)?;
        if self.symmetric {
            return put_symmetric(&problem, out);
        }
        let reachable = solved(&problem.board, problem.start, out)?;
        if self.count {
            return self.put_count(&problem, &reachable, out);
        }
        let interval = interval(&problem, &reachable, out)?;
        if self.longest_sweep {
            let found = out.watched("looking for sweeps", |it| LongestSweep::of(&interval, it))?;
            let answer = Sweep {
                problem: problem.to_string(),
                longest_sweep: found.jumps,
                solution: found.solution.to_string(),
            };
            return out.put_answer(&answer, self.table.json);
        }
        let found = out.watched("looking for moves", |it| {
            MinimalSolutions::of(&interval, MOST, it)
        })?;
        let Some(found) = found else {
            refuse!(
                "more than {} solutions have the fewest moves",
                grouped(MOST as u64)
            );
        };
        if self.list {
            return out.say_lines(&found.solutions);
        }
        if self.graph {
            return put_table(&self.table, &problem, found.graph(), "", out);
        }
        let remark = format!(
            "{} with the fewest moves, {}; {} with their images, {} if the order of moves is ignored.",
            counted(found.solutions.len(), "solution"),
            found.moves(),
            grouped(found.with_images as u64),
            grouped(found.orders_ignored() as u64),
        );
        put_table(&self.table, &problem, found.table(), &remark, out)
    }

    fn put_count(&self, problem: &LastPeg, reachable: &Reachable, out: &Output) -> Result<()> {
        let LastPeg {
            board,
            start,
            finishes,
        } = problem;
        let is_solvable = problem
            .targets()
            .iter()
            .any(|&finish| reachable.contains(finish));
        let solutions = match is_solvable
            .then(|| interval(problem, reachable, out))
            .transpose()?
        {
            Some(interval) => out
                .watched("counting solutions", |it| Counts::of(interval, it))?
                .total(),
            None => 0,
        };
        if self.table.json {
            return out.put_json(&SolutionCount {
                board: board.to_line(),
                start: board.picture_line(*start),
                finishes: hole_names(board, *finishes),
                solutions: solutions.to_string(),
            });
        }
        say!(
            out,
            "{} solution{}",
            grouped(solutions),
            if solutions == 1 { "" } else { "s" }
        )?;
        Ok(())
    }
}

/// The positions between start and finishes.
fn interval(problem: &LastPeg, reachable: &Reachable, out: &Output) -> Result<Interval> {
    let (targets, most) = (problem.targets(), Interval::MOST_POSITIONS);
    let what = "finding the positions between start and finish";
    Ok(out.watched(what, |it| Interval::within(reachable, &targets, most, it))?)
}

/// Prints for each symmetry a solution with the most positions that have it.
fn put_symmetric(problem: &LastPeg, out: &Output) -> Result<()> {
    let (_, winning) = solved_and_won(problem, out)?;
    let found = out.watched("looking for symmetric positions", |it| {
        most_symmetric(&winning, it)
    })?;
    if found.is_empty() {
        say!(out, "the board has no symmetry")?;
    }
    for most in &found {
        let name = most.symmetry.description(problem.board.lattice());
        let positions = counted(most.positions as usize, "position");
        let solutions = most
            .solutions
            .map(|count| format!(", in {} solutions", grouped(count)));
        say!(
            out,
            "{name}: at most {positions}{}",
            solutions.unwrap_or_default()
        )?;
        // More than start and finish.
        if most.positions > 2 {
            say!(out, "  {}", most.solution)?;
        }
    }
    Ok(())
}
