//! What the program does when the system sets it limits: with too little memory it says so, and
//! Ctrl-C stops it. The address space is limited by `ulimit -v`, and the program is run as a user
//! runs it.

use crate::running::{PROGRAM, files, in_shell, program, started};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use peg_laboratory::{WinningList, random_play};
use peg_solitaire::Error;
use peg_solitaire::board::{Board, Position, SmallBoard};
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::search::{Limit, Outcome, Search};
use peg_solitaire::solve::Reachable;
use peg_solitaire::winning::Winning;

/// Runs the program in an empty folder with this address space.
fn within_mebibytes(mebibytes: u64, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let kibibytes = mebibytes << 10;
    let script = format!(r#"ulimit -v {kibibytes} && RAYON_NUM_THREADS=2 exec "$0" "$@""#);
    in_shell(folder.path(), &script, arguments)
}

/// Whether the run succeeded. If not, it must have ended with exit code 1 and a message with what
/// is needed and available.
fn succeeds(output: &Output, run: &str) -> bool {
    let errors = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => true,
        Some(1) => {
            assert_eq!(errors.lines().count(), 1, "{run}: {errors}");
            let words = [
                "error: ",
                "not enough memory for ",
                " needed, ",
                " available",
            ];
            assert!(
                words.iter().all(|&word| errors.contains(word)),
                "{run}: {errors}"
            );
            false
        }
        _ => panic!("{run}: {}: {errors}", output.status),
    }
}

#[test]
fn every_command_says_what_it_needs_when_there_is_little_memory() {
    let commands = [
        "peglab positions 6x6 stored",
        "peglab positions 5x7 indexed",
        "peglab problems diamond",
        "peglab levels triangle36",
        "peglab levels english",
        "peglab levels english --moves",
        "peglab random-play english",
        "peglab reduce 6x6 --enumerate",
        "font build -o -",
        "font export",
        "font export -o all.woff2",
        "puzzle L",
        "puzzle L --solution=fewest-moves",
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
    for command in [
        "one-game PEG -o peg.game",
        "font specimen -o s.pdf",
        "render PEG -o p.gif",
    ] {
        let arguments: Vec<&str> = command.split(' ').collect();
        for mebibytes in [30, 32, 36, 40] {
            let run = format!("{command} in {mebibytes} MiB");
            assert!(
                !succeeds(&within_mebibytes(mebibytes, &arguments), &run),
                "{run} succeeds"
            );
        }
    }
}

#[test]
fn random_play_asks_for_memory_before_it_looks_for_a_problem() {
    let arguments = ["peglab", "random-play", "french"];
    // A second of processor time is too little for the standard problem.
    let script = r#"ulimit -v 3000000 && ulimit -t 1 && exec "$0" "$@""#;
    let output = in_shell(Path::new("."), script, &arguments);
    assert!(!succeeds(&output, "peglab random-play french"));
}

#[test]
fn a_list_that_does_not_fit_ends_the_work_with_a_message() {
    // From where the board can be solved to where all can be counted, whichever list is the first
    // to be refused.
    let (mut refused, mut counted) = (0, 0);
    let problem = [
        "peglab",
        "solutions",
        "4x7",
        "--start",
        "b4",
        "--finish",
        "c4",
        "--count",
    ];
    for mebibytes in (52..=92).step_by(4) {
        let output = within_mebibytes(mebibytes, &problem);
        if succeeds(&output, &format!("counting in {mebibytes} MiB")) {
            assert_eq!(output.stdout, b"235,675,845,819,036 solutions\n");
            counted += 1;
        } else {
            refused += 1;
        }
    }
    assert!(
        refused > 0 && counted > 0,
        "{refused} refused, {counted} counted"
    );
    // This set takes 68 MiB.
    let solved = within_mebibytes(293, &["solve"]);
    assert!(succeeds(&solved, "solve"));
    assert!(String::from_utf8_lossy(&solved.stdout).contains(" all  1,045,173,439"));
}

/// How often work asks whether to go on. It ends where the answer is no, and asks no more than once
/// in each thread.
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
        assert_eq!(
            done,
            Err(Error::Interrupted(Interrupted)),
            "{most} of {all}"
        );
        assert!(
            asked <= most + pegfont_base::parallel::threads() as u64,
            "{asked}, {most}"
        );
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
    let played = questions(&|progress| random_play(&reachable, None, false, progress).map(drop));
    assert!(played >= 500, "{played}");
    // A board that is one window, and one where lines are cleared.
    for (rows, least) in [(8, 10), (24, 60)] {
        let board = Board::rectangle(8, rows).unwrap();
        let thin = |every| {
            board
                .each_hole()
                .filter(move |hole| hole.index() % every == 0)
        };
        let mut ends = (4..20).map(|every| thin(every).collect::<Position>());
        let end = ends
            .find(|end| Search::impossible(&board, None, end) == Ok(None))
            .unwrap();
        let search = Search {
            attempts: 1,
            ..Search::default()
        };
        let asked = questions(&|progress| search.run(&board, None, &end, progress).map(drop));
        assert!(asked >= least, "{rows}: {asked}");
        let tight = Search {
            memory: 1 << 13,
            ..search
        };
        let full = tight.run(&board, None, &end, Progress::NONE);
        assert_eq!(full, Ok(Outcome::GaveUp(Limit::Memory)), "{rows}");
    }
}

/// The long form is described in docs/internals/architecture.md.
#[test]
#[ignore = "needs python3"]
fn what_breaks_programs_breaks_nothing_here() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/break_it.py");
    let parts = ["memory", "damage", "inert", "--times", "1"];
    let run = Command::new("python3")
        .arg(script)
        .arg(PROGRAM)
        .args(parts)
        .output()
        .unwrap();
    let table = String::from_utf8_lossy(&run.stdout);
    assert!(
        run.status.success(),
        "{table}{}",
        String::from_utf8_lossy(&run.stderr)
    );
    assert!(table.lines().count() >= 35, "{table}");
}

/// A file of the system about a process; empty if that has ended.
fn about(process: u32, file: &str) -> String {
    fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default()
}

/// Whether a process has a handler for Ctrl-C.
fn handles_interrupts(process: u32) -> bool {
    let status = about(process, "status");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    caught.unwrap_or(0) >> 1 & 1 == 1
}

/// The processor time that a process has taken, in hundredths of a second.
fn processor_time(process: u32) -> u64 {
    let stat = about(process, "stat");
    // The name of the program may have spaces.
    let after = stat.rsplit_once(')').map_or("", |parts| parts.1);
    let times = after.split_whitespace().skip(11).take(2);
    times.filter_map(|time| time.parse::<u64>().ok()).sum()
}

/// Waits until something is so of a process. False if the process ends before.
fn waits(child: &mut Child, is_so: impl Fn(u32) -> bool) -> bool {
    let begin = Instant::now();
    while !is_so(child.id()) {
        assert!(begin.elapsed() < Duration::from_secs(60), "it waits");
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

fn send(signal: &str, child: &Child) {
    let mut kill = Command::new("kill");
    kill.args([signal, &child.id().to_string()]);
    assert!(kill.status().unwrap().success());
}

/// Every command that can take half a second, with arguments for which it does.
const LONG: [&str; 21] = [
    "peglab levels english --moves",
    "peglab line --pegs 40",
    "peglab positions 6x6 stored",
    "peglab problems 6x6",
    "peglab random-play english",
    "peglab reduce 6x6 --enumerate",
    "peglab solutions 5x7 --start c4 --finish c4 --count",
    "find R --start any",
    "find R -d 4 -o r.html",
    "font build --figures afresh -o -",
    "font export -o all.ttf -o all.woff2",
    "font specimen -o poster.pdf",
    "one-game PEGSOLITAIRE -o one.gif",
    "puzzle W --hints",
    "puzzle L --solution=fewest-moves",
    "render PEGSOLITAIRE --size 2000 -o film.gif",
    "render PEGSOLITAIRE --order sequence -o film.apng",
    "sheet PEGSOLITAIRE -o sheet.pdf",
    "peglab set solve 6x7 big.set",
    "solve --list",
    "solve -o jumps.table",
];

/// Runs a command, and interrupts it once it has a handler and has taken this much processor time.
/// Returns its exit code; none if it has ended before.
fn interrupted(command: &str, hundredths: u64) -> Option<i32> {
    let folder = tempfile::tempdir().unwrap();
    let words: Vec<&str> = command.split(' ').collect();
    let (program, arguments) = program(&words);
    let mut run = Command::new(program);
    run.args(arguments).current_dir(folder.path());
    // At first, nobody reads what it prints, so that a list of many lines doesn't end.
    let prints_to = if hundredths == 0 {
        Stdio::piped()
    } else {
        Stdio::null()
    };
    let mut child = run
        .stdout(prints_to)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let is_so = |process| handles_interrupts(process) && processor_time(process) >= hundredths;
    let runs = waits(&mut child, is_so);
    if runs {
        send("-INT", &child);
    }

    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    if code != Some(0) {
        assert_eq!(code, Some(130), "{command} at {hundredths}: {said}");
        assert!(said.ends_with("interrupted\n"), "{command}: {said}");
    }
    let left = files(folder.path());
    let is_unfinished = |name: &String| name.ends_with(".tmp");
    assert!(!left.keys().any(is_unfinished), "{command}: {left:?}");
    code.filter(|_| runs)
}

#[test]
fn interrupted_work_ends_with_a_word_and_the_code_of_the_shell() {
    for command in LONG {
        // A machine that is busy may let a quick one end before the signal gets there.
        let mut tries = (0..20).map(|_| interrupted(command, 0));
        assert!(tries.any(|code| code == Some(130)), "{command}");

        let mut tries = (0..20).map_while(|_| interrupted(command, 30));
        let first = tries.next();
        let is_quick = first.is_none();
        let is_stopped = first == Some(130) || tries.any(|code| code == 130);
        assert!(is_quick || is_stopped, "{command} in the middle");
    }
}

#[test]
fn a_second_signal_ends_work_at_once_with_any_number_of_threads() {
    for threads in ["1", "100000"] {
        let folder = tempfile::tempdir().unwrap();
        let mut run = Command::new(PROGRAM);
        run.args(["font", "build", "--figures", "afresh", "-o", "-"]);
        run.env("RAYON_NUM_THREADS", threads)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = run.spawn().unwrap();
        assert!(waits(&mut child, |process| processor_time(process) >= 50));

        let cores = std::thread::available_parallelism().unwrap().get();
        let tasks = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
        assert!(tasks.count() <= 4 * cores + 2);
        send("-TERM", &child);
        send("-INT", &child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "interrupted\n");
    }
}

#[test]
fn what_nohup_protects_goes_on_without_its_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let script = r#"trap "" HUP; exec "$0" font specimen -o a.pdf"#;
    let mut run = Command::new("sh");
    run.args(["-c", script, PROGRAM])
        .current_dir(folder.path())
        .stdout(Stdio::null());
    let mut child = run.spawn().unwrap();
    assert!(waits(&mut child, handles_interrupts));
    send("-HUP", &child);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_signal_while_a_file_is_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let text = "PEGSOLITAIRE".repeat(60);
    let mut child = started(folder.path(), &["render", &text, "-o", "film.gif"]);
    let count = || fs::read_dir(folder.path()).unwrap().count();
    while count() == 0 {
        assert_eq!(
            child.try_wait().unwrap(),
            None,
            "it has ended without a file"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    let kill = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(count(), 0);
}
