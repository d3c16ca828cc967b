//! A character of the built-in font as the goal of a game: the one of a day, or a random one. The only module that asks
//! what day it is.

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::str::FromStr;
use std::time::SystemTime;

use anyhow::Result;

use crate::font::Font;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Day {
    year: u32,
    month: u32,
    day: u32,
}

/// Days in 400 years, after which the calendar repeats itself.
const ERA: u64 = 146_097;

impl Day {
    /// Today, in UTC.
    pub(super) fn today() -> Self {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self::of_number(now.as_secs() / 86_400)
    }

    /// The number of days since 1 January 1970. No day before is parsed.
    fn number(self) -> u64 {
        let years = u64::from(self.year) - 1970;
        let leaps = |year: u64| year / 4 - year / 100 + year / 400;
        let leap_days = leaps(u64::from(self.year) - 1) - leaps(1969);
        let months = (1..self.month).map(|month| u64::from(days_of(self.year, month)));
        years * 365 + leap_days + months.sum::<u64>() + u64::from(self.day) - 1
    }

    /// The day of this number.
    fn of_number(number: u64) -> Self {
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
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write a day from 1970 to 9999, such as 2026-03-31".to_owned();
        let parts: Vec<&str> = text.split('-').collect();
        let number = |part: &str, digits: usize| {
            let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|_| is_number).ok_or_else(wrong)
        };
        let [year, month, day] = parts[..] else { return Err(wrong()) };
        let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
        let exists =
            year >= 1970 && (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
        if exists { Ok(Self { year, month, day }) } else { Err(wrong()) }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Coprime to the number of characters, so that no character comes twice before all have come.
const STRIDE: u64 = 35;

/// The characters to choose from: the letters and digits of ASCII, whose patterns have many pegs. A few pegs, as in a dash,
/// take minutes to analyse.
fn characters() -> Result<Vec<char>> {
    let font = Font::builtin()?;
    let has =
        |character: &char| character.is_ascii_alphanumeric() && font.get(*character).is_some();
    Ok(('0'..='z').filter(has).collect())
}

/// The character of a day, the same for everyone.
pub(super) fn of_day(day: Day) -> Result<String> {
    let characters = characters()?;
    let place = day.number() * STRIDE % characters.len() as u64;
    Ok(characters[place as usize].to_string())
}

/// A random character.
pub(super) fn random() -> Result<String> {
    let characters = characters()?;
    let place = RandomState::new().hash_one(SystemTime::now()) % characters.len() as u64;
    Ok(characters[place as usize].to_string())
}

#[cfg(test)]
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
    fn every_character_comes_once_before_any_comes_again() {
        let characters = characters().unwrap();
        let cycle = characters.len() as u64;
        let days = |from: u64| (from..from + cycle).map(|day| of_day(Day::of_number(day)).unwrap());
        assert_eq!(days(20_000).collect::<BTreeSet<_>>().len(), characters.len());
    }

    #[test]
    fn random_characters_differ() {
        let drawn: BTreeSet<String> = (0..100).map(|_| random().unwrap()).collect();
        assert!(drawn.len() > 10, "{drawn:?}");
    }
}
