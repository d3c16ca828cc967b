//! `peglab problems`: the problems from one vacancy to one last peg.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::{Problem, Problems};
use peg_console::board::read_small_board;
use peg_console::output::Output;
use peg_console::say;
use peg_console::table::TableArgs;
use peg_solitaire::board::SmallBoard;
use pegfont_base::table::{Column, Table};
use pegfont_base::words::counted;

/// List the problems from one empty hole to one last peg, and which have a solution
///
/// Problems that are images of each other under a symmetry of the board are listed once. Problems
/// in one group are equivalent: from vacancies three holes apart in a line, the first jumps lead to
/// one position, as do the last jumps to holes three apart. Listed are problems that the position
/// classes of the board's own jumps allow. Those of a large board are listed before they are
/// solved, too.
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

        let solved = if problems.memory_needed() > LARGE && !self.table.is_given() {
            solve_aloud(&board, &mut problems, out)
        } else {
            let solved = out.watched("solving", |progress| problems.solve(progress));
            solved.map_err(anyhow::Error::new)
        };
        solved.map_err(|error| error.context("try `peglab reduce` for each"))?;
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

/// A board whose sets take more memory than this takes so long that the problems are listed before
/// they are solved.
const LARGE: u64 = 512 << 20;

/// Lists the problems, which needs no search, and solves one vacancy after the other. Says what
/// came of each.
fn solve_aloud(board: &SmallBoard, problems: &mut Problems, out: &Output) -> Result<()> {
    problems.check_memory()?;
    let vacancies = problems.vacancies();
    let groups = counted(problems.groups.len(), "group");
    let all = counted(numbered(problems).count(), "problem");
    say!(out, "{all} in {groups}, of which none is solved yet:")?;
    for (number, group) in (1..).zip(&problems.groups) {
        say!(out, "group {number}: {}", pairs(board, group))?;
    }
    say!(out, "")?;

    for (number, &vacancy) in (1..).zip(&vacancies) {
        let name = board.hole_name(vacancy);
        let what = format!("solving {name}, {number} of {}", vacancies.len());
        out.watched(&what, |progress| problems.solve_from(vacancy, progress))?;

        let mut of_vacancy = Vec::new();
        of_vacancy.extend(problems.groups.iter().flatten().copied());
        of_vacancy.retain(|problem| problem.vacancy == vacancy);
        let all = of_vacancy.len();
        of_vacancy.retain(|problem| problem.solvable == Some(true));
        say!(
            out,
            "vacancy {name}: {} of {all} can be solved",
            of_vacancy.len()
        )?;
    }
    say!(out, "")
}

/// The problems of a group: `a1-a1 a1-d4`.
fn pairs(board: &SmallBoard, group: &[Problem]) -> String {
    let mut pairs = Vec::new();
    for problem in group {
        let vacancy = board.hole_name(problem.vacancy);
        let finish = board.hole_name(problem.survivor);
        pairs.push(format!("{vacancy}-{finish}"));
    }
    pairs.join(" ")
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
        board: board.as_board().to_line(),
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
