//! What the programs `pegfont` and `peglab` share at a terminal.
//!
//! | module | contents |
//! |---|---|
//! | [`output`] | what a run may do outside of itself: print, read and write files, be stopped |
//! | [`answer`] | what commands answer, and its form; answers that are a struct |
//! | [`command`] | a command, from its options to the printed answer |
//! | [`messages`] | what is said on standard error |
//! | [`files`] | the files that a command reads and writes, so that no two are one |
//! | [`stop`], [`progress`] | signals; progress bars |
//! | [`inert`] | what keeps text from having effects on a terminal |
//! | [`windows_names`] | names that Windows can't give to a file |
//! | [`mod@usage`] | mistakes, and advice |
//! | [`command_line`] | the arguments as the user wrote them |
//! | [`input`] | numbers, bytes, words to choose from; the options of a search |
//! | [`table`] | the options by which a command prints a table; answers that are a table |
//! | [`board`] | a board, a start, a finish |
//! | [`counts`] | how many positions a start leads to |
//! | [`completions`] | shell completions |
//! | [`help`] | what `-h` and `--help` say |
//! | [`program`] | how a run begins and ends |
//!
//! This crate is part of the two programs and makes no promise to others: a library is
//! [`peg_solitaire`].

#![warn(clippy::cognitive_complexity, clippy::too_many_lines)]
#![deny(unsafe_code, missing_docs)]
#![warn(missing_debug_implementations)]

/// Prints a line to standard output, which may fail; see [`Output::say`](output::Output::say).
#[macro_export]
macro_rules! say {
    ($out:expr) => { $out.say(format_args!("\n")) };
    ($out:expr, $($what:tt)*) => { $out.say(format_args!("{}\n", format_args!($($what)*))) };
}

/// Prints to standard output without ending the line; see [`Output::say`](output::Output::say).
#[macro_export]
macro_rules! say_as_is {
    ($out:expr, $($what:tt)*) => { $out.say(format_args!($($what)*)) };
}

/// Says a line on standard error; see [`Messages::note`](messages::Messages::note).
#[macro_export]
macro_rules! note {
    ($out:expr, $($what:tt)*) => { $out.note(format_args!($($what)*)) };
}

/// A mistake in what the user asked for, in these words.
#[macro_export]
macro_rules! usage {
    ($($what:tt)*) => { $crate::usage::usage(format_args!($($what)*)) };
}

/// Returns with a mistake in what the user asked for.
#[macro_export]
macro_rules! refuse {
    ($($what:tt)*) => { return Err($crate::usage!($($what)*)) };
}

pub mod answer;
pub mod board;
mod brief;
pub mod command;
pub mod command_line;
pub mod completions;
pub mod counts;
pub mod files;
pub mod help;
pub mod inert;
pub mod input;
pub mod messages;
pub mod output;
pub mod program;
pub mod progress;
pub mod stop;
pub mod table;
pub mod usage;
pub mod windows_names;
