//! `pegfont board`, which is a program of its own now: an answer for those who remember it.

use anyhow::Result;
use clap::Args;

use pegfont_base::words::in_shell;

/// The laboratory, which is the program peglab
#[derive(Args)]
#[command(disable_help_flag = true)]
pub struct MovedBoard {
    /// What was asked of it
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<String>,
}

impl MovedBoard {
    pub fn run(self) -> Result<()> {
        let words: Vec<String> = self.words.iter().map(|word| in_shell(word)).collect();
        let words = words.join(" ");
        refuse!(
            "the laboratory is a program of its own: peglab {words}, or from its sources cargo run \
             --release -p peglab -- {words}"
        )
    }
}
