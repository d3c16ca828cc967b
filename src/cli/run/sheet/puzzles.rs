//! The puzzles of a sheet: of the target, or of the letters of each name of a list.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use anyhow::{Result, bail};

use super::TAKES;
use crate::cli::formats::other_kind;
use crate::cli::read::without_marks;
use crate::cli::request::{GoalRequest, NamesRequest, SheetRequest, endings, has_ending};
use peg_console::files::{in_file, name_of};
use peg_console::output::Output;
use peg_solitaire::game::Game;
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::solution::Interval;
use pegfont_base::file_kind::FileKind;
use pegfont_base::words::{brief, counted, in_shell, listed, only_character};
use pegfont_film::Error as FilmError;
use pegfont_film::sheet::{Card, Named, Names, PassedOver, Reading, Remark, Why, letters};
use pegfont_type::font::{Character, Font};

/// A name, unless there is one target, and the puzzles of its letters.
pub type NamedPuzzles = (Option<String>, Vec<Puzzle>);

/// The games of the target. Whole ones come once, with what the font knows of them; of others,
/// a text keeps its repeated characters.
pub fn word(goal: &GoalRequest, has_whole_games: bool, out: &Output) -> Result<Vec<Puzzle>> {
    let mut asked = goal.read_whole(TAKES, out)?;
    if has_whole_games {
        return asked.graded(out);
    }

    let puzzles = asked.solutions(out)?;
    let of = |character| {
        let is_its_own = |puzzle: &&Puzzle| only_character(&puzzle.title) == Some(character);
        puzzles.iter().find(is_its_own).cloned()
    };
    let letters = asked.text.chars().filter(|letter| !letter.is_whitespace());
    let repeated: Option<Vec<Puzzle>> = letters.map(of).collect();
    match repeated {
        Some(word) if !word.is_empty() => Ok(word),
        _ => Ok(puzzles),
    }
}

/// The games of each name of a list, one for each letter.
pub fn words(names: &NamesRequest, out: &Output) -> Result<Vec<NamedPuzzles>> {
    let path = &names.file;
    let list = list(names, out)?;
    say_what_was_read(path, &list, out);

    let font = names.font.completed(out)?;
    let mut words = Vec::new();
    let mut known: BTreeMap<char, Puzzle> = BTreeMap::new();
    let mut missing: BTreeMap<char, u64> = BTreeMap::new();
    for Named { line, name } in list.names {
        let mut puzzles = Vec::new();
        for letter in letters(&name) {
            let Some((plain, character)) = played(&font, letter) else {
                missing.entry(letter).or_insert(line);
                continue;
            };
            let puzzle = known.entry(letter).or_insert_with(|| {
                if plain != letter {
                    note!(
                        out,
                        "{letter}: no game ends in this mark, so its board shows {plain}"
                    );
                }
                character.puzzle(letter)
            });
            puzzles.push(puzzle.clone());
        }
        words.push((Some(name), puzzles));
    }

    if missing.is_empty() {
        Ok(words)
    } else {
        Err(in_file(path, lacks(&font, &missing)))
    }
}

/// Reads a list of names. A file of another program is refused, with what to do.
fn list(names: &NamesRequest, out: &Output) -> Result<Names> {
    let path = &names.file;
    let file = name_of(path);
    let kind = FileKind::of(&out.files.read_bytes(path)?);
    if let Some(remedy) = remedy(kind) {
        bail!("{file} is {}: {remedy}", kind.name());
    }
    let text = out.files.read_text(path)?;
    let other = other_kind(&text, "");
    if !other.is_empty() {
        bail!("{file} is no list of names{other}");
    }

    let reading = Reading {
        is_csv: has_ending(path, "csv"),
        column: names.column.clone(),
    };
    Names::parse(&text, &reading).map_err(|error| {
        let remedy = match error {
            FilmError::SeveralColumns { .. } => {
                "; say which one with --column, by its heading or number; --column 1,2 joins \
                 two"
            }
            _ => "",
        };
        in_file(path, format!("{error}{remedy}"))
    })
}

/// A card for each name and level. Of whole games it has the last jumps; a game that comes
/// again begins elsewhere.
pub fn cards(request: &SheetRequest, words: Vec<NamedPuzzles>, out: &Output) -> Result<Vec<Card>> {
    let mut endings = Endings::of(&words, request.seed);
    let mut cards = Vec::new();

    for (name, word) in words {
        for (level, &jumps) in request.levels.iter().enumerate() {
            let puzzles = match jumps {
                Some(jumps) => endings.of_word(&word, jumps, out)?,
                None => word.clone(),
            };
            cards.push(Card {
                name: name.clone(),
                puzzles,
                goes_on: level > 0,
            });
        }
    }
    Ok(cards)
}

/// What to do about letters that the font lacks, each with the first line that has it.
fn lacks(font: &Font, missing: &BTreeMap<char, u64>) -> String {
    let first = missing.values().min().copied().unwrap_or(0);
    let letters = missing.iter();
    let letters = letters.map(|(letter, line)| format!("{letter} (line {line})"));
    let letters = listed(letters.collect(), 40);
    let name = font.name();
    format!(
        "{first}: the font {name} has no {letters}: write these letters in another way, or give a \
         font that has them with --font; `pegfont font build FILE --only LETTERS` makes one of a \
         bitmap, TrueType or OpenType font"
    )
}

/// The last jumps of games as puzzles. Each is looked for and counted once, however often it comes.
struct Endings {
    seed: Option<u64>,
    /// How often a game comes in a word at the most, by its title.
    most: BTreeMap<String, usize>,
    /// By title and number of jumps.
    known: BTreeMap<(String, usize), Vec<Puzzle>>,
}

impl Endings {
    fn of(words: &[NamedPuzzles], seed: Option<u64>) -> Self {
        let mut most = BTreeMap::new();
        for (_, word) in words {
            let mut came: BTreeMap<&str, usize> = BTreeMap::new();
            for whole in word {
                *came.entry(&whole.title).or_default() += 1;
            }
            for (title, count) in came {
                let most = most.entry(title.to_owned()).or_default();
                *most = count.max(*most);
            }
        }

        Self {
            seed,
            most,
            known: BTreeMap::new(),
        }
    }

    /// The last jumps of each game of a word. A game that comes again has another ending, as long
    /// as there are any.
    fn of_word(&mut self, word: &[Puzzle], jumps: usize, out: &Output) -> Result<Vec<Puzzle>> {
        let mut came: BTreeMap<&str, usize> = BTreeMap::new();
        let mut puzzles = Vec::new();
        for whole in word {
            let number = came.entry(&whole.title).or_default();
            let ways = self.ways(whole, jumps, out)?;
            puzzles.push(ways[(*number).min(ways.len() - 1)].clone());
            *number += 1;
        }
        Ok(puzzles)
    }

    /// The endings of a game, of which there is one at least.
    fn ways(&mut self, whole: &Puzzle, jumps: usize, out: &Output) -> Result<&[Puzzle]> {
        let ways = match self.known.entry((whole.title.clone(), jumps)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let most = self.most.get(&whole.title).copied().unwrap_or(1);
                let games = endings(whole, jumps, self.seed, most)?;
                free.insert(
                    games
                        .iter()
                        .map(|game| analysed(game, out))
                        .collect::<Result<_>>()?,
                )
            }
        };
        Ok(ways)
    }
}

fn analysed(game: &Game, out: &Output) -> Result<Puzzle> {
    let puzzle = out.watched("analysing", |progress| {
        Puzzle::solve(game, None, Interval::MOST_POSITIONS, progress)
    });
    Ok(puzzle?)
}

/// Says which names were taken, and which lines were not.
fn say_what_was_read(path: &Path, list: &Names, out: &Output) {
    let file = name_of(path);
    let mut empty = Vec::new();
    for PassedOver { line, text, why } in &list.passed_over {
        if *why == Why::Empty {
            empty.push(line.to_string());
        } else {
            let text = brief(text);
            note!(out, "{file}:{line}: {text:?} is passed over: {why}");
        }
    }

    if !empty.is_empty() {
        let lines = if empty.len() == 1 { "line" } else { "lines" };
        let are = if empty.len() == 1 { "is" } else { "are" };
        let empty = listed(empty, MOST_LISTED);
        note!(out, "{file}: {lines} {empty} {are} empty");
    }

    for remark in &list.remarks {
        let remedy = match remark {
            Remark::Column { rest: None, .. } => "; --column takes another one".to_owned(),
            Remark::Column {
                column,
                rest: Some(rest),
            } => {
                let both = format!("{},{}", column.name(), rest.name());
                format!("; --column {} joins two", in_shell(&both))
            }
            _ => String::new(),
        };
        note!(out, "{file}: {remark}{remedy}");
    }

    // A name can have a comma, so that each needs marks of where it begins and ends.
    let quoted = |named: &Named| format!("{:?}", named.name);
    let names: Vec<String> = list.names.iter().map(quoted).collect();
    let count = counted(names.len(), "name");
    note!(out, "{file}: {count}: {}", listed_between(&names));
}

/// The most names, and numbers of lines, that are listed.
const MOST_LISTED: usize = 40;

/// All names, or of many the first ones and the last one.
fn listed_between(names: &[String]) -> String {
    match names {
        [first @ .., last] if names.len() > MOST_LISTED => {
            let first = listed(first.to_vec(), MOST_LISTED - 1);
            format!("{first}, and at the end {last}")
        }
        names => names.join(", "),
    }
}

/// How to make a list of a file of another program, if it is one.
fn remedy(kind: FileKind) -> Option<&'static str> {
    match kind {
        FileKind::Spreadsheet | FileKind::OldOffice => {
            Some("open it in its program, and save it as CSV (UTF-8)")
        }
        FileKind::Document | FileKind::Rtf => {
            Some("open it in its program, and save it as plain text (.txt)")
        }
        FileKind::Html | FileKind::Xml | FileKind::Pdf => {
            Some("copy the names into a text file, one on each line")
        }
        FileKind::VCard => Some(
            "open it in your address book or a spreadsheet, and save the names as CSV, or copy \
             them into a text file, one on each line",
        ),
        FileKind::Json => Some(
            "write the names into a text file, one on each line, such as by jq -r '.[]' of a list \
             of names",
        ),
        FileKind::Zip | FileKind::Gzip | FileKind::SevenZip | FileKind::Archive => {
            Some("unpack it, and give a text or CSV with the names")
        }
        // Where it can't be told which charset a text has, reading it says so.
        FileKind::Text | FileKind::Empty | FileKind::Data => None,
        // Texts that people write can look like these.
        FileKind::Hex | FileKind::Yaff | FileKind::CSource => None,
        _ => Some("write the names into a text file, one on each line"),
    }
}

/// The character of the font that is played for a letter: its own, or the one without its marks.
fn played(font: &Font, letter: char) -> Option<(char, &Character)> {
    let mut letters = [Some(letter), without_marks(letter)].into_iter().flatten();
    letters.find_map(|letter| Some((letter, font.get(letter)?)))
}
