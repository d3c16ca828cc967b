//! How variants are shown: as text, in colour in a terminal; and in files: sheets, films, a page to explore them.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use crossterm::style::Color;
use serde_json::json;

use super::{Answer, Wanted};
use crate::cli::format::Format;
use crate::cli::output::{
    OutputFile, counted, format_of, in_colour, kinds, say_in_colour, terminal_size,
};
use crate::cli::progress::watched;
use crate::cli::usage::usage;
use peg_solitaire::board::{Board, SmallBoard};
use peg_solitaire::words::quoted;
use pegfont_film::drawing::{pdf, raster, svg};
use pegfont_film::render::{Loops, Scene, Theme, View, gif};
use pegfont_film::timeline::{Setting, Timeline, Timing};
use pegfont_film::variants::{VariantSheet, captions};
use pegfont_type::find::{Found, Place, Reachability, Variant};
use pegfont_type::font::Font;

/// The page, with a place for what it shows.
const PAGE: &str = include_str!("variants.html");

/// The most patterns in a picture.
const DRAWN: usize = 1000;

/// The formats of pictures.
const FORMATS: [Format; 4] = [Format::Svg, Format::Png, Format::Pdf, Format::Gif];

/// Options for pictures.
#[derive(Args)]
pub(super) struct Sheets {
    /// Draw the patterns instead: a sheet as .svg, .png or .pdf; a .gif in which each plays its game; an .html page to sort, compare and
    /// play them; can be repeated
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
}

/// A file to write; one without a format is a page.
pub(super) struct Sheet {
    file: OutputFile,
    format: Option<Format>,
}

impl Sheets {
    pub(super) fn is_wanted(&self) -> bool {
        !self.output.is_empty()
    }

    /// The files, listed before any work begins.
    pub(super) fn files(&self) -> Result<Vec<Sheet>> {
        let sheet = |path: &PathBuf| {
            if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html")) {
                return Ok(Sheet { file: OutputFile::new(path, kinds::TEXT)?, format: None });
            }
            let format = format_of(path, &FORMATS).map_err(|error| usage!("{error}, or .html"))?;
            Ok(Sheet { file: OutputFile::of(path, format)?, format: Some(format) })
        };
        self.output.iter().map(sheet).collect()
    }

    pub(super) fn check_count(&self, count: usize) -> Result<()> {
        if self.is_wanted() && count > DRAWN {
            refuse!(
                "-o: {} are too many for a picture: give a --limit of at most {DRAWN}, or --unlike",
                counted(count, "pattern")
            );
        }
        Ok(())
    }
}

impl Sheet {
    pub(super) fn write(&self, answer: &Answer, is_named: bool) -> Result<()> {
        let Answer { wanted, variants, .. } = answer;
        let (title, about) = (answer.title(), answer.about());
        let reached = answer.reached();
        let sheet = VariantSheet {
            board: &wanted.board,
            title: &title,
            about: &about,
            design: answer.own.as_ref().map_or(wanted.designs[0], |own| own.found.pattern),
            reached: &reached,
            variants,
        };
        let bytes = match self.format {
            None => page(answer)?.into_bytes(),
            Some(Format::Pdf) => pdf::file(&sheet.pages()),
            Some(Format::Png) => raster::png(&sheet.page())?,
            Some(Format::Gif) => film(&wanted.board, variants)?,
            Some(_) => svg::file(&sheet.page()).into_bytes(),
        };
        let written = self.file.put(bytes)?;
        if is_named {
            written.say(&[counted(variants.len(), "pattern")]);
        }
        Ok(())
    }
}

/// A film in which each variant plays its game.
fn film(board: &Board, variants: &[Variant]) -> Result<Vec<u8>> {
    let solutions = variants.iter().filter_map(|it| Some(it.puzzle.as_ref()?.solution.clone()));
    let solutions: Vec<_> = solutions.collect();
    if solutions.is_empty() {
        refuse!("-o: there is no pattern that plays: give a greater --distance");
    }
    // About as wide as high.
    let (width, height) = (board.picture_columns() + 2, board.rows() + 2);
    let side = |wrap: &usize| (wrap * width).max(solutions.len().div_ceil(*wrap) * height);
    let wrap = (1..=solutions.len()).min_by_key(side).unwrap_or(1);
    let setting = Setting::of_solutions(board, solutions, wrap);
    let timeline = Timeline::new(setting, Timing::default()).map_err(usage)?;
    let view = View::new(Theme::builtin("ivory")?);
    let mut bytes = Vec::new();
    let scene = Scene::film(timeline, view, Loops::Endless);
    watched("painting", |progress| gif(&scene, &mut bytes, progress))?;
    Ok(bytes)
}

/// The page, with all that it needs in it.
fn page(answer: &Answer) -> Result<String> {
    let board = &answer.wanted.board;
    let place = |hole| {
        let (x, y) = board.place_on_paper(hole);
        json!([board.hole_name(hole), x, y])
    };
    let font = Font::builtin()?;
    let own = font.characters().iter().filter(|_| font.board() == &**board);
    let letters: serde_json::Map<_, _> = own
        .filter(|(character, _)| character.is_ascii())
        .map(|(character, one)| (character.to_string(), board.picture_line(one.pattern()).into()))
        .collect();
    let data = json!({
        "title": answer.title(),
        "about": answer.about(),
        "reached": answer.reached(),
        "own": answer.own.is_some(),
        "holes": board.each_hole().map(place).collect::<Vec<_>>(),
        "letters": letters,
        "answer": answer.json(),
    });
    // What ends a script is not in it.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    Ok(PAGE.replace("{{data}}", &data))
}

impl Answer {
    fn title(&self) -> String {
        match (&self.own, self.wanted.character) {
            (Some(_), _) => "Your pattern, and what is near it".to_owned(),
            (None, Some(character)) => format!("{character}: reachable patterns"),
            (None, None) => "A pattern, and what is near it".to_owned(),
        }
    }

    fn about(&self) -> String {
        let count = counted(self.variants.len(), "pattern");
        let start = match self.start {
            None => "the nearest from each vacancy".to_owned(),
            Some(start) => {
                let Wanted { board, .. } = &self.wanted;
                let vacancy = board.complement(start);
                let names: Vec<String> = vacancy.pegs().map(|hole| board.hole_name(hole)).collect();
                match &names[..] {
                    [vacancy] => format!("from the board with {vacancy} empty"),
                    _ => "from the start that was given".to_owned(),
                }
            }
        };
        format!("{count} on {}, {start}", self.wanted.board)
    }

    /// Whether the design, or the pattern that is compared, can be reached; and if not, why.
    fn reached(&self) -> String {
        if let Some(own) = &self.own {
            return format!(
                "differs from the design in {}; {}",
                counted(own.found.distance as usize, "hole"),
                own.starts(&self.wanted.board)
            );
        }
        match self.reachability.first() {
            Some(Some(Reachability::Reachable)) => "can be reached".to_owned(),
            Some(Some(Reachability::OtherClass)) => "not reachable: a parity rule".to_owned(),
            Some(Some(Reachability::Unreachable)) => "not reachable: no game ends there".to_owned(),
            _ => String::new(),
        }
    }
}

impl super::Own {
    /// From where the pattern can be reached.
    fn starts(&self, board: &Board) -> String {
        let names: Vec<String> = self.starts.iter().map(|&hole| board.hole_name(hole)).collect();
        match names.is_empty() {
            true => "no single vacancy leads to it".to_owned(),
            false => format!(
                "it can be reached with one of these empty at the start: {}",
                names.join(" ")
            ),
        }
    }
}

/// Prints the designs and the variants, many side by side.
pub(super) fn list(answer: &Answer, distance: u32) {
    let Wanted { board, designs, character, .. } = &answer.wanted;
    let what = match (character, designs.len()) {
        (Some(character), 1) => format!("The design of {}", quoted(*character)),
        (Some(character), count) => {
            format!("The first of {count} designs of {}", quoted(*character))
        }
        (None, 1) => "The pattern".to_owned(),
        (None, patterns) => format!("The first of {patterns} patterns"),
    };
    match answer.reachability.first() {
        Some(Some(reachability)) => {
            say!("{what} {reachability}:\n\n{}\n", board.picture(designs[0]))
        }
        _ => say!("{what}:\n\n{}\n", board.picture(designs[0])),
    }
    if let Some(own) = &answer.own {
        let read = own.reading.map_or_else(String::new, |it| format!(", read {:.0} %", it * 100.0));
        let found = &own.found;
        let (holes, points) = (counted(found.distance as usize, "hole"), found.score.total());
        say!("Yours differs in {holes} ({points} points{read}):\n");
        paint(&(marked(board, found) + "\n"));
        say!("{}.\nNear it:\n", own.starts(board));
    }
    if answer.variants.is_empty() {
        say!("No pattern within {distance} holes of it can be reached.");
        return;
    }
    let numbers: Vec<usize> = (1..=answer.variants.len()).collect();
    let cells = |numbers: &[usize]| -> Vec<Vec<String>> {
        numbers.iter().map(|&number| cell(board, number, &answer.variants[number - 1])).collect()
    };
    let widest = |cell: &Vec<String>| cell.iter().map(|line| line.chars().count()).max();
    let some = answer.variants.len().min(super::COUNTED);
    let width = cells(&numbers[..some]).iter().filter_map(widest).max().unwrap_or(0).max(12) + 3;
    // Those side by side take the columns of the terminal, or 100. The last one needs no space after it.
    let in_line = terminal_size().map_or(100, |(columns, _)| columns + 3);
    for row in numbers.chunks((in_line / width).max(1)) {
        let cells = cells(row);
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let mut block = String::new();
        for line in 0..height {
            let start = block.len();
            for cell in &cells {
                let text = cell.get(line).map_or("", String::as_str);
                block.push_str(text);
                block.extend(std::iter::repeat_n(' ', width - text.chars().count().min(width)));
            }
            block.truncate(start + block[start..].trim_end().len());
            block.push('\n');
        }
        // All lines at once: hundreds of thousands can follow.
        paint(&block);
    }
    say!("(number: distance / penalty points)");
}

/// Prints one variant.
pub(super) fn print(board: &SmallBoard, number: usize, variant: &Variant) {
    paint(&(cell(board, number, variant).join("\n") + "\n"));
}

/// The lines of a variant: what it is called, how it looks, and what is said of it.
fn cell(board: &SmallBoard, number: usize, variant: &Variant) -> Vec<String> {
    let found = &variant.found;
    let mut lines = vec![format!("{number}: {} / {}", found.distance, found.score.total())];
    lines.extend(marked(board, found).lines().map(str::to_owned));
    if variant.puzzle.is_some() || variant.reading.is_some() || variant.place != Place::default() {
        lines.extend(captions(board, variant));
    }
    lines
}

/// A pattern, with the differences from its design marked.
fn marked(board: &SmallBoard, found: &Found) -> String {
    let (pattern, different) = (found.pattern, found.pattern ^ found.design);
    let marked = board.drawn(&|hole| match (pattern.has(hole), different.has(hole)) {
        (true, false) => '#',
        (true, true) => '+',
        (false, true) => '-',
        (false, false) => '.',
    });
    // In a terminal, a hole is about as wide as high.
    if !in_colour() {
        return marked;
    }
    let spaced = |mark: char| if mark == '\n' { "\n".to_owned() } else { format!("{mark} ") };
    marked.chars().map(spaced).collect()
}

/// Prints lines, in a terminal with the pegs in colours.
fn paint(block: &str) {
    if !in_colour() {
        return say!("{block}");
    }
    for line in block.lines() {
        let is_picture = line.chars().all(|mark| "#+-. ".contains(mark));
        say_in_colour(line, |mark| match mark {
            '#' if is_picture => Some(('●', Color::Reset)),
            '+' if is_picture => Some(('⊕', Color::Green)),
            '-' if is_picture => Some(('○', Color::Red)),
            '.' if is_picture => Some(('·', Color::DarkGrey)),
            _ => None,
        });
    }
    say!();
}
