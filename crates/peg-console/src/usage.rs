//! What is wrong with a command line: mistakes, which end the program with exit code 2, options
//! that were given, and advice.

use std::ffi::OsString;
use std::path::Path;
use std::sync::OnceLock;

use clap::error::{ContextKind, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, Id};

use pegfont_base::words::in_shell;

/// A mistake in what the user asked for.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// What was asked for was done only in part, which ends the program with exit code 3.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Incomplete(pub String);

/// An error as a mistake in what the user asked for.
pub fn usage(error: impl std::fmt::Display) -> anyhow::Error {
    Usage(error.to_string()).into()
}

/// The arguments of the command that the user wrote, and their values, without those that have
/// their default value.
static GIVEN: OnceLock<Vec<(Id, Vec<String>)>> = OnceLock::new();

/// The command that runs, such as `sheet`.
static COMMAND: OnceLock<String> = OnceLock::new();

/// The name of the command that runs, such as `sheet`.
pub fn command() -> &'static str {
    COMMAND.get().map_or("pegfont", String::as_str)
}

/// Notes which command and arguments the user wrote.
pub fn note_given(mut matches: &ArgMatches) {
    let mut name = "pegfont";
    while let Some((below, matches_below)) = matches.subcommand() {
        (name, matches) = (below, matches_below);
    }
    COMMAND.get_or_init(|| name.to_owned());
    let is_written = |id: &&Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    let values = |id: &Id| {
        let raw = matches.try_get_raw(id.as_str()).ok().flatten();
        raw.into_iter()
            .flatten()
            .map(|it| it.to_string_lossy().into_owned())
            .collect()
    };
    let written = matches.ids().filter(is_written);
    GIVEN.get_or_init(|| written.map(|id| (id.clone(), values(id))).collect());
}

/// The first of a group of options that the user gave, such as `--theme`.
pub fn given<Group: Args>() -> Option<String> {
    let (all, group) = (GIVEN.get()?, Group::augment_args(Command::new("")));
    let is_given = |option: &&Arg| all.iter().any(|it| it.0 == *option.get_id());
    Some(format!(
        "--{}",
        group.get_arguments().find(is_given)?.get_long()?
    ))
}

/// The arguments of a command that the user gave, as one writes them in a shell, `without` some.
pub fn rewritten<Group: Args>(without: &[&str]) -> String {
    let (all, group) = (
        GIVEN.get().into_iter().flatten(),
        Group::augment_args(Command::new("")),
    );
    let mut words = Vec::new();
    for (id, values) in all.filter(|(id, _)| !without.contains(&id.as_str())) {
        let Some(option) = group.get_arguments().find(|it| it.get_id() == id) else {
            continue;
        };
        let name = option.get_long().map(|long| format!("--{long}"));
        match (name, option.get_action().takes_values()) {
            (Some(name), false) => words.push(name),
            (Some(name), true) => words.extend(values.iter().map(|it| match it.starts_with('-') {
                true => format!("{name}={}", in_shell(it)),
                false => format!("{name} {}", in_shell(it)),
            })),
            (None, _) => words
                .splice(0..0, values.iter().map(|it| in_shell(it)))
                .for_each(drop),
        }
    }
    words.join(" ")
}

/// A word of a command line that is neither a command nor an argument of it.
#[derive(Clone, Copy, Debug)]
pub enum Slip<'a> {
    /// The first words, up to an option, which begin with no command.
    Command {
        /// The words, with a space between them.
        words: &'a str,
    },
    /// An argument that the command doesn't have.
    Argument {
        /// The argument.
        found: &'a str,
        /// The command that it was given to.
        command: &'a str,
    },
}

/// Advice for a common slip, if this error is one. `words` are those of the command line, which
/// `is_right` tries; `of_program` knows what its words may have been meant for.
pub fn advice(
    error: &clap::Error,
    words: &[OsString],
    is_right: impl Fn(Vec<OsString>) -> bool,
    of_program: impl Fn(Slip<'_>) -> Option<String>,
) -> Option<String> {
    match error.kind() {
        ErrorKind::InvalidSubcommand => unknown_command(error, words, of_program),
        ErrorKind::UnknownArgument => unknown_argument(error, words, is_right, of_program),
        _ => None,
    }
}

/// A part of an error of the command line.
fn part(error: &clap::Error, kind: ContextKind) -> Option<String> {
    error.get(kind).map(ToString::to_string)
}

/// Advice for a first word that is no command. Below a command, clap says all there is to say.
fn unknown_command(
    error: &clap::Error,
    words: &[OsString],
    of_program: impl Fn(Slip<'_>) -> Option<String>,
) -> Option<String> {
    let found = part(error, ContextKind::InvalidSubcommand)?;
    let text = words[1..].iter().filter_map(|word| word.to_str());
    let text: Vec<&str> = text.take_while(|word| !word.starts_with('-')).collect();
    if text.first() != Some(&&*found) {
        return None;
    }

    let program = Path::new(&words[0]).file_stem().unwrap_or_default();
    let program = program.to_string_lossy();
    let meant = part(error, ContextKind::SuggestedSubcommand);
    let meant = meant.map_or_else(String::new, |all| format!("; did you mean {all}?"));
    let words = text.join(" ");
    let more = of_program(Slip::Command { words: &words });
    let more = more.map_or_else(String::new, |more| format!("; {more}"));
    Some(format!(
        "unrecognized subcommand '{found}'{meant}{more}; {program} --help lists the commands"
    ))
}

/// Advice for an argument that a command doesn't have.
fn unknown_argument(
    error: &clap::Error,
    words: &[OsString],
    is_right: impl Fn(Vec<OsString>) -> bool,
    of_program: impl Fn(Slip<'_>) -> Option<String>,
) -> Option<String> {
    let found = part(error, ContextKind::InvalidArg)?;
    let place = |word: &str| words.iter().position(|one| one == word);
    if let (Some(last), Some(at)) = (place("--"), place(&found))
        && at > last
    {
        return Some(format!(
            "unexpected argument {found:?}: after -- nothing is an option; write the options before it"
        ));
    }

    let slip = Slip::Argument {
        found: &found,
        command: words[1].to_str().unwrap_or_default(),
    };
    let remedy = if let Some(option) = joined(words, is_right) {
        format!("write {option}")
    } else if found == "-o" || found == "--output" {
        "keep what it prints: > FILE".to_owned()
    } else {
        of_program(slip)?
    };
    Some(format!("unexpected argument {found:?}: {remedy}"))
}

/// An option that takes the word behind it only after `=`, as both together, if the command line is
/// right then.
fn joined(words: &[OsString], is_right: impl Fn(Vec<OsString>) -> bool) -> Option<String> {
    for place in 2..words.len() {
        let mut option = words[place - 1].clone();
        option.push("=");
        option.push(&words[place]);
        let Some(name) = option.to_str().filter(|name| name.starts_with("--")) else {
            continue;
        };

        let name = name.to_owned();
        let mut joined = words.to_vec();
        joined.remove(place);
        joined[place - 1] = option;
        if is_right(joined) {
            return Some(name);
        }
    }
    None
}

/// A question about a word that is almost one of these, to be added to a message.
pub fn did_you_mean<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> String {
    let far = |other: &str| strsim::osa_distance(&word.to_lowercase(), other);
    let nearest = known.into_iter().min_by_key(|other| far(other));
    let meant = nearest.filter(|other| far(other) <= (other.len() / 3).max(1));
    meant.map_or_else(String::new, |other| format!("; did you mean {other}?"))
}
