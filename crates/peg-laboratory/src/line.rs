//! One-dimensional peg solitaire on an unbounded line: whether a row of pegs can be reduced to one
//! peg, the fewest pegs it can be reduced to, and the jumps that do so, all in linear time. Needs
//! no board and no search.
//!
//! The rows that can be reduced to one peg form a regular language, with 1 for a peg and 0 for an
//! empty hole:
//!
//! ```text
//! 0*(1|11
//!   |11(01)*(00|00(11)+|(11)+00|(11)*1011|1101(11)*)(10)*11
//!   |11(01)*(11)*01|10(11)*(10)*11)0*
//! ```
//!
//! Only the bare `11` needs room outside the row. The fewest pegs that any row can be reduced to is
//! the fewest pieces in the language into which it can be divided, a shortest path through its
//! automaton (C. Moore, D. Eppstein, One-dimensional peg solitaire, 2000).

use std::ops::Range;

use peg_solitaire::class::sorted;

/// The smallest automaton of the language. For each state: the next one after an empty hole and
/// after a peg, and whether a row in the language can end there. It begins in state 0.
const STATES: [([usize; 2], bool); 15] = [
    ([0, 1], false),
    ([2, 3], true),
    ([4, 5], true),
    ([1, 6], true),
    ([4, DEAD], true),
    ([7, 2], false),
    ([8, 9], false),
    ([DEAD, 10], false),
    ([DEAD, 11], false),
    ([5, 12], false),
    ([7, 4], false),
    ([DEAD, 7], false),
    ([8, 13], false),
    ([10, 12], false),
    ([DEAD, DEAD], false),
];

/// No row that leads to this state can be continued to one in the language.
const DEAD: usize = 14;

fn step(state: usize, peg: bool) -> usize {
    STATES[state].0[usize::from(peg)]
}

/// A row divided into pieces, and the jumps that reduce each piece to one peg.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// The pieces from left to right, as ranges of hole numbers.
    pub pieces: Vec<Range<usize>>,
    /// The jumps, piece by piece: the hole that each peg leaves, and the one two holes to the left
    /// or right in which it lands. The holes of the row are numbered from 1; hole 0 and the one
    /// after the last are the empty holes beside it, and no jump leads any further out.
    pub jumps: Vec<[usize; 2]>,
}

impl Reduction {
    /// The fewest pegs: one per piece.
    pub fn pegs(&self) -> usize {
        self.pieces.len()
    }
}

/// All rows of this many pegs that can be reduced to one, each from its first peg to its last,
/// sorted.
pub fn rows_of(pegs: usize) -> Vec<Vec<bool>> {
    let mut rows: Vec<(usize, Vec<bool>)> = vec![(0, Vec::new())];
    for peg in 0..pegs {
        // In the language, at most two holes are empty between two pegs.
        let most_empty = if peg == 0 { 0 } else { 2 };
        let mut longer = Vec::new();
        for (state, row) in &rows {
            for empty in 0..=most_empty {
                let holes = [vec![false; empty], vec![true]].concat();
                let state = holes.iter().fold(*state, |state, &peg| step(state, peg));
                if state != DEAD {
                    longer.push((state, [&row[..], &holes].concat()));
                }
            }
        }
        rows = longer;
    }

    let complete = rows.into_iter().filter(|&(state, _)| STATES[state].1);
    sorted(complete.map(|(_, row)| row))
}

/// Reduces the row to the fewest pegs possible on an unbounded line.
///
/// ```
/// use peg_laboratory::line::reduce;
/// use peg_solitaire::board::parse_row;
///
/// let reduction = reduce(&parse_row("1101").unwrap());
/// assert_eq!(reduction.jumps, [[1, 3], [4, 2]]);
/// assert_eq!(reduction.pegs(), 1);
/// ```
pub fn reduce(row: &[bool]) -> Reduction {
    let pieces = fewest_pieces(row);
    let mut play = LinePlay {
        pegs: [&[false], row, &[false]].concat(),
        jumps: Vec::new(),
    };
    play.reduce(&pieces);

    Reduction {
        pieces,
        jumps: play.jumps,
    }
}

/// Divides a row into the fewest pieces in the language, by a shortest path from cut to cut.
fn fewest_pieces(row: &[bool]) -> Vec<Range<usize>> {
    const UNREACHED: u32 = u32::MAX;

    if !row.contains(&true) {
        return Vec::new();
    }

    // For each state, the fewest pieces of any path to it, and where the last piece begins.
    let mut ways = [(UNREACHED, 0_usize); STATES.len()];
    // For each hole after which a piece can end, the best place for that piece to begin.
    let mut begins = vec![0; row.len() + 1];
    let mut cut = 0_u32;
    for (hole, &peg) in row.iter().enumerate() {
        ways[0] = ways[0].min((cut.saturating_add(1), hole));

        let mut next = [(UNREACHED, 0); STATES.len()];
        for (state, way) in ways.into_iter().enumerate() {
            let to = step(state, peg);
            next[to] = next[to].min(way);
        }
        ways = next;

        let ended = STATES
            .iter()
            .zip(ways)
            .filter(|(state, _)| state.1)
            .map(|(_, way)| way);
        (cut, begins[hole + 1]) = ended.min().unwrap_or((UNREACHED, 0));
    }

    let mut pieces = Vec::new();
    let mut end = row.len();
    while end > 0 {
        pieces.push(begins[end] + 1..end + 1);
        end = begins[end];
    }
    pieces.reverse();
    pieces
}

struct LinePlay {
    pegs: Vec<bool>,
    jumps: Vec<[usize; 2]>,
}

impl LinePlay {
    fn jump(&mut self, from: usize, to: usize) {
        for hole in [from, usize::midpoint(from, to), to] {
            self.pegs[hole] ^= true;
        }
        self.jumps.push([from, to]);
    }

    fn pair(&self, hole: usize) -> (bool, bool) {
        (self.pegs[hole], self.pegs[hole + 1])
    }

    /// Reduces each piece to one peg. The bare pairs come last, because they jump into room made by
    /// other pieces or pairs.
    fn reduce(&mut self, pieces: &[Range<usize>]) {
        let is_pair = |piece: &&Range<usize>| {
            piece.len() == 2 && self.pegs[piece.start..piece.end] == [true, true]
        };
        let (pairs, longer): (Vec<_>, Vec<_>) = pieces.iter().partition(is_pair);
        for piece in longer {
            self.reduce_piece(piece.clone());
        }

        // First leftwards, into the room that each pair makes for the next, then rightwards.
        for &&Range { start, .. } in &pairs {
            if !self.pegs[start - 1] {
                self.jump(start + 1, start - 1);
            }
        }
        for &&Range { start, .. } in pairs.iter().rev() {
            if self.pair(start) == (true, true) && !self.pegs[start + 2] {
                self.jump(start, start + 2);
            }
        }
    }

    /// Reduces a piece in the language to one peg. Without the empty holes at its ends, it is
    /// reduced in these steps:
    ///
    /// ```text
    /// 11 01 01 ...      the outer pair walks in:  1101 -> 0011
    /// 11 11 10 11 11    one jump makes this       11 11 11 00 11  (or, mirrored, 01)
    /// 11 11 11 00 11    two jumps shorten this:   11 11 00 10 11 -> 11 11 00 11
    /// 11 00 11          three end it:             001011 -> 001100 -> one peg
    /// ```
    fn reduce_piece(&mut self, piece: Range<usize>) {
        let pegs = || piece.clone().filter(|&hole| self.pegs[hole]);
        let (Some(mut left), Some(mut right)) = (pegs().next(), pegs().next_back()) else {
            return;
        };
        if left == right {
            return;
        }

        // The pairs at both ends walk in.
        while left + 3 <= right && self.pegs[left..left + 4] == [true, true, false, true] {
            self.jump(left, left + 2);
            left += 2;
        }
        while left + 3 <= right && self.pegs[right - 3..=right] == [true, false, true, true] {
            self.jump(right, right - 2);
            right -= 2;
        }

        // Only pairs of pegs remain, at most one of them incomplete. Empty that one.
        let gap = (left..right)
            .step_by(2)
            .find(|&hole| self.pair(hole) != (true, true));
        if let Some(mut gap) = gap {
            match self.pair(gap) {
                (true, false) => {
                    self.jump(gap + 3, gap + 1);
                    gap += 2;
                }
                (false, true) => {
                    self.jump(gap - 2, gap);
                    gap -= 2;
                }
                _ => {}
            }
            left = self.close(gap, (gap - left) / 2, (right - gap - 1) / 2);
        }

        if left + 2 < piece.end {
            self.jump(left, left + 2);
        } else {
            self.jump(left + 1, left - 1);
        }
    }

    /// Reduces pairs of pegs around an empty pair, one side of which has at most one, to a single
    /// pair, and returns its first hole.
    fn close(&mut self, mut gap: usize, mut before: usize, mut after: usize) -> usize {
        while before > 0 && after > 0 {
            if before > 1 {
                self.jump(gap - 2, gap);
                self.jump(gap + 3, gap + 1);
                gap -= 2;
                before -= 1;
            } else {
                self.jump(gap + 3, gap + 1);
                self.jump(gap - 2, gap);
                gap += 2;
                after -= 1;
            }
        }

        if before > 0 { gap - 2 } else { gap + 2 }
    }
}
