//! Lines of the report of a font that was built.

use peg_solitaire::board::Board;

/// At most this many characters that don't fit on the board are listed.
const SHOWN: usize = 40;

/// Prints a line of a report.
pub(super) fn say_line(head: &str, what: &str) {
    say!("{head:14}{what}");
}

/// Characters in a line; those that can't be seen by their numbers.
pub(super) fn listed(characters: &[char]) -> String {
    let names = characters.iter().map(|character| match character {
        character if character.is_whitespace() => format!("U+{:04X}", *character as u32),
        character => character.to_string(),
    });
    names.collect::<Vec<_>>().join(" ")
}

/// Prints the characters that don't fit on the board.
pub(super) fn report_skipped(skipped: &[char], board: &Board) {
    if skipped.is_empty() {
        return;
    }
    let why = format!("they don't fit on {board}: choose a larger --board, or --too-large crop");
    let (shown, more) = skipped.split_at(skipped.len().min(SHOWN));
    let more = match more.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    say_line("too large", &format!("{}{more} ({why})", listed(shown)));
}
