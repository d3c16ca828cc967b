//! Files of the kinds that people write: games, and TOML.

use std::path::Path;

use anyhow::{Result, bail};

use crate::cli::formats::{is_toml_kind, missed_kind, other_kind};
use crate::cli::request::Takes;
use peg_console::files::{SAVE_AS_UTF_8, in_file, name_of, text_in};
use peg_console::output::Output;
use peg_solitaire::game::Game;
use peg_solitaire::solution::Solution;
use pegfont_base::file_kind::FileKind;
use pegfont_base::toml_file;
use pegfont_base::words::text_of;

/// Reads a game, such as `pegfont one-game -o FILE.game` or `pegfont play` writes. A text may have
/// the name of a game.
pub fn read_game(path: &Path, takes: Takes, out: &Output) -> Result<Game> {
    // Of one that can't be looked for, the system says why.
    if !path.try_exists().unwrap_or(true) {
        let file = path.display();
        let as_text = takes.as_text(&file.to_string());
        bail!("can't read {file}: No such file or directory{as_text}");
    }

    let text = read_kind(path, "pegfont_game", out)?;
    Game::parse(&text).map_err(|error| {
        let other = other_kind(&text, "pegfont_game");
        in_file(path, format!("{error}{other}"))
    })
}

/// A game in a file, in rounds.
pub struct GameInFile {
    pub title: String,
    /// Its solution, or what was played of it.
    pub solution: Solution,
}

/// The solution of a game in a file, or what was played of it.
pub fn read_played(path: &Path, takes: Takes, out: &Output) -> Result<GameInFile> {
    let game = read_game(path, takes, out)?;
    let solution = match game.solution() {
        Some(solution) => solution.clone(),
        None => game.played(),
    };
    Ok(GameInFile {
        title: game.title.clone(),
        solution: solution.in_rounds(),
    })
}

/// The text of a file that should be of the [kind](other_kind) with this in it, which the message
/// says; any text if it is empty.
pub fn read_kind(path: &Path, own: &str, out: &Output) -> Result<String> {
    text_of_kind(path, &out.files.read_bytes(path)?, own)
}

/// The text that these bytes of a file are, which should be of the [kind](other_kind) with this in
/// it.
pub fn text_of_kind(path: &Path, bytes: &[u8], own: &str) -> Result<String> {
    let text = text_of(bytes);
    if let Some(missed) = missed_kind(own)
        && let Some(what) = foreign(bytes, text.as_deref().ok())
    {
        bail!("{}: this is {what}, {missed}", name_of(path));
    }

    let other = other_kind(&String::from_utf8_lossy(bytes), own);
    let remedy = if other.is_empty() {
        SAVE_AS_UTF_8
    } else {
        &other
    };
    text_in(path, bytes, remedy)
}

/// What a file is that people can't have written for pegfont: its first mistake in TOML would say
/// nothing about it.
fn foreign(bytes: &[u8], text: Option<&str>) -> Option<&'static str> {
    match (FileKind::of(bytes), text) {
        (FileKind::Data | FileKind::Empty, _) => None,
        (_, Some(text)) if is_toml_kind(text) || toml_file::is_toml(text) => None,
        (FileKind::Text, _) => Some("a text that is not TOML"),
        (kind, _) => Some(kind.name()),
    }
}
