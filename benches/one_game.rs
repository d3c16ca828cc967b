//! Measures how long it takes to find one game for texts and pictures, and how many are found:
//! `cargo bench --bench one_game`. All times are printed with their ratio to the solver's time in
//! the same run.

mod measure;
#[path = "../tests/it/texts.rs"]
mod texts;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use peg_solitaire::board::{Board, Position, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{LastPosition, PlayOutcome, Search};
use peg_solitaire::solve::Reachable;
use pegfont_film::one_game;
use pegfont_film::timeline::{Lines, Missing};
use pegfont_type::font::Font;
use pegfont_type::glyph::{Drawn, Sampling};

use measure::{best, child, peak_memory, ratio, seconds};
use texts::{Chance, drawn, noise, text};

/// No search takes longer than this.
const LONGEST: Duration = Duration::from_secs(120);

/// How many texts are set.
const TEXTS: usize = 200;

/// The numbers of holes at which the table of times is divided.
const HOLES: [usize; 6] = [128, 256, 512, 1024, 2048, 4096];

/// A search that ended.
struct Found {
    lines: usize,
    holes: usize,
    time: Duration,
    is_solved: bool,
}

fn main() {
    // A child process measures the peak memory of all texts.
    if std::env::args().nth(1).as_deref() == Some("memory") {
        texts();
        println!("{}", peak_memory().unwrap_or(0) >> 20);
        return;
    }
    let board: SmallBoard = "5x7".parse().expect("a board by name");
    let solver = best(5, || {
        Reachable::solve(&board, board.central_vacancy(), Progress::NONE)
    });
    println!("the solver, 5x7: {}", seconds(solver));

    let found = texts();
    let solved = found.iter().filter(|found| found.is_solved).count();
    println!(
        "\n{solved} of {TEXTS} texts solved; peak memory {} MiB",
        child("memory")
    );
    let one_line: Vec<&Found> = found.iter().filter(|found| found.lines == 1).collect();
    told("one line", &one_line, solver);
    told("all", &found.iter().collect::<Vec<_>>(), solver);
    let mut above = 0;
    for most in HOLES {
        let range = above + 1..=most;
        let some: Vec<&Found> = found
            .iter()
            .filter(|it| range.contains(&it.holes))
            .collect();
        told(&format!("{} to {most} holes", range.start()), &some, solver);
        above = most;
    }

    println!();
    for (name, (board, pegs)) in pictures() {
        let found = searched(
            &one_game::picture_layouts(&board, &pegs, None).expect("it has places"),
            0,
        );
        let outcome = if found.is_solved {
            "solved"
        } else {
            "not solved"
        };
        let (time, times) = (seconds(found.time), ratio(found.time, solver));
        let size = board.to_string();
        println!("{name:20} {size:>6}: {time}, {times:6.1} x the solver, {outcome}");
    }
}

/// Searches for a game for each of the texts.
fn texts() -> Vec<Found> {
    let font = Font::builtin().expect("the built-in font");
    let designs = font.designs();
    let mut chance = Chance::new(14);
    let texts = (0..TEXTS).map(|_| {
        let text = text(&mut chance);
        let lines = Lines::new(&designs, &text, 16, Missing::Refuse).expect("letters and figures");
        let layouts = one_game::text_layouts(&lines, &designs, None).expect("three lines fit");
        searched(&layouts, lines.places().len())
    });
    texts.collect()
}

fn searched(layouts: &[LastPosition], lines: usize) -> Found {
    let begun = Instant::now();
    let clock = |_, _| match begun.elapsed() < LONGEST {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let played = Search::default().play(layouts, 0, Progress::new(&clock));
    let time = begun.elapsed();
    let played = played.unwrap_or(PlayOutcome::NotSolved {
        reason: None,
        is_full: false,
        nearest: None,
    });
    let holes = match &played {
        PlayOutcome::Solved(solution, _) => solution.board().holes(),
        _ => layouts.first().map_or(0, |layout| layout.board.holes()),
    };
    Found {
        lines,
        holes,
        time,
        is_solved: matches!(played, PlayOutcome::Solved(..)),
    }
}

/// Prints the median and the longest time, with their ratios to the solver's time.
fn told(what: &str, found: &[&Found], solver: Duration) {
    let mut times: Vec<Duration> = found.iter().map(|found| found.time).collect();
    times.sort();
    let Some(&longest) = times.last() else { return };
    let median = times[times.len() / 2];
    println!(
        "{what:20} {:3} texts: median {} ({:.1} x the solver), longest {} ({:.1} x)",
        times.len(),
        seconds(median),
        ratio(median, solver),
        seconds(longest),
        ratio(longest, solver)
    );
}

/// Line art, solid shapes, noise, and a QR code. The largest leave room for the empty lines that a
/// position class may need.
fn pictures() -> Vec<(String, (Board, Position))> {
    let mut chance = Chance::new(64);
    let mut pictures: Vec<(String, (Board, Position))> = Vec::new();
    for side in [16, 32, 60] {
        let width = 3.0 / side as f64;
        let ring = drawn(side, |x, y| (x.hypot(y) - 0.7).abs() < width);
        let cross = drawn(side, |x, y| (x - y).abs() < width || (x + y).abs() < width);
        let heart = |x: f64, y: f64| (x * x + (y + 0.5 * x.abs().sqrt()).powi(2)) < 0.5;
        let disc = drawn(side, |x, y| x.hypot(y) < 0.7);
        pictures.push(("ring".to_owned(), ring));
        pictures.push(("cross".to_owned(), cross));
        pictures.push(("solid heart".to_owned(), drawn(side, heart)));
        pictures.push(("solid disc".to_owned(), disc));
    }
    for per_cent in [10, 20, 30, 40, 50] {
        pictures.push((
            format!("noise of {per_cent} %"),
            noise(32, per_cent, &mut chance),
        ));
    }
    for per_cent in [10, 30] {
        pictures.push((
            format!("noise of {per_cent} %"),
            noise(60, per_cent, &mut chance),
        ));
    }
    let code = include_bytes!("../tests/data/qr.png");
    let Drawn { board, pegs, .. } = Sampling::default()
        .read(code)
        .expect("blocks of equal pixels");
    pictures.push(("QR code".to_owned(), (board, pegs)));
    pictures
}
