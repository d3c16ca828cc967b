//! How hard a command searches for a game.

use clap::Args;

use crate::cli::args::whole;
use peg_solitaire::search::{Search, WORK_OF_A_SECOND};

/// Options for the search.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Find another game; the same number always finds the same one
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,

    /// How much work to spend on the search. 60 is about a minute on one core
    #[arg(long, value_name = "NUMBER", default_value = "60", value_parser = whole::<u32>(1..=86_400))]
    pub effort: u32,
}

impl SearchArgs {
    pub fn search(&self) -> Search {
        let work = u64::from(self.effort) * WORK_OF_A_SECOND;
        Search { seed: self.seed, work, ..Search::default() }
    }
}
