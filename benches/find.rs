//! Measures the finder on the 5 x 7 board, with the set in memory.

use std::hint::black_box;
use std::time::{Duration, Instant};

use peg_solitaire::board::SmallBoard;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;
use pegfont_type::find::{Criteria, Finder};

fn main() {
    let board: SmallBoard = "5x7".parse().expect("a board of the catalogue");
    let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)
        .expect("256 MiB of memory");
    let finder = Finder::new(&reachable);
    let letter = "..#..\n.#.#.\n#...#\n#...#\n#####\n#...#\n#...#";
    let design = board.parse_pattern(letter).expect("seven rows");
    let criteria = [Criteria::of(board.as_board(), design)];
    println!("Reachable patterns near the letter A on the 5 x 7 board, best of several runs:");
    println!("distance  patterns        time  a pattern");
    for distance in 0..=6 {
        let mut best = Duration::MAX;
        let mut found = 0;
        for _ in 0..if distance > 4 { 5 } else { 50 } {
            let before = Instant::now();
            let all = finder.near(black_box(&criteria), distance, usize::MAX);
            found = black_box(all).map_or(0, |all| all.len());
            best = best.min(before.elapsed());
        }
        let each = best.as_secs_f64() * 1e9 / found.max(1) as f64;
        let time = best.as_secs_f64() * 1e3;
        println!("{distance:8}  {found:8}  {time:8.3} ms  {each:6.0} ns");
    }
}
