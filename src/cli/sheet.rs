//! `pegfont sheet`: puzzles to print, of a text or for each name of a list.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use unicode_normalization::UnicodeNormalization as _;

use super::fonts::without_marks;
use super::goal::{GoalArgs, each_a_puzzle};
use super::input::{Choice, in_file, name_of, one_of, read_text, whole};
use super::output::{OUTPUT, OutputFile, counted, format_of, numbered};
use super::subject::is_game;
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::words::{grouped, is_unseen, listed, only_character, quoted};
use pegfont_film::drawing::{Drawing, pdf, svg};
use pegfont_film::sheet::{A4, Card, Content, LETTER, Paper, Sheet};
use pegfont_type::font::{Character, Font};
use pegfont_type::format::Format;

/// Write puzzles to print: a sheet, or a page for each name of a list
#[derive(Args)]
#[command(
    override_usage = "pegfont sheet [OPTIONS] <TARGET>\n       pegfont sheet [OPTIONS] --names <FILE>"
)]
#[command(mut_arg("target", each_a_puzzle))]
#[command(after_help = "\
A list of names is a text file with one name on a line, or a table from a spreadsheet, such as a .csv, with the names in its first column. Every letter and digit of a name is a puzzle, in order and as often as it occurs.

Examples:
  pegfont sheet PEG -o puzzles.pdf                     three letters
  pegfont sheet ADA --title \"For Ada\" --per-page 2     larger, with a title
  pegfont sheet PEG --solutions --cut-out              with solutions, and a board to play on
  pegfont sheet --names class.txt --jumps-left 5       a page for each child, easy
  pegfont sheet --names class.txt --cut-out --solutions=output/solutions.pdf")]
pub(super) struct SheetCommand {
    #[command(flatten)]
    goals: GoalArgs,

    /// Sort the puzzles, or the names of a list, from easy to hard
    #[arg(long)]
    easy_first: bool,

    /// Make a page for each name of a list: a text file with one name on a line, or a .csv with names in its first column; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["target", "board", "start", "reachable"])]
    names: Option<PathBuf>,

    /// The file to write: .pdf, or .svg (one file per page) [default: output/puzzles.pdf]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Add the solutions, or write them to a file of their own: --solutions=FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    solutions: Option<Option<PathBuf>>,

    /// The paper size
    #[arg(long, default_value = "a4", ignore_case = true, value_parser = one_of(PAPER))]
    paper: Paper,

    /// The title [default: Peg solitaire puzzles]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// The most puzzles on a page [default: 16]
    #[arg(long, value_name = "NUMBER", conflicts_with = "names", value_parser = whole::<u8>(1..=36))]
    per_page: Option<u8>,

    /// Add a page with a board to cut out and play on
    #[arg(long)]
    cut_out: bool,
}

const PAPER: &[Choice<Paper>] =
    &[("a4", "210 x 297 mm", A4), ("letter", "8.5 x 11 inches", LETTER)];

/// The most names of a list.
const MOST_NAMES: u32 = 10_000;

/// What may stand above the names of a table.
const HEADINGS: [&str; 4] = ["name", "names", "first name", "child"];

/// The most letters of a name.
const MOST_LETTERS: usize = 60;

impl SheetCommand {
    pub(super) fn run(self) -> Result<()> {
        let path = self.output.clone().unwrap_or_else(|| Path::new(OUTPUT).join("puzzles.pdf"));
        let apart = self.solutions.clone().flatten();
        let mut out = Pages::to("-o", &path)?;
        let mut apart = apart.map(|path| Pages::to("--solutions", &path)).transpose()?;
        let usual = Sheet::default();
        let sheet = Sheet {
            paper: self.paper,
            title: self.title.clone().unwrap_or_else(|| usual.title.clone()),
            per_page: self.per_page.map_or(usual.per_page, usize::from),
            board: self.cut_out,
            solutions: self.solutions == Some(None),
        };
        let content = match &self.names {
            Some(names) => Content::Names(self.cards(names)?),
            None => {
                let target = Path::new(self.goals.target().unwrap_or_default());
                let file = target.display();
                if target.extension().is_some() && target.is_file() && !is_game(target) {
                    refuse!("{file} is a file: --names {file} makes a sheet for each name in it");
                }
                if format_of(target, FORMATS).is_ok() {
                    refuse!("{file} is no target: write -o {file}, or --solutions={file}");
                }
                Content::Puzzles(self.puzzles()?)
            }
        };
        let contents = match &content {
            Content::Names(cards) => counted(cards.len(), "name"),
            Content::Puzzles(puzzles) => counted(puzzles.len(), "puzzle"),
        };
        let pages = sheet.pages(&content);
        out.list(&pages)?;
        let solutions = apart.as_ref().map(|_| sheet.solutions(&content)).unwrap_or_default();
        apart.iter_mut().try_for_each(|apart| apart.list(&solutions))?;
        out.write(&pages, &contents)?;
        apart.iter().try_for_each(|apart| apart.write(&solutions, "solutions"))
    }

    /// The puzzles of the target, those of a font's characters with the solutions and figures that the font has. A text keeps its repeated
    /// characters.
    fn puzzles(&self) -> Result<Vec<Puzzle>> {
        let asked = self.goals.read()?;
        let mut puzzles = asked.known_figures().map_or_else(|| asked.solve(), Ok)?;
        let text = self.goals.target().unwrap_or_default();
        let of = |one| puzzles.iter().find(|it| only_character(&it.title) == Some(one)).cloned();
        let in_text = text.chars().filter(|one| !one.is_whitespace()).map(of);
        if let Some(all) = in_text.collect::<Option<Vec<Puzzle>>>().filter(|all| !all.is_empty()) {
            puzzles = all;
        }
        if self.easy_first {
            puzzles.sort_by(|one, other| one.effort().total_cmp(&other.effort()));
        }
        Ok(puzzles)
    }

    /// A card for each name of a list, with a puzzle for each letter.
    fn cards(&self, path: &Path) -> Result<Vec<Card>> {
        let names = names(path)?;
        let font = self.goals.font.completed()?;
        let mut known: BTreeMap<char, Puzzle> = BTreeMap::new();
        let (mut cards, mut missing) = (Vec::new(), BTreeMap::new());
        for (line, name) in names {
            let wrong = |what: &str| in_file(path, true, &format!("{line}: {what}"));
            let letters: Vec<char> =
                name.chars().filter(|letter| letter.is_alphanumeric()).collect();
            if letters.is_empty() || letters.len() > MOST_LETTERS {
                let found = counted(letters.len(), "letter");
                return Err(wrong(&format!(
                    "{name:?} has {found}: a name can have 1 to {MOST_LETTERS}"
                )));
            }
            for &letter in &letters {
                let Some((plain, character)) = played(&font, letter) else {
                    missing.entry(letter).or_insert(line);
                    continue;
                };
                if known.contains_key(&letter) {
                    continue;
                }
                if plain != letter {
                    note!("{letter}: no game ends in this mark, so its board shows {plain}");
                }
                known.insert(letter, self.goals.ending(character.puzzle(letter))?);
            }
            let puzzles = letters.iter().filter_map(|letter| known.get(letter).cloned()).collect();
            cards.push(Card { name, puzzles });
            if cards.len() > MOST_NAMES as usize {
                return Err(wrong(&format!("a list can have {} names", grouped(MOST_NAMES))));
            }
        }
        if let Some(first) = missing.values().min() {
            let name = font.name();
            let each = missing.iter().map(|(letter, line)| format!("{letter} (line {line})"));
            let each = listed(each.collect(), 40);
            let error = format!(
                "{first}: the font {name} has no {each}: write these letters in another way, or give a font that has them with --font; `pegfont font build FILE --only LETTERS` makes one of a BDF, TrueType or OpenType font"
            );
            return Err(in_file(path, true, &error));
        }
        if cards.is_empty() {
            return Err(in_file(path, false, &"no names found: write one on each line"));
        }
        if self.easy_first {
            let effort = |card: &Card| card.puzzles.iter().map(Puzzle::effort).sum::<f64>();
            cards.sort_by(|one, other| effort(one).total_cmp(&effort(other)));
        }
        Ok(cards)
    }
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
        let name: String = row[0].trim().chars().filter(|&one| !is_unseen(one)).nfc().collect();
        if name.contains('\n') {
            let error = format!("{line}: this name goes on in the next line: is a \" missing?");
            return Err(in_file(path, true, &error));
        }
        if separator.is_some() && names.is_empty() && HEADINGS.contains(&&*name.to_lowercase()) {
            note!("{}:{line}: {name:?} is the heading of the names", name_of(path));
        } else if !name.is_empty() {
            names.push((line, name));
        }
    }
    Ok(names)
}

/// The character of the font that is played for a letter: its own, or the one without its marks.
fn played(font: &Font, letter: char) -> Option<(char, &Character)> {
    let mut letters = [Some(letter), without_marks(letter)].into_iter().flatten();
    letters.find_map(|letter| Some((letter, font.get(letter)?)))
}

const FORMATS: &[Format] = &[Format::Pdf, Format::Svg];

/// The files of some pages: one PDF, or an SVG for each page.
struct Pages {
    format: Format,
    files: Vec<OutputFile>,
}

impl Pages {
    /// The first file, which an option names.
    fn to(option: &str, path: &Path) -> Result<Self> {
        let format = format_of(path, FORMATS).map_err(|error| usage!("{option} {error}"))?;
        Ok(Self { format, files: vec![OutputFile::of(path, format)?] })
    }

    /// Lists the files of the other pages. Refuses words of a PDF that its typeface can't show.
    fn list(&mut self, pages: &[Drawing]) -> Result<()> {
        if self.format == Format::Pdf {
            return match &*listed(pdf::unseen(pages).into_iter().map(quoted).collect(), 20) {
                "" => Ok(()),
                unseen => refuse!(
                    "the typeface of PDF files has no {unseen}: leave them out, or write an .svg"
                ),
            };
        }
        for page in 2..=pages.len() {
            let file = OutputFile::of(&numbered(self.files[0].path(), page, "svg"), self.format)?;
            self.files.push(file);
        }
        Ok(())
    }

    fn write(&self, pages: &[Drawing], contents: &str) -> Result<()> {
        if self.format == Format::Pdf {
            let written = self.files[0].put(pdf::file(pages))?;
            written.say(&[contents.to_owned(), counted(pages.len(), "page")]);
            return Ok(());
        }
        for (number, (page, file)) in (1..).zip(pages.iter().zip(&self.files)) {
            file.put(svg::file(page))?.say(&[format!("page {number} of {}", pages.len())]);
        }
        Ok(())
    }
}
