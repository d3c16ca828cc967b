//! What a command is about: a game, a picture, a position, jumps, a hole or a text, told apart by
//! how it is written, in one way for all commands.

use std::path::Path;

use anyhow::Result;

use peg_console::files::is_input;
use peg_console::usage::usage;
use pegfont_base::file_kind::FileKind;
use pegfont_base::words::brief;
use pegfont_film::Error;
use pegfont_film::timeline::MAX_CHARACTERS;
use pegfont_type::glyph::{self, PICTURE_ENDINGS};
use pegfont_type::goal::is_drawn;

/// What can be a target, or several.
pub const TARGETS: &[Subject] = &[
    Subject::Input,
    Subject::Game,
    Subject::Position,
    Subject::Hole,
    Subject::Text,
];

/// What an argument is, by how it is written. It is the same in all commands; each says which kinds
/// it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Standard input, which is a text or a picture.
    Input,
    /// The name of a file with a game.
    Game,
    /// The name of a file with a picture.
    Picture,
    /// The name of a file of another kind, which is there. How it is written doesn't tell it from
    /// a text.
    File,
    /// A position: rows, digits or a code.
    Position,
    Jumps,
    /// Where the last peg is left. It is a text where nothing but a text is asked for.
    Hole,
    /// Anything else: the characters of a text.
    Text,
}

impl Subject {
    /// What a word is on a board with this number of holes, as it is written.
    pub fn as_written(word: &str, holes: usize) -> Self {
        let path = Path::new(word);
        if is_input(path) {
            Self::Input
        } else if has_ending(path, "game") {
            Self::Game
        } else if is_picture(path) {
            Self::Picture
        } else if !word.trim().is_empty() && is_drawn(holes, word.trim()) {
            Self::Position
        } else if is_jumps(word) {
            Self::Jumps
        } else if is_hole(word) {
            Self::Hole
        } else {
            Self::Text
        }
    }
}

/// What a command takes as its subject.
#[derive(Clone, Copy, Debug)]
pub struct Takes {
    /// The command, as messages name it.
    pub command: &'static str,
    /// What it takes.
    pub kinds: &'static [Subject],
}

impl Takes {
    /// How to have a word taken as a text that is written like something else.
    pub fn as_text(self, word: &str) -> String {
        // A game in the terminal needs standard input for its keys.
        let command = if self.command == "play" {
            "render"
        } else {
            self.command
        };
        format!("; for a text: echo {:?} | pegfont {command} -", brief(word))
    }

    /// What to do with a word that the command doesn't take. If it names a file, `begin` is what
    /// the file begins with.
    pub fn refused(self, kind: Subject, word: &str, begin: &[u8]) -> anyhow::Error {
        let command = self.command;
        let as_text = self.as_text(word);
        let found = FileKind::of(begin);
        let word = brief(word);

        match kind {
            Subject::Input => usage!(
                "{command} needs standard input for its keys; for the character, write a space \
                 after it: \"- \""
            ),
            Subject::Game => {
                usage!("{word} is a game already: pegfont render {word} shows it{as_text}")
            }
            Subject::Picture if found.is_picture() && !glyph::is_picture(begin) => {
                let is = found.name();
                usage!(
                    "{word} is {is}: save it as a PNG, GIF, BMP, JPEG or WebP, which pegfont \
                     one-game and pegfont find read{as_text}"
                )
            }
            Subject::Picture => usage!(
                "{word:?} is the name of a picture: pegfont one-game {word} plays a game that \
                 leaves it, and pegfont find {word} lists patterns near it{as_text}"
            ),
            Subject::File => {
                let mut is = found.name();
                let mut text_in = String::new();
                if matches!(found, FileKind::Text | FileKind::Data | FileKind::Empty) {
                    is = "a file";
                    text_in = format!("; for the text in it: pegfont render - < {word}");
                }
                usage!(
                    "{word} is {is}, but neither a game nor a picture that pegfont reads (PNG, \
                     GIF, BMP, JPEG, WebP){text_in}{as_text}"
                )
            }
            Subject::Position => usage!(
                "{word:?} is a position: pegfont render plays the solver's game to it, and pegfont \
                 puzzle grades it{as_text}"
            ),
            Subject::Jumps => usage!(
                "{word:?} is written as jumps: pegfont render plays them, and pegfont find lists \
                 patterns near their end{as_text}"
            ),
            Subject::Hole | Subject::Text => {
                usage!("{word:?} is a text, which {command} doesn't take")
            }
        }
    }
}

/// Refuses a text that is longer than any that can be set.
pub fn require_short(text: &str) -> Result<()> {
    let found = text.chars().count();
    if found > MAX_CHARACTERS {
        return Err(usage(Error::LongText { found }));
    }
    Ok(())
}

/// Whether a name is that of a game in a file.
pub fn is_game(path: &Path) -> bool {
    Subject::as_written(&path.to_string_lossy(), 0) == Subject::Game
}

/// Whether a word names where the last peg is left. A number alone is no hole, since a font has
/// digits.
fn is_hole(word: &str) -> bool {
    let number = word.strip_prefix("hole").unwrap_or_default();
    let is_numbered = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    is_hole_name(word) || is_numbered || matches!(word, "centre" | "any")
}

/// Whether a word is written as the name of a hole: its column in letters, its row in digits.
fn is_hole_name(word: &str) -> bool {
    let row = word.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let has_row = !row.is_empty() && row.bytes().all(|digit| digit.is_ascii_digit());
    has_row && row.len() < word.len()
}

/// Whether a text is written as jumps: its first word is the names of holes, with dashes between
/// them.
fn is_jumps(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    first.contains('-') && first.split('-').all(is_hole_name)
}

/// Whether a name ends so, in upper or lower case.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

/// Whether a name is that of a picture.
pub fn is_picture(path: &Path) -> bool {
    PICTURE_ENDINGS
        .iter()
        .any(|ending| has_ending(path, ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_told_by_how_it_is_written() {
        for (word, kind) in [
            ("-", Subject::Input),
            ("hello.game", Subject::Game),
            ("HELLO.GAME", Subject::Game),
            ("cat.PNG", Subject::Picture),
            ("a/b/cat.jpeg", Subject::Picture),
            ("c2-c4", Subject::Jumps),
            ("c2-c4-e4 a1-a3", Subject::Jumps),
            ("d4", Subject::Hole),
            ("hole17", Subject::Hole),
            ("centre", Subject::Hole),
            ("17", Subject::Text),
            ("HELLO", Subject::Text),
            ("notes.txt", Subject::Text),
            ("a-b", Subject::Text),
            ("", Subject::Text),
            (" ", Subject::Text),
        ] {
            assert_eq!(Subject::as_written(word, 0), kind, "{word:?}");
        }
    }

    #[test]
    fn rows_of_a_board_are_a_position() {
        let rows = "###.#/#####/#####/#####/#####/#####/#####";
        assert_eq!(Subject::as_written(rows, 35), Subject::Position);
    }

    #[test]
    fn what_a_command_does_not_take_is_refused_with_a_way_to_have_it() {
        let takes = Takes {
            command: "render",
            kinds: &[Subject::Text],
        };
        for (kind, word, way) in [
            (Subject::Game, "a.game", "pegfont render a.game shows it"),
            (Subject::Picture, "a.png", "pegfont one-game a.png plays"),
            (
                Subject::Jumps,
                "c2-c4",
                "for a text: echo \"c2-c4\" | pegfont render -",
            ),
        ] {
            let said = takes.refused(kind, word, b"").to_string();
            assert!(said.contains(way), "{said}");
        }
    }

    #[test]
    fn a_game_in_the_terminal_has_its_texts_rendered() {
        let takes = Takes {
            command: "play",
            kinds: &[Subject::Text],
        };
        assert_eq!(
            takes.as_text("A"),
            "; for a text: echo \"A\" | pegfont render -"
        );
    }
}
