//! Replaces the solutions of the font by others. Needs the solver.

use std::collections::BTreeMap;
use std::str::FromStr;

use anyhow::{Context as _, Result};

use crate::cli::progress::watched;
use crate::cli::reachable::solved;
use peg_solitaire::board::Bitboard;
use peg_solitaire::solution::{Interval, Preference, Solution, UnknownPreference};
use pegfont_film::timeline::{Letter, Setting};

/// The solution that a character plays.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum Played {
    /// The font's solution.
    Font,
    /// Another one.
    Other(Preference),
}

impl FromStr for Played {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "font" {
            return Ok(Self::Font);
        }
        let known = |error: UnknownPreference| format!("{error}; or font");
        text.parse().map(Self::Other).map_err(known)
    }
}

/// The same text, each character with the solution that is preferred. Solves the board once.
pub(in crate::cli) fn with_other_solutions(
    setting: &Setting,
    preference: Preference,
) -> Result<Setting> {
    let mut solutions: BTreeMap<(Bitboard, Bitboard), Solution> = BTreeMap::new();
    let Ok(board) = setting.board().small() else {
        refuse!(
            "--solution {preference} needs every position, and a board of {} holes can't be enumerated: leave it out",
            setting.board()
        );
    };
    let game = |letter: &Letter| {
        let own = &letter.solution;
        (board.bits(own.start()), board.bits(&own.end()))
    };
    let letters = setting.letters().iter();
    let games: BTreeMap<(Bitboard, Bitboard), char> = letters
        .filter(|letter| !letter.solution.jumps().is_empty())
        .map(|letter| (game(letter), letter.character))
        .collect();
    let Some(&(start, _)) = games.keys().next() else { return Ok(setting.clone()) };
    let reachable = solved(&board, start)?;
    watched("looking for solutions", |progress| -> Result<()> {
        for (number, (&(start, end), &character)) in (0..).zip(&games) {
            let solution = progress.part(number, number + 1, games.len() as u64, |part| {
                preference.solution(&reachable, &[end], Interval::MOST_POSITIONS, part)
            });
            let solution = solution.with_context(|| {
                format!("{character:?} can't be played as --solution {preference} asks")
            })?;
            solutions.insert((start, end), solution);
        }
        Ok(())
    })?;
    let playing =
        |letter: &Letter| solutions.get(&game(letter)).unwrap_or(&letter.solution).clone();
    Ok(setting.playing(playing))
}
