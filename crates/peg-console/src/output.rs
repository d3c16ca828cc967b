//! What a run may do outside of itself: print, read and write files, be stopped. `main` makes it,
//! and every command is handed it. Nothing else prints.

// Elsewhere, standard output is denied.
#![allow(clippy::disallowed_methods)]

use std::fmt;
use std::io::{self, BufWriter, Write};

use anyhow::{Context as _, Result};

use crate::files::Files;
use crate::inert::{Inert, escaped, inert};
use crate::messages::Messages;
use crate::progress;
use crate::stop::Stop;
use peg_solitaire::progress::Progress;

/// Standard output and standard error, the files, and the signals of one run. A clone is of the
/// same run.
#[derive(Clone, Debug)]
pub struct Output {
    /// What is said on standard error.
    pub err: Messages,
    /// The files that the command reads and writes.
    pub files: Files,
    /// What stops the run.
    pub stop: Stop,
}

impl Output {
    /// That of this process, which listens to signals from now on.
    #[must_use]
    pub fn of_process() -> Self {
        let err = Messages::default();
        Self {
            stop: Stop::listening(err.clone()),
            files: Files::default(),
            err,
        }
    }

    /// Prints to standard output; see [`say!`](crate::say).
    ///
    /// # Errors
    /// When standard output fails. That its reader is gone is an error, too, which ends the run
    /// without a message.
    pub fn say(&self, what: fmt::Arguments<'_>) -> Result<()> {
        self.err.say_remarks();
        let text = what.to_string();
        let mut out = io::stdout().lock();
        out.write_all(inert(&text).as_bytes()).context(CANNOT_WRITE)
    }

    /// Prints many lines to standard output.
    ///
    /// # Errors
    /// As [`say`](Self::say).
    pub fn say_lines(&self, lines: impl IntoIterator<Item: fmt::Display>) -> Result<()> {
        let mut out = BufWriter::new(Inert {
            out: io::stdout().lock(),
            code: escaped,
        });
        for line in lines {
            writeln!(out, "{line}").context(CANNOT_WRITE)?;
        }
        out.flush().context(CANNOT_WRITE)
    }

    /// Says a line on standard error; see [`note!`](crate::note).
    pub fn note(&self, what: fmt::Arguments<'_>) {
        self.err.note(what);
    }

    /// Does work that can be stopped, and shows a progress bar if it takes long and standard error
    /// is a terminal. What is known of the answer by then is said on standard error anyway.
    pub fn watched<T>(&self, what: &str, work: impl FnOnce(Progress<'_>) -> T) -> T {
        progress::watched(&self.stop, &self.err, what, work)
    }
}

/// What goes before the reason why standard output fails.
pub(crate) const CANNOT_WRITE: &str = "can't write to standard output";

/// Whether the reader of our output is gone, which is not an error.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(peg_solitaire::Error::Io { error, .. }) => Some(error.kind()),
        _ => cause.downcast_ref().map(io::Error::kind),
    });
    kind == Some(io::ErrorKind::BrokenPipe)
}
