//! The laboratory against the clock: `cargo bench --bench laboratory`. Times are the best of a few runs on all
//! threads, with the ratio to the closure of the same board in the same run.

use std::time::{Duration, Instant};

use pegfont::analysis::{Levels, Search, SearchAnswer, SearchLimits, WinningFile};
use pegfont::board::{Board, Position};
use pegfont::line;
use pegfont::solve::Reachable;

/// The best time of some runs.
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

fn board(name: &str) -> Board {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn report(what: &str, time: Duration, against: Duration, said: &str) {
    let ratio = time.as_secs_f64() / against.as_secs_f64();
    println!("{what:<52} {:>9.1} ms {ratio:>8.2} x  {said}", time.as_secs_f64() * 1e3);
}

fn main() {
    let english = board("english");
    let start = english.central_vacancy();
    let (closure, reachable) = best(5, || Reachable::solve(&english, start).unwrap());
    report("english: all reachable positions", closure, closure, &reachable.count().to_string());

    let problem = [(start, english.complement(start))];
    let (time, file) = best(5, || WinningFile::solve(&english, &problem, &|_, _| {}).unwrap());
    report("english: all winning positions, from nothing", time, closure, &file.len().to_string());

    let mut bytes = Vec::new();
    file.write(&mut bytes).unwrap();
    let (time, read) = best(5, || WinningFile::read(&bytes).unwrap());
    report("english: the winning file read", time, closure, &format!("{} bytes", bytes.len()));

    let asked: Vec<Position> = read.codes().iter().step_by(97).copied().collect();
    let (time, _) =
        best(5, || asked.iter().filter(|code| read.winning_jumps(**code).count() > 0).count());
    let each = time / asked.len() as u32;
    report("english: which jumps keep it winning, once", each, closure, &format!("{each:?}"));

    let (time, levels) = best(2, || Levels::by_jumps(&reachable, None));
    let classes: u64 = levels.counts("reachable").unwrap_or(&[]).iter().sum();
    report("english: classes by jumps", time, closure, &classes.to_string());

    for (name, vacancy) in [("wiegleb", "e5"), ("diamond", "e3")] {
        let board = board(name);
        let hole = board.parse_hole(vacancy).unwrap();
        let start = board.full().without(hole.bit());
        let limits = SearchLimits::default();
        let (time, search) = best(1, || Search::run(&board, start, board.full(), limits));
        let solved = matches!(search.answer, SearchAnswer::Solved(_));
        let said = format!("{} positions, solved: {solved}", search.positions);
        report(&format!("{name}: a solution from {vacancy}"), time, closure, &said);
    }

    // Bits of a fixed linear congruential generator.
    let mut bits = 1_u64;
    let row: Vec<bool> = (0..1_000_000)
        .map(|_| {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            bits >> 63 == 1
        })
        .collect();
    let (time, reduction) = best(5, || line::reduce(&row));
    report("a line of a million holes", time, closure, &format!("{} pegs left", reduction.pegs()));

    println!("\nholes  rank  memory MiB  closure ms  reachable");
    for name in ["triangle15", "triangle21", "5x5", "triangle28", "5x6", "english", "5x7"] {
        let board = board(name);
        let (time, reachable) =
            best(2, || Reachable::solve(&board, board.central_vacancy()).unwrap());
        println!(
            "{:>5}  {:>4}  {:>10.2}  {:>10.2}  {:>13}  {name}",
            board.holes(),
            reachable.class().rank(),
            Reachable::memory_needed(&board) as f64 / 1048576.0,
            time.as_secs_f64() * 1e3,
            reachable.count()
        );
    }
}
