//! Measures how fast films are painted and compressed, compares encoding with other programs, and
//! measures how much gifsicle can still shrink the files: `cargo bench --bench render`.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use peg_solitaire::progress::Progress;
use pegfont_film::render::{self, Scene, Size, Theme, View};
use pegfont_film::timeline::{Missing, Motion, Setting, Timeline, Timing};
use pegfont_type::font::Font;

/// Nanoseconds per painted pixel of lila-gif, a renderer of board games, for its own example on one
/// core of the machine that this benchmark was written on.
const LILA_GIF: f64 = 4.4;

/// Counts painted pixels, and keeps whole pictures for the other programs.
struct Count {
    painted: u64,
    size: (u32, u32),
    rgb: Vec<u8>,
    keep: bool,
}

impl Count {
    fn of(scene: &Scene, keep: bool) -> Self {
        let mut painting = scene.paint(Progress::NONE).expect("a film of a usual size");
        let size = painting.size;
        let palette = painting.palette.clone();
        let mut count = Self {
            painted: 0,
            size,
            rgb: Vec::new(),
            keep,
        };
        while let Some(frame) = painting.next().expect("a film that is not stopped") {
            count.painted += u64::from(frame.width) * u64::from(frame.height);
            if keep {
                let colour = |&number: &u8| {
                    let [r, g, b, _] = palette[usize::from(number)];
                    [r, g, b]
                };
                count.rgb.extend(frame.picture.iter().flat_map(colour));
            }
        }
        count
    }
}

/// The shortest time of several runs.
fn least(mut run: impl FnMut()) -> Duration {
    let once = |_| {
        let begun = Instant::now();
        run();
        begun.elapsed()
    };
    (0..7).map(once).min().unwrap_or_default()
}

fn main() {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (text, pitch, motion) in [
        ("PEG SOLITAIRE", 10, Motion::Steps),
        ("PEG SOLITAIRE", 40, Motion::Steps),
        (alphabet, 10, Motion::Steps),
        ("PEG SOLITAIRE", 10, Motion::Smooth(25.0)),
    ] {
        let font = Font::builtin().expect("the built-in font");
        let setting = Setting::new(font, text, 16, Missing::Refuse).expect("a text in capitals");
        let timing = Timing {
            motion,
            ..Timing::default()
        };
        let timeline = Timeline::new(setting, timing).expect("the usual times");
        let theme = Theme::builtin("ivory").expect("a built-in theme");
        let view = View {
            size: Size::Pitch(pitch),
            ..View::new(theme)
        };
        let scene = Scene::film(timeline, view);
        let count = Count::of(&scene, pitch < 20);
        let mut gif = Vec::new();
        let ours = least(|| {
            gif.clear();
            render::gif(&scene, &mut gif, Progress::NONE).expect("a film in memory");
        });
        let each = ours.as_secs_f64() * 1e9 / count.painted as f64;
        println!(
            "{text}, {pitch} pixels from hole to hole, {motion:?}: {} bytes, {:.1} ms, {:.1} million painted pixels, \
             {each:.2} ns each: {:.2} x lila-gif's {LILA_GIF} ns",
            gif.len(),
            ours.as_secs_f64() * 1e3,
            count.painted as f64 / 1e6,
            each / LILA_GIF
        );
        if motion == Motion::Steps {
            gifsicle(&gif);
        }
        if count.keep {
            others(&count, ours);
        }
    }
}

/// How much gifsicle can still shrink a GIF.
fn gifsicle(gif: &[u8]) {
    match piped("gifsicle", &["-O3"], gif) {
        Some(smaller) => println!(
            "  gifsicle -O3 shrinks it by {:.2} %",
            100.0 * (1.0 - smaller.len() as f64 / gif.len() as f64)
        ),
        None => println!("  gifsicle is not installed"),
    }
}

/// The time that other programs take to encode the same frames on one thread.
fn others(count: &Count, ours: Duration) {
    let size = format!("{}x{}", count.size.0, count.size.1);
    let raw = [
        "-f",
        "rawvideo",
        "-pixel_format",
        "rgb24",
        "-video_size",
        &size,
    ];
    let ffmpeg = [
        &["-v", "error", "-threads", "1"][..],
        &raw,
        &["-i", "-", "-f", "gif", "-"],
    ]
    .concat();
    let magick = [
        "-size", &size, "-depth", "8", "rgb:-", "-layers", "optimize", "gif:-",
    ];
    for (program, arguments) in [("ffmpeg", &ffmpeg[..]), ("convert", &magick[..])] {
        let begun = Instant::now();
        match piped(program, arguments, &count.rgb) {
            Some(gif) => {
                let ratio = begun.elapsed().as_secs_f64() / ours.as_secs_f64();
                println!(
                    "  {program}, the same frames: {} bytes, {ratio:.1} x our time",
                    gif.len()
                );
            }
            None => println!("  {program} is not installed"),
        }
    }
}

/// The output of a program for an input, or `None` if the program is not installed.
fn piped(program: &str, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output()
    });
    Some(output.ok()?.stdout).filter(|made| !made.is_empty())
}
