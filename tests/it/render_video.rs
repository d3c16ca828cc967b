//! Videos: `pegfont render -o film.mp4` and `-o film.webm`.

use crate::films;
use crate::running::{PROGRAM, printed as run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What a command says that fails with exit code 1, with this list of folders for programs.
fn fails(folder: &Path, arguments: &[&str], programs: &Path) -> String {
    let mut command = Command::new(PROGRAM);
    let run = command
        .args(arguments)
        .current_dir(folder)
        .env("PATH", programs)
        .output()
        .unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(1), "{said}");
    said
}

#[test]
fn a_video_without_ffmpeg_is_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.mp4", "a.webm"] {
        let said = fails(folder.path(), &["render", "I", "-o", name], Path::new(""));
        assert!(
            said.contains("needs ffmpeg") && said.contains("or write a"),
            "{said}"
        );
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            0,
            "something was left behind"
        );
    }
}

/// An old video.
#[cfg(unix)]
const OLD: &str = "1234ftyp";

/// A folder with an old video, and a folder in it with a script that takes the place of ffmpeg.
#[cfg(unix)]
fn with_ffmpeg(script: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let programs = folder.path().join("bin");
    fs::create_dir(&programs).unwrap();
    let program = programs.join("ffmpeg");
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join("a.mp4"), OLD).unwrap();
    (folder, programs)
}

/// Asserts that nothing but the old video is there, beside the folder of programs.
#[cfg(unix)]
fn is_as_before(folder: &Path) {
    assert_eq!(fs::read_to_string(folder.join("a.mp4")).unwrap(), OLD);
    assert_eq!(
        fs::read_dir(folder).unwrap().count(),
        2,
        "something was left behind"
    );
}

#[cfg(unix)]
#[test]
fn a_failing_ffmpeg_is_an_error_and_leaves_the_old_file() {
    for (end, reason) in [
        (
            "echo \"Unknown encoder 'libx264'\" >&2\nexit 8",
            "Unknown encoder 'libx264'",
        ),
        ("kill -KILL $$", "signal: 9 (SIGKILL)"),
    ] {
        let (folder, programs) = with_ffmpeg(&format!("#!/bin/sh\n{end}\n"));
        let said = fails(folder.path(), &["render", "PEG", "-o", "a.mp4"], &programs);
        assert!(
            said.contains(&format!("can't make the .mp4: {reason}\n")),
            "{said}"
        );
        is_as_before(folder.path());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_ends_early_leaves_the_old_video() {
    for signal in ["-KILL", "-INT"] {
        // It has all frames and half of the file, and takes its time.
        let script = "#!/bin/sh\nfor path; do :; done\nprintf half >\"$path\"\ncat >/dev/null\n\
            echo $$ >\"${0%/*}/number\"\nexec sleep 60\n";
        let (folder, programs) = with_ffmpeg(script);
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let mut child = Command::new(PROGRAM)
            .args(["render", "I", "-o", "a.mp4"])
            .current_dir(folder.path())
            .env("PATH", path)
            .spawn()
            .unwrap();
        let number = loop {
            assert_eq!(
                child.try_wait().unwrap(),
                None,
                "it ended before ffmpeg did"
            );
            match fs::read_to_string(programs.join("number")) {
                Ok(number) if number.ends_with('\n') => break number.trim().to_owned(),
                _ => std::thread::sleep(std::time::Duration::from_millis(5)),
            }
        };
        let kill = |signal: &str, number: &str| {
            Command::new("kill")
                .args([signal, number])
                .status()
                .unwrap()
                .success()
        };
        assert!(kill(signal, &child.id().to_string()));
        assert_eq!(
            child.wait().unwrap().code(),
            (signal == "-INT").then_some(130)
        );
        if signal == "-INT" {
            is_as_before(folder.path());
            assert!(!Path::new("/proc").join(&number).exists(), "ffmpeg goes on");
        } else {
            assert_eq!(
                fs::read_to_string(folder.path().join("a.mp4")).unwrap(),
                OLD
            );
            // Nobody can end what a killed program has begun but the system.
            kill("-TERM", &number);
        }
    }
}

#[test]
#[ignore = "needs ffmpeg"]
fn a_video_shows_the_film() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // The width is odd, and becomes even.
    let film = ["render", "PEG", "--theme", "light", "--size", "301"];
    run(
        folder,
        &[&film[..], &["--smooth", "-o", "a.gif", "-o", "a.png"]].concat(),
    );
    let asked = |entries: &str, name: &str| {
        let path = folder.join(name);
        let words = ["-v", "error", "-show_entries", entries, "-of", "csv=p=0"];
        let words = [&words[..], &[path.to_str().unwrap()]].concat();
        String::from_utf8(films::run("ffprobe", "ffmpeg", &words)).unwrap()
    };
    let once: f64 = asked("format=duration", "a.gif").trim().parse().unwrap();
    let pixels = |name: &str| {
        let path = folder.join(name);
        let words = ["-v", "error", "-i", path.to_str().unwrap()];
        let output = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"];
        films::run("ffmpeg", "ffmpeg", &[&words[..], &output].concat())
    };
    let still = pixels("a.png");
    for name in ["a.mp4", "a.webm"] {
        run(folder, &[&film[..], &["--loops", "2", "-o", name]].concat());
        let found = asked("stream=width,height,r_frame_rate:format=duration", name);
        let (stream, duration) = found.trim().split_once('\n').unwrap();
        let [width, height, rate] = stream.split(',').collect::<Vec<_>>()[..] else {
            panic!("{found}")
        };
        assert_eq!((width, rate), ("302", "25/1"), "{found}");
        let [width, height]: [usize; 2] = [width, height].map(|side| side.parse().unwrap());
        assert_eq!(height % 2, 0);
        let duration: f64 = duration.trim().parse().unwrap();
        assert!(
            (duration - 2.0 * once).abs() < 0.1,
            "{name} lasts {duration} s, the GIF {once} s"
        );
        // The last frame shows the word.
        let video = pixels(name);
        let last = &video[video.len() - width * height * 3..];
        let rows = still
            .chunks_exact(301 * 3)
            .zip(last.chunks_exact(width * 3));
        let pairs = rows.flat_map(|(one, other)| one.iter().zip(other));
        let apart: u64 = pairs
            .map(|(one, other)| u64::from(one.abs_diff(*other)))
            .sum();
        let mean = apart as f64 / still.len() as f64;
        assert!(mean < 4.0, "{name}: pixels differ by {mean:.1} on average");
        let written = fs::read(folder.join(name)).unwrap();
        run(folder, &[&film[..], &["--loops", "2", "-o", name]].concat());
        assert!(
            fs::read(folder.join(name)).unwrap() == written,
            "{name} has other bytes"
        );
    }
    let full = ["render", "I", "--format", "webm", "-o", "/dev/full"];
    let said = fails(folder, &full, Path::new(&std::env::var("PATH").unwrap()));
    assert!(said.contains("No space left on device"), "{said}");
}

/// The opacity of each pixel of the last frame, which is a number of columns wide.
fn opacity(path: &Path, decoder: &[&str]) -> Vec<u8> {
    let input = ["-v", "error"].into_iter().chain(decoder.iter().copied());
    let output = ["-f", "rawvideo", "-pix_fmt", "rgba", "-"];
    let words: Vec<&str> = input
        .chain(["-i", path.to_str().unwrap()])
        .chain(output)
        .collect();
    let pixels = films::run("ffmpeg", "ffmpeg", &words);
    pixels.chunks_exact(4).map(|pixel| pixel[3]).collect()
}

/// A sticker of Telegram is a WebM.
#[test]
#[ignore = "needs ffmpeg"]
fn a_webm_is_as_transparent_as_its_background() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // An odd width becomes even by a column that nobody sees.
    for (background, size) in [
        ("transparent", "200"),
        ("#ff000080", "200"),
        ("transparent", "201"),
    ] {
        let colour = format!("background={background}");
        let film = [
            "render", "I", "--theme", "light", "--colour", &colour, "--size", size,
        ];
        run(
            folder,
            &[&film[..], &["-o", "a.webm", "-o", "a.png"]].concat(),
        );

        // Without this decoder, ffmpeg leaves out the opacity of VP9.
        let film = opacity(&folder.join("a.webm"), &["-c:v", "libvpx-vp9"]);
        let still = opacity(&folder.join("a.png"), &[]);
        let columns: usize = size.parse().unwrap();
        let wide = columns.next_multiple_of(2);
        let height = still.len() / columns;
        let high = height.next_multiple_of(2);
        let last = &film[film.len() - wide * high..];

        let seen = last.chunks_exact(wide).flat_map(|row| &row[..columns]);
        let apart: Vec<u8> = seen
            .zip(&still)
            .map(|(one, other)| one.abs_diff(*other))
            .collect();
        let mean = apart.iter().map(|&apart| f64::from(apart)).sum::<f64>() / apart.len() as f64;
        assert!(mean < 4.0, "{background}: {mean:.1} on average");
        assert!(last.contains(&255), "{background}: no peg is opaque");
        let ground = if background == "transparent" { 0 } else { 128 };
        assert!(last[0].abs_diff(ground) < 4, "{background}: {}", last[0]);
        if wide > columns {
            assert!(
                last[wide - 1] < 4,
                "the added column has opacity {}",
                last[wide - 1]
            );
        }
    }
}
