//! Numbers and texts in messages.

/// A number with a comma between its groups of three digits: `1,045,173,439`.
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let first = (digits.len() + 2) % 3 + 1;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group));
    groups.fold(head.to_owned(), |all, group| all + "," + &group)
}

/// A text that may be long, such as one from a file: its beginning.
pub fn brief(text: &str) -> String {
    let mut brief: String = text.chars().take(40).collect();
    if brief.len() < text.len() {
        brief.push_str("...");
    }
    brief
}

/// Lines of cells in columns, two spaces apart: to the right, but for the columns that are named as `left`.
pub fn in_columns(lines: &[impl AsRef<[String]>], left: impl Fn(usize) -> bool) -> Vec<String> {
    let mut widths = Vec::new();
    for line in lines {
        widths.resize(widths.len().max(line.as_ref().len()), 0);
        for (width, cell) in widths.iter_mut().zip(line.as_ref()) {
            *width = cell.chars().count().max(*width);
        }
    }
    let padded = |(column, (cell, &width)): (usize, (&String, &usize))| match left(column) {
        true => format!("{cell:<width$}"),
        false => format!("{cell:>width$}"),
    };
    let line = |line: &[String]| -> Vec<String> {
        line.iter().zip(&widths).enumerate().map(padded).collect()
    };
    lines.iter().map(|cells| line(cells.as_ref()).join("  ")).collect()
}

/// The character of a text that has only one.
pub fn only_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
