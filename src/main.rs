//! The command line: see [`pegfont::cli`].

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    pegfont::cli::main()
}
