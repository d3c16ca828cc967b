//! The options of `pegfont solve`.

use std::path::PathBuf;

use clap::{Arg, Args};

use crate::cli::options::BoardArgs;
use peg_console::help::called;
use peg_console::input::whole;
use peg_console::table::TableArgs;

/// Find every reachable position, and count the positions by number of pegs
///
/// -o NAME.table writes the last jump into each position (0.4 GiB on 5x7), which other commands
/// open with --reachable; docs/reference/files.md says what it holds. For boards larger than
/// memory, such as 6x7, `peglab set solve` computes the positions on disk.
#[derive(Args)]
#[command(mut_arg("reachable", table_to_count))]
#[command(after_help = include_str!("solve.txt"))]
pub struct Solve {
    #[command(flatten)]
    pub board: BoardArgs,

    /// Write a last jump for each position to this file, as a table; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Check every entry of the table by the rules of the game; with --reachable, if memory allows,
    /// or else its checksums
    #[arg(long)]
    pub verify: bool,

    /// List the positions as codes, in increasing order, one per line
    #[arg(long, conflicts_with_all = ["output", "verify", "csv", "json"])]
    pub list: bool,

    /// List only the positions with this many pegs
    #[arg(
        long,
        value_name = "N",
        requires = "list",
        conflicts_with_all = ["output", "verify", "reachable", "csv", "json"],
        value_parser = whole::<u32>(0..=64)
    )]
    pub pegs: Option<u32>,

    #[command(flatten)]
    pub table: TableArgs,
}

/// What `--reachable` is here.
fn table_to_count(path: Arg) -> Arg {
    let path = called(
        path,
        "Count the entries of a table, and check it; it determines board and start",
    );
    path.value_name("FILE")
        .conflicts_with_all(["output", "list"])
}
