//! A game as a [`Puzzle`]: how many solutions it has, and how hard it is; the game as it was
//! [`Played`]; and [`Hints`], the jumps that keep a target within reach. Its JSON is the same
//! wherever it is written: `docs/reference/json.md` explains the keys.

use std::collections::BTreeSet;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::board::{Board, Jump, Position};
use crate::game::{Advised, Game, Leaves, RatedJump};
use crate::progress::Progress;
use crate::solution::{Analysis, Figures, Interval, Solution};
use crate::solve::Record;
use crate::{Error, Result};

/// A game to be played from its start to one of its targets, with a solution. As JSON it is the
/// answer of `pegfont puzzle`.
///
/// ```
/// use peg_solitaire::board::Board;
/// use peg_solitaire::{game::Game, progress::Progress, puzzle::Puzzle, solution::Interval};
///
/// let board: Board = "triangle15".parse()?;
/// let game = Game::new(&board, board.parse_start("a1")?, board.each_hole())?;
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
    /// The number of solutions, the fewest moves, the difficulty, if they were counted.
    pub analysis: Option<Analysis>,
    /// The number of positions of the interval for each number of pegs, beginning with the start,
    /// if they were counted.
    pub widths: Option<Vec<Width>>,
}

/// The number of positions with a number of pegs.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Width {
    /// The number of pegs.
    pub pegs: u32,
    /// The number of positions with that many pegs.
    pub positions: u64,
}

impl Puzzle {
    /// A game of which nothing but a solution is known.
    ///
    /// # Errors
    /// If the solution is on another board, or leads to none of the targets.
    pub fn of(game: &Game, solution: Solution) -> Result<Self> {
        game.check_solution(&solution)?;
        Ok(Self {
            title: game.title.clone(),
            targets: game.targets().to_vec(),
            solution,
            figures: None,
            analysis: None,
            widths: None,
        })
    }

    /// The puzzle that a game is from its start, if its interval has at most about `most`
    /// positions: see [`Interval::MOST_POSITIONS`]. The set is of what can be reached from the
    /// start; without it, [`Interval::between`] searches. Of a game with a known solution, nothing
    /// is counted.
    ///
    /// # Errors
    /// When the set is of another board or start, no target can be reached, more positions lie on
    /// the way than may be kept, there is not enough memory, `progress` says to stop, or the board
    /// has more than 64 holes and no solution is known.
    pub fn solve(
        game: &Game,
        set: Option<&dyn Record>,
        most: usize,
        progress: Progress<'_>,
    ) -> Result<Self> {
        if let Some(known) = game.solution() {
            return Self::of(game, known.clone());
        }

        let (board, start, targets) = game.small()?;
        let part = progress.part(0, 1, 2);
        let interval = match set {
            Some(set) if (set.board(), set.start()) != (&board, start) => {
                return Err(Error::other_game("reachable positions", &board));
            }
            Some(set) => Interval::within(set, &targets, most, part)?,
            None => Interval::between(&board, start, &targets, most, part)?,
        };

        let analysis = Analysis::of(&interval, progress.part(1, 2, 2))?;
        let known = Self::of(game, analysis.fewest_moves.solution.clone())?;
        let widths = interval.widths();
        let widths = widths.map(|(pegs, positions)| Width { pegs, positions });
        Ok(Self {
            figures: Figures::new(analysis.solutions, analysis.effort()),
            widths: Some(widths.collect()),
            analysis: Some(analysis),
            ..known
        })
    }

    /// Ways to the end of a solution, each of `jumps` jumps and from another position: its own last
    /// jumps, unless there is a seed, and then others, found by taking jumps back at random from
    /// where the pegs are left. A whole game need not lead to where these begin. The same seed
    /// gives the same ways. They end when no other is found.
    pub fn endings(
        solution: &Solution,
        jumps: usize,
        seed: Option<u64>,
    ) -> impl Iterator<Item = Solution> {
        let mut seen = BTreeSet::new();
        let mut is_new = move |ending: &Solution| seen.insert(ending.start().clone());
        let own = match seed {
            None => Some(solution.last(jumps)),
            Some(_) => None,
        };

        let mut random = ChaCha8Rng::seed_from_u64(seed.unwrap_or(0));
        let end = solution.end();
        let found = (0..TRIES_FOR_ENDINGS)
            .filter_map(move |_| random_ending(solution.board(), &end, jumps, &mut random));
        own.into_iter().chain(found).filter(move |way| is_new(way))
    }

    /// The number of positions of the interval, including start and target, if they were counted.
    pub fn positions(&self) -> Option<u64> {
        let widths = self.widths.as_ref()?;
        Some(widths.iter().map(|width| width.positions).sum())
    }

    /// The effort, by which puzzles are ordered from easy to hard; those without figures come last.
    #[must_use]
    pub fn effort(&self) -> f64 {
        let counted = self.analysis.as_ref().map(Analysis::effort);
        let known = || self.figures.map(|figures| figures.effort());
        counted.or_else(known).unwrap_or(f64::INFINITY)
    }
}

/// How often another ending is looked for.
const TRIES_FOR_ENDINGS: u64 = 1000;

/// A way to the end, found by taking jumps back at random, as long as there are any.
fn random_ending(
    board: &Board,
    end: &Position,
    jumps: usize,
    random: &mut ChaCha8Rng,
) -> Option<Solution> {
    let mut position = end.clone();
    let mut back = Vec::new();
    while back.len() < jumps {
        // A jump taken back is a jump of the empty holes.
        let empty = board.complement(&position);
        let legal: Vec<Jump> = board.legal_jumps(&empty).collect();
        let jump = *legal.get(choice(random.next_u64(), legal.len()))?;
        position.play(jump);
        back.push(jump);
    }
    back.reverse();
    Solution::new(board, position, back).ok()
}

/// What is not known of a puzzle is null.
impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let solution = &self.solution;
        let board = solution.board();
        let end = solution.end();
        let played = Played::of(solution);
        let analysis = self.analysis.as_ref();
        let figures = self.figures.as_ref();
        let fewest_moves_solutions = analysis.map(|analysis| analysis.fewest_moves.solutions);
        let effort = Some(self.effort()).filter(|effort| effort.is_finite());

        // These are told where nothing is counted.
        let mut rounds = None;
        let mut vacancies = None;
        if analysis.is_none() {
            rounds = Some(solution.clone().in_rounds().round_count());
            vacancies = Some(board.vacancies_in_class_of(&end).count());
        }

        let mut keys = out.serialize_map(None)?;
        keys.serialize_entry("title", &self.title)?;
        keys.serialize_entry("board", &board.to_line())?;
        keys.serialize_entry("start", &board.picture_line(solution.start()))?;
        keys.serialize_entry("targets", &pictures(board, &self.targets))?;
        // Where the solution ends, and the pegs there.
        keys.serialize_entry("target", &board.picture_line(&end))?;
        keys.serialize_entry("pegs", &end.count())?;
        keys.serialize_entry("solution", &played.solution)?;
        keys.serialize_entry("moves", &played.moves)?;
        keys.serialize_entry("jumps", &played.jumps)?;
        keys.serialize_entry("rounds", &rounds)?;
        // The holes that can be empty at first, by position class.
        keys.serialize_entry("vacancies", &vacancies)?;

        keys.serialize_entry("solutions", &digits(figures.map(Figures::solutions)))?;
        keys.serialize_entry("fewest_moves", &figures.and(played.moves))?;
        keys.serialize_entry("fewest_moves_solutions", &digits(fewest_moves_solutions))?;
        keys.serialize_entry("positions", &self.positions())?;
        keys.serialize_entry("by_pegs", &self.widths)?;
        keys.serialize_entry("probability", &analysis.map(|known| known.probability))?;
        keys.serialize_entry("bits", &analysis.map(Analysis::bits))?;
        keys.serialize_entry("forks", &analysis.map(|known| known.forks))?;
        keys.serialize_entry("forks_met", &analysis.map(|known| known.forks_met))?;
        keys.serialize_entry("effort", &effort)?;
        keys.serialize_entry("grade", &figures.map(|figures| figures.grade().word()))?;
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
        let names = jumps.map(|&jump| solution.board().jump_name(jump));
        let moves = if solution.is_in_rounds() {
            None
        } else {
            Some(solution.moves().count())
        };

        Self {
            solution: Some(solution.to_string()),
            moves,
            jumps: Some(names.collect()),
        }
    }
}

/// The legal jumps of a game's position, and which of them keep a target within reach: those with
/// the most solutions first, those that lose last.
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

impl Hint {
    /// What the jump leaves.
    #[must_use]
    pub fn leaves(&self) -> Leaves {
        Leaves::of(self.keeps, self.solutions)
    }
}

impl Hints {
    /// The hints that follow from the advice on a game.
    #[must_use]
    pub fn of(advised: Advised<'_>) -> Self {
        let game = advised.game();
        let board = game.board();
        let hint = |rated: RatedJump| Hint {
            jump: board.jump_name(rated.jump),
            keeps: rated.keeps,
            solutions: rated.solutions,
        };

        Self {
            board: board.to_line(),
            start: board.picture_line(game.start()),
            targets: pictures(board, game.targets()),
            position: board.picture_line(game.position()),
            solvable: advised.is_solvable(),
            solutions: advised.solutions(),
            hints: advised.rate_jumps().into_iter().map(hint).collect(),
            unknown: advised.advice().unknown().map(ToString::to_string),
        }
    }
}

/// The number of one of some things, by a random number: the same where a `usize` has 32 bits.
fn choice(random: u64, of: usize) -> usize {
    (random % (of as u64).max(1)) as usize
}

fn pictures(board: &Board, positions: &[Position]) -> Vec<String> {
    positions
        .iter()
        .map(|position| board.picture_line(position))
        .collect()
}

/// A count that can be larger than what readers of JSON hold exactly, as digits.
fn digits(count: Option<u128>) -> Option<String> {
    count.map(|count| count.to_string())
}

fn in_digits<S: Serializer>(count: &Option<u128>, out: S) -> Result<S::Ok, S::Error> {
    digits(*count).serialize(out)
}

#[cfg(test)]
mod tests {
    use super::choice;

    #[test]
    fn a_choice_uses_all_bits_of_a_random_number() {
        let above_32_bits = (1 << 32) + 5;
        assert_eq!(choice(above_32_bits, 7), 2);
        assert_eq!(choice(u64::MAX, 10), 5);
        assert_eq!(choice(9, 0), 0);
    }
}
