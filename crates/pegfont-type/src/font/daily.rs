//! The puzzle of the day: a letter or digit of a font for every day, the same for everyone.

use super::Font;
use peg_solitaire::solution::Grade;

/// From week to week, the place among the characters of a weekday moves on by this many, or by the
/// first higher number that has no divisor in common with their number, so that no character comes
/// twice before all have come.
const STRIDE: usize = 5;

/// How many jumps the games of Mondays, Tuesdays and Wednesdays have: the end of most characters is
/// easy with six, and fair with ten.
const FEW: [usize; 3] = [6, 8, 10];

/// The days of a week.
const WEEK: usize = 7;

/// The character of a day, in days since 1 January 1970, and how many jumps before its end the game
/// begins, if not at its beginning. Until Wednesdays it is the end of any character, longer every
/// day. The other days have whole games by grade: fair ones on Thursdays, hard ones on Fridays,
/// harder ones on Saturdays, fiendish ones on Sundays. `None` if the font has no letters or digits
/// of ASCII with such a grade.
pub fn of_day(font: &Font, day: u32) -> Option<(char, Option<usize>)> {
    // The first day was a Thursday.
    let number = day as usize + 3;
    let week = number / WEEK;
    let weekday = number % WEEK;

    // The gentle ones count as fair.
    let grade_of = |character: char| {
        let figures = font.get(character)?.figures?;
        Some(figures.grade().max(Grade::Fair))
    };
    let mut equals: Vec<char> = font.easiest().collect();
    if let Some(day) = weekday.checked_sub(FEW.len()) {
        let grade = [Grade::Fair, Grade::Hard, Grade::Hard, Grade::Fiendish][day];
        equals.retain(|&character| grade_of(character) == Some(grade));

        let half = equals.len() / 2;
        match day {
            1 => equals.truncate(half),
            2 => equals = equals.split_off(half),
            _ => {}
        }
    }

    let is_coprime = |stride: &usize| greatest_common_divisor(*stride, equals.len()) == 1;
    let stride = (STRIDE..).find(is_coprime).unwrap_or(1);
    let character = equals.get(week * stride % equals.len().max(1))?;
    Some((*character, FEW.get(weekday).copied()))
}

fn greatest_common_divisor(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        greatest_common_divisor(other, one % other)
    }
}
