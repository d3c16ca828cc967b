//! PDF files, one page per drawing. They follow PDF/UA-1 (ISO 14289-1), so that screen readers can
//! read them.
//!
//! All words are set in the typeface of print. A file embeds it as a whole, which takes 55 KB; the
//! glyphs of a sheet alone would take 5. A gradient is printed in one colour, that of its middle.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, StructRole, SystemInfo, TabOrder, TextRenderingMode,
    UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use tiny_skia::{Path, PathSegment};

use super::bounds::{Bounds, bounds_of};
use super::raster::{BOLD, inside_edge, left, polyline, rounded};
use super::svg::escaped;
use super::typeface::{self, GlyphNumber};
use super::{BREAK, Colour, Drawing, Element, Fill, Line, Place, Point, Role, Words};

/// What a screen reader passes over, and what it reads.
const ARTIFACT: Name<'_> = Name(b"Artifact");
const MARKED: Name<'_> = Name(b"Span");

/// The name of the font in the content of pages, and that of its embedded program.
const LABELS: Name<'_> = Name(b"Labels");
const NAME: Name<'_> = Name(b"PEGLAB+DejaVuSans");

/// Characters are addressed by the numbers of their glyphs.
const IDENTITY: SystemInfo<'_> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

/// Returns a PDF file with one page per drawing and one point per unit. The title and the language
/// of the first are those of the file. Each line of words is a paragraph to a screen reader, unless
/// it belongs to something else, and shapes are decoration. What [`unseen`] names is left out.
pub fn file(pages: &[Drawing]) -> Vec<u8> {
    let mut book = Book::new();
    embed(&mut book.pdf, book.font, book.font_parts, &glyphs_of(pages));
    for page in pages {
        book.add(page);
    }
    book.finished(pages)
}

/// A file in the making: its objects, and their numbers.
struct Book {
    pdf: Pdf,
    next: Ref,
    catalog: Ref,
    info: Ref,
    metadata: Ref,
    /// The list of pages.
    tree: Ref,
    font: Ref,
    font_parts: [Ref; 4],
    /// What a screen reader reads: the root of the structure, and the document below it.
    structure: Ref,
    document: Ref,
    pages: Vec<Page>,
    /// What a screen reader reads on all pages, in order.
    passages: Vec<Ref>,
}

/// A page that was written.
struct Page {
    number: Ref,
    /// The list of its passages.
    passages: Ref,
    /// The compressed stream of its content.
    content: Vec<u8>,
}

impl Book {
    /// A file without pages. Objects are numbered in this order.
    fn new() -> Self {
        let mut next = Ref::new(1);
        Self {
            pdf: Pdf::new(),
            catalog: next.bump(),
            info: next.bump(),
            metadata: next.bump(),
            tree: next.bump(),
            font: next.bump(),
            structure: next.bump(),
            document: next.bump(),
            font_parts: [(); 4].map(|()| next.bump()),
            next,
            pages: Vec::new(),
            passages: Vec::new(),
        }
    }

    /// Adds a page.
    fn add(&mut self, drawing: &Drawing) {
        let number = self.next.bump();
        let content = self.next.bump();
        let passages = self.next.bump();

        let mut page = self.pdf.page(number);
        page.parent(self.tree)
            .media_box(Rect::new(0.0, 0.0, drawing.size.0, drawing.size.1));
        page.contents(content)
            .struct_parents(self.pages.len() as i32)
            .tab_order(TabOrder::StructureOrder);
        page.resources().fonts().pair(LABELS, self.font);
        page.finish();

        let mut printer = Printer {
            page: drawing,
            content: Content::new(),
            passages: Vec::new(),
        };
        printer.print();
        let bytes = compressed(&printer.content.finish());
        self.pdf.stream(content, &bytes).filter(Filter::FlateDecode);

        let first = self.passages.len();
        for (mark, passage) in (0..).zip(printer.passages) {
            self.say(&passage, mark, number, drawing.size.1);
        }
        let said = &self.passages[first..];
        self.pdf.indirect(passages).array().items(said);

        self.pages.push(Page {
            number,
            passages,
            content: bytes,
        });
    }

    /// Adds what a screen reader reads in a marked part of a page of this height.
    fn say(&mut self, passage: &SpokenPart<'_>, mark: i32, page: Ref, height: f32) {
        let number = self.next.bump();
        self.passages.push(number);

        let mut element = self.pdf.struct_element(number);
        element.parent(self.document).page(page);
        element.kind(match passage.role {
            Role::Heading => StructRole::H1,
            Role::Paragraph | Role::Aside => StructRole::P,
            Role::Figure => StructRole::Figure,
        });
        if passage.role == Role::Figure {
            element.alt(TextStr(passage.said));
            if let Some(bounds) = passage.bounds {
                let top = height - bounds.top;
                let bottom = height - bounds.bottom;
                let corners = Rect::new(bounds.left, bottom, bounds.right, top);
                element.attributes().push().layout().bbox(corners);
            }
        } else if !passage.said.is_empty() {
            element.actual_text(TextStr(passage.said));
        }
        element.children().marked_content_id(mark);
    }

    /// The file with these pages, which were added.
    fn finished(mut self, pages: &[Drawing]) -> Vec<u8> {
        self.pdf
            .pages(self.tree)
            .count(self.pages.len() as i32)
            .kids(self.pages.iter().map(|page| page.number));
        self.pdf
            .struct_element(self.document)
            .kind(StructRole::Document)
            .parent(self.structure)
            .children()
            .items(self.passages);

        let title = title(pages);
        self.pdf.document_info(self.info).title(TextStr(&title));
        self.pdf
            .metadata(self.metadata, described(&title).as_bytes());
        let identifier = identifier(&self.pages, &title);
        self.pdf.set_file_id((identifier.clone(), identifier));

        let mut catalog = self.pdf.catalog(self.catalog);
        catalog.pages(self.tree).metadata(self.metadata);
        catalog.mark_info().marked(true);
        catalog.viewer_preferences().display_doc_title(true);
        if let Some(language) = pages.first().and_then(|page| page.language.as_deref()) {
            catalog.lang(TextStr(language));
        }
        let mut root = catalog.struct_tree_root();
        root.child(self.document)
            .parent_tree_next_key(self.pages.len() as i32);
        let mut tree = root.parent_tree();
        let mut numbers = tree.nums();
        for (number, page) in (0..).zip(&self.pages) {
            numbers.insert(number, page.passages);
        }
        numbers.finish();
        tree.finish();
        root.finish();
        catalog.finish();
        self.pdf.finish()
    }
}

/// The title of the first page in a line. A file for screen readers needs one.
fn title(pages: &[Drawing]) -> String {
    let labels = pages.first().and_then(|page| page.labels.as_ref());
    let title = labels.map_or("", |labels| &labels[0]);

    let words: Vec<&str> = title.split_whitespace().collect();
    if words.is_empty() {
        "pegfont".to_owned()
    } else {
        words.join(" ")
    }
}

/// The metadata of a file (XMP): its title, and that it follows PDF/UA-1.
fn described(title: &str) -> String {
    let title = escaped(title);
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\">\
         <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{title}</rdf:li></rdf:Alt></dc:title>\
         <pdfuaid:part>1</pdfuaid:part>\
         </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>"
    )
}

/// What identifies a file: how long its pages are, and a checksum of them. The same pages make the
/// same file.
fn identifier(pages: &[Page], title: &str) -> Vec<u8> {
    let mut checksum = crc32fast::Hasher::new();
    let mut bytes: u64 = 0;
    for page in pages {
        checksum.update(&page.content);
        bytes += page.content.len() as u64;
    }

    let mut identifier = bytes.to_be_bytes().to_vec();
    identifier.extend(checksum.finalize().to_be_bytes());
    identifier.extend(crc32fast::hash(title.as_bytes()).to_be_bytes());
    identifier
}

/// The characters of the pages that the typeface lacks.
pub fn unseen(pages: &[Drawing]) -> BTreeSet<char> {
    let all = characters(pages).into_iter();
    all.filter(|&character| typeface::glyph(character).is_none())
        .collect()
}

/// The characters of all words.
fn characters(pages: &[Drawing]) -> BTreeSet<char> {
    let mut characters = BTreeSet::new();
    for page in pages {
        page.each(&page.elements, Place::ORIGIN, &mut |element, _| {
            if let Element::Words(words) = element {
                characters.extend(line_of(words).chars());
            }
        });
    }
    characters
}

/// The glyphs of all words, each with a character that it shows.
fn glyphs_of(pages: &[Drawing]) -> BTreeMap<GlyphNumber, char> {
    let mut glyphs = BTreeMap::new();
    for character in characters(pages) {
        if let Some(glyph) = typeface::glyph(character) {
            glyphs.insert(glyph, character);
        }
    }
    glyphs
}

/// A line of words as it is written: with a space at its end, without which a screen reader would
/// join its last word with the next line, unless this word goes on there.
fn line_of(words: &Words) -> Cow<'_, str> {
    if words.text.ends_with(BREAK) {
        Cow::Borrowed(&words.text)
    } else {
        Cow::Owned(format!("{} ", words.text))
    }
}

/// Writes the font: its glyphs are addressed by their numbers.
fn embed(pdf: &mut Pdf, font: Ref, parts: [Ref; 4], glyphs: &BTreeMap<GlyphNumber, char>) {
    let [descendant, descriptor, program, to_unicode] = parts;
    pdf.type0_font(font)
        .base_font(NAME)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(descendant)
        .to_unicode(to_unicode);

    let mut cid = pdf.cid_font(descendant);
    cid.subtype(CidFontType::Type2)
        .base_font(NAME)
        .system_info(IDENTITY);
    cid.font_descriptor(descriptor)
        .cid_to_gid_map_predefined(Name(b"Identity"));
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
    stream
        .filter(Filter::FlateDecode)
        .pair(Name(b"Length1"), typeface::FILE.len() as i32);
    stream.finish();

    let mut map = UnicodeCmap::new(Name(b"Labels-UCS2"), IDENTITY);
    for (&glyph, &character) in glyphs {
        map.pair(glyph, character);
    }
    pdf.cmap(to_unicode, &map.finish());
}

/// The bytes of a stream, compressed.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}

/// A marked part of a page that a screen reader reads.
struct SpokenPart<'d> {
    role: Role,
    said: &'d str,
    bounds: Option<Bounds>,
}

/// Writes the content of a page.
struct Printer<'d> {
    page: &'d Drawing,
    content: Content,
    /// What a screen reader reads, in the order of the content.
    passages: Vec<SpokenPart<'d>>,
}

impl<'d> Printer<'d> {
    fn print(&mut self) {
        let page = self.page;
        if page.ground.is_seen() && page.ground != Colour::WHITE {
            self.content.begin_marked_content(ARTIFACT);
            self.path(rounded(Point::default(), page.size, 0.0, 0.0));
            self.fill(page.ground);
            self.content.end_marked_content();
        }
        for element in &page.elements {
            self.marked(element, Place::ORIGIN);
        }
    }

    /// Writes an element with what it is to a screen reader.
    fn marked(&mut self, element: &'d Element, place: Place) {
        match element {
            Element::Group {
                place: inside,
                elements,
            } => {
                for element in elements {
                    self.marked(element, place.then(*inside));
                }
            }
            Element::Tagged { role, said, .. } if *role != Role::Aside => {
                self.begin(*role, said, element, place);
                self.unmarked(element, place);
            }
            Element::Words(_) => {
                self.begin(Role::Paragraph, "", element, place);
                self.unmarked(element, place);
            }
            _ => {
                self.content.begin_marked_content(ARTIFACT);
                self.unmarked(element, place);
            }
        }
    }

    /// Begins a part of the content that a screen reader reads.
    fn begin(&mut self, role: Role, said: &'d str, element: &Element, place: Place) {
        let mark = self.passages.len() as i32;
        let mut content = self.content.begin_marked_content_with_properties(MARKED);
        content.properties().identify(mark);
        let bounds = bounds_of(self.page, std::slice::from_ref(element), place);
        self.passages.push(SpokenPart { role, said, bounds });
    }

    /// Writes an element, and ends the marked part that it is.
    fn unmarked(&mut self, element: &Element, place: Place) {
        let page = self.page;
        page.each(
            std::slice::from_ref(element),
            place,
            &mut |element, place| self.placed(element, place),
        );
        self.content.end_marked_content();
    }

    /// Writes a shape or words at a place.
    fn placed(&mut self, element: &Element, place: Place) {
        if place == Place::ORIGIN && !matches!(element, Element::Dots { .. }) {
            self.element(element);
            return;
        }

        let Place { at: (x, y), scale } = place;
        // From the lower left corner.
        let up = (1.0 - scale) * self.page.size.1 - y;
        self.content.save_state();
        self.content.transform([scale, 0.0, 0.0, scale, x, up]);
        self.element(element);
        self.content.restore_state();
    }

    fn element(&mut self, element: &Element) {
        match element {
            Element::Disc {
                centre,
                radius,
                fill,
            } => {
                self.circle(*centre, *radius);
                self.fill(plain(fill));
            }
            Element::Dots {
                centres,
                radius,
                colour,
            } => {
                // Round caps alone take a fifth of the bytes of circles.
                self.content.set_line_cap(LineCapStyle::RoundCap);
                for &centre in centres {
                    let (x, y) = self.on_paper(centre);
                    self.content.move_to(x, y).line_to(x, y);
                }
                self.stroke(Line {
                    width: 2.0 * radius,
                    colour: *colour,
                });
            }
            Element::Ring {
                centre,
                radius,
                line,
            } => {
                self.circle(*centre, *radius);
                self.stroke(*line);
            }
            Element::Box {
                corner,
                size,
                radius,
                fill,
                edge,
            } => {
                self.path(rounded(*corner, *size, 0.0, *radius));
                self.fill(*fill);
                if let Some(edge) = edge {
                    self.path(inside_edge(*corner, *size, *radius, *edge));
                    self.stroke(*edge);
                }
            }
            Element::Path { points, line } => {
                self.path(polyline(points));
                self.stroke(*line);
            }
            Element::Words(words) => self.words(words),
            // These were taken apart.
            Element::Part { .. }
            | Element::Group { .. }
            | Element::Tagged { .. }
            | Element::Playing { .. } => {}
        }
    }

    fn words(&mut self, words: &Words) {
        let line = line_of(words);
        let mut codes = Vec::new();
        for glyph in line.chars().filter_map(typeface::glyph) {
            codes.extend(glyph.to_be_bytes());
        }

        self.content.begin_text();
        self.ink(words.colour);
        if words.bold {
            self.outline(Line {
                width: words.size * BOLD,
                colour: words.colour,
            });
            self.content
                .set_text_rendering_mode(TextRenderingMode::FillStroke);
        } else {
            self.content
                .set_text_rendering_mode(TextRenderingMode::Fill);
        }

        let (x, y) = self.on_paper((left(words), words.at.1));
        self.content.set_font(LABELS, words.size);
        self.content.next_line(x, y);
        self.content.show(Str(&codes)).end_text();
    }

    /// A position, counted from the bottom.
    fn on_paper(&self, (x, y): Point) -> Point {
        (x, self.page.size.1 - y)
    }

    fn circle(&mut self, (x, y): Point, radius: f32) {
        self.path(rounded(
            (x - radius, y - radius),
            (2.0 * radius, 2.0 * radius),
            0.0,
            radius,
        ));
    }

    fn path(&mut self, path: Option<Path>) {
        for segment in path.iter().flat_map(|path| path.segments()) {
            let at = |point: tiny_skia::Point| self.on_paper((point.x, point.y));
            match segment {
                PathSegment::MoveTo(to) => {
                    let (x, y) = at(to);
                    self.content.move_to(x, y);
                }
                PathSegment::LineTo(to) | PathSegment::QuadTo(_, to) => {
                    let (x, y) = at(to);
                    self.content.line_to(x, y);
                }
                PathSegment::CubicTo(first, second, to) => {
                    let [(x1, y1), (x2, y2), (x, y)] = [first, second, to].map(at);
                    self.content.cubic_to(x1, y1, x2, y2, x, y);
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
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
        let [r, g, b] = shares(colour, self.page.ground);
        if r == g && g == b {
            self.content.set_fill_gray(r);
        } else {
            self.content.set_fill_rgb(r, g, b);
        }
    }

    fn stroke(&mut self, line: Line) {
        self.outline(line);
        self.content.stroke();
    }

    /// Sets the width and the colour of lines.
    fn outline(&mut self, line: Line) {
        let [r, g, b] = shares(line.colour, self.page.ground);
        self.content.set_line_width(line.width);
        if r == g && g == b {
            self.content.set_stroke_gray(r);
        } else {
            self.content.set_stroke_rgb(r, g, b);
        }
    }
}

/// The one colour of a fill: that of the middle of a gradient, if it is opaque.
fn plain(fill: &Fill) -> Colour {
    match fill {
        Fill::Plain(colour) => *colour,
        Fill::Radial { stops, .. } => match stops.get(stops.len() / 2) {
            Some(&(_, middle)) if middle.rgba[3] == 255 => middle,
            _ => Colour::TRANSPARENT,
        },
    }
}

/// Red, green and blue on the ground, from 0 to 1 in hundredths.
fn shares(colour: Colour, ground: Colour) -> [f32; 3] {
    let [r, g, b, _] = colour.over(ground.over(Colour::WHITE)).rgba;
    [r, g, b].map(|part| (f32::from(part) / 2.55).round() / 100.0)
}
