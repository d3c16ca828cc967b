//! Reading TOML files by their types. People write such files: a mistake has its line and column.

use std::fmt;

use serde::Deserialize;
use toml::Spanned;

/// What is wrong in a file, and where. It is written as `line:column: mistake`, so that the file's name and a colon fit before it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
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
    /// A mistake at a byte of the file.
    #[must_use]
    pub fn at(text: &str, byte: usize, what: impl fmt::Display) -> Self {
        let (line, column) = place(text, byte);
        Self { line, column, what: what.to_string() }
    }
}

/// Reads a file of this type.
///
/// # Errors
/// If the text is not valid TOML, or of another type.
pub fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, FileError> {
    let at = |error: &toml::de::Error, what| {
        FileError::at(text, error.span().map_or(0, |span| span.start), what)
    };
    let file = toml::Deserializer::parse(text).map_err(|error| {
        let what = error.message().replace('\n', " ");
        at(&error, format!("this is not valid TOML: {what}"))
    })?;
    T::deserialize(file).map_err(|error| at(&error, in_words(error.message())))
}

/// What serde says of a mistake, in words for people who know the file and not its types.
fn in_words(message: &str) -> String {
    let found = |found: &str| match found.split_once(' ') {
        Some(("string", text)) => format!("the string {text}"),
        Some(("integer", number)) => format!("the number {}", number.trim_matches('`')),
        Some(("boolean", value)) => value.trim_matches('`').to_owned(),
        _ => match found.strip_prefix("floating point ") {
            Some(number) => format!("the number {}", number.trim_matches('`')),
            None => found.replace("sequence", "a list").replace("map", "a table"),
        },
    };
    let wanted = |wanted: &str| match wanted {
        "u8" | "u32" | "u64" | "usize" => "a whole number, 0 or more".to_owned(),
        "i64" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        _ if wanted.starts_with("struct ") => "a table".to_owned(),
        _ => wanted.to_owned(),
    };
    let (kind, rest) = message.split_once(": ").unwrap_or(("", message));
    match (kind, rest.split_once(", expected ")) {
        ("invalid type" | "invalid value", Some((is, not))) => {
            format!("expected {}, not {}", wanted(not), found(is))
        }
        ("", Some((key, keys))) if key.starts_with("unknown field ") => {
            let keys = keys.trim_start_matches("one of ").replace('`', "").replace(" or ", ", ");
            format!("{}; the keys are {keys}", key.replace("field", "key"))
        }
        _ => match message.strip_prefix("missing field ") {
            Some(key) => format!("the key {key} is missing"),
            None => message.to_owned(),
        },
    }
}

/// The line and the column of a byte, from 1.
pub fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// The byte of a file at which a part of a string begins; or the whole string, if it is written with escapes.
pub fn byte_of(text: &str, string: &Spanned<String>, part: &str) -> usize {
    let (span, whole) = (string.span(), string.get_ref());
    let offset = part.as_ptr().addr() - whole.as_ptr().addr();
    let begin = text.get(span.clone()).and_then(|quoted| quoted.find(whole.as_str()));
    begin.map_or(span.start, |begin| span.start + begin + offset)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(rename = "width")]
        _width: u64,
        #[serde(rename = "name")]
        _name: char,
    }

    #[test]
    fn a_mistake_has_its_line_and_column() {
        for (text, said) in [
            ("one = 1\nt\u{e4}wo = \n", "2:2: this is not valid TOML: "),
            ("width = -1\n", "1:9: expected a whole number, 0 or more, not the number -1"),
            ("width = 1\n name = \"ab\"", "2:9: expected a character, not the string \"ab\""),
            ("name = \"a\"\n", "1:1: the key `width` is missing"),
            ("name = \"a\"\ncolour = 1", "2:1: unknown key `colour`; the keys are width, name"),
        ] {
            let error = read::<File>(text).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}\ninstead of: {said}");
        }
    }

    #[test]
    fn parts_of_strings_have_their_places() {
        for (text, place_of_b) in [
            ("rows = \"a b\"", (1, 11)),
            ("rows = \"\"\"\na\n b\"\"\"", (3, 2)),
            ("rows = '''\r\na\r\n b'''", (3, 2)),
            ("rows = \"a\\u0020b\"", (1, 8)),
        ] {
            let file: BTreeMap<String, Spanned<String>> = read(text).unwrap();
            let rows = &file["rows"];
            let part = rows.get_ref().split_whitespace().last().unwrap();
            assert_eq!(place(text, byte_of(text, rows, part)), place_of_b, "{text}");
        }
    }
}
