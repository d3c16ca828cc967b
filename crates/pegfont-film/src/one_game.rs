//! One game for a whole text or picture: where it lies on a board. Searching for the game that
//! leaves it is left to [`Search::play`](peg_solitaire::search::Search::play).

use crate::Error;
use crate::render::{Geometry, View};
use crate::timeline::{Lines, Missing, Setting};
use peg_solitaire::board::{Board, Hole, Lattice, Position};
use peg_solitaire::search::LastPosition;
use peg_solitaire::solution::Solution;
use pegfont_type::font::Font;
use pegfont_type::glyph::Designs;

/// The most layouts that are tried.
const LAYOUTS: usize = 8;

/// The holes between two letters, for a space, and between two lines, and the empty lines around a
/// text: first as is easy to read, then, for texts that are too large for a board otherwise, less.
/// A single empty line around is hard to clear.
const SPACINGS: [Spacing; 2] = [
    Spacing {
        letters: 2,
        space: 3,
        lines: 3,
        margins: 3..=5,
    },
    Spacing {
        letters: 1,
        space: 2,
        lines: 2,
        margins: 2..=4,
    },
];

/// The empty lines around a picture: first none, if possible, then more. Large shapes leave too few
/// holes to play in at the edge.
const PICTURE_MARGINS: [(std::ops::RangeInclusive<usize>, usize); 3] =
    [(0..=3, 3), (2..=4, 3), (4..=6, 2)];

/// The distances of a text.
#[derive(Clone, Debug)]
struct Spacing {
    letters: usize,
    /// The holes that a space adds to those.
    space: usize,
    /// The holes between two lines of the highest letters.
    lines: usize,
    /// The empty lines on each side.
    margins: std::ops::RangeInclusive<usize>,
}

/// A text in the lines for which its board is largest in a picture: see [`Lines::fitted`].
#[must_use]
pub fn fitted(unbroken: &Lines, usual: Lines, designs: &Designs, view: &View) -> Lines {
    let pitch = |lines: &Lines| {
        let board = text_layouts(lines, designs, None)
            .ok()?
            .swap_remove(0)
            .board;
        let nothing = Solution::new(&board, board.full(), Vec::new()).ok()?;
        Some(
            Geometry::new(&Setting::of_solution(nothing), view)
                .ok()?
                .pitch,
        )
    };
    unbroken.fitted(usual, |lines| pitch(lines).unwrap_or(0).into())
}

/// The layouts of a text whose position class has a board with one vacancy, the smallest and most
/// regular first. There always are some: an empty line more on a side changes the class of the full
/// board. Every letter is its ideal design.
///
/// On a given `board` of any shape, the nearest to its middle comes first. If none is in such a
/// class, there is one of another class. On a triangular board the letters stand upright, and every
/// other row is half a hole aside.
///
/// ```
/// use pegfont_film::{one_game, timeline::{Lines, Missing}};
/// use pegfont_type::font::Font;
/// let designs = Font::builtin()?.designs();
/// let lines = Lines::new(&designs, "HI", 16, Missing::Refuse)?;
/// let layouts = one_game::text_layouts(&lines, &designs, None)?;
/// assert_eq!((layouts[0].board.columns(), layouts[0].board.rows()), (16, 13));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the text is too long for a board, or its letters have no rectangular board.
pub fn text_layouts(
    lines: &Lines,
    designs: &Designs,
    board: Option<&Board>,
) -> Result<Vec<LastPosition>, Error> {
    if !designs.board().is_rectangle() {
        return Err(Error::NotARectangle);
    }
    let text = (lines, designs);
    if let Some(board) = board {
        return first_with_a_place(board, SPACINGS.iter().map(|it| Block::new(text, it)));
    }
    // With the widest spacing that fits a board.
    let mut layouts = SPACINGS.iter().map(|spacing| {
        let Block { size, cells } = Block::new(text, spacing);
        let sides = sides(spacing.margins.clone());
        sides
            .filter_map(|sides| surrounded(size, &cells, sides))
            .collect::<Vec<_>>()
    });
    if let Some(layouts) = layouts.find(|layouts| !layouts.is_empty()) {
        return Ok(best(layouts));
    }
    let tightest = &SPACINGS[SPACINGS.len() - 1];
    let (columns, rows) = Block::new(text, tightest).size;
    let around = 2 * tightest.margins.start();
    Err(Error::LargeBoard {
        columns: columns + around,
        rows: rows + around,
    })
}

/// The layouts of the first block that has a place on the board.
fn first_with_a_place(
    board: &Board,
    blocks: impl Iterator<Item = Block>,
) -> Result<Vec<LastPosition>, Error> {
    let mut size = (0, 0);
    for block in blocks {
        let layouts = block.layouts_on(board);
        if !layouts.is_empty() {
            return Ok(best(layouts));
        }
        size = block.size;
    }
    Err(Error::NoPlace {
        columns: size.0,
        rows: size.1,
        board: board.clone(),
    })
}

/// A text without the empty lines around it: its size, and its pegs.
pub(crate) struct Block {
    pub(crate) size: (usize, usize),
    pub(crate) cells: Vec<(usize, usize)>,
}

impl Block {
    /// A text on one line in the built-in font, close together, if the font has all its characters.
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        let designs = Font::builtin().ok()?.designs();
        let wrap = text.chars().count();
        let lines = Lines::new(&designs, text, wrap, Missing::Refuse).ok()?;
        Some(Self::new((&lines, &designs), SPACINGS.last()?))
    }

    /// Sets the letters in proportion, in centred lines. What is above and below all letters of the
    /// text takes no room.
    fn new((text, designs): (&Lines, &Designs), spacing: &Spacing) -> Self {
        let cell = designs.board();
        let lead = cell.rows() + spacing.lines;
        let mut lines: Vec<(usize, Vec<(usize, usize)>)> = Vec::new();
        for (line, places) in text.places().iter().enumerate() {
            let (mut pegs, mut right, mut width) = (Vec::new(), 0, 0);
            for place in places {
                let Some(letter) = *place else {
                    right += spacing.space;
                    continue;
                };
                let pegs_of = designs.ideal(text.characters()[letter]);
                let places = pegs_of.into_iter().flat_map(|pegs| pegs.pegs());
                let own: Vec<(usize, usize)> =
                    places.map(|hole| cell.picture_place(hole)).collect();
                let Some([first, last, ..]) = bounds(own.iter().copied()) else {
                    continue;
                };
                pegs.extend(
                    own.iter()
                        .map(|&(x, y)| (right + x - first, line * lead + y)),
                );
                width = right + last - first + 1;
                right = width + spacing.letters;
            }
            lines.push((width, pegs));
        }
        let widest = lines.iter().map(|line| line.0).max().unwrap_or(0);
        let centred = lines.into_iter().flat_map(|(width, pegs)| {
            pegs.into_iter()
                .map(move |(x, y)| (x + (widest - width) / 2, y))
        });
        let mut cells: Vec<(usize, usize)> = centred.collect();
        let [.., top, bottom] = bounds(cells.iter().copied()).unwrap_or_default();
        cells.iter_mut().for_each(|cell| cell.1 -= top);
        Self {
            size: (widest, bottom - top + 1),
            cells,
        }
    }

    /// The layouts on a board, and their costs: the distance from the middle, and pegs at the edge,
    /// where games are hard to find.
    fn layouts_on(&self, board: &Board) -> Vec<(usize, LastPosition)> {
        // The board is slanted to the right by a column in every other row.
        let slant = |y: usize| {
            if board.lattice() == Lattice::Triangular {
                y / 2
            } else {
                0
            }
        };
        let columns = board.columns() as i16;
        let places = (0..board.rows())
            .flat_map(|top| (-(slant(top) as i16)..columns).map(move |left| (left, top)));
        let layout = |(left, top): (i16, usize)| {
            let hole = |&(x, y): &(usize, usize)| {
                board.hole_at(left + (x + slant(top + y)) as i16, (top + y) as i16)
            };
            let holes: Option<Vec<Hole>> = self.cells.iter().map(hole).collect();
            let end: Position = holes?.into_iter().collect();
            Some((
                cost_on(board, &end)?,
                LastPosition {
                    board: board.clone(),
                    end,
                },
            ))
        };
        places.filter_map(layout).collect()
    }
}

/// The layouts of a picture whose position class has a board with one vacancy: the picture, with a
/// few empty lines around it if necessary; if there are none, one of another class. On a given
/// board, they are as [those of a text](text_layouts).
///
/// # Errors
/// If the picture has no place on the given board.
pub fn picture_layouts(
    picture: &Board,
    pegs: &Position,
    board: Option<&Board>,
) -> Result<Vec<LastPosition>, Error> {
    let cells: Vec<(usize, usize)> = pegs
        .pegs()
        .map(|hole| picture.picture_place(hole))
        .collect();
    let size = (picture.columns(), picture.rows());
    if let Some(board) = board {
        return first_with_a_place(board, std::iter::once(Block { size, cells }));
    }
    let mut layouts: Vec<LastPosition> = Vec::new();
    for (margins, count) in PICTURE_MARGINS {
        let found = sides(margins)
            .filter_map(|sides| surrounded(size, &cells, sides))
            .collect();
        let new = best(found)
            .into_iter()
            .filter(|layout| !layouts.contains(layout));
        let new: Vec<LastPosition> = new.take(count).collect();
        layouts.extend(new);
    }
    match layouts.iter().any(LastPosition::fits) {
        true => layouts.retain(LastPosition::fits),
        false => layouts.truncate(1),
    }
    Ok(layouts)
}

/// The first and the last column of some places, and the first and the last row.
fn bounds(places: impl Iterator<Item = (usize, usize)>) -> Option<[usize; 4]> {
    places
        .map(|(x, y)| [x, x, y, y])
        .reduce(|[left, right, top, bottom], [x, _, y, _]| {
            [left.min(x), right.max(x), top.min(y), bottom.max(y)]
        })
}

/// Whether pegs form a QR code: a square with the three small squares by which scanners find one.
pub fn is_code(board: &Board, pegs: &Position) -> bool {
    let has = |(x, y): (usize, usize)| {
        board
            .hole_at(x as i16, y as i16)
            .is_some_and(|hole| pegs.has(hole))
    };
    let places = pegs.pegs().map(|hole| board.picture_place(hole));
    let Some([left, right, top, bottom]) = bounds(places) else {
        return false;
    };
    let side = right + 1 - left;
    let is_square = side == bottom + 1 - top && side >= 21 && side % 4 == 1;
    let finds = |(x, y): (usize, usize)| {
        let ring = |at: usize| at.abs_diff(3);
        let mut places = (0..7).flat_map(|across| (0..7).map(move |down| (across, down)));
        places.all(|(across, down)| {
            has((x + across, y + down)) == (ring(across).max(ring(down)) != 2)
        })
    };
    let corners = || [(left, top), (right - 6, top), (left, bottom - 6)];
    board.lattice() == Lattice::Square && is_square && corners().into_iter().all(finds)
}

/// How far an end is from the middle of a board, and how many of its pegs are at the edge; `None`
/// without pegs.
fn cost_on(board: &Board, end: &Position) -> Option<usize> {
    let [left, right, top, bottom] = bounds(end.pegs().map(|hole| board.picture_place(hole)))?;
    let (columns, rows) = (board.picture_columns(), board.rows());
    let aside = (left + right + 1).abs_diff(columns) + (top + bottom + 1).abs_diff(rows);
    let directions = board.lattice().directions();
    let is_at_edge = |hole: &Hole| {
        let beside = |&(dx, dy): &(i16, i16)| {
            let (x, y) = board.coordinates(*hole)?;
            board
                .hole_at(x + dx, y + dy)
                .and(board.hole_at(x - dx, y - dy))
        };
        directions
            .iter()
            .any(|direction| beside(direction).is_none())
    };
    Some(10 * aside + 15 * end.pegs().filter(is_at_edge).count())
}

/// All combinations of empty lines to the left, to the right, above, and below.
fn sides(range: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = [usize; 4]> {
    let count = range.clone().count();
    let digit = move |number: usize, place: u32| number / count.pow(place) % count;
    (0..count.pow(4))
        .map(move |number| [3, 2, 1, 0].map(|place| range.start() + digit(number, place)))
}

/// The layout with empty lines at its sides, and its cost, if it is not too large for a board.
fn surrounded(
    (width, height): (usize, usize),
    cells: &[(usize, usize)],
    [left, right, above, below]: [usize; 4],
) -> Option<(usize, LastPosition)> {
    let board = Board::rectangle(left + width + right, above + height + below).ok()?;
    let hole = |&(x, y): &(usize, usize)| board.hole_at((left + x) as i16, (above + y) as i16);
    let end: Position = cells.iter().filter_map(hole).collect();
    let crooked = left.abs_diff(right) + above.abs_diff(below);
    Some((
        10 * (left + right + above + below) + 15 * crooked,
        LastPosition { board, end },
    ))
}

/// The layouts with the lowest costs that fit; if none does, the one with the lowest cost.
fn best(mut layouts: Vec<(usize, LastPosition)>) -> Vec<LastPosition> {
    layouts.sort_by_key(|(cost, _)| *cost);
    let layouts = layouts.into_iter().map(|(_, layout)| layout);
    let (fit, others): (Vec<_>, Vec<_>) = layouts.partition(LastPosition::fits);
    if fit.is_empty() {
        return others.into_iter().take(1).collect();
    }
    fit.into_iter().take(LAYOUTS).collect()
}
