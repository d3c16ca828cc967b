//! The designs that a command works on: the built-in ones, or those of the user's files.

use std::io::{IsTerminal as _, stdin};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use clap::Args;

use crate::cli::args::{
    is_board_picture, is_input, read_board, read_bytes, read_kind, read_text, usage, whole,
};
use crate::cli::output::{counted, other_kind};
use peg_solitaire::board::{Bitboard, Board, Position, SmallBoard};
use pegfont_film::Error;
use pegfont_type::glyph::{Designs, Fitting, FontFile, PICTURE_ENDINGS, is_picture as has_picture};

/// How files with designs are read.
#[derive(Args)]
pub struct GlyphArgs {
    /// The board for fonts; a glyph file names its own [default: the size of a font's characters]
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,

    /// The size of a TrueType or OpenType font, in pixels per em [default: that of a pixel font, or
    /// 8]
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(4..=64))]
    pixels: Option<u32>,
}

impl GlyphArgs {
    /// Reads the designs of all characters or of those in `only`: from these files, or the built-in
    /// ones if no file is given. A BDF font is placed on the board so that most of its characters
    /// fit.
    pub fn read(&self, files: &[PathBuf], only: Option<&str>) -> Result<Designs> {
        refuse_pixels(self.pixels, files)?;
        let [first, others @ ..] = files else {
            let designs = Designs::builtin()?;
            self.require_board("the built-in font", designs.board())?;
            return Ok(designs);
        };
        let mut designs = self.read_file(first, only)?;
        for path in others {
            designs.add(self.read_file(path, only)?)?;
        }
        designs.check()?;
        Ok(designs)
    }

    /// The board and its start, if one was given.
    fn given(&self) -> Result<Option<(Board, Position)>> {
        self.board
            .as_deref()
            .map(read_board)
            .transpose()
            .context("--board")
    }

    /// The board, if one was given, where it must be enumerated.
    pub fn board(&self) -> Result<Option<SmallBoard>> {
        let board = self.given()?.map(|(board, _)| board.small()).transpose();
        board.map_err(|error| usage!("--board: {error} here"))
    }

    /// The position in the picture of the board, if one was given.
    pub fn drawn(&self) -> Result<Option<Bitboard>> {
        let is_drawn = self.board.as_deref().is_some_and(is_board_picture);
        Ok(self
            .given()?
            .filter(|_| is_drawn)
            .and_then(|(_, start)| start.bits()))
    }

    fn read_file(&self, path: &Path, only: Option<&str>) -> Result<Designs> {
        let (name, board) = (
            path.display().to_string(),
            self.given()?.map(|(board, _)| board),
        );
        let only = only.map(str::to_owned);
        let fitting = Fitting {
            board,
            only,
            tight: false,
            pixels: self.pixels,
        };
        if let Some(designs) = read_font_file(path, &fitting)? {
            return Ok(designs);
        }
        let text = read_kind(path, "[[glyph]]")?;
        let designs = Designs::parse(&name, &text)
            .map_err(|error| anyhow!("{error}{}", other_kind(&text, "[[glyph]]")))?;
        self.require_board(&name, designs.board())?;
        Ok(designs)
    }

    /// Refuses another board than that of designs which name their own.
    pub fn require_board(&self, name: &str, own: &Board) -> Result<()> {
        match self.given()? {
            Some((board, _)) if board != *own => {
                Err(usage!("--board: {name} is for {own}, not for {board}"))
            }
            _ => Ok(()),
        }
    }
}

/// Refuses `--pixels` if none of the files is an outline font.
pub fn refuse_pixels(pixels: Option<u32>, files: &[PathBuf]) -> Result<()> {
    let is_outline_font =
        |file: &PathBuf| font_kind(file).is_ok_and(|it| it == Some(FontFile::Outlines));
    if pixels.is_some() && !files.iter().any(is_outline_font) {
        refuse!("--pixels is for a TrueType or OpenType font");
    }
    Ok(())
}

/// The characters of a text in a font for other programs or a glyph file, on a board of any size;
/// `None` if it is another file.
pub fn read_designs(path: &Path, pixels: Option<u32>, text: &str) -> Result<Option<Designs>> {
    let fitting = Fitting {
        board: None,
        only: Some(text.to_owned()),
        tight: true,
        pixels,
    };
    let designs = read_font_file(path, &fitting)?;
    if designs.is_some() || !has_ending(path, "toml") {
        return Ok(designs);
    }
    let content = read_text(path)?;
    if !content.lines().any(|line| line.trim() == "[[glyph]]") {
        return Ok(None);
    }
    let designs = Designs::parse(&path.display().to_string(), &content)?;
    designs.check()?;
    if !designs.board().is_rectangle() {
        refuse!("{}: {}", path.display(), Error::NotARectangle);
    }
    Ok(Some(designs))
}

/// How many notes on a file are shown.
const NOTES: usize = 5;

/// The characters of a font for other programs, if the file is one.
fn read_font_file(path: &Path, fitting: &Fitting) -> Result<Option<Designs>> {
    if font_kind(path)?.is_none() {
        return Ok(None);
    }
    let name = path.display().to_string();
    let designs = Designs::parse_font(&name, &read_bytes(path)?, fitting)?;
    for one in designs.notes.iter().take(NOTES) {
        note!("warning: {one}");
    }
    if let Some(more @ 1..) = designs.notes.len().checked_sub(NOTES) {
        note!("warning: {name}: {} more", counted(more, "note"));
    }
    if let Some(native) = designs
        .native
        .filter(|&native| native != fitting.usual_pixels())
    {
        note!("{name}: drawn at {native} pixels per em, its own size");
    }
    Ok(Some(designs))
}

/// The kind of a font for other programs. Not all of its characters can be reached, so that no text
/// is set in it without one game.
pub fn font_kind(path: &Path) -> Result<Option<FontFile>> {
    FontFile::of(&path.to_string_lossy()).map_err(usage)
}

/// Whether a name ends so, in upper or lower case.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

/// Whether a name is that of a picture.
pub fn is_picture(path: &Path) -> bool {
    PICTURE_ENDINGS
        .iter()
        .any(|ending| has_ending(path, ending))
}

/// Whether a name is that of a picture, or standard input, where one comes from a file or a
/// program.
pub fn shows_picture(path: &Path) -> Result<bool> {
    let is_piped = is_input(path) && !stdin().is_terminal();
    Ok(is_picture(path) || is_piped && has_picture(&read_bytes(path)?))
}
