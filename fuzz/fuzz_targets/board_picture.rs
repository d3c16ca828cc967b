//! A board from a picture has the holes and pegs of the marks, round-trips through its own picture,
//! and its symmetries map it to itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::Board;
use peg_solitaire::class::PositionClass;

fuzz_target!(|text: &str| {
    let Ok((board, position)) = Board::from_picture(text) else {
        return;
    };
    assert!(board.contains(&position));
    let marks = |mark| board.picture(&position).matches(mark).count();
    assert_eq!(marks('#'), position.count());
    assert_eq!(marks('#') + marks('.'), board.holes());
    let again = Board::from_picture(&board.to_picture(&position));
    assert_eq!(again, Ok((board.clone(), position.clone())));
    assert_eq!(
        board.parse_pattern(&board.picture(&position)).as_ref(),
        Ok(&position)
    );
    let Ok(board) = board.small() else { return };
    let position = board.bits(&position).unwrap();
    for symmetry in board.symmetries() {
        let image = symmetry.apply(position);
        assert_eq!(symmetry.apply(board.full()), board.full());
        assert_eq!(image.count(), position.count());
        // Symmetric positions have the same number of legal jumps.
        let jumps = board.legal_jumps(position).count();
        assert_eq!(board.legal_jumps(image).count(), jumps);
        assert_eq!(board.mincode(image), board.mincode(position));
    }
    let class = PositionClass::of(&board, position);
    let index = class
        .index(position)
        .expect("a position is in its own class");
    assert_eq!(class.position(index), position);
});
