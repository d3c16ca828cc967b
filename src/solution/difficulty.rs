//! How hard a puzzle is, and all that is said about one: worked out in a single sweep over its cone.

use super::cone::{Cone, Way};
use super::count::{TooManySolutions, checked, through};
use super::fewest_moves::{FewestMoves, Worth};

/// What a game from a start to a target is like.
///
/// ```
/// use pegfont::{board::Board, solution::{Analysis, Cone}};
/// let board: Board = "5x7".parse()?;
/// let target = board.parse_position("#####\n##.##\n##.##\n#####\n#####\n#####\n#####")?;
/// let analysis = Analysis::of(&Cone::between(&board, board.central_vacancy(), &[target], Cone::MOST_POSITIONS)?)?;
/// assert_eq!(analysis.solutions, 1);
/// assert_eq!(analysis.probability, 0.25); // one of the four first jumps
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The number of solutions, as sequences of jumps.
    pub solutions: u128,
    /// The solutions with the fewest moves.
    pub fewest_moves: FewestMoves,
    /// The probability that a player who chooses among the legal jumps at random, each with the same
    /// probability, comes to a target: from 0 (excluded) to 1, up to rounding.
    pub probability: f64,
    /// The number of forks: positions of the cone from which a legal jump leaves it.
    pub forks: u64,
    /// The number of forks that a player meets who plays a solution drawn at random.
    pub forks_met: f64,
}

/// What a position is worth in all these respects.
#[derive(Clone, Copy)]
struct Worths {
    solutions: u128,
    moves: Worth,
    chance: f64,
    forks_met: f64,
    fork: bool,
}

impl Worths {
    const AT_TARGET: Self =
        Self { solutions: 1, moves: Worth::AT_TARGET, chance: 1.0, forks_met: 0.0, fork: false };

    fn through(legal: usize, ways: &[Way<Self>]) -> Self {
        let solutions = through(ways, |worths| worths.solutions);
        let moves = Worth::through(ways, |worths| worths.moves);
        let chance = ways.iter().map(|way| way.worth.chance).sum::<f64>() / legal as f64;
        let met = ways.iter().map(|way| way.worth.solutions as f64 * way.worth.forks_met);
        let fork = ways.len() < legal;
        let forks_met = f64::from(u8::from(fork)) + met.sum::<f64>() / solutions as f64;
        Self { solutions, moves, chance, forks_met, fork }
    }
}

impl Analysis {
    /// Works out the whole cone.
    ///
    /// # Errors
    /// When there are too many solutions to count.
    pub fn of(cone: &Cone) -> Result<Self, TooManySolutions> {
        let mut moves = vec![Vec::new(); cone.jumps() + 1];
        let mut forks = 0;
        let start = cone.sweep(
            &Worths::AT_TARGET,
            |_, legal, ways| Worths::through(legal, ways),
            |played, worths| {
                let at = worths.iter().enumerate().filter(|(_, worths)| worths.fork);
                forks +=
                    at.map(|(number, _)| cone.orbit(cone.position(played, number))).sum::<u64>();
                moves[played] = worths.into_iter().map(|worths| worths.moves).collect();
            },
        );
        Ok(Self {
            solutions: checked(start.solutions)?,
            fewest_moves: FewestMoves::from_worths(cone, &moves)?,
            probability: start.chance,
            forks,
            forks_met: start.forks_met,
        })
    }

    /// The information that a player needs to bring, in bits: how often the chance of random play
    /// must be doubled to become certainty.
    #[must_use]
    pub fn bits(&self) -> f64 {
        -self.probability.log2()
    }
}
