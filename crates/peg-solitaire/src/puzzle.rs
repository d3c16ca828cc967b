//! A game as a puzzle: how many solutions it has, how hard it is, and the jumps that keep a target within reach. Its JSON is the same
//! wherever it is written.

mod answer;

use std::collections::BTreeSet;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use serde::Serialize;

use crate::Result;
use crate::board::{Jump, Position};
use crate::game::Game;
use crate::progress::Progress;
use crate::solution::{Analysis, Figures, Interval, Solution};
use crate::solve::Record;

pub use answer::{Hint, Hints, Played};

/// A game to be played from its start to one of its targets, with a solution. As JSON it is the answer of `pegfont puzzle`.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, game::Game, progress::Progress, puzzle::Puzzle, solution::Interval};
/// let board: SmallBoard = "triangle15".parse()?;
/// let game = Game::new(&board, board.parse_start("a1")?, board.each_hole().map(|hole| hole.bit()))?;
/// let puzzle = Puzzle::solve(&game, None, Interval::MOST_POSITIONS, Progress::NONE)?;
/// assert_eq!(puzzle.targets.len(), 15);
/// assert_eq!(puzzle.solution.jumps().len(), 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// What is played for: a character, or some words.
    pub title: String,
    /// The positions that win.
    pub targets: Vec<Position>,
    /// A solution: from the start of the puzzle to a target.
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
    pub widths: Vec<Width>,
}

/// The number of positions with a number of pegs.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Width {
    /// The number of pegs.
    pub pegs: u32,
    /// The number of positions with that many pegs.
    pub positions: u64,
}

impl Puzzle {
    /// A game of which nothing but a solution is known.
    #[must_use]
    pub fn of(game: &Game, solution: Solution) -> Self {
        let (title, targets) = (game.title().to_owned(), game.targets().to_vec());
        Self { title, targets, solution, figures: None, counted: None }
    }

    /// The puzzle that a game is from its start, if its interval has at most about `most` positions: see [`Interval::MOST_POSITIONS`].
    /// The set is of what can be reached from the start; without it, [`Interval::between`] searches. Of a game with a known solution,
    /// nothing is counted.
    ///
    /// # Errors
    /// When no target can be reached, more positions lie on the way than may be kept, there is not enough memory, `progress` says to stop,
    /// or the board has more than 64 holes and no solution is known.
    pub fn solve(
        game: &Game,
        set: Option<&dyn Record>,
        most: usize,
        progress: Progress<'_>,
    ) -> Result<Self> {
        if let Some(known) = game.solution() {
            return Ok(Self::of(game, known.clone()));
        }
        let (board, start, targets) = game.small()?;
        let part = progress.part(0, 1, 2);
        let interval = match set {
            Some(set) => Interval::within(set, &targets, most, part)?,
            None => Interval::between(&board, start, &targets, most, part)?,
        };
        let analysis = Analysis::of(&interval, progress.part(1, 2, 2))?;
        let solution = analysis.fewest_moves.solution.clone();
        let figures = Figures::of(&analysis);
        let widths = interval.widths().map(|(pegs, positions)| Width { pegs, positions });
        let counted = Some(Counted { analysis, widths: widths.collect() });
        Ok(Self { figures, counted, ..Self::of(game, solution) })
    }

    /// Ways to the end of a solution, each of `jumps` jumps and from another position: its own last jumps, unless there is a seed, and
    /// then others, found by taking jumps back at random from where the pegs are left. A whole game need not lead to where these begin. The same
    /// seed gives the same ways. They end when no other is found.
    pub fn endings(
        solution: &Solution,
        jumps: usize,
        seed: Option<u64>,
    ) -> impl Iterator<Item = Solution> {
        /// How often a way is looked for.
        const TRIES: u64 = 1000;
        let own = Some(solution.last(jumps)).filter(|_| seed.is_none());
        let mut random = ChaCha8Rng::seed_from_u64(seed.unwrap_or(0));
        let board = solution.board();
        let mut way = move || {
            let (mut position, mut back) = (solution.end(), Vec::new());
            while back.len() < jumps {
                let all = board.each_jump().filter(|jump| {
                    let is_empty = |hole| !position.has(hole);
                    position.has(jump.to()) && is_empty(jump.over()) && is_empty(jump.from())
                });
                let all: Vec<Jump> = all.collect();
                let jump = *all.get(random.next_u64() as usize % all.len().max(1))?;
                position.play(jump);
                back.push(jump);
            }
            back.reverse();
            Solution::new(board, position, back).ok()
        };
        let mut seen = BTreeSet::new();
        let others = (0..TRIES).filter_map(move |_| way());
        own.into_iter().chain(others).filter(move |way| seen.insert(way.start().clone()))
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
    /// The number of positions in the interval, including start and target.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.widths.iter().map(|width| width.positions).sum()
    }
}
