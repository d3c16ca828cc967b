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
        let usual = if self.distance.is_some() && !self.unlike {
            usize::MAX
        } else {
            USUAL
        };

        self.first(self.limit.unwrap_or(usual), set)
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
        let vacancies = board.as_board().nearest_holes(board.centre());
        for (&vacancy, part) in progress.each(&vacancies) {
            let start = board.full().without(vacancy.bit());
            let set = Reachable::solve(board, start, part.part(0, 1, 2))?;

            let mut first = self.first(1, &set)?;
            self.count(&mut first, &set, part.part(1, 2, 2))?;
            for mut variant in first {
                variant.vacancy = Some(vacancy);
                variants.push(variant);
            }
        }

        match self.order() {
            Ranking::Distance => variants
                .sort_by_key(|variant| (variant.found.distance, variant.found.score.total())),
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
        for (variant, part) in progress.each(variants) {
            variant.reading = self.reading(variant.found.pattern);
            variant.solve(set, part)?;
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
        let (reader, character) = self.reader?;
        reader.read(character, pattern)
    }

    fn first(&self, limit: usize, set: &dyn Record) -> Result<Vec<Variant>, Error> {
        let found = self.found(limit, &Finder::new(set))?;
        let is_read = self.order() == Ranking::Looks;

        Ok(parallel::map(found, |found| {
            let (_, place) = self.place(&found);
            let mut variant = Variant::new(found, place, set.start());
            if is_read {
                variant.reading = self.reading(found.pattern);
            }
            variant
        }))
    }

    fn found(&self, limit: usize, finder: &Finder<'_>) -> Result<Vec<Found>, Error> {
        let criteria: Vec<Criteria<Bitboard>> = self
            .near
            .iter()
            .map(|&(design, _)| Criteria::of(finder.board().as_board(), design))
            .collect();
        let nearest = |distance, count| finder.near(&criteria, distance, count);
        if self.order() == Ranking::Distance && !self.unlike {
            return nearest(self.distance.unwrap_or(MAX_DISTANCE), limit);
        }

        let distance = match self.distance {
            Some(distance) => distance,
            None => nearest(MAX_DISTANCE, 1)?
                .first()
                .map_or(0, |found| found.distance + BEYOND),
        };
        let mut found = nearest(distance, usize::MAX)?;
        if self.order() == Ranking::Looks {
            if self.distance.is_none() {
                // Each shape once, where it stands nearest to where it was drawn.
                found.sort_by_cached_key(|found| self.place(found).0);
                let mut seen = BTreeSet::new();
                found.retain(|found| seen.insert(shape(finder.board(), found.pattern)));
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
        for (number, &(design, place)) in self.near.iter().enumerate() {
            if design == found.design {
                return (number, place);
            }
        }

        // Every pattern is found near one of them.
        (0, DesignPlace::default())
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
    let vacancies: Vec<Hole> = board
        .as_board()
        .vacancies_in_class_of(&pattern.into())
        .collect();

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
    let places: Vec<(i16, i16)> = pattern
        .pegs()
        .filter_map(|hole| board.coordinates(hole))
        .collect();
    let left = places.iter().map(|&(x, _)| x).min().unwrap_or_default();
    let top = places.iter().map(|&(_, y)| y).min().unwrap_or_default();

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
    let points = |found: &Found| found.score.points_at(found.distance);
    found.sort_by_cached_key(|found| (points(found), found.pattern));

    // Those behind by more than a reading is worth can't catch up.
    if let Some(last) = found.get(count.saturating_sub(1)) {
        let most = points(last) + MISREAD;
        found.truncate(found.partition_point(|found| points(found) <= most));
    }

    let mut read: Vec<(u64, Found)> = parallel::map(found.iter().copied(), |found| {
        (found.cost_in_parts(reading(found.pattern)), found)
    });
    read.sort_by_key(|(cost, found)| (*cost, found.pattern));
    read.truncate(count);
    *found = read.into_iter().map(|(_, found)| found).collect();
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

        let pattern = found[farthest].pattern;
        for (apart, other) in apart.iter_mut().zip(found) {
            *apart = (*apart).min(other.pattern.distance(pattern));
        }
    }

    taken.into_iter().map(|number| found[number]).collect()
}
