//! The frames of a film: when the boards change, and how. A film is a list of events in order of time, and walking it once gives
//! all frames.

use super::{Moment, Motion, State, Timeline};

/// A span of time in which nothing changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// Its beginning, in milliseconds from the start of the film.
    pub at: u64,
    /// Its duration, in milliseconds.
    pub lasts: u64,
    /// The letters that differ from the previous frame, in order; all of them in the first frame.
    pub changes: Vec<(usize, State)>,
}

/// A round of a letter's jumps, played or undone, in milliseconds of play.
struct Event {
    letter: usize,
    from: f64,
    until: f64,
    /// When it is seen if pegs don't slide.
    step: f64,
}

/// A frame, with moments in place of states.
struct Span {
    at: u64,
    lasts: u64,
    changes: Vec<(usize, Moment)>,
}

impl Timeline {
    /// The frames in order, each with its changes. A frame that would change nothing is merged into the
    /// previous one.
    pub fn frames(&self) -> impl Iterator<Item = Frame> + '_ {
        let starts = self.letters().iter().map(|letter| (0, letter.solution.start().clone()));
        let mut boards: Vec<_> = starts.collect();
        self.spans().map(move |Span { at, lasts, changes }| {
            let changes = changes.into_iter().map(|(letter, moment)| {
                let solution = &self.letters()[letter].solution;
                let (played, position) = &mut boards[letter];
                let before = std::mem::replace(played, solution.jumps_in(moment.begun));
                // A jump is undone as it is played: its three holes change.
                for jump in &solution.jumps()[before.min(*played)..before.max(*played)] {
                    for hole in [jump.from(), jump.over(), jump.to()] {
                        position.flip(hole);
                    }
                }
                (letter, self.state_of(letter, moment, position.clone()))
            });
            Frame { at, lasts, changes: changes.collect() }
        })
    }

    /// The number of frames.
    #[must_use]
    pub fn frame_count(&self) -> usize {
        self.spans().count()
    }

    /// The frames, without positions.
    fn spans(&self) -> impl Iterator<Item = Span> {
        let mut walk = Walk {
            timeline: self,
            events: self.events(),
            next: 0,
            before: None,
            shown: vec![None; self.letters().len()],
        };
        let mut instants = self.instants(&walk.events).into_iter();
        let mut pending: Option<Span> = None;
        std::iter::from_fn(move || {
            for at in instants.by_ref() {
                let changes = walk.changes(at);
                if changes.is_empty() {
                    continue;
                }
                if let Some(mut span) = pending.replace(Span { at, lasts: 0, changes }) {
                    span.lasts = at - span.at;
                    return Some(span);
                }
            }
            let mut span = pending.take()?;
            span.lasts = self.duration() - span.at;
            Some(span)
        })
    }

    /// What happens, in order of time.
    fn events(&self) -> Vec<Event> {
        let letters = self.letters().iter().enumerate();
        let rounds = letters.flat_map(|(letter, own)| {
            (1..=own.solution.round_count()).map(move |round| (letter, round))
        });
        let played = rounds.map(|(letter, round)| {
            let from = self.round_time(letter, round);
            Event { letter, from, until: from + self.round_lasts(letter, round), step: from }
        });
        let mut events: Vec<Event> = played.collect();
        events.sort_by(|one, other| one.from.total_cmp(&other.from));
        let undone = events.iter().rev().filter_map(|event| {
            let (from, until) = (self.taken_back_at(event.until)?, self.taken_back_at(event.from)?);
            Some(Event { letter: event.letter, from, until, step: until })
        });
        let undone: Vec<Event> = undone.collect();
        let lights = self.light_times();
        for (number, &from) in lights.iter().enumerate() {
            let until = lights.get(number + 1).copied().unwrap_or(from);
            let letters = 0..self.letters().len();
            events.extend(letters.map(|letter| Event { letter, from, until, step: from }));
        }
        events.extend(undone);
        events
    }

    /// The beginnings of the frames: increasing, the first at 0, the last before the end.
    fn instants(&self, events: &[Event]) -> Vec<u64> {
        let (opening, duration) = (self.opening(), self.duration());
        let of_play = self.instants_of_play(events);
        if opening == 0 {
            return of_play;
        }
        let in_film = |time: u64| (time + duration - opening) % duration;
        let mut instants: Vec<u64> = of_play.into_iter().chain([opening]).map(in_film).collect();
        instants.sort_unstable();
        apart(instants, self.timing.least_gap, duration)
    }

    /// The same for a film that begins with the start positions.
    fn instants_of_play(&self, events: &[Event]) -> Vec<u64> {
        let Motion::Smooth(rate) = self.timing.motion else {
            let mut instants: Vec<u64> =
                events.iter().map(|event| self.on_tick(event.step)).chain([0]).collect();
            instants.sort_unstable();
            return apart(instants, self.timing.least_gap, self.duration());
        };
        let step = (1000.0 / rate).max(self.timing.least_gap as f64);
        let count = (self.play / step).ceil() as u64;
        let sliding = |from: f64| {
            (0..=count).map(move |frame| (from + frame as f64 * step).min(from + self.play))
        };
        let forth = sliding(self.lead());
        let back = self.timing.ping_pong.then(|| sliding(self.played_at() + self.timing.hold_end));
        let times = std::iter::once(0.0).chain(forth).chain(self.light_times());
        let times = times.chain(back.into_iter().flatten());
        let instants: Vec<u64> = times.map(|time| self.on_tick(time)).collect();
        apart(instants, 0, self.duration())
    }
}

/// A walk along the events of a film.
struct Walk<'t> {
    timeline: &'t Timeline,
    events: Vec<Event>,
    /// The first event that may not be over.
    next: usize,
    /// The time of play of the last instant.
    before: Option<u64>,
    shown: Vec<Option<Moment>>,
}

impl Walk<'_> {
    /// The letters that have changed since the last instant, in order. Instants come in order, and so do their times of play, but for
    /// one place where the film starts over.
    fn changes(&mut self, at: u64) -> Vec<(usize, Moment)> {
        let Self { timeline, events, next, before, shown } = self;
        let now = timeline.time_of_play(at);
        let letters: Vec<usize> = match before.replace(now).filter(|&before| before <= now) {
            Some(before) => {
                // Times are rounded to ticks.
                let margin = 2.0 * timeline.timing.tick as f64;
                let over = |event: &Event| event.until + margin < before as f64;
                *next += events[*next..].iter().take_while(|event| over(event)).count();
                let begun = |event: &&Event| event.from - margin <= now as f64;
                let letters = events[*next..].iter().take_while(begun).map(|event| event.letter);
                let mut letters: Vec<usize> = letters.collect();
                letters.sort_unstable();
                letters.dedup();
                letters
            }
            None => {
                *next = 0;
                (0..shown.len()).collect()
            }
        };
        let changes = letters.into_iter().filter_map(|letter| {
            let moment = timeline.moment(letter, now);
            let is_new = shown[letter].replace(moment) != Some(moment);
            is_new.then_some((letter, moment))
        });
        changes.collect()
    }
}

/// The instants before the end, each delayed until `gap` after the previous one.
fn apart(instants: Vec<u64>, gap: u64, end: u64) -> Vec<u64> {
    let mut last: Option<u64> = None;
    let spaced = instants.into_iter().filter_map(|instant| {
        let at = match last {
            Some(last) if instant <= last => return None,
            Some(last) => instant.max(last + gap),
            None => instant,
        };
        last = Some(at);
        (at < end).then_some(at)
    });
    spaced.collect()
}
