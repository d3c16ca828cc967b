//! Options for what to play for.

use clap::{Arg, Args};

use crate::cli::options::{BoardArgs, FontArgs};
use peg_console::help::explained;
use peg_console::input::whole;

/// What a target can be: the help of every command that takes one.
const TARGET: &str = "What to reach: a character of the font, a position, or one last peg";

/// Says of a command's target that it may be several.
pub fn each_a_puzzle(target: Arg) -> Arg {
    explained(
        target,
        TARGET,
        "Or FILE.game. Several characters are a puzzle each; put spaces between those that name a \
         hole",
    )
}

/// Says of the target of a sheet that it may be several, and leaves the rest to `puzzle`.
pub fn each_on_a_sheet(target: Arg) -> Arg {
    explained(target, TARGET, "Several characters are a puzzle each")
}

/// Says of a command's target that it is one.
pub fn one_puzzle(target: Arg) -> Arg {
    explained(target, TARGET, "Or a game in a file, FILE.game")
}

/// What to play for.
#[derive(Args)]
pub struct GoalArgs {
    #[command(flatten)]
    pub board: BoardArgs,

    #[arg(value_name = "TARGET", required = true)]
    pub target: Option<String>,

    #[command(flatten)]
    pub font: FontArgs,

    /// Begin this many jumps before the end of a solution: 3 is easy
    #[arg(long, value_name = "NUMBER", value_parser = whole::<usize>(1..=62))]
    pub jumps_left: Option<usize>,
}
