//! Puzzles for people: what to play for, and the printable sheet of several.

mod goal;
mod sheet;

pub use goal::{Goal, is_drawn, several};
pub use sheet::{A4, Card, Content, LETTER, Paper, Sheet};
