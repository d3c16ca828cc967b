//! `pegfont render`: films and pictures of texts and games.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;

use crate::cli::args::{
    Asked, BoardArgs, FilmArgs, FilmPlan, Given, Notation, Shown, Still, TextFont, Usage, Wrapping,
    as_text, open, read_played, read_subject, require_game, usage, write_all,
};
use peg_solitaire::board::Board;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Record;
use pegfont_film::timeline::Setting;
use pegfont_type::font::Font;

/// Animate a text or a game: every letter plays its solution
///
/// The file name decides the format: .gif, .apng or .svg (animations), .mp4 or .webm (videos, by ffmpeg), .png or .txt (stills of
/// the end). -o - plays in the terminal.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(after_help = "Examples:\n  \
    pegfont render \"PEG SOLITAIRE\"\n  \
    pegfont render HELLO -o hello.svg --smooth --theme dark\n  \
    pegfont render HELLO -o hello.gif -o hello.png\n  \
    pegfont render HI --for slack\n  \
    pegfont render HI -o -\n  \
    pegfont render A --storyboard --captions -o a.png\n  \
    pegfont render hi.game --at 12 -o hi.png\n  \
    pegfont render \"c2-c4 c5-c3 e4-c4-c2\" -o own.gif\n\n\
    See also: pegfont one-game (the whole text on one board)")]
pub struct Render {
    #[command(flatten)]
    given: Given,

    /// A text, with \n for a line break; - reads it from standard input. Or a .game file; jumps; or a position, to which the
    /// solver's game plays; see below
    subject: String,

    #[command(flatten)]
    words: TextFont,

    #[command(flatten)]
    lines: Wrapping,

    #[command(flatten, next_help_heading = "Game")]
    board: BoardArgs,

    /// Rewind a character or position from a .set or table by `pegfont solve -o`, which determines board and start
    #[arg(long, value_name = "FILE", help_heading = "Jumps", hide_short_help = true, conflicts_with_all = ["board", "start"])]
    reachable: Option<PathBuf>,

    /// Draw one moment. It is after this many jumps of each letter, after this many rounds of one game, or at the end
    #[arg(long, value_name = "NUMBER|end", conflicts_with = "storyboard", value_parser = moment, help_heading = "Stills")]
    at: Option<usize>,

    /// Draw the game as a strip. It has at most this many boards for a letter, or `all`, with arrows for the jumps [default: 6]
    #[arg(long, value_name = "BOARDS|all", num_args = 0..=1, require_equals = true, default_missing_value = "6", value_parser = boards, help_heading = "Stills")]
    storyboard: Option<usize>,

    #[command(flatten)]
    film: FilmArgs,
}

enum Subject {
    /// A text.
    Text(String),
    /// Jumps on the board of the options.
    Jumps(Solution),
    /// The game in a file: the file's name, the title, and what is played.
    Game(String, String, Solution),
}

/// The last moment.
const END: usize = usize::MAX;

/// Parses the moment of a still.
fn moment(text: &str) -> Result<usize, String> {
    match text {
        "end" => Ok(END),
        _ => text.parse().map_err(|_| "give a number of jumps or rounds, or end".to_owned()),
    }
}

impl Render {
    pub fn run(self) -> Result<()> {
        let subject = self.subject()?;
        let still = match (self.storyboard, self.at) {
            (Some(_), _) => Some(Still::Storyboard),
            (None, Some(END)) => Some(Still::End),
            (None, Some(_)) => Some(Still::Moment),
            (None, None) => None,
        };
        let plan = |name: &str, shown| self.film.plan(&self.given, name, shown, still);
        match subject {
            Subject::Text(text) => {
                let plan = plan(&text, Shown::Text)?;
                let set = |wrap| self.words.setting(&text, wrap);
                let setting = plan.in_lines(&self.lines, set)?;
                self.write(&plan, setting)
            }
            Subject::Jumps(solution) => {
                self.write(&plan("", Shown::Jumps)?, Setting::of_solution(solution))
            }
            Subject::Game(name, title, solution) => {
                let solution = self.film.in_order(solution, still);
                let setting = Setting::of_solution(solution).titled(title);
                let shown = Shown::game(&setting.letters()[0].solution);
                self.write(&plan(&name, shown)?, setting)
            }
        }
    }

    /// The text or the game that the argument names. Options that mean nothing for it are refused.
    fn subject(&self) -> Result<Subject> {
        let (text, path) = (&self.subject, Path::new(&self.subject));
        let known = self.reachable.as_deref().map(open).transpose()?;
        let own = |known: &dyn Record| Ok((known.board().clone(), known.start()));
        let board = known.as_deref().map_or_else(|| self.board.read(), own);
        let holes = board.as_ref().map_or(0, |(board, _)| board.holes());
        let notation = match Notation::of(text, holes) {
            Notation::Picture | Notation::Text if known.is_some() => Notation::Position,
            Notation::Picture => Notation::Text,
            notation => notation,
        };
        if text.trim().is_empty() || notation == Notation::Text && !self.board.is_given() {
            return Ok(Subject::Text(read_subject(text)?));
        }
        let what = if notation == Notation::Position { "position" } else { "game" };
        if let Some(option) = self.given.of::<TextFont>() {
            refuse!("{option} needs a text, and {text:?} is a {what}");
        }
        if self.lines.is_given() && self.storyboard.is_none() {
            refuse!("--wrap needs a text or --storyboard: a game is on one board");
        }
        if notation == Notation::Game {
            if self.board.is_given() || known.is_some() {
                refuse!(
                    "--board, --start and --reachable are for jumps and positions: {text} has its own board"
                );
            }
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            require_game(path, &as_text(text))?;
            let (title, solution) = read_played(path)?;
            return Ok(Subject::Game(name, title, solution));
        }
        let (board, start) = board?;
        if notation == Notation::Position {
            let font = Font::builtin()?.clone();
            let asked = Asked::new(font, known, (board, start), text);
            let asked = asked.map_err(|error| match error.is::<Usage>() {
                true => usage!("{error}{}", as_text(text)),
                false => error,
            })?;
            let solution = asked.solutions(None)?.into_iter().next().map(|it| it.solution);
            return solution.map(Subject::Jumps).context("a position is one goal");
        }
        let jumps = Solution::parse(&board, start, text).map_err(|error| match notation {
            Notation::Jumps if !is_on(&board, text) => usage!("{error}{}", as_text(text)),
            Notation::Jumps => usage(error),
            _ => usage!("--board and --start are for jumps: {error}"),
        });
        jumps.map(Subject::Jumps)
    }

    /// Writes the setting, or what is asked for of it.
    fn write(&self, plan: &FilmPlan<'_>, setting: Setting) -> Result<()> {
        self.check(&setting)?;
        let wrap = self.lines.is_given().then(|| self.lines.wrap());
        let shown = match (self.storyboard, self.at) {
            (Some(boards), _) => setting.storyboard(boards, wrap).map_err(usage)?,
            (None, Some(END) | None) => setting,
            (None, Some(at)) => setting.first(|game| game.jumps_in(at.min(game.round_count()))),
        };
        write_all(plan.films(&shown)?)
    }

    /// Refuses a moment after the end.
    fn check(&self, setting: &Setting) -> Result<()> {
        let rounds = setting.letters().iter().map(|letter| letter.solution.round_count());
        let most = rounds.max().unwrap_or(0);
        match self.at {
            Some(at) if at != END && at > most => {
                refuse!("--at {at}: the last step is {most}; give 0 to {most}, or end")
            }
            _ => Ok(()),
        }
    }
}

/// Parses the most boards of a storyboard.
fn boards(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (2..=1000).contains(number));
    let number = if text == "all" { Some(usize::MAX) } else { number };
    number.ok_or_else(|| "give a number of boards from 2 to 1000, or all".to_owned())
}

/// Whether the holes of the first jumps are on a board. Otherwise a text may be meant.
fn is_on(board: &Board, jumps: &str) -> bool {
    let first = jumps.split_whitespace().next().unwrap_or_default();
    first.split('-').all(|hole| board.parse_hole(hole).is_ok())
}
