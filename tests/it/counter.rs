//! The counter of jumps below the boards of a film.

use crate::films::{Film, Frame, run};
use crate::large_view::game;
use peg_solitaire::progress::Progress;
use pegfont_film::render::{self, Geometry, Scene, Show, Size, Theme, View};
use pegfont_film::timeline::{Missing, Motion, Setting, Timeline, Timing};
use pegfont_type::font::Font;

fn scene(setting: Setting, motion: Motion, format: &str) -> Scene {
    let clock = render::encoder(format).unwrap().clock;
    let timeline = Timeline::new(setting, Timing::usual(motion, clock)).unwrap();
    let view = View {
        counts: true,
        size: Size::Pitch(20),
        ..View::new(Theme::builtin("dark").unwrap())
    };
    Scene::film(timeline, view)
}

fn words(text: &str) -> Setting {
    Setting::new(Font::builtin().unwrap(), text, 16, Missing::Refuse).unwrap()
}

fn encoded(scene: &Scene, format: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = render::encoder(format).unwrap();
    (encoder.encode)(scene, &mut bytes, Progress::NONE).unwrap();
    bytes
}

#[test]
fn a_counter_says_in_every_frame_how_many_jumps_have_begun() {
    for setting in [
        words("HI"),
        words("PEG\nSO"),
        Setting::of_solution(game("HI")),
    ] {
        for motion in [Motion::Steps, Motion::Smooth(25.0)] {
            let scene = scene(setting.clone(), motion, "gif");
            let timeline = &scene.timeline;
            let jumps = timeline.letters().iter();
            let jumps: usize = jumps.map(|letter| letter.solution.jumps().len()).sum();
            let games = timeline.letters().len();
            let plural = if games == 1 { "" } else { "s" };

            for frame in timeline.frames() {
                let mut begun = 0;
                let mut played = 0;
                let mut moves = false;
                for letter in 0..games {
                    let state = timeline.state(letter, frame.at);
                    begun += state.played + state.under_way.len();
                    played += state.played;
                    moves |= !state.moving.is_empty();
                }

                let said = if played == jumps && !moves {
                    format!("{games} game{plural} · {jumps} jumps")
                } else {
                    format!("jump {begun} of {jumps}")
                };
                assert_eq!(timeline.counter(frame.at), said, "{} ms", frame.at);
            }
        }
    }
}

/// The rows of a picture below the boards, where jumps are counted.
fn strip(frame: &Frame, scene: &Scene) -> Vec<[u8; 4]> {
    let geometry = scene.geometry().unwrap();
    let bottoms = geometry
        .corners
        .iter()
        .map(|corner| corner.1 + geometry.board.1);
    let top = bottoms.max().unwrap();
    let mut pixels = Vec::new();
    for y in top..geometry.height {
        pixels.extend((0..geometry.width).map(|x| frame.pixel(x, y)));
    }
    pixels
}

#[test]
fn what_is_below_the_boards_changes_with_the_counter_and_only_then() {
    for format in ["gif", "apng"] {
        let scene = scene(words("HI"), Motion::Steps, format);
        let film = Film::decode(format, &encoded(&scene, format));
        let mut time = 0.0;
        let mut before: Option<(String, Vec<[u8; 4]>)> = None;
        let mut changes = 0;
        for frame in &film.frames {
            let said = scene.timeline.counter(time as u64);
            let seen = strip(frame, &scene);
            time += frame.lasts;
            if let Some((said_before, seen_before)) = before {
                assert_eq!(said == said_before, seen == seen_before, "{said}");
                changes += usize::from(said != said_before);
            }
            before = Some((said, seen));
        }
        assert!(changes > 20, "{format}: {changes}");
    }
}

#[test]
fn a_counter_takes_no_room_from_the_boards_and_a_still_has_none() {
    let counted = scene(words("HELLO"), Motion::Steps, "gif");
    let plain = Scene {
        view: View {
            counts: false,
            ..counted.view.clone()
        },
        ..counted.clone()
    };
    let still = Scene {
        show: Show::Still(0),
        ..counted.clone()
    };
    let [counted, plain, still] = [counted, plain, still].map(|scene| scene.geometry().unwrap());
    assert_eq!(
        (counted.pitch, &counted.corners),
        (plain.pitch, &plain.corners)
    );
    assert!(counted.height > plain.height && counted.width == plain.width);
    assert_eq!((still.width, still.height), (plain.width, plain.height));

    // A picture of an exact size has it, too.
    let view = View {
        counts: true,
        size: Size::Exactly(400, 400),
        ..View::new(Theme::builtin("dark").unwrap())
    };
    let geometry = Geometry::new(&words("HELLO"), &view).unwrap();
    assert_eq!((geometry.width, geometry.height), (400, 400));
}

#[test]
fn an_svg_shows_all_that_its_counter_says_in_this_order() {
    let scene = scene(words("HI"), Motion::Smooth(25.0), "svg");
    let svg = String::from_utf8(encoded(&scene, "svg")).unwrap();
    let said = svg
        .split("</text>")
        .filter_map(|part| part.rsplit_once('>'));
    let mut said: Vec<&str> = said.map(|(_, said)| said).collect();
    // What follows the last one.
    said.pop();

    let jumps = scene.timeline.letters().iter();
    let jumps: usize = jumps.map(|letter| letter.solution.jumps().len()).sum();
    assert_eq!(said[0], format!("jump 0 of {jumps}"));
    assert_eq!(said[said.len() - 1], format!("2 games · {jumps} jumps"));
    assert_eq!(said[said.len() - 2], format!("jump {jumps} of {jumps}"));
    let rises = said[..said.len() - 1].windows(2).all(|pair| {
        let number = |said: &str| said.split(' ').nth(1).unwrap().parse::<usize>().unwrap();
        number(pair[0]) < number(pair[1])
    });
    assert!(rises, "{said:?}");
}

#[test]
#[ignore = "needs tesseract and ffmpeg"]
fn a_program_that_reads_pictures_reads_the_counter() {
    let scene = scene(Setting::of_solution(game("HI")), Motion::Steps, "gif");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("film.gif"), encoded(&scene, "gif")).unwrap();
    let geometry = scene.geometry().unwrap();
    let top = geometry.corners[0].1 + geometry.board.1;
    let cut = format!(
        "crop={}:{}:0:{top},scale=iw*4:ih*4,negate",
        geometry.width,
        geometry.height - top
    );

    let ends = scene.timeline.finished_at();
    let begins: Vec<u64> = scene.timeline.frames().map(|frame| frame.at).collect();
    for time in [900, 3000, 5000, ends] {
        let at = *begins.iter().find(|&&begin| begin >= time).unwrap();
        // The first frame from just before its begin on.
        let begin = format!("{:.3}", (at - 5) as f64 / 1000.0);
        let film = path("film.gif");
        let still = path("still.png");
        let arguments = [
            "-v",
            "error",
            "-y",
            "-i",
            &film,
            "-ss",
            &begin,
            "-vf",
            &cut,
            "-frames:v",
            "1",
            &still,
        ];
        run("ffmpeg", "ffmpeg", &arguments);
        let read = run("tesseract", "tesseract-ocr", &[&still, "-", "--psm", "7"]);
        let read = String::from_utf8(read).unwrap();
        let letters = |text: &str| text.replace(['·', '-', '.', ' ', '\n'], "");
        assert_eq!(letters(&read), letters(&scene.timeline.counter(at)));
    }
}
