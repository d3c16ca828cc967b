//! The positions of a set that are symmetric, by the type of their symmetry, and the solutions with
//! the most of them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

use peg_solitaire::board::{Bitboard, Hole, Jump, Lattice, SmallBoard, Symmetry};
use peg_solitaire::class::{Images, SymmetryGroup, sorted};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{Holder, PositionSet};
use peg_solitaire::winning::Winning;
use peg_solitaire::{Error, Result};
use pegfont_base::table::{Column, Table};
use pegfont_base::{memory, parallel};

/// A type of symmetry: the symmetries that leave a position as it is, up to a symmetry of the
/// board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SymmetryType {
    /// How many turns, half a turn being two, leave the position as it is (1: only the whole turn).
    pub turns: u8,
    /// How many reflections that turn a direction of jumps around (on squares: rows or columns) do.
    pub orthogonal: u8,
    /// How many other reflections do.
    pub diagonal: u8,
}

/// The types on the square lattice in the order of the literature, with their names.
const SQUARE_TYPES: [(&str, SymmetryType); 7] = [
    ("square", SymmetryType::new(4, 2, 2)),
    ("rotation90", SymmetryType::new(4, 0, 0)),
    ("both_diagonals", SymmetryType::new(2, 0, 2)),
    ("rectangular", SymmetryType::new(2, 2, 0)),
    ("rotation180", SymmetryType::new(2, 0, 0)),
    ("orthogonal_axis", SymmetryType::new(1, 1, 0)),
    ("diagonal_axis", SymmetryType::new(1, 0, 1)),
];

impl SymmetryType {
    /// No symmetry: only the whole turn.
    pub const NONE: Self = Self::new(1, 0, 0);

    const fn new(turns: u8, orthogonal: u8, diagonal: u8) -> Self {
        Self {
            turns,
            orthogonal,
            diagonal,
        }
    }

    /// The type of a position.
    ///
    /// # Errors
    /// If the position has pegs outside the board.
    pub fn of(board: &SmallBoard, position: Bitboard) -> Result<Self> {
        board.check_all("position", [position])?;
        Ok(Self::of_own(board, position))
    }

    /// The type of a position that is on the board.
    fn of_own(board: &SmallBoard, position: Bitboard) -> Self {
        let mut found = Self::new(0, 0, 0);
        for symmetry in board.symmetries() {
            if symmetry.apply(position) != position {
                continue;
            }

            let [[a, b], [c, d]] = symmetry.matrix().map(|row| row.map(i16::from));
            let is_reflection = a * d - b * c < 0;
            let is_turned = |&(x, y): &(i16, i16)| (a * x + b * y, c * x + d * y) == (-x, -y);
            if !is_reflection {
                found.turns += 1;
            } else if board.lattice().directions().iter().any(is_turned) {
                found.orthogonal += 1;
            } else {
                found.diagonal += 1;
            }
        }
        found
    }

    /// Whether a position can have this type where the full board has the other one.
    fn is_possible_within(self, full: Self) -> bool {
        self.turns <= full.turns
            && self.orthogonal <= full.orthogonal
            && self.diagonal <= full.diagonal
    }

    /// The name under which the literature lists the type; on triangular boards the number of
    /// turns, and `axis` or `axes` where there are reflections.
    pub fn name(self, lattice: Lattice) -> String {
        let known = SQUARE_TYPES.iter().find(|(_, known)| *known == self);
        if let (Lattice::Square, Some((name, _))) = (lattice, known) {
            return (*name).to_owned();
        }

        let axes = match (self.orthogonal, self.diagonal) {
            (0, 0) => None,
            (_, 0) => Some("mirror"),
            (0, _) => Some("cross_mirror"),
            _ => Some("mirrors"),
        };
        let turns = (self.turns > 1).then(|| format!("rotation{}", 360 / u16::from(self.turns)));
        match (turns, axes) {
            (Some(turns), Some(axes)) => format!("{turns}_{axes}"),
            (Some(turns), None) => turns,
            (None, axes) => axes.unwrap_or("none").to_owned(),
        }
    }
}

/// How many positions of the class, or unions, are looked up between two reports of the progress.
const REPORTED: u64 = 1 << 16;

/// The mincodes, sorted, of the symmetric positions of a set with these numbers of pegs.
///
/// A symmetry leaves unions of its cycles as they are. These are few positions, unless the class
/// has even fewer.
pub(super) fn symmetric_classes<B: Holder>(
    set: &PositionSet<B>,
    pegs: &RangeInclusive<u32>,
    progress: Progress<'_>,
) -> Result<Vec<Bitboard>> {
    let board = set.board();
    let symmetries = &board.symmetries()[1..];
    let cycles = symmetries.iter().map(|symmetry| cycles(board, symmetry));
    let cycles: Vec<Vec<Bitboard>> = cycles.collect();

    let unions = cycles.iter().map(|cycles| 1_u64 << cycles.len());
    let classes = if unions.fold(0, u64::saturating_add) > set.class_size() {
        among_positions(set, pegs, progress)?
    } else {
        among_unions(set, &cycles, pegs, progress)?
    };
    Ok(classes.into_iter().collect())
}

/// The mincodes of the positions of a set that are symmetric.
fn among_positions<B: Holder>(
    set: &PositionSet<B>,
    pegs: &RangeInclusive<u32>,
    progress: Progress<'_>,
) -> Result<BTreeSet<Bitboard>> {
    let board = set.board();
    let images = Images::of(&SymmetryGroup::of(board));
    let mut classes = BTreeSet::new();

    for first in (0..set.class_size()).step_by(REPORTED as usize) {
        progress.report(first, set.class_size())?;

        for position in set.try_positions(first..first + REPORTED, pegs.clone()) {
            let position = position?;
            if SymmetryType::of_own(board, position) != SymmetryType::NONE {
                classes.insert(images.mincode(position));
            }
        }
    }
    Ok(classes)
}

/// The mincodes of those unions of cycles that are in a set.
fn among_unions<B: Holder>(
    set: &PositionSet<B>,
    cycles: &[Vec<Bitboard>],
    pegs: &RangeInclusive<u32>,
    progress: Progress<'_>,
) -> Result<BTreeSet<Bitboard>> {
    let images = Images::of(&SymmetryGroup::of(set.board()));
    let mut classes = BTreeSet::new();

    for (cycles, part) in progress.each(cycles) {
        // One cycle is added or removed at a time, in the order of a Gray code.
        let mut position = Bitboard::EMPTY;
        for step in 1..=1_u64 << cycles.len() {
            if step.is_multiple_of(REPORTED) {
                part.report(step, 1 << cycles.len())?;
            }

            if pegs.contains(&position.count()) && set.try_contains(position)? {
                classes.insert(images.mincode(position));
            }

            if let Some(&cycle) = cycles.get(step.trailing_zeros() as usize) {
                position ^= cycle;
            }
        }
    }
    Ok(classes)
}

/// Counts the symmetry classes of the symmetric positions of a set after 0, 1, ... jumps, each
/// under its own type of symmetry (the highest). Positions with more pegs than `most_pegs` are left
/// out. Looks up every position that a symmetry could leave as it is, or every one of the class, if
/// those are fewer.
///
/// # Errors
/// When a block can't be read, or `progress` says to stop.
pub fn symmetric<B: Holder>(
    set: &PositionSet<B>,
    most_pegs: u32,
    progress: Progress<'_>,
) -> Result<Table> {
    let board = set.board();
    // The rows are for one peg and more.
    let levels = most_pegs.max(1);

    let mut found = Vec::new();
    for position in symmetric_classes(set, &(1..=levels), progress)? {
        let own = SymmetryType::of_own(board, position);
        found.push((own, levels - position.count()));
    }

    let types = match board.lattice() {
        Lattice::Square => SQUARE_TYPES.map(|(_, own)| own).to_vec(),
        Lattice::Triangular => {
            let mut types = sorted(found.iter().map(|&(own, _)| own));
            types.reverse();
            types
        }
    };
    let full = SymmetryType::of_own(board, board.full());

    let mut table = Table::new("Symmetric positions by type of symmetry");
    table.add(Column::new("jumps"), 0..levels);
    table.add(Column::new("pegs"), (1..=levels).rev());
    for of_column in types {
        if !of_column.is_possible_within(full) {
            continue;
        }

        let mut counts = vec![0_u64; levels as usize];
        for &(own, jumps) in &found {
            if own == of_column {
                counts[jumps as usize] += 1;
            }
        }

        let key = of_column.name(board.lattice());
        table.add(Column::new(key).summed(), counts);
    }
    Ok(table)
}

/// The cycles of a symmetry: it maps each hole of one to the next.
fn cycles(board: &SmallBoard, symmetry: &Symmetry) -> Vec<Bitboard> {
    let cycle = |hole: Hole| {
        let images = std::iter::successors(Some(hole), |&at| Some(symmetry.image(at)));
        hole.bit() | images.skip(1).take_while(|&at| at != hole).collect()
    };
    sorted(board.full().pegs().map(cycle))
}

/// A solution that passes through as many positions as possible which one symmetry leaves as they
/// are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymmetricSolution {
    /// The symmetry that leaves the positions as they are.
    pub symmetry: Symmetry,
    /// The number of positions with this symmetry, start and finish included.
    pub positions: u32,
    /// The number of solutions with this many, if they are more than two: start and finish alone
    /// are in all.
    pub solutions: Option<u128>,
    /// One of these solutions.
    pub solution: Solution,
}

/// For each symmetry of the board, of which a hexagon has twelve, the most positions on the way
/// from a position to a finish that it leaves as they are.
type Most = [u8; 12];

/// The winning positions with the most symmetric positions that can follow. One position is kept of
/// those that are images of each other. What is known of a position P holds for its image gP, if
/// each symmetry s is exchanged for g s g^-1.
struct Longest {
    /// All symmetries of the board, and those of the problem.
    all: Images,
    own: Images,
    /// For each symmetry g of the problem, the number of g s g^-1 for each symmetry s of the board.
    conjugates: Vec<Vec<usize>>,
    /// By pegs: the positions, sorted, and their values.
    levels: Vec<(Vec<Bitboard>, Vec<Most>)>,
}

impl Longest {
    /// What is known of a position, if it is winning.
    fn of(&self, position: Bitboard) -> Option<Most> {
        let images = self.own.images(position.0).zip(0..);
        let (kept, number): (u64, usize) = images.min()?;
        let (positions, values) = &self.levels[position.count() as usize];
        let value = values.get(positions.binary_search(&Bitboard(kept)).ok()?)?;

        let mut turned = Most::default();
        for (most, &conjugate) in turned.iter_mut().zip(&self.conjugates[number]) {
            *most = value[conjugate];
        }
        Some(turned)
    }

    /// A position's entry, computed from the entries of the positions that its jumps lead to.
    fn after(&self, board: &SmallBoard, position: Bitboard) -> Most {
        let mut most = Most::default();
        for jump in board.legal_jumps(position) {
            let Some(after) = self.of(jump.play(position)) else {
                continue;
            };
            for (most, after) in most.iter_mut().zip(after) {
                *most = (*most).max(after);
            }
        }

        for (most, image) in most.iter_mut().zip(self.all.images(position.0)) {
            *most += u8::from(image == position.0);
        }
        most
    }

    /// The jumps from a position after which the most positions can follow that the symmetry of
    /// this number leaves as they are.
    fn best_jumps(&self, board: &SmallBoard, symmetry: usize, position: Bitboard) -> Vec<Jump> {
        let mut best = Vec::new();
        let mut most = 0;
        for jump in board.legal_jumps(position) {
            let Some(after) = self.of(jump.play(position)) else {
                continue;
            };
            if best.is_empty() || after[symmetry] > most {
                best.clear();
                most = after[symmetry];
            }
            if after[symmetry] == most {
                best.push(jump);
            }
        }
        best
    }

    /// Whether no symmetry of the problem turns this symmetry into one before it.
    fn is_first(&self, symmetry: usize) -> bool {
        let mut conjugates = self.conjugates.iter();
        conjugates.all(|image| image[symmetry] >= symmetry)
    }

    /// The number of games of this many jumps from a start that always take one of the best.
    fn games(&self, board: &SmallBoard, symmetry: usize, start: Bitboard, jumps: usize) -> u128 {
        let mut games = FxHashMap::from_iter([(start, 1_u128)]);
        for _ in 0..jumps {
            let mut longer = FxHashMap::default();
            for (position, count) in games {
                for jump in self.best_jumps(board, symmetry, position) {
                    let games = longer.entry(jump.play(position)).or_insert(0_u128);
                    *games = games.saturating_add(count);
                }
            }
            games = longer;
        }
        games.into_values().fold(0, u128::saturating_add)
    }
}

/// For each symmetry of the board (one of those that the symmetries of the problem turn into each
/// other), a solution that passes through the most positions which it leaves as they are. No
/// solution passes through more, because all winning positions are looked at, from the finishes up.
/// Empty if the board has no symmetry.
///
/// # Errors
/// If the problem can't be solved, a block can't be read, there is not enough memory, or `progress`
/// says to stop.
pub fn most_symmetric<B: Holder>(
    winning: &Winning<B>,
    progress: Progress<'_>,
) -> Result<Vec<SymmetricSolution>> {
    let board = winning.set().board();
    let longest = longest(winning, progress)?;
    let Some(most) = longest.of(winning.start()) else {
        return Err(Error::Unreachable);
    };

    let mut solutions = Vec::new();
    for (number, symmetry) in board.symmetries().iter().enumerate().skip(1) {
        if !longest.is_first(number) {
            continue;
        }

        let mut jumps = Vec::new();
        let mut position = winning.start();
        while let Some(&jump) = longest.best_jumps(board, number, position).first() {
            jumps.push(jump);
            position = jump.play(position);
        }

        let is_counted = most[number] > 2;
        let games = || longest.games(board, number, winning.start(), jumps.len());
        solutions.push(SymmetricSolution {
            symmetry: symmetry.clone(),
            positions: most[number].into(),
            solutions: is_counted.then(games),
            solution: Solution::new(board.as_board(), winning.start(), jumps).expect("legal jumps"),
        });
    }
    Ok(solutions)
}

/// How many positions get their entries in a row.
const POSITIONS_A_PIECE: usize = 1 << 12;

/// Computes the entries of all winning positions, from the fewest pegs up.
fn longest<B: Holder>(winning: &Winning<B>, progress: Progress<'_>) -> Result<Longest> {
    let board = winning.set().board();
    let what = || format!("the winning positions of {board} by symmetry");
    let group = winning.group();
    let classes = winning.symmetry_classes()?;
    let mut longest = Longest {
        all: Images::of(&SymmetryGroup::of(board)),
        own: Images::of(&group),
        conjugates: conjugates(board, &group),
        levels: Vec::new(),
    };

    for (pegs, part) in progress.each(0..board.holes() as u32 + 1) {
        let representative = |_, position| Ok([longest.own.mincode(position)]);
        let mut positions = classes.list(pegs..=pegs, representative, part.part(0, 1, 4))?;
        parallel::sort(&mut positions);

        let part = part.part(1, 4, 4);
        let pieces = positions.chunks(POSITIONS_A_PIECE);
        let count = pieces.len() as u64;
        let after = |(number, piece): (u64, &[Bitboard])| -> Result<Vec<Most>> {
            part.report(number, count)?;
            let entries = piece.iter().map(|&position| longest.after(board, position));
            Ok(entries.collect())
        };

        let mut values = memory::list(what, positions.len())?;
        for piece in parallel::try_map((0..).zip(pieces), after)? {
            values.extend(piece);
        }
        longest.levels.push((positions, values));
    }
    Ok(longest)
}

/// For each symmetry g of a group, the number of g s g^-1 for each symmetry s of the board.
fn conjugates(board: &SmallBoard, group: &SymmetryGroup) -> Vec<Vec<usize>> {
    let all = SymmetryGroup::of(board);
    let mut conjugates = Vec::new();
    for (g, symmetry) in board.symmetries().iter().enumerate() {
        if group.symmetries().any(|member| member == symmetry) {
            let conjugate = |s| all.product(all.product(g, s), all.inverse(g));
            conjugates.push((0..all.order()).map(conjugate).collect());
        }
    }
    conjugates
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use peg_solitaire::board::Board;
    use peg_solitaire::solve::Reachable;

    #[test]
    fn symmetric_positions_are_the_same_among_all_and_among_unions_of_cycles() {
        for name in ["1x6", "3x4", "4x4", "triangle15", "line9"] {
            let board: SmallBoard = name.parse().unwrap();
            for hole in board.full().pegs() {
                let start = board.full().without(hole.bit());
                let set = Reachable::solve(&board, start, Progress::NONE).unwrap();
                let symmetries = &board.symmetries()[1..];
                let cycles: Vec<_> = symmetries.iter().map(|turn| cycles(&board, turn)).collect();
                for pegs in [0..=64, 3..=5] {
                    let unions = among_unions(&set, &cycles, &pegs, Progress::NONE).unwrap();
                    let positions = among_positions(&set, &pegs, Progress::NONE).unwrap();
                    assert_eq!(unions, positions, "{name}, {pegs:?}");
                }
            }
        }
    }

    #[test]
    fn a_search_among_positions_stops_even_where_none_has_the_pegs() {
        let board: SmallBoard = "4x4".parse().unwrap();
        let set = Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
        let stop = Progress::new(&|_, _| ControlFlow::Break(()));
        let stopped = among_positions(&set, &(17..=64), stop);
        assert!(matches!(stopped, Err(Error::Interrupted(_))), "{stopped:?}");
    }

    #[test]
    fn the_only_position_of_a_class_is_found_at_once() {
        // No jump leads anywhere: each class has one position. Left and right exchanged have 2^40
        // unions of cycles.
        let picture = ["square\n", &"# # #\n\n".repeat(20)].concat();
        let board = Board::from_text(&picture).unwrap().small().unwrap();
        assert_eq!(board.holes(), 60);
        let set = Reachable::solve(&board, board.full(), Progress::NONE).unwrap();
        let found = symmetric_classes(&set, &(0..=64), Progress::NONE).unwrap();
        assert_eq!(found, [board.full()]);
    }
}
