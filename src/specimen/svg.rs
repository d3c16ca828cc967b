//! A sheet as SVG: dots are round ends of lines without length, words are text.

use std::fmt::Write as _;

use super::{Colour, Mark, PAPER, Sheet};

/// The sheet as an SVG picture.
pub(super) fn draw(sheet: &Sheet) -> String {
    let (width, height) = (sheet.width.ceil(), sheet.height.ceil());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" stroke-linecap=\"round\" fill=\"none\" \
         font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        hex(PAPER)
    );
    for mark in &sheet.marks {
        match mark {
            Mark::Dots { colour, radius, centres } => {
                svg.push_str("<path d=\"");
                for (x, y) in centres {
                    let _ = write!(svg, "M{} {}h0", short(*x), short(*y));
                }
                let width = short(2.0 * radius);
                let _ = writeln!(svg, "\" stroke=\"{}\" stroke-width=\"{width}\"/>", hex(*colour));
            }
            Mark::Words { colour, at, height, to_the_right, text } => {
                let anchor = if *to_the_right { " text-anchor=\"end\"" } else { "" };
                let _ = writeln!(
                    svg,
                    "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{anchor}>{}</text>",
                    short(at.0),
                    short(at.1),
                    // A capital of most faces is a little over 0.7 of the size.
                    short(height / 0.72),
                    hex(*colour),
                    escaped(text)
                );
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// A number with at most two decimals.
fn short(number: f32) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The text as XML allows it: no markup, no control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars().filter(|character| !character.is_control()) {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            other => escaped.push(other),
        }
    }
    escaped
}
