//! A font of the ends of random games, so that it has every kind of jump.

use peg_solitaire::board::SmallBoard;
use peg_solitaire::solution::{Figures, Solution};
use pegfont_type::font::{Character, Font};

/// All printable ASCII characters, each at the end of a random game from the centre vacancy of a
/// board.
pub fn random_font(board: &SmallBoard, seed: u64) -> Font {
    let start = board.central_vacancy();
    let mut font = Font::new("random games", board.as_board(), start).unwrap();
    let mut state = seed;
    let mut below = |limit: usize| {
        // Knuth's constants for a linear congruential generator of 64 bits.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    for character in ' '..='~' {
        let (mut position, mut jumps) = (start, Vec::new());
        let wanted = 5 + below(board.holes());
        while jumps.len() < wanted {
            let legal: Vec<_> = board.legal_jumps(position).collect();
            if legal.is_empty() {
                break;
            }
            let jump = legal[below(legal.len())];
            position = jump.play(position);
            jumps.push(jump);
        }
        let solution = Solution::new(board.as_board(), start, jumps).expect("every jump was legal");
        let figures = Figures::new(u128::MAX / 2 * below(3) as u128, below(900) as f64 / 10.0);
        let chosen = Character {
            figures,
            ..Character::new("Latin", position, solution)
        };
        font.insert(character, chosen).unwrap();
    }
    font
}
