//! `pegfont sheet`: puzzles to print, of a text or for each name of a list.

mod puzzles;

use std::path::Path;

use anyhow::Result;

use crate::cli::output::{Pages, format_of};
use crate::cli::read::subject_of;
use crate::cli::request::{SheetPuzzles, SheetRequest, Subject, TARGETS, Takes, Target};
use peg_console::answer::{Answer, Form};
use peg_console::files::is_input;
use peg_console::output::Output;
use pegfont_base::words::counted;
use pegfont_film::Error;
use pegfont_film::drawing::Drawing;

const TAKES: Takes = Takes {
    command: "sheet",
    kinds: TARGETS,
};

/// The pages of a sheet, and those of its solutions if they have a file of their own.
pub struct SheetPages {
    pages: Printed,
    /// What is on the pages, in words.
    contents: String,
    solutions: Option<Printed>,
}

/// Pages, and the files that they are written to.
struct Printed {
    drawings: Vec<Drawing>,
    files: Pages,
}

pub fn run(request: SheetRequest, out: &Output) -> Result<SheetPages> {
    let files = Pages::to("-o", &request.pages(), out)?;
    let files_of_solutions = match &request.solutions {
        Some(path) => Some(Pages::to("--solutions", path, out)?),
        None => None,
    };

    let words = match &request.puzzles {
        SheetPuzzles::Names(names) => puzzles::words(names, out)?,
        SheetPuzzles::Goal(goal) => {
            if let Target::Named(name) = &goal.target {
                refuse_files(name, request.output.is_some())?;
            }
            vec![(None, puzzles::word(goal, request.has_whole_games(), out)?)]
        }
    };
    let cards = puzzles::cards(&request, words, out)?;
    let contents = match request.puzzles {
        SheetPuzzles::Names(_) => counted(cards.len(), "name"),
        SheetPuzzles::Goal(_) => {
            counted(cards.iter().map(|card| card.puzzles.len()).sum(), "puzzle")
        }
    };

    let sheet = &request.sheet;
    let drawings = sheet.pages(&cards).map_err(remedied)?;
    let pages = Printed::new(drawings, files, out)?;
    let solutions = match files_of_solutions {
        Some(files) => Some(Printed::new(sheet.solutions(&cards), files, out)?),
        None => None,
    };
    Ok(SheetPages {
        pages,
        contents,
        solutions,
    })
}

impl Printed {
    /// Lists the files of all pages. What can't be printed is refused.
    fn new(drawings: Vec<Drawing>, mut files: Pages, out: &Output) -> Result<Self> {
        files.list(&drawings, out)?;
        Ok(Self { drawings, files })
    }

    fn write(&self, contents: &str, out: &Output) -> Result<()> {
        self.files.write(&self.drawings, contents, out)
    }
}

impl Answer for SheetPages {
    fn put(self, _: Form, out: &Output) -> Result<()> {
        self.pages.write(&self.contents, out)?;
        match self.solutions {
            Some(solutions) => solutions.write("solutions", out),
            None => Ok(()),
        }
    }
}

/// Refuses the name of a file in place of a target.
fn refuse_files(name: &str, has_output: bool) -> Result<()> {
    let target = Path::new(name);
    let file = target.display();
    let kind = subject_of(name, 0);
    if kind == Subject::File {
        refuse!("{file} is a file: --names {file} makes a sheet for each name in it");
    }

    let is_named_so = format_of(target, Pages::FORMATS).is_ok();
    if !is_named_so || is_input(target) || target.is_file() {
        return Ok(());
    }
    if !has_output {
        refuse!("{file} is no target: write -o {file}, or --solutions={file}");
    }
    // A picture is refused as everywhere.
    if kind != Subject::Picture {
        refuse!("{file} is no target: give a text, or a game in a file");
    }
    Ok(())
}

/// What to do when the paper is too small.
fn remedied(error: Error) -> anyhow::Error {
    let Error::SmallPaper { is_large, .. } = error else {
        return error.into();
    };
    let remedy = if is_large {
        "--paper takes a larger one, or leave --large-print out"
    } else {
        "--paper takes a larger one"
    };
    usage!("{error}: {remedy}")
}
