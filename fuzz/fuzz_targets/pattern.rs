//! A board's name or size on the first line, a pattern or a hole below. Both round-trip in every
//! notation.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::SmallBoard;

fuzz_target!(|text: &str| {
    let Some((name, pattern)) = text.split_once('\n') else {
        return;
    };
    let Ok(board) = name.parse::<SmallBoard>() else {
        return;
    };
    if let Ok(hole) = board.parse_hole(pattern) {
        let number =
            pattern.strip_prefix("hole").unwrap_or(pattern).parse() == Ok(hole.index() + 1);
        assert!(board.hole_name(hole) == pattern || number || pattern == "centre");
    }
    let Ok(position) = board.parse_pattern(pattern) else {
        return;
    };
    assert!(board.full().contains(position));
    let rows = board.picture(position);
    let code = format!("code:{}", position.code());
    for written in [rows.replace('\n', "/"), rows, board.digits(position), code] {
        assert_eq!(board.parse_pattern(&written), Ok(position));
    }
    let least = board
        .symmetries()
        .iter()
        .map(|symmetry| symmetry.apply(position))
        .min();
    assert_eq!(Some(board.mincode(position)), least);
});
