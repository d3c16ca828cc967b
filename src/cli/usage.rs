//! What is wrong with a command line: mistakes that end the program with exit code 2, the options that were given, and advice for
//! common slips.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use pegfont_type::format::Format;

/// A mistake in what the user asked for.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Usage(pub(super) String);

/// An error as a mistake in what the user asked for.
pub(super) fn usage(error: impl std::fmt::Display) -> anyhow::Error {
    Usage(error.to_string()).into()
}

/// The arguments of a command that the user wrote, without those that have their default value. It comes first in the struct of a
/// command: reading an argument takes it away.
pub(super) struct Given(Vec<String>);

impl Given {
    /// The first of a group of options that the user gave, such as `--theme`.
    pub(super) fn of<Group: Args>(&self) -> Option<String> {
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

/// Options that a command doesn't have but another does, or that are written in another way: the commands, the
/// options, and advice.
const ELSEWHERE: &str = "\
render | one-game pixels tolerance seed seconds effort | one game has a command of its own: pegfont one-game TEXT
render | picture grid inverse threshold | a game that leaves a picture has a command of its own: pegfont one-game FILE
render | save | pegfont one-game TEXT -o FILE.game keeps the game
render | game jumps board start one-at-a-time | a game of your own has a command of its own: pegfont replay JUMPS, or pegfont replay FILE
render | at storyboard | stills have a command of their own: pegfont still TEXT --at WHEN, or --storyboard
one-game | seconds | write --effort NUMBER: 60 is about a minute on one core
one-game | save | -o FILE.game keeps the game, beside other files with -o
one-game | picture | give the picture in place of the text: pegfont one-game FILE
one-game | one-at-a-time hold hold-start loops ping-pong first-frame | keep the game with -o FILE.game; pegfont replay FILE.game has this option
one-game | at storyboard | keep the game with -o FILE.game; pegfont still --game FILE.game has this option
replay | at storyboard | stills have a command of their own: pegfont still --game FILE --at WHEN, or --storyboard
hints solution | daily date | give it the target that pegfont puzzle --daily prints
puzzle | names sheet paper title per-page cut-out | sheets have a command of their own: pegfont sheet TARGET -o FILE
render still one-game replay | poster | a second -o writes it: -o film.gif -o poster.png
render still one-game replay | board-colour hole peg | write --set board=COLOUR, --set hole=COLOUR or --set peg=COLOUR
render still one-game replay | dark-theme | write both themes: --theme LIGHT,DARK
render still one-game replay | height | write --size xHEIGHT, or --size WIDTHxHEIGHT
render still one-game replay | color colour colors colours | write --set peg=COLOUR, --set board=COLOUR or --background COLOUR
render still one-game replay | transparent | write --background transparent
render | behind | write --order cascade:JUMPS
render | sync | write --order same-start
render replay | hold-start | write --hold START,END
render one-game replay | fps | write --smooth=FPS";

/// Advice for a common slip, if this error is one. `written` are the formats of the files that commands write.
pub(super) fn advice(error: &clap::Error, command: &str, written: &[Format]) -> Option<String> {
    if let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg)
        && command == "play"
        && missing.iter().any(|argument| argument == "<TARGET>")
    {
        let targets = "a letter such as A, a pattern, --daily, --random, or any with --board";
        return Some(format!("play needs something to play: {targets}"));
    }
    let ContextValue::String(found) = error.get(ContextKind::InvalidArg)? else { return None };
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    if found == "--board" && command == "board" {
        return Some("the board comes first, without --board: pegfont board levels 5x7".to_owned());
    }
    if let Some(option) = found.strip_prefix("--") {
        return ELSEWHERE.lines().find_map(|line| {
            let (of, line) = line.split_once(" | ")?;
            let (options, advice) = line.split_once(" | ")?;
            let has = |words: &str, one: &str| words.split(' ').any(|word| word == one);
            let is_it = has(of, command) && has(options, option);
            is_it.then(|| format!("{command} has no {found}: {advice}"))
        });
    }
    let path = std::path::Path::new(found);
    if Format::from_path(path, written).is_ok() {
        return Some(format!("unexpected argument {found:?}: write a file with -o {found}"));
    }
    if path.extension().is_some_and(|end| end == "toml") && ["font", "specimen"].contains(&command)
    {
        return Some(format!("unexpected argument {found:?}: name a font with --font {found}"));
    }
    if command == "solve" {
        return Some(format!("unexpected argument {found:?}: name a board with --board {found}"));
    }
    let takes_text = !found.starts_with('-') && ["render", "one-game", "still"].contains(&command);
    takes_text.then(|| {
        format!("unexpected argument {found:?}: write a text of several words in quotes, such as \"HELLO WORLD\"")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_that_is_elsewhere_is_advised_on_and_not_here() {
        for line in ELSEWHERE.lines() {
            let [commands, options, _] = line.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            for command in commands.split(' ') {
                for option in options.split(' ').map(|name| format!("--{name}")) {
                    let words = ["pegfont", command, "A", &option, "x"];
                    let error = crate::cli::command().try_get_matches_from(words).unwrap_err();
                    let advice = advice(&error, command, &[]);
                    assert!(advice.is_some_and(|said| said.contains(&option)), "{words:?}");
                }
            }
        }
    }
}
