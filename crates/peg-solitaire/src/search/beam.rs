//! A beam search in one window: from many positions of the whole board to many in which some holes
//! are empty.

use rustc_hash::{FxHashMap, FxHashSet};

use super::window::Window;
use crate::Result;
use crate::board::{Board, Hole, Position};
use crate::memory::MemoryError;
use crate::progress::Progress;

/// A position of the whole board, and the jumps that led to it: the last one's number in a
/// [`JumpTree`].
#[derive(Clone)]
pub(super) struct State {
    pub pegs: Position,
    pub last: u32,
}

/// The states after a step of an attempt, if it succeeds; or why the attempt ends.
pub(super) type Step = Result<Option<Vec<State>>>;

/// The positions from which jumps are played between two questions whether to go on: hundredths of
/// a second.
pub(super) const RUN: usize = 1 << 10;

/// The memory of a position that is listed, and of one that is remembered as seen, in bytes, about.
const LISTED: usize = 48;
const SEEN: usize = 32;

/// What an attempt may take, and what it has taken.
pub(super) struct Spent<'p> {
    pub tree: JumpTree,
    /// The positions that the beams have kept so far.
    pub work: u64,
    /// The most work after which another step is begun.
    pub most: u64,
    /// The most memory in bytes for the jumps, the states and what a beam remembers.
    pub memory: usize,
    /// The bytes of the states to which the attempt may go back.
    pub states: usize,
    pub progress: Progress<'p>,
    /// How much of the attempt is done, of how much.
    pub done: (u64, u64),
}

impl Spent<'_> {
    /// Asks whether to go on, with `listed` positions in lists and `seen` remembered.
    pub fn ask(&self, listed: usize, seen: usize) -> Result<()> {
        self.progress.report(self.done.0, self.done.1)?;
        let jumps = self.tree.jumps.len() * size_of::<(u32, Hole, Hole)>();
        let all = jumps + self.states + listed * LISTED + seen * SEEN;
        if all <= self.memory {
            return Ok(());
        }
        let available = Some(self.memory as u64);
        Err(MemoryError {
            what: "an attempt".into(),
            needed: all as u64,
            available,
        }
        .into())
    }
}

/// All jumps played, by their ends, each with the number of the one before. Number 0 is the
/// beginning. A jump from a hole into the same hole is a change of the position that is to be left:
/// a hole that nothing has touched so far has been full or empty from the beginning.
pub(super) struct JumpTree {
    jumps: Vec<(u32, Hole, Hole)>,
}

impl JumpTree {
    pub fn new() -> Self {
        Self {
            jumps: vec![(0, Hole(0), Hole(0))],
        }
    }

    /// Adds a jump after the one with number `last`, and returns its number.
    pub fn push(&mut self, last: u32, from: Hole, to: Hole) -> u32 {
        self.jumps.push((last, from, to));
        (self.jumps.len() - 1) as u32
    }

    /// The state with one more hole changed.
    pub fn change(&mut self, state: &State, hole: Hole) -> State {
        let mut pegs = state.pegs.clone();
        pegs.flip(hole);
        State {
            pegs,
            last: self.push(state.last, hole, hole),
        }
    }

    /// The holes that no jump or change has touched on the way to a state, and the number of
    /// changes.
    pub fn untouched(&self, board: &Board, state: &State) -> (Position, usize) {
        let mut untouched = board.full();
        let mut changes = 0;
        for (from, to) in self.back_from(state.last) {
            let over = board.jump(from, to).map(|jump| jump.over());
            [from, to]
                .into_iter()
                .chain(over)
                .for_each(|hole| untouched.remove(hole));
            changes += usize::from(from == to);
        }
        (untouched, changes)
    }

    /// The jumps up to this one, from the first.
    pub fn jumps(&self, last: u32) -> Vec<(Hole, Hole)> {
        let mut jumps: Vec<(Hole, Hole)> = self.back_from(last).collect();
        jumps.reverse();
        jumps
    }

    /// The jumps from this one back to the first.
    fn back_from(&self, mut last: u32) -> impl Iterator<Item = (Hole, Hole)> {
        std::iter::from_fn(move || {
            let (before, from, to) = self.jumps[last as usize];
            (std::mem::replace(&mut last, before) != 0).then_some((from, to))
        })
    }
}

#[derive(Clone, Copy)]
pub(super) struct Beam {
    /// The positions kept after each jump.
    pub width: usize,
    /// The results kept.
    pub results: usize,
    /// The most jumps.
    pub depth: usize,
    /// Chooses between positions that are equally promising.
    pub seed: u64,
}

/// What is good to have, in points. The fewer the better.
mod points {
    /// A peg in a hole that is to be emptied.
    pub const LEFT: i64 = 20;
    /// A lone peg.
    pub const LONE: i64 = 12;
    /// A peg next to the holes that are to be emptied, where it will be in the way.
    pub const NEXT: i64 = 4;
    /// A peg one hole further.
    pub const AFTER_NEXT: i64 = 1;
    /// Each peg: pegs are what clears the rest.
    pub const PEG: i64 = -3;
}

/// A position of the window, the group of states that it comes from, and the last of its own jumps.
#[derive(Clone, Copy)]
struct Node {
    pegs: u64,
    group: u32,
    last: u32,
}

/// Up to `beam.results` different positions that are reached from the states by jumps in the window
/// and in which the holes of `goal` are empty; the best first. Empty if none was found.
pub(super) fn clear(
    window: &Window,
    goal: u64,
    states: &[State],
    beam: Beam,
    spent: &mut Spent<'_>,
) -> Result<Vec<State>> {
    let next = window.beside(goal) & !goal;
    let after_next = window.beside(next) & !goal & !next;
    let value = |pegs: u64| {
        let count = |holes: u64| i64::from(holes.count_ones());
        let lone = window.lone(pegs);
        points::LEFT * count(pegs & goal)
            + points::LONE * (count(lone) + count(lone & (goal | next)))
            + points::NEXT * count(pegs & next)
            + points::AFTER_NEXT * count(pegs & after_next)
            + points::PEG * count(pegs)
    };
    // States that are equal in the window are one group: the search in the window is the same for
    // all of them.
    let mut groups: FxHashMap<u64, u32> = FxHashMap::default();
    let mut members: Vec<Vec<&State>> = Vec::new();
    let mut own = JumpTree::new();
    let mut nodes = Vec::new();
    let mut done = Vec::new();
    let mut seen: FxHashSet<(u32, u64)> = FxHashSet::default();
    for state in states {
        let pegs = window.pegs(&state.pegs);
        let group = *groups.entry(pegs).or_insert(members.len() as u32);
        if group as usize == members.len() {
            members.push(Vec::new());
            let node = Node {
                pegs,
                group,
                last: 0,
            };
            if pegs & goal == 0 {
                done.push((value(pegs), node))
            } else {
                nodes.push(node)
            }
        }
        members[group as usize].push(state);
    }
    let mut since_first = 0;
    for _ in 0..beam.depth {
        let mut found = Vec::new();
        // Each jump removes a peg: what was seen after fewer jumps doesn't come again.
        seen.clear();
        for nodes in nodes.chunks(RUN) {
            spent.ask(own.jumps.len() / 4 + found.len() + done.len(), seen.len())?;
            for node in nodes {
                window.each_jump(node.pegs, |pegs, from, to| {
                    if seen.insert((node.group, pegs)) {
                        let value = value(pegs) + noise(pegs, beam.seed);
                        found.push((value, pegs, node.group, node.last, from, to));
                    }
                });
            }
        }
        if found.len() > beam.width {
            found.select_nth_unstable(beam.width);
            found.truncate(beam.width);
        }
        found.sort_unstable();
        spent.work += found.len() as u64;
        nodes.clear();
        for (value, pegs, group, last, from, to) in found {
            let last = own.push(last, window.hole(from), window.hole(to));
            let node = Node { pegs, group, last };
            if pegs & goal == 0 {
                done.push((value, node));
            }
            nodes.push(node);
        }
        since_first += usize::from(!done.is_empty());
        if nodes.is_empty() || since_first > 2 && done.len() >= 2 * beam.results {
            break;
        }
    }
    done.sort_unstable_by_key(|(value, node)| (*value, node.pegs, node.group));
    // Each result with the best state of its group, then with the second best, and so on.
    let most = members.iter().map(Vec::len).max().unwrap_or(0);
    let mut results = Vec::new();
    let mut known: FxHashSet<Position> = FxHashSet::default();
    for number in 0..most {
        for (_, node) in &done {
            let Some(state) = members[node.group as usize].get(number) else {
                continue;
            };
            let mut pegs = state.pegs.clone();
            window.put(&mut pegs, node.pegs);
            if known.insert(pegs.clone()) {
                let jumps = own.jumps(node.last).into_iter();
                let last = jumps.fold(state.last, |at, (from, to)| spent.tree.push(at, from, to));
                results.push(State { pegs, last });
                if results.len() == beam.results {
                    return Ok(results);
                }
            }
        }
    }
    Ok(results)
}

/// A few points that depend on the seed, so that another seed prefers other positions.
pub(super) fn noise(pegs: u64, seed: u64) -> i64 {
    let mixed =
        (pegs ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    ((mixed ^ mixed >> 32).wrapping_mul(0xc4ce_b9fe_1a85_ec53) >> 62) as i64
}
