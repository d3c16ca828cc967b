//! The large view in which a film of one game may begin: the first rounds are played there so
//! slowly that every jump is seen, and then the view draws back to the whole board. Knows no
//! lengths.

use super::{Setting, Timeline};
use crate::Error;
use peg_solitaire::board::Jump;

/// The rounds that are played in the large view.
const ROUNDS: usize = 3;

/// How long the large view is shown before the first of them, in milliseconds.
const BEFORE: u64 = 400;

/// The frames of such a round where pegs don't slide, and how long each lasts.
pub(super) const SLOW_FRAMES: u64 = 12;
const SLOW_FRAME: u64 = 40;

/// How long the captured pegs are seen after the jumpers have landed.
const REST: u64 = 120;

/// The frames in which the view draws back, and how long each lasts.
const BACK_FRAMES: u64 = 12;
const BACK_FRAME: u64 = 80;

/// What is in view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shot {
    /// All boards.
    Whole,
    /// The first jumps, large.
    Close,
    /// More than these: the view has drawn back by this share of the way, of which it goes as much
    /// in the same time.
    DrawsBack(f64),
}

/// A large view, in times of play.
#[derive(Clone, Copy, Debug)]
pub(super) struct CloseUp {
    /// The number of rounds that are played in it.
    pub rounds: usize,
    /// When it begins.
    begin: u64,
    /// When it begins to draw back.
    back: u64,
}

impl CloseUp {
    /// A large view that begins at a time of play.
    ///
    /// # Errors
    /// If more than one board is shown, or nothing is left for the whole board.
    pub fn new(setting: &Setting, begin: u64) -> Result<Self, Error> {
        let [letter] = setting.letters() else {
            return Err(Error::NoCloseUp);
        };
        if letter.solution.round_count() <= ROUNDS {
            return Err(Error::NoCloseUp);
        }

        Ok(Self {
            rounds: ROUNDS,
            begin,
            back: begin + BEFORE + ROUNDS as u64 * (FLIGHT + REST),
        })
    }

    /// How much later than without a large view the first round begins, in milliseconds.
    pub const fn delay() -> u64 {
        BEFORE
    }

    /// How long the rounds before this one take in the large view.
    pub fn time_before(&self, round: usize) -> u64 {
        let slow = round.min(self.rounds) as u64 * (FLIGHT + REST);
        if round >= self.rounds {
            slow + BACK
        } else {
            slow
        }
    }

    /// How long it is shown, with the way back.
    pub fn lasts(&self) -> u64 {
        BEFORE + self.time_before(self.rounds)
    }
}

/// How long a jump in the large view takes, and how long the view draws back.
pub(super) const FLIGHT: u64 = SLOW_FRAMES * SLOW_FRAME;
const BACK: u64 = BACK_FRAMES * BACK_FRAME;

/// The most jumps of a round that has all its frames in a film with a large view: whoever has seen
/// a jump there can follow one more.
pub(super) const FEW_JUMPS: usize = 3;

impl Timeline {
    /// Whether a round is played in the large view.
    pub(super) fn is_close(&self, round: usize) -> bool {
        self.close_up
            .is_some_and(|close_up| round < close_up.rounds)
    }

    /// The first jumps, which the large view shows.
    pub(crate) fn in_close_up(&self) -> Option<&[Jump]> {
        let close_up = self.close_up?;
        let game = self.game(0);
        Some(&game.jumps()[..game.jumps_in(close_up.rounds)])
    }

    /// When the large view begins, when it begins to draw back, and when the whole board is seen
    /// again, in times of play.
    pub(crate) fn large_view(&self) -> Option<[u64; 3]> {
        let CloseUp { begin, back, .. } = self.close_up?;
        Some([begin, back, back + BACK])
    }

    /// What is in view at this many milliseconds from the start of the film.
    pub fn shot(&self, at: u64) -> Shot {
        let Some(close_up) = self.close_up else {
            return Shot::Whole;
        };
        let [opening, rewind] = self.prologue();
        let Some(time) = at.checked_sub(opening + rewind) else {
            return Shot::Whole;
        };

        if time < close_up.begin {
            return Shot::Whole;
        }
        let Some(since) = time.checked_sub(close_up.back) else {
            return Shot::Close;
        };

        // The first frame has moved already.
        let gone = if self.slides() {
            since
        } else {
            (since / BACK_FRAME + 1) * BACK_FRAME
        };
        if gone < BACK {
            Shot::DrawsBack(gone as f64 / BACK as f64)
        } else {
            Shot::Whole
        }
    }

    /// The times of play at which another part of the board comes into view.
    pub(super) fn shot_times(&self) -> Vec<u64> {
        let Some(close_up) = self.close_up else {
            return Vec::new();
        };
        let mut times = vec![close_up.begin];
        if !self.slides() {
            let back = 0..BACK_FRAMES;
            times.extend(back.map(|frame| close_up.back + frame * BACK_FRAME));
        }
        times
    }
}
