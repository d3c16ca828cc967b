//! Solutions, and what a set of reachable positions says of them. `docs/internals/solver.md` has a
//! table of what a set costs, by board.
//!
//! | question | answer |
//! |---|---|
//! | can these jumps be played, and what is left | [`Solution`] |
//! | a game to a position of a set | [`Solution::leading_to`] |
//! | all positions on the way to some targets | [`Interval`], on which the others are computed |
//! | how many games lead there, how often is a hole used | [`Counts`] |
//! | a game with the fewest moves | [`FewestMoves`] |
//! | a game with the longest sweep | [`LongestSweep`] |
//! | how hard it is to find one | [`Analysis`], of which [`Figures`] and [`Grade`] are the gist |
//!
//! All that takes a `progress` fails when there is not enough memory, there are too many solutions
//! to count, or the `progress` says to stop.

mod count;
mod difficulty;
mod fewest_moves;
mod interval;
mod longest_sweep;
mod moves;

use std::fmt;

use moves::in_few_moves;

use crate::Error;
use crate::board::{
    Bitboard, Board, Hole, Jump, PatternError, Position, Symmetry, moves as words_of,
};
use crate::solve::Record;

pub use count::Counts;
pub use difficulty::{Analysis, Figures, Grade};
pub use fewest_moves::FewestMoves;
pub use interval::Interval;
pub(crate) use interval::PlayDirection;
pub use longest_sweep::LongestSweep;

/// A sequence of jumps that can be played, one after the other, from its start.
///
/// ```
/// use peg_solitaire::{board::Board, solution::Solution};
/// let board: Board = "5x7".parse()?;
/// let solution = Solution::parse(&board, board.central_vacancy(), "c2-c4 a2-c2")?;
/// assert_eq!(solution.positions().count(), 3);
/// assert_eq!(solution.end().count(), 32);
/// assert_eq!(solution.to_string(), "c2-c4 a2-c2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Jumps that share no hole can be played in either order, so a solution is a partial order. [In
/// rounds](Self::in_rounds), the jumps of a round are played at the same time.
#[derive(Clone, PartialEq, Eq)]
pub struct Solution {
    board: Board,
    start: Position,
    jumps: Vec<Jump>,
    /// The round of each jump, from 1, never decreasing; `None` if they are played one at a time.
    rounds: Option<Vec<usize>>,
}

/// Why a sequence of jumps is not a solution. Jumps are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum SolutionError {
    #[error("start: {0}")]
    Start(#[from] Error),
    #[error("jump {number} is not a jump on {board}")]
    OtherBoard { number: usize, board: Board },
    #[error("jump {number}, {jump}, can't be played: {why}")]
    Illegal {
        number: usize,
        jump: String,
        why: &'static str,
    },
    #[error("jump {number}: {error}")]
    Notation { number: usize, error: PatternError },
    #[error(
        "the numbers can be read in two ways: write {one} or {other} for the first jump, and the \
         others likewise"
    )]
    Ambiguous { one: String, other: String },
}

impl Solution {
    /// The solution that plays these jumps from the start.
    ///
    /// # Errors
    /// If the start or a jump is not of this board, and at the first jump that is not legal.
    pub fn new(
        board: &Board,
        start: impl Into<Position>,
        jumps: Vec<Jump>,
    ) -> Result<Self, SolutionError> {
        let start = start.into();
        board.check(&start)?;

        let mut position = start.clone();
        for (&jump, number) in jumps.iter().zip(1..) {
            if board.jump(jump.from(), jump.to()) != Some(jump) {
                return Err(SolutionError::OtherBoard {
                    number,
                    board: board.clone(),
                });
            }

            if !position.allows(jump) {
                let why = if !position.has(jump.from()) {
                    "there is no peg to jump with"
                } else if !position.has(jump.over()) {
                    "there is no peg to jump over"
                } else {
                    "the hole to land in is not empty"
                };
                let jump = board.jump_name(jump);
                return Err(SolutionError::Illegal { number, jump, why });
            }

            position.play(jump);
        }
        Ok(Self::played(board, start, jumps))
    }

    /// The solution with jumps that were played.
    pub(crate) fn played(board: &Board, start: impl Into<Position>, jumps: Vec<Jump>) -> Self {
        Self {
            board: board.clone(),
            start: start.into(),
            jumps,
            rounds: None,
        }
    }

    /// Reads a solution in jump notation: moves separated by white space or commas, each a chain of
    /// jumps by one peg like `c2-c4` or `c2-c4-e4`, perhaps with a number like `1.` before it. If
    /// all holes are numbers, these are those of [`Board::parse_hole`], or column and row, as in
    /// `46-44`, if only that makes legal jumps.
    ///
    /// # Errors
    /// At the first jump that is not in this notation or not legal; or if numbers make legal jumps
    /// in both ways.
    pub fn parse(
        board: &Board,
        start: impl Into<Position>,
        text: &str,
    ) -> Result<Self, SolutionError> {
        let start = start.into();
        let moves = words_of(text);
        let read = |parse: &dyn Fn(&str) -> Result<Vec<Jump>, PatternError>| {
            let mut jumps = Vec::new();
            for word in &moves {
                let number = jumps.len() + 1;
                let chain = parse(word);
                jumps.extend(chain.map_err(|error| SolutionError::Notation { number, error })?);
            }
            Self::new(board, start.clone(), jumps)
        };

        let named = read(&|word| board.parse_move(word));
        let has_letter = |word: &&str| word.chars().any(char::is_alphabetic);
        if moves.iter().any(has_letter) {
            return named;
        }

        let by_places = read(&|word| board.parse_numbered_move(word));
        match (named, by_places) {
            (Ok(named), Ok(by_places)) if named != by_places => Err(SolutionError::Ambiguous {
                one: board.jump_name(named.jumps[0]),
                other: board.jump_name(by_places.jumps[0]),
            }),
            (Err(_), Ok(by_places)) => Ok(by_places),
            (named, _) => named,
        }
    }

    /// A solution that ends in a position, if it can be reached: with the last jumps of the record.
    /// In a table of last jumps, these are its identifiers; in a set, the first that lead there
    /// from a member.
    ///
    /// # Errors
    /// When the position has pegs outside the board, the record can't be read, or its jumps don't
    /// lead back to the start.
    pub fn leading_to(position: Bitboard, record: &dyn Record) -> Result<Option<Self>, Error> {
        record.board().check_all("position", [position])?;
        if !record.contains(position)? {
            return Ok(None);
        }

        let mut jumps = Vec::new();
        let mut at = position;
        // Each jump that is taken back adds a peg, so this ends.
        while at != record.start() {
            let Some(jump) = record.last_jump(at)? else {
                return Err(record.contradiction(at));
            };
            at = jump.play(at);
            jumps.push(jump);
        }
        jumps.reverse();

        let played = Self::new(record.board().as_board(), record.start(), jumps);
        let solution = played.map_err(|_| record.contradiction(position))?;
        Ok(Some(solution))
    }

    /// Orders the jumps by rounds, whose jumps are played together. Each jump is in the first round
    /// in which it can be played.
    ///
    /// ```
    /// use peg_solitaire::{board::Board, solution::Solution};
    /// let (board, start) = Board::from_picture("##.##.##.")?;
    /// let solution = Solution::parse(&board, start, "a1-c1 g1-i1 d1-f1")?;
    /// assert_eq!(board.picture(solution.end()), "..#..#..#");
    /// assert_eq!((solution.round_count(), solution.in_rounds().round_count()), (3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_rounds(self) -> Self {
        let rounds = rounds_of(self.jumps.iter(), self.board.holes(), usize::MAX);
        self.with_rounds(rounds)
    }

    /// These jumps in as many rounds as [`in_rounds`](Self::in_rounds) makes, but each in the last
    /// round in which it can be played, and as few at once as possible: rounds that the eye can
    /// follow.
    #[must_use]
    pub fn in_late_rounds(self) -> Self {
        // Seen from the end, the last round is the first.
        let at_most = |most| rounds_of(self.jumps.iter().rev(), self.board.holes(), most);
        let count = |rounds: &[usize]| rounds.iter().max().copied().unwrap_or(0);
        let fewest = count(&at_most(usize::MAX));

        let smallest_size = self.jumps.len().div_ceil(fewest.max(1)).max(1);
        let mut rounds = (smallest_size..)
            .map(at_most)
            .find(|rounds| count(rounds) == fewest)
            .unwrap_or_default();
        rounds.reverse();
        for round in &mut rounds {
            *round = fewest + 1 - *round;
        }
        self.with_rounds(rounds)
    }

    /// Orders the jumps by the number of the round that is given for each.
    fn with_rounds(self, rounds: Vec<usize>) -> Self {
        let mut played: Vec<(usize, Jump)> = rounds.into_iter().zip(self.jumps).collect();
        // Jumps of a round share no hole, so their order does not matter.
        played.sort_unstable();

        let (rounds, jumps) = played.into_iter().unzip();
        Self {
            jumps,
            rounds: Some(rounds),
            ..self
        }
    }

    /// This solution with one jump at a time, in an order with few moves: pegs jump several times
    /// in a row where they can.
    ///
    /// ```
    /// use peg_solitaire::{board::Board, solution::Solution};
    /// let (board, start) = Board::from_picture("##.##\n....#\n.....")?;
    /// // The peg of a1 can go on from c1 only once e1 is empty.
    /// let solution = Solution::parse(&board, start, "a1-c1 e1-e3 c1-e1")?;
    /// assert_eq!(solution.one_at_a_time().to_string(), "e1-e3 a1-c1-e1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn one_at_a_time(&self) -> Self {
        let jumps = in_few_moves(&self.board, &self.jumps);
        Self {
            jumps,
            rounds: None,
            ..self.clone()
        }
    }

    /// The board of the game.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position before the first jump.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// All jumps, in the order in which they are played.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// Whether the jumps of a round are played at the same time.
    pub fn is_in_rounds(&self) -> bool {
        self.rounds.is_some()
    }

    /// The round of a jump, by its index, from 1. One at a time, each jump has its own.
    ///
    /// # Panics
    /// If there is no such jump.
    pub fn round_of(&self, jump: usize) -> usize {
        let count = self.jumps.len();
        assert!(jump < count, "jump {jump} of {count}");
        self.rounds.as_ref().map_or(jump + 1, |rounds| rounds[jump])
    }

    /// The number of rounds: that of the jumps, if they are played one at a time.
    pub fn round_count(&self) -> usize {
        match self.jumps.len() {
            0 => 0,
            count => self.round_of(count - 1),
        }
    }

    /// The number of jumps in the first `rounds` rounds.
    pub fn jumps_in(&self, rounds: usize) -> usize {
        match &self.rounds {
            None => rounds.min(self.jumps.len()),
            Some(all) => all.partition_point(|&round| round <= rounds),
        }
    }

    /// The positions from the start to the end: one more than there are jumps.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = Position> + ExactSizeIterator {
        let mut positions = vec![self.start.clone(); self.jumps.len() + 1];
        for (played, &jump) in self.jumps.iter().enumerate() {
            positions[played + 1] = positions[played].clone();
            positions[played + 1].play(jump);
        }
        positions.into_iter()
    }

    /// The position after this many jumps, or after all if there are fewer.
    pub fn position(&self, played: usize) -> Position {
        let mut position = self.start.clone();
        for &jump in self.jumps.iter().take(played) {
            position.play(jump);
        }
        position
    }

    /// The solution of the position after this many jumps, or the whole solution if it has fewer.
    #[must_use]
    pub fn first(&self, jumps: usize) -> Self {
        let mut first = self.clone();
        first.jumps.truncate(jumps);
        if let Some(rounds) = &mut first.rounds {
            rounds.truncate(jumps);
        }
        first
    }

    /// The last jumps, from the position before them, or the whole solution if it has fewer; one
    /// jump after the other.
    #[must_use]
    pub fn last(&self, jumps: usize) -> Self {
        let before = self.jumps.len().saturating_sub(jumps);
        Self::played(
            &self.board,
            self.position(before),
            self.jumps[before..].to_vec(),
        )
    }

    /// The position after the last jump.
    pub fn end(&self) -> Position {
        self.position(self.jumps.len())
    }

    /// This solution on the board turned or reflected: it starts and ends on the images of start
    /// and end. `None` if the symmetry is not one of the solution's board.
    #[must_use]
    pub fn image(&self, symmetry: &Symmetry) -> Option<Self> {
        if !self.board.symmetries().contains(symmetry) {
            return None;
        }

        let jumps = self.jumps.iter().map(|jump| jump.image(symmetry));
        let start = self.start.pegs().map(|hole| symmetry.image(hole));
        Some(Self {
            jumps: jumps.collect(),
            start: start.collect(),
            ..self.clone()
        })
    }

    /// The moves: chains of jumps by the same peg, each as long as possible, in the order of the
    /// jumps.
    pub fn moves(&self) -> impl Iterator<Item = &[Jump]> {
        self.jumps.chunk_by(|jump, next| jump.to() == next.from())
    }
}

/// The first round, from 1, in which each jump can be played after those before it.
fn rounds_of<'j>(jumps: impl Iterator<Item = &'j Jump>, holes: usize, most: usize) -> Vec<usize> {
    // The last round in which each hole was touched.
    let mut touched = vec![0; holes];
    // The number of jumps of each round.
    let mut sizes = Vec::new();
    let mut rounds = Vec::new();

    for jump in jumps {
        let holes = [jump.from(), jump.over(), jump.to()].map(Hole::index);
        let before = holes.into_iter().map(|hole| touched[hole]).max();
        let mut round = 1 + before.unwrap_or(0);
        while sizes.get(round) == Some(&most) {
            round += 1;
        }

        sizes.resize(sizes.len().max(round + 1), 0);
        sizes[round] += 1;
        for hole in holes {
            touched[hole] = round;
        }
        rounds.push(round);
    }
    rounds
}

impl fmt::Display for Solution {
    /// The moves in jump notation, separated by spaces; in rounds, the jumps.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |hole: Hole| self.board.hole_name(hole);
        let is_one_move =
            |jump: &Jump, next: &Jump| !self.is_in_rounds() && jump.to() == next.from();

        for (index, chain) in self.jumps.chunk_by(is_one_move).enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(&name(chain[0].from()))?;
            for jump in chain {
                write!(f, "-{}", name(jump.to()))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({self})")
    }
}
