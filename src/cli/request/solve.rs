//! What `pegfont solve` is asked for: the positions of a board, or the last jump into each.

use std::path::PathBuf;

use anyhow::Result;

use crate::cli::options::Solve;
use crate::cli::request::BoardRequest;
use peg_console::answer::Form;
use peg_console::command::CommandOptions;

pub struct SolveRequest {
    pub job: SolveJob,
    /// The form in which the answer is printed. CSV and JSON need standard output for themselves.
    pub form: Form,
}

#[derive(PartialEq, Eq, Debug)]
pub enum SolveJob {
    /// Count the positions of a board.
    Count(BoardRequest),
    /// List them, or only those with so many pegs.
    List {
        board: BoardRequest,
        pegs: Option<u32>,
    },
    /// Find the last jump into each, and check or keep them.
    Fill {
        board: BoardRequest,
        is_checked: bool,
        file: Option<PathBuf>,
    },
    /// Check and count the last jumps that are kept in a file.
    Recount {
        file: PathBuf,
        /// Whether to say what was found right.
        is_said: bool,
    },
}

impl CommandOptions for Solve {
    type Request = SolveRequest;

    fn form(&self) -> Form {
        self.table.form()
    }

    fn request(self) -> Result<SolveRequest> {
        let form = self.form();
        if let Some(folder) = &self.output
            && folder.extension().is_some_and(|ending| ending == "set")
        {
            let name = folder.display();
            refuse!("sets on disk are the laboratory's: peglab set solve BOARD {name}");
        }

        let is_filled = self.output.is_some() || self.verify;
        let job = match self.board.request() {
            BoardRequest::Recorded(file) => SolveJob::Recount {
                file,
                is_said: self.verify,
            },
            board if is_filled => SolveJob::Fill {
                board,
                is_checked: self.verify,
                file: self.output,
            },
            board if self.list => SolveJob::List {
                board,
                pegs: self.pegs,
            },
            board => SolveJob::Count(board),
        };
        Ok(SolveRequest { job, form })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peg_console::command_line::options_in;

    fn request(words: &[&str]) -> Result<SolveRequest> {
        let options: Solve = options_in(words).expect("options");
        options.request()
    }

    fn english() -> BoardRequest {
        BoardRequest::Named {
            board: Some("english".to_owned()),
            start: None,
        }
    }

    #[test]
    fn the_options_of_solve_are_one_of_four_jobs() {
        let job = |words: &[&str]| request(words).expect("a job").job;
        let usual = BoardRequest::default();

        assert_eq!(job(&[]), SolveJob::Count(usual.clone()));
        assert_eq!(job(&["--board", "english"]), SolveJob::Count(english()));
        assert_eq!(
            job(&["--list", "--pegs", "7"]),
            SolveJob::List {
                board: usual.clone(),
                pegs: Some(7),
            }
        );
        assert_eq!(
            job(&["--verify"]),
            SolveJob::Fill {
                board: usual,
                is_checked: true,
                file: None,
            }
        );
        assert_eq!(
            job(&["--board", "english", "-o", "a.table"]),
            SolveJob::Fill {
                board: english(),
                is_checked: false,
                file: Some("a.table".into()),
            }
        );
        assert_eq!(
            job(&["--reachable", "a.table"]),
            SolveJob::Recount {
                file: "a.table".into(),
                is_said: false,
            }
        );
    }

    #[test]
    fn a_set_on_disk_is_the_laboratorys() {
        let Err(refused) = request(&["-o", "5x7.set"]) else {
            panic!("a refusal");
        };
        assert!(refused.to_string().contains("peglab set solve"));
    }
}
