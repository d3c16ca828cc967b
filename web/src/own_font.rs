//! A font of one's own: a design from a picture, and the font of the patterns chosen, as the files
//! that `pegfont font` reads and writes.

use peg_solitaire::solution::Solution;
use pegfont_type::font::{Character, Font};
use pegfont_type::glyph::{Holes, Sampling};
use pegfont_type::typeface::{self, Labels, Style};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::call::{answer, mistake, read};
use crate::font::{board, written};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PictureFile {
    /// The bytes of the file.
    picture: Vec<u8>,
    /// Whether the pegs are light on a dark background.
    light: bool,
}

/// The pattern that a picture shows: a digit for each hole.
///
/// # Errors
/// If the file is not a picture.
#[wasm_bindgen]
pub fn pattern_of_picture(args: &str) -> Result<String, JsError> {
    let PictureFile { picture, light } = read(args)?;
    let (board, _) = board()?;

    let sampling = Sampling {
        holes: Holes::Of(board.as_board()),
        light,
        ..Sampling::default()
    };
    let drawn = sampling.read(&picture).map_err(mistake)?;
    answer(&board.digits(board.bits(&drawn.pegs).map_err(mistake)?))
}

/// A font as the page knows it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnFont {
    name: String,
    characters: Vec<OwnCharacter>,
}

/// A character. Positions are rows joined by `/`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnCharacter {
    character: char,
    design: String,
    pattern: String,
    solution: String,
}

impl OwnFont {
    fn font(&self) -> Result<Font, JsError> {
        let (board, start) = board()?;
        let mut font = Font::new(&self.name, board.as_board(), start).map_err(mistake)?;

        for own in &self.characters {
            let design = board.parse_pattern(&own.design).map_err(mistake)?;
            let solution =
                Solution::parse(board.as_board(), start, &own.solution).map_err(mistake)?;
            let character = Character::new("Own", design, solution);
            font.insert(own.character, character).map_err(mistake)?;
        }

        Ok(font)
    }
}

/// The font as the text of a font file.
///
/// # Errors
/// If a solution can't be played.
#[wasm_bindgen]
pub fn own_font_text(args: &str) -> Result<String, JsError> {
    answer(&read::<OwnFont>(args)?.font()?.to_toml())
}

/// The font as a link to Watch carries it.
///
/// # Errors
/// If a solution can't be played.
#[wasm_bindgen]
pub fn own_font_link(args: &str) -> Result<String, JsError> {
    answer(&written(&read::<OwnFont>(args)?.font()?))
}

/// Reads a font file.
///
/// # Errors
/// If it is damaged, or on another board.
#[wasm_bindgen]
pub fn read_own_font(args: &str) -> Result<String, JsError> {
    let font = Font::parse(&read::<String>(args)?).map_err(mistake)?;
    let (board, start) = board()?;
    if font.small() != Some((board.clone(), start)) {
        let found = font.board();
        return Err(mistake(format!(
            "This font is on {found}. Only fonts on {board} whose games begin with the middle hole \
             empty can be opened here."
        )));
    }

    let characters = font
        .characters()
        .iter()
        .map(|(&character, chosen)| OwnCharacter {
            character,
            design: board.picture_line(&chosen.design),
            pattern: board.picture_line(chosen.pattern()),
            solution: chosen.solution.to_string(),
        });

    answer(&OwnFont {
        name: font.name().to_owned(),
        characters: characters.collect(),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileArgs {
    /// The built-in one by default.
    font: Option<OwnFont>,
    /// `ttf` or `woff2`.
    format: String,
}

/// A font as a file for other programs, with the bytes that `pegfont font export` writes.
///
/// # Errors
/// If it has no characters, or a solution can't be played.
#[wasm_bindgen]
pub fn font_file(args: &str) -> Result<Vec<u8>, JsError> {
    let FileArgs { font, format } = read(args)?;
    let format = typeface::TypefaceFormat::ALL
        .into_iter()
        .find(|one| one.ending() == format);
    let format = format.ok_or_else(|| mistake("A font file is a ttf or a woff2."))?;

    let builtin = Font::builtin().map_err(mistake)?;
    let (labels, font) = match font {
        Some(own) => own.font().map(|font| (Labels::of(&font), font))?,
        None => (Labels::builtin(builtin), builtin.clone()),
    };

    typeface::export(&font, &labels, format, Style::Variable).map_err(mistake)
}
