//! Hard positions: positions with many legal jumps of which exactly one wins.

use super::positions::{Kind, Positions};
use super::symmetry_classes::{ANY, appended};
use crate::Error;
use crate::board::Bitboard;
use crate::class::SymmetryGroup;
use crate::memory::{self, MemoryError};
use crate::progress::Progress;

/// The hardest positions with a given number of pegs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HardPosition {
    /// The number of pegs.
    pub pegs: u32,
    /// The number of legal jumps, the maximum over these positions.
    pub jumps: u32,
    /// The positions, one of each symmetry class of the board: of its hard positions that with the smallest code. Sorted.
    pub positions: Vec<Bitboard>,
}

/// The positions with the most jumps so far.
#[derive(Clone, Default)]
struct Most {
    jumps: u32,
    positions: Vec<Bitboard>,
}

impl Most {
    fn join(self, other: Self) -> Result<Self, MemoryError> {
        Ok(match self.jumps.cmp(&other.jumps) {
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Greater => self,
            std::cmp::Ordering::Equal => Self {
                jumps: self.jumps,
                positions: appended(what, self.positions, other.positions)?,
            },
        })
    }
}

/// What the memory of the lists is for.
fn what() -> String {
    "the hard positions".to_owned()
}

impl Positions {
    /// Of the winning or the solvable positions, for each number of pegs those with the most legal jumps of which exactly one wins. Only
    /// positions with a losing jump are listed.
    pub fn hard(&self, kind: Kind, progress: Progress<'_>) -> Result<Vec<HardPosition>, Error> {
        let (board, lists) = (self.board(), self.lists(kind)?);
        let wins = |position| self.wins(kind, position);
        let has_one_winning_jump = |position: Bitboard| {
            let mut winning = board.legal_jumps(position).filter(|jump| wins(jump.play(position)));
            winning.next().is_some() && winning.next().is_none()
        };
        let begin = || vec![Most::default(); board.holes() + 1];
        let look = |found: &mut Vec<Most>, _, position: Bitboard| {
            let most = &mut found[position.count() as usize];
            let jumps = board.legal_jumps(position).count() as u32;
            if jumps < most.jumps.max(2) || !has_one_winning_jump(position) {
                return Ok(());
            }
            if jumps > most.jumps {
                *most = Most { jumps, positions: Vec::new() };
            }
            memory::reserve(what, &mut most.positions, 1)?;
            most.positions.push(position);
            Ok(())
        };
        let join = |one: Vec<Most>, other: Vec<Most>| {
            let pairs = one.into_iter().zip(other);
            Ok(pairs.map(|(one, other)| one.join(other)).collect::<Result<_, _>>()?)
        };
        let mut found = begin();
        for (number, list) in (0..).zip(&lists) {
            let more = progress.part(number, number + 1, lists.len() as u64, |part| {
                list.fold(ANY, part, begin, look, join)
            })?;
            found = join(found, more)?;
        }
        // An image of a hard position may be no hard position, if the problem has less symmetry than the board.
        let group = SymmetryGroup::of(board);
        let first = |position: &Bitboard| {
            let mut images = group.orbit(*position).into_iter();
            images.find(|&image| wins(image) && has_one_winning_jump(image)).unwrap_or(*position)
        };
        let hardest = (0..).zip(found).filter(|(_, most)| most.jumps > 0).map(|(pegs, most)| {
            let mut positions: Vec<Bitboard> = most.positions.iter().map(first).collect();
            positions.sort_unstable();
            positions.dedup();
            HardPosition { pegs, jumps: most.jumps, positions }
        });
        Ok(hardest.collect())
    }
}
