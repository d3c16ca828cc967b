//! What is said on standard error: notes, warnings, the error at the end.

// Elsewhere, standard error is denied.
#![allow(clippy::disallowed_methods)]

use std::fmt;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::brief::in_brief;
use crate::inert::inert;

/// The messages of a run. A clone adds to the same ones.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    /// Remarks that are kept until something else is said.
    remarks: Arc<Mutex<Vec<String>>>,
}

impl Messages {
    /// Says a line, in which long words are shortened, after the remarks that are kept.
    pub fn note(&self, what: fmt::Arguments<'_>) {
        self.say_remarks();
        write_message(what);
    }

    /// Keeps a remark on the command line. It is said before anything else, or at the end. If the
    /// run fails, the error has it instead.
    pub fn remark(&self, what: String) {
        self.remarks().push(what);
    }

    /// The remarks that are kept. Nobody else will say them.
    pub fn take_remarks(&self) -> Vec<String> {
        std::mem::take(&mut *self.remarks())
    }

    /// Says the remarks that are kept.
    pub fn say_remarks(&self) {
        for remark in self.take_remarks() {
            write_message(format_args!("{remark}"));
        }
    }

    fn remarks(&self) -> MutexGuard<'_, Vec<String>> {
        self.remarks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes a line to standard error. A reader that has gone misses it.
pub fn write_message(what: fmt::Arguments<'_>) {
    let message = in_brief(&inert(&what.to_string()));
    let _ = writeln!(io::stderr(), "{message}");
}
