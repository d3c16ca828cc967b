//! A font file is refused, or every solution in it is legal and ends on its pattern, and the font
//! round-trips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont_type::font::Font;

fuzz_target!(|text: &str| {
    let Ok(font) = Font::parse(text) else { return };
    for chosen in font.characters().values() {
        let mut pegs = font.start().clone();
        for &jump in chosen.solution.jumps() {
            assert!(pegs.allows(jump));
            pegs.play(jump);
        }
        assert_eq!(pegs, chosen.pattern());
        assert!(font.board().contains(&chosen.design));
    }
    assert_eq!(Font::parse(&font.to_toml()).as_ref(), Ok(&font));
});
