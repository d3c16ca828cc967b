//! `pegfont board problems`: the problems from one vacancy to one last peg.

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use crate::cli::args::read_small_board;
use crate::cli::output::{TableArgs, counted, print_json, watched, words};
use peg_solitaire::analysis::Problems;

/// List the problems from one vacancy to one last peg, and which are solvable
///
/// Problems that are images of each other under a symmetry of the board are listed once. Problems
/// in one group are equivalent: from vacancies three holes apart in a line, the first jumps lead to
/// one position, and so for the last jumps. Listed are problems that the position classes allow:
/// those of the board's own jumps.
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
        let solved = watched("solving", |progress| problems.solve(progress));
        solved.map_err(|error| {
            anyhow::Error::new(error).context("try `pegfont board reduce` for each")
        })?;
        let groups = (1_usize..).zip(&problems.groups);
        let all = groups.flat_map(|(group, all)| all.iter().map(move |problem| (group, problem)));
        let described = all.map(|(group, problem)| {
            json!({
                "group": group,
                "vacancy": board.hole_name(problem.vacancy),
                "finish": board.hole_name(problem.survivor),
                "complement": problem.vacancy == problem.survivor,
                "solvable": problem.solvable == Some(true),
            })
        });
        let all: Vec<Value> = described.collect();
        if self.table.json {
            return print_json(&json!({ "board": board.to_line(), "problems": all }));
        }
        let keys = ["group", "vacancy", "finish", "complement", "solvable"];
        let rows = all
            .iter()
            .map(|problem| keys.map(|key| words(&problem[key])));
        let solvable = all
            .iter()
            .filter(|problem| problem["solvable"] == true)
            .count();
        let verdict = match all.len() {
            0 => ": no vacancy is in the position class of a single peg".to_owned(),
            _ => format!("; {solvable} can be solved"),
        };
        let groups = counted(problems.groups.len(), "group");
        let mut found = format!("{} in {groups}{verdict}\n\n", counted(all.len(), "problem"));
        let by_lattice = problems.allowed_by_lattice();
        if by_lattice != all.len() {
            let counted = counted(by_lattice, "problem");
            found += &format!(
                "The position classes are those of the board's own jumps. Those of the lattice, by \
                 which the literature counts, allow {counted}.\n\n"
            );
        }
        self.table
            .put_rows(("", &keys.join(" ")), (&found, ""), rows);
        Ok(())
    }
}
