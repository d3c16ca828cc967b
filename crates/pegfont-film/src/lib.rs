//! Films of peg solitaire games: from a text and a font, or from a picture, to boards, events, scenes and files. Also
//! puzzle sheets, specimens of fonts, and plots of tables.
//!
//! The library never prints and never panics on input; the same input gives the same bytes on every machine.

#![deny(unsafe_code)]

pub mod drawing;
mod error;
pub mod one_game;
mod page;
pub mod plot;
pub mod puzzle;
pub mod render;
pub mod specimen;
pub mod timeline;

pub use error::Error;
