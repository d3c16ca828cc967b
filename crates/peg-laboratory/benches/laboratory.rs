//! Measures the laboratory: `cargo bench -p peglab`. Times are the best of a few runs on
//! all threads, with the ratio to the closure of the English board in the same run. The table of
//! boards at the end is the one in docs/laboratory.md.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use peg_laboratory::line;
use peg_laboratory::{WinningList, levels_by_jumps, levels_by_moves, random_play};
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{Outcome, Search};
use peg_solitaire::solve::Reachable;
use peg_solitaire::winning::Winning;
use pegfont_base::table::{Cell, Table};

/// The best time of several runs.
fn best<T>(runs: usize, mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut timed = || {
        let begin = Instant::now();
        let result = run();
        (begin.elapsed(), result)
    };
    let mut best = timed();
    for _ in 1..runs {
        let next = timed();
        if next.0 < best.0 {
            best = next;
        }
    }
    best
}

fn board(name: &str) -> SmallBoard {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn report(what: &str, time: Duration, against: Duration, said: &str) {
    let ratio = time.as_secs_f64() / against.as_secs_f64();
    println!(
        "{what:<52} {:>9.1} ms {ratio:>8.2} x  {said}",
        time.as_secs_f64() * 1e3
    );
}

fn counts(table: &Table, heading: &str) -> Vec<u64> {
    let cells = table.column(heading);
    let cells = cells.unwrap_or_else(|| panic!("no counts of {heading}"));
    cells
        .iter()
        .filter_map(|cell| {
            if let Cell::Count(count) = cell {
                Some(*count)
            } else {
                None
            }
        })
        .collect()
}

fn main() {
    if let Ok(name) = std::env::var(BOARD) {
        return solve_alone(&name);
    }

    let closure = english();
    whole_processes(closure);
    searches(closure);
    line_of_a_million_holes(closure);

    println!("\n| board | holes | rank | reachable | time | against English | peak memory |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for name in [
        "triangle15",
        "triangle21",
        "5x5",
        "triangle28",
        "5x6",
        "english",
        "5x7",
        "6x6",
        "french",
    ] {
        one_board(name, closure);
    }
}

/// The English board by its tables. Returns the time of its closure.
fn english() -> Duration {
    let english = board("english");
    let start = english.central_vacancy();
    let finish = english.complement(start);
    let (closure, reachable) = best(5, || {
        Reachable::solve(&english, start, Progress::NONE).unwrap()
    });
    report(
        "english: all reachable positions",
        closure,
        closure,
        &reachable.count().to_string(),
    );

    winning_list(&english, start, closure);

    let (time, levels) = best(5, || {
        let winning = Winning::of(&reachable, &[finish], Progress::NONE).unwrap();
        levels_by_jumps(&reachable, &winning, Progress::NONE).unwrap()
    });
    let classes = |heading| counts(&levels, heading).iter().sum::<u64>();
    let said = format!(
        "{} classes, {} win",
        classes("reachable"),
        classes("winning")
    );
    report("english: classes by jumps", time, closure, &said);

    let (time, levels) = best(1, || {
        levels_by_moves(&english, start, Some(finish), Progress::NONE).unwrap()
    });
    let said = format!("{} levels", levels.rows.len());
    report(
        "english: classes by moves, from both ends",
        time,
        closure,
        &said,
    );

    let (time, play) = best(1, || {
        random_play(&reachable, None, false, Progress::NONE).unwrap()
    });
    let said = format!("one peg: {:.4e}", play.probabilities[31]);
    report("english: random play", time, closure, &said);
    closure
}

fn winning_list(english: &SmallBoard, start: Bitboard, closure: Duration) {
    let problem = [(start, english.complement(start))];
    let (time, list) = best(5, || {
        WinningList::solve(english, &problem, Progress::NONE).unwrap()
    });
    report(
        "english: all winning positions, from nothing",
        time,
        closure,
        &list.count().to_string(),
    );

    let asked: Vec<Bitboard> = list.lists[0].iter().step_by(97).copied().collect();
    let wins = |position: Bitboard| {
        english
            .legal_jumps(position)
            .filter(|jump| list.is_winning(jump.play(position)) == Ok(true))
            .count()
            > 0
    };
    let (time, _) = best(5, || asked.iter().filter(|code| wins(**code)).count());
    let each = time / asked.len() as u32;
    report(
        "english: which jumps keep it winning, once",
        each,
        closure,
        &format!("{each:?}"),
    );
}

/// Commands from start to exit.
fn whole_processes(closure: Duration) {
    for line in ["positions english stored", "solutions english --count"] {
        let (time, ()) = best(5, || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_peglab"));
            command.args(line.split(' ')).stdout(Stdio::null());
            assert!(command.status().unwrap().success());
        });
        report(
            &format!("peglab {line}"),
            time,
            closure,
            "the whole process",
        );
    }
}

/// Games on boards that are searched instead of enumerated.
fn searches(closure: Duration) {
    for (name, vacancy) in [("wiegleb", "e5"), ("diamond", "e3")] {
        let board = board(name);
        let hole = board.parse_hole(vacancy).unwrap();
        let start = board.full().without(hole.bit());
        let search = Search {
            enumerated: 0,
            ..Search::default()
        };
        let (time, reduced) = best(1, || {
            search
                .reduce(board.as_board(), &start.into(), None, Progress::NONE)
                .expect("it fits")
        });
        let solved = matches!(reduced.outcome, Outcome::Solved(_));
        let said = format!("solved: {solved}");
        report(
            &format!("{name}: a solution from {vacancy}"),
            time,
            closure,
            &said,
        );
    }
}

fn line_of_a_million_holes(closure: Duration) {
    // Bits of a linear congruential generator with a fixed seed.
    let mut bits = 1_u64;
    let row: Vec<bool> = (0..1_000_000)
        .map(|_| {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            bits >> 63 == 1
        })
        .collect();
    let (time, reduction) = best(5, || line::reduce(&row));
    report(
        "a line of a million holes",
        time,
        closure,
        &format!("{} pegs left", reduction.pegs()),
    );
}

/// The environment variable that makes a child process solve a board.
const BOARD: &str = "PEGFONT_BENCH_BOARD";

/// Solves a board in a child process, to measure its peak memory, and prints a line of the table.
fn one_board(name: &str, against: Duration) {
    let this = std::env::current_exe().unwrap();
    let output = Command::new(this).env(BOARD, name).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let mut said = said.split_whitespace();
    let mut number = || said.next().and_then(|word| word.parse::<u64>().ok());
    let (Some(micros), Some(count), Some(rank)) = (number(), number(), number()) else {
        println!("| {name} | no answer: is there enough memory? |");
        return;
    };
    let memory = number().map_or("-".to_owned(), |kib| {
        format!("{:.1} MiB", kib as f64 / 1024.0)
    });
    let time = Duration::from_micros(micros);
    println!(
        "| {name} | {} | {rank} | {count} | {:.1} ms | {:.2} | {memory} |",
        board(name).holes(),
        time.as_secs_f64() * 1e3,
        time.as_secs_f64() / against.as_secs_f64(),
    );
}

/// Prints the results of a child process: microseconds, positions, rank, and peak memory in KiB if
/// the system reports it.
fn solve_alone(name: &str) {
    let board = board(name);
    let runs = if board.holes() > 33 { 3 } else { 5 };
    let solve = || Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
    // Only one set exists at a time, so the peak memory is that of one.
    let (time, _) = best(runs, || drop(solve()));
    let reachable = solve();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak
        .and_then(|rest| rest.split_whitespace().next())
        .unwrap_or("-");
    println!(
        "{} {} {} {peak}",
        time.as_micros(),
        reachable.count(),
        reachable.class().rank()
    );
}
