//! The rows of a list: its lines, or the cells of a table, and which column has the names.

use super::heading::{Heading, heading};
use super::marks::numbered;
use super::{Named, PassedOver, Reading, Why};
use crate::Error;
use pegfont_base::words::brief;

/// The separators of cells. Of several that are in equally many lines, the first is it.
const SEPARATORS: [char; 3] = ['\t', ';', ','];

/// How many rows may stand above the headings.
const ABOVE: usize = 10;

/// A row that is not empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListRow {
    /// Where it begins, from 1.
    pub line: u64,
    /// Its cells, without the spaces around them.
    pub cells: Vec<String>,
    /// Whether its only cell was in quotation marks, so that commas belong to it.
    is_quoted: bool,
}

impl ListRow {
    /// The only cell.
    pub fn text(&self) -> &str {
        self.cell(0)
    }

    /// The cell in a column, which is empty if the row has fewer.
    pub fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }

    /// What is in these columns, with a space between them.
    pub fn joined(&self, columns: &[usize]) -> String {
        let cells = columns.iter().map(|&column| self.cell(column));
        let filled = cells.filter(|cell| !cell.is_empty());
        filled.collect::<Vec<_>>().join(" ")
    }

    /// What a line has between its commas.
    pub fn parts(&self) -> Vec<&str> {
        if self.is_quoted {
            return vec![self.text()];
        }
        let parts = self.text().split(',').map(str::trim);
        parts.filter(|part| !part.is_empty()).collect()
    }

    /// A cell as a name in this line. A comma at its end separates it from the next line.
    pub fn named(&self, cell: &str) -> Named {
        Named {
            line: self.line,
            name: cell.trim_end_matches([',', ';']).to_owned(),
        }
    }

    /// The column with this heading.
    fn column_of(&self, heading: &str) -> Option<usize> {
        let wanted = heading.trim().to_lowercase();
        let is_wanted = |cell: &String| cell.to_lowercase() == wanted;
        self.cells.iter().position(is_wanted)
    }

    /// Whether it has a heading that is asked for, or one of several.
    fn has_any(&self, asked: &str) -> bool {
        let mut headings = asked.split(',').chain([asked]);
        headings.any(|heading| self.column_of(heading).is_some())
    }

    fn is_empty(&self) -> bool {
        self.cells.iter().all(String::is_empty)
    }
}

/// The rows of a list.
#[derive(Debug, Default)]
pub struct ListTable {
    /// The rows that are not empty.
    pub rows: Vec<ListRow>,
    /// The lines that are no rows.
    pub passed_over: Vec<PassedOver>,
}

impl ListTable {
    /// Reads lines, or cells if something separates them.
    pub fn read(text: &str, reading: &Reading) -> Self {
        let mut table = Self::default();
        let named = named_separator(text);
        if let Some(named) = &named {
            table.passed_over.push(PassedOver {
                line: named.line,
                text: named.text.to_owned(),
                why: Why::Separator,
            });
        }

        let body = named.as_ref().map_or(text, |named| named.rest);
        let first = named.as_ref().map_or(1, |named| named.line + 1);
        let separator = named.map(|named| named.separator);
        match separator.or_else(|| usual_separator(body, reading)) {
            Some(separator) => table.read_cells(body, first, separator),
            None => table.read_lines(body, first),
        }
        table.as_lines();
        table
    }

    fn read_lines(&mut self, text: &str, first: u64) {
        for (line, text) in (first..).zip(text.lines()) {
            let text = text.trim();
            let inside = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
            self.push(ListRow {
                line,
                cells: vec![inside.unwrap_or(text).replace("\"\"", "\"")],
                is_quoted: inside.is_some(),
            });
        }
    }

    fn read_cells(&mut self, text: &str, first: u64, separator: char) {
        let mut csv = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator as u8)
            .from_reader(text.as_bytes());

        // The reader leaves out lines without anything in them.
        let empty = |line| PassedOver {
            line,
            text: String::new(),
            why: Why::Empty,
        };
        let mut line = first;
        let mut at = 0;
        for record in csv.records().flatten() {
            let begin = record.position().map_or(at, |place| place.byte() as usize);
            line += text[at..begin].matches('\n').count() as u64;
            let body = &text[begin..];
            let blank = body.len() - body.trim_start_matches('\n').len();
            self.passed_over.extend((line..).take(blank).map(empty));
            line += blank as u64;
            at = begin + blank;

            let cells = record.iter().map(|cell| cell.trim().to_owned()).collect();
            self.push(ListRow {
                line,
                cells,
                is_quoted: true,
            });
        }

        // What follows the last row is empty.
        let rest = text[at..].split_once('\n').map_or("", |(_, rest)| rest);
        if rest.lines().all(|line| line.trim().is_empty()) {
            let lines = (line + 1..).take(rest.lines().count());
            self.passed_over.extend(lines.map(empty));
        }
    }

    /// Adds a row, or what is known of an empty one.
    fn push(&mut self, row: ListRow) {
        if row.is_empty() {
            self.passed_over.push(PassedOver {
                line: row.line,
                text: String::new(),
                why: Why::Empty,
            });
        } else {
            self.rows.push(row);
        }
    }

    /// Rows with one cell each are lines, wherever it stands: a line may be indented by a tab.
    fn as_lines(&mut self) {
        let has_one = |row: &ListRow| row.cells.iter().filter(|cell| !cell.is_empty()).count() == 1;
        if self.rows.iter().all(has_one) {
            for row in &mut self.rows {
                row.cells.retain(|cell| !cell.is_empty());
            }
        }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.rows
            .iter()
            .map(|row| row.cells.len())
            .max()
            .unwrap_or(0)
    }

    /// The number of the row that says what the columns are: the one with the heading that is asked
    /// for, or with one that is known. Only the first line of a list in lines can be one.
    pub fn head(&self, reading: &Reading) -> Option<usize> {
        let first = self.rows.first();
        let is_asked = |row: &ListRow| {
            reading
                .column
                .as_ref()
                .is_some_and(|asked| row.has_any(asked))
        };
        if first.is_some_and(is_asked) {
            return Some(0);
        }
        let names_one = |row: &ListRow| {
            let kinds = row.cells.iter().map(|cell| heading(cell));
            kinds.flatten().any(|kind| kind != Heading::Other)
        };
        let filled = |row: &ListRow| row.cells.iter().filter(|cell| !cell.is_empty()).count();
        let is_above = |row: &ListRow| filled(row) == 1;

        let above = if self.width() > 1 { ABOVE } else { 1 };
        let head = self.rows.iter().take(above).position(names_one);
        if let Some(head) = head
            && self.rows[..head].iter().all(is_above)
        {
            return Some(head);
        }
        if self.numbers_its_rows() {
            Some(0)
        } else {
            None
        }
    }

    /// Whether the first row has a heading such as `Nr` above a column of numbers.
    fn numbers_its_rows(&self) -> bool {
        let [first, rest @ ..] = &self.rows[..] else {
            return false;
        };
        (0..first.cells.len()).any(|column| {
            let is_heading = heading(first.cell(column)) == Some(Heading::Other);
            is_heading && !rest.is_empty() && rest.iter().all(|row| has_digits(row.cell(column)))
        })
    }

    /// The columns that are asked for by their headings or numbers, with commas between them.
    pub fn columns(&self, asked: &str, head: Option<&ListRow>) -> Result<Vec<usize>, Error> {
        // A heading can have a comma itself.
        if let Ok(column) = self.column(asked, head) {
            return Ok(vec![column]);
        }
        asked
            .split(',')
            .map(|asked| self.column(asked, head))
            .collect()
    }

    fn column(&self, asked: &str, head: Option<&ListRow>) -> Result<usize, Error> {
        let by_heading = head.or(self.rows.first());
        if let Some(column) = by_heading.and_then(|row| row.column_of(asked)) {
            return Ok(column);
        }

        let number = asked.trim().parse().unwrap_or(0);
        if (1..=self.width()).contains(&number) {
            return Ok(number - 1);
        }
        Err(Error::NoColumn {
            asked: asked.to_owned(),
            columns: self.described(&(0..self.width()).collect::<Vec<_>>(), head, &self.rows),
        })
    }

    /// The columns that may have the names: the one that a heading names, or those with words in
    /// them.
    pub fn candidates(&self, head: Option<&ListRow>, rows: &[ListRow]) -> Vec<usize> {
        let columns: Vec<usize> = (0..self.width())
            .filter(|&column| rows.iter().any(|row| !row.cell(column).is_empty()))
            .collect();

        let kind = |column: usize| head.and_then(|head| heading(head.cell(column)));
        for wanted in [Heading::Given, Heading::Full, Heading::Family] {
            let named = columns.iter().copied();
            let named: Vec<usize> = named.filter(|&at| kind(at) == Some(wanted)).collect();
            if !named.is_empty() {
                return named;
            }
        }

        let has_words = |column: &usize| rows.iter().any(|row| is_word(row.cell(*column)));
        let words: Vec<usize> = columns.iter().copied().filter(has_words).collect();
        let mut unnamed = words.clone();
        unnamed.retain(|&column| kind(column).is_none());

        // The most that is known of the columns decides.
        if !unnamed.is_empty() {
            unnamed
        } else if !words.is_empty() {
            words
        } else {
            columns
        }
    }

    /// What to say if any of these columns may have the names.
    pub fn open(&self, columns: &[usize], head: Option<&ListRow>, rows: &[ListRow]) -> Error {
        Error::SeveralColumns {
            columns: self.described(columns, head, rows),
        }
    }

    /// Columns by number and heading, or by what is in them: `1 ("Ada"), 2 ("Lovelace")`.
    fn described(&self, columns: &[usize], head: Option<&ListRow>, rows: &[ListRow]) -> String {
        let describe = |&column: &usize| {
            let cells = head.into_iter().chain(rows).map(|row| row.cell(column));
            let first = cells.into_iter().find(|cell| !cell.is_empty());
            format!("{} ({:?})", column + 1, brief(first.unwrap_or_default()))
        };
        columns.iter().map(describe).collect::<Vec<_>>().join(", ")
    }
}

/// The column that seems to have the rest of the names in a column: the surnames beside first
/// names, or first names beside surnames. A surname is often headed by a word for the name, as in
/// `Nom;Prénom`.
pub fn rest_of_names(head: &ListRow, column: usize) -> Option<usize> {
    let kind = |column: usize| heading(head.cell(column));
    let own = kind(column)?;
    let wanted: &[Heading] = match own {
        Heading::Given => &[Heading::Family, Heading::Full],
        Heading::Full => &[Heading::Family],
        Heading::Family => &[Heading::Given, Heading::Full],
        Heading::Other => &[],
    };
    let mut wanted = wanted.iter();
    wanted.find_map(|&wanted| (0..head.cells.len()).find(|&other| kind(other) == Some(wanted)))
}

/// Whether a cell can be a name: without its number in a list, it has no digits, and it is no
/// address.
fn is_word(cell: &str) -> bool {
    let name = numbered(cell).map_or(cell, |found| found.name);
    !name.is_empty() && !has_digits(name) && !name.contains('@')
}

fn has_digits(cell: &str) -> bool {
    cell.chars().any(char::is_numeric)
}

/// The line with which Excel names the separator, and what follows it.
struct NamedSeparator<'t> {
    line: u64,
    text: &'t str,
    separator: char,
    rest: &'t str,
}

fn named_separator(text: &str) -> Option<NamedSeparator<'_>> {
    let begin = text.trim_start_matches(['\n', ' ']);
    let (first, rest) = begin.split_once('\n').unwrap_or((begin, ""));
    let mark = first
        .get(..4)
        .filter(|mark| mark.eq_ignore_ascii_case("sep="))?;
    let separator = first[mark.len()..].chars().next()?;
    separator.is_ascii().then(|| NamedSeparator {
        line: 1 + text[..text.len() - begin.len()].matches('\n').count() as u64,
        text: first.trim_end(),
        separator,
        rest,
    })
}

/// What separates the cells: what is in most lines. In a text, a comma does so only if headings say
/// it, or a column is asked for.
fn usual_separator(text: &str, reading: &Reading) -> Option<char> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_heading = |cell: &str| heading(cell.trim_matches(['"', ' '])).is_some();
    let first: Vec<&str> = lines().next().unwrap_or_default().split(',').collect();
    let is_headed =
        first.len() > 1 && first.iter().any(|cell| is_heading(cell)) && lines().count() > 1;
    let has_commas = reading.is_csv || reading.column.is_some() || is_headed;

    let mut most = 0;
    let mut usual = None;
    for separator in SEPARATORS {
        let count = lines().filter(|line| line.contains(separator)).count();
        let is_allowed = separator != ',' || has_commas;
        if is_allowed && count > most {
            most = count;
            usual = Some(separator);
        }
    }
    usual
}
