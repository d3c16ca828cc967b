//! Advice for slips in command lines of pegfont.

use std::path::Path;

use clap::ArgMatches;

use crate::cli::args::{Text, note_if_file};
use crate::cli::output::promised;
use peg_console::output::Output;
use peg_console::usage::Slip;

/// Says of each option with a text that is the name of a file that the file isn't read.
pub fn note_files_among_texts(options: &ArgMatches, out: &Output) {
    for id in options.ids() {
        // Arguments of other types are no texts.
        let Ok(Some(texts)) = options.try_get_many::<Text>(id.as_str()) else {
            continue;
        };
        for text in texts {
            note_if_file(text, out);
        }
    }
}

/// What a word that is no command, or no argument of it, may have been meant for.
pub fn advice(slip: Slip<'_>) -> Option<String> {
    match slip {
        Slip::Command { words } => Some(format!(
            "for a film of it as a text: pegfont render {words:?}"
        )),
        Slip::Argument { found, .. } if found.ends_with(".toml") => {
            Some(format!("write its option, such as --font {found}"))
        }
        // What the switch was called for patterns.
        Slip::Argument {
            found: "--light",
            command: "find" | "one-game",
        } => Some("write --inverse: light parts of the picture are pegs".to_owned()),
        Slip::Argument { found, .. } if !promised(Path::new(found)).is_empty() => {
            Some(format!("write it with -o {found}"))
        }
        Slip::Argument {
            found,
            command: "render" | "one-game",
        } if !found.starts_with('-') => {
            Some("write a text of several words in quotes, such as \"HELLO WORLD\"".to_owned())
        }
        Slip::Argument { .. } => None,
    }
}
