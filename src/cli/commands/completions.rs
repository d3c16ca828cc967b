//! `pegfont completions`: shell completions. Bash offers files where no name fits.

use anyhow::Result;
use clap::Args;

use peg_console::completions::{Shell, completions};

/// Print shell completions
///
/// Bash:  pegfont completions bash > ~/.local/share/bash-completion/completions/pegfont
/// Fish:  pegfont completions fish > ~/.config/fish/completions/pegfont.fish
/// Zsh:   pegfont completions zsh > DIR/_pegfont, with a DIR of your $fpath
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
