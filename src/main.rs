//! The command line: see [`pegfont::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pegfont::cli::main()
}
