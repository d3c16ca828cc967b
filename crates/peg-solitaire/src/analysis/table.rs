//! A table of numbers with headings, the result of the laboratory's commands.

use crate::words::{self, in_columns};

/// A column of a [`Table`]: one optional value per row.
#[derive(Clone, PartialEq, Debug)]
pub enum Column {
    /// Counts.
    Counts(Vec<Option<u64>>),
    /// Probabilities.
    Probabilities(Vec<Option<f64>>),
    /// Ratios of other columns, which a plot leaves out.
    Ratios(Vec<Option<f64>>),
}

impl Column {
    /// A column with a count in each row.
    pub fn counts(counts: impl IntoIterator<Item = u64>) -> Self {
        Self::Counts(counts.into_iter().map(Some).collect())
    }

    /// A column with each count divided by the one beside it; empty where that is zero.
    #[must_use]
    pub(super) fn ratios(pairs: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let ratio = |(count, of): (u64, u64)| (of > 0).then(|| count as f64 / of as f64);
        Self::Ratios(pairs.into_iter().map(ratio).collect())
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        match self {
            Self::Counts(counts) => counts.len(),
            Self::Probabilities(values) | Self::Ratios(values) => values.len(),
        }
    }

    /// The value of a row for a plot.
    #[must_use]
    pub fn value(&self, row: usize) -> Option<f64> {
        match self {
            Self::Counts(counts) => counts.get(row).copied().flatten().map(|count| count as f64),
            Self::Probabilities(values) | Self::Ratios(values) => {
                values.get(row).copied().flatten()
            }
        }
    }

    /// The value of a row as text. Probabilities have five digits, as in the literature, and ratios three decimals.
    #[must_use]
    pub fn text(&self, row: usize) -> String {
        match self {
            Self::Counts(counts) => {
                counts.get(row).copied().flatten().map_or(String::new(), |count| count.to_string())
            }
            Self::Probabilities(values) => {
                values.get(row).copied().flatten().map_or(String::new(), scientific)
            }
            Self::Ratios(values) => {
                let value = values.get(row).copied().flatten();
                value.map_or(String::new(), |value| format!("{value:.3}"))
            }
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

/// Columns of the same length with headings. The first column numbers the rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The title.
    pub title: String,
    /// Headings and columns.
    pub columns: Vec<(String, Column)>,
}

impl Table {
    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.iter().map(|(_, column)| column.rows()).max().unwrap_or(0)
    }

    /// The table as comma-separated values, in the format of the files of published figures.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text =
            self.columns.iter().map(|(heading, _)| &**heading).collect::<Vec<_>>().join(",");
        text.push('\n');
        for row in 0..self.rows() {
            let cells: Vec<String> =
                self.columns.iter().map(|(_, column)| column.text(row)).collect();
            text.push_str(&cells.join(","));
            text.push('\n');
        }
        text
    }

    /// The table in aligned columns, with the sums of the columns named in `sums` below.
    #[must_use]
    pub fn text(&self, sums: &[&str]) -> String {
        let cells =
            |row: usize| self.columns.iter().map(move |(_, column)| grouped(&column.text(row)));
        let sum = |heading: &str, column: &Column| match column {
            Column::Counts(counts) if sums.contains(&heading) => {
                grouped(&counts.iter().flatten().sum::<u64>().to_string())
            }
            _ => String::new(),
        };
        let heading = self.columns.iter().map(|(heading, _)| heading.replace('_', " "));
        let mut lines: Vec<Vec<String>> = vec![heading.collect()];
        lines.extend((0..self.rows()).map(|row| cells(row).collect()));
        if !sums.is_empty() {
            lines.push(self.columns.iter().map(|(heading, column)| sum(heading, column)).collect());
        }
        let mut lines = in_columns(&lines, |_| false);
        let rule = "-".repeat(lines[0].chars().count());
        if !sums.is_empty() {
            lines.insert(lines.len() - 1, rule.clone());
        }
        lines.insert(1, rule);
        lines.join("\n") + "\n"
    }
}

/// Groups the digits of a whole number in thousands, `23,475,688`, and leaves other text unchanged.
fn grouped(number: &str) -> String {
    number.parse::<u128>().map_or_else(|_| number.to_owned(), words::grouped)
}
