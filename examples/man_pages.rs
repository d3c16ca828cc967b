//! Writes a man page for each command of both programs into a folder: `cargo run --example man_pages man1`.

use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).unwrap_or_else(|| "man1".into());
    fs::create_dir_all(&folder)?;
    clap_mangen::generate_to(peg_laboratory::cli::command(), &folder)?;
    clap_mangen::generate_to(pegfont::cli::command(), folder)
}
