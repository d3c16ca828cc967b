//! Attributes of SVG elements: places, colours, numbers, and text without markup.

use super::super::{Colour, Line, Place, Point};

pub(super) fn circle((x, y): Point, radius: f32) -> String {
    format!(" cx=\"{}\" cy=\"{}\" r=\"{}\"", number(x), number(y), number(radius))
}

pub(super) fn stroke(line: Line) -> String {
    format!("{} stroke-width=\"{}\"", colour("stroke", line.colour), number(line.width))
}

/// The CSS property that moves a mark to a place.
pub(super) fn transform(Place { at: (x, y), scale }: Place) -> String {
    let scale = match scale {
        1.0 => String::new(),
        scale => format!(" scale({})", number(scale)),
    };
    format!("transform:translate({}px,{}px){scale}", number(x), number(y))
}

/// The attributes for the colour and opacity of a `fill` or `stroke`.
pub(super) fn colour(attribute: &str, of: Colour) -> String {
    match of.rgba {
        [.., 0] => format!(" {attribute}=\"none\""),
        [r, g, b, 255] => format!(" {attribute}=\"#{r:02x}{g:02x}{b:02x}\""),
        [r, g, b, a] => {
            let opacity = rounded(f64::from(a) / 255.0, 3);
            format!(" {attribute}=\"#{r:02x}{g:02x}{b:02x}\" {attribute}-opacity=\"{opacity}\"")
        }
    }
}

/// The attributes for a colour of a gradient, which may be transparent.
pub(super) fn stop(of: Colour) -> String {
    let [r, g, b, a] = of.rgba;
    let opacity = match a {
        255 => String::new(),
        _ => format!(" stop-opacity=\"{}\"", rounded(f64::from(a) / 255.0, 3)),
    };
    format!(" stop-color=\"#{r:02x}{g:02x}{b:02x}\"{opacity}")
}

/// A length with at most two decimals.
pub(super) fn number(length: f32) -> String {
    rounded(length.into(), 2)
}

/// A number with at most this many decimals.
pub(super) fn rounded(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "" | "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}

/// Escapes markup and replaces control characters other than line breaks, which XML does not allow.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            other if other.is_control() && other != '\n' => escaped.push('\u{FFFD}'),
            other => escaped.push(other),
        }
    }
    escaped
}
