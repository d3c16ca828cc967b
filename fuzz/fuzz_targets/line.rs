//! The jumps that reduce a row of pegs are legal and leave as many pegs as claimed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_laboratory::line;
use peg_solitaire::board::parse_row;

fuzz_target!(|text: &str| {
    let Ok(row) = parse_row(text) else { return };
    let reduction = line::reduce(&row);
    // Hole 0 and the one after the last are the empty ones beside the row.
    let mut pegs = [&[false], &row[..], &[false]].concat();
    for &[from, to] in &reduction.jumps {
        assert_eq!(from.abs_diff(to), 2);
        let over = usize::midpoint(from, to);
        assert!(pegs[from] && pegs[over] && !pegs[to]);
        (pegs[from], pegs[over], pegs[to]) = (false, false, true);
    }
    assert_eq!(pegs.iter().filter(|&&peg| peg).count(), reduction.pegs());
});
