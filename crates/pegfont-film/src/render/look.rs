//! The shapes of a theme's boards, holes and pegs. The caller decides where they are.

use super::stage::Look;
use super::theme::{BoardTheme, LayoutTheme, PegTheme, Theme};
use crate::drawing::{Colour, Element, Fill, Line, Point};
use serde::Serialize;

/// A theme for painters outside of this crate. The distance between holes is 1.
#[derive(Clone, Debug, Serialize)]
pub struct Appearance {
    name: String,
    background: Colour,
    caption: Colour,
    board: BoardTheme,
    layout: LayoutTheme,
    /// The colour of pegs that jump, for marks.
    mark: Colour,
    /// How far a jumping peg is moved up half-way, and how much larger it is there.
    arc: f32,
    rise: f32,
    /// What lies in a hole around the origin: nothing, or a peg that waits, moves, has settled, or
    /// is lit.
    looks: [Vec<Disc>; 5],
}

/// The centre and radius of a disc, the focus of its gradient, and the stops of that, as in
/// [`Fill::Radial`].
type Disc = (Point, f32, Point, Vec<(f32, Colour)>);

impl Appearance {
    /// The appearance of a theme with round pegs, which all built-in themes have.
    pub fn of(theme: Theme) -> Self {
        let looks = [Look::Waiting, Look::Moving, Look::Settled, Look::Bright];
        let peg = |look| discs(inside(&theme, look, (0.0, 0.0), (1.0, 0.5, 1.0)));
        let [waiting, moving, settled, bright] = looks.map(peg);
        let looks = [
            discs(hole(&theme, (0.0, 0.0), 1.0)),
            waiting,
            moving,
            settled,
            bright,
        ];
        let (mark, rise) = (theme.moving.colour, rise(&theme));
        let Theme {
            name,
            background,
            caption,
            board,
            layout,
            ..
        } = theme;
        Self {
            name,
            background,
            caption,
            board,
            layout,
            mark,
            arc: ARC,
            rise,
            looks,
        }
    }
}

fn discs(elements: Vec<Element>) -> Vec<Disc> {
    let disc = |element| match element {
        Element::Disc {
            centre,
            radius,
            fill,
        } => Some(match fill {
            Fill::Plain(colour) => (centre, radius, (0.0, 0.0), vec![(0.0, colour)]),
            Fill::Radial { focus, stops } => (centre, radius, focus, stops),
        }),
        _ => None,
    };
    elements.into_iter().filter_map(disc).collect()
}

/// A board without holes, with its top left corner at the origin.
pub(super) fn board(theme: &Theme, size: Point, pitch: f32) -> Element {
    let radius = (theme.board.corner * pitch)
        .min(size.0 / 2.0)
        .min(size.1 / 2.0);
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
    let depth = radius * 0.16;
    let discs = [
        (y + depth, theme.hole.light),
        (y - depth * 0.5, theme.hole.shade),
        (y, theme.hole.colour),
    ];
    let seen = discs
        .into_iter()
        .filter(|(_, colour)| radius > 0.0 && colour.is_seen());
    let disc = |(y, colour)| Element::Disc {
        centre: (x, y),
        radius,
        fill: Fill::Plain(colour),
    };
    seen.map(disc).collect()
}

/// The colours of a peg of this look.
pub(super) fn peg_theme(theme: &Theme, look: Look) -> PegTheme {
    match look {
        Look::Waiting => theme.tinted(&theme.waiting),
        Look::Moving => theme.tinted(&theme.moving),
        Look::Bright => lit(theme),
        Look::Empty | Look::Settled => theme.peg.clone(),
    }
}

/// A peg that has come to stay, under a light. On a light board, a white light would take its
/// contrast, so it darkens a little. A white peg is seen to be lit if it has the colour of one that
/// jumps.
fn lit(theme: &Theme) -> PegTheme {
    let own = theme.peg.clone();
    let is_dark = theme.ground().contrast(Colour::WHITE) > theme.ground().contrast(Colour::rgb(0));
    let light = Colour {
        rgba: if is_dark {
            [255, 255, 255, 180]
        } else {
            [0, 0, 0, 80]
        },
    };
    let under = |colour: Colour| light.over(colour);
    if under(own.colour) == own.colour {
        return theme.tinted(&theme.moving);
    }
    let (light, dark) = (own.light.map(under), own.dark.map(under));
    PegTheme {
        colour: under(own.colour),
        light,
        dark,
        ..own
    }
}

/// How far a jumping peg is moved up half-way through a jump, as if seen from the side a little.
pub(super) const ARC: f32 = 0.3;

/// How much larger a peg looks half-way through a jump, when it is highest. It stays within its
/// cell.
pub(super) fn rise(theme: &Theme) -> f32 {
    (1.0 / theme.peg.size).clamp(1.0, 1.15)
}

/// What lies in a hole of this look, scaled by `share`. The glow of a peg has a radius of `room`.
pub(super) fn inside(
    theme: &Theme,
    look: Look,
    at: Point,
    (pitch, room, share): (f32, f32, f32),
) -> Vec<Element> {
    let theme = peg_theme(theme, look);
    let (x, y) = at;
    let radius = theme.size * pitch / 2.0 * share;
    if look == Look::Empty || radius <= 0.0 {
        return Vec::new();
    }
    if theme.square {
        let (corner, size) = ((x - radius, y - radius), (2.0 * radius, 2.0 * radius));
        let fill = theme.colour;
        return vec![Element::Box {
            corner,
            size,
            radius: 0.0,
            fill,
            edge: None,
        }];
    }
    const MIDDLE: Point = (0.0, 0.0);
    let mut elements = Vec::new();
    let mut disc = |centre, radius, focus, stops: &[(f32, Colour)]| {
        if stops[0].1.is_seen() {
            let fill = Fill::Radial {
                focus,
                stops: stops.to_vec(),
            };
            elements.push(Element::Disc {
                centre,
                radius,
                fill,
            });
        }
    };
    let reach = room * share;
    let PegTheme { glow, shine, .. } = theme;
    disc(
        at,
        reach,
        MIDDLE,
        &[(radius / reach * 0.7, glow), (1.0, glow.cleared())],
    );
    let (light, dark) = (
        theme.light.unwrap_or(theme.colour),
        theme.dark.unwrap_or(theme.colour),
    );
    disc(
        at,
        radius,
        (-0.35, -0.4),
        &[(0.0, light), (0.45, theme.colour), (1.0, dark)],
    );
    let reflection = (x - radius * 0.32, y - radius * 0.38);
    disc(
        reflection,
        radius * 0.38,
        MIDDLE,
        &[(0.2, shine), (1.0, shine.cleared())],
    );
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
    let mut elements = match is_played {
        true => vec![
            ring(Look::Moving, from, 0.1),
            ring(Look::Waiting, over, 0.1),
        ],
        false => vec![ring(Look::Moving, over, 0.1), ring(Look::Moving, to, 0.04)],
    };
    let [colour, ground] = [theme.moving.colour, theme.ground()];
    for (width, colour) in [(0.26, ground), (0.1, colour)] {
        elements.extend(arrow(
            from,
            to,
            pitch,
            Line {
                width: width * pitch,
                colour,
            },
        ));
    }
    elements
}

/// An arrow in an arc from a hole to the second next, which ends at the edge of the peg there.
pub(crate) fn arrow(from: Point, to: Point, pitch: f32, line: Line) -> [Element; 2] {
    let (across, down) = ((to.0 - from.0) / 2.0, (to.1 - from.1) / 2.0);
    // Upwards, or to the right where the jump is upright.
    let turn = if across > 0.0 || across == 0.0 && down > 0.0 {
        1.0
    } else {
        -1.0
    };
    let at = |way: f32, aside: f32| {
        let (along, aside) = (2.0 * way, aside * turn);
        (
            from.0 + along * across + aside * down,
            from.1 + along * down - aside * across,
        )
    };
    let arc = |way: f32| at(way, 0.6 * 4.0 * way * (1.0 - way));
    const END: f32 = 0.84;
    let points = (0..=16).map(|step| arc(END * step as f32 / 16.0)).collect();
    let (tip, back) = (arc(END), arc(END - 0.1));
    let (x, y) = (tip.0 - back.0, tip.1 - back.1);
    let long = (x * x + y * y).sqrt() / (0.3 * pitch);
    let (x, y) = (x / long, y / long);
    let wing = |side: f32| (tip.0 - x - side * y, tip.1 - y + side * x);
    let head = vec![wing(0.7), tip, wing(-0.7)];
    [
        Element::Path { points, line },
        Element::Path { points: head, line },
    ]
}
