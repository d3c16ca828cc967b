//! `pegfont find`: the reachable patterns nearest to a design, as text, pictures, a page to explore, or JSON.

mod choice;
pub mod show;

use std::collections::BTreeSet;
use std::io::{IsTerminal as _, stdin};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::args::{
    Choice, GlyphArgs, Notation, TARGET, ThresholdArgs, is_input, is_picture, known, one_of, open,
    read_bytes, read_played, require_game, solved, start_on, too_large, usage, whole,
};
use crate::cli::output::{Streamed, board_name, counted, print_json, watched};
use choice::Chosen;
use peg_solitaire::board::{Bitboard, Board, SmallBoard};
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{Reachable, Record};
use peg_solitaire::words::{only_character, quoted};
use pegfont_type::find::{
    Criteria, Finder, Found, MAX_DISTANCE, Place, Reachability, Recognizer, Variant, by_looks,
    unlike,
};
use pegfont_type::font::{Font, spelled, with_stand_ins};
use pegfont_type::glyph::{self, Designs, Holes};
use pegfont_type::goal::Goal;
use show::{DRAWN, Sheet};

/// Find the reachable patterns near a design, and choose among them
///
/// The patterns are listed as text. -o draws them. --pin and --alternate keep one in a glyph file, of which `pegfont font build`
/// makes a font.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(mut_arg("board", |board| board.help("The board of a pattern or a font; a glyph file names its own [default: 5x7, or the size of a font's characters]")))]
#[command(after_help = "\
In the pictures, # is a peg of the design, + an added and - a missing one. Above each pattern are
its number, its distance (the holes in which it differs: the Hamming distance) and its penalty
points: fewer are better. Below it are its pegs, how surely it is read, the fewest moves of its
game, its grade, its solutions, and where it stands.

Examples:
  pegfont find A                      the patterns that look most like the letter A
  pegfont find R --distance 2         all patterns within two holes, the nearest first
  pegfont find R -d 2 --unlike        twelve of these that differ most from each other
  pegfont find R -d 2 -o r.html       a page on which to sort, compare and play them
  pegfont find R -d 2 --pin 7 my.glyphs.toml    keeps the seventh; then: font build my.glyphs.toml
  pegfont find ❤ --mirror -o hearts.svg
  pegfont find A --with '.###./#.#.#/#.#.#/#####/#...#/#...#/#...#'
  pegfont find --glyphs my.bdf A      a letter of your own font")]
pub struct Find {
    #[arg(
        value_name = "TARGET|FILE",
        help = format!("{TARGET}. Here a character stands for its designs; a game or its jumps for their end; a PNG, GIF, BMP, JPEG or WebP file is a pattern, too")
    )]
    wanted: String,

    /// List all patterns that differ from a design in at most this many holes (up to 8)
    #[arg(short, long, value_name = "HOLES", value_parser = whole::<u32>(0..=u64::from(MAX_DISTANCE)))]
    distance: Option<u32>,

    /// List at most this many patterns [default: 12, or all with --distance]
    #[arg(short, long, value_name = "NUMBER", value_parser = whole::<u32>(1..=1_000_000))]
    limit: Option<u32>,

    /// Only where the design was drawn, instead of anywhere on the board
    #[arg(long)]
    there: bool,

    /// Also the mirror image of the design
    #[arg(long)]
    mirror: bool,

    /// What comes first; looks are compared within --distance, or two holes beyond the nearest
    /// [default: looks for a character; distance with --distance, --with or `--start any`, and for a pattern]
    #[arg(long, value_name = "ORDER", value_parser = one_of(ORDERS))]
    by: Option<Order>,

    /// List those that differ most from each other, within --distance or two holes beyond the nearest
    #[arg(long)]
    unlike: bool,

    /// Compare a pattern of your own with the design, and search near it
    #[arg(long, value_name = "PATTERN")]
    with: Option<String>,

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

    /// The start; see Positions below; or `any`: the nearest pattern from each vacancy
    /// [default: the position in the picture of the board, or all pegs except the one nearest the centre]
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,

    /// Use a .set or table by `pegfont solve -o` instead of solving; it determines board and start
    #[arg(long = "reachable", value_name = "FILE")]
    set: Option<PathBuf>,

    /// Draw the patterns: a sheet as .svg, .png or .pdf; a .gif in which each plays its game; an .html page to sort, compare and
    /// play them; can be repeated
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    chosen: Chosen,
}

/// What comes first in the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Distance,
    Looks,
}

const ORDERS: &[Choice<Order>] = &[
    ("distance", "Those nearest to the design", Order::Distance),
    (
        "looks",
        "Those that look most like the character: few changes, few penalties, well read",
        Order::Looks,
    ),
];

/// The most patterns whose games are counted in a list: more take minutes.
const COUNTED: usize = 100;

/// The most patterns of which unlike ones are listed.
const UNLIKE: u32 = 1000;

/// What to search near.
struct Wanted {
    board: SmallBoard,
    /// Where the game of a file starts.
    start: Option<Bitboard>,
    character: Option<char>,
    /// The designs, the preferred one first.
    designs: Vec<Bitboard>,
    recognizer: Option<Recognizer>,
}

/// What was found: what it is near to, whether that can be reached, and the patterns in order.
pub struct Answer {
    wanted: Wanted,
    /// The start, if all patterns have the same; and then of each design whether it can be reached.
    start: Option<Bitboard>,
    reachability: Vec<Reachability>,
    /// A pattern of the user's own, held against the designs, and the vacancies from which it can be reached.
    own: Option<(Variant, Vec<String>)>,
    variants: Vec<Variant>,
    /// The order of the patterns, in words.
    order: &'static str,
}

/// The answer in JSON.
#[derive(Serialize)]
struct Written<F: Serialize> {
    #[serde(flatten)]
    near: Value,
    found: F,
}

impl Answer {
    fn json(&self) -> impl Serialize {
        let Wanted { board, character, designs, .. } = &self.wanted;
        let design = |(number, &design): (usize, &Bitboard)| json!({ "design": board.picture_line(design), "reachability": self.reachability.get(number) });
        let own = self.own.as_ref();
        let near = json!({
            "board": board_name(board),
            "start": self.start.map(|start| board.picture_line(start)),
            "character": character,
            "designs": designs.iter().enumerate().map(design).collect::<Vec<_>>(),
            "with": own.map(|(own, starts)| json!({ "pattern": own.described(board), "starts": starts })),
        });
        Written { near, found: Streamed(&self.variants, |it: &Variant| it.described(board)) }
    }
}

impl Find {
    pub fn run(self) -> Result<()> {
        self.reading.check(&self.glyphs)?;
        if (self.light || self.threshold.is_given()) && !self.is_picture()? {
            let option = if self.light { "--light" } else { "--threshold" };
            refuse!("{option} is for a pattern in a PNG, GIF, BMP, JPEG or WebP file");
        }
        if self.unlike && self.limit.is_some_and(|limit| limit > UNLIKE) {
            refuse!("--unlike lists at most {UNLIKE} patterns: give a lower --limit");
        }
        let sheets = self.output.iter().map(|path| Sheet::new(path)).collect::<Result<Vec<_>>>()?;
        let is_any = self.is_any();
        if is_any && self.set.is_some() {
            refuse!("--start any needs the solver: omit --reachable");
        }
        // A set on disk must have the start that is given.
        let given = self.start.as_deref().filter(|_| !is_any);
        let start_on = |board: &SmallBoard| start_on(board, given);
        let opened = self.set.as_deref().map(open).transpose()?;
        let wanted = self.wanted(opened.as_deref())?;
        let board = &wanted.board;
        let keep = self.chosen.prepare(board, wanted.character)?;
        let own = self.own(&wanted)?;
        let near = match &own {
            Some((own, _)) => vec![(own.found.pattern, Place::default())],
            None => Place::all(board, &wanted.designs, (self.there, self.mirror)),
        };
        let (mut variants, mut reachability, mut start) = (Vec::new(), Vec::new(), None);
        if is_any {
            let vacancies = board.nearest_holes(board.centre());
            watched("trying each vacancy", |progress| {
                (0..).zip(&vacancies).try_for_each(|(number, &vacancy)| {
                    let (start, all) =
                        (board.full().without(vacancy.bit()), vacancies.len() as u64);
                    let part = progress.part(number, number + 1, all);
                    let known = Reachable::solve(board, start, part);
                    let known = known.map_err(|error| too_large(board, error))?;
                    let found = self.variants(&wanted, &known, &near, Some(1))?.into_iter();
                    variants.extend(found.map(|it| Variant { vacancy: Some(vacancy), ..it }));
                    Ok::<_, anyhow::Error>(())
                })
            })?;
            variants.sort_by_key(|it| (it.found.distance, it.found.score.total()));
            variants.truncate(self.limit.unwrap_or(u32::MAX) as usize);
        } else {
            let usual = self.reading.drawn()?.or(wanted.start).unwrap_or(board.central_vacancy());
            let known = known(opened, board, start_on(board)?, usual)?;
            let finder = Finder::new(&*known);
            let reached = wanted.designs.iter().map(|&design| finder.reachability(design));
            reachability = reached.collect::<Result<_, _>>()?;
            variants = self.variants(&wanted, &*known, &near, self.limit)?;
            start = Some(known.start());
        }
        let order = match self.order(&wanted) {
            _ if self.unlike => "chosen to differ from each other",
            Order::Distance => "the nearest first",
            Order::Looks => "those that look most like it first",
        };
        let answer = Answer { wanted, start, reachability, own, variants, order };
        if let Some(keep) = keep {
            return keep.write(&answer);
        }
        for sheet in &sheets {
            sheet.write(&answer, !self.json)?;
        }
        match (self.json, sheets.is_empty()) {
            (true, _) => print_json(&answer.json())?,
            (false, true) => show::list(&answer, self.distance.unwrap_or(MAX_DISTANCE)),
            (false, false) => {}
        }
        Ok(())
    }

    fn is_any(&self) -> bool {
        self.start.as_deref() == Some("any")
    }

    fn order(&self, wanted: &Wanted) -> Order {
        let nearest = self.distance.is_some() || self.with.is_some() || self.is_any();
        let usual =
            if nearest || wanted.character.is_none() { Order::Distance } else { Order::Looks };
        self.by.unwrap_or(usual)
    }

    /// Whether the pattern is in a picture. `-` is a picture if standard input has one, and otherwise the character.
    fn is_picture(&self) -> Result<bool> {
        let path = Path::new(&self.wanted);
        let is_input = is_input(path) && !stdin().is_terminal();
        Ok(is_picture(path) || is_input && glyph::is_picture(&read_bytes(path)?))
    }

    /// What to search near.
    fn wanted(&self, opened: Option<&dyn Record>) -> Result<Wanted> {
        let (text, path) = (&self.wanted, Path::new(&self.wanted));
        let usual = Board::rectangle(5, 7)?.small()?;
        let board = match (self.reading.board()?, opened) {
            (Some(board), _) => board,
            (None, Some(known)) => known.board().clone(),
            (None, None) => usual.clone(),
        };
        let one = |board: SmallBoard, pattern, start| Wanted {
            board,
            start,
            character: None,
            designs: vec![pattern],
            recognizer: None,
        };
        let played = match Notation::of(text, board.holes()) {
            Notation::Game => {
                require_game(path, "")?;
                Some(read_played(path)?.1)
            }
            Notation::Jumps => {
                let start = start_on(&board, self.start.as_deref())?;
                let start = start.unwrap_or(board.central_vacancy());
                Some(Solution::parse(&board, start, text).map_err(usage)?)
            }
            _ => None,
        };
        if let Some(played) = played {
            let board = played.board().small().with_context(|| text.clone())?;
            self.reading.require_board(text, &board)?;
            let [start, end] = [played.start(), &played.end()].map(|it| board.bits(it));
            return Ok(one(board, end?, Some(start?)));
        }
        let is_picture = self.is_picture()?;
        // The built-in designs are on one board; on others, 7 is a hole.
        let has_designs = !self.glyphs.is_empty() || board == usual;
        let signs = with_stand_ins(text);
        let only = only_character(text.trim_end_matches('\u{FE0F}'))
            .filter(|_| has_designs && !is_picture);
        let (glyphs, board) = if only.is_some() || !self.glyphs.is_empty() {
            let glyphs = self.reading.read(&self.glyphs, only.map(|_| &*signs))?;
            let board = glyphs.board().small();
            let board = board.map_err(|error| usage!("the designs: {error}: choose a --board"))?;
            (Some(glyphs), board)
        } else {
            (None, board)
        };
        let pattern = match (&only, &glyphs) {
            (Some(_), Some(glyphs)) => return self.of_character(glyphs, board),
            _ if is_picture => {
                let (holes, light) = (Holes::Of(&board), ("--light", self.light));
                board.bits(&self.threshold.read(path, holes, light)?.pegs)?
            }
            _ => {
                let goal = Goal::parse(&board, Font::builtin()?, text);
                let goal = goal.map_err(|error| match path.extension() {
                    Some(end) if end == "toml" => {
                        let file = path.display();
                        usage!("{error}; the designs of a file are searched with pegfont find CHARACTER --glyphs {file}")
                    }
                    Some(_) => usage!("{error}; or a PNG, GIF, BMP, JPEG or WebP file"),
                    None => usage!("{error}"),
                })?;
                return Ok(Wanted { designs: goal.targets, ..one(board, Bitboard::EMPTY, None) });
            }
        };
        Ok(one(board, pattern, None))
    }

    /// The designs of a character, or of the sign that stands for an emoji.
    fn of_character(&self, glyphs: &Designs, board: SmallBoard) -> Result<Wanted> {
        let spelled = spelled(&self.wanted, |one| glyphs.get(one).is_some());
        let character = only_character(&spelled);
        let name = quoted(only_character(&self.wanted).or(character).unwrap_or_default());
        let designs = character.map_or(&[][..], |character| glyphs.of(character));
        if character.is_some_and(|character| glyphs.skipped().contains(&character)) {
            refuse!("the design of {name} does not fit on {board}: choose a larger --board");
        }
        if designs.is_empty() {
            refuse!("{name} has no design: give a pattern, or a file that has one with --glyphs");
        }
        let designs = designs.iter().map(|design| board.bits(design)).collect::<Result<_, _>>()?;
        let recognizer = Some(Recognizer::new(glyphs));
        Ok(Wanted { board, start: None, character, designs, recognizer })
    }

    /// Patterns near the designs that are reached from one start: how they are read, and what their games are like, unless they are too many
    /// and not drawn.
    fn variants(
        &self,
        wanted: &Wanted,
        known: &dyn Record,
        near: &[(Bitboard, Place)],
        limit: Option<u32>,
    ) -> Result<Vec<Variant>> {
        let found = self.found(wanted, &Finder::new(known), near, limit)?;
        let variant = |it: &Found| Variant::new(*it, place(near, it).1, known.start());
        let mut variants: Vec<Variant> = found.iter().map(variant).collect();
        let is_drawn = !self.output.is_empty();
        if is_drawn && variants.len() > DRAWN {
            let count = counted(variants.len(), "pattern");
            refuse!(
                "-o: {count} are too many for a picture: give a --limit of at most {DRAWN}, or --unlike"
            );
        }
        if is_drawn || variants.len() <= COUNTED {
            let count = variants.len() as u64;
            watched("counting solutions", |progress| {
                (0..).zip(&mut variants).try_for_each(|(number, it): (u64, &mut Variant)| {
                    it.reading = wanted.reading(it.found.pattern);
                    it.solve(known, progress.part(number, number + 1, count))
                })
            })?;
        }
        Ok(variants)
    }

    /// The patterns near any of the designs, as many and in the order that is asked for.
    fn found(
        &self,
        wanted: &Wanted,
        finder: &Finder<'_>,
        near: &[(Bitboard, Place)],
        limit: Option<u32>,
    ) -> Result<Vec<Found>> {
        let criteria = near.iter().map(|it| Criteria::of(&wanted.board, it.0));
        let criteria: &[Criteria<_>] = &criteria.collect::<Vec<_>>();
        let all = self.distance.is_some() && !self.unlike;
        let limit = limit.unwrap_or(if all { u32::MAX } else { 12 }) as usize;
        let order = self.order(wanted);
        if order == Order::Distance && !self.unlike {
            return Ok(finder.near(criteria, self.distance.unwrap_or(MAX_DISTANCE), limit)?);
        }
        let distance = match self.distance {
            Some(distance) => distance,
            None => finder.near(criteria, MAX_DISTANCE, 1)?.first().map_or(0, |it| it.distance + 2),
        };
        let mut found = finder.near(criteria, distance, usize::MAX)?;
        if order == Order::Looks && self.distance.is_none() {
            // Each shape once, where it stands nearest to where it was drawn.
            found.sort_by_cached_key(|it| place(near, it).0);
            let mut seen = BTreeSet::new();
            found.retain(|it| seen.insert(shape(&wanted.board, it.pattern)));
        }
        if order == Order::Looks {
            let count = if self.unlike { usize::MAX } else { limit };
            by_looks(&mut found, count, |pattern| wanted.reading(pattern));
        }
        if self.unlike {
            found = unlike(&found, limit);
        }
        found.truncate(limit);
        Ok(found)
    }

    /// The pattern that is compared with the designs, and the vacancies from which it can be reached.
    fn own(&self, wanted: &Wanted) -> Result<Option<(Variant, Vec<String>)>> {
        let Some(text) = &self.with else { return Ok(None) };
        let board = &wanted.board;
        let pattern = board.parse_pattern(text).map_err(|error| usage!("--with: {error}"))?;
        let held = |&design: &Bitboard| {
            let score = Criteria::of(board, design).score(pattern);
            Found { pattern, design, distance: pattern.distance(design), score }
        };
        let held = wanted.designs.iter().map(held);
        let found = held.min_by_key(|it| (it.distance, it.score.total()));
        let found = found.context("there is a design")?;
        let mut starts = Vec::new();
        for vacancy in board.vacancies_in_class_of(&pattern.into()) {
            let known = solved(board, board.full().without(vacancy.bit()))?;
            if known.contains(pattern)? {
                starts.push(board.hole_name(vacancy));
            }
        }
        let own = Variant::new(found, Place::default(), board.central_vacancy());
        Ok(Some((Variant { reading: wanted.reading(pattern), ..own }, starts)))
    }
}

/// Where the design of a pattern stands: which of these places it is, and the place.
fn place(near: &[(Bitboard, Place)], found: &Found) -> (usize, Place) {
    let number = near.iter().position(|one| one.0 == found.design).unwrap_or_default();
    (number, near.get(number).map_or(Place::default(), |one| one.1))
}

/// The columns and rows of a pattern's pegs, from its first ones.
fn shape(board: &SmallBoard, pattern: Bitboard) -> Vec<(i16, i16)> {
    let places: Vec<_> = pattern.pegs().map(|hole| board.coordinates(hole)).collect();
    let left = places.iter().map(|place| place.0).min().unwrap_or_default();
    let top = places.iter().map(|place| place.1).min().unwrap_or_default();
    places.into_iter().map(|(x, y)| (x - left, y - top)).collect()
}

impl Wanted {
    /// How surely a pattern is read as the character.
    fn reading(&self, pattern: Bitboard) -> Option<f64> {
        self.recognizer.as_ref()?.read(self.character?, pattern)
    }
}
