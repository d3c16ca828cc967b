//! Computes advice on a separate thread while the game goes on. What nobody waits for any longer is stopped.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use peg_solitaire::game::{Advice, Game};
use peg_solitaire::progress::Progress;

/// Starts with a question.
#[derive(Default)]
pub(super) struct Adviser {
    thinking: Option<(Receiver<Advice>, Arc<AtomicBool>)>,
}

impl Adviser {
    /// Starts to compute advice on a game, unless that is under way.
    pub(super) fn ask(&mut self, game: &Game) {
        if self.thinking.is_some() {
            return;
        }
        let (answer, thinking) = channel();
        let stopped = Arc::new(AtomicBool::new(false));
        self.thinking = Some((thinking, stopped.clone()));
        let game = game.clone();
        // If the system refuses another thread, the answer ends here, and nothing is known.
        let _ = thread::Builder::new().spawn(move || {
            let watch = |_, _| match stopped.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            // The receiver is gone if the player has gone on.
            let _ = answer.send(Advice::of(&game, None, Progress::new(&watch)));
        });
    }

    /// The advice, once it is computed.
    pub(super) fn advice(&mut self) -> Option<Arc<Advice>> {
        let (thinking, _) = self.thinking.as_ref()?;
        let advice = match thinking.try_recv() {
            Ok(advice) => advice,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => {
                Advice::Unknown("the search could not begin, or stopped unexpectedly".to_owned())
            }
        };
        self.thinking = None;
        Some(Arc::new(advice))
    }

    /// Stops the computation under way, if there is one.
    pub(super) fn stop(&mut self) {
        if let Some((_, stopped)) = self.thinking.take() {
            stopped.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.stop();
    }
}
