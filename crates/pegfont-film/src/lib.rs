//! Films of peg solitaire games: from a text and a font, or from a picture, to boards, events,
//! scenes and files. Also puzzle sheets, posters of games and specimens of fonts.
//!
//! The library never prints and never panics on input; the same input gives the same bytes on every
//! machine.

#![warn(clippy::cognitive_complexity, clippy::too_many_lines)]
#![deny(unsafe_code, missing_docs)]

#[expect(
    missing_docs,
    reason = "shapes have the fields that their names say, in units of the drawing"
)]
pub mod drawing;
mod error;
pub mod game_poster;
mod hyphenation;
pub mod one_game;
mod page;
pub mod render;
pub mod sheet;
pub mod specimen;
pub mod timeline;
pub mod variants;

pub use error::Error;
