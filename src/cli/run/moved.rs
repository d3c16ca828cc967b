//! `pegfont board`, which is a program of its own now: an answer for those who remember it.

use anyhow::Result;

use crate::cli::options::MovedBoard;
use pegfont_base::words::in_shell;

pub fn run(options: MovedBoard) -> Result<()> {
    let words: Vec<String> = options.words.iter().map(|word| in_shell(word)).collect();
    let words = words.join(" ");
    refuse!(
        "the laboratory is a program of its own: peglab {words}, or from its sources cargo run \
         --release -p peglab -- {words}"
    )
}
