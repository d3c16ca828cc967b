//! What `pegfont play` is asked for: which game.

use anyhow::Result;

use crate::cli::options::Play;
use crate::cli::request::GoalRequest;
use peg_console::command::CommandOptions;

pub enum PlayRequest {
    /// A step of the lesson, counted from 1.
    Lesson(usize),
    /// The puzzle of today.
    Daily,
    Goal(GoalRequest),
}

impl CommandOptions for Play {
    type Request = PlayRequest;

    fn request(self) -> Result<PlayRequest> {
        Ok(if let Some(step) = self.lesson {
            PlayRequest::Lesson(step)
        } else if self.daily {
            PlayRequest::Daily
        } else {
            PlayRequest::Goal(self.goals.request()?)
        })
    }
}

impl PlayRequest {
    /// What to play for, if the program doesn't choose that.
    pub fn goal(&self) -> Option<&GoalRequest> {
        match self {
            Self::Goal(goal) => Some(goal),
            Self::Lesson(_) | Self::Daily => None,
        }
    }
}
