//! A scene as a drawing, and as SVG. In a film, every peg is an element that moves along its jumps and
//! vanishes when it is jumped over; a still shows one instant.

use std::io::Write;

use super::caption;
use super::geometry::Geometry;
use super::stage::{Look, Seen};
use super::{Scene, Show, Size, Theme, View, look};
use crate::Error;
use crate::drawing::{Anchor, Change, Dark, Drawing, Element, Place, Point, Shown, Words, svg};
use crate::timeline::Timeline;
use peg_solitaire::board::{Hole, Jump};
use peg_solitaire::progress::Progress;

/// The distance between holes, in units of a drawing that has no pixels.
const PITCH: u32 = 24;

const ORIGIN: Point = (0.0, 0.0);

/// The part with the board. The others are looks, from the empty hole on.
const BOARD: usize = 0;

/// Writes an SVG: a still, or a film that plays with CSS alone.
pub fn svg(scene: &Scene, out: &mut dyn Write, _: Progress<'_>) -> Result<(), Error> {
    Ok(out.write_all(svg::file(&scene.drawing()?).as_bytes())?)
}

impl Scene {
    /// The scene as a drawing.
    pub fn drawing(&self) -> Result<Drawing, Error> {
        let (asked, view) = (self.geometry()?, &self.view);
        // The size that was asked for only scales the drawing, which has its own unit.
        let mut geometry = self.layout(&self.timeline, Size::Pitch(PITCH))?;
        let mut scale = f64::from(asked.width) / f64::from(geometry.width);
        let mut size = (geometry.width as f32, geometry.height as f32);
        // The other sizes leave the height to the drawing.
        if matches!(view.size, Size::Exactly(..)) {
            scale = scale.min(f64::from(asked.height) / f64::from(geometry.height));
            let units = |pixels: u32| f64::from(pixels) / scale;
            let exact = (units(asked.width), units(asked.height));
            geometry.pad((exact.0.round() as u32, exact.1.round() as u32));
            size = (exact.0 as f32, exact.1 as f32);
        }
        Ok(Drawing {
            size,
            shown: Shown::Pixels(scale),
            ..self.drawn(&geometry)
        })
    }

    /// The scene as a drawing with this layout.
    pub(super) fn drawn(&self, geometry: &Geometry) -> Drawing {
        let (timeline, view, show) = (&self.timeline, &self.view, self.show);
        let tracks = Tracks {
            timeline,
            view,
            geometry,
        };
        let letters = 0..timeline.letters().len();
        let group = |letter: usize| {
            let (x, y) = geometry.corners[letter];
            let mut elements = vec![Element::Part {
                number: BOARD,
                at: ORIGIN,
            }];
            match show {
                Show::Film => tracks.film(&mut elements, letter),
                Show::Still(at) => {
                    let state = timeline.state(letter, at);
                    let mut seen = Seen::of(timeline, &state);
                    seen.land();
                    tracks.still(&mut elements, letter, &seen);
                    if timeline.setting().is_storyboard() {
                        tracks.jumps(&mut elements, letter, &state.moving);
                        elements.extend(tracks.skipped(letter));
                    }
                }
            }
            Element::Group {
                place: Place::at((x as f32, y as f32)),
                elements,
            }
        };
        let title = match timeline.setting().text() {
            "" => "Peg solitaire",
            text => text,
        };
        Drawing {
            labels: Some([title.to_owned(), description(timeline, show)]),
            ground: view.theme.background,
            parts: parts(&view.theme, geometry),
            dark: view.dark.as_ref().map(|theme| Dark {
                ground: theme.background,
                words: theme.caption,
                parts: parts(theme, geometry),
            }),
            elements: letters.map(group).collect(),
            lasts: (show == Show::Film).then(|| (timeline.duration(), view.loops)),
            ..Drawing::new((geometry.width as f32, geometry.height as f32))
        }
    }
}

/// What is seen, for screen readers.
fn description(timeline: &Timeline, show: Show) -> String {
    let board = timeline.setting().board();
    let boards = match timeline.letters().len() {
        1 => "one board".to_owned(),
        count => format!("{count} boards"),
    };
    let jumps = timeline
        .letters()
        .iter()
        .map(|letter| letter.solution.jumps().len());
    let (most, plays) = (
        jumps.max().unwrap_or(0),
        if show == Show::Film { ", animated" } else { "" },
    );
    format!("Peg solitaire{plays}: {boards} ({board}), jumps: {most}.")
}

/// The parts that letters consist of.
fn parts(theme: &Theme, geometry: &Geometry) -> Vec<Vec<Element>> {
    let pitch = geometry.pitch as f32;
    let size = (geometry.board.0 as f32, geometry.board.1 as f32);
    let mut board = vec![look::board(theme, size, pitch)];
    board.extend(
        geometry
            .middles
            .iter()
            .map(|&middle| part(Look::Empty, middle)),
    );
    let labels = geometry.labels.iter().cloned();
    board.extend(labels.map(|label| {
        Words {
            colour: theme.caption,
            ..label
        }
        .into()
    }));
    let inside = |look| look::inside(theme, look, ORIGIN, (pitch, pitch / 2.0, 1.0));
    let mut parts = vec![board, look::hole(theme, ORIGIN, pitch)];
    parts.extend([Look::Waiting, Look::Moving, Look::Settled, Look::Bright].map(inside));
    parts
}

fn part(look: Look, at: Point) -> Element {
    Element::Part {
        number: look as usize + 1,
        at,
    }
}

/// The data that all letters share.
struct Tracks<'s> {
    timeline: &'s Timeline,
    view: &'s View,
    geometry: &'s Geometry,
}

impl Tracks<'_> {
    fn middle(&self, hole: Hole) -> Point {
        self.geometry.middles[hole.index()]
    }

    /// The middle of a hole, where something is hidden, and where it is seen.
    fn places(&self, hole: Hole) -> [Place; 2] {
        [0.0, 1.0].map(|scale| Place {
            at: self.middle(hole),
            scale,
        })
    }

    /// Draws what is seen of the letter.
    fn still(&self, elements: &mut Vec<Element>, letter: usize, seen: &Seen) {
        let looks = self.geometry.middles.iter().zip(&seen.looks);
        let holes = looks.filter(|(_, look)| **look != Look::Empty);
        elements.extend(holes.map(|(&middle, &look)| part(look, middle)));
        let (base, size) = self.geometry.caption;
        if size > 0.0 {
            let name = caption::of(self.timeline.setting(), letter, seen.jump);
            let at = (self.geometry.board.0 as f32 / 2.0, base);
            let words = Words::new(name, at, size, self.view.theme.caption);
            elements.push(words.anchored(Anchor::Middle).into());
        }
    }

    /// Draws how the pegs came to where they are; at the start, how those jump that jump first.
    /// Many jumps at a time would hide each other.
    fn jumps(&self, elements: &mut Vec<Element>, letter: usize, last: &[Jump]) {
        let next = self
            .timeline
            .letters()
            .get(letter + 1)
            .map(|next| &next.solution);
        let first = next.filter(|game| last.is_empty() && game.round_count() == 1);
        let jumps = first.map_or(last, |game| game.jumps());
        for jump in jumps.iter().filter(|_| jumps.len() <= 4) {
            let way = [jump.from(), jump.over(), jump.to()].map(|hole| self.middle(hole));
            elements.extend(first.map(|_| part(Look::Moving, way[0])));
            elements.extend(look::jump(
                &self.view.theme,
                way,
                self.geometry.pitch as f32,
                first.is_none(),
            ));
        }
    }

    /// Points between a board and the one before, if jumps are left out there.
    fn skipped(&self, letter: usize) -> Option<Element> {
        let both = [letter.checked_sub(1)?, letter];
        let played = both.map(|it| self.timeline.game(it).round_count());
        let [(left, top), (right, below)] = both.map(|it| self.geometry.corners[it]);
        let (wide, high) = self.geometry.board;
        let middle = ((left + wide) as f32 - right as f32) / 2.0;
        let size = 0.9 * self.geometry.pitch as f32;
        let (caption, captions) = self.geometry.caption;
        let base = if captions > 0.0 {
            caption
        } else {
            high as f32 / 2.0
        };
        let words = Words::new("…", (middle, base), size, self.view.theme.caption);
        let skips = played[1] > played[0] + 1 && top == below;
        skips.then(|| words.anchored(Anchor::Middle).into())
    }

    /// Draws the letter with all its moves.
    fn film(&self, elements: &mut Vec<Element>, letter: usize) {
        for (start, changes) in self.pegs(letter) {
            elements.push(match changes.is_empty() {
                true => part(Look::Waiting, self.middle(start)),
                false => self.playing(part(Look::Waiting, ORIGIN), changes),
            });
        }
        for (hole, time) in self.timeline.settle_times(letter) {
            let [hidden, seen] = self.places(hole);
            let settles = vec![at_once(time as f64, hidden, seen)];
            elements.push(self.playing(part(Look::Settled, ORIGIN), settles));
        }
        for moving in self.moving(letter) {
            elements.push(self.playing(part(Look::Moving, ORIGIN), moving));
        }
        let board = self.timeline.setting().board();
        for (hole, _) in self.timeline.settle_times(letter) {
            let column = board.picture_place(hole).0;
            let Some([time, lasts]) = self.timeline.lit_at(letter, column) else {
                break;
            };
            let [hidden, seen] = self.places(hole);
            let glint = vec![
                Change {
                    begin: time - lasts,
                    end: time,
                    ..at_once(time, hidden, seen)
                },
                Change {
                    begin: time,
                    end: time + lasts,
                    ..at_once(time, seen, hidden)
                },
            ];
            elements.push(self.playing(part(Look::Bright, ORIGIN), glint));
        }
    }

    /// The pegs of a letter: the hole in which each begins, and how it moves from there until it is
    /// jumped over.
    fn pegs(&self, letter: usize) -> Vec<(Hole, Vec<Change>)> {
        let game = self.timeline.game(letter);
        let mut pegs: Vec<(Hole, Vec<Change>)> =
            game.start().pegs().map(|hole| (hole, Vec::new())).collect();
        let mut at: Vec<Option<usize>> = vec![None; self.geometry.middles.len()];
        for (peg, (hole, _)) in pegs.iter().enumerate() {
            at[hole.index()] = Some(peg);
        }
        for (number, &jump) in game.jumps().iter().enumerate() {
            let round = game.round_of(number) - 1;
            let [from, over, to] = [jump.from(), jump.over(), jump.to()].map(Hole::index);
            let (jumping, jumped) = (at[from].take(), at[over].take());
            at[to] = jumping;
            if let Some(peg) = jumping {
                pegs[peg].1.extend(self.flight(letter, round, jump));
            }
            if let Some(peg) = jumped {
                let [_, seen] = self.places(jump.over());
                let left = |progress: f64| Place {
                    scale: 1.0 - progress as f32,
                    ..seen
                };
                pegs[peg].1.extend(self.course(letter, round, left));
            }
        }
        pegs
    }

    /// What moves in a round from where it is at the beginning to where it is at the end, as it
    /// says for each share of the way.
    fn course(&self, letter: usize, round: usize, at: impl Fn(f64) -> Place) -> Vec<Change> {
        let times = self.timeline.rounds(letter);
        if self.timeline.slides() {
            let [begin, end] = [times[round], times[round + 1]].map(|time| time as f64);
            return vec![Change {
                end,
                ..at_once(begin, at(0.0), at(1.0))
            }];
        }
        let mut before = at(0.0);
        let phases = self.timeline.phases(letter, round).map(|(time, progress)| {
            let now = at(progress);
            at_once(time as f64, std::mem::replace(&mut before, now), now)
        });
        phases.collect()
    }

    /// The way of a peg that jumps.
    fn flight(&self, letter: usize, round: usize, jump: Jump) -> Vec<Change> {
        let [from, to] = [jump.from(), jump.to()].map(|hole| self.middle(hole));
        let (rise, lift) = (
            look::rise(&self.view.theme),
            look::ARC * self.geometry.pitch as f32,
        );
        let place = |progress: f64| {
            let share = progress as f32;
            let high = 4.0 * share * (1.0 - share);
            let between = |from: f32, to: f32| from + (to - from) * share;
            let at = (between(from.0, to.0), between(from.1, to.1) - high * lift);
            Place {
                at,
                scale: 1.0 + high * (rise - 1.0),
            }
        };
        let course = self.course(letter, round, place).into_iter();
        course
            .map(|it| {
                if it.end > it.begin {
                    Change { rise, lift, ..it }
                } else {
                    it
                }
            })
            .collect()
    }

    /// What shows the pegs that jump in their colour: an element for every jump that is played at the
    /// same time.
    fn moving(&self, letter: usize) -> Vec<Vec<Change>> {
        let game = self.timeline.game(letter);
        let times = self.timeline.rounds(letter);
        // An SVG takes this share of the film for a change without a duration.
        let at_once_lasts = self.timeline.duration() as f64 * 1e-5;
        let mut tracks: Vec<Vec<Change>> = Vec::new();
        for (number, &jump) in game.jumps().iter().enumerate() {
            let round = game.round_of(number) - 1;
            let place = number - game.jumps_in(round);
            if place == tracks.len() {
                tracks.push(Vec::new());
            }
            let track = &mut tracks[place];
            let [begin, end] = [times[round], times[round + 1]].map(|time| time as f64);
            let [hidden, seen] = self.places(jump.from());
            // If jumps follow one another without a gap, the track moves from hole to hole.
            let before = match track.last() {
                Some(last) if last.begin >= begin => track.pop().map_or(hidden, |last| last.before),
                _ => hidden,
            };
            track.push(at_once(begin, before, seen));
            // It goes along with the peg. Finding it takes a moment.
            let flight = self.flight(letter, round, jump).into_iter();
            let flight = flight.filter(|it| it.before != it.after);
            track.extend(flight.map(|it| Change {
                begin: it.begin.max(begin + at_once_lasts),
                ..it
            }));
            let [hidden, seen] = self.places(jump.to());
            track.push(at_once(end, seen, hidden));
        }
        tracks
    }

    /// An animated element, from its changes in times of play.
    fn playing(&self, element: Element, mut changes: Vec<Change>) -> Element {
        let timeline = self.timeline;
        let (first, rest) = (changes[0].before, changes[changes.len() - 1].after);
        for change in &mut changes {
            change.begin = timeline.in_film(change.begin);
            change.end = timeline.in_film(change.end);
        }
        let [opening, rewind] = timeline.prologue();
        if rewind > 0 && first != rest {
            // The finished word comes first. Then all goes straight back.
            let (begin, end) = (opening as f64, timeline.in_film(0.0));
            let begin = if timeline.slides() { begin } else { end };
            changes.insert(
                0,
                Change {
                    end,
                    ..at_once(begin, rest, first)
                },
            );
        }
        Element::Playing {
            element: Box::new(element),
            rest,
            changes,
        }
    }
}

fn at_once(time: f64, before: Place, after: Place) -> Change {
    Change {
        begin: time,
        end: time,
        before,
        after,
        rise: 1.0,
        lift: 0.0,
    }
}
