//! A list of names, each with its line, for a sheet with pages of each. Every line that isn't taken
//! is named, with the reason.

mod heading;
mod marks;
mod rows;

use std::fmt;

use self::marks::{composed_line, numbered, tidied, without_bullet};
use self::rows::{ListRow, ListTable};
use crate::Error;
use pegfont_type::composed;

/// The most names of a list.
pub const MOST_NAMES: usize = 10_000;

/// The most letters of a name.
pub const MOST_LETTERS: usize = 60;

/// How a list is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Whether commas separate cells, as in a .csv. In a text they may belong to a name.
    pub is_csv: bool,
    /// The column of the names: its heading, or its number from 1. Several, with commas between
    /// them, have the parts of each name: `Vorname,Nachname`.
    pub column: Option<String>,
}

/// A column of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListColumn {
    /// From 1.
    pub number: usize,
    /// What stands above it.
    pub heading: Option<String>,
}

impl ListColumn {
    fn of(column: usize, head: Option<&ListRow>) -> Self {
        let heading = head.map(|head| head.cell(column).to_owned());
        Self {
            number: column + 1,
            heading: heading.filter(|heading| !heading.is_empty()),
        }
    }

    /// How `--column` names it. A comma separates columns, so a heading with one is no name.
    pub fn name(&self) -> String {
        match &self.heading {
            Some(heading) if !heading.contains(',') => heading.clone(),
            _ => self.number.to_string(),
        }
    }
}

impl fmt::Display for ListColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.heading {
            Some(heading) => write!(f, "{}, {heading:?}", self.number),
            None => write!(f, "{}", self.number),
        }
    }
}

/// A name, and the line that it is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// From 1.
    pub line: u64,
    /// As it is printed.
    pub name: String,
}

/// A line from which no name was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassedOver {
    /// From 1.
    pub line: u64,
    /// What is in it.
    pub text: String,
    /// The reason.
    pub why: Why,
}

/// Why a line has no name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It has nothing but spaces and separators.
    Empty,
    /// It is the line with which Excel names the separator: `sep=;`.
    Separator,
    /// It says what the columns are.
    Heading,
    /// It stands above the headings.
    AboveHeading,
    /// It has only a number, and other lines have names.
    Number,
    /// It has neither letters nor digits.
    NoLetters,
    /// It has nothing in the column of the names.
    NotInColumn,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "empty",
            Self::Separator => "the separator of the cells",
            Self::Heading => "the heading",
            Self::AboveHeading => "above the heading",
            Self::Number => "a number, not a name",
            Self::NoLetters => "without letters",
            Self::NotInColumn => "nothing in the column of the names",
        })
    }
}

/// What was decided about a list as a whole, which its reader should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// The names are in one of several columns.
    Column {
        /// The column.
        column: ListColumn,
        /// The one that seems to have the rest of each name.
        rest: Option<ListColumn>,
    },
    /// The parts of the names are in several columns, and were joined.
    Joined(Vec<ListColumn>),
    /// The only line has several names.
    OneLine,
    /// The names had numbers before them.
    Numbers,
    /// A name had ligatures or other forms of letters, and is printed in plain ones.
    Plain {
        /// From 1.
        line: u64,
        /// The name as it is in the list.
        written: String,
        /// As it is printed.
        name: String,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column { column, .. } => write!(f, "the names are in column {column}"),
            Self::Joined(columns) => {
                let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "the names are joined of columns {}",
                    columns.join(" and ")
                )
            }
            Self::OneLine => f.write_str("the names are in one line"),
            Self::Numbers => f.write_str("the numbers before the names are left out"),
            Self::Plain {
                line,
                written,
                name,
            } => write!(
                f,
                "line {line}: {written:?} is printed in plain letters, {name:?}"
            ),
        }
    }
}

/// The names of a list, and what was not taken.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// The names, in order. Two children may have the same one.
    pub names: Vec<Named>,
    /// The lines without a name, in order.
    pub passed_over: Vec<PassedOver>,
    /// How the list was understood.
    pub remarks: Vec<Remark>,
}

impl Names {
    /// Parses the lines of a text, or one column of a table whose cells have semicolons, tabs or
    /// (in a .csv) commas between them.
    ///
    /// ```
    /// use pegfont_film::sheet::{Names, Reading};
    /// let list = Names::parse("Nr;Name\n1;Ada\n2;Grace\n", &Reading::default())?;
    /// let names: Vec<&str> = list.names.iter().map(|named| &*named.name).collect();
    /// assert_eq!(names, ["Ada", "Grace"]);
    /// assert_eq!(list.passed_over[0].line, 1);
    /// # Ok::<(), pegfont_film::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it can't be told which column has the names, or whether a line has one name or two; if a
    /// name has too many letters, there are no names or too many, or a quotation mark is missing.
    pub fn parse(text: &str, reading: &Reading) -> Result<Self, Error> {
        let mut list = Self::default();
        let reading = &Reading {
            is_csv: reading.is_csv,
            column: reading.column.as_deref().map(composed),
        };
        let table = ListTable::read(&composed(text), reading);
        list.passed_over.clone_from(&table.passed_over);

        let cells = match table.width() {
            0 => return Err(Error::NoNames),
            1 => list.of_lines(&table, reading)?,
            _ => list.of_columns(&table, reading)?,
        };
        list.take(cells)?;

        list.passed_over.sort_by_key(|passed| passed.line);
        if list.names.is_empty() {
            return Err(Error::NoNames);
        }
        Ok(list)
    }

    /// The names of a list with one in a line, or with all in its only line.
    fn of_lines(&mut self, table: &ListTable, reading: &Reading) -> Result<Vec<Named>, Error> {
        let head = table.head(reading);
        if let Some(asked) = &reading.column {
            table.columns(asked, None)?;
        }

        let mut rows = &table.rows[..];
        if head == Some(0) {
            self.pass(&rows[0], Why::Heading);
            rows = &rows[1..];
        }

        let unquoted = rows.iter().find(|row| row.parts().len() > 2);
        match (rows, unquoted) {
            ([row], _) if row.parts().len() > 1 => self.of_one_line(row),
            (_, Some(row)) => Err(Error::SeveralNames { line: row.line }),
            _ => Ok(rows.iter().map(|row| row.named(row.text())).collect()),
        }
    }

    /// The names of a list in one line. Two may be a surname and a first name.
    fn of_one_line(&mut self, row: &ListRow) -> Result<Vec<Named>, Error> {
        let mut parts = row.parts();
        if let Some((before, name)) = parts[0].split_once(':') {
            self.passed_over.push(PassedOver {
                line: row.line,
                text: format!("{before}:"),
                why: Why::Heading,
            });
            parts[0] = name;
        }
        if parts.len() == 2 {
            return Err(Error::SeveralNames { line: row.line });
        }

        self.remarks.push(Remark::OneLine);
        Ok(parts.into_iter().map(|part| row.named(part)).collect())
    }

    /// The names of a table with several columns.
    fn of_columns(&mut self, table: &ListTable, reading: &Reading) -> Result<Vec<Named>, Error> {
        let head = table.head(reading);
        let above = head.map_or(0, |head| head + 1);
        for (number, row) in table.rows[..above].iter().enumerate() {
            let why = if Some(number) == head {
                Why::Heading
            } else {
                Why::AboveHeading
            };
            self.pass(row, why);
        }

        let head = head.map(|head| &table.rows[head]);
        let rows = &table.rows[above..];
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let columns = match &reading.column {
            Some(asked) => table.columns(asked, head)?,
            None => table.candidates(head, rows),
        };
        if reading.column.is_none() && columns.len() != 1 {
            // A list in one line, whose names have separators between them.
            if let [row] = rows
                && columns.len() > 2
                && head.is_none()
            {
                self.remarks.push(Remark::OneLine);
                let cells = columns.iter().map(|&column| row.cell(column));
                return Ok(cells.map(|cell| row.named(cell)).collect());
            }
            return Err(table.open(&columns, head, rows));
        }

        self.remarks.push(remark(&columns, head));
        let mut names = Vec::new();
        for row in rows {
            let name = row.joined(&columns);
            if head.is_some_and(|head| head.cells == row.cells) {
                self.pass(row, Why::Heading);
            } else if name.is_empty() {
                self.pass(row, Why::NotInColumn);
            } else {
                names.push(row.named(&name));
            }
        }
        Ok(names)
    }

    /// Takes the names out of cells, without what stands before them.
    fn take(&mut self, mut cells: Vec<Named>) -> Result<(), Error> {
        for cell in &mut cells {
            let written = composed_line(&cell.name);
            let plain = tidied(&cell.name);
            if plain != written {
                self.remarks.push(Remark::Plain {
                    line: cell.line,
                    written,
                    name: plain.clone(),
                });
            }
            cell.name = without_bullet(&plain).to_owned();
        }
        if without_numbers(&mut cells) {
            self.remarks.push(Remark::Numbers);
        }

        let is_word = |cell: &Named| cell.name.chars().any(char::is_alphabetic);
        let has_words = cells.iter().any(is_word);
        for Named { line, name } in cells {
            if name.contains('\n') {
                return Err(Error::LongCell { line });
            }

            let letters = letters(&name).count();
            let is_number = !name.chars().any(char::is_alphabetic);
            let mut why = None;
            if letters == 0 {
                why = Some(Why::NoLetters);
            } else if has_words && is_number {
                why = Some(Why::Number);
            }
            if let Some(why) = why {
                let text = name;
                self.passed_over.push(PassedOver { line, text, why });
                continue;
            }

            if letters > MOST_LETTERS {
                return Err(Error::Name {
                    line,
                    name,
                    letters,
                });
            }
            if self.names.len() == MOST_NAMES {
                return Err(Error::ManyNames { line });
            }
            self.names.push(Named { line, name });
        }
        Ok(())
    }

    fn pass(&mut self, row: &ListRow, why: Why) {
        self.passed_over.push(PassedOver {
            line: row.line,
            text: row.cells.join(" ").trim().to_owned(),
            why,
        });
    }
}

/// Which columns the names are in.
fn remark(columns: &[usize], head: Option<&ListRow>) -> Remark {
    let [column] = columns else {
        let columns = columns.iter().map(|&column| ListColumn::of(column, head));
        return Remark::Joined(columns.collect());
    };
    let rest = head.and_then(|head| rows::rest_of_names(head, *column));
    Remark::Column {
        column: ListColumn::of(*column, head),
        rest: rest.map(|rest| ListColumn::of(rest, head)),
    }
}

/// Takes the numbers from names: those with a mark, as in `1. Ada`, and bare ones if every name has
/// one and they rise. Says whether there were any.
fn without_numbers(cells: &mut [Named]) -> bool {
    let numbers: Option<Vec<u64>> = cells
        .iter()
        .map(|cell| numbered(&cell.name).map(|found| found.number))
        .collect();
    let is_sequence = numbers.is_some_and(|all| all.len() > 1 && all.is_sorted_by(|a, b| a < b));

    let mut has_numbers = false;
    for cell in cells {
        if let Some(found) = numbered(&cell.name)
            && (found.is_marked || is_sequence)
        {
            cell.name = found.name.to_owned();
            has_numbers = true;
        }
    }
    has_numbers
}

/// The letters of a name, each of which is a puzzle.
pub fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|letter| letter.is_alphanumeric())
}
