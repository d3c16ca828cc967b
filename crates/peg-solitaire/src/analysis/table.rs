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

    /// None where there is no ratio.
    fn cells(&self) -> Vec<Option<Cell>> {
        fn of<T: Copy>(values: &[T], cell: impl Fn(T) -> Cell) -> Vec<Option<Cell>> {
            values.iter().map(|&value| Some(cell(value))).collect()
        }
        match self {
            Self::Numbers(numbers) | Self::Counts(numbers) => of(numbers, Cell::Count),
            Self::Games(counts) => of(counts, Cell::Games),
            Self::Codes(codes) => of(codes, |code| Cell::Code(code.code().to_string())),
            Self::Probabilities(values) => of(values, Cell::Probability),
            Self::Ratios(values) => values.iter().map(|value| value.map(Cell::Ratio)).collect(),
        }
    }
}

#[derive(Clone, serde::Serialize)]
#[serde(untagged)]
enum Cell {
    Count(u64),
    #[serde(serialize_with = "collect_str")]
    Games(u128),
    Code(String),
    Probability(f64),
    Ratio(f64),
}

fn collect_str<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
}

impl Cell {
    /// As text. Probabilities have five digits, as in the literature, and ratios three decimals.
    fn text(self) -> String {
        match self {
            Self::Count(count) => count.to_string(),
            Self::Games(count) => count.to_string(),
            Self::Code(code) => code,
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
        self.cells().len()
    }

    /// Row by row. A column is empty below its values.
    fn cells(&self) -> Vec<Vec<Option<Cell>>> {
        let columns: Vec<_> = self.columns.iter().map(|(_, column)| column.cells()).collect();
        let cell = |column: &Vec<Option<Cell>>, row| column.get(row).cloned().flatten();
        let row = |row| columns.iter().map(|column| cell(column, row)).collect();
        (0..columns.iter().map(Vec::len).max().unwrap_or(0)).map(row).collect()
    }

    /// The table as comma-separated values, in the format of the files of published figures.
    pub fn csv(&self) -> String {
        let mut text = self.headings().join(",") + "\n";
        for row in self.cells() {
            let cells = row.into_iter().map(|cell| cell.map_or_else(String::new, Cell::text));
            text += &(cells.collect::<Vec<_>>().join(",") + "\n");
        }
        text
    }

    /// The table in aligned columns, with the sums of counts below.
    pub fn text(&self) -> String {
        let cell = |cell| match cell {
            Some(Cell::Count(count)) => grouped(count),
            Some(Cell::Games(count)) => grouped(count),
            cell => cell.map_or_else(String::new, Cell::text),
        };
        let sum = |column: &Column| match column {
            Column::Counts(counts) => grouped(counts.iter().sum::<u64>()),
            Column::Games(counts) => grouped(counts.iter().sum::<u128>()),
            _ => String::new(),
        };
        let heading = self.columns.iter().map(|(heading, _)| heading.replace('_', " "));
        let mut lines: Vec<Vec<String>> = vec![heading.collect()];
        lines.extend(self.cells().into_iter().map(|row| row.into_iter().map(cell).collect()));
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
        let mut table = serializer.serialize_struct("Table", 3)?;
        table.serialize_field("title", &self.title)?;
        table.serialize_field("columns", &self.headings())?;
        table.serialize_field("rows", &self.cells())?;
        table.end()
    }
}
