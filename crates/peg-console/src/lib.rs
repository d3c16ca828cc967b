//! What the programs `pegfont` and `peglab` share at a terminal.
//!
//! | module | contents |
//! |---|---|
//! | [`output`] | the one writer: lines, JSON, answers as either; what keeps text from having effects on a terminal |
//! | [`progress`] | progress bars; what stops a run |
//! | [`table`] | the options by which a command prints a table |
//! | [`listed`] | the files that a command reads and writes, so that no two are one |
//! | [`windows_names`] | names that Windows can't give to a file |
//! | [`mod@usage`] | mistakes, options that were given, advice |
//! | [`input`] | files and standard input; numbers, bytes, words to choose from; the options of a search |
//! | [`board`] | a board, a start, a finish |
//! | [`completions`] | shell completions |
//! | [`counts`] | how many positions a start leads to |
//! | [`help`] | what `-h` and `--help` say |
//! | [`program`] | how a run begins and ends |
//!
//! This crate is part of the two programs and makes no promise to others: a library is
//! [`peg_solitaire`].

#![deny(unsafe_code, missing_docs)]
#![warn(missing_debug_implementations)]

/// Prints a line to standard output; see [`output::say`].
#[macro_export]
macro_rules! say {
    () => { $crate::output::say(format_args!("\n")) };
    ($($what:tt)*) => { $crate::output::say(format_args!("{}\n", format_args!($($what)*))) };
}

/// Prints to standard output without ending the line; see [`output::say`].
#[macro_export]
macro_rules! say_as_is {
    ($($what:tt)*) => { $crate::output::say(format_args!($($what)*)) };
}

/// Prints a line to standard error; see [`output::note`].
#[macro_export]
macro_rules! note {
    ($($what:tt)*) => { $crate::output::note(format_args!($($what)*)) };
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

/// The commands of a group.
#[macro_export]
macro_rules! commands {
    ($(#[$about:meta])* $vis:vis enum $group:ident { $($(#[$how:meta])* $command:ident($args:ty),)* }) => {
        $(#[$about])*
        #[derive(clap::Subcommand)]
        $vis enum $group { $($(#[$how])* $command($args),)* }

        impl $group {
            $vis fn run(self) -> anyhow::Result<()> {
                match self { $(Self::$command(command) => command.run(),)* }
            }
        }
    };
}

pub mod board;
pub mod completions;
pub mod counts;
pub mod help;
pub mod input;
pub mod listed;
mod message;
pub mod output;
pub mod program;
pub mod progress;
pub mod table;
pub mod usage;
pub mod windows_names;
