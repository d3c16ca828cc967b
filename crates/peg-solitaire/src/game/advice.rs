//! Advice for a player: which jumps can still win, and how many solutions each leaves, by the
//! solver.

use std::cmp::Reverse;

use super::Game;
use crate::board::{Bitboard, Board, Jump, Position, SmallBoard};
use crate::class::PositionClass;
use crate::progress::Progress;
use crate::solution::{Counts, Interval};
use crate::solve::{PositionSet, Reachable};
use crate::{Error, Result};

/// What is known about a game, whatever was played of it. [`on`](Self::on) asks it about a game.
///
/// ```
/// use peg_solitaire::{board::Board, game::{Advice, Game}, progress::Progress};
/// let board: Board = "triangle15".parse()?;
/// let game = Game::new(&board, board.parse_start("a1")?, [board.parse_hole("a1")?])?;
/// let advice = Advice::of(&game, None, Progress::NONE);
/// let hint = advice.on(&game)?.rate_jumps()[0];
/// assert_eq!((hint.keeps, hint.solutions), (Some(true), Some(3408)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Advice {
    board: Board,
    start: Position,
    targets: Vec<Position>,
    known: Knowledge,
}

/// What the advice on a game is made from.
#[derive(Debug)]
enum Knowledge {
    /// How many solutions each position has.
    Counts(Counts),
    /// Too many positions lie on the way to count solutions: what can be reached backwards from the
    /// targets, which is what can be reached forwards from their complements.
    Backwards {
        /// What can be reached from the targets' complements.
        complements: Box<PositionSet>,
        /// Why solutions are not counted.
        why: NoAdvice,
    },
    /// No jumps lead from the start to a target.
    Unreachable,
    /// There is no answer, and why.
    Nothing(NoAdvice),
}

/// Why advice says nothing of a game, or doesn't count its solutions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoAdvice {
    /// The game can't be solved, or has too many positions for its solutions to be counted.
    #[error(transparent)]
    Unsolved(#[from] Error),
    /// The search is not done.
    #[error("nothing is known")]
    NotYet,
    /// There was no thread for the search.
    #[error("the search could not begin")]
    CouldNotBegin,
    /// The thread of the search is gone.
    #[error("the search stopped unexpectedly")]
    Stopped,
}

/// The advice on a game, as far as it was played.
///
/// Every position that is asked about can be reached from the start, because the game led there.
/// Of other positions the advice may know nothing, even if they can be solved.
#[derive(Clone, Copy, Debug)]
pub struct Advised<'a> {
    advice: &'a Advice,
    game: &'a Game,
}

/// A legal jump and what it leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedJump {
    /// The jump.
    pub jump: Jump,
    /// Whether the game can be won after the jump, if that is known.
    pub keeps: Option<bool>,
    /// The number of solutions after the jump, if they were counted.
    pub solutions: Option<u128>,
}

impl Advice {
    /// Solves the game from its start, whatever was played of it, on a board of at most 64 holes:
    /// the advice is for every position of the game. That takes a fraction of a second for most
    /// games, and seconds for targets of few pegs. Advice that was stopped knows
    /// [nothing](Self::nothing).
    ///
    /// With `most`, solutions are counted only if at most about this many positions, of 36 bytes
    /// each, lie on the way. The closure backwards from the targets, once, says the rest. Without
    /// it, the board is solved; where memory has no room for that, at most 2^24 positions are
    /// counted.
    #[must_use]
    pub fn of(game: &Game, most: Option<usize>, progress: Progress<'_>) -> Self {
        Self::new(game, find(game, most, progress))
    }

    /// The advice that follows from the counts of a game.
    ///
    /// # Errors
    /// If the counts are of another game.
    pub fn counted(game: &Game, counts: Counts) -> Result<Self> {
        let interval = counts.interval();
        let is_target = |target: &Bitboard| game.targets().contains(&(*target).into());
        let is_of_game = interval.board().as_board() == game.board()
            && Position::from(interval.start()) == *game.start()
            && interval.targets().iter().all(is_target);

        if !is_of_game {
            return Err(Error::other_game("counts", game.board()));
        }
        Ok(Self::new(game, Knowledge::Counts(counts)))
    }

    /// Advice that knows nothing of a game, and why.
    #[must_use]
    pub fn nothing(game: &Game, why: NoAdvice) -> Self {
        Self::new(game, Knowledge::Nothing(why))
    }

    fn new(game: &Game, known: Knowledge) -> Self {
        Self {
            board: game.board().clone(),
            start: game.start().clone(),
            targets: game.targets().to_vec(),
            known,
        }
    }

    /// Whether this is the advice on a game with this board, start and targets.
    pub fn is_on(&self, game: &Game) -> bool {
        self.board == *game.board() && self.start == *game.start() && self.targets == game.targets()
    }

    /// The advice on a game in progress.
    ///
    /// # Errors
    /// If the game has another board or start, or other targets.
    pub fn on<'a>(&'a self, game: &'a Game) -> Result<Advised<'a>> {
        if !self.is_on(game) {
            return Err(Error::other_game("advice", &self.board));
        }
        Ok(Advised { advice: self, game })
    }

    /// Why nothing is known, if that is so.
    pub fn why_nothing(&self) -> Option<&NoAdvice> {
        match &self.known {
            Knowledge::Nothing(why) => Some(why),
            _ => None,
        }
    }

    /// Why no solutions are counted, if there could be some.
    pub fn unknown(&self) -> Option<&NoAdvice> {
        match &self.known {
            Knowledge::Backwards { why, .. } | Knowledge::Nothing(why) => Some(why),
            Knowledge::Counts(_) | Knowledge::Unreachable => None,
        }
    }

    /// Whether it is known that no jumps lead from the start to a target.
    pub fn is_unreachable(&self) -> bool {
        matches!(self.known, Knowledge::Unreachable)
    }

    /// Whether a target can be reached from a position that the start leads to, if that is known.
    fn is_solvable(&self, position: &Position) -> Option<bool> {
        match &self.known {
            Knowledge::Counts(counts) => Some(counts.from(position.bits()?) > Some(0)),
            Knowledge::Backwards { complements, .. } => {
                let complement = complements.board().complement(position.bits()?);
                Some(complements.contains(complement))
            }
            Knowledge::Unreachable => Some(false),
            Knowledge::Nothing(_) => None,
        }
    }

    /// The number of solutions from a position that the start leads to, if they were counted.
    fn solutions(&self, position: &Position) -> Option<u128> {
        let Knowledge::Counts(counts) = &self.known else {
            return None;
        };
        Some(counts.from(position.bits()?).unwrap_or(0))
    }

    /// Every legal jump of a position that the start leads to: those with the most solutions first,
    /// those that lose last.
    fn rate_jumps(&self, position: &Position) -> Vec<RatedJump> {
        let mut rated = Vec::new();
        for jump in self.board.legal_jumps(position) {
            let mut after = position.clone();
            after.play(jump);
            rated.push(RatedJump {
                jump,
                keeps: self.is_solvable(&after),
                solutions: self.solutions(&after),
            });
        }
        rated.sort_by_key(|rated| Reverse((rated.keeps, rated.solutions)));
        rated
    }
}

/// The most positions that are counted on a board larger than memory.
const MOST_WITHOUT_SET: usize = 1 << 24;

/// Solves a game, or says why it can't be solved.
fn find(game: &Game, most: Option<usize>, progress: Progress<'_>) -> Knowledge {
    let (board, start, mut targets) = match game.small() {
        Ok(small) => small,
        Err(error) => return Knowledge::Nothing(Error::from(error).into()),
    };
    let class = PositionClass::of(&board, start);
    targets.retain(|&target| class.contains(target));
    if targets.is_empty() {
        return Knowledge::Unreachable;
    }

    let interval = interval(&board, start, &targets, most, progress);
    let counts = interval.and_then(|interval| Counts::of(interval, progress.part(6, 7, 8)));
    let why = match counts {
        Ok(counts) => return Knowledge::Counts(counts),
        Err(error @ (Error::TooLarge { .. } | Error::Memory(_))) => error.into(),
        Err(Error::OtherClass | Error::TooManyPegs { .. } | Error::Unreachable) => {
            return Knowledge::Unreachable;
        }
        Err(error) => return Knowledge::Nothing(error.into()),
    };

    // Where solutions can't be counted, the closure says at least which positions can be won.
    let part = progress.part(if most.is_some() { 1 } else { 7 }, 8, 8);
    match PositionSet::all_complements_leading_to(&board, &targets, part) {
        Ok(complements) => Knowledge::Backwards {
            complements: Box::new(complements),
            why,
        },
        Err(error) => Knowledge::Nothing(error.into()),
    }
}

/// The positions between the start and the targets of a game.
fn interval(
    board: &SmallBoard,
    start: Bitboard,
    targets: &[Bitboard],
    most: Option<usize>,
    progress: Progress<'_>,
) -> Result<Interval> {
    let between = |most| Interval::between(board, start, targets, most, progress.part(0, 1, 8));
    if let Some(most) = most {
        return between(most);
    }

    match Reachable::solve(board, start, progress.part(0, 4, 8)) {
        Ok(reachable) => {
            let most = Interval::MOST_POSITIONS;
            Interval::within(&reachable, targets, most, progress.part(4, 6, 8))
        }
        // Few positions may lie between start and target on a board larger than memory.
        Err(Error::Memory(_)) => between(MOST_WITHOUT_SET),
        Err(error) => Err(error),
    }
}

impl<'a> Advised<'a> {
    /// The game that this is the advice on.
    pub fn game(self) -> &'a Game {
        self.game
    }

    /// The advice.
    pub fn advice(self) -> &'a Advice {
        self.advice
    }

    /// Whether a target can be reached from the position, if that is known.
    pub fn is_solvable(self) -> Option<bool> {
        self.advice.is_solvable(self.game.position())
    }

    /// The number of solutions from the position, if they were counted.
    pub fn solutions(self) -> Option<u128> {
        self.advice.solutions(self.game.position())
    }

    /// Every legal jump: those with the most solutions first, those that lose last.
    pub fn rate_jumps(self) -> Vec<RatedJump> {
        self.advice.rate_jumps(self.game.position())
    }

    /// How many jumps to take back until the game can be won again, if that is known; one more than
    /// there are if it never could.
    pub fn jumps_lost(self) -> Option<usize> {
        self.is_solvable()?;

        let is_lost = |position: &Position| self.advice.is_solvable(position) == Some(false);
        let played = self.game.played();
        Some(played.positions().rev().take_while(is_lost).count())
    }

    /// Jumps that win from the position: each leaves as many solutions as possible. `None` if the
    /// position is lost, or no winning jump is known.
    pub fn solution(self) -> Option<Vec<Jump>> {
        let mut jumps = Vec::new();
        let mut at = self.game.position().clone();

        while self.advice.is_solvable(&at) == Some(true) {
            let best = self.advice.rate_jumps(&at).into_iter().next();
            let Some(best) = best.filter(|best| best.keeps == Some(true)) else {
                return Some(jumps);
            };
            at.play(best.jump);
            jumps.push(best.jump);
        }
        None
    }
}
