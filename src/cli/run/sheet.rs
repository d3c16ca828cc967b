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

pub fn run(options: SheetCommand, out: &Output) -> Result<()> {
    let path = match &options.output {
        Some(path) => path.clone(),
        None => Path::new(OUTPUT).join("puzzles.pdf"),
    };
    let mut pages_file = Pages::to("-o", &path, out)?;
    let mut solutions_file = match &options.solutions {
        Some(Some(path)) => Some(Pages::to("--solutions", path, out)?),
        _ => None,
    };
    if options.seed.is_some() && puzzles::jumps_left(&options) == [None] {
        refuse!("--seed needs --jumps-left or --levels: whole games have one start");
    }

    let sheet = sheet(&options)?;
    let words = match &options.names {
        Some(names) => puzzles::words(&options, names, out)?,
        None => {
            refuse_files(&options)?;
            vec![(None, puzzles::word(&options, out)?)]
        }
    };
    let cards = puzzles::cards(&options, words, out)?;
    let contents = if options.names.is_some() {
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
fn sheet(options: &SheetCommand) -> Result<Sheet> {
    let known = LANGUAGES.iter().find(|known| known.0 == options.language);
    let language = Language::parse(known.unwrap_or(&LANGUAGES[0]).1)?;
    let usual = Sheet::new(language);
    let usual_per_page = if options.large_print { 2 } else { 4 };

    Ok(Sheet {
        paper: options.paper,
        title: match &options.title {
            Some(title) => title.to_string(),
            None => usual.title.clone(),
        },
        per_page: options.per_page.map_or(usual_per_page, usize::from),
        scale: if options.large_print {
            Sheet::LARGE
        } else {
            1.0
        },
        solutions: options.solutions == Some(None),
        two_sided: options.two_sided,
        ..usual
    })
}

/// Refuses the name of a file in place of a target.
fn refuse_files(options: &SheetCommand) -> Result<()> {
    let target = Path::new(options.goals.target.as_deref().unwrap_or_default());
    let file = target.display();
    let kind = subject_of(&target.to_string_lossy(), 0);
    if kind == Subject::File {
        refuse!("{file} is a file: --names {file} makes a sheet for each name in it");
    }

    let is_named_so = format_of(target, Pages::FORMATS).is_ok();
    if !is_named_so || is_input(target) || target.is_file() {
        return Ok(());
    }
    if options.output.is_none() {
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
