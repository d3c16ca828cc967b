//! One game for a whole text or picture: where it lies on a board. Searching for the game that
//! leaves it is left to [`Search::play`](peg_solitaire::search::Search::play).

mod shared;

pub use shared::{SharedBoard, games_in_turn, shared_boards};

use crate::Error;
use crate::drawing::pixels::MAX_SIDE;
use crate::render::{View, holes_that_fit};
use crate::timeline::{Lines, Missing};
use peg_solitaire::board::{Board, Hole, Lattice, Position};
use peg_solitaire::search::LastPosition;
use pegfont_type::font::Font;
use pegfont_type::glyph::Designs;

/// The most layouts that are tried.
const LAYOUTS: usize = 8;

/// The most of these on one board of several that fill a picture, and the most that they may cost:
/// the text is two holes beside the middle, or one in both directions.
const EACH: usize = 2;
const MOST_ASIDE: usize = 40;

/// What a place costs for each half of a hole that it is away from the middle of a board.
const FOR_DISTANCE: usize = 10;

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

/// A text in the lines for which a board that fills a picture with a width and a height has the
/// largest holes: see [`Lines::filling`].
#[must_use]
pub fn fitted(unbroken: &Lines, usual: Lines, designs: &Designs, view: &View) -> Lines {
    let pitch = |lines: &Lines| {
        let block = Block::new((lines, designs), &SPACINGS[0]);
        largest_pitch(&block, &SPACINGS[0], view).unwrap_or(0)
    };
    unbroken.filling(usual, |lines| pitch(lines).into())
}

/// The largest distance between the holes of a board that has room for a text in a picture.
fn largest_pitch(block: &Block, spacing: &Spacing, view: &View) -> Option<u32> {
    let around = 2 * spacing.margins.start();
    let has_room = |&pitch: &u32| {
        let holes = holes_that_fit(view, pitch);
        holes.is_some_and(|(columns, rows)| {
            block.size.0 + around <= columns && block.size.1 + around <= rows
        })
    };
    (2..=MAX_SIDE).take_while(has_room).last()
}

/// The layouts of a text in a picture: on boards that fill it, if it has a width and a height and
/// the text has room there, those with the largest holes first; otherwise [those of any
/// text](text_layouts).
///
/// # Errors
/// As [`text_layouts`].
pub fn layouts_in(
    lines: &Lines,
    designs: &Designs,
    view: &View,
) -> Result<Vec<LastPosition>, Error> {
    if designs.board().is_rectangle() {
        for spacing in &SPACINGS {
            let block = Block::new((lines, designs), spacing);
            let layouts = block.layouts_in(spacing, view);
            if !layouts.is_empty() {
                return Ok(layouts);
            }
        }
    }
    text_layouts(lines, designs, None)
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
        let blocks = SPACINGS.iter().map(|spacing| Block::new(text, spacing));
        return first_with_a_place(board, blocks);
    }

    // With the widest spacing that fits a board.
    for spacing in &SPACINGS {
        let block = Block::new(text, spacing);
        let sides = sides(spacing.margins.clone());
        let layouts: Vec<_> = sides.filter_map(|sides| block.surrounded(sides)).collect();
        if !layouts.is_empty() {
            return Ok(best(layouts));
        }
    }

    let tightest = &SPACINGS[SPACINGS.len() - 1];
    let (columns, rows) = Block::new(text, tightest).size;
    let around = 2 * tightest.margins.start();
    Err(Error::LargeBoard {
        columns: columns + around,
        rows: rows + around,
    })
}

/// The boards of at least so many columns and rows that fill a picture, or lack a column or row or
/// two for that: first those whose holes are `largest` pixels apart.
fn boards_that_fill(
    view: &View,
    largest: u32,
    least: (usize, usize),
) -> impl Iterator<Item = Board> {
    let pitches = ((largest * 3 / 4).max(2)..=largest).rev();
    let fitting = pitches.map_while(move |pitch| holes_that_fit(view, pitch));
    let sizes = fitting.flat_map(|(columns, rows)| {
        let lacking = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2)];
        lacking.map(|(narrower, lower)| {
            let columns = columns.saturating_sub(narrower);
            (columns, rows.saturating_sub(lower))
        })
    });
    let has_room = move |&(columns, rows): &(usize, usize)| columns >= least.0 && rows >= least.1;
    let sizes = sizes.filter(has_room);
    sizes.filter_map(|(columns, rows)| Board::rectangle(columns, rows).ok())
}

/// The layouts of the first block that has a place on the board.
fn first_with_a_place(
    board: &Board,
    blocks: impl Iterator<Item = Block>,
) -> Result<Vec<LastPosition>, Error> {
    let mut size = (0, 0);
    for block in blocks {
        let layouts = block.layouts_on(board, usize::MAX);
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
        let lead = designs.board().rows() + spacing.lines;
        let lines = text.places().iter();
        let lines: Vec<Self> = lines
            .map(|places| Self::of_line((text, designs), places, spacing))
            .collect();
        let widest = lines.iter().map(|line| line.size.0).max().unwrap_or(0);

        let mut cells = Vec::new();
        for (number, line) in lines.into_iter().enumerate() {
            let left = (widest - line.size.0) / 2;
            let in_place = line
                .cells
                .into_iter()
                .map(|(x, y)| (x + left, y + number * lead));
            cells.extend(in_place);
        }

        let [.., top, bottom] = bounds(cells.iter().copied()).unwrap_or_default();
        for cell in &mut cells {
            cell.1 -= top;
        }
        Self {
            size: (widest, bottom - top + 1),
            cells,
        }
    }

    /// Sets a line of letters.
    fn of_line(
        (text, designs): (&Lines, &Designs),
        places: &[Option<usize>],
        spacing: &Spacing,
    ) -> Self {
        let cell = designs.board();
        let mut cells = Vec::new();
        let mut width = 0;
        // Where the next letter begins.
        let mut right = 0;
        for place in places {
            let Some(letter) = *place else {
                right += spacing.space;
                continue;
            };

            let pegs = designs.ideal(text.characters()[letter]);
            let holes = pegs.into_iter().flat_map(|pegs| pegs.pegs());
            let own: Vec<(usize, usize)> = holes.map(|hole| cell.picture_place(hole)).collect();
            let Some([first, last, ..]) = bounds(own.iter().copied()) else {
                continue;
            };
            cells.extend(own.iter().map(|&(x, y)| (right + x - first, y)));
            width = right + last - first + 1;
            right = width + spacing.letters;
        }

        Self {
            size: (width, cell.rows()),
            cells,
        }
    }

    /// The layout with empty lines to the left, to the right, above and below, and its cost, if it
    /// is not too large for a board.
    fn surrounded(&self, [left, right, above, below]: [usize; 4]) -> Option<(usize, LastPosition)> {
        let (width, height) = self.size;
        let board = Board::rectangle(left + width + right, above + height + below).ok()?;
        let hole = |&(x, y): &(usize, usize)| board.hole_at((left + x) as i16, (above + y) as i16);
        let end: Position = self.cells.iter().filter_map(hole).collect();

        let crooked = left.abs_diff(right) + above.abs_diff(below);
        let cost = 10 * (left + right + above + below) + 15 * crooked;
        Some((cost, LastPosition { board, end }))
    }

    /// The layouts on boards that fill a picture, or lack a column or row or two for that.
    fn layouts_in(&self, spacing: &Spacing, view: &View) -> Vec<LastPosition> {
        let Some(largest) = largest_pitch(self, spacing, view) else {
            return Vec::new();
        };
        let around = 2 * spacing.margins.start();
        let least = (self.size.0 + around, self.size.1 + around);

        let mut layouts: Vec<LastPosition> = Vec::new();
        for board in boards_that_fill(view, largest, least) {
            let found = best(self.layouts_on(&board, MOST_ASIDE));
            let found = found.into_iter().filter(LastPosition::fits);
            let new = found.filter(|layout| !layouts.contains(layout));
            let new: Vec<LastPosition> = new.take(EACH).collect();
            layouts.extend(new);
            if layouts.len() >= LAYOUTS {
                break;
            }
        }
        layouts
    }

    /// The layouts on a board, and their costs, which are at most so high: the distance from the
    /// middle, and pegs at the edge, where games are hard to find.
    fn layouts_on(&self, board: &Board, most: usize) -> Vec<(usize, LastPosition)> {
        // The board is slanted to the right by a column in every other row.
        let is_slanted = board.lattice() == Lattice::Triangular;
        let slant = |y: usize| if is_slanted { y / 2 } else { 0 };

        let mut layouts = Vec::new();
        for top in 0..board.rows() {
            for left in -(slant(top) as i16)..board.columns() as i16 {
                if !is_slanted && self.least_cost(board, left, top) > most {
                    continue;
                }
                let hole = |&(x, y): &(usize, usize)| {
                    board.hole_at(left + (x + slant(top + y)) as i16, (top + y) as i16)
                };
                let holes: Option<Vec<Hole>> = self.cells.iter().map(hole).collect();
                let Some(holes) = holes else { continue };

                let end: Position = holes.into_iter().collect();
                if let Some(cost) = cost_on(board, &end)
                    && cost <= most
                {
                    let board = board.clone();
                    layouts.push((cost, LastPosition { board, end }));
                }
            }
        }
        layouts
    }

    /// What a place on a rectangular board costs for its distance from the middle.
    fn least_cost(&self, board: &Board, left: i16, top: usize) -> usize {
        let left = left.unsigned_abs().into();
        let aside =
            |before: usize, length: usize, whole: usize| (2 * before + length).abs_diff(whole);
        let across = aside(left, self.size.0, board.columns());
        FOR_DISTANCE * (across + aside(top, self.size.1, board.rows()))
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
    let places = pegs.pegs().map(|hole| picture.picture_place(hole));
    let block = Block {
        size: (picture.columns(), picture.rows()),
        cells: places.collect(),
    };
    if let Some(board) = board {
        return first_with_a_place(board, std::iter::once(block));
    }

    let mut layouts: Vec<LastPosition> = Vec::new();
    for (margins, count) in PICTURE_MARGINS {
        let found = sides(margins).filter_map(|sides| block.surrounded(sides));
        let mut new = best(found.collect());
        new.retain(|layout| !layouts.contains(layout));
        layouts.extend(new.into_iter().take(count));
    }

    if layouts.iter().any(LastPosition::fits) {
        layouts.retain(LastPosition::fits);
    } else {
        layouts.truncate(1);
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
    let places = end.pegs().map(|hole| board.picture_place(hole));
    let [left, right, top, bottom] = bounds(places)?;
    let aside = (left + right + 1).abs_diff(board.picture_columns());
    let above = (top + bottom + 1).abs_diff(board.rows());

    let directions = board.lattice().directions();
    let is_at_edge = |hole: &Hole| {
        let has_both = |&(dx, dy): &(i16, i16)| {
            let place = board.coordinates(*hole);
            place.is_some_and(|(x, y)| {
                let has = |x, y| board.hole_at(x, y).is_some();
                has(x + dx, y + dy) && has(x - dx, y - dy)
            })
        };
        !directions.iter().all(has_both)
    };
    let at_edge = end.pegs().filter(is_at_edge).count();
    Some(FOR_DISTANCE * (aside + above) + 15 * at_edge)
}

/// All combinations of empty lines to the left, to the right, above, and below.
fn sides(range: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = [usize; 4]> {
    let count = range.clone().count();
    let digit = move |number: usize, place: u32| number / count.pow(place) % count;
    (0..count.pow(4))
        .map(move |number| [3, 2, 1, 0].map(|place| range.start() + digit(number, place)))
}

/// The layouts with the lowest costs that fit; if none does, the one with the lowest cost.
fn best(mut layouts: Vec<(usize, LastPosition)>) -> Vec<LastPosition> {
    layouts.sort_by_key(|(cost, _)| *cost);
    let layouts = layouts.into_iter().map(|(_, layout)| layout);

    let (mut fit, mut rest): (Vec<_>, Vec<_>) = layouts.partition(LastPosition::fits);
    if fit.is_empty() {
        rest.truncate(1);
        return rest;
    }
    fit.truncate(LAYOUTS);
    fit
}
