//! Reading TOML files by their types. People write such files: a mistake has its line and column.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, Error as _, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use serde_spanned::de::{SpannedDeserializer, is_spanned};
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is wrong in a file, and where. It is written as `line:column: mistake`, so that the file's name and a colon fit before it.
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
    /// A mistake at a byte of the file.
    #[must_use]
    pub fn at(text: &str, byte: usize, what: impl fmt::Display) -> Self {
        let (line, column) = place(text, byte);
        Self { line, column, what: what.to_string() }
    }
}

/// Reads a file of this type. It has texts, numbers, truth values, lists and tables, but no enums: a word is read as a text, whose
/// meaning the type checks.
///
/// # Errors
/// If the text is not valid TOML, or of another type.
pub fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, FileError> {
    let at = |span: Option<Range<usize>>, what: &str| {
        FileError::at(text, span.map_or(0, |span| span.start), what)
    };
    let file = DeTable::parse(text).map_err(|error| {
        let what = error.message().replace('\n', " ");
        at(error.span(), &format!("this is not valid TOML: {what}"))
    })?;
    let file = Value(Spanned::new(file.span(), DeValue::Table(file.into_inner())));
    T::deserialize(file).map_err(|mistake| at(mistake.span, &mistake.what))
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

/// A value or a key, and where it stands.
struct Value<'t>(Spanned<DeValue<'t>>);

impl<'t> Deserializer<'t> for Value<'t> {
    type Error = Mistake;

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Mistake> {
        let span = self.0.span();
        let read = match self.0.into_inner() {
            DeValue::String(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            DeValue::String(Cow::Owned(text)) => visitor.visit_string(text),
            DeValue::Integer(number) => {
                match i64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) => visitor.visit_i64(number),
                    Err(_) => Err(Mistake::custom(format_args!("{number} is too large"))),
                }
            }
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => visitor.visit_f64(number),
                Err(_) => Err(Mistake::custom(format_args!("{number} is not a number"))),
            },
            DeValue::Boolean(is_so) => visitor.visit_bool(is_so),
            DeValue::Datetime(_) => {
                Err(Mistake::invalid_type(Unexpected::Other("a date"), &visitor))
            }
            DeValue::Array(list) => {
                visitor.visit_seq(SeqDeserializer::new(list.into_iter().map(Value)))
            }
            DeValue::Table(table) => {
                let entries = table.into_iter().map(|(key, value)| {
                    let key = Spanned::new(key.span(), DeValue::String(key.into_inner()));
                    (Value(key), Value(value))
                });
                visitor.visit_map(MapDeserializer::new(entries))
            }
        };
        read.map_err(|mistake| mistake.within(span))
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        if is_spanned(name) {
            let span = self.0.span();
            return visitor.visit_map(SpannedDeserializer::new(self, span));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Mistake> {
        visitor.visit_some(self)
    }

    serde::forward_to_deserialize_any! {
        <W: Visitor<'t>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'t> IntoDeserializer<'t, Mistake> for Value<'t> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// What is wrong, in words for people who know the file and not its types.
#[derive(Debug, Error)]
#[error("{what}")]
struct Mistake {
    /// The bytes of the innermost value with the mistake.
    span: Option<Range<usize>>,
    what: String,
}

impl Mistake {
    fn within(mut self, span: Range<usize>) -> Self {
        self.span.get_or_insert(span);
        self
    }
}

impl de::Error for Mistake {
    fn custom<T: fmt::Display>(what: T) -> Self {
        Self { span: None, what: what.to_string() }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Str(text) => format!("the string {text:?}"),
            Unexpected::Signed(number) => format!("the number {number}"),
            Unexpected::Float(number) => format!("the number {number}"),
            Unexpected::Bool(is_so) => is_so.to_string(),
            Unexpected::Seq => "a list".to_owned(),
            Unexpected::Map => "a table".to_owned(),
            other => other.to_string(),
        };
        let expected = expected.to_string();
        let expected = match expected.as_str() {
            "u8" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
            "i64" => "a whole number",
            "f32" | "f64" => "a number",
            "a boolean" => "true or false",
            "a sequence" => "a list",
            words if words.starts_with("struct ") => "a table",
            words => words,
        };
        Self::custom(format_args!("expected {expected}, not {found}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        match found {
            Unexpected::Signed(number @ 1..) => {
                Self::custom(format_args!("the number {number} is too large"))
            }
            _ => Self::invalid_type(found, expected),
        }
    }

    fn unknown_field(key: &str, keys: &'static [&'static str]) -> Self {
        Self::custom(format_args!("unknown key `{key}`; the keys are {}", keys.join(", ")))
    }

    fn missing_field(key: &'static str) -> Self {
        Self::custom(format_args!("the key `{key}` is missing"))
    }
}
