//! What `-h` and `--help` say. `-h` fits on a screen: the first sentence about each option, and the
//! first examples. `--help` says everything.

use clap::builder::PossibleValue;
use clap::{Arg, Command};

/// How positions are written: for every command that takes one.
const POSITIONS: &str = "\
Positions: a hole (d4, 17, hole17, centre); rows of # and ., as in ##.##/#####/#...#, or 0 and 1 for each hole; \
code:486458901; a character; any (one last peg, anywhere). See docs/play.md";

/// What else an argument can be, where it can be a game.
const SUBJECTS: &str = "\
An argument that ends in .game is a saved game, and c2-c4 c5-c3 are jumps. One that ends in .png, .gif, .bmp, .jpg or \
.webp is a picture. - is standard input. Everything else is a text. A command that doesn't take one of these says which \
command does.

";

/// As many examples fit on a screen beside the options.
const EXAMPLES: usize = 3;

/// The command and its subcommands, with a short and a long help each.
pub fn arranged(command: Command) -> Command {
    let takes = |start: &str| {
        let names = |it: &Arg| it.get_value_names().unwrap_or_default().to_vec();
        command
            .get_arguments()
            .flat_map(names)
            .any(|name| name.starts_with(start))
    };
    let own = command
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let own = own.trim_end();
    let more = match takes("TARGET") || takes("SUBJECT") {
        true => format!("{SUBJECTS}{POSITIONS}"),
        false if takes("POSITION") => POSITIONS.to_owned(),
        false => String::new(),
    };
    let gap = if own.is_empty() || more.is_empty() {
        ""
    } else {
        "\n\n"
    };
    let all = format!("{own}{gap}{more}");
    let command = command.mut_args(in_brief).mut_subcommands(arranged);
    if all.is_empty() {
        return command;
    }
    let lines = own.lines().skip_while(|line| *line != "Examples:");
    let examples: Vec<&str> = lines
        .take_while(|line| !line.is_empty())
        .take(1 + EXAMPLES)
        .collect();
    command.after_help(examples.join("\n")).after_long_help(all)
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
