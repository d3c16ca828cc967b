//! `pegfont board problems`: the problems from one vacancy to one last peg.

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use crate::cli::args::read_small_board;
use crate::cli::output::{TableArgs, board_name, counted, print_json, watched};
use peg_solitaire::analysis::{Problem, Problems};

/// List the problems from one vacancy to one last peg, and which are solvable
///
/// Problems that are images of each other under a symmetry of the board are listed once. Problems in one group are
/// equivalent: from vacancies three holes apart in a line, the first jumps lead to the same position, and the same holds
/// for the last jumps.
#[derive(Args)]
pub struct ProblemsCommand {
    /// The board: a name (see `pegfont board list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    #[command(flatten)]
    table: TableArgs,
}

impl ProblemsCommand {
    pub fn run(self) -> Result<()> {
        let (board, _) = read_small_board(&self.board)?;
        let mut problems = Problems::of(&board);
        let solved = watched("solving", |progress| problems.solve(&board, progress));
        solved.map_err(|error| {
            anyhow::Error::new(error).context("try `pegfont board reduce` for each")
        })?;
        let groups = (1_usize..).zip(&problems.groups);
        let all: Vec<(usize, &Problem)> = groups
            .flat_map(|(group, problems)| problems.iter().map(move |problem| (group, problem)))
            .collect();
        if self.table.json {
            let problems = all.iter().map(|(group, problem)| {
                json!({
                    "group": group,
                    "vacancy": board.hole_name(problem.vacancy),
                    "finish": board.hole_name(problem.survivor),
                    "complement": problem.is_complement(),
                    "solvable": problem.solvable,
                })
            });
            let problems: Value = problems.collect();
            return print_json(&json!({ "board": board_name(&board), "problems": problems }));
        }
        let rows = all.iter().map(|(group, problem)| {
            let names = [problem.vacancy, problem.survivor].map(|hole| board.hole_name(hole));
            let [vacancy, finish] = names;
            let is = [problem.is_complement(), problem.solvable == Some(true)];
            let [complement, solvable] = is.map(|is| if is { "yes" } else { "no" }.to_owned());
            [group.to_string(), vacancy, finish, complement, solvable]
        });
        let headings = ["group", "vacancy", "finish", "complement", "solvable"];
        let rows = self.table.rows("", headings, rows);
        if !self.table.csv {
            let solvable = all.iter().filter(|(_, problem)| problem.solvable == Some(true));
            let verdict = match all.len() {
                0 => ": no vacancy is in the position class of a single peg".to_owned(),
                _ => format!("; {} can be solved", solvable.count()),
            };
            let groups = counted(problems.groups.len(), "group");
            say!("{} in {groups}{verdict}\n", counted(all.len(), "problem"));
        }
        say_as_is!("{rows}");
        Ok(())
    }
}
