//! Tables: rows of typed cells below headings. A table is written as aligned text for people, and
//! as CSV or JSON for programs. What a cell is decides how it is aligned and written; nothing is
//! read back from finished text, and nothing is printed here.
//!
//! ```
//! use pegfont_base::table::{Column, Digits, Table};
//!
//! let mut table = Table::default();
//! table.add(Column::new("letter"), ["P", "E", "G"]);
//! table.add(Column::new("games").summed(), [1500_u64, 20, 3]);
//! table.add(Column::new("win_share").digits(Digits::Decimals(2)), [0.5, 0.125, 1.0]);
//!
//! assert_eq!(
//!     table.text(),
//!     "\
//! letter  games  win share
//! ------------------------
//! P       1,500       0.50
//! E          20       0.12
//! G           3       1.00
//! ------------------------
//!         1,523
//! "
//! );
//! assert_eq!(table.csv(), "letter,games,win_share\nP,1500,0.5\nE,20,0.125\nG,3,1.0\n");
//! ```

use csv::{Terminator, WriterBuilder};
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::words::{columns_of, grouped, in_columns};

/// One value in a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Cell {
    /// Words, or digits that are a name: of a code, a sum would mean nothing.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A whole number that may be too large for a number in JSON, where it is a string of digits.
    Large(u128),
    /// Any other number. Text rounds it; CSV and JSON have it whole.
    Ratio(f64),
    /// Nothing: not counted, or not there.
    #[default]
    None,
}

impl Cell {
    /// A count divided by another; nothing if that is zero.
    #[must_use]
    pub fn ratio(count: u64, of: u64) -> Self {
        if of == 0 {
            Self::None
        } else {
            Self::Ratio(count as f64 / of as f64)
        }
    }

    fn is_number(&self) -> bool {
        matches!(self, Self::Count(_) | Self::Large(_) | Self::Ratio(_))
    }

    /// What this adds to the sum of its column.
    fn adds(&self) -> u128 {
        match self {
            Self::Count(count) => u128::from(*count),
            Self::Large(count) => *count,
            Self::Text(_) | Self::Ratio(_) | Self::None => 0,
        }
    }

    /// For programs: numbers without commas, and every digit of them.
    fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Large(count) => count.to_string(),
            // As JSON writes it: 3.6e-10 and not 0.00000000036.
            Self::Ratio(value) => format!("{value:?}"),
            Self::None => String::new(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<u128> for Cell {
    fn from(count: u128) -> Self {
        Self::Large(count)
    }
}

impl From<f64> for Cell {
    fn from(value: f64) -> Self {
        Self::Ratio(value)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => out.serialize_str(text),
            Self::Count(count) => out.serialize_u64(*count),
            Self::Large(count) => out.collect_str(count),
            Self::Ratio(value) => out.serialize_f64(*value),
            Self::None => out.serialize_none(),
        }
    }
}

/// How a text rounds the ratios of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Digits {
    /// This many after the point: `0.512`.
    Decimals(usize),
    /// This many in all, and the power of ten: `3.6e-10`.
    Significant(usize),
    /// Five, and a power of ten of two digits, as tables of the literature have probabilities:
    /// `7.4074E-03`. Zero is a plain `0`.
    Published,
}

impl Digits {
    fn write(self, value: f64) -> String {
        match self {
            Self::Decimals(after) => format!("{value:.after$}"),
            Self::Significant(digits) => format!("{value:.*e}", digits.saturating_sub(1)),
            Self::Published if value == 0.0 => "0".to_owned(),
            Self::Published => published(value),
        }
    }
}

/// A number that is not zero, as tables of the literature have it: `7.4074E-03`.
fn published(value: f64) -> String {
    let text = format!("{value:.4E}");
    let (digits, power) = text.split_once('E').unwrap_or((&text, "0"));
    match power.strip_prefix('-') {
        Some(power) => format!("{digits}E-{power:0>2}"),
        None => format!("{digits}E+{power:0>2}"),
    }
}

/// What stands above a column, and how its cells are meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The words above it: `win share`.
    pub heading: String,
    /// Its name for programs: `win_share`.
    pub key: String,
    /// Whether a text has the sum of its counts below.
    pub is_summed: bool,
    /// How a text rounds its ratios.
    pub digits: Digits,
}

impl Column {
    /// A column with this key, whose heading is the same words.
    pub fn new(key: impl Into<String>) -> Self {
        let key = key.into();
        Self {
            heading: key.replace('_', " "),
            key,
            is_summed: false,
            digits: Digits::Decimals(3),
        }
    }

    /// The same with other words above it, or none.
    #[must_use]
    pub fn headed(self, heading: &str) -> Self {
        Self {
            heading: heading.to_owned(),
            ..self
        }
    }

    /// The same with the sum below it.
    #[must_use]
    pub fn summed(self) -> Self {
        Self {
            is_summed: true,
            ..self
        }
    }

    /// The same with ratios rounded so.
    #[must_use]
    pub fn digits(self, digits: Digits) -> Self {
        Self { digits, ..self }
    }

    /// A cell of this column as people read it, in one line.
    #[must_use]
    pub fn text(&self, cell: &Cell) -> String {
        match cell {
            Cell::Text(text) => text.replace(['\n', '\t'], " "),
            Cell::Count(count) => grouped(*count),
            Cell::Large(count) => grouped(*count),
            Cell::Ratio(value) => self.digits.write(*value),
            Cell::None => String::new(),
        }
    }
}

/// Columns with headings, and rows that have a cell for each.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// What the table is of, in words.
    pub title: String,
    /// What stands above each column.
    pub columns: Vec<Column>,
    /// The cells, row by row.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// An empty table.
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..Self::default()
        }
    }

    /// Adds a column at the right. If it is longer or shorter than the others, cells without a
    /// value are empty.
    pub fn add<T: Into<Cell>>(&mut self, column: Column, cells: impl IntoIterator<Item = T>) {
        let before = self.columns.len();
        self.columns.push(column);

        for (row, cell) in cells.into_iter().enumerate() {
            if row == self.rows.len() {
                self.rows.push(vec![Cell::None; before]);
            }
            self.rows[row].push(cell.into());
        }

        for row in &mut self.rows {
            row.resize(self.columns.len(), Cell::None);
        }
    }

    /// The cells of the column with this key, from top to bottom.
    #[must_use]
    pub fn column(&self, key: &str) -> Option<Vec<&Cell>> {
        let number = self.columns.iter().position(|column| column.key == key)?;
        Some(self.rows.iter().map(|row| &row[number]).collect())
    }

    /// As aligned text: words to the left, numbers to the right. The sums of counts stand at the
    /// end, between rules. A table without rows is an empty text.
    #[must_use]
    pub fn text(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }

        let headings = self.columns.iter().map(|column| column.heading.clone());
        let mut lines: Vec<Vec<String>> = vec![headings.collect()];
        for row in &self.rows {
            let cells = self.columns.iter().zip(row);
            lines.push(cells.map(|(column, cell)| column.text(cell)).collect());
        }
        let has_sums = self.columns.iter().any(|column| column.is_summed);
        if has_sums {
            lines.push(self.sums());
        }

        let is_number = |column: usize| self.rows.iter().any(|row| row[column].is_number());
        let mut lines = in_columns(&lines, |column| !is_number(column));
        if has_sums {
            let rule = "-".repeat(columns_of(&lines[0]));
            lines.insert(lines.len() - 1, rule.clone());
            lines.insert(1, rule);
        }

        lines
            .iter()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect()
    }

    /// The sums of the columns that have one.
    fn sums(&self) -> Vec<String> {
        let sum = |number: usize| -> u128 { self.rows.iter().map(|row| row[number].adds()).sum() };

        let mut sums = Vec::new();
        for (number, column) in self.columns.iter().enumerate() {
            sums.push(if column.is_summed {
                grouped(sum(number))
            } else {
                String::new()
            });
        }
        sums
    }

    /// As comma-separated values, with the keys in the first line.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut csv = csv_heading(&self.columns) + "\n";
        for row in &self.rows {
            csv += &csv_line(row);
            csv.push('\n');
        }
        csv
    }
}

/// The first line of CSV, without its end, for rows that are written as they come.
#[must_use]
pub fn csv_heading(columns: &[Column]) -> String {
    record(columns.iter().map(|column| column.key.clone()))
}

/// A row as a line of CSV, without its end.
#[must_use]
pub fn csv_line(row: &[Cell]) -> String {
    record(row.iter().map(Cell::plain))
}

/// Fields with commas between them, in quotes where they need them.
fn record(fields: impl Iterator<Item = String>) -> String {
    let mut writer = WriterBuilder::new()
        .terminator(Terminator::Any(b'\n'))
        .from_writer(Vec::new());
    // Writing to a Vec can't fail.
    let _ = writer.write_record(fields);

    let line = writer.into_inner().unwrap_or_default();
    let text = String::from_utf8_lossy(&line);
    text.trim_end_matches('\n').to_owned()
}

impl Serialize for Table {
    /// The title, the keys in `columns`, and the cells by `rows`.
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let keys: Vec<&str> = self.columns.iter().map(|column| &*column.key).collect();

        let mut table = out.serialize_struct("Table", 3)?;
        table.serialize_field("title", &self.title)?;
        table.serialize_field("columns", &keys)?;
        table.serialize_field("rows", &self.rows)?;
        table.end()
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Column, Digits, Table};

    #[test]
    fn digits_that_are_names_stand_to_the_left_like_other_words() {
        let mut table = Table::default();
        table.add(Column::new("character").headed(""), ["0", "A", "カ"]);
        table.add(Column::new("pegs"), [9_u64, 12, 1000]);

        assert_eq!(table.text(), "     pegs\n0       9\nA      12\nカ  1,000\n");
        assert_eq!(table.csv(), "character,pegs\n0,9\nA,12\nカ,1000\n");
    }

    #[test]
    fn csv_has_every_digit_and_quotes_what_would_end_a_field() {
        let mut table = Table::default();
        let names = ["1,000", "\"a\"", "two\nlines", ""];
        table.add(Column::new("name"), names);
        let third = Column::new("third").digits(Digits::Significant(2));
        table.add(third, [1.0 / 3.0, 3.6e-10 / 7.0, 0.0, 1e300]);
        table.add(Column::new("large"), [u128::MAX]);

        let csv = table.csv();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let read: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        for (record, row) in read.iter().zip(&table.rows) {
            let [Cell::Text(name), Cell::Ratio(third), _] = &row[..] else {
                panic!("{row:?}")
            };
            assert_eq!(&record[0], name);
            assert_eq!(record[1].parse(), Ok(*third));
        }
        assert_eq!(read.len(), names.len());
        assert_eq!(read[0][2].parse(), Ok(u128::MAX));
        assert!(table.text().contains(" 5.1e-11\n"), "{}", table.text());
    }

    #[test]
    fn published_probabilities_have_five_digits_and_a_power_of_two() {
        let column = Column::new("probability").digits(Digits::Published);
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1.0000E+00"),
            (0.007_407_407, "7.4074E-03"),
            (1.5e-123, "1.5000E-123"),
        ] {
            assert_eq!(column.text(&Cell::Ratio(value)), text);
        }
    }

    #[test]
    fn an_empty_table_is_a_line_of_keys_for_programs_and_nothing_for_people() {
        let mut table = Table::new("Nothing");
        table.add(Column::new("games").summed(), Vec::<u64>::new());

        assert_eq!(table.text(), "");
        assert_eq!(table.csv(), "games\n");
    }
}
