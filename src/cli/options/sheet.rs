//! The options of `pegfont sheet`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::options::{GoalArgs, PAPER, Paper, Text, each_on_a_sheet, text};
use peg_console::input::whole;
use pegfont_film::drawing::Point;
use pegfont_film::sheet::LANGUAGES;

/// Write puzzles to print: a sheet, or pages for each name of a list
#[derive(Args)]
#[command(override_usage = "pegfont sheet [OPTIONS] <TARGET>\n       \
                      pegfont sheet [OPTIONS] --names <FILE>")]
#[command(mut_arg("target", each_on_a_sheet))]
#[command(after_help = include_str!("sheet.txt"))]
pub struct SheetCommand {
    #[command(flatten)]
    pub goals: GoalArgs,

    /// Make the puzzles at several levels, given in jumps before the end: 3 is gentle, 6 easy, 9
    /// fair
    #[arg(
        long,
        value_name = "JUMPS,...",
        value_delimiter = ',',
        conflicts_with = "jumps_left",
        value_parser = whole::<usize>(1..=62)
    )]
    pub levels: Vec<usize>,

    /// Pick other starting positions, equally far from the end: another set for next week
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// Make a page for each name of a list: a text file with one name on a line, or a table (.csv)
    /// with a column of names; - is standard input
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["target", "board", "start", "reachable"]
    )]
    pub names: Option<PathBuf>,

    /// The column of the names in a table, by its heading or its number.
    ///
    /// Or several whose cells are joined, such as First,Last [default: the one whose heading says
    /// so, or the only one with words]
    #[arg(
        long,
        value_name = "NAME|NUMBER",
        requires = "names",
        conflicts_with_all = ["target", "board", "start", "reachable"],
        value_parser = text
    )]
    pub column: Option<Text>,

    /// The file to write: .pdf, or .svg or .png (one file per page)
    ///
    /// [default: output/puzzles.pdf]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Add the solutions, or write them to a file of their own: --solutions=FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub solutions: Option<Option<PathBuf>>,

    /// The paper: by its name, or its width and height in mm or inches, such as 148x210mm or
    /// 8.5x11in
    #[arg(long, value_name = "NAME|SIZE", default_value = "a4", value_parser = Paper(PAPER))]
    pub paper: Point,

    /// Begin each child's pages on a sheet of paper of their own, for printing on both sides.
    ///
    /// So do the solutions. Empty pages are put in where they are needed
    #[arg(long)]
    pub two_sided: bool,

    /// The language of the sheet
    #[arg(
        long,
        value_name = "CODE",
        default_value = LANGUAGES[0].0,
        value_parser = PossibleValuesParser::new(LANGUAGES.iter().map(|language| language.0))
    )]
    pub language: String,

    /// Print boards and words larger, for people with low vision.
    ///
    /// Holes are at least 20 points apart, words have at least 14 points, and fewer puzzles are on
    /// a page
    #[arg(long)]
    pub large_print: bool,

    /// The title
    ///
    /// [default: Peg solitaire puzzles, in the language of the sheet]
    #[arg(long, value_name = "TEXT", value_parser = text)]
    pub title: Option<Text>,

    /// The most puzzles on a page
    ///
    /// [default: 4, or 2 in large print]
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u8>(1..=36))]
    pub per_page: Option<u8>,
}
