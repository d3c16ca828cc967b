//! The positions of a class from which one peg can be left in one of some holes, whether or not a game leads to them. Playing
//! backwards is playing forwards from the complements, so the set holds their complements.

use super::symmetry_classes::SymmetryClasses;
use crate::Error;
use crate::board::{Bitboard, SmallBoard};
use crate::class::SymmetryGroup;
use crate::memory::MemoryError;
use crate::progress::Progress;
use crate::solve::ClassSet;

/// All positions from which a finish can be reached.
#[derive(Debug)]
pub struct Solvable {
    complements: ClassSet,
    finishes: Vec<Bitboard>,
}

impl Solvable {
    /// The positions from which one of the finishes can be reached. All finishes must be of the class of the first; others are left
    /// out.
    ///
    /// ```
    /// use peg_solitaire::{analysis::Solvable, board::SmallBoard, progress::Progress};
    /// let english: SmallBoard = "english".parse()?;
    /// let solvable = Solvable::solve(&english, &[english.centre().bit()], Progress::NONE)?;
    /// // The Greek cross is no position of the central game.
    /// assert!(solvable.contains(english.parse_pattern("486458901")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is not enough memory, or `progress` says to stop.
    pub fn solve(
        board: &SmallBoard,
        finishes: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        let complements = ClassSet::all_complements_leading_to(board, finishes, progress)?;
        let is_member = |finish: &Bitboard| complements.contains(board.complement(*finish));
        let finishes = finishes.iter().copied().filter(is_member).collect();
        Ok(Self { complements, finishes })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &SmallBoard {
        self.complements.board()
    }

    /// Whether a finish can be reached from the position.
    #[must_use]
    pub fn contains(&self, position: Bitboard) -> bool {
        let board = self.board();
        board.full().contains(position) && self.complements.contains(board.complement(position))
    }

    /// The complements by symmetry classes.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn complements(&self) -> Result<SymmetryClasses<'_>, MemoryError> {
        let group = SymmetryGroup::of(self.board()).keeping_sets(&[&self.finishes]);
        SymmetryClasses::new(&self.complements, &group)
    }
}
