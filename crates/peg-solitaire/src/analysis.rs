//! The laboratory: what the literature asks of a board, answered from the set of positions that can be
//! reached. Everything is counted by symmetry classes, and most answers are tables that carry their
//! own headings; nothing here prints.
//!
//! | question | answer |
//! |---|---|
//! | which positions are of a kind, and how many: winning, losing, dead ends, symmetric, solvable | [`Positions`] |
//! | what is this position, in one game and in any | [`About`] |
//! | how many positions after n jumps, and how many of them can still win | [`Levels::by_jumps`] |
//! | how many after n moves | [`Levels::by_moves`] |
//! | which positions of few pegs does a player need to know | [`WinningFile`], [`IndexedWinning`] |
//! | which are symmetric, and how; the solution with the most symmetric positions | [`symmetric`], [`most_symmetric`] |
//! | where does random play end | [`random_play`] |
//! | which problems are there, and which can be solved | [`Problems`] |
//! | which positions are hard | [`Winning::hard`], [`Solvable::hard`] |
//! | who wins if two take turns | [`two_players`] |
//! | how do the shortest solutions differ, and how many are there if the order is ignored | [`MinimalSolutions`], [`jumps_regardless_of_order`] |

mod about;
mod hard;
mod indexed_winning;
mod levels;
mod minimal;
mod positions;
mod problems;
mod random_play;
mod solvable;
mod symmetric;
mod symmetry_classes;
mod table;
mod two_players;
mod winning;
mod winning_file;

pub use about::{About, Standing};
pub use hard::HardPosition;
pub use indexed_winning::IndexedWinning;
pub use levels::{End, Levels};
pub use minimal::{MinimalSolutions, SolutionGraph, jumps_regardless_of_order};
pub use positions::{Kind, Positions};
pub use problems::{Problem, ProblemGroup, Problems};
pub use random_play::{RandomPlay, random_play};
pub use solvable::Solvable;
pub use symmetric::{SymmetricSolution, SymmetryType, most_symmetric, symmetric};
pub use symmetry_classes::SymmetryClasses;
pub use table::{Column, Table};
pub use two_players::{Winner, two_players};
pub use winning::Winning;
pub use winning_file::WinningFile;
