//! A scene as a drawing, and as SVG. In a film, every peg is an element that moves along its jumps
//! and vanishes when it is jumped over, where others show for a moment that it was captured; a
//! still shows one instant.

use std::io::Write;

use super::caption;
use super::framing::{Framing, Framings};
use super::geometry::Geometry;
use super::look::Scale;
use super::stage::{Look, Seen, eased, height};
use super::{Scene, Show, Size, Theme, View, look};
use crate::Error;
use crate::drawing::{Anchor, Change, Dark, Drawing, Element, Place, Point, Shown, Words, svg};
use crate::timeline::{Timeline, Trace};
use peg_solitaire::board::{Hole, Jump};
use peg_solitaire::progress::Progress;

/// The distance between holes, in units of a drawing that has no pixels.
const PITCH: u32 = 24;

const ORIGIN: Point = (0.0, 0.0);

/// The most jumps of a board whose arrows are drawn. More would hide each other.
const MOST_ARROWS: usize = 4;

/// The part with the board. The others are looks, from the empty hole on, and in a film a peg that
/// jumps.
const BOARD: usize = 0;
const FLYING: usize = Look::ALL.len() + 1;

/// Writes an SVG: a still, or a film that plays with CSS alone.
pub fn svg(scene: &Scene, out: &mut dyn Write, _: Progress<'_>) -> Result<(), Error> {
    Ok(out.write_all(svg::file(&scene.drawing()?).as_bytes())?)
}

impl Scene {
    /// The scene as a drawing.
    pub fn drawing(&self) -> Result<Drawing, Error> {
        let asked = self.geometry()?;
        // The size that was asked for only scales the drawing, which has its own unit.
        let mut geometry = self.layout(&self.timeline, Size::Pitch(PITCH))?;
        let mut scale = f64::from(asked.width) / f64::from(geometry.width);
        let mut size = (geometry.width as f32, geometry.height as f32);

        // The other sizes leave the height to the drawing.
        if matches!(self.view.size, Size::Exactly(..)) {
            scale = scale.min(f64::from(asked.height) / f64::from(geometry.height));
            let units = |pixels: u32| f64::from(pixels) / scale;
            let exact = (units(asked.width), units(asked.height));
            geometry.pad((exact.0.round() as u32, exact.1.round() as u32));
            size = (exact.0 as f32, exact.1 as f32);
        }

        Ok(Drawing {
            size,
            shown: Shown::Pixels(scale),
            ..self.drawn(&geometry)?
        })
    }

    /// The scene as a drawing with this layout.
    pub(super) fn drawn(&self, geometry: &Geometry) -> Result<Drawing, Error> {
        let timeline = &self.timeline;
        let view = &self.view;
        let show = self.show;
        let tracks = Tracks {
            timeline,
            view,
            geometry,
            framings: Framings::new(timeline, geometry)?,
        };
        let letters = 0..timeline.letters().len();
        let mut elements: Vec<Element> = letters.map(|letter| tracks.board(letter, show)).collect();
        elements.extend(tracks.counter());

        let title = match timeline.setting().text() {
            "" => "Peg solitaire",
            text => text,
        };
        Ok(Drawing {
            labels: Some([title.to_owned(), description(timeline, show)]),
            ground: view.theme.background,
            parts: parts(&view.theme, geometry, show),
            dark: view.dark.as_ref().map(|theme| Dark {
                ground: theme.background,
                words: theme.caption,
                parts: parts(theme, geometry, show),
            }),
            elements,
            lasts: (show == Show::Film).then(|| (timeline.duration(), view.loops)),
            ..Drawing::new((geometry.width as f32, geometry.height as f32))
        })
    }
}

/// What is seen, for screen readers.
fn description(timeline: &Timeline, show: Show) -> String {
    let board = timeline.setting().board();
    let letters = timeline.letters();
    let boards = match letters.len() {
        1 => "one board".to_owned(),
        count => format!("{count} boards"),
    };

    let jumps = letters.iter().map(|letter| letter.solution.jumps().len());
    let most = jumps.max().unwrap_or(0);
    let plays = if show == Show::Film { ", animated" } else { "" };
    format!("Peg solitaire{plays}: {boards} ({board}), jumps: {most}.")
}

/// The parts that letters consist of.
fn parts(theme: &Theme, geometry: &Geometry, show: Show) -> Vec<Vec<Element>> {
    let pitch = geometry.pitch as f32;
    let size = (geometry.board.0 as f32, geometry.board.1 as f32);
    let mut board = vec![look::board(theme, size, pitch)];
    for &middle in &geometry.middles {
        board.push(part(Look::Empty, middle));
    }
    for label in &geometry.labels {
        let colour = theme.caption;
        let label = label.clone();
        board.push(Words { colour, ..label }.into());
    }

    let scale = Scale {
        pitch,
        room: pitch / 2.0,
        share: 1.0,
    };
    let is_film = show == Show::Film;
    let looks = if is_film {
        &Look::ALL[..]
    } else {
        &Look::ALL[..Look::OF_STILL]
    };
    let mut parts = vec![board];
    for &look in looks {
        parts.push(match look {
            Look::Empty => look::hole(theme, ORIGIN, pitch),
            _ => look::inside(theme, look, ORIGIN, scale),
        });
    }
    if is_film {
        parts.push(look::flying(theme, ORIGIN, scale));
    }
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
    framings: Option<Framings>,
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

    /// A letter's board, in its place.
    fn board(&self, letter: usize, show: Show) -> Element {
        let mut elements = vec![Element::Part {
            number: BOARD,
            at: ORIGIN,
        }];
        match show {
            Show::Film => self.film(&mut elements, letter),
            Show::Still(at) => {
                let state = self.timeline.still_state(letter, at);
                let mut seen = Seen::of(self.timeline, &state);
                seen.land();
                self.still(&mut elements, letter, &seen);

                if self.timeline.setting().is_storyboard() {
                    self.jumps(&mut elements, letter, &state.moving);
                    elements.extend(self.skipped(letter));
                }
            }
        }

        if show == Show::Film
            && let Some(framings) = self.framings
        {
            return self.in_large_view(elements, framings);
        }
        let (x, y) = self.geometry.corners[letter];
        Element::Group {
            place: Place::at((x as f32, y as f32)),
            elements,
        }
    }

    /// The board of one game, of which a part is shown larger for a while.
    fn in_large_view(&self, elements: Vec<Element>, framings: Framings) -> Element {
        let board = Element::Group {
            place: Place::ORIGIN,
            elements,
        };
        let Some([begin, back, end]) = self.timeline.large_view() else {
            return board;
        };

        let place = |framing: Framing| Place {
            at: (framing.corner.0 as f32, framing.corner.1 as f32),
            scale: framing.pitch as f32 / framings.whole.pitch as f32,
        };
        let whole = place(framings.whole);
        let close = place(framings.close);
        let draws_back = Change {
            end: end as f64,
            ..at_once(back as f64, close, whole)
        };
        self.playing(board, vec![at_once(begin as f64, whole, close), draws_back])
    }

    /// The counter of jumps: all that it says, each for its time.
    fn counter(&self) -> Vec<Element> {
        let Some(counter) = self.geometry.counter else {
            return Vec::new();
        };
        let colour = self.view.theme.caption;
        let corner = (counter.strip.left as f32, counter.strip.top as f32);

        let said = self.counted();
        let mut elements = Vec::new();
        // The large view, or what is behind the picture, would be behind the words otherwise.
        let is_over_others = self.framings.is_some() || self.view.theme.is_translucent();
        if is_over_others && self.view.dark.is_none() {
            elements.push(Element::Box {
                corner,
                size: (counter.strip.width as f32, counter.strip.height as f32),
                radius: 0.0,
                fill: self.view.theme.behind_counter(),
                edge: None,
            });
        }

        for (number, Counted { time, text }) in said.iter().enumerate() {
            let words = counter.words(text.clone(), corner, colour);
            let place = |scale: f32| Place {
                at: words.at,
                scale,
            };
            let words = Words {
                at: ORIGIN,
                ..words
            };

            let mut changes = Vec::new();
            if number > 0 {
                changes.push(at_once(*time as f64, place(0.0), place(1.0)));
            }
            if let Some(next) = said.get(number + 1) {
                changes.push(at_once(next.time as f64, place(1.0), place(0.0)));
            }
            elements.push(if changes.is_empty() {
                words.into()
            } else {
                self.playing(words.into(), changes)
            });
        }
        elements
    }

    /// What the counter says, and from which times of play on.
    fn counted(&self) -> Vec<Counted> {
        let timeline = self.timeline;
        let letters = 0..timeline.letters().len();
        let mut times: Vec<u64> = letters
            .flat_map(|letter| timeline.rounds(letter))
            .copied()
            .collect();
        times.push(0);
        times.sort_unstable();

        let mut said: Vec<Counted> = Vec::new();
        for time in times {
            // A peg that slides begins to move just after its round has begun.
            let text = timeline.counter(timeline.in_film(time as f64) as u64 + 1);
            if said.last().is_none_or(|last| last.text != text) {
                said.push(Counted { time, text });
            }
        }
        said
    }

    /// Draws what is seen of the letter.
    fn still(&self, elements: &mut Vec<Element>, letter: usize, seen: &Seen) {
        for (&middle, &look) in self.geometry.middles.iter().zip(&seen.looks) {
            if look != Look::Empty {
                elements.push(part(look, middle));
            }
        }

        let (base, size) = self.geometry.caption;
        if size > 0.0 {
            let name = caption::of(self.timeline.setting(), letter, seen.jump);
            let at = (self.geometry.board.0 as f32 / 2.0, base);
            let words = Words::new(name, at, size, self.view.theme.caption);
            elements.push(words.anchored(Anchor::Middle).into());
        }
    }

    /// Draws how the pegs came to where they are; at the start, how those jump that jump first.
    fn jumps(&self, elements: &mut Vec<Element>, letter: usize, last: &[Jump]) {
        let next = self.timeline.letters().get(letter + 1);
        let next = next.map(|next| &next.solution);
        let first = next.filter(|game| last.is_empty() && game.round_count() == 1);
        let jumps = first.map_or(last, |game| game.jumps());
        if jumps.len() > MOST_ARROWS {
            return;
        }

        let pitch = self.geometry.pitch as f32;
        for jump in jumps {
            let way = [jump.from(), jump.over(), jump.to()].map(|hole| self.middle(hole));
            let is_played = first.is_none();
            if !is_played {
                elements.push(part(Look::Moving, way[0]));
            }
            elements.extend(look::jump(&self.view.theme, way, pitch, is_played));
        }
    }

    /// Points between a board and the one before, if jumps are left out there.
    fn skipped(&self, letter: usize) -> Option<Element> {
        let before = letter.checked_sub(1)?;
        let rounds = |letter: usize| self.timeline.game(letter).round_count();
        let (left, top) = self.geometry.corners[before];
        let (right, below) = self.geometry.corners[letter];
        let is_beside = top == below;
        if !is_beside || rounds(letter) <= rounds(before) + 1 {
            return None;
        }

        let (wide, high) = self.geometry.board;
        let middle = ((left + wide) as f32 - right as f32) / 2.0;
        let (caption, captions) = self.geometry.caption;
        let base = if captions > 0.0 {
            caption
        } else {
            high as f32 / 2.0
        };
        let size = 0.9 * self.geometry.pitch as f32;
        let words = Words::new("…", (middle, base), size, self.view.theme.caption);
        Some(words.anchored(Anchor::Middle).into())
    }

    /// Draws the letter with all its moves: what lies on the board first, what flies over it last.
    fn film(&self, elements: &mut Vec<Element>, letter: usize) {
        for trace in [Trace::Peg, Trace::Ring, Trace::Strong, Trace::Faint] {
            for captured in self.captured(letter, trace) {
                elements.push(self.playing(part(Look::of(trace), ORIGIN), captured));
            }
        }

        for MovingPeg { start, changes } in self.pegs(letter) {
            elements.push(if changes.is_empty() {
                part(Look::Waiting, self.middle(start))
            } else {
                self.playing(part(Look::Waiting, ORIGIN), changes)
            });
        }
        for (hole, time) in self.timeline.settle_times(letter) {
            let settles = vec![self.appears(hole, time as f64)];
            elements.push(self.playing(part(Look::Settled, ORIGIN), settles));
        }

        for moving in self.moving(letter) {
            let flying = Element::Part {
                number: FLYING,
                at: ORIGIN,
            };
            elements.push(self.playing(flying, moving));
        }
        self.glints(elements, letter);
    }

    /// Draws the pegs of the end as the band of light passes over them, if it does.
    fn glints(&self, elements: &mut Vec<Element>, letter: usize) {
        let board = self.timeline.setting().board();
        for (hole, _) in self.timeline.settle_times(letter) {
            let column = board.picture_place(hole).0;
            let Some([time, lasts]) = self.timeline.lit_at(letter, column) else {
                return;
            };

            let appears = Change {
                begin: time - lasts,
                ..self.appears(hole, time)
            };
            let vanishes = Change {
                end: time + lasts,
                ..self.vanishes(hole, time)
            };
            elements.push(self.playing(part(Look::Bright, ORIGIN), vec![appears, vanishes]));
        }
    }

    /// An element that appears in a hole.
    fn appears(&self, hole: Hole, time: f64) -> Change {
        let [hidden, seen] = self.places(hole);
        at_once(time, hidden, seen)
    }

    /// An element that vanishes from a hole.
    fn vanishes(&self, hole: Hole, time: f64) -> Change {
        let [hidden, seen] = self.places(hole);
        at_once(time, seen, hidden)
    }

    /// The pegs of a letter, and how each moves until it is captured.
    fn pegs(&self, letter: usize) -> Vec<MovingPeg> {
        let game = self.timeline.game(letter);
        let mut pegs: Vec<MovingPeg> = Vec::new();
        let mut at: Vec<Option<usize>> = vec![None; self.geometry.middles.len()];
        for start in game.start().pegs() {
            at[start.index()] = Some(pegs.len());
            pegs.push(MovingPeg {
                start,
                changes: Vec::new(),
            });
        }

        for (number, &jump) in game.jumps().iter().enumerate() {
            let round = game.round_of(number) - 1;
            let jumping = at[jump.from().index()].take();
            let captured = at[jump.over().index()].take();
            at[jump.to().index()] = jumping;

            if let Some(peg) = jumping {
                let flight = self.flight(letter, round, jump);
                pegs[peg].changes.extend(flight);
            }
            if let Some(peg) = captured {
                let time = self.timeline.captured_at(letter, round) as f64;
                pegs[peg].changes.push(self.vanishes(jump.over(), time));
            }
        }
        pegs
    }

    /// What shows the captured pegs, as long as this is left of them: an element for all that are
    /// seen one after the other.
    fn captured(&self, letter: usize, trace: Trace) -> Vec<Vec<Change>> {
        let mut tracks: Vec<Vec<Change>> = Vec::new();
        for span in self.timeline.captures(letter) {
            if span.capture.trace != trace {
                continue;
            }

            let begin = span.begin as f64;
            let is_free = |track: &Vec<Change>| track.last().is_none_or(|last| last.end <= begin);
            let free = tracks.iter().position(is_free);
            let track = free.unwrap_or_else(|| {
                tracks.push(Vec::new());
                tracks.len() - 1
            });
            let hole = span.capture.hole;
            tracks[track].push(self.appears(hole, begin));
            tracks[track].push(self.vanishes(hole, span.end as f64));
        }
        tracks
    }

    /// The way of a peg that jumps.
    fn flight(&self, letter: usize, round: usize, jump: Jump) -> Vec<Change> {
        let from = self.middle(jump.from());
        let to = self.middle(jump.to());
        let lift = look::HOP * self.geometry.pitch as f32;
        let place = |progress: f64| {
            let way = eased(progress);
            let up = height(way) as f32;
            let way = way as f32;
            Place {
                at: (
                    from.0 + (to.0 - from.0) * way,
                    from.1 + (to.1 - from.1) * way - up * lift,
                ),
                scale: 1.0 + up * (look::RISE - 1.0),
            }
        };

        if self.timeline.slides() {
            let times = self.timeline.rounds(letter);
            return vec![Change {
                begin: times[round] as f64,
                end: self.timeline.landed_at(letter, round) as f64,
                before: place(0.0),
                after: place(1.0),
                rise: look::RISE,
                lift,
            }];
        }

        let mut before = place(0.0);
        let mut steps = Vec::new();
        for phase in self.timeline.phases(letter, round) {
            let now = place(phase.progress);
            steps.push(at_once(phase.begin as f64, before, now));
            before = now;
        }
        steps
    }

    /// What shows the pegs that jump in their colour: an element for every jump that is played at
    /// the same time, the lower ones over the higher ones.
    fn moving(&self, letter: usize) -> Vec<Vec<Change>> {
        let board = self.timeline.setting().board();
        let times = self.timeline.rounds(letter);
        // An SVG takes this share of the film for a change without a duration.
        let at_once_lasts = self.timeline.duration() as f64 * 1e-5;

        let mut tracks: Vec<Vec<Change>> = Vec::new();
        for round in 0..times.len() - 1 {
            let begin = times[round] as f64;
            let end = times[round + 1] as f64;
            let mut jumps = self.timeline.jumps_of(letter, round).to_vec();
            jumps.sort_by_key(|jump| board.picture_place(jump.over()).1);
            while tracks.len() < jumps.len() {
                tracks.push(Vec::new());
            }

            for (jump, track) in jumps.into_iter().zip(&mut tracks) {
                let [hidden, seen] = self.places(jump.from());
                // If jumps follow one another without a gap, the element moves from hole to hole.
                let follows = track.last().is_some_and(|last| last.begin >= begin);
                let last = if follows { track.pop() } else { None };
                let before = last.map_or(hidden, |last| last.before);
                track.push(at_once(begin, before, seen));

                // It goes along with the peg. Finding it takes a moment.
                for step in self.flight(letter, round, jump) {
                    if step.before != step.after {
                        let begin = step.begin.max(begin + at_once_lasts);
                        track.push(Change { begin, ..step });
                    }
                }
                track.push(self.vanishes(jump.to(), end));
            }
        }
        tracks
    }

    /// An animated element, from its changes in times of play.
    fn playing(&self, element: Element, mut changes: Vec<Change>) -> Element {
        let timeline = self.timeline;
        let first = changes[0].before;
        let rest = changes[changes.len() - 1].after;
        for change in &mut changes {
            change.begin = timeline.in_film(change.begin);
            change.end = timeline.in_film(change.end);
        }

        let [opening, rewind] = timeline.prologue();
        let is_seen = first.scale > 0.0 || rest.scale > 0.0;
        if rewind > 0 && first != rest && is_seen {
            // The finished word comes first. Then all goes straight back.
            let end = timeline.in_film(0.0);
            let begin = if timeline.slides() {
                opening as f64
            } else {
                end
            };
            let back = Change {
                end,
                ..at_once(begin, rest, first)
            };
            changes.insert(0, back);
        }
        Element::Playing {
            element: Box::new(element),
            rest,
            changes,
        }
    }
}

/// What a counter says from a time of play on.
struct Counted {
    time: u64,
    text: String,
}

/// The hole in which a peg begins, and how it moves until it is captured.
struct MovingPeg {
    start: Hole,
    changes: Vec<Change>,
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
