//! A table of last jumps is refused, or says nothing wrong of any position.
#![no_main]

mod sealed;

use std::fs;

use libfuzzer_sys::fuzz_target;
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{PositionSet, Reachable, Record, StoredLastJumps};

fuzz_target!(|given: &[u8]| {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = folder.path().join("a.table");
    fs::write(&path, sealed::sealed(*b"jump", given)).expect("a file can be written");
    let Ok(table) = StoredLastJumps::open(&path) else {
        return;
    };

    let solved = Reachable::solve(table.board(), table.start(), Progress::NONE);
    let reachable = solved.expect("an input is short, so its class is small");
    for index in 0..reachable.class_size() {
        let position = Record::class(&table).position(index);
        let is_reachable = PositionSet::contains(&reachable, position);
        if let Ok(is_in) = Record::contains(&table, position) {
            assert_eq!(is_in, is_reachable);
        }
        if let Ok(solution) = Solution::leading_to(position, &table) {
            assert_eq!(solution.is_some(), is_reachable);
        }
    }
    if let Ok(checked) = table.verify(Progress::NONE) {
        assert_eq!(checked.by_pegs, reachable.count_by_pegs());
    }
});
