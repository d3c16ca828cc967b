//! The designs that a command works on: the built-in ones, or those of the user's files.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};

use crate::cli::formats::other_kind;
use crate::cli::read::read_kind;
use crate::cli::request::DesignsRequest;
use peg_console::board::{is_board_picture, read_board};
use peg_console::files::name_of;
use peg_console::output::Output;
use peg_solitaire::board::{Bitboard, Board, Position, SmallBoard};
use pegfont_base::words::counted;
use pegfont_film::Error;
use pegfont_type::glyph::{Designs, Fitting, FontFile};

impl DesignsRequest {
    /// Reads the designs of all characters or of those in `only`. A bitmap font is placed on the
    /// board so that most of its characters fit.
    pub fn read(&self, only: Option<&str>, out: &Output) -> Result<Designs> {
        refuse_pixels(self.pixels, &self.files, out)?;
        let [first, others @ ..] = &self.files[..] else {
            let designs = Designs::builtin()?;
            self.require_board("the built-in font", designs.board(), out)?;
            return Ok(designs);
        };

        let mut designs = self.read_file(first, only, out)?;
        for path in others {
            designs.add(self.read_file(path, only, out)?)?;
        }
        designs.check()?;
        Ok(designs)
    }

    /// The board and its start, if one was given.
    fn given(&self, out: &Output) -> Result<Option<(Board, Position)>> {
        match &self.board {
            Some(name) => Ok(Some(read_board(name, out).context("--board")?)),
            None => Ok(None),
        }
    }

    /// The board, if one was given, where it must be enumerated.
    pub fn board(&self, out: &Output) -> Result<Option<SmallBoard>> {
        let Some((board, _)) = self.given(out)? else {
            return Ok(None);
        };
        let board = board.small();
        Ok(Some(
            board.map_err(|error| usage!("--board: {error} here"))?,
        ))
    }

    /// The position in the picture of the board, if one was given.
    pub fn drawn(&self, out: &Output) -> Result<Option<Bitboard>> {
        let is_drawn = self.board.as_deref().is_some_and(is_board_picture);
        match self.given(out)? {
            Some((_, start)) if is_drawn => Ok(start.bits()),
            _ => Ok(None),
        }
    }

    fn read_file(&self, path: &Path, only: Option<&str>, out: &Output) -> Result<Designs> {
        let fitting = Fitting {
            board: self.given(out)?.map(|(board, _)| board),
            only: only.map(str::to_owned),
            tight: false,
            pixels: self.pixels,
        };
        if let Some(designs) = read_font_file(path, &fitting, out)? {
            return Ok(designs);
        }

        let name = path.display().to_string();
        let text = read_kind(path, "[[glyph]]", out)?;
        let designs = Designs::parse(&name, &text).map_err(|error| {
            let other = other_kind(&text, "[[glyph]]");
            anyhow!("{error}{other}")
        })?;
        self.require_board(&name, designs.board(), out)?;
        Ok(designs)
    }

    /// Refuses another board than that of designs which name their own.
    pub fn require_board(&self, name: &str, own: &Board, out: &Output) -> Result<()> {
        match self.given(out)? {
            Some((board, _)) if board != *own => {
                refuse!("--board: {name} is for {own}, not for {board}")
            }
            _ => Ok(()),
        }
    }
}

/// Refuses `--pixels` if none of the files is an outline font.
pub fn refuse_pixels(pixels: Option<u32>, files: &[PathBuf], out: &Output) -> Result<()> {
    if pixels.is_none() {
        return Ok(());
    }
    for path in files {
        let bytes = out.files.read_bytes(path)?;
        if font_in(path, &bytes)?.is_some_and(|font| font.has_outlines()) {
            return Ok(());
        }
    }
    refuse!("--pixels is for a TrueType or OpenType font");
}

/// The characters of a text in a font for other programs or a glyph file, on a board of any size;
/// `None` if it is another file.
pub fn read_designs(
    path: &Path,
    pixels: Option<u32>,
    text: &str,
    out: &Output,
) -> Result<Option<Designs>> {
    let fitting = Fitting {
        board: None,
        only: Some(text.to_owned()),
        tight: true,
        pixels,
    };
    if let Some(designs) = read_font_file(path, &fitting, out)? {
        return Ok(Some(designs));
    }

    let content = read_kind(path, "[[character]]", out)?;
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
fn read_font_file(path: &Path, fitting: &Fitting, out: &Output) -> Result<Option<Designs>> {
    let bytes = out.files.read_bytes(path)?;
    let Some(font) = font_in(path, &bytes)? else {
        return Ok(None);
    };
    let designs = font.designs(fitting)?;

    let name = name_of(path);
    for note in designs.notes.iter().take(NOTES) {
        note!(out, "warning: {note}");
    }
    if designs.notes.len() > NOTES {
        let more = counted(designs.notes.len() - NOTES, "note");
        note!(out, "warning: {name}: {more} more");
    }
    if let Some(native) = designs.native
        && native != fitting.usual_pixels()
    {
        note!(out, "{name}: drawn at {native} pixels per em, its own size");
    }
    Ok(Some(designs))
}

/// The font for other programs in a file that has these bytes; `None` if people may have written
/// it. Every command that takes a font decides it here.
pub fn font_in<'b>(path: &Path, bytes: &'b [u8]) -> Result<Option<FontFile<'b>>> {
    Ok(FontFile::open(&name_of(path), bytes)?)
}
