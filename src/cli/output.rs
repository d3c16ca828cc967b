//! What the program writes: files, films, and what a terminal shows as a screen. Lines and JSON are
//! written by [`peg_console::output`].

// Elsewhere, these are denied.
#![allow(clippy::disallowed_methods)]

mod boards;
mod files;
mod film;
mod screen;
pub mod session;

pub use {boards::*, files::*, film::*, screen::*};
