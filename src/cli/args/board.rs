//! The board, the start and the finish of a game, and the positions that can be reached: solved, or
//! from a set or a table on disk.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;

use crate::cli::args::{did_you_mean, in_file, is_input, read_text};
use crate::cli::output::{counted, reads, watched};
use peg_solitaire::Error;
use peg_solitaire::board::{
    BOARD_NAMES, Bitboard, Board, BoardError, Hole, PatternError, Position, SmallBoard,
};
use peg_solitaire::solve::{InSlices, Reachable, Record, StoredLastJumps};
use pegfont_type::font::Font;

/// The board and the start position, or the record of what a start leads to.
#[derive(Args)]
pub struct BoardArgs {
    /// The board: WxH, english, french, wiegleb, diamond, triangle15, line9, or a picture file
    /// [default: 5x7]
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,

    /// The start [default: all pegs except the one nearest the centre]
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,

    /// Use a .set or table by `pegfont solve -o` instead of solving; it determines board and start
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "start"])]
    pub reachable: Option<PathBuf>,
}

/// A board and a start, and what the start leads to, if that is recorded.
pub struct Begun {
    pub board: SmallBoard,
    pub start: Bitboard,
    pub record: Option<Box<dyn Record>>,
}

impl BoardArgs {
    pub fn read(&self) -> Result<Begun> {
        if let Some(path) = &self.reachable {
            let record = open(path)?;
            let (board, start) = (record.board().clone(), record.start());
            return Ok(Begun {
                board,
                start,
                record: Some(record),
            });
        }
        let name = self.board.as_deref().unwrap_or("5x7");
        let (board, drawn) = read_small_board(name).context("--board")?;
        let start = start_on(&board, self.start.as_deref())?.unwrap_or(drawn);
        Ok(Begun {
            board,
            start,
            record: None,
        })
    }

    /// Reads board and start. What isn't given is that of the font.
    pub fn read_for(&self, font: &Font) -> Result<Begun> {
        match (font.small(), &self.board, &self.reachable) {
            (Some((board, start)), None, None) => {
                let start = start_on(&board, self.start.as_deref())?.unwrap_or(start);
                Ok(Begun {
                    board,
                    start,
                    record: None,
                })
            }
            _ => self.read(),
        }
    }

    pub fn is_given(&self) -> bool {
        self.board.is_some() || self.start.is_some() || self.reachable.is_some()
    }
}

/// The start that `--start` gives, if it is given.
pub fn start_on(board: &SmallBoard, start: Option<&str>) -> Result<Option<Bitboard>> {
    let bits = |start| Ok(board.bits(&read_start(board, "--start", start)?)?);
    start.map(bits).transpose()
}

/// Whether a board is given by a picture, which shows a position, too.
pub fn is_board_picture(name: &str) -> bool {
    Path::new(name).is_file() || is_input(Path::new(name))
}

/// The board of this name or in this file, and its start: the position drawn in the file, or the
/// central vacancy.
pub fn read_board(name: &str) -> Result<(Board, Position)> {
    if is_board_picture(name) {
        let path = Path::new(name);
        return Board::from_picture(&read_text(path)?).map_err(|error| in_file(path, error));
    }
    let board: Board = name.parse().map_err(|error: BoardError| match error {
        BoardError::UnknownName { .. } => {
            let families = ["5x7", "triangle15", "line9"];
            let names = BOARD_NAMES.iter().map(|board| board.0).chain(families);
            usage!(
                "{error}; nor is it a picture file{}",
                did_you_mean(name, names)
            )
        }
        error => usage!("{error}"),
    })?;
    let start = board.central_vacancy();
    Ok((board, start))
}

/// The board with this name or in this file, and its start. The board must have at most 64 holes.
pub fn read_small_board(name: &str) -> Result<(SmallBoard, Bitboard)> {
    let (board, start) = read_board(name)?;
    let board = board.small().map_err(|error| {
        let error = usage!(
            "{error} here; pegfont board reduce takes any board for one last peg, and pegfont one-game for a text or picture"
        );
        if is_board_picture(name) { in_file(Path::new(name), error) } else { error }
    })?;
    let start = board.bits(&start)?;
    Ok((board, start))
}

/// A start: a vacancy or a position.
pub fn read_start(board: &Board, what: &str, text: &str) -> Result<Position> {
    board.parse_start(text).map_err(|error| match error {
        PatternError::Number { .. } => {
            let centre = board.hole_name(board.centre());
            usage!("{what}: {error}; or a hole for the vacancy there, such as {centre}")
        }
        error => usage!("{what}: {error}"),
    })
}

/// The hole of the last peg; none stands for any hole. `what` says in a message what takes it.
pub fn read_finish(board: &Board, what: &str, text: &str) -> Result<Option<Hole>> {
    match (board.parse_hole(text), board.parse_pattern(text)) {
        _ if text == "any" => Ok(None),
        (Ok(hole), _) => Ok(Some(hole)),
        (_, Ok(end)) if end.count() == 1 => Ok(end.pegs().next()),
        (_, Ok(end)) => {
            let pegs = counted(end.count(), "peg");
            refuse!("{what}: {text} has {pegs}; a finish has 1: give a hole, or any")
        }
        (Err(error), _) => refuse!("{what}: {error}; or any"),
    }
}

/// Opens a set in slices or a table of last jumps.
pub fn open(path: &Path) -> Result<Box<dyn Record>> {
    if !path.try_exists().unwrap_or(true) {
        let path = path.display();
        refuse!("--reachable {path}: no such file or folder; `pegfont solve -o` writes one");
    }
    reads(path)?;
    Ok(match path.is_dir() {
        true => Box::new(InSlices::open(path)?),
        false => Box::new(StoredLastJumps::open(path)?),
    })
}

/// The set that was opened, which must be for this board and, if one is given, this start; or else
/// the board, solved from that start, or from the `usual` one.
pub fn known(
    opened: Option<Box<dyn Record>>,
    board: &SmallBoard,
    start: Option<Bitboard>,
    usual: Bitboard,
) -> Result<Box<dyn Record>> {
    let Some(set) = opened else {
        return Ok(Box::new(solved(board, start.unwrap_or(usual))?));
    };
    let found = set.board();
    if found != board {
        bail!("--reachable: the set is for {found}, not for {board}")
    }
    if start.is_some_and(|start| start != set.start()) {
        bail!(
            "--reachable: the set is for another start:\n{}",
            found.picture(set.start())
        )
    }
    Ok(set)
}

/// Solves a board with a progress bar.
pub fn solved(board: &SmallBoard, start: Bitboard) -> Result<Reachable> {
    let solved = watched("solving", |progress| {
        Reachable::solve(board, start, progress)
    });
    solved.map_err(|error| too_large(board, error))
}

/// Says of a board that is larger than memory that it can't be solved.
pub fn too_large(board: &Board, error: Error) -> anyhow::Error {
    match error {
        Error::Memory(_) => anyhow!(error).context(format!("{board} is too large to solve")),
        error => error.into(),
    }
}
