//! `pegfont one-game`: a game on one board that leaves a text or a picture.

use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::cli::args::{
    Content, FilmArgs, FontArgs, PictureArgs, Plan, SearchArgs, Wrapping, given, is_game, is_input,
    lines, read_board, read_subject, shows_picture, usage, usual_path, whole,
};
use crate::cli::output::{Format, OutputFile, counted, watched};
use peg_solitaire::board::{Board, Hole};
use peg_solitaire::game::Game;
use peg_solitaire::search::{Layout, Played};
use peg_solitaire::solution::Solution;
use peg_solitaire::words::listed;
use pegfont_film::one_game::{self, picture_layouts};
use pegfont_film::timeline::{Lines, Setting};
use pegfont_type::glyph::Drawn;

/// Play one game on one board that leaves a text or a picture
///
/// The board is full except for one hole. Jumps that don't depend on each other play at the same time. -o FILE.game keeps the
/// game for other commands.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(mut_arg("font", |font| font.help("A font file, a glyph file, or a BDF, TrueType or OpenType font. - is standard input [default: the built-in font]")))]
#[command(mut_arg("order", |order| order.help("Play one jump after the other: sequence [default: those of a round together, each as late as possible]")))]
#[command(after_help = include_str!("one_game.txt"))]
pub struct OneGame {
    /// The text, with \n for a line break, or a picture. Dark parts of a picture are pegs, in at most 4,096 holes. - reads either
    /// from standard input
    #[arg(value_name = "TEXT|FILE")]
    target: String,

    /// Play on this board [default: a rectangle around the text]. A name of `pegfont board list`, or a picture file
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,

    #[command(flatten)]
    font: FontArgs,
    #[command(flatten)]
    lines: Wrapping,
    /// The size of a TrueType or OpenType font, in pixels per em [default: that of a pixel font, or 16]
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(4..=64))]
    pixels: Option<u32>,
    #[command(flatten)]
    picture: PictureArgs,

    /// Accept up to this many wrong holes. It takes them if no exact game is found, and lists them
    #[arg(long, value_name = "HOLES", default_value = "0", value_parser = whole::<u16>(0..=MOST_DISTANCE.into()), help_heading = "Search")]
    distance: u16,

    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    film: FilmArgs,
}

const MOST_DISTANCE: u16 = 256;

impl OneGame {
    pub fn run(self) -> Result<()> {
        let path = Path::new(&self.target);
        let (is_input, is_picture) = (is_input(path), shows_picture(path)?);
        self.check(path, is_picture)?;
        let name = match path.file_stem() {
            _ if !is_picture => read_subject(&self.target)?,
            Some(name) if !is_input => name.to_string_lossy().into_owned(),
            _ => "picture".to_owned(),
        };
        let board = self.board.as_deref().map(read_board).transpose().context("--board")?;
        let board = board.as_ref().map(|(board, _)| board);
        let picture = is_picture.then(|| self.picture.read(path)).transpose()?;
        let layouts = picture.as_ref().map(|it| picture_layouts(&it.board, &it.pegs, board));
        let layouts = layouts.transpose().map_err(|error| usage!("{}: {error}", path.display()))?;
        let mut ends = layouts.iter().flatten();
        let is_code = ends.any(|layout| one_game::is_code(&layout.board, &layout.end));
        let content = if is_code { Content::Code } else { Content::Game };
        let plan = self.film.plan(&name, content, None)?;
        let layouts = layouts.map_or_else(|| self.layouts(&name, &plan, board), Ok)?;
        let (what, rather) = match picture {
            Some(_) if is_code => {
                note!("a QR code: black squares that touch; no hole of it may differ");
                (CODE, None)
            }
            Some(Drawn { board, .. }) => {
                let smaller = |side: usize| (side * 3 / 4).max(1);
                let (columns, rows) = (smaller(board.columns()), smaller(board.rows()));
                ("picture", Some(format!("a smaller --grid {columns}x{rows}")))
            }
            None => ("text", None),
        };
        let solution = self.find(&layouts, &name, what, rather.as_deref())?;
        let solution = self.film.in_order(solution, None);
        plan.write(&Setting::of_solution(solution).titled(name))
    }

    /// Where the text can lie, in lines for which its board is largest.
    fn layouts(&self, text: &str, plan: &Plan<'_>, board: Option<&Board>) -> Result<Vec<Layout>> {
        let designs = self.font.designs(self.pixels, text)?;
        let mut set = lines(&designs, text, self.lines.length())?;
        if board.is_none() && plan.has_shape() && self.lines.wrap.is_none() {
            let pitch = |lines: &Lines| {
                let layouts = one_game::text_layouts(lines, &designs, None);
                layouts.map_or(0.0, |layouts| plan.pitch(&layouts[0].board))
            };
            set = lines(&designs, text, usize::MAX)?.fitted(set, pitch);
        }
        one_game::text_layouts(&set, &designs, board).map_err(usage)
    }

    /// Refuses what is no text and no picture, and options that mean nothing for it.
    fn check(&self, path: &Path, is_picture: bool) -> Result<()> {
        let pixels = self.pixels.map(|_| "--pixels".to_owned());
        let of_text = given::<FontArgs>().or(given::<Wrapping>()).or(pixels);
        if let Some(option) = of_text.filter(|_| is_picture) {
            refuse!("{option} needs a text");
        }
        if let Some(option) = given::<PictureArgs>().filter(|_| !is_picture) {
            refuse!("{option} needs a picture: a .png, .gif, .bmp, .jpg or .webp");
        }
        if is_game(path) && path.exists() {
            refuse!("{0} is a game already: pegfont render {0} shows it", path.display());
        }
        if path.exists() && !is_picture {
            refuse!("{0} is no picture; for a text: echo {0} | pegfont one-game -", path.display());
        }
        Ok(())
    }

    /// Searches for the game, and says on standard error what was found. If there is none, the nearest one is kept. `what` is
    /// looked for, and `rather` may be found instead.
    fn find(
        &self,
        layouts: &[Layout],
        name: &str,
        what: &str,
        rather: Option<&str>,
    ) -> Result<Solution> {
        let file = OutputFile::new(&usual_path(name, "-nearest", Format::Game), Format::Game);
        let distance = if what == CODE { 0 } else { self.distance };
        let search = self.search.search();
        let found = watched("searching", |it| search.play(layouts, distance.into(), it));
        let (reason, is_full, nearest) = match found? {
            Played::Solved(solution, changed) => {
                tell(&solution, &changed);
                return Ok(solution);
            }
            Played::NotSolved { reason, is_full, nearest } => (reason, is_full, nearest),
        };
        let (why, more) = match reason {
            Some(why) => {
                let rather = rather.map_or_else(String::new, |rather| format!(", or {rather}"));
                (
                    format!("no game ends in this {what}: {why}"),
                    format!("try a larger --board{rather}"),
                )
            }
            None => {
                let (effort, rather) = (self.search.effort, rather.unwrap_or("another --seed"));
                let full = "; some attempts took all the memory that one may";
                let full = if is_full { full } else { "" };
                let why = format!("no game was found for this {what} with --effort {effort}{full}");
                (why, format!("give more --effort, or try {rather}"))
            }
        };
        let Some((solution, changed)) = nearest else { bail!("{why}; {more}") };
        let (holes, file) = (named(&solution, &changed), file?);
        // The message names it.
        let _ = file.put(Game::of(&solution.in_rounds()).titled(name).to_toml())?;
        let takes = match what {
            CODE => String::new(),
            _ => format!("; --distance {} takes it", changed.len()),
        };
        let file = file.path().display();
        bail!("{why}; pegfont render {file} shows the nearest one, with {holes}{takes}; {more}")
    }
}

/// What messages call a code, of which no hole may differ.
const CODE: &str = "QR code";

/// Holes of a game in words.
fn named(solution: &Solution, holes: &[Hole]) -> String {
    let names = holes.iter().map(|&hole| solution.board().hole_name(hole));
    format!("{} changed: {}", counted(holes.len(), "hole"), listed(names.collect(), 20))
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
