//! The solutions of a problem compared with each other: those with the fewest moves, by their
//! sweeps and regardless of the order of their moves; and the graph of their positions.

use std::collections::{BTreeMap, BTreeSet};

use peg_solitaire::Result;
use peg_solitaire::board::{Bitboard, Hole, Jump};
use peg_solitaire::class::SymmetryGroup;
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::{FewestMoves, Interval, Solution};
use pegfont_base::table::{Column, Table};

/// The solutions with the fewest moves, one of those that are images of each other.
#[derive(Clone, Debug)]
pub struct MinimalSolutions {
    /// The symmetries that keep start and finishes.
    group: SymmetryGroup,
    /// The solutions in the order of their jumps.
    pub solutions: Vec<Solution>,
    /// The number of solutions with their images.
    pub with_images: usize,
}

/// A move as its ends, and the holes that it empties on the way, sorted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct UnorderedMove {
    from: Hole,
    to: Hole,
    over: Vec<Hole>,
}

/// The lengths of the sweeps of a solution, by which solutions are counted together.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Sweeps {
    longest: u64,
    /// How many are as long as the longest.
    as_long: u64,
    last: u64,
}

/// The solutions with the same lengths of sweeps.
#[derive(Default)]
struct OfKind {
    solutions: u64,
    different: BTreeSet<Vec<UnorderedMove>>,
}

/// A move in the graph of positions.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GraphMove {
    /// Its number in its solutions, from 1.
    number: usize,
    before: Bitboard,
    after: Bitboard,
}

impl MinimalSolutions {
    /// Lists the solutions of an interval with the fewest moves. None if there are more than
    /// `most`, images included. Evaluates the whole interval, then plays each solution.
    ///
    /// # Errors
    /// When there is not enough memory, or `progress` says to stop.
    pub fn of(interval: &Interval, most: usize, progress: Progress<'_>) -> Result<Option<Self>> {
        let all = FewestMoves::all(interval, most, progress)?;
        let group = interval.group();
        Ok(all.map(|(solutions, with_images)| Self {
            group,
            solutions,
            with_images,
        }))
    }

    /// The number of moves of each solution.
    pub fn moves(&self) -> usize {
        self.solutions
            .first()
            .map_or(0, |solution| solution.moves().count())
    }

    /// The moves of a solution in a form that neither their order, nor the direction of a loop, nor
    /// a symmetry changes: of each its ends and the holes that it empties on the way.
    fn regardless_of_order(&self, solution: &Solution) -> Vec<UnorderedMove> {
        self.group.smallest(|symmetry| {
            let image = |jumps: &[Jump]| {
                let image = |hole| symmetry.image(hole);
                let mut over: Vec<Hole> = jumps.iter().map(|jump| image(jump.over())).collect();
                over.sort_unstable();
                UnorderedMove {
                    from: image(jumps[0].from()),
                    to: image(jumps[jumps.len() - 1].to()),
                    over,
                }
            };

            let mut moves: Vec<_> = solution.moves().map(image).collect();
            moves.sort_unstable();
            moves
        })
    }

    /// The number of solutions if the order of moves and the direction of loops are ignored.
    /// Solutions that are images of each other count once.
    pub fn orders_ignored(&self) -> usize {
        let moves = self
            .solutions
            .iter()
            .map(|solution| self.regardless_of_order(solution));
        moves.collect::<BTreeSet<_>>().len()
    }

    /// The solutions by the jumps of their longest sweep, the number of sweeps of that length, and
    /// the jumps of their last one.
    pub fn table(&self) -> Table {
        let mut kinds: BTreeMap<Sweeps, OfKind> = BTreeMap::new();
        for solution in &self.solutions {
            let lengths: Vec<u64> = solution.moves().map(|jumps| jumps.len() as u64).collect();
            let longest = lengths.iter().copied().max().unwrap_or(0);
            let sweeps = Sweeps {
                longest,
                as_long: lengths.iter().filter(|&&length| length == longest).count() as u64,
                last: lengths.last().copied().unwrap_or(0),
            };

            let kind = kinds.entry(sweeps).or_default();
            kind.solutions += 1;
            kind.different.insert(self.regardless_of_order(solution));
        }

        let sweeps = || kinds.keys().rev();
        let counts = || kinds.values().rev();

        let mut table = Table::new("Solutions with the fewest moves by their sweeps");
        let longest = sweeps().map(|kind| kind.longest);
        table.add(Column::new("longest_sweep"), longest);
        let as_long = sweeps().map(|kind| kind.as_long);
        table.add(Column::new("sweeps_as_long"), as_long);
        table.add(Column::new("last_sweep"), sweeps().map(|kind| kind.last));
        let solutions = counts().map(|kind| kind.solutions);
        table.add(Column::new("solutions").summed(), solutions);
        let different = counts().map(|kind| kind.different.len() as u64);
        table.add(Column::new("orders_ignored").summed(), different);
        table
    }

    /// The graph of their positions: for each move, its number from 1, and the codes of the
    /// positions before and after it. Of positions that are images of each other it has one.
    pub fn graph(&self) -> Table {
        let mut moves = BTreeSet::new();
        for solution in &self.solutions {
            let kept = |jumps| {
                let position = solution.position(jumps);
                self.group.mincode(position.pegs().collect())
            };

            let mut jumps = 0;
            let mut before = kept(0);
            for (number, chain) in (1..).zip(solution.moves()) {
                jumps += chain.len();
                let after = kept(jumps);
                moves.insert(GraphMove {
                    number,
                    before,
                    after,
                });
                before = after;
            }
        }

        let mut table = Table::new("Moves of the solutions with the fewest moves");
        let before = moves.iter().map(|played| played.before.code().to_string());
        let after = moves.iter().map(|played| played.after.code().to_string());
        table.add(
            Column::new("move"),
            moves.iter().map(|played| played.number),
        );
        table.add(Column::new("before"), before);
        table.add(Column::new("after"), after);
        table
    }
}
