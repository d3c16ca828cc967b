//! `pegfont puzzle`: what is known of letters and positions as puzzles: their solutions, fewest
//! moves and difficulty, a solution, or the jumps that keep one within reach.

mod hints;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::cli::args::{GoalArgs, TARGETS, Takes, each_a_puzzle};
use crate::cli::output::side_by_side;
use peg_console::help::called;
use peg_console::output::Output;
use peg_console::table::TableArgs;
use peg_solitaire::puzzle::{Puzzle, Width};
use pegfont_base::table::{Cell, Column, Digits, Table};
use pegfont_base::words::grouped;

/// Grade letters or positions as puzzles, and print solutions or hints
#[derive(Args)]
#[command(mut_arg("target", each_a_puzzle), mut_arg("csv", |csv| called(csv, "Print CSV, without pictures")))]
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

const TAKES: Takes = Takes {
    command: "puzzle",
    kinds: TARGETS,
};

/// The puzzles, for programs.
#[derive(Serialize)]
struct Described<'p> {
    puzzles: &'p [Puzzle],
}

impl PuzzleCommand {
    pub fn run(self, out: &Output) -> Result<()> {
        if self.hints {
            let game = self.goals.read_game(self.jumps.as_deref(), TAKES, out)?;
            return hints::print(&game, &self.table, out);
        }
        let mut asked = self.goals.read(TAKES, out)?;
        let puzzles = match &self.solution {
            Some(Some(_)) if self.goals.own_file()?.is_some() => {
                refuse!("--solution: a game in a file has one: leave out fewest-moves")
            }
            Some(Some(_)) => asked.graded(out)?,
            Some(None) => asked.solutions(out)?,
            None => asked.solve(out)?,
        };
        if self.table.json {
            return out.put_json(&Described { puzzles: &puzzles });
        }
        match (&self.solution, &puzzles[..]) {
            (Some(_), [puzzle]) => say!(out, "{}", puzzle.solution),
            (Some(_), all) => {
                for puzzle in all {
                    say!(out, "{}: {}", title(puzzle), puzzle.solution)?;
                }
                Ok(())
            }
            (None, all) => {
                let (before, after) = if let [one] = all {
                    around(one)
                } else {
                    Default::default()
                };
                self.table.put_between(&before, &table(all), &after, out)
            }
        }
    }
}

/// A row for each puzzle, in which cells are empty if nothing is counted.
fn table(puzzles: &[Puzzle]) -> Table {
    let columns = [
        Column::new("target").headed(""),
        Column::new("pegs"),
        Column::new("jumps"),
        Column::new("moves"),
        Column::new("solutions"),
        Column::new("shortest"),
        Column::new("positions"),
        Column::new("chance").digits(Digits::Significant(2)),
        Column::new("forks").digits(Digits::Decimals(1)),
        Column::new("grade"),
    ];
    Table {
        columns: columns.to_vec(),
        rows: puzzles.iter().map(row).collect(),
        ..Table::default()
    }
}

fn row(puzzle: &Puzzle) -> Vec<Cell> {
    let (solution, analysis) = (&puzzle.solution, puzzle.analysis.as_ref());
    let moves = analysis.map_or(solution.moves().count(), |it| it.fewest_moves.moves);
    let grade = puzzle.figures.map(|figures| figures.grade().word());

    vec![
        title(puzzle).into(),
        solution.end().count().into(),
        solution.jumps().len().into(),
        moves.into(),
        analysis.map(|it| it.solutions).into(),
        analysis.map(|it| it.fewest_moves.solutions).into(),
        puzzle.positions().into(),
        analysis.map(|it| it.probability).into(),
        analysis.map(|it| it.forks_met).into(),
        grade.into(),
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
