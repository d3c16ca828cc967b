//! A theme file is refused, or its sizes are in range.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont_film::render::Theme;

fuzz_target!(|text: &str| {
    let Ok(theme) = Theme::parse(text) else {
        return;
    };
    assert!((0.05..=1.0).contains(&theme.peg.size));
    assert!((0.0..=1.0).contains(&theme.hole.size));
    let _ = theme.check_contrast(true);
});
