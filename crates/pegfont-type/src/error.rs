//! The error of this crate: what is wrong, and where. Reads the TOML files that people write, so
//! that a mistake in one has its place.

use std::fmt;

use serde::Deserialize;
use toml::Spanned;

use pegfont_base::toml_file::{self, FileError};
use pegfont_base::words::quoted;

/// What is wrong with designs, a font or a file, and where. It is written as `file:line:column:
/// character: what`, as far as these are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The place in a file.
    pub at: Option<Location>,
    /// The character.
    pub character: Option<char>,
    /// The mistake and its remedy.
    pub what: String,
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The name of the file; empty if it is not known.
    pub file: String,
    /// The line, counted from 1; 0 for a file without lines, such as a picture.
    pub line: usize,
    /// The column, counted from 1, if known.
    pub column: Option<usize>,
}

impl Error {
    /// A mistake without a place.
    pub(crate) fn new(what: impl ToString) -> Self {
        Self {
            at: None,
            character: None,
            what: what.to_string(),
        }
    }

    /// A mistake in a file without columns, or in the whole file if the line is 0.
    pub(crate) fn in_file(file: &str, line: usize, what: impl ToString) -> Self {
        let at = Location {
            file: file.to_owned(),
            line,
            column: None,
        };

        Self {
            at: Some(at),
            ..Self::new(what)
        }
    }

    /// The mistake with the character that it is about.
    pub(crate) fn about(self, character: impl Into<Option<char>>) -> Self {
        Self {
            character: character.into(),
            ..self
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = &self.at {
            write!(f, "{at}: ")?;
        }
        if let Some(character) = self.character {
            write!(f, "{}: ", quoted(character))?;
        }

        f.write_str(&self.what)
    }
}

impl std::error::Error for Error {}

/// Returns a mistake without a place, unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($what:tt)+) => {
        if !$holds {
            return Err($crate::error::Error::new(format!($($what)+)));
        }
    };
}

/// Takes the words of other errors.
macro_rules! from {
    ($($error:ty),*) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::new(error)
            }
        }
    )*};
}

from!(
    peg_solitaire::Error,
    peg_solitaire::board::BoardError,
    pegfont_base::memory::MemoryError,
    peg_solitaire::progress::Interrupted
);

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            let colon = if self.file.is_empty() { "" } else { ":" };
            write!(f, "{colon}{}", self.line)?;
        }
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }

        Ok(())
    }
}

/// A TOML file that is read, and the character that the entry under way is about.
#[derive(Clone, Copy)]
pub(crate) struct TomlText<'t> {
    pub name: &'t str,
    pub text: &'t str,
    pub character: Option<char>,
    /// Where that entry begins.
    pub start: usize,
}

impl<'t> TomlText<'t> {
    /// The text of a file.
    pub fn new(name: &'t str, text: &'t str) -> Self {
        Self {
            name,
            text,
            character: None,
            start: 0,
        }
    }

    /// Reads the file by its type. It must have these keys.
    pub fn read<T: Deserialize<'t>>(&self, required: &[&str]) -> Result<T, Error> {
        let wrong = |error: FileError| {
            let at = Location {
                file: self.name.to_owned(),
                line: error.line,
                column: Some(error.column),
            };
            Error {
                at: Some(at),
                ..Error::new(error.what)
            }
        };

        toml_file::read_with(self.text, required).map_err(wrong)
    }

    /// This file, with errors in this entry of a character.
    pub fn of<T>(&self, character: char, entry: &Spanned<T>) -> Self {
        Self {
            character: Some(character),
            start: entry.span().start,
            ..*self
        }
    }

    /// The value of a key that an entry must have.
    pub fn needed<'e, T>(&self, key: &str, value: &'e Option<T>) -> Result<&'e T, Error> {
        value
            .as_ref()
            .ok_or_else(|| self.wrong(toml_file::missing_fields(&[key])))
    }

    /// Refuses an entry that lacks keys, with all that it lacks.
    pub fn require_none_missing(&self, missing: &[&str]) -> Result<(), Error> {
        if missing.is_empty() {
            return Ok(());
        }

        Err(self.wrong(toml_file::missing_fields(missing)))
    }

    /// A mistake in the entry under way.
    pub fn wrong(&self, what: impl ToString) -> Error {
        self.wrong_at(self.start, what)
    }

    /// A mistake at a byte of the file.
    pub fn wrong_at(&self, byte: usize, what: impl ToString) -> Error {
        Error {
            at: Some(self.at(byte)),
            character: self.character,
            what: what.to_string(),
        }
    }

    /// A mistake in a value.
    pub fn wrong_in<T>(&self, value: &Spanned<T>, what: impl ToString) -> Error {
        self.wrong_at(value.span().start, what)
    }

    /// The place of a byte of the file.
    pub fn at(&self, byte: usize) -> Location {
        let (line, column) = toml_file::place(self.text, byte);

        Location {
            file: self.name.to_owned(),
            line,
            column: Some(column),
        }
    }
}
