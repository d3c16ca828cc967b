//! The search for the game that leaves a text or a picture, and what it says of it.

use anyhow::{Result, bail};
use peg_console::output::Output;

use super::OneGame;
use crate::cli::args::usual_path;
use crate::cli::output::{Format, OutputFile};
use peg_solitaire::board::Hole;
use peg_solitaire::game::Game;
use peg_solitaire::search::{LastPosition, PlayOutcome};
use peg_solitaire::solution::Solution;
use pegfont_base::words::counted;
use pegfont_base::words::listed;

/// What messages call a code, of which no hole may differ.
pub const CODE: &str = "QR code";

impl OneGame {
    /// Searches for the game, and reports on standard error what it found. If no game leaves
    /// `what`, the nearest one is kept. `rather` is what may be found instead.
    pub fn find(
        &self,
        layouts: &[LastPosition],
        name: &str,
        what: &str,
        rather: Option<&str>,
        out: &Output,
    ) -> Result<Solution> {
        let file = OutputFile::new(
            &usual_path(name, "-nearest", Format::Game),
            Format::Game,
            out,
        );
        let distance = if what == CODE { 0 } else { self.distance };
        let search = self.search.search();
        let found = out.watched("searching", |it| search.play(layouts, distance.into(), it));
        let (reason, is_full, nearest) = match found? {
            PlayOutcome::Solved(solution, changed) => {
                tell(&solution, &changed, out);
                return Ok(solution);
            }
            PlayOutcome::NotSolved {
                reason,
                is_full,
                nearest,
            } => (reason, is_full, nearest),
        };
        let (why, more) = match reason {
            Some(why) => {
                let rather = rather.map_or_else(String::new, |rather| format!(", or {rather}"));
                (
                    format!("no game ends in this {what}: {why}"),
                    format!("try a larger --board{rather}"),
                )
            }
            None => {
                let (effort, rather) = (self.search.effort, rather.unwrap_or("another --seed"));
                let full = "; some attempts took all the memory that one may";
                let full = if is_full { full } else { "" };
                let why = format!("no game was found for this {what} with --effort {effort}{full}");
                (why, format!("give more --effort, or try {rather}"))
            }
        };
        let Some((solution, changed)) = nearest else {
            bail!("{why}; {more}")
        };
        let (holes, file) = (named(&solution, &changed), file?);
        // The message names it.
        let _ = file.put(Game::of(&solution.in_rounds()).titled(name).to_toml(), out)?;
        let takes = match what {
            CODE => String::new(),
            _ => format!("; --distance {} takes it", changed.len()),
        };
        let file = file.path().display();
        bail!("{why}; pegfont render {file} shows the nearest one, with {holes}{takes}; {more}")
    }
}

/// Holes of a game in words.
fn named(solution: &Solution, holes: &[Hole]) -> String {
    let names = holes.iter().map(|&hole| solution.board().hole_name(hole));
    format!(
        "{} changed: {}",
        counted(holes.len(), "hole"),
        listed(names.collect(), 20)
    )
}

/// Says on standard error what was found.
fn tell(solution: &Solution, changed: &[Hole], out: &Output) {
    let rounds = solution.round_count();
    let board = match solution.board().name() {
        Some(size) if solution.board().is_rectangle() => format!("a board of {size} holes"),
        _ => solution.board().to_string(),
    };
    note!(
        out,
        "one game on {board}: {} jumps in {rounds} rounds; one at a time, in {} moves",
        solution.jumps().len(),
        solution.one_at_a_time().moves().count()
    );
    if !changed.is_empty() {
        note!(out, "{}", named(solution, changed));
    }
}
