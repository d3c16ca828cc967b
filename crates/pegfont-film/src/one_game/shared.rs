//! Several texts that come out of the same full board, one after the other: the boards on which
//! each can be what a game leaves, and the games.

use super::{Block, SPACINGS, Spacing, boards_that_fill, largest_pitch};
use crate::Error;
use crate::render::View;
use crate::timeline::Lines;
use peg_solitaire::board::{Board, Position};
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{Outcome, Search};
use peg_solitaire::solution::Solution;
use pegfont_type::glyph::Designs;

/// The most that a place of a text may cost, and the lines that a board may have more than that of
/// one text in each direction: all texts must be in one position class.
const MOST_ASIDE: usize = 80;
const MORE_AROUND: usize = 2;

/// The holes between the letters, and between the lines, of such a text: first as usual. Texts
/// whose classes never meet may do so with others.
const LETTERS_APART: [usize; 3] = [2, 3, 1];
const LINES_APART: [usize; 3] = [3, 4, 2];

/// The most boards on which games are looked for, and the places of each text there.
const BOARDS: usize = 4;
const PLACES_OF_TEXT: usize = 3;

/// A text with each of these, first as usual.
type Variants = Vec<Block>;

/// A board on which each of several texts can be what a game leaves, and all games begin with the
/// same hole empty, as far as position classes tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedBoard {
    /// The board of the games.
    pub board: Board,
    /// The position with which they begin.
    pub start: Position,
    /// The pegs that are to be left: for each text, the places that are nearest to the middle
    /// first.
    pub ends: Vec<Vec<Position>>,
}

/// The boards on which several texts can come out of the same full board, one after the other, with
/// the first lines for which there are some: `sets` has all texts in each of these. In a picture
/// with a width and a height, the boards fill it, those with the largest holes first; if there are
/// none, or in another picture, they are the smallest first. A given `board` is the only one.
///
/// # Errors
/// If there is none, or the letters have no rectangular board.
pub fn shared_boards(
    sets: &[Vec<Lines>],
    designs: &Designs,
    board: Option<&Board>,
    view: &View,
) -> Result<Vec<SharedBoard>, Error> {
    if !designs.board().is_rectangle() {
        return Err(Error::NotARectangle);
    }

    for texts in sets {
        let texts: Vec<Variants> = texts
            .iter()
            .map(|lines| variants_of(lines, designs))
            .collect();
        let shared = match board {
            Some(board) => SharedBoard::new(board, &texts).into_iter().collect(),
            None => shared_in(view, &texts),
        };

        if !shared.is_empty() {
            return Ok(shared);
        }
    }
    Err(Error::NoSharedBoard)
}

/// The blocks of a text, of which no two are the same.
fn variants_of(lines: &Lines, designs: &Designs) -> Variants {
    let mut variants: Variants = Vec::new();
    for lines_apart in LINES_APART {
        for letters in LETTERS_APART {
            let spacing = Spacing {
                letters,
                lines: lines_apart,
                ..SPACINGS[0].clone()
            };
            let block = Block::new((lines, designs), &spacing);

            if !variants.iter().any(|known| known.cells == block.cells) {
                variants.push(block);
            }
        }
    }
    variants
}

/// The boards of texts in a picture.
fn shared_in(view: &View, texts: &[Variants]) -> Vec<SharedBoard> {
    let filling = first_shared(filling_boards(texts, view), texts);
    if filling.is_empty() {
        first_shared(boards_around(texts).into_iter(), texts)
    } else {
        filling
    }
}

/// The first boards that all texts can share.
fn first_shared(boards: impl Iterator<Item = Board>, texts: &[Variants]) -> Vec<SharedBoard> {
    let shared = boards.filter_map(|board| SharedBoard::new(&board, texts));
    shared.take(BOARDS).collect()
}

/// The boards that fill a picture and have room for each text with its margins: those with the
/// largest holes first.
fn filling_boards<'v>(texts: &[Variants], view: &'v View) -> impl Iterator<Item = Board> + 'v {
    let spacing = &SPACINGS[0];
    let pitches = texts
        .iter()
        .map(|blocks| largest_pitch(&blocks[0], spacing, view));
    let pitches: Option<Vec<u32>> = pitches.collect();
    let largest = pitches.and_then(|pitches| pitches.into_iter().min());

    let size = size_of_all(texts);
    let around = 2 * spacing.margins.start();
    let least = (size.0 + around, size.1 + around);
    let boards = largest.map(|largest| boards_that_fill(view, largest, least));
    boards.into_iter().flatten()
}

/// The rectangles on which each text has its margins, the smallest first.
fn boards_around(texts: &[Variants]) -> Vec<Board> {
    let (widest, highest) = size_of_all(texts);
    let margins = &SPACINGS[0].margins;
    let around = 2 * margins.start()..=2 * margins.end() + MORE_AROUND;

    let mut boards = Vec::new();
    for across in around.clone() {
        for down in around.clone() {
            boards.extend(Board::rectangle(widest + across, highest + down));
        }
    }
    boards.sort_by_key(Board::holes);
    boards
}

/// The columns and rows that have room for each text as usual.
fn size_of_all(texts: &[Variants]) -> (usize, usize) {
    let sizes = texts.iter().map(|blocks| blocks[0].size);
    sizes.fold((0, 0), |all, size| (all.0.max(size.0), all.1.max(size.1)))
}

/// Where a text lies on a board.
struct PlaceOfText {
    end: Position,
    /// Its position class.
    class: u8,
}

impl PlaceOfText {
    fn of(end: Position, board: &Board) -> Self {
        Self {
            class: board.class(&end),
            end,
        }
    }
}

/// What can be left of each text from a start, as far as is easily seen; `None` if nothing can of
/// one of them.
fn ends_from(
    start: &Position,
    board: &Board,
    texts: &[Vec<PlaceOfText>],
) -> Option<Vec<Vec<Position>>> {
    let class = board.class(start);
    let can_be_left = |place: &&PlaceOfText| {
        let reason = || Search::impossible(board, Some(start), &place.end);
        place.class == class && matches!(reason(), Ok(None))
    };

    let mut ends = Vec::new();
    for places in texts {
        let possible = places.iter().filter(can_be_left);
        let possible: Vec<Position> = possible.map(|place| place.end.clone()).collect();
        if possible.is_empty() {
            return None;
        }
        ends.push(possible);
    }
    Some(ends)
}

impl SharedBoard {
    /// A board with what can be left on it from one of nine holes near its middle, one of each
    /// class of holes.
    fn new(board: &Board, texts: &[Variants]) -> Option<Self> {
        let mut places = Vec::new();
        for blocks in texts {
            let mut of_text = Vec::new();
            for block in blocks {
                let mut layouts = block.layouts_on(board, MOST_ASIDE);
                layouts.sort_by_key(|layout| layout.0);
                for (_, layout) in layouts {
                    of_text.push(PlaceOfText::of(layout.end, board));
                }
            }
            places.push(of_text);
        }

        let middle = (board.columns() as i16 / 2, board.rows() as i16 / 2);
        for (across, down) in (0..3).flat_map(|across| (0..3).map(move |down| (across, down))) {
            let Some(hole) = board.hole_at(middle.0 + across, middle.1 + down) else {
                continue;
            };
            let mut start = board.full();
            start.remove(hole);

            if let Some(ends) = ends_from(&start, board, &places) {
                return Some(Self {
                    board: board.clone(),
                    start,
                    ends,
                });
            }
        }
        None
    }

    /// A game in rounds that leaves a text in one of the first of its places.
    fn game_to(
        &self,
        ends: &[Position],
        search: &Search,
        progress: Progress<'_>,
    ) -> peg_solitaire::Result<Option<Solution>> {
        for end in ends.iter().take(PLACES_OF_TEXT) {
            let found = search.run(&self.board, Some(&self.start), end, progress)?;
            if let Outcome::Solved(solution) = found {
                return Ok(Some(solution.in_rounds()));
            }
        }
        Ok(None)
    }
}

/// Games in rounds that leave each of the texts, on the first of some boards on which all are
/// found; `None` if there is no such board.
///
/// # Errors
/// As [`Search::run`].
pub fn games_in_turn(
    boards: &[SharedBoard],
    search: &Search,
    progress: Progress<'_>,
) -> peg_solitaire::Result<Option<Vec<Solution>>> {
    for shared in boards {
        let mut games = Vec::new();
        for ends in &shared.ends {
            let Some(game) = shared.game_to(ends, search, progress)? else {
                break;
            };
            games.push(game);
        }

        if games.len() == shared.ends.len() {
            return Ok(Some(games));
        }
    }
    Ok(None)
}
