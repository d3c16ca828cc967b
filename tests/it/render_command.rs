//! `pegfont render` as a user runs it.

use crate::running::PROGRAM;
use std::fs;
use std::path::Path;
use std::process::Command;

#[cfg(target_os = "linux")]
use crate::running::{run_with_own_disks, wait_until_written};
use assert_cmd::Command as Tested;

fn pegfont(folder: &Path) -> Tested {
    let mut command = Tested::new(PROGRAM);
    command.current_dir(folder).arg("render");
    command
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_word_becomes_a_gif_in_the_output_folder() {
    let folder = tempfile::tempdir().unwrap();
    pegfont(folder.path()).arg("PEG SOLITAIRE").assert().success();
    let bytes = fs::read(folder.path().join("output/peg-solitaire.gif")).unwrap();
    assert!(bytes.starts_with(b"GIF89a"));
}

#[test]
fn the_extension_of_the_file_decides_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let formats: [(&str, &[u8]); 6] = [
        ("a.gif", b"GIF89a"),
        ("a.apng", b"\x89PNG"),
        ("a.png", b"\x89PNG"),
        ("a.webp", b"RIFF"),
        ("a.svg", b"<svg"),
        ("a.txt", "·".as_bytes()),
    ];
    for (name, beginning) in formats {
        pegfont(folder.path()).args(["A", "-o", name]).assert().success();
        let bytes = fs::read(folder.path().join(name)).unwrap();
        assert!(bytes.starts_with(beginning), "{name}: {:?}", &bytes[..8]);
    }
    let stdout = pegfont(folder.path()).args(["A", "-o", "-"]).output().unwrap().stdout;
    assert_eq!(stdout, fs::read(folder.path().join("a.txt")).unwrap());
    let stdout =
        pegfont(folder.path()).args(["A", "-o", "-", "--format", "webp"]).output().unwrap().stdout;
    assert_eq!(stdout, fs::read(folder.path().join("a.webp")).unwrap());
}

#[test]
fn impossible_options_are_refused_with_the_remedy() {
    let cases: &[(&[&str], &str)] = &[
        (&[""], "the text is empty"),
        (&["  \\n "], "the text is empty"),
        (&["A\\nB\u{1F980}"], "(U+1F980) at line 2, character 2"),
        (&["A\\nB\u{1F980}"], "--missing skip"),
        (&["A", "--wrap", "0"], "room for at least one character"),
        (&["A", "--duration", "jump:0"], "between 1 ms and one minute"),
        (&["A", "--duration", "jump:-5"], "between 1 ms and one minute"),
        (&["A", "--duration", "jump:nan"], "write a number such as 2 or 0.5"),
        (&["A", "--duration", "inf"], "write a number such as 2 or 0.5"),
        (&["A", "--duration", "0"], "between 1 ms and one hour"),
        (&["A", "--duration", "3"], "the holds take 3100 ms"),
        (&["A", "--hold", "-1"], "between 0 ms and one hour"),
        (&["A", "--hold", "3599"], "the most is 3600 s"),
        (&["A", "--smooth=0.5"], "between 1 and 120 frames per second"),
        (&["A", "--smooth=60"], "at most 50 frames a second"),
        (&["A", "--size", "pitch:0"], "from 2 to 16,383"),
        (&["A", "--size", "pitch:4000"], "the most is 16383 on a side"),
        (&["A", "--size", "pitch:4294967295"], "from 2 to 16,383"),
        (&["ABC", "--size", "20"], "it needs at least"),
        (&["A", "--size", "x9"], "a height of 9 pixels: it needs at least"),
        (&["A", "--size", "9x90"], "does not fit 9 x 90 pixels: it needs at least"),
        (&["A", "--size", "9by9"], "such as 128x128"),
        (&["A", "--size", "0x9"], "a size of 0 pixels"),
        (&["A", "--size", "20000x20"], "the most is 16383 on a side"),
        (&["A", "--for", "1X"], "such as 256K"),
        (&["A", "--for", "9"], "does not fit 9 bytes, even with small boards and few frames"),
        (&["A", "--theme", "mud"], "use ivory, wood, light, dark, contrast, led, or a file"),
        (&["A", "--colour", "background=bluu"], "is not a colour: write a CSS name, #rgb"),
        (&["A", "-o", "a.avi"], ".gif, .apng, .webp, .svg, .png, .txt, .mp4 or .webm"),
        (&["A", "-o", "-", "--format", "mp4"], "standard output"),
        (&["A", "--duration", "-1"], "the duration must be between 1 ms and one hour"),
        (&["A", "--wrap", "-1"], "write a whole number from 0 to 1,000"),
        (&["A", "--first-frame", "end", "-o", "a.png"], "--first-frame needs an animation"),
    ];
    let stills: &[(&[&str], &str)] = &[
        (&["A", "-o", "a.mp4", "--storyboard"], "--storyboard makes a still"),
        (&["A", "--storyboard", "-o", "a.gif"], "makes a still"),
        (&["A", "--at", "soon"], "a number of jumps, a round such as round:12, or end"),
        (&["A", "--at", "99", "-o", "a.png"], "--at 99: the last step is"),
        (&["c2-c5"], "jump 1"),
        (&["a1-a3"], "the hole to land in is not empty"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let films =
        cases.iter().map(|(arguments, message)| (pegfont(folder.path()), arguments, message));
    let stills =
        stills.iter().map(|(arguments, message)| (pegfont(folder.path()), arguments, message));
    for (mut command, arguments, message) in films.chain(stills) {
        let output = command.args(*arguments).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(*message), "{arguments:?}: {errors}");
    }
    let long = "A".repeat(1001);
    let output = pegfont(folder.path()).arg(long).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the most is 1000"));
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn an_svg_says_what_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    let svg = |arguments: &[&str]| {
        let mut command = pegfont(folder.path());
        let run = command.args(arguments).args(["-o", "-", "--format", "svg"]).assert().success();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    let film = svg(&["HELLO  WORLD\\nA\u{1F980}", "--missing", "skip", "--wrap", "9"]);
    assert!(film.contains("\">HELLO  WORLD\nA</title>"), "{film}");
    assert!(film.contains("Peg solitaire, animated: 11 boards (5x7) with up to "), "{film}");
    let first = film.lines().next().unwrap();
    assert!(first.contains("aria-labelledby=\"title-") && first.contains(" desc-"), "{first}");
    let story = svg(&["I", "--storyboard"]);
    assert!(story.contains("\">I</title>"), "{story}");
    let own = svg(&["c2-c4", "--at", "end"]);
    assert!(own.contains("\">Peg solitaire</title>"), "{own}");
    assert!(own.contains(">Peg solitaire: one board (5x7) after one jump.</desc>"), "{own}");
}

#[test]
fn missing_characters_are_skipped_or_boxed_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let text = |arguments: &[&str]| {
        let mut command = pegfont(folder.path());
        let run = command.args(arguments).args(["-o", "-"]).assert().success();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    assert_eq!(text(&["A"]).lines().count(), 7);
    assert_eq!(text(&["A\u{1F980}", "--missing", "skip"]), text(&["A"]));
    let boxed = text(&["\u{1F980}", "--missing", "box"]);
    assert_eq!(boxed.matches('●').count(), 34);
}

#[test]
fn a_missing_folder_is_made() {
    let folder = tempfile::tempdir().unwrap();
    pegfont(folder.path()).args(["A", "-o", "new/folder/a.svg"]).assert().success();
    assert!(folder.path().join("new/folder/a.svg").is_file());
}

#[test]
fn an_unwritable_place_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for path in ["file/a.gif", "/proc/nowhere/a.gif"] {
        let output = pegfont(folder.path()).args(["A", "-o", path]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains(&format!("can't write {path}")));
    }
    assert_eq!(names(folder.path()), ["file"]);
    #[cfg(target_os = "linux")]
    {
        let output = pegfont(folder.path()).args(["A", "-o", "/proc/a.gif"]).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            errors.contains("can't write /proc/a.gif: no file can be made in the folder /proc"),
            "{errors}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file_and_nothing_else() {
    // A limit on the size of files takes the place of a full disk; /dev/full is always full.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.gif"), "old").unwrap();
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" render 'PEG SOLITAIRE' -o a.gif";
    let output = Command::new("sh")
        .args(["-c", script])
        .arg(PROGRAM)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("can't write a.gif"), "{errors}");
    assert_eq!(fs::read(folder.path().join("a.gif")).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["a.gif"]);
    #[cfg(target_os = "linux")]
    pegfont(folder.path()).args(["A", "--format", "gif", "-o", "/dev/full"]).assert().code(1);
}

/// The disk has 64 kB, of which 20 kB are free.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs the right to mount a disk: root, sudo, or unshare of util-linux"]
fn a_disk_that_fills_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let script = "
        set -eu
        mount -t tmpfs -o size=64k pegfont .
        cd \"$PWD\"
        head -c 40000 /dev/zero > filler
        for name in a.gif a.webp a.table; do printf old > $name; done
        before=$(ls -A)
        for command in 'render PEG' 'render PEG --format webp' 'solve --board 5x5'; do
            case $command in *webp) file=a.webp;; solve*) file=a.table;; *) file=a.gif;; esac
            status=0
            \"$0\" $command -o $file 2>errors || status=$?
            grep -q \"can't write $file.*No space left on device\" errors
            rm errors
            [ $status = 1 ]
            [ \"$(cat $file)\" = old ]
            [ \"$(ls -A)\" = \"$before\" ]
            echo $command
        done";
    let output = run_with_own_disks(folder.path(), script);
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "after {said:?}: {errors}");
    assert_eq!(said.lines().count(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn a_kill_in_the_middle_leaves_the_old_file_and_an_interrupt_nothing_else() {
    for signal in ["-KILL", "-INT"] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.gif"), "old").unwrap();
        let mut child = Command::new(PROGRAM)
            .args(["render", "THE QUICK BROWN FOX", "-o", "a.gif"])
            .args(["--size", "3840", "--smooth=50", "--duration", "jump:3000"])
            .current_dir(folder.path())
            .spawn()
            .unwrap();
        wait_until_written(&mut child, folder.path(), 10_000);
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let status = child.wait().unwrap();
        assert_eq!(status.code(), (signal == "-INT").then_some(130));
        assert_eq!(fs::read(folder.path().join("a.gif")).unwrap(), b"old");
        if signal == "-INT" {
            assert_eq!(names(folder.path()), ["a.gif"]);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_nobody_can_be_told_is_a_failure_and_no_panic() {
    for (words, stream, code) in [
        ("--help >/dev/full", "help", 1),
        ("render I --theme none 2>/dev/full", "usage", 2),
        ("font list --font nowhere.toml 2>/dev/full", "failure", 1),
    ] {
        let script = format!("exec \"$0\" {words}");
        let output = Command::new("sh").args(["-c", &script]).arg(PROGRAM).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{stream}: {output:?}");
    }
}

#[test]
fn a_custom_theme_is_read_and_a_damaged_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let whole = pegfont_film::render::theme::THEMES[0].1;
    fs::write(folder.path().join("mine.toml"), whole).unwrap();
    fs::write(folder.path().join("broken.toml"), whole.replace("[board]", "[bored]")).unwrap();
    pegfont(folder.path()).args(["A", "--theme", "mine.toml", "-o", "a.png"]).assert().success();
    pegfont(folder.path()).args(["A", "-o", "b.png"]).assert().success();
    let read = |name| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("a.png"), read("b.png"));
    let output = pegfont(folder.path()).args(["A", "--theme", "broken.toml"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("broken.toml:6:2: unknown key `bored`"), "{errors}");
}

#[test]
fn letters_play_the_requested_solution() {
    let folder = tempfile::tempdir().unwrap();
    let story = |extra: &[&str]| {
        let mut command = pegfont(folder.path());
        command.args(["ABA", "--storyboard", "--captions", "-o", "-"]).args(extra);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stderr.is_empty());
        String::from_utf8(output.stdout).unwrap()
    };
    let font = story(&[]);
    assert_eq!(font, story(&["--solution", "font"]));
    let others: Vec<String> = ["fewest-moves", "lowest", "random:1", "random:2"]
        .iter()
        .map(|how| story(&["--solution", how]))
        .collect();
    assert_eq!(others[2], story(&["--solution", "random:1"]));
    assert_ne!(others[2], others[3]);
    // The rows of the last board, above its caption.
    let last_board = |story: &str| -> Vec<String> {
        let rows = story.lines().rev().skip(1).take(7);
        rows.map(|row| row.rsplit("   ").next().unwrap().to_owned()).collect()
    };
    for other in &others {
        assert_eq!(other.lines().count(), font.lines().count());
        // Every solution ends with the same letter.
        assert_eq!(last_board(other), last_board(&font));
    }
}

#[test]
fn an_unknown_choice_of_solution_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for how in ["shortest", "random", "random:", "random:-1", "random:1.5", ""] {
        let refused = pegfont(folder.path()).args(["A", "--solution", how]).assert().code(2);
        let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(message.contains("fewest-moves, random:SEED"), "{message}");
    }
    let both = ["c2-c4", "--solution", "lowest"];
    pegfont(folder.path()).args(both).assert().code(2);
}

#[cfg(target_os = "linux")]
#[test]
fn the_player_in_the_terminal_says_how_to_leave_and_leaves() {
    use std::io::{Read as _, Write as _};
    use std::process::Stdio;

    for (key, code) in [("q", 0), ("\x1b", 0), ("\x03", 130)] {
        // Gives the program a terminal of its own. The film would last for minutes.
        let command =
            format!("stty cols 80 rows 24; {PROGRAM} render HI -o - --duration jump:20000");
        let mut script = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let begun = std::time::Instant::now();
        let mut keys = script.stdin.take().unwrap();
        let mut shown = String::new();
        let mut output = std::io::BufReader::new(script.stdout.take().unwrap());
        while !shown.contains("q leaves") {
            let mut byte = [0];
            output.read_exact(&mut byte).unwrap();
            shown.push(char::from(byte[0]));
        }
        keys.write_all(key.as_bytes()).unwrap();
        assert_eq!(script.wait().unwrap().code(), Some(code), "{key:?}");
        assert!(begun.elapsed().as_secs() < 60, "{key:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn boards_that_fit_the_terminal_in_half_blocks_only_are_compact() {
    let played = |columns: usize, rows: usize| {
        let command = format!(
            "stty cols {columns} rows {rows}; NO_COLOR=1 {PROGRAM} render H -o - --duration jump:1 --hold 1"
        );
        let script = Command::new("script").args(["-qec", &command, "/dev/null"]).output().unwrap();
        String::from_utf8(script.stdout).unwrap()
    };
    let still =
        Command::new(PROGRAM).args(["render", "H", "--at", "end", "-o", "-"]).output().unwrap();
    let still = String::from_utf8(still.stdout).unwrap();
    let rows: Vec<Vec<char>> = still
        .lines()
        .map(|row| row.chars().filter(|mark| !mark.is_whitespace()).collect())
        .collect();
    let large = still.lines().map(str::to_owned).collect::<Vec<_>>();
    let half = |upper: &char, lower: Option<&char>| match (upper, lower) {
        ('●', Some('●')) => '█',
        ('●', _) => '▀',
        (_, Some('●')) => '▄',
        _ => '·',
    };
    let of_two = |rows: &[Vec<char>]| -> String {
        let halves = rows[0].iter().enumerate();
        halves.map(|(at, upper)| half(upper, rows.get(1).map(|row| &row[at]))).collect()
    };
    let compact: Vec<String> = rows.chunks(2).map(of_two).collect();
    assert_eq!((large.len(), compact.len()), (7, 4));
    // The last picture stays.
    let ends_with = |shown: &str, rows: &[String]| {
        let picture: String = rows.iter().map(|row| format!("\x1b[2K{row}\r\n")).collect();
        shown
            .rsplit_once("A\x1b")
            .is_some_and(|(_, last)| format!("\x1b{last}").starts_with(&picture))
    };
    for (columns, rows, picture) in [(80, 24, &large), (8, 24, &compact), (80, 7, &compact)] {
        let shown = played(columns, rows);
        assert!(ends_with(&shown, picture), "{columns} x {rows}: {shown}");
    }
    let none = played(4, 24);
    assert!(none.contains("a board takes 5 columns and the terminal has 4"), "{none}");
    let none = played(80, 4);
    assert!(none.contains("takes 5 columns and 5 lines, and the terminal has 80 and 4"), "{none}");
}
