//! A BDF font is refused, or read as designs on the given board or on one that fits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont::board::Board;
use pegfont::glyph::Glyphs;

fuzz_target!(|text: &str| {
    let board: Board = "5x7".parse().expect("this is a board's name");
    for board in [Some(&board), None] {
        let Ok(glyphs) = Glyphs::parse_bdf("fuzz.bdf", text, board) else { continue };
        let holes = glyphs.board().full();
        assert!(board.is_none_or(|board| glyphs.board() == board));
        assert!(
            glyphs
                .iter()
                .all(|(_, glyph)| glyph.designs.iter().all(|&design| holes.contains(design)))
        );
    }
});
