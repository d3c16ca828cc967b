//! `pegfont solution`: the jumps that lead to a pattern.

use anyhow::Result;
use clap::Args;

use super::input::{BoardArgs, parse_pattern};

/// Print the jumps that lead to a pattern
#[derive(Args)]
pub(super) struct SolutionCommand {
    #[command(flatten)]
    board: BoardArgs,

    /// The pattern
    pattern: String,
}

impl SolutionCommand {
    pub(super) fn run(self) -> Result<()> {
        let (board, _) = self.board.read()?;
        println!("{}", board.picture(parse_pattern(&board, &self.pattern)?));
        Ok(())
    }
}
