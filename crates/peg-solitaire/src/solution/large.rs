//! Solutions on boards of any size: a checked sequence of jumps, ordered by rounds of jumps that can be played at the same time.
//! Never searches for one.

use std::fmt;

use super::moves::in_few_moves;
use super::{Obstacle, Solution};
use crate::board::{AnyBoard, Jump, LargeBoard, Position};

/// A sequence of jumps that can be played from its start on a [`LargeBoard`].
///
/// Jumps that share no hole can be played in either order, so a solution is a partial order. Here it is played in *rounds*: each
/// jump in the first round in which it can be played, and the jumps of a round at the same time.
///
/// ```
/// use peg_solitaire::{board::LargeBoard, solution::LargeSolution};
/// let (board, start) = LargeBoard::from_picture("##.##.##.")?;
/// let jumps = [(0, 2), (6, 8), (3, 5)].map(|(from, to)| {
///     let hole = |column| board.hole_at(column, 0).unwrap();
///     board.jump(hole(from), hole(to)).unwrap()
/// });
/// let solution = LargeSolution::new(board, start, jumps.to_vec())?;
/// assert_eq!(solution.rounds(), [1, 1, 1]);
/// assert_eq!(board.picture(&solution.end()), "..#..#..#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct LargeSolution {
    board: LargeBoard,
    start: Position,
    jumps: Vec<Jump>,
    rounds: Vec<usize>,
}

/// Why a sequence of jumps is not a solution on a large board. Jumps are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LargeSolutionError {
    #[error("the start has pegs outside of the board {board}")]
    Start { board: LargeBoard },
    #[error("jump {number} is not a jump on the board {board}")]
    OtherBoard { number: usize, board: LargeBoard },
    #[error("jump {number}, {jump}, can't be played: {why}")]
    Illegal { number: usize, jump: String, why: Obstacle },
}

impl LargeSolution {
    /// The solution that plays these jumps, ordered by rounds.
    ///
    /// # Errors
    /// If the start or a jump is not of this board, and at the first jump that is not legal.
    pub fn new(
        board: LargeBoard,
        start: Position,
        jumps: Vec<Jump>,
    ) -> Result<Self, LargeSolutionError> {
        if !board.contains(&start) {
            return Err(LargeSolutionError::Start { board });
        }
        let mut pegs = start.clone();
        // The last round in which each hole was touched.
        let mut touched = vec![0; board.holes()];
        let mut played = Vec::with_capacity(jumps.len());
        for (jump, number) in jumps.into_iter().zip(1..) {
            if board.jump(jump.from(), jump.to()) != Some(jump) {
                return Err(LargeSolutionError::OtherBoard { number, board });
            }
            if !pegs.allow(jump) {
                let why = if !pegs.has(jump.from()) {
                    Obstacle::NoPeg
                } else if !pegs.has(jump.over()) {
                    Obstacle::NothingToJumpOver
                } else {
                    Obstacle::Occupied
                };
                let jump = AnyBoard::Large(board).jump_name(jump);
                return Err(LargeSolutionError::Illegal { number, jump, why });
            }
            pegs.play(jump);
            let holes = [jump.from(), jump.over(), jump.to()];
            let round = 1 + holes.iter().map(|hole| touched[hole.index()]).max().unwrap_or(0);
            holes.iter().for_each(|hole| touched[hole.index()] = round);
            played.push((round, jump));
        }
        // Jumps of a round share no hole, so their order does not matter.
        played.sort_unstable();
        let (rounds, jumps) = played.into_iter().unzip();
        Ok(Self { board, start, jumps, rounds })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> LargeBoard {
        self.board
    }

    /// The pegs before the first jump.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The jumps, in order of their rounds.
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The round of each jump, from 1; never decreasing.
    #[must_use]
    pub fn rounds(&self) -> &[usize] {
        &self.rounds
    }

    /// The number of rounds.
    #[must_use]
    pub fn round_count(&self) -> usize {
        self.rounds.last().copied().unwrap_or(0)
    }

    /// The same solution with every jump in a round of its own, in an order with few moves: pegs jump several times in a row where
    /// they can. Takes less than a second, and gives the same order every time.
    ///
    /// ```
    /// use peg_solitaire::{board::LargeBoard, solution::LargeSolution};
    /// let (board, start) = LargeBoard::from_picture("##.#.#.##.")?;
    /// let jumps = [(0, 2), (7, 9), (2, 4), (4, 6)].map(|(from, to)| {
    ///     let hole = |column| board.hole_at(column, 0).unwrap();
    ///     board.jump(hole(from), hole(to)).unwrap()
    /// });
    /// let solution = LargeSolution::new(board, start, jumps.to_vec())?.one_at_a_time();
    /// assert_eq!(solution.in_moves(), "a1-c1-e1-g1 h1-j1");
    /// assert_eq!(solution.moves(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn one_at_a_time(&self) -> Self {
        let jumps = in_few_moves(self.board, &self.jumps);
        Self { jumps, rounds: (1..=self.jumps.len()).collect(), ..self.clone() }
    }

    /// The number of moves, if the jumps are played in this order. A move is one or more jumps in a row by the same peg.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.jumps.chunk_by(|one, next| one.to() == next.from()).count()
    }

    /// The moves in the order of the jumps, separated by spaces: the holes of each, as in `a1-c1-e1 h1-j1`.
    #[must_use]
    pub fn in_moves(&self) -> String {
        let name = |hole| self.board.hole_name(hole);
        let moves = self.jumps.chunk_by(|one, next| one.to() == next.from()).map(|chain| {
            let holes = std::iter::once(chain[0].from()).chain(chain.iter().map(|jump| jump.to()));
            holes.map(name).collect::<Vec<_>>().join("-")
        });
        moves.collect::<Vec<_>>().join(" ")
    }

    /// The pegs after this many jumps, or after all if there are fewer.
    #[must_use]
    pub fn position(&self, played: usize) -> Position {
        let mut pegs = self.start.clone();
        self.jumps.iter().take(played).for_each(|&jump| pegs.play(jump));
        pegs
    }

    /// The pegs after the last jump.
    #[must_use]
    pub fn end(&self) -> Position {
        self.position(self.jumps.len())
    }

    /// The solution of the position after this many jumps, or the whole solution if it has fewer.
    #[must_use]
    pub fn first(&self, jumps: usize) -> Self {
        let played = jumps.min(self.jumps.len());
        Self {
            jumps: self.jumps[..played].to_vec(),
            rounds: self.rounds[..played].to_vec(),
            ..self.clone()
        }
    }
}

impl fmt::Display for LargeSolution {
    /// The jumps in jump notation, separated by spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = AnyBoard::Large(self.board);
        for (index, &jump) in self.jumps.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{}", board.jump_name(jump))?;
        }
        Ok(())
    }
}

impl fmt::Debug for LargeSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LargeSolution({self})")
    }
}

/// A solution on a board of either kind, for what is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnySolution {
    /// On a board of at most 64 holes; it plays one jump after the other.
    Small(Solution),
    /// On a board of any size; it plays in rounds.
    Large(LargeSolution),
}

impl AnySolution {
    /// The board.
    #[must_use]
    pub fn board(&self) -> AnyBoard {
        match self {
            Self::Small(solution) => AnyBoard::Small(solution.board().clone()),
            Self::Large(solution) => AnyBoard::Large(solution.board()),
        }
    }

    /// The jumps, in order.
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        match self {
            Self::Small(solution) => solution.jumps(),
            Self::Large(solution) => solution.jumps(),
        }
    }

    /// The number of moves, chains of jumps by one peg; `None` where jumps are played at the same time.
    #[must_use]
    pub fn moves(&self) -> Option<usize> {
        self.small().map(|solution| solution.moves().count())
    }

    /// The number of rounds.
    #[must_use]
    pub fn rounds(&self) -> usize {
        match self {
            Self::Small(solution) => solution.jumps().len(),
            Self::Large(solution) => solution.round_count(),
        }
    }

    /// The number of jumps in the first so many rounds.
    #[must_use]
    pub fn jumps_in(&self, rounds: usize) -> usize {
        match self {
            Self::Small(solution) => rounds.min(solution.jumps().len()),
            Self::Large(solution) => solution.rounds().partition_point(|&round| round <= rounds),
        }
    }

    /// The round of a jump, by its index.
    #[must_use]
    pub fn round_of(&self, jump: usize) -> usize {
        match self {
            Self::Small(_) => jump + 1,
            Self::Large(solution) => solution.rounds()[jump],
        }
    }

    /// The pegs after this many jumps, or after all if there are fewer.
    #[must_use]
    pub fn position(&self, played: usize) -> Position {
        match self {
            Self::Small(solution) => solution.position(played).into(),
            Self::Large(solution) => solution.position(played),
        }
    }

    /// The pegs before the first jump.
    #[must_use]
    pub fn start(&self) -> Position {
        self.position(0)
    }

    /// The pegs after the last jump.
    #[must_use]
    pub fn end(&self) -> Position {
        self.position(self.jumps().len())
    }

    /// The solution of the position after this many jumps, or the whole solution if it has fewer.
    #[must_use]
    pub fn first(&self, jumps: usize) -> Self {
        match self {
            Self::Small(solution) => Self::Small(solution.first(jumps)),
            Self::Large(solution) => Self::Large(solution.first(jumps)),
        }
    }

    /// The solution, if its board has at most 64 holes.
    #[must_use]
    pub fn small(&self) -> Option<&Solution> {
        match self {
            Self::Small(solution) => Some(solution),
            Self::Large(_) => None,
        }
    }
}

impl fmt::Display for AnySolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(solution) => solution.fmt(f),
            Self::Large(solution) => solution.fmt(f),
        }
    }
}

impl From<Solution> for AnySolution {
    fn from(solution: Solution) -> Self {
        Self::Small(solution)
    }
}

impl From<LargeSolution> for AnySolution {
    fn from(solution: LargeSolution) -> Self {
        Self::Large(solution)
    }
}
