//! The one writer of lines, JSON and messages: nothing else prints. What a terminal shows has no
//! effects on it, wherever the words come from.

// Elsewhere, these are denied.
#![allow(clippy::disallowed_methods)]

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufWriter, Write};
use std::process;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::to_raw_value;

use crate::message;
use pegfont_base::parallel;

/// Prints an answer as JSON.
pub fn print_json(answer: &impl Serialize) -> Result<()> {
    // The filter gets a page at a time: serde_json writes a few bytes.
    let code = |it| format!("\\u{:04x}", u32::from(it));
    let inert = Inert {
        out: io::stdout().lock(),
        code,
    };
    let mut out = BufWriter::with_capacity(1 << 16, inert);
    serde_json::to_writer_pretty(&mut out, answer).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Prints an answer: as JSON, or as a picture, if there is one, and a line for each key that has a
/// value.
pub fn print_answer(answer: &Value, picture: &str, json: bool) -> Result<()> {
    if json {
        return print_json(answer);
    }
    if !picture.is_empty() {
        say!("{picture}\n");
    }
    let lines = answer
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, value)| !value.is_null());
    let line = |(key, value): (&String, _)| format!("{}: {}", key.replace('_', " "), words(value));
    say_lines(lines.map(line).map(|line| line.replace(": \n", ":\n")))
}

/// A value of an answer in words.
pub fn words(value: &Value) -> String {
    match value {
        Value::Bool(is) => if *is { "yes" } else { "no" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        Value::Object(named) if named.is_empty() => "none".to_owned(),
        Value::Object(named) => named
            .iter()
            .map(|(name, value)| format!("\n  {name}: {}", words(value)))
            .collect(),
        Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// A list that is written bit by bit, each item in a line: all at once, a long one takes ten times
/// the memory of its text.
#[derive(Debug)]
pub struct Streamed<'a, T, F>(pub &'a [T], pub F);

/// How many items are put into words at once, on all threads.
const AT_ONCE: usize = 1 << 13;

impl<T: Sync, D: Serialize, F: Fn(&T) -> D + Sync> Serialize for Streamed<'_, T, F> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut list = out.serialize_seq(Some(self.0.len()))?;
        for items in self.0.chunks(AT_ONCE) {
            for line in parallel::try_map(items, |item| to_raw_value(&(self.1)(item)))
                .map_err(S::Error::custom)?
            {
                list.serialize_element(&line)?;
            }
        }
        list.end()
    }
}

/// Prints to standard output. If the reader is gone, ends the program without an error; if writing
/// fails, with one.
pub fn say(what: fmt::Arguments<'_>) {
    say_remarks();
    if let Err(error) = io::stdout()
        .lock()
        .write_all(inert(&what.to_string()).as_bytes())
    {
        if error.kind() == io::ErrorKind::BrokenPipe {
            process::exit(0);
        }
        note!("error: can't write to standard output: {error}");
        process::exit(1);
    }
}

/// Prints many lines to standard output.
pub fn say_lines(lines: impl IntoIterator<Item: fmt::Display>) -> Result<()> {
    let mut out = BufWriter::new(Inert {
        out: io::stdout().lock(),
        code: escaped,
    });
    lines
        .into_iter()
        .try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(out.flush()?)
}

/// Remarks that are kept until something else is printed.
static REMARKS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Keeps a remark on the command line. It is printed before anything else, or at the end. If the
/// run fails, the error has it instead.
pub fn remark(what: String) {
    let mut remarks = REMARKS.lock().unwrap_or_else(PoisonError::into_inner);
    remarks.push(what);
}

/// The remarks that are kept. Nobody else will say them.
pub fn take_remarks() -> Vec<String> {
    std::mem::take(&mut REMARKS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Prints the remarks that are kept.
pub fn say_remarks() {
    for remark in take_remarks() {
        note!("{remark}");
    }
}

/// Prints a line to standard error, in which long words are shortened. A reader that has gone misses
/// it.
pub fn note(what: fmt::Arguments<'_>) {
    say_remarks();
    let message = message::in_brief(&inert(&what.to_string()));
    let _ = writeln!(io::stderr(), "{message}");
}

/// Whether a character has an effect on a terminal that shows it: a control character, or one that
/// changes the direction of others. Names and texts from files can have them.
fn has_effects(it: char) -> bool {
    (it.is_control() && it != '\n' && it != '\t')
        || matches!(it, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The code of a character in words: `\u{1b}`.
pub fn escaped(it: char) -> String {
    it.escape_unicode().to_string()
}

/// A text in which the code of a character stands instead of its effects on a terminal.
pub fn inert(text: &str) -> Cow<'_, str> {
    with_codes(text, escaped)
}

/// `text` in one line, with the codes of characters instead of their effects.
pub fn inert_line(text: &str) -> String {
    inert(text).replace(['\n', '\t'], " ")
}

fn with_codes(text: &str, code: fn(char) -> String) -> Cow<'_, str> {
    // Hundreds of megabytes of JSON are plain.
    let is_plain = |all, it: u8| all & (matches!(it, b' '..=b'~') | (it == b'\n'));
    if text.bytes().fold(true, is_plain) || !text.chars().any(has_effects) {
        return text.into();
    }
    let word = |it: char| {
        if has_effects(it) {
            code(it)
        } else {
            it.to_string()
        }
    };
    text.chars().map(word).collect::<String>().into()
}

/// Writes text so that it has no effects on a terminal. Each write is of whole characters.
#[derive(Debug)]
pub struct Inert<W> {
    /// Where it goes.
    pub out: W,
    /// The code of a character that would have an effect.
    pub code: fn(char) -> String,
}

impl<W: Write> Write for Inert<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.out
            .write_all(with_codes(&text, self.code).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether the reader of our output is gone, which is not an error.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(&peg_solitaire::Error::Io { kind, .. }) => Some(kind),
        _ => cause.downcast_ref().map(io::Error::kind),
    });
    kind == Some(io::ErrorKind::BrokenPipe)
}
