//! A glyph file is refused, or its designs are on its board and it can be checked and merged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont_type::glyph::Designs;

fuzz_target!(|text: &str| {
    let Ok(glyphs) = Designs::parse("fuzz.toml", text) else {
        return;
    };
    for (character, glyph) in glyphs.iter() {
        assert_eq!(glyphs.get(character), Some(glyph));
        assert!(
            glyph
                .designs
                .iter()
                .all(|design| glyphs.board().full().contains(design))
        );
        let _ = glyphs.of(glyphs.original(character));
    }
    let _ = glyphs.check();
    assert!(glyphs.iter().next().is_none() || glyphs.clone().add(glyphs).is_err());
});
