//! A BDF font is refused, or read as designs on the given board or on one that fits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::Board;
use pegfont_type::glyph::{Designs, Fitting, TooLarge};

fuzz_target!(|bdf: &[u8]| {
    let board: Board = "5x7".parse().expect("this is a board's name");
    let ways = [TooLarge::Skip, TooLarge::Crop, TooLarge::Refuse];
    let boards = [Some(board), None];
    for (board, too_large) in boards.iter().flat_map(|board| ways.map(|way| (board, way))) {
        let fitting = Fitting { board: board.clone(), too_large, ..Fitting::default() };
        let Ok(glyphs) = Designs::parse_bdf("fuzz.bdf", bdf, &fitting) else { continue };
        let holes = glyphs.board().full();
        assert!(board.as_ref().is_none_or(|board| glyphs.board() == board));
        assert!(
            glyphs
                .iter()
                .all(|(_, glyph)| glyph.designs.iter().all(|design| holes.contains(design)))
        );
    }
});
