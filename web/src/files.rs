//! The studio's films and files: one game for a whole text, and downloads with the bytes that `pegfont render` and
//! `pegfont font export` write.

use js_sys::Function;
use pegfont::font::Font;
use pegfont::format::Format;
use pegfont::glyph::BitmapFont;
use pegfont::one_game::{self, Played};
use pegfont::render::{FORMATS, Loops, Scene, View, encoder};
use pegfont::search::Search;
use pegfont::timeline::{Missing, Setting};
use pegfont::typeface::{self, Labels};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::call::{answer, mistake, read, watched};
use crate::film::Film;
use crate::request::Request;

/// The longest line of one game, in characters.
const WRAP: usize = 16;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameArgs {
    request: Request,
    seed: u64,
    tolerance: usize,
}

/// One game: its film, and the file that [`Request::game`] takes.
#[derive(Serialize)]
struct Game {
    film: Film,
    game: String,
    /// The holes that differ from the text.
    differ: usize,
}

/// Searches for one game that leaves a whole text.
///
/// # Errors
/// If the text doesn't fit on a board, or no game is found; the message says what else to try.
#[wasm_bindgen]
pub fn one_game(args: &str, progress: &Function) -> Result<String, JsError> {
    let GameArgs { request, seed, tolerance } = read(args)?;
    let font = Font::builtin().map_err(mistake)?;
    let designs: BitmapFont = one_game::designs(font).map_err(mistake)?;
    let setting =
        Setting::standing(&designs, &request.text, WRAP, Missing::Skip).map_err(mistake)?;
    let layouts = one_game::text_layouts(&setting).map_err(mistake)?;
    let search = Search { seed, ..Search::default() };
    let played =
        watched(progress, |progress| one_game::play(&layouts, &search, tolerance, progress));
    let (solution, changed) = match played.map_err(mistake)? {
        Played::Solved(solution, changed) => (solution, changed),
        Played::Impossible(why) => {
            return Err(JsError::new(&format!("No game ends in this text: {why}.")));
        }
        Played::GaveUp => {
            return Err(JsError::new(
                "No game was found for this text. Try another text or another game.",
            ));
        }
    };
    let game = solution.to_toml(setting.text());
    let film = Film::of(&Request { game: Some(game.clone()), ..request })?;
    answer(&Game { film, game, differ: changed.len() })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RenderArgs {
    request: Request,
    format: String,
}

/// The film of a request as a file. The format is a file name extension: gif, apng, webp, svg, png (a still) or txt.
///
/// # Errors
/// If the text can't be set, or the picture would be too large.
#[wasm_bindgen]
pub fn render(args: &str, progress: &Function) -> Result<Vec<u8>, JsError> {
    let RenderArgs { request, format } = read(args)?;
    let unknown = || mistake(format!("{format:?} is not a format of films"));
    let format = Format::from_ending(&format, &FORMATS).ok_or_else(unknown)?;
    let still = matches!(format, Format::Png | Format::Text);
    // A still has the usual timing, in which every letter has just played its last jump.
    let request = match still {
        true => Request { order: Default::default(), smooth: false, jump: None, ..request },
        false => request,
    };
    let timeline = request.timeline(format)?;
    let view = View::new(request.theme()?);
    let scene = match still {
        true => Scene::finished(&timeline, &view),
        false => Scene::film(&timeline, &view, Loops::Endless),
    };
    let encoder = encoder(format).ok_or_else(unknown)?;
    let mut file = Vec::new();
    watched(progress, |progress| encoder.encode(&scene, &mut file, progress)).map_err(mistake)?;
    Ok(file)
}

/// The font as a file: ttf, woff2 or bdf.
///
/// # Errors
/// If there is no such format, or not enough memory.
#[wasm_bindgen]
pub fn font_file(args: &str) -> Result<Vec<u8>, JsError> {
    let format: typeface::Format = read::<String>(args)?.parse().map_err(mistake)?;
    let font = Font::builtin().map_err(mistake)?;
    typeface::export(font, &Labels::builtin(font), format).map_err(mistake)
}
