//! A font file is read or refused. In one that is read every solution plays by the rules from the start, and the font is
//! written and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont::font::Font;

fuzz_target!(|text: &str| {
    let Ok(font) = Font::parse(text) else { return };
    for chosen in font.characters().values() {
        let mut position = font.start();
        for jump in chosen.solution.jumps() {
            assert!(font.board().legal_jumps(position).any(|legal| legal == *jump));
            position = jump.play(position);
        }
        assert_eq!(position, chosen.pattern());
        assert!(font.board().full().contains(chosen.design));
    }
    assert_eq!(Font::parse(&font.to_toml()).as_ref(), Ok(&font));
});
