//! What is wrong with a command line: mistakes that end the program with exit code 2, the options that were given, and advice for
//! common slips.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::cli::output::Format;

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

/// The arguments of a command that the user wrote, without those that have their default value. It comes first in the struct of a
/// command: reading an argument takes it away.
pub struct Given(Vec<String>);

impl Given {
    /// The first of a group of options that the user gave, such as `--theme`.
    pub fn of<Group: Args>(&self) -> Option<String> {
        let group = Group::augment_args(Command::new(""));
        let mut options = group.get_arguments();
        let given =
            options.find(|option| self.0.iter().any(|id| option.get_id() == id.as_str()))?;
        Some(format!("--{}", given.get_long()?))
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let written = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        Ok(Self(matches.ids().map(clap::Id::as_str).filter(written).map(str::to_owned).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

/// Advice for a common slip, if this error is one. `words` are those of the command line, which `parse` reads, and `written` the formats
/// of the files that commands write.
pub fn advice(
    error: &clap::Error,
    words: &[OsString],
    parse: impl Fn(Vec<OsString>) -> Result<(), clap::Error>,
    written: &[Format],
) -> Option<String> {
    if error.kind() == ErrorKind::InvalidSubcommand && words.len() > 1 {
        let first =
            words[1].to_str().filter(|_| error.get(ContextKind::SuggestedSubcommand).is_none())?;
        let ContextValue::String(found) = error.get(ContextKind::InvalidSubcommand)? else {
            return None;
        };
        let text = words[1..].iter().filter_map(|word| word.to_str());
        let text: Vec<&str> = text.take_while(|word| !word.starts_with('-')).collect();
        let text = text.join(" ");
        return (first == found).then(|| {
            format!("unrecognized subcommand '{found}'; for a film of it as a text: pegfont render {text:?}; pegfont --help lists the commands")
        });
    }
    let ContextValue::String(found) = error.get(ContextKind::InvalidArg)? else { return None };
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let joined = (1..words.len()).find_map(|place| {
        let mut words = words.to_vec();
        let value = words.remove(place);
        words[place - 1].push("=");
        words[place - 1].push(value);
        let option = words[place - 1].to_str()?.to_owned();
        (option.starts_with("--") && parse(words).is_ok()).then_some(option)
    });
    if let Some(option) = joined {
        return Some(format!("unexpected argument {found:?}: write {option}"));
    }
    if ["-o", "--output"].contains(&found.as_str()) {
        return Some(format!(
            "unexpected argument {found:?}: this command prints; keep that with > FILE"
        ));
    }
    if Format::from_path(Path::new(found), written).is_ok() {
        return Some(format!("unexpected argument {found:?}: write a file with -o {found}"));
    }
    let takes_text =
        words.get(1).is_some_and(|command| command == "render" || command == "one-game");
    (takes_text && !found.starts_with('-')).then(|| {
        format!("unexpected argument {found:?}: write a text of several words in quotes, such as \"HELLO WORLD\"")
    })
}

/// A question about a word that is almost one of these, to be added to a message.
pub fn did_you_mean<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> String {
    let far = |other: &str| strsim::osa_distance(&word.to_lowercase(), other);
    let nearest = known.into_iter().min_by_key(|other| far(other));
    match nearest.filter(|other| far(other) <= (other.len() / 3).max(1)) {
        Some(other) => format!("; did you mean {other}?"),
        None => String::new(),
    }
}
