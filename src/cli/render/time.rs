//! Options for the timing: order, speed and holds.

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::super::Usage;
use super::super::input::{decimal, whole};
use super::Target;
use pegfont_film::render::Loops;
use pegfont_film::timeline::{Align, FirstFrame, Motion, Order, Pace, Timing};
use pegfont_type::format::Format;

/// Options for the timing.
#[derive(Args)]
#[command(next_help_heading = "Time")]
pub(super) struct Time {
    /// Which letters play at the same time
    /// [default: together]
    #[arg(long, value_enum)]
    order: Option<OrderArg>,

    /// With --order cascade: how many jumps each letter is behind the previous one [default: 2]
    #[arg(long, value_name = "JUMPS", value_parser = decimal)]
    behind: Option<f64>,

    /// What letters with different numbers of jumps do together
    /// [default: end]
    #[arg(long, value_enum)]
    sync: Option<SyncArg>,

    /// Milliseconds per jump [default: 120; with --smooth 280; less for one game of many jumps]
    #[arg(long, value_name = "MS", value_parser = decimal, conflicts_with = "duration")]
    jump: Option<f64>,

    /// Seconds for playing the film once, including the holds
    #[arg(long, value_name = "SECONDS", value_parser = decimal)]
    duration: Option<f64>,

    /// Seconds for which the start positions are shown [default: 0.6]
    #[arg(long, value_name = "SECONDS", value_parser = decimal)]
    hold_start: Option<f64>,

    /// Seconds for which the finished text is shown [default: 2.5]
    #[arg(long, value_name = "SECONDS", value_parser = decimal)]
    hold: Option<f64>,

    /// What the film shows first. With end, a preview of the first frame shows the finished text [default: start]
    #[arg(long, value_enum, value_name = "WHICH")]
    first_frame: Option<FirstFrameArg>,

    /// Then undo the jumps, one by one
    #[arg(long)]
    ping_pong: bool,

    /// Slide the pegs from hole to hole
    #[arg(long)]
    smooth: bool,

    /// Frames per second, with --smooth; an .svg has none [default: 25]
    #[arg(long, value_name = "FRAMES", value_parser = decimal, requires = "smooth")]
    fps: Option<f64>,

    /// How often the film plays; 0 is an endless loop [default: 0]
    #[arg(long, value_name = "TIMES", value_parser = whole::<u16>(0..=65_535))]
    loops: Option<u16>,
}

#[derive(Clone, Copy, ValueEnum)]
enum OrderArg {
    /// All of them
    Together,
    /// Each a little behind the previous one
    Cascade,
    /// One after the other
    Sequence,
}

#[derive(Clone, Copy, ValueEnum)]
enum SyncArg {
    /// End
    End,
    /// Start
    Start,
}

#[derive(Clone, Copy, ValueEnum)]
enum FirstFrameArg {
    /// The start positions
    Start,
    /// The finished text, for the time of --hold
    End,
}

impl Time {
    /// How often the film plays.
    pub(super) fn loops(&self) -> Loops {
        match self.loops.unwrap_or(0) {
            0 => Loops::Endless,
            times => Loops::Times(times),
        }
    }

    /// Refuses an order of boards where there is one.
    pub(super) fn check_one_board(&self) -> Result<()> {
        let orders = [("--order", self.order.is_some()), ("--sync", self.sync.is_some())];
        match orders.iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                let message = format!("{option} needs several boards, and one game has one");
                Err(Usage(message).into())
            }
            None => Ok(()),
        }
    }

    /// An option that was given.
    pub(super) fn given(&self) -> Option<&'static str> {
        let options = [
            ("--order", self.order.is_some()),
            ("--behind", self.behind.is_some()),
            ("--sync", self.sync.is_some()),
            ("--jump", self.jump.is_some()),
            ("--duration", self.duration.is_some()),
            ("--hold-start", self.hold_start.is_some()),
            ("--hold", self.hold.is_some()),
            ("--first-frame", self.first_frame.is_some()),
            ("--ping-pong", self.ping_pong),
            ("--smooth", self.smooth),
            ("--loops", self.loops.is_some()),
        ];
        options.into_iter().find_map(|(name, given)| given.then_some(name))
    }

    /// The timing for a target. By default, a film shows the finished text first if `ends_first` says so, and one game of so many
    /// `rounds` plays in about ten seconds.
    pub(super) fn timing(
        &self,
        target: Target,
        rounds: Option<usize>,
        highlight: bool,
        ends_first: bool,
    ) -> Result<Timing> {
        let motion = match self.smooth {
            true => Motion::Smooth(self.fps.unwrap_or(25.0)),
            false => Motion::Steps,
        };
        if self.fps.is_some() && target == Target::File(Format::Svg) {
            let message = "--fps has no effect on an .svg, which has no frames: it moves as smoothly as the screen allows";
            return Err(Usage(message.into()).into());
        }
        let gif = target == Target::File(Format::Gif);
        if let Motion::Smooth(rate) = motion
            && gif
            && rate > 50.0
        {
            let message = format!(
                "--fps {rate}: a GIF shows at most 50 frames a second; an .apng or .webp can show up to 120"
            );
            return Err(Usage(message).into());
        }
        if self.behind.is_some() && !matches!(self.order, Some(OrderArg::Cascade)) {
            return Err(Usage("--behind needs --order cascade".into()).into());
        }
        // The other targets have no clock of their own, as an SVG has none.
        let format = if gif { Format::Gif } else { Format::Svg };
        let usual = Timing::usual(format, motion, rounds);
        Ok(Timing {
            // In a still, which has the defaults, every letter has just played its last jump.
            order: match self.order {
                None | Some(OrderArg::Together) => Order::Together,
                Some(OrderArg::Cascade) => Order::Cascade(self.behind.unwrap_or(2.0)),
                Some(OrderArg::Sequence) => Order::Sequence,
            },
            align: match self.sync {
                Some(SyncArg::Start) => Align::Start,
                None | Some(SyncArg::End) => Align::End,
            },
            pace: match self.duration {
                Some(seconds) => Pace::Total(seconds * 1000.0),
                None => self.jump.map_or(usual.pace, Pace::Jump),
            },
            hold_start: self.hold_start.map_or(usual.hold_start, |seconds| seconds * 1000.0),
            hold_end: self.hold.map_or(usual.hold_end, |seconds| seconds * 1000.0),
            first_frame: match self.first_frame {
                None if ends_first => FirstFrame::End,
                None | Some(FirstFrameArg::Start) => FirstFrame::Start,
                Some(FirstFrameArg::End) => FirstFrame::End,
            },
            ping_pong: self.ping_pong,
            highlight,
            ..usual
        })
    }
}
