//! Finds the penalties of a pattern against a design, hole by hole.

use super::score::{Score, Term};
use peg_solitaire::board::{Board, Hole, Lattice, Position};

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
pub struct Criteria {
    design: Position,
    /// The strokes of the design.
    drawn: Position,
    full: Position,
    /// The neighbours of each hole: the straight ones, and all including the diagonal ones.
    straight: Vec<Position>,
    touching: Vec<Position>,
    /// The neighbours before and after each hole in each direction, where both exist.
    between: Vec<Vec<Position>>,
    /// The next two holes after each hole in each direction, where both exist.
    beyond: Vec<Vec<Position>>,
    /// The edge of the board. Regions that reach it are outside the character.
    edge: Position,
    squares: Vec<Position>,
    /// For each symmetry of the design, the image of each hole, if it has one.
    mirrors: Vec<Vec<Option<Hole>>>,
    /// The left, right, top and bottom of the design.
    extent: Option<[i16; 4]>,
    places: Vec<Place>,
    pieces: u32,
    counters: u32,
    blots: u32,
    ends: Position,
    inverse: bool,
}

/// A column and row.
type Place = (i16, i16);

impl Criteria {
    /// The criteria for a design on a board.
    #[must_use]
    pub fn of(board: &Board, design: impl Into<Position>) -> Self {
        Self::of_ink(board, design.into(), false)
    }

    /// The criteria for a design whose strokes are the *empty holes* in a field of pegs.
    #[must_use]
    pub fn of_inverse(board: &Board, design: impl Into<Position>) -> Self {
        Self::of_ink(board, design.into(), true)
    }

    pub(crate) fn of_ink(board: &Board, design: Position, inverse: bool) -> Self {
        let places: Vec<Place> = board.each_hole().map(|hole| board.coordinates(hole)).collect();
        let straight_steps = board.lattice().directions();
        let diagonal_steps: &[Place] = match board.lattice() {
            Lattice::Square => &[(1, 1), (1, -1)],
            Lattice::Triangular => &[],
        };
        let at = |(x, y): Place, (dx, dy): Place| board.hole_at(x + dx, y + dy);
        let back = |(dx, dy): Place| (-dx, -dy);
        let neighbours = |place, steps: &[Place]| -> Position {
            steps
                .iter()
                .flat_map(|&step| [at(place, step), at(place, back(step))])
                .flatten()
                .collect()
        };
        let straight: Vec<Position> =
            places.iter().map(|&place| neighbours(place, straight_steps)).collect();
        let touching: Vec<Position> = places
            .iter()
            .zip(&straight)
            .map(|(&place, straight)| straight | &neighbours(place, diagonal_steps))
            .collect();
        let pair = |one: Option<Hole>, other: Option<Hole>| -> Option<Position> {
            Some([one?, other?].into_iter().collect())
        };
        let between = |&place: &Place| -> Vec<Position> {
            let pairs =
                straight_steps.iter().map(|&step| pair(at(place, step), at(place, back(step))));
            pairs.flatten().collect()
        };
        let beyond = |&place: &Place| -> Vec<Position> {
            let steps = straight_steps.iter().chain(diagonal_steps);
            let steps = steps.flat_map(|&step| [step, back(step)]);
            let pairs =
                steps.map(|step| pair(at(place, step), at(place, (2 * step.0, 2 * step.1))));
            pairs.flatten().collect()
        };
        let beyond = places.iter().map(beyond).collect();
        let most = straight_steps.len() * 2;
        let edge = board.each_hole().filter(|hole| straight[hole.index()].count() < most).collect();
        let square = |&place: &Place| {
            let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|step| at(place, step));
            corners.into_iter().collect::<Option<Position>>()
        };
        let squares = places.iter().filter_map(square).collect();
        let between = places.iter().map(between).collect();
        let mut criteria = Self {
            drawn: design.clone(),
            design,
            full: board.full(),
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
            ends: Position::default(),
            inverse,
        };
        let ink = criteria.ink(criteria.design.clone());
        criteria.extent = criteria.extent_of(&ink);
        criteria.mirrors = criteria.mirrors_of(board, &ink);
        criteria.pieces = pieces(&ink, &criteria.touching);
        criteria.counters = criteria.counters_of(&ink);
        criteria.blots = criteria.blots_of(&ink);
        criteria.ends = criteria.ends_of(&ink);
        criteria.drawn = ink;
        criteria
    }

    /// The design.
    #[must_use]
    pub fn design(&self) -> &Position {
        &self.design
    }

    /// The penalties of a pattern.
    #[must_use]
    pub fn score(&self, pattern: impl Into<Position>) -> Score {
        let (drawn, ink) = (&self.drawn, self.ink(pattern.into()));
        let (added, removed) = (ink.without(drawn), drawn.without(&ink));
        let is_stray = |hole: &Hole| self.straight[hole.index()].is_disjoint(drawn);
        let between = |hole: Hole| self.between[hole.index()].iter();
        // A missing peg is worst where the stroke continues on both sides of it, and an added peg where it
        // bridges two strokes.
        let pierced = removed.pegs().filter(|&hole| between(hole).any(|pair| ink.contains(pair)));
        let bridged = added.pegs().filter(|&hole| between(hole).any(|pair| drawn.contains(pair)));
        let carries_on =
            |&hole: &Hole| self.beyond[hole.index()].iter().any(|pair| drawn.contains(pair));
        let spurs = added.pegs().filter(|hole| !carries_on(hole));
        let unmatched = |mirror: &Vec<Option<Hole>>| {
            let alone = |&hole: &Hole| mirror[hole.index()].is_none_or(|image| !ink.has(image));
            ink.pegs().filter(alone).count()
        };
        let mut score = Score::default();
        let mut set = |term: Term, count: usize| {
            score.counts[term as usize] = u8::try_from(count).unwrap_or(u8::MAX);
        };
        set(Term::Pieces, pieces(&ink, &self.touching).abs_diff(self.pieces) as usize);
        set(Term::Stray, added.pegs().filter(is_stray).count());
        set(Term::Counters, self.counters_of(&ink).abs_diff(self.counters) as usize);
        set(Term::Gaps, pierced.count() + bridged.count());
        set(Term::Spurs, spurs.count());
        set(Term::Symmetry, self.mirrors.iter().map(unmatched).sum());
        set(Term::Lines, self.lines_moved(&ink));
        set(Term::Blots, self.blots_of(&ink).saturating_sub(self.blots) as usize);
        set(Term::Ends, self.ends_of(&ink).without(&self.ends).count());
        score
    }

    /// The ink of a pattern: its pegs, or its empty holes.
    fn ink(&self, pattern: Position) -> Position {
        if self.inverse { self.full.without(&pattern) } else { pattern }
    }

    /// The regions without ink that are closed off from the edge of the board.
    fn counters_of(&self, ink: &Position) -> u32 {
        let ground = self.full.without(ink);
        let outside = reach(&ground & &self.edge, &ground, &self.straight);
        pieces(&ground.without(&outside), &self.straight)
    }

    fn blots_of(&self, ink: &Position) -> u32 {
        self.squares.iter().filter(|square| ink.contains(square)).count() as u32
    }

    /// The pegs that touch exactly one other peg.
    fn ends_of(&self, ink: &Position) -> Position {
        let is_end = |hole: &Hole| (&self.touching[hole.index()] & ink).count() == 1;
        ink.pegs().filter(is_end).collect()
    }

    fn extent_of(&self, ink: &Position) -> Option<[i16; 4]> {
        let places = || ink.pegs().map(|hole| self.places[hole.index()]);
        Some([
            places().map(|(x, _)| x).min()?,
            places().map(|(x, _)| x).max()?,
            places().map(|(_, y)| y).min()?,
            places().map(|(_, y)| y).max()?,
        ])
    }

    fn lines_moved(&self, ink: &Position) -> usize {
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
    fn mirrors_of(&self, board: &Board, ink: &Position) -> Vec<Vec<Option<Hole>>> {
        let Some([left, right, top, bottom]) = self.extent else { return Vec::new() };
        let keeps = |mirror: &Vec<Option<Hole>>| {
            ink.pegs().all(|hole| mirror[hole.index()].is_some_and(|image| ink.has(image)))
        };
        if board.lattice() == Lattice::Triangular {
            let turns = board.symmetries().iter().skip(1);
            let images =
                turns.map(|turn| board.each_hole().map(|hole| Some(turn.image(hole))).collect());
            return images.filter(keeps).collect();
        }
        let mirror = |across: bool, down: bool| -> Vec<Option<Hole>> {
            let image = |&(x, y): &Place| {
                let x = if across { left + right - x } else { x };
                let y = if down { top + bottom - y } else { y };
                board.hole_at(x, y)
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
fn pieces(ink: &Position, neighbours: &[Position]) -> u32 {
    let mut rest = ink.clone();
    let mut pieces = 0;
    loop {
        let Some(first) = rest.pegs().next() else { return pieces };
        rest = rest.without(&reach(first.into(), &rest, neighbours));
        pieces += 1;
    }
}

/// The part of a region that is connected to some holes.
fn reach(from: Position, region: &Position, neighbours: &[Position]) -> Position {
    let (mut reached, mut new) = (from.clone(), from);
    while !new.is_empty() {
        let mut next = Position::default();
        new.pegs().for_each(|hole| next |= &neighbours[hole.index()]);
        new = (&next & region).without(&reached);
        reached |= &new;
    }
    reached
}
