//! SVG files: stills, and animations that use CSS alone, so they also play in an `<img>`. Their ids
//! and rules are for one picture, so that several can stand in one page.

use std::fmt::Write as _;

use super::{
    Anchor, BREAK, Change, Colour, Drawing, Element, Fill, Line, Place, Point, Role, Shown, Words,
};

/// Stands where an id has the checksum of the picture, until all of it is written. [`escaped`] text
/// has none.
const SUM: char = '\u{FFFE}';

/// Returns the drawing as an SVG file. With reduced motion, every element stays at its rest place.
///
/// ```
/// use pegfont_film::drawing::{Colour, Drawing, Fill, Element, svg};
/// let mut drawing = Drawing::new((20.0, 20.0));
/// let fill = Fill::Plain(Colour::rgb(0x24_28_30));
/// drawing.elements.push(Element::Disc { centre: (10.0, 10.5), radius: 8.0, fill });
/// assert!(svg::file(&drawing).contains("<circle cx=\"10\" cy=\"10.5\" r=\"8\" fill=\"#242830\"/>"));
/// ```
pub fn file(drawing: &Drawing) -> String {
    let mut writer = Writer::default();
    let mut parts = String::new();
    for (number, elements) in drawing.parts.iter().enumerate() {
        let _ = write!(parts, "<g id=\"p{number}{SUM}\">");
        match drawing
            .dark
            .as_ref()
            .and_then(|dark| dark.parts.get(number))
        {
            Some(dark) => {
                for (name, elements) in [("l", elements), ("d", dark)] {
                    let _ = write!(parts, "<g{}>", class(name));
                    writer.elements(&mut parts, elements);
                    parts.push_str("</g>");
                }
            }
            None => writer.elements(&mut parts, elements),
        }
        parts.push_str("</g>\n");
    }
    let mut body = String::new();
    for element in &drawing.elements {
        writer.element(&mut body, element, "");
        body.push('\n');
    }
    let (width, height) = (number(drawing.size.0), number(drawing.size.1));
    let shown = match drawing.shown {
        Shown::Pixels(scale) => {
            let pixels = |length: f32| (f64::from(length) * scale).round();
            let (width, height) = (pixels(drawing.size.0), pixels(drawing.size.1));
            format!(" width=\"{width}\" height=\"{height}\"")
        }
        Shown::Points => format!(" width=\"{width}pt\" height=\"{height}pt\""),
    };
    let (role, labels) = drawing.labels.as_ref().map(labels).unwrap_or_default();
    let language = drawing
        .language
        .as_ref()
        .map(|it| format!(" xml:lang=\"{}\"", escaped(it)));
    let language = language.unwrap_or_default();
    let id = match (&drawing.dark, drawing.lasts) {
        (None, None) => String::new(),
        _ => format!(" id=\"s{SUM}\""),
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"{id}{shown} viewBox=\"0 0 {width} {height}\" \
         font-family=\"DejaVu Sans,Verdana,sans-serif\"{language}{role}>\n{labels}"
    );
    let gradients: String = writer.gradients.iter().enumerate().map(gradient).collect();
    if !(gradients.is_empty() && parts.is_empty()) {
        let _ = writeln!(svg, "<defs>\n{gradients}{parts}</defs>");
    }
    let grounds = match &drawing.dark {
        Some(dark) => vec![(drawing.ground, class("l")), (dark.ground, class("d"))],
        None => vec![(drawing.ground, String::new())],
    };
    for (ground, class) in grounds.into_iter().filter(|(ground, _)| ground.is_seen()) {
        let fill = colour("fill", ground);
        let _ = writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\"{fill}{class}/>"
        );
    }
    if let Some(dark) = &drawing.dark {
        let [r, g, b, _] = dark.words.rgba;
        let _ = writeln!(
            svg,
            "<style>\n.d{SUM}{{display:none}}@media(prefers-color-scheme:dark){{.l{SUM}{{display:none}}\
             .d{SUM}{{display:inline}}#s{SUM} text{{fill:#{r:02x}{g:02x}{b:02x}}}}}\n</style>"
        );
    }
    if let Some((lasts, loops)) = drawing.lasts {
        let times = if loops == 0 {
            "infinite".to_owned()
        } else {
            loops.to_string()
        };
        let _ = writeln!(
            svg,
            "<style>\n#s{SUM} .m{{animation:{lasts}ms linear {times} both}}\
             #s{SUM} .s{{animation-timing-function:step-end}}\n{}\
             @media (prefers-reduced-motion:reduce){{#s{SUM} .m{{animation:none!important}}}}\n</style>",
            writer.rules(lasts as f64)
        );
    }
    svg.push_str(&body);
    svg.push_str("</svg>\n");
    let sum = crc32fast::hash(svg.as_bytes());
    svg.replace(SUM, &format!("-{sum:08x}"))
}

/// The attribute for a class of one picture. A rule sees nothing around what `<use>` copies, so it
/// can't name the picture otherwise.
fn class(name: &str) -> String {
    format!(" class=\"{name}{SUM}\"")
}

/// The attributes and the elements that tell screen readers what is seen.
fn labels(labels: &[String; 2]) -> (String, String) {
    let [title, description] = labels.each_ref().map(|text| escaped(text));
    let role = format!(" role=\"img\" aria-labelledby=\"title{SUM} desc{SUM}\"");
    let title = format!("<title id=\"title{SUM}\">{title}</title>");
    (
        role,
        format!("{title}\n<desc id=\"desc{SUM}\">{description}</desc>\n"),
    )
}

/// The focus and the stops of a gradient.
type Gradient<'d> = (Point, &'d [(f32, Colour)]);

/// Collects the definitions that the elements need while these are written.
#[derive(Default)]
struct Writer<'d> {
    gradients: Vec<Gradient<'d>>,
    tracks: Vec<&'d [Change]>,
}

impl<'d> Writer<'d> {
    fn elements(&mut self, out: &mut String, elements: &'d [Element]) {
        for element in elements {
            self.element(out, element, "");
        }
    }

    /// Writes an element with additional attributes.
    fn element(&mut self, out: &mut String, element: &'d Element, more: &str) {
        let _ = match element {
            Element::Disc {
                centre,
                radius,
                fill,
            } => {
                let fill = self.fill(fill);
                write!(out, "<circle{}{fill}{more}/>", circle(*centre, *radius))
            }
            // Round caps of zero-length lines are shorter than circles.
            Element::Dots {
                centres,
                radius,
                colour: of,
            } => {
                let places = centres
                    .iter()
                    .map(|&(x, y)| format!("M{} {}h0", number(x), number(y)));
                let line = stroke(Line {
                    width: 2.0 * radius,
                    colour: *of,
                });
                let path: String = places.collect();
                write!(
                    out,
                    "<path d=\"{path}\"{line} stroke-linecap=\"round\"{more}/>"
                )
            }
            Element::Ring {
                centre,
                radius,
                line,
            } => {
                let circle = circle(*centre, *radius);
                write!(
                    out,
                    "<circle{circle} fill=\"none\"{}{more}/>",
                    stroke(*line)
                )
            }
            Element::Box {
                corner: (x, y),
                size: (width, height),
                radius,
                fill,
                edge,
            } => {
                let inset = edge.map_or(0.0, |edge| edge.width / 2.0);
                write!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"{}{}{more}/>",
                    number(x + inset),
                    number(y + inset),
                    number(width - 2.0 * inset),
                    number(height - 2.0 * inset),
                    number(*radius),
                    colour("fill", *fill),
                    edge.map(stroke).unwrap_or_default()
                )
            }
            Element::Path { points, line } => {
                let steps = points
                    .iter()
                    .map(|&(x, y)| format!("{} {}", number(x), number(y)));
                let path = steps.collect::<Vec<String>>().join("L");
                write!(
                    out,
                    "<path d=\"M{path}\" fill=\"none\"{}{more}/>",
                    stroke(*line)
                )
            }
            Element::Words(of) => {
                words(out, of, more);
                Ok(())
            }
            Element::Part { number: part, at } => {
                let place = match at {
                    (0.0, 0.0) => String::new(),
                    (x, y) => format!(" x=\"{}\" y=\"{}\"", number(*x), number(*y)),
                };
                write!(out, "<use href=\"#p{part}{SUM}\"{place}{more}/>")
            }
            Element::Group {
                place: Place { at: (x, y), scale },
                elements,
            } => {
                let (x, y) = (number(*x), number(*y));
                let scale = match *scale {
                    1.0 => String::new(),
                    scale => format!(" scale({})", rounded(scale.into(), 4)),
                };
                let _ = write!(out, "<g transform=\"translate({x} {y}){scale}\"{more}>");
                self.elements(out, elements);
                write!(out, "</g>")
            }
            Element::Tagged {
                role,
                said,
                elements,
            } => {
                let role = match role {
                    Role::Heading => " role=\"heading\"",
                    Role::Paragraph => "",
                    Role::Figure => " role=\"img\"",
                    Role::Aside => " aria-hidden=\"true\"",
                };
                let said = match said.as_str() {
                    "" => String::new(),
                    said => format!(" aria-label=\"{}\"", escaped(said)),
                };
                let _ = write!(out, "<g{role}{said}{more}>");
                self.elements(out, elements);
                write!(out, "</g>")
            }
            Element::Playing {
                element,
                rest,
                changes,
            } => {
                self.tracks.push(changes);
                // librsvg, which plays nothing, refuses a scale of 0.
                let rest = transform(*rest).replace("scale(0)", "scale(.001)");
                let track = self.tracks.len();
                let steps = if has_steps(changes) { " s" } else { "" };
                let style =
                    format!(" class=\"m{steps}\" style=\"{rest};animation-name:k{track}{SUM}\"");
                self.element(out, element, &style);
                Ok(())
            }
        };
    }

    /// The attributes of a fill. Equal gradients are shared.
    fn fill(&mut self, fill: &'d Fill) -> String {
        let (focus, stops) = match fill {
            Fill::Plain(of) => return colour("fill", *of),
            Fill::Radial { focus, stops } => (*focus, stops.as_slice()),
        };
        if stops.iter().all(|stop| stop.1 == stops[0].1) {
            return stops
                .first()
                .map_or_else(String::new, |stop| colour("fill", stop.1));
        }
        let known = self
            .gradients
            .iter()
            .position(|known| *known == (focus, stops));
        let number = known.unwrap_or_else(|| {
            self.gradients.push((focus, stops));
            self.gradients.len() - 1
        });
        format!(" fill=\"url(#g{number}{SUM})\"")
    }

    /// The keyframes of all animated elements.
    fn rules(&self, lasts: f64) -> String {
        let share = |time: f64| (time / lasts * 100.0).clamp(0.0, 100.0);
        let mut rules = String::new();
        for (number, track) in self.tracks.iter().enumerate() {
            let (Some(first), Some(last)) = (track.first(), track.last()) else {
                continue;
            };
            let _ = write!(rules, "@keyframes k{}{SUM}{{", number + 1);
            let _ = write!(rules, "0%{{{}}}", transform(first.before));
            if has_steps(track) {
                for change in *track {
                    let begin = rounded(share(change.begin), 4);
                    let _ = write!(rules, "{begin}%{{{}}}", transform(change.after));
                }
                let _ = writeln!(rules, "to{{{}}}}}", transform(last.after));
                continue;
            }
            for change in *track {
                // An instantaneous change takes a thousandth of a percent.
                let begin = share(change.begin);
                let end = share(change.end).max(begin + 0.001).min(100.0);
                let slides = change.end > change.begin;
                let ease = if slides {
                    ";animation-timing-function:ease-in-out"
                } else {
                    ""
                };
                let (before, after) = (transform(change.before), transform(change.after));
                let (begin, end) = (rounded(begin, 4), rounded(end, 4));
                if slides && (change.rise != 1.0 || change.lift != 0.0) {
                    let middle = rounded((share(change.begin) + share(change.end)) / 2.0, 4);
                    let (from, to) = (change.before, change.after);
                    let y = f32::midpoint(from.at.1, to.at.1) - change.lift;
                    let scale = f32::midpoint(from.scale, to.scale) * change.rise;
                    let top = transform(Place {
                        at: (f32::midpoint(from.at.0, to.at.0), y),
                        scale,
                    });
                    let _ = write!(
                        rules,
                        "{begin}%{{{before};animation-timing-function:ease-in}}\
                         {middle}%{{{top};animation-timing-function:ease-out}}{end}%{{{after}}}"
                    );
                    continue;
                }
                let _ = write!(rules, "{begin}%{{{before}{ease}}}{end}%{{{after}}}");
            }
            let _ = writeln!(rules, "to{{{}}}}}", transform(last.after));
        }
        rules
    }
}

/// Whether a mark only jumps from place to place, so that a place holds until the next one.
fn has_steps(track: &[Change]) -> bool {
    track.iter().all(|change| change.end <= change.begin)
}

fn gradient((number, &((x, y), stops)): (usize, &Gradient<'_>)) -> String {
    let stop = |&(at, of): &(f32, Colour)| {
        let (at, colour) = (rounded(at.into(), 4), tone(("stop-color", "stop"), of));
        format!("<stop offset=\"{at}\"{colour}/>")
    };
    let stops: String = stops.iter().map(stop).collect();
    // The focus is relative to the centre in radii; SVG wants it relative to the bounding box.
    let (fx, fy) = (
        rounded((0.5 + x / 2.0).into(), 4),
        rounded((0.5 + y / 2.0).into(), 4),
    );
    format!(
        "<radialGradient id=\"g{number}{SUM}\" fx=\"{fx}\" fy=\"{fy}\">{stops}</radialGradient>\n"
    )
}

fn words(out: &mut String, of: &Words, more: &str) {
    let anchor = match of.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let weight = if of.bold { " font-weight=\"bold\"" } else { "" };
    let (x, y) = (number(of.at.0), number(of.at.1));
    let (size, fill) = (number(of.size), colour("fill", of.colour));
    let text = match of.text.strip_suffix(BREAK) {
        Some(beginning) => format!("{beginning}-"),
        None => of.text.clone(),
    };
    let _ = write!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}{anchor}{fill}{more}>{}</text>",
        escaped(&text)
    );
}

fn circle((x, y): Point, radius: f32) -> String {
    format!(
        " cx=\"{}\" cy=\"{}\" r=\"{}\"",
        number(x),
        number(y),
        number(radius)
    )
}

fn stroke(line: Line) -> String {
    format!(
        "{} stroke-width=\"{}\"",
        colour("stroke", line.colour),
        number(line.width)
    )
}

/// The CSS property that moves an element to a place.
fn transform(Place { at: (x, y), scale }: Place) -> String {
    let scale = match scale {
        1.0 => String::new(),
        scale => format!(" scale({})", number(scale)),
    };
    format!(
        "transform:translate({}px,{}px){scale}",
        number(x),
        number(y)
    )
}

/// The attributes for the colour and opacity of a `fill` or `stroke`.
fn colour(attribute: &str, of: Colour) -> String {
    match of.is_seen() {
        true => tone((attribute, attribute), of),
        false => format!(" {attribute}=\"none\""),
    }
}

/// The attribute for a colour, and that for its opacity, which begins with another word.
fn tone((attribute, opaque): (&str, &str), Colour { rgba: [r, g, b, a] }: Colour) -> String {
    let opacity = match a {
        255 => String::new(),
        _ => format!(" {opaque}-opacity=\"{}\"", rounded(f64::from(a) / 255.0, 3)),
    };
    format!(" {attribute}=\"#{r:02x}{g:02x}{b:02x}\"{opacity}")
}

/// A length with at most two decimals.
fn number(length: f32) -> String {
    rounded(length.into(), 2)
}

/// A number with at most this many decimals.
fn rounded(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "" | "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}

/// Escapes markup and replaces what XML does not allow: control characters other than line breaks,
/// and two codes that are no characters.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            other if other.is_control() && other != '\n' => escaped.push('\u{FFFD}'),
            other => escaped.push(other),
        }
    }
    escaped
}
