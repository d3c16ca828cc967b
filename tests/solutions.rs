//! The cone and what is worked out on it, held against plain play on small boards and against the
//! literature on the English board.

use std::collections::HashMap;

use pegfont::board::{Board, Hole, Position};
use pegfont::solution::{Cone, Counts, FewestMoves};

/// The number of solutions and the moves of the shortest ones, by plain depth-first play that only remembers
/// what it has seen: position and peg that jumped last.
#[derive(Default)]
struct PlainPlay {
    known: HashMap<(Position, Option<Hole>), Option<(u128, usize, u128)>>,
}

impl PlainPlay {
    /// Solutions, fewest moves, and solutions with so few.
    fn from(
        &mut self,
        board: &Board,
        position: Position,
        last: Option<Hole>,
        target: Position,
    ) -> Option<(u128, usize, u128)> {
        if position == target {
            return Some((1, 0, 1));
        }
        if let Some(&known) = self.known.get(&(position, last)) {
            return known;
        }
        let mut sum: Option<(u128, usize, u128)> = None;
        for jump in board.legal_jumps(position) {
            let after = self.from(board, jump.play(position), Some(jump.to), target);
            let Some((solutions, moves, shortest)) = after else { continue };
            let moves = moves + usize::from(last != Some(jump.from));
            let (all, fewest, of_those) = sum.unwrap_or((0, usize::MAX, 0));
            sum = Some(match moves.cmp(&fewest) {
                std::cmp::Ordering::Less => (all + solutions, moves, shortest),
                std::cmp::Ordering::Equal => (all + solutions, moves, of_those + shortest),
                std::cmp::Ordering::Greater => (all + solutions, fewest, of_those),
            });
        }
        self.known.insert((position, last), sum);
        sum
    }
}

#[test]
fn the_english_central_game_has_the_published_solutions() {
    let board: Board = "english".parse().unwrap();
    let start = board.central_vacancy();
    let cone =
        Cone::between(&board, start, &[board.complement(start)], Cone::MOST_POSITIONS).unwrap();
    let fewest = FewestMoves::of(&cone).unwrap();
    let counts = Counts::of(cone).unwrap();
    assert_eq!(counts.total(), 40_861_647_040_079_968);
    assert_eq!(fewest.moves(), 18);
    // Each solution and its seven images are listed once.
    assert_eq!(fewest.solutions(), 936 * 8);
}
