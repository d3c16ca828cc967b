//! `pegfont board list` and `show`: the named boards, what follows from a board's shape, and one
//! position on it.

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::{GameArgs, coded, shape};
use crate::cli::args::{read_small_board, read_start};
use crate::cli::output::{hole_names, jump_names, print_answer, watched};
use peg_solitaire::Error;
use peg_solitaire::analysis::{About, Kind, LastPeg, Positions, Standing, SymmetryType};
use peg_solitaire::board::{Bitboard, Hole, Jump, SmallBoard};
use peg_solitaire::class::SymmetryGroup;

/// Show a board and what follows from its shape, or one position on it
#[derive(Args)]
#[command(mut_arg("start", |start| start.requires("position").help("Say whether the position occurs in the game from this start, and whether that can still be won")))]
#[command(mut_arg("finish", |finish| finish.requires("position").help("The hole of the last peg of that game, or `any` [default: the vacancy, if the start has only one, or `any`]")))]
#[command(after_help = include_str!("show.txt"))]
pub struct Show {
    #[command(flatten)]
    game: GameArgs,

    /// Describe this position instead: its codes and images, its symmetry, the vacancies that lead
    /// to it, and how few pegs it can be reduced to
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// Print only the numbers of the holes, each in its place
    #[arg(long, conflicts_with = "position")]
    numbers: bool,

    /// Print JSON
    #[arg(long, requires = "position")]
    json: bool,
}

impl Show {
    pub fn run(self) -> Result<()> {
        let (board, start) = read_small_board(&self.game.board)?;
        if let Some(text) = &self.position {
            let position = read_start(&board, "--position", text)?;
            return self.about(&board, board.bits(&position)?);
        }
        match self.numbers {
            true => say!(
                "{}",
                shape::in_places(&board, |hole| (hole.index() + 1).to_string())
            ),
            false => shape::say(&board, start),
        }
        Ok(())
    }

    /// Describes a position, in any game and in that of a start.
    fn about(&self, board: &SmallBoard, position: Bitboard) -> Result<()> {
        let has_game = self.game.start.is_some() || self.game.finish.is_some();
        let game = has_game.then(|| self.game.read()).transpose()?;
        let about = watched("playing", |it| About::solve(board, position, it));
        // What the position is by itself is said all the same.
        let about = match about {
            Err(error @ Error::Memory(_)) => {
                let (name, code) = (&self.game.board, coded(position));
                note!("{error}; `pegfont board reduce {name} --start {code}` searches for a game");
                None
            }
            about => Some(about?),
        };
        // Many programs round large numbers, so codes are strings.
        let images = SymmetryGroup::of(board).orbit(position);
        let images = images.iter().map(|image| image.code().to_string());
        let mut answer = json!({
            "board": board.to_line(),
            "position": board.picture_line(position),
            "pegs": position.count(),
            "code": position.code().to_string(),
            "mincode": board.mincode(position).code().to_string(),
            "complement": board.complement(position).code().to_string(),
            "images": images.collect::<Vec<String>>(),
            "symmetry": SymmetryType::of(board, position).name(board.lattice()),
            "vacancies": about.as_ref().map(|about| hole_names(board, about.vacancies)),
            "finishes": about.as_ref().map(|about| hole_names(board, about.finishes)),
            "least_pegs": about.as_ref().map(|about| about.least_pegs),
            "legal_jumps": jump_names(board, board.legal_jumps(position)),
        });
        if let (
            Some(LastPeg {
                start, finishes, ..
            }),
            Some(about),
        ) = (game, &about)
        {
            let (standing, jumps) = match about.standing(start, finishes) {
                Standing::Winning => ("winning", winning_jumps(about, position, finishes)?),
                Standing::Lost => ("lost", Vec::new()),
                Standing::Unreachable => ("unreachable", Vec::new()),
            };
            answer["winning_jumps"] = jump_names(board, jumps).into();
            answer["standing"] = standing.into();
        }
        print_answer(&answer, &board.picture(position), self.json)
    }
}

/// The jumps after which one of these finishes can still be reached.
fn winning_jumps(about: &About, position: Bitboard, finishes: Bitboard) -> Result<Vec<Jump>> {
    let board = &about.board;
    let finishes: Vec<Bitboard> = (finishes & about.finishes).pegs().map(Hole::bit).collect();
    let wins = watched("solving backwards", |progress| {
        Positions::solve(board, position, &finishes, &[Kind::Solvable], progress)
    })?;
    let jumps = board.legal_jumps(position);
    Ok(jumps
        .filter(|jump| wins.wins(Kind::Solvable, jump.play(position)))
        .collect())
}
