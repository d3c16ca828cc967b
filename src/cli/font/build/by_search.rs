//! The part of `pegfont font build` for boards that can't be enumerated.

use std::time::Duration;

use anyhow::Result;
use clap::Args;

use super::report::{listed, report_skipped, say_line};
use crate::cli::fonts::is_enumerable;
use crate::cli::glyphs::Designs;
use crate::cli::input::whole;
use crate::cli::progress::watched;
use crate::cli::usage::Given;
use peg_solitaire::Error;
use peg_solitaire::board::Hole;
use peg_solitaire::progress::Interrupted;
use peg_solitaire::solve::Reachable;
use peg_solitaire::words::grouped;
use pegfont_type::find::choose::Distances;
use pegfont_type::font::search::{self, Answer, Drawn, Effort, FontSearchError, Searched};

/// Options for the search.
#[derive(Args)]
#[command(next_help_heading = "Boards that can't be enumerated")]
pub(super) struct SearchArgs {
    /// Search for a game for each character, even if the board can be enumerated
    #[arg(long)]
    search: bool,

    /// How much work to spend on the search: a larger number makes more attempts at more patterns, and takes longer to give a
    /// character up [default: 8]
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u32>(1..=1000))]
    effort: Option<u32>,

    /// Find other games; the same number always finds the same ones [default: 1]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

impl SearchArgs {
    /// Whether games are searched for; refuses options that then mean nothing.
    pub(super) fn is_needed(&self, given: &Given, designs: &Designs) -> Result<bool> {
        let needed = match designs {
            Designs::Large(font) => {
                note!("a board of {} holes can't be enumerated: searching", font.cell());
                true
            }
            Designs::Small(_) if self.search => true,
            Designs::Small(glyphs) => {
                let board = glyphs.board();
                let searched = !is_enumerable(board);
                if searched {
                    let bytes = Reachable::memory_needed(board, board.central_vacancy());
                    let gibibytes = grouped(bytes.div_ceil(1 << 30));
                    note!("the positions of {board} take {gibibytes} GiB: searching");
                }
                searched
            }
        };
        // With --search a search is needed.
        if let Some(option) = given.of::<Self>().filter(|_| !needed) {
            let board = designs.board();
            refuse!(
                "{option} is for a search, and {board} is enumerated: leave it out, or add --search"
            );
        }
        Ok(needed)
    }

    /// Searches for the games.
    pub(super) fn build(
        &self,
        name: &str,
        designs: &Designs,
        vacancy: Option<Hole>,
        inverse: bool,
        farthest: u32,
    ) -> Result<Searched> {
        let drawn = match designs {
            Designs::Small(glyphs) => Drawn::of_glyphs(glyphs, inverse)?,
            Designs::Large(font) => Drawn::of_bitmaps(font, inverse),
        };
        let usual = Effort::default();
        let attempts = self.effort.unwrap_or(usual.attempts);
        let effort = Effort {
            seed: self.seed.unwrap_or(usual.seed),
            attempts,
            patterns: attempts as usize,
            farthest,
            work: u64::from(attempts) * usual.work / u64::from(usual.attempts),
        };
        let searched = watched("looking for games", |progress| {
            search::build(name, &drawn, vacancy, &effort, progress)
        });
        searched.map_err(|error| match error {
            FontSearchError::Search(Error::Interrupted(_)) => Interrupted.into(),
            error => error.into(),
        })
    }
}

/// Prints what was found.
pub(super) fn report(searched: &Searched, skipped: &[char], time: Duration) {
    let font = &searched.font;
    let vacancy = font.board().complement(font.start());
    let names: Vec<String> = vacancy.pegs().map(|hole| font.board().hole_name(hole)).collect();
    say_line("start", &format!("all pegs except {}", names.join(" ")));
    let own = || searched.tried.keys().filter(|one| !searched.homoglyphs.contains_key(one));
    let mut counts = [0_usize; 3];
    for character in own() {
        let designs = searched.tried[character].iter().filter(|tried| tried.distance == 0);
        let best = designs.map(|tried| match tried.answer {
            Answer::Solved => 0,
            Answer::GaveUp => 1,
            Answer::Impossible(_) => 2,
        });
        counts[best.min().unwrap_or(2)] += 1;
    }
    let [solved, gave_up, impossible] = counts;
    say_line(
        "designs",
        &format!("{solved} solved, {impossible} impossible (proved), {gave_up} given up"),
    );
    let distances = Distances::of(searched.distances().map(|(_, distance)| distance));
    say_line("distances", &format!("{distances} (nearest found)"));
    let seconds = time.as_secs_f64();
    say_line("time", &format!("{seconds:.1} s"));
    if !searched.homoglyphs.is_empty() {
        let pairs = searched.homoglyphs.iter();
        let pairs: Vec<String> =
            pairs.map(|(character, original)| format!("{character}={original}")).collect();
        say_line("same", &pairs.join(" "));
    }
    if !searched.blank.is_empty() {
        let blank = listed(&searched.blank);
        say_line("blank", &format!("{blank} (no pattern, only an advance)"));
    }
    report_skipped(skipped, font.board());
    let left_out: Vec<char> = searched.left_out().collect();
    if !left_out.is_empty() {
        let why =
            "no game was found: try a greater --effort, --seconds or --farthest, or another --seed";
        say_line("left out", &format!("{} ({why})", listed(&left_out)));
    }
}
