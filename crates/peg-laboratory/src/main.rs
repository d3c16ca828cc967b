//! The laboratory's command line: see [`peg_laboratory::cli`].

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    peg_laboratory::cli::main()
}
