//! placeholder
pub mod board;
pub mod class;
#[cfg(feature = "cli")]
pub mod cli;
pub mod font;
pub mod solution;
pub mod solve;
#[cfg(feature = "typeface")]
pub mod typeface;
pub mod whole_file;
