//! The commands, one file each: each is given a request, reads what it names, calls the library,
//! and returns its answer, which says how it is printed. No command knows an option.

mod films;
mod find;
mod font;
mod one_game;
mod play;
mod puzzle;
mod render;
mod sheet;
mod solve;

use anyhow::Result;

use crate::cli::options::{self, Command, FontCommand};
use peg_console::answer::{Answer as _, Form};
use peg_console::output::Output;

/// Runs a command and prints its answer.
pub fn run(command: Command, out: &Output) -> Result<()> {
    match command {
        Command::Render(options) => render::run(options.request(), out)?.put(Form::Text, out),
        Command::OneGame(options) => one_game::run(options.request(), out)?.put(Form::Text, out),
        Command::Play(options) => play::run(options.request()?, out)?.put(Form::Text, out),
        Command::Sheet(options) => sheet::run(options.request()?, out)?.put(Form::Text, out),
        Command::Puzzle(options) => {
            let request = options.request()?;
            let form = request.form;
            puzzle::run(request, out)?.put(form, out)
        }
        Command::Find(options) => {
            let request = options.request()?;
            let form = request.form;
            find::run(request, out)?.put(form, out)
        }
        Command::Solve(options) => {
            let request = options.request()?;
            let form = request.form;
            solve::run(request, out)?.put(form, out)
        }
        Command::Font(command) => run_font(command, out),
        Command::Board(moved) => Err(moved.refusal()),
        Command::Completions(asked) => asked.script(options::command()).put(Form::Text, out),
    }
}

fn run_font(command: FontCommand, out: &Output) -> Result<()> {
    match command {
        FontCommand::New(options) => font::new(options.request()?, out)?.put(Form::Text, out),
        FontCommand::Build(options) => font::build(options.request()?, out)?.put(Form::Text, out),
        FontCommand::Export(options) => font::export(options.request()?, out)?.put(Form::Text, out),
        FontCommand::Specimen(options) => {
            font::specimen(options.request()?, out)?.put(Form::Text, out)
        }
        FontCommand::List(options) => {
            let request = options.request();
            let form = request.form;
            font::list(request, out)?.put(form, out)
        }
    }
}
