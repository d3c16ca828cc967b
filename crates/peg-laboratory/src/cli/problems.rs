//! `peglab problems`: the problems from one vacancy to one last peg.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::cli::game::FromSetArgs;
use crate::{Problem, Problems};
use peg_console::answer::{Answer, Form};
use peg_console::board::read_small_board;
use peg_console::command::CommandOptions;
use peg_console::output::Output;
use peg_console::table::TableArgs;
use peg_console::{say, say_as_is};
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
#[command(mut_arg("reachable", |reachable| reachable.hide(true)))]
#[command(after_help = include_str!("problems.txt"))]
pub(super) struct ProblemsCommand {
    /// The board: a name (see `peglab list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    #[command(flatten)]
    set: FromSetArgs,

    #[command(flatten)]
    table: TableArgs,
}

pub(super) struct ProblemsRequest {
    /// The board, by its name or its picture.
    board: String,
    form: Form,
}

impl CommandOptions for ProblemsCommand {
    type Request = ProblemsRequest;

    fn form(&self) -> Form {
        self.table.form()
    }

    /// A set is refused: none can help.
    fn request(self) -> Result<ProblemsRequest> {
        self.set
            .refuse("problems are of every vacancy, and a set is of one start")?;
        Ok(ProblemsRequest {
            form: self.form(),
            board: self.board,
        })
    }
}

/// The problems of a board. Those of a large one are solved as they are printed, for people.
pub(super) struct ProblemsAnswer {
    board: SmallBoard,
    problems: Problems,
    is_solved: bool,
}

pub(super) fn run(request: ProblemsRequest, out: &Output) -> Result<ProblemsAnswer> {
    let (board, _) = read_small_board(&request.board, out)?;
    let mut problems = Problems::of(&board);

    let is_solved = problems.memory_needed() <= LARGE || request.form.is_for_programs();
    if is_solved {
        let solved = out.watched("solving", |progress| problems.solve(progress));
        solved.map_err(|error| unsolved(error.into()))?;
    }
    Ok(ProblemsAnswer {
        board,
        problems,
        is_solved,
    })
}

/// What to do if problems can't be solved.
fn unsolved(error: anyhow::Error) -> anyhow::Error {
    error.context("try `peglab reduce` for each")
}

impl Answer for ProblemsAnswer {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        let Self {
            board,
            mut problems,
            is_solved,
        } = self;
        if !is_solved {
            solve_aloud(&board, &mut problems, out).map_err(unsolved)?;
        }

        let table = table(&board, &problems);
        match form {
            Form::Json => out.put_json(&described(&board, &problems)),
            Form::Csv => out.put_csv(&table),
            Form::Text => {
                say!(out, "{}\n", summary(&problems))?;
                say_as_is!(out, "{}", table.text())
            }
        }
    }
}

/// How many problems there are, and how many of them can be solved.
fn summary(problems: &Problems) -> String {
    let all: Vec<&Problem> = problems.groups.iter().flatten().collect();
    let is_solvable = |problem: &&&Problem| problem.solvable == Some(true);
    let solvable = all.iter().filter(is_solvable).count();

    let verdict = if all.is_empty() {
        ": no vacancy is in the position class of a single peg".to_owned()
    } else {
        format!("; {solvable} can be solved")
    };
    let groups = counted(problems.groups.len(), "group");
    let summary = format!("{} in {groups}{verdict}", counted(all.len(), "problem"));

    let by_lattice = problems.allowed_by_lattice();
    if by_lattice == all.len() {
        return summary;
    }
    let counted = counted(by_lattice, "problem");
    format!(
        "{summary}\n\nThe position classes are those of the board's own jumps. Those of the \
         lattice, by which the literature counts, allow {counted}."
    )
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
