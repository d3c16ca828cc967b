//! Computes advice on a separate thread while the game goes on.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use peg_solitaire::game::{Advice, Game};
use peg_solitaire::progress::Progress;

/// Starts with the first question.
#[derive(Default)]
pub(super) struct Adviser {
    thinking: Option<Receiver<Advice>>,
    advice: Option<Arc<Advice>>,
}

impl Adviser {
    /// Starts the computation, unless it has started.
    pub(super) fn ask(&mut self, game: &Game) {
        if self.thinking.is_some() || self.advice.is_some() {
            return;
        }
        let (answer, thinking) = channel();
        let Ok((board, start, targets)) = game.small() else { return };
        thread::spawn(move || {
            // The receiver is gone if the player has quit.
            let _ = answer.send(Advice::on(&board, start, &targets, Progress::NONE));
        });
        self.thinking = Some(thinking);
    }

    /// The advice, once it is computed.
    pub(super) fn advice(&mut self) -> Option<Arc<Advice>> {
        if let Some(thinking) = &self.thinking {
            match thinking.try_recv() {
                Ok(advice) => self.advice = Some(Arc::new(advice)),
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => {
                    let words = "the search stopped unexpectedly".to_owned();
                    self.advice = Some(Arc::new(Advice::Unknown(words)));
                }
            }
            self.thinking = None;
        }
        self.advice.clone()
    }
}
