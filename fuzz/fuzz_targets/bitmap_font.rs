//! A BDF, PCF or PSF font is refused, or read as designs on the given board or on one that fits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::Board;
use pegfont_type::glyph::{Fitting, FontFile};

fuzz_target!(|bytes: &[u8]| {
    let Ok(Some(font)) = FontFile::open("fuzz.bdf", bytes) else {
        return;
    };
    // The target `outlines` reads these.
    if font.has_outlines() {
        return;
    }

    let board: Board = "5x7".parse().expect("this is a board's name");
    for board in [Some(board), None] {
        let fitting = Fitting {
            board: board.clone(),
            ..Fitting::default()
        };
        let Ok(glyphs) = font.designs(&fitting) else {
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
