//! Variants: reachable patterns as one chooses among them, each with where its design stands, how
//! it is read, and its game.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use super::{Found, PARTS};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Board, Hole, Lattice, Position, SmallBoard};
use peg_solitaire::game::Game;
use peg_solitaire::progress::Progress;
use peg_solitaire::puzzle::{Played, Puzzle};
use peg_solitaire::solution::{Figures, Solution};
use peg_solitaire::solve::Record;

/// The most positions between the start and a variant that are counted: those of a letter are
/// thousands, and take a hundredth of a second.
const MOST_POSITIONS: usize = 1 << 20;

/// Which of several designs it is, and where it stands on the board, from where it was drawn, in
/// holes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DesignPlace {
    /// The number of the design, from 0.
    pub design: usize,
    /// The columns by which it is moved to the right; negative to the left.
    pub right: i16,
    /// The rows by which it is moved down; negative upwards.
    pub down: i16,
    /// Whether it is mirrored left to right, before it is moved.
    pub mirrored: bool,
}

/// How designs may stand besides as they were drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Placing {
    /// Anywhere on the board.
    pub moved: bool,
    /// Mirrored left to right.
    pub mirrored: bool,
}

impl Placing {
    /// The places of a design: as it was drawn, then those nearest to that.
    fn places(self, board: &SmallBoard) -> Vec<DesignPlace> {
        let mut across = 0;
        let mut down = 0;
        if self.moved {
            across = board.as_board().columns() as i16;
            down = board.as_board().rows() as i16;
        }

        let mut places = Vec::new();
        for right in -across..=across {
            for down in -down..=down {
                let place = DesignPlace {
                    right,
                    down,
                    ..DesignPlace::default()
                };
                places.push(place);
                if self.mirrored {
                    places.push(DesignPlace {
                        mirrored: true,
                        ..place
                    });
                }
            }
        }

        places.sort_by_key(|place| {
            let far = place.right.abs() + place.down.abs();
            (far, place.mirrored, place.down, place.right)
        });
        places
    }
}

impl DesignPlace {
    /// The places in which the strokes of designs fit on the board, each with the design there: as
    /// they were drawn, then those nearest to that.
    ///
    /// ```
    /// use peg_solitaire::board::SmallBoard;
    /// use pegfont_type::find::{DesignPlace, Placing};
    /// let board: SmallBoard = "3x2".parse()?;
    /// let placing = Placing { moved: true, mirrored: true };
    /// let all = DesignPlace::all(&board, &[board.parse_pattern("#../##.")?], placing);
    /// let pictures: Vec<String> = all.iter().map(|place| board.picture_line(place.0)).collect();
    /// assert_eq!(pictures, ["#../##.", "..#/.##", ".#./.##", ".#./##."]);
    /// assert_eq!(all[3].1.to_string(), "1 left, mirrored");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(
        board: &SmallBoard,
        designs: &[Bitboard],
        placing: Placing,
    ) -> Vec<(Bitboard, Self)> {
        let mut seen = BTreeSet::new();
        let mut fitting = Vec::new();
        for place in placing.places(board) {
            for (number, &design) in designs.iter().enumerate() {
                let place = Self {
                    design: number,
                    ..place
                };
                if let Some(moved) = place.image(board, design)
                    && seen.insert(moved)
                {
                    fitting.push((moved, place));
                }
            }
        }
        fitting
    }

    /// A design in this place, if all of it lies on the board.
    fn image(self, board: &SmallBoard, design: Bitboard) -> Option<Bitboard> {
        let moved = |hole| {
            let (x, y) = board.coordinates(hole)?;
            let x = match board.lattice() {
                _ if !self.mirrored => x,
                Lattice::Square => board.as_board().columns() as i16 - 1 - x,
                Lattice::Triangular => y - x,
            };
            board.hole_at(x + self.right, y + self.down)
        };
        design.pegs().map(moved).collect()
    }

    /// Whether the design stands as it was drawn.
    pub fn is_drawn(self) -> bool {
        self == Self {
            design: self.design,
            ..Self::default()
        }
    }
}

/// Where it stands: `2 up, mirrored`, or nothing where it was drawn.
impl fmt::Display for DesignPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        for (by, on, back) in [(self.right, "right", "left"), (self.down, "down", "up")] {
            let way = if by > 0 { on } else { back };
            if by != 0 {
                words.push(format!("{} {way}", by.unsigned_abs()));
            }
        }
        if self.mirrored {
            words.push("mirrored".to_owned());
        }

        f.write_str(&words.join(", "))
    }
}

/// A pattern to choose. What was not asked for is `None`.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The pattern, its design and its penalties.
    pub found: Found,
    /// Where the design stands.
    pub place: DesignPlace,
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
    /// A variant of which only what was found is known.
    pub fn new(found: Found, place: DesignPlace, start: Bitboard) -> Self {
        Self {
            found,
            place,
            start,
            vacancy: None,
            reading: None,
            puzzle: None,
        }
    }

    /// How little it looks like its design: 16 points for each hole in which they differ, the
    /// penalty points, and up to 16 for not being read as the character. A list in the order of
    /// looks has the lowest cost first.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.cost_in_parts() as f64 / PARTS as f64
    }

    pub(super) fn cost_in_parts(&self) -> u64 {
        self.found.cost_in_parts(self.reading)
    }

    /// Finds the solver's game.
    ///
    /// # Errors
    /// When the set can't be read.
    pub fn lead(&mut self, set: &dyn Record) -> Result<(), Error> {
        let pattern = self.found.pattern;
        let game = Game::new(set.board().as_board(), set.start(), [pattern])?;

        self.puzzle = match Solution::leading_to(pattern, set)? {
            Some(solution) => Some(Box::new(Puzzle::of(&game, solution)?)),
            None => None,
        };
        Ok(())
    }

    /// Finds the game with the fewest moves, counts the solutions, and grades it. Of a pattern to
    /// which too many positions lead, it finds the solver's game.
    ///
    /// # Errors
    /// When the set can't be read, there is not enough memory, or `progress` says to stop.
    pub fn solve(&mut self, set: &dyn Record, progress: Progress<'_>) -> Result<(), Error> {
        match counted(set, self.found.pattern, MOST_POSITIONS, progress)? {
            Some(puzzle) => self.puzzle = Some(Box::new(puzzle)),
            None => self.lead(set)?,
        }
        Ok(())
    }

    /// How surely it is read, to a thousandth, as answers for programs have it.
    #[must_use]
    pub fn rounded_reading(&self) -> Option<f64> {
        let reading = self.reading?;
        Some((reading * 1000.0).round() / 1000.0)
    }

    /// The variant in words, and its start, which most of a list have in common.
    pub fn described(&self, board: &SmallBoard, start: String) -> impl Serialize + use<> {
        let Found {
            pattern, design, ..
        } = self.found;
        let names = |holes: Bitboard| holes.pegs().map(|hole| board.hole_name(hole)).collect();
        let puzzle = self.puzzle.as_deref();
        let game = puzzle.map(|puzzle| (&puzzle.solution, puzzle.figures));

        let more = More {
            added: names(pattern.without(design)),
            removed: names(design.without(pattern)),
            points: self.found.score.total(),
            cost: self.cost(),
            moved: [self.place.right, self.place.down],
            mirrored: self.place.mirrored,
            start,
            reading: self.rounded_reading(),
        };

        PatternInWords::of(
            board.as_board(),
            &pattern.into(),
            &design.into(),
            game,
            more,
        )
    }
}

/// The puzzle of a pattern with its figures, unless more than about `most` positions lead to it, or
/// more than fit into memory.
///
/// # Errors
/// When the set can't be read, or `progress` says to stop.
pub(crate) fn counted(
    set: &dyn Record,
    pattern: Bitboard,
    most: usize,
    progress: Progress<'_>,
) -> Result<Option<Puzzle>, Error> {
    let game = Game::new(set.board().as_board(), set.start(), [pattern])?;

    match Puzzle::solve(&game, Some(set), most, progress) {
        Err(Error::TooLarge { .. } | Error::TooMany | Error::Memory(_)) => Ok(None),
        puzzle => Ok(Some(Puzzle {
            analysis: None,
            widths: None,
            ..puzzle?
        })),
    }
}

/// What is said of a [`Variant`] besides.
#[derive(Serialize)]
struct More {
    added: Vec<String>,
    removed: Vec<String>,
    points: u32,
    cost: f64,
    moved: [i16; 2],
    mirrored: bool,
    start: String,
    reading: Option<f64>,
}

/// A pattern beside its design, and its game, in words, to be written as JSON.
#[derive(Serialize, Debug)]
pub struct PatternInWords<More = ()> {
    design: String,
    pattern: String,
    /// The number of holes in which the two differ.
    pub distance: u32,
    /// The number of pegs of the pattern.
    pub pegs: usize,
    /// Its game.
    #[serde(flatten)]
    pub played: Played,
    solutions: Option<String>,
    fewest_moves: Option<usize>,
    /// How hard it is to get there, in a word.
    pub grade: Option<&'static str>,
    #[serde(flatten)]
    more: More,
}

impl<More> PatternInWords<More> {
    /// A pattern near a design, a solution and its figures, if these are known, and more.
    pub fn of(
        board: &Board,
        pattern: &Position,
        design: &Position,
        game: Option<(&Solution, Option<Figures>)>,
        more: More,
    ) -> Self {
        let figures = game.and_then(|(_, figures)| figures);
        let played = game
            .map(|(solution, _)| Played::of(solution))
            .unwrap_or_default();

        Self {
            design: board.picture_line(design),
            pattern: board.picture_line(pattern),
            distance: pattern.distance(design),
            pegs: pattern.count(),
            solutions: figures.map(|figures| figures.solutions().to_string()),
            fewest_moves: figures.and(played.moves),
            grade: figures.map(|figures| figures.grade().word()),
            played,
            more,
        }
    }
}
