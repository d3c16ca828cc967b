//! Plays a game with advice, jump by jump: `cargo run --example play_a_game -- triangle15 a1`.

use peg_solitaire::board::{Board, Position};
use peg_solitaire::game::{Advice, Game};
use peg_solitaire::progress::Progress;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let board: Board = arguments
        .next()
        .as_deref()
        .unwrap_or("triangle15")
        .parse()?;
    let start = board.parse_start(arguments.next().as_deref().unwrap_or("a1"))?;
    // Any last peg wins.
    let mut game = Game::new(&board, start, board.each_hole().map(Position::from))?;
    let advice = Advice::of(&game, None, Progress::NONE);
    while !game.is_won() {
        println!("{}", board.picture(game.position()));
        // Those that leave the most solutions come first.
        let rated = advice.on(&game)?.rate_jumps();
        let wins = rated.iter().filter(|it| it.keeps == Some(true)).count();
        let Some(best) = rated.first().filter(|_| wins > 0) else {
            match advice.unknown() {
                Some(why) => println!("this can't be won: {why}"),
                None => println!("this can't be won: no jump leads there"),
            }
            return Ok(());
        };
        println!(
            "{wins} of {} jumps win: {}\n",
            rated.len(),
            board.jump_name(best.jump)
        );
        game.play(best.jump)?;
    }
    println!("{}\n{}", board.picture(game.position()), game.to_toml());
    Ok(())
}
