//! A table of numbers with headings, the result of the laboratory's commands.

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::board::Bitboard;
use crate::words::{grouped, in_columns};

/// A column of a [`Table`]. A column that is shorter than others is empty below.
#[derive(Clone, PartialEq, Debug)]
pub enum Column {
    /// Numbers that a sum would mean nothing of.
    Numbers(Vec<u64>),
    /// Counts, with their sum below them in a text.
    Counts(Vec<u64>),
    /// Counts that can be larger: strings of digits in JSON.
    Games(Vec<u128>),
    /// Codes of positions, which are strings of digits in JSON.
    Codes(Vec<Bitboard>),
    /// Probabilities.
    Probabilities(Vec<f64>),
    /// Ratios of other columns; none where the other number is zero.
    Ratios(Vec<Option<f64>>),
}

impl Column {
    /// A column of numbers.
    pub fn numbers(numbers: impl IntoIterator<Item = u64>) -> Self {
        Self::Numbers(numbers.into_iter().collect())
    }

    /// A column of counts.
    pub fn counts(counts: impl IntoIterator<Item = u64>) -> Self {
        Self::Counts(counts.into_iter().collect())
    }

    /// A column with each count divided by the one beside it.
    pub(super) fn ratios(pairs: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let ratio = |(count, of): (u64, u64)| (of > 0).then(|| count as f64 / of as f64);
        Self::Ratios(pairs.into_iter().map(ratio).collect())
    }

    /// The number of values.
    pub fn rows(&self) -> usize {
        match self {
            Self::Numbers(numbers) | Self::Counts(numbers) => numbers.len(),
            Self::Games(counts) => counts.len(),
            Self::Codes(codes) => codes.len(),
            Self::Probabilities(values) => values.len(),
            Self::Ratios(values) => values.len(),
        }
    }

    /// The number in a row; none below the column, and where there is no ratio.
    fn cell(&self, row: usize) -> Option<Cell> {
        match self {
            Self::Numbers(numbers) | Self::Counts(numbers) => {
                numbers.get(row).copied().map(Cell::Count)
            }
            Self::Games(counts) => counts.get(row).map(|count| Cell::Digits(count.to_string())),
            Self::Codes(codes) => codes.get(row).map(|code| Cell::Digits(code.code().to_string())),
            Self::Probabilities(values) => values.get(row).copied().map(Cell::Probability),
            Self::Ratios(values) => values.get(row).copied().flatten().map(Cell::Ratio),
        }
    }
}

#[derive(serde::Serialize)]
#[serde(untagged)]
enum Cell {
    Count(u64),
    Digits(String),
    Probability(f64),
    Ratio(f64),
}

impl Cell {
    /// As text. Probabilities have five digits, as in the literature, and ratios three decimals.
    fn text(self) -> String {
        match self {
            Self::Count(count) => count.to_string(),
            Self::Digits(digits) => digits,
            Self::Probability(value) => scientific(value),
            Self::Ratio(value) => format!("{value:.3}"),
        }
    }
}

/// Five digits and a two-digit exponent: `7.4074E-03`; zero is a plain `0`.
fn scientific(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.4E}");
    let Some((digits, exponent)) = text.split_once('E') else { return text };
    match exponent.strip_prefix('-') {
        Some(size) => format!("{digits}E-{size:0>2}"),
        None => format!("{digits}E+{exponent:0>2}"),
    }
}

/// Columns with headings. The first column numbers the rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// What the table is of, in words.
    pub title: String,
    /// Headings and columns.
    pub columns: Vec<(String, Column)>,
}

impl Table {
    pub(super) fn new(title: &str) -> Self {
        Self { title: title.to_owned(), columns: Vec::new() }
    }

    pub(super) fn add(&mut self, heading: impl Into<String>, column: Column) {
        self.columns.push((heading.into(), column));
    }

    /// The headings of the columns.
    pub fn headings(&self) -> Vec<&str> {
        self.columns.iter().map(|(heading, _)| &**heading).collect()
    }

    /// The number of rows: that of the longest column.
    pub fn rows(&self) -> usize {
        self.columns.iter().map(|(_, column)| column.rows()).max().unwrap_or(0)
    }

    /// The table as comma-separated values, in the format of the files of published figures.
    pub fn csv(&self) -> String {
        let mut text = self.headings().join(",") + "\n";
        for row in 0..self.rows() {
            let cells = self.columns.iter().map(|(_, column)| column.cell(row));
            let cells: Vec<String> =
                cells.map(|cell| cell.map_or_else(String::new, Cell::text)).collect();
            text += &(cells.join(",") + "\n");
        }
        text
    }

    /// The table in aligned columns, with the sums of counts below.
    pub fn text(&self) -> String {
        let cell = |column: &Column, row| match (column, column.cell(row)) {
            (_, Some(Cell::Count(count))) => grouped(count),
            (Column::Games(counts), Some(_)) => grouped(counts[row]),
            (_, cell) => cell.map_or_else(String::new, Cell::text),
        };
        let cells = |row: usize| self.columns.iter().map(move |(_, column)| cell(column, row));
        let sum = |column: &Column| match column {
            Column::Counts(counts) => grouped(counts.iter().sum::<u64>()),
            Column::Games(counts) => grouped(counts.iter().sum::<u128>()),
            _ => String::new(),
        };
        let heading = self.columns.iter().map(|(heading, _)| heading.replace('_', " "));
        let mut lines: Vec<Vec<String>> = vec![heading.collect()];
        lines.extend((0..self.rows()).map(|row| cells(row).collect()));
        let sums: Vec<String> = self.columns.iter().map(|(_, column)| sum(column)).collect();
        let is_summed = sums.iter().any(|sum| !sum.is_empty());
        lines.extend(is_summed.then_some(sums));
        let mut lines = in_columns(&lines, |_| false);
        let rule = "-".repeat(lines[0].chars().count());
        if is_summed {
            lines.insert(lines.len() - 1, rule.clone());
        }
        lines.insert(1, rule);
        lines.join("\n") + "\n"
    }
}

impl Serialize for Table {
    /// The title, the headings in `columns`, and the numbers by `rows`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |row| self.columns.iter().map(|(_, column)| column.cell(row)).collect();
        let rows: Vec<Vec<Option<Cell>>> = (0..self.rows()).map(row).collect();
        let mut table = serializer.serialize_struct("Table", 3)?;
        table.serialize_field("title", &self.title)?;
        table.serialize_field("columns", &self.headings())?;
        table.serialize_field("rows", &rows)?;
        table.end()
    }
}
