//! placeholder
pub mod analysis;
pub mod board;
pub mod class;
#[cfg(feature = "cli")]
pub mod cli;
pub mod font;
pub mod line;
pub mod solution;
pub mod solve;
pub mod whole_file;
