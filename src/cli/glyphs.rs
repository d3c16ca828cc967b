//! The designs that a command works on: the built-in ones, or those of the user's files.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use clap::Args;

use super::input::{Choice, Sides, one_of, other_kind, read_bytes, read_text, sides, whole};
use super::subject::{is_picture as is_board_picture, read_small_board};
use super::usage::Given;
use peg_solitaire::board::{Bitboard, Board, MAX_SMALL_HOLES, SmallBoard};
use pegfont_film::Error;
use pegfont_type::glyph::{
    BitmapFont, CellFitting, Fitting, Glyphs, PICTURE_ENDINGS, Sheet, TooLarge,
};

/// The cells of a picture with one design each.
#[derive(Args)]
struct CellArgs {
    /// The number of cells of a picture, across and down [default: 1x1]
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = sides(1..=4096, "16x6"))]
    grid: Option<Sides>,

    /// The number of pixels between the cells of a picture [default: 0]
    #[arg(long, value_name = "PIXELS", value_parser = whole::<usize>(0..=4096))]
    gap: Option<usize>,

    /// The characters in the cells of a picture, row by row [default: ASCII from the space on]
    #[arg(long, value_name = "TEXT")]
    characters: Option<String>,
}

/// How files with designs are read.
#[derive(Args)]
pub(super) struct GlyphArgs {
    /// The board for fonts and pictures; a glyph file names its own [default: 5x7, or the size of a font's characters]
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,

    /// The board and its start, once they are read: standard input can be read only once.
    #[arg(skip)]
    read: OnceCell<(SmallBoard, Bitboard)>,

    #[command(flatten)]
    cells: CellArgs,

    /// Read light pegs on a dark ground
    #[arg(long)]
    light: bool,

    /// The size of a TrueType or OpenType font, in pixels per em [default: 8]
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(4..=64))]
    pixels: Option<u32>,

    /// What to do with characters of a BDF, TrueType or OpenType font that don't fit on the board [default: skip]
    #[arg(long, value_parser = one_of(TOO_LARGE))]
    too_large: Option<TooLarge>,
}

const TOO_LARGE: &[Choice<TooLarge>] = &[
    ("skip", "Leave them out; font build lists them", TooLarge::Skip),
    ("crop", "Cut off what doesn't fit", TooLarge::Crop),
    ("refuse", "Stop with an error", TooLarge::Refuse),
];

/// Designs on a board that may be enumerated, or on one of more than 64 holes.
pub(super) enum Designs {
    Small(Glyphs),
    Large(BitmapFont),
}

impl Designs {
    pub(super) fn board(&self) -> Board {
        match self {
            Self::Small(glyphs) => glyphs.board().into(),
            Self::Large(font) => font.cell().clone(),
        }
    }

    /// Whether a character is designed, or was left out because it doesn't fit.
    pub(super) fn knows(&self, character: char) -> bool {
        let designed = match self {
            Self::Small(glyphs) => glyphs.get(character).is_some(),
            Self::Large(font) => font.get(character).is_some(),
        };
        designed || self.skipped().contains(&character)
    }

    /// The characters that don't fit on the board.
    pub(super) fn skipped(&self) -> &[char] {
        match self {
            Self::Small(glyphs) => glyphs.skipped(),
            Self::Large(font) => font.skipped(),
        }
    }

    /// Keeps only some characters.
    pub(super) fn retain(&mut self, keep: impl Fn(char) -> bool) {
        match self {
            Self::Small(glyphs) => glyphs.retain(keep),
            Self::Large(font) => font.retain(keep),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Small(glyphs) => glyphs.iter().next().is_none(),
            Self::Large(font) => font.characters().next().is_none(),
        }
    }
}

/// Larger boards have no glyph files and no sheets.
fn only_fonts(cell: &Board) -> anyhow::Error {
    usage!(
        "--board {cell}: a board of more than {MAX_SMALL_HOLES} holes is for the characters of one BDF, TrueType or OpenType font"
    )
}

impl GlyphArgs {
    /// Refuses options for pictures if none of these files is one. A picture may also be the pattern that is looked for.
    pub(super) fn check(
        &self,
        given: &Given,
        files: &[PathBuf],
        pattern: Option<&Path>,
    ) -> Result<()> {
        let is_sheet = files.iter().any(|file| is_picture(file));
        let is_any = is_sheet || pattern.is_some_and(is_picture);
        let light = || (self.light && !is_any).then(|| "--light".to_owned());
        let useless = given.of::<CellArgs>().filter(|_| !is_sheet).or_else(light);
        if let Some(option) = useless {
            refuse!("{option} is for designs in a PNG, GIF, BMP, JPEG or WebP file");
        }
        let has_outlines = files.iter().any(|file| is_outline_font(file));
        if self.pixels.is_some() && !has_outlines {
            refuse!("--pixels is for a TrueType or OpenType font");
        }
        let has_font = has_outlines || files.iter().any(|file| has_ending(file, "bdf"));
        if self.too_large.is_some() && !has_font {
            refuse!("--too-large is for the characters of a BDF, TrueType or OpenType font");
        }
        Ok(())
    }

    /// The designs of these files, or the built-in ones if there are none. With `only`, a BDF font is laid on the board so that
    /// most of these characters fit, and its others are left out.
    pub(super) fn read(&self, files: &[PathBuf], only: Option<&str>) -> Result<Glyphs> {
        let mut all: Option<Glyphs> = None;
        for path in files {
            let glyphs = self.read_file(path, only)?;
            match &mut all {
                Some(all) => all.add(glyphs)?,
                None => all = Some(glyphs),
            }
        }
        let glyphs = match all {
            Some(glyphs) => glyphs,
            None => {
                let glyphs = Glyphs::builtin()?;
                self.require_board("the built-in font", glyphs.board())?;
                glyphs
            }
        };
        glyphs.check()?;
        Ok(glyphs)
    }

    /// Whether a picture's pegs are light.
    pub(super) fn light(&self) -> bool {
        self.light
    }

    /// The designs of these files as [`read`](Self::read) has them, or those of a font on a board of more than 64 holes.
    pub(super) fn read_any(&self, files: &[PathBuf], only: Option<&str>) -> Result<Designs> {
        let cell = match &self.board {
            None => None,
            Some(name) => match Board::from_text(name) {
                Ok(cell) if !cell.is_small() => Some(cell),
                _ => return Ok(Designs::Small(self.read(files, only)?)),
            },
        };
        let is_font = |path: &Path| has_ending(path, "bdf") || is_outline_font(path);
        let [path] = files else {
            return match cell {
                None => Ok(Designs::Small(self.read(files, only)?)),
                Some(cell) => Err(only_fonts(&cell)),
            };
        };
        if !is_font(path) {
            return match cell {
                None => Ok(Designs::Small(self.read(files, only)?)),
                Some(cell) => Err(only_fonts(&cell)),
            };
        }
        let only_these = only.map(str::to_owned);
        let fitting = CellFitting {
            cell,
            only: only_these,
            too_large: self.too_large.unwrap_or(TooLarge::Skip),
        };
        let (name, bytes) = (path.display().to_string(), read_bytes(path)?);
        let font = match is_outline_font(path) {
            true => BitmapFont::fit_outlines(&name, &bytes, self.pixels.unwrap_or(8), &fitting)?,
            false => BitmapFont::fit_bdf(&name, &bytes, &fitting)?,
        };
        if font.cell().holes() <= MAX_SMALL_HOLES {
            return Ok(Designs::Small(self.read(files, only)?));
        }
        Ok(Designs::Large(font))
    }

    /// The board, if one was given.
    pub(super) fn board(&self) -> Result<Option<SmallBoard>> {
        Ok(self.board_and_start()?.map(|(board, _)| board.clone()))
    }

    /// The position in the picture of the board, if one was given.
    pub(super) fn drawn(&self) -> Result<Option<Bitboard>> {
        let is_drawn = self.board.as_deref().is_some_and(is_board_picture);
        Ok(self.board_and_start()?.filter(|_| is_drawn).map(|&(_, start)| start))
    }

    fn board_and_start(&self) -> Result<Option<&(SmallBoard, Bitboard)>> {
        let Some(name) = &self.board else { return Ok(None) };
        if self.read.get().is_none() {
            let read = read_small_board(name).context("--board")?;
            return Ok(Some(self.read.get_or_init(|| read)));
        }
        Ok(self.read.get())
    }

    fn read_file(&self, path: &Path, only: Option<&str>) -> Result<Glyphs> {
        let name = path.display().to_string();
        refuse_other_fonts(path)?;
        if is_picture(path) {
            let picture = read_bytes(path)?;
            let board = match self.board()? {
                Some(board) => board,
                None => Board::rectangle(5, 7)?.small()?,
            };
            return Ok(Glyphs::parse_picture(&name, &picture, &board, &self.sheet())?);
        }
        if has_ending(path, "bdf") || is_outline_font(path) {
            let only = only.map(str::to_owned);
            let fitting = Fitting {
                board: self.board()?,
                only,
                too_large: self.too_large.unwrap_or(TooLarge::Skip),
            };
            let font = read_bytes(path)?;
            return Ok(match is_outline_font(path) {
                true => Glyphs::parse_outlines(&name, &font, self.pixels.unwrap_or(8), &fitting)?,
                false => Glyphs::parse_bdf(&name, &font, &fitting)?,
            });
        }
        let text = read_text(path)?;
        let glyphs = Glyphs::parse(&name, &text)
            .map_err(|error| anyhow!("{error}{}", other_kind(&text, "[[glyph]]")))?;
        self.require_board(&name, glyphs.board())?;
        Ok(glyphs)
    }

    /// Refuses another board than that of designs which name their own.
    pub(super) fn require_board(&self, name: &str, own: &SmallBoard) -> Result<()> {
        match self.board()? {
            Some(board) if board != *own => {
                Err(usage!("--board: {name} is for {own}, not for {board}"))
            }
            _ => Ok(()),
        }
    }

    fn sheet(&self) -> Sheet {
        let CellArgs { grid, gap, characters } = &self.cells;
        let Sides(columns, rows) = grid.unwrap_or(Sides(1, 1));
        let (columns, rows) = (columns as usize, rows as usize);
        let characters = match characters {
            Some(characters) => characters.clone(),
            None => (' '..='~').take(columns * rows).collect(),
        };
        let (gap, light) = (gap.unwrap_or(0), self.light);
        Sheet { columns, rows, gap, characters, light }
    }
}

/// Fonts in other formats: their file name extensions, and how to turn them into one that is read.
const OTHER_FONTS: [(&[&str], &str); 2] = [
    (
        &["pcf", "gz"],
        "a PCF or compressed font can't be read; unpack it, and make a BDF font of it with pcf2bdf",
    ),
    (&["woff", "woff2"], "a web font can't be read; unpack it with woff2_decompress"),
];

/// Refuses a font in another format.
fn refuse_other_fonts(path: &Path) -> Result<()> {
    for (endings, what) in OTHER_FONTS {
        if endings.iter().any(|ending| has_ending(path, ending)) {
            refuse!("{}: {what}", path.display());
        }
    }
    Ok(())
}

/// The characters of a text in a bitmap font, an outline font or a glyph file, with cells of any size; `None` if it is another file.
pub(super) fn read_bitmap_font(
    path: &Path,
    pixels: Option<u32>,
    text: &str,
) -> Result<Option<BitmapFont>> {
    refuse_other_fonts(path)?;
    let name = path.display().to_string();
    if is_outline_font(path) {
        let pixels = pixels.unwrap_or(ONE_GAME_PIXELS);
        return Ok(Some(BitmapFont::parse_outlines(&name, &read_bytes(path)?, pixels, text)?));
    }
    if pixels.is_some() {
        refuse!("--pixels is for a TrueType or OpenType font");
    }
    if has_ending(path, "bdf") {
        return Ok(Some(BitmapFont::parse_bdf(&name, &read_bytes(path)?, text)?));
    }
    if !has_ending(path, "toml") {
        return Ok(None);
    }
    let content = read_text(path)?;
    if !content.lines().any(|line| line.trim() == "[[glyph]]") {
        return Ok(None);
    }
    let glyphs = Glyphs::parse(&name, &content)?;
    glyphs.check()?;
    let font = BitmapFont::of_glyphs(&name, &glyphs);
    Ok(Some(font.ok_or_else(|| usage!("{name}: {}", Error::NotARectangle))?))
}

/// Whether a file has designs that need not be reachable, so that no text is set in it without one game.
pub(super) fn is_bitmap_font(path: &Path) -> bool {
    has_ending(path, "bdf") || is_outline_font(path)
}

/// The size of an outline font for one game, in pixels per em.
const ONE_GAME_PIXELS: u32 = 16;

/// Whether a file name ends like that of a TrueType or OpenType font.
fn is_outline_font(path: &Path) -> bool {
    ["ttf", "otf", "ttc"].iter().any(|ending| has_ending(path, ending))
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

/// Whether a file name ends like that of a picture.
pub(super) fn is_picture(path: &Path) -> bool {
    PICTURE_ENDINGS.iter().any(|ending| has_ending(path, ending))
}
