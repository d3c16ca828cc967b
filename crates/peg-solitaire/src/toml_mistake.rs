//! Words for a mistake in a TOML file that is read by its types: `line:column: what`, in one line.

/// The place of the mistake, and the mistake.
pub fn toml_mistake(text: &str, error: &toml::de::Error) -> String {
    let (line, column) = place_in(text, error.span().map_or(0, |span| span.start));
    let what: Vec<&str> = error.message().lines().map(str::trim).collect();
    format!("{line}:{column}: {}", what.join(" "))
}

/// The line and the column of a byte, from 1.
pub(crate) fn place_in(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_has_its_line_and_column() {
        let text = "one = 1\nt\u{e4}wo = \n";
        let error = text.parse::<toml::Table>().unwrap_err();
        assert!(toml_mistake(text, &error).starts_with("2:2: "), "{}", toml_mistake(text, &error));
        let text = "board = \"5x7\"\nstart = 3";
        let error = toml::from_str::<std::collections::BTreeMap<String, String>>(text).unwrap_err();
        let words = "2:9: invalid type: integer `3`, expected a string";
        assert_eq!(toml_mistake(text, &error), words);
    }
}
