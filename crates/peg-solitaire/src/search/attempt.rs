//! One attempt of a search: the orientation of the board, the order in which holes are emptied, the size of the beams, and the changes of the
//! end if some are allowed.

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

/// The states of the region in which holes are changed at the end of an attempt.
const CHANGED: usize = 8;

/// One try, with an orientation of the board and a width of the beams.
pub(super) struct Attempt {
    board: Board,
    /// The empty holes of the start, if it is given.
    aims: Option<Position>,
    /// Whether rows and columns are exchanged.
    turned: bool,
    field: Field,
    /// The holes of the end, by columns.
    columns: Vec<u64>,
    order: Order,
    finish: Finish,
    tolerance: usize,
}

/// The order in which holes are emptied.
enum Order {
    Clearing(Clearing),
    Peel(Peel),
    /// The whole board is one window.
    AtOnce,
}

/// What an attempt found.
pub(super) enum Found {
    /// The jumps, and the holes of the end that were changed.
    Jumps(Vec<(Hole, Hole)>, Vec<Hole>),
    /// It played every game.
    NoGame,
    Nothing,
}

impl Attempt {
    pub fn new(
        seed: u64,
        tolerance: usize,
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
        let width = if whole { AT_ONCE << attempt.min(6) } else { 4 * beam.width };
        let finish = Finish::new(window, ends, width, seed);
        let order = if whole {
            Order::AtOnce
        } else if kind < 2 {
            Order::Clearing(Clearing { seed, field: field.clone(), beam, region })
        } else {
            let empty_step = match (kind, odd) {
                (2, false) => 3,
                (2, true) => 5,
                (_, false) => 2,
                (_, true) => 4,
            };
            let field = field.clone();
            Order::Peel(Peel { seed, field, beam, region, empty_step, tolerance })
        };
        let aims = start.map(|start| board.complement(start));
        Ok(Self { board: board.clone(), aims, turned, field, columns, order, finish, tolerance })
    }

    /// The jumps to an end, if they were found with at most about so much work; and the work.
    pub fn run(self, most: u64, progress: Progress<'_>) -> Result<(Found, u64), SearchError> {
        let mut trail = Trail::new();
        let states = match &self.order {
            Order::Clearing(clearing) => clearing.run(&self.columns, &mut trail, most, progress)?,
            Order::Peel(peel) => peel.run(&self.columns, &mut trail, most, progress)?,
            Order::AtOnce => {
                progress.report(0, 1)?;
                Some(vec![State { columns: self.columns.clone(), last: 0 }])
            }
        };
        let Some(states) = states else { return Ok((Found::Nothing, trail.work)) };
        let last = match self.finish.play(&states, &mut trail) {
            Finished::Solved(last) => Some(last),
            Finished::Exhausted if matches!(self.order, Order::AtOnce) && self.tolerance == 0 => {
                return Ok((Found::NoGame, trail.work));
            }
            Finished::Exhausted | Finished::GaveUp => self.finish_changed(&states, &mut trail),
        };
        let Some(last) = last else { return Ok((Found::Nothing, trail.work)) };
        let hole = |cell: Cell| {
            cell.turned(self.turned).hole(&self.board).expect("the search stays on the board")
        };
        let steps = trail.jumps(last).into_iter().map(|(from, to)| (hole(from), hole(to)));
        let (changes, jumps): (Vec<_>, Vec<_>) = steps.partition(|(from, to)| from == to);
        let changed = changes.into_iter().map(|(hole, _)| hole).collect();
        Ok((Found::Jumps(jumps, changed), trail.work))
    }

    /// The last jump to an end, after one or two holes of the region that nothing has touched were changed.
    fn finish_changed(&self, states: &[State], trail: &mut Trail) -> Option<u32> {
        let region = self.finish.region();
        let hole = |cell: Cell| cell.turned(self.turned).hole(&self.board);
        let class_of = |cells: &mut dyn Iterator<Item = Cell>| {
            self.board.class(&cells.filter_map(hole).collect())
        };
        let is_end = |class| match &self.aims {
            None => self.board.each_hole().any(|hole| self.board.class(&hole.into()) == class),
            Some(aims) => self.board.class(aims) == class,
        };
        for count in 1..=2 {
            let mut changed = Vec::new();
            for state in states.iter().take(CHANGED) {
                let has = |columns: &[u64], cell: &Cell| columns[cell.x] >> cell.y & 1 == 1;
                let (untouched, changes) = trail.untouched(state);
                if changes + count > self.tolerance {
                    continue;
                }
                let class =
                    class_of(&mut self.field.cells().filter(|cell| has(&state.columns, cell)));
                let open = |cell: &Cell| region.contains(*cell) && has(&untouched, cell);
                let open: Vec<Cell> = self.field.cells().filter(open).collect();
                for (number, &one) in open.iter().enumerate() {
                    let others = if count == 1 { &[one][..] } else { &open[number + 1..] };
                    for &other in others {
                        let mut cells = vec![one, other];
                        cells.dedup();
                        if is_end(class ^ class_of(&mut cells.iter().copied())) {
                            let change = |state, &cell: &Cell| trail.change(&state, cell);
                            changed.push(cells.iter().fold(state.clone(), change));
                        }
                    }
                }
            }
            if let Finished::Solved(last) = self.finish.play(&changed, trail) {
                return Some(last);
            }
        }
        None
    }
}
