//! A theme file is read or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont::render::Theme;

fuzz_target!(|text: &str| {
    let Ok(theme) = Theme::parse(text) else { return };
    let _ = theme.check_contrast();
});
