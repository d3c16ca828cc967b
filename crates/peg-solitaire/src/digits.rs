//! Formatting of large numbers.

/// A number with a comma between its groups of three digits: `1,045,173,439`.
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let first = (digits.len() + 2) % 3 + 1;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group));
    groups.fold(head.to_owned(), |all, group| all + "," + &group)
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
