//! Drawings: shapes and words with their places, and for animations their changes over time.
//! [`svg`], `raster` and [`pdf`] turn a drawing into a file. Knows nothing about boards, themes or
//! timelines.

#[cfg(feature = "pictures")]
pub(crate) mod bounds;
#[cfg(all(test, feature = "pictures"))]
pub(crate) mod boxes;
mod colour;
#[cfg(feature = "pictures")]
pub(crate) mod palette;
#[cfg(feature = "pictures")]
pub mod pdf;
pub(crate) mod pixels;
#[cfg(feature = "pictures")]
pub mod raster;
pub mod svg;
pub(crate) mod typeface;

pub use colour::Colour;
pub use pixels::{MAX_PIXELS, MAX_SIDE};

/// A position or a distance: across and down, in units of the drawing.
pub type Point = (f32, f32);

/// A picture or a page.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    pub size: Point,
    /// The size at which an SVG is displayed.
    pub shown: Shown,
    /// For screen readers, a title, which may have several lines, and what is seen.
    pub labels: Option<[String; 2]>,
    /// The language of its words, such as `en`.
    pub language: Option<String>,
    /// The background.
    pub ground: Colour,
    /// Groups of elements that are used several times: see [`Element::Part`].
    pub parts: Vec<Vec<Element>>,
    /// The elements, from back to front.
    pub elements: Vec<Element>,
    /// The duration of the animation in milliseconds, if it is one, and how often it plays; 0 is
    /// again and again.
    pub lasts: Option<(u64, u16)>,
    /// What changes while the reader's device is in dark mode, in an SVG.
    pub dark: Option<Dark>,
}

/// What replaces the parts of a drawing in dark mode.
#[derive(Clone, PartialEq, Debug)]
pub struct Dark {
    /// The background.
    pub ground: Colour,
    /// The colour of all words.
    pub words: Colour,
    /// The parts, one for each of those that they replace.
    pub parts: Vec<Vec<Element>>,
}

impl Drawing {
    /// An empty white drawing, displayed at one pixel per unit.
    pub fn new(size: Point) -> Self {
        Self {
            size,
            shown: Shown::Pixels(1.0),
            labels: None,
            language: None,
            ground: Colour::WHITE,
            parts: Vec::new(),
            elements: Vec::new(),
            lasts: None,
            dark: None,
        }
    }

    /// Draws an element in front of those that are there.
    pub(crate) fn put(&mut self, element: impl Into<Element>) {
        self.elements.push(element.into());
    }

    /// Draws a line through points.
    pub(crate) fn path(&mut self, points: impl Into<Vec<Point>>, line: Line) {
        self.put(Element::Path {
            points: points.into(),
            line,
        });
    }

    /// Draws a box that nothing fills.
    pub(crate) fn frame(&mut self, corner: Point, size: Point, radius: f32, line: Line) {
        self.put(Element::Box {
            corner,
            size,
            radius,
            fill: Colour::TRANSPARENT,
            edge: Some(line),
        });
    }

    /// What is drawn is one thing to a screen reader, which says these words.
    pub(crate) fn tagged(
        &mut self,
        role: Role,
        said: impl Into<String>,
        draw: impl FnOnce(&mut Self),
    ) {
        let first = self.elements.len();
        draw(self);

        let elements = self.elements.split_off(first);
        self.put(Element::Tagged {
            role,
            said: said.into(),
            elements,
        });
    }

    /// Another drawing as a group of this one, which gets its parts.
    pub(crate) fn embed(&mut self, mut other: Self, place: Place) -> Element {
        let own_parts = self.parts.len();
        for element in other.parts.iter_mut().flatten() {
            element.renumber(own_parts);
        }
        for element in &mut other.elements {
            element.renumber(own_parts);
        }

        self.parts.append(&mut other.parts);
        Element::Group {
            place,
            elements: other.elements,
        }
    }

    /// Shows each shape and each line of words with its place: parts and groups taken apart, and
    /// what plays at rest.
    #[cfg(feature = "pictures")]
    fn each(&self, elements: &[Element], place: Place, see: &mut dyn FnMut(&Element, Place)) {
        for element in elements {
            let Some(inner) = self.inside(element) else {
                see(element, place);
                continue;
            };

            let place = place.then(inner.place);
            if place.scale > 0.0 {
                self.each(inner.elements, place, see);
            }
        }
    }

    /// The elements that an element consists of, if it isn't a shape or a line of words.
    #[cfg(feature = "pictures")]
    fn inside<'d>(&'d self, element: &'d Element) -> Option<Inside<'d>> {
        let (place, elements) = match element {
            Element::Part { number, at } => (Place::at(*at), &self.parts[*number][..]),
            Element::Group { place, elements } => (*place, &elements[..]),
            Element::Tagged { elements, .. } => (Place::ORIGIN, &elements[..]),
            Element::Playing { element, rest, .. } => (*rest, std::slice::from_ref(&**element)),
            _ => return None,
        };

        Some(Inside { place, elements })
    }
}

/// What an element consists of, and where that is within its surroundings.
#[cfg(feature = "pictures")]
struct Inside<'d> {
    place: Place,
    elements: &'d [Element],
}

/// The default display size of a drawing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shown {
    /// Pixels per unit; the size is rounded to whole pixels.
    Pixels(f64),
    /// One point (1/72 inch) per unit.
    Points,
}

/// An element of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub enum Element {
    /// A filled circle.
    Disc {
        centre: Point,
        radius: f32,
        fill: Fill,
    },
    /// Discs of the same size and colour.
    Dots {
        centres: Vec<Point>,
        radius: f32,
        colour: Colour,
    },
    /// The outline of a circle.
    Ring {
        centre: Point,
        radius: f32,
        line: Line,
    },
    /// A rectangle with rounded corners and an outline inside its edge.
    Box {
        corner: Point,
        size: Point,
        radius: f32,
        fill: Colour,
        edge: Option<Line>,
    },
    /// A line through points.
    Path { points: Vec<Point>, line: Line },
    /// A line of words.
    Words(Words),
    /// One of the drawing's parts.
    Part { number: usize, at: Point },
    /// Marks that are moved and scaled together.
    Group {
        place: Place,
        elements: Vec<Element>,
    },
    /// Marks that are one thing to a screen reader, which says these words, if there are any.
    Tagged {
        role: Role,
        said: String,
        elements: Vec<Element>,
    },
    /// An element at the origin that moves from place to place in order of time. It is at `rest` if
    /// the animation does not play: in print, or for a reader who prefers reduced motion.
    Playing {
        element: Box<Element>,
        rest: Place,
        changes: Vec<Change>,
    },
}

/// What elements are to a screen reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Heading,
    Paragraph,
    Figure,
    /// Nothing, such as the number of a page.
    Aside,
}

impl Element {
    /// Counts the parts that come before its own.
    fn renumber(&mut self, parts: usize) {
        match self {
            Self::Part { number, .. } => *number += parts,
            Self::Group { elements, .. } | Self::Tagged { elements, .. } => {
                for element in elements {
                    element.renumber(parts);
                }
            }
            Self::Playing { element, .. } => element.renumber(parts),
            _ => {}
        }
    }
}

/// The fill of a disc.
#[derive(Clone, PartialEq, Debug)]
pub enum Fill {
    /// One colour.
    Plain(Colour),
    /// A gradient from a focus, relative to the centre in radii, to the edge. A stop is a share of
    /// the way and a colour.
    Radial {
        focus: Point,
        stops: Vec<(f32, Colour)>,
    },
}

/// The style of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    pub width: f32,
    pub colour: Colour,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Words {
    pub text: String,
    /// The position on their base line that `anchor` names.
    pub at: Point,
    /// Which part of the words is at `at`.
    pub anchor: Anchor,
    pub size: f32,
    pub bold: bool,
    pub colour: Colour,
}

impl Words {
    /// Words that begin at a position.
    pub fn new(text: impl Into<String>, at: Point, size: f32, colour: Colour) -> Self {
        Self {
            text: text.into(),
            at,
            anchor: Anchor::Start,
            size,
            bold: false,
            colour,
        }
    }

    /// Another part of the words at their position.
    pub(crate) fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    pub(crate) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

impl From<Words> for Element {
    fn from(words: Words) -> Self {
        Self::Words(words)
    }
}

/// The part of a line of words that is at its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// The position and scale of an element.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// Where the origin of the element is.
    pub at: Point,
    /// The scale of the element; 0 hides it.
    pub scale: f32,
}

impl Place {
    /// Where a drawing is within itself.
    pub(crate) const ORIGIN: Self = Self::at((0.0, 0.0));

    /// A place at full size.
    pub const fn at(at: Point) -> Self {
        Self { at, scale: 1.0 }
    }

    /// Where a place within this one is.
    #[cfg(feature = "pictures")]
    fn then(self, Self { at: (x, y), scale }: Self) -> Self {
        let at = (self.at.0 + x * self.scale, self.at.1 + y * self.scale);
        Self {
            at,
            scale: self.scale * scale,
        }
    }
}

/// A move from one place to another between two times, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// The beginning of the move.
    pub begin: f64,
    /// The end of the move; equal to `begin` if it is instantaneous.
    pub end: f64,
    /// The place before the move.
    pub before: Place,
    /// The place after the move.
    pub after: Place,
    /// The scale of the element half-way, as a multiple of the one on a straight way; 1 for no
    /// difference.
    pub rise: f32,
    /// How far above a straight way it is half-way.
    pub lift: f32,
}

/// The end of a line of words whose last word goes on in the next line. It is shown as a hyphen.
pub(crate) const BREAK: char = '\u{ad}';

/// Breaks a text into lines that fit, at spaces if possible.
pub fn wrapped(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if fits(&longer) {
                *line = longer;
                continue;
            }
        }

        // A word that is longer than a line goes on in the next one.
        let mut line = String::new();
        for letter in word.chars() {
            if !line.is_empty() && !fits(&format!("{line}{letter}")) {
                lines.push(std::mem::take(&mut line));
            }
            line.push(letter);
        }
        lines.push(line);
    }
    lines
}
