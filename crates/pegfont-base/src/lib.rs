//! What the crates of pegfont share and that has nothing to do with the game: [memory] that can be
//! refused, work on all threads ([`parallel`]), files that are written [completely or not at
//! all](whole_file), what a file is by its first bytes ([`file_kind`]), TOML files and where a
//! mistake in them is ([`toml_file`]), [tables](table) as text, CSV and JSON, numbers and lines of
//! text ([`words`]).
//!
//! # Features
//!
//! * `files` (default): writing files.
//! * `parallel` (default): work on several threads.

#![warn(clippy::cognitive_complexity, clippy::too_many_lines)]
#![deny(unsafe_code, missing_docs)]
#![warn(missing_debug_implementations, clippy::undocumented_unsafe_blocks)]

pub mod file_kind;
pub mod memory;
pub mod parallel;
pub mod table;
pub mod toml_file;
#[cfg(feature = "files")]
pub mod whole_file;
pub mod words;
