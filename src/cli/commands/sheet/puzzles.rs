//! The puzzles of a sheet: of the target, or of the letters of each name of a list.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use super::SheetCommand;
use crate::cli::args::{ending, in_file, name_of, read_text, without_marks};
use crate::cli::output::watched;
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::solution::Interval;
use pegfont_base::words::{listed, only_character};
use pegfont_film::sheet::{Card, Names, letters};
use pegfont_type::font::{Character, Font};

impl SheetCommand {
    /// How many jumps before their end puzzles begin, at each level.
    pub fn jumps_left(&self) -> Vec<Option<usize>> {
        match &self.levels[..] {
            [] => vec![self.goals.jumps_left],
            levels => levels.iter().copied().map(Some).collect(),
        }
    }

    /// The games of the target. Whole ones come once, with what the font knows of them; of others,
    /// a text keeps its repeated characters.
    pub fn word(&self) -> Result<Vec<Puzzle>> {
        let mut asked = self.goals.read_whole()?;
        if self.jumps_left() == [None] {
            return asked.graded();
        }
        let all = asked.solutions()?;
        let text = self.goals.target.as_deref().unwrap_or_default();
        let of = |one| {
            all.iter()
                .find(|it| only_character(&it.title) == Some(one))
                .cloned()
        };
        let letters = text.chars().filter(|one| !one.is_whitespace()).map(of);
        let letters = letters
            .collect::<Option<Vec<Puzzle>>>()
            .filter(|all| !all.is_empty());
        Ok(letters.unwrap_or(all))
    }

    /// The games of each name of a list, one for each letter.
    pub fn words(&self, path: &Path) -> Result<Vec<(Option<String>, Vec<Puzzle>)>> {
        let is_csv = path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        let list = Names::parse(&read_text(path)?, is_csv);
        let list = list.map_err(|error| in_file(path, error))?;
        if let Some((line, heading)) = list.heading {
            note!(
                "{}:{line}: {heading:?} is the heading of the names",
                name_of(path)
            );
        }
        let font = self.goals.font.completed()?;
        let (mut words, mut known, mut missing) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        for (line, name) in list.names {
            let mut word = Vec::new();
            for letter in letters(&name) {
                let Some((plain, character)) = played(&font, letter) else {
                    missing.entry(letter).or_insert(line);
                    continue;
                };
                let puzzle = known.entry(letter).or_insert_with(|| {
                    if plain != letter {
                        note!("{letter}: no game ends in this mark, so its board shows {plain}");
                    }
                    character.puzzle(letter)
                });
                word.push(puzzle.clone());
            }
            words.push((Some(name), word));
        }
        let Some(first) = missing.values().min() else {
            return Ok(words);
        };
        let each = missing
            .iter()
            .map(|(letter, line)| format!("{letter} (line {line})"));
        let (name, each) = (font.name(), listed(each.collect(), 40));
        let error = format!(
            "{first}: the font {name} has no {each}: write these letters in another way, or give a font that has them with --font; `pegfont font build FILE --only LETTERS` makes one of a BDF, TrueType or OpenType font"
        );
        Err(in_file(path, error))
    }

    /// A card for each name and level. Of whole games it has the last jumps; a game that comes
    /// again begins elsewhere.
    pub fn cards(&self, words: Vec<(Option<String>, Vec<Puzzle>)>) -> Result<Vec<Card>> {
        let (mut cards, mut known) = (Vec::<Card>::new(), BTreeMap::new());
        for (name, word) in words {
            for jumps in self.jumps_left() {
                let mut came: BTreeMap<&str, usize> = BTreeMap::new();
                let mut puzzle = |whole| {
                    let Some(jumps) = jumps else {
                        return Ok(Puzzle::clone(whole));
                    };
                    let number = came.entry(&whole.title).or_default();
                    let key = (whole.title.clone(), jumps, *number);
                    *number += 1;
                    if !known.contains_key(&key) {
                        let game = ending(whole, jumps, self.seed, key.2)?;
                        let puzzle = watched("analysing", |it| {
                            Puzzle::solve(&game, None, Interval::MOST_POSITIONS, it)
                        });
                        known.insert(key.clone(), puzzle?);
                    }
                    Ok(known[&key].clone())
                };
                let puzzles = word.iter().map(&mut puzzle).collect::<Result<_>>()?;
                cards.push(Card {
                    name: name.clone(),
                    puzzles,
                });
            }
        }
        Ok(cards)
    }
}

/// The character of the font that is played for a letter: its own, or the one without its marks.
fn played(font: &Font, letter: char) -> Option<(char, &Character)> {
    let mut letters = [Some(letter), without_marks(letter)].into_iter().flatten();
    letters.find_map(|letter| Some((letter, font.get(letter)?)))
}
