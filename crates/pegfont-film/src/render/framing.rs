//! Where a board lies in the picture while only a part of it is in view: large at first, then
//! smaller and smaller. The spot that is looked at stays where it is.

use super::Scene;
use super::geometry::Geometry;
use crate::Error;
use crate::timeline::{Shot, Timeline};
use peg_solitaire::board::Jump;

/// How many times as far apart as in the whole picture holes are in the large view, at most and at
/// least. Where they can't be, there is no large view.
const LARGEST: f64 = 3.0;
const LEAST: f64 = 1.5;

/// The holes around the first jumps that are in view, too, on both sides together.
const AROUND: f64 = 0.6;

/// A board of which only a part is in the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Framing {
    /// The distance between neighbouring holes in a row, in pixels.
    pub pitch: u32,
    /// The top left corner of the board, which may be outside of the picture.
    pub corner: (i64, i64),
}

/// The large view, and the whole picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Framings {
    pub close: Framing,
    pub whole: Framing,
}

impl Scene {
    /// What is in view at a time of the first timeline, in milliseconds from its start; `None` if
    /// it is the whole picture.
    ///
    /// # Errors
    /// If the picture is too large, or there is no large view of it.
    pub fn framing(&self, at: u64) -> Result<Option<Framing>, Error> {
        let framings = self.framings()?;
        let shot = self.timeline.shot(at);
        Ok(framings.and_then(|framings| framings.of(shot)))
    }

    /// The large view of the first timeline, if it has one.
    pub(super) fn framings(&self) -> Result<Option<Framings>, Error> {
        Framings::new(&self.timeline, &self.geometry()?)
    }
}

impl Framings {
    /// The large view of a timeline that is laid out so, if it has one.
    pub fn new(timeline: &Timeline, geometry: &Geometry) -> Result<Option<Self>, Error> {
        let Some(jumps) = timeline.in_close_up() else {
            return Ok(None);
        };
        let close = close(jumps, geometry).ok_or(Error::NothingToZoom)?;

        let (left, top) = geometry.corners[0];
        Ok(Some(Self {
            close,
            whole: Framing {
                pitch: geometry.pitch,
                corner: (left.into(), top.into()),
            },
        }))
    }

    /// What is in view in a shot, unless it is the whole picture.
    pub fn of(&self, shot: Shot) -> Option<Framing> {
        match shot {
            Shot::Whole => None,
            Shot::Close => Some(self.close),
            Shot::DrawsBack(share) => {
                let between = self.between(share);
                (between != self.whole).then_some(between)
            }
        }
    }

    /// What is in view when the view has drawn back by a share of its way. Every step makes the
    /// board smaller by the same factor, but for the first and the last ones.
    fn between(&self, share: f64) -> Framing {
        let near = f64::from(self.close.pitch);
        let far = f64::from(self.whole.pitch);
        let eased = share * share * (3.0 - 2.0 * share);
        let pitch = (near * (far / near).powf(eased)).round();

        // Then there is a spot of the board that stays where it is.
        let way = if near > far {
            (near - pitch) / (near - far)
        } else {
            1.0
        };
        let between = |from: i64, to: i64| {
            let along = from as f64 + (to - from) as f64 * way;
            along.round() as i64
        };
        Framing {
            pitch: pitch as u32,
            corner: (
                between(self.close.corner.0, self.whole.corner.0),
                between(self.close.corner.1, self.whole.corner.1),
            ),
        }
    }
}

/// The large view of some jumps, if there is room for one.
fn close(jumps: &[Jump], geometry: &Geometry) -> Option<Framing> {
    let whole = f64::from(geometry.pitch);
    let across = Extent::of(jumps, |hole| geometry.middles[hole].0, geometry);
    let down = Extent::of(jumps, |hole| geometry.middles[hole].1, geometry);

    let width = f64::from(geometry.width);
    let counter = geometry.counter.as_ref();
    let height = f64::from(counter.map_or(geometry.height, |counter| counter.strip.top));
    let pitch = (whole * LARGEST)
        .min(width / (across.holes() + AROUND))
        .min(height / (down.holes() + AROUND))
        .floor();
    if pitch < whole * LEAST {
        return None;
    }

    let factor = pitch / whole;
    let (left, top) = geometry.corners[0];
    Some(Framing {
        pitch: pitch as u32,
        corner: (
            across.corner(width, left.into(), factor),
            down.corner(height, top.into(), factor),
        ),
    })
}

/// Where jumps are along one side of the picture, in pixels from the corner of the board.
struct Extent {
    first: f64,
    last: f64,
    pitch: f64,
}

impl Extent {
    fn of(jumps: &[Jump], place: impl Fn(usize) -> f32, geometry: &Geometry) -> Self {
        let holes = jumps
            .iter()
            .flat_map(|jump| [jump.from(), jump.over(), jump.to()]);
        let places: Vec<f64> = holes.map(|hole| place(hole.index()).into()).collect();
        Self {
            first: places.iter().copied().fold(f64::INFINITY, f64::min),
            last: places.iter().copied().fold(0.0, f64::max),
            pitch: geometry.pitch.into(),
        }
    }

    /// How many holes there are between the outer ones, with these.
    fn holes(&self) -> f64 {
        (self.last - self.first) / self.pitch + 1.0
    }

    /// Where the corner of the board lies if it is larger by a factor and the jumps are in the
    /// middle of a side of the picture, as far as nothing beyond the picture comes into view.
    fn corner(&self, side: f64, corner: f64, factor: f64) -> i64 {
        let middle = f64::midpoint(self.first, self.last);
        let wanted = side / 2.0 - middle * factor;
        let most = corner * factor;
        let least = side - (side - corner) * factor;
        wanted.clamp(least, most).round() as i64
    }
}
