//! Options for the timing: order, speed, holds and repetitions.

use anyhow::Result;
use clap::Args;

use super::Target;
use super::size::Preset;
use crate::cli::input::{Choice, decimal, one_of, whole};
use pegfont_film::render::Loops;
use pegfont_film::timeline::{Align, FirstFrame, Motion, Order, Pace, Timing};
use pegfont_type::format::Format;

/// When the letters of a text play.
#[derive(Args, Default)]
#[command(next_help_heading = "Time")]
pub(in crate::cli) struct OrderArgs {
    /// Which letters play at the same time: together, so that all end at once; same-start, so that all start at once;
    /// cascade:JUMPS, each this many jumps behind the previous one (2, if not given); or sequence, one after the other
    /// [default: together; for more than 4 letters a cascade]
    #[arg(long, value_parser = order)]
    order: Option<Ordered>,
}

/// The values of `--order`, but for the number of a cascade.
pub(in crate::cli) const ORDERS: [&str; 4] = ["together", "same-start", "cascade", "sequence"];

/// When the jumps of one game play.
#[derive(Args, Default)]
#[command(next_help_heading = "Time")]
pub(in crate::cli) struct GameOrderArgs {
    /// When each jump plays, as far as the others allow [default: crescendo]
    #[arg(long, value_parser = one_of(GAME_ORDER))]
    order: Option<Order>,
}

const GAME_ORDER: &[Choice<Order>] = &[
    (
        "crescendo",
        "Late: few jumps at first, many in the end, when the picture appears",
        Order::Crescendo,
    ),
    ("early", "Early: many jumps at first, and the picture appears bit by bit", Order::Together),
];

/// How fast a film plays.
#[derive(Args, Default)]
#[command(next_help_heading = "Time")]
pub(in crate::cli) struct PaceArgs {
    /// Milliseconds per jump [default: 120, or 280 if pegs slide; less for one game with many jumps]
    #[arg(long, value_name = "MS", value_parser = decimal, conflicts_with = "duration")]
    jump: Option<f64>,

    /// Seconds for playing the film once, including the holds
    #[arg(long, value_name = "SECONDS", value_parser = decimal)]
    duration: Option<f64>,

    /// Slide the pegs from hole to hole, at this many frames per second (25, if not given; an .svg has no frames). With 0 they don't slide
    /// [default: they do in an .svg, .mp4 or .webm]
    #[arg(long, value_name = "FPS", num_args = 0..=1, require_equals = true, value_parser = decimal)]
    smooth: Option<Option<f64>>,
}

/// How a film begins, ends and repeats.
#[derive(Args, Default)]
#[command(next_help_heading = "Time")]
pub(in crate::cli) struct CourseArgs {
    /// Seconds for which the finished text is shown, or START,END: also for the start positions [default: 0.6,2.5]
    #[arg(long, value_name = "SECONDS", value_parser = hold)]
    hold: Option<Hold>,

    /// What the film shows first. With end, a preview of the first frame shows the finished text [default: start]
    #[arg(long, value_name = "WHICH", value_parser = one_of(FIRST_FRAME))]
    first_frame: Option<FirstFrame>,

    /// Then undo the jumps, one by one
    #[arg(long)]
    ping_pong: bool,

    /// How often the film plays; 0 is an endless loop [default: 0]
    #[arg(long, value_name = "TIMES", value_parser = whole::<u16>(0..=65_535))]
    loops: Option<u16>,
}

/// Which letters play at the same time, and what letters with different numbers of jumps do together.
type Ordered = (Order, Align);

fn order(text: &str) -> Result<Ordered, String> {
    match text {
        "together" => Ok((Order::Together, Align::End)),
        "same-start" => Ok((Order::Together, Align::Start)),
        "cascade" => Ok((Order::Cascade(2.0), Align::End)),
        "sequence" => Ok((Order::Sequence, Align::End)),
        _ => match text.strip_prefix("cascade:") {
            Some(behind) => Ok((Order::Cascade(decimal(behind)?), Align::End)),
            None => Err(format!("write {} or cascade:JUMPS", ORDERS.join(", "))),
        },
    }
}

/// Seconds for which the start positions are shown, if they were given, and for which the finished text is.
type Hold = (Option<f64>, f64);

fn hold(text: &str) -> Result<Hold, String> {
    match text.split_once(',') {
        Some((start, end)) => Ok((Some(decimal(start)?), decimal(end)?)),
        None => Ok((None, decimal(text)?)),
    }
}

const FIRST_FRAME: &[Choice<FirstFrame>] = &[
    ("start", "The start positions", FirstFrame::Start),
    ("end", "The finished text, for the time of --hold", FirstFrame::End),
];

/// All of these options. A command that lacks some has their defaults.
#[derive(Default)]
pub(in crate::cli) struct Time {
    pub(in crate::cli) order: OrderArgs,
    pub(in crate::cli) game_order: GameOrderArgs,
    pub(in crate::cli) pace: PaceArgs,
    pub(in crate::cli) course: CourseArgs,
    /// The number of rounds of one game, which by default plays in about ten seconds.
    pub(in crate::cli) rounds: Option<usize>,
}

impl Time {
    /// How often the film plays.
    pub(super) fn loops(&self) -> Loops {
        match self.course.loops.unwrap_or(0) {
            0 => Loops::Endless,
            times => Loops::Times(times),
        }
    }

    /// The timing for a target, of a text of so many letters.
    pub(super) fn timing(
        &self,
        target: &Target,
        highlight: bool,
        preset: &Preset,
        letters: usize,
    ) -> Result<Timing> {
        let Self { order: OrderArgs { order }, game_order, pace, course, rounds } = self;
        let format = if *target == Target::File(Format::Gif) { Format::Gif } else { Format::Svg };
        let slides = matches!(target, Target::File(Format::Svg | Format::Mp4 | Format::WebM));
        let motion = match pace.smooth {
            Some(Some(0.0)) => Motion::Steps,
            Some(Some(rate)) if *target == Target::File(Format::Svg) => refuse!(
                "--smooth={rate}: an .svg has no frames: it moves as smoothly as the screen allows"
            ),
            Some(Some(rate)) if format == Format::Gif && rate > 50.0 => refuse!(
                "--smooth={rate}: a GIF shows at most 50 frames a second; an .apng or .webp can show up to 120"
            ),
            Some(rate) => Motion::Smooth(rate.unwrap_or(25.0)),
            None if slides => Motion::Smooth(25.0),
            None => Motion::Steps,
        };
        // The other targets have no clock of their own, as an SVG has none.
        let usual = Timing::usual(format, motion, *rounds);
        let (order, align) = match (order, rounds) {
            (Some(order), _) => *order,
            (None, Some(_)) => (game_order.order.unwrap_or(usual.order), Align::End),
            (None, None) => (Order::usual(letters), Align::End),
        };
        let ms = |seconds: f64| seconds * 1000.0;
        let hold_start = course.hold.and_then(|hold| hold.0);
        Ok(Timing {
            order,
            align,
            pace: match pace.duration {
                Some(seconds) => Pace::Total(ms(seconds)),
                None => match (pace.jump, preset.seconds) {
                    (Some(jump), _) => Pace::Jump(jump),
                    (None, Some(seconds)) => Pace::Total(ms(seconds)),
                    (None, None) => usual.pace,
                },
            },
            hold_start: hold_start.map_or(usual.hold_start, ms),
            hold_end: course.hold.map_or(usual.hold_end, |hold| ms(hold.1)),
            first_frame: course.first_frame.unwrap_or(match preset.ends_first {
                true => FirstFrame::End,
                false => FirstFrame::Start,
            }),
            ping_pong: course.ping_pong,
            highlight,
            ..usual
        })
    }
}
