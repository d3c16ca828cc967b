//! Peg solitaire typefaces: designs of characters, the reachable patterns near them, the choice
//! among these, fonts whose characters carry their solutions, and font files.
//!
//! A font is built with the solver, in seconds. It is used without it, in milliseconds, because it
//! contains its solutions. The library never prints and never panics on input; the same input gives
//! the same bytes on every machine.
//!
//! # Features
//!
//! All are on by default.
//!
//! * `composing`: a letter and its mark, written as two characters, are read as one.
//! * `parallel`: that of [`peg_solitaire`].
//! * `pictures`: designs from pictures, and from bitmap and outline fonts.
//! * `typeface`: font files as TrueType and WOFF2.

#![warn(clippy::cognitive_complexity, clippy::too_many_lines)]
#![deny(unsafe_code)]
#![deny(missing_docs)]
#![warn(missing_debug_implementations)]

#[macro_use]
mod error;
pub mod choose;
mod composed;
pub mod find;
pub mod font;
pub mod glyph;
pub mod goal;
#[cfg(feature = "typeface")]
pub mod typeface;

pub use composed::composed;
pub use error::{Error, Location};
