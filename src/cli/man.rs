//! `pegfont man`: the manual pages, generated from the help texts.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::{Args, Command};
use clap_mangen::Man;

use super::output::write_to;
use super::progress::STOPPED;

/// Print the manual page, or write one per command into a folder
///
/// To read it: pegfont man | man -l -
/// To install: pegfont man ~/.local/share/man/man1
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ManPages {
    /// The folder for pegfont.1, pegfont-render.1 and so on; created if missing
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl ManPages {
    pub(super) fn run(self) -> Result<()> {
        let mut program = super::command().disable_help_subcommand(true);
        program.build();
        match self.folder {
            Some(folder) => {
                if folder.exists() && !folder.is_dir() {
                    bail!("{} is not a folder", folder.display());
                }
                let cannot = || format!("can't make the folder {}", folder.display());
                fs::create_dir_all(&folder).with_context(cannot)?;
                write_pages(&program, &folder)
            }
            None => write_to(Path::new("-"), |out| write_page(&program, out)).map(drop),
        }
    }
}

/// A command's page.
fn page(command: &Command) -> Man {
    Man::new(command.clone()).manual("Peg solitaire font")
}

/// Writes a command's page, with the exit codes of the program at its end.
fn write_page(command: &Command, out: &mut dyn Write) -> Result<()> {
    page(command).render(out)?;
    writeln!(out, ".SH \"EXIT STATUS\"")?;
    for (code, meaning) in EXIT_CODES {
        writeln!(out, ".TP\n\\fB{code}\\fR\n{meaning}")?;
    }
    Ok(())
}

const EXIT_CODES: [(u8, &str); 5] = [
    (0, "The command did what was asked. So it is when the reader of a pipe has had enough."),
    (
        1,
        "It could not: a file can't be read or written, a pattern can't be reached, or the memory is too small.",
    ),
    (2, "The arguments are wrong. Nothing was done."),
    (101, "It found that it contradicts itself. This is a bug; please report it."),
    (STOPPED, "It was interrupted, with Ctrl-C or by a signal."),
];

/// Writes the pages of a command and of all commands below it.
fn write_pages(command: &Command, folder: &Path) -> Result<()> {
    let path = folder.join(page(command).get_filename());
    write_to(&path, |out| write_page(command, out))?.say(&[]);
    command.get_subcommands().try_for_each(|below| write_pages(below, folder))
}
