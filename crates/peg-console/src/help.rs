//! What `-h` and `--help` say. `-h` fits on a screen: the first paragraph about each option, and
//! the first examples. `--help` says everything.

use clap::builder::PossibleValue;
use clap::{Arg, Command};

/// How positions are written: for every command that takes one.
const POSITIONS: &str = "\
Positions: a hole (d4, 17, hole17, centre); rows of # and ., as in ##.##/#####/#...#, or 0 and 1 \
for each hole; code:486458901; a character; any (one last peg, anywhere). See \
docs/reference/arguments.md";

/// The same in the short help, whose arguments refer to it, too.
const POSITIONS_IN_BRIEF: &str = "\
Positions: d4, ##.##/#####/#...#, code:486458901, a character, any; see --help";

/// What else an argument can be, where it can be a game.
const SUBJECTS: &str = "\
An argument that ends in .game is a saved game, and c2-c4 c5-c3 are jumps. One that ends in .png, \
.gif, .bmp, .jpg or .webp is a picture. - is standard input. Everything else is a text. A command \
that doesn't take one of these says which command does.";

/// The same for commands with the targets of `puzzle`.
const AS_IN_PUZZLE: &str = "\
What a target can be, how positions are written, and the usual board, start and font: see pegfont \
puzzle --help";

/// What the targets of `puzzle` are on, which only its own help explains at length.
const EXPLAINED_BY_PUZZLE: &[&str] = &["board", "start", "reachable", "font", "feature"];

/// As many examples fit on a screen beside the options.
const EXAMPLES: usize = 3;

/// The command and its subcommands, with a short and a long help each. A subcommand is arranged
/// when clap needs it.
pub fn arranged(command: Command) -> Command {
    let examples = command.get_after_help().map(ToString::to_string);
    let examples = examples.unwrap_or_default().trim_end().to_owned();
    let is_about_games = takes(&command, "TARGET") || takes(&command, "TEXT|GAME");
    let has_positions = is_about_games || takes(&command, "POSITION");
    let is_like_puzzle = ["sheet", "play"].contains(&command.get_name());

    let mut brief = vec![first_examples(&examples)];
    let mut whole = vec![examples];
    if is_like_puzzle {
        brief.push(POSITIONS_IN_BRIEF.to_owned());
        whole.push(AS_IN_PUZZLE.to_owned());
    } else {
        if is_about_games {
            whole.push(SUBJECTS.to_owned());
        }
        if has_positions {
            brief.push(POSITIONS_IN_BRIEF.to_owned());
            whole.push(POSITIONS.to_owned());
        }
    }

    let with_its_help = |argument: Arg| {
        let is_elsewhere = EXPLAINED_BY_PUZZLE.contains(&argument.get_id().as_str());
        if is_like_puzzle && is_elsewhere {
            argument.long_help(None)
        } else {
            with_whole_help(argument)
        }
    };
    let command = command
        .mut_args(with_its_help)
        .mut_subcommands(|below| below.defer(arranged));
    let whole = paragraphs(&whole);
    if whole.is_empty() {
        return command;
    }
    command
        .after_help(paragraphs(&brief))
        .after_long_help(whole)
}

/// An argument with this sentence as its help, short and long.
pub fn called(argument: Arg, brief: &str) -> Arg {
    argument.help(brief.to_owned()).long_help(None)
}

/// An argument whose short help is `brief`; in the long one, `more` follows.
pub fn explained(argument: Arg, brief: &str, more: &str) -> Arg {
    let whole = format!("{brief}.{BREAK}{more}");
    argument.help(brief.to_owned()).long_help(whole)
}

/// An argument whose short help is `brief`; in the long one, the default follows.
pub fn with_default(argument: Arg, brief: &str, default: &str) -> Arg {
    let whole = format!("{brief}{BREAK}[default: {default}]");
    argument.help(brief.to_owned()).long_help(whole)
}

/// Whether a value of one of the arguments is called so, or begins so.
fn takes(command: &Command, name: &str) -> bool {
    let arguments = command.get_arguments();
    let mut names = arguments.flat_map(|argument| argument.get_value_names().unwrap_or_default());
    names.any(|value| value.starts_with(name))
}

/// The first examples of a help text, below their heading.
fn first_examples(help: &str) -> String {
    let lines = help.lines().skip_while(|line| *line != "Examples:");
    let examples = lines.take_while(|line| !line.is_empty());
    let first: Vec<&str> = examples.take(1 + EXAMPLES).collect();
    first.join("\n")
}

/// Those that aren't empty, with an empty line between them.
fn paragraphs(parts: &[String]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.map(String::as_str).collect();
    parts.join("\n\n")
}

/// Between the paragraph that is the short help of an argument, and what only the long one has.
const BREAK: &str = "\n\n";

/// An argument whose long help is one paragraph, with the possible values, which only it lists.
fn with_whole_help(argument: Arg) -> Arg {
    let long = argument.get_long_help().map(ToString::to_string);
    let short = argument.get_help().map(ToString::to_string);
    let joined = long.map(|long| long.replacen(BREAK, " ", 1));

    let values = possible_values(&argument);
    if values.is_empty() {
        return match joined {
            Some(long) => argument.long_help(long),
            None => argument,
        };
    }
    let help = joined.or(short).unwrap_or_default();
    argument
        .hide_possible_values(true)
        .long_help(help + &values)
}

/// The possible values of an argument, as they follow its help: in a list with the help of each, or
/// in a sentence.
fn possible_values(argument: &Arg) -> String {
    let values = argument.get_possible_values();
    let is_switch = !argument.get_action().takes_values();
    if values.is_empty() || is_switch {
        return String::new();
    }

    if values[0].get_help().is_none() {
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        return format!(". One of {}", names.join(", "));
    }

    let mut list = "\n".to_owned();
    for value in &values {
        list += &format!("\n- {}", value.get_name());
        if let Some(about) = value.get_help() {
            list += &format!(": {about}");
        }
    }
    list
}
