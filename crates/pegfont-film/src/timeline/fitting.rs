//! The lines of a text in which its boards are largest. Knows no pixels: the caller says how large the boards are.

use super::Setting;

impl Setting {
    /// The text in lines for which the boards are largest, as `size` says: 0 if the lines don't fit. Its own lines must not be broken. A word
    /// is broken only if it doesn't fit otherwise, into its `usual` lines if these fit.
    #[must_use]
    pub fn fitted(&self, usual: Self, size: impl Fn(&Self) -> f64) -> Self {
        let words = self.lines().iter().flat_map(|line| line.split(Option::is_none));
        let longest = words.map(<[_]>::len).max().unwrap_or(1).max(1);
        let whole = self.lines().iter().map(Vec::len).max().unwrap_or(1);
        let largest = |wraps: std::ops::RangeInclusive<usize>| {
            let mut best = (0.0, None);
            // Of lines that are as good, the longer ones.
            for setting in wraps.rev().map(|wrap| self.wrapped(wrap)) {
                let found = size(&setting);
                if found > best.0 {
                    best = (found, Some(setting));
                }
            }
            best.1
        };
        match largest(longest..=whole) {
            Some(setting) => setting,
            None if size(&usual) > 0.0 => usual,
            None => largest(1..=longest).unwrap_or(usual),
        }
    }
}
