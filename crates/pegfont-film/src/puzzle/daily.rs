//! The puzzle of the day: a letter or digit of a font for every day, the same for everyone. It never asks what day it is.

use std::fmt;
use std::str::FromStr;

use crate::Error;
use pegfont_type::font::Font;

/// A day of the Gregorian calendar.
///
/// ```
/// use pegfont_film::puzzle::Day;
/// let day: Day = "2026-11-21".parse()?;
/// assert_eq!(day, Day::of_number(20_778));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Day(u64);

/// The days of 400 years, after which the calendar repeats itself, and those from 1 March of the year 0 to 1 January 1970.
const ERA: u64 = 146_097;
const BEFORE: u64 = 719_468;

impl Day {
    /// The day that is this number of days after 1 January 1970.
    pub fn of_number(number: u64) -> Self {
        Self(number)
    }
}

impl FromStr for Day {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let parts: Vec<u64> = text.split('-').filter_map(|part| part.parse().ok()).collect();
        let [year @ 1970..=9999, month @ 1..=12, day @ 1..=31] = parts[..] else {
            return Err(Error::Day);
        };
        // Years that begin in March have their leap day at the end.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let days =
            365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
        let found = Self(days - BEFORE);
        if found.to_string() == text { Ok(found) } else { Err(Error::Day) }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (era, of_era) = ((self.0 + BEFORE) / ERA, (self.0 + BEFORE) % ERA);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / (ERA - 1)) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (year, month) = match month {
            0..10 => (400 * era + year, month + 3),
            _ => (400 * era + year + 1, month - 9),
        };
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// From week to week, the place among the characters of a weekday moves on by this many, or by the first higher number that has no
/// divisor in common with their number, so that no character comes twice before all have come.
const STRIDE: usize = 5;

/// The days of a week.
const WEEK: usize = 7;

/// The characters that puzzles of the day and random puzzles are chosen from, the easiest first: the letters and digits of ASCII that
/// the font has. Their patterns have many pegs; a few pegs, as in a dash, take minutes to analyse.
#[must_use]
pub fn daily_characters(font: &Font) -> Vec<char> {
    let effort = |character: &char| font.get(*character)?.figures.map(|figures| figures.effort());
    let mut found: Vec<char> = ('0'..='z')
        .filter(|character| character.is_ascii_alphanumeric() && font.get(*character).is_some())
        .collect();
    found.sort_by(|one, other| effort(one).unwrap_or(0.0).total_cmp(&effort(other).unwrap_or(0.0)));
    found
}

/// The character of a day, the same for everyone: on Mondays one of the easiest, on Sundays one of the hardest. `None` if the font has
/// no letters or digits of ASCII.
#[must_use]
pub fn character_of_day(font: &Font, day: Day) -> Option<char> {
    let characters = daily_characters(font);
    // The first day, 1 January 1970, was a Thursday.
    let number = day.0 as usize + 3;
    let (week, weekday) = (number / WEEK, number % WEEK);
    let begin = characters.len() * weekday / WEEK;
    let end = (characters.len() * (weekday + 1) / WEEK).max(begin + 1);
    let equals = characters.get(begin..end)?;
    let stride = (STRIDE..).find(|&stride| greatest_common_divisor(stride, equals.len()) == 1)?;
    equals.get(week * stride % equals.len()).copied()
}

fn greatest_common_divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

#[cfg(all(test, feature = "builtin"))]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn days_are_numbered_without_a_gap() {
        for number in 0..2 * ERA {
            let day = Day::of_number(number);
            assert_eq!(day.to_string().parse::<Day>().unwrap(), day);
        }
        // From the output of `date --date @N`.
        let known = [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_778, "2026-11-21")];
        for (number, name) in known {
            assert_eq!(Day::of_number(number).to_string(), name);
        }
    }

    #[test]
    fn a_day_that_does_not_exist_is_refused() {
        for text in
            ["", "2026-02-29", "2026-13-01", "2026-00-10", "1969-12-31", "26-11-21", "2026-11-+1"]
        {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_week_begins_with_an_easy_character_and_ends_with_a_hard_one() {
        let font = Font::builtin().unwrap();
        let effort = |number| {
            let character = character_of_day(font, Day::of_number(number)).unwrap();
            font.get(character).unwrap().figures.unwrap().effort()
        };
        // Monday, 23 November 2026.
        assert_eq!(Day::of_number(20_780).to_string(), "2026-11-23");
        for monday in (20_780..20_780 + 70 * 7).step_by(WEEK) {
            let efforts: Vec<f64> = (monday..monday + WEEK as u64).map(effort).collect();
            assert!(efforts.is_sorted(), "{efforts:?}");
            assert!(efforts[0] < 40.0 && efforts[6] > 50.0, "{efforts:?}");
        }
    }

    #[test]
    fn every_character_comes_within_as_many_weeks_as_a_weekday_has_characters() {
        let font = Font::builtin().unwrap();
        let (board, start) = (font.board(), font.start());
        // All characters, ten, five and one.
        for last in ['z', '9', '4', '0'] {
            let mut some = Font::new("some", board, start).unwrap();
            for (&character, chosen) in font.characters().range(..=last) {
                some.insert(character, chosen.clone()).unwrap();
            }
            let characters = daily_characters(&some);
            let of = |number| character_of_day(&some, Day::of_number(number)).unwrap();
            let weeks = characters.len().div_ceil(WEEK) as u64;
            // From a Monday on.
            let days = (20_003..20_003 + WEEK as u64 * weeks).map(of);
            assert_eq!(days.collect::<BTreeSet<_>>(), characters.into_iter().collect());
        }
        let empty = Font::new("empty", board, start).unwrap();
        assert_eq!(character_of_day(&empty, Day::of_number(0)), None);
    }
}
