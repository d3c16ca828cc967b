//! What is wrong with a command line: mistakes, which end the program with exit code 2, and advice.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ErrorKind};

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

/// A command line that was refused, and who may know what was meant.
#[derive(Debug)]
pub struct Refused<'a, IsRight> {
    /// Why it was refused.
    pub error: &'a clap::Error,
    /// Its words.
    pub words: &'a [OsString],
    /// Whether other words are right.
    pub is_right: IsRight,
    /// What the program's words may have been meant for.
    pub of_program: fn(Slip<'_>) -> Option<String>,
}

impl<IsRight: Fn(Vec<OsString>) -> bool> Refused<'_, IsRight> {
    /// Advice for a common slip, if this is one.
    pub fn advice(&self) -> Option<String> {
        match self.error.kind() {
            ErrorKind::InvalidSubcommand => self.unknown_command(),
            ErrorKind::UnknownArgument => self.unknown_argument(),
            _ => None,
        }
    }

    /// A part of the error.
    fn part(&self, kind: ContextKind) -> Option<String> {
        self.error.get(kind).map(ToString::to_string)
    }

    /// Advice for a first word that is no command. Below a command, clap says all there is to say.
    fn unknown_command(&self) -> Option<String> {
        let found = self.part(ContextKind::InvalidSubcommand)?;
        let text = self.words[1..].iter().filter_map(|word| word.to_str());
        let text: Vec<&str> = text.take_while(|word| !word.starts_with('-')).collect();
        if text.first() != Some(&&*found) {
            return None;
        }

        let program = Path::new(&self.words[0]).file_stem().unwrap_or_default();
        let program = program.to_string_lossy();
        let meant = match self.part(ContextKind::SuggestedSubcommand) {
            Some(known) => format!("; did you mean {known}?"),
            None => String::new(),
        };
        let words = text.join(" ");
        let more = match (self.of_program)(Slip::Command { words: &words }) {
            Some(more) => format!("; {more}"),
            None => String::new(),
        };
        Some(format!(
            "unrecognized subcommand '{found}'{meant}{more}; {program} --help lists the commands"
        ))
    }

    /// Advice for an argument that a command doesn't have.
    fn unknown_argument(&self) -> Option<String> {
        let found = self.part(ContextKind::InvalidArg)?;
        let place = |word: &str| self.words.iter().position(|known| known == word);
        if let (Some(dashes), Some(at)) = (place("--"), place(&found))
            && at > dashes
        {
            return Some(format!(
                "unexpected argument {found:?}: after -- nothing is an option; write the options \
                 before it"
            ));
        }

        let slip = Slip::Argument {
            found: &found,
            command: self.words[1].to_str().unwrap_or_default(),
        };
        let remedy = if let Some(option) = self.joined() {
            format!("write {option}")
        } else if found == "-o" || found == "--output" {
            "keep what it prints: > FILE".to_owned()
        } else {
            (self.of_program)(slip)?
        };
        Some(format!("unexpected argument {found:?}: {remedy}"))
    }

    /// An option that takes the word behind it only after `=`, as both together, if the command
    /// line is right then.
    fn joined(&self) -> Option<String> {
        for place in 2..self.words.len() {
            let mut option = self.words[place - 1].clone();
            option.push("=");
            option.push(&self.words[place]);
            let Some(name) = option.to_str().filter(|name| name.starts_with("--")) else {
                continue;
            };

            let name = name.to_owned();
            let mut joined = self.words.to_vec();
            joined.remove(place);
            joined[place - 1] = option;
            if (self.is_right)(joined) {
                return Some(name);
            }
        }
        None
    }
}

/// A question about a word that is almost one of these, to be added to a message.
pub fn did_you_mean<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> String {
    let word = word.to_lowercase();
    let distance = |known: &str| strsim::osa_distance(&word, known);

    let nearest = known.into_iter().min_by_key(|known| distance(known));
    match nearest {
        Some(known) if distance(known) <= (known.len() / 3).max(1) => {
            format!("; did you mean {known}?")
        }
        _ => String::new(),
    }
}
