//! `peglab problems`: the problems from one vacancy to one last peg.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::{Problem, Problems};
use peg_console::board::read_small_board;
use peg_console::output::Output;
use peg_console::table::TableArgs;
use peg_solitaire::board::SmallBoard;
use pegfont_base::table::{Column, Table};
use pegfont_base::words::counted;

/// List the problems from one empty hole to one last peg, and which have a solution
///
/// Problems that are images of each other under a symmetry of the board are listed once. Problems
/// in one group are equivalent: from vacancies three holes apart in a line, the first jumps lead to
/// one position, as do the last jumps to holes three apart. Listed are problems that the position
/// classes of the board's own jumps allow.
#[derive(Args)]
#[command(after_help = include_str!("problems.txt"))]
pub struct ProblemsCommand {
    /// The board: a name (see `peglab list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    #[command(flatten)]
    table: TableArgs,
}

impl ProblemsCommand {
    pub fn run(self, out: &Output) -> Result<()> {
        let (board, _) = read_small_board(&self.board, out)?;
        let mut problems = Problems::of(&board);

        let solved = out.watched("solving", |progress| problems.solve(progress));
        solved
            .map_err(|error| anyhow::Error::new(error).context("try `peglab reduce` for each"))?;
        if self.table.json {
            return out.put_json(&described(&board, &problems));
        }

        let all: Vec<&Problem> = problems.groups.iter().flatten().collect();
        let is_solvable = |problem: &&&Problem| problem.solvable == Some(true);
        let solvable = all.iter().filter(is_solvable).count();

        let verdict = match all.len() {
            0 => ": no vacancy is in the position class of a single peg".to_owned(),
            _ => format!("; {solvable} can be solved"),
        };
        let groups = counted(problems.groups.len(), "group");
        let mut before = format!("{} in {groups}{verdict}\n\n", counted(all.len(), "problem"));

        let by_lattice = problems.allowed_by_lattice();
        if by_lattice != all.len() {
            let counted = counted(by_lattice, "problem");
            before += &format!(
                "The position classes are those of the board's own jumps. Those of the lattice, by \
                 which the literature counts, allow {counted}.\n\n"
            );
        }
        let table = table(&board, &problems);
        self.table.put_between(&before, &table, "", out)
    }
}

/// The problems of a board, for programs.
#[derive(Serialize)]
struct DescribedProblems {
    board: String,
    problems: Vec<DescribedProblem>,
}

/// A problem with the number of its group.
#[derive(Serialize)]
struct DescribedProblem {
    group: usize,
    vacancy: String,
    finish: String,
    complement: bool,
    solvable: bool,
}

fn described(board: &SmallBoard, problems: &Problems) -> DescribedProblems {
    let problems = numbered(problems).map(|(group, problem)| DescribedProblem {
        group,
        vacancy: board.hole_name(problem.vacancy),
        finish: board.hole_name(problem.survivor),
        complement: problem.vacancy == problem.survivor,
        solvable: problem.solvable == Some(true),
    });
    DescribedProblems {
        board: board.to_line(),
        problems: problems.collect(),
    }
}

/// The same as a table.
fn table(board: &SmallBoard, problems: &Problems) -> Table {
    let yes = |is: bool| if is { "yes" } else { "no" };
    let all = || numbered(problems);

    let mut table = Table::default();
    table.add(Column::new("group"), all().map(|(group, _)| group));
    table.add(
        Column::new("vacancy"),
        all().map(|(_, problem)| board.hole_name(problem.vacancy)),
    );
    table.add(
        Column::new("finish"),
        all().map(|(_, problem)| board.hole_name(problem.survivor)),
    );
    table.add(
        Column::new("complement"),
        all().map(|(_, problem)| yes(problem.vacancy == problem.survivor)),
    );
    table.add(
        Column::new("solvable"),
        all().map(|(_, problem)| yes(problem.solvable == Some(true))),
    );
    table
}

/// The problems, each with the number of its group, from 1.
fn numbered(problems: &Problems) -> impl Iterator<Item = (usize, &Problem)> {
    let groups = (1..).zip(&problems.groups);
    groups.flat_map(|(group, all)| all.iter().map(move |problem| (group, problem)))
}
