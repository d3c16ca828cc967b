//! A slice is refused, or its set counts what is in it; one that passes the rules is that of the
//! solver.
#![no_main]

mod sealed;

use std::fs;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::SmallBoard;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::{Reachable, Slicing};
use tempfile::TempDir;

/// A set of one slice.
fn written() -> &'static TempDir {
    static WRITTEN: OnceLock<TempDir> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        let board: SmallBoard = "3x4".parse().expect("this is a board's name");
        let plan = Slicing::new(&board, board.central_vacancy(), Some(1));
        let plan = plan.expect("a small board has slices");
        let done = plan.complete(folder.path(), 1 << 30, Progress::NONE);
        done.expect("a small set can be written");
        folder
    })
}

fuzz_target!(|given: &[u8]| {
    let folder = written().path();
    let slice = folder.join("000-0.slice");
    fs::write(&slice, sealed::sealed(*b"slic", given)).expect("a file can be written");
    let Ok(set) = Reachable::open(folder) else {
        return;
    };
    let counted = set.try_count_by_pegs(Progress::NONE);
    if let Ok(checked) = set.verify(Progress::NONE) {
        assert_eq!(counted, Ok(checked.by_pegs));
    }
});
