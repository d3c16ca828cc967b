//! Pages as a PDF file, in the faces that every reader of PDF has.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};

use super::sheet::{Face, Mark, Page};

/// How far the control points of a quarter circle lie from its ends, of the radius.
const QUARTER: f32 = 0.552_285;

const FACES: [(Face, Name<'static>, Name<'static>); 3] = [
    (Face::Plain, Name(b"Plain"), Name(b"Helvetica")),
    (Face::Bold, Name(b"Bold"), Name(b"Helvetica-Bold")),
    (Face::Typewriter, Name(b"Typewriter"), Name(b"Courier")),
];

/// All pages as one file.
pub(super) fn file(pages: &[Page]) -> Vec<u8> {
    let mut next = 0;
    let mut reference = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree) = (reference(), reference());
    let faces = FACES.map(|(_, name, base)| (name, base, reference()));
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
        pdf.stream(content, &drawn(page));
    }
    pdf.finish()
}

/// What is printed on a page.
fn drawn(page: &Page) -> Vec<u8> {
    let mut content = Content::new();
    content.set_line_width(0.6);
    for mark in &page.marks {
        match mark {
            Mark::Circle { centre: (x, y), radius, filled } => {
                circle(&mut content, (*x, page.size.1 - y), *radius);
                if *filled {
                    content.set_fill_gray(0.13).fill_nonzero();
                } else {
                    content.set_stroke_gray(0.53).stroke();
                }
            }
            Mark::Text { at: (x, y), size, face, text } => {
                let name = FACES.iter().find(|known| known.0 == *face).map(|known| known.1);
                content.begin_text().set_fill_gray(0.0);
                content.set_font(name.unwrap_or(Name(b"Plain")), *size);
                content.next_line(*x, page.size.1 - y);
                content.show(Str(&win_ansi(text))).end_text();
            }
        }
    }
    content.finish().into_vec()
}

fn circle(content: &mut Content, (x, y): (f32, f32), r: f32) {
    let k = r * QUARTER;
    content.move_to(x + r, y);
    content.cubic_to(x + r, y + k, x + k, y + r, x, y + r);
    content.cubic_to(x - k, y + r, x - r, y + k, x - r, y);
    content.cubic_to(x - r, y - k, x - k, y - r, x, y - r);
    content.cubic_to(x + k, y - r, x + r, y - k, x + r, y);
    content.close_path();
}

/// A text in the encoding of the faces: Latin-1 without its control characters; other characters are written by their number.
fn win_ansi(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for character in text.chars() {
        match u8::try_from(u32::from(character)) {
            Ok(byte) if matches!(byte, 0x20..=0x7E | 0xA0..) => bytes.push(byte),
            _ => bytes.extend(format!("U+{:04X}", u32::from(character)).bytes()),
        }
    }
    bytes
}
