//! One game for a whole text, as `pegfont one-game` searches for it.

use js_sys::Function;
use peg_solitaire::search::{PlayOutcome, Search};
use pegfont_film::one_game;
use pegfont_film::timeline::{Lines, Missing};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::call::{answer, mistake, read, watched};
use crate::request::{Request, of_game};

/// The longest line of one game, in characters.
const WRAP: usize = 16;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneGameArgs {
    request: Request,
    seed: u64,
}

/// Searches for one game that leaves a whole text: what [`Request::game`] takes.
///
/// # Errors
/// If the text doesn't fit on a board, or no game is found; the message says what else to try.
#[wasm_bindgen]
pub fn one_game(args: &str, progress: &Function) -> Result<String, JsError> {
    let OneGameArgs { request, seed } = read(args)?;
    let font = request.font()?;
    let designs = font.designs();

    let lines = Lines::new(&designs, &request.text, WRAP, Missing::Skip).map_err(mistake)?;
    let layouts = one_game::text_layouts(&lines, &designs, None).map_err(mistake)?;

    let search = Search {
        seed,
        ..Search::default()
    };
    let played = watched(progress, |progress| search.play(&layouts, 0, progress));
    let solution = match played.map_err(mistake)? {
        PlayOutcome::Solved(solution, _) => solution,
        PlayOutcome::NotSolved {
            reason: Some(why), ..
        } => {
            return Err(JsError::new(&format!("No game ends in this text: {why}.")));
        }
        PlayOutcome::NotSolved { reason: None, .. } => {
            return Err(JsError::new(
                "No game was found for this text. Try another text or another game.",
            ));
        }
    };

    answer(&of_game(&solution, lines.text())?)
}
