//! A board that is read from a picture is read from its own picture as the same board and position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont::board::{Board, Lattice};
use pegfont::class::PositionClass;

fuzz_target!(|text: &str| {
    let Ok((board, position)) = Board::from_picture(text) else { return };
    assert!(board.full().contains(position));
    assert!(board.symmetries().iter().any(|symmetry| symmetry.apply(position) == position));
    let first = if board.lattice() == Lattice::Triangular { "triangular\n" } else { "" };
    let again = Board::from_picture(&format!("{first}{}", board.picture(position)));
    assert_eq!(again, Ok((board.clone(), position)));
    assert_eq!(board.parse_position(&board.picture(position)), Ok(position));
    let class = PositionClass::of(&board, position);
    let index = class.index(position).expect("a position is in its own class");
    assert_eq!(class.position(index), position);
});
