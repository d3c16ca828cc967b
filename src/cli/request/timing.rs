//! How a film plays in a format: the order of its letters, its pace, and whether its pegs slide.

use anyhow::Result;

use crate::cli::formats::Format;
use crate::cli::options::{OrderAsked, Preset, TimeArgs};
use crate::cli::request::FilmOf;
use pegfont_film::render::{Extra, encoder};
use pegfont_film::timeline::{Clock, Motion, PlayOrder, Timing};

/// Frames per second of pegs that slide, unless others are asked for.
const USUAL_RATE: f64 = 25.0;

impl TimeArgs {
    /// Whether everything plays one after the other.
    pub fn is_sequence(&self) -> bool {
        self.order == Some(OrderAsked::Sequence)
    }

    /// Refuses an order that is not one of what is shown, and a large view of many boards.
    pub fn check_content(&self, content: FilmOf) -> Result<()> {
        if self.zoom && !content.is_game() {
            refuse!("--zoom is for one game on one board: see pegfont one-game");
        }

        let Some(order) = self.order else {
            return Ok(());
        };
        if content == FilmOf::Jumps {
            refuse!("--order: these jumps play one after the other, as they are written");
        }
        if content.is_game() && order == OrderAsked::Cascade {
            refuse!("--order cascade is for letters: one game plays together or in sequence");
        }
        Ok(())
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
        let medium = format.medium();
        let has_large_view = medium.is_some_and(|medium| Extra::Zoom.is_in(medium));
        Ok(Timing {
            order,
            pace,
            hold_end: self.hold.unwrap_or(usual.hold_end),
            zooms: self.zoom && has_large_view,
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
