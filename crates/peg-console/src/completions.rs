//! Shell completions of a program.

use clap::Command;
pub use clap_complete::Shell;

/// The script by which a shell completes the program's commands and options. Bash offers files
/// where no name fits.
#[must_use]
pub fn completions(shell: Shell, program: &mut Command) -> String {
    let name = program.get_name().to_owned();
    // The generator panics where it can't write, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, program, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}
