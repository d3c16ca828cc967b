//! The puzzle of the day: a letter or digit of a font for every day, the same for everyone.

use js_sys::Date;
use pegfont_type::font::Font;
use wasm_bindgen::JsError;

use crate::call::mistake;

/// From week to week, the place among the characters of a weekday moves on by this many, or by the first higher number that has no
/// divisor in common with their number, so that no character comes twice before all have come.
const STRIDE: usize = 5;

/// The days of a week.
const WEEK: usize = 7;

/// The milliseconds of a day.
const DAY: f64 = 86_400_000.0;

/// The character of a day, such as `2026-11-22`: on Mondays one of the easiest, on Sundays one of the hardest.
///
/// # Errors
/// If there is no such day, or the font has no letters or digits of ASCII.
pub(crate) fn character_of_day(font: &Font, day: &str) -> Result<char, JsError> {
    let date = Date::new(&day.into());
    let time = date.get_time();
    if !(time >= 0.0 && date.to_iso_string() == format!("{day}T00:00:00.000Z")) {
        return Err(mistake("write a day from 1970 to 9999, such as 2026-03-31"));
    }
    let characters: Vec<char> = font.easiest().collect();
    // The first day, 1 January 1970, was a Thursday.
    let number = (time / DAY) as usize + 3;
    let (week, weekday) = (number / WEEK, number % WEEK);
    let begin = characters.len() * weekday / WEEK;
    let end = (characters.len() * (weekday + 1) / WEEK).max(begin + 1);
    let equals = characters.get(begin..end).ok_or_else(|| mistake("the font has no letters"))?;
    let is_coprime = |stride: &usize| greatest_common_divisor(*stride, equals.len()) == 1;
    let stride = (STRIDE..).find(is_coprime).unwrap_or(1);
    Ok(equals[week * stride % equals.len()])
}

fn greatest_common_divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}
