//! Videos: sends the planes of frames to ffmpeg, which is not part of pegfont, and puts the
//! finished file in its place.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, anyhow, bail};

use crate::cli::formats::Format;
use crate::cli::output::OutputFile;
use peg_console::output::Output;
use pegfont_film::Error;
use pegfont_film::render::{Colour, Scene};
use pegfont_film::timeline::Motion;

/// Frames per second, unless the film has its own.
const FRAME_RATE: f64 = 25.0;

/// Writes an MP4 or a WebM.
pub fn write(scene: &Scene, file: &OutputFile, out: &Output) -> Result<()> {
    let format = file.format;
    if file.is_standard_output() {
        refuse!("a .{format} can't be written to standard output: give a file with -o");
    }
    // ffmpeg writes the file itself: an MP4 can't be written from beginning to end. While it runs,
    // nothing else ends the program.
    out.stop
        .stoppable(|| file.write_by(out, |path| encode(scene, format, path, out)))?
        .say(&[], out)
}

/// Whether what is behind the background of a film can be seen. Of videos, a WebM shows it.
fn is_translucent(scene: &Scene, format: Format) -> bool {
    format == Format::WebM && scene.view.theme.background.rgba[3] < 255
}

/// Has ffmpeg write the film to a file that nobody else sees yet.
fn encode(scene: &Scene, format: Format, path: &Path, out: &Output) -> Result<()> {
    let rate = match scene.timeline.timing().motion {
        Motion::Steps => FRAME_RATE,
        Motion::Smooth(rate) => rate,
    };
    let errors = tempfile::tempfile().context("ffmpeg has no place for its messages")?;
    let mut ffmpeg = begin(scene, format, rate, path, errors.try_clone()?)?;
    let mut input = ffmpeg.stdin.take().context("ffmpeg has no input")?;

    let ground = (!is_translucent(scene, format)).then_some(Colour::WHITE);
    let sent = out.watched("painting", |progress| {
        scene.planes(rate, ground, &mut input, progress)
    });
    drop(input);
    // If ffmpeg has ended before its input did, it says why.
    if let Err(error) = sent
        && !matches!(&error, Error::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    {
        let _ = ffmpeg.kill();
        let _ = ffmpeg.wait();
        return Err(error.into());
    }

    let status = ffmpeg.wait().context("ffmpeg can't be waited for")?;
    if out.stop.is_asked() {
        bail!("interrupted");
    }
    if !status.success() {
        let reason = first_line(errors)?.unwrap_or_else(|| status.to_string());
        bail!("ffmpeg can't make the .{format}: {reason}");
    }
    Ok(())
}

/// The first line of a file that isn't empty.
fn first_line(mut file: File) -> io::Result<Option<String>> {
    file.rewind()?;
    let mut text = String::new();
    file.take(MOST_SAID).read_to_string(&mut text)?;

    let mut lines = text.lines().map(str::trim);
    Ok(lines.find(|line| !line.is_empty()).map(str::to_owned))
}

/// The most bytes of ffmpeg's messages that are read.
const MOST_SAID: u64 = 1 << 16;

/// The colours of the frames, which are those of television.
const COLOURS: [&str; 8] = [
    "-color_range",
    "tv",
    "-colorspace",
    "bt709",
    "-color_primaries",
    "bt709",
    "-color_trc",
    "bt709",
];

/// How the formats are encoded: slower encoders make these films hardly smaller or better.
const MP4: &[&str] = &[
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-crf",
    "18",
    "-movflags",
    "+faststart",
    "-f",
    "mp4",
];
const WEBM: &[&str] = &[
    "-c:v",
    "libvpx-vp9",
    "-crf",
    "30",
    "-b:v",
    "0",
    "-deadline",
    "realtime",
    "-cpu-used",
    "8",
    "-row-mt",
    "1",
    "-f",
    "webm",
];

fn begin(scene: &Scene, format: Format, rate: f64, path: &Path, errors: File) -> Result<Child> {
    let (width, height) = scene.plane_size()?;
    let translucent = is_translucent(scene, format);
    let pixels = if translucent { "yuva420p" } else { "yuv420p" };

    let mut command = Command::new("ffmpeg");
    // Without -xerror, it succeeds where the last bytes of the file can't be written.
    command.args(["-v", "error", "-xerror", "-y"]);
    command.args(["-f", "rawvideo", "-pix_fmt", pixels]);
    command.args(["-s", &format!("{width}x{height}")]);
    command.args(["-r", &rate.to_string()]);
    command.args(COLOURS);
    command.args(["-i", "pipe:0"]);
    command.args(COLOURS);
    command.args(if format == Format::Mp4 { MP4 } else { WEBM });
    if translucent {
        // Frames that are never shown can't have an opacity.
        command.args(["-auto-alt-ref", "0", "-metadata:s:v:0", "alpha_mode=1"]);
    }
    // The file has no numbers drawn at random.
    command
        .args(["-fflags", "+bitexact"])
        .arg(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(errors);
    command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            anyhow!("a .{format} needs ffmpeg: install it, or write an .svg")
        }
        _ => anyhow::Error::new(error).context("can't start ffmpeg"),
    })
}
