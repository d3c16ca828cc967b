//! Combining marks: pegs above or below a letter that no game leaves behind. Knows their shapes and where letters
//! take them, but no tables.

use unicode_normalization::char::decompose_canonical;

use super::Metrics;
use crate::font::Font;
use peg_solitaire::board::{Lattice, Position};

/// A combining mark.
pub(super) struct Mark {
    pub character: char,
    pub side: Side,
    /// Its rows from top to bottom, five columns wide; `#` is a peg.
    rows: &'static [&'static str],
}

/// The side of the letter that a mark is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Above the letter, with a gap.
    Above,
    /// Below the letter, with a gap.
    Below,
    /// Below the letter and joined to it.
    Attached,
}

impl Side {
    /// Marks on the same side stack.
    pub(super) const fn is_above(self) -> bool {
        matches!(self, Self::Above)
    }
}

/// The marks, in code point order.
pub(super) const MARKS: [Mark; 18] = {
    use Side::{Above, Attached, Below};
    const fn mark(character: char, side: Side, rows: &'static [&'static str]) -> Mark {
        Mark { character, side, rows }
    }
    [
        mark('\u{300}', Above, &[".#...", "..#.."]),
        mark('\u{301}', Above, &["...#.", "..#.."]),
        mark('\u{302}', Above, &["..#..", ".#.#."]),
        mark('\u{303}', Above, &[".#..#", "#.##."]),
        mark('\u{304}', Above, &[".###."]),
        mark('\u{306}', Above, &["#...#", ".###."]),
        mark('\u{307}', Above, &["..#.."]),
        mark('\u{308}', Above, &[".#.#."]),
        mark('\u{309}', Above, &[".##..", "..#.."]),
        mark('\u{30a}', Above, &["..#..", ".#.#.", "..#.."]),
        mark('\u{30b}', Above, &["..#.#", ".#.#."]),
        mark('\u{30c}', Above, &[".#.#.", "..#.."]),
        mark('\u{311}', Above, &[".###.", "#...#"]),
        mark('\u{323}', Below, &["..#.."]),
        mark('\u{326}', Below, &["..#..", ".#..."]),
        mark('\u{327}', Attached, &["..#..", ".##.."]),
        mark('\u{328}', Attached, &["..#..", "..##."]),
        mark('\u{331}', Below, &[".###."]),
    ]
};

/// The marks of a font: all of them if it has letters with marks, on a board of rows and columns.
pub(super) fn of(font: &Font) -> impl Iterator<Item = &'static Mark> {
    let square = font.board().lattice() == Lattice::Square;
    let has = |&letter: &char| decomposed(letter).is_some();
    let wanted = square && font.characters().keys().any(has);
    MARKS.iter().filter(move |mark| wanted && font.get(mark.character).is_none())
}

/// A letter without its marks, and the marks, if it has marks and all of them are [`MARKS`].
pub(super) fn decomposed(letter: char) -> Option<(char, Vec<char>)> {
    let mut parts = Vec::new();
    decompose_canonical(letter, |part| parts.push(part));
    let (&base, marks) = parts.split_first()?;
    let known = |mark: &char| MARKS.iter().any(|one| one.character == *mark);
    (!marks.is_empty() && marks.iter().all(known)).then(|| (base, marks.to_vec()))
}

/// A place to which a mark is attached: the middle of the outermost row of pegs.
pub(super) type AnchorPoint = (i16, i16);

/// Where a letter takes marks: above and below. A blank takes none.
pub(super) fn places(metrics: &Metrics, pattern: &Position) -> Option<(AnchorPoint, AnchorPoint)> {
    let centres = || pattern.pegs().map(|hole| metrics.centre(hole));
    let (left, right) = (centres().map(|(x, _)| x).min()?, centres().map(|(x, _)| x).max()?);
    let (low, high) = (centres().map(|(_, y)| y).min()?, centres().map(|(_, y)| y).max()?);
    let pitch = metrics.pitch();
    // The middle column of the letter; of the middle two, the one nearer to the middle of the board.
    let first = metrics.centre(peg_solitaire::board::Hole(0)).0;
    let (twice, middle) = (left + right, metrics.middle());
    let column = match (twice - 2 * first) % (2 * pitch) {
        0 => twice / 2,
        _ if twice < 2 * middle => (twice + pitch) / 2,
        _ => (twice - pitch) / 2,
    };
    Some(((column, high), (column, low)))
}

impl Mark {
    /// The centres of its pegs if it is attached to this place.
    fn centres_at(&self, metrics: &Metrics, (x, y): AnchorPoint) -> Vec<(i16, i16)> {
        let (pitch, gap) = (metrics.pitch(), metrics.mark_gap());
        let top = match self.side {
            Side::Above => y + gap + pitch * (self.rows.len() as i16 - 1),
            Side::Below => y - gap,
            Side::Attached => y - pitch,
        };
        let mut centres = Vec::new();
        for (row, marks) in self.rows.iter().enumerate() {
            for (column, _) in marks.bytes().enumerate().filter(|&(_, mark)| mark == b'#') {
                centres.push((x + pitch * (column as i16 - 2), top - pitch * row as i16));
            }
        }
        centres
    }

    /// The place to which the mark's own glyph is attached: that of a letter of the height of an x one advance
    /// to the left. A program that doesn't place marks shows it over the letter before.
    pub(super) fn own_place(&self, metrics: &Metrics) -> AnchorPoint {
        let half = metrics.half_height();
        let y = if self.side.is_above() { metrics.x_height - half } else { half };
        (metrics.middle() - metrics.advance as i16, y)
    }

    /// The centres of its pegs in its own glyph.
    pub(super) fn centres(&self, metrics: &Metrics) -> Vec<(i16, i16)> {
        self.centres_at(metrics, self.own_place(metrics))
    }

    /// The place to which a further mark on the same side is attached.
    pub(super) fn next_place(&self, metrics: &Metrics) -> AnchorPoint {
        let (x, _) = self.own_place(metrics);
        let ys = || self.centres(metrics).into_iter().map(|(_, y)| y);
        let y = if self.side.is_above() { ys().max() } else { ys().min() };
        (x, y.unwrap_or_default())
    }
}
