//! What is looked for near designs, and in which order: the lists of `pegfont find` and of the
//! page.

use std::collections::BTreeSet;

use super::score::MISREAD;
use super::{Criteria, DesignPlace, Finder, Found, MAX_DISTANCE, Recognizer, Variant};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Hole, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::{Reachable, Record};
use pegfont_base::parallel;

/// How many patterns are listed unless a number or a distance is given.
const USUAL: usize = 12;

/// The distance beyond the nearest pattern in which looks are compared unless a distance is given.
const BEYOND: u32 = 2;

/// What comes first in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranking {
    /// Patterns that are near to a design; at one distance, those with the fewest penalty points.
    Distance,
    /// Patterns that look most like the character: those of the lowest [cost](Variant::cost).
    Looks,
}

/// What is looked for.
#[derive(Default, Debug)]
pub struct Query<'a> {
    /// The designs, and where each of them stands.
    pub near: Vec<(Bitboard, DesignPlace)>,
    /// The most holes in which a pattern may differ from a design.
    pub distance: Option<u32>,
    /// The most patterns. Without it, all within the distance, or the first twelve.
    pub limit: Option<usize>,
    /// What comes first, unless it follows from the rest: looks where a reader sees to the nearest
    /// patterns, else distance.
    pub order: Option<Ranking>,
    /// Whether only those are listed that differ most from each other.
    pub unlike: bool,
    /// Who reads the patterns, and as which character.
    pub reader: Option<(&'a Recognizer, char)>,
}

impl Query<'_> {
    /// The patterns of a set that are asked for, in order. Nothing is known of their games.
    ///
    /// # Errors
    /// When the set can't be read, or there is not enough memory.
    pub fn variants(&self, set: &dyn Record) -> Result<Vec<Variant>, Error> {
        let all = self.distance.is_some() && !self.unlike;
        let limit = self.limit.unwrap_or(if all { usize::MAX } else { USUAL });
        self.first(limit, set)
    }

    /// From each vacancy of a board, the pattern that comes first, with its game: the nearest one
    /// before the others.
    ///
    /// # Errors
    /// When the board is too large, or `progress` says to stop.
    pub fn from_each_vacancy(
        &self,
        board: &SmallBoard,
        progress: Progress<'_>,
    ) -> Result<Vec<Variant>, Error> {
        let mut variants = Vec::new();
        let vacancies = board.nearest_holes(board.centre());
        for (vacancy, part) in progress.each(&vacancies) {
            let start = board.full().without(vacancy.bit());
            let set = Reachable::solve(board, start, part.part(0, 1, 2))?;
            let mut first = self.first(1, &set)?;
            self.count(&mut first, &set, part.part(1, 2, 2))?;
            variants.extend(first.into_iter().map(|it| Variant {
                vacancy: Some(*vacancy),
                ..it
            }));
        }
        match self.order() {
            Ranking::Distance => {
                variants.sort_by_key(|it| (it.found.distance, it.found.score.total()));
            }
            Ranking::Looks => variants.sort_by_key(Variant::cost_in_parts),
        }
        variants.truncate(self.limit.unwrap_or(usize::MAX));
        Ok(variants)
    }

    /// Has the variants read, and [solves](Variant::solve) their games.
    ///
    /// # Errors
    /// When the set can't be read, there is not enough memory, or `progress` says to stop.
    pub fn count(
        &self,
        variants: &mut [Variant],
        set: &dyn Record,
        progress: Progress<'_>,
    ) -> Result<(), Error> {
        for (it, part) in progress.each(variants) {
            it.reading = self.reading(it.found.pattern);
            it.solve(set, part)?;
        }
        Ok(())
    }

    /// What comes first.
    pub fn order(&self) -> Ranking {
        let usual = if self.reader.is_some() && self.distance.is_none() {
            Ranking::Looks
        } else {
            Ranking::Distance
        };
        self.order.unwrap_or(usual)
    }

    /// How surely a pattern is read as the character.
    pub fn reading(&self, pattern: Bitboard) -> Option<f64> {
        self.reader
            .and_then(|(reader, character)| reader.read(character, pattern))
    }

    fn first(&self, limit: usize, set: &dyn Record) -> Result<Vec<Variant>, Error> {
        let found = self.found(limit, &Finder::new(set))?;
        let is_read = self.order() == Ranking::Looks;
        Ok(parallel::map(found, |found| Variant {
            reading: if is_read {
                self.reading(found.pattern)
            } else {
                None
            },
            ..Variant::new(found, self.place(&found).1, set.start())
        }))
    }

    fn found(&self, limit: usize, finder: &Finder<'_>) -> Result<Vec<Found>, Error> {
        let criteria = self
            .near
            .iter()
            .map(|it| Criteria::of(finder.board(), it.0));
        let criteria: &[Criteria<_>] = &criteria.collect::<Vec<_>>();
        let nearest = |distance, count| finder.near(criteria, distance, count);
        if self.order() == Ranking::Distance && !self.unlike {
            return nearest(self.distance.unwrap_or(MAX_DISTANCE), limit);
        }
        let distance = match self.distance {
            Some(distance) => distance,
            None => nearest(MAX_DISTANCE, 1)?
                .first()
                .map_or(0, |it| it.distance + BEYOND),
        };
        let mut found = nearest(distance, usize::MAX)?;
        if self.order() == Ranking::Looks {
            if self.distance.is_none() {
                // Each shape once, where it stands nearest to where it was drawn.
                found.sort_by_cached_key(|it| self.place(it).0);
                let mut seen = BTreeSet::new();
                found.retain(|it| seen.insert(shape(finder.board(), it.pattern)));
            }
            let count = if self.unlike { usize::MAX } else { limit };
            by_looks(&mut found, count, |pattern| self.reading(pattern));
        }
        if self.unlike {
            found = unlike(&found, limit);
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Where the design of a pattern stands: which of the places it is, and the place.
    fn place(&self, found: &Found) -> (usize, DesignPlace) {
        let number = self
            .near
            .iter()
            .position(|one| one.0 == found.design)
            .unwrap_or_default();
        (
            number,
            self.near
                .get(number)
                .map_or(DesignPlace::default(), |one| one.1),
        )
    }
}

/// The vacancies from which a game can end in a pattern: each in its class is tried.
///
/// # Errors
/// When the board is too large, or `progress` says to stop.
pub fn vacancies_leading_to(
    board: &SmallBoard,
    pattern: Bitboard,
    progress: Progress<'_>,
) -> Result<Vec<Hole>, Error> {
    let vacancies: Vec<Hole> = board.vacancies_in_class_of(&pattern.into()).collect();
    let mut leading = Vec::new();
    for (&vacancy, part) in progress.each(&vacancies) {
        let set = Reachable::solve(board, board.full().without(vacancy.bit()), part)?;
        if set.contains(pattern)? {
            leading.push(vacancy);
        }
    }
    Ok(leading)
}

/// The columns and rows of a pattern's pegs, from its first ones.
fn shape(board: &SmallBoard, pattern: Bitboard) -> Vec<(i16, i16)> {
    let places: Vec<_> = pattern
        .pegs()
        .filter_map(|hole| board.coordinates(hole))
        .collect();
    let left = places.iter().map(|place| place.0).min().unwrap_or_default();
    let top = places.iter().map(|place| place.1).min().unwrap_or_default();
    places
        .into_iter()
        .map(|(x, y)| (x - left, y - top))
        .collect()
}

/// Keeps `count` patterns, those of the lowest [cost](Variant::cost) first.
fn by_looks(
    found: &mut Vec<Found>,
    count: usize,
    reading: impl Fn(Bitboard) -> Option<f64> + Sync,
) {
    let points = |it: &Found| it.score.points_at(it.distance);
    found.sort_by_cached_key(|it| (points(it), it.pattern));
    // Those behind by more than a reading is worth can't catch up.
    if let Some(last) = found.get(count.saturating_sub(1)) {
        let most = points(last) + MISREAD;
        found.truncate(found.partition_point(|it| points(it) <= most));
    }
    let mut read: Vec<(u64, Found)> = parallel::map(found.iter().copied(), |it| {
        (it.cost_in_parts(reading(it.pattern)), it)
    });
    read.sort_by_key(|(cost, it)| (*cost, it.pattern));
    *found = read
        .into_iter()
        .take(count)
        .map(|(_, found)| found)
        .collect();
}

/// Takes `count` patterns as unlike each other as can be, and keeps their order. It takes the
/// first, then again and again the one that differs most from all that were taken.
pub fn unlike(found: &[Found], count: usize) -> Vec<Found> {
    let mut taken = BTreeSet::new();
    let mut apart = vec![u32::MAX; found.len()];
    while taken.len() < count.min(found.len()) {
        let farthest = (0..found.len())
            .rev()
            .max_by_key(|&number| apart[number])
            .unwrap_or(0);
        taken.insert(farthest);
        for (apart, one) in apart.iter_mut().zip(found) {
            *apart = (*apart).min(one.pattern.distance(found[farthest].pattern));
        }
    }
    taken.into_iter().map(|number| found[number]).collect()
}
