//! Back to a known game: some other jumps were played, and from there a way is sought to a later position of the game.
//!
//! The other jumps have changed a few holes that lie close together. The way goes through a window around them, a machine word. The jumps of the
//! known game outside of the window are played as they come. Those that cross its border are *events*: each must come in its turn, when the
//! holes inside are as it needs them. Between the events a beam search plays jumps of its own, and stays close to what the known
//! game has in the window at that time, until it has the same:
//!
//! ```text
//!   known       K0 - K1 - event - K2 - K3 - event - K4 - K5 - ...
//!   other jumps   \                               /
//!   way            P  - .. - event - ..  - .. - event
//! ```

mod windows;

use rustc_hash::FxHashSet;

use super::beam::{Trail, whim};
use super::ends::Ends;
use super::window::{Area, Cell, Window};
use super::{Outcome, Search, SearchError};
use crate::board::{Hole, Jump, Position};
use crate::progress::Progress;
use crate::solution::Solution;
use windows::{clusters, windows};

/// The positions that are listed before each event.
const LISTED: usize = 3_000;

/// The positions kept after each jump: first few, then more.
const WIDTHS: [usize; 2] = [300, 3_000];

/// The attempts to search for a game without the known one, where the empty holes lie close together.
const ATTEMPTS: u32 = 4;

impl Search {
    /// Searches for a game from these pegs to the end of a known game, to be joined where that is possible.
    ///
    /// # Errors
    /// If the pegs are not on the board of the game, or the watcher asks the search to stop.
    pub fn rejoin(
        &self,
        pegs: &Position,
        known: &Solution,
        progress: Progress<'_>,
    ) -> Result<Outcome, SearchError> {
        let (board, end) = (known.board(), known.end());
        if !board.contains(pegs) {
            return Err(SearchError::OffBoard { board: board.clone() });
        }
        if let Some(why) = Self::impossible_from(board, pegs, &end) {
            return Ok(Outcome::Impossible(why));
        }
        if let Some(solution) = self.detours(pegs, known, progress)? {
            return Ok(Outcome::Solved(solution));
        }
        let few = 0..self.attempts.min(ATTEMPTS);
        match self.attempt(few, board, Some(pegs), &end, &mut { self.work }, progress) {
            Err(SearchError::FarApart) => Ok(Outcome::GaveUp),
            outcome => outcome,
        }
    }

    /// A way from these pegs to a known game, with a detour around each place where the pegs differ from its start.
    fn detours(
        &self,
        pegs: &Position,
        known: &Solution,
        progress: Progress<'_>,
    ) -> Result<Option<Solution>, SearchError> {
        let board = known.board();
        let mut known = known.clone();
        let others = pegs.without(known.start());
        let missing = known.start().without(pegs);
        let places = clusters(board, others.pegs().chain(missing.pegs()));
        let count = places.len() as u64;
        for (number, place) in (0..).zip(places) {
            let mut from = known.start().clone();
            place.iter().for_each(|&hole| from.flip(hole));
            let found = progress
                .part(number, number + 1, count, |part| self.detour(&from, &known, &place, part))?;
            let Some(jumps) = found else { return Ok(None) };
            let solution = Solution::new(board, from, jumps);
            let end = known.end();
            known = solution.expect("a detour can be played").in_rounds();
            assert_eq!(known.end(), end, "a detour leads to the end");
        }
        Ok(Some(known))
    }

    /// The jumps from these pegs to the end of a known game, whose start differs from them in the holes of one place.
    fn detour(
        &self,
        from: &Position,
        known: &Solution,
        place: &[Hole],
        progress: Progress<'_>,
    ) -> Result<Option<Vec<Jump>>, SearchError> {
        let areas = windows(known.board(), place);
        let tries = WIDTHS.iter().flat_map(|&width| areas.iter().map(move |&area| (width, area)));
        let total = (WIDTHS.len() * areas.len()) as u64;
        for (number, (width, area)) in (0..).zip(tries) {
            progress.report(number, total)?;
            if let Some(jumps) = Detour::new(known, area).search(from, width, self.seed) {
                return Ok(Some(jumps));
            }
        }
        Ok(None)
    }
}

/// A position of the known game in the window.
struct Passed {
    /// The jumps inside the window before it.
    inside: i64,
    pegs: u64,
    /// All jumps before it.
    jumps: usize,
}

/// A jump of the known game over the border of the window.
struct Event {
    /// Its number in the game.
    number: usize,
    /// The holes of the window that must have pegs, and those that it changes.
    pegs: u64,
    changed: u64,
    from: Cell,
    to: Cell,
}

/// A position on the way.
struct Node {
    pegs: u64,
    /// The number of events so far.
    events: usize,
    /// The number of its own jumps.
    inside: i64,
    /// The last jump in the trail.
    last: u32,
}

/// The known game, as a window sees it.
struct Detour<'k> {
    known: &'k Solution,
    window: Window,
    events: Vec<Event>,
    /// What the game has in the window before each event, and after the last.
    passed: Vec<Vec<Passed>>,
}

impl<'k> Detour<'k> {
    fn new(known: &'k Solution, area: Area) -> Self {
        let board = known.board();
        let window = Window::new(area, board.lattice(), |cell| cell.hole(board).is_some());
        let mask = |holes: &[Hole]| window.mask(holes.iter().map(|&hole| Cell::of(board, hole)));
        let mut pegs = window.mask(known.start().pegs().map(|hole| Cell::of(board, hole)));
        let mut inside = 0;
        let mut events = Vec::new();
        let mut passed = vec![vec![Passed { inside, pegs, jumps: 0 }]];
        for (number, jump) in known.jumps().iter().enumerate() {
            let changed = mask(&[jump.from(), jump.over(), jump.to()]);
            let now = |inside| Passed { inside, pegs: pegs ^ changed, jumps: number + 1 };
            match (changed.count_ones(), passed.last_mut()) {
                (0, _) | (_, None) => continue,
                (3, Some(before)) => {
                    inside += 1;
                    before.push(now(inside));
                }
                _ => {
                    let [from, to] = [jump.from(), jump.to()].map(|hole| Cell::of(board, hole));
                    let pegs = mask(&[jump.from(), jump.over()]);
                    events.push(Event { number, pegs, changed, from, to });
                    passed.push(vec![now(inside)]);
                }
            }
            pegs ^= changed;
        }
        Self { known, window, events, passed }
    }

    /// The jumps from these pegs to the end of the game, if a way to it is found.
    fn search(&self, from: &Position, width: usize, seed: u64) -> Option<Vec<Jump>> {
        let board = self.known.board();
        let pegs = self.window.mask(from.pegs().map(|hole| Cell::of(board, hole)));
        let ahead = i64::from(self.passed[0][0].pegs.count_ones()) - i64::from(pegs.count_ones());
        let mut trail = Trail::new();
        let mut ends: Vec<Option<Ends>> = self.events.iter().map(|_| None).chain([None]).collect();
        let mut seen: FxHashSet<(u64, usize)> = FxHashSet::default();
        let mut nodes = vec![Node { pegs, events: 0, inside: 0, last: 0 }];
        while !nodes.is_empty() {
            let mut found = Vec::new();
            for node in &nodes {
                let passed = self.passed[node.events].last()?;
                let ends = ends[node.events]
                    .get_or_insert_with(|| Ends::given(&self.window, passed.pegs, LISTED));
                if ends.contains(node.pegs) {
                    let last = ends.follow(&self.window, node.pegs, node.last, &mut trail);
                    return self.joined(&trail.jumps(last), passed.jumps);
                }
                let mut add = |pegs, events, inside, jump| {
                    if seen.insert((pegs, events)) {
                        let value = self.value(pegs, events, inside + ahead) + whim(pegs, seed);
                        found.push((value, pegs, events, inside, node.last, jump));
                    }
                };
                self.window.each_jump(node.pegs, |pegs, from, to| {
                    add(pegs, node.events, node.inside + 1, Some((from, to)));
                });
                if let Some(event) = self.events.get(node.events)
                    && node.pegs & event.changed == event.pegs
                {
                    add(node.pegs ^ event.changed, node.events + 1, node.inside, None);
                }
            }
            found.sort_unstable();
            found.truncate(width);
            nodes.clear();
            for (_, pegs, events, inside, last, jump) in found {
                let last = match jump {
                    Some((from, to)) => {
                        trail.push(last, self.window.cell(from), self.window.cell(to))
                    }
                    None => {
                        let event = &self.events[events - 1];
                        trail.push(last, event.from, event.to)
                    }
                };
                nodes.push(Node { pegs, events, inside, last });
            }
        }
        None
    }

    /// How far a position is from what the known game has in the window at that time. The less the better.
    fn value(&self, pegs: u64, events: usize, inside: i64) -> i64 {
        let passed = &self.passed[events];
        let at = passed.partition_point(|passed| passed.inside < inside).min(passed.len() - 1);
        let differ = i64::from((passed[at].pegs ^ pegs).count_ones());
        4 * differ + 2 * (passed[at].inside - inside).abs()
    }

    /// The steps of a way, with the jumps of the known game outside of the window in their turn, and the rest of the game after this
    /// many jumps.
    fn joined(&self, steps: &[(Cell, Cell)], rejoined: usize) -> Option<Vec<Jump>> {
        let (board, known) = (self.known.board(), self.known.jumps());
        let is_outside = |jump: &&Jump| {
            let holes = [jump.from(), jump.over(), jump.to()];
            self.window.mask(holes.into_iter().map(|hole| Cell::of(board, hole))) == 0
        };
        let mut jumps: Vec<Jump> = Vec::new();
        let mut events = self.events.iter().peekable();
        let mut played = 0;
        for &(from, to) in steps {
            if let Some(event) = events.next_if(|event| (event.from, event.to) == (from, to)) {
                jumps.extend(known[played..event.number].iter().filter(is_outside));
                played = event.number + 1;
            }
            jumps.push(board.jump(from.hole(board)?, to.hole(board)?)?);
        }
        jumps.extend(known[played..rejoined].iter().filter(is_outside));
        jumps.extend(&known[rejoined..]);
        Some(jumps)
    }
}
