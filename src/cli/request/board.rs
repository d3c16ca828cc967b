//! Which board, and which start, a game has.

use std::path::PathBuf;

use crate::cli::options::{BoardArgs, USUAL_BOARD};

/// A board and a start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardRequest {
    /// A board by its name or its picture, if one is given, and a start on it.
    Named {
        board: Option<String>,
        start: Option<String>,
    },
    /// Those of a set or a table of positions on disk.
    Recorded(PathBuf),
}

impl BoardArgs {
    pub fn request(self) -> BoardRequest {
        match self.reachable {
            Some(path) => BoardRequest::Recorded(path),
            None => BoardRequest::Named {
                board: self.board,
                start: self.start,
            },
        }
    }
}

impl BoardRequest {
    /// The board, unless another one is given.
    pub const USUAL: &str = USUAL_BOARD;

    /// Whether anything of it was given.
    pub fn is_given(&self) -> bool {
        *self != Self::default()
    }
}

impl Default for BoardRequest {
    fn default() -> Self {
        Self::Named {
            board: None,
            start: None,
        }
    }
}
