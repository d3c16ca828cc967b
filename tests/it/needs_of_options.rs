//! An option that needs another one is refused without it, whatever else is given. Clap forgets the
//! need if the other one contradicts something that was given: the option would mean nothing.

use clap::builder::ValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use crate::cli::commands;

/// The command with arguments that take any value, because only their names matter here.
fn with_any_values(command: Command) -> Command {
    command.no_binary_name(true).mut_args(|argument| {
        if argument.get_action().takes_values() {
            argument.value_parser(ValueParser::string())
        } else {
            argument
        }
    })
}

/// An argument as words of a command line.
fn in_words(argument: &Arg) -> Vec<String> {
    let value = "x".to_owned();
    let Some(name) = argument.get_long() else {
        return vec![value];
    };

    let mut words = vec![format!("--{name}")];
    if argument.get_action().takes_values() {
        let number = argument
            .get_num_args()
            .map_or(1, |range| range.min_values());
        words.extend(vec![value; number]);
    }
    words
}

/// The arguments that clap misses in the words of a command.
fn missing(command: &Command, words: &[String]) -> Vec<String> {
    let Err(error) = command.clone().try_get_matches_from(words) else {
        return Vec::new();
    };
    if error.kind() != ErrorKind::MissingRequiredArgument {
        return Vec::new();
    }

    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(missing)) => missing.clone(),
        _ => Vec::new(),
    }
}

/// The arguments that an option needs, beside those that the command always needs.
fn needed_by(option: &Arg, command: &Command) -> Vec<String> {
    let always = missing(command, &[]);
    let mut needed = missing(command, &in_words(option));
    needed.retain(|argument| !always.contains(argument));
    needed
}

/// The words of each command line with an option, another one that isn't `needed`, and perhaps what
/// the command always needs.
fn lines_without(needed: &[String], option: &Arg, command: &Command) -> Vec<Vec<String>> {
    let mut always = Vec::new();
    for argument in command.get_arguments() {
        if argument.is_required_set() {
            always.extend(in_words(argument));
        }
    }

    let mut lines = Vec::new();
    for other in command.get_arguments() {
        let is_help = ["help", "version"].contains(&other.get_id().as_str());
        if is_help || other == option || needed.contains(&other.to_string()) {
            continue;
        }

        let pair = [in_words(option), in_words(other)].concat();
        lines.push([&always[..], &pair].concat());
        lines.push(pair);
    }
    lines
}

#[test]
fn an_option_that_needs_another_is_refused_without_it_whatever_else_is_given() {
    let mut with_needs = Vec::new();
    let mut accepted = Vec::new();

    for (name, command) in commands() {
        let command = with_any_values(command);
        for option in command.get_arguments() {
            let needed = needed_by(option, &command);
            if needed.is_empty() {
                continue;
            }

            with_needs.push(format!("{name} {option}"));
            for words in lines_without(&needed, option, &command) {
                if command.clone().try_get_matches_from(&words).is_ok() {
                    accepted.push(format!("{name} {}", words.join(" ")));
                }
            }
        }
    }

    for known in ["solve --pegs <N>", "peglab positions --pegs <N>"] {
        assert!(
            with_needs.iter().any(|found| found == known),
            "{known} needs nothing"
        );
    }
    assert!(accepted.is_empty(), "{}", accepted.join("\n"));
}
