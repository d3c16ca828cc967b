//! Numbers and texts in messages, and the texts in files.

use unicode_width::UnicodeWidthStr;

/// The text in a file: UTF-8, or UTF-16 with a byte order mark. That mark is left out, and every
/// line ends in `\n`.
///
/// # Errors
/// With the number of the first line that is not text.
pub fn text_of(bytes: &[u8]) -> Result<String, usize> {
    let (text, is_whole) = match bytes {
        [0xff, 0xfe, text @ ..] => (utf_16(text, u16::from_le_bytes), true),
        [0xfe, 0xff, text @ ..] => (utf_16(text, u16::from_be_bytes), true),
        bytes => {
            let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
            let text = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
            (text.to_owned(), text.len() == bytes.len())
        }
    };
    let text = with_unix_line_ends(text);

    let wrong = match text.find('\0') {
        None if is_whole => return Ok(text),
        None => text.len(),
        Some(null) => null,
    };
    Err(text[..wrong].matches('\n').count() + 1)
}

/// Reads UTF-16 whose units are in this order of bytes. What is no text becomes `\0`.
fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, odd) = bytes.as_chunks();
    let mut units: Vec<u16> = pairs.iter().map(|&pair| unit(pair)).collect();
    if !odd.is_empty() {
        units.push(0);
    }

    let characters = char::decode_utf16(units);
    characters
        .map(|character| character.unwrap_or('\0'))
        .collect()
}

fn with_unix_line_ends(text: String) -> String {
    let is_other_end = |character| matches!(character, '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    if text.contains(is_other_end) {
        text.replace("\r\n", "\n").replace(is_other_end, "\n")
    } else {
        text
    }
}

/// What standard input is called in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// Whether nothing is to be seen of a character of a text for people: a soft hyphen, a space or
/// joiner without width, a mark of direction.
pub fn is_unseen(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
    )
}

/// A character in a message: in quotes, or if that would show nothing, by its number: `'a'`,
/// `U+200B`.
pub fn quoted(character: char) -> String {
    let quoted = format!("{character:?}");
    let is_visible = ['\'', '\\'].contains(&character) || !quoted.starts_with("'\\");
    if is_visible {
        quoted
    } else {
        format!("U+{:04X}", u32::from(character))
    }
}

/// A word as one writes it in a shell: in quotes if it has characters that a shell understands.
pub fn in_shell(word: &str) -> String {
    let is_plain = |character: char| {
        character.is_alphanumeric() || "+-_.,:/@%=".contains(character) || !character.is_ascii()
    };
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }

    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The first of several in words, and how many more there are: `a, b, and 3 more`.
pub fn listed(words: Vec<String>, most: usize) -> String {
    let first = words[..words.len().min(most)].join(", ");
    match words.len().saturating_sub(most) {
        0 => first,
        more => format!("{first}, and {} more", grouped(more as u64)),
    }
}

/// A number with a comma between its groups of three digits: `1,045,173,439`.
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut grouped = String::new();
    for (digit, left) in digits.chars().zip((0..digits.len()).rev()) {
        grouped.push(digit);
        if left > 0 && left % 3 == 0 {
            grouped.push(',');
        }
    }
    grouped
}

/// A number of things: `1 peg`, `2,000 pegs`.
pub fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(count as u64))
}

/// A text that may be long, such as one from a file: its beginning.
pub fn brief(text: &str) -> String {
    let mut brief: String = text.chars().take(40).collect();
    if brief.len() < text.len() {
        brief.push_str("...");
    }
    brief
}

/// The columns that a text takes in a terminal: an ideograph takes two, a combining mark none.
pub fn columns_of(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Lines of cells in columns, two spaces apart: to the right, but for the columns that are named as
/// `left`.
pub fn in_columns(lines: &[impl AsRef<[String]>], left: impl Fn(usize) -> bool) -> Vec<String> {
    let mut widths: Vec<usize> = Vec::new();
    for line in lines {
        let cells = line.as_ref();
        widths.resize(widths.len().max(cells.len()), 0);
        for (width, cell) in widths.iter_mut().zip(cells) {
            *width = columns_of(cell).max(*width);
        }
    }

    let mut whole = Vec::new();
    for line in lines {
        let mut cells = Vec::new();
        for (column, cell) in line.as_ref().iter().enumerate() {
            let gap = " ".repeat(widths[column] - columns_of(cell));
            cells.push(if left(column) {
                cell.clone() + &gap
            } else {
                gap + cell
            });
        }
        whole.push(cells.join("  "));
    }

    whole
}

/// The character of a text that has only one.
pub fn only_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::text_of;

    #[test]
    fn a_text_is_read_with_any_mark_and_line_ends() {
        let text = "Ada\nJosé\n\n🦀\n";
        let units = || {
            format!("\u{feff}{text}")
                .encode_utf16()
                .collect::<Vec<u16>>()
        };
        let ends = ["\n", "\r", "\r\n", "\u{2028}"].map(|end| text.replace('\n', end).into_bytes());
        for bytes in ends.into_iter().chain([
            format!("\u{feff}{text}").into_bytes(),
            units().into_iter().flat_map(u16::to_le_bytes).collect(),
            units().into_iter().flat_map(u16::to_be_bytes).collect(),
        ]) {
            assert_eq!(text_of(&bytes).as_deref(), Ok(text), "{bytes:?}");
        }
        for (bytes, line) in [
            (b"Ada\rJos\xe9\n".as_slice(), 2),
            (b"A\0d\0a\0", 1),
            (b"\xff\xfe\0\0A\0\0\0", 1),
            (b"\xff\xfeA\0\r\0\n\0\0\xd8B\0", 2),
            (b"\xff\xfeA\0B", 1),
        ] {
            assert_eq!(text_of(bytes), Err(line), "{bytes:?}");
        }
    }
}
