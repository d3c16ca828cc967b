//! `pegfont sheet`: puzzles to print, of a text or for each name of a list.

mod puzzles;

use std::path::Path;

use anyhow::Result;

use crate::cli::formats::OUTPUT;
use crate::cli::options::SheetCommand;
use crate::cli::output::{Pages, format_of};
use crate::cli::read::subject_of;
use crate::cli::request::{Subject, TARGETS, Takes};
use peg_console::files::is_input;
use peg_console::output::Output;
use pegfont_base::words::counted;
use pegfont_film::Error;
use pegfont_film::sheet::{LANGUAGES, Language, Sheet};

const TAKES: Takes = Takes {
    command: "sheet",
    kinds: TARGETS,
};

impl SheetCommand {
    pub fn run(self, out: &Output) -> Result<()> {
        let path = match &self.output {
            Some(path) => path.clone(),
            None => Path::new(OUTPUT).join("puzzles.pdf"),
        };
        let mut pages_file = Pages::to("-o", &path, out)?;
        let mut solutions_file = match &self.solutions {
            Some(Some(path)) => Some(Pages::to("--solutions", path, out)?),
            _ => None,
        };
        if self.seed.is_some() && self.jumps_left() == [None] {
            refuse!("--seed needs --jumps-left or --levels: whole games have one start");
        }

        let sheet = self.sheet()?;
        let words = match &self.names {
            Some(names) => self.words(names, out)?,
            None => {
                self.refuse_files()?;
                vec![(None, self.word(out)?)]
            }
        };
        let cards = self.cards(words, out)?;
        let contents = if self.names.is_some() {
            counted(cards.len(), "name")
        } else {
            counted(cards.iter().map(|card| card.puzzles.len()).sum(), "puzzle")
        };

        let pages = sheet.pages(&cards).map_err(remedied)?;
        pages_file.list(&pages, out)?;
        let mut solutions = Vec::new();
        if let Some(file) = &mut solutions_file {
            solutions = sheet.solutions(&cards);
            file.list(&solutions, out)?;
        }

        pages_file.write(&pages, &contents, out)?;
        match &solutions_file {
            Some(file) => file.write(&solutions, "solutions", out),
            None => Ok(()),
        }
    }

    /// How the pages look, and in which language.
    fn sheet(&self) -> Result<Sheet> {
        let known = LANGUAGES.iter().find(|known| known.0 == self.language);
        let language = Language::parse(known.unwrap_or(&LANGUAGES[0]).1)?;
        let usual = Sheet::new(language);
        let usual_per_page = if self.large_print { 2 } else { 4 };

        Ok(Sheet {
            paper: self.paper,
            title: match &self.title {
                Some(title) => title.to_string(),
                None => usual.title.clone(),
            },
            per_page: self.per_page.map_or(usual_per_page, usize::from),
            scale: if self.large_print { Sheet::LARGE } else { 1.0 },
            solutions: self.solutions == Some(None),
            two_sided: self.two_sided,
            ..usual
        })
    }

    /// Refuses the name of a file in place of a target.
    fn refuse_files(&self) -> Result<()> {
        let target = Path::new(self.goals.target.as_deref().unwrap_or_default());
        let file = target.display();
        let kind = subject_of(&target.to_string_lossy(), 0);
        if kind == Subject::File {
            refuse!("{file} is a file: --names {file} makes a sheet for each name in it");
        }

        let is_named_so = format_of(target, Pages::FORMATS).is_ok();
        if !is_named_so || is_input(target) || target.is_file() {
            return Ok(());
        }
        if self.output.is_none() {
            refuse!("{file} is no target: write -o {file}, or --solutions={file}");
        }
        // A picture is refused as everywhere.
        if kind != Subject::Picture {
            refuse!("{file} is no target: give a text, or a game in a file");
        }
        Ok(())
    }
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
