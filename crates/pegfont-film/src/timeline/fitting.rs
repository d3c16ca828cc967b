//! The lines of a text in which its boards are largest. Knows no pixels: the caller says how large the boards are.

use super::Setting;

/// Only words of more letters are broken, into parts of no fewer, if the boards become so many times larger.
const BROKEN_WORD: usize = 6;
const LEAST_PART: usize = 3;
const GAIN: f64 = 1.5;

impl Setting {
    /// The text in lines for which the boards are largest, as `size` says, or in its `usual` lines. Its own lines must not be broken. Breaks no
    /// words if that is possible, unless it `breaks` long ones to make the boards half as large again. A size of 0 means that the lines don't fit.
    #[must_use]
    pub fn fitted(&self, usual: Self, breaks: bool, size: impl Fn(&Self) -> f64) -> Self {
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
        for wrap in if breaks { LEAST_PART + 1..longest } else { 0..0 } {
            let is_good = |&length: &usize| {
                let rest = length % wrap;
                length <= wrap || (length > BROKEN_WORD && (rest == 0 || rest >= LEAST_PART))
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
