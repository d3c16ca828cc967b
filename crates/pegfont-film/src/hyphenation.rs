//! Lines of words for print: broken at spaces, and words that are longer than a line with a hyphen.

use crate::drawing::BREAK;

/// Breaks a text into lines that fit. A word that is longer than a line is broken at its soft
/// hyphens, and where these are not enough, between letters; the line before then ends in
/// [`BREAK`].
pub(crate) fn lines(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let whole = plain(word);
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {whole}");
            if fits(&longer) {
                *line = longer;
                continue;
            }
        }

        if fits(&whole) {
            lines.push(whole);
        } else {
            add_in_parts(&mut lines, word, &fits);
        }
    }
    lines
}

/// A text without the soft hyphens in it.
pub(crate) fn plain(text: &str) -> String {
    text.replace(BREAK, "")
}

/// Adds a word that is longer than a line.
fn add_in_parts(lines: &mut Vec<String>, word: &str, fits: &impl Fn(&str) -> bool) {
    let parts = parts(word, fits);

    // The word begins beside the one before it if there is room for its first part.
    let mut line = String::new();
    if let Some(before) = lines.last().cloned()
        && fits(&format!("{before} {}{BREAK}", parts[0]))
    {
        lines.pop();
        line = format!("{before} ");
    }

    // Each further part that has no room begins a line.
    let last = parts.len() - 1;
    for (number, part) in parts.iter().enumerate() {
        let mut longer = format!("{line}{part}");
        if number < last {
            longer.push(BREAK);
        }
        if number > 0 && !fits(&longer) {
            line.push(BREAK);
            lines.push(std::mem::take(&mut line));
        }
        line.push_str(part);
    }
    lines.push(line);
}

/// What is between the soft hyphens of a word, and the letters of what is longer than a line.
fn parts(word: &str, fits: &impl Fn(&str) -> bool) -> Vec<String> {
    let mut parts = Vec::new();
    for part in word.split(BREAK).filter(|part| !part.is_empty()) {
        if fits(&format!("{part}{BREAK}")) {
            parts.push(part.to_owned());
        } else {
            parts.extend(part.chars().map(String::from));
        }
    }
    if parts.is_empty() {
        parts.push(String::new());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::lines;

    fn broken(text: &str, most: usize) -> Vec<String> {
        let fits = |line: &str| line.chars().count() <= most;
        let shown = |line: String| line.replace('\u{ad}', "-");
        lines(text, fits).into_iter().map(shown).collect()
    }

    #[test]
    fn words_longer_than_a_line_are_broken_at_soft_hyphens() {
        let german = "Der über\u{ad}sprun\u{ad}gene Stein kommt weg.";
        let lines = ["Der über-", "sprungene", "Stein kommt", "weg."];
        assert_eq!(broken(german, 11), lines);
        let lines = ["Der übersprungene", "Stein kommt weg."];
        assert_eq!(broken(german, 17), lines);
        assert_eq!(
            broken("Prze\u{ad}sko\u{ad}czony", 6),
            ["Prze-", "sko-", "czony"]
        );
    }

    #[test]
    fn a_word_without_soft_hyphens_is_broken_between_letters_with_a_hyphen() {
        assert_eq!(broken("Aaaaaaaaaa b", 5), ["Aaaa-", "aaaa-", "aa b"]);
        assert_eq!(broken("aaaaab\u{ad}b", 4), ["aaa-", "aabb"]);
        assert_eq!(broken("ab", 0), ["a-", "b"]);
        assert_eq!(broken("\u{ad} \u{ad}\u{ad}", 0).concat(), "");
    }
}
