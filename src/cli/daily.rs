//! A character of the built-in font as the goal of a game: the one of a day, or a random one. The only module that asks
//! what day it is.

use std::hash::{BuildHasher as _, RandomState};
use std::time::SystemTime;

use anyhow::{Context as _, Result};

use pegfont_film::puzzle::{Day, character_of_day, daily_characters};
use pegfont_type::font::Font;

/// Today, in UTC.
pub(super) fn today() -> Day {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Day::of_number(now.as_secs() / 86_400)
}

/// The character of a day, the same for everyone.
pub(super) fn of_day(day: Day) -> Result<String> {
    let character = character_of_day(Font::builtin()?, day);
    Ok(character.context("the built-in font has no letters")?.to_string())
}

/// A random character.
pub(super) fn random() -> Result<String> {
    let characters = daily_characters(Font::builtin()?);
    let place = RandomState::new().hash_one(SystemTime::now()) % characters.len().max(1) as u64;
    let character = characters.get(place as usize);
    Ok(character.context("the built-in font has no letters")?.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn random_characters_differ() {
        let drawn: BTreeSet<String> = (0..100).map(|_| random().unwrap()).collect();
        assert!(drawn.len() > 10, "{drawn:?}");
    }
}
