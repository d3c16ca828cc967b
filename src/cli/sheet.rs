//! `pegfont sheet`: puzzles to print.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::input::{Choice, one_of, whole};
use super::output::{PICTURES, check_destination, counted, write_to};
use super::puzzle::GoalArgs;
use pegfont_film::drawing::{pdf, svg};
use pegfont_film::puzzle::{Paper, Sheet};
use pegfont_type::format::Format;

/// Write a sheet of puzzles to print
#[derive(Args)]
#[command(after_help = "\
Examples:
  pegfont sheet PEG -o puzzles.pdf                     three letters
  pegfont sheet ADA --title \"For Ada\" --per-page 2    larger, with a title
  pegfont sheet PEG --solution --cut-out               with solutions, and a board to play on")]
pub(super) struct SheetCommand {
    #[command(flatten)]
    goals: GoalArgs,

    /// The file to write: .pdf, or .svg (one file per page) [default: output/puzzles.pdf]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Add the solutions with the fewest moves, on pages of their own
    #[arg(long)]
    solution: bool,

    /// The paper size
    #[arg(long, default_value = "a4", value_parser = one_of(PAPER))]
    paper: Paper,

    /// The title [default: Peg solitaire puzzles]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// The most puzzles on a page [default: 16]
    #[arg(long, value_name = "PUZZLES", value_parser = whole::<u8>(1..=36))]
    per_page: Option<u8>,

    /// Add a page with a board to cut out and play on
    #[arg(long)]
    cut_out: bool,
}

const PAPER: &[Choice<Paper>] = &[("a4", "", Paper::A4), ("letter", "", Paper::Letter)];

impl SheetCommand {
    pub(super) fn run(self) -> Result<()> {
        let path = self.output.clone().unwrap_or_else(|| Path::new(PICTURES).join("puzzles.pdf"));
        let format = Format::from_path(&path, &[Format::Pdf, Format::Svg])
            .map_err(|error| usage!("-o {error}"))?;
        check_destination(&path)?;
        let puzzles = self.goals.solve()?;
        let usual = Sheet::default();
        let sheet = Sheet {
            paper: self.paper,
            title: self.title.unwrap_or(usual.title),
            per_page: self.per_page.map_or(usual.per_page, usize::from),
            board: self.cut_out,
            solutions: self.solution,
        };
        let pages = sheet.pages(&puzzles);
        if format == Format::Pdf {
            let titles = puzzles.iter().map(|puzzle| &*puzzle.title).chain([&*sheet.title]);
            let unseen: BTreeSet<char> =
                titles.flat_map(str::chars).filter(|&character| !pdf::shows(character)).collect();
            if !unseen.is_empty() {
                let unseen: String = unseen.into_iter().collect();
                note!(
                    "warning: the fonts of a PDF don't have {unseen}, which become U+XXXX: an .svg shows them"
                );
            }
            write_to(&path, |out| Ok(out.write_all(&pdf::file(&pages))?))?
                .say(&[counted(puzzles.len(), "puzzle"), counted(pages.len(), "page")]);
            return Ok(());
        }
        for (number, page) in pages.iter().enumerate() {
            write_to(&numbered(&path, number + 1), |out| {
                Ok(out.write_all(svg::file(page).as_bytes())?)
            })?
            .say(&[format!("page {} of {}", number + 1, pages.len())]);
        }
        Ok(())
    }
}

/// `sheet.svg` is the first page, `sheet-2.svg` the second.
fn numbered(path: &Path, page: usize) -> PathBuf {
    match path.file_stem().and_then(|stem| stem.to_str()) {
        Some(stem) if page > 1 => path.with_file_name(format!("{stem}-{page}.svg")),
        _ => path.to_owned(),
    }
}
