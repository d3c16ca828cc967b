//! The file of a game on a large board is refused, or its jumps are legal and leave its end, and it round-trips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::solution::Solution;

fuzz_target!(|text: &str| {
    let Ok((title, game)) = Solution::parse_toml(text) else { return };
    let mut pegs = game.start().clone();
    for &jump in game.jumps() {
        assert!(pegs.allows(jump));
        pegs.play(jump);
    }
    assert_eq!(pegs, game.end());
    assert_eq!(Solution::parse_toml(&game.to_toml(&title)), Ok((title, game)));
});
