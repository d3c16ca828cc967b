//! `pegfont solve`: enumerates every position that can be reached.

use anyhow::Result;
use clap::Args;

use super::input::BoardArgs;
use crate::solve::Reachable;

/// Find every position that can be reached, and how many there are
#[derive(Args)]
pub(super) struct Solve {
    #[command(flatten)]
    board: BoardArgs,
}

impl Solve {
    pub(super) fn run(self) -> Result<()> {
        let (board, start) = self.board.read()?;
        let reachable = Reachable::solve(&board, start)?;
        println!("{} positions", reachable.count());
        Ok(())
    }
}
