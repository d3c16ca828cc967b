//! placeholder
pub mod board;
pub mod class;
#[cfg(feature = "cli")]
pub mod cli;
pub mod find;
pub mod font;
pub mod glyph;
pub mod solution;
pub mod solve;
mod toml_table;
pub mod whole_file;
