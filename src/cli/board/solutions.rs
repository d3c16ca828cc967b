//! `pegfont board solutions`: the solutions with the fewest moves, counted by their sweeps, listed, and drawn as a graph.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::{FinishArgs, StartArgs, TableArgs, notation, put_lines, single_pegs, svg_file};
use crate::cli::output::{check_destination, counted, refuse_beside, refuse_terminal, write_to};
use crate::cli::progress::watched;
use crate::cli::reachable::solved;
use peg_solitaire::analysis::MinimalSolutions;
use peg_solitaire::solution::Interval;
use peg_solitaire::words::grouped;
use pegfont_film::drawing::svg;
use pegfont_film::plot::graph;

/// The most solutions that are listed, images included.
const MOST: usize = 1 << 20;

/// Count the solutions with the fewest moves by their sweeps, list or draw them
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
                  the other way round, as one

The graph has the positions between the moves of these solutions, one level for each number of moves.

Example:
  pegfont board solutions english --graph graph.svg")]
pub(super) struct SolutionsCommand {
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    finish: FinishArgs,

    /// List the solutions, one per line
    #[arg(long, conflicts_with_all = ["csv", "json", "plot"])]
    list: bool,

    /// Number the holes from 1, row by row
    #[arg(long, requires = "list")]
    numbers: bool,

    /// Write the graph of the positions, as SVG or for Graphviz (.dot, and - for standard output)
    #[arg(long, value_name = "FILE", value_parser = graph_file)]
    graph: Option<PathBuf>,

    #[command(flatten)]
    table: TableArgs,
}

/// A file for the graph: SVG, DOT, or standard output.
fn graph_file(name: &str) -> Result<PathBuf, String> {
    match is_dot(Path::new(name)) {
        true => Ok(PathBuf::from(name)),
        false => svg_file(name).map_err(|error| format!("{error} or .dot")),
    }
}

fn is_dot(path: &Path) -> bool {
    path == Path::new("-") || path.extension().is_some_and(|extension| extension == "dot")
}

impl SolutionsCommand {
    pub(super) fn run(self) -> Result<()> {
        self.table.check()?;
        let others = [&[("--list", self.list)][..], &self.table.options()].concat();
        refuse_beside("--graph", self.graph.as_deref(), &others)?;
        if let Some(path) = &self.graph {
            refuse_terminal(path)?;
            check_destination(path)?;
        }
        let (board, start, finishes) = self.start.read_problem(&self.finish)?;
        let reachable = solved(&board, start)?;
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
        if let Some(path) = &self.graph {
            let positions = found.graph();
            let text = match is_dot(path) {
                true => positions.dot(),
                false => svg::file(&graph(&positions)),
            };
            let written = write_to(path, |out| Ok(out.write_all(text.as_bytes())?))?;
            if path == Path::new("-") {
                return Ok(());
            }
            if !self.table.json && !self.table.csv && !self.list {
                written.say(&[]);
            }
        }
        if self.list {
            let solutions = found.solutions.iter();
            let lines = solutions.map(|solution| notation(solution, self.numbers));
            return put_lines("-".as_ref(), lines).map(drop);
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
}
