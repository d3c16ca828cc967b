//! What `pegfont play` is asked for: which game.

use anyhow::Result;

use crate::cli::options::Play;
use crate::cli::request::GoalRequest;

pub enum PlayRequest {
    /// A step of the lesson, counted from 1.
    Lesson(usize),
    /// The puzzle of today.
    Daily,
    Goal(GoalRequest),
}

impl Play {
    pub fn request(self) -> Result<PlayRequest> {
        Ok(if let Some(step) = self.lesson {
            PlayRequest::Lesson(step)
        } else if self.daily {
            PlayRequest::Daily
        } else {
            PlayRequest::Goal(self.goals.request()?)
        })
    }
}
