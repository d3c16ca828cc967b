//! The winning positions of one or more problems in a compact file, for a player: which positions win,
//! and which jumps keep it so, answered in a microsecond from the file's positions alone.
//!
//! Only positions with at most half the board's pegs are stored. One with more pegs wins if its
//! complement wins the problem played backwards, so the complements of those are stored; where the problems
//! are their own reverses (a complement problem, or all problems of a board) the two lists are
//! one (G. I. Bell, Notes on solving and playing peg solitaire on a computer, arXiv:0903.3696).
//!
//! The file, all numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PEGWINS` and a zero |
//! | 2 | the version, 1 |
//! | 1 | the lattice: 0 square, 1 triangular |
//! | 1 | the number of holes n |
//! | 2 n | column and row of each hole |
//! | 2 | the number of problems m |
//! | 16 m | of each problem, the code of the start, and of the holes in which it may finish |
//! | 1 | the number of lists: 1 if both are the same |
//! | each list | 8 bytes: how many positions; 8 bytes: how many bytes they take; the positions, sorted by their codes: each as its difference from the one before (the first from -1) less one, seven bits a byte, the lowest first, the high bit set on all bytes but the last |
//! | 4 | the CRC-32 of all bytes before |

use std::fmt;
use std::io::{self, Write};

use thiserror::Error;

use super::symmetry_classes::{appended, sort};
use super::table::{Column, Table};
use super::winning::Winning;
use crate::board::{Board, BoardError, Hole, Jump, Lattice, Position};
use crate::class::{Images, SymmetryGroup};
use crate::progress::Progress;
use crate::solve::SolveError;

const MAGIC: &[u8; 8] = b"PEGWINS\0";
const VERSION: u16 = 1;

/// The winning positions of one or more problems on one board.
#[derive(Clone)]
pub struct WinningFile {
    board: Board,
    /// Starts, and the holes in which each may finish.
    problems: Vec<(Position, Position)>,
    /// The symmetries that map the problems to each other.
    images: Images,
    /// The winning positions with at most half the pegs, and the complements of the others, sorted;
    /// only the first if both are the same.
    lists: Vec<Vec<Position>>,
}

impl fmt::Debug for WinningFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WinningFile")
            .field("board", &self.board)
            .field("problems", &self.problems)
            .finish_non_exhaustive()
    }
}

/// Why a file of winning positions is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WinningFileError {
    #[error("this is not a file of winning positions: it does not begin with {:?}", "PEGWINS")]
    Magic,
    #[error("the file has version {found}; this program reads version {VERSION}: make it again")]
    Version { found: u16 },
    #[error("the file is damaged: its checksum is not that of its content; make it again")]
    Checksum,
    #[error("the file is damaged: {what}; make it again")]
    Damaged { what: &'static str },
    #[error("the file's board: {0}")]
    Board(#[from] BoardError),
}

impl WinningFile {
    /// Solves problems on a board, each from a start to one peg in one of some holes.
    ///
    /// ```
    /// use pegfont::{analysis::WinningFile, board::{Board, Hole}};
    /// let board: Board = "triangle15".parse()?;
    /// let start = board.full().without(Hole(0).bit());
    /// let file = WinningFile::solve(&board, &[(start, Hole(0).bit())])?;
    /// assert_eq!(file.len(), 95);
    /// assert!(file.is_winning(start));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a problem can't be held in memory.
    pub fn solve(board: &Board, problems: &[(Position, Position)]) -> Result<Self, SolveError> {
        Self::solve_with(board, problems, Progress::NONE)
    }

    /// The same, watched.
    ///
    /// # Errors
    /// When a problem can't be held in memory, or the progress is stopped.
    pub fn solve_with(
        board: &Board,
        problems: &[(Position, Position)],
        progress: Progress<'_>,
    ) -> Result<Self, SolveError> {
        let problems = tidy(problems);
        let images = own_images(board, &problems);
        let what = || format!("the list of the winning positions of {board}");
        let half = board.holes() as u32 / 2;
        let reversible = is_own_reverse(board, &problems);
        let mut lists = vec![Vec::new(); if reversible { 1 } else { 2 }];
        // One problem for all that are alike.
        let alone: Vec<_> = problems.iter().filter(|&&problem| images.is_first(problem)).collect();
        for (done, &&(start, holes)) in alone.iter().enumerate() {
            let finishes: Vec<Position> = holes.holes().map(Hole::bit).collect();
            let (done, all) = (done as u64, alone.len() as u64);
            let winning = progress.part(done, done + 1, all, |part| {
                Winning::solve_with(board, start, &finishes, part)
            })?;
            let classes = winning.symmetry_classes()?;
            let few = classes.representatives(
                Progress::NONE,
                |position| position.pegs() <= half,
                |position| images.representative(position),
            )?;
            lists[0] = appended(what, std::mem::take(&mut lists[0]), few)?;
            if !reversible {
                let many = classes.representatives(
                    Progress::NONE,
                    |position| position.pegs() > half,
                    |position| images.representative(board.complement(position)),
                )?;
                lists[1] = appended(what, std::mem::take(&mut lists[1]), many)?;
            }
        }
        for list in &mut lists {
            sort(list);
            list.dedup();
        }
        Ok(Self { board: board.clone(), problems, images, lists })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The problems: starts, and the holes in which each may finish.
    #[must_use]
    pub fn problems(&self) -> &[(Position, Position)] {
        &self.problems
    }

    /// The number of stored positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lists.iter().map(Vec::len).sum()
    }

    /// Whether no position wins.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many positions are stored, by their number of pegs; and, where those are kept apart, how many for
    /// positions with more than half the pegs, by the number of their complements.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut columns =
            vec![("pegs".to_owned(), Column::counts(1..self.board.holes() as u64 / 2 + 1))];
        for (list, heading) in self.lists.iter().zip(["stored", "complements"]) {
            let mut counts = vec![0; self.board.holes() / 2 + 1];
            list.iter().for_each(|code| counts[code.pegs() as usize] += 1);
            columns.push((heading.to_owned(), Column::counts(counts.into_iter().skip(1))));
        }
        Table { title: "Winning positions to be stored".to_owned(), columns }
    }

    /// The stored positions with at most half the pegs, sorted by their codes.
    #[must_use]
    pub fn codes(&self) -> &[Position] {
        &self.lists[0]
    }

    /// Whether one of the problems can still be won from a position that was reached from its start.
    #[must_use]
    pub fn is_winning(&self, position: Position) -> bool {
        if !self.board.full().contains(position) {
            return false;
        }
        let has = |list: &[Position], position: Position| {
            list.binary_search(&self.images.representative(position)).is_ok()
        };
        if position.pegs() <= self.board.holes() as u32 / 2 {
            has(&self.lists[0], position)
        } else {
            has(&self.lists[self.lists.len() - 1], self.board.complement(position))
        }
    }

    /// The legal jumps from a position after which it is still winning.
    pub fn winning_jumps(&self, position: Position) -> impl Iterator<Item = Jump> {
        self.board.legal_jumps(position).filter(move |jump| self.is_winning(jump.play(position)))
    }

    /// Writes the file.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(match self.board.lattice() {
            Lattice::Square => 0,
            Lattice::Triangular => 1,
        });
        bytes.push(self.board.holes() as u8);
        for hole in self.board.full().holes() {
            let (x, y) = self.board.coordinates(hole);
            bytes.extend([x as u8, y as u8]);
        }
        bytes.extend((self.problems.len() as u16).to_le_bytes());
        for (start, finishes) in &self.problems {
            bytes.extend(start.0.to_le_bytes());
            bytes.extend(finishes.0.to_le_bytes());
        }
        bytes.push(self.lists.len() as u8);
        for list in &self.lists {
            let packed = pack(list);
            bytes.extend((list.len() as u64).to_le_bytes());
            bytes.extend((packed.len() as u64).to_le_bytes());
            bytes.extend(packed);
        }
        let checksum = crc32fast::hash(&bytes);
        out.write_all(&bytes)?;
        out.write_all(&checksum.to_le_bytes())
    }

    /// Reads a file from its bytes.
    ///
    /// # Errors
    /// When the bytes are no such file, of another version, or damaged in any way.
    pub fn read(bytes: &[u8]) -> Result<Self, WinningFileError> {
        let damaged = |what| WinningFileError::Damaged { what };
        let mut rest = bytes;
        if take(&mut rest, 8) != Some(MAGIC) {
            return Err(WinningFileError::Magic);
        }
        let short = || damaged("it ends too early");
        let version = take_u16(&mut rest).ok_or_else(short)?;
        if version != VERSION {
            return Err(WinningFileError::Version { found: version });
        }
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or_else(short)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(WinningFileError::Checksum);
        }
        rest = rest.split_last_chunk::<4>().ok_or_else(short)?.0;
        let lattice = match take(&mut rest, 1) {
            Some([0]) => Lattice::Square,
            Some([1]) => Lattice::Triangular,
            _ => return Err(damaged("unknown lattice")),
        };
        let holes = usize::from(take(&mut rest, 1).ok_or_else(short)?[0]);
        let places = take(&mut rest, 2 * holes).ok_or_else(short)?.chunks_exact(2);
        let places: Vec<(i8, i8)> = places.map(|place| (place[0] as i8, place[1] as i8)).collect();
        let board = Board::new(lattice, &places)?;
        let count = usize::from(take_u16(&mut rest).ok_or_else(short)?);
        let mut problems = Vec::new();
        for _ in 0..count {
            let start = Position(take_u64(&mut rest).ok_or_else(short)?);
            let finishes = Position(take_u64(&mut rest).ok_or_else(short)?);
            if !board.full().contains(start | finishes) {
                return Err(damaged("a problem has pegs outside the board"));
            }
            problems.push((start, finishes));
        }
        if tidy(&problems) != problems {
            return Err(damaged("the problems are out of order"));
        }
        let images = own_images(&board, &problems);
        let lists = usize::from(take(&mut rest, 1).ok_or_else(short)?[0]);
        if lists != if is_own_reverse(&board, &problems) { 1 } else { 2 } {
            return Err(damaged("it has the wrong number of lists"));
        }
        let half = board.holes() as u32 / 2;
        let mut read = Vec::new();
        for _ in 0..lists {
            let count = take_u64(&mut rest).ok_or_else(short)?;
            let length = take_u64(&mut rest).ok_or_else(short)?;
            let length = usize::try_from(length).map_err(|_| short())?;
            let packed = take(&mut rest, length).ok_or_else(short)?;
            let list = unpack(packed, count).ok_or_else(|| damaged("a list can't be unpacked"))?;
            let is_stored =
                |position: &Position| board.full().contains(*position) && position.pegs() <= half;
            if !list.iter().all(is_stored) {
                return Err(damaged("a stored position is not on the board, or has too many pegs"));
            }
            read.push(list);
        }
        if !rest.is_empty() {
            return Err(damaged("there are bytes after its end"));
        }
        Ok(Self { board, problems, images, lists: read })
    }
}

/// The problems sorted, each once.
fn tidy(problems: &[(Position, Position)]) -> Vec<(Position, Position)> {
    let mut problems = problems.to_vec();
    problems.sort_unstable();
    problems.dedup();
    problems
}

/// The symmetries that map the problems to each other.
fn own_images(board: &Board, problems: &[(Position, Position)]) -> Images {
    let group = SymmetryGroup::of(board).with(|symmetry| {
        let image = |&(start, finishes): &_| (symmetry.apply(start), symmetry.apply(finishes));
        problems.iter().all(|problem| problems.binary_search(&image(problem)).is_ok())
    });
    Images::of(&group)
}

/// Whether each problem, played backwards, is one of the problems.
fn is_own_reverse(board: &Board, problems: &[(Position, Position)]) -> bool {
    let ways: Vec<(Position, Position)> = problems
        .iter()
        .flat_map(|&(start, finishes)| finishes.holes().map(move |hole| (start, hole.bit())))
        .collect();
    let reverse = |&(start, finish): &(Position, Position)| {
        (board.complement(finish), board.complement(start))
    };
    let mut sorted = ways.clone();
    sorted.sort_unstable();
    ways.iter().all(|way| sorted.binary_search(&reverse(way)).is_ok())
}

/// Sorted positions as the differences of their codes, seven bits a byte.
fn pack(list: &[Position]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * list.len());
    let mut before = None;
    for &position in list {
        let mut rest = match before {
            None => position.0,
            Some(Position(before)) => position.0 - before - 1,
        };
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
        before = Some(position);
    }
    bytes
}

/// The positions of a packed list, if it has so many.
fn unpack(packed: &[u8], count: u64) -> Option<Vec<Position>> {
    // Every position takes a byte at least, so this bounds what is set aside for them.
    if count > packed.len() as u64 {
        return None;
    }
    let mut list = Vec::with_capacity(count as usize);
    let mut before: Option<u64> = None;
    let mut bytes = packed.iter();
    for _ in 0..count {
        let mut difference = 0_u64;
        let mut shift = 0;
        loop {
            let byte = *bytes.next()?;
            let bits = u64::from(byte & 0x7f);
            if shift > 63 || bits << shift >> shift != bits {
                return None;
            }
            difference |= bits << shift;
            if byte & 0x80 == 0 {
                break;
            }
            shift += 7;
        }
        let code = match before {
            None => difference,
            Some(before) => before.checked_add(difference)?.checked_add(1)?,
        };
        list.push(Position(code));
        before = Some(code);
    }
    bytes.next().is_none().then_some(list)
}

/// Takes so many bytes off the front.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(taken)
}

fn take_u16(rest: &mut &[u8]) -> Option<u16> {
    take(rest, 2)?.try_into().ok().map(u16::from_le_bytes)
}

fn take_u64(rest: &mut &[u8]) -> Option<u64> {
    take(rest, 8)?.try_into().ok().map(u64::from_le_bytes)
}
