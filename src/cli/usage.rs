//! What is wrong with a command line: mistakes that end the program with exit code 2, the options that were given, and advice for
//! common slips.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::film::formats;
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

/// Options that a command doesn't have but another does, or that are written in another way.
const ELSEWHERE: [(&str, &[&str], &str); 15] = [
    (
        "render",
        &["one-game", "pixels", "tolerance", "seed", "seconds"],
        "one game has a command of its own: pegfont one-game TEXT",
    ),
    (
        "render",
        &["picture", "grid", "inverse", "threshold"],
        "one game that leaves a picture has a command of its own: pegfont one-game FILE",
    ),
    ("render", &["save"], "pegfont one-game TEXT -o FILE.game keeps the game"),
    ("one-game", &["save"], "-o FILE.game keeps the game, beside other files with -o"),
    ("one-game", &["picture"], "give the picture in place of the text: pegfont one-game FILE"),
    (
        "render",
        &["game", "jumps", "board", "start", "one-at-a-time"],
        "a game of your own has a command of its own: pegfont replay JUMPS, or pegfont replay FILE",
    ),
    (
        "one-game",
        &["one-at-a-time", "hold", "loops", "ping-pong", "first-frame"],
        "keep the game with -o FILE.game; pegfont replay FILE.game has this option",
    ),
    (
        "render",
        &["at", "storyboard"],
        "stills have a command of their own: pegfont still TEXT --at WHEN, or --storyboard",
    ),
    (
        "one-game",
        &["at", "storyboard"],
        "keep the game with -o FILE.game; pegfont still --game FILE.game has this option",
    ),
    (
        "replay",
        &["at", "storyboard"],
        "stills have a command of their own: pegfont still --game FILE --at WHEN, or --storyboard",
    ),
    ("", &["poster"], "a second -o writes it: -o film.gif -o poster.png"),
    ("", &["board-colour", "hole", "peg"], "write --set board=COLOUR, hole=COLOUR or peg=COLOUR"),
    ("", &["dark-theme"], "write both themes: --theme LIGHT,DARK"),
    ("", &["height"], "write --size xHEIGHT, or --size WIDTHxHEIGHT"),
    (
        "",
        &["behind", "sync", "hold-start", "fps"],
        "write --order cascade:JUMPS, --order same-start, --hold START,END or --smooth=FPS",
    ),
];

/// Where the options of printable sheets are.
const SHEET: &str = "printable sheets have a command of their own: pegfont sheet TARGET -o FILE";

/// Advice for a common slip, if this error is one.
pub(super) fn advice(error: &clap::Error, command: &str) -> Option<String> {
    let ContextValue::String(found) = error.get(ContextKind::InvalidArg)? else { return None };
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    if let Some(option) = found.strip_prefix("--") {
        let makes_films = ["render", "one-game", "replay", "still"].contains(&command);
        let mut known = ELSEWHERE.iter().filter(|(of, names, _)| {
            names.contains(&option) && (*of == command || (of.is_empty() && makes_films))
        });
        let of_sheets = ["sheet", "paper", "title", "per-page", "cut-out"].contains(&option);
        let advice = match known.next() {
            Some((_, _, advice)) => *advice,
            None if command == "puzzle" && of_sheets => SHEET,
            None => return None,
        };
        return Some(format!("{command} has no {found}: {advice}"));
    }
    let path = std::path::Path::new(found);
    if Format::from_path(path, &[&formats()[..], &[Format::Pdf]].concat()).is_ok() {
        return Some(format!("unexpected argument {found:?}: write a file with -o {found}"));
    }
    let takes_text = ["render", "one-game", "still"].contains(&command);
    takes_text.then(|| {
        format!("unexpected argument {found:?}: write a text of several words in quotes, such as \"HELLO WORLD\"")
    })
}
