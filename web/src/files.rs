//! Films as files, with the bytes that `pegfont render` writes.

use js_sys::Function;
use pegfont_film::render::{Scene, encoder};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::call::{mistake, read, watched};
use crate::request::Request;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RenderArgs {
    request: Request,
    format: String,
}

/// The film of a request as a file. The format is a file name extension: gif, apng, svg, png (a
/// still) or txt.
///
/// # Errors
/// If the text can't be set, or the picture would be too large.
#[wasm_bindgen]
pub fn render(args: &str, progress: &Function) -> Result<Vec<u8>, JsError> {
    let RenderArgs { request, format } = read(args)?;
    let unknown = || mistake(format!("{format:?} is not a format of films"));
    let encoder = encoder(&format).ok_or_else(unknown)?;
    let still = encoder.is_still;
    // A still has the usual timing, in which every letter has just played its last jump.
    let request = match still {
        true => Request {
            order: String::new(),
            smooth: false,
            jump: None,
            ..request
        },
        false => request,
    };
    let timeline = request.timeline(encoder.clock, true)?;
    let view = request.view()?;
    let scene = match still {
        true => Scene::finished(timeline, view),
        false => Scene::film(timeline, view),
    };
    let mut file = Vec::new();
    watched(progress, |progress| {
        (encoder.encode)(&scene, &mut file, progress)
    })
    .map_err(mistake)?;
    Ok(file)
}
