//! A font file is read or refused; in one that is read every solution ends on its pattern.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont::font::Font;

fuzz_target!(|text: &str| {
    let Ok(font) = Font::parse(text) else { return };
    for character in font.characters().values() {
        assert_eq!(character.solution.start(), font.start());
        assert_eq!(character.pattern(), character.solution.end());
        assert_eq!(character.distance(), character.pattern().distance(character.design));
    }
});
