//! Replaces the solutions of the font by others. Needs the solver.

use std::collections::BTreeMap;
use std::str::FromStr;

use anyhow::{Context as _, Result};

use super::super::Usage;
use super::super::progress::watched;
use super::super::reachable::solved;
use peg_solitaire::board::{AnyBoard, Bitboard};
use peg_solitaire::solution::{Cone, Preference, Solution, UnknownPreference};
use pegfont_film::timeline::{Letter, Setting};

/// The solution that a character plays.
#[derive(Clone, Copy, Debug)]
pub(super) enum Played {
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
pub(super) fn with_other_solutions(setting: Setting, preference: Preference) -> Result<Setting> {
    let mut solutions: BTreeMap<(Bitboard, Bitboard), Solution> = BTreeMap::new();
    let AnyBoard::Small(board) = setting.board() else {
        let message = format!(
            "--solution {preference} needs every position, and a board of {} holes can't be enumerated: leave it out",
            setting.board()
        );
        return Err(Usage(message).into());
    };
    let game = |letter: &Letter| letter.solution.small().map(|own| (own.start(), own.end()));
    let letters = setting.letters().iter();
    let games: BTreeMap<(Bitboard, Bitboard), char> = letters
        .filter(|letter| !letter.solution.jumps().is_empty())
        .filter_map(|letter| Some((game(letter)?, letter.character)))
        .collect();
    let Some(&(start, _)) = games.keys().next() else { return Ok(setting) };
    let reachable = solved(board, start)?;
    watched("looking for solutions", |progress| -> Result<()> {
        for (number, (&(start, end), &character)) in (0..).zip(&games) {
            let solution = progress.part(number, number + 1, games.len() as u64, |part| {
                preference.solution(&reachable, end, Cone::MOST_POSITIONS, part)
            });
            let solution = solution.with_context(|| {
                format!("{character:?} can't be played as --solution {preference} asks")
            })?;
            solutions.insert((start, end), solution);
        }
        Ok(())
    })?;
    Ok(setting.playing(|letter| {
        let other = game(letter).and_then(|game| solutions.get(&game));
        other.map_or_else(|| letter.solution.clone(), |solution| solution.clone().into())
    }))
}
