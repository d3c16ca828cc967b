//! `pegfont sheet`: puzzles to print, of a text or for each name of a list.

mod puzzles;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::args::{GoalArgs, Paper, Subject, TARGETS, Takes, Text, each_on_a_sheet, text};
use crate::cli::formats::OUTPUT;
use crate::cli::output::{Pages, format_of};
use peg_console::files::is_input;
use peg_console::input::{Keyword, whole};
use peg_console::output::Output;
use pegfont_base::words::counted;
use pegfont_film::Error;
use pegfont_film::drawing::Point;
use pegfont_film::sheet::{A3, A4, A5, LANGUAGES, LETTER, Language, Sheet};

/// Write puzzles to print: a sheet, or pages for each name of a list
#[derive(Args)]
#[command(override_usage = "pegfont sheet [OPTIONS] <TARGET>\n       \
                      pegfont sheet [OPTIONS] --names <FILE>")]
#[command(mut_arg("target", each_on_a_sheet))]
#[command(after_help = include_str!("sheet.txt"))]
pub struct SheetCommand {
    #[command(flatten)]
    goals: GoalArgs,

    /// Make the puzzles at several levels, given in jumps before the end: 3 is gentle, 6 easy, 9
    /// fair
    #[arg(
        long,
        value_name = "JUMPS,...",
        value_delimiter = ',',
        conflicts_with = "jumps_left",
        value_parser = whole::<usize>(1..=62)
    )]
    levels: Vec<usize>,

    /// Pick other starting positions, equally far from the end: another set for next week
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Make a page for each name of a list: a text file with one name on a line, or a table (.csv)
    /// with a column of names; - is standard input
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["target", "board", "start", "reachable"]
    )]
    names: Option<PathBuf>,

    /// The column of the names in a table, by its heading or its number.
    ///
    /// Or several whose cells are joined, such as First,Last [default: the one whose heading says so, or the only one with words]
    #[arg(long, value_name = "NAME|NUMBER", requires = "names", value_parser = text)]
    column: Option<Text>,

    /// The file to write: .pdf, or .svg or .png (one file per page)
    ///
    /// [default: output/puzzles.pdf]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Add the solutions, or write them to a file of their own: --solutions=FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    solutions: Option<Option<PathBuf>>,

    /// The paper: by its name, or its width and height in mm or inches, such as 148x210mm or
    /// 8.5x11in
    #[arg(long, value_name = "NAME|SIZE", default_value = "a4", value_parser = Paper(PAPER))]
    paper: Point,

    /// Begin each child's pages on a sheet of paper of their own, for printing on both sides.
    ///
    /// So do the solutions. Empty pages are put in where they are needed
    #[arg(long)]
    two_sided: bool,

    /// The language of the sheet
    #[arg(
        long,
        value_name = "CODE",
        default_value = LANGUAGES[0].0,
        value_parser = PossibleValuesParser::new(LANGUAGES.iter().map(|language| language.0))
    )]
    language: String,

    /// Print boards and words larger, for people with low vision.
    ///
    /// Holes are at least 20 points apart, words have at least 14 points, and fewer puzzles are on a
    /// page
    #[arg(long)]
    large_print: bool,

    /// The title
    ///
    /// [default: Peg solitaire puzzles, in the language of the sheet]
    #[arg(long, value_name = "TEXT", value_parser = text)]
    title: Option<Text>,

    /// The most puzzles on a page
    ///
    /// [default: 4, or 2 in large print]
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u8>(1..=36))]
    per_page: Option<u8>,
}

/// Paper that has a name.
const PAPER: &[Keyword<Point>] = &[
    Keyword::new("a4", "210 x 297 mm", A4),
    Keyword::new("a5", "148 x 210 mm", A5),
    Keyword::new("a3", "297 x 420 mm", A3),
    Keyword::new("letter", "8.5 x 11 inch", LETTER),
];

const TAKES: Takes = Takes {
    command: "sheet",
    kinds: TARGETS,
};

impl SheetCommand {
    pub fn run(self, out: &Output) -> Result<()> {
        let path = match &self.output {
            Some(path) => path.clone(),
            None => Path::new(OUTPUT).join("puzzles.pdf"),
        };
        let mut pages_file = Pages::to("-o", &path, out)?;
        let mut solutions_file = match &self.solutions {
            Some(Some(path)) => Some(Pages::to("--solutions", path, out)?),
            _ => None,
        };
        if self.seed.is_some() && self.jumps_left() == [None] {
            refuse!("--seed needs --jumps-left or --levels: whole games have one start");
        }

        let sheet = self.sheet()?;
        let words = match &self.names {
            Some(names) => self.words(names, out)?,
            None => {
                self.refuse_files()?;
                vec![(None, self.word(out)?)]
            }
        };
        let cards = self.cards(words, out)?;
        let contents = if self.names.is_some() {
            counted(cards.len(), "name")
        } else {
            counted(cards.iter().map(|card| card.puzzles.len()).sum(), "puzzle")
        };

        let pages = sheet.pages(&cards).map_err(remedied)?;
        pages_file.list(&pages, out)?;
        let mut solutions = Vec::new();
        if let Some(file) = &mut solutions_file {
            solutions = sheet.solutions(&cards);
            file.list(&solutions, out)?;
        }

        pages_file.write(&pages, &contents, out)?;
        match &solutions_file {
            Some(file) => file.write(&solutions, "solutions", out),
            None => Ok(()),
        }
    }

    /// How the pages look, and in which language.
    fn sheet(&self) -> Result<Sheet> {
        let known = LANGUAGES.iter().find(|known| known.0 == self.language);
        let language = Language::parse(known.unwrap_or(&LANGUAGES[0]).1)?;
        let usual = Sheet::new(language);
        let usual_per_page = if self.large_print { 2 } else { 4 };

        Ok(Sheet {
            paper: self.paper,
            title: match &self.title {
                Some(title) => title.to_string(),
                None => usual.title.clone(),
            },
            per_page: self.per_page.map_or(usual_per_page, usize::from),
            scale: if self.large_print { Sheet::LARGE } else { 1.0 },
            solutions: self.solutions == Some(None),
            two_sided: self.two_sided,
            ..usual
        })
    }

    /// Refuses the name of a file in place of a target.
    fn refuse_files(&self) -> Result<()> {
        let target = Path::new(self.goals.target.as_deref().unwrap_or_default());
        let file = target.display();
        let kind = Subject::of(&target.to_string_lossy(), 0);
        if kind == Subject::File {
            refuse!("{file} is a file: --names {file} makes a sheet for each name in it");
        }

        let is_named_so = format_of(target, Pages::FORMATS).is_ok();
        if !is_named_so || is_input(target) || target.is_file() {
            return Ok(());
        }
        if self.output.is_none() {
            refuse!("{file} is no target: write -o {file}, or --solutions={file}");
        }
        // A picture is refused as everywhere.
        if kind != Subject::Picture {
            refuse!("{file} is no target: give a text, or a game in a file");
        }
        Ok(())
    }
}

/// What to do when the paper is too small.
fn remedied(error: Error) -> anyhow::Error {
    let Error::SmallPaper { is_large, .. } = error else {
        return error.into();
    };
    let remedy = if is_large {
        "--paper takes a larger one, or leave --large-print out"
    } else {
        "--paper takes a larger one"
    };
    usage!("{error}: {remedy}")
}
