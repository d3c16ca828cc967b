//! Where everything on a page is, for tests of layouts: nothing may lie over another thing, or leave
//! the page.

use super::bounds::Bounds;
use super::{Drawing, Element, Fill, Place, Point, Role, Words};

/// An element in its place on the page.
pub(crate) struct Thing {
    pub kind: Kind,
    pub bounds: Bounds,
    /// What it belongs to: which of the tagged elements, and what these are.
    pub tag: Option<(usize, Role)>,
    /// How much larger it is than it says.
    pub scale: f32,
}

pub(crate) enum Kind {
    Words(Words),
    /// A box, in which other things may be.
    Frame,
    Line,
    /// A peg or a hole.
    Peg,
}

impl Thing {
    /// The middle of a peg.
    pub fn middle(&self) -> Point {
        let Bounds {
            left,
            top,
            right,
            bottom,
        } = self.bounds;
        (f32::midpoint(left, right), f32::midpoint(top, bottom))
    }

    fn described(&self) -> String {
        let Bounds {
            left,
            top,
            right,
            bottom,
        } = self.bounds;
        let what = match &self.kind {
            Kind::Words(words) => format!("{:?}", words.text),
            Kind::Frame => "a frame".to_owned(),
            Kind::Line => "a line".to_owned(),
            Kind::Peg => "a peg".to_owned(),
        };
        format!("{what} ({left:.1} to {right:.1}, {top:.1} to {bottom:.1})")
    }

    /// Whether both may not be in one place, as drawings of one thing may.
    fn excludes(&self, other: &Self) -> bool {
        let is_words = |thing: &Self| matches!(thing.kind, Kind::Words(_));
        if is_words(self) || is_words(other) {
            return true;
        }
        match (self.tag, other.tag) {
            (Some((one, _)), Some((other, _))) => one != other,
            _ => false,
        }
    }
}

/// All that is seen on a page.
pub(crate) fn things(page: &Drawing) -> Vec<Thing> {
    let mut things = Vec::new();
    let mut tags = 0;
    add(
        page,
        &page.elements,
        Place::at((0.0, 0.0)),
        None,
        &mut tags,
        &mut things,
    );
    things
}

fn add(
    page: &Drawing,
    elements: &[Element],
    place: Place,
    tag: Option<(usize, Role)>,
    tags: &mut usize,
    things: &mut Vec<Thing>,
) {
    if place.scale <= 0.0 {
        return;
    }
    for element in elements {
        let kind = match element {
            Element::Group {
                place: own,
                elements,
            } => {
                add(page, elements, place.then(*own), tag, tags, things);
                continue;
            }
            Element::Tagged { role, elements, .. } => {
                *tags += 1;
                // What is tagged in another thing belongs to that.
                let own = tag.unwrap_or((*tags, *role));
                add(page, elements, place, Some(own), tags, things);
                continue;
            }
            Element::Part { number, at } => {
                let part = &page.parts[*number];
                add(page, part, place.then(Place::at(*at)), tag, tags, things);
                continue;
            }
            Element::Playing { element, rest, .. } => {
                let elements = std::slice::from_ref(&**element);
                add(page, elements, place.then(*rest), tag, tags, things);
                continue;
            }
            // What has the colour of the page is not seen.
            Element::Box {
                fill, edge: None, ..
            } if !fill.is_seen() || *fill == page.ground => continue,
            Element::Words(words) => Kind::Words(words.clone()),
            Element::Box { .. } => Kind::Frame,
            Element::Path { .. } => Kind::Line,
            Element::Disc { .. } | Element::Ring { .. } => Kind::Peg,
            Element::Dots {
                centres,
                radius,
                colour,
            } => {
                for &centre in centres {
                    let dot = Element::Disc {
                        centre,
                        radius: *radius,
                        fill: Fill::Plain(*colour),
                    };
                    add(page, &[dot], place, tag, tags, things);
                }
                continue;
            }
        };
        if let Some(mut bounds) = page.bounds(std::slice::from_ref(element), place) {
            if let Kind::Words(words) = &kind
                && words.text == "…"
            {
                // Its points are as high as a point, not as letters.
                bounds.top = bounds.bottom - 0.37 * words.size * place.scale;
            }
            things.push(Thing {
                kind,
                bounds,
                tag,
                scale: place.scale,
            });
        }
    }
}

/// What is wrong with where things are on a page.
pub(crate) fn mistakes(page: &Drawing) -> Vec<String> {
    let mut things = things(page);
    things.sort_by(|one, other| one.bounds.left.total_cmp(&other.bounds.left));
    let mut mistakes = Vec::new();
    for (number, one) in things.iter().enumerate() {
        if !is_in(one.bounds, (0.0, 0.0), page.size) {
            mistakes.push(format!("{} leaves the page", one.described()));
        }
        for other in &things[number + 1..] {
            if other.bounds.left > one.bounds.right {
                break;
            }
            if !touch(one.bounds, other.bounds) {
                continue;
            }
            let is_wrong = match (&one.kind, &other.kind) {
                (Kind::Frame, Kind::Frame) => {
                    !contains(one.bounds, other.bounds) && !contains(other.bounds, one.bounds)
                }
                (Kind::Frame, _) => !contains(one.bounds, other.bounds),
                (_, Kind::Frame) => !contains(other.bounds, one.bounds),
                _ => one.excludes(other),
            };
            if is_wrong {
                let (one, other) = (one.described(), other.described());
                mistakes.push(format!("{one} and {other} overlap"));
            }
        }
    }
    mistakes
}

/// The distance that doesn't matter.
const NOTHING: f32 = 0.05;

fn touch(one: Bounds, other: Bounds) -> bool {
    one.left + NOTHING < other.right
        && other.left + NOTHING < one.right
        && one.top + NOTHING < other.bottom
        && other.top + NOTHING < one.bottom
}

fn contains(outer: Bounds, inner: Bounds) -> bool {
    is_in(inner, (outer.left, outer.top), (outer.right, outer.bottom))
}

fn is_in(inner: Bounds, (left, top): Point, (right, bottom): Point) -> bool {
    inner.left >= left - NOTHING
        && inner.top >= top - NOTHING
        && inner.right <= right + NOTHING
        && inner.bottom <= bottom + NOTHING
}
