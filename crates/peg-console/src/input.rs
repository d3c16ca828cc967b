//! Values that several commands take: numbers, sizes, words to choose from; the options of a
//! search.

use std::ops::RangeInclusive;

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use peg_solitaire::search::{Search, UNIT_OF_WORK};
use pegfont_base::words::grouped;

/// A parser of whole numbers in a range, whose message gives the range.
pub fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number: Option<u64> = text.parse().ok();
        let in_range = number.filter(|number| range.contains(number));
        in_range
            .and_then(|number| N::try_from(number).ok())
            .ok_or_else(|| {
                let least = grouped(*range.start());
                let most = grouped(*range.end());
                format!("write a whole number from {least} to {most}")
            })
    }
}

/// The first value of a list that is in it before.
pub fn repeated<V: PartialEq>(values: &[V]) -> Option<&V> {
    for (place, value) in values.iter().enumerate() {
        if values[..place].contains(value) {
            return Some(value);
        }
    }
    None
}

/// Two sides of something, such as a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    /// How much there is from left to right.
    pub across: u32,
    /// How much there is from top to bottom.
    pub down: u32,
}

/// Parses two sides, across and down: `16x6`.
pub fn sides(text: &str) -> Option<Sides> {
    let (across, down) = text.split_once(['x', 'X', '×'])?;
    Some(Sides {
        across: across.parse().ok()?,
        down: down.parse().ok()?,
    })
}

/// Parses a number of bytes: `900`, `256K` (thousands) or `8GiB` (of 1,024 x 1,024 x 1,024).
///
/// # Errors
/// When it is no number with a unit, is 0, or is too large.
pub fn bytes(text: &str) -> Result<u64, String> {
    let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = text[number.len()..].to_ascii_lowercase();

    let counted: Option<u64> = number.parse().ok();
    let size = unit_of_bytes(unit.trim_end_matches('b'));
    let bytes = counted
        .zip(size)
        .and_then(|(number, size)| number.checked_mul(size));
    bytes
        .filter(|&bytes| bytes > 0)
        .ok_or_else(|| "write a number of bytes, such as 256K (256,000), 512MiB or 8GiB".to_owned())
}

/// How many bytes a unit has: `k`, `ki`, `m`...
fn unit_of_bytes(unit: &str) -> Option<u64> {
    let (letter, thousand) = match unit.strip_suffix('i') {
        Some("") => return None,
        Some(letter) => (letter, 1024_u64),
        None => (unit, 1000),
    };
    let power = ["", "k", "m", "g", "t"]
        .iter()
        .position(|&known| known == letter)?;
    Some(thousand.pow(power as u32))
}

/// A word that an option takes.
#[derive(Clone, Copy, Debug)]
pub struct Keyword<T> {
    /// The word.
    pub word: &'static str,
    /// Its help, which may be empty.
    pub help: &'static str,
    /// What it stands for.
    pub value: T,
}

impl<T> Keyword<T> {
    /// A word, its help, and what it stands for.
    pub const fn new(word: &'static str, help: &'static str, value: T) -> Self {
        Self { word, help, value }
    }
}

/// A parser of one of these words, in upper or lower case.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    known: &'static [Keyword<T>],
) -> impl TypedValueParser<Value = T> {
    let words = known.iter().map(|keyword| {
        let help = (!keyword.help.is_empty()).then_some(keyword.help);
        PossibleValue::new(keyword.word).help(help)
    });

    PossibleValuesParser::new(words).try_map(|word| {
        let found = known
            .iter()
            .find(|keyword| keyword.word.eq_ignore_ascii_case(&word));
        found
            .map(|keyword| keyword.value.clone())
            .ok_or("no such word")
    })
}

/// Parses a decimal number, which is finite.
///
/// # Errors
/// When it is none.
pub fn decimal(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "write a number such as 2 or 0.5".to_owned())
}

/// How long to search for a game, and for which.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Find another game; the same number always finds the same one
    #[arg(
        long,
        value_name = "NUMBER",
        default_value = "1",
        value_parser = whole::<u64>(0..=u64::MAX)
    )]
    seed: u64,

    /// How much work to spend on the search.
    ///
    /// 60 takes up to 20 seconds on one core
    #[arg(
        long,
        value_name = "NUMBER",
        default_value = "60",
        value_parser = whole::<u32>(1..=86_400)
    )]
    pub effort: u32,
}

impl SearchArgs {
    /// The search that is asked for.
    pub fn search(&self) -> Search {
        Search {
            seed: self.seed,
            work: u64::from(self.effort) * UNIT_OF_WORK,
            ..Search::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, repeated};

    #[test]
    fn a_value_is_repeated_if_it_is_in_the_list_before() {
        assert_eq!(repeated(&[3, 6, 9, 6, 3]), Some(&6));
        assert_eq!(repeated(&[3, 6, 9]), None);
    }

    #[test]
    fn bytes_have_units_of_thousands_or_of_1024_in_either_case() {
        for (text, number) in [
            ("900", 900),
            ("900b", 900),
            ("256K", 256_000),
            ("256kB", 256_000),
            ("512MiB", 512 << 20),
            ("8gib", 8 << 30),
            ("2T", 2_000_000_000_000),
        ] {
            assert_eq!(bytes(text), Ok(number), "{text}");
        }
        for text in ["", "0", "K", "1x", "1i", "1iB", "-1", "1.5K", "99999999TiB"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
