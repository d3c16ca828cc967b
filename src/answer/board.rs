//! What `pegfont board list`, `show`, `problems` and the tables print with `--json`.

use serde::Serialize;

use super::{BoardName, Count, Rows};
use peg_solitaire::analysis::{Column, Problems, Table};
use peg_solitaire::board::{BOARD_NAMES, Bitboard, Hole, Lattice, SmallBoard};
use peg_solitaire::class::{parity_checks, syndrome};
use peg_solitaire::solve::Reachable;

/// The boards that have a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BoardList {
    pub boards: Vec<NamedBoard>,
}

/// A board that has a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct NamedBoard {
    /// The name, or what it looks like: `WxH`.
    pub board: &'static str,
    pub description: &'static str,
}

impl Default for BoardList {
    fn default() -> Self {
        let boards = BOARD_NAMES.iter();
        let named = boards.map(|one| NamedBoard { board: one.name, description: one.what });
        Self { boards: named.collect() }
    }
}

/// A board, and what follows from its shape.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BoardShow {
    pub board: BoardName,
    /// `square` or `triangular`.
    pub lattice: &'static str,
    pub start: Rows,
    pub centre: String,
    pub holes: Vec<HolePlace>,
    /// Three holes in a line: a peg can jump from either end to the other.
    pub triples: Vec<[String; 3]>,
    pub symmetries: Vec<Symmetry>,
    /// Sets of holes of which no jump changes the parity of the number of pegs.
    pub parity_checks: Vec<Rows>,
    /// A position class has 2^rank positions.
    pub rank: usize,
    /// Whether the full board and the empty one are in the same position class.
    pub null_class: bool,
    /// The bytes of memory that solving it takes.
    pub memory: Count,
}

/// A hole and its place, from the top left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct HolePlace {
    pub hole: String,
    pub column: i16,
    pub row: i16,
}

/// A symmetry of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Symmetry {
    pub description: String,
    /// What it does to columns and rows, counted from the centre.
    pub matrix: [[i8; 2]; 2],
    /// The image of each hole, in the order of `holes`.
    pub images: Vec<String>,
}

impl BoardShow {
    /// The answer for a board and the start drawn on it.
    #[must_use]
    pub fn new(board: &SmallBoard, start: Bitboard) -> Self {
        let checks = parity_checks(board);
        let name = |hole: Hole| board.hole_name(hole);
        let holes = || board.full().pegs();
        let place = |hole| {
            let (column, row) = board.coordinates(hole);
            HolePlace { hole: name(hole), column, row }
        };
        let triples = board.triples().iter();
        let symmetries = board.symmetries().iter().map(|symmetry| Symmetry {
            description: symmetry.description(board.lattice()).to_owned(),
            matrix: symmetry.matrix(),
            images: holes().map(|hole| name(symmetry.image(hole))).collect(),
        });
        Self {
            board: BoardName::of(board),
            lattice: match board.lattice() {
                Lattice::Square => "square",
                Lattice::Triangular => "triangular",
            },
            start: Rows::of(board, start),
            centre: name(board.centre()),
            holes: holes().map(place).collect(),
            triples: triples
                .map(|triple| [triple.first(), triple.middle(), triple.last()].map(name))
                .collect(),
            symmetries: symmetries.collect(),
            parity_checks: checks.iter().map(|&check| Rows::of(board, check)).collect(),
            rank: board.holes() - checks.len(),
            null_class: syndrome(&checks, board.full()) == 0,
            memory: Count(Reachable::memory_needed(board).into()),
        }
    }
}

/// The problems of a board from one vacancy to one last peg.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BoardProblems {
    pub board: BoardName,
    pub groups: Vec<ProblemGroup>,
}

/// Problems that are linked by jumps and symmetry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct ProblemGroup {
    pub problems: Vec<Problem>,
}

/// A problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Problem {
    pub vacancy: String,
    /// The hole of the last peg.
    pub finish: String,
    /// Whether both are the same hole.
    pub complement: bool,
    /// `null` if it was not solved.
    pub solvable: Option<bool>,
}

impl BoardProblems {
    /// The answer for the problems of a board.
    #[must_use]
    pub fn new(board: &SmallBoard, problems: &Problems) -> Self {
        let groups = problems.groups.iter().map(|group| {
            let problems = group.problems.iter().map(|problem| Problem {
                vacancy: board.hole_name(problem.vacancy),
                finish: board.hole_name(problem.survivor),
                complement: problem.is_complement(),
                solvable: problem.solvable,
            });
            ProblemGroup { problems: problems.collect() }
        });
        Self { board: BoardName::of(board), groups: groups.collect() }
    }
}

/// A table: the headings of its columns, and its rows.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct BoardTable {
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// A value of a table, or `null`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Cell {
    Count(Option<u64>),
    Probability(Option<f64>),
}

impl BoardTable {
    /// The answer for a table.
    #[must_use]
    pub fn new(table: &Table) -> Self {
        let cell = |column: &Column, row: usize| match column {
            Column::Counts(counts) => Cell::Count(counts.get(row).copied().flatten()),
            Column::Probabilities(values) => Cell::Probability(values.get(row).copied().flatten()),
        };
        let row = |row| table.columns.iter().map(|(_, column)| cell(column, row)).collect();
        Self {
            title: table.title.clone(),
            columns: table.columns.iter().map(|(heading, _)| heading.clone()).collect(),
            rows: (0..table.rows()).map(row).collect(),
        }
    }
}
