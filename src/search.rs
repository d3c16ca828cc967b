//! A goal-directed search: from a full board with one vacancy, a given one or any, to a given last position, on rectangles of up to
//! 4,096 holes. It enumerates nothing and proves little: it finds a game, or gives up.
//!
//! A game played backwards is a game on the complement: the empty holes are the pegs, and the same jumps are played in the opposite order. So the search starts from
//! the complement of the last position and tries to leave a single peg, anywhere or in the hole that is to be vacant. Whole boards are too wide for that. It clears the
//! board line by line instead, from the edges towards a region that is left to the end:
//!
//! ```text
//!   from the left      from the right     from above and below     the rest
//!   ......#######      .......               .......               .......
//!   ......#######  ->  ....#####...  ->      .......        ->     ...#...
//!   ......#######      .......               ..###..               .......
//! ```
//!
//! Around large shapes there are too few pegs for that. There the pegs that are farthest from the region are cleared first.
//!
//! A line is cleared in segments of about four holes, each in a window of at most 64 holes, a machine word: a beam search keeps the most
//! promising few hundred positions of the window after each jump. About a hundred different results of each segment go on to the next.

mod beam;
mod ends;
mod finish;
mod peel;
mod region;
mod sweep;
mod window;

use std::ops::Range;

use thiserror::Error;

use crate::board::{Hole, Jump, LargeBoard, Pegs};
use crate::contradiction::Contradiction;
use crate::progress::{Interrupted, Progress};
use crate::solution::LargeSolution;

use beam::{Beam, State, Trail};
use ends::Ends;
use finish::{Finish, Finished};
use peel::Peel;
use region::{SIDE, Wish, region};
use sweep::Sweep;
use window::{Cell, Window};

/// The attempts after which the orders repeat, with wider beams.
const ORDERS: u32 = 4;

/// The positions of each number of pegs that the first attempt goes on with, on a board that is one window. Each further attempt takes
/// twice as many.
const AT_ONCE: usize = 1600;

/// A search for a game that ends in a given position. The same search gives the same game on every machine.
///
/// ```
/// use pegfont::{board::LargeBoard, progress::Progress, search::{Outcome, Search}};
/// let rows = [
///     "...........",
///     "..#...#....",
///     "..#...#..#.",
///     "..#####..#.",
///     "..#...#..#.",
///     "..#...#..#.",
///     "...........",
///     "...........",
/// ];
/// let (board, end) = LargeBoard::from_picture(&rows.join("\n"))?;
/// let Outcome::Solved(solution) = Search::default().run(board, &end, Progress::NONE)? else {
///     panic!("there is a game");
/// };
/// assert_eq!(solution.start().count(), board.holes() - 1);
/// assert_eq!(solution.end(), end);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Search {
    /// Chooses between positions that are equally promising.
    pub seed: u64,
    /// How often to try, with more positions each few times and in other orders.
    pub attempts: u32,
}

impl Default for Search {
    /// Enough attempts for texts and line art, which mostly need one.
    fn default() -> Self {
        Self { seed: 1, attempts: 12 }
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A game that ends in the position.
    Solved(LargeSolution),
    /// There is no game, whatever the vacancy.
    Impossible(Impossible),
    /// No game was found; there may be one.
    GaveUp,
}

/// Why no game ends in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Impossible {
    /// A jump leaves the peg that jumped.
    #[error("a game leaves at least one peg")]
    NoPegs,
    /// A game starts with an empty hole, and jumps leave more.
    #[error("a game leaves at least one empty hole")]
    NoEmptyHole,
    /// Every jump removes a peg.
    #[error("it has as many pegs as the start or more, and every jump removes one")]
    TooManyPegs,
    /// There are several empty holes, but no peg with two of them beside it in a line.
    #[error("no jump can have led to it")]
    NoLastJump,
    /// No jump leaves a position class; nine of the sixteen contain boards with one vacancy.
    #[error(
        "it is in another position class than every board with one empty hole, and no jump leaves a class"
    )]
    OtherClass,
    /// No jump leaves a position class, and the start is in another one.
    #[error("it is in another position class than the start, and no jump leaves a class")]
    OtherClassThanStart,
    /// On boards of at most 8 x 8 holes, with few games.
    #[error("every game that could lead to it was tried, from its end")]
    Exhausted,
}

/// Why a search ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The end has pegs where the board has no holes.
    #[error("the position has pegs outside of the board {board}")]
    OffBoard { board: LargeBoard },
    /// The search ends in a small part of the board.
    #[error(
        "the empty holes of the start lie too far apart: the search needs them within {SIDE} x {SIDE} holes"
    )]
    FarApart,
    /// The watcher asked it to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// A bug.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
}

impl Search {
    /// Why no game on the board can end with these pegs, whatever the vacancy, if that is easily seen.
    #[must_use]
    pub fn impossible(board: LargeBoard, end: &Pegs) -> Option<Impossible> {
        let holes = board.complement(end);
        if end.count() == 0 {
            return Some(Impossible::NoPegs);
        }
        if holes.count() == 0 {
            return Some(Impossible::NoEmptyHole);
        }
        if !board.has_single_peg_in_class_of(&holes) {
            return Some(Impossible::OtherClass);
        }
        (holes.count() > 1 && has_no_last_jump(board, &holes)).then_some(Impossible::NoLastJump)
    }

    /// Why no game from this start can end with these pegs, if that is easily seen.
    #[must_use]
    pub fn impossible_from(board: LargeBoard, start: &Pegs, end: &Pegs) -> Option<Impossible> {
        if start == end {
            return None;
        }
        if end.count() == 0 {
            return Some(Impossible::NoPegs);
        }
        if end.count() >= start.count() {
            return Some(Impossible::TooManyPegs);
        }
        if board.class(start) != board.class(end) {
            return Some(Impossible::OtherClassThanStart);
        }
        has_no_last_jump(board, &board.complement(end)).then_some(Impossible::NoLastJump)
    }

    /// Searches for a game from a full board with one vacancy, anywhere, to the end.
    ///
    /// # Errors
    /// If the end is not on the board, or the watcher asks the search to stop.
    pub fn run(
        &self,
        board: LargeBoard,
        end: &Pegs,
        progress: Progress<'_>,
    ) -> Result<Outcome, SearchError> {
        if !board.contains(end) {
            return Err(SearchError::OffBoard { board });
        }
        if let Some(reason) = Self::impossible(board, end) {
            return Ok(Outcome::Impossible(reason));
        }
        self.attempt(0..self.attempts, board, end, progress)
    }

    /// Searches for a game from a start with few empty holes to the end.
    ///
    /// ```
    /// use pegfont::{board::LargeBoard, progress::Progress, search::{Outcome, Search}};
    /// let (board, end) = LargeBoard::from_picture("......\n.####.\n.#..#.\n.#..#.\n.####.\n......")?;
    /// let mut start = board.full();
    /// start.remove(board.parse_hole("c2")?);
    /// let Outcome::Solved(solution) = Search::default().run_from(board, &start, &end, Progress::NONE)? else {
    ///     panic!("there is a game");
    /// };
    /// assert_eq!((solution.start(), solution.end()), (&start, end));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the start or the end is not on the board, the empty holes of the start lie too far apart, or the watcher asks the search to
    /// stop.
    pub fn run_from(
        &self,
        board: LargeBoard,
        start: &Pegs,
        end: &Pegs,
        progress: Progress<'_>,
    ) -> Result<Outcome, SearchError> {
        if !board.contains(start) || !board.contains(end) {
            return Err(SearchError::OffBoard { board });
        }
        if let Some(reason) = Self::impossible_from(board, start, end) {
            return Ok(Outcome::Impossible(reason));
        }
        self.attempt_at(0..self.attempts, board, Some(start), end, progress)
    }

    /// Makes some of the attempts at an end for which nothing speaks against a game from some vacancy.
    pub(crate) fn attempt(
        &self,
        attempts: Range<u32>,
        board: LargeBoard,
        end: &Pegs,
        progress: Progress<'_>,
    ) -> Result<Outcome, SearchError> {
        self.attempt_at(attempts, board, None, end, progress)
    }

    fn attempt_at(
        &self,
        attempts: Range<u32>,
        board: LargeBoard,
        start: Option<&Pegs>,
        end: &Pegs,
        progress: Progress<'_>,
    ) -> Result<Outcome, SearchError> {
        let count = attempts.len() as u64;
        for (done, attempt) in (0..).zip(attempts) {
            let found = progress.part(done, done + 1, count, |progress| {
                Attempt::new(self.seed, attempt, board, start, end)?.run(progress)
            })?;
            match found {
                Found::Jumps(jumps) => return Ok(Outcome::Solved(game(board, end, &jumps)?)),
                Found::NoGame => return Ok(Outcome::Impossible(Impossible::Exhausted)),
                Found::Nothing => {}
            }
        }
        Ok(Outcome::GaveUp)
    }
}

/// Whether no jump can have led to the position with these empty holes.
fn has_no_last_jump(board: LargeBoard, holes: &Pegs) -> bool {
    let jumps = |from: Hole| {
        let (x, y) = board.coordinates(from);
        let to = [(x + 2, y), (x, y + 2), (x.wrapping_sub(2), y), (x, y.wrapping_sub(2))];
        let to = to.into_iter().filter_map(|(x, y)| board.hole_at(x, y));
        to.filter_map(move |to| board.jump(from, to)).collect::<Vec<_>>()
    };
    !holes.holes().flat_map(jumps).any(|jump| holes.allow(jump))
}

/// The game that ends in `end`, from the jumps of the complement to a single peg: the same jumps in the opposite order.
fn game(
    board: LargeBoard,
    end: &Pegs,
    jumps: &[(Hole, Hole)],
) -> Result<LargeSolution, Contradiction> {
    let contradiction = || Contradiction::new("the search found a jump that can't be played");
    let jumps: Option<Vec<Jump>> =
        jumps.iter().rev().map(|&(from, to)| board.jump(from, to)).collect();
    let jumps = jumps.ok_or_else(contradiction)?;
    // A jump taken back adds the peg that was jumped over.
    let mut start = end.clone();
    for jump in jumps.iter().rev() {
        start.remove(jump.to());
        start.insert(jump.from());
        start.insert(jump.over());
    }
    let solution = LargeSolution::new(board, start, jumps).map_err(|_| contradiction())?;
    if solution.end() != *end {
        return Err(contradiction());
    }
    Ok(solution)
}

/// One try, with an orientation of the board and a width of the beams.
struct Attempt {
    board: LargeBoard,
    /// Whether rows and columns are exchanged.
    turned: bool,
    /// The holes of the end, by columns.
    columns: Vec<u64>,
    order: Order,
}

/// The order in which holes are emptied.
enum Order {
    Sweep(Sweep),
    Peel(Peel),
    /// The whole board is one window.
    AtOnce(Finish),
}

/// What an attempt found.
enum Found {
    Jumps(Vec<(Hole, Hole)>),
    /// It played every game.
    NoGame,
    Nothing,
}

impl Attempt {
    fn new(
        seed: u64,
        attempt: u32,
        board: LargeBoard,
        start: Option<&Pegs>,
        end: &Pegs,
    ) -> Result<Self, SearchError> {
        let (width, height) = (board.columns(), board.rows());
        let (kind, round) = (attempt % ORDERS, attempt / ORDERS);
        // A column must fit a word, and one side of a board does.
        let turned = height > 64 || kind % 2 == 1 && width <= 64;
        let (width, height) = if turned { (height, width) } else { (width, height) };
        let cell = |hole: Hole| {
            let (x, y) = board.coordinates(hole);
            if turned { Cell { x: y, y: x } } else { Cell { x, y } }
        };
        let mut columns = vec![u64::MAX >> (64 - height); width];
        for Cell { x, y } in end.holes().map(cell) {
            columns[x] &= !(1 << y);
        }
        let seed = seed.wrapping_mul(1 << 20).wrapping_add(u64::from(attempt));
        let depth = 24 + 4 * round as usize;
        let beam = Beam { width: 400 << round.min(4), results: 100, depth };
        let odd = round % 2 == 1;
        let wish = match (kind, odd) {
            (2, true) => Wish::Outside,
            (2, false) | (_, true) => Wish::Dense,
            (_, false) => Wish::Middle,
        };
        let aims: Vec<Cell> =
            start.map_or(Vec::new(), |start| board.complement(start).holes().map(cell).collect());
        let region = region(&columns, height, wish, &aims).ok_or(SearchError::FarApart)?;
        let window = Window::new(region);
        let ends = match start {
            None => Ends::AnyPeg,
            Some(_) => Ends::given(&window, window.mask(aims.into_iter())),
        };
        let whole = (region.width, region.height) == (width, height);
        let finish = |width| Finish::new(region, ends, width, seed);
        let order = if whole {
            Order::AtOnce(finish(AT_ONCE << attempt.min(6)))
        } else if kind < 2 {
            Order::Sweep(Sweep { seed, height, beam, finish: finish(4 * beam.width) })
        } else {
            let empty_step = match (kind, odd) {
                (2, false) => 3,
                (2, true) => 5,
                (_, false) => 2,
                (_, true) => 4,
            };
            Order::Peel(Peel { seed, height, beam, finish: finish(4 * beam.width), empty_step })
        };
        Ok(Self { board, turned, columns, order })
    }

    /// The jumps to an end, if they were found.
    fn run(self, progress: Progress<'_>) -> Result<Found, SearchError> {
        let jumps = match &self.order {
            Order::Sweep(sweep) => sweep.run(&self.columns, progress)?,
            Order::Peel(peel) => peel.run(&self.columns, progress)?,
            Order::AtOnce(finish) => {
                progress.report(0, 1)?;
                let mut trail = Trail::new();
                let state = State { columns: self.columns.clone(), last: 0 };
                match finish.play(&[state], &mut trail) {
                    Finished::Solved(last) => Some(trail.jumps(last)),
                    Finished::Exhausted => return Ok(Found::NoGame),
                    Finished::GaveUp => None,
                }
            }
        };
        let Some(jumps) = jumps else { return Ok(Found::Nothing) };
        let hole = |Cell { x, y }: Cell| {
            let (x, y) = if self.turned { (y, x) } else { (x, y) };
            self.board.hole_at(x, y)
        };
        let jumps = jumps.into_iter().map(|(from, to)| hole(from).zip(hole(to)));
        let jumps: Option<Vec<_>> = jumps.collect();
        let left = || Contradiction::new("the search left the board");
        Ok(Found::Jumps(jumps.ok_or_else(left)?))
    }
}
