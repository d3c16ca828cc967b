//! `peglab completions`: shell completions. Bash offers files where no name fits.

use anyhow::Result;
use clap::Args;

use peg_console::completions::{Shell, completions};
use peg_console::say_as_is;

/// Print shell completions
///
/// Bash:  peglab completions bash > ~/.local/share/bash-completion/completions/peglab
/// Fish:  peglab completions fish > ~/.config/fish/completions/peglab.fish
/// Zsh:   peglab completions zsh > DIR/_peglab, with a DIR of your $fpath
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Result<()> {
        let script = completions(self.shell, &mut crate::cli::command());
        say_as_is!("{script}");
        Ok(())
    }
}
