//! The laboratory: its tables against the literature, and its program as a user runs it. Tables
//! against plain play are tested with the whole, in `tests/it` of the project.

mod laboratory;
mod laboratory_commands;
mod line;
#[path = "../../../../tests/it/plain.rs"]
#[allow(dead_code, reason = "shared with the tests of the whole")]
mod plain;
mod problems;
#[path = "../../../../tests/it/published.rs"]
mod published;
#[path = "../../../../tests/it/running.rs"]
#[allow(dead_code, reason = "shared with the tests of the whole")]
mod running;

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_peglab");
