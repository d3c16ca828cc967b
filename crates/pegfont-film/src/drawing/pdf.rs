//! PDF files, one page per drawing. All words are set in the typeface of print, which the file has
//! as a whole: 55 KB, of which the glyphs of a sheet would take 5. Simplified: a gradient has the
//! colour of its middle stop and is left out where that is translucent, and words have no rotation
//! or exponent. Files follow PDF/UA-1 (ISO 14289-1), so that screen readers can read them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, StructRole, SystemInfo, TabOrder, TextRenderingMode,
    UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use tiny_skia::{Path, PathSegment};

use super::bounds::Bounds;
use super::raster::{BOLD, left, polyline, rounded};
use super::svg::escaped;
use super::typeface::{self, Glyph};
use super::{BREAK, Colour, Drawing, Element, Fill, Line, Place, Point, Role, Words};

const ARTIFACT: Name<'_> = Name(b"Artifact");
const MARKED: Name<'_> = Name(b"Span");
const LABELS: Name<'_> = Name(b"Labels");
const NAME: Name<'_> = Name(b"PEGLAB+DejaVuSans");
const IDENTITY: SystemInfo<'_> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

/// Returns a PDF file with one page per drawing and one point per unit. The title and the language
/// of the first are those of the file. Each line of words is a paragraph to a screen reader, unless
/// it belongs to something else, and other elements are decoration. What [`unseen`] names is left out.
pub fn file(pages: &[Drawing]) -> Vec<u8> {
    let mut next = Ref::new(1);
    let mut pdf = Pdf::new();
    let [catalog, info, metadata, tree, font] = [(); 5].map(|()| next.bump());
    let [root, document] = [(); 2].map(|()| next.bump());
    let parts = [(); 4].map(|()| next.bump());
    let glyphs = characters(pages).into_iter();
    let glyphs = glyphs
        .filter_map(|it| Some((typeface::glyph(it)?, it)))
        .collect();
    embed(&mut pdf, font, parts, &glyphs);
    let (mut kids, mut tags, mut lists) = (Vec::new(), Vec::new(), Vec::new());
    let mut contents = Vec::new();
    for (number, page) in (0..).zip(pages) {
        let [reference_of_page, content, list] = [(); 3].map(|()| next.bump());
        let mut entry = pdf.page(reference_of_page);
        entry
            .parent(tree)
            .media_box(Rect::new(0.0, 0.0, page.size.0, page.size.1));
        entry
            .contents(content)
            .struct_parents(number)
            .tab_order(TabOrder::StructureOrder);
        let mut resources = entry.resources();
        resources.fonts().pair(LABELS, font);
        resources.finish();
        entry.finish();
        let mut printer = Printer {
            page,
            content: Content::new(),
            tags: Vec::new(),
        };
        printer.print();
        let content_bytes = compressed(&printer.content.finish());
        pdf.stream(content, &content_bytes)
            .filter(Filter::FlateDecode);
        contents.push(content_bytes);
        let first = tags.len();
        for (mark, Tag { role, said, bounds }) in (0..).zip(printer.tags) {
            let element = next.bump();
            tags.push(element);
            let mut entry = pdf.struct_element(element);
            entry
                .parent(document)
                .page(reference_of_page)
                .kind(match role {
                    Role::Heading => StructRole::H1,
                    Role::Paragraph | Role::Aside => StructRole::P,
                    Role::Figure => StructRole::Figure,
                });
            match role {
                Role::Figure => entry.alt(TextStr(said)),
                _ if said.is_empty() => &mut entry,
                _ => entry.actual_text(TextStr(said)),
            };
            if let (
                Role::Figure,
                Some(Bounds {
                    left,
                    top,
                    right,
                    bottom,
                }),
            ) = (role, bounds)
            {
                let height = page.size.1;
                let corners = Rect::new(left, height - bottom, right, height - top);
                entry.attributes().push().layout().bbox(corners);
            }
            entry.children().marked_content_id(mark);
        }
        pdf.indirect(list).array().items(&tags[first..]);
        kids.push(reference_of_page);
        lists.push(list);
    }
    pdf.pages(tree).count(pages.len() as i32).kids(kids);
    pdf.struct_element(document)
        .kind(StructRole::Document)
        .parent(root)
        .children()
        .items(tags);
    let title = title(pages);
    pdf.document_info(info).title(TextStr(&title));
    pdf.metadata(metadata, described(&title).as_bytes());
    let identifier = identifier(&contents, &title);
    pdf.set_file_id((identifier.clone(), identifier));
    let mut entry = pdf.catalog(catalog);
    entry
        .pages(tree)
        .metadata(metadata)
        .mark_info()
        .marked(true);
    entry.viewer_preferences().display_doc_title(true);
    if let Some(language) = pages.first().and_then(|page| page.language.as_deref()) {
        entry.lang(TextStr(language));
    }
    let mut structure = entry.struct_tree_root();
    structure
        .child(document)
        .parent_tree_next_key(lists.len() as i32);
    let mut tree = structure.parent_tree();
    let mut nums = tree.nums();
    (0..).zip(lists).for_each(|(number, list)| {
        nums.insert(number, list);
    });
    nums.finish();
    tree.finish();
    structure.finish();
    entry.finish();
    pdf.finish()
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
fn identifier(contents: &[Vec<u8>], title: &str) -> Vec<u8> {
    let mut checksum = crc32fast::Hasher::new();
    let mut bytes: u64 = 0;
    for content in contents {
        checksum.update(content);
        bytes += content.len() as u64;
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
        page.each(&page.elements, Place::at((0.0, 0.0)), &mut |element, _| {
            if let Element::Words(words) = element {
                characters.extend(line_of(words).chars());
            }
        });
    }
    characters
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
fn embed(pdf: &mut Pdf, font: Ref, parts: [Ref; 4], glyphs: &BTreeMap<Glyph, char>) {
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
    glyphs
        .iter()
        .for_each(|(&glyph, &character)| map.pair(glyph, character));
    pdf.cmap(to_unicode, &map.finish());
}

/// The bytes of a stream, compressed.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}

/// What a marked part of a page is to a screen reader.
struct Tag<'d> {
    role: Role,
    said: &'d str,
    bounds: Option<Bounds>,
}

/// Writes the content of a page.
struct Printer<'d> {
    page: &'d Drawing,
    content: Content,
    /// What the marked parts of the content are, in order.
    tags: Vec<Tag<'d>>,
}

impl<'d> Printer<'d> {
    fn print(&mut self) {
        let page = self.page;
        if page.ground.is_seen() && page.ground != Colour::WHITE {
            self.content.begin_marked_content(ARTIFACT);
            self.path(rounded((0.0, 0.0), page.size, 0.0, 0.0));
            self.fill(page.ground);
            self.content.end_marked_content();
        }
        page.elements
            .iter()
            .for_each(|element| self.marked(element, Place::at((0.0, 0.0))));
    }

    /// Writes an element with what it is to a screen reader.
    fn marked(&mut self, element: &'d Element, place: Place) {
        let role = match element {
            Element::Group {
                place: own,
                elements,
            } => {
                return elements
                    .iter()
                    .for_each(|element| self.marked(element, place.then(*own)));
            }
            Element::Tagged {
                role: Role::Aside, ..
            } => None,
            Element::Tagged { role, said, .. } => Some((*role, said.as_str())),
            Element::Words(_) => Some((Role::Paragraph, "")),
            _ => None,
        };
        match role {
            Some((role, said)) => {
                let mut content = self.content.begin_marked_content_with_properties(MARKED);
                content.properties().identify(self.tags.len() as i32);
                let bounds = self.page.bounds(std::slice::from_ref(element), place);
                self.tags.push(Tag { role, said, bounds });
            }
            None => {
                self.content.begin_marked_content(ARTIFACT);
            }
        }
        self.page.each(
            std::slice::from_ref(element),
            place,
            &mut |element, place| {
                let Place { at: (x, y), scale } = place;
                if place == Place::at((0.0, 0.0)) && !matches!(element, Element::Dots { .. }) {
                    return self.element(element);
                }
                // From the lower left corner.
                let up = (1.0 - scale) * self.page.size.1 - y;
                self.content.save_state();
                self.content.transform([scale, 0.0, 0.0, scale, x, up]);
                self.element(element);
                self.content.restore_state();
            },
        );
        self.content.end_marked_content();
    }

    fn element(&mut self, element: &Element) {
        match element {
            Element::Disc {
                centre,
                radius,
                fill,
            } => {
                self.circle(*centre, *radius);
                self.fill(match fill {
                    Fill::Plain(colour) => *colour,
                    Fill::Radial { stops, .. } => {
                        let middle = stops.get(stops.len() / 2).map(|stop| stop.1);
                        middle
                            .filter(|it| it.rgba[3] == 255)
                            .unwrap_or(Colour::TRANSPARENT)
                    }
                });
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
                    let inset = edge.width / 2.0;
                    self.path(rounded(*corner, *size, inset, (radius - inset).max(0.0)));
                    self.stroke(*edge);
                }
            }
            Element::Path { points, line } => {
                self.path(polyline(points));
                self.stroke(*line);
            }
            Element::Words(words) => self.words(words),
            // Drawings are taken apart before.
            _ => {}
        }
    }

    fn words(&mut self, words: &Words) {
        let size = words.size;
        let (x, y) = self.on_paper((left(words), words.at.1));
        let line = line_of(words);
        let glyphs = line.chars().filter_map(typeface::glyph);
        let codes: Vec<u8> = glyphs.flat_map(Glyph::to_be_bytes).collect();
        self.content.begin_text();
        self.ink(words.colour);
        if words.bold {
            self.outline(Line {
                width: size * BOLD,
                colour: words.colour,
            });
            self.content
                .set_text_rendering_mode(TextRenderingMode::FillStroke);
        } else {
            self.content
                .set_text_rendering_mode(TextRenderingMode::Fill);
        }
        self.content.set_font(LABELS, size);
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
                PathSegment::MoveTo(to) => self.content.move_to(at(to).0, at(to).1),
                PathSegment::LineTo(to) | PathSegment::QuadTo(_, to) => {
                    self.content.line_to(at(to).0, at(to).1)
                }
                PathSegment::CubicTo(one, other, to) => {
                    let [one, other, to] = [one, other, to].map(at);
                    self.content
                        .cubic_to(one.0, one.1, other.0, other.1, to.0, to.1)
                }
                PathSegment::Close => self.content.close_path(),
            };
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
        let [r, g, b] = shares(line.colour, self.page.ground);
        self.content.set_line_width(line.width);
        match r == g && g == b {
            true => self.content.set_stroke_gray(r),
            false => self.content.set_stroke_rgb(r, g, b),
        };
    }
}

/// Red, green and blue on the ground, from 0 to 1 in hundredths.
fn shares(colour: Colour, ground: Colour) -> [f32; 3] {
    let [r, g, b, _] = colour.over(ground.over(Colour::WHITE)).rgba;
    [r, g, b].map(|part| (f32::from(part) / 2.55).round() / 100.0)
}
