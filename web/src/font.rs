//! The board that the built-in font is on.

use peg_solitaire::board::{Bitboard, SmallBoard};
use pegfont_type::font::Font;
use wasm_bindgen::JsError;

use crate::call::mistake;

/// The board of the font, and its start.
///
/// # Errors
/// If the font can't be read, or its board is too large to be enumerated; then the page has a bug.
pub fn board() -> Result<(SmallBoard, Bitboard), JsError> {
    let font = Font::builtin().map_err(mistake)?;
    let small = font.small().map(|(board, start)| (board.clone(), start));
    small.ok_or_else(|| mistake("the board of the font is too large"))
}
