//! `pegfont sheet`: puzzles to print, of a text or for each name of a list.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use clap::builder::PossibleValuesParser;
use unicode_normalization::UnicodeNormalization as _;

use crate::cli::args::{
    Choice, GoalArgs, each_a_puzzle, ending, in_file, is_game, name_of, one_of, read_text, whole,
    without_marks,
};
use crate::cli::output::{OUTPUT, Pages, counted, format_of, watched};
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::solution::Interval;
use peg_solitaire::words::{grouped, is_unseen, listed, only_character};

use pegfont_film::drawing::Point;
use pegfont_film::sheet::{A4, Card, LANGUAGES, LETTER, Language, Sheet};
use pegfont_type::font::{Character, Font};

/// Write puzzles to print: a sheet, or pages for each name of a list
#[derive(Args)]
#[command(
    override_usage = "pegfont sheet [OPTIONS] <TARGET>\n       pegfont sheet [OPTIONS] --names <FILE>"
)]
#[command(mut_arg("target", each_a_puzzle))]
#[command(after_help = include_str!("sheet.txt"))]
pub struct SheetCommand {
    #[command(flatten)]
    goals: GoalArgs,

    /// Make the puzzles at several levels, given in jumps before the end: 3 is gentle, 6 easy, 9 fair
    #[arg(long, value_name = "JUMPS,...", value_delimiter = ',', conflicts_with = "jumps_left", value_parser = whole::<usize>(1..=62))]
    levels: Vec<usize>,

    /// Begin elsewhere, with as many jumps left: another number makes another set, for next week
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Make a page for each name of a list: a text file with one name on a line, or a .csv with names in its first column; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["target", "board", "start", "reachable"])]
    names: Option<PathBuf>,

    /// The file to write: .pdf, or .svg or .png (one file per page) [default: output/puzzles.pdf]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Add the solutions, or write them to a file of their own: --solutions=FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    solutions: Option<Option<PathBuf>>,

    /// The paper size
    #[arg(long, default_value = "a4", ignore_case = true, value_parser = one_of(PAPER))]
    paper: Point,

    /// The language of the sheet
    #[arg(long, value_name = "CODE", default_value = LANGUAGES[0].0, value_parser = PossibleValuesParser::new(LANGUAGES.iter().map(|it| it.0)))]
    language: String,

    /// Print words larger, for people with low vision, and fewer puzzles on a page
    #[arg(long)]
    large_print: bool,

    /// The title [default: Peg solitaire puzzles, in the language of the sheet]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// The most puzzles on a page [default: 4, or 2 in large print]
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u8>(1..=36))]
    per_page: Option<u8>,
}

const PAPER: &[Choice<Point>] = &[("a4", "210 x 297 mm", A4), ("letter", "8.5 x 11 inch", LETTER)];

const MOST_NAMES: usize = 10_000;

/// What may stand above the names of a table.
const HEADINGS: [&str; 4] = ["name", "names", "first name", "child"];

const MOST_LETTERS: usize = 60;

impl SheetCommand {
    pub fn run(self) -> Result<()> {
        let path = self.output.clone().unwrap_or_else(|| Path::new(OUTPUT).join("puzzles.pdf"));
        let apart = self.solutions.clone().flatten();
        let mut out = Pages::to("-o", &path)?;
        let mut apart = apart.map(|path| Pages::to("--solutions", &path)).transpose()?;
        if self.seed.is_some() && self.jumps_left() == [None] {
            refuse!("--seed needs --jumps-left or --levels: whole games have one start");
        }
        let known = LANGUAGES.iter().find(|one| one.0 == self.language);
        let usual = Sheet::new(Language::parse(known.unwrap_or(&LANGUAGES[0]).1)?);
        let sheet = Sheet {
            paper: self.paper,
            title: self.title.clone().unwrap_or_else(|| usual.title.clone()),
            per_page: self.per_page.map_or(if self.large_print { 2 } else { 4 }, usize::from),
            scale: if self.large_print { Sheet::LARGE } else { 1.0 },
            solutions: self.solutions == Some(None),
            ..usual
        };
        let words = match &self.names {
            Some(names) => self.words(names)?,
            None => {
                let target = Path::new(self.goals.target.as_deref().unwrap_or_default());
                let file = target.display();
                if target.extension().is_some() && target.is_file() && !is_game(target) {
                    refuse!("{file} is a file: --names {file} makes a sheet for each name in it");
                }
                if format_of(target, Pages::FORMATS).is_ok() {
                    refuse!("{file} is no target: write -o {file}, or --solutions={file}");
                }
                vec![(None, self.word()?)]
            }
        };
        let cards = self.cards(words)?;
        let contents = match self.names {
            Some(_) => counted(cards.len(), "name"),
            None => counted(cards.iter().map(|card| card.puzzles.len()).sum(), "puzzle"),
        };
        let pages = sheet.pages(&cards);
        out.list(&pages)?;
        let solutions = apart.as_ref().map(|_| sheet.solutions(&cards)).unwrap_or_default();
        apart.iter_mut().try_for_each(|apart| apart.list(&solutions))?;
        out.write(&pages, &contents)?;
        apart.iter().try_for_each(|apart| apart.write(&solutions, "solutions"))
    }

    /// How many jumps before their end puzzles begin, at each level.
    fn jumps_left(&self) -> Vec<Option<usize>> {
        match &self.levels[..] {
            [] => vec![self.goals.jumps_left],
            levels => levels.iter().copied().map(Some).collect(),
        }
    }

    /// The games of the target. Whole ones come once, with what the font knows of them; of others, a text keeps its repeated characters.
    fn word(&self) -> Result<Vec<Puzzle>> {
        let mut asked = self.goals.read_whole()?;
        if self.jumps_left() == [None] {
            return asked.known_figures().map_or_else(|| asked.solve(), Ok);
        }
        let all = asked.solutions(None)?;
        let text = self.goals.target.as_deref().unwrap_or_default();
        let of = |one| all.iter().find(|it| only_character(&it.title) == Some(one)).cloned();
        let letters = text.chars().filter(|one| !one.is_whitespace()).map(of);
        let letters = letters.collect::<Option<Vec<Puzzle>>>().filter(|all| !all.is_empty());
        Ok(letters.unwrap_or(all))
    }

    /// The games of each name of a list, one for each letter.
    fn words(&self, path: &Path) -> Result<Vec<(Option<String>, Vec<Puzzle>)>> {
        let (names, font) = (names(path)?, self.goals.font.completed()?);
        let mut known: BTreeMap<char, Puzzle> = BTreeMap::new();
        let mut missing = BTreeMap::new();
        for (line, name) in &names {
            for letter in letters(name) {
                let Some((plain, character)) = played(&font, letter) else {
                    missing.entry(letter).or_insert(line);
                    continue;
                };
                known.entry(letter).or_insert_with(|| {
                    if plain != letter {
                        note!("{letter}: no game ends in this mark, so its board shows {plain}");
                    }
                    character.puzzle(letter)
                });
            }
        }
        if let Some(first) = missing.values().min() {
            let each = missing.iter().map(|(letter, line)| format!("{letter} (line {line})"));
            let (name, each) = (font.name(), listed(each.collect(), 40));
            let error = format!(
                "{first}: the font {name} has no {each}: write these letters in another way, or give a font that has them with --font; `pegfont font build FILE --only LETTERS` makes one of a BDF, TrueType or OpenType font"
            );
            return Err(in_file(path, true, &error));
        }
        let word = |name: &str| letters(name).map(|letter| known[&letter].clone()).collect();
        Ok(names.into_iter().map(|(_, name)| (Some(name.clone()), word(&name))).collect())
    }

    /// A card for each name and level. Of whole games it has the last jumps; a game that comes again begins elsewhere.
    fn cards(&self, words: Vec<(Option<String>, Vec<Puzzle>)>) -> Result<Vec<Card>> {
        let (mut cards, mut known) = (Vec::<Card>::new(), BTreeMap::new());
        for (name, word) in words {
            for jumps in self.jumps_left() {
                let mut came: BTreeMap<&str, usize> = BTreeMap::new();
                let mut puzzle = |whole| {
                    let Some(jumps) = jumps else { return Ok(Puzzle::clone(whole)) };
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
                cards.push(Card { name: name.clone(), puzzles });
            }
        }
        Ok(cards)
    }
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|letter| letter.is_alphanumeric())
}

/// The names of a list, each with its line: the lines of a text, or the first cells of a table whose cells have commas (in a .csv),
/// semicolons or tabs between them.
fn names(path: &Path) -> Result<Vec<(u64, String)>> {
    let text = read_text(path)?;
    let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |separator: &char| first.matches(*separator).count();
    let separators = ['\t', ';', ','].into_iter().filter(|&one| one != ',' || is_csv);
    let separator = separators.filter(|one| count(one) > 0).max_by_key(count);
    let mut table = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator.map_or(0, |separator| separator as u8))
        .quoting(is_csv || separator.is_some())
        .from_reader(text.as_bytes());
    let mut names = Vec::new();
    for row in table.records() {
        let row = row?;
        let line = row.position().map_or(1, csv::Position::line);
        let wrong = |what: &str| Err(in_file(path, true, &format!("{line}: {what}")));
        let name: String = row[0].trim().chars().filter(|&one| !is_unseen(one)).nfc().collect();
        if name.contains('\n') {
            return wrong("this name goes on in the next line: is a \" missing?");
        }
        let is_first = separator.is_some() && names.is_empty();
        if is_first && HEADINGS.contains(&&*name.to_lowercase()) {
            note!("{}:{line}: {name:?} is the heading of the names", name_of(path));
            continue;
        }
        if name.is_empty() {
            continue;
        }
        let count = letters(&name).count();
        if !(1..=MOST_LETTERS).contains(&count) {
            let found = counted(count, "letter");
            return wrong(&format!("{name:?} has {found}: a name can have 1 to {MOST_LETTERS}"));
        }
        if names.len() == MOST_NAMES {
            return wrong(&format!("a list can have {} names", grouped(MOST_NAMES as u64)));
        }
        names.push((line, name));
    }
    if names.is_empty() {
        return Err(in_file(path, false, &"no names found: write one on each line"));
    }
    Ok(names)
}

/// The character of the font that is played for a letter: its own, or the one without its marks.
fn played(font: &Font, letter: char) -> Option<(char, &Character)> {
    let mut letters = [Some(letter), without_marks(letter)].into_iter().flatten();
    letters.find_map(|letter| Some((letter, font.get(letter)?)))
}
