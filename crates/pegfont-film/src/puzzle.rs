//! Puzzles for people: what to play for, how hard it is, and the printable sheet of several.

mod answer;
mod goal;
mod sheet;

use serde::Serialize;

use peg_solitaire::Error;
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::{Analysis, Interval, Solution};
use peg_solitaire::solve::Record;
use pegfont_type::font::{Character, Figures};

pub use answer::{Hint, Hints};
pub use goal::{Goal, several};
pub use sheet::{A4, Card, Content, LETTER, Paper, Sheet};

/// A game to be played from its start to its target. As JSON it is the answer of `pegfont puzzle`.
#[derive(Clone, Debug, Serialize)]
#[serde(into = "answer::Answer")]
pub struct Puzzle {
    /// A caption for the target: a character, or some words.
    pub title: String,
    /// A solution: from the start of the puzzle to its target.
    pub solution: Solution,
    /// How many solutions there are, and the effort, if that is known.
    pub figures: Option<Figures>,
    /// All that can be counted, if it was.
    pub counted: Option<Counted>,
}

/// What is counted of a puzzle whose interval can be enumerated.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The number of solutions, the fewest moves, the difficulty.
    pub analysis: Analysis,
    /// The number of positions of the interval for each number of pegs, beginning with the start.
    pub widths: Vec<(u32, u64)>,
}

impl Puzzle {
    /// A puzzle of which nothing but a solution is known.
    #[must_use]
    pub fn of(title: impl Into<String>, solution: Solution) -> Self {
        Self { title: title.into(), solution, figures: None, counted: None }
    }

    /// A character of a font, with the solution and the figures that the font has.
    #[must_use]
    pub fn of_character(title: char, character: &Character) -> Self {
        Self { figures: character.figures, ..Self::of(title, character.solution.clone()) }
    }

    /// The puzzle of a goal, if its interval has at most about `most` positions: see [`Interval::MOST_POSITIONS`].
    ///
    /// # Errors
    /// When the target can't be reached, more positions lie on the way than may be kept, there is not enough memory, or `progress` says to stop.
    pub fn solve<'a>(
        reachable: impl Into<Record<'a>>,
        goal: &Goal,
        most: usize,
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        let reachable = reachable.into();
        let interval = progress
            .part(0, 1, 2, |part| Interval::within(reachable, &goal.targets, most, part))?;
        let counted = progress.part(1, 2, 2, |part| Counted::of(&interval, part))?;
        Ok(counted.puzzle(&goal.title))
    }

    /// The last jumps of this puzzle as a puzzle of their own, counted if the board can be enumerated.
    ///
    /// # Errors
    /// Those of [`Self::solve`].
    pub fn ending(self, jumps: usize, progress: Progress<'_>) -> Result<Self, Error> {
        let solution = self.solution.last(jumps);
        let Ok(board) = solution.board().small() else {
            return Ok(Self::of(self.title, solution));
        };
        let (start, end) = (board.bits(solution.start()), board.bits(&solution.end()));
        let most = Interval::MOST_POSITIONS;
        let interval = Interval::between(&board, start, &[end], most, progress)?;
        let counted = Counted::of(&interval, progress)?;
        Ok(Self { solution, ..counted.puzzle(&self.title) })
    }

    /// The effort, by which puzzles are ordered from easy to hard; those without figures come last.
    #[must_use]
    pub fn effort(&self) -> f64 {
        let counted = self.counted.as_ref().map(|counted| counted.analysis.effort());
        let known = || self.figures.map(|figures| figures.effort());
        counted.or_else(known).unwrap_or(f64::INFINITY)
    }
}

impl Counted {
    /// What is counted of an interval.
    ///
    /// # Errors
    /// When there is not enough memory, a count has more than 128 bits, or `progress` says to stop.
    pub fn of(interval: &Interval, progress: Progress<'_>) -> Result<Self, Error> {
        let analysis = Analysis::of(interval, progress)?;
        Ok(Self { analysis, widths: interval.widths().collect() })
    }

    /// The puzzle of which this was counted.
    #[must_use]
    pub fn puzzle(self, title: &str) -> Puzzle {
        let solution = self.analysis.fewest_moves.solution.clone();
        let figures = Figures::of(&self.analysis);
        Puzzle { title: title.to_owned(), solution, figures, counted: Some(self) }
    }

    /// The number of positions in the interval, including start and target.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.widths.iter().map(|(_, width)| width).sum()
    }
}
