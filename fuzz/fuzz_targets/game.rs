//! A kept game is read or refused; one that is read can be undone, played again and kept as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont::game::Game;

fuzz_target!(|text: &str| {
    let Ok(game) = Game::parse(text) else { return };
    assert_eq!(game.played().end(), game.position());
    assert_eq!(Game::parse(&game.to_toml()).as_ref(), Ok(&game));
    let mut other = game.clone();
    while other.undo() {}
    assert_eq!(other.position(), game.start());
});
