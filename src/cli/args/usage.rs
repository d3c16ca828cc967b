//! What is wrong with a command line: mistakes, which end the program with exit code 2, options
//! that were given, and advice.

use std::ffi::OsString;
use std::path::Path;
use std::sync::OnceLock;

use clap::error::{ContextKind, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, Id};

use crate::cli::args::{Text, note_if_file};
use crate::cli::output::promised;
use pegfont_base::words::{brief, in_shell};

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

/// The values of options that are texts.
static TEXTS: OnceLock<Vec<String>> = OnceLock::new();

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

    let texts = matches.ids().filter_map(|id| {
        // Arguments of other types are no texts.
        let texts = matches.try_get_many::<Text>(id.as_str()).ok()??;
        Some(texts.map(|text| text.to_string()))
    });
    TEXTS.get_or_init(|| texts.flatten().collect());
}

/// Says of each option with a text that is the name of a file that the file isn't read.
pub fn note_files_among_texts() {
    for text in TEXTS.get().into_iter().flatten() {
        note_if_file(text);
    }
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

/// Advice for a common slip, if this error is one. `words` are those of the command line, which
/// `parse` reads.
pub fn advice(
    error: &clap::Error,
    words: &[OsString],
    parse: impl Fn(Vec<OsString>) -> Result<(), clap::Error>,
) -> Option<String> {
    let quoted = |kind| error.get(kind).map(ToString::to_string);
    if error.kind() == ErrorKind::InvalidSubcommand {
        let found = quoted(ContextKind::InvalidSubcommand)?;
        let text = words[1..].iter().filter_map(|word| word.to_str());
        let text: Vec<&str> = text.take_while(|word| !word.starts_with('-')).collect();
        let (is_first, text) = (text.first() == Some(&&*found), text.join(" "));
        let meant = quoted(ContextKind::SuggestedSubcommand);
        let meant = meant.map_or_else(String::new, |all| format!("; did you mean {all}?"));
        return is_first.then(|| {
            format!("unrecognized subcommand '{found}'{meant}; for a film of it as a text: pegfont render {text:?}; pegfont --help lists the commands")
        });
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let found = quoted(ContextKind::InvalidArg)?;
    let place = |word: &str| words.iter().position(|it| it == word);
    if place("--").is_some_and(|last| place(&found).is_some_and(|found| found > last)) {
        return Some(format!(
            "unexpected argument {found:?}: after -- nothing is an option; write the options before it"
        ));
    }
    let joined = (1..words.len()).find_map(|place| {
        let mut words = words.to_vec();
        let value = words.remove(place);
        words[place - 1].push("=");
        words[place - 1].push(value);
        let option = words[place - 1].to_str()?.to_owned();
        (option.starts_with("--") && parse(words).is_ok()).then_some(option)
    });
    let takes_text = words[1] == "render" || words[1] == "one-game";
    let remedy = match joined {
        Some(option) => format!("write {option}"),
        None if found.ends_with(".toml") => format!("write its option, such as --font {found}"),
        None if found == "-o" || found == "--output" => "keep what it prints: > FILE".to_owned(),
        None if !promised(Path::new(&found)).is_empty() => format!("write it with -o {found}"),
        None if takes_text && !found.starts_with('-') => {
            "write a text of several words in quotes, such as \"HELLO WORLD\"".to_owned()
        }
        None => return None,
    };
    Some(format!("unexpected argument {found:?}: {remedy}"))
}

/// How to have a word taken as a text that is written like something else.
pub fn as_text(word: &str) -> String {
    // A game in the terminal needs standard input for its keys.
    let command = match command() {
        "play" => "render",
        command => command,
    };
    format!("; for a text: echo {:?} | pegfont {command} -", brief(word))
}

/// A question about a word that is almost one of these, to be added to a message.
pub fn did_you_mean<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> String {
    let far = |other: &str| strsim::osa_distance(&word.to_lowercase(), other);
    let nearest = known.into_iter().min_by_key(|other| far(other));
    let meant = nearest.filter(|other| far(other) <= (other.len() / 3).max(1));
    meant.map_or_else(String::new, |other| format!("; did you mean {other}?"))
}
