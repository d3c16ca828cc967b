//! `pegfont puzzle`: what is known of letters and positions as puzzles: their solutions, fewest
//! moves and difficulty, a solution, or the jumps that keep one within reach.

mod hints;

use anyhow::Result;
use serde::Serialize;

use crate::cli::blocks::side_by_side;
use crate::cli::request::{PuzzleRequest, TARGETS, Takes, WantedOfPuzzle};
use peg_console::answer::{Answer, Form};
use peg_console::output::Output;
use peg_solitaire::puzzle::{Puzzle, Width};
use pegfont_base::table::{Cell, Column, Digits, Table};
use pegfont_base::words::grouped;

use hints::HintsAnswer;

const TAKES: Takes = Takes {
    command: "puzzle",
    kinds: TARGETS,
};

/// What is known of puzzles.
pub enum PuzzleAnswer {
    /// Figures, a row for each.
    Figures(Vec<Puzzle>),
    /// A solution of each.
    Solutions(Vec<Puzzle>),
    /// What each jump in one of them leaves.
    Hints(Box<HintsAnswer>),
}

pub fn run(request: PuzzleRequest, out: &Output) -> Result<PuzzleAnswer> {
    let goal = request.goal;
    Ok(match request.wanted {
        WantedOfPuzzle::Figures => PuzzleAnswer::Figures(goal.read(TAKES, out)?.solve(out)?),
        WantedOfPuzzle::Solution => PuzzleAnswer::Solutions(goal.read(TAKES, out)?.solutions(out)?),
        WantedOfPuzzle::ShortestSolution => {
            PuzzleAnswer::Solutions(goal.read(TAKES, out)?.graded(out)?)
        }
        WantedOfPuzzle::Hints { played } => {
            let game = goal.read_game(played.as_deref(), TAKES, out)?;
            PuzzleAnswer::Hints(Box::new(hints::of(game, out)?))
        }
    })
}

/// The puzzles, for programs.
#[derive(Serialize)]
struct DescribedPuzzles<'p> {
    puzzles: &'p [Puzzle],
}

impl Answer for PuzzleAnswer {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        match self {
            Self::Hints(hints) => hints.put(form, out),
            Self::Solutions(puzzles) | Self::Figures(puzzles) if form == Form::Json => {
                out.put_json(&DescribedPuzzles { puzzles: &puzzles })
            }
            Self::Solutions(puzzles) => say_solutions(&puzzles, out),
            Self::Figures(puzzles) if form == Form::Csv => out.put_csv(&table(&puzzles)),
            Self::Figures(puzzles) => say_figures(&puzzles, out),
        }
    }
}

fn say_solutions(puzzles: &[Puzzle], out: &Output) -> Result<()> {
    if let [puzzle] = puzzles {
        return say!(out, "{}", puzzle.solution);
    }
    for puzzle in puzzles {
        say!(out, "{}: {}", title(puzzle), puzzle.solution)?;
    }
    Ok(())
}

fn say_figures(puzzles: &[Puzzle], out: &Output) -> Result<()> {
    let around = match puzzles {
        [puzzle] => Around::of(puzzle),
        _ => Around::default(),
    };
    let table = table(puzzles).text();
    say_as_is!(out, "{}{table}{}", around.before, around.after)
}

/// A row for each puzzle, in which cells are empty if nothing is counted.
fn table(puzzles: &[Puzzle]) -> Table {
    let columns = [
        Column::new("target").headed(""),
        Column::new("pegs"),
        Column::new("jumps"),
        Column::new("moves"),
        Column::new("solutions"),
        Column::new("shortest"),
        Column::new("positions"),
        Column::new("chance").digits(Digits::Significant(2)),
        Column::new("forks").digits(Digits::Decimals(1)),
        Column::new("grade"),
    ];
    Table {
        columns: columns.to_vec(),
        rows: puzzles.iter().map(row).collect(),
        ..Table::default()
    }
}

fn row(puzzle: &Puzzle) -> Vec<Cell> {
    let solution = &puzzle.solution;
    let analysis = puzzle.analysis.as_ref();
    let fewest = analysis.map(|analysis| &analysis.fewest_moves);
    let moves = match fewest {
        Some(fewest) => fewest.moves,
        None => solution.moves().count(),
    };
    let grade = puzzle.figures.map(|figures| figures.grade().word());

    vec![
        title(puzzle).into(),
        solution.end().count().into(),
        solution.jumps().len().into(),
        moves.into(),
        analysis.map(|analysis| analysis.solutions).into(),
        fewest.map(|fewest| fewest.solutions).into(),
        puzzle.positions().into(),
        analysis.map(|analysis| analysis.probability).into(),
        analysis.map(|analysis| analysis.forks_met).into(),
        grade.into(),
    ]
}

/// The title on one line.
fn title(puzzle: &Puzzle) -> String {
    puzzle.title.replace('\n', " ")
}

/// What stands before and after a single puzzle: the pictures of start and target, or of one of
/// several, and the positions on the way.
#[derive(Default)]
struct Around {
    before: String,
    after: String,
}

impl Around {
    fn of(puzzle: &Puzzle) -> Self {
        let solution = &puzzle.solution;
        let board = solution.board();
        let end = board.picture(solution.end());
        let Some(widths) = &puzzle.widths else {
            return Self {
                before: end + "\n\n",
                after: "\nOther games are not counted, and the puzzle is not graded.\n".to_owned(),
            };
        };

        let start = board.picture(solution.start().clone());
        let which = if puzzle.targets.len() > 1 {
            "a target"
        } else {
            "target"
        };
        let ends = side_by_side(&[format!("start\n{start}"), format!("{which}\n{end}")]);

        let width = |width: &Width| format!("{}: {}", width.pegs, grouped(width.positions));
        let widths: Vec<String> = widths.iter().map(width).collect();
        let widths = widths.join(", ");
        Self {
            before: ends + "\n\n",
            after: format!("\npositions on the way, by pegs: {widths}\n"),
        }
    }
}
