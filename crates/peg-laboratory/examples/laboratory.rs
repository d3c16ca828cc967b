//! Prints tables of the literature for a board: `cargo run --example laboratory -- english`.

use peg_laboratory::{LastPeg, Problems, levels_by_jumps};
use peg_solitaire::board::SmallBoard;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;
use peg_solitaire::winning::Winning;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: SmallBoard = std::env::args()
        .nth(1)
        .as_deref()
        .unwrap_or("english")
        .parse()?;

    let game = LastPeg::from(&board, board.central_vacancy())?;
    let reachable = Reachable::solve(&board, game.start, Progress::NONE)?;
    let winning = Winning::of(&reachable, &game.targets(), Progress::NONE)?;
    println!(
        "{game}\n{}",
        levels_by_jumps(&reachable, &winning, Progress::NONE)?.text()
    );

    let mut problems = Problems::of(&board);
    problems.solve(Progress::NONE)?;
    for problem in problems.groups.iter().flatten() {
        let [vacancy, survivor] = [problem.vacancy, problem.survivor].map(|it| board.hole_name(it));
        let verdict = if problem.solvable == Some(true) {
            "solvable"
        } else {
            "impossible"
        };
        println!("from {vacancy} to {survivor}: {verdict}");
    }
    Ok(())
}
