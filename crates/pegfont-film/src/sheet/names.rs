//! A list of names, each with its line, for a sheet with pages of each.

use crate::Error;
use pegfont_base::words::is_unseen;
use unicode_normalization::UnicodeNormalization as _;

/// What may stand above the names of a table.
const HEADINGS: [&str; 4] = ["name", "names", "first name", "child"];

/// The most names of a list.
pub const MOST_NAMES: usize = 10_000;

/// The most letters of a name.
pub const MOST_LETTERS: usize = 60;

/// The names of a list, each with its line, and the heading that stands above them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// The heading, if there is one.
    pub heading: Option<(u64, String)>,
    /// The names, in order.
    pub names: Vec<(u64, String)>,
}

impl Names {
    /// Parses the lines of a text, or the first cells of a table whose cells have commas (in a CSV
    /// file), semicolons or tabs between them.
    ///
    /// # Errors
    /// If a name has no letters or too many, there are no names or too many, or a quotation mark is
    /// missing.
    pub fn parse(text: &str, is_csv: bool) -> Result<Self, Error> {
        let first = text
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        let count = |separator: &char| first.matches(*separator).count();
        let separators = ['\t', ';', ',']
            .into_iter()
            .filter(|&one| one != ',' || is_csv);
        let separator = separators.filter(|one| count(one) > 0).max_by_key(count);
        let mut table = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator.map_or(0, |separator| separator as u8))
            .quoting(is_csv || separator.is_some())
            .from_reader(text.as_bytes());
        let mut found = Self {
            heading: None,
            names: Vec::new(),
        };
        // All text can be read as a table.
        for row in table.records().flatten() {
            let line = row.position().map_or(1, csv::Position::line);
            let name: String = row[0]
                .trim()
                .chars()
                .filter(|&one| !is_unseen(one))
                .nfc()
                .collect();
            if name.contains('\n') {
                return Err(Error::LongCell { line });
            }
            let is_first = separator.is_some() && found.names.is_empty();
            if is_first && HEADINGS.contains(&&*name.to_lowercase()) {
                found.heading = Some((line, name));
            } else if !name.is_empty() {
                let letters = letters(&name).count();
                if !(1..=MOST_LETTERS).contains(&letters) {
                    return Err(Error::Name {
                        line,
                        name,
                        letters,
                    });
                }
                found.names.push((line, name));
                if found.names.len() > MOST_NAMES {
                    return Err(Error::ManyNames { line });
                }
            }
        }
        if found.names.is_empty() {
            Err(Error::NoNames)
        } else {
            Ok(found)
        }
    }
}

/// The letters of a name, each of which is a puzzle.
pub fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|letter| letter.is_alphanumeric())
}
