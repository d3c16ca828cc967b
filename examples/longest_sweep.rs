//! Prints what can be computed of all solutions of a board's central game: `cargo run --release
//! --example longest_sweep -- english`.

use peg_solitaire::board::SmallBoard;
use peg_solitaire::game::{Advice, Game};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::{Counts, FewestMoves, Interval, LongestSweep};
use peg_solitaire::solve::Reachable;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: SmallBoard = std::env::args()
        .nth(1)
        .as_deref()
        .unwrap_or("english")
        .parse()?;
    let start = board.central_vacancy();
    let target = board.complement(start);

    // All positions on the way; the rest is computed from them.
    let reachable = Reachable::solve(&board, start, Progress::NONE)?;
    let most = Interval::MOST_POSITIONS;
    let interval = Interval::within(&reachable, &[target], most, Progress::NONE)?;
    let counts = Counts::of(interval.clone(), Progress::NONE)?;
    println!("{} solutions", counts.total());

    let fewest = FewestMoves::of(&interval, Progress::NONE)?;
    println!("in {} moves: {}", fewest.moves, fewest.solution);
    let sweep = LongestSweep::of(&interval, Progress::NONE)?;
    println!("with a sweep of {} jumps: {}", sweep.jumps, sweep.solution);

    // The same counts give advice to a player.
    let game = Game::new(board.as_board(), start, [target])?;
    let advice = Advice::counted(&game, counts)?;
    let hints = advice.on(&game)?.rate_jumps();
    for hint in hints {
        println!(
            "{}: {:?} solutions",
            board.jump_name(hint.jump),
            hint.solutions
        );
    }
    Ok(())
}
