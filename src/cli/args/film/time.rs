//! Options for the timing: order, speed, holds and repetitions.

use anyhow::Result;
use clap::Args;

use super::Content;
use super::size::Preset;
use crate::cli::args::{Choice, decimal, one_of, whole};
use crate::cli::output::Format;
use peg_solitaire::solution::Solution;
use pegfont_film::render::encoder;
use pegfont_film::timeline::{Clock, Motion, Order, Pace, Timing};

/// How a film plays.
#[derive(Args)]
#[command(next_help_heading = "Time")]
pub struct TimeArgs {
    /// What plays at the same time. Letters: together, so that all end at once; cascade, one alone at first, and each two jumps
    /// behind the one before; or sequence [default: together; for more than 4 letters a cascade]. Jumps of one game: rounds, each as
    /// late as possible, and few at once; or sequence [default: rounds]
    #[arg(long, value_parser = one_of(ORDER))]
    order: Option<Ordered>,

    /// Seconds for the whole film, or jump:MS. Seconds include the holds; MS are milliseconds for each jump [default: jump:120,
    /// or jump:280 if pegs slide; less where the film would last more than 10 seconds]
    #[arg(long, value_name = "SECONDS", value_parser = pace)]
    duration: Option<Pace>,

    /// Slide the pegs from hole to hole. At this many frames per second (25); with 0, they don't [default: they do in an .svg,
    /// .mp4 or .webm]
    #[arg(long, value_name = "FPS", num_args = 0..=1, require_equals = true, value_parser = decimal)]
    smooth: Option<Option<f64>>,

    /// Seconds for which the end is shown [default: 2.5]
    #[arg(long, value_name = "SECONDS", value_parser = seconds(0.0))]
    hold: Option<f64>,

    /// How often the film plays; 0 is an endless loop [default: 0]
    #[arg(long, value_name = "TIMES", value_parser = whole::<u16>(0..=65_535))]
    pub loops: Option<u16>,
}

/// What plays at the same time.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Ordered {
    /// Letters of a text.
    Letters(Order),
    /// The jumps of one game: as late as the others allow.
    Late,
    /// Nothing, in either.
    Sequence,
}

const ORDER: &[Choice<Ordered>] = &[
    ("together", "", Ordered::Letters(Order::Together)),
    ("cascade", "", Ordered::Letters(Order::Cascade(2.0))),
    ("sequence", "", Ordered::Sequence),
    ("rounds", "", Ordered::Late),
];

fn pace(text: &str) -> Result<Pace, String> {
    match text.strip_prefix("jump:") {
        Some(jump) => decimal(jump).map(Pace::Jump),
        None => seconds(0.001)(text).map(Pace::Total),
    }
}

/// A parser of seconds, as milliseconds.
fn seconds(least: f64) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| match decimal(text) {
        Ok(seconds) if (least..=3600.0).contains(&seconds) => Ok(seconds * 1000.0),
        _ => Err(format!("write seconds, from {least} to 3600")),
    }
}

impl TimeArgs {
    /// Whether everything plays one after the other.
    pub fn is_sequence(&self) -> bool {
        self.order == Some(Ordered::Sequence)
    }

    /// A game in rounds with its jumps in the rounds in which a film plays them. The steps of a still are as early as possible.
    pub fn in_order(&self, game: Solution, is_still: bool) -> Solution {
        match self.order {
            Some(Ordered::Sequence) => game.one_at_a_time(),
            None | Some(Ordered::Late) if game.is_in_rounds() && !is_still => game.in_late_rounds(),
            _ => game,
        }
    }

    /// Refuses an order that is not one of what is shown.
    pub fn check_order(&self, content: Content) -> Result<()> {
        match (&self.order, content) {
            (Some(_), Content::Jumps) => {
                refuse!("--order: these jumps play one after the other, as they are written")
            }
            (Some(Ordered::Late), Content::Text) => refuse!("--order: rounds are for one game"),
            (Some(Ordered::Letters(_)), Content::Game | Content::Code) => {
                refuse!("--order: one game has rounds or sequence")
            }
            _ => Ok(()),
        }
    }

    /// The timing in a format that shows this many `boards`.
    pub fn timing(&self, format: Format, preset: &Preset, boards: usize) -> Result<Timing> {
        let Self { order, duration, smooth, hold, .. } = self;
        // Videos and the terminal have no clock of their own; pegs slide in videos.
        let (clock, slides) = match encoder(format.ending()) {
            Some(encoder) => (encoder.clock, encoder.slides),
            None => (Clock::FINE, matches!(format, Format::Mp4 | Format::WebM)),
        };
        let motion = match smooth {
            Some(Some(0.0)) => Motion::Steps,
            Some(Some(rate)) if format == Format::Svg => {
                refuse!("--smooth={rate}: an .svg has no frames: write --smooth")
            }
            Some(Some(rate)) if *rate > 1000.0 / clock.least_gap as f64 => {
                refuse!("--smooth={rate}: a GIF shows at most 50 frames a second, an .apng 120")
            }
            Some(rate) => Motion::Smooth(rate.unwrap_or(25.0)),
            None if slides => Motion::Smooth(25.0),
            None => Motion::Steps,
        };
        let usual = Timing::usual(motion, clock);
        let order = match order {
            Some(Ordered::Letters(order)) => *order,
            Some(Ordered::Sequence) => Order::Sequence,
            _ => Order::usual(boards),
        };
        let pace = duration.or(preset.duration).unwrap_or(usual.pace);
        Ok(Timing { order, pace, hold_end: hold.unwrap_or(usual.hold_end), ..usual })
    }
}
