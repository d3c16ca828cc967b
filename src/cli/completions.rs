//! `pegfont completions`: what a shell needs to complete the program's commands and options.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use clap_complete::Shell;

use super::output::write_to;

/// Print the completions for a shell
///
/// Bash:  pegfont completions bash > ~/.local/share/bash-completion/completions/pegfont
/// Fish:  pegfont completions fish > ~/.config/fish/completions/pegfont.fish
/// Zsh:   pegfont completions zsh > a folder of your $fpath, under the name _pegfont
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
