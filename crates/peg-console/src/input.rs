//! Arguments and files that several commands share: numbers, texts, searches.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, stdin};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::listed::{is_direct, reads};
use peg_solitaire::search::{Search, UNIT_OF_WORK};
use pegfont_base::file_kind::FileKind;
use pegfont_base::words::{STANDARD_INPUT, grouped, text_of};

/// Whether a name stands for standard input.
pub fn is_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// What a file is called in messages.
pub fn name_of(path: &Path) -> String {
    if is_input(path) {
        STANDARD_INPUT.to_owned()
    } else {
        path.display().to_string()
    }
}

/// A mistake in a file. If the error begins with its line and column, the file's name goes before
/// them as editors expect: `file:line:column: what`.
pub fn in_file(path: &Path, error: impl std::fmt::Display) -> anyhow::Error {
    let (name, error) = (name_of(path), error.to_string());
    let is_placed = error.starts_with(|first: char| first.is_ascii_digit());
    anyhow!("{name}:{}{error}", if is_placed { "" } else { " " })
}

/// A parser of whole numbers in a range, whose message gives the range.
pub fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number
            .and_then(|number: u64| N::try_from(number).ok())
            .ok_or_else(|| {
                let (least, most) = (grouped(*range.start()), grouped(*range.end()));
                format!("write a whole number from {least} to {most}")
            })
    }
}

/// Parses two sides, across and down: `16x6`.
pub fn sides(text: &str) -> Option<(u32, u32)> {
    let (across, down) = text.split_once(['x', 'X', '×'])?;
    Some((across.parse().ok()?, down.parse().ok()?))
}

/// Parses a number of bytes: `900`, `256K` (thousands) or `8GiB` (of 1,024 x 1,024 x 1,024).
pub fn bytes(text: &str) -> Result<u64, String> {
    let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = text[number.len()..].to_ascii_lowercase();
    let units = ["", "k", "m", "g", "t", "", "ki", "mi", "gi", "ti"];
    let unit = units
        .iter()
        .position(|&it| it == unit.trim_end_matches('b'));
    let unit = unit.map(|it| if it < 5 { 1000_u64 } else { 1024 }.pow(it as u32 % 5));
    let bytes = number
        .parse()
        .ok()
        .and_then(|number: u64| number.checked_mul(unit?));
    bytes
        .filter(|&bytes| bytes > 0)
        .ok_or_else(|| "write a number of bytes, such as 256K (256,000), 512MiB or 8GiB".to_owned())
}

/// A word that an option takes, its help, which may be empty, and what it stands for.
pub type Choice<T> = (&'static str, &'static str, T);

/// A parser of one of these words, in upper or lower case.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let words = choices
        .iter()
        .map(|&(word, help, _)| PossibleValue::new(word).help((!help.is_empty()).then_some(help)));
    PossibleValuesParser::new(words).try_map(|word| {
        let found = choices
            .iter()
            .find(|choice| choice.0.eq_ignore_ascii_case(&word));
        found.map(|choice| choice.2.clone()).ok_or("no such word")
    })
}

/// Parses a decimal number, which is finite.
pub fn decimal(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "write a number such as 2 or 0.5".to_owned())
}

/// The most mebibytes of a file that are read: enough for the largest bitmap fonts and pictures.
pub const MOST_MEBIBYTES: u64 = 128;

/// The bytes of a file; `-` is standard input. A file without end, such as a device, is refused.
///
/// What can be read only once, standard input or a pipe, is kept for those who ask again.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    static READ_ONCE: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());
    let mut read_once = READ_ONCE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = read_once.get(path) {
        return Ok(bytes.clone());
    }

    let bytes = read_whole(path)?;
    if is_input(path) || is_direct(path) {
        read_once.insert(path.to_owned(), bytes.clone());
    }
    if !is_input(path) {
        reads(path)?;
    }
    Ok(bytes)
}

fn read_whole(path: &Path) -> Result<Vec<u8>> {
    let (name, most) = (name_of(path), MOST_MEBIBYTES << 20);
    let mut bytes = Vec::new();
    let read = if is_input(path) {
        stdin().take(most + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("can't read {name}"))?;

    if bytes.len() as u64 > most {
        bail!("can't read {name}: it has more than {MOST_MEBIBYTES} MiB, which is the limit");
    }
    Ok(bytes)
}

/// The text of a file; `-` is standard input.
pub fn read_text(path: &Path) -> Result<String> {
    text_in(path, &read_bytes(path)?, SAVE_AS_UTF_8)
}

/// How to make a text that can be read of one in another charset.
pub const SAVE_AS_UTF_8: &str = ": save it as UTF-8; in Notepad, that is Encoding in File > Save as, and in Excel the file type \
                                 CSV UTF-8";

/// The text that these bytes of a file are, or else the remedy.
pub fn text_in(path: &Path, bytes: &[u8], remedy: &str) -> Result<String> {
    text_of(bytes).map_err(|line| {
        let kind = FileKind::of(bytes);
        if kind != FileKind::Data && kind != FileKind::Text {
            return anyhow!("{}: this is {}, not a text", name_of(path), kind.name());
        }
        anyhow!(
            "can't read {}: line {line} is not text in UTF-8{remedy}",
            name_of(path)
        )
    })
}

/// How long to search for a game, and for which.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Find another game; the same number always finds the same one
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,

    /// How much work to spend on the search. 60 takes up to 20 seconds on one core
    #[arg(long, value_name = "NUMBER", default_value = "60", value_parser = whole::<u32>(1..=86_400))]
    pub effort: u32,
}

impl SearchArgs {
    /// The search that is asked for.
    pub fn search(&self) -> Search {
        let work = u64::from(self.effort) * UNIT_OF_WORK;
        Search {
            seed: self.seed,
            work,
            ..Search::default()
        }
    }
}
