//! Measures the total time for interval, count, fewest moves and difficulty: for the letters of the
//! font, for the lone dash, and as a function of the size of the interval. All times are printed
//! with their ratio to the solver's time in the same run.

mod measure;

use std::time::{Duration, Instant};

use measure::{best, child, peak_memory, ratio, seconds};
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::{Analysis, Counts, Interval};
use peg_solitaire::solve::Reachable;
use pegfont_type::font::Font;

fn main() {
    // A child process that is given a pattern measures its peak memory.
    if let Some(pattern) = std::env::args().nth(1).and_then(|code| code.parse().ok()) {
        let (reachable, _) = solved();
        analysed(&reachable, Bitboard(pattern));
        println!("{}", peak_memory().unwrap_or(0) >> 20);
        return;
    }
    letters();
    english();
}

/// The reachable set of the font's board.
fn solved() -> (Reachable, Duration) {
    let font = Font::builtin().expect("the built-in font is sound");
    let begin = Instant::now();
    let (board, start) = font.small().expect("5 x 7 has at most 64 holes");
    let reachable =
        Reachable::solve(&board, start, Progress::NONE).expect("there is memory for 5 x 7");
    (reachable, begin.elapsed())
}

/// A row of the table: the analysis of a pattern's interval.
struct Row {
    positions: u64,
    kept: usize,
    found: Duration,
    all: Duration,
}

fn analysed(reachable: &Reachable, pattern: Bitboard) -> Row {
    let begin = Instant::now();
    let interval = Interval::within(
        reachable,
        &[pattern],
        Interval::MOST_POSITIONS,
        Progress::NONE,
    )
    .expect("it fits");
    let found = begin.elapsed();
    Analysis::of(&interval, Progress::NONE).expect("solutions fit into 128 bits");
    let all = begin.elapsed();
    Row {
        positions: interval.widths().map(|(_, width)| width).sum(),
        kept: interval.symmetry_classes(),
        found,
        all,
    }
}

/// The letters and digits of the font and the lone dash, from the smallest interval to the largest,
/// and the peak memory of one of them. Other characters have fewer pegs, and intervals up to ten
/// times as large.
fn letters() {
    let font = Font::builtin().expect("the built-in font is sound");
    let (reachable, solving) = solved();
    println!("5 x 7 solved in {}", seconds(solving));
    let ascii = font.characters().range('!'..='~');
    let asked = |character: &char| character.is_ascii_alphanumeric() || *character == '-';
    let mut rows: Vec<(Row, char, Bitboard)> = ascii
        .filter(|(character, _)| asked(character))
        .map(|(&character, chosen)| {
            let pattern = chosen.small_pattern().expect("5 x 7");
            (analysed(&reachable, pattern), character, pattern)
        })
        .collect();
    drop(reachable);
    rows.sort_unstable_by_key(|(row, ..)| row.positions);
    println!("character  positions       kept       interval        all  ns kept  of the solver's");
    for (row, character, _) in &rows {
        let Row {
            positions,
            kept,
            found,
            all,
        } = row;
        let each = all.as_secs_f64() * 1e9 / *kept as f64;
        let (interval, whole, of) = (seconds(*found), seconds(*all), ratio(*all, solving));
        println!(
            "{character:9} {positions:10} {kept:10}  {interval}  {whole}  {each:7.0}  {of:15.2}"
        );
    }
    let letters = || {
        rows.iter()
            .filter(|(_, character, _)| character.is_ascii_alphabetic())
    };
    let slowest = letters().max_by_key(|(row, ..)| row.all);
    let largest = letters().max_by_key(|(row, ..)| row.kept);
    if let (Some((row, character, _)), Some((_, large, pattern))) = (slowest, largest) {
        let memory = child(&pattern.0.to_string());
        println!("the slowest letter, {character}: {}", seconds(row.all));
        println!(
            "the largest interval of a letter, {large}: {memory} MiB, the solver's 256 included"
        );
    }
    if let Some((row, _, pattern)) = rows.iter().find(|(_, character, _)| *character == '-') {
        let memory = child(&pattern.0.to_string());
        println!("the lone dash: {} and {memory} MiB", seconds(row.all));
    }
}

/// The English central game.
fn english() {
    let board: SmallBoard = "english".parse().expect("it has a name");
    let start = board.central_vacancy();
    let solve =
        || Reachable::solve(&board, start, Progress::NONE).expect("there is memory for 33 holes");
    let solving = best(3, solve);
    let mut solutions = 0;
    let all = best(3, || {
        let interval = Interval::within(
            &solve(),
            &[board.complement(start)],
            Interval::MOST_POSITIONS,
            Progress::NONE,
        );
        let counts = Counts::of(interval.expect("it is solvable"), Progress::NONE)
            .expect("56 bits are enough");
        solutions = counts.total();
    });
    println!(
        "English central game: {solutions} solutions, solved and counted in {}, {:.2} times the solver's",
        seconds(all),
        ratio(all, solving)
    );
}
