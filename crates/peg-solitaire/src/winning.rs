//! The positions of a problem from which one of its finishes can be reached: the *winning* ones,
//! which its start leads to, and all *solvable* ones, in sets of their complements, since playing
//! backwards is playing forwards from these; and what is so of one position in any game.

use crate::board::{Bitboard, Hole, Jump, SmallBoard};
use crate::class::SymmetryGroup;
use crate::progress::Progress;
use crate::solve::{Holder, InMemory, PositionSet, Reachable, SymmetryClasses};
use crate::{Error, Result, memory};

/// The positions of a problem from which it can still be solved.
#[derive(Debug)]
pub struct Winning<B = InMemory> {
    set: PositionSet<B>,
    start: Bitboard,
    finishes: Vec<Bitboard>,
}

impl<B: Holder> Winning<B> {
    /// The winning positions.
    pub fn set(&self) -> &PositionSet<B> {
        &self.set
    }

    /// The position that all others are reached from.
    pub fn start(&self) -> Bitboard {
        self.start
    }

    /// The finishes that can be reached.
    pub fn finishes(&self) -> &[Bitboard] {
        &self.finishes
    }

    /// The winning positions of a problem, given what can be reached from its start. Of a set on
    /// disk, they are found out when they are asked for.
    ///
    /// Unless the only finish is the complement of the start, this plays backwards in memory, which
    /// takes as much time and memory as solving the board. The progress is counted in blocks.
    ///
    /// # Errors
    /// When a finish has pegs outside the board, there is not enough memory, a block can't be read,
    /// or `progress` says to stop.
    pub fn of(
        reachable: &Reachable<B>,
        finishes: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<Self> {
        let board = reachable.board();
        let start = reachable.start();
        board.check_all("finish", finishes.iter().copied())?;

        let mut reached = Vec::new();
        for &finish in finishes {
            if reachable.try_contains(finish)? {
                reached.push(finish);
            }
        }
        let finishes = reached;
        let sets = u64::from(B::KEEPS_ALL) + u64::from(plays_backwards(board, start, &finishes));
        let one = Reachable::memory_needed(board, start);
        memory::require(what(board), one.saturating_mul(sets))?;

        let set = if plays_backwards(board, start, &finishes) {
            let part = progress.part(0, 9, 10);
            let complements = reachable.complements_leading_to(&finishes, part)?.held();
            reachable.with_complements_in(&complements, progress.part(9, 10, 10))?
        } else {
            // What can be reached from the complement of the finish is known.
            reachable.with_complements_in(reachable, progress)?
        };
        Ok(Self {
            set,
            start,
            finishes,
        })
    }

    /// Asks, before anything is solved, whether the reachable positions of a problem fit into
    /// memory together with what its winning positions need.
    ///
    /// # Errors
    /// When they don't, or a position has pegs outside the board.
    pub fn check_memory(board: &SmallBoard, start: Bitboard, finishes: &[Bitboard]) -> Result<()> {
        board.check_all("start", [start])?;
        board.check_all("finish", finishes.iter().copied())?;

        let kept = 1 + u64::from(B::KEEPS_ALL);
        let sets = kept + u64::from(plays_backwards(board, start, finishes));
        let one = Reachable::memory_needed(board, start);
        Ok(memory::require(what(board), one.saturating_mul(sets))?)
    }

    /// Checks that these are the winning positions of a game with the start of this set.
    ///
    /// # Errors
    /// When they are of another board or start.
    pub fn check_game(&self, reachable: &Reachable<B>) -> Result<()> {
        let board = reachable.board();
        if self.set.board() != board || self.start != reachable.start() {
            return Err(Error::other_game("winning positions", board));
        }
        Ok(())
    }

    /// The winning positions by symmetry classes.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn symmetry_classes(&self) -> Result<SymmetryClasses<'_, B>> {
        SymmetryClasses::new(&self.set, &self.group())
    }

    /// The symmetries that keep the start, and the finishes that can be reached.
    pub fn group(&self) -> SymmetryGroup {
        SymmetryGroup::of(self.set.board()).keeping_sets(&[&[self.start], &self.finishes])
    }
}

impl Winning {
    /// The winning positions of a problem, from its start alone.
    ///
    /// # Errors
    /// When a position has pegs outside the board, the reachable and the winning positions don't fit
    /// into memory together, or `progress` says to stop.
    pub fn solve(
        board: &SmallBoard,
        start: Bitboard,
        finishes: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<Self> {
        Self::check_memory(board, start, finishes)?;
        let reachable = Reachable::solve(board, start, progress.part(0, 1, 2))?;
        Self::of(&reachable, finishes, progress.part(1, 2, 2))
    }
}

/// What the memory is for.
fn what(board: &SmallBoard) -> String {
    format!("the set of the winning positions of {board}")
}

/// Whether a set of what leads to the finishes is needed: not if start and finish are complements.
fn plays_backwards(board: &SmallBoard, start: Bitboard, finishes: &[Bitboard]) -> bool {
    finishes != [board.complement(start)]
}

/// All positions from which a finish can be reached, of every class that has one.
#[derive(Debug)]
pub struct Solvable<B = InMemory> {
    board: SmallBoard,
    /// The finishes, and the symmetries that map them to each other.
    finishes: Vec<Bitboard>,
    group: SymmetryGroup,
    /// A set of complements for each position class with a finish; one of the classes that the
    /// group maps to each other.
    complements: Vec<PositionSet<B>>,
}

impl Solvable {
    /// The positions from which one of these finishes can be reached.
    ///
    /// # Errors
    /// When a finish has pegs outside the board, there is not enough memory, or `progress` says to
    /// stop.
    pub fn solve(
        board: &SmallBoard,
        finishes: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<Self> {
        let mut solvable = Self {
            board: board.clone(),
            finishes: finishes.to_vec(),
            group: SymmetryGroup::of(board).keeping_sets(&[finishes]),
            complements: Vec::new(),
        };

        for (&finish, part) in progress.each(finishes) {
            // A finish leads to itself, so its class is known if it is in a set.
            if solvable.contains(finish)? {
                continue;
            }
            // The first target says which class the set is of.
            let targets = [&[finish][..], finishes].concat();
            let set = PositionSet::all_complements_leading_to(board, &targets, part)?;
            solvable.complements.push(set);
        }
        Ok(solvable)
    }

    /// The same positions, in sets that another holder has.
    #[must_use]
    pub fn held<B: Holder>(self) -> Solvable<B> {
        let complements = self.complements.into_iter().map(PositionSet::held);
        Solvable {
            board: self.board,
            finishes: self.finishes,
            group: self.group,
            complements: complements.collect(),
        }
    }
}

impl<B: Holder> Solvable<B> {
    /// Whether a finish can be reached from the position.
    ///
    /// # Errors
    /// When a block can't be read.
    pub fn contains(&self, position: Bitboard) -> Result<bool> {
        if !self.board.full().contains(position) {
            return Ok(false);
        }

        // All images in one position class have the same answer, so the first image in the class of
        // a set has it.
        let complement = self.board.complement(position);
        for turn in self.group.symmetries() {
            let image = turn.apply(complement);
            for set in &self.complements {
                if let Some(index) = set.class().index(image) {
                    return set.try_contains_index(index);
                }
            }
        }
        Ok(false)
    }

    /// The positions by symmetry classes, in a list for each position class.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn symmetry_classes(&self) -> Result<Vec<SymmetryClasses<'_, B>>> {
        let all = SymmetryGroup::of(&self.board);
        let mut lists = Vec::new();
        for set in &self.complements {
            let mut finishes = self.finishes.clone();
            finishes.retain(|&end| set.class().contains(self.board.complement(end)));

            let problem = all.keeping_sets(&[&finishes]);
            lists.push(SymmetryClasses::of_complements(set, &problem)?);
        }
        Ok(lists)
    }

    /// Whether a symmetry class can be in several lists: never, if the finishes have all the
    /// symmetry of the board.
    pub fn repeats(&self) -> bool {
        let all = SymmetryGroup::of(&self.board).order();
        self.complements.len() > 1 && self.group.order() < all
    }
}

/// What can be reached from a position, and what it can be reached from.
#[derive(Debug)]
pub struct About {
    board: SmallBoard,
    position: Bitboard,
    /// The holes that can be the only empty one at the start of a game with this position.
    pub vacancies: Bitboard,
    /// The holes in which one last peg can be left.
    pub finishes: Bitboard,
    /// The fewest pegs that can be left.
    pub least_pegs: u32,
    /// From the complement of the position: the complements of all that lead to it.
    backwards: Reachable,
}

/// What a position is in the game of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The position can be reached from the start, and a finish from it.
    Winning,
    /// The position can be reached from the start, but no finish from it.
    Lost,
    /// The start doesn't lead to the position.
    Unreachable,
}

impl About {
    /// Plays forwards and backwards from a position, one after the other, which takes as much time
    /// as solving the board twice.
    ///
    /// # Errors
    /// When the position has pegs outside the board, there is not enough memory, or `progress` says
    /// to stop.
    pub fn solve(board: &SmallBoard, position: Bitboard, progress: Progress<'_>) -> Result<Self> {
        let forwards = Reachable::solve(board, position, progress.part(0, 1, 2))?;
        let finishes = single_pegs(&forwards);
        let by_pegs = forwards.count_by_pegs();
        // There may not be memory for both.
        drop(forwards);

        let complement = board.complement(position);
        let backwards = Reachable::solve(board, complement, progress.part(1, 2, 2))?;
        Ok(Self {
            board: board.clone(),
            position,
            vacancies: single_pegs(&backwards),
            finishes,
            least_pegs: by_pegs.iter().position(|&count| count > 0).unwrap_or(0) as u32,
            backwards,
        })
    }

    /// What the position is in the game from a start to a last peg in one of these holes.
    ///
    /// # Errors
    /// When the start has pegs outside the board, or a hole is outside.
    pub fn standing(&self, start: Bitboard, finishes: Bitboard) -> Result<Standing> {
        self.board.check_all("start", [start])?;
        self.board.check_all("finish", [finishes])?;

        let is_reachable = self.backwards.contains(self.board.complement(start));
        let can_win = !(finishes & self.finishes).is_empty();
        Ok(if !is_reachable {
            Standing::Unreachable
        } else if can_win {
            Standing::Winning
        } else {
            Standing::Lost
        })
    }

    /// The jumps from the position after which one last peg can still be left in one of these
    /// holes. They are the same in any game, and in none: a position wins or loses whatever led to
    /// it.
    ///
    /// # Errors
    /// When a hole is outside the board, there is not enough memory, or `progress` says to stop.
    pub fn winning_jumps(&self, finishes: Bitboard, progress: Progress<'_>) -> Result<Vec<Jump>> {
        self.board.check_all("finish", [finishes])?;

        let within_reach = finishes & self.finishes;
        if within_reach.is_empty() {
            return Ok(Vec::new());
        }

        let ends: Vec<Bitboard> = within_reach.pegs().map(Hole::bit).collect();
        let solvable = Solvable::solve(&self.board, &ends, progress)?;
        let mut jumps = Vec::new();
        for jump in self.board.legal_jumps(self.position) {
            if solvable.contains(jump.play(self.position))? {
                jumps.push(jump);
            }
        }
        Ok(jumps)
    }
}

/// The holes whose peg alone is in the set.
fn single_pegs(set: &Reachable) -> Bitboard {
    set.board()
        .full()
        .pegs()
        .filter(|hole: &Hole| set.contains(hole.bit()))
        .collect()
}
