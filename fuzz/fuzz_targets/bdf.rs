//! A BDF font is refused, or read as designs on the given board or on one that fits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::Board;
use pegfont_type::glyph::{Designs, Fitting};

fuzz_target!(|bdf: &[u8]| {
    let board: Board = "5x7".parse().expect("this is a board's name");
    for board in [Some(board), None] {
        let fitting = Fitting {
            board: board.clone(),
            ..Fitting::default()
        };
        let Ok(glyphs) = Designs::parse_font("fuzz.bdf", bdf, &fitting) else {
            continue;
        };
        let holes = glyphs.board().full();
        assert!(board.as_ref().is_none_or(|board| glyphs.board() == board));
        assert!(
            glyphs
                .iter()
                .all(|(_, glyph)| glyph.designs.iter().all(|design| holes.contains(design)))
        );
    }
});
