//! How long cone, count, fewest moves and difficulty take together: for the letters of the font, and how the
//! time grows with the cone. Everything is printed beside the time of the solver in the same run.

use std::time::{Duration, Instant};

use pegfont::board::Board;
use pegfont::font::Font;
use pegfont::solution::{Analysis, Cone, Counts};
use pegfont::solve::Reachable;

fn main() {
    let font = Font::builtin().expect("the built-in font is sound");
    let begin = Instant::now();
    let reachable =
        Reachable::solve(font.board(), font.start()).expect("there is memory for 5 x 7");
    let solved = begin.elapsed();
    println!("solver: {:.3} s", solved.as_secs_f64());
    let mut rows: Vec<(u64, char, f64, f64)> = Vec::new();
    for (&character, chosen) in font.characters().range('!'..='~') {
        let begin = Instant::now();
        match Cone::within(&reachable, &[chosen.pattern()], 1 << 22) {
            Ok(cone) => {
                let found = begin.elapsed();
                Analysis::of(&cone).expect("solutions fit into 128 bits");
                let all = begin.elapsed();
                rows.push((cone.positions(), character, seconds(found), seconds(all)));
            }
            Err(error) => println!("{character}: {error}"),
        }
    }
    rows.sort_unstable_by_key(|row| row.0);
    println!("character  positions  cone s  all s  ns a position  of the solver's time");
    for (positions, character, found, all) in &rows {
        let rate = all * 1e9 / *positions as f64;
        let ratio = all / seconds(solved);
        println!("{character:9}  {positions:9}  {found:6.3}  {all:5.3}  {rate:13.0}  {ratio:6.2}");
    }
    english();
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

/// The central game of the English board.
fn english() {
    let board: Board = "english".parse().expect("it has a name");
    let start = board.central_vacancy();
    let begin = Instant::now();
    let reachable = Reachable::solve(&board, start).expect("there is memory for 33 holes");
    let solved = begin.elapsed();
    let cone = Cone::within(&reachable, &[board.complement(start)], Cone::MOST_POSITIONS);
    let counts = Counts::of(cone.expect("it is solvable")).expect("56 bits are enough");
    let all = begin.elapsed();
    println!(
        "English central game: {} solutions in {:.3} s, {:.2} times the solver's",
        counts.total(),
        seconds(all),
        seconds(all) / seconds(solved)
    );
}
