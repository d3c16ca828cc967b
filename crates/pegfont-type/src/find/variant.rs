//! Variants: reachable patterns as one chooses among them, each with where its design stands, how it is read, and its game.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use super::Found;
use super::score::{MISREAD, PARTS, misread};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Hole, Lattice, SmallBoard};
use peg_solitaire::game::Game;
use peg_solitaire::parallel;
use peg_solitaire::progress::Progress;
use peg_solitaire::puzzle::{Played, Puzzle};
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Record;

/// The most positions between the start and a variant that are counted: those of a letter are thousands, and take a hundredth of a second.
const MOST_POSITIONS: usize = 1 << 20;

/// Where a design stands on the board, from where it was drawn, in holes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The columns by which it is moved to the right; negative to the left.
    pub right: i16,
    /// The rows by which it is moved down; negative upwards.
    pub down: i16,
    /// Whether it is mirrored left to right, before it is moved.
    pub mirrored: bool,
}

impl Place {
    /// The places in which the strokes of designs fit on the board, each with the design there: as they were drawn, then those nearest to that.
    /// With `there`, only as they were drawn; with `mirror`, also mirrored.
    ///
    /// ```
    /// use peg_solitaire::board::SmallBoard;
    /// use pegfont_type::find::Place;
    /// let board: SmallBoard = "3x2".parse()?;
    /// let all = Place::all(&board, &[board.parse_pattern("#../##.")?], (false, true));
    /// let designs: Vec<String> = all.iter().map(|(design, _)| board.picture_line(*design)).collect();
    /// assert_eq!(designs, ["#../##.", "..#/.##", ".#./.##", ".#./##."]);
    /// assert_eq!(all[3].1.to_string(), "1 left, mirrored");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(
        board: &SmallBoard,
        designs: &[Bitboard],
        (there, mirror): (bool, bool),
    ) -> Vec<(Bitboard, Self)> {
        let (columns, rows) = (board.columns() as i16, board.rows() as i16);
        let image = |design: Bitboard, place: Self| {
            let at = |hole| {
                let (x, y) = board.coordinates(hole);
                let x = match (place.mirrored, board.lattice()) {
                    (false, _) => x,
                    (true, Lattice::Square) => columns - 1 - x,
                    (true, Lattice::Triangular) => y - x,
                };
                board.hole_at(x + place.right, y + place.down)
            };
            Some((design.pegs().map(at).collect::<Option<_>>()?, place))
        };
        let (across, down) = if there { (0, 0) } else { (columns, rows) };
        let mut places = Vec::new();
        for mirrored in [false, true].into_iter().take(if mirror { 2 } else { 1 }) {
            for right in -across..=across {
                places.extend((-down..=down).map(|down| Self { right, down, mirrored }));
            }
        }
        places.sort_by_key(|it| (it.right.abs() + it.down.abs(), it.mirrored, it.down, it.right));
        let all = places.iter().flat_map(|&place| designs.iter().map(move |&it| (it, place)));
        let mut seen = BTreeSet::new();
        all.filter_map(|(design, place)| image(design, place))
            .filter(|it| seen.insert(it.0))
            .collect()
    }
}

/// `2 up, mirrored`, or nothing where it was drawn.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = [(self.right, "right", "left"), (self.down, "down", "up")];
        let steps = steps.iter().filter(|step| step.0 != 0);
        let mut words: Vec<String> = steps
            .map(|&(by, on, back)| {
                format!("{} {}", by.unsigned_abs(), if by > 0 { on } else { back })
            })
            .collect();
        words.extend(self.mirrored.then(|| "mirrored".to_owned()));
        f.write_str(&words.join(", "))
    }
}

/// A pattern to choose. What was not asked for is `None`.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The pattern, its design and its penalties.
    pub found: Found,
    /// Where the design stands.
    pub place: Place,
    /// The start that it is reached from.
    pub start: Bitboard,
    /// The empty hole of that start, where others of the list have other ones.
    pub vacancy: Option<Hole>,
    /// How surely it is read as its character, from 0 to 1.
    pub reading: Option<f64>,
    /// Its game: with the fewest moves, and figures, if they could be counted.
    pub puzzle: Option<Box<Puzzle>>,
}

impl Variant {
    /// A variant of which only what was found is known: `solve` adds its game.
    pub fn new(found: Found, place: Place, start: Bitboard) -> Self {
        Self { found, place, start, vacancy: None, reading: None, puzzle: None }
    }

    /// The pegs of the pattern that its design lacks, and those of the design that it lacks.
    fn changes(&self) -> [Bitboard; 2] {
        let Found { pattern, design, .. } = self.found;
        [pattern.without(design), design.without(pattern)]
    }

    /// Finds the game, counts its solutions, and grades it. Only the game is known of a pattern to which too many positions lead.
    ///
    /// # Errors
    /// When the set can't be read, there is not enough memory, or `progress` says to stop.
    pub fn solve(&mut self, set: &dyn Record, progress: Progress<'_>) -> Result<(), Error> {
        let pattern = self.found.pattern;
        let game = Game::new(set.board(), set.start(), [pattern])?;
        let solved = Puzzle::solve(&game, Some(set), MOST_POSITIONS, progress);
        let puzzle = match solved {
            Err(Error::TooLarge { .. } | Error::TooMany | Error::Memory(_)) => {
                let solution = Solution::leading_to(pattern, set)?;
                solution.map(|solution| Puzzle::of(&game, solution))
            }
            puzzle => Some(puzzle?),
        };
        self.puzzle = puzzle.map(|puzzle| Box::new(Puzzle { counted: None, ..puzzle }));
        Ok(())
    }

    /// The variant in words.
    pub fn described(&self, board: &SmallBoard) -> Described {
        let names = |holes: Bitboard| holes.pegs().map(|hole| board.hole_name(hole)).collect();
        let [added, removed] = self.changes().map(names);
        let puzzle = self.puzzle.as_deref();
        let figures = puzzle.and_then(|puzzle| puzzle.figures);
        let played = puzzle.map(|puzzle| Played::of(&puzzle.solution)).unwrap_or_default();
        Described {
            pattern: board.picture_line(self.found.pattern),
            design: board.picture_line(self.found.design),
            distance: self.found.distance,
            added,
            removed,
            points: self.found.score.total(),
            moved: [self.place.right, self.place.down],
            mirrored: self.place.mirrored,
            start: board.picture_line(self.start),
            pegs: self.found.pattern.count(),
            reading: self.reading.map(|reading| (reading * 1000.0).round() / 1000.0),
            solutions: figures.map(|figures| figures.solutions().to_string()),
            fewest_moves: figures.and(played.moves),
            grade: figures.map(|figures| figures.grade().word()),
            played,
        }
    }
}

/// A [`Variant`] in words, to be written as JSON: positions by rows, holes by name.
#[derive(Serialize, Debug)]
pub struct Described {
    pattern: String,
    design: String,
    distance: u32,
    added: Vec<String>,
    removed: Vec<String>,
    points: u32,
    moved: [i16; 2],
    mirrored: bool,
    start: String,
    pegs: u32,
    reading: Option<f64>,
    #[serde(flatten)]
    played: Played,
    solutions: Option<String>,
    fewest_moves: Option<usize>,
    grade: Option<&'static str>,
}

/// Keeps `count` patterns, those that look most like their character first. The order is the cost that a font chooses by: that of changes,
/// of penalties, and of being taken for another character, as `reading` says.
pub fn by_looks(
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
        (u64::from(points(&it)) * PARTS + reading(it.pattern).map_or(0, misread), it)
    });
    read.sort_by_key(|(cost, it)| (*cost, it.pattern));
    *found = read.into_iter().take(count).map(|(_, found)| found).collect();
}

/// Takes `count` patterns as unlike each other as can be, and keeps their order. It takes the first, then again and again the one that
/// differs most from all that were taken.
pub fn unlike(found: &[Found], count: usize) -> Vec<Found> {
    let mut taken = BTreeSet::new();
    let mut apart = vec![u32::MAX; found.len()];
    while taken.len() < count.min(found.len()) {
        let farthest = (0..found.len()).rev().max_by_key(|&number| apart[number]).unwrap_or(0);
        taken.insert(farthest);
        for (apart, one) in apart.iter_mut().zip(found) {
            *apart = (*apart).min(one.pattern.distance(found[farthest].pattern));
        }
    }
    taken.into_iter().map(|number| found[number]).collect()
}
