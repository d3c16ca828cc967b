//! Videos: `pegfont render -o film.mp4` and `-o film.webm`.
use crate::running::PROGRAM;
use std::fs;
use std::path::Path;
use std::process::{Command as Program, Stdio};

use assert_cmd::Command;

fn pegfont(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(arguments);
    command
}

#[test]
fn a_video_without_ffmpeg_is_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.mp4", "a.webm"] {
        let run =
            pegfont(folder.path(), &["render", "I", "-o", name]).env("PATH", "").assert().failure();
        let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        assert_eq!(run.get_output().status.code(), Some(1), "{said}");
        assert!(said.contains("needs the program ffmpeg, which is not installed"), "{said}");
        assert!(said.contains("write a .gif"), "{said}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "something was left behind");
    }
}

#[cfg(unix)]
#[test]
fn a_failing_ffmpeg_is_an_error_and_leaves_the_old_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let programs = folder.path().join("bin");
    fs::create_dir(&programs).unwrap();
    let program = programs.join("ffmpeg");
    fs::write(&program, "#!/bin/sh\necho \"Unknown encoder 'libx264'\" >&2\nexit 8\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join("a.mp4"), "old").unwrap();
    let mut command = pegfont(folder.path(), &["render", "PEG", "-o", "a.mp4"]);
    let run = command.env("PATH", &programs).assert().code(1);
    let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(said.contains("can't make the .mp4: Unknown encoder 'libx264'"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("a.mp4")).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "something was left behind");
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_ends_early_leaves_the_old_video() {
    use std::os::unix::fs::PermissionsExt as _;
    for signal in ["-KILL", "-INT"] {
        let folder = tempfile::tempdir().unwrap();
        let programs = folder.path().join("bin");
        fs::create_dir(&programs).unwrap();
        let program = programs.join("ffmpeg");
        // It has all frames and half of the file, and takes its time.
        let script = "#!/bin/sh\nfor path; do :; done\nprintf half >\"$path\"\ncat >/dev/null\n\
            echo $$ >\"${0%/*}/number\"\nexec sleep 60\n";
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(folder.path().join("a.mp4"), "old").unwrap();
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let mut child = Program::new(PROGRAM)
            .args(["render", "I", "-o", "a.mp4"])
            .current_dir(folder.path())
            .env("PATH", path)
            .spawn()
            .unwrap();
        let number = loop {
            assert_eq!(child.try_wait().unwrap(), None, "it ended before ffmpeg did");
            match fs::read_to_string(programs.join("number")) {
                Ok(number) if number.ends_with('\n') => break number.trim().to_owned(),
                _ => std::thread::sleep(std::time::Duration::from_millis(5)),
            }
        };
        let kill = Program::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let status = child.wait().unwrap();
        assert_eq!(status.code(), (signal == "-INT").then_some(130));
        assert_eq!(fs::read_to_string(folder.path().join("a.mp4")).unwrap(), "old");
        if signal == "-INT" {
            let left = fs::read_dir(folder.path()).unwrap().count();
            assert_eq!(left, 2, "something was left behind");
            assert!(!Path::new("/proc").join(&number).exists(), "ffmpeg goes on");
        } else {
            // Nobody can end what a killed program has begun but the system.
            let _ = Program::new("kill").arg(number).status();
        }
    }
}

/// The output of a program.
fn printed(program: &str, arguments: &[&str], folder: &Path) -> Vec<u8> {
    let output = Program::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
#[ignore = "needs ffmpeg"]
fn a_video_shows_the_film() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.mp4", "a.webm"] {
        // The width is odd, and becomes even.
        let film =
            ["render", "PEG", "--theme", "light", "--size", "301", "--loops", "2", "-o", name];
        pegfont(folder.path(), &film).assert().success();
        let entries =
            ["-v", "error", "-show_entries", "stream=width,height,r_frame_rate:format=duration"];
        let asked = [&entries[..], &["-of", "csv=p=0", name]].concat();
        let found = String::from_utf8(printed("ffprobe", &asked, folder.path())).unwrap();
        let (stream, duration) = found.trim().split_once('\n').unwrap();
        let [width, height, rate] = stream.split(',').collect::<Vec<_>>()[..] else {
            panic!("{found}")
        };
        assert_eq!((width, rate), ("302", "25/1"), "{found}");
        let [width, height]: [usize; 2] = [width, height].map(|side| side.parse().unwrap());
        assert_eq!(height % 2, 0);
        pegfont(
            folder.path(),
            &["render", "PEG", "--theme", "light", "--size", "301", "--smooth", "-o", "a.gif"],
        )
        .assert()
        .success();
        let gif = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", "a.gif"];
        let once: f64 = String::from_utf8(printed("ffprobe", &gif, folder.path()))
            .unwrap()
            .trim()
            .parse()
            .unwrap();
        let duration: f64 = duration.trim().parse().unwrap();
        assert!((duration - 2.0 * once).abs() < 0.1, "{name} lasts {duration} s, the GIF {once} s");
        // The last frame shows the word.
        pegfont(
            folder.path(),
            &["render", "PEG", "--theme", "light", "--size", "301", "-o", "a.png"],
        )
        .assert()
        .success();
        let rgb = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"];
        let still =
            printed("ffmpeg", &[&["-v", "error", "-i", "a.png"][..], &rgb].concat(), folder.path());
        let video =
            printed("ffmpeg", &[&["-v", "error", "-i", name][..], &rgb].concat(), folder.path());
        let last = &video[video.len() - width * height * 3..];
        let mut apart = 0_u64;
        for (row, pixels) in still.chunks_exact(301 * 3).enumerate() {
            let shown = &last[row * width * 3..][..301 * 3];
            apart += pixels
                .iter()
                .zip(shown)
                .map(|(one, other)| u64::from(one.abs_diff(*other)))
                .sum::<u64>();
        }
        let mean = apart as f64 / still.len() as f64;
        assert!(mean < 4.0, "{name}: pixels differ by {mean:.1} on average");
    }
}
