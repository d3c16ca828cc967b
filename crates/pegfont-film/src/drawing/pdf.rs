//! PDF files, one page per drawing. All words are set in the typeface of print, which the file has as a whole: 55 KB, of which the glyphs of
//! a sheet would take 5. Simplified: a gradient has the colour of its middle stop, corners are square, words have no rotation or exponent, and
//! pages have no parts.

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, TextRenderingMode, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str};

use super::typeface::{self, Glyph};
use super::{Anchor, Colour, Drawing, Face, Fill, Line, Mark, Point, Words};

/// The distance of the control points of a quarter circle from its ends, relative to the radius.
const QUARTER: f32 = 0.552_285;

/// How much thicker the strokes of bold words are, relative to the size.
const BOLD: f32 = 0.035;

const LABELS: Name<'_> = Name(b"Labels");
const NAME: Name<'_> = Name(b"PEGLAB+DejaVuSans");
const IDENTITY: SystemInfo<'_> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Returns a PDF file with one page per drawing and one point per unit. What [`unseen`] names is left out.
pub fn file(pages: &[Drawing]) -> Vec<u8> {
    let mut next = 0;
    let mut reference = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, font) = (reference(), reference(), reference());
    let parts = [reference(), reference(), reference(), reference()];
    let references: Vec<(Ref, Ref)> = pages.iter().map(|_| (reference(), reference())).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids(references.iter().map(|&(page, _)| page)).count(pages.len() as i32);
    let glyphs = characters(pages).into_iter();
    embed(
        &mut pdf,
        font,
        parts,
        &glyphs.filter_map(|it| Some((typeface::glyph(it)?, it))).collect(),
    );
    for (page, &(reference, content)) in pages.iter().zip(&references) {
        let mut entry = pdf.page(reference);
        entry.parent(tree).media_box(Rect::new(0.0, 0.0, page.size.0, page.size.1));
        entry.contents(content);
        let mut resources = entry.resources();
        resources.fonts().pair(LABELS, font);
        resources.finish();
        entry.finish();
        let mut printer = Printer { height: page.size.1, content: Content::new() };
        page.marks.iter().for_each(|mark| printer.mark(mark));
        let content_bytes = compressed(&printer.content.finish());
        pdf.stream(content, &content_bytes).filter(Filter::FlateDecode);
    }
    pdf.finish()
}

/// The characters of the pages that the typeface lacks.
pub fn unseen(pages: &[Drawing]) -> BTreeSet<char> {
    let all = characters(pages).into_iter();
    all.filter(|&character| typeface::glyph(character).is_none()).collect()
}

/// The characters of all words.
fn characters(pages: &[Drawing]) -> BTreeSet<char> {
    let marks = pages.iter().flat_map(|page| &page.marks);
    let words =
        marks.filter_map(|mark| if let Mark::Words(words) = mark { Some(words) } else { None });
    words.flat_map(|words| words.text.chars()).collect()
}

/// Writes the font: its glyphs are addressed by their numbers.
fn embed(pdf: &mut Pdf, font: Ref, parts: [Ref; 4], glyphs: &BTreeMap<Glyph, char>) {
    let [descendant, descriptor, program, to_unicode] = parts;
    pdf.type0_font(font)
        .base_font(NAME)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(descendant)
        .to_unicode(to_unicode);
    let mut cid = pdf.cid_font(descendant);
    cid.subtype(CidFontType::Type2).base_font(NAME).system_info(IDENTITY);
    cid.font_descriptor(descriptor).cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = cid.widths();
    for &glyph in glyphs.keys() {
        widths.same(glyph, glyph, typeface::advance(glyph));
    }
    widths.finish();
    cid.finish();
    pdf.font_descriptor(descriptor)
        .name(NAME)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(-1021.0, -463.0, 1793.0, 1232.0))
        .italic_angle(0.0)
        .ascent(928.0)
        .descent(-236.0)
        .cap_height(729.0)
        .stem_v(90.0)
        .font_file2(program);
    let packed = compressed(typeface::FILE);
    let mut stream = pdf.stream(program, &packed);
    stream.filter(Filter::FlateDecode).pair(Name(b"Length1"), typeface::FILE.len() as i32);
    stream.finish();
    let mut map = UnicodeCmap::new(Name(b"Labels-UCS2"), IDENTITY);
    glyphs.iter().for_each(|(&glyph, &character)| map.pair(glyph, character));
    pdf.cmap(to_unicode, &map.finish());
}

/// The bytes of a stream, compressed.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}

/// Writes the content of a page.
struct Printer {
    height: f32,
    content: Content,
}

impl Printer {
    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Disc { centre, radius, fill } => {
                self.circle(*centre, *radius);
                self.fill(match fill {
                    Fill::Plain(colour) => *colour,
                    Fill::Radial { stops, .. } => {
                        stops.get(stops.len() / 2).map_or(Colour::TRANSPARENT, |stop| stop.1)
                    }
                });
            }
            Mark::Dots { centres, radius, colour } => {
                for centre in centres {
                    self.circle(*centre, *radius);
                }
                self.fill(*colour);
            }
            Mark::Ring { centre, radius, line } => {
                self.circle(*centre, *radius);
                self.stroke(*line);
            }
            Mark::Box { corner, size, fill, edge, .. } => {
                self.rectangle(*corner, *size, 0.0);
                self.fill(*fill);
                if let Some(edge) = edge {
                    self.rectangle(*corner, *size, edge.width / 2.0);
                    self.stroke(*edge);
                }
            }
            Mark::Path { points, line } => {
                for (number, point) in points.iter().enumerate() {
                    let (x, y) = self.on_paper(*point);
                    match number {
                        0 => self.content.move_to(x, y),
                        _ => self.content.line_to(x, y),
                    };
                }
                self.stroke(*line);
            }
            Mark::Words(words) => self.words(words),
            // Pages have no parts.
            Mark::Part { .. } | Mark::Group { .. } | Mark::Playing { .. } => {}
        }
    }

    fn words(&mut self, words: &Words) {
        let size = words.size;
        let (x, y) = self.on_paper(words.at);
        let x = match words.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - typeface::width(&words.text, size) / 2.0,
            Anchor::End => x - typeface::width(&words.text, size),
        };
        let glyphs = words.text.chars().filter_map(typeface::glyph);
        let codes: Vec<u8> = glyphs.flat_map(Glyph::to_be_bytes).collect();
        self.content.begin_text();
        self.ink(words.colour);
        if words.face == Face::PrintBold {
            self.outline(Line { width: size * BOLD, colour: words.colour });
            self.content.set_text_rendering_mode(TextRenderingMode::FillStroke);
        } else {
            self.content.set_text_rendering_mode(TextRenderingMode::Fill);
        }
        self.content.set_font(LABELS, size);
        self.content.next_line(x, y);
        self.content.show(Str(&codes)).end_text();
    }

    /// A position, counted from the bottom.
    fn on_paper(&self, (x, y): Point) -> Point {
        (x, self.height - y)
    }

    fn circle(&mut self, centre: Point, radius: f32) {
        let (x, y) = self.on_paper(centre);
        let (r, k) = (radius, radius * QUARTER);
        let content = &mut self.content;
        content.move_to(x + r, y);
        content.cubic_to(x + r, y + k, x + k, y + r, x, y + r);
        content.cubic_to(x - k, y + r, x - r, y + k, x - r, y);
        content.cubic_to(x - r, y - k, x - k, y - r, x, y - r);
        content.cubic_to(x + k, y - r, x + r, y - k, x + r, y);
        content.close_path();
    }

    fn rectangle(&mut self, (x, y): Point, size: Point, inset: f32) {
        let (left, bottom) = self.on_paper((x + inset, y + size.1 - inset));
        self.content.rect(left, bottom, size.0 - 2.0 * inset, size.1 - 2.0 * inset);
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

    fn stroke(&mut self, line: Line) {
        self.outline(line);
        self.content.stroke();
    }

    /// Sets the width and the colour of lines.
    fn outline(&mut self, line: Line) {
        let [r, g, b] = shares(line.colour);
        self.content.set_line_width(line.width);
        match r == g && g == b {
            true => self.content.set_stroke_gray(r),
            false => self.content.set_stroke_rgb(r, g, b),
        };
    }
}

/// Red, green and blue on white paper, from 0 to 1 in hundredths.
fn shares(colour: Colour) -> [f32; 3] {
    let [r, g, b, _] = colour.over(Colour::WHITE).rgba;
    [r, g, b].map(|part| (f32::from(part) / 2.55).round() / 100.0)
}
