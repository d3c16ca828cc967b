//! Films as files, with the bytes that `pegfont render` and `pegfont one-game` write.

use js_sys::Function;
use pegfont_film::render::{Encoder, Extra, Scene, View, encoder};
use pegfont_film::timeline::{Pace, Timeline, Timing};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::call::{mistake, read, watched};
use crate::request::Request;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RenderArgs {
    request: Request,
    format: String,
    /// What a film has besides.
    #[serde(default)]
    extras: Extras,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Extras {
    /// Whether it counts the jumps.
    count: bool,
    /// Whether the first jumps are played slowly, in a large view.
    zoom: bool,
    /// The games that come out of the same full board next, each as [`Request::game`].
    then: Vec<String>,
    /// Its length in milliseconds, if not as usual.
    total: Option<f64>,
}

impl Extras {
    /// Refuses what a file in a format can't hold.
    fn refuse_in(&self, encoder: &Encoder) -> Result<(), JsError> {
        let extras = [
            (self.count, Extra::Count, "A film that counts its jumps"),
            (self.zoom, Extra::Zoom, "A film with a large view"),
            (
                !self.then.is_empty(),
                Extra::Then,
                "A film of several texts",
            ),
        ];
        for (is_asked, extra, what) in extras {
            if is_asked && !extra.is_in(encoder.medium()) {
                let ending = encoder.ending;
                let why = format!("{what} can't be an .{ending}. Save a GIF or an MP4.");
                return Err(mistake(why));
            }
        }
        Ok(())
    }
}

/// The film of a request as a file. The format is a file name extension: gif, apng, svg, png (a
/// still) or txt.
///
/// # Errors
/// If the text can't be set, the picture would be too large, or the film has what such a file can't
/// hold.
#[wasm_bindgen]
pub fn render(args: &str, progress: &Function) -> Result<Vec<u8>, JsError> {
    let asked: RenderArgs = read(args)?;
    let format = &asked.format;
    let unknown = || mistake(format!("{format:?} is not a format of films"));
    let encoder = encoder(format).ok_or_else(unknown)?;
    let scene = if encoder.is_still {
        finished(asked.request, &encoder)?
    } else {
        film(&asked.request, &asked.extras, &encoder)?
    };

    let mut file = Vec::new();
    watched(progress, |progress| {
        (encoder.encode)(&scene, &mut file, progress)
    })
    .map_err(mistake)?;
    Ok(file)
}

/// A still, which has the usual timing: every letter has just played its last jump.
fn finished(request: Request, encoder: &Encoder) -> Result<Scene, JsError> {
    let usual = Request {
        order: String::new(),
        smooth: false,
        jump: None,
        ..request
    };
    let timeline = usual.timeline(encoder.clock, true)?;
    Ok(Scene::finished(timeline, usual.view()?))
}

fn film(request: &Request, extras: &Extras, encoder: &Encoder) -> Result<Scene, JsError> {
    extras.refuse_in(encoder)?;
    let first = request.setting()?;
    let usual = request.timing(&first, encoder.clock);
    let timing = Timing {
        zooms: extras.zoom,
        pace: extras.total.map_or(usual.pace, Pace::Total),
        ..usual
    };
    let view = View {
        counts: extras.count,
        ..request.view()?
    };

    if extras.then.is_empty() {
        let timeline = Timeline::new(first, timing).map_err(mistake)?;
        return Ok(Scene::film(timeline, view));
    }
    let mut settings = vec![first];
    for game in &extras.then {
        let next = Request {
            game: Some(game.clone()),
            ..request.clone()
        };
        settings.push(next.setting()?);
    }
    Scene::in_turn(&settings, timing, view).map_err(mistake)
}
