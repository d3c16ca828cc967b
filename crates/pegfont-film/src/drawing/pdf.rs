//! PDF files, one page per drawing, with the fonts that every PDF viewer has. Simplified: a gradient has the colour of its
//! middle stop, corners are square, and words begin at their position, without rotation or exponent.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};

use super::{Colour, Drawing, Face, Fill, Line, Mark, Place, Point};

/// The distance of the control points of a quarter circle from its ends, relative to the radius.
const QUARTER: f32 = 0.552_285;

const FACES: [(Name<'static>, Name<'static>); 3] = [
    (Name(b"Plain"), Name(b"Helvetica")),
    (Name(b"Bold"), Name(b"Helvetica-Bold")),
    (Name(b"Typewriter"), Name(b"Courier")),
];

/// Returns a PDF file with one page per drawing and one point per unit.
#[must_use]
pub fn file(pages: &[Drawing]) -> Vec<u8> {
    let mut next = 0;
    let mut reference = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree) = (reference(), reference());
    let faces = FACES.map(|(name, base)| (name, base, reference()));
    let references: Vec<(Ref, Ref)> = pages.iter().map(|_| (reference(), reference())).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids(references.iter().map(|&(page, _)| page)).count(pages.len() as i32);
    for (_, base, reference) in faces {
        pdf.type1_font(reference).base_font(base).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    for (page, &(reference, content)) in pages.iter().zip(&references) {
        let mut entry = pdf.page(reference);
        entry.parent(tree).media_box(Rect::new(0.0, 0.0, page.size.0, page.size.1));
        entry.contents(content);
        let mut resources = entry.resources();
        let mut fonts = resources.fonts();
        for (name, _, reference) in faces {
            fonts.pair(name, reference);
        }
        fonts.finish();
        resources.finish();
        entry.finish();
        let mut printer = Printer { page, content: Content::new() };
        printer.marks(&page.marks, Place::at((0.0, 0.0)));
        pdf.stream(content, &printer.content.finish());
    }
    pdf.finish()
}

/// Writes the content of a page.
struct Printer<'d> {
    page: &'d Drawing,
    content: Content,
}

impl Printer<'_> {
    fn marks(&mut self, marks: &[Mark], place: Place) {
        for mark in marks {
            self.mark(mark, place);
        }
    }

    /// Writes a mark that is relative to a place.
    fn mark(&mut self, mark: &Mark, place: Place) {
        match mark {
            Mark::Disc { centre, radius, fill } => {
                self.circle(*centre, *radius, place);
                self.fill(match fill {
                    Fill::Plain(colour) => *colour,
                    Fill::Radial { stops, .. } => {
                        stops.get(stops.len() / 2).map_or(Colour::TRANSPARENT, |stop| stop.1)
                    }
                });
            }
            Mark::Dots { centres, radius, colour } => {
                for centre in centres {
                    self.circle(*centre, *radius, place);
                }
                self.fill(*colour);
            }
            Mark::Ring { centre, radius, line } => {
                self.circle(*centre, *radius, place);
                self.stroke(*line, place);
            }
            Mark::Box { corner, size, fill, edge, .. } => {
                self.rectangle(*corner, *size, 0.0, place);
                self.fill(*fill);
                if let Some(edge) = edge {
                    self.rectangle(*corner, *size, edge.width / 2.0, place);
                    self.stroke(*edge, place);
                }
            }
            Mark::Path { points, line } => {
                for (number, point) in points.iter().enumerate() {
                    let (x, y) = self.on_paper(*point, place);
                    match number {
                        0 => self.content.move_to(x, y),
                        _ => self.content.line_to(x, y),
                    };
                }
                self.stroke(*line, place);
            }
            Mark::Words(words) => {
                let face = match words.face {
                    Face::Sans | Face::Helvetica => FACES[0],
                    Face::HelveticaBold => FACES[1],
                    Face::Monospace | Face::Courier => FACES[2],
                };
                let (x, y) = self.on_paper(words.at, place);
                self.content.begin_text();
                self.ink(words.colour);
                self.content.set_font(face.0, words.size * place.scale);
                self.content.next_line(x, y);
                self.content.show(Str(&win_ansi(&words.text))).end_text();
            }
            Mark::Part { number, place: own } => {
                if let Some(marks) = self.page.parts.get(*number) {
                    self.marks(marks, within(*own, place));
                }
            }
            Mark::Group { at, marks } => self.marks(marks, within(Place::at(*at), place)),
            Mark::Playing { mark, rest, .. } => self.mark(mark, within(*rest, place)),
        }
    }

    /// The position on the page, counted from the bottom, of a point relative to a place.
    fn on_paper(&self, at: Point, place: Place) -> Point {
        let Place { at: (x, y), .. } = within(Place::at(at), place);
        (x, self.page.size.1 - y)
    }

    fn circle(&mut self, centre: Point, radius: f32, place: Place) {
        let (x, y) = self.on_paper(centre, place);
        let r = radius * place.scale;
        let k = r * QUARTER;
        let content = &mut self.content;
        content.move_to(x + r, y);
        content.cubic_to(x + r, y + k, x + k, y + r, x, y + r);
        content.cubic_to(x - k, y + r, x - r, y + k, x - r, y);
        content.cubic_to(x - r, y - k, x - k, y - r, x, y - r);
        content.cubic_to(x + k, y - r, x + r, y - k, x + r, y);
        content.close_path();
    }

    fn rectangle(&mut self, (x, y): Point, size: Point, inset: f32, place: Place) {
        let (left, bottom) = self.on_paper((x + inset, y + size.1 - inset), place);
        let side = |length: f32| (length - 2.0 * inset) * place.scale;
        self.content.rect(left, bottom, side(size.0), side(size.1));
    }

    fn fill(&mut self, colour: Colour) {
        if colour.is_seen() {
            self.ink(colour);
            self.content.fill_nonzero();
        } else {
            self.content.end_path();
        }
    }

    /// Sets the colour for fills and words.
    fn ink(&mut self, colour: Colour) {
        let [r, g, b] = shares(colour);
        match r == g && g == b {
            true => self.content.set_fill_gray(r),
            false => self.content.set_fill_rgb(r, g, b),
        };
    }

    fn stroke(&mut self, line: Line, place: Place) {
        let [r, g, b] = shares(line.colour);
        self.content.set_line_width(line.width * place.scale);
        match r == g && g == b {
            true => self.content.set_stroke_gray(r),
            false => self.content.set_stroke_rgb(r, g, b),
        };
        self.content.stroke();
    }
}

/// Combines a place with that of its container.
fn within(inner: Place, outer: Place) -> Place {
    let at = |inner: f32, outer: f32, scale: f32| outer + inner * scale;
    Place {
        at: (at(inner.at.0, outer.at.0, outer.scale), at(inner.at.1, outer.at.1, outer.scale)),
        scale: inner.scale * outer.scale,
    }
}

/// Red, green and blue on white paper, from 0 to 1 in hundredths.
fn shares(colour: Colour) -> [f32; 3] {
    let [r, g, b, _] = colour.over(Colour::WHITE).rgba;
    [r, g, b].map(|part| (f32::from(part) / 2.55).round() / 100.0)
}

/// Whether the fonts have a character: one of Latin-1, and no control character. Others become `U+XXXX`.
#[must_use]
pub fn shows(character: char) -> bool {
    matches!(u32::from(character), 0x20..=0x7E | 0xA0..=0xFF)
}

/// Encodes a text for the fonts.
fn win_ansi(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for character in text.chars() {
        match u8::try_from(u32::from(character)) {
            Ok(byte) if shows(character) => bytes.push(byte),
            _ => bytes.extend(format!("U+{:04X}", u32::from(character)).bytes()),
        }
    }
    bytes
}
