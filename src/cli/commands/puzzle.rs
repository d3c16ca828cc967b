//! `pegfont puzzle`: what is known of letters and positions as puzzles: their solutions, fewest
//! moves and difficulty, a solution, or the jumps that keep one within reach.

mod hints;

use anyhow::Result;
use clap::Args;
use serde_json::json;

use crate::cli::args::{GoalArgs, each_a_puzzle};
use crate::cli::output::{TableArgs, print_json, side_by_side};
use peg_solitaire::puzzle::{Puzzle, Width};
use peg_solitaire::solution::Analysis;
use pegfont_base::words::grouped;

/// Grade letters or positions as puzzles, and print solutions or hints
#[derive(Args)]
#[command(mut_arg("target", each_a_puzzle), mut_arg("csv", |csv| csv.help("Print CSV, without pictures")))]
#[command(after_help = include_str!("puzzle.txt"))]
pub struct PuzzleCommand {
    #[command(flatten)]
    goals: GoalArgs,

    /// Print a solution: for a character, the one in the font; else the solver's, or one with the
    /// fewest moves if that is asked for
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, conflicts_with_all = ["hints", "csv"])]
    #[arg(value_parser = ["fewest-moves"])]
    solution: Option<Option<String>>,

    /// Print which jumps can still lead to the target, and how many solutions each leaves
    #[arg(long)]
    hints: bool,

    /// Give hints after these jumps, written as at the end of a game: "c2-c4 a2-c2"
    #[arg(long, value_name = "JUMPS", requires = "hints")]
    jumps: Option<String>,

    #[command(flatten)]
    table: TableArgs,
}

impl PuzzleCommand {
    pub fn run(self) -> Result<()> {
        if self.hints {
            return hints::print(&self.goals.read_game(self.jumps.as_deref())?, &self.table);
        }
        let mut asked = self.goals.read()?;
        let puzzles = match &self.solution {
            Some(Some(_)) if self.goals.own_file()?.is_some() => {
                refuse!("--solution: a game in a file has one: leave out fewest-moves")
            }
            Some(Some(_)) => asked.graded()?,
            Some(None) => asked.solutions()?,
            None => asked.solve()?,
        };
        if self.table.json {
            return print_json(&json!({ "puzzles": puzzles }));
        }
        match (&self.solution, &puzzles[..]) {
            (Some(_), [puzzle]) => say!("{}", puzzle.solution),
            (Some(_), all) => all
                .iter()
                .for_each(|one| say!("{}: {}", title(one), one.solution)),
            (None, all) => {
                let (before, after) = if let [one] = all {
                    around(one)
                } else {
                    Default::default()
                };
                let texts = (&*before, &*after);
                self.table
                    .put_rows(("target", COLUMNS), texts, all.iter().map(row));
            }
        }
        Ok(())
    }
}

const COLUMNS: &str = " pegs jumps moves solutions shortest positions chance forks grade";

/// A row of the table, in which cells are empty if nothing is counted.
fn row(puzzle: &Puzzle) -> [String; 10] {
    let (solution, analysis) = (&puzzle.solution, puzzle.analysis.as_ref());
    let of = |word: fn(&Analysis) -> String| analysis.map_or_else(String::new, word);
    let moves = analysis.map_or(solution.moves().count(), |it| it.fewest_moves.moves);
    [
        title(puzzle),
        solution.end().count().to_string(),
        solution.jumps().len().to_string(),
        moves.to_string(),
        of(|it| grouped(it.solutions)),
        of(|it| grouped(it.fewest_moves.solutions)),
        puzzle.positions().map_or_else(String::new, grouped),
        of(|it| format!("{:.1e}", it.probability)),
        of(|it| format!("{:.1}", it.forks_met)),
        puzzle
            .figures
            .map_or_else(String::new, |figures| figures.grade().word().to_owned()),
    ]
}

/// The title on one line.
fn title(puzzle: &Puzzle) -> String {
    puzzle.title.replace('\n', " ")
}

/// What stands before and after a single puzzle: the pictures of start and target, or of one of
/// several, and the positions on the way.
fn around(
    Puzzle {
        solution,
        targets,
        widths,
        ..
    }: &Puzzle,
) -> (String, String) {
    let board = solution.board();
    let end = board.picture(solution.end());
    let Some(widths) = widths else {
        let rest = "\nOther games are not counted, and the puzzle is not graded.\n";
        return (end + "\n\n", rest.to_owned());
    };
    let start = format!("start\n{}", board.picture(solution.start().clone()));
    let which = if targets.len() > 1 {
        "a target"
    } else {
        "target"
    };
    let ends = side_by_side(&[start, format!("{which}\n{end}")]);
    let width = |width: &Width| format!("{}: {}", width.pegs, grouped(width.positions));
    let widths: Vec<String> = widths.iter().map(width).collect();
    (
        ends + "\n\n",
        format!("\npositions on the way, by pegs: {}\n", widths.join(", ")),
    )
}
