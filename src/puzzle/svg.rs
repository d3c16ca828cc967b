//! A page as an SVG file.

use std::fmt::Write as _;

use super::sheet::{Face, Mark, Page};

/// The page as an SVG file in points.
pub(super) fn file(page: &Page) -> String {
    let (width, height) = page.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" \
         viewBox=\"0 0 {width} {height}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for mark in &page.marks {
        let _ = match mark {
            Mark::Circle { centre: (x, y), radius, filled: true } => {
                writeln!(
                    svg,
                    "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"#222\"/>"
                )
            }
            Mark::Circle { centre: (x, y), radius, filled: false } => writeln!(
                svg,
                "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"#fff\" stroke=\"#888\" stroke-width=\"0.6\"/>"
            ),
            Mark::Text { at: (x, y), size, face, text } => {
                let face = match face {
                    Face::Plain => "font-family=\"Helvetica, Arial, sans-serif\"",
                    Face::Bold => {
                        "font-family=\"Helvetica, Arial, sans-serif\" font-weight=\"bold\""
                    }
                    Face::Typewriter => "font-family=\"Courier, monospace\"",
                };
                let text = escaped(text);
                writeln!(
                    svg,
                    "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" {face}>{text}</text>"
                )
            }
        };
    }
    svg.push_str("</svg>\n");
    svg
}

/// A text with the characters that mean something in XML written by name, and without those that may not stand there.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            other if other.is_control() => escaped.push('\u{FFFD}'),
            other => escaped.push(other),
        }
    }
    escaped
}
