//! What commands are given: boards, starts, targets, fonts, films, sizes, times, themes. Each is
//! parsed and refused in one place.

mod board;
mod film;
mod fonts;
mod glyphs;
mod goal;
mod input;
mod paper;
mod subject;
mod usage;

pub use {
    board::*, film::*, fonts::*, glyphs::*, goal::*, input::*, paper::Paper, subject::*, usage::*,
};
