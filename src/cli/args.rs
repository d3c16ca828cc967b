//! What commands are given: boards, starts, targets, fonts, films, sizes, times, themes. Each is parsed and refused in one place.

mod board;
mod film;
mod fonts;
mod glyphs;
mod goal;
mod input;
mod picture;
mod subject;
mod text;
mod usage;

pub use {
    board::*, film::*, fonts::*, glyphs::*, goal::*, input::*, picture::*, subject::*, text::*,
    usage::*,
};
