//! The positions of a set that are symmetric, by the type of their symmetry, and the solutions with
//! the most of them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

use peg_solitaire::board::{Bitboard, Hole, Jump, Lattice, SmallBoard, Symmetry};
use peg_solitaire::class::{Images, SymmetryGroup, sorted};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::ClassSet;
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
    (
        "square",
        SymmetryType {
            turns: 4,
            orthogonal: 2,
            diagonal: 2,
        },
    ),
    (
        "rotation90",
        SymmetryType {
            turns: 4,
            orthogonal: 0,
            diagonal: 0,
        },
    ),
    (
        "both_diagonals",
        SymmetryType {
            turns: 2,
            orthogonal: 0,
            diagonal: 2,
        },
    ),
    (
        "rectangular",
        SymmetryType {
            turns: 2,
            orthogonal: 2,
            diagonal: 0,
        },
    ),
    (
        "rotation180",
        SymmetryType {
            turns: 2,
            orthogonal: 0,
            diagonal: 0,
        },
    ),
    (
        "orthogonal_axis",
        SymmetryType {
            turns: 1,
            orthogonal: 1,
            diagonal: 0,
        },
    ),
    (
        "diagonal_axis",
        SymmetryType {
            turns: 1,
            orthogonal: 0,
            diagonal: 1,
        },
    ),
];

impl SymmetryType {
    /// No symmetry: only the whole turn.
    pub const NONE: Self = Self {
        turns: 1,
        orthogonal: 0,
        diagonal: 0,
    };

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
        let mut found = Self {
            turns: 0,
            orthogonal: 0,
            diagonal: 0,
        };
        for symmetry in board.symmetries() {
            if symmetry.apply(position) != position {
                continue;
            }
            let [[a, b], [c, d]] = symmetry.matrix().map(|row| row.map(i16::from));
            let is_reflection = a * d - b * c < 0;
            let is_turned = |&(x, y): &(i16, i16)| (a * x + b * y, c * x + d * y) == (-x, -y);
            match (
                is_reflection,
                board.lattice().directions().iter().any(is_turned),
            ) {
                (false, _) => found.turns += 1,
                (true, true) => found.orthogonal += 1,
                (true, false) => found.diagonal += 1,
            }
        }
        found
    }

    /// The name under which the literature lists the type; on triangular boards the number of
    /// turns, and `axis` or `axes` where there are reflections.
    pub fn name(self, lattice: Lattice) -> String {
        let known = SQUARE_TYPES.iter().find(|(_, known)| *known == self);
        if let (Lattice::Square, Some((name, _))) = (lattice, known) {
            return (*name).to_owned();
        }
        let turns = (self.turns > 1).then(|| format!("rotation{}", 360 / u16::from(self.turns)));
        let axes = match (self.orthogonal, self.diagonal) {
            (0, 0) if turns.is_none() => Some("none"),
            (0, 0) => None,
            (_, 0) => Some("mirror"),
            (0, _) => Some("cross_mirror"),
            _ => Some("mirrors"),
        };
        turns
            .into_iter()
            .chain(axes.map(str::to_owned))
            .collect::<Vec<String>>()
            .join("_")
    }
}

/// The number of positions that are looked up between two reports of the progress.
const REPORTED: u64 = 1 << 16;

/// The mincodes, sorted, of the symmetric positions of a set with these numbers of pegs.
///
/// Only the positions that are left as they are by some symmetry are looked at: they are unions of
/// that symmetry's cycles.
pub(super) fn symmetric_classes(
    set: &ClassSet,
    pegs: &RangeInclusive<u32>,
    progress: Progress<'_>,
) -> Result<Vec<Bitboard>> {
    let board = set.board();
    let images = Images::of(&SymmetryGroup::of(board));
    let mut classes = BTreeSet::new();
    for (symmetry, part) in progress.each(&board.symmetries()[1..]) {
        let cycles = cycles(board, symmetry);
        // One cycle is added or removed at a time, in the order of a Gray code.
        let mut position = Bitboard::EMPTY;
        for step in 1..=1_u64 << cycles.len() {
            if step.is_multiple_of(REPORTED) {
                part.report(step, 1 << cycles.len())?;
            }
            if pegs.contains(&position.count()) && set.contains(position) {
                classes.insert(images.mincode(position));
            }
            if let Some(&cycle) = cycles.get(step.trailing_zeros() as usize) {
                position = position ^ cycle;
            }
        }
    }
    Ok(classes.into_iter().collect())
}

/// Counts the symmetry classes of the symmetric positions of a set after 0, 1, ... jumps, each
/// under its own type of symmetry (the highest). Positions with more pegs than `most_pegs` are left
/// out.
pub fn symmetric(set: &ClassSet, most_pegs: u32, progress: Progress<'_>) -> Result<Table> {
    // The rows are for one peg and more.
    let (board, levels) = (set.board(), most_pegs.max(1));
    let classes = symmetric_classes(set, &(1..=levels), progress)?;
    let found = classes
        .into_iter()
        .map(|it| (SymmetryType::of_own(board, it), levels - it.count()));
    let found: Vec<(SymmetryType, u32)> = found.collect();
    let full = SymmetryType::of_own(board, board.full());
    let is_possible = |kind: &SymmetryType| {
        kind.turns <= full.turns
            && kind.orthogonal <= full.orthogonal
            && kind.diagonal <= full.diagonal
    };
    let mut types = SQUARE_TYPES.map(|(_, kind)| kind).to_vec();
    if board.lattice() == Lattice::Triangular {
        types = sorted(found.iter().map(|(kind, _)| *kind));
        types.reverse();
    }
    let mut table = Table::new("Symmetric positions by type of symmetry");
    table.add(Column::new("jumps"), 0..levels);
    table.add(Column::new("pegs"), (1..=levels).rev());
    for kind in types.into_iter().filter(is_possible) {
        let mut counts = vec![0_u64; levels as usize];
        let own = found.iter().filter(|(one, _)| *one == kind);
        own.for_each(|(_, jumps)| counts[*jumps as usize] += 1);
        table.add(Column::new(kind.name(board.lattice())).summed(), counts);
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
        let images = self
            .own
            .images(position.0)
            .enumerate()
            .map(|(number, image)| (image, number));
        let (kept, number) = images.min()?;
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
        for after in board
            .legal_jumps(position)
            .filter_map(|jump| self.of(jump.play(position)))
        {
            most.iter_mut()
                .zip(after)
                .for_each(|(most, after)| *most = (*most).max(after));
        }
        for (most, image) in most.iter_mut().zip(self.all.images(position.0)) {
            *most += u8::from(image == position.0);
        }
        most
    }
}

/// For each symmetry of the board (one of those that the symmetries of the problem turn into each
/// other), a solution that passes through the most positions which it leaves as they are. No
/// solution passes through more, because all winning positions are looked at, from the finishes up.
/// Empty if the board has no symmetry.
///
/// # Errors
/// If the problem can't be solved, there is not enough memory, or `progress` says to stop.
pub fn most_symmetric(winning: &Winning, progress: Progress<'_>) -> Result<Vec<SymmetricSolution>> {
    let board = winning.set().board();
    let what = || format!("the winning positions of {board} by symmetry");
    let group = winning.group();
    let own = Images::of(&group);
    let classes = winning.symmetry_classes()?;
    let all = Images::of(&SymmetryGroup::of(board));
    let conjugates = conjugates(board, &group);
    let mut longest = Longest {
        all,
        own,
        conjugates,
        levels: Vec::new(),
    };
    for (pegs, part) in progress.each(0..board.holes() as u32 + 1) {
        let representative = |_, position| [longest.own.mincode(position)];
        let mut positions = classes.list(pegs..=pegs, representative, part.part(0, 1, 4))?;
        parallel::sort(&mut positions);
        let mut values = memory::list(what, positions.len())?;
        let of = |piece: &[Bitboard]| -> Result<Vec<Most>> {
            part.report(1, 4)?;
            Ok(piece
                .iter()
                .map(|&position| longest.after(board, position))
                .collect())
        };
        values.extend(
            parallel::try_map(positions.chunks(1 << 12), of)?
                .into_iter()
                .flatten(),
        );
        longest.levels.push((positions, values));
    }
    let Some(most) = longest.of(winning.start()) else {
        return Err(Error::Unreachable);
    };
    let is_first = |number: usize| {
        longest
            .conjugates
            .iter()
            .all(|image| image[number] >= number)
    };
    let numbers = (1..board.symmetries().len()).filter(|&number| is_first(number));
    let solutions = numbers.map(|number| {
        let (mut at, mut jumps) = (winning.start(), Vec::new());
        let is_counted = most[number] > 2;
        let mut ways = FxHashMap::from_iter(is_counted.then_some((at, 1_u128)));
        while let Some(&jump) = best(&longest, board, number, at).first() {
            jumps.push(jump);
            at = jump.play(at);
            let mut longer = FxHashMap::default();
            for (before, count) in ways {
                for jump in best(&longest, board, number, before) {
                    let ways = longer.entry(jump.play(before)).or_insert(0_u128);
                    *ways = ways.saturating_add(count);
                }
            }
            ways = longer;
        }
        let solutions = is_counted.then(|| ways.into_values().fold(0, u128::saturating_add));
        let symmetry = board.symmetries()[number].clone();
        let solution = Solution::new(board, winning.start(), jumps).expect("legal jumps");
        SymmetricSolution {
            symmetry,
            positions: most[number].into(),
            solutions,
            solution,
        }
    });
    Ok(solutions.collect())
}

/// The jumps from a position after which the most symmetric positions can follow.
fn best(longest: &Longest, board: &SmallBoard, number: usize, at: Bitboard) -> Vec<Jump> {
    let value = |jump: &Jump| longest.of(jump.play(at)).map(|most| most[number]);
    let best = board.legal_jumps(at).filter_map(|jump| value(&jump)).max();
    board
        .legal_jumps(at)
        .filter(|jump| best.is_some() && value(jump) == best)
        .collect()
}

/// For each symmetry g of a group, the number of g s g^-1 for each symmetry s of the board.
fn conjugates(board: &SmallBoard, group: &SymmetryGroup) -> Vec<Vec<usize>> {
    let all = SymmetryGroup::of(board);
    let conjugate = |g, s| all.product(all.product(g, s), all.inverse(g));
    let members =
        (0..all.order()).filter(|&g| group.symmetries().any(|one| *one == board.symmetries()[g]));
    members
        .map(|g| (0..all.order()).map(|s| conjugate(g, s)).collect())
        .collect()
}
