//! One attempt of a search: the orientation of the board, the order in which holes are emptied, the
//! size of the beams, and the changes of the end if some are allowed.

use super::beam::{Beam, JumpTree, Reached, Spent};
use super::farthest::{FarthestFirst, FarthestLimits};
use super::finish::{Ends, Finish, FinishOutcome};
use super::lines::LineByLine;
use super::order::{self, Order};
use super::window::{Area, ColumnRow, JumpEnds, REGION_SIDE, Window, region};
use super::{Impossible, Limit, Outcome, Search, game};
use crate::board::{Board, Hole, Position};
use crate::progress::Progress;
use crate::solution::Solution;
use crate::{Error, Result};

/// How an attempt empties the board.
#[derive(Clone, Copy)]
enum Way {
    /// Line by line towards a region near the middle: columns first.
    Columns,
    /// Line by line, rows first.
    Rows,
    /// The farthest pegs first, towards where there are most. Pegs go together if they are no
    /// farther apart than this, in columns and in rows.
    Farthest { together: usize },
}

/// The ways of the attempts, one after the other. Then they are repeated, with wider beams. Without
/// lines, 20 texts took five times the work, and two of them were not found; without rows first,
/// noise took twice the work. Without the last way, nothing was found near squares of 24, 40 and 44
/// holes a side in the middle of 64 x 64. Other regions and other lengths of steps found no more.
const WAYS: [Way; 4] = [
    Way::Columns,
    Way::Rows,
    Way::Farthest { together: 2 },
    Way::Farthest { together: 1 },
];

/// The positions of each number of pegs that the first attempt goes on with, on a board that is one
/// window. Each further attempt takes twice as many.
const POSITIONS_IN_ONE_WINDOW: usize = 1600;

/// The most positions that are listed from which a given end is reached.
const POSITIONS_BEFORE_END: usize = 60_000;

/// The positions in whose region holes are changed at the end of an attempt.
const POSITIONS_CHANGED: usize = 8;

/// What an attempt came to.
pub(super) struct Attempted {
    pub outcome: Outcome,
    pub work: u64,
}

/// Makes an attempt at the end with about this much work at most.
pub(super) fn attempt(
    search: &Search,
    number: u32,
    (board, start, end): (&Board, Option<&Position>, &Position),
    most: u64,
    progress: Progress<'_>,
) -> Result<Attempted> {
    let way = WAYS[number as usize % WAYS.len()];
    // A side of more than 64 holes lies across.
    let is_transposed = match way {
        Way::Rows => board.rows() > 64 || board.columns() <= 64,
        Way::Columns | Way::Farthest { .. } => board.rows() > 64,
    };
    let problem = TurnedProblem::new(board, is_transposed, start, end);
    let turned = &problem.turned.board;

    let region = region(
        turned,
        &problem.pegs,
        matches!(way, Way::Farthest { .. }),
        &problem.aimed_cells(),
    )
    .ok_or(Error::FarApart { side: REGION_SIDE })?;

    let round = number / WAYS.len() as u32;
    let beam = Beam {
        width: 400 << round.min(4),
        results: 100,
        depth: 24 + 4 * round as usize,
        seed: seed_of(search, number),
    };
    let order: Box<dyn Order> = match way {
        Way::Columns | Way::Rows => Box::new(LineByLine::new(turned, region)),
        Way::Farthest { together } => {
            let limits = FarthestLimits {
                together,
                changes: search.tolerance,
            };
            Box::new(FarthestFirst::new(turned, &problem.pegs, region, limits))
        }
    };

    let attempt = Attempt {
        finish: problem.finish(region, beam, number),
        problem: &problem,
        region,
        order,
        beam,
        tolerance: search.tolerance,
    };

    let mut spent = Spent::nothing(most, search.memory, progress);
    let outcome = match attempt.find(board, &mut spent) {
        Err(Error::Memory(_)) => Outcome::GaveUp(Limit::Memory),
        found => found?,
    };
    Ok(Attempted {
        outcome,
        work: spent.work,
    })
}

/// The seed of an attempt.
fn seed_of(search: &Search, number: u32) -> u64 {
    search
        .seed
        .wrapping_mul(1 << 20)
        .wrapping_add(u64::from(number))
}

/// A board with columns and rows exchanged, or the same.
struct Turned {
    board: Board,
    /// For each of its holes, that of the original board.
    own: Vec<Hole>,
}

impl Turned {
    fn new(board: &Board, is_transposed: bool) -> Self {
        let mut own: Vec<Hole> = board.each_hole().collect();
        if !is_transposed {
            return Self {
                board: board.clone(),
                own,
            };
        }

        own.sort_by_key(|&hole| board.place(hole));
        let mut places = Vec::new();
        for &hole in &own {
            let (column, row) = board.place(hole);
            places.push((row, column));
        }
        let turned = Board::new(board.lattice(), &places);
        Self {
            board: turned.expect("as many holes as before"),
            own,
        }
    }

    /// A position of the original board on this one.
    fn position(&self, original: &Position) -> Position {
        let holes = self.own.iter().zip(self.board.each_hole());
        holes
            .filter(|(own, _)| original.has(**own))
            .map(|(_, hole)| hole)
            .collect()
    }
}

/// What an attempt looks for, backwards and on its own board: from the empty holes of the end, as
/// pegs, to those of the start, or to any one peg.
struct TurnedProblem<'e> {
    turned: Turned,
    end: &'e Position,
    pegs: Position,
    aims: Option<Position>,
}

impl<'e> TurnedProblem<'e> {
    fn new(
        board: &Board,
        is_transposed: bool,
        start: Option<&Position>,
        end: &'e Position,
    ) -> Self {
        let turned = Turned::new(board, is_transposed);
        let empty = |position: &Position| turned.position(&board.complement(position));
        let pegs = empty(end);
        let aims = start.map(empty);
        Self {
            turned,
            end,
            pegs,
            aims,
        }
    }

    /// The places of the pegs that are aimed for.
    fn aimed_cells(&self) -> Vec<ColumnRow> {
        let aims = self.aims.iter().flat_map(Position::pegs);
        aims.map(|hole| ColumnRow::of(&self.turned.board, hole))
            .collect()
    }

    /// How the region is played, which is left to the end.
    fn finish(&self, region: Area, beam: Beam, number: u32) -> Finish {
        let window = Window::new(&self.turned.board, region);
        let ends = match &self.aims {
            None => Ends::any_peg(&window),
            Some(aims) => Ends::of_window(&window, window.pegs(aims), POSITIONS_BEFORE_END),
        };

        let width = if self.is_one_window(region) {
            POSITIONS_IN_ONE_WINDOW << number.min(6)
        } else {
            4 * beam.width
        };
        Finish::new(window, ends, width, beam.seed)
    }

    fn is_one_window(&self, region: Area) -> bool {
        region == Area::of(&self.turned.board)
    }

    /// Whether a position of this class may lead to what is aimed for.
    fn can_lead_on(&self, class: u8) -> bool {
        let board = &self.turned.board;
        match &self.aims {
            None => board
                .each_hole()
                .any(|hole| board.class_of_peg(hole) == class),
            Some(aims) => board.class(aims) == class,
        }
    }

    /// The game with these jumps, which lead backwards from its end. Changes among them change the
    /// end.
    fn game(&self, original: &Board, jumps: &[JumpEnds]) -> Solution {
        let mut end = self.end.clone();
        let mut played = Vec::new();
        for jump in jumps {
            let own = |hole: Hole| self.turned.own[hole.index()];
            if jump.is_change() {
                end.flip(own(jump.from));
            } else {
                played.push(JumpEnds {
                    from: own(jump.from),
                    to: own(jump.to),
                });
            }
        }
        game(original, &end, &played)
    }
}

/// An attempt, ready to be made.
struct Attempt<'p> {
    problem: &'p TurnedProblem<'p>,
    region: Area,
    order: Box<dyn Order>,
    beam: Beam,
    finish: Finish,
    tolerance: usize,
}

impl Attempt<'_> {
    /// Empties all but the region, then plays that.
    fn find(&self, board: &Board, spent: &mut Spent<'_>) -> Result<Outcome> {
        let emptied = order::run(&*self.order, &self.problem.pegs, self.beam, spent)?;
        let Some(positions) = emptied else {
            return Ok(Outcome::GaveUp(Limit::Effort));
        };

        let is_proof = self.problem.is_one_window(self.region) && self.tolerance == 0;
        let last = match self.finish.play(&positions, spent)? {
            FinishOutcome::Solved(last) => Some(last),
            FinishOutcome::Exhausted if is_proof => {
                return Ok(Outcome::Impossible(Impossible::Exhausted));
            }
            FinishOutcome::Exhausted | FinishOutcome::GaveUp => {
                self.finish_changed(&positions, spent)?
            }
        };

        Ok(match last {
            Some(last) => Outcome::Solved(self.problem.game(board, &spent.tree.jumps(last))),
            None => Outcome::GaveUp(Limit::Effort),
        })
    }

    /// The last jump to an end, after one or two holes of the region that nothing has touched were
    /// changed.
    fn finish_changed(&self, positions: &[Reached], spent: &mut Spent<'_>) -> Result<Option<u32>> {
        for count in 1..=2 {
            let mut changed = Vec::new();
            for reached in positions.iter().take(POSITIONS_CHANGED) {
                self.change(reached, count, &mut changed, &mut spent.tree);
            }
            if let FinishOutcome::Solved(last) = self.finish.play(&changed, spent)? {
                return Ok(Some(last));
            }
        }
        Ok(None)
    }

    /// Adds the positions with `count` more holes changed, one or two, from which an end may be
    /// reached.
    fn change(
        &self,
        reached: &Reached,
        count: usize,
        changed: &mut Vec<Reached>,
        tree: &mut JumpTree,
    ) {
        let board = &self.problem.turned.board;
        let (untouched, changes) = tree.untouched(board, reached);
        if changes + count > self.tolerance {
            return;
        }

        let class = board.class(&reached.pegs);
        let open: Vec<Hole> = self
            .region
            .holes(board)
            .filter(|&hole| untouched.has(hole))
            .collect();

        for (number, &first) in open.iter().enumerate() {
            let seconds = if count == 1 {
                &[first][..]
            } else {
                &open[number + 1..]
            };

            for &second in seconds {
                let holes: Position = [first, second].into_iter().collect();
                if self.problem.can_lead_on(class ^ board.class(&holes)) {
                    let mut position = reached.clone();
                    for hole in holes.pegs() {
                        position = tree.change(&position, hole);
                    }
                    changed.push(position);
                }
            }
        }
    }
}
