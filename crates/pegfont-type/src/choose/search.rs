//! Games that are searched for where the positions can't be enumerated: for every design, games that end in the patterns nearest to
//! it. Distances are those of the nearest pattern that was *found*; nearer ones may be reachable.
//!
//! All characters start from the same vacancy: of the nine classes of vacancies, the one that the designs are nearest to, and in it the
//! hole nearest to the centre. A design in that class is tried first. From another class it takes one changed hole, or two: of all such
//! patterns, those with the best [score](crate::find::Score) are tried first.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::alternates::APART;
use super::nearby::Nearby;
use super::{Choosing, Pick, Picks};
use crate::error::Error;
use crate::glyph::{Designs, Glyph};
use peg_solitaire::board::{Board, Hole, Position};
use peg_solitaire::parallel;
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::search::{Outcome, Search, WORK_OF_A_SECOND};
use peg_solitaire::solution::Solution;

/// The usual number of attempts at each pattern.
pub const EFFORT: u32 = 8;

/// The work for a character that goes with one attempt at each pattern, in the unit of [`Search::work`].
const WORK: u64 = 60 * WORK_OF_A_SECOND / EFFORT as u64;

/// The position that all games start from.
pub(super) fn start(designs: &Designs, vacancy: Option<Hole>) -> Result<Position, Error> {
    let board = designs.board();
    if !board.is_rectangle() {
        return Err(Error::new(format_args!(
            "games can only be searched for on rectangles, and {board} is not one"
        )));
    }
    let vacancy = vacancy.unwrap_or_else(|| best_vacancy(designs));
    let mut start = board.full();
    if !start.has(vacancy) {
        return Err(Error::new(format_args!("the start is not a hole of {board}")));
    }
    start.remove(vacancy);
    Ok(start)
}

/// How many designs a pinned pattern counts for: it can't be changed.
const PINNED: u32 = 1000;

/// The vacancy from which the fewest changes of holes bring all designs, and above all the pinned patterns, into the right class; the nearest to
/// the centre.
fn best_vacancy(designs: &Designs) -> Hole {
    let board = designs.board();
    let full = board.class(&board.full());
    let singles: BTreeSet<u8> = board.each_hole().map(|hole| board.class_of_peg(hole)).collect();
    let changes = |difference: u8| match difference {
        0 => 0,
        difference if singles.contains(&difference) => 1,
        _ => 2_u32,
    };
    let classes = designs.iter().filter_map(|(character, glyph)| match &glyph.pin {
        Some((pin, _)) => Some((board.class(pin), PINNED)),
        None => Some((board.class(designs.of(character).first()?), 1)),
    });
    let classes: Vec<(u8, u32)> = classes.collect();
    let far = |hole: Hole| {
        let (x, y) = board.picture_place(hole);
        let (dx, dy) = (2 * x + 1, 2 * y + 1);
        let (dx, dy) = (dx.abs_diff(board.columns()), dy.abs_diff(board.rows()));
        dx * dx + dy * dy
    };
    let cost = |&hole: &Hole| {
        let start = full ^ board.class_of_peg(hole);
        let changes: u32 =
            classes.iter().map(|(class, count)| count * changes(class ^ start)).sum();
        (changes, far(hole), hole)
    };
    board.each_hole().min_by_key(cost).unwrap_or(Hole(0))
}

/// Searches for a game for every character that has designs of its own.
pub(super) fn pick(
    designs: &Designs,
    start: &Position,
    effort: u32,
    choosing: Choosing,
    progress: Progress<'_>,
) -> Result<Picks, Error> {
    let own = designs.own();
    let all: Vec<&Position> = designs.iter().flat_map(|(one, _)| designs.of(one)).collect();
    let finder = OneCharacter { board: designs.board(), start, effort, choosing, all: &all };
    let count = (own.len() + designs.alternates().count()) as u64;
    let done = AtomicU64::new(0);
    let search = |character: char, glyph: &Glyph, apart: &dyn Fn(&Position) -> bool| {
        let so_far = || progress.report(done.load(Ordering::Relaxed), count);
        let found = finder.find(character, glyph, apart, &so_far)?;
        done.fetch_add(1, Ordering::Relaxed);
        so_far()?;
        Ok::<_, Error>(found)
    };
    let found = parallel::try_map(&own, |&(one, glyph)| search(one, glyph, &|_| true))?;
    let mut picks = Picks::default();
    for (&(character, _), pick) in own.iter().zip(found) {
        picks.characters.extend(pick.map(|pick| (character, pick)));
    }
    let pattern = |character| picks.characters.get(&character).map(|pick| pick.solution.end());
    let taken: BTreeSet<Position> =
        picks.characters.keys().filter_map(|&one| pattern(one)).collect();
    let others = designs
        .alternates()
        .filter_map(|(one, feature, glyph)| Some((one, feature, glyph, pattern(one)?)));
    let others: Vec<_> = others.collect();
    let found = parallel::try_map(&others, |(one, _, glyph, main)| {
        search(*one, glyph, &|pattern| main.distance(pattern) >= APART && !taken.contains(pattern))
    })?;
    for (&(character, feature, ..), pick) in others.iter().zip(found) {
        picks.alternates.extend(pick.map(|pick| ((character, feature), pick)));
    }
    Ok(picks)
}

/// The search for the games of one character.
struct OneCharacter<'a> {
    board: &'a Board,
    start: &'a Position,
    /// The attempts at each pattern, and the patterns that are tried at each distance.
    effort: u32,
    choosing: Choosing,
    /// The designs of all characters.
    all: &'a [&'a Position],
}

impl OneCharacter<'_> {
    /// The game for a character that ends in its pinned pattern, or in one near a design that `suits`, if one is found.
    fn find(
        &self,
        character: char,
        glyph: &Glyph,
        suits: &dyn Fn(&Position) -> bool,
        so_far: &(dyn Fn() -> Result<(), Interrupted> + Sync),
    ) -> Result<Option<Pick>, Error> {
        let Self { board, start, effort, choosing, all } = *self;
        let designs = &glyph.designs;
        let mut left = u64::from(effort) * WORK;
        if let Some((pattern, at)) = &glyph.pin {
            let near = designs.iter().min_by_key(|design| design.distance(pattern));
            let design = near.unwrap_or(pattern).clone();
            let wrong = |what| Error { at: Some(at.clone()), character: Some(character), what };
            if let Some(why) = Search::impossible(board, Some(start), pattern) {
                return Err(wrong(format!(
                    "the pinned pattern can't be reached: {why}; try another --start, or pin another pattern"
                )));
            }
            let solution = self.game(pattern, &mut left, so_far)?.ok_or_else(|| {
                wrong("no game was found that ends in the pinned pattern: try a greater --effort, or pin another one".to_owned())
            })?;
            return Ok(Some(Pick { design, solution }));
        }
        let others: Vec<&Position> =
            all.iter().copied().filter(|design| !designs.contains(design)).collect();
        let nearby = Nearby::new(board, start, designs, choosing.inverse, &others);
        for distance in 0..=choosing.distance {
            for (design, pattern) in nearby.at(distance, effort as usize, suits) {
                if Search::impossible(board, Some(start), &pattern).is_some() {
                    continue;
                }
                if let Some(solution) = self.game(&pattern, &mut left, so_far)? {
                    return Ok(Some(Pick { design, solution }));
                }
                if left == 0 {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    /// A game that ends in a pattern, if one is found with the work that is left.
    fn game(
        &self,
        pattern: &Position,
        left: &mut u64,
        so_far: &(dyn Fn() -> Result<(), Interrupted> + Sync),
    ) -> Result<Option<Solution>, Error> {
        let watch = |_: u64, _: u64| match so_far() {
            Ok(()) => ControlFlow::Continue(()),
            Err(Interrupted) => ControlFlow::Break(()),
        };
        let (search, progress) = (Search::default(), Progress::new(&watch));
        let found = search.attempt(
            0..self.effort,
            self.board,
            Some(self.start),
            pattern,
            left,
            progress,
        )?;
        let Outcome::Solved(solution) = found else { return Ok(None) };
        // On a small board, one jump after the other.
        Ok(Some(if self.board.is_small() { solution.one_at_a_time() } else { solution }))
    }
}
