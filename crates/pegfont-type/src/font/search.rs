//! Building a font where the positions can't be enumerated: for every design, games are searched for that end in the patterns nearest to
//! it. Distances are those of the nearest pattern that was *found*; nearer ones may be reachable.
//!
//! All characters start from the same vacancy: of the nine classes of vacancies, the one that the designs are nearest to, and in it the
//! hole nearest to the centre. A design in that class is tried first. From another class it takes one changed hole, or two: of all such
//! patterns, those with the best [score](crate::find::Score) are tried first.

mod candidates;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use super::{Character, Font, Misfit};
use crate::glyph::{BitmapFont, Glyphs};
use candidates::Candidates;
use peg_solitaire::board::{Board, Hole, Position};
use peg_solitaire::parallel;
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::search::{Impossible, Outcome, Search, WORK_OF_A_SECOND};
use peg_solitaire::solution::Solution;

/// The designs of a font on a rectangle of any size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    board: Board,
    characters: BTreeMap<char, (String, Vec<Position>)>,
    inverse: bool,
}

/// How hard to search for the games of a font.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Chooses between positions that are equally promising.
    pub seed: u64,
    /// The attempts at each pattern.
    pub attempts: u32,
    /// The patterns that are tried at each distance.
    pub patterns: usize,
    /// The farthest distance from a design.
    pub farthest: u32,
    /// The work for a character, in the unit of [`Search::work`].
    pub work: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { seed: 1, attempts: 8, patterns: 8, farthest: 4, work: 60 * WORK_OF_A_SECOND }
    }
}

/// What came of the search for a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Answer {
    /// A game was found.
    #[error("solved")]
    Solved,
    /// There is no game.
    #[error("impossible: {0}")]
    Impossible(Impossible),
    /// No game was found; there may be one.
    #[error("gave up")]
    GaveUp,
}

/// A pattern that was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// The pattern.
    pub pattern: Position,
    /// The number of holes in which it differs from the design.
    pub distance: u32,
    /// What came of it.
    pub answer: Answer,
}

/// A new font, and how its patterns were found.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Searched {
    /// The font, without figures.
    pub font: Font,
    /// The patterns that were tried for each character, in order; for one that is in the font, the last is its pattern.
    pub tried: BTreeMap<char, Vec<Tried>>,
    /// The characters that look exactly like another.
    pub homoglyphs: BTreeMap<char, char>,
    /// The characters without ink, such as the space.
    pub blank: Vec<char>,
}

impl Searched {
    /// The characters for which no game was found.
    pub fn left_out(&self) -> impl Iterator<Item = char> {
        self.tried.keys().copied().filter(|&character| self.font.get(character).is_none())
    }

    /// The distance of each character that has a design of its own.
    pub fn distances(&self) -> impl Iterator<Item = (char, u32)> {
        let own = self.tried.keys().filter(|character| !self.homoglyphs.contains_key(character));
        own.filter_map(|&character| Some((character, self.font.get(character)?.distance())))
    }
}

/// Why a font can't be searched for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FontSearchError {
    /// The search works on rectangles.
    #[error("games can only be searched for on rectangles, and {board} is not one")]
    NotARectangle { board: Board },
    /// The vacancy is not on the board.
    #[error("the start is not a hole of {board}")]
    NoHole { board: Board },
    /// A bug, or the search was stopped.
    #[error(transparent)]
    Search(#[from] peg_solitaire::Error),
    /// A bug.
    #[error("the font can't hold a character: {0}")]
    Misfit(String),
}

impl From<Misfit> for FontSearchError {
    fn from(misfit: Misfit) -> Self {
        Self::Misfit(misfit.to_string())
    }
}

impl Drawn {
    /// The designs of glyph files; those of an `inverse` font are complements.
    ///
    /// # Errors
    /// If their board is not a rectangle.
    pub fn of_glyphs(glyphs: &Glyphs, inverse: bool) -> Result<Self, FontSearchError> {
        let board = Board::from(glyphs.board());
        if !board.is_rectangle() {
            return Err(FontSearchError::NotARectangle { board });
        }
        let drawn = glyphs.iter().map(|(character, glyph)| {
            let designs = glyphs.designs(character).iter().map(|&design| Position::from(design));
            (character, (glyph.script.clone(), designs.collect()))
        });
        let characters = drawn.collect();
        Ok(Self { board, characters, inverse }.inverted())
    }

    /// The designs of a bitmap font; those of an `inverse` font are complements.
    #[must_use]
    pub fn of_bitmaps(font: &BitmapFont, inverse: bool) -> Self {
        let drawn = font.characters().map(|(character, pegs)| {
            let script = crate::glyph::script(character).to_owned();
            (character, (script, vec![pegs.clone()]))
        });
        let board = font.cell().clone();
        Self { board, characters: drawn.collect(), inverse }.inverted()
    }

    fn inverted(mut self) -> Self {
        if self.inverse {
            let designs = self.characters.values_mut().flat_map(|(_, designs)| designs);
            // A blank stays one.
            let designs = designs.filter(|design| !design.is_empty());
            designs.for_each(|design| *design = self.board.complement(design));
        }
        self
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The characters that have ink, with their designs.
    fn inked(&self) -> impl Iterator<Item = (char, &[Position])> {
        let all =
            self.characters.iter().map(|(&character, (_, designs))| (character, &designs[..]));
        all.filter(|(_, designs)| designs.iter().any(|design| !design.is_empty()))
    }

    /// The vacancy from which the fewest changes of holes bring all designs into the right class; the nearest to the centre.
    #[must_use]
    pub fn best_vacancy(&self) -> Hole {
        let board = &self.board;
        let full = board.class(&board.full());
        let singles: BTreeSet<u8> =
            board.each_hole().map(|hole| board.class_of_peg(hole)).collect();
        let changes = |difference: u8| match difference {
            0 => 0,
            difference if singles.contains(&difference) => 1,
            _ => 2_u32,
        };
        let designs: Vec<u8> = self.inked().map(|(_, designs)| board.class(&designs[0])).collect();
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
}

/// Searches for a game for every design. All games start from the full board with this vacancy, or with the
/// [best](Drawn::best_vacancy).
///
/// ```
/// use pegfont_type::font::search::{Drawn, Effort, build};
/// use peg_solitaire::progress::Progress;
/// use pegfont_type::glyph::BitmapFont;
/// let bdf = include_bytes!("../../../../examples/faces/figures-4x7.bdf");
/// let figures = BitmapFont::parse_bdf("figures-4x7.bdf", bdf, "147")?;
/// let drawn = Drawn::of_bitmaps(&figures, false);
/// let searched = build("figures", &drawn, None, &Effort::default(), Progress::NONE)?;
/// assert_eq!(searched.font.characters().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the vacancy is not on the board, or the watcher asks the search to stop.
pub fn build(
    name: &str,
    drawn: &Drawn,
    vacancy: Option<Hole>,
    effort: &Effort,
    progress: Progress<'_>,
) -> Result<Searched, FontSearchError> {
    let vacancy = vacancy.unwrap_or_else(|| drawn.best_vacancy());
    let mut start = drawn.board.full();
    if !start.has(vacancy) {
        return Err(FontSearchError::NoHole { board: drawn.board.clone() });
    }
    start.remove(vacancy);
    // Characters that are drawn alike are searched for once.
    let mut alike: BTreeMap<&[Position], Vec<char>> = BTreeMap::new();
    for (character, designs) in drawn.inked() {
        alike.entry(designs).or_default().push(character);
    }
    let alike: Vec<(&[Position], Vec<char>)> = alike.into_iter().collect();
    let finder = OneCharacter { drawn, start: &start, effort };
    let done = AtomicU64::new(0);
    let search = |(designs, _): &(&[Position], Vec<char>)| {
        let so_far = || progress.report(done.load(Ordering::Relaxed), alike.len() as u64);
        let found = finder.find(designs, &so_far)?;
        done.fetch_add(1, Ordering::Relaxed);
        so_far().map_err(peg_solitaire::Error::from)?;
        Ok::<_, FontSearchError>(found)
    };
    let found = parallel::try_map(&alike, search)?;
    let mut searched = Searched {
        font: Font::new(name, &drawn.board, &start)?,
        tried: BTreeMap::new(),
        homoglyphs: BTreeMap::new(),
        blank: Vec::new(),
    };
    for ((_, characters), found) in alike.iter().zip(found) {
        let Found { tried, solution } = found;
        for &character in characters {
            if let Some((design, solution)) = &solution {
                let script = &drawn.characters[&character].0;
                let chosen = Character::new(script, design.clone(), solution.clone());
                searched.font.insert(character, chosen)?;
            }
            searched.tried.insert(character, tried.clone());
            if character != characters[0] {
                searched.homoglyphs.insert(character, characters[0]);
            }
        }
    }
    let is_blank = |character: &&char| !searched.tried.contains_key(character);
    searched.blank = drawn.characters.keys().filter(is_blank).copied().collect();
    Ok(searched)
}

/// The search for the games of one character.
struct OneCharacter<'a> {
    drawn: &'a Drawn,
    start: &'a Position,
    effort: &'a Effort,
}

/// What was tried for a character, and the design and the solution if there is one.
struct Found {
    tried: Vec<Tried>,
    solution: Option<(Position, Solution)>,
}

impl OneCharacter<'_> {
    fn find(
        &self,
        designs: &[Position],
        so_far: &(dyn Fn() -> Result<(), Interrupted> + Sync),
    ) -> Result<Found, FontSearchError> {
        let Self { drawn, start, effort } = *self;
        let watch = |_: u64, _: u64| match so_far() {
            Ok(()) => ControlFlow::Continue(()),
            Err(Interrupted) => ControlFlow::Break(()),
        };
        let search = Search { seed: effort.seed, ..Search::default() };
        let mut left = effort.work;
        let others = drawn.inked().flat_map(|(_, designs)| designs);
        let others: Vec<&Position> = others.filter(|design| !designs.contains(design)).collect();
        let candidates = Candidates::new(&drawn.board, start, designs, drawn.inverse, &others);
        let mut tried = Vec::new();
        for design in designs.iter().filter(|design| !design.is_empty()) {
            if drawn.board.class(design) != drawn.board.class(start) {
                let answer = Answer::Impossible(Impossible::OtherClassThanStart);
                tried.push(Tried { pattern: design.clone(), distance: 0, answer });
            }
        }
        for distance in 0..=effort.farthest {
            for (design, pattern) in candidates.at(distance, effort.patterns) {
                let found = match Search::impossible(&drawn.board, Some(start), &pattern) {
                    Some(why) => Outcome::Impossible(why),
                    None => search.attempt(
                        0..effort.attempts,
                        &drawn.board,
                        Some(start),
                        &pattern,
                        &mut left,
                        Progress::new(&watch),
                    )?,
                };
                let (answer, solution) = match found {
                    Outcome::Solved(solution) => (Answer::Solved, Some(solution)),
                    Outcome::Impossible(why) => (Answer::Impossible(why), None),
                    Outcome::GaveUp => (Answer::GaveUp, None),
                };
                tried.push(Tried { pattern, distance, answer });
                if let Some(solution) = solution {
                    // On a small board, one jump after the other.
                    let is_small = drawn.board.is_small();
                    let solution = if is_small { solution.one_at_a_time() } else { solution };
                    let solution = Some((design.clone(), solution));
                    return Ok(Found { tried, solution });
                }
                if left == 0 {
                    return Ok(Found { tried, solution: None });
                }
            }
        }
        Ok(Found { tried, solution: None })
    }
}
