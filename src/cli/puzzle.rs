//! `pegfont puzzle`: the solutions, fewest moves and difficulty of letters or patterns, and printable sheets.

mod known_game;

use std::collections::BTreeSet;
use std::io::{Write as _, stderr, stdout};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::Usage;
use super::daily;
use super::fonts::TextFontArgs;
use super::goal::{TARGETS, out_of_reach, read_goals};
use super::input::{BoardArgs, whole};
use super::known::{KnownGame, refuse_for_known};
use super::output::{aligned, counted, print_json, side_by_side, write_to};
use super::progress::watched;
use super::reachable::Known;
use crate::answer::Puzzles;
use peg_solitaire::digits::grouped;
use peg_solitaire::solution::{Analysis, Cone, ConeError};
use peg_solitaire::solve::ReachableSet as _;
use pegfont_film::drawing::{pdf, svg};
use pegfont_film::puzzle::{Day, Goal, Paper, Puzzle, PuzzleError, Sheet};
use pegfont_type::format::Format;

/// Count the solutions of letters or patterns, and grade their difficulty
#[derive(Args)]
#[command(after_help = "\
Columns:
  pegs       the pegs of the target
  jumps      the jumps that lead to it
  moves      the fewest moves that lead to it; a move is a chain of jumps by one peg
  solutions  the number of ways to get there, as sequences of jumps
  shortest   how many of the solutions have the fewest moves
  positions  the positions on the way
  chance     the probability that random jumps lead to the target
  forks      the places in a solution, on average, where a jump can lose the game
  grade      gentle, easy, fair, hard or fiendish

Examples:
  pegfont puzzle PEG --easy-first             three letters, the easiest first
  pegfont puzzle --daily                      the puzzle of the day
  pegfont puzzle any --board english          one last peg, anywhere
  pegfont puzzle PEG --sheet puzzles.pdf      to print")]
pub(super) struct PuzzleCommand {
    #[command(flatten)]
    board: BoardArgs,

    #[arg(value_name = "TARGET", help = TARGETS, required_unless_present_any = ["daily", "game"])]
    target: Option<String>,

    /// The letter or digit of the day, which is the same for everyone
    #[arg(long, conflicts_with_all = ["target", "fonts", "board", "start"])]
    daily: bool,

    /// The day of --daily [default: today, in UTC]
    #[arg(long, value_name = "YYYY-MM-DD", requires = "daily", conflicts_with_all = ["target"])]
    date: Option<Day>,

    /// Tell what is known of one game on a large board, from a file that `pegfont render --save` wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["target", "daily", "board", "start", "fonts", "easy_first", "sheet"])]
    game: Option<PathBuf>,

    /// Use a set written by `pegfont solve -o NAME.set` instead of solving; it determines board and start
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["daily", "game"])]
    set: Option<PathBuf>,

    #[command(flatten)]
    font: TextFontArgs,

    /// Sort the puzzles from easy to hard
    #[arg(long)]
    easy_first: bool,

    /// Print the solution with the fewest moves; a sheet gets pages of solutions
    #[arg(long)]
    solution: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Write a printable sheet: FILE.pdf, or FILE.svg (one file per page). With --solution, the solutions are on pages of
    /// their own
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,

    /// The paper size of the sheet
    #[arg(long, value_enum, default_value = "a4", requires = "sheet")]
    paper: PaperName,

    /// The title of the sheet [default: Peg solitaire puzzles]
    #[arg(long, value_name = "TEXT", requires = "sheet")]
    title: Option<String>,

    /// The most puzzles on a page of the sheet [default: 16]
    #[arg(long, value_name = "PUZZLES", requires = "sheet", value_parser = whole::<u8>(1..=36))]
    per_page: Option<u8>,

    /// Add a page with a board to cut out and play on
    #[arg(long, requires = "sheet")]
    cut_out: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PaperName {
    A4,
    Letter,
}

impl PuzzleCommand {
    pub(super) fn run(self) -> Result<()> {
        if let Some(game) = &self.game {
            return known_game::print(&[KnownGame::read(game)?], self.solution, self.json);
        }
        let allowed = [Format::Pdf, Format::Svg];
        let format = self.sheet.as_deref().map(|path| Format::from_path(path, &allowed));
        let format = format.transpose().map_err(|error| Usage(format!("--sheet {error}")))?;
        let font = self.font.read()?;
        if let Some(target) = &self.target
            && !self.board.is_given()
            && self.set.is_none()
            && let Some(games) = KnownGame::of_text(&font, target)?
        {
            let options = [(self.easy_first, "--easy-first"), (self.sheet.is_some(), "--sheet")];
            refuse_for_known(&font, &options)?;
            return known_game::print(&games, self.solution, self.json);
        }
        let set = Known::open(None, self.set.as_deref(), |found| self.board.wanted(found))?;
        let (board, start) = match &set {
            Some(set) => (set.board().clone(), set.start()),
            None => self.board.read_for(&font)?,
        };
        self.font.require(&font, &board, start)?;
        let target = match &self.target {
            Some(target) => target.clone(),
            None => daily::of_day(self.date.unwrap_or_else(daily::today))?,
        };
        let goals = read_goals(&board, start, &font, &target)?;
        let reachable = set.map_or_else(|| Known::solve(&board, start), Ok)?;
        let mut puzzles = Vec::new();
        let mut too_large = Vec::new();
        watched("analysing", |progress| {
            for (number, goal) in (0..).zip(&goals) {
                let puzzle = progress.part(number, number + 1, goals.len() as u64, |part| {
                    Puzzle::solve(&reachable, goal, Cone::MOST_POSITIONS, part)
                });
                match puzzle {
                    Ok(puzzle) => puzzles.push(puzzle),
                    Err(
                        error
                        @ PuzzleError::Cone(ConeError::TooLarge { .. } | ConeError::Memory(_)),
                    ) => {
                        too_large.push((goal, error));
                    }
                    Err(error) => return Err(out_of_reach(&reachable, goal, &error)),
                }
            }
            Ok(())
        })?;
        if let ([], [(goal, error)]) = (puzzles.as_slice(), too_large.as_slice()) {
            return Err(out_of_reach(&reachable, goal, error));
        }
        if self.easy_first {
            puzzles.sort_by(|one, other| one.analysis.effort().total_cmp(&other.analysis.effort()));
        }
        if let (Some(path), Some(format)) = (&self.sheet, format) {
            self.write_sheet(path, format, &puzzles)?;
        }
        if self.json {
            print_json(&Puzzles::new(&puzzles))?;
        } else {
            self.print(&puzzles)?;
        }
        for (Goal { title, .. }, error) in too_large {
            writeln!(stderr(), "{title}: left out: {error}")?;
        }
        Ok(())
    }

    /// Prints a table, and pictures of a single puzzle.
    fn print(&self, puzzles: &[Puzzle]) -> Result<()> {
        let mut out = stdout().lock();
        if let [puzzle] = puzzles {
            let picture = |title: &str, position| {
                let rows = puzzle.board.picture(position);
                std::iter::once(title.to_owned()).chain(rows.lines().map(str::to_owned)).collect()
            };
            let pictures = [picture("start", puzzle.start), picture("target", puzzle.target)];
            writeln!(out, "{}\n", side_by_side(&pictures))?;
        }
        let heading = [
            "",
            "pegs",
            "jumps",
            "moves",
            "solutions",
            "shortest",
            "positions",
            "chance",
            "forks",
            "grade",
        ];
        let rows = std::iter::once(heading.map(str::to_owned)).chain(puzzles.iter().map(row));
        write!(out, "{}", aligned(&rows.collect::<Vec<_>>()))?;
        if let [puzzle] = puzzles {
            let widths: Vec<String> =
                puzzle.widths.iter().map(|(pegs, width)| format!("{pegs}: {width}")).collect();
            writeln!(out, "\npositions on the way, by pegs: {}", widths.join(", "))?;
        }
        if self.solution || puzzles.len() == 1 {
            for puzzle in puzzles {
                let fewest = &puzzle.analysis.fewest_moves;
                writeln!(
                    out,
                    "\n{} in {} moves: {}",
                    puzzle.title,
                    fewest.moves(),
                    fewest.solution()
                )?;
            }
        }
        Ok(())
    }

    fn write_sheet(&self, path: &Path, format: Format, puzzles: &[Puzzle]) -> Result<()> {
        let paper = match self.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        };
        let usual = Sheet::default();
        let sheet = Sheet {
            paper,
            title: self.title.clone().unwrap_or(usual.title),
            per_page: self.per_page.map_or(usual.per_page, usize::from),
            board: self.cut_out,
            solutions: self.solution,
        };
        let pages = sheet.pages(puzzles);
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
            let written = write_to(path, |out| Ok(out.write_all(&pdf::file(&pages))?))?;
            if !self.json {
                written.say(&[counted(puzzles.len(), "puzzle"), counted(pages.len(), "page")]);
            }
            return Ok(());
        }
        for (number, page) in pages.iter().enumerate() {
            let path = numbered(path, number + 1);
            let written = write_to(&path, |out| Ok(out.write_all(svg::file(page).as_bytes())?))?;
            if !self.json {
                written.say(&[format!("page {} of {}", number + 1, pages.len())]);
            }
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

fn row(puzzle: &Puzzle) -> [String; 10] {
    let Analysis { solutions, fewest_moves, probability, forks_met, .. } = &puzzle.analysis;
    [
        puzzle.title.clone(),
        puzzle.target.count().to_string(),
        (puzzle.start.count() - puzzle.target.count()).to_string(),
        fewest_moves.moves().to_string(),
        grouped(*solutions),
        grouped(fewest_moves.solutions()),
        grouped(puzzle.positions()),
        format!("{probability:.1e}"),
        format!("{forks_met:.1}"),
        puzzle.analysis.grade().to_string(),
    ]
}
