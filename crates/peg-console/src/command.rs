//! A command, from its options to the printed answer.

use anyhow::Result;

use crate::answer::{Answer, Form};
use crate::output::Output;

/// The options of a command, as clap reads them.
pub trait CommandOptions: Sized {
    /// What the command is asked for, as plain data.
    type Request;

    /// The form in which the answer is printed.
    fn form(&self) -> Form {
        Form::Text
    }

    /// What these options ask for.
    ///
    /// # Errors
    /// When the options contradict each other, or a name in them can't be.
    fn request(self) -> Result<Self::Request>;

    /// Runs the command, which is `run`, and prints its answer.
    ///
    /// # Errors
    /// When the options are refused, the command fails, or its answer can't be written.
    fn answer<Answered: Answer>(
        self,
        run: impl FnOnce(Self::Request, &Output) -> Result<Answered>,
        out: &Output,
    ) -> Result<()> {
        let form = self.form();
        let request = self.request()?;
        let answer = run(request, out)?;

        answer.put(form, out)
    }
}
