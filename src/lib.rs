//! The command line of pegfont. What it does is done by three libraries:
//!
//! * [`peg_solitaire`]: boards, reachable positions, solutions, searches, games.
//! * [`pegfont_type`]: designs, fonts and font files.
//! * [`pegfont_film`]: films, pictures, puzzle sheets.

#![warn(clippy::cognitive_complexity, clippy::too_many_lines)]
#![deny(unsafe_code)]
#![warn(missing_debug_implementations)]
#![deny(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

#[macro_use]
extern crate peg_console;

/// The examples of the page about the libraries are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/libraries.md")]
mod libraries {}

pub mod cli;
