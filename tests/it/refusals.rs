//! Wrong input of every kind is refused: the exit code says why, the first line names the input, standard output is
//! empty, and no file is created, changed or lost. Most command lines are in `data/refusals.txt`.
use crate::running::PROGRAM;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
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
    write("large.txt", "#########\n".repeat(9).as_bytes());
    write("glyphs.toml", b"script = \"Latin\"\nboard = \"5x7\"\n[[glyph]]\nchar = \"ab\"\n");
    write("theme.toml", b"name = \"mine\"\n");
    write("mistake.toml", b"name = \"mine\"\nbackground = 3\n");
    write("game.toml", b"pegfont_game = 1\nboard = 4\n");
    write("saved.game", b"pegfont_game = 1\nboard = 4\n");
    // Three holes in a line, after 32 that are in none.
    let (even, odd) = (" .".repeat(8), ". ".repeat(8));
    write(
        "sparse.txt",
        format!("{even}\n{odd}\n{even}\n{odd}\n{}##.\n", " ".repeat(17)).as_bytes(),
    );
    write("step.txt", b"triangular\n#\n##\n");
    write("picture.png", b"\x89PNG\r\n\x1a\n");
    write("white.bmp", &bitmap(8, 8, |_, _| true));
    write("black.bmp", &bitmap(8, 8, |_, _| false));
    write("large.bmp", &bitmap(90, 90, |x, y| (x + 3 * y) % 7 > 0));
    write("font.bdf", b"STARTFONT 2.1\nENDFONT\n");
    write("other.bdf", include_bytes!("../../examples/faces/figures-4x7.bdf"));
    let font = include_str!("../../fonts/pegfont.toml");
    let damaged = font.replacen("solution = \"c", "solution = \"e", 1);
    assert_ne!(damaged, font);
    write("font.toml", damaged.as_bytes());
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::create_dir(folder.path().join("folder.svg")).unwrap();
    folder
}

/// A picture of black and white pixels.
fn bitmap(columns: u32, rows: u32, white: impl Fn(u32, u32) -> bool) -> Vec<u8> {
    let line = (3 * columns).next_multiple_of(4);
    let mut bytes = b"BM".to_vec();
    let header =
        [54 + line * rows, 0, 54, 40, columns, rows, 1 | 24 << 16, 0, line * rows, 0, 0, 0, 0];
    bytes.extend(header.iter().flat_map(|number| number.to_le_bytes()));
    for y in 0..rows {
        let pixels = (0..columns).flat_map(|x| [if white(x, y) { 255 } else { 0 }; 3]);
        bytes.extend(pixels);
        bytes.extend(vec![0; (line - 3 * columns) as usize]);
    }
    bytes
}

/// Every file below a folder with its content.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
            found.insert(path, Vec::new());
        } else {
            let content = fs::read(&path).unwrap();
            found.insert(path, content);
        }
    }
    found
}

/// The folder of the wrong invocations, and what is in it.
struct Place {
    folder: tempfile::TempDir,
    before: BTreeMap<PathBuf, Vec<u8>>,
}

impl Place {
    fn new() -> Self {
        let folder = folder();
        let before = files(folder.path());
        Self { folder, before }
    }

    /// Runs a command line, and returns the exit code and the first line of the message; what clap lists on the following
    /// lines is part of it.
    fn refusal(&self, arguments: &[&str]) -> (i32, String) {
        let run = Command::new(PROGRAM)
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.stdout, b"", "{arguments:?} printed a result");
        let mut lines = said.lines();
        let mut first = lines.next().unwrap_or_default().to_owned();
        if first.ends_with(':') {
            for listed in lines.take_while(|line| line.starts_with("  ")) {
                first = format!("{first} {}", listed.trim());
            }
        }
        assert!(first.starts_with("error: "), "{arguments:?}: {said}");
        // No cause is repeated.
        let causes: Vec<&str> = first.split(": ").collect();
        assert!(causes.windows(2).all(|pair| pair[0] != pair[1]), "{first}");
        assert!(files(self.folder.path()) == self.before, "{arguments:?} changed the folder");
        (run.status.code().unwrap(), first)
    }
}

/// Runs each command line and checks its exit code and the words of its first line. Such rows are for command lines that the
/// table in `data/refusals.txt` can't have: those of loops, and those with a message that differs between systems.
fn are_refused(cases: &[(&[&str], i32, &[&str])]) {
    let place = Place::new();
    for &(arguments, code, words) in cases {
        let (ended, first) = place.refusal(arguments);
        assert_eq!(ended, code, "{arguments:?}: {first}");
        for word in words {
            assert!(first.contains(word), "{arguments:?}: no {word:?} in {first:?}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn every_wrong_invocation_of_the_table_is_refused_with_its_message() {
    let place = Place::new();
    let table = include_str!("../data/refusals.txt");
    let rows: Vec<&str> =
        table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let mut others = Vec::new();
    for row in rows.chunks(2) {
        let &[line, expected] = row else { panic!("{row:?} is half a row") };
        let words = shlex::split(line.strip_prefix("$ pegfont ").expect(line)).expect(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (code, first) = place.refusal(&words);
        let found = format!("{code} {first}");
        let alike = match expected.strip_suffix("...") {
            Some(begin) => found.starts_with(begin),
            None => found == expected,
        };
        if !alike {
            others.push(format!("{line}\n{found}\n  instead of\n{expected}\n"));
        }
    }
    assert!(rows.len() >= 2 * 300, "only {} rows", rows.len() / 2);
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn options_without_effect_are_refused() {
    let levels = ["board", "levels", "triangle15", "--start", "a1"];
    let levels = |more: &[&'static str]| [&levels[..], more].concat();
    let winning = ["board", "winning", "triangle15"];
    let winning = |more: &[&'static str]| [&winning[..], more].concat();
    are_refused(&[
        (
            &["render", "A", "-o", "a.txt", "--colour", "hole=#fff"],
            2,
            &["--colour", "no such colours"],
        ),
        (&["render", "A", "--theme", "light,dark"], 2, &["--theme", ".svg"]),
        (&["render", "A", "-o", "b.svg", "-o", "b.svg"], 2, &["-o b.svg", "twice"]),
        (&["sheet", "A", "--per-page", "0"], 2, &["--per-page", "from 1 to 36"]),
        (&levels(&["--plot", "-", "--csv"]), 2, &["--plot -", "--csv"]),
        (&levels(&["--plot", "levels.png"]), 2, &["levels.png", ".svg"]),
        (&winning(&["-o", "-", "--list"]), 2, &["-o -", "--list"]),
        (&winning(&["--position", "xx"]), 2, &["--position", "triangle15"]),
        (&winning(&["-o", "x.txt", "--position", "xx"]), 2, &["--position", "triangle15"]),
    ]);
}

#[test]
fn unknown_boards_are_named() {
    for command in [
        &["board", "show"][..],
        &["board", "levels"],
        &["board", "winning"],
        &["board", "symmetric"],
        &["board", "random-play"],
        &["board", "hard"],
        &["board", "problems"],
        &["solve", "--board"],
        &["hints", "any", "--board"],
        &["render", "c2-c4", "--board"],
        &["find", "A", "--glyphs", "font.bdf", "--board"],
    ] {
        let on = |board| [command, &[board]].concat();
        are_refused(&[
            (&on("atlantis"), 2, &["atlantis"]),
            (&on("0x3"), 2, &["hole"]),
            (&on("9x9"), 2, &["81"]),
            (&on("board.txt"), 1, &["board.txt:1:3: unexpected '@' in the picture of a board"]),
            (&on("large.txt"), 1, &["large.txt", "64"]),
            (&on("binary"), 1, &["binary"]),
            (&on("empty"), 1, &["empty"]),
            (&on("folder"), 2, &["folder"]),
        ]);
    }
    // These take larger boards.
    for command in [
        &["board", "reduce"][..],
        &["one-game", "I", "--board"],
        &["puzzle", "any", "--board"],
        &["play", "any", "--board"],
    ] {
        let on = |board| [command, &[board]].concat();
        are_refused(&[
            (&on("atlantis"), 2, &["atlantis"]),
            (&on("0x3"), 2, &["hole"]),
            (&on("65x65"), 2, &["65 x 65", "4,096"]),
            (&on("board.txt"), 1, &["board.txt:1:3: unexpected '@' in the picture of a board"]),
            (&on("binary"), 1, &["binary"]),
            (&on("empty"), 1, &["empty"]),
            (&on("folder"), 2, &["folder"]),
        ]);
    }
}

#[test]
fn unreadable_files_are_named_with_the_reason() {
    for command in [
        &["render", "A", "--font"][..],
        &["font", "list", "--font"],
        &["font", "export", "--font"],
        &["font", "specimen", "--font"],
        &["render", "A", "--theme"],
        &["font", "build"],
        &["find", "A", "--glyphs"],
        &["line", "-f"],
    ] {
        let of = |file| [command, &[file]].concat();
        are_refused(&[
            (&of("missing.toml"), 1, &["missing.toml", "No such file"]),
            (&of("folder"), 1, &["folder"]),
            (&of("binary"), 1, &["binary"]),
        ]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_without_end_is_refused() {
    for command in [
        &["font", "list", "--font"][..],
        &["render", "A", "--font"],
        &["font", "build"],
        &["find", "A", "--glyphs"],
        &["line", "-f"],
    ] {
        let of = [command, &["/dev/zero"]].concat();
        are_refused(&[(&of, 1, &["can't read /dev/zero", "128 MiB"])]);
    }
}

#[test]
fn text_in_another_encoding_is_refused_with_the_line() {
    are_refused(&[(&["font", "build", "binary"], 1, &["binary", "line 1", "UTF-8"])]);
}

#[test]
fn unwritable_paths_are_named() {
    let start = ["board", "winning", "triangle15", "--start", "a1"];
    let winning = |more: [&'static str; 2]| [&start[..], &more].concat();
    are_refused(&[
        (&winning(["-o", "nonsense/x.txt"]), 1, &["can't write nonsense/x.txt"]),
        (&winning(["--plot", "nonsense/x.svg"]), 1, &["can't write nonsense/x.svg"]),
    ]);
}

#[test]
fn a_board_too_large_for_the_memory_is_refused_before_anything_begins() {
    for command in [
        &["board", "levels"][..],
        &["board", "levels", "--moves"],
        &["board", "winning"],
        &["board", "symmetric"],
        &["board", "random-play"],
        &["board", "hard"],
        &["board", "problems"],
        &["solve", "--board"],
    ] {
        are_refused(&[(&[command, &["8x8"]].concat(), 1, &["8x8", "memory"])]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn bytes_are_not_written_to_a_terminal() {
    for arguments in [
        "solve --board 4x4 -o -",
        "solve --board 4x4 --list --npy",
        "font export --ascii --static -o - --format ttf",
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
        assert!(shown.starts_with("error: a terminal can't show that"), "{arguments}: {shown}");
    }
}

#[test]
fn fonts_that_cannot_be_used_are_refused() {
    are_refused(&[
        (&["font", "build", "x.pcf"], 2, &["x.pcf: a PCF or compressed font", "pcf2bdf"]),
        (&["font", "build", "x.pcf.gz"], 2, &["x.pcf.gz: a PCF or compressed font", "pcf2bdf"]),
        (&["font", "build", "x.woff2"], 2, &["x.woff2: a web font", "woff2_decompress"]),
        (&["font", "build", "binary.ttf"], 1, &["binary.ttf: this is not a readable TrueType"]),
        (&["find", "A", "--glyphs", "x.OTF"], 1, &["can't read x.OTF"]),
        (&["font", "build", "binary.ttf", "--pixels", "99"], 2, &["'99'", "--pixels"]),
        (&["font", "build", "font.bdf", "--pixels", "8"], 2, &["--pixels", "TrueType"]),
        (&["font", "build", "glyphs.toml", "--too-large", "crop"], 2, &["--too-large", "BDF"]),
        (&["font", "build", "font.bdf", "--too-large", "shrink"], 2, &["'shrink'", "--too-large"]),
        (&["font", "build", "--only", "A\u{1F980}"], 2, &["--only", "'\u{1F980}'"]),
        (&["font", "build", "--only", ""], 2, &["--only", "none of these"]),
        (&["font", "build", "--figures", "some"], 2, &["'some'", "--figures"]),
        (&["font", "build", "--figures", "none", "--afresh"], 2, &["--afresh", "--figures none"]),
        (&["font", "list", "--font", "font.toml"], 1, &["font.toml:", "solution: jump 1"]),
        (&["find", "A", "--font", "font.toml", "--glyphs", "font.bdf"], 2, &["--font", "--glyphs"]),
        (
            &["find", "A", "--font", "built-in", "--board", "4x4"],
            2,
            &["pegfont is for 5x7, not for 4x4"],
        ),
        (&["render", "c2-c4", "--font", "font.toml"], 2, &["--font needs a text"]),
        (&["render", "A", "--font", "built-in", "--font", "font.toml"], 1, &["font.toml:"]),
        (&["play", "saved.game", "--font", "built-in"], 2, &["saved.game", "leave out --font"]),
        (&["play", "A", "--font", "built-in", "--board", "4x4"], 2, &["--font", "5x7", "4x4"]),
        (&["play", "A", "--only-these"], 2, &["the following required", "--font <FILE>"]),
        (&["solution", "AB"], 2, &["\"AB\"", "several characters"]),
    ]);
}

#[test]
fn bitmap_fonts_are_for_one_game() {
    let one = ["one-game", "A", "--font"];
    let one = |more: &[&'static str]| [&one[..], more].concat();
    are_refused(&[
        (&["render", "A", "--font", "font.bdf"], 2, &["--font font.bdf", "one-game", "build"]),
        (&["font", "list", "--font", "x.TTF"], 2, &["--font x.TTF", "font build x.TTF"]),
        (&["one-game", "A", "--pixels", "8"], 2, &["--pixels", "TrueType"]),
        (&one(&["font.bdf", "--pixels", "8"]), 2, &["--pixels", "TrueType"]),
        (&one(&["x.ttf", "--pixels", "99"]), 2, &["'99'", "--pixels"]),
        (&one(&["font.bdf", "--font", "built-in"]), 2, &["--font font.bdf", "other fonts"]),
        (&one(&["font.bdf"]), 1, &["font.bdf:2: the font has no FONTBOUNDINGBOX"]),
        (&one(&["missing.bdf"]), 1, &["missing.bdf", "No such file"]),
        (&one(&["binary.ttf"]), 1, &["binary.ttf: this is not a readable TrueType"]),
        (&one(&["x.pcf"]), 2, &["x.pcf: a PCF or compressed font", "pcf2bdf"]),
        (&one(&["glyphs.toml"]), 1, &["glyphs.toml:4"]),
        (&one(&["font.toml"]), 1, &["font.toml:", "solution: jump 1"]),
        (&one(&["other.bdf"]), 2, &["'A' (U+0041)", "not in the font other.bdf", "--missing skip"]),
    ]);
}

#[test]
fn a_file_that_is_read_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let run = Command::new(PROGRAM)
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        (
            run.status.code(),
            String::from_utf8(run.stdout).unwrap(),
            String::from_utf8(run.stderr).unwrap(),
        )
    };
    let (code, printed, said) = run(&["font", "new", "fonts/mine.toml", "--only", "AB"]);
    assert_eq!(code, Some(0), "{said}");
    fs::write(folder.path().join("board.txt"), "####\n#..#\n####\n").unwrap();
    fs::write(folder.path().join("face.bmp"), bitmap(6, 6, |x, y| x != y)).unwrap();
    let before = files(folder.path());
    for arguments in [
        &["font", "build", "fonts/mine.toml"][..],
        &["font", "build", "fonts/mine.toml", "-o", "./fonts/../fonts/mine.toml"],
        &["board", "winning", "board.txt", "-o", "board.txt"],
        &["one-game", "face.bmp", "--effort", "1", "-o", "face.bmp", "--format", "png"],
    ] {
        let (code, _, said) = run(arguments);
        assert!(matches!(code, Some(1 | 2)), "{arguments:?}: {said}");
        assert!(said.contains("is read, so it can't be written: give another file"), "{said}");
        assert!(files(folder.path()) == before, "{arguments:?}");
    }
    // What `font new` recommends.
    let command = printed.lines().last().and_then(|line| line.split_once("pegfont ")).unwrap().1;
    let (code, _, said) = run(&command.split(' ').collect::<Vec<_>>());
    assert_eq!(code, Some(0), "{said}");
}
