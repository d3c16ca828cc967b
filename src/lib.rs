//! The command line of pegfont, and its answers in JSON. What it does is done by three libraries:
//!
//! * [`peg_solitaire`]: boards, reachable positions, solutions, searches, games, the laboratory.
//! * [`pegfont_type`]: designs, fonts and font files.
//! * [`pegfont_film`]: films, pictures, puzzle sheets.

#![deny(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod answer;
#[cfg(feature = "cli")]
pub mod cli;
