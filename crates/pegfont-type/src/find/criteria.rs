//! Finds the penalties of a pattern against a design, hole by hole.

use std::borrow::Borrow;
use std::fmt::Debug;

use super::score::{Score, Term};
use peg_solitaire::board::{Bitboard, Board, Hole, Lattice, Position};

/// A design and the features of it to preserve.
///
/// ```
/// use peg_solitaire::board::SmallBoard;
/// use pegfont_type::find::{Criteria, Term};
/// let board: SmallBoard = "3x4".parse()?;
/// let criteria = Criteria::of(board.as_board(), board.parse_pattern("###\n#.#\n#.#\n###")?);
/// let open = criteria.score(&board.parse_pattern("###\n#.#\n#..\n###")?);
/// assert_eq!(open.count(Term::Counters), 1);
/// assert_eq!(criteria.score(criteria.design()).total(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Criteria<P> {
    design: P,
    parts: BoardParts<P>,
    /// The strokes of the design, and their features.
    features: Features<P>,
    /// The two neighbours of each hole in each straight direction, where both exist.
    between: Vec<Vec<[Hole; 2]>>,
    /// The holes that touch no stroke along a row or column, those between two straight strokes,
    /// and those that continue a stroke.
    stray: P,
    bridges: P,
    carries_on: P,
    /// For each symmetry of the design, the image of each hole, if it has one.
    mirrors: Vec<Vec<Option<Hole>>>,
}

/// The parts of a board in which features are counted.
#[derive(Debug)]
struct BoardParts<P> {
    full: P,
    /// The neighbours of each hole: the straight ones, and all including the diagonal ones.
    straight: Vec<P>,
    touching: Vec<P>,
    /// The edge of the board. Regions that reach it are outside the character.
    edge: P,
    squares: Vec<P>,
    columns: Vec<P>,
    rows: Vec<P>,
}

/// What a pattern should have in common with its design.
#[derive(Debug)]
struct Features<P> {
    pieces: u32,
    /// The regions without ink that are closed off from the edge of the board.
    counters: u32,
    blots: usize,
    /// The pegs that touch exactly one other peg.
    ends: P,
    /// The left, right, top and bottom, if there is ink.
    extent: Option<[usize; 4]>,
}

/// A step of columns and rows.
type Step = (i16, i16);

impl<P: Pegs> Criteria<P> {
    /// The criteria for a design on a board.
    pub fn of(board: &Board, design: P) -> Self {
        let parts = BoardParts::of(board);
        let features = parts.features(&design);
        let mirrors = mirrors(board, &design, features.extent);

        let between: Vec<Vec<[Hole; 2]>> = board
            .each_hole()
            .map(|hole| pairs_around(board, hole))
            .collect();
        let are_drawn = |pair: &[Hole; 2]| pair.iter().all(|&hole| design.has(hole));
        let stray = |&hole: &Hole| parts.straight[hole.index()].shared(&design).is_empty();
        let bridges = |&hole: &Hole| between[hole.index()].iter().any(are_drawn);
        let carries_on = |&hole: &Hole| pairs_beyond(board, hole).iter().any(are_drawn);

        Self {
            stray: board.each_hole().filter(stray).collect(),
            bridges: board.each_hole().filter(bridges).collect(),
            carries_on: board.each_hole().filter(carries_on).collect(),
            mirrors,
            between,
            design,
            parts,
            features,
        }
    }

    /// The pegs of the design that patterns are compared with.
    pub const fn design(&self) -> &P {
        &self.design
    }

    /// The penalties of a pattern.
    pub fn score(&self, pattern: impl Borrow<P>) -> Score {
        let ink = pattern.borrow();
        let features = self.parts.features(ink);
        let design = &self.features;
        let added = ink.without(&self.design);
        let removed = self.design.without(ink);

        // A missing peg is worst where the stroke continues on both sides of it, and an added peg
        // where it bridges two strokes.
        let is_inked = |pair: &[Hole; 2]| pair.iter().all(|&hole| ink.has(hole));
        let is_pierced = |hole: &Hole| self.between[hole.index()].iter().any(is_inked);
        let pierced = removed.pegs().filter(is_pierced).count();
        let bridged = added.shared(&self.bridges).count();

        let unmatched = |mirror: &Vec<Option<Hole>>| {
            let alone = |&hole: &Hole| mirror[hole.index()].is_none_or(|image| !ink.has(image));
            ink.pegs().filter(alone).count()
        };

        let lines_moved = match (design.extent, features.extent) {
            (Some(design), Some(pattern)) => design
                .iter()
                .zip(pattern)
                .map(|(side, moved)| side.abs_diff(moved))
                .sum(),
            (None, None) => 0,
            _ => usize::from(u8::MAX),
        };

        let mut score = Score::default();
        let mut set = |term: Term, count: usize| {
            score.counts[term as usize] = u8::try_from(count).unwrap_or(u8::MAX);
        };
        set(
            Term::Pieces,
            features.pieces.abs_diff(design.pieces) as usize,
        );
        set(Term::Stray, added.shared(&self.stray).count());
        set(
            Term::Counters,
            features.counters.abs_diff(design.counters) as usize,
        );
        set(Term::Gaps, pierced + bridged);
        set(Term::Spurs, added.without(&self.carries_on).count());
        set(Term::Symmetry, self.mirrors.iter().map(unmatched).sum());
        set(Term::Lines, lines_moved);
        set(Term::Blots, features.blots.saturating_sub(design.blots));
        set(Term::Ends, features.ends.without(&design.ends).count());
        score
    }
}

impl<P: Pegs> BoardParts<P> {
    fn of(board: &Board) -> Self {
        let straight = board.lattice().directions();
        let columns = 0..board.columns() as i16;
        let rows = 0..board.rows() as i16;
        let is_edge = |&hole: &Hole| {
            let is_last = |&step: &Step| {
                beside(board, hole, step, 1).is_none() || beside(board, hole, step, -1).is_none()
            };
            straight.iter().any(is_last)
        };

        let mut squares = Vec::new();
        for hole in board.each_hole() {
            let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let square = corners.map(|step| beside(board, hole, step, 1));
            squares.extend(square.into_iter().collect::<Option<P>>());
        }

        Self {
            full: board.each_hole().collect(),
            straight: neighbours(board, straight),
            touching: neighbours(board, &all_steps(board)),
            edge: board.each_hole().filter(is_edge).collect(),
            squares,
            columns: columns
                .map(|column| line(board, |(x, _)| x == column))
                .collect(),
            rows: rows.map(|row| line(board, |(_, y)| y == row)).collect(),
        }
    }

    fn features(&self, ink: &P) -> Features<P> {
        let mut ground = self.full.without(ink);
        let outside = ground.shared(&self.edge);
        erase(&mut ground, outside, &self.straight);

        let is_end = |hole: &Hole| self.touching[hole.index()].shared(ink).count() == 1;
        let is_full = |square: &&P| square.without(ink).is_empty();
        let ends = |lines: &[P]| {
            let is_inked = |line: &P| !line.shared(ink).is_empty();
            let first = lines.iter().position(is_inked)?;
            let last = lines.iter().rposition(is_inked)?;
            Some((first, last))
        };
        let sides = ends(&self.columns).zip(ends(&self.rows));

        Features {
            pieces: pieces(ink.clone(), &self.touching),
            counters: pieces(ground, &self.straight),
            blots: self.squares.iter().filter(is_full).count(),
            ends: ink.pegs().filter(is_end).collect(),
            extent: sides.map(|((left, right), (top, bottom))| [left, right, top, bottom]),
        }
    }
}

/// The hole that is so many steps away.
fn beside(board: &Board, hole: Hole, (dx, dy): Step, times: i16) -> Option<Hole> {
    let (x, y) = board.coordinates(hole)?;
    board.hole_at(x + times * dx, y + times * dy)
}

/// The steps to the holes that touch a hole: along straight lines, and on a square lattice also
/// along diagonals.
fn all_steps(board: &Board) -> Vec<Step> {
    let mut steps = board.lattice().directions().to_vec();
    if board.lattice() == Lattice::Square {
        steps.extend([(1, 1), (1, -1)]);
    }
    steps
}

/// The holes of a column or a row.
fn line<P: Pegs>(board: &Board, is_in: impl Fn((i16, i16)) -> bool) -> P {
    board
        .each_hole()
        .filter(|&hole| board.coordinates(hole).is_some_and(&is_in))
        .collect()
}

/// The neighbours of each hole at these steps, forwards and back.
fn neighbours<P: Pegs>(board: &Board, steps: &[Step]) -> Vec<P> {
    let near = |hole| -> P {
        steps
            .iter()
            .flat_map(|&step| [1, -1].map(|way| beside(board, hole, step, way)))
            .flatten()
            .collect()
    };
    board.each_hole().map(near).collect()
}

/// The two neighbours of a hole in each straight direction, where both exist.
fn pairs_around(board: &Board, hole: Hole) -> Vec<[Hole; 2]> {
    let mut pairs = Vec::new();
    for &step in board.lattice().directions() {
        let next = beside(board, hole, step, 1);
        let last = beside(board, hole, step, -1);
        if let (Some(next), Some(last)) = (next, last) {
            pairs.push([next, last]);
        }
    }
    pairs
}

/// The next two holes from a hole in each direction and back, where both exist.
fn pairs_beyond(board: &Board, hole: Hole) -> Vec<[Hole; 2]> {
    let mut pairs = Vec::new();
    for step in all_steps(board) {
        for way in [1, -1] {
            let next = beside(board, hole, step, way);
            let second = beside(board, hole, step, 2 * way);
            if let (Some(next), Some(second)) = (next, second) {
                pairs.push([next, second]);
            }
        }
    }
    pairs
}

/// The symmetries of a design within its extent.
fn mirrors(board: &Board, ink: &impl Pegs, extent: Option<[usize; 4]>) -> Vec<Vec<Option<Hole>>> {
    let Some(extent) = extent else {
        return Vec::new();
    };
    let [left, right, top, bottom] = extent.map(|line| line as i16);

    let keeps = |mirror: &Vec<Option<Hole>>| {
        ink.pegs()
            .all(|hole| mirror[hole.index()].is_some_and(|image| ink.has(image)))
    };

    if board.lattice() == Lattice::Triangular {
        let turns = board.symmetries().iter().skip(1);
        let images = turns.map(|turn| {
            board
                .each_hole()
                .map(|hole| Some(turn.image(hole)))
                .collect()
        });
        return images.filter(keeps).collect();
    }

    let mirror = |(across, down)| -> Vec<Option<Hole>> {
        let image = |hole| {
            let (x, y) = board.coordinates(hole)?;
            let x = if across { left + right - x } else { x };
            let y = if down { top + bottom - y } else { y };
            board.hole_at(x, y)
        };
        board.each_hole().map(image).collect()
    };

    // A half turn combines both reflections, so it matters only where neither holds.
    let mirrors = [(true, false), (false, true), (true, true)]
        .into_iter()
        .map(mirror);
    mirrors.filter(keeps).take(2).collect()
}

/// The number of connected pieces.
fn pieces<P: Pegs>(mut ink: P, neighbours: &[P]) -> u32 {
    let mut pieces = 0;
    while let Some(first) = ink.pop() {
        erase(&mut ink, neighbours[first.index()].clone(), neighbours);
        pieces += 1;
    }
    pieces
}

/// Removes the part of a region that is connected to some holes, which may be outside of it.
fn erase<P: Pegs>(region: &mut P, from: P, neighbours: &[P]) {
    let mut from = from.shared(region);
    *region = region.without(&from);

    while let Some(hole) = from.pop() {
        let next = neighbours[hole.index()].shared(region);
        *region = region.without(&next);
        from.add(&next);
    }
}

/// A set of holes. On boards of up to 64 holes, where hundreds of thousands of patterns have a
/// score, it is a machine word.
pub trait Pegs: Clone + Debug + FromIterator<Hole> {
    /// Whether the hole is in the set.
    fn has(&self, hole: Hole) -> bool;

    /// The number of holes.
    fn count(&self) -> usize {
        self.pegs().count()
    }

    /// The holes in order.
    fn pegs(&self) -> impl Iterator<Item = Hole>;

    /// Adds the holes of another set.
    fn add(&mut self, other: &Self);

    /// Those that are not in the other.
    #[must_use]
    fn without(&self, other: &Self) -> Self;

    /// Those that are in both.
    #[must_use]
    fn shared(&self, other: &Self) -> Self {
        self.without(&self.without(other))
    }

    /// Whether no hole is in it.
    fn is_empty(&self) -> bool {
        self.pegs().next().is_none()
    }

    /// Removes the first peg, and says where it was.
    fn pop(&mut self) -> Option<Hole> {
        let first = self.pegs().next()?;
        *self = self.without(&Self::from_iter([first]));
        Some(first)
    }
}

impl Pegs for Bitboard {
    fn has(&self, hole: Hole) -> bool {
        Self::has(*self, hole)
    }

    fn count(&self) -> usize {
        Self::count(*self) as usize
    }

    fn pegs(&self) -> impl Iterator<Item = Hole> {
        Self::pegs(*self)
    }

    fn add(&mut self, other: &Self) {
        *self |= *other;
    }

    fn without(&self, other: &Self) -> Self {
        Self::without(*self, *other)
    }
}

impl Pegs for Position {
    fn has(&self, hole: Hole) -> bool {
        self.has(hole)
    }

    fn pegs(&self) -> impl Iterator<Item = Hole> {
        self.pegs()
    }

    fn add(&mut self, other: &Self) {
        self.extend(other.pegs());
    }

    fn without(&self, other: &Self) -> Self {
        self.without(other)
    }
}
