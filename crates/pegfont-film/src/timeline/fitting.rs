//! The lines of a text in which its boards are largest. Knows no pixels: the caller says how large the boards are.

use super::Setting;

/// Words are broken if the boards become so many times larger.
const GAIN: f64 = 1.5;

/// The fewest letters of a word's last line: three, or two of a short word.
fn least_part(length: usize) -> usize {
    if length < 6 { 2 } else { 3 }
}

impl Setting {
    /// The text in lines for which the boards are largest, as `size` says, or in its `usual` lines. Its own lines must not be broken. Breaks no
    /// words if that is possible, unless it makes the boards half as large again. A size of 0 means that the lines don't fit.
    #[must_use]
    pub fn fitted(&self, usual: Self, size: impl Fn(&Self) -> f64) -> Self {
        let words = self.lines().iter().flat_map(|line| line.split(Option::is_none));
        let words: Vec<usize> = words.map(<[_]>::len).collect();
        let longest = words.iter().copied().max().unwrap_or(1).max(1);
        let whole = self.lines().iter().map(Vec::len).max().unwrap_or(1);
        let mut best = (size(&usual), usual);
        for wraps in [longest..=whole, 1..=longest] {
            for wrap in wraps {
                let setting = self.wrapped(wrap);
                let found = size(&setting);
                if found > best.0 {
                    best = (found, setting);
                }
            }
            if best.0 > 0.0 {
                break;
            }
        }
        let least = GAIN * best.0;
        for wrap in 2..longest {
            let is_good = |&length: &usize| {
                let (rest, least) = (length % wrap, least_part(length));
                length <= wrap || (wrap >= least && (rest == 0 || rest >= least))
            };
            if !words.iter().all(is_good) {
                continue;
            }
            let setting = self.wrapped(wrap);
            let found = size(&setting);
            if found > best.0 && found >= least {
                best = (found, setting);
            }
        }
        best.1
    }
}
