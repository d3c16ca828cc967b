//! One attempt of a search: the orientation of the board, the order in which holes are emptied, and the size of the beams.

use super::SearchError;
use super::beam::{Beam, State, Trail};
use super::clearing::Clearing;
use super::ends::Ends;
use super::finish::{Finish, Finished};
use super::peel::Peel;
use super::region::{Wish, region};
use super::window::{Cell, Field};
use crate::board::{Board, Hole, Position};
use crate::progress::Progress;

/// The attempts after which the orders repeat, with wider beams.
const ORDERS: u32 = 4;

/// The positions of each number of pegs that the first attempt goes on with, on a board that is one window. Each further attempt takes
/// twice as many.
const AT_ONCE: usize = 1600;

/// The positions that are listed from which a given end is reached.
const LISTED: usize = 60_000;

/// One try, with an orientation of the board and a width of the beams.
pub(super) struct Attempt {
    board: Board,
    /// Whether rows and columns are exchanged.
    turned: bool,
    /// The holes of the end, by columns.
    columns: Vec<u64>,
    order: Order,
}

/// The order in which holes are emptied.
enum Order {
    Clearing(Clearing),
    Peel(Peel),
    /// The whole board is one window.
    AtOnce(Finish),
}

/// What an attempt found.
pub(super) enum Found {
    Jumps(Vec<(Hole, Hole)>),
    /// It played every game.
    NoGame,
    Nothing,
}

impl Attempt {
    pub fn new(
        seed: u64,
        attempt: u32,
        board: &Board,
        start: Option<&Position>,
        end: &Position,
    ) -> Result<Self, SearchError> {
        let (kind, round) = (attempt % ORDERS, attempt / ORDERS);
        // A column must fit a word, and one side of a board does.
        let turned = board.rows() > 64 || kind % 2 == 1 && board.columns() <= 64;
        let field = Field::of(board, turned).ok_or(SearchError::TooWide)?;
        let cell = |hole: Hole| Cell::of(board, hole).turned(turned);
        let mut columns = field.holes.clone();
        for Cell { x, y } in end.pegs().map(cell) {
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
            start.map_or(Vec::new(), |start| board.complement(start).pegs().map(cell).collect());
        let region = region(&columns, field.height, wish, &aims).ok_or(SearchError::FarApart)?;
        let window = field.window(region);
        let ends = match start {
            None => Ends::any_peg(&window),
            Some(_) => Ends::given(&window, window.mask(aims.into_iter()), LISTED),
        };
        let whole = (region.width, region.height) == (field.width(), field.height);
        let finish = |width| Finish::new(window, ends, width, seed);
        let order = if whole {
            Order::AtOnce(finish(AT_ONCE << attempt.min(6)))
        } else if kind < 2 {
            Order::Clearing(Clearing { seed, field, beam, finish: finish(4 * beam.width) })
        } else {
            let empty_step = match (kind, odd) {
                (2, false) => 3,
                (2, true) => 5,
                (_, false) => 2,
                (_, true) => 4,
            };
            Order::Peel(Peel { seed, field, beam, finish: finish(4 * beam.width), empty_step })
        };
        Ok(Self { board: board.clone(), turned, columns, order })
    }

    /// The jumps to an end, if they were found with at most about so much work; and the work.
    pub fn run(self, most: u64, progress: Progress<'_>) -> Result<(Found, u64), SearchError> {
        let mut trail = Trail::new();
        let jumps = match &self.order {
            Order::Clearing(clearing) => clearing.run(&self.columns, &mut trail, most, progress)?,
            Order::Peel(peel) => peel.run(&self.columns, &mut trail, most, progress)?,
            Order::AtOnce(finish) => {
                progress.report(0, 1)?;
                let state = State { columns: self.columns.clone(), last: 0 };
                match finish.play(&[state], &mut trail) {
                    Finished::Solved(last) => Some(trail.jumps(last)),
                    Finished::Exhausted => return Ok((Found::NoGame, trail.work)),
                    Finished::GaveUp => None,
                }
            }
        };
        let Some(jumps) = jumps else { return Ok((Found::Nothing, trail.work)) };
        let hole = |cell: Cell| cell.turned(self.turned).hole(&self.board);
        let jumps = jumps.into_iter().map(|(from, to)| hole(from).zip(hole(to)));
        let jumps: Option<Vec<_>> = jumps.collect();
        Ok((Found::Jumps(jumps.expect("the search stays on the board")), trail.work))
    }
}
