//! The shapes of a theme's boards, holes and pegs. The caller decides where they are.

use super::stage::Look;
use super::theme::{BoardTheme, LayoutTheme, PegTheme, Theme};
use crate::drawing::{Colour, Element, Fill, Line, Point};
use crate::timeline::Trace;
use serde::Serialize;

/// A theme for painters outside of this crate. The distance between holes is 1.
#[derive(Clone, Debug, Serialize)]
pub struct Appearance {
    name: String,
    background: Colour,
    caption: Colour,
    board: BoardTheme,
    layout: LayoutTheme,
    /// The colour of pegs that jump, for elements.
    mark: Colour,
    /// How far a jumping peg is moved up half-way, and how much larger it is there.
    arc: f32,
    rise: f32,
    /// What lies in a hole around the origin: nothing, or a peg that waits, moves, has settled, or
    /// is lit; a captured peg; and what is left of it: a ring after a fast jump, and two after a
    /// slow one.
    looks: Vec<Vec<Disc>>,
    /// A peg between holes.
    flying: Vec<Disc>,
}

/// The centre and radius of a disc, the focus of its gradient, and the stops of that, as in
/// [`Fill::Radial`].
type Disc = (Point, f32, Point, Vec<(f32, Colour)>);

impl Appearance {
    /// The appearance of a theme with round pegs, which all built-in themes have.
    pub fn of(theme: Theme) -> Self {
        // Lines have a least width in pixels, so all is drawn larger at first.
        const PITCH: f32 = 100.0;
        const MIDDLE: Point = (0.0, 0.0);
        let scale = Scale {
            pitch: PITCH,
            room: PITCH / 2.0,
            share: 1.0,
        };
        let discs = |elements: Vec<Element>| {
            let discs = elements.into_iter().filter_map(disc);
            discs.map(|disc| shrunk(disc, PITCH)).collect()
        };

        let looks = Look::ALL.map(|look| match look {
            Look::Empty => discs(hole(&theme, MIDDLE, PITCH)),
            _ => discs(inside(&theme, look, MIDDLE, scale)),
        });
        let flying = discs(flying(&theme, MIDDLE, scale));
        Self {
            mark: theme.moving.colour,
            name: theme.name,
            background: theme.background,
            caption: theme.caption,
            board: theme.board,
            layout: theme.layout,
            arc: HOP,
            rise: RISE,
            looks: looks.into(),
            flying,
        }
    }

    /// Which of the looks is what is left of a captured peg.
    pub fn look_of(trace: Trace) -> usize {
        Look::of(trace) as usize
    }
}

/// A round element as a disc. What is inside of a ring is clear.
fn disc(element: Element) -> Option<Disc> {
    const MIDDLE: Point = (0.0, 0.0);
    match element {
        Element::Disc {
            centre,
            radius,
            fill: Fill::Plain(colour),
        } => Some((centre, radius, MIDDLE, vec![(0.0, colour)])),
        Element::Disc {
            centre,
            radius,
            fill: Fill::Radial { focus, stops },
        } => Some((centre, radius, focus, stops)),
        Element::Ring {
            centre,
            radius,
            line: Line { width, colour },
        } => {
            let outer = radius + width / 2.0;
            let inner = (radius - width / 2.0) / outer;
            let stops = vec![(inner, colour.cleared()), (inner, colour)];
            Some((centre, outer, MIDDLE, stops))
        }
        _ => None,
    }
}

/// A disc with lengths divided by a number.
fn shrunk((centre, radius, focus, stops): Disc, by: f32) -> Disc {
    ((centre.0 / by, centre.1 / by), radius / by, focus, stops)
}

/// A board without holes, with its top left corner at the origin.
pub(super) fn board(theme: &Theme, size: Point, pitch: f32) -> Element {
    let most = (size.0 / 2.0).min(size.1 / 2.0);
    let radius = (theme.board.corner * pitch).min(most);

    Element::Box {
        corner: (0.0, 0.0),
        size,
        radius,
        fill: theme.board.colour,
        edge: None,
    }
}

/// An empty hole, with the light and the shade at its rim.
pub(super) fn hole(theme: &Theme, (x, y): Point, pitch: f32) -> Vec<Element> {
    let radius = theme.hole.size * pitch / 2.0;
    if radius <= 0.0 {
        return Vec::new();
    }

    let depth = radius * 0.16;
    let discs = [
        (y + depth, theme.hole.light),
        (y - depth * 0.5, theme.hole.shade),
        (y, theme.hole.colour),
    ];
    let mut elements = Vec::new();
    for (y, colour) in discs {
        if colour.is_seen() {
            elements.push(solid((x, y), radius, colour, false));
        }
    }
    elements
}

/// The colours of a peg of this look.
pub(super) fn peg_theme(theme: &Theme, look: Look) -> PegTheme {
    match look {
        Look::Waiting => theme.tinted(&theme.waiting),
        Look::Moving => theme.tinted(&theme.moving),
        Look::Bright => lit(theme),
        Look::Empty | Look::Settled => theme.peg.clone(),
        Look::Captured | Look::Ring | Look::Strong | Look::Faint => {
            theme.tinted(theme.captured.as_ref().unwrap_or(&theme.moving))
        }
    }
}

/// A peg that has come to stay, under a light. On a light board, a white light would take its
/// contrast, so it darkens a little. A white peg is seen to be lit if it has the colour of one that
/// jumps.
fn lit(theme: &Theme) -> PegTheme {
    let own = theme.peg.clone();
    let ground = theme.ground();
    let is_dark = ground.contrast(Colour::WHITE) > ground.contrast(Colour::rgb(0));
    let rgba = if is_dark {
        [255, 255, 255, 180]
    } else {
        [0, 0, 0, 80]
    };

    let light = Colour { rgba };
    let under = |colour: Colour| light.over(colour);
    if under(own.colour) == own.colour {
        return theme.tinted(&theme.moving);
    }
    PegTheme {
        colour: under(own.colour),
        light: own.light.map(under),
        dark: own.dark.map(under),
        ..own
    }
}

/// How far a jumping peg is moved up half-way through a jump, as if seen from the side.
pub(super) const HOP: f32 = 0.45;

/// How much larger a peg looks half-way through a jump, when it is highest.
pub(super) const RISE: f32 = 1.15;

/// The width of the rim in the colour of the ground by which a jumping peg is set off from what is
/// behind it. A rim of less than half a pixel is left out.
const RIM: f32 = 0.07;
const LEAST_RIM: f32 = 0.5;

/// The width of the rings that are left of captured pegs, and the least in pixels.
const RING_WIDTH: f32 = 0.08;
const LEAST_RING_WIDTH: f32 = 1.0;

/// The least distance between holes, in pixels, with room for such a ring. Below that, a paler peg
/// is seen in its place.
const LEAST_RING_PITCH: f32 = 10.0;
const PALE: f32 = 0.4;

/// How large the pegs of a picture are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The distance between holes.
    pub pitch: f32,
    /// How far a glow reaches.
    pub room: f32,
    /// The size of a peg, compared with one in a hole.
    pub share: f32,
}

/// What lies in a hole of this look.
pub(super) fn inside(theme: &Theme, look: Look, at: Point, scale: Scale) -> Vec<Element> {
    match look {
        Look::Empty => Vec::new(),
        Look::Captured if theme.captured.is_none() => {
            vec![hollow(theme, at, scale.pitch)]
        }
        Look::Ring | Look::Strong | Look::Faint => vec![faded(theme, look, at, scale.pitch)],
        _ => peg(&peg_theme(theme, look), at, scale),
    }
}

/// A peg that jumps, with a rim if there is room for one.
pub(super) fn flying(theme: &Theme, at: Point, scale: Scale) -> Vec<Element> {
    let mut elements = Vec::new();
    let rim = RIM * scale.pitch;
    let is_opaque = theme.board.colour.rgba[3] == 255 || theme.background.rgba[3] == 255;
    if rim >= LEAST_RIM && is_opaque {
        let radius = theme.peg.size * scale.pitch / 2.0 * scale.share;
        elements.push(solid(at, radius + rim, theme.ground(), theme.peg.square));
    }

    elements.extend(peg(&peg_theme(theme, Look::Moving), at, scale));
    elements
}

/// How far a jumping peg with its rim and its glow reaches from its middle, at most.
#[cfg(feature = "pictures")]
pub(super) fn reach(theme: &Theme, Scale { pitch, room, .. }: Scale) -> f32 {
    let peg = theme.peg.size * pitch / 2.0 * RISE + RIM * pitch;
    let has_glow = theme.moving.glow.is_seen();
    if has_glow { peg.max(room * RISE) } else { peg }
}

/// A captured peg in a theme that has no colour for it.
fn hollow(theme: &Theme, centre: Point, pitch: f32) -> Element {
    let width = (RING_WIDTH * pitch).max(LEAST_RING_WIDTH);
    Element::Ring {
        centre,
        radius: (theme.peg.size * pitch - width) / 2.0,
        line: Line {
            width,
            colour: theme.moving.colour,
        },
    }
}

/// The radius of a ring that is left of a captured peg, and how much of it is seen.
struct Fading {
    radius: f32,
    opacity: f32,
}

impl Fading {
    fn of(look: Look) -> Self {
        let (radius, opacity) = match look {
            Look::Strong => (0.37, 0.75),
            Look::Faint => (0.41, 0.4),
            _ => (0.38, 0.6),
        };
        Self { radius, opacity }
    }
}

/// What is left of a captured peg.
fn faded(theme: &Theme, look: Look, centre: Point, pitch: f32) -> Element {
    let colour = captured_colour(theme);
    if pitch < LEAST_RING_PITCH {
        let radius = theme.peg.size * pitch / 2.0;
        return solid(centre, radius, thinned(colour, PALE), theme.peg.square);
    }

    let Fading { radius, opacity } = Fading::of(look);
    Element::Ring {
        centre,
        radius: radius * pitch,
        line: Line {
            width: (RING_WIDTH * pitch).max(LEAST_RING_WIDTH),
            colour: thinned(colour, opacity),
        },
    }
}

/// The colour of what is left of a captured peg.
fn captured_colour(theme: &Theme) -> Colour {
    let captured = theme.captured.as_ref();
    captured.unwrap_or(&theme.moving).colour
}

/// A colour of which only a share is seen.
fn thinned(colour: Colour, share: f32) -> Colour {
    let [r, g, b, a] = colour.rgba;
    let a = (f32::from(a) * share).round() as u8;
    Colour { rgba: [r, g, b, a] }
}

/// A disc or square of one colour.
fn solid(centre: Point, radius: f32, colour: Colour, is_square: bool) -> Element {
    if !is_square {
        let fill = Fill::Plain(colour);
        return Element::Disc {
            centre,
            radius,
            fill,
        };
    }
    Element::Box {
        corner: (centre.0 - radius, centre.1 - radius),
        size: (2.0 * radius, 2.0 * radius),
        radius: 0.0,
        fill: colour,
        edge: None,
    }
}

/// A peg.
fn peg(theme: &PegTheme, at: Point, scale: Scale) -> Vec<Element> {
    const MIDDLE: Point = (0.0, 0.0);
    let radius = theme.size * scale.pitch / 2.0 * scale.share;
    if radius <= 0.0 {
        return Vec::new();
    }
    if theme.square {
        return vec![solid(at, radius, theme.colour, true)];
    }

    let mut elements = Vec::new();
    let mut disc = |centre, radius, focus, stops: &[(f32, Colour)]| {
        if stops[0].1.is_seen() {
            let stops = stops.to_vec();
            elements.push(Element::Disc {
                centre,
                radius,
                fill: Fill::Radial { focus, stops },
            });
        }
    };

    let glow = theme.glow;
    let reach = scale.room * scale.share;
    let from_its_edge = (radius / reach * 0.7, glow);
    disc(at, reach, MIDDLE, &[from_its_edge, (1.0, glow.cleared())]);

    let light = theme.light.unwrap_or(theme.colour);
    let dark = theme.dark.unwrap_or(theme.colour);
    let shades = [(0.0, light), (0.45, theme.colour), (1.0, dark)];
    disc(at, radius, (-0.35, -0.4), &shades);

    let shine = theme.shine;
    let reflection = (at.0 - radius * 0.32, at.1 - radius * 0.38);
    let fades = [(0.2, shine), (1.0, shine.cleared())];
    disc(reflection, radius * 0.38, MIDDLE, &fades);
    elements
}

/// A jump, played or to come: rings where pegs are gone or will go and come, and an arrow from one
/// hole over the other to the third.
pub(crate) fn jump(
    theme: &Theme,
    [from, over, to]: [Point; 3],
    pitch: f32,
    is_played: bool,
) -> Vec<Element> {
    let ring = |look: Look, centre: Point, width: f32| {
        let PegTheme { colour, size, .. } = peg_theme(theme, look);
        let line = Line {
            width: width * pitch,
            colour,
        };
        Element::Ring {
            centre,
            radius: (size / 2.0 - 0.05) * pitch,
            line,
        }
    };
    let mut elements = if is_played {
        vec![
            ring(Look::Moving, from, 0.1),
            ring(Look::Waiting, over, 0.1),
        ]
    } else {
        vec![ring(Look::Moving, over, 0.1), ring(Look::Moving, to, 0.04)]
    };

    // An arrow with a rim in the colour of what is behind it.
    for (width, colour) in [(0.26, theme.ground()), (0.1, theme.moving.colour)] {
        let width = width * pitch;
        elements.extend(arrow(from, to, pitch, Line { width, colour }));
    }
    elements
}

/// An arrow in an arc from a hole to the second next, which ends at the edge of the peg there.
pub(crate) fn arrow(from: Point, to: Point, pitch: f32, line: Line) -> [Element; 2] {
    const END: f32 = 0.84;
    let across = (to.0 - from.0) / 2.0;
    let down = (to.1 - from.1) / 2.0;
    // Upwards, or to the right where the jump is upright.
    let is_turned = across > 0.0 || across == 0.0 && down > 0.0;
    let turn = if is_turned { 1.0 } else { -1.0 };

    let arc = |way: f32| {
        let along = 2.0 * way;
        let aside = 0.6 * 4.0 * way * (1.0 - way) * turn;
        (
            from.0 + along * across + aside * down,
            from.1 + along * down - aside * across,
        )
    };
    let points = (0..=16).map(|step| arc(END * step as f32 / 16.0)).collect();

    let tip = arc(END);
    let back = arc(END - 0.1);
    let step = (tip.0 - back.0, tip.1 - back.1);
    let long = (step.0 * step.0 + step.1 * step.1).sqrt() / (0.3 * pitch);
    let x = step.0 / long;
    let y = step.1 / long;
    let wing = |side: f32| (tip.0 - x - side * y, tip.1 - y + side * x);
    let head = vec![wing(0.7), tip, wing(-0.7)];
    [
        Element::Path { points, line },
        Element::Path { points: head, line },
    ]
}
