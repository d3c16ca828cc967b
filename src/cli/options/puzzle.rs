//! The options of `pegfont puzzle`.

use clap::Args;

use crate::cli::options::{GoalArgs, each_a_puzzle};
use peg_console::help::called;
use peg_console::table::TableArgs;

/// Grade letters or positions as puzzles, and print solutions or hints
#[derive(Args)]
#[command(mut_arg("target", each_a_puzzle))]
#[command(mut_arg("csv", |csv| called(csv, "Print CSV, without pictures")))]
#[command(after_help = include_str!("puzzle.txt"))]
pub struct PuzzleCommand {
    #[command(flatten)]
    pub goals: GoalArgs,

    /// Print a solution: for a character, the one in the font; else the solver's, or one with the
    /// fewest moves if that is asked for
    #[arg(
        long,
        value_name = "HOW",
        num_args = 0..=1,
        require_equals = true,
        conflicts_with_all = ["hints", "csv"],
        value_parser = ["fewest-moves"]
    )]
    pub solution: Option<Option<String>>,

    /// Print which jumps can still lead to the target, and how many solutions each leaves
    #[arg(long)]
    pub hints: bool,

    /// Give hints after these jumps, written as at the end of a game: "c2-c4 a2-c2"
    #[arg(
        long,
        value_name = "JUMPS",
        requires = "hints",
        conflicts_with = "solution"
    )]
    pub jumps: Option<String>,

    #[command(flatten)]
    pub table: TableArgs,
}
