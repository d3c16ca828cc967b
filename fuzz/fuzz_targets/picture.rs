//! A picture is refused, or read as a pattern.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::Board;
use pegfont_type::glyph::{Holes, Sampling};

fuzz_target!(|picture: &[u8]| {
    for name in ["5x7", "english"] {
        let board: Board = name.parse().expect("this is a board's name");
        let sampling = Sampling {
            holes: Holes::Of(&board),
            ..Sampling::default()
        };
        let Ok(drawn) = sampling.read(picture) else {
            continue;
        };
        assert!(board.contains(&drawn.pegs));
    }
});
