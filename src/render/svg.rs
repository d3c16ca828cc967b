//! SVG: a still, or an animation by CSS alone, in one file that works as an image. Every peg is an
//! element that moves along its jumps and vanishes when it is jumped over.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::geometry::Geometry;
use super::theme::{Colour, PegTheme};
use super::{Loops, RenderError, View};
use crate::board::{Hole, Jump};
use crate::timeline::{Motion, Timeline};

/// The distance between holes, in units of the drawing.
const PITCH: u32 = 24;

/// Something that happens to an element: between two times it goes from one state to another.
#[derive(Clone, Copy)]
struct Change {
    begin: f64,
    end: f64,
    before: Stand,
    after: Stand,
}

/// Where an element is, and how large.
#[derive(Clone, Copy, PartialEq)]
struct Stand {
    hole: Hole,
    shown: bool,
}

/// Writes the film as an SVG that plays itself. A reader who prefers less motion sees the last
/// picture.
///
/// # Errors
/// When the picture is too large or can't be written.
pub fn animation(
    timeline: &Timeline,
    view: &View,
    loops: Loops,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let drawing = Drawing::new(timeline, view)?;
    drawing.begin(out)?;
    let mut rules = String::new();
    let mut body = String::new();
    let mut number = 0;
    for letter in 0..timeline.letters().len() {
        drawing.board(&mut body, letter);
        for (symbol, track) in drawing.tracks(letter) {
            drawing.element(&mut body, &mut rules, symbol, &track, &mut number);
        }
        drawing.captions(&mut body, &mut rules, letter, &mut number);
        body.push_str("</g>\n");
    }
    let times = match loops {
        Loops::Endless => "infinite".to_owned(),
        Loops::Times(times) => times.max(1).to_string(),
    };
    let length = timeline.duration();
    write!(
        out,
        "<style>\n.m{{animation:{length}ms linear {times} both}}\n{rules}\
         @media (prefers-reduced-motion:reduce){{.m{{animation:none!important}}}}\n</style>\n{body}</svg>\n"
    )?;
    Ok(())
}

/// Writes what is seen when every letter has played, as an SVG.
///
/// # Errors
/// When the picture is too large or can't be written.
pub fn still(timeline: &Timeline, view: &View, out: &mut dyn Write) -> Result<(), RenderError> {
    let drawing = Drawing::new(timeline, view)?;
    drawing.begin(out)?;
    let mut body = String::new();
    for (number, letter) in timeline.letters().iter().enumerate() {
        drawing.board(&mut body, number);
        let last = letter.solution.jumps().last().filter(|_| timeline.timing().highlight);
        for hole in letter.solution.end().holes() {
            let symbol = if last.is_some_and(|jump| jump.to() == hole) { "j" } else { "p" };
            let (x, y) = drawing.middle(hole);
            let _ = write!(body, "<use href=\"#{symbol}\" x=\"{x}\" y=\"{y}\"/>");
        }
        if let Some(jump) = last {
            let (x, y) = drawing.middle(jump.over());
            let _ = write!(body, "<use href=\"#o\" x=\"{x}\" y=\"{y}\"/>");
        }
        if let Some(&jump) = letter.solution.jumps().last() {
            drawing.caption(&mut body, jump, "");
        }
        body.push_str("</g>\n");
    }
    writeln!(out, "{body}</svg>")?;
    Ok(())
}

/// What all elements share.
struct Drawing<'t> {
    timeline: &'t Timeline,
    view: &'t View,
    geometry: Geometry,
    /// Pixels to a unit of the drawing.
    scale: f64,
}

impl<'t> Drawing<'t> {
    fn new(timeline: &'t Timeline, view: &'t View) -> Result<Self, RenderError> {
        // The size that is asked for must be possible; the drawing has a size of its own.
        let asked = Geometry::new(timeline.setting(), view)?;
        let view_of_drawing = View { size: super::Size::Pitch(PITCH), ..view.clone() };
        let geometry = Geometry::new(timeline.setting(), &view_of_drawing)?;
        let scale = f64::from(asked.width) / f64::from(geometry.width);
        Ok(Self { timeline, view, geometry, scale })
    }

    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        let theme = &self.view.theme;
        let (width, height) = (self.geometry.width, self.geometry.height);
        let shown = |length: u32| (f64::from(length) * self.scale).round();
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\">",
            shown(width),
            shown(height)
        )?;
        let text: String = self.timeline.letters().iter().map(|letter| letter.character).collect();
        if !text.trim().is_empty() {
            writeln!(out, "<title>{}</title>", escaped(&text))?;
        }
        writeln!(out, "<defs>")?;
        let mut defs = String::new();
        let marked = PegTheme {
            colour: theme.highlight.jumping,
            light: None,
            dark: None,
            ..theme.peg.clone()
        };
        peg(&mut defs, "p", &theme.peg);
        if self.timeline.timing().highlight {
            peg(&mut defs, "j", &marked);
            let radius = f64::from(theme.hole.size) * f64::from(PITCH) / 2.0 * 1.15;
            let _ = write!(
                defs,
                "<g id=\"o\">{}</g>",
                circle(0.0, 0.0, radius, theme.highlight.jumped)
            );
        }
        let radius = f64::from(theme.hole.size) * f64::from(PITCH) / 2.0;
        let depth = radius * 0.16;
        let _ = write!(
            defs,
            "<g id=\"h\">{}{}{}</g>",
            circle(0.0, depth, radius, theme.hole.light),
            circle(0.0, -depth * 0.5, radius, theme.hole.shade),
            circle(0.0, 0.0, radius, theme.hole.colour)
        );
        let (w, h) = self.geometry.board;
        let edge = if theme.board.edge.rgba[3] > 0 { 1.5 } else { 0.0 };
        let corner =
            (f64::from(theme.board.corner) * f64::from(PITCH)).min(f64::from(w.min(h)) / 2.0);
        let _ = write!(
            defs,
            "<g id=\"b\"><rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\" rx=\"{corner}\" {3} stroke-width=\"{edge}\" {4}/>",
            edge / 2.0,
            f64::from(w) - edge,
            f64::from(h) - edge,
            fill("fill", theme.board.colour),
            fill("stroke", theme.board.edge),
        );
        for hole in 0..self.geometry.cells.len() {
            let (x, y) = self.geometry.middles[hole];
            let _ = write!(defs, "<use href=\"#h\" x=\"{x}\" y=\"{y}\"/>");
        }
        defs.push_str("</g>");
        writeln!(out, "{defs}\n</defs>")?;
        writeln!(
            out,
            "<rect width=\"{width}\" height=\"{height}\" {}/>",
            fill("fill", theme.background)
        )
    }

    /// Begins a letter's group with its board.
    fn board(&self, body: &mut String, letter: usize) {
        let (x, y) = self.geometry.corners[letter];
        let _ = write!(body, "<g transform=\"translate({x} {y})\"><use href=\"#b\"/>");
    }

    fn middle(&self, hole: Hole) -> (f32, f32) {
        self.geometry.middles[hole.index()]
    }

    /// What happens to each peg of a letter, and to the marks of its jumps.
    fn tracks(&self, letter: usize) -> Vec<(&'static str, Vec<Change>)> {
        let solution = &self.timeline.letters()[letter].solution;
        let mut pegs: Vec<(Hole, Vec<Change>)> =
            solution.start().holes().map(|hole| (hole, Vec::new())).collect();
        let mut at: Vec<Option<usize>> = vec![None; self.geometry.cells.len()];
        for (peg, (hole, _)) in pegs.iter().enumerate() {
            at[hole.index()] = Some(peg);
        }
        let lasts = self.timeline.jump_time();
        let moves = matches!(self.timeline.timing().motion, Motion::Smooth(_));
        let times: Vec<f64> = self.timeline.jump_times(letter).collect();
        let mut marks = [Vec::new(), Vec::new()];
        for (&jump, &begin) in solution.jumps().iter().zip(&times) {
            let end = if moves { begin + lasts } else { begin };
            let (jumping, jumped) =
                (at[jump.from().index()].take(), at[jump.over().index()].take());
            at[jump.to().index()] = jumping;
            let shown = |hole| Stand { hole, shown: true };
            let hidden = |hole| Stand { hole, shown: false };
            if let Some(peg) = jumping {
                let (before, after) = (shown(jump.from()), shown(jump.to()));
                pegs[peg].1.push(Change { begin, end, before, after });
            }
            if let Some(peg) = jumped {
                let (before, after) = (shown(jump.over()), hidden(jump.over()));
                pegs[peg].1.push(Change { begin, end, before, after });
            }
            for (mark, hole) in marks.iter_mut().zip([jump.to(), jump.over()]) {
                let over = begin + lasts;
                let shown_from = if moves { over - 1e-3 } else { begin };
                mark.push(Change {
                    begin: shown_from,
                    end: shown_from,
                    before: hidden(hole),
                    after: shown(hole),
                });
                let until = if moves { over + lasts } else { over };
                mark.push(Change {
                    begin: until,
                    end: until,
                    before: shown(hole),
                    after: hidden(hole),
                });
            }
        }
        let mut tracks: Vec<(&'static str, Vec<Change>)> = pegs
            .into_iter()
            .map(|(hole, changes)| {
                let stays = Stand { hole, shown: true };
                let still = Change { begin: 0.0, end: 0.0, before: stays, after: stays };
                ("p", if changes.is_empty() { vec![still] } else { changes })
            })
            .collect();
        if self.timeline.timing().highlight {
            let [jumping, jumped] = marks;
            // Jumps follow each other at once, so a mark goes from one to the next.
            let joined = |changes: Vec<Change>| {
                let mut joined: Vec<Change> = Vec::new();
                for change in changes {
                    match joined.last() {
                        Some(last) if !last.after.shown && last.begin >= change.begin - 1e-6 => {
                            let hiding = joined.pop().expect("there is a last one");
                            joined.push(Change { before: hiding.before, ..change });
                        }
                        _ => joined.push(change),
                    }
                }
                joined
            };
            tracks.push(("o", joined(jumped)));
            tracks.push(("j", joined(jumping)));
        }
        tracks.retain(|track| !track.1.is_empty());
        tracks
    }

    /// Draws an element that goes through changes, with the rule that moves it.
    fn element(
        &self,
        body: &mut String,
        rules: &mut String,
        symbol: &str,
        track: &[Change],
        number: &mut usize,
    ) {
        let rest = self.css(track[track.len() - 1].after);
        if track.iter().all(|change| change.before == change.after) {
            let _ = write!(body, "<use href=\"#{symbol}\" style=\"transform:{rest}\"/>");
            return;
        }
        *number += 1;
        let _ = write!(
            body,
            "<use href=\"#{symbol}\" class=\"m\" style=\"transform:{rest};animation-name:k{number}\"/>"
        );
        let _ = write!(rules, "@keyframes k{number}{{");
        self.keyframes(rules, track, |stand| format!("transform:{}", self.css(stand)));
        rules.push_str("}\n");
    }

    /// The keyframes of changes, there and (where it goes back) back again.
    fn keyframes(&self, rules: &mut String, track: &[Change], css: impl Fn(Stand) -> String) {
        let timeline = self.timeline;
        let total = timeline.duration() as f64;
        let mut changes = track.to_vec();
        if timeline.timing().ping_pong {
            let mirror = 2.0 * timeline.played_at() + timeline.timing().hold_end;
            changes.extend(track.iter().rev().map(|change| Change {
                begin: mirror - change.end,
                end: mirror - change.begin,
                before: change.after,
                after: change.before,
            }));
        }
        let share = |time: f64| (time / total * 100.0).clamp(0.0, 100.0);
        let _ = write!(rules, "0%{{{}}}", css(changes[0].before));
        for change in &changes {
            // What happens at once is given a thousandth of a percent.
            let begin = share(change.begin);
            let end = share(change.end).max(begin + 0.001).min(100.0);
            let ease = if change.end > change.begin {
                ";animation-timing-function:ease-in-out"
            } else {
                ""
            };
            let _ = write!(
                rules,
                "{begin:.4}%{{{}{ease}}}{end:.4}%{{{}}}",
                css(change.before),
                css(change.after)
            );
        }
        let _ = write!(rules, "to{{{}}}", css(changes[changes.len() - 1].after));
    }

    fn css(&self, stand: Stand) -> String {
        let (x, y) = self.middle(stand.hole);
        let size = if stand.shown { "" } else { " scale(0)" };
        format!("translate({x}px,{y}px){size}")
    }

    /// The captions of a letter, each seen while its jump is the last.
    fn captions(&self, body: &mut String, rules: &mut String, letter: usize, number: &mut usize) {
        if self.geometry.caption.is_none() {
            return;
        }
        let jumps = self.timeline.letters()[letter].solution.jumps();
        let times: Vec<f64> = self.timeline.jump_times(letter).collect();
        for (played, &jump) in jumps.iter().enumerate() {
            let stand = |shown| Stand { hole: jump.to(), shown };
            let at = |begin: f64, shown: bool| Change {
                begin,
                end: begin,
                before: stand(!shown),
                after: stand(shown),
            };
            let mut track = vec![at(times[played], true)];
            track.extend(times.get(played + 1).map(|&time| at(time, false)));
            *number += 1;
            let rest = if played + 1 == jumps.len() { "visible" } else { "hidden" };
            let style =
                format!(" class=\"m\" style=\"visibility:{rest};animation-name:k{number}\"");
            self.caption(body, jump, &style);
            let _ = write!(rules, "@keyframes k{number}{{");
            self.keyframes(rules, &track, |stand| {
                format!("visibility:{}", if stand.shown { "visible" } else { "hidden" })
            });
            rules.push_str("}\n");
        }
    }

    fn caption(&self, body: &mut String, jump: Jump, style: &str) {
        let Some(place) = self.geometry.caption else { return };
        let name = self.timeline.setting().board().jump_name(jump);
        let _ = write!(
            body,
            "<text x=\"{}\" y=\"{}\" font-family=\"ui-monospace,monospace\" font-size=\"{}\" text-anchor=\"middle\" {}{style}>{name}</text>",
            f64::from(place.width) / 2.0,
            place.top + place.height,
            f64::from(place.height) * 1.35,
            fill("fill", self.view.theme.caption),
        );
    }
}

/// A peg about the origin, under this name.
fn peg(defs: &mut String, name: &str, theme: &PegTheme) {
    let radius = f64::from(theme.size) * f64::from(PITCH) / 2.0;
    let gradient = |id: &str, focus: (f64, f64), stops: &[(f64, Colour)]| {
        let stops: String = stops
            .iter()
            .map(|&(at, colour)| format!("<stop offset=\"{at}\" {}/>", fill("stop", colour)))
            .collect();
        format!(
            "<radialGradient id=\"{id}\" fx=\"{}\" fy=\"{}\">{}</radialGradient>",
            focus.0,
            focus.1,
            stops.replace("stop=", "stop-color=")
        )
    };
    let clear = |colour: Colour| {
        let [r, g, b, _] = colour.rgba;
        Colour { rgba: [r, g, b, 0] }
    };
    let disc = |y: f64, radius: f64, id: &str| {
        format!("<circle cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"url(#{id})\"/>")
    };
    let mut parts = String::new();
    if theme.glow.rgba[3] > 0 {
        let reach = f64::from(PITCH) / 2.0;
        let stops = [(radius / reach * 0.7, theme.glow), (1.0, clear(theme.glow))];
        defs.push_str(&gradient(&format!("{name}g"), (0.5, 0.5), &stops));
        parts.push_str(&disc(0.0, reach, &format!("{name}g")));
    }
    if theme.shadow.rgba[3] > 0 {
        let stops = [(0.8, theme.shadow), (1.0, clear(theme.shadow))];
        defs.push_str(&gradient(&format!("{name}s"), (0.5, 0.5), &stops));
        parts.push_str(&disc(radius * 0.16, radius * 1.16, &format!("{name}s")));
    }
    let (light, dark) = (theme.light.unwrap_or(theme.colour), theme.dark.unwrap_or(theme.colour));
    if light == theme.colour && dark == theme.colour {
        parts.push_str(&circle(0.0, 0.0, radius, theme.colour));
    } else {
        let stops = [(0.0, light), (0.45, theme.colour), (1.0, dark)];
        defs.push_str(&gradient(&format!("{name}b"), (0.325, 0.3), &stops));
        parts.push_str(&disc(0.0, radius, &format!("{name}b")));
    }
    if theme.shine.rgba[3] > 0 {
        let stops = [(0.2, theme.shine), (1.0, clear(theme.shine))];
        defs.push_str(&gradient(&format!("{name}h"), (0.5, 0.5), &stops));
        let (x, y) = (-radius * 0.32, -radius * 0.38);
        let _ = write!(
            parts,
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{:.2}\" fill=\"url(#{name}h)\"/>",
            radius * 0.38
        );
    }
    let _ = write!(defs, "<g id=\"{name}\">{parts}</g>");
}

fn circle(x: f64, y: f64, radius: f64, of: Colour) -> String {
    if of.rgba[3] == 0 || radius <= 0.0 {
        return String::new();
    }
    format!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" {}/>", fill("fill", of))
}

/// An attribute that gives a colour and its opacity: `fill`, `stroke` or `stop`.
fn fill(attribute: &str, of: Colour) -> String {
    let [r, g, b, a] = of.rgba;
    match a {
        0 if attribute != "stop" => format!("{attribute}=\"none\""),
        255 => format!("{attribute}=\"#{r:02x}{g:02x}{b:02x}\""),
        _ => format!(
            "{attribute}=\"#{r:02x}{g:02x}{b:02x}\" {attribute}-opacity=\"{:.3}\"",
            f64::from(a) / 255.0
        ),
    }
}

/// Text as XML wants it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
