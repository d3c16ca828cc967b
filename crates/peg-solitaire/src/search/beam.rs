//! A beam search in one window: from many positions of the whole board to many in which some holes
//! are empty.

use rustc_hash::{FxHashMap, FxHashSet};

use super::window::{JumpEnds, Window};
use crate::Result;
use crate::board::{Board, Hole, Position};
use crate::memory::MemoryError;
use crate::progress::Progress;

/// A position of the whole board that was reached, and the jumps that led to it: the last one's
/// number in a [`JumpTree`].
#[derive(Clone)]
pub(super) struct Reached {
    pub pegs: Position,
    pub last: u32,
}

impl Reached {
    /// The position from which the search begins.
    pub fn beginning(pegs: &Position) -> Self {
        Self {
            pegs: pegs.clone(),
            last: 0,
        }
    }
}

/// The positions after a step of an attempt, if it succeeds; or why the attempt ends.
pub(super) type StepResult = Result<Option<Vec<Reached>>>;

/// The positions from which jumps are played between two questions whether to go on: hundredths of
/// a second.
pub(super) const POSITIONS_PER_QUESTION: usize = 1 << 10;

/// The memory of a position that is listed, and of one that is remembered as seen, in bytes, about.
const BYTES_LISTED: usize = 48;
const BYTES_SEEN: usize = 32;

/// What an attempt may take, and what it has taken.
pub(super) struct Spent<'p> {
    pub tree: JumpTree,
    /// The positions that the beams have kept so far.
    pub work: u64,
    /// The most work after which another step is begun.
    pub most: u64,
    /// The most memory in bytes for the jumps, the positions and what a beam remembers.
    pub memory: usize,
    /// The bytes of the positions to which the attempt may go back.
    pub history: usize,
    pub progress: Progress<'p>,
    /// How much of the attempt is done, of how much.
    pub done: (u64, u64),
}

impl<'p> Spent<'p> {
    /// Nothing yet, of this much work and memory.
    pub fn nothing(most: u64, memory: u64, progress: Progress<'p>) -> Self {
        Self {
            tree: JumpTree::new(),
            work: 0,
            most,
            memory: usize::try_from(memory).unwrap_or(usize::MAX),
            history: 0,
            progress,
            done: (0, 1),
        }
    }

    /// Asks whether to go on, with `listed` positions in lists and `seen` remembered.
    pub fn ask(&self, listed: usize, seen: usize) -> Result<()> {
        self.progress.report(self.done.0, self.done.1)?;

        let jumps = self.tree.jumps.len() * size_of::<TreeJump>();
        let needed = jumps + self.history + listed * BYTES_LISTED + seen * BYTES_SEEN;
        if needed <= self.memory {
            return Ok(());
        }

        let refused = MemoryError {
            what: "an attempt".into(),
            needed: needed as u64,
            available: Some(self.memory as u64),
        };
        Err(refused.into())
    }
}

/// A jump of a tree, and the number of the one before.
struct TreeJump {
    before: u32,
    ends: JumpEnds,
}

/// All jumps played, each with the number of the one before. Number 0 is the beginning.
pub(super) struct JumpTree {
    jumps: Vec<TreeJump>,
}

impl JumpTree {
    pub fn new() -> Self {
        let beginning = TreeJump {
            before: 0,
            ends: JumpEnds {
                from: Hole(0),
                to: Hole(0),
            },
        };
        Self {
            jumps: vec![beginning],
        }
    }

    /// Adds a jump after the one with number `before`, and returns its number.
    pub fn push(&mut self, before: u32, ends: JumpEnds) -> u32 {
        self.jumps.push(TreeJump { before, ends });
        (self.jumps.len() - 1) as u32
    }

    /// The position with one more hole changed.
    pub fn change(&mut self, reached: &Reached, hole: Hole) -> Reached {
        let mut pegs = reached.pegs.clone();
        pegs.flip(hole);

        let change = JumpEnds {
            from: hole,
            to: hole,
        };
        Reached {
            pegs,
            last: self.push(reached.last, change),
        }
    }

    /// The holes that no jump or change has touched on the way to a position, and the number of
    /// changes.
    pub fn untouched(&self, board: &Board, reached: &Reached) -> (Position, usize) {
        let mut untouched = board.full();
        let mut changes = 0;
        for ends in self.back_from(reached.last) {
            untouched.remove(ends.from);
            untouched.remove(ends.to);
            if let Some(jump) = board.jump(ends.from, ends.to) {
                untouched.remove(jump.over());
            }

            if ends.is_change() {
                changes += 1;
            }
        }
        (untouched, changes)
    }

    /// The jumps up to this one, from the first.
    pub fn jumps(&self, last: u32) -> Vec<JumpEnds> {
        let mut jumps: Vec<JumpEnds> = self.back_from(last).collect();
        jumps.reverse();
        jumps
    }

    /// The jumps from this one back to the first.
    fn back_from(&self, last: u32) -> impl Iterator<Item = JumpEnds> {
        let mut number = last;
        std::iter::from_fn(move || {
            if number == 0 {
                return None;
            }
            let TreeJump { before, ends } = self.jumps[number as usize];
            number = before;
            Some(ends)
        })
    }
}

/// How wide and how deep a beam search is.
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

/// What positions of a window are worth when some of its holes are to be emptied.
struct Worth<'w> {
    window: &'w Window,
    /// The holes that are to be emptied.
    goal: u64,
    /// The holes beside these, and those one hole further.
    next: u64,
    after_next: u64,
}

impl<'w> Worth<'w> {
    fn new(window: &'w Window, goal: u64) -> Self {
        let next = window.beside(goal) & !goal;
        let after_next = window.beside(next) & !goal & !next;
        Self {
            window,
            goal,
            next,
            after_next,
        }
    }

    /// The points of a position: the fewer, the better.
    #[inline]
    fn points(&self, pegs: u64) -> i64 {
        let count = |holes: u64| i64::from(holes.count_ones());
        let lone = self.window.lone(pegs);

        points::LEFT * count(pegs & self.goal)
            + points::LONE * (count(lone) + count(lone & (self.goal | self.next)))
            + points::NEXT * count(pegs & self.next)
            + points::AFTER_NEXT * count(pegs & self.after_next)
            + points::PEG * count(pegs)
    }
}

/// The positions of the board from which a window is cleared. Those that are equal in the window
/// are one group, because the search in the window is the same for all of them.
struct Groups<'r> {
    /// The pegs of each group in the window.
    pegs: Vec<u64>,
    /// The positions of each group, the best first.
    members: Vec<Vec<&'r Reached>>,
}

impl<'r> Groups<'r> {
    fn of(window: &Window, positions: &'r [Reached]) -> Self {
        let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
        let mut groups = Self {
            pegs: Vec::new(),
            members: Vec::new(),
        };

        for position in positions {
            let pegs = window.pegs(&position.pegs);
            let number = *numbers.entry(pegs).or_insert(groups.pegs.len());
            if number == groups.pegs.len() {
                groups.pegs.push(pegs);
                groups.members.push(Vec::new());
            }
            groups.members[number].push(position);
        }
        groups
    }
}

/// A position of the window, the group that it comes from, and the last of its own jumps.
#[derive(Clone, Copy)]
struct InWindow {
    pegs: u64,
    group: u32,
    last: u32,
}

/// A position that a jump in the window leads to. They are ordered by points; the other fields, in
/// their order, make the order the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct AfterJump {
    points: i64,
    pegs: u64,
    group: u32,
    /// The jump before the one that leads here.
    before: u32,
    /// The ends of that one, by their numbers in the window.
    from: u8,
    to: u8,
}

/// A position in which the holes are empty.
#[derive(Clone, Copy)]
struct Cleared {
    points: i64,
    position: InWindow,
}

/// The search in one window.
struct Clearing<'w> {
    worth: Worth<'w>,
    beam: Beam,
    /// The jumps of this search, in the window alone.
    own: JumpTree,
    /// The positions to go on with, all with the same number of jumps from where they began.
    positions: Vec<InWindow>,
    cleared: Vec<Cleared>,
    /// What was seen after the same number of jumps, with its group. Each jump removes a peg, so
    /// what was seen after fewer jumps doesn't come again.
    seen: FxHashSet<(u32, u64)>,
}

/// Up to `beam.results` different positions that are reached by jumps in the window and in which
/// the holes of `goal` are empty; the best first. Empty if none was found.
pub(super) fn clear(
    window: &Window,
    goal: u64,
    positions: &[Reached],
    beam: Beam,
    spent: &mut Spent<'_>,
) -> Result<Vec<Reached>> {
    let groups = Groups::of(window, positions);
    let mut clearing = Clearing::new(Worth::new(window, goal), beam, &groups);

    // Once some are found, a few more jumps may find better ones.
    let mut jumps_since_first = 0;
    for _ in 0..beam.depth {
        let found = clearing.next_positions(spent)?;
        spent.work += found.len() as u64;
        clearing.go_on_with(found);

        if !clearing.cleared.is_empty() {
            jumps_since_first += 1;
        }
        let are_enough = clearing.cleared.len() >= 2 * beam.results;
        if clearing.positions.is_empty() || jumps_since_first > 2 && are_enough {
            break;
        }
    }

    Ok(clearing.results(&groups, &mut spent.tree))
}

impl<'w> Clearing<'w> {
    /// Begins with one position for each group.
    fn new(worth: Worth<'w>, beam: Beam, groups: &Groups<'_>) -> Self {
        let mut clearing = Self {
            worth,
            beam,
            own: JumpTree::new(),
            positions: Vec::new(),
            cleared: Vec::new(),
            seen: FxHashSet::default(),
        };

        for (group, &pegs) in (0..).zip(&groups.pegs) {
            let position = InWindow {
                pegs,
                group,
                last: 0,
            };
            if pegs & clearing.worth.goal == 0 {
                let points = clearing.worth.points(pegs);
                clearing.cleared.push(Cleared { points, position });
            } else {
                clearing.positions.push(position);
            }
        }
        clearing
    }

    /// The best positions one jump from those of the beam, as many as the beam is wide.
    fn next_positions(&mut self, spent: &mut Spent<'_>) -> Result<Vec<AfterJump>> {
        let Self {
            worth, beam, seen, ..
        } = self;
        let mut found = Vec::new();
        seen.clear();

        for positions in self.positions.chunks(POSITIONS_PER_QUESTION) {
            let listed = self.own.jumps.len() / 4 + found.len() + self.cleared.len();
            spent.ask(listed, seen.len())?;

            for position in positions {
                worth.window.each_jump(position.pegs, |pegs, from, to| {
                    if seen.insert((position.group, pegs)) {
                        found.push(AfterJump {
                            points: worth.points(pegs) + noise(pegs, beam.seed),
                            pegs,
                            group: position.group,
                            before: position.last,
                            from,
                            to,
                        });
                    }
                });
            }
        }

        if found.len() > beam.width {
            found.select_nth_unstable(beam.width);
            found.truncate(beam.width);
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Goes on with these positions.
    fn go_on_with(&mut self, found: Vec<AfterJump>) {
        let window = self.worth.window;
        self.positions.clear();

        for candidate in found {
            let jump = window.jump_ends(candidate.from, candidate.to);
            let position = InWindow {
                pegs: candidate.pegs,
                group: candidate.group,
                last: self.own.push(candidate.before, jump),
            };

            if position.pegs & self.worth.goal == 0 {
                self.cleared.push(Cleared {
                    points: candidate.points,
                    position,
                });
            }
            self.positions.push(position);
        }
    }

    /// The best results on the whole board: each with the best member of its group, then each with
    /// the second best, and so on.
    fn results(mut self, groups: &Groups<'_>, tree: &mut JumpTree) -> Vec<Reached> {
        self.cleared.sort_unstable_by_key(|found| {
            (found.points, found.position.pegs, found.position.group)
        });

        let largest_group = groups.members.iter().map(Vec::len).max().unwrap_or(0);
        let mut results = Vec::new();
        let mut known: FxHashSet<Position> = FxHashSet::default();
        for number in 0..largest_group {
            for Cleared { position, .. } in &self.cleared {
                let Some(member) = groups.members[position.group as usize].get(number) else {
                    continue;
                };
                let mut pegs = member.pegs.clone();
                self.worth.window.put(&mut pegs, position.pegs);
                if !known.insert(pegs.clone()) {
                    continue;
                }

                let mut last = member.last;
                for jump in self.own.jumps(position.last) {
                    last = tree.push(last, jump);
                }
                results.push(Reached { pegs, last });
                if results.len() == self.beam.results {
                    return results;
                }
            }
        }
        results
    }
}

/// A few points that depend on the seed, so that another seed prefers other positions.
pub(super) fn noise(pegs: u64, seed: u64) -> i64 {
    let seeded = pegs ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = seeded.wrapping_mul(0xff51_afd7_ed55_8ccd);
    ((mixed ^ mixed >> 32).wrapping_mul(0xc4ce_b9fe_1a85_ec53) >> 62) as i64
}
