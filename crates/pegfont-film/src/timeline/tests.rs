//! What a film shows if it begins with the finished word, when jumps are marked, and when pegs land.

use super::*;
use pegfont_type::font::Font;

const JUMP: f64 = 125.0;

fn film(text: &str, timing: Timing) -> Timeline {
    let font = &Font::parse(include_str!("../../../../fonts/pegfont.toml")).unwrap();
    Timeline::new(Setting::new(font, text, 16, Missing::Refuse).unwrap(), timing).unwrap()
}

fn timing() -> Timing {
    Timing { pace: Pace::Jump(JUMP), hold_start: 500.0, hold_end: 1500.0, ..Timing::default() }
}

/// Timings that differ in all respects that affect what is visible when.
fn ways() -> Vec<Timing> {
    let mut ways = Vec::new();
    for motion in [Motion::Steps, Motion::Smooth(25.0), Motion::Smooth(33.0)] {
        for order in [Order::Together, Order::Cascade(1.5), Order::Sequence] {
            for (ping_pong, highlight) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                for (hold_end, tick) in [(1500.0, 10), (1497.0, 1), (0.0, 10)] {
                    let first_frame = FirstFrame::Start;
                    ways.push(Timing {
                        motion,
                        order,
                        ping_pong,
                        highlight,
                        hold_end,
                        first_frame,
                        tick,
                        ..timing()
                    });
                }
            }
        }
    }
    ways
}

/// All boards at an instant.
fn seen(timeline: &Timeline, at: u64) -> Vec<State> {
    (0..timeline.letters().len()).map(|letter| timeline.state(letter, at)).collect()
}

#[test]
fn a_film_may_begin_with_the_finished_word_and_then_plays_the_same() {
    for way in ways() {
        let timeline = film("PEG", Timing { first_frame: FirstFrame::End, ..way });
        let first = seen(&timeline, 0);
        for (letter, state) in first.iter().enumerate() {
            let end = timeline.letters()[letter].solution.end();
            assert_eq!(state.position, end, "{way:?}");
            let last = timeline.letters()[letter].solution.jumps().last();
            let marked: Jumps = last.copied().filter(|_| way.highlight).into_iter().collect();
            assert!(state.under_way.is_empty(), "{way:?}");
            assert_eq!(state.marked, marked, "{way:?}");
        }
        // It then plays like a film that begins with the start positions and has the same hold at the end.
        let plain = film("PEG", Timing { hold_end: timeline.timing().hold_end, ..way });
        assert_eq!(timeline.duration(), plain.duration());
        let opening = timeline.duration() - timeline.in_film(0.0).round() as u64;
        for at in (0..plain.duration()).step_by(way.tick as usize) {
            let shifted = (at + timeline.duration() - opening) % timeline.duration();
            let shifted = shifted / way.tick * way.tick;
            assert_eq!(seen(&timeline, shifted), seen(&plain, at), "{way:?} at {at}");
        }
    }
}

#[test]
fn the_finished_word_comes_first_for_a_moment_even_without_a_hold() {
    for motion in [Motion::Steps, Motion::Smooth(25.0)] {
        let first_frame = FirstFrame::End;
        let holds = Timing { hold_start: 0.0, hold_end: 0.0, motion, first_frame, ..timing() };
        let timeline = film("A", holds);
        let mut frames = timeline.frames();
        let solution = &timeline.letters()[0].solution;
        let first = frames.next().unwrap();
        assert_eq!(first.changes[0].1.position, solution.end());
        assert!((1..=20).contains(&first.lasts), "{first:?}");
        let last = frames.last().unwrap();
        assert_eq!(last.changes[0].1.position, solution.end());
    }
}

#[test]
fn marks_go_with_the_jump_whatever_the_ticks() {
    for jump in [101.0, 121.0, 123.0, 125.0, 137.0] {
        let timing = Timing { pace: Pace::Jump(jump), highlight: true, ..timing() };
        let timeline = film("PEG", timing);
        let marked = |at: u64| seen(&timeline, at).iter().all(|state| !state.marked.is_empty());
        assert!(!marked(0), "{jump}");
        assert!(marked(timeline.finished_at()), "{jump}");
        assert_eq!(
            seen(&timeline, timeline.finished_at()),
            seen(&timeline, timeline.duration() - 1)
        );
    }
}
