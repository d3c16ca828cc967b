//! A picture is refused, or read as a sheet of one or two cells.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::Board;
use pegfont_type::glyph::{Designs, Sheet};

fuzz_target!(|picture: &[u8]| {
    let board: Board = "5x7".parse().expect("this is a board's name");
    for (columns, gap, light, characters) in [(1, 0, false, "A"), (2, 2, true, "AB")] {
        let sheet = Sheet { columns, rows: 1, gap, characters: characters.into(), light };
        let Ok(glyphs) = Designs::parse_picture("fuzz", picture, &board, &sheet) else { continue };
        assert_eq!(glyphs.iter().count(), columns);
    }
});
