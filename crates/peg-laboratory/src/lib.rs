//! The laboratory: what the literature asks of a board, answered from the set of positions that can
//! be reached. Everything is counted by symmetry classes, and most answers are tables that carry
//! their own headings; nothing here prints.
//!
//! | question | answer |
//! |---|---|
//! | which positions are of a kind (winning, losing, dead ends ...), and how many | [`Positions`] |
//! | what is this position, in one game and in any | [`About`](peg_solitaire::winning::About) |
//! | how many positions after n jumps, and how many of them can still win | [`levels_by_jumps`] |
//! | how many after n moves | [`levels_by_moves`] |
//! | which positions of few pegs does a player need to know | [`WinningList`], [`IndexedWinning`] |
//! | which are symmetric, and how | [`symmetric`] |
//! | which solution has the most symmetric positions | [`most_symmetric`] |
//! | where does random play end | [`random_play`] |
//! | which problems are there, and which can be solved | [`Problems`] |
//! | which positions are hard | [`Positions::hard`] |
//! | how do the shortest solutions differ | [`MinimalSolutions`] |
//!
//! All fail when a position has pegs outside the board, there is not enough memory, or their
//! `progress` says to stop.

#![warn(clippy::cognitive_complexity, clippy::too_many_lines)]
#![deny(unsafe_code, missing_docs)]
#![warn(missing_debug_implementations)]
#![deny(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

#[cfg(feature = "program")]
pub mod cli;
mod levels;
pub mod line;
mod minimal;
mod positions;
mod problems;
mod random_play;
mod symmetric;
mod winning_list;

pub use levels::{levels_by_jumps, levels_by_moves};
pub use minimal::MinimalSolutions;
pub use positions::{HardPosition, Kind, Positions};
pub use problems::{LastPeg, Problem, Problems};
pub use random_play::{RandomPlay, random_play};
pub use symmetric::{SymmetricSolution, SymmetryType, most_symmetric, symmetric};
pub use winning_list::{IndexedWinning, WinningList};
