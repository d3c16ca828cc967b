//! `pegfont render`: films and pictures of a text.

use anyhow::Result;
use clap::Args;

use super::film::{
    CourseArgs, Film, FilmArgs, MarkArgs, OrderArgs, PaceArgs, Played, Time, USUAL_WRAP, Words,
    boards_in_a_line, read_text,
};
use super::input::{Choice, one_of, whole};
use super::usage::Given;
use pegfont_film::render::LineAlign;

/// Animate a text: every letter plays its solution
///
/// The file name decides the format. A .gif, .apng, .webp or .svg is an animation, an .mp4 or .webm a video (made by ffmpeg), a
/// .png or .txt is a still of the finished text. With -o - it plays in the terminal, until it ends or you press q.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(after_help = "Examples:\n  \
    pegfont render \"PEG SOLITAIRE\"\n  \
    pegfont render HELLO -o hello.svg --smooth --theme dark\n  \
    pegfont render HELLO -o hello.gif -o hello.png\n  \
    pegfont render PLAY --solution random:7\n  \
    pegfont render HI --for slack\n  \
    pegfont render HI -o hi.mp4 --size 1280x720\n  \
    pegfont render HI -o -\n\n\
    See also: pegfont still (a moment, or all steps), one-game (the whole text on one board), replay (a game of your own)")]
pub(super) struct Render {
    #[command(flatten)]
    given: Given,

    /// The text, with \n for a line break; - reads it from standard input
    text: String,

    #[command(flatten)]
    words: Words,

    #[command(flatten)]
    lines: LineArgs,

    #[command(flatten)]
    film: FilmArgs,
    #[command(flatten)]
    marks: MarkArgs,
    #[command(flatten)]
    order: OrderArgs,
    #[command(flatten)]
    pace: PaceArgs,
    #[command(flatten)]
    course: CourseArgs,
}

/// The lines of a text, and what its letters play.
#[derive(Args)]
pub(super) struct LineArgs {
    /// The solution of each character: font is the one in the font, fewest-moves the most pleasant one with the fewest
    /// moves, random:SEED (a whole number) a random one, lowest the solver's default. All except font run the solver,
    /// which can take seconds for characters with few pegs
    #[arg(long, value_name = "HOW", default_value = "font")]
    pub(super) solution: Played,

    /// Break lines after this many characters [default: 16]
    #[arg(long, value_name = "CHARACTERS", value_parser = whole::<u16>(0..=1000))]
    pub(super) wrap: Option<u16>,

    /// The alignment of lines of different length [default: centre]
    #[arg(long, value_parser = one_of(ALIGN))]
    pub(super) align: Option<LineAlign>,
}

const ALIGN: &[Choice<LineAlign>] = &[
    ("left", "", LineAlign::Left),
    ("centre", "", LineAlign::Centre),
    ("right", "", LineAlign::Right),
];

impl Render {
    pub(super) fn run(self) -> Result<()> {
        let text = read_text(&self.text)?;
        let (order, pace, course) = (self.order, self.pace, self.course);
        let time = Time { order, pace, course, ..Time::default() };
        let mut film = Film::new(&self.given, &self.film, time);
        film.marks = self.marks;
        film.align = self.lines.align.unwrap_or(film.align);
        let plan = film.plan(&text)?;
        let usual = self.words.setting(&text, self.lines.wrap())?;
        let fitted = match self.film.size.is_exact() && self.lines.wrap.is_none() {
            true => {
                let breaks = self.film.size.preset().fills;
                let unbroken = self.words.setting(&text, usize::MAX)?;
                unbroken.fitted(usual, breaks, |setting| plan.pitch(setting))
            }
            false => usual,
        };
        let mut settings = Vec::new();
        for place in &plan.places {
            settings.push(if place.is_terminal() {
                let room = boards_in_a_line(fitted.board())?;
                self.words.setting(&text, self.lines.wrap().min(room))?
            } else {
                fitted.clone()
            });
        }
        film.write_all(&plan, settings, self.lines.solution, &Ok)
    }
}

impl LineArgs {
    /// The longest line, in characters.
    pub(super) fn wrap(&self) -> usize {
        self.wrap.map_or(USUAL_WRAP, usize::from)
    }
}
