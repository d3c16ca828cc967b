//! What any position can be reduced to, from the set of all positions that it can reach.

use super::SymmetryClasses;
use crate::board::{Bitboard, Hole};
use crate::progress::Progress;
use crate::solution::{Cone, ConeError, CountError, FewestMoves, Rewind as _, Solution};
use crate::solve::{Reachable, SolveError};

/// The best that can be made of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reduced {
    /// The wanted holes in which a last peg can be left.
    pub finishes: Bitboard,
    /// Whether the position class allows any of the wanted holes.
    pub allowed: bool,
    /// The fewest pegs that can be left.
    pub least_pegs: u32,
    /// The fewest moves to one of the finishes, if there is one and memory allows to compute them.
    pub fewest_moves: Option<usize>,
    /// A solution that ends in one of the finishes; or if there are none, with the fewest pegs.
    pub solution: Option<Solution>,
}

/// Reduces the start to one peg in one of the wanted holes, or else to as few pegs as possible.
///
/// ```
/// use peg_solitaire::{analysis::reduce, board::SmallBoard, progress::Progress, solve::Reachable};
/// let board: SmallBoard = "triangle15".parse()?;
/// let corner = board.parse_hole("a1")?.bit();
/// let reachable = Reachable::solve(&board, board.complement(corner), Progress::NONE)?;
/// let reduced = reduce(&reachable, corner, Progress::NONE)?;
/// assert_eq!((reduced.finishes, reduced.fewest_moves), (corner, Some(10)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `progress` says to stop, or there is not enough memory.
pub fn reduce(
    reachable: &Reachable,
    wanted: Bitboard,
    progress: Progress<'_>,
) -> Result<Reduced, SolveError> {
    let wanted: Vec<Bitboard> = wanted.pegs().map(Hole::bit).collect();
    let reached: Vec<Bitboard> =
        wanted.iter().copied().filter(|&end| reachable.contains(end)).collect();
    let by_pegs = reachable.count_by_pegs();
    let least_pegs = by_pegs.iter().position(|&count| count > 0).unwrap_or(0) as u32;
    let (fewest_moves, solution) = match fewest_moves(reachable, &reached, progress)? {
        Some(fewest) => (Some(fewest.moves()), Some(fewest.solution().clone())),
        None => {
            let end = match reached.first() {
                Some(&end) => Some(end),
                None => SymmetryClasses::reachable(reachable)?.first_with_pegs(least_pegs),
            };
            let solution = match end {
                Some(end) => reachable.solution_of(end)?,
                None => None,
            };
            (None, solution)
        }
    };
    Ok(Reduced {
        finishes: reached.into_iter().fold(Bitboard::EMPTY, |all, end| all | end),
        allowed: wanted.iter().any(|&end| reachable.class().contains(end)),
        least_pegs,
        fewest_moves,
        solution,
    })
}

/// The solutions with the fewest moves, if a target can be reached and the cone fits into memory.
fn fewest_moves(
    reachable: &Reachable,
    targets: &[Bitboard],
    progress: Progress<'_>,
) -> Result<Option<FewestMoves>, SolveError> {
    let cone =
        progress.part(0, 1, 2, |part| Cone::within(reachable, targets, Cone::MOST_POSITIONS, part));
    let cone = match cone {
        Ok(cone) => cone,
        Err(ConeError::Interrupted(stop)) => return Err(stop.into()),
        Err(ConeError::Read(error)) => return Err(error.into()),
        Err(_) => return Ok(None),
    };
    match progress.part(1, 2, 2, |part| FewestMoves::of(&cone, part)) {
        Ok(fewest) => Ok(Some(fewest)),
        Err(CountError::Interrupted(stop)) => Err(stop.into()),
        Err(_) => Ok(None),
    }
}
