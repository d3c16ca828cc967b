//! Videos: sends raw frames to ffmpeg, which is not part of pegfont, and puts the finished file in
//! its place.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, anyhow, bail};

use crate::cli::output::{Format, OutputFile};
use peg_console::progress::{is_stopped, stoppable, watched};
use pegfont_film::Error;
use pegfont_film::render::{Colour, Geometry, Scene};
use pegfont_film::timeline::Motion;

/// Frames per second, unless the film has its own.
const FRAME_RATE: f64 = 25.0;

/// Writes an MP4 or a WebM.
pub fn write(scene: &Scene, file: &OutputFile) -> Result<()> {
    let format = file.format;
    if file.is_standard_output() {
        refuse!("a .{format} can't be written to standard output: give a file with -o");
    }
    // ffmpeg writes the file itself: an MP4 can't be written from beginning to end. While it runs,
    // nothing else ends the program.
    stoppable(|| file.write_by(|path| encode(scene, format, path)))?.say(&[]);
    Ok(())
}

/// Whether what is behind the background of a film can be seen. Of videos, a WebM shows it.
fn is_translucent(scene: &Scene, format: Format) -> bool {
    format == Format::WebM && scene.view.theme.background.rgba[3] < 255
}

/// Has ffmpeg write the film to a file that nobody else sees yet.
fn encode(scene: &Scene, format: Format, path: &Path) -> Result<()> {
    let rate = match scene.timeline.timing().motion {
        Motion::Steps => FRAME_RATE,
        Motion::Smooth(rate) => rate,
    };
    let mut errors = tempfile::tempfile().context("ffmpeg has no place for its messages")?;
    let mut ffmpeg = begin(scene, format, rate, path, errors.try_clone()?)?;
    let mut input = ffmpeg.stdin.take().context("ffmpeg has no input")?;
    let ground = (!is_translucent(scene, format)).then_some(Colour::WHITE);
    let sent = watched("painting", |progress| {
        scene.raw(rate, ground, &mut input, progress)
    });
    drop(input);
    if let Err(error) = sent
        && !matches!(&error, Error::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    {
        let _ = ffmpeg.kill();
        let _ = ffmpeg.wait();
        return Err(error.into());
    }
    let status = ffmpeg.wait().context("ffmpeg can't be waited for")?;
    if is_stopped() {
        bail!("interrupted");
    }
    if !status.success() {
        let mut said = String::new();
        errors
            .rewind()
            .and_then(|()| errors.take(MOST_SAID).read_to_string(&mut said))?;
        let reason = said.lines().map(str::trim).find(|line| !line.is_empty());
        let reason = reason.map_or_else(|| status.to_string(), str::to_owned);
        bail!("ffmpeg can't make the .{format}: {reason}");
    }
    Ok(())
}

/// The most bytes of ffmpeg's messages that are read.
const MOST_SAID: u64 = 1 << 16;

fn begin(scene: &Scene, format: Format, rate: f64, path: &Path, errors: File) -> Result<Child> {
    let Geometry { width, height, .. } = scene.geometry()?;
    let mut command = Command::new("ffmpeg");
    // Without -xerror, it succeeds where the last bytes of the file can't be written.
    command.args([
        "-v", "error", "-xerror", "-y", "-f", "rawvideo", "-pix_fmt", "pal8",
    ]);
    command.args([
        "-s",
        &format!("{width}x{height}"),
        "-r",
        &rate.to_string(),
        "-i",
        "pipe:0",
    ]);
    // The usual encodings need even sizes, and colours as television has them.
    let (width, height) = (width.next_multiple_of(2), height.next_multiple_of(2));
    let translucent = is_translucent(scene, format);
    let (padding, pixels) = if translucent {
        ("black@0".to_owned(), "yuva420p")
    } else {
        let [r, g, b, _] = scene.view.theme.background.over(Colour::WHITE).rgba;
        (format!("0x{r:02x}{g:02x}{b:02x}"), "yuv420p")
    };
    let filters = format!(
        "format=bgra,pad={width}:{height}:color={padding},scale=out_color_matrix=bt709:out_range=tv,format={pixels}"
    );
    command.args(["-vf", &filters, "-color_range", "tv"]);
    command.args([
        "-colorspace",
        "bt709",
        "-color_primaries",
        "bt709",
        "-color_trc",
        "bt709",
    ]);
    command.args(match format {
        Format::Mp4 => &[
            "-c:v",
            "libx264",
            "-crf",
            "18",
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
        ][..],
        _ => &[
            "-c:v",
            "libvpx-vp9",
            "-crf",
            "30",
            "-b:v",
            "0",
            "-cpu-used",
            "4",
            "-f",
            "webm",
        ],
    });
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
