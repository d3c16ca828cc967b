//! What commands are given: boards, starts, targets, fonts, films, sizes, times, themes. Each is parsed and refused in one place.

pub mod film;
pub mod goal;
pub mod input;
pub mod picture;
pub mod reachable;
pub mod search;
pub mod subject;
pub mod text;
pub mod usage;

pub use {
    film::*, goal::*, input::*, picture::*, reachable::*, search::*, subject::*, text::*, usage::*,
};
