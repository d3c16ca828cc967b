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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let lines =
            [["a", "b", "ccc"], ["\u{e4}\u{e4}", "10", ""]].map(|line| line.map(str::to_owned));
        let first = |column| column == 0;
        assert_eq!(in_columns(&lines, first), ["a    b  ccc", "\u{e4}\u{e4}  10     "]);
        assert_eq!(in_columns(&[] as &[[String; 0]], first), [""; 0]);
    }

    #[test]
    fn digits_are_grouped_by_threes() {
        let numbers = [0_u64, 12, 345, 6789, 1_045_173_439];
        assert_eq!(numbers.map(grouped), ["0", "12", "345", "6,789", "1,045,173,439"]);
        assert_eq!(grouped(40_861_647_040_079_968_u64), "40,861,647,040,079,968");
    }
}
