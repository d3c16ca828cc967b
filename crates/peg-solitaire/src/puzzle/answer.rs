//! What is known of puzzles and of the jumps of a game, with the keys of JSON: `docs/reference/json.md` explains them.

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use super::{Counted, Puzzle};
use crate::board::{Board, Position};
use crate::game::{Advice, Game, RatedJump};
use crate::solution::Solution;

/// What is not known of a puzzle is null.
impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let Self { title, targets, solution, figures, counted } = self;
        let (board, end) = (solution.board(), solution.end());
        let (counted, played) = (counted.as_ref(), Played::of(solution));
        let analysis = counted.map(|counted| &counted.analysis);
        let fewest = analysis.map(|analysis| &analysis.fewest_moves);
        // Where nothing is counted.
        let rounds = counted.is_none().then(|| solution.clone().in_rounds().round_count());
        let vacancies = counted.is_none().then(|| board.vacancies_in_class_of(&end).count());
        let mut keys = out.serialize_map(None)?;
        keys.serialize_entry("title", title)?;
        keys.serialize_entry("board", &board.to_line())?;
        keys.serialize_entry("start", &board.picture_line(solution.start()))?;
        keys.serialize_entry("targets", &pictures(board, targets))?;
        // Where the solution ends, and the pegs there.
        keys.serialize_entry("target", &board.picture_line(&end))?;
        keys.serialize_entry("pegs", &end.count())?;
        keys.serialize_entry("solution", &played.solution)?;
        keys.serialize_entry("moves", &played.moves)?;
        keys.serialize_entry("jumps", &played.jumps)?;
        keys.serialize_entry("rounds", &rounds)?;
        // The holes that can be empty at first, by position class.
        keys.serialize_entry("vacancies", &vacancies)?;
        keys.serialize_entry("solutions", &digits(figures.map(|it| it.solutions())))?;
        keys.serialize_entry("fewest_moves", &figures.and(played.moves))?;
        keys.serialize_entry("fewest_moves_solutions", &digits(fewest.map(|it| it.solutions)))?;
        keys.serialize_entry("positions", &counted.map(Counted::positions))?;
        keys.serialize_entry("by_pegs", &counted.map(|it| &it.widths))?;
        keys.serialize_entry("probability", &analysis.map(|it| it.probability))?;
        keys.serialize_entry("bits", &analysis.map(|it| it.bits()))?;
        keys.serialize_entry("forks", &analysis.map(|it| it.forks))?;
        keys.serialize_entry("forks_met", &analysis.map(|it| it.forks_met))?;
        let effort = Some(self.effort()).filter(|effort| effort.is_finite());
        keys.serialize_entry("effort", &effort)?;
        keys.serialize_entry("grade", &figures.map(|it| it.grade().word()))?;
        keys.end()
    }
}

/// The keys of a solution, to be flattened into an answer.
#[derive(Clone, Default, Debug, serde::Serialize)]
pub struct Played {
    solution: Option<String>,
    /// The number of moves; none if jumps are played at the same time.
    pub moves: Option<usize>,
    jumps: Option<Vec<String>>,
}

impl Played {
    /// The keys of this solution.
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
#[derive(Clone, Debug, serde::Serialize)]
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
#[derive(Clone, Debug, serde::Serialize)]
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
            board: board.to_line(),
            start: board.picture_line(game.start()),
            targets: pictures(board, game.targets()),
            position: board.picture_line(position),
            solvable: advice.is_solvable(position),
            solutions: advice.solutions(position),
            hints: advice.rate_jumps(board, position).into_iter().map(hint).collect(),
            unknown: advice.unknown().map(str::to_owned),
        }
    }
}

fn pictures(board: &Board, positions: &[Position]) -> Vec<String> {
    positions.iter().map(|position| board.picture_line(position)).collect()
}

/// A count that can be larger than what readers of JSON hold exactly, as digits.
fn digits(count: Option<u128>) -> Option<String> {
    count.map(|count| count.to_string())
}

fn in_digits<S: Serializer>(count: &Option<u128>, out: S) -> Result<S::Ok, S::Error> {
    digits(*count).serialize(out)
}
