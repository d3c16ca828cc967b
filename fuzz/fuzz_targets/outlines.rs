//! A TrueType or OpenType font is refused, or read as designs on the given board or on one that fits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::SmallBoard;
use pegfont_type::glyph::{Fitting, Glyphs, TooLarge};

fuzz_target!(|font: &[u8]| {
    let board: SmallBoard = "5x7".parse().expect("this is a board's name");
    for board in [Some(board), None] {
        let fitting = Fitting { board, only: None, too_large: TooLarge::Crop };
        let Ok(glyphs) = Glyphs::parse_outlines("fuzz.ttf", font, 8, &fitting) else { continue };
        let holes = glyphs.board().full();
        assert!(fitting.board.as_ref().is_none_or(|board| glyphs.board() == board));
        assert!(
            glyphs
                .iter()
                .all(|(_, glyph)| glyph.designs.iter().all(|&design| holes.contains(design)))
        );
    }
});
