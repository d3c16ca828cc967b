//! Advice for slips in command lines of pegfont.

use std::path::Path;

use clap::ArgMatches;

use crate::cli::formats::promised;
use crate::cli::options::Text;
use crate::cli::read::note_if_file;
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
    let (found, command) = match slip {
        Slip::Command { words } => {
            return Some(format!(
                "for a film of it as a text: pegfont render {words:?}"
            ));
        }
        Slip::Argument { found, command } => (found, command),
    };

    let takes_pictures = command == "find" || command == "one-game";
    let takes_text = command == "render" || command == "one-game";
    if found.ends_with(".toml") {
        Some(format!("write its option, such as --font {found}"))
    } else if found == "--light" && takes_pictures {
        // What the switch was called for patterns.
        Some("write --inverse: light parts of the picture are pegs".to_owned())
    } else if !promised(Path::new(found)).is_empty() {
        Some(format!("write it with -o {found}"))
    } else if takes_text && !found.starts_with('-') {
        Some("write a text of several words in quotes, such as \"HELLO WORLD\"".to_owned())
    } else {
        None
    }
}
