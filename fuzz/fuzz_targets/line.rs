//! A row of pegs is reduced as the regular language says: to one peg exactly if it is in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont::line;

fuzz_target!(|text: &str| {
    let Ok(row) = line::parse(text) else { return };
    let pegs = row.iter().filter(|&&peg| peg).count();
    let left = line::reduce(&row).pegs();
    assert!(left <= pegs && (left == 0) == (pegs == 0));
    assert_eq!(line::is_reducible(&row), left == 1);
});
