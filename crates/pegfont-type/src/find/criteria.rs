//! Finds the penalties of a pattern against a design, hole by hole, on a board of either size.

use super::score::{Score, Term};
use peg_solitaire::board::{
    Bitboard, Board, Hole, HoleSet, LargeBoard, Lattice, Position, Symmetry,
};

/// A design and the features of it to preserve.
///
/// ```
/// use peg_solitaire::board::Board;
/// use pegfont_type::find::{Criteria, Term};
/// let board: Board = "3x4".parse()?;
/// let criteria = Criteria::of(&board, board.parse_position("###\n#.#\n#.#\n###")?);
/// let open = criteria.score(board.parse_position("###\n#.#\n#..\n###")?);
/// assert_eq!(open.count(Term::Counters), 1);
/// assert_eq!(open.count(Term::Pieces), 0);
/// assert_eq!(criteria.score(criteria.design()).total(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Criteria<P = Bitboard> {
    design: P,
    full: P,
    /// The neighbours of each hole: the straight ones, and all including the diagonal ones.
    straight: Vec<P>,
    touching: Vec<P>,
    /// The neighbours before and after each hole in each direction, where both exist.
    between: Vec<Vec<P>>,
    /// The next two holes after each hole in each direction, where both exist.
    beyond: Vec<Vec<P>>,
    /// The edge of the board. Regions that reach it are outside the character.
    edge: P,
    squares: Vec<P>,
    /// For each symmetry of the design, the image of each hole, if it has one.
    mirrors: Vec<Vec<Option<Hole>>>,
    /// The left, right, top and bottom of the design.
    extent: Option<[i16; 4]>,
    places: Vec<Place>,
    pieces: u32,
    counters: u32,
    blots: u32,
    ends: P,
    inverse: bool,
}

/// A column and row.
type Place = (i16, i16);

/// What the criteria need to know of a board.
struct Shape<'b> {
    lattice: Lattice,
    places: Vec<Place>,
    hole_at: &'b dyn Fn(Place) -> Option<Hole>,
    /// Where each symmetry of a triangular board takes each hole.
    turns: Vec<Vec<Hole>>,
}

impl Criteria {
    /// The criteria for a design on a board.
    #[must_use]
    pub fn of(board: &Board, design: Bitboard) -> Self {
        Self::of_ink(board, design, false)
    }

    /// The criteria for a design whose strokes are the *empty holes* in a field of pegs.
    #[must_use]
    pub fn of_inverse(board: &Board, design: Bitboard) -> Self {
        Self::of_ink(board, design, true)
    }

    fn of_ink(board: &Board, design: Bitboard, inverse: bool) -> Self {
        let holes: Vec<Hole> = board.full().pegs().collect();
        let place = |&hole: &Hole| {
            let (x, y) = board.coordinates(hole);
            (i16::from(x), i16::from(y))
        };
        let turns = match board.lattice() {
            Lattice::Square => Vec::new(),
            Lattice::Triangular => {
                let images = |turn: &Symmetry| holes.iter().map(|&hole| turn.image(hole)).collect();
                board.symmetries().iter().skip(1).map(images).collect()
            }
        };
        let hole_at = |(x, y): Place| board.hole_at(i8::try_from(x).ok()?, i8::try_from(y).ok()?);
        let places = holes.iter().map(place).collect();
        let shape = Shape { lattice: board.lattice(), places, hole_at: &hole_at, turns };
        Self::on(&shape, design, inverse)
    }
}

impl Criteria<Position> {
    /// The criteria for a design on a board of any size; in an `inverse` font, its strokes are the empty holes.
    #[must_use]
    pub fn of_large(board: LargeBoard, design: Position, inverse: bool) -> Self {
        let place = |hole| {
            let (x, y) = board.coordinates(hole);
            (x as i16, y as i16)
        };
        let places = board.full().pegs().map(place).collect();
        let hole_at =
            |(x, y): Place| board.hole_at(usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let lattice = Lattice::Square;
        let shape = Shape { lattice, places, hole_at: &hole_at, turns: Vec::new() };
        Self::on(&shape, design, inverse)
    }
}

impl<P: HoleSet> Criteria<P> {
    fn on(shape: &Shape<'_>, design: P, inverse: bool) -> Self {
        let places = shape.places.clone();
        let holes = || (0..places.len() as u16).map(Hole);
        let straight_steps: Vec<Place> = shape
            .lattice
            .directions()
            .iter()
            .map(|&(dx, dy)| (i16::from(dx), i16::from(dy)))
            .collect();
        let straight_steps = &straight_steps[..];
        let diagonal_steps: &[Place] = match shape.lattice {
            Lattice::Square => &[(1, 1), (1, -1)],
            Lattice::Triangular => &[],
        };
        let at = |(x, y): Place, (dx, dy): Place| (shape.hole_at)((x + dx, y + dy));
        let back = |(dx, dy): Place| (-dx, -dy);
        let neighbours = |place, steps: &[Place]| -> P {
            steps
                .iter()
                .flat_map(|&step| [at(place, step), at(place, back(step))])
                .flatten()
                .collect()
        };
        let straight: Vec<P> =
            places.iter().map(|&place| neighbours(place, straight_steps)).collect();
        let touching: Vec<P> = places
            .iter()
            .zip(&straight)
            .map(|(&place, straight)| straight.or(&neighbours(place, diagonal_steps)))
            .collect();
        let pair = |one: Option<Hole>, other: Option<Hole>| -> Option<P> {
            Some([one?, other?].into_iter().collect())
        };
        let between = |&place: &Place| -> Vec<P> {
            let pairs =
                straight_steps.iter().map(|&step| pair(at(place, step), at(place, back(step))));
            pairs.flatten().collect()
        };
        let beyond = |&place: &Place| -> Vec<P> {
            let steps = straight_steps.iter().chain(diagonal_steps);
            let steps = steps.flat_map(|&step| [step, back(step)]);
            let pairs =
                steps.map(|step| pair(at(place, step), at(place, (2 * step.0, 2 * step.1))));
            pairs.flatten().collect()
        };
        let beyond = places.iter().map(beyond).collect();
        let most = straight_steps.len() * 2;
        let edge = holes().filter(|hole| straight[hole.index()].pegged().count() < most).collect();
        let square = |&place: &Place| {
            let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|step| at(place, step));
            corners.into_iter().collect::<Option<P>>()
        };
        let squares = places.iter().filter_map(square).collect();
        let between = places.iter().map(between).collect();
        let full = holes().collect();
        let mut criteria = Self {
            design: design.clone(),
            full,
            straight,
            touching,
            between,
            beyond,
            edge,
            squares,
            mirrors: Vec::new(),
            extent: None,
            places,
            pieces: 0,
            counters: 0,
            blots: 0,
            ends: P::default(),
            inverse,
        };
        let ink = criteria.ink(&design);
        criteria.extent = criteria.extent_of(&ink);
        criteria.mirrors = criteria.mirrors_of(shape, &ink);
        criteria.pieces = pieces(&ink, &criteria.touching);
        criteria.counters = criteria.counters_of(&ink);
        criteria.blots = criteria.blots_of(&ink);
        criteria.ends = criteria.ends_of(&ink);
        criteria
    }

    /// The design.
    #[must_use]
    pub fn design(&self) -> P {
        self.design.clone()
    }

    /// The penalties of a pattern.
    #[must_use]
    pub fn score(&self, pattern: P) -> Score {
        let (drawn, ink) = (self.ink(&self.design), self.ink(&pattern));
        let (added, removed) = (ink.minus(&drawn), drawn.minus(&ink));
        let is_stray = |hole: &Hole| self.straight[hole.index()].and(&drawn) == P::default();
        let between = |hole: Hole| self.between[hole.index()].iter();
        // A missing peg is worst where the stroke continues on both sides of it, and an added peg where it
        // bridges two strokes.
        let pierced = removed.pegged().filter(|&hole| between(hole).any(|pair| ink.includes(pair)));
        let bridged = added.pegged().filter(|&hole| between(hole).any(|pair| drawn.includes(pair)));
        let carries_on =
            |&hole: &Hole| self.beyond[hole.index()].iter().any(|pair| drawn.includes(pair));
        let spurs = added.pegged().filter(|hole| !carries_on(hole));
        let unmatched = |mirror: &Vec<Option<Hole>>| {
            let alone = |&hole: &Hole| mirror[hole.index()].is_none_or(|image| !ink.has_peg(image));
            ink.pegged().filter(alone).count()
        };
        let mut score = Score::default();
        let mut set = |term: Term, count: usize| {
            score.counts[term as usize] = u8::try_from(count).unwrap_or(u8::MAX);
        };
        set(Term::Pieces, pieces(&ink, &self.touching).abs_diff(self.pieces) as usize);
        set(Term::Stray, added.pegged().filter(is_stray).count());
        set(Term::Counters, self.counters_of(&ink).abs_diff(self.counters) as usize);
        set(Term::Gaps, pierced.count() + bridged.count());
        set(Term::Spurs, spurs.count());
        set(Term::Symmetry, self.mirrors.iter().map(unmatched).sum());
        set(Term::Lines, self.lines_moved(&ink));
        set(Term::Blots, self.blots_of(&ink).saturating_sub(self.blots) as usize);
        set(Term::Ends, self.ends_of(&ink).minus(&self.ends).pegged().count());
        score
    }

    /// The ink of a pattern: its pegs, or its empty holes.
    fn ink(&self, pattern: &P) -> P {
        if self.inverse { self.full.minus(pattern) } else { pattern.clone() }
    }

    /// The regions without ink that are closed off from the edge of the board.
    fn counters_of(&self, ink: &P) -> u32 {
        let ground = self.full.minus(ink);
        let outside = reach(ground.and(&self.edge), &ground, &self.straight);
        pieces(&ground.minus(&outside), &self.straight)
    }

    fn blots_of(&self, ink: &P) -> u32 {
        self.squares.iter().filter(|square| ink.includes(square)).count() as u32
    }

    /// The pegs that touch exactly one other peg.
    fn ends_of(&self, ink: &P) -> P {
        let is_end = |hole: &Hole| self.touching[hole.index()].and(ink).pegged().count() == 1;
        ink.pegged().filter(is_end).collect()
    }

    fn extent_of(&self, ink: &P) -> Option<[i16; 4]> {
        let places = || ink.pegged().map(|hole| self.places[hole.index()]);
        Some([
            places().map(|(x, _)| x).min()?,
            places().map(|(x, _)| x).max()?,
            places().map(|(_, y)| y).min()?,
            places().map(|(_, y)| y).max()?,
        ])
    }

    fn lines_moved(&self, ink: &P) -> usize {
        match (self.extent, self.extent_of(ink)) {
            (Some(design), Some(pattern)) => {
                let moved = design.iter().zip(pattern).map(|(one, other)| one.abs_diff(other));
                moved.map(usize::from).sum()
            }
            (None, None) => 0,
            _ => usize::from(u8::MAX),
        }
    }

    /// The symmetries of the design within its extent.
    fn mirrors_of(&self, shape: &Shape<'_>, ink: &P) -> Vec<Vec<Option<Hole>>> {
        let Some([left, right, top, bottom]) = self.extent else { return Vec::new() };
        let keeps = |mirror: &Vec<Option<Hole>>| {
            ink.pegged().all(|hole| mirror[hole.index()].is_some_and(|image| ink.has_peg(image)))
        };
        if shape.lattice == Lattice::Triangular {
            let images = |turn: &Vec<Hole>| turn.iter().copied().map(Some).collect();
            return shape.turns.iter().map(images).filter(keeps).collect();
        }
        let mirror = |across: bool, down: bool| -> Vec<Option<Hole>> {
            let image = |&(x, y): &Place| {
                let x = if across { left + right - x } else { x };
                let y = if down { top + bottom - y } else { y };
                (shape.hole_at)((x, y))
            };
            self.places.iter().map(image).collect()
        };
        let (across, down) = (mirror(true, false), mirror(false, true));
        let (across, down) = (Some(across).filter(keeps), Some(down).filter(keeps));
        // A half turn combines both reflections, so it matters only where neither holds.
        let turn = (across.is_none() && down.is_none()).then(|| mirror(true, true)).filter(keeps);
        across.into_iter().chain(down).chain(turn).collect()
    }
}

/// The number of connected pieces.
fn pieces<P: HoleSet>(ink: &P, neighbours: &[P]) -> u32 {
    let mut rest = ink.clone();
    let mut pieces = 0;
    loop {
        let first: P = rest.pegged().take(1).collect();
        if first == P::default() {
            return pieces;
        }
        rest = rest.minus(&reach(first, &rest, neighbours));
        pieces += 1;
    }
}

/// The part of a region that is connected to some holes.
fn reach<P: HoleSet>(from: P, region: &P, neighbours: &[P]) -> P {
    let (mut reached, mut new) = (from.clone(), from);
    while new != P::default() {
        let next = new.pegged().fold(P::default(), |all, hole| all.or(&neighbours[hole.index()]));
        new = next.and(region).minus(&reached);
        reached = reached.or(&new);
    }
    reached
}
