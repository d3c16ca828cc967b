//! What commands answer, and in which form it is printed. An answer that is a struct is printed as
//! JSON, or as a line for each of its fields.

// Elsewhere, standard output is denied.
#![allow(clippy::disallowed_methods)]

use std::fmt::Display;
use std::io::{self, BufWriter, Write as _};

use anyhow::{Context as _, Result};
use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::to_raw_value;

use crate::inert::{Inert, escaped_in_json};
use crate::output::{CANNOT_WRITE, Output};
use pegfont_base::parallel;

/// The form in which an answer is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// For people.
    #[default]
    Text,
    /// A table for programs.
    Csv,
    /// For programs.
    Json,
}

impl Form {
    /// JSON if it was asked for, or else text.
    #[must_use]
    pub fn json_if(is_asked: bool) -> Self {
        if is_asked { Self::Json } else { Self::Text }
    }

    /// Whether the answer is for programs.
    #[must_use]
    pub fn is_for_programs(self) -> bool {
        self != Self::Text
    }
}

/// What a command answers. `run` returns it, and nothing of it is printed or written before.
///
/// An answer may be too long for memory, such as a list of millions of positions. It then holds
/// what it is made of, and makes it bit by bit as it is printed: see [`AnswerLines`] and
/// [`LongList`].
pub trait Answer {
    /// Prints the answer; writes its files, and names them. An answer that has one form is printed
    /// in that.
    ///
    /// # Errors
    /// When standard output or a file can't be written, or the user stops it.
    fn put(self, form: Form, out: &Output) -> Result<()>;
}

/// An answer of lines, each of which is made when it is printed.
#[derive(Debug)]
pub struct AnswerLines<I>(pub I);

impl<I: IntoIterator<Item: Display>> Answer for AnswerLines<I> {
    fn put(self, _: Form, out: &Output) -> Result<()> {
        out.say_lines(self.0)
    }
}

impl Output {
    /// Prints an answer as JSON.
    ///
    /// # Errors
    /// When standard output fails.
    pub fn put_json(&self, answer: &impl Serialize) -> Result<()> {
        self.err.say_remarks();
        let inert = Inert {
            out: io::stdout().lock(),
            code: escaped_in_json,
        };
        // It gets a page at a time: serde_json writes a few bytes.
        let mut out = BufWriter::with_capacity(1 << 16, inert);

        let written = serde_json::to_writer_pretty(&mut out, answer);
        written.map_err(io::Error::from).context(CANNOT_WRITE)?;
        writeln!(out).context(CANNOT_WRITE)?;
        out.flush().context(CANNOT_WRITE)
    }

    /// Prints an answer: as JSON, or in lines of `KEY: VALUE`.
    ///
    /// # Errors
    /// When standard output fails.
    pub fn put_answer(&self, answer: &impl Serialize, form: Form) -> Result<()> {
        match form {
            Form::Json => self.put_json(answer),
            Form::Csv | Form::Text => self.say_lines(lines(answer)?),
        }
    }
}

/// An answer as lines: `KEY: VALUE` for each field that has a value.
fn lines(answer: &impl Serialize) -> Result<Vec<String>> {
    let fields = match serde_json::to_value(answer)? {
        Value::Object(fields) => fields,
        _ => return Ok(Vec::new()),
    };

    let mut lines = Vec::new();
    for (key, value) in &fields {
        let name = key.replace('_', " ");
        match value {
            Value::Null => {}
            Value::Object(named) if !named.is_empty() => {
                lines.push(format!("{name}:"));
                for (name, value) in named {
                    lines.push(format!("  {name}: {}", in_words(value)));
                }
            }
            value => lines.push(format!("{name}: {}", in_words(value))),
        }
    }
    Ok(lines)
}

/// A value of an answer in words.
fn in_words(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        Value::Array(list) => list.iter().map(in_words).collect::<Vec<_>>().join(" "),
        Value::Object(named) if named.is_empty() => "none".to_owned(),
        value => value.to_string(),
    }
}

/// A list in an answer that is written bit by bit, on all threads: all at once, a long one takes
/// ten times the memory of its text.
#[derive(Debug)]
pub struct LongList<'a, T, F> {
    /// The items.
    pub items: &'a [T],
    /// What is written of each.
    pub describe: F,
}

/// How many items are put into words at once.
const ITEMS_AT_ONCE: usize = 1 << 13;

impl<T: Sync, D: Serialize, F: Fn(&T) -> D + Sync> Serialize for LongList<'_, T, F> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut list = out.serialize_seq(Some(self.items.len()))?;
        for items in self.items.chunks(ITEMS_AT_ONCE) {
            let described = parallel::try_map(items, |item| to_raw_value(&(self.describe)(item)));
            for item in described.map_err(S::Error::custom)? {
                list.serialize_element(&item)?;
            }
        }
        list.end()
    }
}

#[cfg(test)]
mod tests {
    use super::lines;
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    struct Answer {
        least_pegs: u32,
        is_won: bool,
        finish: Option<&'static str>,
        jumps: Vec<&'static str>,
        finishes: Vec<&'static str>,
        solutions: BTreeMap<&'static str, &'static str>,
        problems: BTreeMap<&'static str, u32>,
    }

    #[test]
    fn an_answer_is_a_line_for_each_field_that_has_a_value() {
        let answer = Answer {
            least_pegs: 2,
            is_won: false,
            finish: None,
            jumps: vec!["a1-a3", "b1-b3"],
            finishes: Vec::new(),
            solutions: BTreeMap::from([("c1", "a1-c1"), ("c3", "a3-c3")]),
            problems: BTreeMap::new(),
        };
        let lines = lines(&answer).expect("it can be put into words");

        let expected = [
            "least pegs: 2",
            "is won: no",
            "jumps: a1-a3 b1-b3",
            "finishes: none",
            "solutions:",
            "  c1: a1-c1",
            "  c3: a3-c3",
            "problems: none",
        ];
        assert_eq!(lines, expected);
    }
}
