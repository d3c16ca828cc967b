//! What `pegfont board winning`, `hard` and `reduce` print with `--json`.

use serde::Serialize;

use super::{BoardName, Count, JumpName, Played, Rows, hole_names};
use peg_solitaire::analysis::{HardPosition, Reduced, Search, SearchAnswer, WinningFile};
use peg_solitaire::board::{Bitboard, Board, Hole, Position, SmallBoard};
use peg_solitaire::search::{Impossible, Outcome};
use peg_solitaire::solve::Reachable;

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
    /// The answer for a problem with this many solutions.
    #[must_use]
    pub fn new(board: &SmallBoard, start: Bitboard, finishes: Bitboard, solutions: u128) -> Self {
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
    fn of(board: &SmallBoard, position: Bitboard, wins: impl Fn(Bitboard) -> bool) -> Self {
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
    pub fn new(file: &WinningFile, position: Bitboard) -> Self {
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

/// The hardest positions with this many pegs.
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
        board: &SmallBoard,
        start: Bitboard,
        finishes: Bitboard,
        hardest: &[HardPosition],
        wins: impl Fn(Bitboard) -> bool,
    ) -> Self {
        let example = |&position: &Bitboard| WinningPosition::of(board, position, &wins);
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
    /// Why it is impossible: `no_pegs`, `no_jump`, `other_class`, `pagoda_function` or `exhausted`.
    pub reason: Option<&'static str>,
    /// The finishes that can be reached; `null` if the search stopped at the first.
    pub reachable_finishes: Option<Vec<String>>,
    /// The fewest pegs that can be left.
    pub least_pegs: Option<u32>,
    pub fewest_moves: Option<usize>,
    /// A solution, or if it is impossible a way to the fewest pegs.
    #[serde(flatten)]
    pub played: Played,
    /// The number of positions looked at; unknown on a board of more than 64 holes.
    pub positions: Option<u64>,
}

impl BoardReduce {
    fn new(
        board: &Board,
        start: impl Into<Position>,
        finishes: impl Into<Position>,
        positions: Option<u64>,
    ) -> Self {
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
    pub fn enumerated(reachable: &Reachable, finishes: Bitboard, reduced: &Reduced) -> Self {
        let (board, start) = (reachable.board(), reachable.start());
        let count = Some(reachable.count());
        let mut answer = Self::new(board, start, finishes, count);
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
    pub fn searched(
        board: &SmallBoard,
        start: Bitboard,
        finishes: Bitboard,
        search: &Search,
    ) -> Self {
        let count = Some(search.positions);
        let mut answer = Self::new(board, start, finishes, count);
        let impossible = |reason| ("impossible", Some(reason));
        (answer.answer, answer.reason) = match &search.answer {
            SearchAnswer::Solved(_) => ("solved", None),
            SearchAnswer::WrongClass => impossible("other_class"),
            SearchAnswer::Forbidden => impossible("pagoda_function"),
            SearchAnswer::Impossible => impossible("exhausted"),
            SearchAnswer::GaveUp => ("gave_up", None),
        };
        if let SearchAnswer::Solved(solution) = &search.answer {
            answer.least_pegs = Some(solution.end().count() as u32);
            answer.played = Played::of(solution);
        }
        if answer.answer == "impossible" {
            answer.reachable_finishes = Some(Vec::new());
        }
        answer
    }

    /// The answer of a search on a board of more than 64 holes, for one finish or for all.
    #[must_use]
    pub fn of_large(
        board: &Board,
        start: &Position,
        finish: Option<Hole>,
        outcome: &Outcome,
    ) -> Self {
        let finishes = finish.map_or_else(|| board.full(), Position::from);
        let mut answer = Self::new(board, start, finishes, None);
        match outcome {
            Outcome::Solved(solution) => {
                answer.least_pegs = Some(1);
                answer.played = Played::of(&solution.one_at_a_time());
            }
            Outcome::Impossible(why) => {
                answer.answer = "impossible";
                answer.reason = Some(match why {
                    Impossible::NoPegs => "no_pegs",
                    Impossible::NoFirstJump => "no_jump",
                    Impossible::TooFar => "pagoda_function",
                    Impossible::Exhausted => "exhausted",
                    _ => "other_class",
                });
                answer.reachable_finishes = Some(Vec::new());
            }
            Outcome::GaveUp => answer.answer = "gave_up",
        }
        answer
    }
}
