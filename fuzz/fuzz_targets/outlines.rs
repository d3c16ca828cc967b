//! A TrueType, OpenType or WOFF font is refused, or read as designs on the given board or on one
//! that fits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::Board;
use pegfont_type::glyph::{Designs, Fitting};

fuzz_target!(|font: &[u8]| {
    let board: Board = "5x7".parse().expect("this is a board's name");
    for board in [Some(board), None] {
        let fitting = Fitting {
            board,
            pixels: Some(8),
            ..Fitting::default()
        };
        let Ok(glyphs) = Designs::parse_font("fuzz.ttf", font, &fitting) else {
            continue;
        };
        let holes = glyphs.board().full();
        assert!(
            fitting
                .board
                .as_ref()
                .is_none_or(|board| glyphs.board() == board)
        );
        assert!(
            glyphs
                .iter()
                .all(|(_, glyph)| glyph.designs.iter().all(|design| holes.contains(design)))
        );
    }
});
