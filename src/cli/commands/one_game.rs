//! `pegfont one-game`: a game on one board that leaves a text or a picture.

mod search;

use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;

use crate::cli::args::{
    Content, FilmArgs, FontArgs, Kind, PictureArgs, Plan, Takes, Wrapping, lines, order_of_game,
    read_subject, shows_picture, subject,
};
use peg_console::board::read_board;
use peg_console::files::is_input;
use peg_console::help::explained;
use peg_console::input::{SearchArgs, whole};
use peg_console::output::Output;
use peg_console::usage::usage;
use peg_solitaire::board::Board;
use peg_solitaire::search::LastPosition;
use pegfont_film::one_game::{self, picture_layouts};
use pegfont_film::timeline::{Setting, WRAP};
use pegfont_type::glyph::Drawn;

/// Play one game on one board that leaves a text or a picture
///
/// The board is full except for one hole. Jumps that don't depend on each other play at the same
/// time. -o FILE.game keeps the game for other commands.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(mut_arg("font", |font| explained(font, FONT, FONTS_READ)))]
#[command(mut_arg("order", order_of_game))]
#[command(after_help = include_str!("one_game.txt"))]
pub struct OneGame {
    /// The text, with \n for a line break, or a picture.
    ///
    /// Dark parts of a picture are pegs, in at most 4,096 holes. - reads either from standard input
    #[arg(value_name = "TEXT|FILE", value_parser = subject)]
    target: String,

    /// Play on this board [default: a rectangle around the text].
    ///
    /// A name of `peglab list`, or a picture file
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,

    #[command(flatten)]
    font: FontArgs,
    #[command(flatten)]
    lines: Wrapping,
    /// The size of a TrueType or OpenType font, in pixels per em
    ///
    /// [default: that of a pixel font, or 16]
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(4..=64))]
    pixels: Option<u32>,
    #[command(flatten)]
    picture: PictureArgs,

    /// Accept up to this many wrong holes.
    ///
    /// It takes them if no exact game is found, and lists them
    #[arg(long, value_name = "HOLES", default_value = "0", value_parser = whole::<u16>(0..=MOST_DISTANCE.into()), help_heading = "Search")]
    distance: u16,

    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    film: FilmArgs,
}

/// The help of `--font`.
const FONT: &str = "A font file, a glyph file, or a font of another program";
const FONTS_READ: &str = "\
BDF, PCF, PSF, TrueType, OpenType and WOFF are read; - is standard input [default: the built-in font]";

const MOST_DISTANCE: u16 = 256;

/// What one game can leave.
const TAKES: Takes = Takes {
    command: "one-game",
    kinds: &[Kind::Input, Kind::Picture, Kind::Hole, Kind::Text],
};

impl OneGame {
    pub fn run(self, out: &Output) -> Result<()> {
        TAKES.kind_of(&self.target, 0, out)?;
        let path = Path::new(&self.target);
        let (is_input, is_picture) = (is_input(path), shows_picture(path, out)?);
        self.check(is_picture)?;
        let name = match path.file_stem() {
            _ if !is_picture => read_subject(&self.target, out)?,
            Some(name) if !is_input => name.to_string_lossy().into_owned(),
            _ => "picture".to_owned(),
        };
        let board = self
            .board
            .as_deref()
            .map(|name| read_board(name, out))
            .transpose()
            .context("--board")?;
        let board = board.as_ref().map(|(board, _)| board);
        let picture = is_picture
            .then(|| self.picture.read(path, out))
            .transpose()?;
        let layouts = picture
            .as_ref()
            .map(|it| picture_layouts(&it.board, &it.pegs, board));
        let layouts = layouts
            .transpose()
            .map_err(|error| usage!("{}: {error}", path.display()))?;
        let mut ends = layouts.iter().flatten();
        let is_code = ends.any(|layout| one_game::is_code(&layout.board, &layout.end));
        let content = if is_code {
            Content::Code
        } else {
            Content::Game
        };
        let plan = self.film.plan(&name, content, None, out)?;
        let layouts = layouts.map_or_else(|| self.layouts(&name, &plan, board, out), Ok)?;
        let (what, rather) = match picture {
            Some(_) if is_code => {
                note!(
                    out,
                    "a QR code: black squares that touch; no hole of it may differ"
                );
                (search::CODE, None)
            }
            Some(Drawn { board, .. }) => {
                let smaller = |side: usize| (side * 3 / 4).max(1);
                let (columns, rows) = (smaller(board.columns()), smaller(board.rows()));
                (
                    "picture",
                    Some(format!("a smaller --grid {columns}x{rows}")),
                )
            }
            None => ("text", None),
        };
        let solution = self.find(&layouts, &name, what, rather.as_deref(), out)?;
        let solution = self.film.in_order(solution, None);
        plan.write(&Setting::of_solution(solution).titled(name), out)
    }

    /// Where the text can lie. In a picture with a width and a height, its lines are those for which
    /// the board has the largest holes.
    fn layouts(
        &self,
        text: &str,
        plan: &Plan<'_>,
        board: Option<&Board>,
        out: &Output,
    ) -> Result<Vec<LastPosition>> {
        let designs = self.font.designs(self.pixels, text, out)?;
        let mut set = lines(&designs, text, self.lines.wrap.unwrap_or(WRAP))?;
        let view = if board.is_none() { plan.shaped() } else { None };
        let Some(view) = view else {
            return one_game::text_layouts(&set, &designs, board).map_err(usage);
        };

        // On a board that fills the picture, if there is one.
        if self.lines.wrap.is_none() {
            let unbroken = lines(&designs, text, usize::MAX)?;
            set = one_game::fitted(&unbroken, set, &designs, view);
        }
        let layouts = one_game::filling_layouts(&set, &designs, view).map_err(usage)?;
        if !layouts.is_empty() {
            return Ok(layouts);
        }
        one_game::text_layouts(&set, &designs, None).map_err(usage)
    }

    /// Refuses options that mean nothing for a text, or for a picture.
    fn check(&self, is_picture: bool) -> Result<()> {
        let pixels = self.pixels.map(|_| "--pixels");
        let of_text = self.font.given().or(self.lines.given()).or(pixels);
        if let Some(option) = of_text.filter(|_| is_picture) {
            refuse!("{option} needs a text");
        }
        if let Some(option) = self.picture.given().filter(|_| !is_picture) {
            refuse!("{option} needs a picture: a .png, .gif, .bmp, .jpg or .webp");
        }
        Ok(())
    }
}
