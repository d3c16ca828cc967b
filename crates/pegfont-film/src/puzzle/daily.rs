//! The puzzle of the day: a letter or digit of a font for every day, the same for everyone. It never asks what day it is.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

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
pub struct Day {
    year: u32,
    month: u32,
    day: u32,
}

/// A text that is no day of the calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("write a day from 1970 to 9999, such as 2026-03-31")]
pub struct UnknownDay;

/// Days in 400 years, after which the calendar repeats itself.
const ERA: u64 = 146_097;

impl Day {
    /// The number of days since 1 January 1970. No day before is parsed.
    fn number(self) -> u64 {
        let years = u64::from(self.year) - 1970;
        let leaps = |year: u64| year / 4 - year / 100 + year / 400;
        let leap_days = leaps(u64::from(self.year) - 1) - leaps(1969);
        let months = (1..self.month).map(|month| u64::from(days_of(self.year, month)));
        years * 365 + leap_days + months.sum::<u64>() + u64::from(self.day) - 1
    }

    /// The day that is this number of days after 1 January 1970.
    #[must_use]
    pub fn of_number(number: u64) -> Self {
        let mut day = Self { year: 1970 + 400 * (number / ERA) as u32, month: 1, day: 1 };
        let mut left = (number % ERA) as u32;
        let days_of_year = |year| 337 + days_of(year, 2);
        while left >= days_of_year(day.year) {
            left -= days_of_year(day.year);
            day.year += 1;
        }
        while left >= days_of(day.year, day.month) {
            left -= days_of(day.year, day.month);
            day.month += 1;
        }
        Self { day: left + 1, ..day }
    }
}

/// The length of a month.
fn days_of(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl FromStr for Day {
    type Err = UnknownDay;

    fn from_str(text: &str) -> Result<Self, UnknownDay> {
        let parts: Vec<&str> = text.split('-').collect();
        let number = |part: &str, digits: usize| {
            let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|_| is_number).ok_or(UnknownDay)
        };
        let [year, month, day] = parts[..] else { return Err(UnknownDay) };
        let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
        let exists =
            year >= 1970 && (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
        if exists { Ok(Self { year, month, day }) } else { Err(UnknownDay) }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
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
    let number = day.number() as usize + 3;
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
            assert_eq!(day.number(), number, "{day}");
            assert_eq!(day.to_string().parse(), Ok(day));
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
        assert_eq!("2026-11-23".parse(), Ok(Day::of_number(20_780)));
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
