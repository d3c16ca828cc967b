//! Holes and moving pegs are seen, in every theme, and alike in pixels and in SVG.

use crate::films::decode_png;
use peg_solitaire::board::Hole;
use peg_solitaire::progress::Progress;
use pegfont_film::drawing::Mark;
use pegfont_film::render::{self, Colour, Geometry, Loops, Scene, Show, Size, Theme, View};
use pegfont_film::timeline::{Missing, Motion, Pace, Setting, Timeline, Timing};
use pegfont_type::font::Font;

fn timeline(text: &str, timing: Timing) -> Timeline {
    let setting = Setting::new(Font::builtin().unwrap(), text, 16, Missing::Refuse).unwrap();
    Timeline::new(setting, timing).unwrap()
}

fn smooth() -> Timing {
    Timing { motion: Motion::Smooth(25.0), pace: Pace::Jump(400.0), ..Timing::default() }
}

fn view(theme: &str, pitch: u32) -> View {
    View { size: Size::Pitch(pitch), ..View::new(Theme::builtin(theme).unwrap()) }
}

/// The pixels of a still.
fn picture(timeline: &Timeline, view: &View, at: u64) -> impl Fn(f32, f32) -> Colour {
    let scene = Scene { timeline, view, show: Show::Still(at) };
    let mut bytes = Vec::new();
    render::png(&scene, &mut bytes, Progress::NONE).unwrap();
    let pixels = decode_png(&bytes);
    let width = Geometry::new(timeline.setting(), view).unwrap().width as usize;
    move |x, y| {
        let at = (y as usize * width + x as usize) * 4;
        Colour { rgba: pixels[at..at + 4].try_into().unwrap() }
    }
}

/// The centre of a hole of the first board, in pixels.
fn centre(timeline: &Timeline, view: &View, hole: Hole) -> (f32, f32) {
    let geometry = Geometry::new(timeline.setting(), view).unwrap();
    let ((left, top), (x, y)) = (geometry.corners[0], geometry.middles[hole.0 as usize]);
    (left as f32 + x, top as f32 + y)
}

#[test]
fn a_sliding_peg_is_larger_half_way_in_pixels_and_in_svg() {
    let timeline = timeline("A", smooth());
    let view = view("light", 24);
    let jump = timeline.letters()[0].solution.jumps()[0];
    let high = |at: u64, up: f32| {
        let pixel = picture(&timeline, &view, at);
        let (x, y) = centre(&timeline, &view, jump.over());
        let rows =
            (0..24).filter(|row| pixel(x, y - up - 12.0 + *row as f32) == view.theme.peg.colour);
        rows.count()
    };
    let begin = timeline.jump_times(0).next().unwrap();
    // It is on an arc.
    let (rests, highest) = (high(begin, 0.0), high(begin + 200, 7.0));
    assert!(highest > rests + 1 && highest <= 24, "{rests} and {highest} pixels");
    let scene = Scene { timeline: &timeline, view: &view, show: Show::Still(begin + 200) };
    let largest = |marks: &[Mark]| {
        let scales = marks.iter().map(|mark| match mark {
            Mark::Part { place, .. } => place.scale,
            _ => 0.0,
        });
        scales.fold(0.0, f32::max)
    };
    let Mark::Group { marks, .. } = &scene.drawing().unwrap().marks[0] else { panic!("the board") };
    assert!((largest(marks) - 1.15).abs() < 1e-3, "{}", largest(marks));
    let film = Scene::film(&timeline, &view, Loops::Endless).drawing().unwrap();
    let Mark::Group { marks, .. } = &film.marks[0] else { panic!("the board") };
    let rises = marks.iter().filter_map(|mark| match mark {
        Mark::Playing { changes, .. } => {
            Some(changes.iter().filter(|change| change.rise > 1.1).count())
        }
        _ => None,
    });
    assert_eq!(rises.sum::<usize>(), timeline.letters()[0].solution.jumps().len());
}

#[test]
fn captions_come_with_the_names_of_columns_and_rows() {
    let timeline = timeline("A", Timing::default());
    let view = View { captions: true, ..view("light", 24) };
    let plain = View { captions: false, ..view.clone() };
    let of = |view: &View| Geometry::new(timeline.setting(), view).unwrap();
    let (labelled, bare) = (of(&view), of(&plain));
    assert!(labelled.corners[0].0 > bare.corners[0].0 && labelled.corners[0].1 > bare.corners[0].1);
    // Ink above every column and beside every row, and none between them.
    let pixel = picture(&timeline, &view, 0);
    let ((left, top), ink) = (labelled.corners[0], view.theme.caption);
    let strip = |from: (u32, u32), to: (u32, u32)| {
        (from.1..to.1).any(|y| (from.0..to.0).any(|x| pixel(x as f32, y as f32) == ink))
    };
    for (x, y) in labelled.middles.iter().map(|&(x, y)| (left + x as u32, top + y as u32)) {
        assert!(strip((x - 6, top - 18), (x + 6, top)), "the column at {x}");
        assert!(strip((left - 12, y - 9), (left, y + 9)), "the row at {y}");
        assert!(!strip((x + 8, top - 18), (x + 16, top)), "between two columns");
    }
    let drawing = Scene::film(&timeline, &view, Loops::Endless).drawing().unwrap();
    let words = drawing.parts[0].iter().filter_map(|mark| match mark {
        Mark::Words(words) => Some(words.text.as_str()),
        _ => None,
    });
    let mut words: Vec<&str> = words.collect();
    words.sort_unstable();
    assert_eq!(words, ["1", "2", "3", "4", "5", "6", "7", "a", "b", "c", "d", "e"]);
}

#[test]
fn a_still_before_the_first_jump_has_no_room_for_a_caption() {
    let timeline = timeline("A", Timing::default());
    let unplayed = timeline.setting().played(0);
    let view = View { captions: true, ..view("light", 24) };
    let played = Geometry::new(timeline.setting(), &view).unwrap();
    let unplayed = Geometry::new(&unplayed, &view).unwrap();
    assert!(unplayed.height < played.height, "{} {}", unplayed.height, played.height);
}
