//! A character as a composite of pegs, one per peg of the whole game, and the deltas that take its
//! jumps back. Needs a solution and the metrics, and knows no tables but `glyf` and `gvar`.
//!
//! How a peg grows depends only on the step in which it returns, so all characters share the
//! glyphs of their [pieces](Pieces). What a character has of its own is where they go.
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
use write_fonts::tables::glyf::{
    Anchor, Bbox, Component, ComponentFlags, CompositeGlyph, Contour, Glyph, SimpleGlyph, Transform,
};
use write_fonts::tables::gvar::{GlyphDelta, GlyphDeltas, Tent};
use write_fonts::types::{F2Dot14, GlyphId16};

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
    steps: Vec<Takeback>,
}

/// A jump taken back. In step n, peg n of the outline returns.
struct Takeback {
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

        // The number of the peg in each hole.
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
            steps.push(Takeback {
                mover,
                from: jump.from(),
                to: jump.to(),
            });
        }

        let removed = jumps.iter().rev().map(|jump| jump.over());
        let pegs = removed.chain(left.pegs()).collect();
        Self { pegs, steps }
    }

    /// The letter of a variable font: the removed pegs, those that are left, and the dots.
    pub(super) fn glyph(&self, metrics: &Metrics, pieces: &Pieces) -> Glyph {
        let returning = self.steps.len();
        let peg = |(number, &hole): (usize, &Hole)| {
            let mut piece = pieces.peg;
            let mut radius = metrics.peg_radius;
            if number < returning {
                piece = pieces.returning(number);
                radius = 0;
            }
            let (x, y) = metrics.centre(hole);
            let bounds = Bbox {
                x_min: x - radius,
                y_min: y - radius,
                x_max: x + radius,
                y_max: y + radius,
            };
            (component(piece, offset(metrics, hole)), bounds)
        };

        // FreeType's hinter goes by the first contours: these are pegs, not dots.
        let dots = (component(pieces.dots, (0, 0)), dot_bounds(metrics));
        let pegs = self.pegs.iter().enumerate().map(peg);
        let mut components = pegs.chain(std::iter::once(dots));

        let (first, bounds) = components.next().expect("the dots are there");
        let mut glyph = CompositeGlyph::new(first, bounds);
        for (component, bounds) in components {
            glyph.add_component(component, bounds);
        }
        // Pegs that jump are over others. The first component speaks for all.
        glyph.components_mut()[0].flags.overlap_compound = true;
        Glyph::Composite(glyph)
    }

    /// The deltas of every jump. The axis of the jumps ends at `end`.
    pub(super) fn deltas(&self, metrics: &Metrics, end: u16) -> Vec<GlyphDeltas> {
        let mut deltas = Vec::new();
        for (number, step) in self.steps.iter().enumerate() {
            let from = metrics.centre(step.from);
            let to = metrics.centre(step.to);

            // A point stands for each component, the dots last.
            let mut moved = no_deltas(self.pegs.len() + 1);
            moved[step.mover] = GlyphDelta::required(from.0 - to.0, from.1 - to.1);
            deltas.extend(from_step(number, end, moved));
        }
        deltas
    }
}

/// The numbers of the glyphs that characters are put together from. Their pegs are at the
/// [first hole](offset).
pub(super) struct Pieces {
    /// A peg that is left.
    pub peg: GlyphId16,
    /// The dots of all holes, which grow along their axis.
    pub dots: GlyphId16,
    /// The peg that grows in the first step; those of the next steps follow.
    pub first_returning: GlyphId16,
}

impl Pieces {
    /// The peg that grows in this step.
    fn returning(&self, step: usize) -> GlyphId16 {
        GlyphId16::new(self.first_returning.to_u16() + step as u16)
    }
}

/// A peg that is left.
pub(super) fn peg(metrics: &Metrics) -> Glyph {
    outlined(vec![circle(metrics.centres[0], metrics.peg_radius)])
}

/// A peg of size zero, and the deltas that make it grow in this step.
pub(super) fn returning_peg(metrics: &Metrics, step: usize, end: u16) -> (Glyph, Vec<GlyphDeltas>) {
    let glyph = outlined(vec![circle(metrics.centres[0], 0)]);
    let mut deltas = no_deltas(POINTS);
    grow(&mut deltas[..POINTS], metrics.peg_radius);
    (glyph, from_step(step, end, deltas))
}

/// A dot of size zero in every hole, and the deltas of the hole axis: all dots grow.
pub(super) fn dots(metrics: &Metrics) -> (Glyph, Vec<GlyphDeltas>) {
    let contours = metrics.centres.iter().map(|&hole| circle(hole, 0));
    let glyph = outlined(contours.collect());

    let points = POINTS * metrics.centres.len();
    let mut deltas = no_deltas(points);
    for dot in deltas[..points].chunks_exact_mut(POINTS) {
        grow(dot, metrics.dot_radius);
    }
    let shown = vec![still(), Tent::new(F2Dot14::ONE, None), still()];
    (glyph, vec![GlyphDeltas::new(shown, deltas)])
}

/// The smallest rectangle around the dots of size zero.
fn dot_bounds(metrics: &Metrics) -> Bbox {
    let points = metrics.centres.iter().map(|&(x, y)| Bbox {
        x_min: x,
        y_min: y,
        x_max: x,
        y_max: y,
    });
    points
        .reduce(|one, next| one.union(next))
        .unwrap_or_default()
}

/// How far a hole is from the first one.
fn offset(metrics: &Metrics, hole: Hole) -> (i16, i16) {
    let (x, y) = metrics.centre(hole);
    let first = metrics.centres[0];
    (x - first.0, y - first.1)
}

fn component(piece: GlyphId16, (x, y): (i16, i16)) -> Component {
    let anchor = Anchor::Offset { x, y };
    let flags = ComponentFlags {
        round_xy_to_grid: true,
        ..ComponentFlags::default()
    };
    Component::new(piece.into(), anchor, Transform::default(), flags)
}

/// Deltas that move none of these points.
fn no_deltas(points: usize) -> Vec<GlyphDelta> {
    vec![GlyphDelta::optional(0, 0); points + PHANTOM_POINTS]
}

/// Deltas that begin after this many steps, are complete one step later, and stay to the end of the
/// axis.
fn from_step(step: usize, end: u16, moved: Vec<GlyphDelta>) -> Vec<GlyphDeltas> {
    let at = |step: usize| F2Dot14::from_f32(step as f32 / f32::from(end));
    let before = at(step);
    let here = at(step + 1);
    let last = F2Dot14::ONE;

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
    let beyond = -metrics.descender / 2;
    let corners = |inset: i16| {
        let near = thick + inset;
        let far = metrics.advance as i16 - thick - inset;
        let low = inset - beyond;
        let high = metrics.ascender - beyond - inset;
        [(near, low), (near, high), (far, high), (far, low)]
    };

    let corner = |(x, y)| CurvePoint::new(x, y, true);
    let outer: Vec<_> = corners(0).map(corner).into();
    let inner: Vec<_> = corners(thick).into_iter().rev().map(corner).collect();
    outlined(vec![outer.into(), inner.into()])
}

/// The pegs of a pattern as cells that touch: a letter of a solid font.
pub(super) fn cells(pattern: &Position, metrics: &Metrics) -> Glyph {
    let cell = |hole| {
        let (x, y) = metrics.centre(hole);
        let corner = |&(right, up): &(i16, i16)| CurvePoint::new(x + right, y + up, true);
        metrics.cell.iter().map(corner).collect::<Vec<_>>().into()
    };
    outlined(pattern.pegs().map(cell).collect())
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
    let r = radius;
    let h = half_side;
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
fn outlined(contours: Vec<Contour>) -> Glyph {
    if contours.is_empty() {
        return Glyph::Empty;
    }

    let mut glyph = SimpleGlyph {
        contours,
        ..SimpleGlyph::default()
    };
    glyph.recompute_bounding_box();
    Glyph::Simple(glyph)
}
