//! Disturbs a program that writes files: ends it in the middle of one, or gives it a disk that is too small.

use crate::running::PROGRAM;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

/// Waits until a running program has written at least `least` bytes to a file in this folder, named or unnamed, that it
/// has not closed yet.
#[allow(dead_code, reason = "not every test ends the program")]
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

/// Runs a script in a folder, with the program as its `$0`. It may mount disks, which nobody else sees.
#[allow(dead_code, reason = "not every test has small disks")]
pub fn run_with_own_disks(folder: &Path, script: &str) -> Output {
    let own_mounts: [&[&str]; 2] =
        [&["unshare", "--mount", "--map-root-user"], &["sudo", "-n", "unshare", "--mount"]];
    let run = |words: &[&str], script: &str| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(["sh", "-c", script]).current_dir(folder);
        command.arg(PROGRAM).output().ok()
    };
    let permitted = own_mounts.iter().find(|words| {
        run(words, "mount -t tmpfs pegfont .").is_some_and(|output| output.status.success())
    });
    let words = permitted
        .expect("a disk can't be mounted here: install util-linux, or be root, or have sudo");
    run(words, script).expect("what has just been run")
}
