//! Files reach the disk before they get their names: the system calls of the program, as strace
//! sees them.

use crate::running::PROGRAM;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The calls that sync or name a file, in order, while the program writes `text.txt` in this
/// folder.
fn calls(folder: &Path) -> Vec<String> {
    let trace = folder.join("trace");
    let status = Command::new("strace")
        .args([
            "-f",
            "-y",
            "-e",
            "trace=fsync,fdatasync,link,linkat,rename,renameat,renameat2",
        ])
        .arg("-o")
        .arg(&trace)
        .arg(PROGRAM)
        .args(["render", "A", "-o", "text.txt"])
        .current_dir(folder)
        .status()
        .expect("strace runs");
    assert!(status.success());
    let trace = fs::read_to_string(&trace).unwrap();
    let calls = trace
        .lines()
        .filter(|line| line.trim_end().ends_with("= 0"));
    // Each line begins with the number of the process.
    calls
        .filter_map(|line| Some(line.split_once(' ')?.1.trim_start().to_owned()))
        .collect()
}

#[test]
#[ignore = "needs strace"]
fn a_file_is_synced_before_it_is_named_and_its_folder_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().canonicalize().unwrap();
    let here = here.to_str().unwrap();
    // A new file, and one that is replaced.
    for _ in 0..2 {
        let calls = calls(folder.path());
        let syncs = |call: &String| call.starts_with("fsync(") || call.starts_with("fdatasync(");
        let names = |call: &String| call.contains("text.txt");
        let named = calls
            .iter()
            .position(names)
            .unwrap_or_else(|| panic!("{calls:?}"));
        let first = calls
            .iter()
            .position(syncs)
            .unwrap_or_else(|| panic!("{calls:?}"));
        assert!(
            first < named && calls[first].contains(&format!("<{here}/")),
            "{calls:?}"
        );
        let last = calls.iter().rposition(syncs).unwrap();
        assert!(
            last > named && calls[last].contains(&format!("<{here}>")),
            "{calls:?}"
        );
        assert!(calls[named].starts_with("rename"), "{calls:?}");
    }
}
