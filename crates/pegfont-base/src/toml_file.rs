//! Reading TOML files by their types. People write such files: a mistake has its line and column.

use std::fmt;

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;
use toml::de::DeTable;

/// What is wrong in a file, and where. It is written as `line:column: mistake`, so that the file's
/// name and a colon fit before it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{line}:{column}: {what}")]
pub struct FileError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// The mistake and its remedy.
    pub what: String,
}

impl FileError {
    /// Whether the file lacks a key, and has no mistake before it.
    #[must_use]
    pub fn is_lack(&self) -> bool {
        self.what.starts_with("missing field")
    }

    /// A mistake at a byte of the file.
    #[must_use]
    pub fn at(text: &str, byte: usize, what: impl fmt::Display) -> Self {
        let (line, column) = place(text, byte);
        Self {
            line,
            column,
            what: what.to_string(),
        }
    }
}

/// Reads a file of this type.
///
/// # Errors
/// If the text is not valid TOML, or of another type.
pub fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, FileError> {
    let file = toml::Deserializer::parse(text)
        .map_err(|error| located(text, &error, "this is not valid TOML: "))?;
    T::deserialize(file).map_err(|error| located(text, &error, ""))
}

/// What the parser says is wrong, in one line, after a few words of ours.
fn located(text: &str, error: &toml::de::Error, words: &str) -> FileError {
    let byte = error.span().map_or(0, |span| span.start);
    let message = error.message().replace('\n', " ");
    FileError::at(text, byte, format_args!("{words}{message}"))
}

/// As [`read`], of a file that must have all of these keys. If it lacks several, the error names
/// them all.
///
/// # Errors
/// As [`read`].
pub fn read_with<'t, T: Deserialize<'t>>(text: &'t str, required: &[&str]) -> Result<T, FileError> {
    read(text).map_err(|error| {
        let Ok(file) = DeTable::parse(text) else {
            return error;
        };
        let mut lacking = required.to_vec();
        lacking.retain(|&key| !file.get_ref().contains_key(key));

        if error.is_lack() && !lacking.is_empty() {
            FileError::at(text, 0, missing_fields(&lacking))
        } else {
            error
        }
    })
}

/// That these keys are missing, in the words that are used for one of them.
#[must_use]
pub fn missing_fields(keys: &[&str]) -> String {
    let named: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    let fields = if keys.len() == 1 { "field" } else { "fields" };
    format!("missing {fields} {}", named.join(", "))
}

/// Which of these keys a file lacks, such as `name` or `peg.size`. None if it is not valid TOML.
#[must_use]
pub fn lacking<'k>(text: &str, keys: &[&'k str]) -> Vec<&'k str> {
    let Ok(file) = text.parse::<toml::Table>() else {
        return Vec::new();
    };

    let is_there = |key: &str| {
        let Some((table, name)) = key.split_once('.') else {
            return file.contains_key(key);
        };
        match file.get(table) {
            Some(toml::Value::Table(table)) => table.contains_key(name),
            // What isn't a table is another mistake.
            Some(_) => true,
            None => false,
        }
    };
    keys.iter().copied().filter(|key| !is_there(key)).collect()
}

/// Whether a text is TOML, of whatever type.
pub fn is_toml(text: &str) -> bool {
    toml::Deserializer::parse(text).is_ok()
}

/// The line and the column of a byte, from 1.
pub fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or_default();
    let line_begin = before.rfind('\n').map_or(0, |end| end + 1);

    let line = before.matches('\n').count() + 1;
    let column = before[line_begin..].chars().count() + 1;
    (line, column)
}

/// The byte of a file at which a part of a string begins; or the whole string, if it is written
/// with escapes.
pub fn byte_of(text: &str, string: &Spanned<String>, part: &str) -> usize {
    bytes_of(text, string)(part)
}

/// As [`byte_of`], for many parts of one string, which is looked for once.
pub fn bytes_of<'s>(text: &str, string: &'s Spanned<String>) -> impl Fn(&str) -> usize + use<'s> {
    let span = string.span();
    let whole = string.get_ref();
    let quoted = text.get(span.clone());
    let begin = quoted.and_then(|quoted| quoted.find(whole.as_str()));

    move |part| {
        let offset = part.as_ptr().addr() - whole.as_ptr().addr();
        match begin {
            Some(begin) => span.start + begin + offset,
            None => span.start,
        }
    }
}
