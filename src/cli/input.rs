//! What several commands take: a board, a start position, a pattern.

use std::io::Read as _;
use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;

use super::Usage;
use crate::board::{Board, BoardError, Position};

/// The board and the position that the game starts from.
#[derive(Args)]
pub(super) struct BoardArgs {
    /// The board: WxH, english, french, wiegleb, diamond, triangle15, line9, or a file with its picture
    #[arg(long, default_value = "5x7", value_name = "NAME|FILE")]
    board: String,

    /// The start position: the hole that is empty at first (c4), or a pattern (rows of # and ., digits, a code)
    /// [default: all pegs but the one nearest to the middle]
    #[arg(long, value_name = "HOLE|PATTERN")]
    start: Option<String>,
}

impl BoardArgs {
    /// The board and the start position that were asked for.
    pub(super) fn read(&self) -> Result<(Board, Position)> {
        let (board, drawn) = read_board(&self.board).context("--board")?;
        let start = self.start.as_deref().map(|start| read_start(&board, start)).transpose()?;
        Ok((board, start.unwrap_or(drawn)))
    }
}

/// The board of this name or in this file, with the position that is drawn in the file, or else the
/// central vacancy.
pub(super) fn read_board(name: &str) -> Result<(Board, Position)> {
    if Path::new(name).is_file() || name == "-" {
        let text = read_text(Path::new(name))?;
        return Board::from_picture(&text).with_context(|| name.to_owned());
    }
    let board: Board = name.parse().map_err(|error: BoardError| Usage(error.to_string()))?;
    let start = board.central_vacancy();
    Ok((board, start))
}

/// A start position: the hole that is empty at first, or a pattern.
pub(super) fn read_start(board: &Board, text: &str) -> Result<Position> {
    if let Ok(hole) = board.parse_hole(text) {
        return Ok(board.full().without(hole.bit()));
    }
    Ok(parse_pattern(board, text).map_err(|error| Usage(format!("--start: {error}")))?)
}

/// A pattern as an argument: like [`Board::parse_pattern`], with `/` between rows as well.
pub(super) fn parse_pattern(
    board: &Board,
    text: &str,
) -> Result<Position, crate::board::PatternError> {
    board.parse_pattern(&text.replace('/', "\n"))
}

/// The text of a file, or of standard input under the name `-`.
pub(super) fn read_text(path: &Path) -> Result<String> {
    let mut text = String::new();
    if path == Path::new("-") {
        std::io::stdin().read_to_string(&mut text).context("can't read standard input")?;
    } else {
        text = std::fs::read_to_string(path)
            .with_context(|| format!("can't read {}", path.display()))?;
    }
    Ok(text)
}
