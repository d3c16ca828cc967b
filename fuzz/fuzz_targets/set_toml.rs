//! The description of a set is refused, or the plan that it describes has its board and start.
#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;
use peg_solitaire::solve::{Reachable, Slicing};

fuzz_target!(|text: &str| {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    fs::write(folder.path().join("set.toml"), text).expect("a file can be written");
    if let Ok(plan) = Slicing::of(folder.path()) {
        assert!(plan.board().full().contains(plan.start()));
        assert!(text.contains(&plan.board().picture_line(plan.start())));
    }
    // None of its slices is there.
    assert!(Reachable::open(folder.path()).is_err());
});
