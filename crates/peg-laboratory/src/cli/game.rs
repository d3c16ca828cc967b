//! The game that commands are about, and how a table about it is printed.

use anyhow::Result;
use clap::Args;

use crate::LastPeg;
use peg_console::board::{is_board_picture, read_finish, read_small_board, solved, start_on};
use peg_console::note;
use peg_console::output::Output;
use peg_console::table::TableAnswer;
use peg_solitaire::board::{Bitboard, Hole, SmallBoard};
use peg_solitaire::solve::Reachable;
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
}

impl LastPegArgs {
    pub fn request(self) -> LastPegRequest {
        LastPegRequest {
            board: self.board,
            start: self.start,
            finish: self.finish,
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

/// Solves a game, if there is memory for the positions as well from which one of its targets can be
/// reached.
pub(super) fn solved_and_won(game: &LastPeg, out: &Output) -> Result<(Reachable, Winning)> {
    let targets = game.targets();
    Winning::check_memory(&game.board, game.start, &targets)?;

    let reachable = solved(&game.board, game.start, out)?;
    let winning = out.watched("solving backwards", |progress| {
        Winning::of(&reachable, &targets, progress)
    })?;
    Ok((reachable, winning))
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
