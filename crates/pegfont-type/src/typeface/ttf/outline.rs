//! A character as contours, one per peg of the whole game, and the deltas that take its jumps back.
//! Needs a solution and the metrics, and knows no tables but `glyf` and `gvar`.
//!
//! A peg that was jumped over waits where it was removed, at size zero, until its jump is taken
//! back:
//!
//! ```text
//!    jump c2-c4           rewound 0      rewound 1/2    rewound 1
//!    c2  #  .                  .              o              #      the peg that jumped moves
//!    c3  #  .                  ·              o              #      the peg it removed grows
//!    c4  .  #                  #              .              .
//! ```
//!
//! The deltas of a jump apply from its step to the end of the axis. Two regions with the same
//! deltas produce this plateau: a ramp up to the step that falls off towards the end, and one that
//! rises from the step to the end.

use write_fonts::read::tables::glyf::CurvePoint;
use write_fonts::tables::glyf::{Contour, Glyph, SimpleGlyph};
use write_fonts::tables::gvar::{GlyphDelta, GlyphDeltas, Tent};
use write_fonts::types::F2Dot14;

use super::Metrics;
use peg_solitaire::board::{Hole, Position};
use peg_solitaire::solution::Solution;

/// The points of a circle: the corners of an octagon around it. The curve touches the circle at the
/// middles of the sides and deviates from it by at most 1/300 of the radius.
const POINTS: usize = 8;
/// Points after those of the outline, for the advance.
const PHANTOM_POINTS: usize = 4;

/// The contours of a character, and how its jumps are taken back.
pub(super) struct Outline {
    /// The final hole of each peg: first the pegs jumped over, in the order in which they return,
    /// then the pegs that are left.
    pegs: Vec<Hole>,
    /// The jumps, the last one first.
    steps: Vec<Step>,
}

/// A jump taken back. In step n, peg n of the outline returns.
struct Step {
    /// The number of the peg that jumped.
    mover: usize,
    /// Its hole before the jump.
    from: Hole,
    /// Its hole after the jump.
    to: Hole,
}

impl Outline {
    /// Follows every peg from the end of the solution back to the start.
    pub(super) fn trace(solution: &Solution) -> Self {
        let jumps = solution.jumps();
        let left = solution.end();
        let mut at = vec![None; solution.board().holes()];
        for (number, hole) in left.pegs().enumerate() {
            at[hole.index()] = Some(jumps.len() + number);
        }
        let mut steps = Vec::with_capacity(jumps.len());
        for (number, jump) in jumps.iter().rev().enumerate() {
            let mover = at[jump.to().index()]
                .take()
                .expect("a solution has been checked");
            at[jump.from().index()] = Some(mover);
            at[jump.over().index()] = Some(number);
            steps.push(Step {
                mover,
                from: jump.from(),
                to: jump.to(),
            });
        }
        let pegs = jumps
            .iter()
            .rev()
            .map(|jump| jump.over())
            .chain(left.pegs())
            .collect();
        Self { pegs, steps }
    }

    /// The letter of a variable font, with the removed pegs and a dot in every hole, all at size
    /// zero.
    pub(super) fn glyph(&self, metrics: &Metrics) -> Glyph {
        let (gone, left) = self.pegs.split_at(self.steps.len());
        let seen = left
            .iter()
            .map(|&peg| circle(metrics.centre(peg), metrics.peg_radius));
        let unseen = gone.iter().map(|&peg| circle(metrics.centre(peg), 0));
        let dots = metrics.centres.iter().map(|&hole| circle(hole, 0));
        outlined(unseen.chain(seen).chain(dots).collect(), true)
    }

    /// The deltas of every jump and of the dots. The axis of the jumps ends at `end`.
    pub(super) fn deltas(&self, metrics: &Metrics, end: u16) -> Vec<GlyphDeltas> {
        let mut deltas = Vec::new();
        for (number, step) in self.steps.iter().enumerate() {
            deltas.extend(from_step(
                number,
                end,
                self.step_deltas(metrics, number, step),
            ));
        }
        let shown = vec![still(), Tent::new(F2Dot14::ONE, None), still()];
        deltas.push(GlyphDeltas::new(shown, self.dot_deltas(metrics)));
        deltas
    }

    /// The deltas of one jump taken back: one peg moves, another grows.
    fn step_deltas(&self, metrics: &Metrics, number: usize, step: &Step) -> Vec<GlyphDelta> {
        let mut deltas = self.no_deltas(metrics);
        let (from, to) = (metrics.centre(step.from), metrics.centre(step.to));
        let (x, y) = (from.0 - to.0, from.1 - to.1);
        // One point of the contour has a delta, and the others follow it.
        let mover = POINTS * step.mover;
        deltas[mover..mover + POINTS].fill(GlyphDelta::optional(x, y));
        deltas[mover] = GlyphDelta::required(x, y);
        grow(&mut deltas[POINTS * number..][..POINTS], metrics.peg_radius);
        deltas
    }

    /// The deltas of the hole axis: all dots grow.
    fn dot_deltas(&self, metrics: &Metrics) -> Vec<GlyphDelta> {
        let mut deltas = self.no_deltas(metrics);
        let dots = &mut deltas[POINTS * self.pegs.len()..][..POINTS * metrics.centres.len()];
        for dot in dots.chunks_exact_mut(POINTS) {
            grow(dot, metrics.dot_radius);
        }
        deltas
    }

    /// Deltas that move none of a variable glyph's points.
    fn no_deltas(&self, metrics: &Metrics) -> Vec<GlyphDelta> {
        let points = POINTS * (self.pegs.len() + metrics.centres.len()) + PHANTOM_POINTS;
        vec![GlyphDelta::optional(0, 0); points]
    }
}

/// Deltas that begin after this many steps, are complete one step later, and stay to the end of the
/// axis.
fn from_step(step: usize, end: u16, moved: Vec<GlyphDelta>) -> Vec<GlyphDeltas> {
    let at = |step: usize| F2Dot14::from_f32(step as f32 / f32::from(end));
    let (before, here, last) = (at(step), at(step + 1), F2Dot14::ONE);
    let region = |tent: Tent| vec![tent, still(), still()];
    let ramp = region(Tent::new(here, Some((before, last))));
    if here == last {
        return vec![GlyphDeltas::new(ramp, moved)];
    }
    let plateau = region(Tent::new(last, Some((here, last))));
    vec![
        GlyphDeltas::new(ramp, moved.clone()),
        GlyphDeltas::new(plateau, moved),
    ]
}

/// The part of a region on an axis along which nothing changes.
fn still() -> Tent {
    Tent::new(F2Dot14::ZERO, None)
}

/// The glyph for missing characters: an empty frame that reaches halfway into the space between
/// lines.
pub(super) fn frame(metrics: &Metrics) -> Glyph {
    let thick = metrics.peg_radius;
    let corners = |inset: i16| {
        let (near, far) = (thick + inset, metrics.advance as i16 - thick - inset);
        let beyond = -metrics.descender / 2;
        let (low, high) = (inset - beyond, metrics.ascender - beyond - inset);
        [(near, low), (near, high), (far, high), (far, low)]
    };
    let corner = |(x, y)| CurvePoint::new(x, y, true);
    let outer: Vec<_> = corners(0).map(corner).into();
    let inner: Vec<_> = corners(thick).into_iter().rev().map(corner).collect();
    outlined(vec![outer.into(), inner.into()], false)
}

/// The pegs of a pattern as cells that touch: a letter of a solid font.
pub(super) fn cells(pattern: &Position, metrics: &Metrics) -> Glyph {
    let cell = |hole| {
        let (x, y) = metrics.centre(hole);
        let corner = |&(right, up): &(i16, i16)| CurvePoint::new(x + right, y + up, true);
        metrics.cell.iter().map(corner).collect::<Vec<_>>().into()
    };
    outlined(pattern.pegs().map(cell).collect(), false)
}

/// A circle, drawn clockwise.
fn circle((x, y): (i16, i16), radius: i16) -> Contour {
    let point = |(right, up)| CurvePoint::new(x + right, y + up, false);
    octagon(radius).map(point).to_vec().into()
}

/// The corners of the octagon around a circle, clockwise, relative to its centre. No corner is on
/// the curve; the curve touches the middles of the sides.
fn octagon(radius: i16) -> [(i16, i16); POINTS] {
    let half_side = (f64::from(radius) * (std::f64::consts::SQRT_2 - 1.0)).round() as i16;
    let (r, h) = (radius, half_side);
    [
        (h, r),
        (r, h),
        (r, -h),
        (h, -r),
        (-h, -r),
        (-r, -h),
        (-r, h),
        (-h, r),
    ]
}

/// Deltas that grow a contour from size zero to this radius.
fn grow(deltas: &mut [GlyphDelta], radius: i16) {
    for (delta, (x, y)) in deltas.iter_mut().zip(octagon(radius)) {
        *delta = GlyphDelta::required(x, y);
    }
}

/// A glyph with its bounding box.
fn outlined(contours: Vec<Contour>, overlaps: bool) -> Glyph {
    if contours.is_empty() {
        return Glyph::Empty;
    }
    let mut glyph = SimpleGlyph {
        contours,
        overlaps,
        ..SimpleGlyph::default()
    };
    glyph.recompute_bounding_box();
    Glyph::Simple(glyph)
}
