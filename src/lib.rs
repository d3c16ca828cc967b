//! placeholder
pub mod board;
pub mod class;
#[cfg(feature = "cli")]
pub mod cli;
pub mod font;
pub mod render;
pub mod solution;
pub mod solve;
pub mod timeline;
pub mod whole_file;
