//! A table file with right checksums is refused, or can be queried: its solutions end on the patterns asked for.
#![no_main]

#[path = "../sealed.rs"]
mod sealed;

use std::io::Write as _;

use libfuzzer_sys::fuzz_target;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::LastJumps;

fuzz_target!(|bytes: &[u8]| {
    let mut place = tempfile::NamedTempFile::new().expect("there is room for a small file");
    place.write_all(&sealed::sealed(*b"jump", bytes)).expect("there is room for a small file");
    let Ok(table) = LastJumps::open(place.path()) else { return };
    for index in 0..64.min(1 << table.class().rank()) {
        let position = table.class().position(index);
        let _ = table.last_jump(position);
        if let Ok(Some(solution)) = Solution::leading_to(position, &table) {
            assert_eq!(solution.end(), position);
        }
    }
});
