//! How far elements reach: the box around a shape, or around a line of words.

use super::raster::left;
use super::typeface::width;
use super::{Drawing, Element, Place, Point, Words};

/// How far letters reach above their base line, and how far below it, relative to their size.
const ASCENT: f32 = 0.76;
const DESCENT: f32 = 0.24;

/// The distance that tests of layouts don't see.
#[cfg(test)]
const NEGLIGIBLE: f32 = 0.05;

/// A box, whose sides are those of the paper.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Bounds {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Bounds {
    /// The box around nothing.
    const NOTHING: Self = Self {
        left: f32::INFINITY,
        top: f32::INFINITY,
        right: f32::NEG_INFINITY,
        bottom: f32::NEG_INFINITY,
    };

    /// The box around both.
    fn and(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// The box around points, wider by `reach` on each side.
    fn around(points: &[Point], reach: f32) -> Self {
        let mut bounds = Self::NOTHING;
        for &(x, y) in points {
            bounds = bounds.and(Self {
                left: x - reach,
                top: y - reach,
                right: x + reach,
                bottom: y + reach,
            });
        }
        bounds
    }

    /// Where the box is on the page if it is drawn at a place.
    fn placed(self, place: Place) -> Self {
        let (x, y) = place.at;
        let scale = place.scale;
        Self {
            left: x + self.left * scale,
            top: y + self.top * scale,
            right: x + self.right * scale,
            bottom: y + self.bottom * scale,
        }
    }

    /// The middle of the box.
    #[cfg(test)]
    pub(super) fn middle(self) -> Point {
        (
            f32::midpoint(self.left, self.right),
            f32::midpoint(self.top, self.bottom),
        )
    }

    /// Whether two boxes have more than their edges in common.
    #[cfg(test)]
    pub(super) fn meets(self, other: Self) -> bool {
        self.left + NEGLIGIBLE < other.right
            && other.left + NEGLIGIBLE < self.right
            && self.top + NEGLIGIBLE < other.bottom
            && other.top + NEGLIGIBLE < self.bottom
    }

    /// Whether another box is inside this one.
    #[cfg(test)]
    pub(super) fn contains(self, inner: Self) -> bool {
        inner.left >= self.left - NEGLIGIBLE
            && inner.top >= self.top - NEGLIGIBLE
            && inner.right <= self.right + NEGLIGIBLE
            && inner.bottom <= self.bottom + NEGLIGIBLE
    }
}

/// The box of a line of words.
fn of_words(words: &Words) -> Bounds {
    let left = left(words);
    Bounds {
        left,
        top: words.at.1 - ASCENT * words.size,
        right: left + width(&words.text, words.size),
        bottom: words.at.1 + DESCENT * words.size,
    }
}

/// The box of an element that has no other elements in it.
fn of_element(element: &Element) -> Bounds {
    match element {
        Element::Disc { centre, radius, .. } => Bounds::around(&[*centre], *radius),
        Element::Dots {
            centres, radius, ..
        } => Bounds::around(centres, *radius),
        Element::Ring {
            centre,
            radius,
            line,
        } => Bounds::around(&[*centre], radius + line.width / 2.0),
        Element::Box { corner, size, .. } => {
            let opposite = (corner.0 + size.0, corner.1 + size.1);
            Bounds::around(&[*corner, opposite], 0.0)
        }
        Element::Path { points, line } => Bounds::around(points, line.width / 2.0),
        Element::Words(words) => of_words(words),
        _ => Bounds::NOTHING,
    }
}

/// The box around elements of a drawing, if any is seen.
pub(crate) fn bounds_of(drawing: &Drawing, elements: &[Element], place: Place) -> Option<Bounds> {
    let mut bounds = Bounds::NOTHING;
    drawing.each(elements, place, &mut |element, place| {
        bounds = bounds.and(of_element(element).placed(place));
    });

    let is_seen = bounds.left <= bounds.right;
    is_seen.then_some(bounds)
}
