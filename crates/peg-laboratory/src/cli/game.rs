//! The game that commands are about, and how a table about it is printed.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

use crate::LastPeg;
use crate::cli::set;
use peg_console::board::{is_board_picture, read_finish, read_small_board, solved, start_on};
use peg_console::output::Output;
use peg_console::table::TableAnswer;
use peg_console::{note, refuse};
use peg_solitaire::board::{Bitboard, Hole, SmallBoard};
use peg_solitaire::solve::{Holder, InMemory, Lazy, Reachable, StoredLastJumps};
use peg_solitaire::winning::Winning;
use pegfont_base::table::Table;

/// The standard problem is computed on boards up to this much memory, in bytes.
const MOST_FOR_STANDARD: u64 = 2 << 30;

/// A board, and where a game begins and ends.
#[derive(Args)]
pub(super) struct LastPegArgs {
    /// The board: a name (see `peglab list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    pub board: String,

    /// The position to start from
    ///
    /// [default: the position in the picture, or the start of the board's standard problem]
    #[arg(long, value_name = "POSITION")]
    pub start: Option<String>,

    /// The hole of the last peg, or `any`
    ///
    /// [default: the hole that is empty at the start, or `any` if several are; without --start, the
    /// finish of the board's standard problem]
    #[arg(long, value_name = "POSITION")]
    pub finish: Option<String>,

    #[command(flatten)]
    pub set: FromSetArgs,
}

/// What can be reached, from a set that was computed before.
#[derive(Args)]
pub(super) struct FromSetArgs {
    /// Answer from this file: a set by `peglab set solve`, or a table by `pegfont solve`, of this
    /// board. The game begins at its start
    #[arg(long, value_name = "FILE")]
    pub reachable: Option<PathBuf>,
}

impl FromSetArgs {
    /// Refuses a set where none can help, with the reason.
    pub fn refuse(&self, why: &str) -> Result<()> {
        if self.reachable.is_some() {
            refuse!("{why}: leave out --reachable");
        }
        Ok(())
    }
}

/// A game to a last peg.
#[derive(Clone)]
pub(super) struct LastPegRequest {
    /// The board, by its name or its picture.
    pub board: String,
    /// The start, if it is given.
    pub start: Option<String>,
    /// The hole of the last peg, or `any`, if it is given.
    pub finish: Option<String>,
    /// The file that has what can be reached, if one is given.
    pub reachable: Option<PathBuf>,
}

/// What can be reached from the start of a game.
pub(super) enum KnownSet {
    InMemory(Reachable),
    OnDisk(Reachable<Lazy>),
}

/// A game, and what can be reached from its start, if a file has it.
pub(super) struct AskedGame {
    pub game: LastPeg,
    pub known: Option<KnownSet>,
}

impl AskedGame {
    /// What can be reached from the start: solved, if no file has it.
    pub fn solved(self, out: &Output) -> Result<KnownSet> {
        if let Some(known) = self.known {
            return Ok(known);
        }
        let reachable = solved(&self.game.board, self.game.start, out)?;
        Ok(KnownSet::InMemory(reachable))
    }

    /// The same, if there is memory for the positions as well from which one of the targets can be
    /// reached.
    pub fn solved_for_winning(self, out: &Output) -> Result<KnownSet> {
        self.check_memory::<InMemory>()?;
        self.solved(out)
    }

    /// The same for those who look through the winning positions only once. These are not kept: they
    /// are computed as they are looked through, so less memory is enough.
    pub fn solved_lazily(self, out: &Output) -> Result<Reachable<Lazy>> {
        self.check_memory::<Lazy>()?;
        Ok(match self.solved(out)? {
            KnownSet::InMemory(set) => set.held(),
            KnownSet::OnDisk(set) => set,
        })
    }

    /// Asks whether the winning positions fit into memory as well, if the set is yet to be solved.
    fn check_memory<B: Holder>(&self) -> Result<()> {
        if self.known.is_none() {
            let LastPeg { board, start, .. } = &self.game;
            Winning::<B>::check_memory(board, *start, &self.game.targets())?;
        }
        Ok(())
    }
}

impl LastPegArgs {
    pub fn request(self) -> LastPegRequest {
        LastPegRequest {
            board: self.board,
            start: self.start,
            finish: self.finish,
            reachable: self.set.reachable,
        }
    }
}

impl LastPegRequest {
    /// The game that is asked for.
    pub fn read(&self, out: &Output) -> Result<LastPeg> {
        let (board, drawn) = read_small_board(&self.board, out)?;
        let given = start_on(&board, self.start.as_deref())?;
        let mut game = LastPeg::from(&board, given.unwrap_or(drawn))?;
        // A mistake in the finish is reported before any work begins.
        let finishes = self.finishes(&board)?;

        let is_large = Reachable::memory_needed(&board, drawn) > MOST_FOR_STANDARD;
        if given.is_none() && !is_large && !is_board_picture(&self.board) {
            let standard = out.watched("looking for a problem", |progress| {
                LastPeg::standard(&board, progress)
            });
            // What doesn't fit into memory is refused by the command itself.
            if let Ok(Some(standard)) = standard {
                if (standard.start, standard.finishes) != (drawn, board.complement(drawn)) {
                    note!(
                        out,
                        "no game from centre to centre wins; the nearest that can: {standard}"
                    );
                }
                game = standard;
            }
        }

        if let Some(finishes) = finishes {
            game.finishes = finishes;
        }
        Ok(game)
    }

    /// The game that is asked for, and what can be reached, if a file has it. Then the game is that
    /// of the file's start.
    pub fn read_known(&self, out: &Output) -> Result<AskedGame> {
        let Some(path) = &self.reachable else {
            return Ok(AskedGame {
                game: self.read(out)?,
                known: None,
            });
        };

        let (board, _) = read_small_board(&self.board, out)?;
        let given = start_on(&board, self.start.as_deref())?;
        let finishes = self.finishes(&board)?;
        let known = open(path, out)?;
        let (found, start) = match &known {
            KnownSet::InMemory(set) => (set.board(), set.start()),
            KnownSet::OnDisk(set) => (set.board(), set.start()),
        };
        if *found != board {
            bail!(
                "--reachable: the set is for {}, not for {}",
                found.as_board(),
                board.as_board()
            );
        }
        if given.is_some_and(|given| given != start) {
            let picture = found.picture(start);
            bail!("--reachable: the set is for another start:\n{picture}");
        }

        let mut game = LastPeg::from(&board, start)?;
        if let Some(finishes) = finishes {
            game.finishes = finishes;
        }
        Ok(AskedGame {
            game,
            known: Some(known),
        })
    }

    /// The holes in which the last peg may be, if that was given.
    fn finishes(&self, board: &SmallBoard) -> Result<Option<Bitboard>> {
        let Some(text) = &self.finish else {
            return Ok(None);
        };
        let finish = read_finish(board.as_board(), "--finish", text)?;
        Ok(Some(finish.map_or(board.full(), Hole::bit)))
    }
}

/// Why no jump can be played from the start of a game.
fn why_none(game: &LastPeg) -> &'static str {
    if game.start == game.board.full() {
        "every hole has a peg; draw one as empty, or name it with --start"
    } else if game.start.count() < 2 {
        "a jump takes two pegs"
    } else if game.board.triples().is_empty() {
        "the board has no three holes in a line"
    } else {
        "nowhere are two pegs and an empty hole side by side in a line"
    }
}

/// Opens a set. A table is verified, and the positions with an entry are kept in memory.
fn open(path: &Path, out: &Output) -> Result<KnownSet> {
    if !path.try_exists().unwrap_or(true) {
        let path = path.display();
        refuse!(
            "--reachable {path}: no such file or folder; `peglab set solve` writes a set, and \
             `pegfont solve -o` a table"
        );
    }
    out.files.reads(path)?;
    if path.is_dir() {
        return Ok(KnownSet::OnDisk(set::open(path)?));
    }

    let table = StoredLastJumps::open(path)?;
    let set = out.watched("checking the table", |progress| {
        table.into_reachable(progress)
    })?;
    Ok(KnownSet::InMemory(set))
}

/// The winning positions of a game.
pub(super) fn won<B: Holder>(
    game: &LastPeg,
    reachable: &Reachable<B>,
    out: &Output,
) -> Result<Winning<B>> {
    let targets = game.targets();
    Ok(out.watched("solving backwards", |progress| {
        Winning::of(reachable, &targets, progress)
    })?)
}

/// A table about a game, which stands above it. As text, a remark follows.
pub(super) fn table_of(game: &LastPeg, mut table: Table, remark: &str) -> TableAnswer {
    table.title += &format!(": {game}");

    let mut remarks = remark.to_owned();
    if game.board.legal_jumps(game.start).next().is_none() {
        let why = why_none(game);
        let no_jump = format!("No jump can be played from the start: {why}.");
        remarks = format!("{no_jump}\n\n{remark}").trim_end().to_owned();
    }
    TableAnswer {
        table,
        remark: remarks,
    }
}

/// A position as its code, which every command takes.
pub(super) fn coded(position: Bitboard) -> String {
    format!("code:{}", position.code())
}
