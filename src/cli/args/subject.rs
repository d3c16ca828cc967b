//! What a command is about: a game, a picture, a position, jumps, a hole or a text, told apart in
//! one way for all commands.

use std::convert::Infallible;
use std::io::{IsTerminal as _, stdin};
use std::ops::Deref;
use std::path::Path;

use anyhow::Result;

use crate::cli::formats::beginning;
use peg_console::files::is_input;
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_base::file_kind::FileKind;
use pegfont_base::words::{brief, only_character};
use pegfont_film::Error;
use pegfont_film::timeline::MAX_CHARACTERS;
use pegfont_type::composed;
use pegfont_type::glyph::{self, PICTURE_ENDINGS};
use pegfont_type::goal::is_drawn;

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
    /// The name of a file of another kind, which is there.
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
    /// What a word is on a board with this number of holes.
    pub fn of(word: &str, holes: usize) -> Self {
        let path = Path::new(word);
        if is_input(path) {
            Self::Input
        } else if has_ending(path, "game") {
            Self::Game
        } else if is_picture(path) {
            Self::Picture
        } else if is_drawn(holes, word.trim()) {
            Self::Position
        } else if is_jumps(word) {
            Self::Jumps
        } else if is_hole(word) {
            Self::Hole
        } else if path.extension().is_some() && path.is_file() {
            // A picture of another name is known by its first bytes.
            let begin = beginning(path).unwrap_or_default();
            if FileKind::of(&begin).is_picture() {
                Self::Picture
            } else {
                Self::File
            }
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
    /// What a word is, if the command takes such words. A text may not be endless.
    pub fn kind_of(self, word: &str, holes: usize, out: &Output) -> Result<Subject> {
        let kind = Subject::of(word, holes);
        if !self.kinds.contains(&kind) {
            return Err(self.refused(kind, word));
        }

        if kind == Subject::Text {
            require_short(word)?;
            note_if_file(word, out);
        }
        Ok(kind)
    }

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

    /// What to do with a word that the command doesn't take.
    fn refused(self, kind: Subject, word: &str) -> anyhow::Error {
        let command = self.command;
        let as_text = self.as_text(word);
        let begin = beginning(Path::new(word)).unwrap_or_default();
        let found = FileKind::of(&begin);
        let word = brief(word);

        match kind {
            Subject::Input => usage!(
                "{command} needs standard input for its keys; for the character, write a space \
                 after it: \"- \""
            ),
            Subject::Game => {
                usage!("{word} is a game already: pegfont render {word} shows it{as_text}")
            }
            Subject::Picture if found.is_picture() && !glyph::is_picture(&begin) => {
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

/// An argument that is a text, whatever it looks like. Letters and their marks are single
/// characters.
#[derive(Clone, Debug)]
pub struct Text(String);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Parses an argument that is a text.
pub fn text(word: &str) -> Result<Text, Infallible> {
    Ok(Text(composed(word)))
}

/// Says of a text that is the name of a file, or looks like one, that the file isn't read.
pub fn note_if_file(text: &str, out: &Output) {
    let named = brief(text);
    if Path::new(text).exists() {
        out.err.remark(format!(
            "{named:?} is taken as a text, though there is a file or folder of this name"
        ));
    } else if matches!(Subject::of(text, 0), Subject::Game | Subject::Picture) {
        out.err.remark(format!(
            "{named:?} is taken as a text, though it looks like the name of a file"
        ));
    }
}

/// Parses an argument that is one character.
pub fn character(word: &str) -> Result<char, &'static str> {
    only_character(&composed(word)).ok_or("give one character")
}

/// Parses an argument of any [kind](Subject): a text, or a file, whose name stays as it is.
pub fn subject(word: &str) -> Result<String, Infallible> {
    match Subject::of(word, 0) {
        Subject::Game | Subject::Picture | Subject::File => Ok(word.to_owned()),
        _ => Ok(composed(word)),
    }
}

/// Whether a name is that of a game in a file.
pub fn is_game(path: &Path) -> bool {
    Subject::of(&path.to_string_lossy(), 0) == Subject::Game
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

/// The text of an argument, in which \n is a line break; - reads it from standard input.
pub fn read_subject(word: &str, out: &Output) -> Result<String> {
    if !is_input(Path::new(word)) {
        return Ok(word.replace("\\n", "\n"));
    }

    let text = composed(out.files.read_text(Path::new(word))?.trim_end_matches('\n'));
    require_short(&text)?;
    Ok(text)
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

/// Whether an argument is a picture: by its name, or by how the file of this name begins. Standard
/// input is one if it comes from a file or a program. The picture may be one that is not read.
pub fn shows_picture(path: &Path, out: &Output) -> Result<bool> {
    if !is_input(path) {
        return Ok(Subject::of(&path.to_string_lossy(), 0) == Subject::Picture);
    }
    if stdin().is_terminal() {
        return Ok(false);
    }
    Ok(FileKind::of(&out.files.read_bytes(path)?).is_picture())
}
