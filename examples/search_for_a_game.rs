//! Searches for games on a board too large to list all positions: `cargo run --example
//! search_for_a_game -- 9x9`.

use peg_solitaire::board::Board;
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{Outcome, Search};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = std::env::args()
        .nth(1)
        .as_deref()
        .unwrap_or("9x9")
        .parse()?;
    let start = board.central_vacancy();
    let search = Search::default();

    // To a single peg, in each hole that can be the last.
    let each = search.reduce_to_each(&board, &start, Progress::NONE)?;
    for (&finish, game) in &each.games {
        println!(
            "{}: {} jumps, {game}",
            board.hole_name(finish),
            game.jumps().len()
        );
    }
    for finish in each.undecided.pegs() {
        println!("{}: not found", board.hole_name(finish));
    }

    // To a given position, from any vacancy.
    let rows = [
        "...........",
        "..#...#....",
        "..#...#..#.",
        "..#####..#.",
        "..#...#..#.",
        "..#...#..#.",
        "...........",
        "...........",
    ];
    let (board, end) = Board::from_picture(&rows.join("\n"))?;
    match search.run(&board, None, &end, Progress::NONE)? {
        Outcome::Solved(game) => println!("{} rounds: {game}", game.round_count()),
        Outcome::Impossible(why) => println!("no game: {why}"),
        Outcome::GaveUp(_) => println!("not found, which proves nothing"),
    }
    Ok(())
}
