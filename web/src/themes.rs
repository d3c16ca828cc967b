//! The built-in themes as JSON: colours and lengths for the page's painter.

use pegfont::render::Theme;
use pegfont::render::theme::THEMES;
use wasm_bindgen::prelude::*;

use crate::call::{answer, mistake};

/// All built-in themes, the default one first, with the keys of a theme file. A colour is `#rrggbbaa`.
///
/// # Errors
/// Never, unless a theme was damaged when the module was built.
#[wasm_bindgen]
pub fn themes() -> Result<String, JsError> {
    let themes: Result<Vec<Theme>, _> = THEMES.iter().map(|(_, text)| Theme::parse(text)).collect();
    answer(&themes.map_err(mistake)?)
}
