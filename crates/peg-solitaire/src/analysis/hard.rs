//! Hard positions: positions with many legal jumps of which exactly one wins.

use super::symmetry_classes::SymmetryClasses;
use crate::Error;
use crate::board::Bitboard;
use crate::progress::Progress;

/// The hardest positions with a given number of pegs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HardPosition {
    /// The number of pegs.
    pub pegs: u32,
    /// The number of legal jumps, the maximum over these positions.
    pub jumps: u32,
    /// One position of each symmetry class, smallest code first: at most [`HardPosition::EXAMPLES`].
    pub positions: Vec<Bitboard>,
    /// The number of symmetry classes with this many pegs and jumps.
    pub classes: u64,
}

impl HardPosition {
    /// The maximum number of positions listed.
    pub const EXAMPLES: usize = 3;

    /// Combines two results for the same number of pegs.
    fn join(self, other: Self) -> Self {
        let (mut more, less) = if other.jumps > self.jumps { (other, self) } else { (self, other) };
        if more.jumps == less.jumps {
            more.classes += less.classes;
            more.positions.extend(less.positions);
            more.positions.sort_unstable();
            more.positions.truncate(Self::EXAMPLES);
        }
        more
    }
}

/// For each number of pegs, the positions that can still win with the most legal jumps of which exactly one wins. Only
/// positions with a losing jump are listed. `read` says what a member of the set stands for: the position itself, or its
/// complement. The progress is counted in words of the set.
///
/// # Errors
/// When there is not enough memory, or `progress` says to stop.
pub fn hard(
    winning: &SymmetryClasses<'_>,
    read: impl Fn(Bitboard) -> Bitboard + Sync,
    progress: Progress<'_>,
) -> Result<Vec<HardPosition>, Error> {
    let set = winning.set();
    let board = set.board();
    let look = |found: &mut Vec<HardPosition>, member: Bitboard| {
        let position = read(member);
        let here = &mut found[position.count() as usize];
        let jumps = board.legal_jumps(position).count() as u32;
        if jumps < here.jumps.max(2) {
            return Ok(());
        }
        let mut wins =
            board.legal_jumps(position).filter(|jump| set.contains(read(jump.play(position))));
        if wins.next().is_some() && wins.next().is_none() {
            let positions = vec![winning.mincode(position)];
            let one = HardPosition { pegs: position.count(), jumps, positions, classes: 1 };
            *here = here.clone().join(one);
        }
        Ok(())
    };
    let nothing = || {
        let pegs = 0..=board.holes() as u32;
        pegs.map(|pegs| HardPosition { pegs, jumps: 0, positions: Vec::new(), classes: 0 })
            .collect()
    };
    let join = |one: Vec<HardPosition>, other: Vec<HardPosition>| {
        Ok(one.into_iter().zip(other).map(|(one, other)| one.join(other)).collect())
    };
    let found = winning.fold(progress, nothing, look, join)?;
    Ok(found.into_iter().filter(|found| found.jumps > 0).collect())
}
