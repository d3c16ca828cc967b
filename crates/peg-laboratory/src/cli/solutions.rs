//! `peglab solutions`: those with the fewest moves, the number of all, one with the longest
//! sweep, the most symmetric ones.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::cli::game::{KnownSet, LastPegArgs, LastPegRequest, table_of, won};
use crate::{LastPeg, MinimalSolutions, SymmetricSolution, most_symmetric};
use peg_console::answer::{Answer, AnswerLines, Form};
use peg_console::board::hole_names;
use peg_console::command::CommandOptions;
use peg_console::output::Output;
use peg_console::table::{TableAnswer, TableArgs};
use peg_console::{refuse, say};
use peg_solitaire::solution::{Counts, Interval, LongestSweep};
use peg_solitaire::solve::{Holder, Reachable, Record};
use pegfont_base::words::{counted, grouped};

/// The most solutions that are listed or compared, images included.
const MOST_SOLUTIONS: usize = 1 << 20;

/// Count or list the solutions with the fewest moves
///
/// A move is a chain of jumps by one peg; a long one is a sweep. Solutions that are images of each
/// other under a symmetry count as one.
#[derive(Args)]
#[command(after_help = include_str!("solutions.txt"))]
pub(super) struct SolutionsCommand {
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

pub(super) struct SolutionsRequest {
    game: LastPegRequest,
    wanted: WantedOfSolutions,
}

/// What is wanted of the solutions of a game.
#[derive(Clone, Copy)]
enum WantedOfSolutions {
    /// How many there are.
    Count,
    LongestSweep,
    /// The most symmetric ones.
    Symmetric,
    /// Those with the fewest moves, counted.
    Fewest,
    /// The positions between the moves of these.
    Graph,
    /// These, one on a line.
    List,
}

impl CommandOptions for SolutionsCommand {
    type Request = SolutionsRequest;

    fn form(&self) -> Form {
        self.table.form()
    }

    fn request(self) -> Result<SolutionsRequest> {
        let wanted = if self.symmetric {
            WantedOfSolutions::Symmetric
        } else if self.count {
            WantedOfSolutions::Count
        } else if self.longest_sweep {
            WantedOfSolutions::LongestSweep
        } else if self.list {
            WantedOfSolutions::List
        } else if self.graph {
            WantedOfSolutions::Graph
        } else {
            WantedOfSolutions::Fewest
        };

        Ok(SolutionsRequest {
            game: self.game.request(),
            wanted,
        })
    }
}

pub(super) enum SolutionsAnswer {
    Count(SolutionCount),
    LongestSweep(Sweep),
    Symmetric(SymmetricSolutions),
    Table(TableAnswer),
    List(Vec<String>),
}

/// The longest sweep of any solution.
#[derive(Serialize)]
pub(super) struct Sweep {
    problem: String,
    longest_sweep: usize,
    solution: String,
}

/// The number of all solutions.
pub(super) struct SolutionCount {
    game: LastPeg,
    solutions: u128,
}

/// The number of all solutions, for programs.
#[derive(Serialize)]
struct DescribedSolutionCount {
    board: String,
    start: String,
    finishes: Vec<String>,
    /// Many programs round large numbers, so it is a string.
    solutions: String,
}

/// For each symmetry a solution with the most positions that have it.
pub(super) struct SymmetricSolutions {
    game: LastPeg,
    found: Vec<SymmetricSolution>,
}

pub(super) fn run(request: SolutionsRequest, out: &Output) -> Result<SolutionsAnswer> {
    let asked = request.game.read_known(out)?;
    let game = asked.game.clone();
    let wanted = request.wanted;
    let known = match wanted {
        WantedOfSolutions::Symmetric => asked.solved_for_winning(out)?,
        _ => asked.solved(out)?,
    };
    match known {
        KnownSet::InMemory(set) => answer(wanted, game, &set, out),
        KnownSet::OnDisk(set) => answer(wanted, game, &set, out),
    }
}

fn answer<B: Holder>(
    wanted: WantedOfSolutions,
    game: LastPeg,
    set: &Reachable<B>,
    out: &Output,
) -> Result<SolutionsAnswer> {
    match wanted {
        WantedOfSolutions::Symmetric => symmetric(game, set, out).map(SolutionsAnswer::Symmetric),
        WantedOfSolutions::Count => count(game, set, out).map(SolutionsAnswer::Count),
        WantedOfSolutions::LongestSweep => {
            longest_sweep(&game, set, out).map(SolutionsAnswer::LongestSweep)
        }
        WantedOfSolutions::Fewest => {
            let found = minimal(&game, set, out)?;
            let remark = format!(
                "{} with the fewest moves, {}; {} with their images, \
                 {} if the order of moves is ignored.",
                counted(found.solutions.len(), "solution"),
                found.moves(),
                grouped(found.with_images as u64),
                grouped(found.orders_ignored() as u64),
            );
            let table = table_of(&game, found.table(), &remark);
            Ok(SolutionsAnswer::Table(table))
        }
        WantedOfSolutions::Graph => {
            let graph = minimal(&game, set, out)?.graph();
            Ok(SolutionsAnswer::Table(table_of(&game, graph, "")))
        }
        WantedOfSolutions::List => {
            let found = minimal(&game, set, out)?;
            let solutions = found.solutions.iter().map(ToString::to_string);
            Ok(SolutionsAnswer::List(solutions.collect()))
        }
    }
}

impl Answer for SolutionsAnswer {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        match self {
            Self::Count(count) => count.put(form, out),
            Self::LongestSweep(sweep) => out.put_answer(&sweep, form),
            Self::Symmetric(symmetric) => symmetric.put(form, out),
            Self::Table(table) => table.put(form, out),
            Self::List(solutions) => AnswerLines(solutions).put(form, out),
        }
    }
}

fn longest_sweep(game: &LastPeg, reachable: &dyn Record, out: &Output) -> Result<Sweep> {
    let interval = interval(game, reachable, out)?;
    let found = out.watched("looking for sweeps", |progress| {
        LongestSweep::of(&interval, progress)
    })?;
    Ok(Sweep {
        problem: game.to_string(),
        longest_sweep: found.jumps,
        solution: found.solution.to_string(),
    })
}

/// Those with the fewest moves.
fn minimal(game: &LastPeg, reachable: &dyn Record, out: &Output) -> Result<MinimalSolutions> {
    let interval = interval(game, reachable, out)?;
    let found = out.watched("looking for moves", |progress| {
        MinimalSolutions::of(&interval, MOST_SOLUTIONS, progress)
    })?;
    let Some(found) = found else {
        refuse!(
            "more than {} solutions have the fewest moves",
            grouped(MOST_SOLUTIONS as u64)
        );
    };
    Ok(found)
}

fn count(game: LastPeg, reachable: &dyn Record, out: &Output) -> Result<SolutionCount> {
    let mut is_solvable = false;
    for target in game.targets() {
        is_solvable |= reachable.contains(target)?;
    }

    let solutions = if is_solvable {
        let interval = interval(&game, reachable, out)?;
        let counts = out.watched("counting solutions", |progress| {
            Counts::of(interval, progress)
        })?;
        counts.total()
    } else {
        0
    };
    Ok(SolutionCount { game, solutions })
}

impl Answer for SolutionCount {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        let Self { game, solutions } = self;
        if form == Form::Json {
            return out.put_json(&DescribedSolutionCount {
                board: game.board.as_board().to_line(),
                start: game.board.picture_line(game.start),
                finishes: hole_names(game.board.as_board(), game.finishes),
                solutions: solutions.to_string(),
            });
        }
        let plural = if solutions == 1 { "" } else { "s" };
        say!(out, "{} solution{plural}", grouped(solutions))
    }
}

fn symmetric<B: Holder>(
    game: LastPeg,
    reachable: &Reachable<B>,
    out: &Output,
) -> Result<SymmetricSolutions> {
    let winning = won(&game, reachable, out)?;
    let found = out.watched("looking for symmetric positions", |progress| {
        most_symmetric(&winning, progress)
    })?;
    Ok(SymmetricSolutions { game, found })
}

impl Answer for SymmetricSolutions {
    fn put(self, _: Form, out: &Output) -> Result<()> {
        if self.found.is_empty() {
            say!(out, "the board has no symmetry")?;
        }

        for most in &self.found {
            let name = most.symmetry.description(self.game.board.lattice());
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
}

/// The positions between start and finishes.
fn interval(game: &LastPeg, reachable: &dyn Record, out: &Output) -> Result<Interval> {
    let targets = game.targets();
    let what = "finding the positions between start and finish";
    Ok(out.watched(what, |progress| {
        Interval::within(reachable, &targets, Interval::MOST_POSITIONS, progress)
    })?)
}
