//! What is asked of `pegfont board`, which is a program of its own now.

use crate::cli::options::MovedBoard;
use pegfont_base::words::in_shell;

impl MovedBoard {
    /// The answer for those who remember it.
    pub fn refusal(&self) -> anyhow::Error {
        let words: Vec<String> = self.words.iter().map(|word| in_shell(word)).collect();
        let words = words.join(" ");
        usage!(
            "the laboratory is a program of its own: peglab {words}, or from its sources cargo \
             run --release -p peglab -- {words}"
        )
    }
}
