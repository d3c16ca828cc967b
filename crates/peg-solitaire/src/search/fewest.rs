//! The fewest moves from a start to any of some finishes, where too many positions lie between to
//! list them all. Goes one move at a time from both ends, until they meet: all positions that are
//! some moves from the start on one side, and on the other all from which a finish is some moves
//! away. The ends can't meet earlier than after the fewest moves, so the first game found has them.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::{Bitboard, Jump, Shifts};
use crate::class::{IndexedJump, PositionClass, sorted};
use crate::memory::{reserve, zeros};
use crate::progress::{LowerBound, Progress};
use crate::solution::{PlayDirection, Solution};
use crate::solve::Reachable;
use crate::{Error, Result, parallel};

/// What memory for the positions is for.
const POSITIONS: &str = "the positions by moves";

/// The positions that a thread takes at a time.
const POSITIONS_AT_A_TIME: usize = 1 << 12;

/// The game with the fewest moves from the start of a set to one of these finishes, which are in
/// the set. Reports the positions found, of all in the set, and tells after each move how many
/// there are at least.
pub(super) fn fewest_moves(
    reachable: &Reachable,
    finishes: &[Bitboard],
    progress: Progress<'_>,
) -> Result<Solution> {
    let class = reachable.class();
    let search = ByMoves {
        reachable,
        jumps: class.indexed_jumps(),
        found: bits(class)?,
        progress,
        total: reachable.count(),
    };
    let mut down = FromEnd::new(PlayDirection::Forwards, class, &[reachable.start()])?;
    let mut up = FromEnd::new(PlayDirection::Backwards, class, finishes)?;

    let mut meeting = down.first_in(&up);
    while meeting.is_none() {
        progress.tell(LowerBound::Moves(down.moves() + up.moves() + 1));
        let (side, opposite) = if down.last_level().len() <= up.last_level().len() {
            (&mut down, &up)
        } else {
            (&mut up, &down)
        };
        let so_far = opposite.count() + side.count();
        search.extend(side, so_far)?;
        meeting = side.first_in(opposite);
    }

    let meeting = meeting.expect("the loop ends when the sides meet");
    let mut jumps = search.jumps_from_end(&down, meeting);
    jumps.reverse();
    jumps.extend(search.jumps_from_end(&up, meeting));
    Ok(Solution::played(
        class.board().as_board(),
        reachable.start(),
        jumps,
    ))
}

/// A bit for each position of a class, which several threads can set.
type SharedBits = Vec<AtomicU64>;

fn bits(class: &PositionClass) -> Result<SharedBits> {
    let words = 1_usize << class.rank().saturating_sub(6);
    let words: Vec<u64> = zeros(|| POSITIONS, words)?;
    Ok(words.into_iter().map(AtomicU64::new).collect())
}

fn has(bits: &SharedBits, index: u64) -> bool {
    bits[(index >> 6) as usize].load(Ordering::Relaxed) >> (index & 63) & 1 == 1
}

/// Sets a bit. Returns whether it was set now.
fn set(bits: &SharedBits, index: u64) -> bool {
    let bit = 1 << (index & 63);
    bits[(index >> 6) as usize].fetch_or(bit, Ordering::Relaxed) & bit == 0
}

/// The positions by their number of moves from an end of the game, by their dense indices.
struct FromEnd {
    direction: PlayDirection,
    levels: Vec<Vec<u64>>,
    /// All positions of the levels.
    members: SharedBits,
}

impl FromEnd {
    fn new(direction: PlayDirection, class: &PositionClass, ends: &[Bitboard]) -> Result<Self> {
        let mut side = Self {
            direction,
            levels: Vec::new(),
            members: bits(class)?,
        };
        let indices = ends.iter().map(|&end| class.index_of_member(end));
        side.push(sorted(indices));
        Ok(side)
    }

    fn push(&mut self, level: Vec<u64>) {
        for &index in &level {
            set(&self.members, index);
        }
        self.levels.push(level);
    }

    /// The number of moves that were played or taken back.
    fn moves(&self) -> usize {
        self.levels.len() - 1
    }

    fn last_level(&self) -> &[u64] {
        &self.levels[self.levels.len() - 1]
    }

    /// The number of positions.
    fn count(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// The first position of the last level that another side has, too.
    fn first_in(&self, other: &Self) -> Option<u64> {
        let mut last = self.last_level().iter().copied();
        last.find(|&index| has(&other.members, index))
    }
}

struct ByMoves<'r> {
    reachable: &'r Reachable,
    jumps: Shifts<IndexedJump>,
    /// The positions of the level that is being found. Empty between levels.
    found: SharedBits,
    progress: Progress<'r>,
    total: u64,
}

impl ByMoves<'_> {
    /// Adds the positions that are one move further, of which `so_far` are known on both sides.
    fn extend(&self, side: &mut FromEnd, so_far: usize) -> Result<()> {
        let reported = AtomicU64::new(so_far as u64);
        let part = |indices: &[u64]| {
            self.progress
                .report(reported.load(Ordering::Relaxed), self.total)?;

            let mut new = Vec::new();
            for &index in indices {
                self.each_position_one_move_from(side.direction, index, &mut |after, _| {
                    if has(&side.members, after) || !self.reachable.contains_index(after) {
                        return false;
                    }
                    if set(&self.found, after) {
                        new.push(after);
                    }
                    // From a known position, the peg begins a move that is as good.
                    true
                });
            }

            reported.fetch_add(new.len() as u64, Ordering::Relaxed);
            Ok::<_, Error>(new)
        };

        let parts = side.last_level().chunks(POSITIONS_AT_A_TIME);
        let parts = parallel::try_map(parts, part)?;

        let mut level = Vec::new();
        reserve(|| POSITIONS, &mut level, parts.iter().map(Vec::len).sum())?;
        level.extend(parts.into_iter().flatten());
        parallel::sort(&mut level);
        for &index in &level {
            self.found[(index >> 6) as usize].store(0, Ordering::Relaxed);
        }

        if level.is_empty() {
            return Err(Error::Unreachable);
        }
        side.push(level);
        Ok(())
    }

    /// Calls `visit` with each position that is one move from another, and with the jumps of the
    /// move, the last one first. It answers whether the peg may go on from there.
    fn each_position_one_move_from(
        &self,
        direction: PlayDirection,
        index: u64,
        visit: &mut impl FnMut(u64, &[Jump]) -> bool,
    ) {
        self.go_on(direction, index, &mut Vec::new(), visit);
    }

    /// Calls `visit` with each position after one more jump of a move, and so on.
    fn go_on(
        &self,
        direction: PlayDirection,
        index: u64,
        played: &mut Vec<Jump>,
        visit: &mut impl FnMut(u64, &[Jump]) -> bool,
    ) {
        let class = self.reachable.class();
        let position = class.position(index);
        // Taking jumps back is playing jumps of the empty holes.
        let pegs = match direction {
            PlayDirection::Forwards => position,
            PlayDirection::Backwards => class.board().complement(position),
        };

        for &IndexedJump { jump, adds } in self.jumps.legal(pegs) {
            let is_same_peg = |before: &Jump| match direction {
                PlayDirection::Forwards => jump.from() == before.to(),
                PlayDirection::Backwards => jump.to() == before.from(),
            };
            if !played.last().is_none_or(is_same_peg) {
                continue;
            }

            let after = match direction {
                PlayDirection::Forwards => index.wrapping_add(adds),
                PlayDirection::Backwards => index.wrapping_sub(adds),
            };

            played.push(jump);
            if visit(after, played) {
                self.go_on(direction, after, played, visit);
            }
            played.pop();
        }
    }

    /// The jumps between a position of a side and the end of the game where the side begins, from
    /// the position on.
    fn jumps_from_end(&self, side: &FromEnd, position: u64) -> Vec<Jump> {
        let has_position = |level: &Vec<u64>| level.binary_search(&position).is_ok();
        let level = side.levels.iter().position(has_position);
        let level = level.expect("both sides have the position");

        let mut jumps = Vec::new();
        let mut at = position;
        for level in side.levels[..level].iter().rev() {
            let mut found = None;
            self.each_position_one_move_from(
                side.direction.opposite(),
                at,
                &mut |before, played| {
                    if found.is_none() && level.binary_search(&before).is_ok() {
                        found = Some((before, played.to_vec()));
                    }
                    found.is_none()
                },
            );

            let (before, played) = found.expect("every level is one move from the one before");
            jumps.extend(played);
            at = before;
        }
        jumps
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::board::SmallBoard;
    use crate::solution::{FewestMoves, Interval};

    #[test]
    #[cfg_attr(
        miri,
        ignore = "it solves twelve problems, and was stopped after 150 s"
    )]
    fn the_fewest_moves_are_those_of_all_positions_between() {
        for name in ["4x4", "triangle15", "triangle21"] {
            let board: SmallBoard = name.parse().unwrap();
            for vacancy in board.each_hole().take(4) {
                let start = board.complement(vacancy.bit());
                let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
                let ends = board.each_hole().map(|hole| hole.bit());
                let ends: Vec<Bitboard> = ends.filter(|&end| reachable.contains(end)).collect();
                if ends.is_empty() {
                    continue;
                }

                let bounds = Mutex::new(Vec::new());
                let hear = |known| bounds.lock().unwrap().push(known);
                let progress = Progress::NONE.heard_by(&hear);
                let found = fewest_moves(&reachable, &ends, progress).unwrap();
                let most = Interval::MOST_POSITIONS;
                let interval = Interval::within(&reachable, &ends, most, Progress::NONE).unwrap();
                let proved = FewestMoves::of(&interval, Progress::NONE).unwrap();
                assert_eq!(found.moves().count(), proved.moves, "{name}, {start:?}");
                // The last bound is the answer.
                let expected: Vec<LowerBound> = (1..=proved.moves).map(LowerBound::Moves).collect();
                assert_eq!(bounds.into_inner().unwrap(), expected);

                let played =
                    Solution::new(board.as_board(), start, found.jumps().to_vec()).unwrap();
                assert_eq!(played.end().count(), 1, "{name}, {start:?}");
            }
        }
    }
}
