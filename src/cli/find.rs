//! `pegfont find`: the reachable patterns nearest to a design.

use std::io::{IsTerminal as _, stdin};
use std::path::{Path, PathBuf};
use std::str::Lines;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use super::glyphs::{GlyphArgs, is_picture};
use super::goal::TARGET;
use super::input::{is_input, read_bytes, whole};
use super::json::{Streamed, board_name};
use super::output::{print_json, terminal_size};
use super::picture::ThresholdArgs;
use super::reachable::Known;
use super::subject::start_on;
use peg_solitaire::board::{Bitboard, Board, SmallBoard};
use peg_solitaire::words::{only_character, quoted};
use pegfont_type::find::{Criteria, Finder, Found, MAX_DISTANCE, Reachability};
use pegfont_type::font::Font;
use pegfont_type::glyph::{self, Designs, Holes};
use pegfont_type::goal::Goal;

/// Find the reachable patterns nearest to a design
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(mut_arg("board", |board| board.help("The board of a pattern or a font; a glyph file names its own [default: 5x7, or the size of a font's characters]")))]
#[command(after_help = "\
In the pictures, # is a peg of the design, + is an added peg, and - is a missing peg. The line
above each picture gives its distance, which is the number of holes in which it differs from the
design, and its penalty points: the fewer, the better.

Examples:
  pegfont find A                      the patterns nearest to the designs of the letter A
  pegfont find R --distance 2         all patterns within two holes
  pegfont find ..#../.#.#./#...#/#...#/#####/#...#/#...#
  pegfont find --glyphs my.bdf A      a letter of your own font")]
pub(super) struct Find {
    #[arg(
        value_name = "TARGET|FILE",
        help = format!("{TARGET}. Here a character stands for its designs; a PNG, GIF, BMP, JPEG or WebP file is a pattern, too")
    )]
    wanted: String,

    /// List all patterns that differ from a design in at most this many holes (up to 8)
    #[arg(short, long, value_name = "HOLES", value_parser = whole::<u32>(0..=u64::from(MAX_DISTANCE)))]
    distance: Option<u32>,

    /// List at most this many patterns [default: 12, or all with --distance]
    #[arg(short, long, value_name = "NUMBER", value_parser = whole::<u32>(1..=1_000_000))]
    limit: Option<u32>,

    /// Treat the empty holes as the letter
    #[arg(long)]
    inverse: bool,

    /// A file with designs: a glyph file, or a BDF, TrueType or OpenType font; can be repeated [default: the built-in glyph files]
    #[arg(long, value_name = "FILE")]
    glyphs: Vec<PathBuf>,

    #[command(flatten)]
    reading: GlyphArgs,

    /// Read light pegs on a dark ground from a picture
    #[arg(long)]
    light: bool,

    #[command(flatten)]
    threshold: ThresholdArgs,

    /// The start; see Positions below
    /// [default: the position in the picture of the board, or all pegs except the one nearest the centre]
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,

    /// Use a set written by `pegfont solve -o NAME.set` instead of solving; it determines board and start
    #[arg(long = "reachable", value_name = "FOLDER")]
    set: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The designs to search near.
struct Wanted {
    board: SmallBoard,
    character: Option<char>,
    /// The designs, the preferred one first.
    designs: Vec<Bitboard>,
}

impl Wanted {
    /// The designs and the patterns near them as an answer.
    fn answer(
        &self,
        finder: &Finder<'_>,
        start: Bitboard,
        found: &[Found],
    ) -> Result<impl Serialize> {
        let board = &self.board;
        let mut designs = Vec::new();
        for &design in &self.designs {
            let reachability = match finder.reachability(design)? {
                Reachability::Reachable => "reachable",
                Reachability::OtherClass => "other_class",
                Reachability::Unreachable => "unreachable",
            };
            let design = board.picture_line(design);
            designs.push(json!({ "design": design, "reachability": reachability }));
        }
        let near = json!({
            "board": board_name(board),
            "start": board.picture_line(start),
            "character": self.character,
            "designs": designs,
        });
        let found = Streamed(move || found.iter().map(|found| found.described(board)));
        Ok(Answer { near, found })
    }
}

/// What was found near some designs.
#[derive(Serialize)]
struct Answer<F: Serialize> {
    #[serde(flatten)]
    near: Value,
    found: F,
}

impl Find {
    pub(super) fn run(self) -> Result<()> {
        self.reading.check(&self.glyphs)?;
        if (self.light || self.threshold.is_given()) && !self.is_picture()? {
            let option = if self.light { "--light" } else { "--threshold" };
            refuse!("{option} is for a pattern in a PNG, GIF, BMP, JPEG or WebP file");
        }
        // A set on disk must have the start that is given.
        let start_on = |board: &SmallBoard| start_on(board, self.start.as_deref());
        let opened = Known::open(self.set.as_deref(), |it| Ok((it.clone(), start_on(it)?)))?;
        let wanted = self.wanted(opened.as_ref())?;
        let board = &wanted.board;
        let known = match opened {
            Some(known) => {
                known.require(board, None)?;
                known
            }
            None => {
                let drawn = self.reading.drawn()?.unwrap_or(board.central_vacancy());
                Known::solve(board, start_on(board)?.unwrap_or(drawn))?
            }
        };
        let finder = Finder::new(&known);
        let matches = self.matches(&wanted, &finder)?;
        if self.json {
            return print_json(&wanted.answer(&finder, known.start(), &matches)?);
        }
        self.print(&wanted, finder.reachability(wanted.designs[0])?, &matches);
        Ok(())
    }

    /// Whether the pattern is in a picture. `-` is a picture if standard input has one, and otherwise the character.
    fn is_picture(&self) -> Result<bool> {
        let path = Path::new(&self.wanted);
        let is_input = is_input(path) && !stdin().is_terminal();
        Ok(is_picture(path) || is_input && glyph::is_picture(&read_bytes(path)?))
    }

    /// What to search near.
    fn wanted(&self, opened: Option<&Known>) -> Result<Wanted> {
        let usual = Board::rectangle(5, 7)?.small()?;
        let board = match (self.reading.board()?, opened) {
            (Some(board), _) => board,
            (None, Some(known)) => known.board().clone(),
            (None, None) => usual.clone(),
        };
        // The built-in designs are on one board; on others, 7 is a hole.
        let has_designs = !self.glyphs.is_empty() || board == usual;
        let is_picture = self.is_picture()?;
        let character = only_character(&self.wanted).filter(|_| has_designs && !is_picture);
        let (glyphs, board) = if character.is_some() || !self.glyphs.is_empty() {
            let only = character.map(|_| self.wanted.as_str());
            let (glyphs, board) = self.reading.read_small(&self.glyphs, only)?;
            (Some(glyphs), board)
        } else {
            (None, board)
        };
        let path = Path::new(&self.wanted);
        let designs = match (character, &glyphs) {
            (Some(character), Some(glyphs)) => self.designs(glyphs, &board, character)?,
            _ if is_picture => {
                let (holes, light) = (Holes::Of(&board), ("--light", self.light));
                vec![board.bits(&self.threshold.read(path, holes, light)?.pegs)?]
            }
            _ => Goal::parse(&board, Font::builtin()?, &self.wanted)
                .map_err(|error| match path.extension() {
                    Some(end) if end == "toml" => {
                        let file = path.display();
                        usage!("{error}; the designs of a file are searched with pegfont find CHARACTER --glyphs {file}")
                    }
                    Some(_) => usage!("{error}; or a PNG, GIF, BMP, JPEG or WebP file"),
                    None => usage!("{error}"),
                })?
                .targets,
        };
        let ink = |design| if self.inverse { board.complement(design) } else { design };
        let designs = designs.into_iter().map(ink).collect();
        Ok(Wanted { board, character, designs })
    }

    fn designs(
        &self,
        glyphs: &Designs,
        board: &SmallBoard,
        character: char,
    ) -> Result<Vec<Bitboard>> {
        let (designs, name) = (glyphs.of(character), quoted(character));
        if glyphs.skipped().contains(&character) {
            refuse!("the design of {name} does not fit on {board}: choose a larger --board");
        }
        if designs.is_empty() {
            refuse!("{name} has no design: give a pattern, or a file that has one with --glyphs");
        }
        Ok(designs.iter().map(|design| board.bits(design)).collect::<Result<_, _>>()?)
    }

    /// The patterns near any of the designs.
    fn matches(&self, wanted: &Wanted, finder: &Finder<'_>) -> Result<Vec<Found>> {
        let criteria = |&design| Criteria::of(&wanted.board, design, self.inverse);
        let designs: Vec<_> = wanted.designs.iter().map(criteria).collect();
        let (distance, usual) = match self.distance {
            None => (MAX_DISTANCE, 12),
            Some(distance) => (distance, usize::MAX),
        };
        let limit = self.limit.map_or(usual, |limit| limit as usize);
        Ok(finder.near(&designs, distance, limit)?)
    }

    fn print(&self, wanted: &Wanted, reachability: Reachability, matches: &[Found]) {
        let board = &wanted.board;
        let design = wanted.designs[0];
        let what = match (wanted.character, wanted.designs.len()) {
            (Some(character), 1) => format!("The design of {character:?}"),
            (Some(character), designs) => {
                format!("The first of {designs} designs of {character:?}")
            }
            (None, 1) => "The pattern".to_owned(),
            (None, patterns) => format!("The first of {patterns} patterns"),
        };
        say!("{what} {reachability}:\n\n{}\n", board.picture(design));
        if matches.is_empty() {
            let distance = self.distance.unwrap_or(MAX_DISTANCE);
            say!("No pattern within {distance} holes of it can be reached.");
            return;
        }
        let places = board.each_hole().map(|hole| board.picture_place(hole).0 + 1);
        let width = places.max().unwrap_or(0).max(8) + 3;
        // Those side by side take the columns of the terminal, or 100. The last one needs no space after it.
        let in_line = terminal_size().map_or(100, |(columns, _)| columns + 3);
        for row in matches.chunks((in_line / width).max(1)) {
            let cell = |it: &Found| {
                format!("{} / {}\n{}", it.distance, it.score.total(), marked(board, it))
            };
            let cells: Vec<String> = row.iter().map(cell).collect();
            let mut cells: Vec<_> = cells.iter().map(|cell| cell.lines()).collect();
            let lines = (0..=board.rows()).map(|_| {
                let next = |cell: &mut Lines<'_>| format!("{:width$}", cell.next().unwrap_or(""));
                let line: String = cells.iter_mut().map(next).collect();
                line.trim_end_matches(' ').to_owned() + "\n"
            });
            // All lines at once: hundreds of thousands can follow.
            say!("{}", lines.collect::<String>());
        }
        say!("(distance / penalty points)");
    }
}

/// A pattern, with the differences from its design marked.
fn marked(board: &SmallBoard, found: &Found) -> String {
    let (pattern, different) = (found.pattern, found.pattern ^ found.design);
    board.drawn(&|hole| match (pattern.has(hole), different.has(hole)) {
        (true, false) => '#',
        (true, true) => '+',
        (false, true) => '-',
        (false, false) => '.',
    })
}
