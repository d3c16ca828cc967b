//! Games that are searched for where the positions can't be enumerated: for every design, games that end in the patterns nearest to
//! it. Distances are those of the nearest pattern that was *found*; nearer ones may be reachable.
//!
//! All characters start from the same vacancy: of the nine classes of vacancies, the one that the designs are nearest to, and in it the
//! hole nearest to the centre. A design in that class is tried first. From another class it takes one changed hole, or two: of all such
//! patterns, those with the best [score](crate::find::Score) are tried first.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::nearby::Nearby;
use super::{Choosing, Pick, Picks};
use crate::error::Error;
use crate::glyph::{Designs, Glyph};
use peg_solitaire::board::{Board, Hole, Position};
use peg_solitaire::parallel;
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::search::{Impossible, Outcome, Search, WORK_OF_A_SECOND};

/// How hard to search for the games of a font.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Chooses between positions that are equally promising.
    pub seed: u64,
    /// The attempts at each pattern.
    pub attempts: u32,
    /// The patterns that are tried at each distance.
    pub patterns: usize,
    /// The work for a character, in the unit of [`Search::work`].
    pub work: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { seed: 1, attempts: 8, patterns: 8, work: 60 * WORK_OF_A_SECOND }
    }
}

/// What came of the search for a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Solved,
    Impossible,
    /// No game was found; there may be one.
    GaveUp,
}

/// A pattern that was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tried {
    #[serde(skip)]
    pub pattern: Position,
    /// The number of holes in which it differs from the design.
    pub distance: u32,
    pub answer: Answer,
    /// Why there is no game, in words.
    pub reason: Option<String>,
}

impl Tried {
    fn new(pattern: Position, distance: u32, outcome: &Outcome) -> Self {
        let (answer, reason) = match outcome {
            Outcome::Solved(_) => (Answer::Solved, None),
            Outcome::Impossible(why) => (Answer::Impossible, Some(why.to_string())),
            Outcome::GaveUp => (Answer::GaveUp, None),
        };
        Self { pattern, distance, answer, reason }
    }
}

/// The position that all games start from.
pub(super) fn start(
    designs: &Designs,
    inverse: bool,
    vacancy: Option<Hole>,
) -> Result<Position, Error> {
    let board = designs.board();
    if !board.is_rectangle() {
        return Err(Error::new(format_args!(
            "games can only be searched for on rectangles, and {board} is not one"
        )));
    }
    let vacancy = vacancy.unwrap_or_else(|| best_vacancy(board, &inked(designs, inverse)));
    let mut start = board.full();
    if !start.has(vacancy) {
        return Err(Error::new(format_args!("the start is not a hole of {board}")));
    }
    start.remove(vacancy);
    Ok(start)
}

/// The designs of each character that has ink, also of homoglyphs.
fn inked(designs: &Designs, inverse: bool) -> Vec<Vec<Position>> {
    let inked = designs.iter().filter(|(_, glyph)| !glyph.is_blank());
    inked.map(|(character, _)| drawn(designs.board(), designs.of(character), inverse)).collect()
}

/// The designs; in an inverse font, their complements.
fn drawn(board: &Board, designs: &[Position], inverse: bool) -> Vec<Position> {
    match inverse {
        true => designs.iter().map(|design| board.complement(design)).collect(),
        false => designs.to_vec(),
    }
}

/// The vacancy from which the fewest changes of holes bring all designs into the right class; the nearest to the centre.
fn best_vacancy(board: &Board, designs: &[Vec<Position>]) -> Hole {
    let full = board.class(&board.full());
    let singles: BTreeSet<u8> = board.each_hole().map(|hole| board.class_of_peg(hole)).collect();
    let changes = |difference: u8| match difference {
        0 => 0,
        difference if singles.contains(&difference) => 1,
        _ => 2_u32,
    };
    let first = designs.iter().filter_map(|designs| designs.first());
    let designs: Vec<u8> = first.map(|design| board.class(design)).collect();
    let far = |hole: Hole| {
        let (x, y) = board.picture_place(hole);
        let (dx, dy) = (2 * x + 1, 2 * y + 1);
        let (dx, dy) = (dx.abs_diff(board.columns()), dy.abs_diff(board.rows()));
        dx * dx + dy * dy
    };
    let cost = |&hole: &Hole| {
        let start = full ^ board.class_of_peg(hole);
        let changes: u32 = designs.iter().map(|design| changes(design ^ start)).sum();
        (changes, far(hole), hole)
    };
    board.each_hole().min_by_key(cost).unwrap_or(Hole(0))
}

/// Searches for a game for every character that has designs of its own.
pub(super) fn pick(
    designs: &Designs,
    start: &Position,
    effort: Effort,
    choosing: Choosing,
    progress: Progress<'_>,
) -> Result<Picks, Error> {
    let own: Vec<(char, &Glyph)> =
        designs.iter().filter(|(_, glyph)| glyph.same_as.is_none() && !glyph.is_blank()).collect();
    let all = inked(designs, choosing.inverse).concat();
    let finder = OneCharacter { board: designs.board(), start, effort, choosing, all: &all };
    let done = AtomicU64::new(0);
    let search = |(_, glyph): &(char, &Glyph)| {
        let so_far = || progress.report(done.load(Ordering::Relaxed), own.len() as u64);
        let designs = drawn(designs.board(), &glyph.designs, choosing.inverse);
        let found = finder.find(&designs, &so_far)?;
        done.fetch_add(1, Ordering::Relaxed);
        so_far()?;
        Ok::<_, Error>(found)
    };
    let found = parallel::try_map(&own, search)?;
    let mut picks = Picks::default();
    for (&(character, _), (tried, pick)) in own.iter().zip(found) {
        picks.tried.insert(character, tried);
        picks.characters.extend(pick.map(|pick| (character, pick)));
    }
    Ok(picks)
}

/// The search for the games of one character.
struct OneCharacter<'a> {
    board: &'a Board,
    start: &'a Position,
    effort: Effort,
    choosing: Choosing,
    /// The designs of all characters.
    all: &'a [Position],
}

impl OneCharacter<'_> {
    /// What was tried for a character, and the game if there is one.
    fn find(
        &self,
        designs: &[Position],
        so_far: &(dyn Fn() -> Result<(), Interrupted> + Sync),
    ) -> Result<(Vec<Tried>, Option<Pick>), Error> {
        let Self { board, start, effort, choosing, all } = *self;
        let watch = |_: u64, _: u64| match so_far() {
            Ok(()) => ControlFlow::Continue(()),
            Err(Interrupted) => ControlFlow::Break(()),
        };
        let search = Search { seed: effort.seed, ..Search::default() };
        let mut left = effort.work;
        let others: Vec<&Position> =
            all.iter().filter(|design| !designs.contains(design)).collect();
        let nearby = Nearby::new(board, start, designs, choosing.inverse, &others);
        let mut tried = Vec::new();
        for design in designs {
            if board.class(design) != board.class(start) {
                let outcome = Outcome::Impossible(Impossible::OtherClassThanStart);
                tried.push(Tried::new(design.clone(), 0, &outcome));
            }
        }
        for distance in 0..=choosing.distance {
            for (design, pattern) in nearby.at(distance, effort.patterns) {
                let found = match Search::impossible(board, Some(start), &pattern) {
                    Some(why) => Outcome::Impossible(why),
                    None => search.attempt(
                        0..effort.attempts,
                        board,
                        Some(start),
                        &pattern,
                        &mut left,
                        Progress::new(&watch),
                    )?,
                };
                tried.push(Tried::new(pattern, distance, &found));
                if let Outcome::Solved(solution) = found {
                    // On a small board, one jump after the other.
                    let solution =
                        if board.is_small() { solution.one_at_a_time() } else { solution };
                    return Ok((tried, Some(Pick { design, solution })));
                }
                if left == 0 {
                    return Ok((tried, None));
                }
            }
        }
        Ok((tried, None))
    }
}
