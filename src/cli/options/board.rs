//! Options for the board and the start of a game.

use std::path::PathBuf;

use clap::Args;

use peg_solitaire::board::NAMED_BOARDS;

/// The board and the start position, or the record of what a start leads to.
#[derive(Args)]
pub struct BoardArgs {
    #[arg(
        long,
        value_name = "NAME|FILE",
        help = boards(),
        long_help = format!("{}\n\n[default: {USUAL_BOARD}]", boards())
    )]
    pub board: Option<String>,

    /// The position to start from
    ///
    /// [default: all pegs except the one nearest the centre]
    #[arg(long, value_name = "POSITION")]
    pub start: Option<String>,

    /// Use a table or a set on disk instead of solving.
    ///
    /// `pegfont solve -o` writes a table, and `peglab set solve` a set; it determines board and
    /// start
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "start"])]
    pub reachable: Option<PathBuf>,
}

/// The board of the built-in font.
pub const USUAL_BOARD: &str = "5x7";

/// The help of `--board`: every name.
fn boards() -> String {
    let [rectangle, others @ ..] = NAMED_BOARDS;
    let others = others.map(|board| board.example).join(", ");
    format!("The board: {}, {others}, or a picture file", rectangle.name)
}
