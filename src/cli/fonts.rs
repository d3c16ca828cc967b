//! Fonts as arguments: one, or several of which a character comes from the first that has it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::Args;

use super::glyphs::{is_bitmap_font, read_designs};
use super::input::{other_kind, read_text};
use peg_solitaire::board::Board;
use peg_solitaire::class::PositionClass;
use pegfont_type::font::{Font, with_stand_ins};
use pegfont_type::glyph::Designs;
use pegfont_type::typeface::Labels;

/// The rank of the largest classes that are enumerated. On rectangles with larger ones, games are searched for. Not the memory of the
/// machine decides, so that a font is the same on all.
const ENUMERABLE: usize = 38;

/// Whether the positions of a board are enumerated, to build fonts and to play their games.
pub(super) fn is_enumerable(board: &Board) -> bool {
    board.small().is_ok_and(|board| {
        !board.is_rectangle() || PositionClass::of(&board, board.full()).rank() <= ENUMERABLE
    })
}

/// The name of the built-in font.
const BUILTIN: &str = "built-in";

/// One or more fonts.
#[derive(Args)]
pub(super) struct FontArgs {
    /// A font file like fonts/pegfont.toml, - for standard input, or built-in; can be repeated: a character comes from the
    /// first font that has it [default: built-in]
    #[arg(long = "font", value_name = "FILE")]
    fonts: Vec<PathBuf>,
}

impl FontArgs {
    /// The fonts as one, and its labels in font files, which are those of the first.
    pub(super) fn read(&self) -> Result<(Font, Labels)> {
        let Some((first, others)) = self.fonts.split_first() else {
            let font = Font::builtin()?.clone();
            let labels = Labels::builtin(&font);
            return Ok((font, labels));
        };
        let is_input = |path: &&PathBuf| path.as_path() == Path::new("-");
        if self.fonts.iter().filter(is_input).count() > 1 {
            refuse!("--font -: standard input can be read only once");
        }
        let mut font = read_font(first)?;
        let labels = match others {
            [] if is_builtin(first) => Labels::builtin(&font),
            _ => Labels::of(&font),
        };
        for path in others {
            let with = font.followed_by(&read_font(path)?);
            font = with.map_err(|error| usage!("--font {}: {error}", path.display()))?;
        }
        Ok((font, labels))
    }

    /// The fonts as one, with the characters of a text and maybe others.
    pub(super) fn read_for(&self, text: &str) -> Result<Font> {
        match &self.fonts[..] {
            [] => Ok(Font::builtin_for(text)?),
            _ => self.completed(),
        }
    }

    /// The fonts as one. The built-in font completes them if it has their board and start.
    pub(super) fn completed(&self) -> Result<Font> {
        let (font, _) = self.read()?;
        if self.has_builtin() {
            return Ok(font);
        }
        let builtin = Font::builtin()?;
        if font.board() != builtin.board() || font.start() != builtin.start() {
            return Ok(font);
        }
        Ok(font.followed_by(builtin)?)
    }

    /// The designs for one game that leaves a text. A single font may have cells of any size.
    pub(super) fn designs(&self, pixels: Option<u32>, text: &str) -> Result<Designs> {
        let paths = &self.fonts;
        if let [path] = &paths[..]
            && let Some(designs) = read_designs(path, pixels, &with_stand_ins(text))?
        {
            let blank: Vec<String> = designs.skipped().iter().map(char::to_string).collect();
            if !blank.is_empty() {
                let path = path.display();
                note!("warning: {path}: blank, so counted as missing: {}", blank.join(" "));
            }
            return Ok(designs);
        }
        if let Some(path) = paths.iter().find(|path| is_bitmap_font(path)) {
            let path = path.display();
            refuse!("--font {path}: a bitmap font can't be mixed with other fonts");
        }
        if pixels.is_some() {
            refuse!("--pixels is for a TrueType or OpenType font");
        }
        Ok(self.completed()?.designs())
    }

    /// Whether the built-in font is among them, or nothing is given.
    fn has_builtin(&self) -> bool {
        self.fonts.is_empty() || self.fonts.iter().any(|path| is_builtin(path))
    }

    /// Whether a font was given.
    pub(super) fn is_given(&self) -> bool {
        !self.fonts.is_empty()
    }

    /// The file name of the first font, without folder and extension.
    pub(super) fn file_name(&self) -> OsString {
        let no_file = |path: &&Path| *path == Path::new("-") || is_builtin(path);
        let path = self.fonts.first().map(PathBuf::as_path).filter(|path| !no_file(path));
        let stem = path.and_then(Path::file_stem).map(OsString::from);
        stem.unwrap_or_else(|| "pegfont".into())
    }
}

/// The letter without its marks, if it has any.
pub(super) fn without_marks(letter: char) -> Option<char> {
    let mut parts = Vec::new();
    unicode_normalization::char::decompose_canonical(letter, |part| parts.push(part));
    parts.first().copied().filter(|&first| first != letter)
}

/// What to do about a letter whose mark no game leaves: the font files draw such marks, but no board has room for them.
pub(super) fn drawn_only(letter: char) -> String {
    let plain = without_marks(letter);
    let remedy = |plain| format!("; its mark is drawn only in font files: write {plain}");
    plain.map_or_else(String::new, remedy)
}

/// The font with these characters only, if any are given. Spaces separate them.
pub(super) fn with_only(mut font: Font, only: Option<&str>) -> Result<Font> {
    let Some(only) = only else { return Ok(font) };
    let mut wanted = only.chars().filter(|character| !character.is_whitespace()).peekable();
    if wanted.peek().is_none() {
        refuse!("--only: give at least one character");
    }
    if let Some(missing) = wanted.find(|&one| font.get(one).is_none()) {
        refuse!("--only: {missing:?} is not in the font");
    }
    font.retain(|character| !character.is_whitespace() && only.contains(character));
    Ok(font)
}

fn is_builtin(path: &Path) -> bool {
    path == Path::new(BUILTIN)
}

/// The font in a file, or the built-in font.
pub(super) fn read_font(path: &Path) -> Result<Font> {
    if is_builtin(path) {
        return Ok(Font::builtin()?.clone());
    }
    if is_bitmap_font(path) {
        let path = path.display();
        refuse!(
            "--font {path}: not all characters of a bitmap font can be reached: make a font of it with `pegfont font build {path}`, or \
             set its characters as they are with `pegfont one-game`"
        );
    }
    let text = read_text(path)?;
    Font::parse(&text).map_err(|error| {
        anyhow!("{}:{error}{}", path.display(), other_kind(&text, "[[character]]"))
    })
}
