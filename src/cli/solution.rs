//! `pegfont solution`: the jumps that lead to a pattern.

use anyhow::{Result, bail};
use clap::Args;

use super::input::{BoardArgs, parse_pattern};
use crate::solution::Rewind as _;
use crate::solve::Reachable;

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
        let (board, start) = self.board.read()?;
        let pattern = parse_pattern(&board, &self.pattern)?;
        let Some(solution) = Reachable::solve(&board, start)?.solution_of(pattern) else {
            bail!("this pattern can't be reached");
        };
        println!("{solution}");
        Ok(())
    }
}
