//! What the program does when the system sets it limits: with too little memory it says so, and Ctrl-C stops it. The address space
//! is limited by `ulimit -v`, and the program is run as a user runs it.

use crate::running::{PROGRAM, counts, in_shell, started};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use peg_solitaire::Error;
use peg_solitaire::analysis::{Winning, WinningList, random_play};
use peg_solitaire::board::{Board, Position, SmallBoard};
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::search::{Limit, Outcome, Search};
use peg_solitaire::solve::Reachable;

/// Runs the program in an empty folder with this address space.
fn within_mebibytes(mebibytes: u64, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let kibibytes = mebibytes << 10;
    let script = format!(r#"ulimit -v {kibibytes} && RAYON_NUM_THREADS=2 exec "$0" "$@""#);
    in_shell(folder.path(), &script, arguments)
}

/// Whether the run succeeded. If not, it must have ended with exit code 1 and a message with what is needed and available.
fn succeeds(output: &Output, run: &str) -> bool {
    let errors = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => true,
        Some(1) => {
            assert_eq!(errors.lines().count(), 1, "{run}: {errors}");
            let words = ["error: ", "not enough memory for ", " needed, ", " available"];
            assert!(words.iter().all(|&word| errors.contains(word)), "{run}: {errors}");
            false
        }
        _ => panic!("{run}: {}: {errors}", output.status),
    }
}

#[test]
fn every_command_says_what_it_needs_when_there_is_little_memory() {
    let commands = [
        "board positions 6x6 stored",
        "board positions 5x7 indexed",
        "board problems diamond",
        "board levels triangle36",
        "board levels english",
        "board levels english --moves",
        "board random-play english",
        "board reduce 6x6 --enumerate",
        "font build -o -",
        "font export",
        "font export -o all.woff2",
        "puzzle L",
        "puzzle L --solution=random:1",
        "find L",
        "solve",
    ];
    for command in commands {
        let arguments: Vec<&str> = command.split(' ').collect();
        // The program takes some 24 MiB of it, as little as it is optimised for the tests.
        for mebibytes in [32, 64] {
            let output = within_mebibytes(mebibytes, &arguments);
            let run = format!("{command} in {mebibytes} MiB");
            assert!(!succeeds(&output, &run), "{run} succeeds");
            assert!(output.stdout.is_empty(), "{run}");
        }
    }
    for command in ["one-game PEG -o peg.game", "font specimen -o s.pdf", "render PEG -o p.gif"] {
        let arguments: Vec<&str> = command.split(' ').collect();
        for mebibytes in [30, 32, 36, 40] {
            let run = format!("{command} in {mebibytes} MiB");
            assert!(!succeeds(&within_mebibytes(mebibytes, &arguments), &run), "{run} succeeds");
        }
    }
}

#[test]
fn a_list_that_does_not_fit_ends_the_work_with_a_message() {
    // From where the board can be solved to where all can be counted, whichever list is the first to be refused.
    let (mut refused, mut counted) = (0, 0);
    let problem = ["board", "solutions", "4x7", "--start", "b4", "--finish", "c4", "--count"];
    for mebibytes in (52..=92).step_by(4) {
        let output = within_mebibytes(mebibytes, &problem);
        if succeeds(&output, &format!("counting in {mebibytes} MiB")) {
            assert_eq!(output.stdout, b"235,675,845,819,036 solutions\n");
            counted += 1;
        } else {
            refused += 1;
        }
    }
    assert!(refused > 0 && counted > 0, "{refused} refused, {counted} counted");
    // This set takes 68 MiB.
    let solved = within_mebibytes(293, &["solve"]);
    assert!(succeeds(&solved, "solve"));
    assert!(String::from_utf8_lossy(&solved.stdout).contains(" all       1,045,173,439"));
}

/// The most memory that a process has taken so far, in KiB, while it runs.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().strip_suffix("kB")?.trim().parse().ok()).unwrap_or(0)
}

#[test]
fn what_is_too_large_is_refused_before_any_work() {
    const COMMANDS: [&str; 21] = [
        "solve --board BOARD",
        "solve --board BOARD --list",
        "solve --board BOARD --verify",
        "solve --board BOARD -o my.table",
        "solve --board BOARD -o my.set",
        "solve --board BOARD -o my.set --memory 1GiB",
        "board levels BOARD",
        "board levels BOARD --moves",
        "board positions BOARD winning losing solvable",
        "board positions BOARD reachable dead-ends",
        "board positions BOARD symmetric --winning",
        "board positions BOARD hard",
        "board positions BOARD stored",
        "board positions BOARD indexed",
        "board problems BOARD",
        "board random-play BOARD --winning",
        "board solutions BOARD",
        "board solutions BOARD --symmetric",
        "board reduce BOARD --enumerate",
        "puzzle a1 --board BOARD --start b1",
        "find code:1 --board BOARD",
    ];
    let rectangles = (1..=10).flat_map(|rows| (1..=rows).map(move |columns| (columns, rows)));
    let names = ["english", "french", "wiegleb", "diamond", "triangle55", "triangle66", "line64"];
    let boards = rectangles.map(|(columns, rows)| format!("{columns}x{rows}"));
    let boards: Vec<String> = boards.chain(names.map(str::to_owned)).collect();
    let folder = tempfile::tempdir().unwrap();
    let (mut runs, mut refused) = (0, 0);
    for name in boards {
        let board: Board = name.parse().unwrap();
        let needed = board
            .small()
            .map_or(u64::MAX, |board| Reachable::memory_needed(&board, board.central_vacancy()));
        // The others are solved. What fits on a disk is computed there.
        for command in COMMANDS
            .iter()
            .filter(|command| needed > if command.contains("my.set") { 100 << 40 } else { 4 << 30 })
        {
            let command = command.replace("BOARD", &name);
            let limits = r#"ulimit -v 4194304 && ulimit -t 5 && exec "$0" "$@""#;
            let mut run = Command::new("sh");
            run.args(["-c", limits, PROGRAM]).args(command.split(' ')).current_dir(&folder);
            run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut run = run.spawn().unwrap();
            let mut most = 0;
            while run.try_wait().unwrap().is_none() {
                most = most.max(peak(run.id()));
                std::thread::sleep(Duration::from_millis(2));
            }
            let output = run.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(1 | 2)), "{command}: {output:?}");
            assert!(output.stdout.is_empty() && said.starts_with("error: "), "{command}: {said}");
            assert!(most < 100 << 10, "{command}: {most} KiB: {said}");
            // A set that doesn't fit on the disk is not advised.
            assert!(needed < 100 << 40 || !said.contains("NAME.set"), "{command}: {said}");
            runs += 1;
            refused += u32::from(said.contains("not enough"));
        }
    }
    assert!(fs::read_dir(&folder).unwrap().next().is_none());
    assert!(refused > 100 && runs > refused, "{refused} of {runs}");
}

/// How often work asks whether to go on. It ends where the answer is no, and asks no more than once in each thread.
fn questions(work: &dyn Fn(Progress<'_>) -> Result<(), Error>) -> u64 {
    let run = |most: u64| {
        let asked = AtomicU64::new(0);
        let watch = |_, _| match asked.fetch_add(1, Ordering::Relaxed) < most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let done = work(Progress::new(&watch));
        (done, asked.into_inner())
    };
    let (done, all) = run(u64::MAX);
    assert_eq!(done, Ok(()));
    for most in [0, all / 4, all / 2, all * 3 / 4] {
        let (done, asked) = run(most);
        assert_eq!(done, Err(Error::Interrupted(Interrupted)), "{most} of {all}");
        assert!(asked <= most + peg_solitaire::parallel::threads() as u64, "{asked}, {most}");
    }
    all
}

#[test]
fn every_pass_asks_whether_to_go_on() {
    let board: SmallBoard = "4x7".parse().unwrap();
    let start = board.full().without(board.parse_hole("a1").unwrap().bit());
    let finishes = [board.complement(start)];
    let solving = questions(&|progress| Reachable::solve(&board, start, progress).map(drop));
    let winning =
        questions(&|progress| Winning::solve(&board, start, &finishes, progress).map(drop));
    let listed = questions(&|progress| {
        WinningList::solve(&board, &[(start, finishes[0])], progress).map(drop)
    });
    assert!(listed >= winning + 16, "{listed}, {winning}");
    // No game leads to this class: the fewest pegs are looked for.
    let (large, other) = (Board::from(&board), board.parse_hole("b1").unwrap());
    let reduced = questions(&|progress| {
        let search = Search::default();
        let reduced = search.reduce(&large, &start.into(), Some(other), progress)?;
        assert!(matches!(reduced.outcome, Outcome::Impossible(_)) && reduced.fewest_pegs.is_some());
        Ok(())
    });
    assert!(reduced >= solving + 16, "{reduced}, {solving}");
    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
    let played = questions(&|progress| random_play(&reachable, None, progress).map(drop));
    assert!(played >= 500, "{played}");
    // A board that is one window, and one where lines are cleared.
    for (rows, least) in [(8, 10), (24, 60)] {
        let board = Board::rectangle(8, rows).unwrap();
        let thin = |every| board.each_hole().filter(move |hole| hole.index() % every == 0);
        let mut ends = (4..20).map(|every| thin(every).collect::<Position>());
        let end = ends.find(|end| Search::impossible(&board, None, end).is_none()).unwrap();
        let search = Search { attempts: 1, ..Search::default() };
        let asked = questions(&|progress| search.run(&board, None, &end, progress).map(drop));
        assert!(asked >= least, "{rows}: {asked}");
        let tight = Search { memory: 1 << 13, ..search };
        let full = tight.run(&board, None, &end, Progress::NONE);
        assert_eq!(full, Ok(Outcome::GaveUp(Limit::Memory)), "{rows}");
    }
}

/// The limit is not for root, who becomes another user here.
#[test]
fn a_program_that_gets_no_threads_does_all_work_in_one() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let program = folder.path().join("pegfont");
    fs::copy(PROGRAM, &program).unwrap();
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let other_user = ["setpriv", "--reuid=65534", "--clear-groups"];
    let words = other_user.iter().filter(|_| is_root).chain(&["bash", "-c"]);
    let words: Vec<&str> = words.copied().collect();
    for command in [
        "render PEG --format gif -o -",
        "puzzle A --solution=random:1",
        "board levels triangle21",
        "board positions 4x5 dead-ends --list",
        "one-game PEG --format txt -o -",
        "solve --board 5x6 -o 5x6.set",
        "solve --reachable 5x6.set",
    ] {
        let mut expected = None;
        for processes in [4096, 1, 2, 4] {
            let limit = format!("ulimit -u {processes} && exec ./pegfont {command}");
            if command.contains("-o 5x6.set") {
                let _ = fs::remove_dir_all(folder.path().join("5x6.set"));
            }
            let mut run = Command::new(words[0]);
            run.args(&words[1..]).arg(limit).current_dir(folder.path());
            let output = run.env("RAYON_NUM_THREADS", "3").output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{command}, {processes}: {errors}");
            let printed = counts(&String::from_utf8_lossy(&output.stdout)).join("\n");
            assert_eq!(expected.get_or_insert_with(|| printed.clone()), &printed, "{command}");
        }
    }
}

/// The long form is described in docs/internals/architecture.md.
#[test]
#[ignore = "needs python3"]
fn what_breaks_programs_breaks_nothing_here() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/break_it.py");
    let parts = ["memory", "damage", "inert", "--times", "1"];
    let run = Command::new("python3").arg(script).arg(PROGRAM).args(parts).output().unwrap();
    let table = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{table}{}", String::from_utf8_lossy(&run.stderr));
    assert!(table.lines().count() >= 35, "{table}");
}

#[test]
fn interrupted_work_ends_with_a_word_and_the_code_of_the_shell() {
    let args = ["font", "build", "--figures", "afresh", "-o", "-"];
    let mut child = started(Path::new("."), &args);
    let status = format!("/proc/{}/status", child.id());
    let handles_interrupts = || {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
        caught.unwrap_or(0) >> 1 & 1 == 1
    };
    let begin = Instant::now();
    while !handles_interrupts() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no handler");
        assert_eq!(child.try_wait().unwrap(), None, "it takes minutes");
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "interrupted\n");
}

#[test]
fn a_signal_while_a_file_is_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let text = "PEGSOLITAIRE".repeat(60);
    let mut child = started(folder.path(), &["render", &text, "-o", "film.gif"]);
    let count = || fs::read_dir(folder.path()).unwrap().count();
    while count() == 0 {
        assert_eq!(child.try_wait().unwrap(), None, "it has ended without a file");
        std::thread::sleep(Duration::from_millis(1));
    }
    let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(count(), 0);
}
