//! The designs that a command works on: the built-in ones, or those of the user's files.

use std::cell::OnceCell;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use flate2::read::MultiGzDecoder;

use crate::cli::args::{
    MOST_MEBIBYTES, is_board_picture, read_board, read_bytes, read_kind, read_text, whole,
};
use crate::cli::output::{counted, other_kind};
use peg_solitaire::board::{Bitboard, Board, Position, SmallBoard};
use pegfont_film::Error;
use pegfont_type::glyph::{Designs, Fitting, PICTURE_ENDINGS};

/// How files with designs are read.
#[derive(Args)]
pub struct GlyphArgs {
    /// The board for fonts; a glyph file names its own [default: the size of a font's characters]
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,

    /// The board and its start, once they are read: standard input can be read only once.
    #[arg(skip)]
    read: OnceCell<(Board, Position)>,

    /// The size of a TrueType or OpenType font, in pixels per em [default: that of a pixel font, or 8]
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(4..=64))]
    pixels: Option<u32>,
}

impl GlyphArgs {
    /// Refuses `--pixels` if none of the files is an outline font.
    pub fn check(&self, files: &[PathBuf]) -> Result<()> {
        refuse_pixels(self.pixels, files)
    }

    /// Reads the designs of all characters or of those in `only`: from these files, or the built-in ones if no file is given. A BDF font
    /// is placed on the board so that most of its characters fit.
    pub fn read(&self, files: &[PathBuf], only: Option<&str>) -> Result<Designs> {
        let mut files = files.iter();
        let Some(first) = files.next() else {
            let designs = Designs::builtin()?;
            self.require_board("the built-in font", designs.board())?;
            return Ok(designs);
        };
        let mut designs = self.read_file(first, only)?;
        for path in files {
            designs.add(self.read_file(path, only)?)?;
        }
        designs.check()?;
        Ok(designs)
    }

    /// The board, if one was given, where it must be enumerated.
    pub fn board(&self) -> Result<Option<SmallBoard>> {
        let board = self.board_and_start()?.map(|(board, _)| board.small()).transpose();
        board.map_err(|error| usage!("--board: {error} here"))
    }

    /// The position in the picture of the board, if one was given.
    pub fn drawn(&self) -> Result<Option<Bitboard>> {
        let is_drawn = self.board.as_deref().is_some_and(is_board_picture);
        Ok(self.board_and_start()?.filter(|_| is_drawn).and_then(|(_, start)| start.bits()))
    }

    fn board_and_start(&self) -> Result<Option<&(Board, Position)>> {
        let Some(name) = &self.board else { return Ok(None) };
        if self.read.get().is_none() {
            let read = read_board(name).context("--board")?;
            return Ok(Some(self.read.get_or_init(|| read)));
        }
        Ok(self.read.get())
    }

    fn read_file(&self, path: &Path, only: Option<&str>) -> Result<Designs> {
        let name = path.display().to_string();
        let board = self.board_and_start()?.map(|(board, _)| board.clone());
        refuse_other_fonts(path)?;
        if is_bitmap_font(path) {
            let only = only.map(str::to_owned);
            let fitting = Fitting { board, only, tight: false };
            return read_bitmaps(path, (self.pixels, 8), &fitting);
        }
        let text = read_kind(path, "[[glyph]]")?;
        let designs = Designs::parse(&name, &text)
            .map_err(|error| anyhow!("{error}{}", other_kind(&text, "[[glyph]]")))?;
        self.require_board(&name, designs.board())?;
        Ok(designs)
    }

    /// Refuses another board than that of designs which name their own.
    pub fn require_board(&self, name: &str, own: &Board) -> Result<()> {
        match self.board_and_start()? {
            Some((board, _)) if board != own => {
                Err(usage!("--board: {name} is for {own}, not for {board}"))
            }
            _ => Ok(()),
        }
    }
}

/// Fonts in formats that can't be read: how their names end, what they are, and what makes a BDF or TrueType font of them.
const OTHERS: [(&[&str], &str, &str); 4] = [
    (&["pcf"], "a PCF font", "pcf2bdf -o font.bdf"),
    (&["psf", "psfu"], "a console font (PSF)", "monobit-convert font.psf to font.bdf"),
    (&["hex"], "a font in the .hex format of Unifont", "hex2bdf < font.hex > font.bdf"),
    (&["woff", "woff2"], "a web font", "woff2_decompress"),
];

/// Refuses a font in another format.
fn refuse_other_fonts(path: &Path) -> Result<()> {
    match OTHERS.iter().find(|(endings, ..)| is_font(path, endings)) {
        Some((_, what, by)) => refuse!(
            "{}: {what} can't be read: `{by}` makes a font of it that can; packages often have an .otb, .bdf or .ttf, too",
            path.display()
        ),
        None => Ok(()),
    }
}

/// Refuses `--pixels` if none of the files is an outline font.
pub fn refuse_pixels(pixels: Option<u32>, files: &[PathBuf]) -> Result<()> {
    if pixels.is_some() && !files.iter().any(|file| is_outline_font(file)) {
        refuse!("--pixels is for a TrueType or OpenType font");
    }
    Ok(())
}

/// The characters of a text in a bitmap font, an outline font or a glyph file, on a board of any size; `None` if it is another file.
pub fn read_designs(path: &Path, pixels: Option<u32>, text: &str) -> Result<Option<Designs>> {
    refuse_other_fonts(path)?;
    refuse_pixels(pixels, &[path.to_owned()])?;
    if is_bitmap_font(path) {
        let fitting = Fitting { only: Some(text.to_owned()), tight: true, ..Fitting::default() };
        return read_bitmaps(path, (pixels, 16), &fitting).map(Some);
    }
    if !has_ending(path, "toml") {
        return Ok(None);
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

/// The characters of a BDF or outline font, at a size in pixels per em that is given, or a usual one.
fn read_bitmaps(
    path: &Path,
    (given, usual): (Option<u32>, u32),
    fitting: &Fitting,
) -> Result<Designs> {
    let (name, bytes) = (path.display().to_string(), unpacked(path, read_bytes(path)?)?);
    let designs = match is_outline_font(path) {
        true => Designs::parse_outlines(&name, &bytes, given, usual, fitting)?,
        false => Designs::parse_bdf(&name, &bytes, fitting)?,
    };
    for one in designs.notes().iter().take(NOTES) {
        note!("warning: {one}");
    }
    if let Some(more @ 1..) = designs.notes().len().checked_sub(NOTES) {
        note!("warning: {name}: {} more", counted(more, "note"));
    }
    if let Some(native) = designs.native().filter(|&native| native != usual) {
        note!("{name}: drawn at {native} pixels per em, its own size");
    }
    Ok(designs)
}

/// The bytes of a file, unpacked if gzip has packed them.
fn unpacked(path: &Path, bytes: Vec<u8>) -> Result<Vec<u8>> {
    if !bytes.starts_with(b"\x1f\x8b") {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    let most = MOST_MEBIBYTES << 20;
    let read = MultiGzDecoder::new(&bytes[..]).take(most + 1).read_to_end(&mut unpacked);
    read.with_context(|| format!("can't unpack {}", path.display()))?;
    if unpacked.len() as u64 > most {
        bail!(
            "{}: it unpacks to more than {MOST_MEBIBYTES} MiB, which is the limit",
            path.display()
        );
    }
    Ok(unpacked)
}

/// Whether a file has designs that need not be reachable, so that no text is set in it without one game.
pub fn is_bitmap_font(path: &Path) -> bool {
    is_font(path, &["bdf"]) || is_outline_font(path)
}

/// Whether a file name ends like that of a TrueType or OpenType font.
fn is_outline_font(path: &Path) -> bool {
    is_font(path, &["ttf", "otf", "ttc", "otb"])
}

/// Whether the name of a file, which may be packed, has one of these endings.
fn is_font(path: &Path, endings: &[&str]) -> bool {
    let bare = if has_ending(path, "gz") { path.with_extension("") } else { path.to_owned() };
    endings.iter().any(|ending| has_ending(&bare, ending))
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

pub fn is_picture(path: &Path) -> bool {
    PICTURE_ENDINGS.iter().any(|ending| has_ending(path, ending))
}
