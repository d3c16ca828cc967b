//! Waits until a program is in the middle of writing a file, so that a test can end it there.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

/// Waits until a running program has written at least `least` bytes to a file in this folder, named or unnamed, that it
/// has not closed yet.
pub fn wait_until_written(child: &mut Child, folder: &Path, least: u64) {
    let folder = folder.canonicalize().unwrap();
    let files = format!("/proc/{}/fd", child.id());
    let begin = Instant::now();
    let written = || {
        let open = fs::read_dir(&files).into_iter().flatten().flatten().map(|file| file.path());
        let here = open.filter(|file| fs::read_link(file).is_ok_and(|at| at.starts_with(&folder)));
        here.filter_map(|file| Some(fs::metadata(file).ok()?.len())).max().unwrap_or(0)
    };
    while written() < least {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before it had written {least} bytes");
        assert!(begin.elapsed() < Duration::from_secs(60), "it has not written {least} bytes");
        std::thread::sleep(Duration::from_millis(1));
    }
}
