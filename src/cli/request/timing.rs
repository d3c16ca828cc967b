//! How a film plays: the order of its letters, its pace, and whether its pegs slide. What isn't
//! given is decided by the format.

use anyhow::Result;

use crate::cli::formats::Format;
use crate::cli::options::{OrderAsked, Preset, TimeArgs};
use pegfont_film::render::{Extra, encoder};
use pegfont_film::timeline::{Clock, Motion, Pace, PlayOrder, Timing};

/// Frames per second of pegs that slide, unless others are asked for.
const USUAL_RATE: f64 = 25.0;

/// How a film plays. What isn't given depends on the format.
pub struct TimeRequest {
    pub order: Option<OrderAsked>,
    pub duration: Option<Pace>,
    /// Frames per second of sliding pegs; 0 if they don't slide.
    pub smooth: Option<f64>,
    /// Whether the first jumps are shown in a large view.
    pub zoom: bool,
    /// How long the end is shown, in milliseconds.
    pub hold: Option<f64>,
    /// How often the film plays; 0 is without end.
    pub loops: Option<u16>,
}

impl TimeArgs {
    pub fn request(self) -> TimeRequest {
        TimeRequest {
            order: self.order,
            duration: self.duration,
            smooth: self.smooth,
            zoom: self.zoom,
            hold: self.hold,
            loops: self.loops,
        }
    }
}

impl TimeRequest {
    /// The first of its options that was given.
    pub fn given(&self) -> Option<&'static str> {
        match self.order {
            Some(_) => Some("--order"),
            None => self.given_of_clock(),
        }
    }

    /// The same without `--order`, whose steps a still has, too.
    pub fn given_of_clock(&self) -> Option<&'static str> {
        if self.duration.is_some() {
            Some("--duration")
        } else if self.smooth.is_some() {
            Some("--smooth")
        } else if self.hold.is_some() {
            Some("--hold")
        } else if self.loops.is_some() {
            Some("--loops")
        } else if self.zoom {
            Some("--zoom")
        } else {
            None
        }
    }

    /// Whether everything plays one after the other.
    pub fn is_sequence(&self) -> bool {
        self.order == Some(OrderAsked::Sequence)
    }

    /// The timing in a format that shows this many `boards`.
    pub fn timing(&self, format: Format, preset: &Preset, boards: usize) -> Result<Timing> {
        let timer = Timer::of(format);
        let usual = Timing::usual(self.motion(format, &timer)?, timer.clock);

        let order = match self.order {
            None => PlayOrder::usual(boards),
            Some(OrderAsked::Together) => PlayOrder::Together,
            Some(OrderAsked::Cascade) => PlayOrder::cascade(boards),
            Some(OrderAsked::Sequence) => PlayOrder::Sequence,
        };
        let pace = self.duration.or(preset.duration).unwrap_or(usual.pace);
        Ok(Timing {
            order,
            pace,
            hold_end: self.hold.unwrap_or(usual.hold_end),
            zooms: self.zoom && format.has_room_for(Extra::Zoom),
            ..usual
        })
    }

    /// How pegs move in a format.
    fn motion(&self, format: Format, timer: &Timer) -> Result<Motion> {
        let usual = if timer.slides { USUAL_RATE } else { 0.0 };
        let rate = self.smooth.unwrap_or(usual);

        if rate == 0.0 {
            return Ok(Motion::Steps);
        }
        if format == Format::Svg && rate != USUAL_RATE {
            refuse!("--smooth={rate}: an .svg has no frames: write --smooth");
        }
        if rate > 1000.0 / timer.clock.least_gap as f64 {
            refuse!("--smooth={rate}: a GIF shows at most 50 frames a second, an .apng 120");
        }
        Ok(Motion::Smooth(rate))
    }
}

/// How a format counts time, and whether pegs slide in it unless something else is asked for.
struct Timer {
    clock: Clock,
    slides: bool,
}

impl Timer {
    fn of(format: Format) -> Self {
        // Videos and the terminal have no clock of their own; pegs slide in videos.
        match encoder(format.ending()) {
            Some(encoder) => Self {
                clock: encoder.clock,
                slides: encoder.slides,
            },
            None => Self {
                clock: Clock::FINE,
                slides: format.is_video(),
            },
        }
    }
}
