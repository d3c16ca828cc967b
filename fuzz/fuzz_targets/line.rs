//! The jumps that reduce a row of pegs are legal and leave as many pegs as claimed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::line;

fuzz_target!(|text: &str| {
    let Ok(row) = line::parse(text) else { return };
    let reduction = line::reduce(&row);
    // Hole 0 and the one after the last are the empty ones beside the row.
    let mut pegs = [&[false], &row[..], &[false]].concat();
    for jump in &reduction.jumps {
        assert_eq!(jump.from.abs_diff(jump.to), 2);
        assert!(pegs[jump.from] && pegs[jump.over()] && !pegs[jump.to]);
        (pegs[jump.from], pegs[jump.over()], pegs[jump.to]) = (false, false, true);
    }
    assert_eq!(pegs.iter().filter(|&&peg| peg).count(), reduction.pegs());
});
