//! How a run begins and ends: the command line is read, a command runs, and its error is worded.

use std::env;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::panic;
use std::process::ExitCode;

use anyhow::Result;
use clap::{ArgMatches, Command, Parser};

use crate::usage::{Incomplete, Slip, Usage};
use crate::{help, output, progress, usage};
use pegfont_base::memory;
use pegfont_base::words::brief;

/// A program: what of it differs from the others.
#[derive(Debug)]
pub struct Program<Cli> {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Says what there is to say about the options of a command, before it runs.
    pub on_options: fn(&ArgMatches),
    /// Runs the command that was read.
    pub run: fn(Cli) -> Result<()>,
    /// Advice for a slip that this program knows.
    pub advice: fn(Slip<'_>) -> Option<String>,
}

/// The program's commands and options, with their help.
#[must_use]
pub fn command<Cli: Parser>() -> Command {
    help::arranged(Cli::command())
}

/// The exit code for a mistake in what the user asked for.
const MISTAKEN: u8 = 2;

/// The exit code of what was done only in part.
const INCOMPLETE: u8 = 3;

/// The longest word of a command line that a message quotes whole. Names of files can be long.
const LONGEST_QUOTED: usize = 250;

/// The memory without which lists that can't be refused it would end the program.
const LEAST_MEMORY: u64 = 8 << 20;

/// Runs the program with the process's arguments.
#[must_use]
pub fn main<Cli: Parser>(program: &Program<Cli>) -> ExitCode {
    ask_for_reports(program.name, program.version);
    progress::survive_limits();

    // Arranging all help takes as long as painting a word, and is for messages only.
    let (asked, options) = match read::<Cli>(Cli::command(), env::args_os().collect()) {
        Ok(found) => found,
        Err(error) => return refused(program, error),
    };

    progress::on_signal(None);
    (program.on_options)(&options);
    let memory = memory::require("the program", LEAST_MEMORY);
    let done = memory
        .map_err(Into::into)
        .and_then(|()| (program.run)(asked));
    ended(done)
}

/// Says at a panic, which is a bug, that one may report it.
fn ask_for_reports(name: &'static str, version: &'static str) {
    let describe = panic::take_hook();
    panic::set_hook(Box::new(move |found| {
        describe(found);
        note!(
            "error: {name} {version} contradicts itself; please report this, with the lines above"
        );
    }));
}

/// Reads a command line, and notes what was given. Returns what is asked for, and the options of the
/// command.
fn read<Cli: Parser>(
    command: Command,
    words: Vec<OsString>,
) -> Result<(Cli, ArgMatches), clap::Error> {
    let found = command.try_get_matches_from(words)?;
    usage::note_given(&found);
    let asked = Cli::from_arg_matches(&found)?;

    let mut options = found;
    while let Some((_, below)) = options.remove_subcommand() {
        options = below;
    }
    Ok((asked, options))
}

/// Says why a command line was refused, or shows the help that was asked for.
fn refused<Cli: Parser>(program: &Program<Cli>, error: clap::Error) -> ExitCode {
    let words: Vec<OsString> = env::args_os().map(quotable).collect();
    let parse = |words| read::<Cli>(command::<Cli>(), words);
    let error = parse(words.clone()).err().unwrap_or(error);

    let is_right = |words| parse(words).is_ok();
    if let Some(advice) = usage::advice(&error, &words, is_right, program.advice) {
        note!("error: {advice}");
        return ExitCode::from(MISTAKEN);
    }

    match error.print() {
        Err(failure) if failure.kind() != ErrorKind::BrokenPipe => ExitCode::FAILURE,
        _ => ExitCode::from(error.exit_code() as u8),
    }
}

/// A word of the command line as messages quote it, which may be long, or have effects on a
/// terminal.
fn quotable(word: OsString) -> OsString {
    let word = output::inert(&word.to_string_lossy()).into_owned();
    if word.chars().count() > LONGEST_QUOTED {
        brief(&word).into()
    } else {
        word.into()
    }
}

/// Says what went wrong in a run, and what its exit code is.
fn ended(done: Result<()>) -> ExitCode {
    if let Err(error) = &done
        && output::is_broken_pipe(error)
    {
        return ExitCode::SUCCESS;
    }
    // Whatever was under way: a script that is interrupted must not go on.
    if progress::is_stopped() {
        progress::say_stopped();
        return ExitCode::from(progress::STOPPED);
    }
    let Err(error) = done else {
        output::say_remarks();
        return ExitCode::SUCCESS;
    };

    let mut said = vec![with_causes(&error)];
    said.extend(output::take_remarks());
    note!("error: {}", said.join("; "));
    if error.is::<Usage>() {
        ExitCode::from(MISTAKEN)
    } else if error.is::<Incomplete>() {
        ExitCode::from(INCOMPLETE)
    } else {
        ExitCode::FAILURE
    }
}

/// The error and its causes, but for those that the words before them end with.
fn with_causes(error: &anyhow::Error) -> String {
    let mut said = String::new();
    for cause in error.chain() {
        let cause = without_code(&cause.to_string());
        if said.is_empty() {
            said = cause;
        } else if !said.ends_with(&cause) {
            said += ": ";
            said += &cause;
        }
    }
    said
}

/// The words of an error of the system, without its number: `No such file or directory (os error
/// 2)`.
fn without_code(words: &str) -> String {
    let Some((before, after)) = words.split_once(" (os error ") else {
        return words.to_owned();
    };
    let behind = after.split_once(')').map_or("", |parts| parts.1);
    before.to_owned() + behind
}
