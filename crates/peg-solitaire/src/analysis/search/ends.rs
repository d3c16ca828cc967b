//! The far end of a search: the positions with few pegs from which a finish can be reached.

use super::{REMEMBERED, REPORTED, SearchError};
use crate::board::{Bitboard, SmallBoard};
use crate::class::{Images, SymmetryGroup};
use crate::memory::reserve;
use crate::progress::Progress;

/// The positions with 1, 2, ... pegs from which a finish can be reached, sorted, up to the symmetries that
/// map the finishes to themselves.
pub(super) struct Ends {
    pub(super) images: Images,
    pub(super) levels: Vec<Vec<Bitboard>>,
}

impl Ends {
    pub(super) fn new(
        board: &SmallBoard,
        aims: &[Bitboard],
        pegs: u32,
        memory: u64,
        progress: Progress<'_>,
    ) -> Result<Self, SearchError> {
        let all = aims.iter().fold(Bitboard::EMPTY, |all, &aim| all | aim);
        let images = Images::of(&SymmetryGroup::of(board).keeping(all));
        let mut first: Vec<Bitboard> = aims.iter().map(|&aim| images.representative(aim)).collect();
        first.sort_unstable();
        first.dedup();
        let mut levels = vec![first];
        let mut room = (memory / 8) as usize;
        while levels.len() < pegs as usize {
            let last = &levels[levels.len() - 1];
            // A level is up to five times as large as the one before it, and is first listed with all
            // repetitions.
            if last.is_empty() || last.len() * 25 > room {
                break;
            }
            let mut level = Vec::new();
            for afters in last.chunks(REPORTED as usize) {
                progress.report(0, 1)?;
                for &after in afters {
                    reserve(|| REMEMBERED, &mut level, 2 * board.triples().len())?;
                    let jumps = board.legal_jumps_backwards(after);
                    level.extend(jumps.map(|jump| images.representative(jump.play(after))));
                }
            }
            super::super::symmetry_classes::sort(&mut level);
            level.dedup();
            room = room.saturating_sub(level.len());
            levels.push(level);
        }
        Ok(Self { images, levels })
    }

    pub(super) fn positions(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }

    /// The number of pegs of the last level.
    pub(super) fn pegs(&self) -> u32 {
        self.levels.len() as u32
    }

    pub(super) fn contains(&self, position: Bitboard) -> bool {
        let level = (position.count() as usize).checked_sub(1).and_then(|at| self.levels.get(at));
        level
            .is_some_and(|level| level.binary_search(&self.images.representative(position)).is_ok())
    }
}
