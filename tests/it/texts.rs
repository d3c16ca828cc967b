//! Texts and pictures for one game, chosen by a seeded generator: the same for tests and
//! benchmarks.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use peg_solitaire::board::{Board, Position};

/// Common English words.
const WORDS: &str = include_str!("../data/words.txt");

/// A generator that gives the same numbers every time.
pub struct Chance(ChaCha8Rng);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() % limit as u64) as usize
    }
}

/// One to three lines of words, or now and then of a number, each line with at most 16 characters.
pub fn text(chance: &mut Chance) -> String {
    let words: Vec<&str> = WORDS.lines().collect();
    let lines = (0..1 + chance.below(3)).map(|_| {
        let room = 1 + chance.below(16);
        let mut line = String::new();
        loop {
            let word = match chance.below(8) {
                0 => chance.below(10_000).to_string(),
                1 => words[chance.below(words.len())].to_uppercase(),
                _ => words[chance.below(words.len())].to_owned(),
            };
            if line.is_empty() {
                line = word.chars().take(room).collect();
            } else if line.chars().count() + 1 + word.chars().count() <= room {
                line = format!("{line} {word}");
            } else {
                return line;
            }
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A picture in which a share of the holes has pegs, at random.
pub fn noise(side: usize, per_cent: usize, chance: &mut Chance) -> (Board, Position) {
    drawn(side, |_, _| chance.below(100) < per_cent)
}

/// A picture from coordinates between -1 and 1.
pub fn drawn(side: usize, mut peg: impl FnMut(f64, f64) -> bool) -> (Board, Position) {
    let board = Board::rectangle(side, side).unwrap();
    let at = |place: usize| (2 * place + 1) as f64 / side as f64 - 1.0;
    let is_peg = |hole: &_| {
        let (x, y) = board.picture_place(*hole);
        peg(at(x), at(y))
    };
    let pegs = board.each_hole().filter(is_peg).collect();
    (board, pegs)
}
