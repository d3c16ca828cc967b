//! How far elements reach: the box of a shape, or of a line of words.

use super::raster::left;
use super::typeface::width;
use super::{Drawing, Element, Place, Point, Words};

/// How far letters reach above and below their base line, relative to their size.
const ASCENT: f32 = 0.76;
const DESCENT: f32 = 0.24;

/// A box, whose sides are those of the paper.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Bounds {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Bounds {
    /// A box that nothing is in.
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

    /// The box around points, and as much on each side.
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
        let scale = place.scale;
        Self {
            left: place.at.0 + self.left * scale,
            top: place.at.1 + self.top * scale,
            right: place.at.0 + self.right * scale,
            bottom: place.at.1 + self.bottom * scale,
        }
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

impl Drawing {
    /// The box around elements of this drawing, if any is seen.
    pub(crate) fn bounds(&self, elements: &[Element], place: Place) -> Option<Bounds> {
        let mut bounds = Bounds::NOTHING;
        self.each(elements, place, &mut |element, place| {
            bounds = bounds.and(of_element(element).placed(place));
        });

        let is_seen = bounds.left <= bounds.right;
        is_seen.then_some(bounds)
    }
}
