//! SVG files: stills, and animations that use CSS alone, so they also play in an `<img>`. Their ids
//! and rules are for one picture, so that several can stand in one page.

use super::{
    Anchor, BREAK, Change, Colour, Dark, Drawing, Element, Fill, Line, Place, Point, Role, Shown,
    Words,
};

/// Stands where an id has the checksum of the picture, until all of it is written. No [`escaped`]
/// text has this character.
const SUM: char = '\u{FFFE}';

/// Returns the drawing as an SVG file. With reduced motion, every element stays at its rest place.
///
/// ```
/// use pegfont_film::drawing::{Colour, Drawing, Element, Fill, svg};
/// let mut drawing = Drawing::new((20.0, 20.0));
/// let fill = Fill::Plain(Colour::rgb(0x24_28_30));
/// drawing.elements.push(Element::Disc { centre: (10.0, 10.5), radius: 8.0, fill });
/// let disc = "<circle cx=\"10\" cy=\"10.5\" r=\"8\" fill=\"#242830\"/>";
/// assert!(svg::file(&drawing).contains(disc));
/// ```
pub fn file(drawing: &Drawing) -> String {
    let mut writer = Writer::default();
    let parts = writer.parts(drawing);
    let mut body = String::new();
    for element in &drawing.elements {
        writer.element(&mut body, element, "");
        body.push('\n');
    }

    let mut svg = opening(drawing);
    svg += &writer.definitions(&parts);
    svg += &grounds(drawing);
    if let Some(dark) = &drawing.dark {
        svg += &style_of_dark_mode(dark);
    }
    if let Some(film) = drawing.lasts {
        svg += &writer.style_of_film(film);
    }
    svg += &body;
    svg += "</svg>\n";

    let sum = crc32fast::hash(svg.as_bytes());
    svg.replace(SUM, &format!("-{sum:08x}"))
}

/// The tag that begins the picture: its size, language and description.
fn opening(drawing: &Drawing) -> String {
    let width = number(drawing.size.0);
    let height = number(drawing.size.1);

    let shown = match drawing.shown {
        Shown::Pixels(scale) => {
            let pixels = |length: f32| (f64::from(length) * scale).round();
            let width = pixels(drawing.size.0);
            let height = pixels(drawing.size.1);
            format!(" width=\"{width}\" height=\"{height}\"")
        }
        Shown::Points => format!(" width=\"{width}pt\" height=\"{height}pt\""),
    };

    // Rules for one picture name it by its id.
    let id = if drawing.dark.is_some() || drawing.lasts.is_some() {
        format!(" id=\"s{SUM}\"")
    } else {
        String::new()
    };
    let language = match &drawing.language {
        Some(language) => format!(" xml:lang=\"{}\"", escaped(language)),
        None => String::new(),
    };

    let labels = drawing
        .labels
        .as_ref()
        .map(SpokenLabels::of)
        .unwrap_or_default();
    let SpokenLabels { role, elements } = labels;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"{id}{shown} viewBox=\"0 0 {width} {height}\" \
         font-family=\"DejaVu Sans,Verdana,sans-serif\"{language}{role}>\n{elements}"
    )
}

/// What tells screen readers what is seen: attributes of the picture, and elements in it.
#[derive(Default)]
struct SpokenLabels {
    role: String,
    elements: String,
}

impl SpokenLabels {
    fn of(labels: &[String; 2]) -> Self {
        let [title, description] = labels.each_ref().map(|text| escaped(text));
        Self {
            role: format!(" role=\"img\" aria-labelledby=\"title{SUM} desc{SUM}\""),
            elements: format!(
                "<title id=\"title{SUM}\">{title}</title>\n\
                 <desc id=\"desc{SUM}\">{description}</desc>\n"
            ),
        }
    }
}

/// The background, and that of dark mode.
fn grounds(drawing: &Drawing) -> String {
    match &drawing.dark {
        None => ground(drawing, drawing.ground, ""),
        Some(dark) => {
            let light = ground(drawing, drawing.ground, &class("l"));
            light + &ground(drawing, dark.ground, &class("d"))
        }
    }
}

fn ground(drawing: &Drawing, of: Colour, class: &str) -> String {
    if !of.is_seen() {
        return String::new();
    }

    let width = number(drawing.size.0);
    let height = number(drawing.size.1);
    let fill = colour("fill", of);
    format!("<rect width=\"{width}\" height=\"{height}\"{fill}{class}/>\n")
}

/// The rules that change the picture while the reader's device is in dark mode.
fn style_of_dark_mode(dark: &Dark) -> String {
    let [r, g, b, _] = dark.words.rgba;
    format!(
        "<style>\n.d{SUM}{{display:none}}\
         @media(prefers-color-scheme:dark){{.l{SUM}{{display:none}}\
         .d{SUM}{{display:inline}}#s{SUM} text{{fill:#{r:02x}{g:02x}{b:02x}}}}}\n</style>\n"
    )
}

/// The attribute for a class of one picture. A rule sees nothing around what `<use>` copies, so it
/// can't name the picture otherwise.
fn class(name: &str) -> String {
    format!(" class=\"{name}{SUM}\"")
}

/// The focus and the stops of a gradient.
#[derive(Clone, Copy, PartialEq)]
struct Gradient<'d> {
    focus: Point,
    stops: &'d [(f32, Colour)],
}

/// Collects the definitions that the elements need while these are written.
#[derive(Default)]
struct Writer<'d> {
    gradients: Vec<Gradient<'d>>,
    tracks: Vec<&'d [Change]>,
}

impl<'d> Writer<'d> {
    /// The parts that the picture uses several times, in both modes if there are two.
    fn parts(&mut self, drawing: &'d Drawing) -> String {
        let mut parts = String::new();
        for (number, light) in drawing.parts.iter().enumerate() {
            parts += &format!("<g id=\"p{number}{SUM}\">");
            let dark = drawing.dark.as_ref().and_then(|it| it.parts.get(number));
            match dark {
                Some(dark) => {
                    self.mode(&mut parts, "l", light);
                    self.mode(&mut parts, "d", dark);
                }
                None => self.elements(&mut parts, light),
            }
            parts += "</g>\n";
        }
        parts
    }

    /// Elements that are seen in one mode only.
    fn mode(&mut self, out: &mut String, name: &str, elements: &'d [Element]) {
        *out += &format!("<g{}>", class(name));
        self.elements(out, elements);
        *out += "</g>";
    }

    /// The definitions, if there are any.
    fn definitions(&self, parts: &str) -> String {
        let mut gradients = String::new();
        for (number, gradient) in self.gradients.iter().enumerate() {
            gradients += &gradient.definition(number);
        }

        if gradients.is_empty() && parts.is_empty() {
            return String::new();
        }
        format!("<defs>\n{gradients}{parts}</defs>\n")
    }

    fn elements(&mut self, out: &mut String, elements: &'d [Element]) {
        for element in elements {
            self.element(out, element, "");
        }
    }

    /// Writes an element with additional attributes.
    fn element(&mut self, out: &mut String, element: &'d Element, more: &str) {
        match element {
            Element::Disc {
                centre,
                radius,
                fill,
            } => {
                let circle = circle(*centre, *radius);
                let fill = self.fill(fill);
                *out += &format!("<circle{circle}{fill}{more}/>");
            }
            Element::Dots {
                centres,
                radius,
                colour,
            } => *out += &dots(centres, *radius, *colour, more),
            Element::Ring {
                centre,
                radius,
                line,
            } => {
                let ring = ring(*centre, *radius, *line);
                *out += &format!("<circle{ring}{more}/>");
            }
            Element::Box {
                corner,
                size,
                radius,
                fill,
                edge,
            } => {
                let rectangle = rectangle(*corner, *size, *radius, *fill, *edge);
                *out += &format!("<rect{rectangle}{more}/>");
            }
            Element::Path { points, line } => *out += &path(points, *line, more),
            Element::Words(of) => *out += &words(of, more),
            Element::Part { number, at } => *out += &copy_of_part(*number, *at, more),
            Element::Group { place, elements } => {
                *out += &format!("<g{}{more}>", placed(*place));
                self.elements(out, elements);
                *out += "</g>";
            }
            Element::Tagged {
                role,
                said,
                elements,
            } => {
                *out += &format!("<g{}{more}>", said_as(*role, said));
                self.elements(out, elements);
                *out += "</g>";
            }
            Element::Playing {
                element,
                rest,
                changes,
            } => {
                let style = self.playing(*rest, changes);
                self.element(out, element, &style);
            }
        }
    }

    /// The attributes of an element that plays, whose track gets a number.
    fn playing(&mut self, rest: Place, changes: &'d [Change]) -> String {
        self.tracks.push(changes);
        let track = self.tracks.len();
        // librsvg, which plays nothing, refuses a scale of 0.
        let rest = transform(rest).replace("scale(0)", "scale(.001)");
        let steps = if has_steps(changes) { " s" } else { "" };
        format!(" class=\"m{steps}\" style=\"{rest};animation-name:k{track}{SUM}\"")
    }

    /// The attributes of a fill. Equal gradients are shared.
    fn fill(&mut self, fill: &'d Fill) -> String {
        let gradient = match fill {
            Fill::Plain(of) => return colour("fill", *of),
            Fill::Radial { focus, stops } => Gradient {
                focus: *focus,
                stops,
            },
        };
        let Some(&(_, first)) = gradient.stops.first() else {
            return String::new();
        };
        if gradient.stops.iter().all(|stop| stop.1 == first) {
            return colour("fill", first);
        }

        let known = self.gradients.iter().position(|known| *known == gradient);
        let number = known.unwrap_or_else(|| {
            self.gradients.push(gradient);
            self.gradients.len() - 1
        });
        format!(" fill=\"url(#g{number}{SUM})\"")
    }

    /// The rules by which a film plays: how long, and how often.
    fn style_of_film(&self, (lasts, times): (u64, u16)) -> String {
        let times = if times == 0 {
            "infinite".to_owned()
        } else {
            times.to_string()
        };

        let mut rules = String::new();
        for (number, track) in (1..).zip(&self.tracks) {
            rules += &keyframes(number, track, lasts as f64);
        }
        format!(
            "<style>\n#s{SUM} .m{{animation:{lasts}ms linear {times} both}}\
             #s{SUM} .s{{animation-timing-function:step-end}}\n{rules}\
             @media (prefers-reduced-motion:reduce)\
             {{#s{SUM} .m{{animation:none!important}}}}\n</style>\n"
        )
    }
}

/// The keyframes of an animated element.
fn keyframes(number: usize, track: &[Change], lasts: f64) -> String {
    let (Some(first), Some(last)) = (track.first(), track.last()) else {
        return String::new();
    };
    let mut rules = format!(
        "@keyframes k{number}{SUM}{{0%{{{}}}",
        transform(first.before)
    );
    let has_steps = has_steps(track);
    for change in track {
        if has_steps {
            let begin = rounded(share(change.begin, lasts), 4);
            rules += &format!("{begin}%{{{}}}", transform(change.after));
        } else {
            rules += &keyframes_of(change, lasts);
        }
    }

    rules += &format!("to{{{}}}}}\n", transform(last.after));
    rules
}

/// Whether an element only jumps from place to place, so that a place holds until the next one.
fn has_steps(track: &[Change]) -> bool {
    track.iter().all(|change| change.end <= change.begin)
}

/// A time as a share of the film, in per cent.
fn share(time: f64, lasts: f64) -> f64 {
    (time / lasts * 100.0).clamp(0.0, 100.0)
}

/// The keyframes of a change: its begin and its end, and its middle if it leaves the straight way.
fn keyframes_of(change: &Change, lasts: f64) -> String {
    let share = |time| share(time, lasts);
    let middle = rounded((share(change.begin) + share(change.end)) / 2.0, 4);
    // An instantaneous change takes a thousandth of a percent.
    let end = share(change.end)
        .max(share(change.begin) + 0.001)
        .min(100.0);
    let end = rounded(end, 4);
    let begin = rounded(share(change.begin), 4);
    let before = transform(change.before);
    let after = transform(change.after);

    if change.end <= change.begin {
        return format!("{begin}%{{{before}}}{end}%{{{after}}}");
    }
    if change.rise == 1.0 && change.lift == 0.0 {
        let ease = "animation-timing-function:ease-in-out";
        return format!("{begin}%{{{before};{ease}}}{end}%{{{after}}}");
    }

    let top = transform(top_of(change));
    format!(
        "{begin}%{{{before};animation-timing-function:ease-in}}\
         {middle}%{{{top};animation-timing-function:ease-out}}{end}%{{{after}}}"
    )
}

/// Where an element is half-way.
fn top_of(change: &Change) -> Place {
    let (before, after) = (change.before, change.after);
    let x = f32::midpoint(before.at.0, after.at.0);
    let y = f32::midpoint(before.at.1, after.at.1);
    Place {
        at: (x, y - change.lift),
        scale: f32::midpoint(before.scale, after.scale) * change.rise,
    }
}

impl Gradient<'_> {
    fn definition(self, number: usize) -> String {
        let mut stops = String::new();
        for &(at, of) in self.stops {
            let at = rounded(at.into(), 4);
            let colour = tone("stop-color", "stop-opacity", of);
            stops += &format!("<stop offset=\"{at}\"{colour}/>");
        }

        // The focus is relative to the centre in radii; SVG wants it relative to the bounding box.
        let (x, y) = self.focus;
        let x = rounded((0.5 + x / 2.0).into(), 4);
        let y = rounded((0.5 + y / 2.0).into(), 4);
        format!(
            "<radialGradient id=\"g{number}{SUM}\" fx=\"{x}\" fy=\"{y}\">{stops}</radialGradient>\n"
        )
    }
}

/// A part of the drawing at a place.
fn copy_of_part(part: usize, (x, y): Point, more: &str) -> String {
    let place = if (x, y) == (0.0, 0.0) {
        String::new()
    } else {
        format!(" x=\"{}\" y=\"{}\"", number(x), number(y))
    };
    format!("<use href=\"#p{part}{SUM}\"{place}{more}/>")
}

/// The attribute of a group at a place.
fn placed(place: Place) -> String {
    let x = number(place.at.0);
    let y = number(place.at.1);
    let scale = if place.scale == 1.0 {
        String::new()
    } else {
        format!(" scale({})", rounded(place.scale.into(), 4))
    };
    format!(" transform=\"translate({x} {y}){scale}\"")
}

/// Many dots as one path.
fn dots(centres: &[Point], radius: f32, colour: Colour, more: &str) -> String {
    let mut path = String::new();
    for &(x, y) in centres {
        path += &format!("M{} {}h0", number(x), number(y));
    }

    // Round caps of lines without length are shorter to write than circles.
    let stroke = stroke(Line {
        width: 2.0 * radius,
        colour,
    });
    format!("<path d=\"{path}\"{stroke} stroke-linecap=\"round\"{more}/>")
}

fn path(points: &[Point], line: Line, more: &str) -> String {
    let mut steps = Vec::new();
    for &(x, y) in points {
        steps.push(format!("{} {}", number(x), number(y)));
    }

    let path = steps.join("L");
    let stroke = stroke(line);
    format!("<path d=\"M{path}\" fill=\"none\"{stroke}{more}/>")
}

/// The attributes of a box. Its edge is inside, where that of a `<rect>` is half outside.
fn rectangle(
    (x, y): Point,
    (width, height): Point,
    radius: f32,
    fill: Colour,
    edge: Option<Line>,
) -> String {
    let inset = edge.map_or(0.0, |edge| edge.width / 2.0);
    format!(
        " x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"{}{}",
        number(x + inset),
        number(y + inset),
        number(width - 2.0 * inset),
        number(height - 2.0 * inset),
        number(radius),
        colour("fill", fill),
        edge.map(stroke).unwrap_or_default()
    )
}

/// What a screen reader says of elements that are one thing.
fn said_as(role: Role, said: &str) -> String {
    let role = match role {
        Role::Heading => " role=\"heading\"",
        Role::Paragraph => "",
        Role::Figure => " role=\"img\"",
        Role::Aside => " aria-hidden=\"true\"",
    };

    if said.is_empty() {
        role.to_owned()
    } else {
        format!("{role} aria-label=\"{}\"", escaped(said))
    }
}

fn words(of: &Words, more: &str) -> String {
    let x = number(of.at.0);
    let y = number(of.at.1);
    let size = number(of.size);
    let weight = if of.bold { " font-weight=\"bold\"" } else { "" };
    let anchor = match of.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let fill = colour("fill", of.colour);

    let text = match of.text.strip_suffix(BREAK) {
        Some(beginning) => escaped(&format!("{beginning}-")),
        None => escaped(&of.text),
    };
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}{anchor}{fill}{more}>{text}</text>"
    )
}

fn circle((x, y): Point, radius: f32) -> String {
    format!(
        " cx=\"{}\" cy=\"{}\" r=\"{}\"",
        number(x),
        number(y),
        number(radius)
    )
}

fn ring(centre: Point, radius: f32, line: Line) -> String {
    let circle = circle(centre, radius);
    format!("{circle} fill=\"none\"{}", stroke(line))
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
    if of.is_seen() {
        tone(attribute, &format!("{attribute}-opacity"), of)
    } else {
        format!(" {attribute}=\"none\"")
    }
}

/// The attribute for a colour, and that for its opacity if it isn't opaque.
fn tone(attribute: &str, opacity: &str, of: Colour) -> String {
    let [r, g, b, a] = of.rgba;
    let colour = format!(" {attribute}=\"#{r:02x}{g:02x}{b:02x}\"");
    if a == 255 {
        return colour;
    }

    let share = rounded(f64::from(a) / 255.0, 3);
    format!("{colour} {opacity}=\"{share}\"")
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
