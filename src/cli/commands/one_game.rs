//! `pegfont one-game`: a game on one board that leaves a text or a picture.

use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::cli::args::{
    FilmArgs, Given, Shown, Sides, TextFont, ThresholdArgs, Wrapping, is_game, is_input,
    nearest_file, read_board, read_bytes, read_subject, sides, usage, whole, write_all,
};
use crate::cli::glyphs::is_picture;
use crate::cli::output::{OutputFile, counted, reads, watched};
use peg_solitaire::board::{Board, Hole};
use peg_solitaire::game::Game;
use peg_solitaire::search::{Impossible, Layout, Played as Found, Search, WORK_OF_A_SECOND};
use peg_solitaire::solution::Solution;
use pegfont_film::one_game;
use pegfont_film::timeline::{Lines, Setting};
use pegfont_type::glyph::{self, Drawn, Holes};

/// Play one game on one board that leaves a text or a picture
///
/// The board is full except for one hole. Jumps that don't depend on each other play at the same time. -o FILE.game keeps the
/// game for other commands.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(mut_arg("font", |font| font.help("A font file, a glyph file, or a BDF, TrueType or OpenType font. - is standard input [default: the built-in font]")))]
#[command(mut_arg("order", |order| order.help("When the jumps play: crescendo, as late as possible, so that many play at the end; or sequence, one after the other [default: crescendo]")))]
#[command(after_help = "Examples:\n  \
    pegfont one-game HI\n  \
    pegfont one-game \"PEG\\nSOLITAIRE\" -o peg.gif -o peg.game\n  \
    pegfont one-game HI --font my.bdf --theme dark\n  \
    pegfont one-game I --board triangle171\n  \
    pegfont one-game cat.png --grid 32x32 -o cat.svg --smooth")]
pub struct OneGame {
    #[command(flatten)]
    given: Given,

    /// The text, with \n for a line break, or a picture. Dark parts of a picture are pegs, in at most 4,096 holes. - reads either
    /// from standard input
    #[arg(value_name = "TEXT|FILE")]
    target: String,

    /// Play on this board [default: a rectangle around the text]. A name, see `pegfont board list`, or a file with a picture of
    /// it
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,

    #[command(flatten)]
    words: TextFont,
    #[command(flatten)]
    lines: Wrapping,
    #[command(flatten)]
    letters: LetterArgs,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    film: FilmArgs,
}

/// Options for the letters of a text.
#[derive(Args)]
struct LetterArgs {
    /// The size of a TrueType or OpenType font, in pixels per em [default: that of a pixel font, or 16]
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(4..=64))]
    pixels: Option<u32>,
}

/// Options for a picture.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
struct PictureArgs {
    /// Divide the picture into this many holes, such as 32x32 [default: the largest blocks of equal pixels, or the board that it shows]
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = sides(1..=4096, "32x32"))]
    grid: Option<Sides>,

    /// Light parts of the picture are pegs
    #[arg(long)]
    inverse: bool,

    #[command(flatten)]
    threshold: ThresholdArgs,
}

/// The most holes that may differ.
const MOST_DISTANCE: u16 = 256;

/// Options for the search.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Search")]
struct SearchArgs {
    /// Accept up to this many wrong holes. It takes them if no exact game is found, and lists them
    #[arg(long, value_name = "HOLES", default_value = "0", value_parser = whole::<u16>(0..=MOST_DISTANCE.into()))]
    distance: u16,

    /// Find another game; the same number always finds the same one
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,

    /// How much work to spend on the search. 60 is about a minute on one core
    #[arg(long, value_name = "NUMBER", default_value = "60", value_parser = whole::<u32>(1..=86_400))]
    effort: u32,
}

impl OneGame {
    pub fn run(self) -> Result<()> {
        let path = Path::new(&self.target);
        let is_input = is_input(path);
        let is_picture = is_picture(path) || is_input && glyph::is_picture(&read_bytes(path)?);
        let given = &self.given;
        let of_text =
            given.of::<TextFont>().or(given.of::<Wrapping>()).or(given.of::<LetterArgs>());
        let (useless, what) = match is_picture {
            true => (of_text, "text"),
            false => (self.given.of::<PictureArgs>(), "picture: a .png, .gif, .bmp, .jpg or .webp"),
        };
        if let Some(option) = useless {
            refuse!("{option} needs a {what}");
        }
        if is_game(path) && path.exists() {
            refuse!("{0} is a game already: pegfont render {0} shows it", path.display());
        }
        if path.exists() && !is_picture {
            let is = if path.is_dir() { "folder" } else { "file" };
            refuse!(
                "{0} is a {is}: give a text, or a .png, .gif, .bmp, .jpg or .webp; a text of this name: echo {0} | pegfont one-game -",
                path.display()
            );
        }
        let name = match path.file_stem().filter(|_| is_picture) {
            Some(_) if is_input => "picture".to_owned(),
            Some(name) => name.to_string_lossy().into_owned(),
            None => read_subject(&self.target)?,
        };
        if is_picture && !is_input {
            reads(path)?;
        }
        let board = self.board.as_deref().map(read_board).transpose().context("--board")?;
        let board = board.map(|(board, _)| board);
        let layouts = || self.picture.layouts(path, board.as_ref());
        let picture = is_picture.then(layouts).transpose()?;
        let mut ends = picture.iter().flat_map(|(layouts, _)| layouts);
        let is_code = ends.any(|layout| one_game::is_code(&layout.board, &layout.end));
        let shown = if is_code { Shown::Code } else { Shown::Game };
        let plan = self.film.plan(&self.given, &name, shown, None)?;
        let nearest = nearest_file(&name);
        let solution = match picture {
            Some((layouts, _)) if is_code => {
                note!(
                    "a QR code: black squares that touch, for scanners; no hole of it may differ"
                );
                let exact = SearchArgs { distance: 0, ..self.search };
                exact.run(&layouts, (&name, nearest), (CODE, None))?
            }
            Some((layouts, [columns, rows])) => {
                let less = |side: usize| (side * 3 / 4).max(1);
                let smaller = format!("a smaller --grid {}x{}", less(columns), less(rows));
                self.search.run(&layouts, (&name, nearest), ("picture", Some(&smaller)))?
            }
            None => {
                let designs = self.words.designs(&name, self.letters.pixels)?;
                let set = |wrap| self.words.lines(&designs, &name, wrap);
                let mut text = set(self.lines.wrap())?;
                if board.is_none() && plan.has_shape() && !self.lines.is_given() {
                    let pitch = |text: &Lines| {
                        let layouts = one_game::text_layouts(text, &designs, None);
                        layouts.map_or(0.0, |layouts| plan.pitch(&layouts[0].board))
                    };
                    text = set(usize::MAX)?.fitted(text, pitch);
                }
                let layouts = one_game::text_layouts(&text, &designs, board.as_ref());
                let layouts = layouts.map_err(usage)?;
                self.search.run(&layouts, (&name, nearest), ("text", None))?
            }
        };
        let solution = self.film.in_order(solution, None);
        write_all(plan.films(&Setting::of_solution(solution).titled(name))?)
    }
}

impl PictureArgs {
    /// The boards on which a game could leave the picture, or its places on a board, and its columns and rows.
    fn layouts(&self, path: &Path, on: Option<&Board>) -> Result<(Vec<Layout>, [usize; 2])> {
        let holes = match self.grid {
            Some(Sides(columns, rows)) => Holes::Grid(columns as usize, rows as usize),
            None => Holes::Found,
        };
        let Drawn { board, pegs, .. } =
            self.threshold.read(path, holes, ("--inverse", self.inverse))?;
        let wrong = |error: String| usage!("{}: {error}", path.display());
        let layouts = one_game::picture_layouts(&board, &pegs, on);
        let layouts = layouts.map_err(|error| wrong(error.to_string()))?;
        Ok((layouts, [board.columns(), board.rows()]))
    }
}

impl SearchArgs {
    /// Searches for the game, and says on standard error what was found. If there is none, the nearest one is kept. `what` is
    /// looked for, and `rather` may be found instead.
    fn run(
        &self,
        layouts: &[Layout],
        (name, nearest_file): (&str, Result<OutputFile>),
        (what, rather): (&str, Option<&str>),
    ) -> Result<Solution> {
        let work = u64::from(self.effort) * WORK_OF_A_SECOND;
        let search = Search { seed: self.seed, work, ..Search::default() };
        let found = watched("looking for a game", |progress| {
            search.play(layouts, self.distance.into(), progress)
        });
        match found? {
            Found::Solved(solution, changed) => {
                tell(&solution, &changed);
                Ok(solution)
            }
            Found::NotSolved { reason, is_full, nearest } => {
                let effort = self.effort;
                let full =
                    if is_full { "; some attempts took all the memory that one may" } else { "" };
                let wide = reason == Some(Impossible::OtherClass) && fits_wide(&layouts[0]);
                let rather: Vec<&str> =
                    wide.then_some("--board 64x64").into_iter().chain(rather).collect();
                let why = match reason {
                    Some(why) => format!("no game ends in this {what}: {why}"),
                    None => {
                        format!("no game was found for this {what} with --effort {effort}{full}")
                    }
                };
                let more = match (reason, &*rather.join(", or ")) {
                    (Some(_), "") => String::new(),
                    (Some(_), rather) => format!("; try {rather}"),
                    (None, "") => "; give more --effort, or try another --seed".to_owned(),
                    (None, rather) => format!("; give more --effort, or try {rather}"),
                };
                let Some((solution, changed)) = nearest else { bail!("{why}{more}") };
                let (count, holes) = (changed.len(), named(&solution, &changed));
                let (file, game) = (nearest_file?, Game::of(&solution.in_rounds()).titled(name));
                // The message names it.
                let _ = file.put(game.to_toml())?;
                let takes = match what {
                    CODE => String::new(),
                    _ => format!("; --distance {count} takes it"),
                };
                bail!(
                    "{why}; pegfont render {} shows the nearest one, with {holes}{takes}{more}",
                    file.path().display()
                )
            }
        }
    }
}

/// Whether a game could end in a layout somewhere on the largest square.
fn fits_wide(layout: &Layout) -> bool {
    let wide = Board::rectangle(64, 64).ok();
    let places = wide
        .and_then(|wide| one_game::picture_layouts(&layout.board, &layout.end, Some(&wide)).ok());
    places.is_some_and(|places| places.iter().any(Layout::fits))
}

/// What messages call a code, of which no hole may differ.
const CODE: &str = "QR code";

/// The most holes that a message lists.
const LISTED: usize = 20;

/// Holes of a game in words.
fn named(solution: &Solution, holes: &[Hole]) -> String {
    let names = holes.iter().take(LISTED).map(|&hole| solution.board().hole_name(hole));
    let names: Vec<String> = names.collect();
    let rest = if holes.len() > LISTED { " ..." } else { "" };
    format!("{} changed: {}{rest}", counted(holes.len(), "hole"), names.join(" "))
}

/// Says on standard error what was found.
fn tell(solution: &Solution, changed: &[Hole]) {
    let rounds = solution.round_count();
    let board = match solution.board().name() {
        Some(size) if solution.board().is_rectangle() => format!("a board of {size} holes"),
        _ => solution.board().to_string(),
    };
    note!(
        "one game on {board}: {} jumps in {rounds} rounds; one at a time, in {} moves",
        solution.jumps().len(),
        solution.one_at_a_time().moves().count()
    );
    if !changed.is_empty() {
        note!("{}", named(solution, changed));
    }
}
