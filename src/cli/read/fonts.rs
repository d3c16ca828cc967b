//! The font that is asked for, and the built-in font for what it lacks.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Result, anyhow};
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

use crate::cli::formats::other_kind;
use crate::cli::read::{font_in, read_designs, read_kind, refuse_pixels};
use crate::cli::request::FontRequest;
use peg_console::files::name_of;
use peg_console::output::Output;
use pegfont_base::words::{counted, in_shell, listed, quoted};
use pegfont_type::font::{Font, spelled, with_stand_ins};
use pegfont_type::glyph::{Designs, Feature};
use pegfont_type::typeface::Labels;

impl FontRequest {
    /// The font, and its labels in font files.
    pub fn read(&self, out: &Output) -> Result<(Font, Labels)> {
        let mut font = match &self.file {
            Some(path) => read_font(path, out)?,
            None => Font::builtin()?.clone(),
        };
        self.check_features(&font)?;
        font.show(&self.features);

        let labels = if self.file.is_some() {
            Labels::of(&font)
        } else {
            Labels::builtin(&font)
        };
        Ok((font, labels))
    }

    /// Refuses a feature for which the font has no alternates.
    fn check_features(&self, font: &Font) -> Result<()> {
        let known: BTreeSet<Feature> = font.alternates().keys().map(|form| form.1).collect();
        let Some(missing) = self.features.iter().find(|tag| !known.contains(tag)) else {
            return Ok(());
        };

        let known: Vec<&str> = known.into_iter().map(Feature::tag).collect();
        let others = match &known[..] {
            [] => "it has none at all".to_owned(),
            known => format!("it has some for {}", known.join(", ")),
        };
        let name = font.name();
        refuse!("--feature {missing}: the font {name} has no alternates for it; {others}")
    }

    /// The font. The built-in font completes it if it has its board and start.
    pub fn completed(&self, out: &Output) -> Result<Font> {
        let (font, _) = self.read(out)?;
        if self.file.is_some() {
            Ok(font.followed_by(Font::builtin()?))
        } else {
            Ok(font)
        }
    }

    /// The designs for one game that leaves a text, with cells of any size.
    pub fn designs(&self, pixels: Option<u32>, text: &str, out: &Output) -> Result<Designs> {
        refuse_pixels(pixels, self.file.as_slice(), out)?;
        let designs = match &self.file {
            Some(path) => read_designs(path, pixels, &with_stand_ins(text), out)?,
            None => None,
        };
        let (Some(path), Some(designs)) = (&self.file, designs) else {
            return Ok(self.completed(out)?.designs());
        };

        let path = path.display();
        if !self.features.is_empty() {
            refuse!(
                "--feature: {path} has designs, of which one game draws the first; \
                 `pegfont font build` makes a font with alternates"
            );
        }
        let blank: Vec<String> = designs.skipped.iter().map(char::to_string).collect();
        if !blank.is_empty() {
            let blank = blank.join(" ");
            note!(
                out,
                "warning: {path}: blank, so counted as missing: {blank}"
            );
        }
        Ok(designs)
    }
}

/// What a font has, in words.
pub fn contents(font: &Font) -> Vec<String> {
    let mut contents = vec![counted(font.characters().len(), "character")];
    let alternates = font.alternates().len();
    if alternates > 0 {
        contents.push(counted(alternates, "alternate"));
    }
    contents
}

/// The letter without its marks, if it has any.
pub fn without_marks(letter: char) -> Option<char> {
    let mut parts = Vec::new();
    decompose_canonical(letter, |part| parts.push(part));

    let (&plain, marks) = parts.split_first()?;
    let is_marked = !marks.is_empty() && marks.iter().all(|&mark| is_combining_mark(mark));
    is_marked.then_some(plain)
}

/// What to write for letters with marks that the font has only without them.
pub fn unmarked(font: &Font, letters: impl Iterator<Item = char>) -> String {
    let plain = letters.filter_map(without_marks);
    let known: String = plain.filter(|&plain| font.get(plain).is_some()).collect();
    if known.is_empty() {
        String::new()
    } else {
        format!("; without marks: {known}")
    }
}

/// What is wrong with characters, in words for one of them, and for several.
#[derive(Clone, Copy)]
pub struct Lacking {
    pub one: &'static str,
    pub several: &'static str,
}

/// Refuses characters of `--only` that are lacking.
pub fn require_all(only: &str, has: impl Fn(char) -> bool, lacking: Lacking) -> Result<()> {
    let mut missing = Vec::new();
    for letter in only.chars() {
        if !has(letter) && !letter.is_whitespace() {
            missing.push(quoted(letter));
        }
    }

    match &missing[..] {
        [] => Ok(()),
        [missing] => refuse!("--only: {missing} {}", lacking.one),
        _ => refuse!("--only: {} {}", listed(missing, 20), lacking.several),
    }
}

/// The font with these characters only, if any are given. Spaces separate them.
pub fn with_only(mut font: Font, only: Option<&str>) -> Result<Font> {
    let Some(only) = only else { return Ok(font) };
    if only.trim().is_empty() {
        refuse!("--only: give at least one character");
    }

    let only = &spelled(only, |letter| font.get(letter).is_some());
    let lacking = Lacking {
        one: "is not in the font",
        several: "are not in the font",
    };
    require_all(only, |letter| font.get(letter).is_some(), lacking)?;
    font.retain(|character| !character.is_whitespace() && only.contains(character));
    Ok(font)
}

fn read_font(path: &Path, out: &Output) -> Result<Font> {
    let bytes = out.files.read_bytes(path)?;
    if font_in(path, &bytes)?.is_some() {
        let name = name_of(path);
        let file = in_shell(&path.to_string_lossy());
        refuse!(
            "--font {name}: not all characters of this font can be reached: make a font of it \
             with `pegfont font build {file}`, or set its characters as they are with \
             `pegfont one-game`"
        );
    }

    let text = read_kind(path, "[[character]]", out)?;
    Font::parse(&text).map_err(|error| {
        let name = path.display();
        let other = other_kind(&text, "[[character]]");
        anyhow!("{name}:{error}{other}")
    })
}
