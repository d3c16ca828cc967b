//! `pegfont solution`: the jumps that lead to a pattern.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;

use super::Usage;
use super::goal::unreachable;
use super::input::{Known, ReachableArgs, read_text};
use super::output::print_json;
use super::progress::watched;
use crate::answer;
use crate::board::Position;
use crate::font::Font;
use crate::solution::{Cone, Preference, Rewind};
use crate::solve::ReachableSet;

/// Print the jumps that lead to a pattern
#[derive(Args)]
pub(super) struct SolutionCommand {
    #[command(flatten)]
    reachable: ReachableArgs,

    /// The pattern: a character of the font, rows of # and . (separated by / or line breaks), one digit 0 or 1 per hole,
    /// or a code (write a one-digit code with a leading zero); `-` reads it from standard input
    pattern: String,

    /// Which solution: lowest is the solver's default, fewest-moves the most pleasant one with the fewest moves, and
    /// random:SEED (a whole number) draws one, each with the same probability
    #[arg(long, value_name = "HOW", default_value = "lowest")]
    which: Preference,

    /// Print every position from the start to the pattern
    #[arg(long)]
    positions: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl SolutionCommand {
    pub(super) fn run(self) -> Result<()> {
        let known = self.reachable.read()?;
        let board = known.board();
        let text = match self.pattern.as_str() {
            "-" => read_text(Path::new("-"))?,
            pattern => pattern.to_owned(),
        };
        let pattern = read_pattern(&known, &text)?;
        let Some(solution) = known.solution_of(pattern) else {
            bail!("this pattern {}", unreachable(&known, pattern));
        };
        let solution = match (self.which, &known) {
            (Preference::Lowest, _) => solution,
            (which, Known::Solved(reachable)) => watched("looking for the solution", |progress| {
                which.solution_with(reachable, pattern, Cone::MOST_POSITIONS, progress)
            })?,
            (which, Known::Table(_)) => {
                let message = format!("--which {which} needs the solver: omit --table");
                return Err(Usage(message).into());
            }
        };
        if self.json {
            return print_json(&answer::Solution::new(&solution, self.positions));
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{solution}")?;
        if self.positions {
            for (played, position) in solution.positions().enumerate() {
                writeln!(out)?;
                if let Some(jump) = played.checked_sub(1).map(|last| solution.jumps()[last]) {
                    writeln!(out, "{played}. {}", board.jump_name(jump))?;
                }
                writeln!(out, "{}", board.picture(position))?;
            }
        }
        Ok(())
    }
}

/// Reads a pattern: a character of the built-in font if that has this board and start, otherwise rows, digits or a
/// code.
fn read_pattern(known: &Known, text: &str) -> Result<Position> {
    let mut characters = text.trim().chars();
    if let (Some(character), None) = (characters.next(), characters.next()) {
        let font = Font::builtin()?;
        let same = font.board() == known.board() && font.start() == known.start();
        if let Some(character) = font.get(character).filter(|_| same) {
            return Ok(character.pattern());
        }
    }
    Ok(known.board().parse_pattern(text).map_err(|error| Usage(error.to_string()))?)
}
