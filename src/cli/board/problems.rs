//! `pegfont board problems`: the problems from one vacancy to one last peg.

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use crate::cli::json::board_name;
use crate::cli::output::{TableArgs, counted, print_json};
use crate::cli::progress::watched;
use crate::cli::subject::read_small_board;
use peg_solitaire::analysis::{Problem, Problems};

/// List the problems from one vacancy to one last peg, and which are solvable
///
/// Problems that are images of each other under a symmetry of the board are listed once. Problems in one group are
/// equivalent: from vacancies three holes apart in a line, the first jumps lead to the same position, and the same holds
/// for the last jumps. A star marks complement problems.
#[derive(Args)]
pub(in crate::cli) struct ProblemsCommand {
    /// The board: a name (see `pegfont board list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    #[command(flatten)]
    table: TableArgs,
}

impl ProblemsCommand {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let (board, _) = read_small_board(&self.board)?;
        let mut problems = Problems::of(&board);
        let solved = watched("solving", |progress| problems.solve(&board, progress));
        solved.map_err(|error| {
            anyhow::Error::new(error).context("try `pegfont board reduce` for each")
        })?;
        if self.table.json {
            let answer = |problem: &Problem| {
                json!({
                    "vacancy": board.hole_name(problem.vacancy),
                    "finish": board.hole_name(problem.survivor),
                    "complement": problem.is_complement(),
                    "solvable": problem.solvable,
                })
            };
            let groups = problems.groups.iter();
            let groups = groups.map(|group| group.iter().map(answer).collect::<Value>());
            let groups: Value = groups.map(|problems| json!({ "problems": problems })).collect();
            return print_json(&json!({ "board": board_name(&board), "groups": groups }));
        }
        if self.table.csv {
            let headings = ["group", "vacancy", "finish", "complement", "solvable"];
            let groups = (1_usize..).zip(&problems.groups);
            let problems =
                groups.flat_map(|(group, problems)| problems.iter().map(move |it| (group, it)));
            let rows = problems.map(|(group, problem)| {
                let [vacancy, finish] =
                    [problem.vacancy, problem.survivor].map(|hole| board.hole_name(hole));
                let solvable = problem.solvable.map(|solvable| solvable.to_string());
                let complement = problem.is_complement().to_string();
                [group.to_string(), vacancy, finish, complement, solvable.unwrap_or_default()]
            });
            say_as_is!("{}", self.table.rows("", headings, rows));
            return Ok(());
        }
        let all = problems.problems().count();
        let solvable = problems.problems().filter(|problem| problem.solvable == Some(true)).count();
        let verdict = match all {
            0 => ": no vacancy is in the position class of a single peg".to_owned(),
            _ => format!("; {solvable} can be solved"),
        };
        let groups = counted(problems.groups.len(), "group");
        say!("{} in {groups}{verdict}", counted(all, "problem"));
        for (number, group) in problems.groups.iter().enumerate() {
            say!("\ngroup {}", number + 1);
            for problem in group {
                let is_solvable = problem.solvable == Some(true);
                let verdict = if is_solvable { "solvable" } else { "impossible" };
                say!(
                    "  vacate {:<3} finish at {:<3}{} {verdict}",
                    board.hole_name(problem.vacancy),
                    board.hole_name(problem.survivor),
                    if problem.is_complement() { "*" } else { " " },
                );
            }
        }
        Ok(())
    }
}
