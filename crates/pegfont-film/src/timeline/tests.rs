//! What a film shows when: its states and frames, compared with the solutions for many timings.

use std::ops::Range;

use super::{
    Capture, CaptureSpan, Clock, Missing, Motion, Pace, PlayOrder, Setting, State, Timeline,
    Timing, Trace,
};
use peg_solitaire::board::{Board, Jump, Position};
use peg_solitaire::solution::Solution;
use pegfont_type::font::Font;
use proptest::prelude::*;

fn setting(text: &str) -> Setting {
    wrapped(text, 16)
}

fn timeline(text: &str, timing: Timing) -> Timeline {
    Timeline::new(setting(text), timing).unwrap()
}

fn jumps(timeline: &Timeline, letter: usize) -> usize {
    timeline.letters()[letter].solution.jumps().len()
}

/// The beginning of a letter's first jump and the end of its last one, in jumps after the hold at
/// the start.
fn span(timeline: &Timeline, letter: usize) -> (f64, f64) {
    let [begin, _] = timeline.jump_times(letter).next().unwrap();
    let [_, end] = timeline.jump_times(letter).last().unwrap();
    let in_jumps = |time: u64| (time as f64 - timeline.timing().hold_start) / timeline.jump_time();
    (in_jumps(begin), in_jumps(end))
}

/// The spans of the letters of MIX.
fn spans(order: PlayOrder) -> Vec<(f64, f64)> {
    let pace = Pace::Jump(120.0);
    let timeline = timeline(
        "MIX",
        Timing {
            order,
            pace,
            ..Timing::default()
        },
    );
    let numbers: Vec<usize> = (0..3).map(|letter| jumps(&timeline, letter)).collect();
    assert!(
        numbers[0] != numbers[1] && numbers[1] != numbers[2],
        "all letters have {numbers:?} jumps"
    );
    (0..3).map(|letter| span(&timeline, letter)).collect()
}

fn assert_near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-6, "{one} is not {other}");
}

#[test]
fn letters_begin_and_end_as_their_order_says() {
    let ends = spans(PlayOrder::Together);
    ends.iter().for_each(|span| assert_near(span.1, ends[0].1));
    let ends = spans(PlayOrder::Cascade(2.5));
    // The first to begin has no delay, and plays its two slow jumps alone.
    let alone = |span: &(f64, f64)| if span.0 == 0.0 { 16.0 / 3.0 } else { 0.0 };
    assert_eq!(ends.iter().filter(|span| span.0 == 0.0).count(), 1);
    assert!(
        ends.iter()
            .all(|span| span.0 == 0.0 || span.0 >= 16.0 / 3.0),
        "{ends:?}"
    );
    let places: Vec<f64> = ends.iter().map(|span| span.1 + alone(span)).collect();
    places
        .windows(2)
        .for_each(|pair| assert_near(pair[1] - pair[0], 2.5));
    let spans = spans(PlayOrder::Sequence);
    assert_near(spans[0].0, 0.0);
    spans
        .windows(2)
        .for_each(|pair| assert_near(pair[1].0, pair[0].1));
}

#[test]
fn every_jump_is_visible_at_its_time_and_not_before() {
    let film = timeline(
        "MIX",
        Timing {
            pace: Pace::Jump(90.0),
            ..Timing::default()
        },
    );
    for letter in 0..3 {
        for (number, [begin, end]) in film.jump_times(letter).enumerate() {
            assert_jump_is_visible(&film, letter, number, begin..end);
        }
    }
}

/// Asserts that a jump of a letter is seen at its times of play, and not before.
fn assert_jump_is_visible(film: &Timeline, letter: usize, number: usize, times: Range<u64>) {
    let solution = &film.letters()[letter].solution;
    let jump = solution.jumps()[number];
    let state = |at: u64| film.state(letter, at);

    let before = state(times.start - 10);
    assert_eq!(before.played, number);
    assert_eq!(before.position, solution.position(number));

    let is_half_way = |&at: &u64| (0.4..=0.66).contains(&state(at).progress);
    let half_way = times.clone().find(is_half_way).unwrap();
    assert_eq!(state(half_way).under_way[..], [jump]);

    let leaving = state(times.start);
    assert_leaving(&leaving, solution, number);
    let landed = state(times.end - 10);
    assert_landed(&landed, solution, number);

    // The captured peg is seen when the jumper has landed, and not when it leaves.
    let capture = Capture {
        hole: jump.over(),
        trace: Trace::Peg,
    };
    assert!(!leaving.captured.contains(&capture));
    assert_eq!(landed.captured.last(), Some(&capture));
}

/// Asserts that a jump is seen to begin.
fn assert_leaving(state: &State, solution: &Solution, number: usize) {
    let jump = solution.jumps()[number];
    assert_eq!(state.played, number);
    assert_eq!(state.under_way[..], [jump]);

    // A peg that jumps on doesn't stand still.
    let last = number.checked_sub(1).map(|last| solution.jumps()[last]);
    let jumps_on = last.is_some_and(|last| last.to() == jump.from());
    assert_eq!(state.progress > 0.0, jumps_on);
    assert!(state.progress <= 0.3);
}

/// Asserts that a jump is seen to have ended.
fn assert_landed(state: &State, solution: &Solution, number: usize) {
    assert_eq!(state.played, number + 1);
    assert_eq!(state.position, solution.position(number + 1));
    assert!(state.under_way.is_empty());
    assert_eq!(state.moving[..], [solution.jumps()[number]]);
}

/// What a letter shows of captured pegs, at any time, is one of the spans that a painter outside of
/// the library gets; and each peg is seen.
#[test]
fn captured_pegs_are_seen_in_the_frames_as_long_as_their_spans_say() {
    for motion in [Motion::Steps, Motion::Smooth(50.0)] {
        for jump in [60.0, 120.0, 400.0] {
            let timing = Timing {
                motion,
                pace: Pace::Jump(jump),
                ..Timing::default()
            };
            let film = timeline("PEG", timing);
            for letter in 0..3 {
                let spans = film.captures(letter);
                let game = film.game(letter);
                for jump in game.jumps() {
                    let whole = |span: &&CaptureSpan| {
                        let Capture { hole, trace } = span.capture;
                        hole == jump.over() && trace == Trace::Peg
                    };
                    assert!(spans.iter().any(|span| whole(&span)), "{jump:?}");
                }

                for at in (0..film.duration()).step_by(10) {
                    let state = film.state(letter, at);
                    for capture in &state.captured {
                        let is_covered = state.position.has(capture.hole);
                        let is_of_it = |span: &&CaptureSpan| {
                            // Where pegs slide, a span may begin within the step of a tick.
                            let seen = span.begin.saturating_sub(10)..span.end + 10;
                            span.capture == *capture && seen.contains(&at)
                        };
                        let span = spans.iter().find(is_of_it);
                        assert!(
                            is_covered || span.is_some(),
                            "{motion:?}, {at}: {capture:?}"
                        );
                    }
                }
                assert!(film.state(letter, film.duration()).captured.is_empty());
            }
        }
    }
}

#[test]
fn a_sliding_peg_is_on_its_way_for_as_long_as_a_jump_takes() {
    let motion = Motion::Smooth(50.0);
    let film = timeline(
        "I",
        Timing {
            motion,
            pace: Pace::Jump(100.0),
            ..Timing::default()
        },
    );
    let solution = &film.letters()[0].solution;
    for (number, ([begin, end], &jump)) in film.jump_times(0).zip(solution.jumps()).enumerate() {
        let still = film.state(0, begin);
        assert_eq!((still.played, still.under_way.len()), (number, 0));
        for tenth in 1..10 {
            let state = film.state(0, begin + (end - begin) / 10 * tenth);
            assert_eq!((state.played, &state.under_way[..]), (number, &[jump][..]));
            assert_near(state.progress, tenth as f64 / 10.0);
        }
    }
    let lasts: Vec<u64> = film.jump_times(0).map(|[begin, end]| end - begin).collect();
    let (first, rest) = lasts.split_at(3);
    let (usual, last) = rest.split_at(rest.len() - 3);
    assert_eq!((first, last), (&[300, 230, 170][..], &[170, 230, 300][..]));
    assert!(usual.iter().all(|&lasts| lasts == 100), "{usual:?}");
    let end = film.state(0, film.played_at());
    assert_eq!((end.position, end.under_way.len()), (solution.end(), 0));
}

/// Any valid timing.
fn any_timing() -> impl Strategy<Value = Timing> {
    let order = prop_oneof![
        Just(PlayOrder::Together),
        Just(PlayOrder::Sequence),
        (0.0..6.0_f64).prop_map(PlayOrder::Cascade),
    ];
    // The shortest jumps begin and end in the same tick.
    let pace = prop_oneof![
        Just(Pace::Jump(1.0)),
        (1.0..400.0_f64).prop_map(Pace::Jump),
        (6000.0..20_000.0_f64).prop_map(Pace::Total),
    ];
    let motion = prop_oneof![
        Just(Motion::Steps),
        (1.0..100.0_f64).prop_map(Motion::Smooth)
    ];
    let holds = (0.0..2500.0_f64, 0.0..2500.0_f64);
    let grid = prop::sample::select(vec![(10, 20), (1, 1), (1, 16), (10, 50)]);
    (order, pace, motion, holds, any::<bool>(), grid).prop_map(
        |(order, pace, motion, holds, end, (tick, least_gap))| Timing {
            order,
            pace,
            motion,
            hold_start: holds.0,
            hold_end: holds.1,
            begins_at_end: end,
            zooms: false,
            clock: Clock { tick, least_gap },
        },
    )
}

proptest! {
    #[test]
    fn frames_cover_the_film_and_show_positions_of_the_solutions(
        text in prop::sample::select(vec!["I", "OK", "PEG\nSO"]),
        timing in any_timing(),
    ) {
        let film = timeline(text, timing);
        let mut shown = vec![None; film.letters().len()];
        let mut time = 0;
        let frames: Vec<_> = film.frames().collect();
        for (number, frame) in frames.iter().enumerate() {
            prop_assert_eq!(frame.at, time);
            prop_assert_eq!(frame.at % timing.clock.tick, 0);
            prop_assert!(frame.lasts > 0);
            let inner = number + 1 < frames.len();
            if inner && timing.motion == Motion::Steps {
                prop_assert!(frame.lasts >= timing.clock.least_gap, "{} ms", frame.lasts);
            }
            prop_assert!(!frame.changes.is_empty());
            for (letter, state) in &frame.changes {
                let solution = film.game(*letter);
                let expected = solution.position(state.played);
                match state.under_way[..] {
                    [] => prop_assert_eq!(&state.position, &expected),
                    [jump] => {
                        prop_assert_eq!(jump, solution.jumps()[state.played]);
                        let least = if timing.motion == Motion::Steps { 0.0 } else { 1e-9 };
                        prop_assert!((least..1.0).contains(&state.progress));
                        let leaves = [jump.from(), jump.over()];
                        let rest = expected.pegs().filter(|hole| !leaves.contains(hole));
                        prop_assert_eq!(&state.position, &rest.collect::<Position>());
                    }
                    _ => prop_assert!(false, "a small board plays one jump after the other"),
                }
                let begun = state.played + state.under_way.len();
                let recent = &solution.jumps()[begun.saturating_sub(2)..begun];
                for capture in &state.captured {
                    prop_assert!(recent.iter().any(|jump| jump.over() == capture.hole));
                }
                prop_assert_ne!(shown[*letter].as_ref(), Some(state));
                shown[*letter] = Some(state.clone());
            }
            for (letter, shown) in shown.iter().enumerate() {
                prop_assert_eq!(shown.as_ref(), Some(&film.state(letter, frame.at)));
            }
            time += frame.lasts;
        }
        prop_assert_eq!(time, film.duration());
        if timing.hold_start > 150.0 && timing.hold_end > 150.0 {
            // With holds longer than a frame, the first and the last frame are these.
            for (letter, state) in film.letters().iter().zip(shown) {
                let (start, end) = (letter.solution.start().clone(), letter.solution.end());
                let (first, last) = match timing.begins_at_end {
                    false => (start, end),
                    true => (end.clone(), end),
                };
                let mut states = frames[0].changes.iter().map(|(_, state)| &state.position);
                prop_assert!(states.any(|position| *position == first));
                prop_assert_eq!(state.unwrap().position, last);
            }
        }
    }

    #[test]
    fn a_film_may_begin_with_the_finished_word_and_then_plays_the_same(
        timing in any_timing(),
        share in 0.0..1.0_f64,
    ) {
        let film = timeline("PEG", Timing { begins_at_end: true, ..timing });
        // Captured pegs fade before the film ends, so that both need the same final hold.
        let asked = film.timing();
        let plain = Timing {
            begins_at_end: false,
            pace: Pace::Jump(film.jump_time()),
            hold_end: asked.hold_end - asked.opening(),
            ..timing
        };
        let plain = timeline("PEG", plain);
        let begin = film.in_film(0.0) as u64;
        let at = (share * plain.played_at() as f64) as u64;
        for letter in 0..3 {
            let (first, game) = (film.state(letter, 0), film.game(letter));
            prop_assert_eq!(first.position, game.end());
            prop_assert!(first.under_way.is_empty());
            prop_assert!(first.moving.is_empty());
            prop_assert_eq!(film.state(letter, begin + at), plain.state(letter, at));
            // It runs back through the same positions, and begins when all pegs are back.
            let back = (0..begin).map(|at| film.state(letter, at).played);
            prop_assert!(back.is_sorted_by(|one, next| one >= next));
            prop_assert_eq!(film.state(letter, begin).position, plain.state(letter, 0).position);
        }
    }
}

#[test]
fn a_film_of_any_word_lasts_ten_seconds_at_most() {
    for text in ["I", "HELLO", "DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFT"] {
        for (clock, motion) in [
            (Clock::HUNDREDTHS, Motion::Steps),
            (Clock::FINE, Motion::Smooth(25.0)),
        ] {
            let order = PlayOrder::usual(text.chars().count());
            let film = timeline(
                text,
                Timing {
                    order,
                    ..Timing::usual(motion, clock)
                },
            );
            assert!(film.duration() <= 10_000, "{text}: {} ms", film.duration());
            let first = &film.frames().next().unwrap();
            assert_eq!(
                first.changes[0].1.position,
                film.letters()[0].solution.end()
            );
            assert!(
                (800..=900).contains(&first.lasts),
                "{text}: {} ms",
                first.lasts
            );
        }
    }
}

/// The lines of a set text, with dots for spaces.
fn lines(text: &str, wrap: usize) -> Vec<String> {
    let setting = Setting::new(Font::builtin().unwrap(), text, wrap, Missing::Skip).unwrap();
    let mark =
        |place: &Option<usize>| place.map_or('.', |letter| setting.letters()[letter].character);
    setting
        .lines()
        .iter()
        .map(|line| line.iter().map(mark).collect())
        .collect()
}

#[test]
fn long_lines_break_at_spaces_or_within_words() {
    let cases: [(&str, usize, &[&str]); 10] = [
        ("I \u{2764}\u{FE0F} U", 16, &["I.♥.U"]),
        ("ガ\u{1F44D}\u{1F3FD}パ", 16, &["カ゛ハ゜"]),
        ("PEG SOLITAIRE", 16, &["PEG.SOLITAIRE"]),
        ("PEG SOLITAIRE", 9, &["PEG", "SOLITAIRE"]),
        ("PEG SOLITAIRE", 4, &["PEG", "SOLI", "TAIR", "E"]),
        ("A B C D", 3, &["A.B", "C.D"]),
        ("ONE\n\nTWO", 16, &["ONE", "", "TWO"]),
        ("\n  ONE  \n\n", 16, &["ONE"]),
        ("A  B", 16, &["A..B"]),
        ("A\u{1F980}B", 16, &["AB"]),
    ];
    for (text, wrap, expected) in cases {
        assert_eq!(lines(text, wrap), expected, "{text:?} in lines of {wrap}");
    }
}

/// The characters of a text, in lines of at most `wrap`.
fn wrapped(text: &str, wrap: usize) -> Setting {
    Setting::new(Font::builtin().unwrap(), text, wrap, Missing::Refuse).unwrap()
}

/// How long the lines of a text are.
fn line_lengths(setting: &Setting) -> Vec<usize> {
    setting.lines().iter().map(Vec::len).collect()
}

/// The size of boards in a place of this width and of height 10. A board is 5 wide and 7 high, with
/// a space of 1.
fn board_size(setting: &Setting, width: f64) -> f64 {
    let lengths = line_lengths(setting);
    let longest = lengths.iter().max().unwrap();
    (width / (6 * longest) as f64).min(10.0 / (8 * lengths.len()) as f64)
}

#[test]
fn lines_are_broken_where_boards_become_largest() {
    let fitted = |text: &str, width: f64, most_in_a_line: usize| {
        let size = |setting: &Setting| {
            let longest = line_lengths(setting).into_iter().max().unwrap();
            if longest > most_in_a_line {
                return 0.0;
            }
            board_size(setting, width)
        };
        line_lengths(&wrapped(text, usize::MAX).fitted(wrapped(text, 16), size))
    };

    // A word is broken only where it doesn't fit.
    assert_eq!(fitted("DONAUDAMPFSCHIFFFAHRT", 10.0, 30), [21]);
    assert_eq!(fitted("DONAUDAMPFSCHIFFFAHRT", 10.0, 20), [16, 5]);
    assert_eq!(fitted("DONAUDAMPFSCHIFFFAHRT", 10.0, 10), [6, 6, 6, 3]);
    assert_eq!(fitted("HELLO", 6.0, 30), [5]);
    assert_eq!(fitted("HAPPY BIRTHDAY", 10.0, 30), [5, 8]);
    assert_eq!(fitted("PEG SOLITAIRE", 16.0, 30), [3, 9]);
    assert_eq!(fitted("A B C D E F G H I", 10.0, 30), [5, 5, 5]);
    assert_eq!(fitted("A B C", 90.0, 30), [5]);
}

#[test]
fn where_words_may_be_broken_each_break_counts_as_if_boards_were_smaller() {
    let filling = |text: &str, width: f64| {
        let size = |setting: &Setting| board_size(setting, width);
        line_lengths(&wrapped(text, usize::MAX).filling(wrapped(text, 16), size))
    };

    assert_eq!(filling("HELLO", 6.0), [3, 2]);
    assert_eq!(filling("HELLO", 20.0), [5]);
    assert_eq!(filling("HAPPY BIRTHDAY", 6.0), [5, 5, 3]);
    assert_eq!(filling("HAPPY BIRTHDAY", 20.0), [5, 8]);
    assert_eq!(filling("DONAUDAMPFSCHIFFFAHRT", 10.0), [7, 7, 7]);
    assert_eq!(filling("A B C", 90.0), [5]);
}

#[test]
fn the_jumps_of_a_round_are_played_at_the_same_time() {
    let (board, start) = Board::from_picture("##.##.##.").unwrap();
    let jump = |from, to| {
        let hole = |column| board.hole_at(column, 0).unwrap();
        board.jump(hole(from), hole(to)).unwrap()
    };
    let solution = Solution::new(&board, start, vec![jump(0, 2), jump(6, 8), jump(3, 5)]);
    let solution = solution.unwrap().in_rounds();
    let smooth = Timing {
        motion: Motion::Smooth(50.0),
        ..Timing::default()
    };
    let film = Timeline::new(Setting::of_solution(solution.clone()), smooth).unwrap();
    let times: Vec<u64> = film.jump_times(0).map(|[begin, _]| begin).collect();
    assert!(times.iter().all(|&time| time == times[0]));
    let state = film.state(0, times[0] + 20);
    assert_eq!((state.under_way.len(), state.position.count()), (3, 0));
    let one = Timeline::new(Setting::of_solution(solution.one_at_a_time()), smooth).unwrap();
    // Three slow rounds in place of the slowest.
    assert_eq!(
        one.duration(),
        film.duration() + (16.0 / 3.0 * film.jump_time()) as u64
    );
    assert_eq!(one.state(0, times[0] + 20).under_way.len(), 1);
    let end = [&film, &one].map(|film| film.state(0, film.finished_at()).position);
    assert_eq!(end, [solution.end(), solution.end()]);
}

/// A game on one row in two rounds. The pegs in a1 and b1 never move.
fn lit() -> (Setting, Timing) {
    let (board, start) = Board::from_picture("###.##.####").unwrap();
    let solution = Solution::parse(&board, start, "f1-d1 c1-e1 i1-g1 k1-i1").unwrap();
    assert_eq!(board.picture(solution.end()), "##..#.#.#..");
    let timing = Timing {
        pace: Pace::Jump(100.0),
        ..Timing::default()
    };
    (Setting::of_solution(solution.in_rounds()), timing)
}

#[test]
fn a_peg_settles_when_it_has_moved_for_good_or_nothing_moves_beside_it() {
    let (setting, timing) = lit();
    let late = setting.letters()[0].solution.clone().in_late_rounds();
    for setting in [setting, Setting::of_solution(late)] {
        let film = Timeline::new(setting, timing).unwrap();
        let solution = film.game(0);
        let mut before = Position::default();
        for at in (0..film.duration()).step_by(10) {
            let state = film.state(0, at);
            let later = &solution.jumps()[state.played..];
            for hole in state.settled.pegs() {
                assert!(solution.end().has(hole) && state.position.has(hole), "{at}");
                let touches = |jump: &Jump| [jump.from(), jump.over(), jump.to()].contains(&hole);
                assert!(!later.iter().any(touches), "{at}: {hole:?}");
            }
            assert!(
                before.without(&state.settled).is_empty(),
                "none is unsettled again"
            );
            before = state.settled;
        }
        assert_eq!(before, solution.end());
        assert!(film.state(0, 0).settled.is_empty());
        let jumps = film.jump_times(0).zip(solution.jumps());
        jumps.for_each(|([begin, _], jump)| {
            assert!(film.state(0, begin).moving.contains(jump));
        });
    }
}

#[test]
fn a_round_lasts_as_long_as_the_root_of_its_jumps_and_three_at_each_end_longer() {
    let font = Font::builtin().unwrap();
    let solution = font
        .get('H')
        .unwrap()
        .solution
        .clone()
        .in_rounds()
        .in_late_rounds();
    let timing = Timing {
        pace: Pace::Jump(600.0),
        ..Timing::default()
    };
    let film = Timeline::new(Setting::of_solution(solution), timing).unwrap();
    let played = film.game(0);
    let times = film.jump_times(0).enumerate();
    let mut rounds: Vec<(usize, [u64; 2])> = times
        .map(|(jump, times)| (played.round_of(jump), times))
        .collect();
    rounds.dedup();
    let root = |(round, _): &(usize, [u64; 2])| {
        ((played.jumps_in(*round) - played.jumps_in(*round - 1)) as f64).sqrt()
    };
    let lasts = |(_, [begin, end]): &(usize, [u64; 2])| (end - begin) as f64;
    let middle = &rounds[rounds.len() / 2];
    let unit = lasts(middle) / root(middle);
    for (at, round) in rounds.iter().enumerate() {
        let from_the_nearer_end = at.min(rounds.len() - 1 - at);
        let slower = [3.0, 7.0 / 3.0, 5.0 / 3.0].get(from_the_nearer_end);
        let usual = unit * root(round);
        let expected = slower.map_or(usual, |slower| slower * usual.max(600.0));
        // Both ends are on ticks.
        let apart = (lasts(round) - expected).abs();
        assert!(apart <= 4.0 * timing.clock.tick as f64, "{rounds:?}: {at}");
    }
    assert!(rounds.len() > 6);
}
