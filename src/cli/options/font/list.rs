//! The options of `pegfont font list`.

use clap::Args;

use crate::cli::options::{FontArgs, Text, text};
use peg_console::table::TableArgs;

/// List the characters of a font and the difficulty of each
///
/// Alternates follow the characters, with the OpenType features that show them.
#[derive(Args)]
#[command(after_help = include_str!("list.txt"))]
pub struct List {
    #[command(flatten)]
    pub font: FontArgs,

    /// List only these characters
    #[arg(long, value_name = "TEXT", value_parser = text)]
    pub only: Option<Text>,

    /// Draw the patterns, with + for an added peg and - for a missing one
    #[arg(long, conflicts_with_all = ["csv", "json"])]
    pub draw: bool,

    #[command(flatten)]
    pub table: TableArgs,
}
