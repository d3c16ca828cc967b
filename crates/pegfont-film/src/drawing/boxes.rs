//! Where everything on a page is, for tests of layouts: nothing may lie over another thing, or
//! leave the page.

use super::bounds::{Bounds, bounds_of};
use super::{Drawing, Element, Fill, Place, Point, Role, Words};

/// A thing in its place on the page.
pub(crate) struct Thing {
    pub what: What,
    pub bounds: Bounds,
    /// The tagged element that it belongs to.
    pub tag: Option<Tag>,
    /// How much larger it is than it says.
    pub scale: f32,
}

/// What a thing is.
pub(crate) enum What {
    Words(Words),
    /// A box, in which other things may be.
    Frame,
    Line,
    /// A peg or a hole.
    Peg,
}

/// A tagged element of a page, by its number.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Tag {
    pub number: usize,
    pub role: Role,
}

impl Thing {
    /// The middle of a peg.
    pub fn middle(&self) -> Point {
        self.bounds.middle()
    }

    fn described(&self) -> String {
        let Bounds {
            left,
            top,
            right,
            bottom,
        } = self.bounds;
        let what = match &self.what {
            What::Words(words) => format!("{:?}", words.text),
            What::Frame => "a frame".to_owned(),
            What::Line => "a line".to_owned(),
            What::Peg => "a peg".to_owned(),
        };

        format!("{what} ({left:.1} to {right:.1}, {top:.1} to {bottom:.1})")
    }

    /// Whether two things in one place are a mistake.
    fn excludes(&self, other: &Self) -> bool {
        let is_inside = other.bounds.contains(self.bounds);
        let has_inside = self.bounds.contains(other.bounds);

        match (&self.what, &other.what) {
            (What::Frame, What::Frame) => !is_inside && !has_inside,
            (What::Frame, _) => !has_inside,
            (_, What::Frame) => !is_inside,
            (What::Words(_), _) | (_, What::Words(_)) => true,
            // The shapes of one drawing may lie over each other.
            _ => match (self.tag, other.tag) {
                (Some(own), Some(tag)) => own.number != tag.number,
                _ => false,
            },
        }
    }
}

/// All that is seen on a page.
pub(crate) fn things(page: &Drawing) -> Vec<Thing> {
    let mut seen = PageView {
        page,
        tags: 0,
        things: Vec::new(),
    };
    seen.look_at(&page.elements, Place::ORIGIN, None);

    seen.things
}

/// What was seen of a page so far.
struct PageView<'d> {
    page: &'d Drawing,
    /// How many tagged elements there were.
    tags: usize,
    things: Vec<Thing>,
}

impl PageView<'_> {
    fn look_at(&mut self, elements: &[Element], place: Place, tag: Option<Tag>) {
        if place.scale <= 0.0 {
            return;
        }

        for element in elements {
            let mut tag = tag;
            if let Element::Tagged { role, .. } = element {
                self.tags += 1;
                // What is tagged inside another thing belongs to that one.
                tag = tag.or(Some(Tag {
                    number: self.tags,
                    role: *role,
                }));
            }
            if let Some(inside) = self.page.inside(element) {
                self.look_at(inside.elements, place.then(inside.place), tag);
                continue;
            }

            match element {
                Element::Words(words) => self.add(What::Words(words.clone()), element, place, tag),
                Element::Path { .. } => self.add(What::Line, element, place, tag),
                Element::Disc { .. } | Element::Ring { .. } => {
                    self.add(What::Peg, element, place, tag);
                }
                Element::Box { fill, edge, .. } => {
                    let is_filled = fill.is_seen() && *fill != self.page.ground;
                    if is_filled || edge.is_some() {
                        self.add(What::Frame, element, place, tag);
                    }
                }
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
                        self.add(What::Peg, &dot, place, tag);
                    }
                }
                // These were taken apart.
                Element::Part { .. }
                | Element::Group { .. }
                | Element::Tagged { .. }
                | Element::Playing { .. } => {}
            }
        }
    }

    fn add(&mut self, what: What, element: &Element, place: Place, tag: Option<Tag>) {
        let elements = std::slice::from_ref(element);
        let Some(mut bounds) = bounds_of(self.page, elements, place) else {
            return;
        };
        if let What::Words(words) = &what
            && words.text == "…"
        {
            // Its points are as high as a point, not as letters.
            bounds.top = bounds.bottom - 0.37 * words.size * place.scale;
        }

        self.things.push(Thing {
            what,
            bounds,
            tag,
            scale: place.scale,
        });
    }
}

/// What is wrong with where things are on a page.
pub(crate) fn mistakes(page: &Drawing) -> Vec<String> {
    let mut things = things(page);
    things.sort_by(|thing, other| thing.bounds.left.total_cmp(&other.bounds.left));
    let paper = Bounds {
        left: 0.0,
        top: 0.0,
        right: page.size.0,
        bottom: page.size.1,
    };

    let mut mistakes = Vec::new();
    for (number, thing) in things.iter().enumerate() {
        if !paper.contains(thing.bounds) {
            mistakes.push(format!("{} leaves the page", thing.described()));
        }

        for other in &things[number + 1..] {
            // Those that follow begin even further to the right.
            if other.bounds.left > thing.bounds.right {
                break;
            }
            if thing.bounds.meets(other.bounds) && thing.excludes(other) {
                let (thing, other) = (thing.described(), other.described());
                mistakes.push(format!("{thing} and {other} overlap"));
            }
        }
    }
    mistakes
}
