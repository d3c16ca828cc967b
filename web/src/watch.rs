//! What the page itself calls: films and themes.

use pegfont_film::render::theme::THEMES;
use pegfont_film::render::{Appearance, Theme};
use wasm_bindgen::prelude::*;

use crate::call::{answer, mistake, read};
use crate::film::Film;

/// The film of a [`Request`](crate::request::Request).
///
/// # Errors
/// If nothing of the text can be shown, or it is too long.
#[wasm_bindgen]
pub fn film(args: &str) -> Result<String, JsError> {
    answer(&Film::of(&read(args)?)?)
}

/// All built-in themes, the default one first. A colour is `#rrggbbaa`.
///
/// # Errors
/// Never, unless a theme was damaged when the module was built.
#[wasm_bindgen]
pub fn themes() -> Result<String, JsError> {
    let themes = THEMES
        .iter()
        .map(|(_, text)| Theme::parse(text).map(Appearance::of));
    let themes: Result<Vec<_>, _> = themes.collect();

    answer(&themes.map_err(mistake)?)
}
