//! `pegfont puzzle`: what is known of letters and positions as puzzles: their solutions, fewest
//! moves and difficulty, a solution, or the jumps that keep one within reach.

mod hints;

use anyhow::Result;
use serde::Serialize;

use crate::cli::blocks::side_by_side;
use crate::cli::options::PuzzleCommand;
use crate::cli::request::{TARGETS, Takes};
use peg_console::output::Output;
use peg_solitaire::puzzle::{Puzzle, Width};
use pegfont_base::table::{Cell, Column, Digits, Table};
use pegfont_base::words::grouped;

const TAKES: Takes = Takes {
    command: "puzzle",
    kinds: TARGETS,
};

/// The puzzles, for programs.
#[derive(Serialize)]
struct DescribedPuzzles<'p> {
    puzzles: &'p [Puzzle],
}

pub fn run(options: PuzzleCommand, out: &Output) -> Result<()> {
    if options.hints {
        let game = options
            .goals
            .read_game(options.jumps.as_deref(), TAKES, out)?;
        return hints::print(&game, &options.table, out);
    }

    let puzzles = puzzles(&options, out)?;
    if options.table.json {
        return out.put_json(&DescribedPuzzles { puzzles: &puzzles });
    }
    if options.solution.is_some() {
        return say_solutions(&puzzles, out);
    }

    let around = match &puzzles[..] {
        [puzzle] => Around::of(puzzle),
        _ => Around::default(),
    };
    let table = table(&puzzles);
    options
        .table
        .put_between(&around.before, &table, &around.after, out)
}

fn puzzles(options: &PuzzleCommand, out: &Output) -> Result<Vec<Puzzle>> {
    let mut asked = options.goals.read(TAKES, out)?;
    match options.solution {
        None => asked.solve(out),
        Some(None) => asked.solutions(out),
        Some(Some(_)) => {
            if options.goals.own_file()?.is_some() {
                refuse!("--solution: a game in a file has one: leave out fewest-moves");
            }
            asked.graded(out)
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
