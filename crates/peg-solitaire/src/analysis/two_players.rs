//! The game for two: they take turns to jump, and who can't jump loses (B. Ravikumar).

use rustc_hash::FxHashMap;

use crate::board::{Bitboard, Jump, SmallBoard};
use crate::progress::{Interrupted, Progress};

/// Who wins the game for two if both play as well as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// The player whose turn it is, with this jump.
    First(Jump),
    /// The other.
    Second,
    /// More positions than may be kept would decide it.
    Unknown,
}

/// Finds the winner by looking at all positions that play can lead to, keeping at most `most`; images of each other count once.
pub fn two_players(
    board: &SmallBoard,
    position: Bitboard,
    most: usize,
    progress: Progress<'_>,
) -> Result<Winner, Interrupted> {
    let mut game = Game { board, most, progress, wins: FxHashMap::default() };
    for jump in board.legal_jumps(position) {
        match game.wins(jump.play(position))? {
            Some(false) => return Ok(Winner::First(jump)),
            Some(true) => {}
            None => return Ok(Winner::Unknown),
        }
    }
    Ok(Winner::Second)
}

struct Game<'a> {
    board: &'a SmallBoard,
    most: usize,
    progress: Progress<'a>,
    /// Whether the player whose turn it is wins, by mincode.
    wins: FxHashMap<Bitboard, bool>,
}

impl Game<'_> {
    /// Whether the player whose turn it is wins; none if there are too many positions.
    fn wins(&mut self, position: Bitboard) -> Result<Option<bool>, Interrupted> {
        let code = self.board.mincode(position);
        if let Some(&wins) = self.wins.get(&code) {
            return Ok(Some(wins));
        }
        let mut wins = false;
        for jump in self.board.legal_jumps(position) {
            let Some(other) = self.wins(jump.play(position))? else { return Ok(None) };
            if !other {
                wins = true;
                break;
            }
        }
        if self.wins.len() >= self.most {
            return Ok(None);
        }
        if self.wins.len().is_multiple_of(1 << 12) {
            self.progress.report(self.wins.len() as u64, self.most as u64)?;
        }
        self.wins.insert(code, wins);
        Ok(Some(wins))
    }
}
