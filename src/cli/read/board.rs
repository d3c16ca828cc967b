//! The board and the start of a game, and the positions that can be reached: solved, or from a set
//! or a table on disk.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::cli::request::BoardRequest;
use peg_console::board::{read_small_board, solved, start_on};
use peg_console::output::Output;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{Reachable, Record, StoredLastJumps};
use pegfont_type::font::Font;

/// A board and a start, and what the start leads to, if that is recorded.
pub struct Begun {
    pub board: SmallBoard,
    pub start: Bitboard,
    pub record: Option<Box<dyn Record>>,
}

impl BoardRequest {
    pub fn read(&self, out: &Output) -> Result<Begun> {
        match self {
            Self::Recorded(path) => {
                let record = open(path, out)?;
                Ok(Begun {
                    board: record.board().clone(),
                    start: record.start(),
                    record: Some(record),
                })
            }
            Self::Named { board, start } => {
                let name = board.as_deref().unwrap_or(Self::USUAL);
                let (board, drawn) = read_small_board(name, out).context("--board")?;
                let start = start_on(&board, start.as_deref())?.unwrap_or(drawn);
                Ok(Begun {
                    board,
                    start,
                    record: None,
                })
            }
        }
    }

    /// Reads board and start. What isn't given is that of the font.
    pub fn read_for(&self, font: &Font, out: &Output) -> Result<Begun> {
        let Self::Named { board: None, start } = self else {
            return self.read(out);
        };
        let Some((board, usual)) = font.small() else {
            return self.read(out);
        };

        let start = start_on(&board, start.as_deref())?.unwrap_or(usual);
        Ok(Begun {
            board,
            start,
            record: None,
        })
    }
}

/// Opens a set in slices or a table of last jumps.
pub fn open(path: &Path, out: &Output) -> Result<Box<dyn Record>> {
    if !path.try_exists().unwrap_or(true) {
        let path = path.display();
        refuse!(
            "--reachable {path}: no such file or folder; `pegfont solve -o` writes a table, and \
             `peglab set solve` a set"
        );
    }
    out.files.reads(path)?;
    if path.is_dir() {
        return Ok(Box::new(Reachable::open(path)?));
    }

    let name = path.display().to_string();
    let out = out.clone();
    let table = StoredLastJumps::open(path)?.watched_by(move |verify| {
        let verified = out.watched("checking the table", verify);
        if matches!(verified, Ok(false)) {
            note!(
                out,
                "warning: {name}: there is too little memory to check all of its entries, so what \
                 it says can't be reached was checked against its neighbours only"
            );
        }
    });
    Ok(Box::new(table))
}

/// The set that was opened, which must be for this board and, if one is given, this start; or else
/// the board, solved from that start, or from the `usual` one.
pub fn known(
    opened: Option<Box<dyn Record>>,
    board: &SmallBoard,
    start: Option<Bitboard>,
    usual: Bitboard,
    out: &Output,
) -> Result<Box<dyn Record>> {
    let Some(set) = opened else {
        return Ok(Box::new(solved(board, start.unwrap_or(usual), out)?));
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
