//! `completions`: the script by which a shell completes a program's commands and options. Bash
//! offers files where no name fits.

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

use crate::answer::{Answer, Form};
use crate::output::Output;

/// Print shell completions
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

/// The script by which a shell completes the commands of a program.
#[derive(Debug)]
pub struct CompletionScript(Vec<u8>);

impl Completions {
    /// The script of a program.
    #[must_use]
    pub fn script(&self, mut program: Command) -> CompletionScript {
        let name = program.get_name().to_owned();
        // The generator panics where it can't write, so it writes into memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        CompletionScript(script)
    }
}

impl Answer for CompletionScript {
    fn put(self, _: Form, out: &Output) -> Result<()> {
        say_as_is!(out, "{}", String::from_utf8_lossy(&self.0))
    }
}

/// How each shell is given the script of a program, for the help of its command.
pub fn how_to_use(program: &str) -> String {
    format!(
        "\
Print shell completions

Bash:  {program} completions bash > ~/.local/share/bash-completion/completions/{program}
Fish:  {program} completions fish > ~/.config/fish/completions/{program}.fish
Zsh:   {program} completions zsh > DIR/_{program}, with a DIR of your $fpath"
    )
}
