//! The options of all commands, as clap reads them: what was given, and in which words it is
//! refused at once. Nothing here opens a file or keeps a state.

mod board;
mod film;
mod find;
mod font;
mod fonts;
mod glyphs;
mod goal;
mod moved;
mod one_game;
mod paper;
mod picture;
mod play;
mod puzzle;
mod render;
mod sheet;
mod solve;
mod text;

use clap::{Parser, Subcommand};

use peg_console::completions::{Completions, how_to_use};
use peg_console::program;

pub use {
    board::*, film::*, find::*, font::*, fonts::*, glyphs::*, goal::*, moved::*, one_game::*,
    paper::*, picture::*, play::*, puzzle::*, render::*, sheet::*, solve::*, text::*,
};

/// Turn words into games of peg solitaire: the pegs left at the end form the letters
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
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Render(Box<Render>),
    OneGame(Box<OneGame>),
    Play(Play),
    Puzzle(PuzzleCommand),
    Sheet(SheetCommand),
    Find(Find),
    #[command(subcommand)]
    Font(FontCommand),
    Solve(Solve),
    #[command(hide = true)]
    Board(MovedBoard),
    #[command(long_about = how_to_use("pegfont"))]
    Completions(Completions),
}

/// The program's commands and options, for those who check or document command lines.
#[must_use]
pub fn command() -> clap::Command {
    program::command::<Cli>()
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};

    use super::{Colours, PictureArgs, SizeArgs, StillArgs, ThresholdArgs, TimeArgs, option_of};

    /// A value that each option takes.
    const VALUES: [(&str, &str); 15] = [
        ("--at", "end"),
        ("--storyboard", "6"),
        ("--theme", "wood"),
        ("--colour", "peg=#246"),
        ("--size", "800"),
        ("--for", "slack"),
        ("--order", "together"),
        ("--duration", "2"),
        ("--smooth", "25"),
        ("--hold", "1"),
        ("--loops", "1"),
        ("--threshold", "50"),
        ("--grid", "2x2"),
        ("--inverse", ""),
        ("--zoom", ""),
    ];

    /// Each option of a group, alone on a command line, is the one that the group says was given.
    fn check<Group: Args + FromArgMatches>(given: impl Fn(&Group) -> Option<&'static str>) {
        let command = Group::augment_args(Command::new("test"));
        let options: Vec<&str> = command
            .get_arguments()
            .filter_map(|option| option.get_long())
            .collect();
        assert!(!options.is_empty());

        for option in options {
            let name = format!("--{option}");
            let value = VALUES.iter().find(|(known, _)| *known == name);
            let (_, value) = value.unwrap_or_else(|| panic!("a value for {name}"));
            let word = if value.is_empty() {
                name.clone()
            } else {
                format!("{name}={value}")
            };

            let matches = command.clone().try_get_matches_from(["test", &*word]);
            let group = Group::from_arg_matches(&matches.expect(&word)).expect(&word);
            assert_eq!(given(&group), Some(&*name));
        }

        let none = command.try_get_matches_from(["test"]).expect("no option");
        let group = Group::from_arg_matches(&none).expect("no option");
        assert_eq!(given(&group), None);
    }

    #[test]
    fn a_group_says_which_of_its_options_was_given() {
        check(PictureArgs::given);
        check(ThresholdArgs::given);
        check(SizeArgs::given);
        check(TimeArgs::given);
        check(Colours::given);
        check(|stills: &StillArgs| stills.still().map(option_of));
    }
}
