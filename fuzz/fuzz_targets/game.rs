//! A saved game is refused, or its jumps are legal, undo and redo work, and the game round-trips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::game::Game;

fuzz_target!(|text: &str| {
    let Ok(game) = Game::parse(text) else { return };
    assert_eq!(Game::parse(&game.to_toml()).as_ref(), Ok(&game));
    let mut other = game.clone();
    while other.undo() {}
    assert_eq!(other.position(), game.start());
    let mut position = game.start().clone();
    for jump in game.jumps() {
        assert!(
            game.board()
                .legal_jumps(&position)
                .any(|legal| legal == *jump)
        );
        position.play(*jump);
        assert!(other.redo());
        assert_eq!(other.position(), &position);
    }
    assert_eq!(other, game);
});
