//! TOML tables with places (line and column), for files written by people, whose errors must give a location. The modules
//! that read them define the keys.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A mistake in a TOML file, and its place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{spot}: {what}")]
pub(crate) struct TomlError {
    /// The place.
    pub spot: Spot,
    /// The mistake.
    pub what: String,
}

impl TomlError {
    fn new(spot: Spot, what: String) -> Self {
        Self { spot, what }
    }
}

/// A line and a column, counted from 1 in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub line: usize,
    pub column: usize,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A value and the place of its key.
pub(crate) struct At<T> {
    pub spot: Spot,
    pub value: T,
}

/// A string in a file.
pub(crate) struct Text<'t> {
    /// The string.
    pub text: Cow<'t, str>,
    /// The place of its first character; in a block of lines, the beginning of the first line.
    pub first: Spot,
    /// Whether its lines are lines of the file, as in a string with three quotes.
    is_block: bool,
}

impl Text<'_> {
    /// The place of a character of a block, by its line and column in the string, counted from 0; elsewhere the place of the
    /// string, whose line breaks are escapes.
    pub fn spot(&self, line: usize, column: usize) -> Spot {
        match line {
            _ if !self.is_block => self.first,
            0 => Spot { column: self.first.column + column, ..self.first },
            _ => Spot { line: self.first.line + line, column: column + 1 },
        }
    }
}

/// A table from which keys are taken one by one.
pub(crate) struct Table<'t> {
    source: Rc<Source<'t>>,
    spot: Spot,
    entries: Vec<(At<Cow<'t, str>>, Spanned<DeValue<'t>>)>,
}

/// The text of a file, with the positions of its line ends.
struct Source<'t> {
    text: &'t str,
    line_ends: Vec<usize>,
}

impl Source<'_> {
    fn spot(&self, offset: usize) -> Spot {
        let line = self.line_ends.partition_point(|&end| end < offset) + 1;
        let begin = line.checked_sub(2).map_or(0, |before| self.line_ends[before] + 1);
        let before = self.text.get(begin..offset).unwrap_or_default();
        Spot { line, column: before.chars().count() + 1 }
    }
}

impl<'t> Table<'t> {
    /// The file's top-level table.
    pub fn parse(text: &'t str) -> Result<Self, TomlError> {
        let line_ends = text.match_indices('\n').map(|(offset, _)| offset).collect();
        let source = Rc::new(Source { text, line_ends });
        let table = DeTable::parse(text).map_err(|error| {
            let spot = source.spot(error.span().map_or(0, |span| span.start));
            TomlError::new(spot, format!("this is not valid TOML: {}", error.message()))
        })?;
        let span = table.span();
        Ok(Self::new(source, span, table.into_inner()))
    }

    fn new(source: Rc<Source<'t>>, span: Range<usize>, table: DeTable<'t>) -> Self {
        let entry = |(key, value): (Spanned<Cow<'t, str>>, _)| {
            (At { spot: source.spot(key.span().start), value: key.into_inner() }, value)
        };
        let entries = table.into_iter().map(entry).collect();
        Self { spot: source.spot(span.start), entries, source }
    }

    /// The place where the table begins.
    pub fn spot(&self) -> Spot {
        self.spot
    }

    fn take(&mut self, key: &str) -> Option<(Spot, Spanned<DeValue<'t>>)> {
        let at = self.entries.iter().position(|(name, _)| name.value == key)?;
        let (name, value) = self.entries.swap_remove(at);
        Some((name.spot, value))
    }

    /// An optional string.
    pub fn string(&mut self, key: &str) -> Result<Option<At<Text<'t>>>, TomlError> {
        let Some((spot, value)) = self.take(key) else { return Ok(None) };
        let value = text_of(&self.source, key, spot, value)?;
        Ok(Some(At { spot, value }))
    }

    /// A required string.
    pub fn needed(&mut self, key: &str) -> Result<At<Text<'t>>, TomlError> {
        let spot = self.spot;
        self.string(key)?.ok_or_else(|| TomlError::new(spot, format!("the key `{key}` is missing")))
    }

    /// A required string, with a value to show as an example if it is missing.
    pub fn needed_like(&mut self, key: &str, example: &str) -> Result<At<Text<'t>>, TomlError> {
        let spot = self.spot;
        let what = || format!("the key `{key}` is missing; write for example {key} = {example:?}");
        self.string(key)?.ok_or_else(|| TomlError::new(spot, what()))
    }

    /// A required character.
    pub fn character(&mut self, key: &str) -> Result<At<char>, TomlError> {
        let At { spot, value } = self.needed_like(key, "A")?;
        let what = || format!("`{key}` must be one character, not {:?}", brief(&value.text));
        let value = single_character(&value.text).ok_or_else(|| TomlError::new(spot, what()))?;
        Ok(At { spot, value })
    }

    /// An optional non-negative integer.
    pub fn number(&mut self, key: &str) -> Result<Option<At<u64>>, TomlError> {
        let Some((spot, value)) = self.take(key) else { return Ok(None) };
        let number = match value.get_ref() {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let what = || format!("`{key}` must be a whole number, 0 or more");
        let value = number.ok_or_else(|| TomlError::new(spot, what()))?;
        Ok(Some(At { spot, value }))
    }

    /// An optional number, possibly with a fraction.
    pub fn real(&mut self, key: &str) -> Result<Option<At<f64>>, TomlError> {
        let Some((spot, value)) = self.take(key) else { return Ok(None) };
        let number = match value.get_ref() {
            DeValue::Integer(number) => number.as_str().parse().ok(),
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => None,
        };
        let what = || format!("`{key}` must be a number");
        let value = number.ok_or_else(|| TomlError::new(spot, what()))?;
        Ok(Some(At { spot, value }))
    }

    /// One string or a list of strings; empty if the key is missing.
    pub fn strings(&mut self, key: &str) -> Result<Vec<Text<'t>>, TomlError> {
        let Some((spot, value)) = self.take(key) else { return Ok(Vec::new()) };
        let span = value.span();
        match value.into_inner() {
            DeValue::Array(list) => {
                let texts = list.into_iter().map(|item| text_of(&self.source, key, spot, item));
                texts.collect()
            }
            other => Ok(vec![text_of(&self.source, key, spot, Spanned::new(span, other))?]),
        }
    }

    /// The tables of a list like `[[glyph]]`; empty if there are none.
    pub fn tables(&mut self, key: &str) -> Result<Vec<Table<'t>>, TomlError> {
        let Some((spot, value)) = self.take(key) else { return Ok(Vec::new()) };
        let wrong = |spot, value: &DeValue<'_>| {
            let what = format!("`{key}` must be written as [[{key}]], not {}", kind(value));
            TomlError::new(spot, what)
        };
        let list = match value.into_inner() {
            DeValue::Array(list) => list,
            other => return Err(wrong(spot, &other)),
        };
        let table = |item: Spanned<DeValue<'t>>| {
            let span = item.span();
            match item.into_inner() {
                DeValue::Table(table) => Ok(Self::new(self.source.clone(), span, table)),
                other => Err(wrong(self.source.spot(span.start), &other)),
            }
        };
        list.into_iter().map(table).collect()
    }

    /// Finishes the table. Any key that was not taken is unknown.
    pub fn finish(self, allowed: &[&str]) -> Result<(), TomlError> {
        let Some((unknown, _)) =
            self.entries.iter().min_by_key(|(key, _)| (key.spot.line, key.spot.column))
        else {
            return Ok(());
        };
        let (spot, key) = (unknown.spot, brief(&unknown.value));
        let what = format!("unknown key `{key}`; the keys are {}", allowed.join(", "));
        Err(TomlError::new(spot, what))
    }
}

/// The only character of a text.
pub fn single_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

fn text_of<'t>(
    source: &Source<'t>,
    key: &str,
    spot: Spot,
    value: Spanned<DeValue<'t>>,
) -> Result<Text<'t>, TomlError> {
    let start = value.span().start;
    match value.into_inner() {
        DeValue::String(text) => {
            let quoted = source.text.get(start..).unwrap_or("");
            let quotes = source.spot(start);
            let below = ["\"\"\"\n", "\"\"\"\r\n", "'''\n", "'''\r\n"];
            let is_block = quoted.starts_with("\"\"\"") || quoted.starts_with("'''");
            let first = if below.iter().any(|quotes| quoted.starts_with(quotes)) {
                Spot { line: quotes.line + 1, column: 1 }
            } else {
                Spot { column: quotes.column + if is_block { 3 } else { 1 }, ..quotes }
            };
            Ok(Text { text, first, is_block })
        }
        other => {
            let what = format!("`{key}` must be a string in quotes, not {}", kind(&other));
            Err(TomlError::new(spot, what))
        }
    }
}

/// The beginning of a text that may be long.
pub fn brief(text: &str) -> String {
    let mut brief: String = text.chars().take(40).collect();
    if brief.len() < text.len() {
        brief.push_str("...");
    }
    brief
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
