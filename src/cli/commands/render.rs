//! `pegfont render`: films and pictures of texts and games.

use std::path::Path;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::cli::args::{
    Asked, BoardArgs, Content, FilmArgs, FontArgs, Kind, StillArgs, Takes, Wrapping, letters,
    option_of, read_played, read_subject, subject,
};
use peg_console::output::Output;
use peg_console::usage::{Usage, usage};
use peg_solitaire::solution::Solution;
use pegfont_film::timeline::{Setting, Still};
use pegfont_type::font::Font;

/// Make a film or a picture of a text, in which each letter plays its game
///
/// The file name decides the format: .gif, .apng or .svg (animations), .mp4 or .webm (videos, by
/// ffmpeg), .png or .txt (stills of the end). -o - plays in the terminal.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(after_help = include_str!("render.txt"))]
pub struct Render {
    /// A text, with \n for a line break; - reads it from standard input.
    ///
    /// A .game file or jumps are played as they are, and for a position, the solver finds a game
    /// that ends in it
    #[arg(value_name = "TEXT|GAME", value_parser = subject)]
    subject: String,

    #[command(flatten)]
    font: FontArgs,
    #[command(flatten)]
    lines: Wrapping,
    #[command(flatten, next_help_heading = "Game")]
    board: BoardArgs,

    #[command(flatten)]
    still: StillArgs,
    #[command(flatten)]
    film: FilmArgs,
}

/// What can be rendered.
const TAKES: Takes = Takes {
    command: "render",
    kinds: &[
        Kind::Input,
        Kind::Game,
        Kind::Jumps,
        Kind::Position,
        Kind::Hole,
        Kind::Text,
    ],
};

impl Render {
    pub fn run(self, out: &Output) -> Result<()> {
        let still = self.still.still();
        let plan = |name: &str, content| self.film.plan(name, content, still, out);
        let (plan, setting) = match self.played(still, out)? {
            Some((content, setting, name)) => (plan(&name, content)?, setting),
            None => {
                let text = read_subject(&self.subject, out)?;
                let plan = plan(&text, Content::Text)?;
                let set = plan.in_lines(&self.lines, |length| {
                    letters(&self.font, &text, length, out)
                });
                (plan, set?)
            }
        };
        let setting = match still {
            None => setting,
            Some(still) => setting
                .still(still, self.lines.wrap)
                .map_err(|error| usage!("{}: {error}", option_of(still)))?,
        };
        plan.write(&setting, out)
    }

    /// What plays the argument, and a name for its file, unless it is a text. Options that mean
    /// nothing for it are refused.
    fn played(
        &self,
        still: Option<Still>,
        out: &Output,
    ) -> Result<Option<(Content, Setting, String)>> {
        let text = &self.subject;
        let begun = self.board.read(out);
        let holes = begun.as_ref().map_or(0, |begun| begun.board.holes());
        let is_rewound = begun.as_ref().is_ok_and(|begun| begun.record.is_some());
        let kind = match TAKES.kind_of(text, holes, out)? {
            Kind::Text if is_rewound => Kind::Position,
            // Where the last peg of a board is left. Without a board, it is a text.
            Kind::Hole if self.board.is_given() => Kind::Position,
            Kind::Hole => Kind::Text,
            kind => kind,
        };
        let is_text = kind == Kind::Text && !self.board.is_given();
        if text.trim().is_empty() || kind == Kind::Input || is_text {
            return Ok(None);
        }
        let what = if kind == Kind::Position {
            "position"
        } else {
            "game"
        };
        if let Some(option) = self.font.given() {
            refuse!("{option} needs a text, and {text:?} is a {what}");
        }
        if self.lines.wrap.is_some() && !matches!(still, Some(Still::Storyboard(_))) {
            refuse!("--wrap needs a text or --storyboard: a game is on one board");
        }
        let jumps = |it| Some((Content::Jumps, Setting::of_solution(it), String::new()));
        if kind == Kind::Game {
            if self.board.is_given() {
                refuse!("--board, --start and --reachable: {text} has its own board: omit them");
            }
            let (title, played) = read_played(Path::new(text), TAKES, out)?;
            let name = Path::new(text)
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy();
            let content = Content::game(&played);
            let setting = Setting::of_solution(self.film.in_order(played, still));
            return Ok(Some((content, setting.titled(title), name.into_owned())));
        }
        let begun = begun?;
        let solution = match kind {
            Kind::Position => Asked::new(Font::builtin()?.clone(), begun, kind, text)
                .and_then(|mut asked| asked.solutions(out)?.pop().context("no game"))
                .map(|puzzle| puzzle.solution),
            _ => Solution::parse(&begun.board, begun.start, text).map_err(|error| match kind {
                Kind::Jumps => usage(error),
                _ => usage!("--board and --start are for jumps: {error}"),
            }),
        };
        solution
            .map(jumps)
            .map_err(|error| match error.is::<Usage>() {
                true => usage!("{error}{}", TAKES.as_text(text)),
                false => error,
            })
    }
}
