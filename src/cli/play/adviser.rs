//! Advice for a player, worked out beside the game: which jumps keep the goal within reach. It needs the
//! solver; the game goes on while it thinks.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use crate::board::{Board, Jump, Position};
use crate::cli::puzzle::most_positions;
use crate::solution::{Cone, ConeError, Counts};
use crate::solve::Reachable;

/// What is known about a game.
pub(super) enum Advice {
    /// How many solutions each position has.
    Counts(Counts),
    /// Too much lies on the way to be counted: what can be reached when playing backwards from the target, that is
    /// forwards from its complement.
    Backwards(Box<Reachable>),
    /// The goal can't be reached at all.
    Hopeless,
    /// It can't be told, and why.
    Unknown(String),
}

/// A legal jump, and whether the goal stays within reach, if that is known.
pub(super) struct Judged {
    pub(super) jump: Jump,
    pub(super) keeps: Option<bool>,
    /// The number of solutions that are left, where they were counted.
    pub(super) solutions: Option<u128>,
}

impl Advice {
    /// Works everything out, which may take seconds.
    pub(super) fn on(board: &Board, start: Position, targets: &[Position]) -> Self {
        let reachable = match Reachable::solve(board, start) {
            Ok(reachable) => reachable,
            Err(error) => return Self::Unknown(error.to_string()),
        };
        match Cone::within(&reachable, targets, most_positions()) {
            Ok(cone) => match Counts::of(cone) {
                Ok(counts) => Self::Counts(counts),
                Err(error) => Self::Unknown(error.to_string()),
            },
            Err(error @ (ConeError::TooLarge { .. } | ConeError::Memory(_))) => {
                drop(reachable);
                let &[target] = targets else { return Self::Unknown(error.to_string()) };
                match Reachable::solve(board, board.complement(target)) {
                    Ok(reachable) => Self::Backwards(Box::new(reachable)),
                    Err(error) => Self::Unknown(error.to_string()),
                }
            }
            Err(_) => Self::Hopeless,
        }
    }

    /// Whether the goal can be reached from a position; none if that is not known.
    pub(super) fn is_solvable(&self, position: Position) -> Option<bool> {
        match self {
            Self::Counts(counts) => Some(counts.from(position) > 0),
            Self::Backwards(reachable) => {
                Some(reachable.contains(reachable.board().complement(position)))
            }
            Self::Hopeless => Some(false),
            Self::Unknown(_) => None,
        }
    }

    /// The number of solutions from a position, where they were counted.
    pub(super) fn solutions(&self, position: Position) -> Option<u128> {
        match self {
            Self::Counts(counts) => Some(counts.from(position)),
            _ => None,
        }
    }

    /// Every legal jump, those with the most solutions first, those that lose last.
    pub(super) fn judge(&self, board: &Board, position: Position) -> Vec<Judged> {
        let judge = |jump: Jump| {
            let after = jump.play(position);
            Judged { jump, keeps: self.is_solvable(after), solutions: self.solutions(after) }
        };
        let mut judged: Vec<Judged> = board.legal_jumps(position).map(judge).collect();
        judged.sort_by_key(|judged| std::cmp::Reverse((judged.keeps, judged.solutions)));
        judged
    }
}

/// Thinks on a thread of its own, from the first question on.
#[derive(Default)]
pub(super) struct Adviser {
    thinking: Option<Receiver<Advice>>,
    advice: Option<Arc<Advice>>,
}

impl Adviser {
    /// Begins to think, if that has not been done.
    pub(super) fn ask(&mut self, board: &Board, start: Position, targets: &[Position]) {
        if self.thinking.is_some() || self.advice.is_some() {
            return;
        }
        let (answer, thinking) = channel();
        let (board, targets) = (board.clone(), targets.to_vec());
        thread::spawn(move || {
            // Nobody listens any more if the player has left.
            let _ = answer.send(Advice::on(&board, start, &targets));
        });
        self.thinking = Some(thinking);
    }

    /// The advice, once it is there.
    pub(super) fn advice(&mut self) -> Option<Arc<Advice>> {
        if let Some(thinking) = &self.thinking {
            match thinking.try_recv() {
                Ok(advice) => self.advice = Some(Arc::new(advice)),
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => {
                    let words = "the search broke off".to_owned();
                    self.advice = Some(Arc::new(Advice::Unknown(words)));
                }
            }
            self.thinking = None;
        }
        self.advice.clone()
    }
}
