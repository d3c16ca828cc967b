//! What a command is about: a game, a picture, a position, jumps or a text. The notation is the same in all commands.

use std::path::Path;

use anyhow::{Result, bail};

use crate::cli::args::is_picture;
use peg_solitaire::words::brief;
use pegfont_type::goal::is_drawn;

/// What an argument is, by how it is written. Every command that takes some of these decides it here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// The name of a file with a game.
    Game,
    /// The name of a file with a picture.
    Picture,
    /// A position: rows, digits or a code.
    Position,
    Jumps,
    /// Anything else: the characters of a text.
    Text,
}

impl Notation {
    /// What a word is on a board with this number of holes.
    pub fn of(word: &str, holes: usize) -> Self {
        let path = Path::new(word);
        match path.extension() {
            Some(ending) if ending.eq_ignore_ascii_case("game") => Self::Game,
            _ if is_picture(path) => Self::Picture,
            _ if is_drawn(holes, word.trim()) => Self::Position,
            _ if is_jumps(word) => Self::Jumps,
            _ => Self::Text,
        }
    }
}

/// Whether a name is that of a game in a file.
pub fn is_game(path: &Path) -> bool {
    Notation::of(&path.to_string_lossy(), 0) == Notation::Game
}

/// Whether a text is written as jumps: its first word is the names of holes, with dashes between them.
fn is_jumps(text: &str) -> bool {
    let is_hole = |name: &str| {
        let row = name.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
        let has_row = !row.is_empty() && row.bytes().all(|digit| digit.is_ascii_digit());
        has_row && row.len() < name.len()
    };
    let first = text.split_whitespace().next().unwrap_or_default();
    first.contains('-') && first.split('-').all(is_hole)
}

/// Refuses a game in a file that isn't there, with what to write for a text of this name.
pub fn require_game(path: &Path, text: &str) -> Result<()> {
    if !path.exists() {
        bail!("can't read {}: No such file or directory{text}", path.display());
    }
    Ok(())
}

/// How to have a word played as a text that is written like something else.
pub fn as_text(word: &str) -> String {
    format!("; for a text: echo {:?} | pegfont render -", brief(word))
}
