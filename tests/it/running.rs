//! Runs the program in a folder, as a user does, and disturbs it: ends it while it writes, or gives
//! it a disk that is too small. What a run is expected to say is written with alternatives and gaps.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

pub use crate::PROGRAM;

/// One of the two programs: the one that is tested, or the other, which is beside it.
pub fn program_of_name(name: &str) -> PathBuf {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let path = Path::new(PROGRAM).with_file_name(file);
    assert!(
        path.exists(),
        "no {}: `cargo test` builds it, or `cargo test -p {name} --no-run`",
        path.display()
    );
    path
}

/// The program that a command line is for, and its arguments. One that begins with neither name is
/// for the program that is tested.
pub fn program<'a>(arguments: &'a [&'a str]) -> (PathBuf, &'a [&'a str]) {
    match arguments {
        [name @ ("pegfont" | "peglab"), rest @ ..] => (program_of_name(name), rest),
        all => (PROGRAM.into(), all),
    }
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let (program, arguments) = program(arguments);
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null());
    command
}

pub fn pegfont(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

/// Runs the program with this text on standard input.
pub fn piped(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut run = command(folder, arguments);
    let run = run
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut run = run.spawn().unwrap();
    run.stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    run.wait_with_output().unwrap()
}

/// Starts the program. What it prints is read when it has ended.
pub fn started(folder: &Path, arguments: &[&str]) -> Child {
    let mut run = command(folder, arguments);
    run.stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs a script with the program as its `$0`, and arguments for `$@`.
pub fn in_shell(folder: &Path, script: &str, arguments: &[&str]) -> Output {
    let (program, arguments) = program(arguments);
    let mut shell = Command::new("sh");
    shell
        .args(["-c", script])
        .arg(program)
        .args(arguments)
        .current_dir(folder);
    shell.stdin(Stdio::null()).output().unwrap()
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
    assert!(
        matches!(output.status.code(), Some(1 | 2)),
        "{arguments:?}: {output:?}"
    );
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Every file below a folder with its content, by path. Folders are empty.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            let below = files(&path).into_iter();
            found.extend(below.map(|(below, content)| (format!("{name}/{below}"), content)));
            found.insert(name, Vec::new());
        } else {
            found.insert(name, fs::read(path).unwrap());
        }
    }
    found
}

/// The files of a set on disk: its description and its slices. A process that was killed may have
/// left a file that it had not finished.
pub fn files_of_set(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = files(folder);
    files.retain(|name, _| name != "lock" && !name.ends_with(".tmp"));
    files
}

/// The number of slices of a set on disk, finished or not.
pub fn slices(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "slice"))
        .count()
}

/// The most memory that a process has taken so far, in bytes, while it runs.
#[cfg(target_os = "linux")]
pub fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// The lines that one with alternatives stands for.
pub fn expand(line: &str, expected: &str, number: usize, rows: &mut Vec<(String, String)>) {
    let parts = line.split_once('{').and_then(|(before, rest)| {
        let (alternatives, after) = rest.split_once('}')?;
        Some((before, alternatives, after))
    });
    let Some((before, alternatives, after)) = parts else {
        return rows.push((line.to_owned(), expected.to_owned()));
    };
    for one in alternatives.split('|') {
        let expected = expected.replace(&format!("${number}"), one);
        expand(
            &format!("{before}{one}{after}"),
            &expected,
            number + 1,
            rows,
        );
    }
}

/// Whether a text is as expected, where `...` stands for anything.
pub fn is_alike(text: &str, expected: &str) -> bool {
    let Some((first, rest)) = expected.split_once("...") else {
        return text == expected;
    };
    let (middle, last) = rest.rsplit_once("...").unwrap_or(("", rest));
    let rest = text
        .strip_prefix(first)
        .and_then(|text| text.strip_suffix(last));
    let mut parts = middle.split("...");
    rest.is_some_and(|rest| {
        parts
            .try_fold(rest, |rest, part| Some(rest.split_once(part)?.1))
            .is_some()
    })
}
