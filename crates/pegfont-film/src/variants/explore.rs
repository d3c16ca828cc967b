//! A page in the browser to sort, compare, play and choose variants. It needs nothing else.

use serde_json::{Map, Value, json};

use super::Variants;
use super::rows::{described, written};
use super::words::{about, captions, difference, title};
use crate::page::place_on_paper;
use pegfont_type::font::Font;

/// The page, with a place for what it shows.
const PAGE: &str = include_str!("../variants.html");

/// The page of variants.
pub(super) fn page(variants: &Variants, command: &str) -> Result<String, pegfont_type::Error> {
    let board = &variants.board;
    let start = variants.start_line();

    let mut holes = Vec::new();
    for hole in board.each_hole() {
        let (x, y) = place_on_paper(board.as_board(), hole);
        holes.push(json!([board.hole_name(hole), x, y]));
    }

    let mut models = Vec::new();
    for model in variants.models() {
        models.push(json!({
            "name": model.name,
            "pattern": board.picture_line(model.pattern),
            "design": board.picture_line(model.design),
        }));
    }

    let mut said = Vec::new();
    let mut found = Vec::new();
    for variant in &variants.all {
        said.push((difference(variants, variant), captions(variants, variant)));
        found.push(described(board, start.as_deref(), variant));
    }

    let data = json!({
        "title": title(variants, false),
        "about": about(variants, false),
        "holes": holes,
        "letters": letters(variants)?,
        "models": models,
        "said": said,
        "command": command,
        "file": variants.file,
        "answer": written(variants, found),
    });
    // What ends a script is not in it.
    let data = data.to_string().replace('<', "\\u003c");
    Ok(PAGE.replace("{{data}}", &data))
}

/// The letters of the built-in font that a variant can stand beside in a word, if it has their
/// board.
fn letters(variants: &Variants) -> Result<Map<String, Value>, pegfont_type::Error> {
    let font = Font::builtin()?;
    let mut letters = Map::new();
    if font.board() != variants.board.as_board() {
        return Ok(letters);
    }

    for (letter, character) in font.characters() {
        if letter.is_ascii() {
            let pattern = variants.board.picture_line(character.pattern());
            letters.insert(letter.to_string(), pattern.into());
        }
    }
    Ok(letters)
}

/// Whether a file that begins with this text is a [page](Variants::page_to_explore).
#[must_use]
pub fn is_page(text: &str) -> bool {
    text.contains("<meta name=\"generator\" content=\"pegfont find\">")
}
