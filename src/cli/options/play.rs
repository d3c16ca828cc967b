//! The options of `pegfont play`.

use clap::Args;

use crate::cli::options::{GoalArgs, one_puzzle};
use peg_console::input::whole;

/// Play in the terminal: reach a letter, a position or one last peg
#[derive(Args)]
#[command(mut_arg("target", |target| one_puzzle(target).required(false)))]
#[command(after_help = include_str!("play.txt"))]
pub struct Play {
    #[command(flatten)]
    pub goals: GoalArgs,

    /// Play the puzzle of today, which is that of the page
    #[arg(
        long,
        conflicts_with_all = ["target", "board", "start", "reachable", "font", "jumps_left"]
    )]
    pub daily: bool,

    /// Learn to play in three steps, or take one of them
    #[arg(
        long,
        value_name = "STEP",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = whole::<usize>(1..=3)
    )]
    #[arg(
        conflicts_with_all = ["target", "board", "start", "reachable", "font"],
        conflicts_with_all = ["jumps_left", "daily"]
    )]
    pub lesson: Option<usize>,
}
