//! What commands are given: boards, starts, targets, fonts, films, sizes, times, themes. Each is parsed and refused in one place.

pub mod board;
pub mod film;
pub mod fonts;
pub mod glyphs;
pub mod goal;
pub mod input;
pub mod picture;
pub mod subject;
pub mod text;
pub mod usage;

pub use {
    board::*, film::*, fonts::*, glyphs::*, goal::*, input::*, picture::*, subject::*, text::*,
    usage::*,
};
