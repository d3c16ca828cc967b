//! What `-h` and `--help` say. `-h` fits on a screen: the first sentence about each option, and the
//! first examples. `--help` says everything.

use clap::builder::PossibleValue;
use clap::{Arg, Command};

/// How positions are written: for every command that takes one.
const POSITIONS: &str = "\
Positions: a hole (d4, 17, hole17, centre); rows of # and ., as in ##.##/#####/#...#, or 0 and 1 for each hole; \
code:486458901; a character; any (one last peg, anywhere). See docs/reference/arguments.md";

/// The same in the short help, whose arguments refer to it, too.
const POSITIONS_IN_BRIEF: &str = "\
Positions: d4, ##.##/#####/#...#, code:486458901, a character, any; see --help";

/// What else an argument can be, where it can be a game.
const SUBJECTS: &str = "\
An argument that ends in .game is a saved game, and c2-c4 c5-c3 are jumps. One that ends in .png, .gif, .bmp, .jpg or \
.webp is a picture. - is standard input. Everything else is a text. A command that doesn't take one of these says which \
command does.";

/// The same for commands with the targets of `puzzle`.
const AS_IN_PUZZLE: &str = "\
What a target can be, and how positions are written: see pegfont puzzle --help";

/// As many examples fit on a screen beside the options.
const EXAMPLES: usize = 3;

/// The command and its subcommands, with a short and a long help each.
pub fn arranged(command: Command) -> Command {
    let own = command.get_after_help().map(ToString::to_string);
    let own = own.unwrap_or_default().trim_end().to_owned();
    let is_about_games = takes(&command, "TARGET") || takes(&command, "TEXT|GAME");
    let has_positions = is_about_games || takes(&command, "POSITION");
    let is_like_puzzle = ["sheet", "play"].contains(&command.get_name());

    let mut brief = vec![first_examples(&own)];
    let mut all = vec![own];
    if is_like_puzzle {
        brief.push(POSITIONS_IN_BRIEF.to_owned());
        all.push(AS_IN_PUZZLE.to_owned());
    } else {
        if is_about_games {
            all.push(SUBJECTS.to_owned());
        }
        if has_positions {
            brief.push(POSITIONS_IN_BRIEF.to_owned());
            all.push(POSITIONS.to_owned());
        }
    }

    let command = command.mut_args(in_brief).mut_subcommands(arranged);
    let [brief, all] = [brief, all].map(|parts| paragraphs(&parts));
    if all.is_empty() {
        return command;
    }
    command.after_help(brief).after_long_help(all)
}

/// Whether a value of one of the arguments is called so, or begins so.
fn takes(command: &Command, name: &str) -> bool {
    let arguments = command.get_arguments();
    let mut names = arguments.flat_map(|it| it.get_value_names().unwrap_or_default());
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

/// An argument whose short help is its first sentence. Only the long one lists the possible values.
fn in_brief(argument: Arg) -> Arg {
    let help = argument
        .get_long_help()
        .or(argument.get_help())
        .map(ToString::to_string);
    let Some(mut help) = help else {
        return argument;
    };
    let values = argument.get_possible_values();
    let is_switch = !argument.get_action().takes_values();
    let argument = match values.is_empty() || is_switch {
        true => argument,
        false => {
            let line = |value: &PossibleValue| match (value.get_name(), value.get_help()) {
                (name, Some(about)) => format!("\n- {name}: {about}"),
                (name, None) => name.to_owned(),
            };
            let lines: Vec<String> = values.iter().map(line).collect();
            help += &match values[0].get_help() {
                Some(_) => format!("\n{}", lines.concat()),
                None => format!(". One of {}", lines.join(", ")),
            };
            argument.hide_possible_values(true)
        }
    };
    let first = help
        .find(". ")
        .or(help.find(" [default"))
        .unwrap_or(help.len());
    let first = first.min(help.find("\n\n").unwrap_or(help.len()));
    if first == help.len() {
        return argument;
    }
    argument.help(help[..first].to_owned()).long_help(help)
}
