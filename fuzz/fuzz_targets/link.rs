//! The text of a link of the page is refused, or has a game or a message, whose link has the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../web/src/link.rs"]
#[allow(dead_code, reason = "the page writes messages")]
mod link;

use link::Link;

fuzz_target!(|given: &[u8]| {
    // A text as it stands, and contents with the right checksum.
    if let Ok(text) = str::from_utf8(given) {
        let _ = link::read(text);
    }
    let Ok(Link::Game(game)) = link::read(&link::sealed(given.to_vec())) else {
        return;
    };

    let Some(text) = link::to_game(&game) else {
        return;
    };
    let Ok(Link::Game(again)) = link::read(&text) else {
        panic!("a link that was written is read");
    };
    assert_eq!(again.board().to_text(), game.board().to_text());
    assert_eq!(again.start(), game.start());
    assert_eq!(again.targets(), game.targets());
});
