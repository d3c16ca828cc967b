//! Runs the program in a folder, as a user does.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_pegfont");

pub fn pegfont(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// What a command prints that must succeed.
pub fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = pegfont(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command says on standard error that must fail, and prints nothing.
pub fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = pegfont(folder, arguments);
    assert!(!output.status.success(), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The lines of a table of counts, without the time.
pub fn counts(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with("found and counted")).collect()
}

/// The most memory that a process has taken so far, in bytes, while it runs.
#[cfg(target_os = "linux")]
pub fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}
