//! Why a character is refused by a font.

use thiserror::Error;

use peg_solitaire::board::{Board, Position};

/// Why a character can't be put into a font.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Misfit {
    #[error("the solution is played on {found}, the font's are on {expected}")]
    Board { found: Board, expected: Board },
    #[error("the solution starts from another position than the font's")]
    Start { found: Position, expected: Position },
    #[error("the position has pegs outside of {board}")]
    OffBoard { board: Board },
    #[error("the font has no character {character:?} for the alternate")]
    NoCharacter { character: char },
}
