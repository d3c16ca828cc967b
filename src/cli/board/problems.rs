//! `pegfont board problems`: the problems from one vacancy to one last peg.

use anyhow::Result;
use clap::Args;

use crate::answer;
use crate::cli::input::read_small_board;
use crate::cli::output::{counted, print_json};
use crate::cli::progress::watched;
use peg_solitaire::analysis::Problems;
use peg_solitaire::board::SmallBoard;

/// List the problems from one vacancy to one last peg, and which are solvable
///
/// Problems that are images of each other under a symmetry of the board are listed once. Problems in one group are
/// equivalent: from vacancies three holes apart in a line, the first jumps lead to the same position, and the same holds
/// for the last jumps. A star marks complement problems.
#[derive(Args)]
pub(super) struct ProblemsCommand {
    /// The board: a name (see `pegfont board list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    /// List the problems that the position classes allow, without solving them
    #[arg(long)]
    classes_only: bool,

    /// Allow the board to be turned and flipped between jumps: a group has the problems of a position class and its images
    #[arg(long)]
    turning: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ProblemsCommand {
    pub(super) fn run(self) -> Result<()> {
        let (board, _) = read_small_board(&self.board)?;
        let mut problems = match self.turning {
            true => Problems::with_turns(&board),
            false => Problems::of(&board),
        };
        if !self.classes_only {
            let solved = watched("solving", |progress| problems.solve(&board, progress));
            solved.map_err(|error| {
                anyhow::Error::new(error).context("try --classes-only, or `pegfont board reduce`")
            })?;
        }
        if self.json {
            return print_json(&answer::board_problems(&board, &problems));
        }
        say_as_is!("{}", as_text(&board, &problems));
        Ok(())
    }
}

fn as_text(board: &SmallBoard, problems: &Problems) -> String {
    let mut text = String::new();
    let all = problems.problems().count();
    let groups = problems.groups.len();
    let solvable = problems.problems().filter(|problem| problem.solvable == Some(true)).count();
    let solved = problems.problems().all(|problem| problem.solvable.is_some());
    text.push_str(&format!("{} in {}", counted(all, "problem"), counted(groups, "group")));
    if solved && all > 0 {
        text.push_str(&format!("; {solvable} can be solved"));
    }
    if all == 0 {
        text.push_str(": no vacancy is in the position class of a single peg");
    }
    text.push('\n');
    for (number, group) in problems.groups.iter().enumerate() {
        text.push_str(&format!("\ngroup {}\n", number + 1));
        for problem in &group.problems {
            let verdict = match problem.solvable {
                Some(true) => "solvable",
                Some(false) => "impossible",
                None => "allowed by the position classes",
            };
            text.push_str(&format!(
                "  vacate {:<3} finish at {:<3}{} {verdict}\n",
                board.hole_name(problem.vacancy),
                board.hole_name(problem.survivor),
                if problem.is_complement() { "*" } else { " " },
            ));
        }
    }
    text
}
