//! Peg solitaire on any board: holes, positions and jumps; the set of all reachable positions;
//! checked solutions; a search for games on boards too large to be enumerated; a game to play; and
//! the tables of the literature.
//!
//! The library never prints and never exits, and errors are typed. It panics only where a section
//! *Panics* says so, about arguments that can't belong together, such as a hole and a board that
//! doesn't have it. Any other panic is a bug. The same input gives the same bytes on every machine,
//! for any number of threads.
//!
//! # A game
//!
//! A [`Board`](board::Board) is a set of holes, numbered row by row from the top left. A
//! [`Position`](board::Position) is a set of pegs. On a [`SmallBoard`](board::SmallBoard), which
//! has at most 64 holes, it is a [`Bitboard`](board::Bitboard), a word with one bit per hole. A
//! [`Jump`](board::Jump) moves a peg over its neighbour into the empty hole beyond. A
//! [`Solution`](solution::Solution) is a checked sequence of jumps.
//!
//! ```
//! use peg_solitaire::{board::Board, solution::Solution};
//!
//! let board: Board = "5x7".parse()?;
//! let start = board.central_vacancy();
//! let solution = Solution::parse(&board, start, "c2-c4 e3-c3 c4-c2")?;
//! assert_eq!(solution.end().count(), 31);
//! let rows = ["#####", "#####", "##...", "##.##", "#####", "#####", "#####"];
//! assert_eq!(board.picture(solution.end()), rows.join("\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reachable positions
//!
//! [`Reachable`](solve::Reachable) computes the set of all reachable positions and can rewind each
//! of them to the start. A board that doesn't fit into memory is refused before any work begins.
//!
//! ```
//! use peg_solitaire::board::SmallBoard;
//! use peg_solitaire::progress::Progress;
//! use peg_solitaire::solution::Solution;
//! use peg_solitaire::solve::Reachable;
//!
//! let board: SmallBoard = "5x5".parse()?;
//! let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
//! let last = board.parse_pattern("....#/...../...../...../.....")?;
//! match Solution::leading_to(last, &reachable)? {
//!     Some(solution) => assert_eq!(solution.jumps().len(), 23),
//!     None => assert!(!reachable.contains(last)),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! * `files` (default): writing files completely or not at all; solver results on disk.
//! * `parallel` (default): work on several threads.
//!
//! Without them the library needs neither threads nor a file system, and compiles to WebAssembly.

#![warn(clippy::cognitive_complexity, clippy::too_many_lines)]
#![deny(unsafe_code, missing_docs)]
#![warn(missing_debug_implementations, clippy::undocumented_unsafe_blocks)]

mod bits;
pub mod board;
pub mod class;
#[cfg(feature = "files")]
mod data_file;
mod error;
pub mod game;
mod gf2;
pub mod progress;
pub mod puzzle;
pub mod search;
pub mod solution;
pub mod solve;
pub mod winning;

pub use error::{Contradiction, Damage, Error, Fault, IoError, Result};
#[cfg(feature = "files")]
use pegfont_base::whole_file;
use pegfont_base::{memory, parallel, toml_file, words};
pub use pegfont_base::{memory::MemoryError, toml_file::FileError};
