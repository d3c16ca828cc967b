//! How variants are shown: as text, in colour in a terminal; and in files: sheets, films, a page to explore them.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Answer, Wanted};
use crate::cli::args::usage;
use crate::cli::output::{
    Format, OutputFile, Streamed, counted, format_of, hole_names, marked, say_pegs,
    say_side_by_side, watched,
};
use peg_solitaire::board::{Bitboard, Board, SmallBoard};
use peg_solitaire::words::quoted;
use pegfont_film::drawing::{pdf, raster, svg};
use pegfont_film::render::{Scene, Theme, View, gif};
use pegfont_film::timeline::{Setting, Timeline, Timing};
use pegfont_film::variants::{VariantSheet, captions};
use pegfont_type::find::{Found, Place, Variant};
use pegfont_type::font::Font;

/// The page, with a place for what it shows.
const PAGE: &str = include_str!("variants.html");

/// The most patterns in a picture.
pub const DRAWN: usize = 1000;

/// The formats of pictures.
const FORMATS: [Format; 4] = [Format::Svg, Format::Png, Format::Pdf, Format::Gif];

/// A file to write; one without a format is a page.
pub struct Sheet {
    file: OutputFile,
    format: Option<Format>,
}

impl Sheet {
    /// The file, listed before any work begins.
    pub fn new(path: &Path) -> Result<Self> {
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html")) {
            return Ok(Self { file: OutputFile::new(path, Format::Text)?, format: None });
        }
        let format = format_of(path, &FORMATS).map_err(|error| usage!("{error}, or .html"))?;
        Ok(Self { file: OutputFile::new(path, format)?, format: Some(format) })
    }

    pub fn write(&self, answer: &Answer, is_named: bool) -> Result<()> {
        let Answer { wanted, variants, .. } = answer;
        let sheet = VariantSheet {
            board: &wanted.board,
            title: &answer.title(),
            about: &answer.heading(),
            design: answer.own.as_ref().map_or(wanted.designs[0], |own| own.0.found.pattern),
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
    let solution = |it: &Variant| Some(it.puzzle.as_ref()?.solution.clone());
    let solutions = Vec::from_iter(variants.iter().filter_map(solution));
    if solutions.is_empty() {
        refuse!("-o: no reachable pattern was found to play: give a greater --distance");
    }
    let wrap = (solutions.len() as f64).sqrt().ceil() as usize;
    let setting = Setting::of_solutions(board, solutions, wrap);
    let timeline = Timeline::new(setting, Timing::default()).map_err(usage)?;
    let view = View::new(Theme::builtin("ivory")?);
    let mut bytes = Vec::new();
    let scene = Scene::film(timeline, view);
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
        "about": answer.heading(),
        "holes": board.each_hole().map(place).collect::<Vec<_>>(),
        "letters": letters,
        "captions": answer.variants.iter().map(|it| captions(board, it)).collect::<Vec<_>>(),
        "answer": answer.json(),
    });
    // What ends a script is not in it.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    Ok(PAGE.replace("{{data}}", &data))
}

/// The answer in JSON.
#[derive(Serialize)]
struct Written<F: Serialize> {
    #[serde(flatten)]
    near: Value,
    found: F,
}

impl Answer {
    pub fn json(&self) -> impl Serialize {
        let Wanted { board, character, designs, .. } = &self.wanted;
        let design = |(number, &design): (usize, &Bitboard)| json!({ "design": board.picture_line(design), "reachability": self.reachability.get(number) });
        let (own, start) = (self.own.as_ref(), self.start.map(|start| board.picture_line(start)));
        let start_of = |it: &Variant| board.picture_line(it.start);
        let near = json!({
            "board": board.to_line(),
            "start": start,
            "character": character,
            "designs": designs.iter().enumerate().map(design).collect::<Vec<_>>(),
            "with": own.map(|(own, starts)| json!({ "pattern": own.described(board, start_of(own)), "starts": starts })),
        });
        let described =
            move |it: &Variant| it.described(board, start.clone().unwrap_or_else(|| start_of(it)));
        Written { near, found: Streamed(&self.variants, described) }
    }

    fn title(&self) -> String {
        let character = self.wanted.character;
        character.map_or_else(|| "A pattern".to_owned(), |it| format!("{it}: reachable patterns"))
    }

    /// What is said of all variants together, in a file.
    fn heading(&self) -> Vec<String> {
        let board = &self.wanted.board;
        let with = |start| format!("with {}", hole_names(board, board.complement(start)).join(" "));
        let start = self.start.map_or("each vacancy in turn".to_owned(), with);
        let count = counted(self.variants.len(), "pattern");
        let mut lines =
            vec![format!("{count} on {board}, {start} empty at the start; {}", self.order)];
        lines.extend(self.about().into_iter().map(|it| it.0));
        if self.variants.iter().any(|it| it.reading.is_some()) {
            let character = quoted(self.wanted.character.unwrap_or_default());
            lines.push(format!("Read: how surely a reader that knows all characters takes a pattern for {character}"));
        }
        lines
    }

    /// Whether the design can be reached, and what a pattern of one's own costs, each with the pattern and its design.
    fn about(&self) -> Vec<(String, [Bitboard; 2])> {
        let Wanted { designs, character, .. } = &self.wanted;
        let design = match (character, designs.len()) {
            (Some(character), 1) => format!("The design of {}", quoted(*character)),
            (Some(it), count) => format!("The first of {count} designs of {}", quoted(*it)),
            (None, 1) => "The pattern".to_owned(),
            (None, patterns) => format!("The first of {patterns} patterns"),
        };
        let design =
            self.reachability.first().map(|why| (format!("{design} {why}"), [designs[0]; 2]));
        let own = self.own.as_ref().map(|(own, starts)| {
            let Found { pattern, design, distance, score } = own.found;
            let (holes, points) = (counted(distance as usize, "hole"), score.total());
            let read = own.reading.map(|it| format!(", read {:.0} %", it * 100.0));
            let read = read.unwrap_or_default();
            let starts = match starts.is_empty() {
                true => "no vacancy leads to it".to_owned(),
                false => format!("it is reached with one of these empty: {}", starts.join(" ")),
            };
            (
                format!("Yours differs in {holes} ({points} points{read}); {starts}"),
                [pattern, design],
            )
        });
        design.into_iter().chain(own).collect()
    }
}

/// Prints the designs and the variants, many side by side.
pub fn list(answer: &Answer, distance: u32) {
    let board = &answer.wanted.board;
    for (line, [pattern, design]) in answer.about() {
        say!("{line}:\n");
        say_pegs(&(marked(board, &pattern.into(), &design.into()) + "\n"));
    }
    if answer.variants.is_empty() {
        say!("No pattern within {distance} holes of it can be reached.");
        return;
    }
    let numbered: Vec<(usize, &Variant)> = (1..).zip(&answer.variants).collect();
    say_side_by_side(&numbered, |&(number, it)| block(board, number, it));
    say!("(number: distance / penalty points; --pin NUMBERS FILE keeps some in a glyph file)");
}

/// A variant: what it is called, how it looks, and what is said of it.
pub fn block(board: &SmallBoard, number: usize, variant: &Variant) -> String {
    let Found { pattern, design, distance, score } = variant.found;
    let picture = marked(board, &pattern.into(), &design.into());
    let mut lines = vec![format!("{number}: {distance} / {}", score.total()), picture];
    if variant.puzzle.is_some() || variant.reading.is_some() || variant.place != Place::default() {
        lines.extend(captions(board, variant));
    }
    lines.join("\n")
}
