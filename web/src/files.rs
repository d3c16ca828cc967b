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

    let scene = if encoder.is_still {
        // A still has the usual timing, in which every letter has just played its last jump.
        let usual = Request {
            order: String::new(),
            smooth: false,
            jump: None,
            ..request
        };
        Scene::finished(usual.timeline(encoder.clock, true)?, usual.view()?)
    } else {
        Scene::film(request.timeline(encoder.clock, true)?, request.view()?)
    };

    let mut file = Vec::new();
    watched(progress, |progress| {
        (encoder.encode)(&scene, &mut file, progress)
    })
    .map_err(mistake)?;

    Ok(file)
}
