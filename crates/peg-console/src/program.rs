//! How a run begins and ends: the command line is read, a command runs, and its error is worded.

use std::env;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::panic;
use std::process::ExitCode;

use anyhow::Result;
use clap::{ArgMatches, Command, Parser};

use crate::help;
use crate::inert::inert;
use crate::messages::write_message;
use crate::output::{Output, is_broken_pipe};
use crate::stop::{STOPPED, survive_limits};
use crate::usage::{Incomplete, Refused, Slip, Usage};
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
    pub on_options: fn(&ArgMatches, &Output),
    /// Runs the command that was read.
    pub run: fn(Cli, &Output) -> Result<()>,
    /// Advice for a slip that this program knows.
    pub advice: fn(Slip<'_>) -> Option<String>,
}

/// The program's commands and options, with their help.
#[must_use]
pub fn command<Cli: Parser>() -> Command {
    help::arranged(taking_negative_numbers(Cli::command()))
}

/// A command that takes `-1` as a value and not as an option, as do those below it: so what is wrong
/// with the value is said.
fn taking_negative_numbers(command: Command) -> Command {
    command
        .allow_negative_numbers(true)
        .mut_subcommands(taking_negative_numbers)
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
    survive_limits();

    let line = match read::<Cli>(env::args_os().collect()) {
        Ok(line) => line,
        Err(error) => return refused(program, error),
    };

    let out = Output::of_process();
    (program.on_options)(&line.options, &out);
    let done = run(program, line.asked, &out);
    ended(done, &out)
}

fn run<Cli>(program: &Program<Cli>, asked: Cli, out: &Output) -> Result<()> {
    memory::require("the program", LEAST_MEMORY)?;
    (program.run)(asked, out)
}

/// Says at a panic, which is a bug, that one may report it.
fn ask_for_reports(name: &'static str, version: &'static str) {
    let describe = panic::take_hook();
    panic::set_hook(Box::new(move |found| {
        describe(found);
        write_message(format_args!(
            "error: {name} {version} contradicts itself; please report this, with the lines above"
        ));
    }));
}

/// A command line that was read.
struct CommandLine<Cli> {
    asked: Cli,
    /// The options of the command.
    options: ArgMatches,
}

fn read<Cli: Parser>(words: Vec<OsString>) -> Result<CommandLine<Cli>, clap::Error> {
    let mut options = command::<Cli>().try_get_matches_from(words)?;
    let asked = Cli::from_arg_matches(&options)?;

    while let Some((_, below)) = options.remove_subcommand() {
        options = below;
    }
    Ok(CommandLine { asked, options })
}

/// Says why a command line was refused, or shows the help that was asked for.
fn refused<Cli: Parser>(program: &Program<Cli>, error: clap::Error) -> ExitCode {
    if error.use_stderr() {
        return mistaken(program, error);
    }
    match error.print() {
        Err(failure) if failure.kind() != ErrorKind::BrokenPipe => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    }
}

/// Says what is wrong with a command line.
fn mistaken<Cli: Parser>(program: &Program<Cli>, error: clap::Error) -> ExitCode {
    // Read again, so that the error quotes its words as they can be shown.
    let words: Vec<OsString> = env::args_os().map(quotable).collect();
    let error = read::<Cli>(words.clone()).err().unwrap_or(error);

    let refused = Refused {
        error: &error,
        words: &words,
        is_right: |words| read::<Cli>(words).is_ok(),
        of_program: program.advice,
    };
    if let Some(advice) = refused.advice() {
        write_message(format_args!("error: {advice}"));
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
    let word = inert(&word.to_string_lossy()).into_owned();
    if word.chars().count() > LONGEST_QUOTED {
        brief(&word).into()
    } else {
        word.into()
    }
}

/// Says what went wrong in a run, and what its exit code is.
fn ended(done: Result<()>, out: &Output) -> ExitCode {
    if let Err(error) = &done
        && is_broken_pipe(error)
    {
        return ExitCode::SUCCESS;
    }

    // Whatever was under way: a script that is interrupted must not go on.
    if out.stop.is_asked() {
        out.stop.say();
        return ExitCode::from(STOPPED);
    }

    let Err(error) = done else {
        out.err.say_remarks();
        return ExitCode::SUCCESS;
    };

    let mut said = vec![with_causes(&error)];
    said.extend(out.err.take_remarks());
    note!(out, "error: {}", said.join("; "));

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
