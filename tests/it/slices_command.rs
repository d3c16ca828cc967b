//! `peglab set` and `--reachable`: sets on disk, from the command line.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use peg_solitaire::board::SmallBoard;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Slicing;

#[cfg(target_os = "linux")]
use crate::running::peak;
use crate::running::{files_of_set, in_shell, pegfont, printed, refused, slices, started};

/// A pattern that can be reached on 5x6 from the central vacancy.
const REACHABLE: &str = ".###./#..../#####/#.#.#/#..../.....";
/// One that can't, but patterns near it.
const NEAR: &str = ".###./#...#/##.##/#...#/#...#/.....";

#[cfg(unix)]
#[test]
fn a_set_on_disk_answers_like_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| printed(folder.path(), arguments);
    let in_memory = run(&["solve", "--board", "5x6"]);
    let computed = run(&[
        "peglab", "set", "solve", "5x6", "5x6.set", "--memory", "64MiB",
    ]);
    assert_eq!(computed, in_memory);
    assert_eq!(run(&["peglab", "set", "count", "5x6.set"]), in_memory);
    for (board, start) in [
        ("english", "d4"),
        ("5x6", "c3"),
        ("4x5", "c2"),
        ("line9", "e1"),
        // Symmetries that keep the position class move the hole.
        ("4x4", "a1"),
    ] {
        let set = format!("{board}.set");
        run(&["peglab", "set", "solve", board, &set, "--start", start]);
        let levels = run(&["peglab", "levels", board, "--reachable", &set]);
        assert_eq!(levels, run(&["peglab", "levels", board, "--start", start]));
    }
    run(&["solve", "--board", "5x6", "-o", "5x6.table"]);
    let verified = run(&["peglab", "set", "verify", "5x6.set"]);
    assert!(
        verified.contains("every checksum, count and position is right"),
        "{verified}"
    );

    for command in [
        &["find", NEAR, "--board", "5x6"][..],
        &["find", NEAR, "--board", "5x6", "--json"],
        &[
            "puzzle",
            ".###./#...#/#####/#...#/#...#/.....",
            "--board",
            "5x6",
            "--solution",
        ],
        &["puzzle", REACHABLE, "--board", "5x6"],
        &["puzzle", NEAR, "--board", "5x6"],
    ] {
        let solved = pegfont(folder.path(), command);
        for written in ["5x6.set", "5x6.table"] {
            let mut words = [command, &["--reachable", written]].concat();
            // The set has a board.
            words.retain(|word| !["--board", "5x6"].contains(word));
            let opened = pegfont(folder.path(), &words);
            assert_eq!(
                solved.status.code(),
                opened.status.code(),
                "{command:?} {written}"
            );
            // The command to keep a variant has the options of the list.
            let said = String::from_utf8_lossy(&opened.stdout);
            let said = said.replace(&format!("--reachable {written}"), "--board 5x6");
            assert_eq!(
                String::from_utf8_lossy(&solved.stdout),
                said,
                "{command:?} {written}"
            );
            assert_eq!(solved.stderr, opened.stderr, "{command:?} {written}");
        }
    }
    // What it draws is what the identifiers say.
    run(&[
        "render",
        REACHABLE,
        "--board",
        "5x6",
        "--at",
        "end",
        "-o",
        "solved.svg",
    ]);
    run(&[
        "render",
        REACHABLE,
        "--reachable",
        "5x6.table",
        "--at",
        "end",
        "-o",
        "rewound.svg",
    ]);
    let drawn = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(drawn("solved.svg"), drawn("rewound.svg"));
    assert!(run(&["puzzle", REACHABLE, "--reachable", "5x6.set"]).contains("solutions"));
    run(&["font", "new", "mine.toml"]);
    run(&["peglab", "set", "solve", "5x7", "5x7.set"]);
    let build = |name: &str, more: &[&str]| {
        let line = "font build mine.toml --only A --name mine --figures afresh -o";
        run(&[&line.split(' ').collect::<Vec<_>>()[..], &[name], more].concat());
        fs::read(folder.path().join(name)).unwrap()
    };
    assert_eq!(
        build("one.toml", &[]),
        build("other.toml", &["--reachable", "5x7.set"])
    );
    // Few files are open at once.
    assert!(fs::read_dir(folder.path().join("5x7.set")).unwrap().count() > 40);
    let command = ["puzzle", "A", "--solution", "--reachable", "5x7.set"];
    let output = in_shell(folder.path(), r#"ulimit -n 40; exec "$0" "$@""#, &command);
    assert_eq!(String::from_utf8_lossy(&output.stdout), run(&command));
}

/// Flips a bit of the content of a slice. The header takes the first 4 KiB.
fn flip(path: &Path, bit: usize) {
    let mut bytes = fs::read(path).unwrap();
    let content = bytes.len() - 4096;
    let bit = bit % (8 * content);
    bytes[4096 + bit / 8] ^= 1 << (bit % 8);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_set_never_answers_wrongly() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| pegfont(folder.path(), arguments);
    assert!(
        run(&["peglab", "set", "solve", "5x6", "5x6.set"])
            .status
            .success()
    );
    let commands: [&[&str]; 4] = [
        &["peglab", "levels", "5x6", "--reachable", "5x6.set"],
        &["puzzle", REACHABLE, "--solution", "--reachable", "5x6.set"],
        &["puzzle", REACHABLE, "--reachable", "5x6.set"],
        &["find", NEAR, "--board", "5x6", "--reachable", "5x6.set"],
    ];
    let sound = commands.map(run);
    let set = folder.path().join("5x6.set");
    let slices = files_of_set(&set)
        .into_keys()
        .filter(|name| name.ends_with("slice"));
    let slices: Vec<_> = slices.map(|name| set.join(name)).collect();
    let damaged = "the slice is damaged: the bytes from";
    let mut refusals = 0;
    for (number, slice) in slices.iter().enumerate().step_by(slices.len() / 12) {
        let bit = 0x9e37_79b9 * (number + 1);
        flip(slice, bit);
        for (command, sound) in commands.iter().zip(&sound) {
            let output = run(command);
            let said = String::from_utf8_lossy(&output.stderr);
            if output.status.code() == Some(1) && said.contains(damaged) {
                assert!(
                    said.contains(&*slice.file_name().unwrap().to_string_lossy()),
                    "{said}"
                );
                refusals += 1;
                continue;
            }
            // What was damaged was not needed.
            assert_eq!(
                output.status.code(),
                sound.status.code(),
                "{command:?}: {said}"
            );
            assert_eq!(output.stdout, sound.stdout, "{command:?}");
            assert_eq!(output.stderr, sound.stderr, "{command:?}");
        }
        flip(slice, bit);
    }
    assert!(refusals > 4, "{refusals}");
    // Now every chunk.
    for slice in &slices {
        let content = fs::metadata(slice).unwrap().len() as usize - 4096;
        (0..content)
            .step_by(1 << 14)
            .for_each(|byte| flip(slice, 8 * byte + 7));
    }
    for command in commands {
        let output = run(command);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command:?}: {said}");
        assert!(said.contains(damaged), "{command:?}: {said}");
        assert!(
            !said.contains("reached") && output.stdout.is_empty(),
            "{command:?}: {said}"
        );
    }
    // So it is with a table, whose header is longer.
    assert!(
        run(&["solve", "--board", "5x6", "-o", "5x6.table"])
            .status
            .success()
    );
    let table = folder.path().join("5x6.table");
    let mut bytes = fs::read(&table).unwrap();
    (1 << 15..bytes.len())
        .step_by(1 << 14)
        .for_each(|byte| bytes[byte] ^= 4);
    fs::write(&table, &bytes).unwrap();
    let said = |bytes: &[u8]| {
        fs::write(&table, bytes).unwrap();
        refused(
            folder.path(),
            &[
                "puzzle",
                REACHABLE,
                "--solution",
                "--reachable",
                "5x6.table",
            ],
        )
    };
    let damaged = said(&bytes);
    assert!(
        damaged.contains("the table of last jumps is damaged: the bytes from"),
        "{damaged}"
    );
    assert!(said(&bytes[..bytes.len() - 1]).contains("truncated"));
    bytes[40] ^= 1;
    assert!(said(&bytes).contains("its header is wrong"));
}

#[test]
fn a_run_goes_on_with_the_least_memory_unless_another_is_at_work() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["peglab", "set", "solve", "5x6", "new/a.set", "--memory"];
    let little = refused(folder.path(), &[&run[..], &["64KiB"]].concat());
    let least = little.strip_prefix("error: 5x6 needs at least ").unwrap();
    let least = least
        .strip_suffix(" of memory; raise --memory\n")
        .unwrap()
        .replace(' ', "");
    let run = [&run[..], &[&least]].concat();
    printed(folder.path(), &run);
    let set = folder.path().join("new/a.set");
    fs::remove_file(set.join("000-0.slice")).unwrap();
    let said = refused(folder.path(), &["peglab", "set", "count", "new/a.set"]);
    assert!(said.contains("`peglab set solve` goes on"), "{said}");
    let output = pegfont(folder.path(), &run);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("slices were there already"));
    let lock = fs::File::options()
        .write(true)
        .open(set.join("lock"))
        .unwrap();
    lock.lock().unwrap();
    let said = refused(folder.path(), &run);
    assert_eq!(
        said.lines().last(),
        Some("error: another run is computing the set new/a.set")
    );
}

/// A board with many slices, so that a run can be caught at work.
const RUN: [&str; 8] = [
    "peglab", "set", "solve", "5x7", "5x7.set", "--memory", "36MiB", "--json",
];

#[test]
fn a_run_that_is_killed_twenty_times_ends_with_the_same_files() {
    let [killed, whole] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let set_of = |folder: &tempfile::TempDir| folder.path().join("5x7.set");
    printed(whole.path(), &RUN);
    let (all, so_far) = (slices(&set_of(&whole)), || slices(&set_of(&killed)));
    let mut random = 7_usize;
    for kill in 1..=20 {
        let mut run = started(killed.path(), &RUN);
        random = random.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let wanted = so_far() + (random >> 16) % (2 * all / 24);
        // Until it has written this many more slices: then anything can be under way.
        while so_far() < wanted && run.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        run.kill().unwrap();
        run.wait().unwrap();
        assert!(so_far() < all, "killed {kill} times");
    }
    printed(killed.path(), &RUN);
    assert!(files_of_set(&set_of(&killed)) == files_of_set(&set_of(&whole)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_memory_is_kept_by_the_whole_program() {
    let folder = tempfile::tempdir().unwrap();
    // The set has 258 MiB.
    let command = [
        "peglab",
        "set",
        "solve",
        "french",
        "french.set",
        "--memory",
        "110MiB",
    ];
    let mut run = started(folder.path(), &command);
    let mut most = 0;
    while run.try_wait().unwrap().is_none() {
        most = most.max(peak(run.id()).unwrap_or(0));
        sleep(Duration::from_millis(2));
    }
    assert!(run.wait().unwrap().success());
    assert!(most > 60 << 20 && most <= 110 << 20, "{} MiB", most >> 20);
}

#[test]
fn two_runs_that_begin_at_one_moment_never_spoil_a_set() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let runs = ["5x5", "4x5"]
            .map(|board| started(folder.path(), &["peglab", "set", "solve", board, "a.set"]));
        let ended = runs.map(|run| run.wait_with_output().unwrap());
        assert!(
            ended.iter().any(|output| output.status.success()),
            "{ended:?}"
        );
        for output in ended.iter().filter(|output| !output.status.success()) {
            let said = String::from_utf8_lossy(&output.stderr);
            let known = [
                "another run is computing the set a.set",
                "a set of another board, start",
                "a.set has the set of ",
            ];
            assert!(known.iter().any(|known| said.contains(known)), "{said}");
        }
        let verified = printed(folder.path(), &["peglab", "set", "verify", "a.set"]);
        assert!(
            verified.contains("every checksum, count and position is right"),
            "{verified}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_slice_that_cannot_be_written_ends_the_run_and_the_next_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    // Files of more than 64 KiB are refused, and so is a slice in the middle.
    let limited = r#"ulimit -f 128; exec "$0" "$@""#;
    let output = in_shell(
        folder.path(),
        limited,
        &["peglab", "set", "solve", "5x7", "5x7.set"],
    );
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains(".slice: ") && said.contains("the same command goes on from here"),
        "{said}"
    );
    assert!(slices(&folder.path().join("5x7.set")) > 0);
    let computed = printed(folder.path(), &["peglab", "set", "solve", "5x7", "5x7.set"]);
    assert!(computed.contains(" all  1,045,173,439"), "{computed}");
}

#[test]
fn a_program_that_knows_only_the_documentation_reads_a_set() {
    let python = Command::new("python3")
        .args(["-c", "import tomllib"])
        .output();
    if !python.is_ok_and(|run| run.status.success()) {
        return eprintln!("skipped: there is no python3 with tomllib, which came with 3.11");
    }
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["peglab", "set", "solve", "5x5", "5x5.set"]);
    printed(
        folder.path(),
        &["peglab", "set", "solve", "5x5", "b1.set", "--start", "b1"],
    );
    let board: SmallBoard = "5x5".parse().unwrap();
    let plan = Slicing::new(&board, board.central_vacancy(), Some(4)).unwrap();
    plan.complete(&folder.path().join("parts.set"), 1 << 30, Progress::NONE)
        .unwrap();
    for set in ["5x5.set", "b1.set", "parts.set"] {
        let counted = printed(folder.path(), &["peglab", "set", "count", set, "--csv"]);
        let mut expected = vec!["0"; 26];
        for (pegs, count) in counted
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(','))
        {
            expected[pegs.parse::<usize>().unwrap()] = count;
        }
        let script = Path::new("tests/tools/read_set.py");
        let run = Command::new("python3")
            .arg(script)
            .arg(folder.path().join(set))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(
            String::from_utf8(run.stdout).unwrap().trim(),
            expected.join(" "),
            "{said}"
        );
    }
}
