//! Games that are known instead of searched for: the one in a file, and those of the characters of a font on a board that can't be
//! enumerated.

use std::path::Path;

use anyhow::Result;

use super::fonts::is_enumerable;
use super::input::{in_file, other_kind, read_text};
use peg_solitaire::solution::Solution;
use pegfont_type::font::{Character, Font};

/// A game on a board of any size, and what it leaves, in words.
pub(super) struct KnownGame {
    pub(super) title: String,
    pub(super) solution: Solution,
}

impl KnownGame {
    /// The game in a file that `pegfont one-game -o FILE.game` wrote.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let text = read_text(path)?;
        let (title, solution) = Solution::parse_toml(&text).map_err(|error| {
            in_file(path, true, &format!("{error}{}", other_kind(&text, "pegfont_one_game")))
        })?;
        Ok(Self { title, solution })
    }

    /// The game of the one character that a text names, if the font's board can't be enumerated.
    pub(super) fn of_character(font: &Font, text: &str) -> Result<Option<Self>> {
        if font.board().small().is_ok_and(|board| is_enumerable(&board)) {
            return Ok(None);
        }
        let mut characters = text.trim().chars();
        let one = characters.next().filter(|_| characters.next().is_none());
        let chosen = one.and_then(|character| Some((character, font.get(character)?)));
        let (character, chosen) = chosen.ok_or_else(|| {
            let (name, board) = (font.name(), font.board());
            usage!(
                "{text:?} is not a character of {name}: {board} can't be enumerated, and only the games of the font's characters are known"
            )
        })?;
        Ok(Some(Self::new(character, chosen)))
    }

    /// The games of the different characters of a text, if the font's board can't be enumerated.
    pub(super) fn of_text(font: &Font, text: &str) -> Result<Option<Vec<Self>>> {
        if font.board().small().is_ok_and(|board| is_enumerable(&board)) {
            return Ok(None);
        }
        let mut games: Vec<Self> = Vec::new();
        for (character, number) in text.chars().zip(1..) {
            let twice = || games.iter().any(|game| game.title.starts_with(character));
            if character.is_whitespace() || twice() {
                continue;
            }
            let chosen = font.get(character).ok_or_else(|| {
                let name = font.name();
                usage!(
                    "character {number} of the text, {character:?}, is not in {name}: leave it out"
                )
            })?;
            games.push(Self::new(character, chosen));
        }
        if games.is_empty() {
            refuse!("the text has no characters: give at least one of the font");
        }
        Ok(Some(games))
    }

    fn new(character: char, chosen: &Character) -> Self {
        let solution = chosen.solution.clone().in_rounds();
        Self { title: character.to_string(), solution }
    }
}

/// Refuses an option, if it was given, that means something only on a board that can be enumerated.
pub(super) fn refuse_for_known(font: &Font, option: Option<&str>) -> Result<()> {
    let Some(option) = option else { return Ok(()) };
    let (name, board) = (font.name(), font.board());
    refuse!("{option} is for boards that can be enumerated, and {name} is on {board}: leave it out")
}
