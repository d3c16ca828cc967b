//! A peg solitaire font, and all that stands around it: letters that are what is left of a solved
//! game, found among every position that can be reached, and played from the first jump to the last.
//!
//! ```text
//!  glyphs/*.toml       board                 fonts/*.toml
//!  what we want          |                   what we chose, with the solutions
//!       |                v                         ^      |
//!       |             solve                        |      v
//!       |             Reachable, LastJumps         |    Font, Solution
//!       |                |                         |      |
//!       |                +------> Rewind ----------+      +--> timeline --> render --> GIF, SVG, PNG...
//!       v                v                         |      |
//!     glyph ---------> find -------> choose -------+      +--> typeface --> TrueType, WOFF2, BDF
//! ```
//!
//! What stands left of `fonts/` runs when a font is built, in seconds; what stands right of it when a font
//! is used, in milliseconds: a font file carries its solutions, and using it takes no solver.
//!
//! The library prints nothing, ends no process and does not panic on input; what can go wrong is a typed error.
//! The same input gives the same bytes on every machine, with any number of threads.
//!
//! # A game
//!
//! A [`Board`](board::Board) is a set of at most 64 holes. A [`Position`](board::Position) is a set of pegs: one bit a hole,
//! numbered row by row from the top left. A [`Jump`](board::Jump) takes a peg over its neighbour into the hole
//! beyond; a [`Solution`](solution::Solution) is a sequence of jumps that has been checked.
//!
//! ```
//! use pegfont::{board::Board, solution::Solution};
//!
//! let board: Board = "5x7".parse()?;
//! let start = board.central_vacancy();
//! let solution = Solution::parse(&board, start, "c2-c4 e3-c3 c4-c2")?;
//! assert_eq!(solution.end().pegs(), 31);
//! let rows = ["#####", "#####", "##...", "##.##", "#####", "#####", "#####"];
//! assert_eq!(board.picture(solution.end()), rows.join("\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Everything that can be reached
//!
//! [`Reachable`](solve::Reachable) closes the set of reachable positions, and any of them can be rewound to the start.
//! Boards that don't fit into memory are refused before anything is begun.
//!
//! ```
//! use pegfont::{board::Board, solution::Rewind, solve::Reachable};
//!
//! let board: Board = "5x5".parse()?;
//! let reachable = Reachable::solve(&board, board.central_vacancy())?;
//! let last = board.parse_pattern("....#/...../...../...../.....".replace('/', "\n").as_str())?;
//! match reachable.solution_of(last) {
//!     Some(solution) => assert_eq!(solution.jumps().len(), 23),
//!     None => assert!(!reachable.contains(last)),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! * `cli` (default): the program and all that only it needs.
//! * `typeface`, in `cli` too: font files, as TrueType and WOFF2.
//! * `parallel` (default): the solver on all threads, and tables by memory map. Without default features the library
//!   is one for the browser too.

pub mod analysis;
pub mod board;
pub mod class;
#[cfg(feature = "cli")]
pub mod cli;
mod digits;
pub mod find;
pub mod font;
pub mod game;
pub mod glyph;
mod hints;
pub mod line;
pub mod memory;
pub mod progress;
pub mod puzzle;
pub mod render;
pub mod solution;
pub mod solve;
pub mod specimen;
pub mod timeline;
mod toml_table;
#[cfg(feature = "typeface")]
pub mod typeface;
pub mod whole_file;

/// The README, so that its examples run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
