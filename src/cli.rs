//! The command-line program: `args` reads what is asked for, `commands` answer, `output` writes.
//! Only that prints.

/// Prints a line to standard output; see [`output::say`].
macro_rules! say {
    () => { $crate::cli::output::say(format_args!("\n")) };
    ($($what:tt)*) => { $crate::cli::output::say(format_args!("{}\n", format_args!($($what)*))) };
}

/// Prints to standard output without ending the line; see [`output::say`].
macro_rules! say_as_is {
    ($($what:tt)*) => { $crate::cli::output::say(format_args!($($what)*)) };
}

/// Prints a line to standard error; see [`output::note`].
macro_rules! note {
    ($($what:tt)*) => { $crate::cli::output::note(format_args!($($what)*)) };
}

/// A mistake in what the user asked for, in these words.
macro_rules! usage {
    ($($what:tt)*) => { anyhow::Error::from($crate::cli::args::Usage(format!($($what)*))) };
}

/// Returns with a mistake in what the user asked for.
macro_rules! refuse {
    ($($what:tt)*) => { return Err(usage!($($what)*)) };
}

/// The commands of a group.
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

mod args;
mod commands;
mod help;
mod output;

use std::env;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::panic;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser};

use args::{Incomplete, Usage};
use commands::Command;
use pegfont_base::memory;
use pegfont_base::words::brief;

/// A peg solitaire font: every letter is the final position of a real game
#[derive(Parser)]
#[command(
    name = "pegfont",
    version,
    about,
    max_term_width = 100,
    subcommand_required = true
)]
#[command(after_help = "\
Examples:
  pegfont render HELLO -o hello.gif   an animation
  pegfont one-game HELLO              one game that leaves the text
  pegfont play A                      a game
  pegfont help font build             the help of a command

Exit codes: 0 done, 1 failed, 2 wrong arguments, 101 a bug, 130 interrupted")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The program's commands and options, for those who check or document command lines.
#[must_use]
pub fn command() -> clap::Command {
    help::arranged(Cli::command())
}

/// Runs the program with the process's arguments.
#[must_use]
pub fn main() -> ExitCode {
    let describe = panic::take_hook();
    panic::set_hook(Box::new(move |found| {
        describe(found);
        note!(
            "error: pegfont {VERSION} contradicts itself; please report this, with the lines above"
        );
    }));
    output::survive_limits();
    let read = |command: clap::Command, words: Vec<OsString>| {
        let found = command.try_get_matches_from(words)?;
        args::note_given(&found);
        Cli::from_arg_matches(&found)
    };
    let parse = |words| read(command(), words);
    // Arranging all help takes as long as painting a word, and is for messages only.
    let asked = match read(Cli::command(), env::args_os().collect()) {
        Ok(asked) => asked,
        Err(error) => {
            // The message quotes words, which may have effects on a terminal.
            let quotable = |word: OsString| {
                let word = output::inert(&word.to_string_lossy()).into_owned();
                let is_long = word.chars().count() > LONGEST_QUOTED;
                if is_long {
                    brief(&word).into()
                } else {
                    word.into()
                }
            };
            let words: Vec<OsString> = env::args_os().map(quotable).collect();
            let error = parse(words.clone()).err().unwrap_or(error);
            let is_right = |words| parse(words).map(drop);
            if let Some(advice) = args::advice(&error, &words, is_right) {
                note!("error: {advice}");
                return ExitCode::from(2);
            }
            return match error.print() {
                Err(failure) if failure.kind() != ErrorKind::BrokenPipe => ExitCode::FAILURE,
                _ => ExitCode::from(error.exit_code() as u8),
            };
        }
    };
    output::on_signal(None);
    args::note_files_among_texts();
    let room = memory::require("the program", LEAST).map_err(Into::into);
    match room.and_then(|()| asked.command.run()) {
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        // Whatever was under way: a script that is interrupted must not go on.
        _ if output::is_stopped() => {
            output::say_stopped();
            ExitCode::from(output::STOPPED)
        }
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            note!("error: {}", with_causes(&error));
            match error {
                _ if error.is::<Usage>() => ExitCode::from(2),
                _ if error.is::<Incomplete>() => ExitCode::from(3),
                _ => ExitCode::FAILURE,
            }
        }
    }
}

/// The longest word of a command line that a message quotes whole. Names of files can be long.
const LONGEST_QUOTED: usize = 250;

/// The memory without which lists that can't be refused it would end the program.
const LEAST: u64 = 8 << 20;

/// The words of an error of the system, without its number: `No such file or directory (os error
/// 2)`.
fn without_code(words: &str) -> String {
    match words.split_once(" (os error ") {
        Some((before, after)) => before.to_owned() + after.split_once(')').map_or("", |it| it.1),
        None => words.to_owned(),
    }
}

/// The error and its causes, but for those that the words before them end with.
fn with_causes(error: &anyhow::Error) -> String {
    error
        .chain()
        .map(|cause| without_code(&cause.to_string()))
        .fold(String::new(), |said, cause| match said.as_str() {
            "" => cause,
            _ if said.ends_with(&cause) => said,
            _ => format!("{said}: {cause}"),
        })
}
