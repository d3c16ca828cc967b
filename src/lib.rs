//! placeholder
pub mod board;
pub mod class;
pub mod font;
pub mod solution;
pub mod solve;
