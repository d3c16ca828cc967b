//! Options of `pegfont find` for keeping patterns.

use clap::Args;

use crate::cli::options::character;

/// Options for keeping a pattern.
#[derive(Args)]
#[command(next_help_heading = "Keeping patterns")]
pub struct Chosen {
    /// Pin the pattern with this number in a glyph file, which is made if it isn't there.
    ///
    /// Of several, such as 2,5,9, the first is pinned, and the others are its alternates (ss01,
    /// ss02, ss03). They replace those that were pinned before
    #[arg(
        long,
        num_args = 2,
        value_names = ["NUMBERS", "FILE"],
        conflicts_with_all = ["csv", "json"]
    )]
    pub pin: Vec<String>,

    /// Pin all as alternates, beside those that the file has; beyond three, the old ones go
    #[arg(long, requires = "pin", conflicts_with_all = ["csv", "json"])]
    pub alternate: bool,

    /// The character that a pinned drawing or picture becomes
    #[arg(
        long = "as",
        value_name = "CHARACTER",
        requires = "pin",
        conflicts_with_all = ["csv", "json"],
        value_parser = character
    )]
    pub character: Option<char>,
}
