//! What the subcommands of `pegfont board` print with `--json`.

use serde::Serialize;

use super::{BoardName, Count, JumpName, Played, Rows, hole_names};
use crate::analysis::{
    Column, HardPosition, Problems, Reduced, Search, SearchAnswer, Table, WinningFile,
};
use crate::board::{BOARD_NAMES, Board, Hole, Lattice, Position};
use crate::class::{parity_checks, syndrome};
use crate::solve::Reachable;

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

impl BoardList {
    /// The boards of the catalogue.
    #[must_use]
    pub fn new() -> Self {
        let boards = BOARD_NAMES.iter();
        let named = boards.map(|one| NamedBoard { board: one.name, description: one.what });
        Self { boards: named.collect() }
    }
}

impl Default for BoardList {
    fn default() -> Self {
        Self::new()
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

/// A hole and where it is, from the top left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct HolePlace {
    pub hole: String,
    pub column: i8,
    pub row: i8,
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
    pub fn new(board: &Board, start: Position) -> Self {
        let checks = parity_checks(board);
        let name = |hole: Hole| board.hole_name(hole);
        let holes = || board.full().holes();
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
    pub fn new(board: &Board, problems: &Problems) -> Self {
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

/// A value of a table; `null` where there is none.
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

/// The number of solutions of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BoardWinningCount {
    pub board: BoardName,
    pub start: Rows,
    /// The holes in which the last peg may be.
    pub finishes: Vec<String>,
    pub solutions: Count,
}

impl BoardWinningCount {
    /// The answer for a problem that has so many solutions.
    #[must_use]
    pub fn new(board: &Board, start: Position, finishes: Position, solutions: u128) -> Self {
        Self {
            board: BoardName::of(board),
            start: Rows::of(board, start),
            finishes: hole_names(board, finishes),
            solutions: Count(solutions),
        }
    }
}

/// Whether a problem can still be solved from a position, and by which jumps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BoardWinningPosition {
    pub board: BoardName,
    #[serde(flatten)]
    pub position: WinningPosition,
    pub winning: bool,
}

/// A position and its jumps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct WinningPosition {
    pub position: Rows,
    pub legal_jumps: Vec<JumpName>,
    /// The jumps after which the problem can still be solved.
    pub winning_jumps: Vec<JumpName>,
}

impl WinningPosition {
    fn of(board: &Board, position: Position, wins: impl Fn(Position) -> bool) -> Self {
        let jumps = || board.legal_jumps(position);
        let winning = jumps().filter(|jump| wins(jump.play(position)));
        Self {
            position: Rows::of(board, position),
            legal_jumps: jumps().map(|jump| JumpName::of(board, jump)).collect(),
            winning_jumps: winning.map(|jump| JumpName::of(board, jump)).collect(),
        }
    }
}

impl BoardWinningPosition {
    /// The answer for a position, by a file of winning positions.
    #[must_use]
    pub fn new(file: &WinningFile, position: Position) -> Self {
        let board = file.board();
        Self {
            board: BoardName::of(board),
            position: WinningPosition::of(board, position, |after| file.is_winning(after)),
            winning: file.is_winning(position),
        }
    }
}

/// Positions with many jumps of which exactly one wins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BoardHard {
    pub board: BoardName,
    pub start: Rows,
    pub finishes: Vec<String>,
    /// The hardest positions for each number of pegs.
    pub hardest: Vec<Hardest>,
}

/// The hardest positions with so many pegs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Hardest {
    pub pegs: u32,
    /// How many there are up to symmetry.
    pub symmetry_classes: u64,
    /// Some of them.
    pub examples: Vec<WinningPosition>,
}

impl BoardHard {
    /// The answer for hard positions; `wins` says whether a position is winning.
    #[must_use]
    pub fn new(
        board: &Board,
        start: Position,
        finishes: Position,
        hardest: &[HardPosition],
        wins: impl Fn(Position) -> bool,
    ) -> Self {
        let example = |&position: &Position| WinningPosition::of(board, position, &wins);
        let hardest = hardest.iter().map(|hard| Hardest {
            pegs: hard.pegs,
            symmetry_classes: hard.classes,
            examples: hard.positions.iter().map(example).collect(),
        });
        Self {
            board: BoardName::of(board),
            start: Rows::of(board, start),
            finishes: hole_names(board, finishes),
            hardest: hardest.collect(),
        }
    }
}

/// What a position can be reduced to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BoardReduce {
    pub board: BoardName,
    pub start: Rows,
    /// The holes in which the last peg may be.
    pub finishes: Vec<String>,
    /// `solved`, `impossible` or `gave_up`.
    pub answer: &'static str,
    /// Why it is impossible: `other_class`, `pagoda_function` or `exhausted`.
    pub reason: Option<&'static str>,
    /// The finishes that can be reached; `null` if the search stopped at the first.
    pub reachable_finishes: Option<Vec<String>>,
    /// The fewest pegs that can be left.
    pub least_pegs: Option<u32>,
    pub fewest_moves: Option<usize>,
    /// A solution, or if it is impossible a way to the fewest pegs.
    #[serde(flatten)]
    pub played: Played,
    /// The number of positions looked at.
    pub positions: u64,
}

impl BoardReduce {
    fn new(board: &Board, start: Position, finishes: Position, positions: u64) -> Self {
        Self {
            board: BoardName::of(board),
            start: Rows::of(board, start),
            finishes: hole_names(board, finishes),
            answer: "solved",
            reason: None,
            reachable_finishes: None,
            least_pegs: None,
            fewest_moves: None,
            played: Played::default(),
            positions,
        }
    }

    /// The answer from all positions that can be reached.
    #[must_use]
    pub fn enumerated(reachable: &Reachable, finishes: Position, reduced: &Reduced) -> Self {
        let (board, start) = (reachable.board(), reachable.start());
        let mut answer = Self::new(board, start, finishes, reachable.count());
        if reduced.finishes.is_empty() {
            answer.answer = "impossible";
            answer.reason = Some(if reduced.allowed { "exhausted" } else { "other_class" });
        }
        answer.reachable_finishes = Some(hole_names(board, reduced.finishes));
        answer.least_pegs = Some(reduced.least_pegs);
        answer.fewest_moves = reduced.fewest_moves;
        answer.played = reduced.solution.as_ref().map(Played::of).unwrap_or_default();
        answer
    }

    /// The answer of a search.
    #[must_use]
    pub fn searched(board: &Board, start: Position, finishes: Position, search: &Search) -> Self {
        let mut answer = Self::new(board, start, finishes, search.positions);
        let impossible = |reason| ("impossible", Some(reason));
        (answer.answer, answer.reason) = match &search.answer {
            SearchAnswer::Solved(_) => ("solved", None),
            SearchAnswer::WrongClass => impossible("other_class"),
            SearchAnswer::Forbidden => impossible("pagoda_function"),
            SearchAnswer::Impossible => impossible("exhausted"),
            SearchAnswer::GaveUp => ("gave_up", None),
        };
        if let SearchAnswer::Solved(solution) = &search.answer {
            answer.least_pegs = Some(solution.end().pegs());
            answer.played = Played::of(solution);
        }
        if answer.answer == "impossible" {
            answer.reachable_finishes = Some(Vec::new());
        }
        answer
    }
}
