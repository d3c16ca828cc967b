//! Films, decoded: every frame shows the positions of the solutions. Pegs and captions are seen,
//! alike in pixels and in SVG.

use crate::films;

use std::ops::ControlFlow;

use crate::films::{Film, Frame, at_hole_centres, on_boards, run};
use peg_solitaire::board::{Hole, Position, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use pegfont_film::Error;
use pegfont_film::drawing::Element;
use pegfont_film::render::{self, Colour, Geometry, Scene, Show, Size, Theme, View, theme::THEMES};
use pegfont_film::timeline::{
    Letter, Missing, Motion, Pace, PlayOrder, SWEEP, Setting, Timeline, Timing,
};
use pegfont_type::font::Font;

const JUMP: f64 = 120.0;

fn timing() -> Timing {
    Timing {
        pace: Pace::Jump(JUMP),
        hold_start: 500.0,
        hold_end: 1500.0,
        ..Timing::default()
    }
}

fn timeline(text: &str, timing: Timing) -> Timeline {
    let font = Font::builtin().unwrap();
    let setting = Setting::new(font, text, 16, Missing::Refuse).unwrap();
    Timeline::new(setting, timing).unwrap()
}

fn view(theme: &str, pitch: u32) -> View {
    View {
        size: Size::Pitch(pitch),
        ..View::new(Theme::builtin(theme).unwrap())
    }
}

fn encoded(timeline: &Timeline, view: &View, format: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = render::encoder(format).unwrap();
    let scene = Scene::film(timeline.clone(), view.clone());
    (encoder.encode)(&scene, &mut bytes, Progress::NONE).unwrap();
    bytes
}

/// How many times as long as others the first and the last three jumps take, from the end on.
const SLOWER: [f64; 3] = [3.0, 7.0 / 3.0, 5.0 / 3.0];

/// The duration of jump `number` in a film of `count` jumps.
fn lasts(number: usize, count: usize) -> f64 {
    JUMP * SLOWER.get(number.min(count - 1 - number)).unwrap_or(&1.0)
}

/// What a board shows at a time of a film in steps.
struct Expected {
    position: Position,
    /// Holes that a peg between holes may hide.
    hidden: Vec<Hole>,
    /// The captured peg that must be seen.
    captured: Option<Hole>,
}

impl Expected {
    fn still(position: &Position) -> Self {
        Self {
            position: position.clone(),
            hidden: Vec::new(),
            captured: None,
        }
    }
}

/// What a letter shows at a time of a film in steps, if all letters end together, `before` its end:
/// a peg that leaves its hole, is between holes, or has landed. Then the peg that it has captured
/// is seen, and no later than when the next one has left.
fn expected(solution: &Solution, before: f64) -> Expected {
    let count = solution.jumps().len();
    if before <= 0.0 {
        return Expected {
            // What is left of the last captured peg is no longer looked at.
            hidden: solution
                .jumps()
                .last()
                .map(|jump| jump.over())
                .into_iter()
                .collect(),
            ..Expected::still(&solution.end())
        };
    }

    let mut begins = before;
    for number in (0..count).rev() {
        let lasts = lasts(number, count);
        begins -= lasts;
        if begins > 0.0 {
            continue;
        }

        // A frame takes a third of a jump.
        let frames = (3.0 * lasts / JUMP).round() as usize;
        let frame = (-begins / (JUMP / 3.0)).floor() as usize;
        let jump = solution.jumps()[number];
        let last = number.checked_sub(1).map(|last| solution.jumps()[last]);
        let jumps_on = last.is_some_and(|last| last.to() == jump.from());
        // After a slow jump, the captured peg stays a frame longer.
        let remains = last.map(|last| last.over()).into_iter();

        if frame + 1 == frames {
            return Expected {
                captured: Some(jump.over()),
                hidden: remains.collect(),
                ..Expected::still(&solution.position(number + 1))
            };
        }
        let still = Expected::still(&solution.position(number));
        let between = [jump.from(), jump.over(), jump.to()].into_iter();
        let is_between = frame > 0 || jumps_on;
        return Expected {
            hidden: if is_between {
                between.chain(remains).collect()
            } else {
                remains.collect()
            },
            ..still
        };
    }
    Expected::still(solution.start())
}

/// How long the longest letter plays.
fn plays(timeline: &Timeline) -> f64 {
    let counts = timeline
        .letters()
        .iter()
        .map(|letter| letter.solution.jumps().len());
    let most = counts.max().unwrap();
    (0..most).map(|number| lasts(number, most)).sum()
}

/// Asserts that a frame shows what every letter shows so long `before` its end.
fn shows_at(frame: &Frame, timeline: &Timeline, view: &View, before: f64) {
    let boards = on_boards(frame, timeline, view);
    for (letter, mut seen) in boards.into_iter().enumerate() {
        let mut expected = expected(&timeline.letters()[letter].solution, before);
        for hole in expected.hidden {
            expected.position.remove(hole);
            seen.pegs.remove(hole);
            seen.captured.remove(hole);
        }

        let place = format!("letter {letter}, {before} ms before its end");
        assert_eq!(seen.pegs, expected.position, "{place}");
        let captured: Position = expected.captured.into_iter().collect();
        assert_eq!(seen.captured, captured, "{place}: the captured peg");
    }
}

/// Asserts that a film in steps shows the positions after the jumps played by then, every peg that
/// jumps leaving and landed, and every captured peg in its colour after the jumper has landed.
fn shows_the_solutions(film: &Film, timeline: &Timeline, view: &View) {
    let end = 500.0 + plays(timeline);
    let mut time = 0.0;
    for frame in &film.frames {
        let until = time + frame.lasts;
        // Every third of a jump, and the middle of it.
        let mut at = (time / (JUMP / 3.0)).floor() * (JUMP / 3.0) + 20.0;
        while at < until {
            if at > time {
                shows_at(frame, timeline, view, end - at);
            }
            at += JUMP / 3.0;
        }
        time = until;
    }
    assert!((time - (end + 1500.0)).abs() < 1.0, "{time} ms");
}

#[test]
fn every_frame_of_a_film_shows_the_positions_of_the_solutions() {
    let timeline = timeline("PEG\nSO", timing());
    for (theme, _) in THEMES {
        for (format, pitch) in [("gif", 9), ("apng", 10), ("gif", 26)] {
            let view = view(theme, pitch);
            let bytes = encoded(&timeline, &view, format);
            assert!(bytes == encoded(&timeline, &view, format));
            let film = Film::decode(format, &bytes);
            shows_the_solutions(&film, &timeline, &view);
        }
    }
}

/// Half-way through a fast jump, the captured peg is seen below the jumper, and the frame after the
/// landing has a ring, which is gone a frame later.
#[test]
fn a_captured_peg_is_seen_below_the_jumper_and_leaves_a_ring() {
    let timeline = timeline("H", timing());
    let solution = &timeline.letters()[0].solution;
    let jumps = solution.jumps();
    for (theme, _) in THEMES {
        let view = view(theme, 26);
        let film = Film::decode("gif", &encoded(&timeline, &view, "gif"));
        let geometry = Geometry::new(timeline.setting(), &view).unwrap();
        let captured = view.theme.captured.as_ref().unwrap().colour;
        let frame_at = |time: f64| {
            let mut until = 0.0;
            let frames = film.frames.iter();
            let mut shown = frames.skip_while(|frame| {
                until += frame.lasts;
                until <= time
            });
            shown.next().unwrap()
        };
        // Whether some pixel between two distances from the middle of a hole is rather of the
        // captured peg than of something else.
        let ground = [view.theme.ground()];
        let ground_or_peg = [
            ground[0],
            view.theme.waiting.colour,
            view.theme.moving.colour,
        ];
        let is_seen = |time: f64, hole: Hole, (across, down): (f32, f32), than: &[Colour]| {
            let frame = frame_at(time);
            let (left, top) = geometry.corners[0];
            let (x, y) = geometry.middles[hole.index()];
            let apart = |pixel: [u8; 4], colour: Colour| -> i32 {
                let parts = pixel.iter().zip(colour.rgba);
                parts
                    .map(|(&one, other)| (i32::from(one) - i32::from(other)).pow(2))
                    .sum()
            };
            (0..=4).any(|step| {
                let far = (0.34 + 0.02 * step as f32) * geometry.pitch as f32;
                let x = left as f32 + x + across * far;
                let y = top as f32 + y + down * far;
                let pixel = frame.pixel(x as u32, y as u32);
                let captured = apart(pixel, captured);
                than.iter().all(|&colour| captured < apart(pixel, colour))
            })
        };

        let mut checked = 0;
        for number in 4..jumps.len() - 4 {
            let [last, jump, next] = [number - 1, number, number + 1].map(|at| jumps[at]);
            let jumps_on = last.to() == jump.from() || jump.to() == next.from();
            let touches = [next.from(), next.over(), next.to()].contains(&jump.over());
            if jumps_on || touches {
                continue;
            }

            let [begin, end] = timeline.jump_times(0).nth(number).unwrap();
            let [begin, end] = [begin, end].map(|time| timeline.in_film(time as f64));
            let half_way = begin + 1.5 * JUMP / 3.0;
            let below = (0.0, 0.9);
            assert!(
                !is_seen(begin + 10.0, jump.over(), below, &ground_or_peg),
                "{theme}: {number} begins"
            );
            assert!(
                is_seen(half_way, jump.over(), below, &ground_or_peg),
                "{theme}: {number} half-way"
            );

            let beside = (-0.7, 0.7);
            assert!(
                is_seen(end + 10.0, jump.over(), beside, &ground),
                "{theme}: {number} is over"
            );
            let gone = end + 10.0 + JUMP / 3.0;
            assert!(
                !is_seen(gone, jump.over(), beside, &ground),
                "{theme}: {number}: a ring stays"
            );
            checked += 1;
        }
        assert!(checked > 2, "{theme}: {checked} jumps");
    }
}

#[test]
fn a_theme_without_a_colour_for_captured_pegs_shows_them_hollow() {
    let timeline = timeline("H", timing());
    let mut view = view("dark", 26);
    let with_colour = encoded(&timeline, &view, "gif");
    let moving = view.theme.moving.colour;
    let captured = view.theme.captured.take().unwrap();
    let hollow = encoded(&timeline, &view, "gif");
    assert!(hollow != with_colour);

    let geometry = Geometry::new(timeline.setting(), &view).unwrap();
    let film = Film::decode("gif", &hollow);
    let [_, end] = timeline.jump_times(0).nth(6).unwrap();
    let landed = timeline.in_film(end as f64) - 10.0;
    let mut until = 0.0;
    let frame = film.frames.iter().find(|frame| {
        until += frame.lasts;
        until > landed
    });
    let over = timeline.letters()[0].solution.jumps()[6].over();
    let (left, top) = geometry.corners[0];
    let (x, y) = geometry.middles[over.index()];
    let rgba = |aside: f32| {
        let x = left as f32 + x - aside * geometry.pitch as f32;
        frame.unwrap().pixel(x as u32, top + y as u32)
    };
    assert_eq!(rgba(0.25), view.theme.ground().rgba, "the inside");
    assert_eq!(rgba(0.37), moving.rgba, "the ring");
    assert!(film.frames.iter().all(|frame| {
        let all = (0..geometry.width).flat_map(|x| (0..geometry.height).map(move |y| (x, y)));
        all.step_by(7)
            .all(|(x, y)| frame.pixel(x, y) != captured.colour.rgba)
    }));
}

/// Where boards are so small, a ring would be of dots.
#[test]
fn small_boards_show_a_paler_peg_in_place_of_a_ring() {
    let timeline = timeline("H", timing());
    let view = view("dark", 8);
    let film = Film::decode("gif", &encoded(&timeline, &view, "gif"));
    let captured = view.theme.captured.as_ref().unwrap().colour;
    let [r, g, b, _] = captured.rgba;
    let pale = Colour {
        rgba: [r, g, b, 102],
    };
    let pale = pale.over(view.theme.ground());
    let geometry = Geometry::new(timeline.setting(), &view).unwrap();
    let (left, top) = geometry.corners[0];
    let is_pale = |frame: &Frame| {
        geometry.middles.iter().any(|(x, y)| {
            let pixel = frame.pixel(left + *x as u32 + 2, top + *y as u32);
            let apart = pixel
                .iter()
                .zip(pale.rgba)
                .map(|(&one, other)| one.abs_diff(other));
            apart.max() <= Some(12)
        })
    };
    let count = film.frames.iter().filter(|frame| is_pale(frame)).count();
    let jumps = timeline.letters()[0].solution.jumps().len();
    assert!(count > jumps / 2, "{count} frames of {jumps} jumps");
}

#[test]
fn a_transparent_background_stays_transparent_and_boards_need_not_be_there() {
    let timeline = timeline("AB", timing());
    let mut view = view("light", 12);
    view.theme.background = "transparent".parse().unwrap();
    for board in ["#f1f3f6", "transparent"] {
        view.theme.board.colour = board.parse().unwrap();
        for format in ["gif", "apng"] {
            let film = Film::decode(format, &encoded(&timeline, &view, format));
            shows_the_solutions(&film, &timeline, &view);
            assert!(film.frames.iter().all(|frame| frame.pixel(0, 0)[3] == 0));
        }
    }
}

#[test]
fn a_film_loops_the_requested_number_of_times() {
    let timeline = timeline("A", timing());
    let view = view("ivory", 8);
    for format in ["gif", "apng"] {
        for (loops, found) in [(0, None), (1, Some(1)), (5, Some(5))] {
            let view = View {
                loops,
                ..view.clone()
            };
            assert_eq!(
                Film::decode(format, &encoded(&timeline, &view, format)).loops,
                found
            );
        }
    }
}

#[test]
fn a_smooth_film_reaches_every_letter_and_has_the_requested_duration() {
    let timing = Timing {
        motion: Motion::Smooth(30.0),
        pace: Pace::Total(6000.0),
        order: PlayOrder::Cascade(1.5),
        ..timing()
    };
    let timeline = timeline("HI", timing);
    let view = view("wood", 10);
    for format in ["gif", "apng"] {
        let film = Film::decode(format, &encoded(&timeline, &view, format));
        assert!((film.frames.iter().map(|frame| frame.lasts).sum::<f64>() - 6000.0).abs() < 1.0);
        let positions = film
            .frames
            .iter()
            .map(|frame| at_hole_centres(frame, &timeline, &view));
        let positions: Vec<_> = positions.collect();
        for (letter, chosen) in timeline.letters().iter().enumerate() {
            let of_letter = || positions.iter().map(move |frame| &frame[letter]);
            assert_eq!(of_letter().next(), Some(chosen.solution.start()));
            assert_eq!(of_letter().next_back(), Some(&chosen.solution.end()));
        }
    }
}

#[test]
fn an_own_watcher_stops_a_film() {
    let timeline = timeline("PEG", timing());
    let view = view("ivory", 10);
    let scene = Scene::film(timeline.clone(), view.clone());
    let tenth = |done: u64, total: u64| {
        assert_eq!(total as usize, timeline.frames().count());
        if done < 10 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    for format in ["gif", "apng"] {
        let encoder = render::encoder(format).unwrap();
        let error = (encoder.encode)(&scene, &mut Vec::new(), Progress::new(&tenth)).unwrap_err();
        assert!(matches!(error, Error::Interrupted(_)), "{error}");
    }
}

/// What people see who lack one of the three kinds of cones, from linear red, green and blue:
/// Machado, Oliveira and Fernandes, *A Physiologically-based Model for Simulation of Color Vision
/// Deficiency* (2009), at full severity.
const COLOUR_BLIND: [(&str, [[f64; 3]; 3]); 3] = [
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

/// A colour as such people see it.
fn simulated(colour: Colour, matrix: &[[f64; 3]; 3]) -> Colour {
    let linear = |part: u8| match f64::from(part) / 255.0 {
        dark if dark <= 0.04045 => dark / 12.92,
        light => ((light + 0.055) / 1.055).powf(2.4),
    };
    let encoded = |part: f64| match part.clamp(0.0, 1.0) {
        dark if dark <= 0.003_130_8 => dark * 12.92,
        light => 1.055 * light.powf(1.0 / 2.4) - 0.055,
    };
    let [r, g, b, a] = colour.rgba;
    let own = [r, g, b].map(linear);
    let [r, g, b] = matrix.map(|row| {
        let sum: f64 = row.iter().zip(own).map(|(share, part)| share * part).sum();
        (encoded(sum) * 255.0).round() as u8
    });
    Colour { rgba: [r, g, b, a] }
}

#[test]
fn built_in_themes_can_be_read_and_have_enough_contrast() {
    // As WCAG 2.1 has it.
    assert_eq!(Colour::WHITE.contrast(Colour::rgb(0)), 21.0);
    assert!((Colour::WHITE.contrast(Colour::rgb(0x76_76_76)) - 4.54).abs() < 0.005);
    for &(name, _) in THEMES {
        let mut theme = Theme::builtin(name).unwrap();
        assert_eq!(theme.name, name);
        theme.check_contrast(true).unwrap();
        assert!(
            theme.caption.contrast(theme.background) >= 4.5,
            "{name}: captions"
        );
        let [waiting, moving] = [theme.waiting.colour, theme.moving.colour];
        // It also marks holes in the page.
        assert!(moving.contrast(theme.ground()) >= 3.0, "{name}: marks");
        assert!(
            waiting.contrast(theme.ground()) >= 2.0,
            "{name}: waiting pegs"
        );
        for (kind, matrix) in &COLOUR_BLIND {
            let waiting = simulated(waiting, matrix);
            for (what, peg) in [("settled", theme.peg.colour), ("moving", moving)] {
                let found = simulated(peg, matrix).contrast(waiting);
                assert!(found >= 3.0, "{name}: {what} pegs, {kind}: {found:.2}");
            }
            for peg in [theme.peg.colour, moving] {
                assert!(peg.contrast(theme.waiting.colour) >= 3.0, "{name}");
            }
        }
        // Pegs that wait must differ from those that have come to stay.
        let peg = theme.peg.colour;
        theme.waiting.colour = peg;
        let error = theme.check_contrast(true).unwrap_err().to_string();
        let same = "settled pegs and waiting pegs have a contrast of 1.0 : 1";
        assert!(error.starts_with(same), "{error}");
    }
}

#[test]
fn two_svgs_share_no_name_and_each_has_all_that_it_refers_to() {
    let names = |theme| {
        let svg = encoded(&timeline("A", timing()), &view(theme, 9), "svg");
        let svg = String::from_utf8(svg).unwrap();
        let after = |begin: &str, end: char| -> Vec<String> {
            let found = svg.split(begin).skip(1);
            found
                .map(|rest| rest.split(end).next().unwrap().to_owned())
                .collect()
        };
        let names = [after("id=\"", '"'), after("@keyframes ", '{')].concat();
        let ends = [
            ("href=\"#", '"'),
            ("url(#", ')'),
            ("animation-name:", '"'),
            ("\n#", ' '),
        ];
        for name in ends.into_iter().flat_map(|(begin, end)| after(begin, end)) {
            assert!(names.contains(&name), "{name}: {svg}");
        }
        names
    };
    let (one, other) = (names("ivory"), names("wood"));
    assert!(
        one.len() > 9 && one.iter().all(|name| !other.contains(name)),
        "{one:?} {other:?}"
    );
    assert_eq!(one, names("ivory"));
}

#[test]
fn boards_of_other_shapes_play() {
    for name in ["triangle15", "english", "4x4", "line9"] {
        let board: SmallBoard = name.parse().unwrap();
        let mut jumps = Vec::new();
        let mut position = board.central_vacancy();
        while let Some(jump) = board.legal_jumps(position).next() {
            position = jump.play(position);
            jumps.push(jump);
        }
        assert!(!jumps.is_empty(), "{name}");
        let jumps = Solution::new(board.as_board(), board.central_vacancy(), jumps).unwrap();
        let timeline = Timeline::new(Setting::of_solution(jumps), timing()).unwrap();
        let view = view("ivory", 16);
        let film = Film::decode("gif", &encoded(&timeline, &view, "gif"));
        shows_the_solutions(&film, &timeline, &view);
    }
}

#[test]
#[ignore = "needs ffmpeg"]
fn other_programs_see_the_same_frames() {
    let timeline = timeline("PEG\nSO", timing());
    let folder = tempfile::tempdir().unwrap();
    for theme in ["ivory", "wood", "led"] {
        for format in ["gif", "apng"] {
            let view = view(theme, 10);
            let path = folder.path().join(format!("film.{format}"));
            std::fs::write(&path, encoded(&timeline, &view, format)).unwrap();
            let geometry = Geometry::new(timeline.setting(), &view).unwrap();
            let name = path.to_str().unwrap();
            let size = (geometry.width, geometry.height);
            let probe = [
                "-v",
                "error",
                "-show_entries",
                "packet=pts_time,duration_time",
            ];
            let times = [&probe[..], &["-of", "csv=p=0", name]].concat();
            let times = films::numbers(run("ffprobe", "ffmpeg", &times));
            let (begins, lasts): (Vec<f64>, Vec<f64>) = times
                .as_chunks::<2>()
                .0
                .iter()
                .map(|[begins, lasts]| (begins * 1000.0, lasts * 1000.0))
                .unzip();
            for (frame, begins) in begins.iter().enumerate() {
                let before: f64 = lasts[..frame].iter().sum();
                assert!(
                    (before - begins).abs() < 1.0,
                    "frame {frame} begins at {begins}"
                );
            }
            let input = ["-v", "error", "-i", name, "-fps_mode", "passthrough"];
            let output = ["-f", "rawvideo", "-pix_fmt", "rgba", "-"];
            let raw = run("ffmpeg", "ffmpeg", &[&input[..], &output].concat());
            shows_the_solutions(&Film::from_raw(&raw, size, &lasts), &timeline, &view);
        }
    }
}

#[test]
#[ignore = "needs chromium"]
fn a_browser_sees_the_same_svg() {
    let folder = tempfile::tempdir().unwrap();
    for motion in [Motion::Steps, Motion::Smooth(25.0)] {
        let timing = Timing { motion, ..timing() };
        let timeline = timeline("PEG", timing);
        let view = view("ivory", 10);
        let svg = encoded(&timeline, &view, "svg");
        let svg = String::from_utf8(svg).unwrap();
        // A page with the film stopped in the middle of each third of a jump, or if pegs slide
        // between two jumps; one picture below the other.
        let (begin, end) = (500.0, 500.0 + plays(&timeline));
        let mut times = vec![begin - 20.0];
        if let Motion::Steps = motion {
            times.extend(
                (0..)
                    .map(|at| begin + 20.0 + 40.0 * f64::from(at))
                    .take_while(|&at| at < end),
            );
        } else {
            let most = timeline
                .letters()
                .iter()
                .map(|letter| letter.solution.jumps().len());
            let most = most.max().unwrap();
            let sums = (0..most).scan(begin, |sum, number| {
                *sum += lasts(number, most);
                Some(*sum)
            });
            times.extend(sums);
        }
        times.push(end + 100.0);
        let mut page = "<!doctype html><style>body{margin:0}img{display:block}</style>".to_owned();
        for (number, time) in times.iter().enumerate() {
            let stop = format!(
                "<style>.m{{animation-delay:-{time}ms!important;animation-play-state:paused!important}}</style></svg>"
            );
            let name = format!("{number}.svg");
            std::fs::write(folder.path().join(&name), svg.replace("</svg>", &stop)).unwrap();
            page.push_str(&format!("<img src=\"{name}\">"));
        }
        let page_path = folder.path().join("page.html");
        std::fs::write(&page_path, page).unwrap();
        let Geometry { width, height, .. } = Geometry::new(timeline.setting(), &view).unwrap();
        let size = (width, height * times.len() as u32);
        let raw = films::screenshot("chromium", &page_path, size, false);
        let film = Film::from_raw(&raw, (width, height), &vec![0.0; times.len()]);
        for (frame, time) in film.frames.iter().zip(times) {
            shows_at(frame, &timeline, &view, end - time);
        }
    }
}

#[test]
fn a_storyboard_has_few_moments_or_all_in_as_few_lines_as_can_be_that_are_equally_long() {
    let font = Font::builtin().unwrap();
    let setting = Setting::new(font, "AI", 16, Missing::Refuse).unwrap();
    for wrap in [1, 2, 3, 7, 16, 100] {
        let story = setting.storyboard(usize::MAX, Some(wrap)).unwrap();
        let steps = |letter: &Letter| letter.solution.jumps().len() + 2;
        let most = setting.letters().iter().map(steps).max().unwrap();
        let longest = most.div_ceil(most.div_ceil(wrap));
        let mut lines = story.lines().iter();
        for letter in setting.letters() {
            let steps = steps(letter);
            let of_letter: Vec<usize> = lines
                .by_ref()
                .take(steps.div_ceil(longest))
                .map(Vec::len)
                .collect();
            assert_eq!(of_letter.iter().sum::<usize>(), steps, "{wrap} in a line");
            let (last, others) = of_letter.split_last().unwrap();
            assert!(
                others.iter().all(|&length| length == longest),
                "{wrap}: {of_letter:?}"
            );
            assert!(*last <= longest && longest <= wrap, "{wrap}: {of_letter:?}");
        }
        assert!(lines.next().is_none());
    }
    for boards in [2, 3, 6, 12] {
        let story = setting.storyboard(boards, None).unwrap();
        assert_eq!(story.lines().iter().flatten().count(), 2 * boards);
        let jumps: Vec<usize> = story
            .letters()
            .iter()
            .map(|letter| letter.solution.jumps().len())
            .collect();
        let (first, second) = jumps.split_at(boards);
        for (jumps, letter) in [first, second].into_iter().zip(setting.letters()) {
            let most = letter.solution.jumps().len();
            let (last, played) = jumps.split_last().unwrap();
            assert!(played.is_sorted_by(|one, next| one < next), "{jumps:?}");
            assert_eq!([jumps[0], *last], [0, most], "{jumps:?}");
            assert!(boards < 3 || jumps[1] == 1, "{jumps:?}");
        }
    }
    // Each board but the last has a jump, which the first has still to come: an arrow of two
    // strokes, on its ground, and two rings. Words between boards say where jumps are left out.
    let story = Setting::new(font, "A", 16, Missing::Refuse)
        .unwrap()
        .storyboard(6, None)
        .unwrap();
    let timeline = Timeline::new(story.clone(), timing()).unwrap();
    let drawing = Scene::finished(timeline, view("dark", 24))
        .drawing()
        .unwrap();
    let svg = pegfont_film::drawing::svg::file(&drawing);
    let rings = format!("{drawing:?}").matches("Ring {").count();
    assert_eq!([svg.matches("<path").count(), rings], [20, 10]);
    let skips = drawing
        .elements
        .iter()
        .filter(|board| format!("{board:?}").contains('…'))
        .count();
    let moments: Vec<usize> = story
        .letters()
        .iter()
        .map(|it| it.solution.jumps().len())
        .collect();
    assert_eq!(
        skips,
        moments
            .windows(2)
            .filter(|pair| pair[1] > pair[0] + 1)
            .count()
    );
    assert!(skips > 0);
}

#[test]
fn the_band_of_light_is_seen_in_every_theme() {
    let setting = Setting::new(Font::builtin().unwrap(), "I", 1, Missing::Refuse).unwrap();
    let timeline = Timeline::new(setting, Timing::default()).unwrap();
    let lit = timeline.sweep().unwrap() + SWEEP / 2;
    for (name, _) in THEMES {
        let [rests, shines] = [timeline.finished_at(), lit].map(|at| {
            let scene = Scene::finished(timeline.clone(), view(name, 12));
            let mut bytes = Vec::new();
            let scene = Scene {
                show: Show::Still(at),
                ..scene
            };
            render::png(&scene, &mut bytes, Progress::NONE).unwrap();
            bytes
        });
        assert!(rests != shines, "{name}");
    }
}

/// The pixels of a still.
fn picture(timeline: &Timeline, view: &View, at: u64) -> impl Fn(f32, f32) -> Colour {
    let scene = Scene {
        show: Show::Still(at),
        ..Scene::finished(timeline.clone(), view.clone())
    };
    let mut bytes = Vec::new();
    render::png(&scene, &mut bytes, Progress::NONE).unwrap();
    let pixels = films::decode_png(&bytes);
    let width = Geometry::new(timeline.setting(), view).unwrap().width as usize;
    move |x, y| {
        let at = (y as usize * width + x as usize) * 4;
        Colour {
            rgba: pixels[at..at + 4].try_into().unwrap(),
        }
    }
}

#[test]
fn a_sliding_peg_is_larger_half_way_in_pixels_and_in_svg() {
    let smooth = Timing {
        motion: Motion::Smooth(25.0),
        pace: Pace::Jump(400.0),
        ..timing()
    };
    let (timeline, view) = (timeline("A", smooth), view("light", 24));
    let jumps = timeline.letters()[0].solution.jumps();
    let geometry = Geometry::new(timeline.setting(), &view).unwrap();
    let (corner, over) = (
        geometry.corners[0],
        geometry.middles[jumps[0].over().index()],
    );
    let (x, y) = (corner.0 as f32 + over.0, corner.1 as f32 + over.1);
    let high = |at: u64, up: f32| {
        let pixel = picture(&timeline, &view, at);
        let rows =
            (0..24).filter(|row| pixel(x, y - up - 12.0 + *row as f32) == view.theme.moving.colour);
        rows.count()
    };
    let [begin, _] = timeline.jump_times(0).next().unwrap();
    // It is on an arc.
    let (rests, highest) = (high(begin, 0.0), high(begin + 200, 7.0));
    assert!(
        highest > rests + 1 && highest <= 24,
        "{rests} and {highest} pixels"
    );
    let film = Scene::film(timeline.clone(), view.clone())
        .drawing()
        .unwrap();
    let Element::Group { elements, .. } = &film.elements[0] else {
        panic!("the board")
    };
    let changes = elements.iter().filter_map(|element| match element {
        Element::Playing { changes, .. } => Some(changes),
        _ => None,
    });
    assert_eq!(
        changes.flatten().filter(|change| change.rise > 1.1).count(),
        2 * jumps.len()
    );
}

#[test]
fn the_band_of_light_keeps_the_contrast_of_every_theme() {
    let solution = Font::builtin()
        .unwrap()
        .get('H')
        .unwrap()
        .solution
        .clone()
        .in_rounds();
    let setting = Setting::of_solution(solution);
    let timeline = Timeline::new(setting.clone(), Timing::default()).unwrap();
    let at = (0..timeline.duration())
        .find(|&at| timeline.state(0, at).light == Some(1))
        .unwrap();
    for (name, _) in THEMES {
        let view = view(name, 24);
        let geometry = Geometry::new(&setting, &view).unwrap();
        let (pixel, (left, top)) = (picture(&timeline, &view, at), geometry.corners[0]);
        for hole in timeline.letters()[0].solution.end().pegs() {
            let (x, y) = geometry.middles[hole.index()];
            let found = pixel(left as f32 + x, top as f32 + y).contrast(view.theme.ground());
            assert!(found >= 3.0, "{name}: {found}");
        }
    }
}

#[test]
fn captions_come_with_the_names_of_columns_and_rows() {
    let timeline = timeline("A", Timing::default());
    let view = View {
        captions: true,
        ..view("light", 24)
    };
    let plain = View {
        captions: false,
        ..view.clone()
    };
    let of = |view: &View| Geometry::new(timeline.setting(), view).unwrap();
    let (labelled, bare) = (of(&view), of(&plain));
    assert!(labelled.corners[0].0 > bare.corners[0].0 && labelled.corners[0].1 > bare.corners[0].1);
    let drawing = Scene::finished(timeline.clone(), view.clone())
        .drawing()
        .unwrap();
    let words = drawing.parts[0].iter().filter_map(|mark| match mark {
        Element::Words(words) => Some(words.text.as_str()),
        _ => None,
    });
    let mut words: Vec<&str> = words.collect();
    words.sort_unstable();
    assert_eq!(
        words,
        ["1", "2", "3", "4", "5", "6", "7", "a", "b", "c", "d", "e"]
    );
    // A film has none.
    let [film, bare] = [view, plain].map(|view| encoded(&timeline, &view, "gif"));
    assert!(film == bare);
}
