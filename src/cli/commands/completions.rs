//! `pegfont completions`: shell completions. Bash offers files where no name fits.

use anyhow::Result;
use clap::Args;
use clap_complete::Shell;

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
        let mut script = Vec::new();
        // The generator panics where it can't write, so it writes into memory.
        clap_complete::generate(
            self.shell,
            &mut crate::cli::command(),
            "pegfont",
            &mut script,
        );
        say_as_is!("{}", String::from_utf8_lossy(&script));
        Ok(())
    }
}
