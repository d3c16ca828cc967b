//! How many jumps have been played, in words for people.

use super::{Setting, Timeline};
use pegfont_base::words::{counted, grouped};

impl Timeline {
    /// What a counter of jumps says at this many milliseconds from the start of the film: the
    /// number of the last jump that has begun, or when all are over, how many games and jumps there
    /// were.
    ///
    /// ```
    /// # use pegfont_film::timeline::{Missing, Setting, Timeline, Timing, WRAP};
    /// # use pegfont_type::font::Font;
    /// let setting = Setting::new(Font::builtin()?, "A", WRAP, Missing::Refuse)?;
    /// let timeline = Timeline::new(setting, Timing::default())?;
    /// assert_eq!(timeline.counter(0), "jump 0 of 16");
    /// assert_eq!(timeline.counter(timeline.finished_at()), "1 game · 16 jumps");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counter(&self, at: u64) -> String {
        let shown = self.shown_at(at);
        let mut begun = 0;
        let mut are_over = true;
        for letter in 0..shown.letters().len() {
            let rounds = self.begun_rounds(letter, at);
            begun += shown.game(letter).jumps_in(rounds.begun);
            are_over &= rounds.are_over;
        }

        let setting = shown.setting();
        if are_over {
            total(setting)
        } else {
            jump_of(begun, setting)
        }
    }
}

/// The most characters that the counter of a text has.
pub(crate) fn counter_length(setting: &Setting) -> usize {
    let last = jump_of(jump_count(setting), setting);
    let total = total(setting);
    last.chars().count().max(total.chars().count())
}

/// The number of jumps of all letters.
fn jump_count(setting: &Setting) -> usize {
    let games = setting.letters().iter().map(|letter| &letter.solution);
    games.map(|game| game.jumps().len()).sum()
}

fn jump_of(begun: usize, setting: &Setting) -> String {
    let begun = grouped(begun as u64);
    let jumps = grouped(jump_count(setting) as u64);
    format!("jump {begun} of {jumps}")
}

fn total(setting: &Setting) -> String {
    let games = counted(setting.letters().len(), "game");
    let jumps = counted(jump_count(setting), "jump");
    format!("{games} · {jumps}")
}

/// How many rounds of a letter have begun, and whether the last one is over.
pub(super) struct BegunRounds {
    pub begun: usize,
    pub are_over: bool,
}
