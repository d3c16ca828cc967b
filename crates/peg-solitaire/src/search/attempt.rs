//! One attempt of a search: the orientation of the board, the order in which holes are emptied, the
//! size of the beams, and the changes of the end if some are allowed.

use super::beam::{Beam, JumpTree, Spent, State};
use super::farthest::FarthestFirst;
use super::finish::{Ends, Finish, Finished};
use super::lines::Lines;
use super::order::{self, Order};
use super::window::{Area, Cell, SIDE, Window, region};
use super::{Impossible, Limit, Outcome, Search, game};
use crate::board::{Board, Hole, Position};
use crate::progress::Progress;
use crate::{Error, Result};

/// How an attempt empties the board.
#[derive(Clone, Copy)]
enum Way {
    /// Line by line towards a region near the middle: columns first, or rows.
    Lines { transposed: bool },
    /// The farthest pegs first, towards where there are most.
    Farthest,
}

/// The ways of the attempts, one after the other. Then they are repeated, with wider beams. Without
/// lines, 20 texts took five times the work, and two of them were not found; without rows first,
/// noise took twice the work. Other regions and other lengths of steps found nothing more.
const WAYS: [Way; 3] = [
    Way::Lines { transposed: false },
    Way::Lines { transposed: true },
    Way::Farthest,
];

/// The positions of each number of pegs that the first attempt goes on with, on a board that is one
/// window. Each further attempt takes twice as many.
const AT_ONCE: usize = 1600;

/// The positions that are listed from which a given end is reached.
const LISTED: usize = 60_000;

/// The states of the region in which holes are changed at the end of an attempt.
const CHANGED: usize = 8;

/// Makes an attempt at the end with about this much work at most. Also returns the work done.
pub(super) fn attempt(
    search: &Search,
    number: u32,
    (board, start, end): (&Board, Option<&Position>, &Position),
    most: u64,
    progress: Progress<'_>,
) -> Result<(Outcome, u64)> {
    let way = WAYS[number as usize % WAYS.len()];
    // A side of more than 64 holes lies across.
    let is_wished = matches!(way, Way::Lines { transposed: true });
    let transposed = board.rows() > 64 || is_wished && board.columns() <= 64;
    let (own, turned) = turned(board, transposed);
    let of_own = |position: &Position| -> Position {
        own.iter()
            .zip(turned.each_hole())
            .filter(|(own, _)| position.has(**own))
            .map(|it| it.1)
            .collect()
    };
    let pegs = of_own(&board.complement(end));
    let aims = start.map(|start| of_own(&board.complement(start)));
    let cells = aims
        .iter()
        .flat_map(Position::pegs)
        .map(|hole| Cell::of(&turned, hole));
    let cells: Vec<Cell> = cells.collect();
    let region = region(&turned, &pegs, matches!(way, Way::Farthest), &cells)
        .ok_or(Error::FarApart { side: SIDE })?;
    let is_whole = region == Area::of(&turned);
    let seed = search
        .seed
        .wrapping_mul(1 << 20)
        .wrapping_add(u64::from(number));
    let round = number / WAYS.len() as u32;
    let width = 400 << round.min(4);
    let beam = Beam {
        width,
        results: 100,
        depth: 24 + 4 * round as usize,
        seed,
    };
    let window = Window::new(&turned, region);
    let ends = match &aims {
        None => Ends::any_peg(&window),
        Some(aims) => Ends::of_window(&window, window.pegs(aims), LISTED),
    };
    let at_end = if is_whole {
        AT_ONCE << number.min(6)
    } else {
        4 * width
    };
    let finish = Finish::new(window, ends, at_end, seed);

    let mut spent = Spent {
        tree: JumpTree::new(),
        work: 0,
        most,
        memory: usize::try_from(search.memory).unwrap_or(usize::MAX),
        states: 0,
        progress,
        done: (0, 1),
    };
    let order: Box<dyn Order> = match way {
        Way::Lines { .. } => Box::new(Lines::new(&turned, region)),
        Way::Farthest => Box::new(FarthestFirst::new(&turned, &pegs, region, search.tolerance)),
    };
    let mut find = || {
        let Some(states) = order::run(&*order, &pegs, beam, &mut spent)? else {
            return Ok(Outcome::GaveUp(Limit::Effort));
        };
        let last = match finish.play(&states, &mut spent)? {
            Finished::Solved(last) => Some(last),
            Finished::Exhausted if is_whole && search.tolerance == 0 => {
                return Ok(Outcome::Impossible(Impossible::Exhausted));
            }
            Finished::Exhausted | Finished::GaveUp => {
                let region: Vec<Hole> = region.holes(&turned).collect();
                let (aims, most) = (aims.as_ref(), search.tolerance);
                finish_changed(&turned, aims, &region, most, &finish, &states, &mut spent)?
            }
        };
        let Some(last) = last else {
            return Ok(Outcome::GaveUp(Limit::Effort));
        };
        let jumps = spent.tree.jumps(last).into_iter();
        let jumps = jumps.map(|(from, to)| (own[from.index()], own[to.index()]));
        let (changes, jumps): (Vec<_>, Vec<_>) = jumps.partition(|(from, to)| from == to);
        let mut end = end.clone();
        changes.into_iter().for_each(|(hole, _)| end.flip(hole));
        Ok(Outcome::Solved(game(board, &end, &jumps)))
    };
    let found = match find() {
        Err(Error::Memory(_)) => Outcome::GaveUp(Limit::Memory),
        found => found?,
    };
    Ok((found, spent.work))
}

/// A board with columns and rows exchanged, or the same, and for each of its holes that of the
/// board.
fn turned(board: &Board, transposed: bool) -> (Vec<Hole>, Board) {
    let mut own: Vec<Hole> = board.each_hole().collect();
    if !transposed {
        return (own, board.clone());
    }
    own.sort_by_key(|&hole| board.place(hole));
    let exchanged = |&hole: &Hole| (board.place(hole).1, board.place(hole).0);
    let turned = Board::new(
        board.lattice(),
        &own.iter().map(exchanged).collect::<Vec<_>>(),
    );
    (own, turned.expect("as many holes as before"))
}

/// The last jump to an end, after one or two holes of the region that nothing has touched were
/// changed.
fn finish_changed(
    board: &Board,
    aims: Option<&Position>,
    region: &[Hole],
    tolerance: usize,
    finish: &Finish,
    states: &[State],
    spent: &mut Spent<'_>,
) -> Result<Option<u32>> {
    let is_end = |class| match aims {
        None => board
            .each_hole()
            .any(|hole| board.class_of_peg(hole) == class),
        Some(aims) => board.class(aims) == class,
    };
    for count in 1..=2 {
        let mut changed = Vec::new();
        for state in states.iter().take(CHANGED) {
            let (untouched, changes) = spent.tree.untouched(board, state);
            if changes + count > tolerance {
                continue;
            }
            let class = board.class(&state.pegs);
            let open: Vec<Hole> = region
                .iter()
                .copied()
                .filter(|&it| untouched.has(it))
                .collect();
            for (number, &one) in open.iter().enumerate() {
                let others = if count == 1 {
                    &[one][..]
                } else {
                    &open[number + 1..]
                };
                for &other in others {
                    let holes: Position = [one, other].into_iter().collect();
                    if is_end(class ^ board.class(&holes)) {
                        let change = |state, hole| spent.tree.change(&state, hole);
                        changed.push(holes.pegs().fold(state.clone(), change));
                    }
                }
            }
        }
        if let Finished::Solved(last) = finish.play(&changed, spent)? {
            return Ok(Some(last));
        }
    }
    Ok(None)
}
