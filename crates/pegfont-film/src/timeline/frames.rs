//! The frames of a film: when the boards change, and how.

use super::{Motion, State, Timeline};

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

impl Timeline {
    /// The frames in order, each with its changes. A frame that would change nothing is merged into the
    /// previous one.
    pub fn frames(&self) -> impl Iterator<Item = Frame> + '_ {
        let letters = self.letters().len();
        let mut shown: Vec<Option<State>> = vec![None; letters];
        let mut instants = self.instants();
        let mut pending: Option<Frame> = None;
        let mut done = false;
        std::iter::from_fn(move || {
            for at in instants.by_ref() {
                let mut changes = Vec::new();
                for (letter, shown) in shown.iter_mut().enumerate() {
                    let state = self.state(letter, at);
                    if shown.as_ref() != Some(&state) {
                        *shown = Some(state.clone());
                        changes.push((letter, state));
                    }
                }
                if changes.is_empty() && pending.is_some() {
                    continue;
                }
                let next = Frame { at, lasts: 0, changes };
                if let Some(mut frame) = pending.replace(next) {
                    frame.lasts = at - frame.at;
                    return Some(frame);
                }
            }
            if done {
                return None;
            }
            done = true;
            let mut frame = pending.take()?;
            frame.lasts = self.duration() - frame.at;
            Some(frame)
        })
    }

    /// The beginnings of the frames: increasing, the first at 0, the last before the end.
    fn instants(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        let opening = self.opening();
        if opening == 0 {
            return self.instants_of_play();
        }
        let duration = self.duration();
        let in_film = |time: u64| (time + duration - opening) % duration;
        let mut instants: Vec<u64> =
            self.instants_of_play().chain([opening]).map(in_film).collect();
        instants.sort_unstable();
        Box::new(apart(instants, self.timing.least_gap, duration))
    }

    /// The same for a film that begins with the start positions.
    fn instants_of_play(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        let duration = self.duration();
        match self.timing.motion {
            Motion::Steps => {
                let mut instants = vec![0];
                let times = (0..self.letters().len()).flat_map(|letter| self.jump_times(letter));
                for time in times {
                    let both = [Some(time), self.taken_back_at(time)].into_iter().flatten();
                    instants.extend(both.map(|time| self.on_tick(time)));
                }
                instants.sort_unstable();
                Box::new(apart(instants, self.timing.least_gap, duration))
            }
            Motion::Smooth(rate) => {
                let step = (1000.0 / rate).max(self.timing.least_gap as f64);
                let play_from = self.lead();
                let play_to = self.played_at();
                let back_from = play_to + self.timing.hold_end;
                let back_to = back_from + self.play;
                let count = (self.play / step).ceil() as u64;
                let forth = (0..=count).map(move |frame| play_from + frame as f64 * step);
                let forth = forth.map(move |time| time.min(play_to));
                let back = (0..=count).map(move |frame| back_from + frame as f64 * step);
                let back = back.map(move |time| time.min(back_to));
                let back = back.take_while(move |_| self.timing.ping_pong);
                let mut last: Option<u64> = None;
                let instants = std::iter::once(0.0).chain(forth).chain(back);
                Box::new(instants.filter_map(move |time| {
                    let at = self.on_tick(time);
                    if last.is_some_and(|last| at <= last) || at >= duration {
                        return None;
                    }
                    last = Some(at);
                    Some(at)
                }))
            }
        }
    }
}

/// The instants before the end, each delayed until `gap` after the previous one.
fn apart(instants: Vec<u64>, gap: u64, end: u64) -> impl Iterator<Item = u64> {
    let mut last: Option<u64> = None;
    instants.into_iter().filter_map(move |instant| {
        let at = match last {
            Some(last) if instant <= last => return None,
            Some(last) => instant.max(last + gap),
            None => instant,
        };
        last = Some(at);
        (at < end).then_some(at)
    })
}
