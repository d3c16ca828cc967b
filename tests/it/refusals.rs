//! Wrong input of every kind is refused: the exit code says why, the first line names the input,
//! standard output is empty, and no file is created, changed or lost. The command lines are in
//! `data/refusals.txt`.

use crate::running::{PROGRAM, expand, files, is_alike, pegfont, printed};
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::process::{Command, Stdio};

/// A folder with damaged files of every kind.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &[u8]| fs::write(folder.path().join(name), content).unwrap();
    write("nonsense", b"nonsense\n");
    write("empty", b"");
    write("binary", b"\xff\xfe\0\0");
    write("binary.ttf", b"\xff\xfe\0\0");
    write("board.txt", b"##@##\n");
    write("latin1.txt", b"Ada\rJos\xe9\r");
    write("large.txt", "#########\n".repeat(9).as_bytes());
    write(
        "glyphs.toml",
        b"script = \"Latin\"\nboard = \"5x7\"\n[[glyph]]\nchar = \"ab\"\n",
    );
    write("theme.toml", b"name = \"mine\"\n");
    write("mistake.toml", b"name = \"mine\"\nbackground = 3\n");
    write("game.toml", b"pegfont_game = 1\nboard = 4\n");
    write("later.game", b"pegfont_game = 2\n");
    write("saved.game", b"pegfont_game = 1\nboard = 4\n");
    write("step.txt", b"triangular\n#\n##\n");
    write("picture.png", b"\x89PNG\r\n\x1a\n");
    write("cut.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF");
    write("white.bmp", &bitmap(8, 8, |_, _| true));
    write("black.bmp", &bitmap(8, 8, |_, _| false));
    write("large.bmp", &bitmap(90, 90, |x, y| (x + 3 * y) % 7 > 0));
    write("font.bdf", b"STARTFONT 2.1\nENDFONT\n");
    write(
        "other.bdf",
        include_bytes!("../../examples/faces/figures-4x7.bdf"),
    );
    let font = include_str!("../../fonts/pegfont.toml");
    let damaged = font.replacen("solution = \"c", "solution = \"e", 1);
    assert_ne!(damaged, font);
    write("font.toml", damaged.as_bytes());
    write("ring.txt", b"####\n#..#\n####\n");
    write("face.bmp", &bitmap(6, 6, |x, y| x != y));
    printed(folder.path(), &["font", "new", "fonts/mine.toml"]);
    printed(
        folder.path(),
        &["peglab", "set", "solve", "5x5", "small.set"],
    );
    printed(
        folder.path(),
        &["font", "export", "--only", "A", "-o", "dots.ttf"],
    );
    write("nonsense.set", b"nonsense\n");
    write("names.svg", b"Ada\nBob\n");
    write("names-2.svg", b"Ada\nBob\n");
    write("paper.toml", include_bytes!("../../themes/light.toml"));
    write("one.gif", b"GIF89a");
    std::os::unix::fs::symlink("paper.toml", folder.path().join("link.toml")).unwrap();
    std::os::unix::fs::symlink("one.gif", folder.path().join("to-one.gif")).unwrap();
    fs::create_dir(folder.path().join("zero.set")).unwrap();
    std::os::unix::fs::symlink("/dev/null", folder.path().join("zero.set/set.toml")).unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::create_dir(folder.path().join("folder.svg")).unwrap();
    folder
}

/// A picture of black and white pixels.
fn bitmap(columns: u32, rows: u32, white: impl Fn(u32, u32) -> bool) -> Vec<u8> {
    let level = |x, y| image::Luma([if white(x, y) { 255_u8 } else { 0 }]);
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::GrayImage::from_fn(columns, rows, level);
    picture
        .write_to(&mut bytes, image::ImageFormat::Bmp)
        .unwrap();
    bytes.into_inner()
}

/// The rows of the table, each command line with what is expected. Alternatives stand in braces,
/// `{one|other}`; in what is expected, `$1` is the one of the first braces that was taken, and so
/// on.
fn rows() -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for row in include_str!("../data/refusals.txt").split("\n$ ").skip(1) {
        let (line, rest) = row.split_once('\n').unwrap();
        let line = line.strip_prefix("pegfont ").unwrap_or(line);
        let expected: Vec<&str> = rest
            .lines()
            .take_while(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        expand(line, &expected.join("\n"), 1, &mut rows);
    }
    rows
}

/// The words of a message that must be in another, however that is worded: all but plain words in
/// lower case.
fn named(message: &str) -> Vec<&str> {
    let marks = ['.', ',', ':', ';', '?', ')'];
    let words = message.split("...").flat_map(str::split_whitespace);
    let words = words.map(|word| word.trim_start_matches('(').trim_end_matches(marks));
    let is_free = |one: char| one.is_ascii_lowercase() || one == '\'';
    let named = words.filter(|word| word.starts_with('\'') || !word.chars().all(is_free));
    named.map(|word| word.trim_matches(['"', '`'])).collect()
}

/// Runs a command line that must fail, and returns the exit code and the first line of the message;
/// what clap lists on the following lines is part of it. If it succeeds, returns what it prints,
/// without empty lines.
fn outcome(folder: &Path, line: &str) -> String {
    let words = shlex::split(line).expect(line);
    let run = pegfont(
        folder,
        &words.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    let [printed, said] = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap());
    let code = run.status.code().unwrap();
    if code == 0 {
        assert_eq!(said, "", "{line}");
        let printed = printed.lines().filter(|line| !line.is_empty());
        return ["0"]
            .into_iter()
            .chain(printed)
            .collect::<Vec<_>>()
            .join("\n");
    }
    assert_eq!(printed, "", "{line} printed a result");
    let mut lines = said.lines();
    let mut first = lines.next().unwrap_or_default().to_owned();
    if first.ends_with(':') {
        for listed in lines.take_while(|line| line.starts_with("  ")) {
            first = format!("{first} {}", listed.trim());
        }
    }
    assert!(first.starts_with("error: "), "{line}: {said}");
    // No cause is repeated.
    let causes: Vec<&str> = first.split(": ").collect();
    assert!(causes.windows(2).all(|pair| pair[0] != pair[1]), "{first}");
    format!("{code} {first}")
}

#[test]
fn every_command_line_of_the_table_ends_as_it_says() {
    let folder = folder();
    let mut before = files(folder.path());
    let rows = rows();
    let mut others = Vec::new();
    for (line, expected) in &rows {
        let found = outcome(folder.path(), line);
        let is_right = match expected.starts_with('0') {
            true => is_alike(&found, expected),
            false => {
                found[..1] == expected[..1]
                    && named(&expected[1..]).iter().all(|it| found.contains(it))
            }
        };
        if !is_right {
            others.push(format!("{line}\n{found}\n  instead of\n{expected}\n"));
        }
        let after = files(folder.path());
        if after != before {
            others.push(format!("{line} changed the folder\n"));
            before = after;
        }
    }
    assert!(rows.len() >= 450, "only {} rows", rows.len());
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn bytes_are_not_written_to_a_terminal() {
    for arguments in [
        "solve -o -",
        "font export --solid -o -",
        "sheet A -o -",
        "render A -o - --format gif",
    ] {
        // Gives the program a terminal of its own, and prints what it shows there.
        let command = format!("{} {arguments}", PROGRAM);
        let run = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let shown = String::from_utf8(run.stdout).unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments}: {shown}");
        assert!(
            shown.starts_with("error: a terminal can't show "),
            "{arguments}: {shown}"
        );
    }
}
