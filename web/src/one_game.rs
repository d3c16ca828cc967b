//! One game for a whole text, as `pegfont one-game` searches for it, and games for several texts
//! that come out of the same full board.

use js_sys::Function;
use peg_solitaire::search::{PlayOutcome, Search};
use pegfont_film::one_game::{fitted, games_in_turn, layouts_in, shared_boards};
use pegfont_film::timeline::{Lines, Missing, WRAP};
use pegfont_type::glyph::Designs;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::call::{answer, mistake, read, watched};
use crate::request::{Request, of_game};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneGameArgs {
    request: Request,
    /// The texts that come out of the full board next.
    then: Vec<String>,
    seed: u64,
}

/// Searches for one game that leaves a whole text, and for one for each text that comes next: a
/// list of what [`Request::game`] takes. In a picture with a width and a height, the board fills
/// it.
///
/// # Errors
/// If the text doesn't fit on a board, or no game is found; the message says what else to try.
#[wasm_bindgen]
pub fn one_game(args: &str, progress: &Function) -> Result<String, JsError> {
    let asked: OneGameArgs = read(args)?;
    let search = Search {
        seed: asked.seed,
        ..Search::default()
    };

    let found = if asked.then.is_empty() {
        vec![alone(&asked.request, &search, progress)?]
    } else {
        in_turn(&asked, &search, progress)?
    };
    answer(&found)
}

/// The game of one text.
fn alone(request: &Request, search: &Search, progress: &Function) -> Result<String, JsError> {
    let designs = request.font()?.designs();
    let lines = in_lines(&request.text, &designs, request)?;
    let layouts = layouts_in(&lines, &designs, &request.view()?).map_err(mistake)?;

    let played = watched(progress, |progress| search.play(&layouts, 0, progress));
    match played.map_err(mistake)? {
        PlayOutcome::Solved(solution, _) => of_game(&solution, lines.text()),
        PlayOutcome::NotSolved {
            reason: Some(why), ..
        } => Err(JsError::new(&format!("No game ends in this text: {why}."))),
        PlayOutcome::NotSolved { reason: None, .. } => Err(JsError::new(
            "No game was found for this text. Try another text or another game.",
        )),
    }
}

/// The games of several texts.
fn in_turn(
    asked: &OneGameArgs,
    search: &Search,
    progress: &Function,
) -> Result<Vec<String>, JsError> {
    let mut texts = vec![&asked.request.text];
    texts.extend(&asked.then);
    let all = Request {
        text: texts.iter().map(|text| format!("{text}\n")).collect(),
        ..asked.request.clone()
    };
    let designs = all.font()?.designs();

    let mut filling = Vec::new();
    let mut usual = Vec::new();
    for text in &texts {
        filling.push(in_lines(text, &designs, &all)?);
        usual.push(usual_lines(text, &designs)?);
    }
    let titles: Vec<String> = usual.iter().map(|lines| lines.text().to_owned()).collect();
    let boards = shared_boards(&[filling, usual], &designs, None, &all.view()?);
    let boards = boards.map_err(mistake)?;
    let found = watched(progress, |progress| {
        games_in_turn(&boards, search, progress)
    });
    let games = found.map_err(mistake)?.ok_or_else(|| {
        JsError::new("No games were found for these texts on one board. Try other texts.")
    })?;

    let mut written = Vec::new();
    for (game, title) in games.iter().zip(&titles) {
        written.push(of_game(game, title)?);
    }
    Ok(written)
}

/// A text in the lines of its board. What the font doesn't have is left out.
fn in_lines(text: &str, designs: &Designs, request: &Request) -> Result<Lines, JsError> {
    let unbroken = Lines::new(designs, text, usize::MAX, Missing::Skip).map_err(mistake)?;
    let usual = usual_lines(text, designs)?;
    Ok(fitted(&unbroken, usual, designs, &request.view()?))
}

fn usual_lines(text: &str, designs: &Designs) -> Result<Lines, JsError> {
    Lines::new(designs, text, WRAP, Missing::Skip).map_err(mistake)
}
