//! A table of numbers with headings, the result of the laboratory's commands.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::words::{grouped, in_columns};

/// A value in a [`Table`].
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number that a sum would mean nothing of.
    Number(u64),
    /// A count. A text has the sum below the column.
    Count(u64),
    /// A count that can be larger: a string of digits in JSON.
    #[serde(serialize_with = "in_digits")]
    Games(u128),
    /// The code of a position, which is a string of digits in JSON.
    #[serde(serialize_with = "in_digits")]
    Code(u64),
    /// A probability.
    Probability(f64),
    /// A ratio of other columns; none where the other number is zero.
    Ratio(Option<f64>),
}

fn in_digits<T: fmt::Display, S: Serializer>(number: &T, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(number)
}

impl Cell {
    /// A count divided by another.
    pub(super) fn ratio((count, of): (u64, u64)) -> Self {
        Self::Ratio((of > 0).then(|| count as f64 / of as f64))
    }

    /// As text. Probabilities have five digits, as in the literature, and ratios three decimals.
    fn text(self, number: fn(u128) -> String) -> String {
        match self {
            Self::Number(found) | Self::Count(found) => number(found.into()),
            Self::Games(count) => number(count),
            Self::Code(code) => code.to_string(),
            Self::Probability(value) => scientific(value),
            Self::Ratio(value) => value.map_or_else(String::new, |value| format!("{value:.3}")),
        }
    }

    /// What this adds to the sum of its column.
    fn adds(self) -> Option<u128> {
        match self {
            Self::Count(count) => Some(count.into()),
            Self::Games(count) => Some(count),
            _ => None,
        }
    }
}

/// Five digits and a two-digit exponent: `7.4074E-03`; zero is a plain `0`.
fn scientific(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.4E}");
    let Some((digits, exponent)) = text.split_once('E') else {
        return text;
    };
    let (sign, size) = exponent
        .strip_prefix('-')
        .map_or(('+', exponent), |size| ('-', size));
    format!("{digits}E{sign}{size:0>2}")
}

/// Columns with headings. The first column numbers the rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// What the table is of, in words.
    pub title: String,
    /// Headings and columns. A column that is shorter than others is empty below.
    pub columns: Vec<(String, Vec<Cell>)>,
}

impl Table {
    pub(super) fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            columns: Vec::new(),
        }
    }

    /// Adds a column of these values.
    pub(super) fn add<T>(
        &mut self,
        heading: impl Into<String>,
        cell: impl Fn(T) -> Cell,
        values: impl IntoIterator<Item = T>,
    ) {
        self.columns
            .push((heading.into(), values.into_iter().map(cell).collect()));
    }

    /// The headings of the columns.
    pub fn headings(&self) -> Vec<&str> {
        self.columns.iter().map(|(heading, _)| &**heading).collect()
    }

    /// The number of rows: that of the longest column.
    pub fn rows(&self) -> usize {
        self.columns
            .iter()
            .map(|(_, cells)| cells.len())
            .max()
            .unwrap_or(0)
    }

    /// Row by row, what `of` makes of each cell.
    fn cells<T>(&self, of: fn(Option<Cell>) -> T) -> impl Iterator<Item = Vec<T>> {
        let columns = || self.columns.iter().map(|(_, cells)| cells);
        (0..self.rows())
            .map(move |row| columns().map(|cells| of(cells.get(row).copied())).collect())
    }

    /// The table as comma-separated values, in the format of the files of published figures.
    pub fn csv(&self) -> String {
        let rows = self.cells(|cell| {
            cell.map_or_else(String::new, |cell| cell.text(|number| number.to_string()))
        });
        rows.fold(self.headings().join(",") + "\n", |all, row| {
            all + &row.join(",") + "\n"
        })
    }

    /// The table in aligned columns, with the sums of counts below.
    pub fn text(&self) -> String {
        let heading = self
            .columns
            .iter()
            .map(|(heading, _)| heading.replace('_', " "));
        let mut lines: Vec<Vec<String>> = vec![heading.collect()];
        lines.extend(self.cells(|cell| cell.map_or_else(String::new, |cell| cell.text(grouped))));
        let sum = |(_, cells): &(_, Vec<Cell>)| {
            let sum: Option<u128> = cells.iter().map(|cell| cell.adds()).sum();
            sum.filter(|_| !cells.is_empty())
                .map_or_else(String::new, grouped)
        };
        let sums: Vec<String> = self.columns.iter().map(sum).collect();
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
        table.serialize_field("rows", &self.cells(|cell| cell).collect::<Vec<_>>())?;
        table.end()
    }
}
