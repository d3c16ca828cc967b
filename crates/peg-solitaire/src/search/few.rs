//! All positions that can be reached from a start, on any board, where they are few. What isn't among them can't be reached: this proves.

use rustc_hash::FxHashSet;

use crate::board::{Board, Jump, Position};
use crate::progress::{Interrupted, Progress};
use crate::solution::Solution;

/// The most positions: a tenth of a second, and at most 100 MiB.
const MOST: usize = 1 << 17;

/// The positions that can be reached from a start.
pub(super) struct Few<'a> {
    board: &'a Board,
    start: &'a Position,
    /// By the number of jumps. None is empty.
    levels: Vec<FxHashSet<Position>>,
}

impl<'a> Few<'a> {
    /// None if there are many.
    pub fn of(
        board: &'a Board,
        start: &'a Position,
        progress: Progress<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let (mut levels, mut count) = (Vec::new(), 0);
        let mut next = FxHashSet::from_iter([start.clone()]);
        while !next.is_empty() {
            count += next.len();
            levels.push(std::mem::take(&mut next));
            for (number, position) in levels[levels.len() - 1].iter().enumerate() {
                if number % 256 == 0 {
                    progress.report((count + next.len()) as u64, MOST as u64)?;
                }
                for jump in legal_jumps(board, position) {
                    let mut after = position.clone();
                    after.play(jump);
                    next.insert(after);
                }
                if count + next.len() > MOST {
                    return Ok(None);
                }
            }
        }
        Ok(Some(Self { board, start, levels }))
    }

    pub fn count(&self) -> usize {
        self.levels.iter().map(FxHashSet::len).sum()
    }

    /// The finishes in which one peg can be left.
    pub fn finishes(&self, finishes: &Position) -> Position {
        let ends = self.start.count().checked_sub(1).and_then(|jumps| self.levels.get(jumps));
        let reached = ends.into_iter().flatten().flat_map(Position::pegs);
        reached.filter(|&hole| finishes.has(hole)).collect()
    }

    /// A game to the fewest pegs.
    pub fn to_the_fewest(&self) -> Solution {
        let end = self.levels.last().and_then(|last| last.iter().min());
        self.to(end.unwrap_or(self.start))
    }

    /// A game to one of the positions.
    pub fn to(&self, end: &Position) -> Solution {
        let mut position = end.clone();
        let mut jumps = Vec::new();
        for before in self.levels[..self.start.count() - end.count()].iter().rev() {
            // A jump that is taken back is a jump of the empty holes.
            let empty = self.board.complement(&position);
            let found = legal_jumps(self.board, &empty).find_map(|jump| {
                let mut earlier = position.clone();
                earlier.play(jump);
                before.contains(&earlier).then_some((jump, earlier))
            });
            let (jump, earlier) = found.expect("a jump led to each position but the start");
            jumps.push(jump);
            position = earlier;
        }
        jumps.reverse();
        Solution::played(self.board, self.start, jumps).in_rounds().one_at_a_time()
    }
}

fn legal_jumps(board: &Board, pegs: &Position) -> impl Iterator<Item = Jump> {
    let jumps = pegs.pegs().flat_map(|hole| board.jumps_from(hole));
    jumps.filter(|&jump| pegs.allows(jump))
}
