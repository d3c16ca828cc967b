//! A font of one's own: the reachable patterns nearest to a drawing, and the font that is made of those chosen, as the files that
//! `pegfont font` reads and writes. The set of the reachable positions is kept once it is found.

use std::cell::RefCell;

use js_sys::Function;
use pegfont::answer::Find;
use pegfont::board::{Board, Position};
use pegfont::find::{Criteria, Finder};
use pegfont::font::{Character, Font};
use pegfont::glyph::pattern_from_picture;
use pegfont::progress::Progress;
use pegfont::solution::{Rewind as _, Solution};
use pegfont::solve::{FoldedReachable, Instructions};
use pegfont::typeface::{self, Labels};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::call::{answer, mistake, read, watched};
use crate::memory;

thread_local! {
    /// The reachable positions of the font's board.
    static SET: RefCell<Option<FoldedReachable>> = const { RefCell::new(None) };
}

/// The board of the font, and its start.
fn board() -> Result<(Board, Position), JsError> {
    let font = Font::builtin().map_err(mistake)?;
    let small = font.small().map(|(board, start)| (board.clone(), start));
    small.ok_or_else(|| mistake("the board of the font is too large"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetArgs {
    /// How much memory may be used, in MiB.
    memory: usize,
}

/// What is known about the set.
#[derive(Serialize)]
struct SetAnswer {
    positions: u64,
    bytes: usize,
}

/// Finds all reachable positions, unless they are known.
///
/// # Errors
/// If they take more memory than may be used.
#[wasm_bindgen]
pub fn reachable_set(args: &str, progress: &Function) -> Result<String, JsError> {
    let SetArgs { memory } = read(args)?;
    memory::limit(memory << 20);
    let (board, start) = board()?;
    if SET.with_borrow(Option::is_none) {
        let found = watched(progress, |progress: Progress<'_>| {
            FoldedReachable::solve_with(&board, start, Instructions::Best, progress)
        });
        SET.set(Some(found.map_err(mistake)?));
    }
    with_set(|set| answer(&SetAnswer { positions: set.count(), bytes: set.bytes() }))?
}

/// Asks the set, which must be known.
fn with_set<T>(ask: impl FnOnce(&FoldedReachable) -> T) -> Result<T, JsError> {
    let unknown = || mistake("The reachable patterns are not known any more. Look for them again.");
    SET.with_borrow(|set| set.as_ref().map(ask)).ok_or_else(unknown)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NearestArgs {
    /// A digit for each hole.
    design: String,
    /// How many patterns to list.
    count: usize,
}

/// The reachable patterns nearest to a drawing: what `pegfont find --json` prints.
///
/// # Errors
/// If the set is not known.
#[wasm_bindgen]
pub fn nearest(args: &str) -> Result<String, JsError> {
    let NearestArgs { design, count } = read(args)?;
    let (board, start) = board()?;
    let design = board.parse_pattern(&design).map_err(mistake)?;
    with_set(|set| {
        let finder = Finder::new(set);
        let found = finder.nearest(&Criteria::of(&board, design), count);
        answer(&Find::new(&finder, start, None, &[design], &found))
    })?
}

/// The jumps to a reachable pattern, in move notation.
///
/// # Errors
/// If the set is not known, or the pattern can't be reached.
#[wasm_bindgen]
pub fn solution_of(args: &str) -> Result<String, JsError> {
    let pattern: String = read(args)?;
    let (board, _) = board()?;
    let pattern = board.parse_pattern(&pattern).map_err(mistake)?;
    let solution = with_set(|set| set.solution_of(pattern))?;
    let solution = solution.ok_or_else(|| mistake("This pattern can't be reached."))?;
    answer(&solution.to_string())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PictureArgs {
    /// The bytes of the file.
    picture: Vec<u8>,
    /// Whether the pegs are light on a dark background.
    light: bool,
}

/// The pattern that a picture shows: a digit for each hole.
///
/// # Errors
/// If the file is not a picture, or its sides don't fit the board.
#[wasm_bindgen]
pub fn pattern_of_picture(args: &str) -> Result<String, JsError> {
    let PictureArgs { picture, light } = read(args)?;
    let (board, _) = board()?;
    let pattern = pattern_from_picture(&picture, &board, light).map_err(mistake)?;
    answer(&board.digits(pattern))
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
        let mut font = Font::new(&self.name, &board, start).map_err(mistake)?;
        for own in &self.characters {
            let design = board.parse_pattern(&own.design).map_err(mistake)?;
            let solution = Solution::parse(&board, start, &own.solution).map_err(mistake)?;
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

/// Reads a font file.
///
/// # Errors
/// If it is damaged, or on another board.
#[wasm_bindgen]
pub fn read_own_font(args: &str) -> Result<String, JsError> {
    let font = Font::parse(&read::<String>(args)?).map_err(mistake)?;
    let (board, start) = board()?;
    if font.small() != Some((&board, start)) {
        let found = font.board();
        return Err(mistake(format!(
            "This font is on {found}, and this page designs fonts on {board} from its central vacancy. Use pegfont font build for others."
        )));
    }
    let characters = font.characters().iter().map(|(&character, chosen)| OwnCharacter {
        character,
        design: board.picture_line(chosen.design.holes().collect()),
        pattern: board.picture_line(chosen.pattern().holes().collect()),
        solution: chosen.solution.to_string(),
    });
    answer(&OwnFont { name: font.name().to_owned(), characters: characters.collect() })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileArgs {
    font: OwnFont,
    /// `ttf` or `woff2`.
    format: String,
}

/// The font as a file for other programs.
///
/// # Errors
/// If it has no characters, or a solution can't be played.
#[wasm_bindgen]
pub fn own_font_file(args: &str) -> Result<Vec<u8>, JsError> {
    let FileArgs { font, format } = read(args)?;
    let font = font.font()?;
    let format: typeface::Format = format.parse().map_err(mistake)?;
    typeface::export(&font, &Labels::of(&font), format).map_err(mistake)
}
