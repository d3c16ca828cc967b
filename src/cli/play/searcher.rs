//! Searches for a solution on a separate thread while the game goes on.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use peg_solitaire::board::Position;
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{Outcome, Search};
use peg_solitaire::solution::Solution;

/// No player waits longer.
const LONGEST: Duration = Duration::from_secs(20);

/// A solution, or why there is none, in words.
type Answer = Result<Solution, String>;

/// Starts with a question. A search that nobody waits for is stopped.
#[derive(Default)]
pub(super) struct Searcher {
    searching: Option<(Receiver<Answer>, Arc<AtomicBool>)>,
}

impl Searcher {
    /// Starts to search for a game from these pegs to the end of a known one, unless a search is under way.
    pub(super) fn ask(&mut self, pegs: &Position, known: Solution) {
        if self.searching.is_some() {
            return;
        }
        let (answer, searching) = channel();
        let stopped = Arc::new(AtomicBool::new(false));
        self.searching = Some((searching, stopped.clone()));
        let pegs = pegs.clone();
        thread::spawn(move || {
            // The receiver is gone if the player has gone on.
            let _ = answer.send(search(&pegs, &known, &stopped));
        });
    }

    /// The answer, once it is found.
    pub(super) fn answer(&mut self) -> Option<Answer> {
        let (searching, _) = self.searching.as_ref()?;
        let answer = match searching.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err("the search stopped unexpectedly".to_owned()),
        };
        self.searching = None;
        Some(answer)
    }

    /// Stops the search under way, if there is one.
    pub(super) fn stop(&mut self) {
        if let Some((_, stopped)) = self.searching.take() {
            stopped.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.stop();
    }
}

fn search(pegs: &Position, known: &Solution, stopped: &AtomicBool) -> Answer {
    let begun = Instant::now();
    let watch = |_, _| match stopped.load(Ordering::Relaxed) || begun.elapsed() > LONGEST {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    match Search::default().rejoin(pegs, known, Progress::new(&watch)) {
        Ok(Outcome::Solved(solution)) => Ok(solution),
        Ok(Outcome::Impossible(why)) => Err(format!("no solution from here is possible: {why}")),
        Ok(Outcome::GaveUp) | Err(_) => Err("no solution from here was found".to_owned()),
    }
}
