//! The options of `pegfont render`.

use clap::Args;

use crate::cli::options::{BoardArgs, FilmArgs, FontArgs, StillArgs, Wrapping};

/// Make a film or a picture of a text, in which each letter plays its game
///
/// The file name decides the format: .gif, .apng or .svg (animations), .mp4 or .webm (videos, by
/// ffmpeg), .png or .txt (stills of the end). -o - plays in the terminal.
#[derive(Args)]
#[command(after_help = include_str!("render.txt"))]
pub struct Render {
    /// A text, with \n for a line break; - reads it from standard input.
    ///
    /// A .game file or jumps are played as they are, and for a position, the solver finds a game
    /// that ends in it
    #[arg(value_name = "TEXT|GAME")]
    pub subject: String,

    #[command(flatten)]
    pub font: FontArgs,
    #[command(flatten)]
    pub lines: Wrapping,
    #[command(flatten, next_help_heading = "Game")]
    pub board: BoardArgs,

    #[command(flatten)]
    pub still: StillArgs,
    #[command(flatten)]
    pub film: FilmArgs,
}
