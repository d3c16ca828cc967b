//! What `pegfont puzzle --json` prints.

use serde::Serialize;

use super::{BoardName, Count, PegCount, Played, Rows};
use peg_solitaire::solution::Solution;
use pegfont_film::puzzle;

/// Puzzles, and how hard they are.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Puzzles {
    pub puzzles: Vec<Puzzle>,
}

/// One puzzle. On a board that is too large to be enumerated, only one game is known, and no figures.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Puzzle {
    pub title: String,
    pub board: BoardName,
    pub start: Rows,
    pub target: Rows,
    /// The number of pegs of the target.
    pub pegs: usize,
    /// The most pleasant solution with the fewest moves, or the game that is known.
    #[serde(flatten)]
    pub played: Played,
    /// The number of rounds of the game that is known, if jumps that don't depend on each other are played at the same time.
    pub rounds: Option<usize>,
    /// The number of holes with which, by position class, a game that ends so can begin.
    pub vacancies: Option<usize>,
    #[serde(flatten)]
    pub figures: PuzzleFigures,
}

/// What follows from all positions between the start and the target.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct PuzzleFigures {
    /// The number of solutions, as sequences of jumps.
    pub solutions: Option<Count>,
    pub fewest_moves: Option<usize>,
    /// The number of solutions with the fewest moves.
    pub fewest_moves_solutions: Option<Count>,
    /// The number of positions on the way, start and target included.
    pub positions: Option<u64>,
    /// The same by number of pegs.
    pub by_pegs: Option<Vec<PegCount>>,
    /// The probability that random play reaches the target.
    pub probability: Option<f64>,
    /// The probability as information: -log2 of it.
    pub bits: Option<f64>,
    /// The number of positions on the way from which a legal jump leaves the way.
    pub forks: Option<u64>,
    /// The number of forks that a solution meets on average.
    pub forks_met: Option<f64>,
    /// Bits and forks met, added up.
    pub effort: Option<f64>,
    /// `gentle`, `easy`, `fair`, `hard` or `fiendish`.
    pub grade: Option<&'static str>,
}

impl Puzzles {
    /// The answer for solved puzzles.
    #[must_use]
    pub fn new(puzzles: &[puzzle::Puzzle]) -> Self {
        Self { puzzles: puzzles.iter().map(Puzzle::of).collect() }
    }

    /// The answer for games that are known: the title of each, its jumps one at a time, and its number of rounds.
    pub fn known<'g>(games: impl IntoIterator<Item = (&'g (String, Solution), usize)>) -> Self {
        let puzzle = |(game, rounds): (&(String, Solution), usize)| Puzzle::known(game, rounds);
        Self { puzzles: games.into_iter().map(puzzle).collect() }
    }
}

impl Puzzle {
    fn of(puzzle: &puzzle::Puzzle) -> Self {
        let board = &puzzle.board;
        Self {
            title: puzzle.title.clone(),
            board: BoardName::of(board),
            start: Rows::of(board, puzzle.start),
            target: Rows::of(board, puzzle.target),
            pegs: puzzle.target.count() as usize,
            played: Played::of(puzzle.analysis.fewest_moves.solution()),
            rounds: None,
            vacancies: None,
            figures: PuzzleFigures::of(puzzle),
        }
    }

    fn known((title, solution): &(String, Solution), rounds: usize) -> Self {
        let (board, end) = (solution.board(), solution.end());
        Self {
            title: title.clone(),
            board: BoardName::of(board),
            start: Rows::of(board, solution.start()),
            target: Rows::of(board, &end),
            pegs: end.count(),
            played: Played::of(solution),
            rounds: Some(rounds),
            vacancies: Some(board.vacancies_in_class_of(&end).count()),
            figures: PuzzleFigures::default(),
        }
    }
}

impl PuzzleFigures {
    fn of(puzzle: &puzzle::Puzzle) -> Self {
        let analysis = &puzzle.analysis;
        let fewest = &analysis.fewest_moves;
        let widths = puzzle.widths.iter();
        let by_pegs = widths.map(|&(pegs, positions)| PegCount { pegs, positions });
        Self {
            solutions: Some(Count(analysis.solutions)),
            fewest_moves: Some(fewest.moves()),
            fewest_moves_solutions: Some(Count(fewest.solutions())),
            positions: Some(puzzle.positions()),
            by_pegs: Some(by_pegs.collect()),
            probability: Some(analysis.probability),
            bits: Some(analysis.bits()),
            forks: Some(analysis.forks),
            forks_met: Some(analysis.forks_met),
            effort: Some(analysis.effort()),
            grade: Some(analysis.grade().word()),
        }
    }
}
