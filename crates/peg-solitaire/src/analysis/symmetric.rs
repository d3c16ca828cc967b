//! The positions of a set that are symmetric, by the type of their symmetry, and the solutions with the most of them.

use std::collections::BTreeSet;

use super::table::{Column, Table};
use super::winning::Winning;
use crate::Error;
use crate::board::{Bitboard, Jump, Lattice, SmallBoard, Symmetry};
use crate::class::{Images, SymmetryGroup};
use crate::memory;
use crate::parallel;
use crate::progress::Progress;
use crate::solution::Solution;
use crate::solve::ClassSet;

/// A type of symmetry: the symmetries that leave a position as it is, up to a symmetry of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SymmetryType {
    /// How many turns, half a turn being two, leave the position as it is (1: only the whole turn).
    pub turns: u8,
    /// How many reflections in a line along the rows or columns do.
    pub orthogonal: u8,
    /// How many other reflections do.
    pub diagonal: u8,
}

/// The types on the square lattice in the order of the literature, with their names.
const SQUARE_TYPES: [(&str, SymmetryType); 7] = [
    ("square", SymmetryType { turns: 4, orthogonal: 2, diagonal: 2 }),
    ("rotation90", SymmetryType { turns: 4, orthogonal: 0, diagonal: 0 }),
    ("both_diagonals", SymmetryType { turns: 2, orthogonal: 0, diagonal: 2 }),
    ("rectangular", SymmetryType { turns: 2, orthogonal: 2, diagonal: 0 }),
    ("rotation180", SymmetryType { turns: 2, orthogonal: 0, diagonal: 0 }),
    ("orthogonal_axis", SymmetryType { turns: 1, orthogonal: 1, diagonal: 0 }),
    ("diagonal_axis", SymmetryType { turns: 1, orthogonal: 0, diagonal: 1 }),
];

impl SymmetryType {
    /// No symmetry: only the whole turn.
    pub const NONE: Self = Self { turns: 1, orthogonal: 0, diagonal: 0 };

    /// The type of a position.
    #[must_use]
    pub fn of(board: &SmallBoard, position: Bitboard) -> Self {
        let mut found = Self { turns: 0, orthogonal: 0, diagonal: 0 };
        for symmetry in board.symmetries() {
            if symmetry.apply(position) != position {
                continue;
            }
            let [[a, b], [c, d]] = symmetry.matrix();
            let along = match board.lattice() {
                Lattice::Square => b == 0 && c == 0,
                // In skew coordinates: the reflections that turn a row, a column or a diagonal around.
                Lattice::Triangular => [(1, 0), (0, 1), (1, 1)]
                    .iter()
                    .any(|&(x, y)| (a * x + b * y, c * x + d * y) == (-x, -y)),
            };
            match (symmetry.is_reflection(), along) {
                (false, _) => found.turns += 1,
                (true, true) => found.orthogonal += 1,
                (true, false) => found.diagonal += 1,
            }
        }
        found
    }

    /// The name under which the literature lists the type; on triangular boards the number of turns,
    /// and `axis` or `axes` where there are reflections.
    #[must_use]
    pub fn name(self, lattice: Lattice) -> String {
        let known = SQUARE_TYPES.iter().find(|(_, known)| *known == self);
        match (lattice, known) {
            (Lattice::Square, Some((name, _))) => (*name).to_owned(),
            _ => {
                let turns = match self.turns {
                    1 => String::new(),
                    turns => format!("rotation{}", 360 / u16::from(turns)),
                };
                let axes = match (self.orthogonal, self.diagonal) {
                    (0, 0) => "",
                    (_, 0) => "mirror",
                    (0, _) => "cross_mirror",
                    _ => "mirrors",
                };
                let parts: Vec<&str> =
                    [&*turns, axes].into_iter().filter(|part| !part.is_empty()).collect();
                parts.join("_")
            }
        }
    }
}

/// Counts the symmetry classes of the symmetric positions of a set after 0, 1, ... jumps, each under its own type of symmetry (the
/// highest). No position has more pegs than `most_pegs`.
///
/// Only the positions that are left as they are by some symmetry are looked at: they are unions of
/// that symmetry's cycles.
#[must_use]
pub fn symmetric(set: &ClassSet, most_pegs: u32) -> Table {
    let board = set.board();
    let group = SymmetryGroup::of(board);
    let images = Images::of(&group);
    let mut classes = BTreeSet::new();
    for symmetry in board.symmetries().iter().filter(|symmetry| !symmetry.is_identity()) {
        let mut cycles: Vec<Bitboard> = Vec::new();
        for hole in board.full().pegs() {
            if !cycles.iter().any(|cycle| cycle.has(hole)) {
                let cycle = std::iter::successors(Some(hole), |&at| Some(symmetry.image(at)));
                let rest = cycle.skip(1).take_while(|&at| at != hole);
                cycles.push(hole.bit() | rest.collect());
            }
        }
        // One cycle is added or removed at a time, in the order of a Gray code.
        let mut position = Bitboard::EMPTY;
        for step in 1..=1_u64 << cycles.len() {
            if set.contains(position) {
                classes.insert(images.mincode(position));
            }
            if let Some(&cycle) = cycles.get(step.trailing_zeros() as usize) {
                position = position ^ cycle;
            }
        }
    }
    let pegs = most_pegs.max(1);
    let mut counts: Vec<(SymmetryType, Vec<u64>)> = Vec::new();
    if board.lattice() == Lattice::Square {
        let full = SymmetryType::of(board, board.full());
        let allowed = SQUARE_TYPES.iter().map(|(_, kind)| *kind).filter(|kind| {
            kind.turns <= full.turns
                && kind.orthogonal <= full.orthogonal
                && kind.diagonal <= full.diagonal
        });
        counts.extend(allowed.map(|kind| (kind, vec![0; pegs as usize])));
    }
    for position in classes {
        let kind = SymmetryType::of(board, position);
        let jumps = (pegs - position.count()) as usize;
        let at = counts.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
            counts.push((kind, vec![0; pegs as usize]));
            counts.len() - 1
        });
        counts[at].1[jumps] += 1;
    }
    if board.lattice() == Lattice::Triangular {
        counts.sort_by(|(one, _), (other, _)| other.cmp(one));
    }
    let levels = u64::from(pegs);
    let mut columns = vec![
        ("jumps".to_owned(), Column::counts(0..levels)),
        ("pegs".to_owned(), Column::counts((0..levels).map(|level| levels - level))),
    ];
    let column = |(kind, counts): (SymmetryType, Vec<u64>)| {
        (kind.name(board.lattice()), Column::counts(counts))
    };
    columns.extend(counts.into_iter().map(column));
    Table { title: "Symmetric positions by type of symmetry".to_owned(), columns }
}

/// A solution that passes through as many positions as possible which one symmetry leaves as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymmetricSolution {
    /// The symmetry.
    pub symmetry: Symmetry,
    /// The number of these positions, start and finish included.
    pub positions: u32,
    /// The solution.
    pub solution: Solution,
}

/// The most symmetries that a board has, on the triangular lattice.
const SYMMETRIES: usize = 12;

/// For each symmetry of the board, the most positions on the way from a position to a finish that it leaves as they are.
type Most = [u8; SYMMETRIES];

/// The winning positions with the most symmetric positions that can follow. One position is kept of those that are images of each
/// other. What is known of a position P holds for its image gP, if each symmetry s is exchanged for g s g^-1.
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
        let images = self.own.images(position.0).enumerate().map(|(number, image)| (image, number));
        let (kept, number) = images.min()?;
        let (positions, values) = &self.levels[position.count() as usize];
        let value = values.get(positions.binary_search(&Bitboard(kept)).ok()?)?;
        let mut turned = Most::default();
        for (most, &conjugate) in turned.iter_mut().zip(&self.conjugates[number]) {
            *most = value[conjugate];
        }
        Some(turned)
    }

    /// The same for a position, from those after its jumps.
    fn after(&self, board: &SmallBoard, position: Bitboard) -> Most {
        let mut most = Most::default();
        for after in board.legal_jumps(position).filter_map(|jump| self.of(jump.play(position))) {
            most.iter_mut().zip(after).for_each(|(most, after)| *most = (*most).max(after));
        }
        for (most, image) in most.iter_mut().zip(self.all.images(position.0)) {
            *most += u8::from(image == position.0);
        }
        most
    }
}

/// For each symmetry of the board (one of those that the symmetries of the problem turn into each other), a solution that passes
/// through the most positions which it leaves as they are. No solution passes through more, because all winning positions are
/// looked at, from the finishes up. Empty if the problem can't be solved.
///
/// ```
/// use peg_solitaire::{analysis::{Winning, most_symmetric}, board::SmallBoard, progress::Progress};
/// let board: SmallBoard = "triangle15".parse()?;
/// let corner = board.parse_hole("a1")?.bit();
/// let winning = Winning::solve(&board, board.complement(corner), &[corner], Progress::NONE)?;
/// for most in most_symmetric(&winning, Progress::NONE)? {
///     let of_solution = most.solution.positions().filter_map(|position| position.bits());
///     let symmetric = of_solution.filter(|&position| most.symmetry.apply(position) == position);
///     assert_eq!(symmetric.count(), most.positions as usize);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is not enough memory, or `progress` says to stop.
pub fn most_symmetric(
    winning: &Winning,
    progress: Progress<'_>,
) -> Result<Vec<SymmetricSolution>, Error> {
    let board = winning.set().board();
    let what = || format!("the winning positions of {board} by symmetry");
    let group = winning.group();
    let own = Images::of(&group);
    let classes = winning.symmetry_classes()?;
    let positions = progress.part(0, 1, 4, |part| {
        classes.representatives(part, |_| true, |position| own.mincode(position))
    })?;
    let mut levels = vec![(Vec::new(), Vec::new()); board.holes() + 1];
    for position in positions {
        let level: &mut Vec<Bitboard> = &mut levels[position.count() as usize].0;
        memory::reserve(what, level, 1)?;
        level.push(position);
    }
    let all = Images::of(&SymmetryGroup::of(board));
    let mut longest = Longest { all, own, conjugates: conjugates(board, &group), levels };
    let pegs = longest.levels.len() as u64;
    for count in 0..longest.levels.len() {
        progress.part(1, 4, 4, |part| part.report(count as u64, pegs))?;
        let mut positions = std::mem::take(&mut longest.levels[count].0);
        parallel::sort(&mut positions);
        let mut values = memory::list(what, positions.len())?;
        let of = |piece: &[Bitboard]| -> Vec<Most> {
            piece.iter().map(|&position| longest.after(board, position)).collect()
        };
        parallel::map(positions.chunks(1 << 12), of)
            .into_iter()
            .for_each(|piece| values.extend(piece));
        longest.levels[count] = (positions, values);
    }
    let Some(most) = longest.of(winning.start()) else { return Ok(Vec::new()) };
    let is_first = |number: usize| longest.conjugates.iter().all(|image| image[number] >= number);
    let numbers = (1..board.symmetries().len()).filter(|&number| is_first(number));
    let solutions = numbers.map(|number| {
        let mut at = winning.start();
        let mut jumps = Vec::new();
        while let Some(jump) = next(&longest, board, number, at) {
            jumps.push(jump);
            at = jump.play(at);
        }
        let symmetry = board.symmetries()[number].clone();
        let solution = Solution::new(board, winning.start(), jumps).expect("legal jumps");
        SymmetricSolution { symmetry, positions: most[number].into(), solution }
    });
    Ok(solutions.collect())
}

/// The first of the best jumps from a position.
fn next(longest: &Longest, board: &SmallBoard, number: usize, at: Bitboard) -> Option<Jump> {
    let value = |jump: &Jump| longest.of(jump.play(at)).map(|most| most[number]);
    let best = board.legal_jumps(at).filter_map(|jump| value(&jump)).max()?;
    board.legal_jumps(at).find(|jump| value(jump) == Some(best))
}

/// For each symmetry g of a group, the number of g s g^-1 for each symmetry s of the board.
fn conjugates(board: &SmallBoard, group: &SymmetryGroup) -> Vec<Vec<usize>> {
    let all = SymmetryGroup::of(board);
    let conjugate = |g, s| all.product(all.product(g, s), all.inverse(g));
    let members =
        (0..all.order()).filter(|&g| group.symmetries().any(|one| *one == board.symmetries()[g]));
    members.map(|g| (0..all.order()).map(|s| conjugate(g, s)).collect()).collect()
}
