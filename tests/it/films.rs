//! Decodes films with independent decoders, and reads the positions from the pixels.

use std::io::Cursor;
use std::path::Path;
use std::process::{Command, Stdio};

use peg_solitaire::board::{Hole, Position};
use pegfont_film::render::{Colour, Framing, Geometry, Size, View};
use pegfont_film::timeline::Timeline;

/// A decoded film.
pub struct Film {
    pub frames: Vec<Frame>,
    /// How often it plays; `None` means for ever.
    pub loops: Option<u32>,
}

/// A complete picture.
#[derive(Clone)]
pub struct Frame {
    width: u32,
    pub rgba: Vec<u8>,
    pub lasts: f64,
}

impl Frame {
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = (y as usize * self.width as usize + x as usize) * 4;
        self.rgba[at..at + 4].try_into().unwrap()
    }

    /// Draws a part over the picture, or replaces the part.
    fn draw(&mut self, (left, top): (u32, u32), width: u32, rgba: &[u8], replace: bool) {
        for (row, pixels) in rgba.chunks_exact(width as usize * 4).enumerate() {
            for (column, pixel) in pixels.chunks_exact(4).enumerate() {
                let y = top as usize + row;
                let at = (y * self.width as usize + left as usize + column) * 4;
                if replace || pixel[3] == 255 {
                    self.rgba[at..at + 4].copy_from_slice(pixel);
                } else {
                    let opaque_or_empty = pixel[3] == 0 || self.rgba[at + 3] == 0;
                    assert!(
                        opaque_or_empty,
                        "nothing half transparent is drawn over anything"
                    );
                    if pixel[3] > 0 {
                        self.rgba[at..at + 4].copy_from_slice(pixel);
                    }
                }
            }
        }
    }
}

impl Film {
    pub fn decode(format: &str, bytes: &[u8]) -> Self {
        match format {
            "gif" => decode_gif(bytes),
            "apng" => decode_apng(bytes),
            _ => unreachable!("no other format is asked for"),
        }
    }

    /// A film from consecutive RGBA frames and their durations, both as a decoder printed them.
    pub fn from_raw(raw: &[u8], (width, height): (u32, u32), lasts: &[f64]) -> Self {
        let area = width as usize * height as usize * 4;
        assert_eq!(raw.len(), area * lasts.len(), "as many pictures as times");
        let frames = raw.chunks_exact(area).zip(lasts);
        let frames = frames
            .map(|(rgba, &lasts)| Frame {
                width,
                rgba: rgba.to_vec(),
                lasts,
            })
            .collect();
        Self {
            frames,
            loops: None,
        }
    }
}

fn decode_gif(bytes: &[u8]) -> Film {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(bytes)).unwrap();
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let blank = vec![0; width as usize * height as usize * 4];
    let mut shown = Frame {
        width,
        rgba: blank.clone(),
        lasts: 0.0,
    };
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let place = (u32::from(frame.left), u32::from(frame.top));
        shown.draw(place, u32::from(frame.width), &frame.buffer, false);
        shown.lasts = f64::from(frame.delay) * 10.0;
        frames.push(shown.clone());
        if frame.dispose == gif::DisposalMethod::Background {
            shown.rgba.clone_from(&blank);
        }
    }
    // The file stores the number of repetitions; without one, the film plays once.
    let loops = match decoder.repeat() {
        gif::Repeat::Infinite => None,
        gif::Repeat::Finite(again) => Some(u32::from(again) + 1),
    };
    Film { frames, loops }
}

fn decode_apng(bytes: &[u8]) -> Film {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    let info = reader.info();
    let width = info.width;
    let control = info.animation_control.unwrap();
    let area = width as usize * info.height as usize * 4;
    let mut shown = Frame {
        width,
        rgba: vec![0; area],
        lasts: 0.0,
    };
    let mut frames = Vec::new();
    let mut buffer = vec![0; area];
    for _ in 0..control.num_frames {
        let output = reader.next_frame(&mut buffer).unwrap();
        let frame = *reader.info().frame_control().unwrap();
        let replace = frame.blend_op == png::BlendOp::Source;
        let pixels = &buffer[..output.buffer_size()];
        shown.draw(
            (frame.x_offset, frame.y_offset),
            frame.width,
            pixels,
            replace,
        );
        shown.lasts = f64::from(frame.delay_num) * 1000.0 / f64::from(frame.delay_den);
        frames.push(shown.clone());
    }
    Film {
        frames,
        loops: (control.num_plays > 0).then_some(control.num_plays),
    }
}

/// The pixels of a PNG.
pub fn decode_png(bytes: &[u8]) -> Vec<u8> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(
        png::Transformations::normalize_to_color8() | png::Transformations::ALPHA,
    );
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let output = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(output.buffer_size());
    pixels
}

/// The pixels of a page in Chromium or Firefox, on a device in dark mode or in light mode.
pub fn screenshot(browser: &str, page: &Path, (width, height): (u32, u32), dark: bool) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let (picture, profile) = (folder.path().join("page.png"), folder.path().display());
    let number = u8::from(dark);
    let own = match browser {
        "chromium" => format!(
            "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync --hide-scrollbars \
             --disable-background-networking --disable-component-update --force-device-scale-factor=1 \
             --blink-settings=preferredColorScheme={} --user-data-dir={profile} --screenshot={}",
            1 - number,
            picture.display()
        ),
        _ => {
            let dark = format!("user_pref(\"ui.systemUsesDarkTheme\", {number});");
            std::fs::write(folder.path().join("user.js"), dark).unwrap();
            format!(
                "--no-remote --profile {profile} --screenshot {}",
                picture.display()
            )
        }
    };
    let shown = format!(
        "--headless {own} --window-size={width},{height} file://{}",
        page.display()
    );
    run(
        browser,
        browser,
        &shown.split_whitespace().collect::<Vec<_>>(),
    );
    decode_png(&std::fs::read(&picture).unwrap())
}

/// What is seen on the board of a letter.
#[derive(Default)]
pub struct OnBoard {
    /// The holes with a peg that waits, moves or has settled.
    pub pegs: Position,
    /// The holes with a captured peg.
    pub captured: Position,
}

/// The colours that a theme has for pegs, for captured ones, and for what is empty or left of a
/// captured peg on small boards.
struct Colours {
    pegs: [[u8; 4]; 3],
    captured: [u8; 4],
    empty: [[u8; 4]; 2],
}

impl Colours {
    fn of(view: &View) -> Self {
        let theme = &view.theme;
        let board = if theme.board.colour.is_seen() {
            theme.board.colour
        } else {
            theme.background
        };
        let captured = theme.captured.as_ref().unwrap_or(&theme.moving).colour;
        let [r, g, b, _] = captured.rgba;
        let pale = Colour {
            rgba: [r, g, b, 102],
        };

        let pegs = [theme.waiting.colour, theme.moving.colour, theme.peg.colour];
        Self {
            pegs: pegs.map(|colour| colour.rgba),
            captured: captured.rgba,
            empty: [board.rgba, pale.over(board).rgba],
        }
    }

    /// Puts a hole with this pixel beside its middle to those that it looks like.
    fn see(&self, pixel: [u8; 4], hole: Hole, seen: &mut OnBoard) {
        let distance = |colour: &[u8; 4]| -> i32 {
            (0..4)
                .map(|part| (i32::from(pixel[part]) - i32::from(colour[part])).pow(2))
                .sum()
        };
        let of_peg = self.pegs.iter().map(distance).min().unwrap();
        let of_captured = distance(&self.captured);
        let of_empty = self.empty.iter().map(distance).min().unwrap();

        if of_empty <= of_peg.min(of_captured) {
            return;
        }
        if of_captured < of_peg {
            seen.captured.insert(hole);
        } else {
            seen.pegs.insert(hole);
        }
    }
}

/// Where the colour of a peg is read beside the middle of its hole, in distances between holes.
/// Pegs are that large, and holes smaller.
const ASIDE: f32 = 0.25;

/// What is seen on the board of each letter, by the colour beside the middle of each hole: whether
/// it is closest to one of pegs, to that of a captured one, or to that of the board or of what is
/// left of a captured peg on small boards.
pub fn on_boards(frame: &Frame, timeline: &Timeline, view: &View) -> Vec<OnBoard> {
    let geometry = Geometry::new(timeline.setting(), view).unwrap();
    let colours = Colours::of(view);
    let aside = geometry.pitch as f32 * ASIDE;

    let on_board = |&(left, top): &(u32, u32)| {
        let mut seen = OnBoard::default();
        let board = timeline.setting().board();
        for (hole, (x, y)) in board.each_hole().zip(&geometry.middles) {
            let pixel = frame.pixel(left + (*x + aside) as u32, top + *y as u32);
            colours.see(pixel, hole, &mut seen);
        }
        seen
    };
    geometry.corners.iter().map(on_board).collect()
}

/// What is seen of a board of which a part is in the picture, and the holes of that part.
pub fn in_framing(
    frame: &Frame,
    timeline: &Timeline,
    view: &View,
    framing: Framing,
) -> (OnBoard, Position) {
    let size = Size::Pitch(framing.pitch);
    let large = View {
        size,
        ..view.clone()
    };
    let geometry = Geometry::new(timeline.setting(), &large).unwrap();
    let height = frame.rgba.len() as i64 / 4 / i64::from(frame.width);
    let colours = Colours::of(view);
    let aside = framing.pitch as f32 * ASIDE;

    let mut seen = OnBoard::default();
    let mut in_picture = Position::default();
    let board = timeline.setting().board();
    for (hole, (x, y)) in board.each_hole().zip(&geometry.middles) {
        let x = framing.corner.0 + i64::from((*x + aside) as u32);
        let y = framing.corner.1 + i64::from(*y as u32);
        if (0..i64::from(frame.width)).contains(&x) && (0..height).contains(&y) {
            in_picture.insert(hole);
            colours.see(frame.pixel(x as u32, y as u32), hole, &mut seen);
        }
    }
    (seen, in_picture)
}

/// The position on the board of each letter.
pub fn at_hole_centres(frame: &Frame, timeline: &Timeline, view: &View) -> Vec<Position> {
    let boards = on_boards(frame, timeline, view).into_iter();
    boards.map(|board| board.pegs).collect()
}

/// The numbers in the output of a program, separated by commas or spaces.
pub fn numbers(printed: Vec<u8>) -> Vec<f64> {
    let text = String::from_utf8(printed).unwrap();
    let words = text.split(|mark: char| mark.is_whitespace() || mark == ',');
    words
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().expect("a number"))
        .collect()
}

/// The output of a program.
pub fn run(program: &str, package: &str, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{program} (of the package {package}): {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {errors}");
    output.stdout
}
