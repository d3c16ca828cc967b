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
#[must_use]
pub fn brief(text: &str) -> String {
    let mut brief: String = text.chars().take(40).collect();
    if brief.len() < text.len() {
        brief.push_str("...");
    }
    brief
}

/// The character of a text that has only one.
#[must_use]
pub fn only_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_threes() {
        let numbers = [0_u64, 12, 345, 6789, 1_045_173_439];
        assert_eq!(numbers.map(grouped), ["0", "12", "345", "6,789", "1,045,173,439"]);
        assert_eq!(grouped(40_861_647_040_079_968_u64), "40,861,647,040,079,968");
    }
}
