//! What several commands take: a board, a start position, a pattern.

use std::ffi::OsString;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use super::Usage;
use crate::board::{Board, Position};
use crate::font::Font;
use crate::typeface::Labels;

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
        let (board, drawn) = if Path::new(&self.board).is_file() {
            let text = read_text(Path::new(&self.board))?;
            Board::from_picture(&text).with_context(|| self.board.clone())?
        } else {
            let board: Board =
                self.board.parse().map_err(|error| Usage(format!("--board: {error}")))?;
            let start = board.central_vacancy();
            (board, start)
        };
        let Some(start) = &self.start else { return Ok((board, drawn)) };
        if let Ok(hole) = board.parse_hole(start) {
            let start = board.full().without(hole.bit());
            return Ok((board, start));
        }
        let start =
            parse_pattern(&board, start).map_err(|error| Usage(format!("--start: {error}")))?;
        Ok((board, start))
    }
}

/// The font whose characters are set.
#[derive(Args)]
pub(super) struct FontArgs {
    /// A font file as `pegfont font build` writes it; - is standard input
    #[arg(long, value_name = "FILE")]
    font: PathBuf,
}

impl FontArgs {
    /// The font that was asked for, and what font files say about it.
    pub(super) fn read(&self) -> Result<(Font, Labels)> {
        let text = read_text(&self.font)?;
        let font = Font::parse(&text).with_context(|| self.font.display().to_string())?;
        let labels = Labels::of(&font);
        Ok((font, labels))
    }

    /// The name of the font's file, without its folder and extension.
    pub(super) fn file_name(&self) -> Option<OsString> {
        self.font.file_stem().filter(|name| *name != "-").map(OsString::from)
    }
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
