//! `pegfont completions`: shell completions.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use clap_complete::Shell;

use super::output::write_to;

/// Print shell completions
///
/// Bash:  pegfont completions bash > ~/.local/share/bash-completion/completions/pegfont
/// Fish:  pegfont completions fish > ~/.config/fish/completions/pegfont.fish
/// Zsh:   pegfont completions zsh > DIR/_pegfont, with a DIR of your $fpath
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> Result<()> {
        // The generator panics where it can't write, so it writes into memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::command(), "pegfont", &mut script);
        write_to(Path::new("-"), |out| Ok(out.write_all(&script)?))
    }
}
