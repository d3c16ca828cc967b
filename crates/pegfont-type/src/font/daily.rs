//! The puzzle of the day: a letter or digit of a font for every day, the same for everyone.

use super::Font;
use peg_solitaire::solution::Grade;

/// From week to week, the place among the characters of a weekday moves on by this many, or by the first higher number that has no
/// divisor in common with their number, so that no character comes twice before all have come.
const STRIDE: usize = 5;

/// How many jumps a Monday's game has: with so few, the end of most characters is easy.
const FEW: usize = 6;

/// The days of a week.
const WEEK: usize = 7;

/// The character of a day, in days since 1 January 1970, and how many jumps before its end the game begins, if not at its beginning. Mondays
/// have the end of any character. The other days have whole games by grade: fair ones until Wednesdays, hard ones until Saturdays, the
/// harder the later, fiendish ones on Sundays. `None` if the font has no letters or digits of ASCII with such a grade.
pub fn of_day(font: &Font, day: u32) -> Option<(char, Option<usize>)> {
    // The first day was a Thursday.
    let number = day as usize + 3;
    let (week, weekday) = (number / WEEK, number % WEEK);
    let grade_of = |character: char| Some(font.get(character)?.figures?.grade());
    let mut equals: Vec<char> = font.easiest().collect();
    match weekday {
        0 => {}
        1..=5 => {
            let (grade, first, days) =
                if weekday < 3 { (Grade::Fair, 1, 2) } else { (Grade::Hard, 3, 3) };
            equals.retain(|&one| grade_of(one).map(|it| it.max(Grade::Fair)) == Some(grade));
            let part = |number: usize| equals.len() * number / days;
            equals = equals[part(weekday - first)..part(weekday - first + 1)].to_vec();
        }
        _ => equals.retain(|&one| grade_of(one) == Some(Grade::Fiendish)),
    }
    let is_coprime = |stride: &usize| greatest_common_divisor(*stride, equals.len()) == 1;
    let stride = (STRIDE..).find(is_coprime).unwrap_or(1);
    let character = equals.get(week * stride % equals.len().max(1))?;
    Some((*character, (weekday == 0).then_some(FEW)))
}

fn greatest_common_divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}
