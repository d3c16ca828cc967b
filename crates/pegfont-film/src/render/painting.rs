//! The frames of a scene, painted one by one on request. Pixels are indices of a palette that is known before the first
//! frame.

use std::fmt;

use super::painter::Painter;
use super::palette::Palette;
use super::{Loops, RenderError, Scene, Show};
use crate::timeline::{Frame, Timeline};
use peg_solitaire::progress::Progress;

/// The frames of a scene, as an iterator whose items borrow from it.
///
/// ```
/// use peg_solitaire::progress::Progress;
/// use pegfont_film::render::{Loops, Scene, Theme, View};
/// use pegfont_type::font::Font;
/// use pegfont_film::timeline::{Missing, Setting, Timeline, Timing};
/// let setting = Setting::new(Font::builtin()?, "I", 16, Missing::Refuse)?;
/// let timeline = Timeline::new(setting, Timing::default())?;
/// let view = View::new(Theme::builtin("dark")?);
/// let mut painting = Scene::film(&timeline, &view, Loops::Endless).paint(Progress::NONE)?;
/// let (mut frames, mut lasts) = (0, 0);
/// while let Some(frame) = painting.next()? {
///     assert_eq!(frame.changed.len(), frame.width as usize * frame.height as usize);
///     (frames, lasts) = (frames + 1, lasts + frame.lasts);
/// }
/// assert_eq!((frames, lasts), (painting.frames(), timeline.duration()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Painting<'p> {
    painter: Painter<'p>,
    frames: Box<dyn Iterator<Item = Frame> + 'p>,
    count: u64,
    done: u64,
    loops: Loops,
    erases: bool,
    progress: Progress<'p>,
}

impl fmt::Debug for Painting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Painting")
            .field("count", &self.count)
            .field("done", &self.done)
            .finish_non_exhaustive()
    }
}

/// A frame: the changed part of the picture, and its duration.
#[derive(Clone, Copy, Debug)]
pub struct PaintedFrame<'f> {
    /// The distance of the part from the left, in pixels.
    pub left: u32,
    /// The distance of the part from the top, in pixels.
    pub top: u32,
    /// The width of the part, in pixels: at least 1.
    pub width: u32,
    /// The height of the part, in pixels: at least 1.
    pub height: u32,
    /// The duration, in milliseconds.
    pub lasts: u64,
    /// The palette indices of the part, row by row; 0 where nothing changed.
    pub changed: &'f [u8],
    /// The palette indices of the whole picture, row by row.
    pub picture: &'f [u8],
}

impl<'p> Painting<'p> {
    pub(super) fn new<'s: 'p>(
        scene: &Scene<'s>,
        progress: Progress<'p>,
    ) -> Result<Self, RenderError> {
        let timeline: &'s Timeline = scene.timeline;
        let painter = Painter::new(timeline, scene.view)?;
        let (frames, count, loops, erases): (Box<dyn Iterator<Item = Frame> + 'p>, _, _, _) =
            match scene.show {
                Show::Film(loops) => {
                    let count = timeline.frame_count() as u64;
                    (Box::new(timeline.frames()), count, loops, painter.erases())
                }
                Show::Still(at) => {
                    let letters = 0..timeline.letters().len();
                    let changes =
                        letters.map(|letter| (letter, timeline.state(letter, at))).collect();
                    let frame = Frame { at, lasts: 1000, changes };
                    (Box::new(std::iter::once(frame)), 1, Loops::Times(1), false)
                }
            };
        Ok(Self { painter, frames, count, done: 0, loops, erases, progress })
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.painter.geometry().width
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.painter.geometry().height
    }

    /// The colours of all frames. Colour 0 is not drawn: the previous frame shows through.
    #[must_use]
    pub fn palette(&self) -> &Palette {
        self.painter.palette()
    }

    /// The number of frames.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.count
    }

    /// How often the film plays.
    #[must_use]
    pub fn loops(&self) -> Loops {
        self.loops
    }

    /// Whether frames can make pixels transparent again. If so, every frame is a whole picture that
    /// replaces the previous one.
    #[must_use]
    pub fn erases(&self) -> bool {
        self.erases
    }

    /// Paints the next frame; `None` after the last.
    ///
    /// # Errors
    /// If the watcher stops it.
    #[expect(
        clippy::should_implement_trait,
        reason = "a frame borrows the picture that the next one changes"
    )]
    pub fn next(&mut self) -> Result<Option<PaintedFrame<'_>>, RenderError> {
        self.progress.report(self.done, self.count)?;
        self.done += 1;
        Ok(self.frames.next().map(|frame| self.painter.paint(frame)))
    }
}
