//! The built-in font's board, and fonts as a link carries them: the visitor's own characters, which
//! play instead of the built-in ones.
//!
//! ```text
//! A0bX9...      the character, and a digit for each jump: the number of its triple
//! B...          the characters are separated by spaces
//! ```
//!
//! A position allows only one of a triple's two jumps.

use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solution::Solution;
use pegfont_type::font::{Character, Font, with_stand_ins};
use wasm_bindgen::JsError;

use crate::call::mistake;

/// The digits of a link, the number 0 first.
const DIGITS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// The board of the font, and its start.
///
/// # Errors
/// If the font can't be read, or its board is too large to be enumerated; then the page has a bug.
pub fn board() -> Result<(SmallBoard, Bitboard), JsError> {
    let font = Font::builtin().map_err(mistake)?;
    let small = font.small().map(|(board, start)| (board.clone(), start));
    small.ok_or_else(|| mistake("the board of the font is too large"))
}

/// The built-in font, with all that the library has of it.
#[cfg(feature = "library")]
fn builtin() -> Result<&'static Font, JsError> {
    Font::builtin().map_err(mistake)
}

/// What plays of the built-in font.
#[cfg(not(feature = "library"))]
fn builtin() -> Result<&'static Font, JsError> {
    static FONT: std::sync::OnceLock<Font> = std::sync::OnceLock::new();
    if let Some(font) = FONT.get() {
        return Ok(font);
    }

    let font =
        Font::parse(include_str!(concat!(env!("OUT_DIR"), "/font.toml"))).map_err(mistake)?;
    Ok(FONT.get_or_init(|| font))
}

/// The built-in font, as far as a text needs it, with the visitor's own characters.
///
/// # Errors
/// If the own characters can't be played.
pub fn font_for(text: &str, own: Option<&str>) -> Result<Font, JsError> {
    let wanted = with_stand_ins(text);
    let mut font = builtin()?.clone();
    font.retain(|character| wanted.contains(character));

    for entry in own.unwrap_or_default().split_whitespace() {
        let mut digits = entry.chars();
        let solution = digits.next().zip(read(&font, digits.as_str()));
        let (character, solution) = solution.ok_or_else(|| {
            mistake("The font of this link is damaged: copy it again, the whole of it.")
        })?;
        let chosen = Character::new("Own", solution.end(), solution);
        font.insert(character, chosen).map_err(mistake)?;
    }

    Ok(font)
}

/// The solution that digits stand for, if they do.
fn read(font: &Font, digits: &str) -> Option<Solution> {
    let mut position = font.start().clone();
    let mut jumps = Vec::new();

    for digit in digits.chars() {
        let &jump = font.board().triples().get(DIGITS.find(digit)?)?;
        let jump = [jump, jump.back()]
            .into_iter()
            .find(|&jump| position.allows(jump))?;
        position.play(jump);
        jumps.push(jump);
    }

    Solution::new(font.board(), font.start(), jumps).ok()
}

/// A solution in digits.
#[cfg(any(feature = "studio", feature = "files"))]
pub fn digits(solution: &Solution) -> String {
    let triples = solution.board().triples();
    let digit = |jump| {
        let number = triples
            .iter()
            .position(|triple| [*triple, triple.back()].contains(jump))?;
        DIGITS.chars().nth(number)
    };

    solution.jumps().iter().filter_map(digit).collect()
}

/// A font as a link carries it.
#[cfg(feature = "files")]
pub fn written(font: &Font) -> String {
    let entries = font.characters().iter();
    let entries =
        entries.map(|(character, chosen)| format!("{character}{}", digits(&chosen.solution)));
    entries.collect::<Vec<_>>().join(" ")
}
