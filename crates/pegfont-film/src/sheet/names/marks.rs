//! What stands before a name in a list, and how the name itself is written.

use pegfont_base::words::is_unseen;
use unicode_normalization::UnicodeNormalization as _;

/// The first character that Unicode has for the sake of other encodings in blocks of their own. The
/// digraphs before it, such as ŀ, are letters of alphabets.
const FIRST_ALIKE: char = '\u{2000}';

/// A name as it is printed: letters and marks as one, ligatures and wide letters as plain ones, one
/// space at a time, and nothing that isn't seen.
pub fn tidied(cell: &str) -> String {
    let mut plain = String::new();
    for character in composed_line(cell).chars() {
        if character >= FIRST_ALIKE && character.is_alphanumeric() {
            plain.extend(character.nfkc());
        } else {
            plain.push(character);
        }
    }

    plain.nfc().collect()
}

/// A name as it is written, but for what nobody sees: letters and marks as one, and one space at a
/// time.
pub fn composed_line(cell: &str) -> String {
    let seen: String = cell.nfc().filter(|&one| !is_unseen(one)).collect();

    // Spaces only: a line break says that a quotation mark is missing.
    let is_space = |character: char| character.is_whitespace() && character != '\n';
    let words = seen.split(is_space).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// A name without the bullets and boxes before it.
pub fn without_bullet(name: &str) -> &str {
    let is_mark = |mark: char| mark.is_whitespace() || "-–—*•·◦‣▪▫●○■□☐☑✓✔+>".contains(mark);
    let boxes = ["[ ]", "[x]", "[X]", "[]"];

    let mut rest = name.trim_start_matches(is_mark);
    while let Some(after) = boxes.iter().find_map(|mark| rest.strip_prefix(mark)) {
        rest = after.trim_start_matches(is_mark);
    }

    // A line of nothing but such marks stays, to be named in a message.
    if rest.is_empty() { name } else { rest }
}

/// A number before a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbered<'n> {
    pub number: u64,
    /// Whether the number has a mark of its own, as in `1.` and `(1)`. A bare one may belong to the
    /// name.
    pub is_marked: bool,
    pub name: &'n str,
}

/// The number before a name, if there is one and something with letters after it.
pub fn numbered(cell: &str) -> Option<Numbered<'_>> {
    let inside = cell.trim_start_matches(['(', '[', '#', '№']).trim_start();
    let after = inside.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let number = inside[..inside.len() - after.len()].parse().ok()?;

    let name = after.trim_start_matches(['.', ')', ']', ':', '-', '–', '/', '°', ' ']);
    let marks = &after[..after.len() - name.len()];
    let is_marked = inside.len() < cell.len() || !marks.trim().is_empty();
    let is_apart = !marks.is_empty() && name.starts_with(char::is_alphabetic);
    is_apart.then_some(Numbered {
        number,
        is_marked,
        name,
    })
}

#[cfg(test)]
mod tests {
    use super::{numbered, tidied, without_bullet};

    #[test]
    fn a_name_is_printed_in_plain_letters() {
        for (written, name) in [
            ("ﬁona", "fiona"),
            ("Ｊｕｎ", "Jun"),
            ("Zoe\u{308}", "Zoë"),
            ("  Ada \u{a0} Marie\u{200b} ", "Ada Marie"),
            ("So\u{ad}fia", "Sofia"),
            ("Gal·la ŀ", "Gal·la ŀ"),
            ("ｶﾞ", "ガ"),
            ("𝒜da", "Ada"),
        ] {
            assert_eq!(tidied(written), name);
        }
    }

    #[test]
    fn what_stands_before_a_name_is_told_from_it() {
        for (cell, name, is_marked) in [
            ("1. Ada", "Ada", true),
            ("12) Ada", "Ada", true),
            ("(3) Ada", "Ada", true),
            ("4.) Ada", "Ada", true),
            ("5.Ada", "Ada", true),
            ("6: Ada", "Ada", true),
            ("7 - Ada", "Ada", true),
            ("#8 Ada", "Ada", true),
            ("9 Ada", "Ada", false),
        ] {
            let found = numbered(cell).unwrap();
            assert_eq!((found.name, found.is_marked), (name, is_marked), "{cell}");
        }
        for cell in ["Ada", "Ada 2", "3a", "12.5.2015", "7", "1.", ""] {
            assert_eq!(numbered(cell), None, "{cell}");
        }
        for cell in ["- Ada", "• Ada", "* Ada", "[ ] Ada", "☐ Ada", "-Ada", "Ada"] {
            assert_eq!(without_bullet(cell), "Ada", "{cell}");
        }
        assert_eq!(without_bullet("---"), "---");
    }
}
