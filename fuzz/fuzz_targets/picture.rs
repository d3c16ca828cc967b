//! A picture is refused, or read as a pattern.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::Board;
use pegfont_type::glyph::pattern_from_picture;

fuzz_target!(|picture: &[u8]| {
    for name in ["5x7", "english"] {
        let board: Board = name.parse().expect("this is a board's name");
        let Ok(pattern) = pattern_from_picture(picture, &board, false) else { continue };
        assert!(board.contains(&pattern));
    }
});
