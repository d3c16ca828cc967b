//! A scene as a drawing. In a film, every peg is a mark that moves along its jumps and vanishes when it is jumped over; a
//! still shows one instant. Knows no file format.

use super::caption::Captions;
use super::geometry::Geometry;
use super::theme::PegTheme;
use super::{Loops, RenderError, Scene, Show, Size, Theme, View, caption, look};
use crate::drawing::{Anchor, Change, Dark, Drawing, Face, Film, Mark, Place, Point, Shown, Words};
use crate::timeline::{FirstFrame, Motion, State, Timeline, Timing};
use peg_solitaire::board::Hole;

/// The hole in which a peg begins, and how it moves from there.
type Track = (Hole, Vec<Change>);

/// The distance between holes, in units of the drawing.
const PITCH: u32 = 24;

/// The parts, by their numbers.
const BOARD: usize = 0;
const HOLE: usize = 1;
const PEG: usize = 2;
const JUMPING: usize = 3;
const JUMPED: usize = 4;
const MOVING: usize = 5;
const SETTLED: usize = 6;
const BRIGHT: usize = 7;

/// The time in which the band of light reaches a peg, in milliseconds.
const GLINT: f64 = 90.0;

const ORIGIN: Point = (0.0, 0.0);

/// The scene as a drawing.
pub(super) fn drawing(scene: &Scene<'_>) -> Result<Drawing, RenderError> {
    let Scene { timeline, view, show } = *scene;
    // The requested size must be possible, but only scales the drawing.
    let asked = Geometry::new(timeline.setting(), view)?;
    let own = View { size: Size::Pitch(PITCH), largest_pitch: None, ..view.clone() };
    let mut geometry = Geometry::new(timeline.setting(), &own)?;
    let scale = [
        f64::from(asked.width) / f64::from(geometry.width),
        f64::from(asked.height) / f64::from(geometry.height),
    ];
    // The other sizes leave the height to the drawing.
    let scale = match view.size {
        Size::Exactly(..) => scale[0].min(scale[1]),
        Size::Height(_) => scale[1],
        _ => scale[0],
    };
    let mut size = (geometry.width as f32, geometry.height as f32);
    if matches!(view.size, Size::Exactly(..)) {
        let units = |pixels: u32| f64::from(pixels) / scale;
        let exact = (units(asked.width), units(asked.height));
        geometry.pad((exact.0.round() as u32, exact.1.round() as u32));
        size = (exact.0 as f32, exact.1 as f32);
    }
    let captions = Captions::new(timeline.setting());
    let stage = Stage { timeline, view, geometry: &geometry, captions };
    let letters = 0..timeline.letters().len();
    let group = |letter: usize| {
        let (x, y) = geometry.corners[letter];
        let mut marks = vec![part(BOARD, Place::at(ORIGIN))];
        match show {
            Show::Film(_) => stage.film(&mut marks, letter),
            Show::Still(at) => stage.still(&mut marks, letter, &timeline.state(letter, at)),
        }
        Mark::Group { at: (x as f32, y as f32), marks }
    };
    let film = |loops| Film {
        lasts: timeline.duration(),
        times: match loops {
            Loops::Endless => None,
            Loops::Times(times) => Some(times.max(1)),
        },
    };
    Ok(Drawing {
        shown: Shown::Pixels(scale),
        title: title(timeline),
        description: description(timeline, show),
        ground: view.theme.background,
        parts: parts(&view.theme, &geometry, timeline.timing()),
        dark: view.dark.as_ref().map(|theme| Dark {
            ground: theme.background,
            words: theme.caption,
            parts: parts(theme, &geometry, timeline.timing()),
        }),
        marks: letters.map(group).collect(),
        film: match show {
            Show::Film(loops) => Some(film(loops)),
            Show::Still(_) => None,
        },
        ..Drawing::new(size)
    })
}

/// What is played, for screen readers.
fn title(timeline: &Timeline) -> String {
    match timeline.setting().text() {
        "" => "Peg solitaire".to_owned(),
        text => text.to_owned(),
    }
}

/// What is seen, for screen readers.
fn description(timeline: &Timeline, show: Show) -> String {
    let board = timeline.setting().board();
    let boards = match timeline.letters().len() {
        1 => format!("one board ({board})"),
        count => format!("{count} boards ({board})"),
    };
    let most = timeline.letters().iter().map(|letter| letter.solution.jumps().len()).max();
    let jumps = match most.unwrap_or(0) {
        1 => "one jump".to_owned(),
        most if timeline.letters().len() == 1 => format!("{most} jumps"),
        most => format!("up to {most} jumps"),
    };
    let text = if timeline.setting().text().is_empty() { "" } else { " that leave the text" };
    match show {
        Show::Film(_) => format!("Peg solitaire, animated: {boards} with {jumps}{text}."),
        Show::Still(_) => format!("Peg solitaire: {boards} after {jumps}."),
    }
}

/// The parts that letters consist of.
fn parts(theme: &Theme, geometry: &Geometry, timing: &Timing) -> Vec<Vec<Mark>> {
    let pitch = PITCH as f32;
    let size = (geometry.board.0 as f32, geometry.board.1 as f32);
    // The grain would take more lines than everything else.
    let mut board = look::board(theme, size, pitch, false);
    board.extend(geometry.middles.iter().map(|&middle| part(HOLE, Place::at(middle))));
    board.extend(geometry.labels.iter().map(|label| {
        let (high, wide) =
            (caption::CHARACTER.1 * label.pixel, caption::width(&label.text) * label.pixel);
        let (x, y) = (label.at.0 as f32, label.at.1 as f32);
        let at = (x + wide as f32 / 2.0, y + high as f32);
        let words = Words::new(label.text.clone(), at, high as f32 * 1.35, theme.caption);
        Mark::Words(Words { anchor: Anchor::Middle, face: Face::Monospace, ..words })
    }));
    let peg = |own: &PegTheme| look::peg(own, ORIGIN, pitch, pitch / 2.0, 1.0);
    let own = if timing.lights { theme.waiting() } else { theme.peg.clone() };
    let mut parts = vec![board, look::hole(theme, ORIGIN, pitch), peg(&own)];
    if timing.highlight {
        parts.push(look::jumping(theme, ORIGIN, pitch, pitch / 2.0, 1.0));
        parts.push(look::jumped(theme, ORIGIN, pitch));
    }
    if timing.lights {
        parts.resize(MOVING, Vec::new());
        let bright = look::lit(theme, look::BRIGHT);
        parts.extend([&theme.moving(), &theme.settled(), &bright].map(peg));
    }
    parts
}

fn part(number: usize, place: Place) -> Mark {
    Mark::Part { number, place }
}

/// The data that all letters share.
struct Stage<'s> {
    timeline: &'s Timeline,
    view: &'s View,
    geometry: &'s Geometry,
    captions: Captions<'s>,
}

impl Stage<'_> {
    fn middle(&self, hole: Hole) -> Point {
        self.geometry.middles[hole.index()]
    }

    /// Draws the letter in a state.
    fn still(&self, marks: &mut Vec<Mark>, letter: usize, state: &State) {
        let moving = if self.timeline.timing().highlight { JUMPING } else { MOVING };
        for hole in state.position.pegs() {
            let jumped_here = state.marked.iter().any(|jump| jump.to() == hole);
            let number = match jumped_here {
                true => moving,
                false if state.settled.has(hole) => SETTLED,
                false => PEG,
            };
            marks.push(part(number, Place::at(self.middle(hole))));
        }
        for jump in &state.under_way {
            let progress = state.progress;
            let eased = (progress * progress * (3.0 - 2.0 * progress)) as f32;
            let (from, to) = (self.middle(jump.from()), self.middle(jump.to()));
            let between = |from: f32, to: f32| from + (to - from) * eased;
            let up = 4.0 * eased * (1.0 - eased) * look::ARC * PITCH as f32;
            let at = (between(from.0, to.0), between(from.1, to.1) - up);
            let number = if state.marked.is_empty() { PEG } else { moving };
            marks.push(part(PEG, Place { at: self.middle(jump.over()), scale: 1.0 - eased }));
            let scale =
                1.0 + (look::rise(&self.view.theme) - 1.0) * (1.0 - (2.0 * eased - 1.0).abs());
            marks.push(part(number, Place { at, scale }));
        }
        if state.under_way.is_empty() && moving == JUMPING {
            let jumped = state.marked.iter().map(|jump| self.middle(jump.over()));
            marks.extend(jumped.map(|at| part(JUMPED, Place::at(at))));
        }
        if let Some(jump) = self.timeline.last_jump(state) {
            let caption = self.caption(letter, jump);
            marks.extend(caption.map(|(words, at)| Mark::Words(Words { at, ..words })));
        }
    }

    /// Draws the letter with all its moves.
    fn film(&self, marks: &mut Vec<Mark>, letter: usize) {
        let (pegs, marked) = self.tracks(letter);
        for (start, changes) in pegs {
            marks.push(match changes.is_empty() {
                true => part(PEG, Place::at(self.middle(start))),
                false => self.playing(part(PEG, Place::at(ORIGIN)), changes),
            });
        }
        let &Timing { highlight, lights, .. } = self.timeline.timing();
        let place = |hole| (Place::hidden(self.middle(hole)), Place::at(self.middle(hole)));
        for (hole, time) in self.timeline.settle_times(letter) {
            let (hidden, seen) = place(hole);
            let settles = vec![at_once(time, hidden, seen)];
            marks.push(self.playing(part(SETTLED, Place::at(ORIGIN)), settles));
        }
        let jumping = if highlight { JUMPING } else { MOVING };
        let marked =
            marked.into_iter().flat_map(|[moving, jumped]| [(JUMPED, jumped), (jumping, moving)]);
        for (number, changes) in marked {
            let is_seen = highlight || (lights && number == MOVING);
            if is_seen && !changes.is_empty() {
                marks.push(self.playing(part(number, Place::at(ORIGIN)), changes));
            }
        }
        let board = self.timeline.setting().board();
        for (hole, _) in self.timeline.settle_times(letter) {
            let column = board.picture_place(hole).0;
            let Some(time) = self.timeline.lit_at(column) else { break };
            let (hidden, seen) = place(hole);
            let (begin, end) = (time - GLINT, time + GLINT);
            let (rise, lift) = (1.0, 0.0);
            let glint = vec![
                Change { begin, end: time, before: hidden, after: seen, rise, lift },
                Change { begin: time, end, before: seen, after: hidden, rise, lift },
            ];
            marks.push(self.playing(part(BRIGHT, Place::at(ORIGIN)), glint));
        }
        let jumps = self.timeline.letters()[letter].solution.jumps();
        let times: Vec<f64> = self.timeline.jump_times(letter).collect();
        for played in 0..jumps.len() {
            let next = times.get(played + 1);
            // Jumps at the same time have one caption.
            if next == times.get(played) {
                continue;
            }
            let Some((words, at)) = self.caption(letter, played) else { return };
            let (hidden, seen) = (Place::hidden(at), Place::at(at));
            let mut changes = vec![at_once(times[played], hidden, seen)];
            changes.extend(next.map(|&time| at_once(time, seen, hidden)));
            marks.push(self.playing(Mark::Words(words), changes));
        }
    }

    /// The moves of each peg of a letter, and of the marks of the jumping and the jumped peg: a pair of marks for every jump that is
    /// played at the same time.
    fn tracks(&self, letter: usize) -> (Vec<Track>, Vec<[Vec<Change>; 2]>) {
        let solution = &self.timeline.letters()[letter].solution;
        let mut pegs: Vec<Track> = solution.start().pegs().map(|hole| (hole, Vec::new())).collect();
        let mut at: Vec<Option<usize>> = vec![None; self.geometry.middles.len()];
        for (peg, (hole, _)) in pegs.iter().enumerate() {
            at[hole.index()] = Some(peg);
        }
        let moves = matches!(self.timeline.timing().motion, Motion::Smooth(_));
        // An SVG takes this share of the film for a change without a duration.
        let at_once_lasts = self.timeline.duration() as f64 * 1e-5;
        let rise = look::rise(&self.view.theme);
        let arc = look::ARC * PITCH as f32;
        let mut marks: Vec<[Vec<Change>; 2]> = Vec::new();
        let mut first_of_round = 0;
        let jumps = solution.jumps();
        for (number, (&jump, begin)) in
            jumps.iter().zip(self.timeline.jump_times(letter)).enumerate()
        {
            let round = solution.round_of(number);
            let lasts = self.timeline.round_lasts(letter, round);
            let end = if moves { begin + lasts } else { begin };
            let (jumping, jumped) =
                (at[jump.from().index()].take(), at[jump.over().index()].take());
            at[jump.to().index()] = jumping;
            let seen = |hole| Place::at(self.middle(hole));
            let hidden = |hole| Place::hidden(self.middle(hole));
            let goes = [
                (jumping, seen(jump.from()), seen(jump.to()), rise, arc),
                (jumped, seen(jump.over()), hidden(jump.over()), 1.0, 0.0),
            ];
            for (peg, before, after, rise, lift) in goes {
                if let Some(peg) = peg {
                    pegs[peg].1.push(Change { begin, end, before, after, rise, lift });
                }
            }
            if round != solution.round_of(first_of_round) {
                first_of_round = number;
            }
            let place = number - first_of_round;
            if place == marks.len() {
                marks.push([Vec::new(), Vec::new()]);
            }
            // The last jumps of all stay marked, unless their pegs settle.
            let is_last = round == solution.round_count() && !self.timeline.timing().lights;
            let [jumping, jumped] = &mut marks[place];
            if moves {
                // The mark slides along with the peg. Finding it takes a moment.
                let (before, after) = (seen(jump.from()), seen(jump.to()));
                mark_hole(jumping, (begin, None), hidden(jump.from()), before);
                let begin = begin + at_once_lasts;
                jumping.push(Change { begin, end, before, after, rise, lift: arc });
                match is_last {
                    true => mark_hole(jumped, (end, None), hidden(jump.over()), seen(jump.over())),
                    false => jumping.push(at_once(end, after, hidden(jump.to()))),
                }
            } else {
                let until = (!is_last).then_some(begin + lasts);
                for (mark, hole) in [(jumping, jump.to()), (jumped, jump.over())] {
                    mark_hole(mark, (begin, until), hidden(hole), seen(hole));
                }
            }
        }
        (pegs, marks)
    }

    /// An animated mark, from its changes in times of play, on the way forward.
    fn playing(&self, mark: Mark, forth: Vec<Change>) -> Mark {
        let rest = forth[forth.len() - 1].after;
        Mark::Playing { mark: Box::new(mark), rest, changes: self.in_film(forth) }
    }

    /// Converts changes to times of the film, and adds those of the way back.
    fn in_film(&self, forth: Vec<Change>) -> Vec<Change> {
        let timeline = self.timeline;
        let (first, last) = (forth[0].before, forth[forth.len() - 1].after);
        let back = forth.iter().rev().filter_map(|change| {
            Some(Change {
                begin: timeline.taken_back_at(change.end)?,
                end: timeline.taken_back_at(change.begin)?,
                before: change.after,
                after: change.before,
                rise: change.rise,
                lift: change.lift,
            })
        });
        let mut changes: Vec<Change> = forth.iter().copied().chain(back).collect();
        if timeline.timing().first_frame == FirstFrame::Start {
            return changes;
        }
        for change in &mut changes {
            let begin = timeline.in_film(change.begin);
            change.end = begin + change.end - change.begin;
            change.begin = begin;
        }
        // The final hold comes first. Then the film plays back, or starts over at once.
        if !timeline.timing().ping_pong {
            changes.insert(0, at_once(timeline.in_film(0.0), last, first));
        }
        changes.sort_by(|one, other| one.begin.total_cmp(&other.begin));
        changes
    }

    /// The caption of a letter's jump, by number, and its position under the board.
    fn caption(&self, letter: usize, jump: usize) -> Option<(Words, Point)> {
        let place = self.geometry.caption?;
        let name = self.captions.of(letter, jump);
        let size = place.height as f32 * 1.35;
        let words = Words::new(name, ORIGIN, size, self.view.theme.caption);
        let words = Words { anchor: Anchor::Middle, face: Face::Monospace, ..words };
        Some((words, (place.width as f32 / 2.0, (place.top + place.height) as f32)))
    }
}

/// Marks a hole for a time, or to the end. If jumps follow one another without a gap, the mark moves from hole to hole.
fn mark_hole(
    mark: &mut Vec<Change>,
    (from, until): (f64, Option<f64>),
    hidden: Place,
    seen: Place,
) {
    let before = match mark.last() {
        Some(last) if last.begin >= from - 1e-6 => {
            mark.pop().map_or(hidden, |hiding| hiding.before)
        }
        _ => hidden,
    };
    mark.push(at_once(from, before, seen));
    mark.extend(until.map(|until| at_once(until, seen, hidden)));
}

fn at_once(time: f64, before: Place, after: Place) -> Change {
    Change { begin: time, end: time, before, after, rise: 1.0, lift: 0.0 }
}
