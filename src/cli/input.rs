//! Arguments that several commands share: a board, a start position, a table of last jumps.

use std::cmp::Reverse;
use std::fs::File;
use std::io::{Read as _, stdin};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use super::Usage;
use super::fonts::enumerable;
use super::progress::watched;
use crate::board::{AnyBoard, Board, BoardError, Jump, LargeBoard, Pegs, Position};
use crate::class::PositionClass;
use crate::digits::grouped;
use crate::font::Font;
use crate::memory::{self, MemoryError};
use crate::solve::{
    FoldedReachable, Instructions, LastJumps, Reachable, ReachableSet, SlicedReachable, SolveError,
    TableError,
};

/// The board and the start position.
#[derive(Args)]
pub(super) struct BoardArgs {
    /// The board: WxH, english, french, wiegleb, diamond, triangle15, line9, or a picture file [default: 5x7]
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,

    /// The start position: a vacancy (c4) or a pattern (rows of # and ., digits, or a code)
    /// [default: all pegs except the one nearest the centre]
    #[arg(long, value_name = "HOLE|PATTERN")]
    start: Option<String>,
}

impl BoardArgs {
    /// The board and the start position.
    pub(super) fn read(&self) -> Result<(Board, Position)> {
        let (board, drawn) =
            read_board(self.board.as_deref().unwrap_or("5x7")).context("--board")?;
        let start = self.start_on(&board)?.unwrap_or(drawn);
        Ok((board, start))
    }

    /// The board and the start position; by default those of the font.
    pub(super) fn read_for(&self, font: &Font) -> Result<(Board, Position)> {
        if self.board.is_some() {
            return self.read();
        }
        let (board, start) = enumerable(font, "--font")?;
        let start = self.start_on(board)?.unwrap_or(start);
        Ok((board.clone(), start))
    }

    /// Whether a board or a start was given.
    pub(super) fn is_given(&self) -> bool {
        self.board.is_some() || self.start.is_some()
    }

    /// The board and the start that a table or set must have: this one's, if nothing was given.
    pub(super) fn wanted(&self, found: &Board) -> Result<(Board, Option<Position>)> {
        if self.board.is_some() {
            let (board, start) = self.read()?;
            // A board by name doesn't imply a start, so only a given start is compared.
            return Ok((board, self.start.is_some().then_some(start)));
        }
        Ok((found.clone(), self.start_on(found)?))
    }

    /// The start position, if one was given.
    fn start_on(&self, board: &Board) -> Result<Option<Position>> {
        self.start.as_deref().map(|start| read_start(board, start)).transpose()
    }
}

/// A board and a start with the reachable positions, from the solver or from a file.
#[derive(Args)]
pub(super) struct ReachableArgs {
    #[command(flatten)]
    board: BoardArgs,

    /// Use a table written by `pegfont solve -o FILE` instead of solving; it determines board and start
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Use a set written by `pegfont solve -o NAME.set` instead of solving; it determines board and start
    #[arg(long, value_name = "FOLDER", conflicts_with = "table")]
    set: Option<PathBuf>,
}

/// The reachable positions, from the solver or from a file.
pub(super) enum Known {
    Solved(Reachable),
    /// The same where the whole set would be larger than memory.
    Folded(FoldedReachable),
    Table(LastJumps),
    Sliced(Box<SlicedReachable>),
}

impl Known {
    /// Solves a board: whole if there is memory, or else folded.
    pub(super) fn solve(board: &Board, start: Position) -> Result<Self> {
        if !needs_folding(board) {
            return Ok(Self::Solved(solved(board, start)?));
        }
        Ok(Self::Folded(folded(board, start)?))
    }

    /// Opens a table or a set in slices, and requires that it is of this board and, if one is given, this start.
    pub(super) fn open(
        table: Option<&Path>,
        set: Option<&Path>,
        wanted: impl FnOnce(&Board) -> Result<(Board, Option<Position>)>,
    ) -> Result<Option<Self>> {
        let (path, known) = match (table, set) {
            (Some(path), _) => (path, Self::Table(open_table(path)?)),
            (None, Some(path)) => (path, Self::Sliced(Box::new(SlicedReachable::open(path)?))),
            (None, None) => return Ok(None),
        };
        let (board, start) = wanted(known.board())?;
        known.require(&board, start).with_context(|| path.display().to_string())?;
        Ok(Some(known))
    }

    fn require(&self, board: &Board, start: Option<Position>) -> Result<()> {
        match self {
            Self::Table(table) => Ok(table.require(board, start)?),
            known if known.board() != board => {
                bail!("the set is for {}, not for {board}", known.board())
            }
            known if start.is_some_and(|start| start != known.start()) => {
                bail!("the set is for another start:\n{}", known.board().picture(known.start()))
            }
            _ => Ok(()),
        }
    }

    /// Fails if a file could not be read since it was opened: then an answer may be wrong.
    pub(super) fn check(&self) -> Result<()> {
        match self {
            Self::Sliced(set) => set.failure().map_or(Ok(()), |error| Err(error.into())),
            _ => Ok(()),
        }
    }
}

/// Whether the whole set of a board is larger than the memory that there is, and the folded one may not be.
pub(super) fn needs_folding(board: &Board) -> bool {
    let (whole, available) = (Reachable::memory_needed(board), memory::available());
    available.is_some_and(|available| whole > available && whole / 8 < available)
}

impl ReachableArgs {
    /// Whether a board, a start or a table was given.
    pub(super) fn is_given(&self) -> bool {
        self.board.is_given() || self.table.is_some()
    }

    /// Solves, or opens the table. A given board or start must be the table's; the board and start of the font are the
    /// default without a table.
    pub(super) fn read_for(&self, font: &Font) -> Result<Known> {
        let (table, set) = (self.table.as_deref(), self.set.as_deref());
        if let Some(known) = Known::open(table, set, |found| self.board.wanted(found))? {
            return Ok(known);
        }
        let (board, start) = self.board.read_for(font)?;
        Known::solve(&board, start)
    }
}

impl ReachableSet for Known {
    fn class(&self) -> &PositionClass {
        match self {
            Self::Solved(reachable) => reachable.class(),
            Self::Folded(folded) => folded.class(),
            Self::Table(table) => table.class(),
            Self::Sliced(set) => set.class(),
        }
    }

    fn start(&self) -> Position {
        match self {
            Self::Solved(reachable) => reachable.start(),
            Self::Folded(folded) => folded.start(),
            Self::Table(table) => table.start(),
            Self::Sliced(set) => set.start(),
        }
    }

    fn contains_index(&self, index: u64) -> bool {
        match self {
            Self::Solved(reachable) => reachable.contains_index(index),
            Self::Folded(folded) => folded.contains_index(index),
            Self::Table(table) => table.contains_index(index),
            Self::Sliced(set) => set.contains_index(index),
        }
    }

    fn whole(&self) -> Option<&Reachable> {
        match self {
            Self::Solved(reachable) => Some(reachable),
            _ => None,
        }
    }

    fn last_jump(&self, position: Position) -> Option<Jump> {
        match self {
            Self::Solved(reachable) => reachable.last_jump(position),
            Self::Folded(folded) => folded.last_jump(position),
            Self::Table(table) => ReachableSet::last_jump(table, position),
            Self::Sliced(set) => set.last_jump(position),
        }
    }
}

/// Opens a table of last jumps.
pub(super) fn open_table(path: &Path) -> Result<LastJumps> {
    LastJumps::open(path).map_err(|error| match error {
        TableError::Io(error) => {
            anyhow::Error::new(error).context(format!("can't read {}", path.display()))
        }
        error => anyhow::Error::new(error).context(path.display().to_string()),
    })
}

/// Solves a board with a progress bar. A board that is larger than memory is refused with the sizes that fit.
pub(super) fn solved(board: &Board, start: Position) -> Result<Reachable> {
    let solved = watched("solving", |progress| {
        Reachable::solve_with(board, start, Instructions::Best, progress)
    });
    solved.map_err(|error| too_large(board, error))
}

/// The same with one of each set of mirror images.
pub(super) fn folded(board: &Board, start: Position) -> Result<FoldedReachable> {
    let folded = watched("solving", |progress| {
        FoldedReachable::solve_with(board, start, Instructions::Best, progress)
    });
    folded.map_err(|error| too_large(board, error))
}

/// Adds the sizes that fit to the refusal of a board that is larger than memory.
fn too_large(board: &Board, error: SolveError) -> anyhow::Error {
    match &error {
        SolveError::Memory(MemoryError { available: Some(available), .. }) => {
            let sizes = sizes_within(*available);
            anyhow::Error::new(error).context(format!("{board} is too large to solve; {sizes}"))
        }
        _ => error.into(),
    }
}

/// The largest rectangles that can be solved in this many bytes.
fn sizes_within(available: u64) -> String {
    let sides = |columns: usize| (columns..=8).rev().map(move |rows| (columns, rows));
    let rectangles = (4..=8).flat_map(sides).filter_map(|(columns, rows)| {
        let board = Board::rectangle(columns, rows).ok()?;
        let fits = Reachable::memory_needed(&board) <= available;
        fits.then_some((columns * rows, board.to_string()))
    });
    let mut rectangles: Vec<(usize, String)> = rectangles.collect();
    rectangles.sort_by_key(|(holes, _)| Reverse(*holes));
    let names: Vec<String> = rectangles.into_iter().take(3).map(|(_, name)| name).collect();
    if names.is_empty() {
        return "even small rectangles take more memory than there is".to_owned();
    }
    format!("the largest rectangles that fit into memory here are {}", names.join(", "))
}

/// The board of this name or in this file, and its start: the position drawn in the file, or the central vacancy.
pub(super) fn read_board(name: &str) -> Result<(Board, Position)> {
    if Path::new(name).is_file() || name == "-" {
        let text = read_text(Path::new(name))?;
        return board_in(Path::new(name), &text);
    }
    let board: Board = name.parse().map_err(|error: BoardError| match error {
        BoardError::UnknownName { .. } => {
            Usage(format!("{error}; there is no picture file of this name either"))
        }
        error => Usage(error.to_string()),
    })?;
    let start = board.central_vacancy();
    Ok((board, start))
}

/// The board of this name or in this file, which may be a rectangle of more than 64 holes, and its start, as for [`read_board`].
pub(super) fn read_any_board(name: &str) -> Result<(AnyBoard, Pegs)> {
    let path = Path::new(name);
    if path.is_file() || name == "-" {
        let text = read_text(path)?;
        if matches!(Board::from_picture(&text), Err(BoardError::TooManyHoles { .. })) {
            let drawn = LargeBoard::from_picture(&text);
            let (board, start) = drawn.map_err(|error| {
                in_file(path, matches!(error, BoardError::StrayCharacter { .. }), &error)
            })?;
            return Ok((board.into(), start));
        }
        let (board, start) = board_in(path, &text)?;
        return Ok((board.into(), start.into()));
    }
    match AnyBoard::from_text(name) {
        Ok(AnyBoard::Large(board)) => {
            let vacancy = [board.centre()].into_iter().collect();
            Ok((board.into(), board.complement(&vacancy)))
        }
        Err(error @ BoardError::LargerThanLarge { .. }) => Err(Usage(error.to_string()).into()),
        _ => read_board(name).map(|(board, start)| (board.into(), start.into())),
    }
}

/// The board in a picture file, and the position drawn in it.
pub(super) fn board_in(path: &Path, text: &str) -> Result<(Board, Position)> {
    Board::from_picture(text).map_err(|error| {
        let placed =
            matches!(error, BoardError::StrayCharacter { .. } | BoardError::OutOfStep { .. });
        in_file(path, placed, &error)
    })
}

/// A mistake in a file. `placed` says whether the error begins with its line and column; then the file's name goes before
/// them as editors expect: `file:line:column: what`.
pub(super) fn in_file(path: &Path, placed: bool, error: &dyn std::fmt::Display) -> anyhow::Error {
    let name = match path {
        path if path == Path::new("-") => "standard input".to_owned(),
        path => path.display().to_string(),
    };
    let separator = if placed { ":" } else { ": " };
    anyhow!("{name}{separator}{error}")
}

/// A parser of whole numbers in a range, whose message gives the range.
pub(super) fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number: u64| N::try_from(number).ok()).ok_or_else(|| {
            let (least, most) = (grouped(*range.start()), grouped(*range.end()));
            format!("write a whole number from {least} to {most}")
        })
    }
}

/// Parses a decimal number, which is finite.
pub(super) fn decimal(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "write a number such as 2 or 0.5".to_owned())
}

/// A start position: a vacancy or a pattern.
pub(super) fn read_start(board: &Board, text: &str) -> Result<Position> {
    Ok(read_any_start(&board.into(), text)?.holes().collect())
}

/// A start position on a board of either kind: a vacancy or a pattern.
pub(super) fn read_any_start(board: &AnyBoard, text: &str) -> Result<Pegs> {
    if let Ok(hole) = board.parse_hole(text) {
        return Ok(board.complement(&[hole].into_iter().collect()));
    }
    Ok(board.parse_pattern(text).map_err(|error| Usage(format!("--start: {error}")))?)
}

/// The most mebibytes of a file that are read: enough for the largest bitmap fonts and pictures.
const MOST_MEBIBYTES: u64 = 128;

/// The bytes of a file; `-` is standard input. A file without end, such as a device, is refused.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let is_input = path == Path::new("-");
    let name = if is_input { "standard input".to_owned() } else { path.display().to_string() };
    let most = MOST_MEBIBYTES << 20;
    let mut bytes = Vec::new();
    let read = match is_input {
        true => stdin().take(most + 1).read_to_end(&mut bytes),
        false => File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)),
    };
    read.with_context(|| format!("can't read {name}"))?;
    if bytes.len() as u64 > most {
        bail!("can't read {name}: it has more than {MOST_MEBIBYTES} MiB, which is the limit");
    }
    Ok(bytes)
}

/// The text of a file; `-` is standard input.
pub(super) fn read_text(path: &Path) -> Result<String> {
    let text = String::from_utf8(read_bytes(path)?);
    text.map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
        anyhow!("can't read {}: line {line} is not text in UTF-8", path.display())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_that_fit_are_the_largest_ones() {
        let most = Reachable::memory_needed(&"5x7".parse().unwrap());
        let sizes = sizes_within(most);
        assert!(
            sizes.ends_with("are 5x7, 4x8, 5x6") || sizes.ends_with("are 5x7, 5x6, 4x7"),
            "{sizes}"
        );
        assert!(sizes_within(0).starts_with("even small"));
    }
}
