//! `pegfont solve -o NAME.set` and `--set`: sets on disk, from the command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::running::{counts, pegfont, printed, refused};
#[cfg(target_os = "linux")]
use crate::writing::run_with_own_disks;

/// A pattern that can be reached on 5x6 from the central vacancy.
const REACHABLE: &str = ".###./#..../#####/#.#.#/#..../.....";

#[test]
fn a_set_on_disk_answers_like_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| printed(folder.path(), arguments);
    let in_memory = run(&["solve", "--board", "5x6"]);
    let computed = run(&["solve", "--board", "5x6", "-o", "5x6.set", "--memory", "2MiB"]);
    assert_eq!(counts(&computed), counts(&in_memory));
    assert_eq!(counts(&run(&["solve", "--set", "5x6.set"])), counts(&in_memory));
    let verified = run(&["solve", "--set", "5x6.set", "--verify"]);
    assert!(verified.contains("every checksum is right"), "{verified}");

    let pattern = ".###./#...#/##.##/#...#/#...#/.....";
    for command in [
        &["find", pattern, "--board", "5x6", "--explain"][..],
        &["find", pattern, "--board", "5x6", "--json"],
        &["solution", ".###./#...#/#####/#...#/#...#/.....", "--board", "5x6", "--positions"],
        &["puzzle", REACHABLE, "--board", "5x6", "--solution"],
        &["puzzle", pattern, "--board", "5x6"],
    ] {
        let with_set = [command, &["--set", "5x6.set"]].concat();
        let [solved, opened] =
            [command, &with_set[..]].map(|command| pegfont(folder.path(), command));
        assert_eq!(solved.status.code(), opened.status.code(), "{command:?}");
        assert_eq!(solved.stdout, opened.stdout, "{command:?}");
        assert_eq!(solved.stderr, opened.stderr, "{command:?}");
    }
    assert!(run(&["puzzle", REACHABLE, "--set", "5x6.set"]).contains("solutions"));
    run(&["font", "new", "mine.toml", "--only", "A"]);
    run(&["solve", "-o", "5x7.set"]);
    let build = |name: &str, more: &[&str]| {
        let begin = ["font", "build", "mine.toml", "--name", "mine", "--afresh", "-o", name];
        run(&[&begin[..], more].concat());
        fs::read(folder.path().join(name)).unwrap()
    };
    assert_eq!(build("one.toml", &[]), build("other.toml", &["--set", "5x7.set"]));
}

#[test]
fn refusals_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let no = |arguments: &[&str]| refused(folder.path(), arguments);
    printed(folder.path(), &["solve", "--board", "5x5", "-o", "small.set"]);
    let expect = |arguments: &[&str], wanted: &str| {
        let said = no(arguments);
        assert!(said.contains(wanted), "{arguments:?}: {said}");
    };
    expect(
        &["solve", "--board", "5x6", "-o", "small.set"],
        "small.set has the set of 5x5, from this start",
    );
    expect(
        &["solve", "--board", "5x6", "-o", "a.set", "--memory", "64KiB"],
        "of memory; raise --memory, or cut the set into more --parts",
    );
    expect(
        &["solve", "--board", "5x6", "-o", "a.set", "--parts", "3"],
        "take a power of two up to 64",
    );
    expect(&["solve", "--board", "triangle15", "-o", "a.set"], "can't be cut into slices");
    expect(&["solve", "-o", "a/b.set"], "the folder a doesn't exist; create it first");
    expect(&["solve", "-o", "a.set", "--list"], "--list doesn't go with a .set");
    expect(&["solve", "--memory", "8GiB"], "--memory is for sets on disk: add -o NAME.set");
    expect(&["solve", "-o", "a.set", "--memory", "8 elephants"], "such as 8GiB");
    expect(&["solve", "-o", "a.set", "--memory", "99999999TiB"], "such as 8GiB");
    fs::create_dir(folder.path().join("empty.set")).unwrap();
    expect(
        &["solve", "--set", "empty.set"],
        "empty.set is not a set of reachable positions in slices",
    );
    let missing = no(&["solve", "--set", "nothing.set"]);
    assert!(missing.starts_with("error: nothing.set: "), "{missing}");
    assert!(!missing.contains("is not a set"), "{missing}");
    expect(
        &["solution", "A", "--set", "small.set", "--board", "5x7"],
        "the set is for 5x5, not for 5x7",
    );
    expect(
        &["solution", "b2", "--board", "5x5", "--start", "a1", "--set", "small.set"],
        "the set is for another start",
    );
    let codes = printed(folder.path(), &["solve", "--board", "5x5", "--list", "--pegs", "10"]);
    let code = codes.lines().next().unwrap();
    expect(
        &["solution", code, "--set", "small.set", "--which", "fewest-moves"],
        "omit --table or --set",
    );
    assert!(!folder.path().join("a.set").exists());
    let slice =
        fs::read_dir(folder.path().join("small.set")).unwrap().map(|entry| entry.unwrap().path());
    let slice =
        slice.filter(|path| path.extension().is_some_and(|end| end == "slice")).min().unwrap();
    fs::remove_file(&slice).unwrap();
    expect(&["solve", "--set", "small.set"], "`pegfont solve -o small.set` goes on");
    let output = pegfont(folder.path(), &["solve", "--board", "5x5", "-o", "small.set"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("slices were there already"));
}

/// A board with many slices, so that a run can be caught at work.
const RUN: [&str; 8] = ["solve", "-o", "5x7.set", "--parts", "16", "--memory", "6MiB", "--json"];

fn slices(folder: &Path) -> usize {
    let entries = fs::read_dir(folder.join("5x7.set")).into_iter().flatten();
    entries
        .filter(|entry| {
            entry
                .as_ref()
                .is_ok_and(|entry| entry.path().extension().is_some_and(|end| end == "slice"))
        })
        .count()
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder.join("5x7.set")).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_run_that_is_killed_fifty_times_ends_with_the_same_files() {
    let [killed, whole] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    printed(whole.path(), &RUN);
    let all = slices(whole.path());
    let mut random = 7_usize;
    for kill in 1..=50 {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("pegfont"));
        command.args(RUN).current_dir(killed.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut run = command.spawn().unwrap();
        random = random.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let wanted = slices(killed.path()) + (random >> 16) % (2 * all / 60);
        // Until it has written so many more slices: then anything can be under way.
        while slices(killed.path()) < wanted && run.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        run.kill().unwrap();
        run.wait().unwrap();
        assert!(slices(killed.path()) < all, "killed {kill} times");
    }
    printed(killed.path(), &RUN);
    assert!(files(killed.path()) == files(whole.path()));
}

#[test]
fn a_second_run_on_a_set_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["solve", "--board", "4x5", "-o", "5x7.set"]);
    let lock = fs::File::options().write(true).open(folder.path().join("5x7.set/lock")).unwrap();
    lock.lock().unwrap();
    let said = refused(folder.path(), &["solve", "--board", "4x5", "-o", "5x7.set"]);
    assert_eq!(said.lines().last(), Some("error: another run is computing the set 5x7.set"));
}

#[cfg(not(feature = "distributed"))]
#[test]
fn several_processes_need_a_feature() {
    let folder = tempfile::tempdir().unwrap();
    for several in [&["--workers", "2"][..], &["--hosts", "hosts.txt", "--process", "0"]] {
        let said = refused(folder.path(), &[&["solve", "-o", "5x7.set"], several].concat());
        let wanted = format!(
            "error: {} needs a pegfont with the feature distributed: cargo install --path . --features distributed",
            several[0]
        );
        assert_eq!(said.lines().last(), Some(&*wanted));
    }
}

#[cfg(unix)]
#[test]
fn a_slice_that_cannot_be_written_ends_the_run_and_the_next_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    // Files of more than 64 KiB are refused, and so is a slice in the middle.
    let limited = r#"trap "" XFSZ; ulimit -f 128; exec "$0" "$@""#;
    let output = Command::new("sh")
        .args(["-c", limited])
        .arg(assert_cmd::cargo::cargo_bin!("pegfont"))
        .args(["solve", "-o", "5x7.set"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains(".slice: ") && said.contains("the same command goes on from here"),
        "{said}"
    );
    let begun = slices(folder.path());
    assert!(begun > 0);
    let computed = printed(folder.path(), &["solve", "-o", "5x7.set"]);
    assert!(computed.contains(" all       1,045,173,439"), "{computed}");
}

/// The disk has room for all bytes of the set, but not for all of its files.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs the right to mount a disk: root, sudo, or unshare of util-linux"]
fn a_disk_that_fills_ends_the_run_and_the_next_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let script = r#"
        set -eu
        mount -t tmpfs -o size=200m,nr_inodes=40 pegfont .
        cd "$PWD"
        status=0
        "$0" solve -o 5x7.set 2>errors || status=$?
        [ $status = 1 ]
        grep 'no storage space; the same command goes on from here' errors
        finished=$(ls 5x7.set | grep -c 'slice$')
        mount -o remount,nr_inodes=400 .
        "$0" solve -o 5x7.set 2>errors
        grep "^$finished of " errors
        mount -o remount,size=100m .
        status=0
        "$0" solve -o other.set 2>errors || status=$?
        [ $status = 1 ]
        grep 'not enough disk space for 5x7' errors
        [ ! -e other.set ]"#;
    let output = run_with_own_disks(folder.path(), script);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains(" all       1,045,173,439"), "{said}");
    assert_eq!(said.lines().filter(|line| line.contains("slices were there already")).count(), 1);
}
