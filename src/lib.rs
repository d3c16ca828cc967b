//! A peg solitaire font: every letter is the final position of a real game. The library finds all reachable
//! positions of a board, chooses the patterns closest to a design, and plays, draws and analyses the jumps that lead there.
//!
//! ```text
//!  glyphs/*.toml       board                 fonts/*.toml
//!  designs               |                   patterns and solutions
//!       |                v                         ^      |
//!       |             solve                        |      v
//!       |             Reachable, LastJumps         |    Font, Solution
//!       |                |                         |      |
//!       |                +------> Rewind ----------+      +--> timeline --> render --> GIF, SVG, PNG...
//!       v                v                         |      |
//!     glyph ---------> find -------> choose -------+      +--> typeface --> TrueType, WOFF2, BDF
//! ```
//!
//! Everything to the left of `fonts/` runs when a font is built and takes seconds. Everything to the right runs
//! when a font is used and takes milliseconds: a font contains its solutions, so using it needs no solver.
//!
//! The library never prints, never exits and never panics on input; errors are typed.
//! The same input gives the same bytes on every machine, for any number of threads.
//!
//! # A game
//!
//! A [`Board`](board::Board) is a set of at most 64 holes, numbered row by row from the top left.
//! A [`Position`](board::Position) is a set of pegs, with one bit per hole. A [`Jump`](board::Jump) moves a peg over
//! its neighbour into the empty hole beyond. A [`Solution`](solution::Solution) is a checked sequence of jumps.
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
//! # Reachable positions
//!
//! [`Reachable`](solve::Reachable) computes the set of all reachable positions and can rewind each of them to the start.
//! A board that doesn't fit into memory is refused before any work begins.
//!
//! ```
//! use pegfont::{board::Board, solution::Rewind, solve::Reachable};
//!
//! let board: Board = "5x5".parse()?;
//! let reachable = Reachable::solve(&board, board.central_vacancy())?;
//! let last = board.parse_pattern("....#/...../...../...../.....")?;
//! match reachable.solution_of(last) {
//!     Some(solution) => assert_eq!(solution.jumps().len(), 23),
//!     None => assert!(!reachable.contains(last)),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! All but `distributed` are on by default, because `cli` needs them.
//!
//! * `cli`: the command-line program and its dependencies.
//! * `builtin`: the font, glyph files and themes of this package, compiled in.
//! * `files`: [writing files whole](whole_file); tables of last jumps and sets on disk.
//! * `parallel`: multi-threaded solving.
//! * `pictures`: pictures of pixels (GIF, APNG, WebP, PNG) and PDF; designs from pictures and from TrueType and OpenType fonts.
//! * `typeface`: font files as TrueType, WOFF2 and BDF.
//! * `distributed`: several processes that compute one set, on one machine or many, connected by the crate `timely`.
//!
//! Without any of them the library solves, finds, plays, and draws as SVG and text. It then needs neither threads nor a
//! file system, and compiles to WebAssembly.

#![deny(unsafe_code)]
#![warn(missing_debug_implementations, clippy::undocumented_unsafe_blocks)]

pub mod analysis;
pub mod answer;
pub mod board;
pub mod class;
#[cfg(feature = "cli")]
pub mod cli;
pub mod contradiction;
mod digits;
pub mod drawing;
pub mod find;
pub mod font;
pub mod format;
pub mod game;
pub mod glyph;
pub mod line;
pub mod memory;
pub mod one_game;
pub mod progress;
pub mod puzzle;
pub mod render;
pub mod search;
pub mod solution;
pub mod solve;
pub mod specimen;
pub mod timeline;
mod toml_mistake;
mod toml_table;
#[cfg(feature = "typeface")]
pub mod typeface;
#[cfg(feature = "files")]
pub mod whole_file;

/// The README, so that its examples run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
