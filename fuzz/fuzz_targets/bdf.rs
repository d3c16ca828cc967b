//! A BDF font is refused, or read as designs on the given board or on one that fits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont::board::Board;
use pegfont::glyph::{Glyphs, TooLarge};

fuzz_target!(|bdf: &[u8]| {
    let board: Board = "5x7".parse().expect("this is a board's name");
    let ways = [TooLarge::Skip, TooLarge::Crop, TooLarge::Refuse];
    for (board, way) in [Some(&board), None].into_iter().flat_map(|one| ways.map(|way| (one, way))) {
        let Ok(glyphs) = Glyphs::parse_bdf("fuzz.bdf", bdf, board, way) else { continue };
        let holes = glyphs.board().full();
        assert!(board.is_none_or(|board| glyphs.board() == board));
        assert!(
            glyphs
                .iter()
                .all(|(_, glyph)| glyph.designs.iter().all(|&design| holes.contains(design)))
        );
    }
});
