//! `peglab show`: a board and what follows from its shape (in `shape.rs`), or one position on it.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::shape;
use crate::cli::game::{LastPegArgs, LastPegRequest, coded};
use crate::{LastPeg, SymmetryType};
use peg_console::answer::{Answer, Form};
use peg_console::board::{hole_names, jump_names, read_small_board, read_start};
use peg_console::command::CommandOptions;
use peg_console::help::{called, with_default};
use peg_console::output::Output;
use peg_console::{note, say};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Hole, Jump, SmallBoard};
use peg_solitaire::class::SymmetryGroup;
use peg_solitaire::winning::{About, Standing};

/// Show a board and what follows from its shape, or one position on it
#[derive(Args)]
#[command(mut_arg("start", |start| called(start, START).requires("position")))]
#[command(mut_arg("finish", |finish| {
    with_default(finish, FINISH, USUAL_FINISH).requires("position")
}))]
#[command(mut_arg("reachable", |reachable| reachable.hide(true)))]
#[command(after_help = include_str!("show.txt"))]
pub(super) struct ShowCommand {
    #[command(flatten)]
    game: LastPegArgs,

    /// Describe this position instead: its codes and images, its symmetry, the vacancies that lead
    /// to it, and how few pegs it can be reduced to
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// Print only the numbers of the holes, each in its place
    #[arg(long, conflicts_with_all = ["position", "start", "finish", "json"])]
    numbers: bool,

    /// Print JSON
    #[arg(long, requires = "position")]
    json: bool,
}

/// The help of `--start` and `--finish`.
const START: &str = "\
Say whether the position occurs in the game from this start, and whether that can still be won";
const FINISH: &str = "The hole of the last peg of that game, or `any`";
const USUAL_FINISH: &str = "the vacancy, if the start has only one, or `any`";

/// A position, in any game and in that of a start. Many programs round large numbers, so codes are
/// strings.
#[derive(Serialize)]
struct DescribedPosition {
    board: String,
    position: String,
    pegs: u32,
    code: String,
    mincode: String,
    complement: String,
    images: Vec<String>,
    symmetry: String,
    vacancies: Option<Vec<String>>,
    finishes: Option<Vec<String>>,
    least_pegs: Option<u32>,
    legal_jumps: Vec<String>,
    winning_jumps: Option<Vec<String>>,
    standing: Option<&'static str>,
    unknown: Option<String>,
}

pub(super) enum ShowRequest {
    /// What follows from the shape of a board, by its name or its picture.
    Shape { board: String },
    /// The numbers of its holes.
    Numbers { board: String },
    /// A position on it, and that position in a game if a part of the game is given.
    Position {
        game: LastPegRequest,
        position: String,
    },
}

impl CommandOptions for ShowCommand {
    type Request = ShowRequest;

    fn form(&self) -> Form {
        Form::json_if(self.json)
    }

    /// A set is refused: none can help.
    fn request(self) -> Result<ShowRequest> {
        self.game.set.refuse(
            "a position is described by playing from it, forwards and backwards, and a set is of \
             one start",
        )?;
        let game = self.game.request();
        Ok(match self.position {
            Some(position) => ShowRequest::Position { game, position },
            None if self.numbers => ShowRequest::Numbers { board: game.board },
            None => ShowRequest::Shape { board: game.board },
        })
    }
}

pub(super) enum ShowAnswer {
    Shape { board: SmallBoard, start: Bitboard },
    Numbers { board: SmallBoard },
    Position(Box<PositionAnswer>),
}

/// A position, as it looks and as it is described.
pub(super) struct PositionAnswer {
    picture: String,
    described: DescribedPosition,
}

pub(super) fn run(request: ShowRequest, out: &Output) -> Result<ShowAnswer> {
    match request {
        ShowRequest::Shape { board } => {
            let (board, start) = read_small_board(&board, out)?;
            Ok(ShowAnswer::Shape { board, start })
        }
        ShowRequest::Numbers { board } => {
            let (board, _) = read_small_board(&board, out)?;
            Ok(ShowAnswer::Numbers { board })
        }
        ShowRequest::Position { game, position } => {
            let (board, _) = read_small_board(&game.board, out)?;
            let position = read_start(board.as_board(), "--position", &position)?;
            let position = board.bits(&position)?;
            let about = about(&game, &board, position, out)?;
            Ok(ShowAnswer::Position(Box::new(about)))
        }
    }
}

impl Answer for ShowAnswer {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        match self {
            Self::Shape { board, start } => shape::say(&board, start, out),
            Self::Numbers { board } => {
                let number = |hole: Hole| (hole.index() + 1).to_string();
                say!(out, "{}", shape::in_places(&board, number))
            }
            Self::Position(mut position) => {
                if form == Form::Text {
                    say!(out, "{}\n", position.picture)?;
                    // Standard error says it.
                    position.described.unknown = None;
                }
                out.put_answer(&position.described, form)
            }
        }
    }
}

/// Describes a position, in any game and in that of a start. What isn't asked for, or takes more
/// memory than there is, is null; `unknown` says why.
fn about(
    asked: &LastPegRequest,
    board: &SmallBoard,
    position: Bitboard,
    out: &Output,
) -> Result<PositionAnswer> {
    let has_game = asked.start.is_some() || asked.finish.is_some();
    let game = has_game.then(|| asked.read(out)).transpose()?;

    let mut unknown = None;
    let about = out.watched("playing", |progress| {
        About::solve(board, position, progress)
    });
    let about = unless_too_large(about, &mut unknown)?;

    let in_game = match (&about, &game) {
        (Some(about), Some(game)) => unless_too_large(in_game(about, game, out), &mut unknown)?,
        _ => None,
    };

    if let Some(why) = &unknown {
        let name = &asked.board;
        let code = coded(position);
        note!(
            out,
            "{why}; `peglab reduce {name} --start {code}` searches for a game"
        );
    }

    let images = SymmetryGroup::of(board).orbit(position);
    let images = images.iter().map(|image| image.code().to_string());
    let winning = in_game.as_ref().map(|game| game.winning_jumps.clone());

    let described = DescribedPosition {
        board: board.as_board().to_line(),
        position: board.picture_line(position),
        pegs: position.count(),
        code: position.code().to_string(),
        mincode: board.mincode(position).code().to_string(),
        complement: board.complement(position).code().to_string(),
        images: images.collect(),
        symmetry: SymmetryType::of(board, position)?.name(board.lattice()),
        vacancies: about
            .as_ref()
            .map(|about| hole_names(board.as_board(), about.vacancies)),
        finishes: about
            .as_ref()
            .map(|about| hole_names(board.as_board(), about.finishes)),
        least_pegs: about.as_ref().map(|about| about.least_pegs),
        legal_jumps: jump_names(board.as_board(), board.legal_jumps(position)),
        winning_jumps: winning.map(|jumps| jump_names(board.as_board(), jumps)),
        standing: in_game.map(|game| game.standing),
        unknown,
    };
    Ok(PositionAnswer {
        picture: board.picture(position),
        described,
    })
}

/// What was computed; none, and why, if there is too little memory for it.
fn unless_too_large<T>(
    computed: Result<T, Error>,
    unknown: &mut Option<String>,
) -> Result<Option<T>> {
    match computed {
        Err(error @ Error::Memory(_)) => {
            *unknown = Some(error.to_string());
            Ok(None)
        }
        computed => Ok(Some(computed?)),
    }
}

/// A position in the game of a start: what it is there, and the jumps that can still win.
struct InGame {
    standing: &'static str,
    winning_jumps: Vec<Jump>,
}

fn in_game(about: &About, game: &LastPeg, out: &Output) -> Result<InGame, Error> {
    let standing = match about.standing(game.start, game.finishes)? {
        Standing::Winning => "winning",
        Standing::Lost => "lost",
        Standing::Unreachable => "unreachable",
    };
    let winning_jumps = out.watched("solving backwards", |progress| {
        about.winning_jumps(game.finishes, progress)
    })?;
    Ok(InGame {
        standing,
        winning_jumps,
    })
}
