//! What is known of puzzles and of the jumps of a game, with the keys of JSON: `docs/reference/json.md` explains them.

use serde::{Serialize, Serializer};

use super::{Counted, Puzzle, Width};
use crate::board::{Board, Position};
use crate::game::{Advice, Game, RatedJump};
use crate::solution::Solution;

/// A puzzle. What is not known of it is nothing.
#[derive(Clone, Serialize)]
pub(super) struct Answer {
    title: String,
    board: String,
    start: String,
    targets: Vec<String>,
    /// Where the solution ends, and the pegs there.
    target: String,
    pegs: usize,
    #[serde(flatten)]
    played: Played,
    /// The rounds of the solution, and the holes that can be empty at first by position class, where nothing is counted.
    rounds: Option<usize>,
    vacancies: Option<usize>,
    #[serde(serialize_with = "in_digits")]
    solutions: Option<u128>,
    fewest_moves: Option<usize>,
    #[serde(serialize_with = "in_digits")]
    fewest_moves_solutions: Option<u128>,
    positions: Option<u64>,
    by_pegs: Option<Vec<Width>>,
    probability: Option<f64>,
    bits: Option<f64>,
    forks: Option<u64>,
    forks_met: Option<f64>,
    effort: Option<f64>,
    grade: Option<&'static str>,
}

impl From<Puzzle> for Answer {
    fn from(puzzle: Puzzle) -> Self {
        let Puzzle { title, targets, solution, figures, counted } = &puzzle;
        let analysis = counted.as_ref().map(|counted| &counted.analysis);
        let fewest = analysis.map(|analysis| &analysis.fewest_moves);
        let (board, end) = (solution.board(), solution.end());
        let played = Played::of(solution);
        let is_unknown = counted.is_none();
        Self {
            title: title.clone(),
            board: name(board),
            start: board.picture_line(solution.start().clone()),
            targets: pictures(board, targets),
            target: board.picture_line(end.clone()),
            pegs: end.count(),
            rounds: is_unknown.then(|| solution.clone().in_rounds().round_count()),
            vacancies: is_unknown.then(|| board.vacancies_in_class_of(&end).count()),
            solutions: figures.map(|figures| figures.solutions()),
            fewest_moves: figures.and(played.moves),
            fewest_moves_solutions: fewest.map(|fewest| fewest.solutions),
            positions: counted.as_ref().map(Counted::positions),
            by_pegs: counted.as_ref().map(|counted| counted.widths.clone()),
            probability: analysis.map(|analysis| analysis.probability),
            bits: analysis.map(|analysis| analysis.bits()),
            forks: analysis.map(|analysis| analysis.forks),
            forks_met: analysis.map(|analysis| analysis.forks_met),
            effort: Some(puzzle.effort()).filter(|effort| effort.is_finite()),
            grade: figures.map(|figures| figures.grade().word()),
            played,
        }
    }
}

/// The keys of a solution, to be flattened into an answer.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Played {
    solution: Option<String>,
    /// The number of moves; none if jumps are played at the same time.
    pub moves: Option<usize>,
    jumps: Option<Vec<String>>,
}

impl Played {
    #[must_use]
    pub fn of(solution: &Solution) -> Self {
        let jumps = solution.jumps().iter();
        Self {
            solution: Some(solution.to_string()),
            moves: (!solution.is_in_rounds()).then(|| solution.moves().count()),
            jumps: Some(jumps.map(|&jump| solution.board().jump_name(jump)).collect()),
        }
    }
}

/// The legal jumps of a game's position, and which of them keep a target within reach: those with the most solutions first, those that
/// lose last.
#[derive(Clone, Debug, Serialize)]
pub struct Hints {
    board: String,
    start: String,
    targets: Vec<String>,
    position: String,
    /// Whether a target can be reached, if that is known.
    pub solvable: Option<bool>,
    #[serde(serialize_with = "in_digits")]
    solutions: Option<u128>,
    /// Each legal jump.
    pub hints: Vec<Hint>,
    /// Why solutions are not counted.
    pub unknown: Option<String>,
}

/// A legal jump, and what it leaves.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// The jump in notation, such as `c2-c4`.
    pub jump: String,
    /// Whether a target can be reached after the jump, if that is known.
    pub keeps: Option<bool>,
    /// The number of solutions after the jump, if they were counted.
    #[serde(serialize_with = "in_digits")]
    pub solutions: Option<u128>,
}

impl Hints {
    /// The hints that follow from the advice on a game.
    #[must_use]
    pub fn of(game: &Game, advice: &Advice) -> Self {
        let (board, position) = (game.board(), game.position());
        let hint = |RatedJump { jump, keeps, solutions }| Hint {
            jump: board.jump_name(jump),
            keeps,
            solutions,
        };
        Self {
            board: name(board),
            start: board.picture_line(game.start().clone()),
            targets: pictures(board, game.targets()),
            position: board.picture_line(position.clone()),
            solvable: advice.is_solvable(position),
            solutions: advice.solutions(position),
            hints: advice.rate_jumps(board, position).into_iter().map(hint).collect(),
            unknown: advice.unknown().map(str::to_owned),
        }
    }
}

fn pictures(board: &Board, positions: &[Position]) -> Vec<String> {
    positions.iter().map(|position| board.picture_line(position.clone())).collect()
}

/// A count that can be larger than what readers of JSON hold exactly, as digits.
fn in_digits<S: Serializer>(count: &Option<u128>, out: S) -> Result<S::Ok, S::Error> {
    count.map(|count| count.to_string()).serialize(out)
}

/// A board: its name, or if it has none the rows of its picture; on a triangular board `triangular` comes before them.
fn name(board: &Board) -> String {
    board.to_text().replace('\n', "/")
}
