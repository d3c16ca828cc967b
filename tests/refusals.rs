//! Wrong input of every kind is refused: the exit code says why, the first line names the input, standard output is
//! empty, and no file is created, changed or lost. The command lines are one long table, so this is a long file.
#![cfg(feature = "cli")]

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
    write("picture.png", b"\x89PNG\r\n\x1a\n");
    write("font.bdf", b"STARTFONT 2.1\nENDFONT\n");
    let font = include_str!("../fonts/pegfont.toml");
    let damaged = font.replacen("solution = \"c", "solution = \"e", 1);
    assert_ne!(damaged, font);
    write("font.toml", damaged.as_bytes());
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::create_dir(folder.path().join("folder.svg")).unwrap();
    folder
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

/// Runs each command line and checks its exit code and the words of its first line.
fn are_refused(cases: &[(&[&str], i32, &[&str])]) {
    let folder = folder();
    let before = files(folder.path());
    for &(arguments, code, words) in cases {
        let run = Command::new(assert_cmd::cargo::cargo_bin!("pegfont"))
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {said}");
        assert_eq!(run.stdout, b"", "{arguments:?} printed a result");
        // clap lists missing arguments on the following lines.
        let first = if said.starts_with("error: the following required") {
            said.as_str()
        } else {
            said.lines().next().unwrap_or_default()
        };
        assert!(first.starts_with("error: "), "{arguments:?}: {said}");
        for word in words {
            assert!(first.contains(word), "{arguments:?}: no {word:?} in {first:?}");
        }
        // No cause is repeated.
        let causes: Vec<&str> = first.split(": ").collect();
        assert!(causes.windows(2).all(|pair| pair[0] != pair[1]), "{first}");
        assert!(files(folder.path()) == before, "{arguments:?} changed the folder");
    }
}

#[test]
fn a_missing_or_unknown_argument_is_a_usage_error() {
    are_refused(&[
        (&["find"], 2, &["<TARGET|FILE>"]),
        (&["play"], 2, &["<TARGET>"]),
        (&["solution"], 2, &["<TARGET>"]),
        (&["puzzle"], 2, &["<TARGET>"]),
        (&["render"], 2, &["<TEXT>"]),
        (&["line"], 2, &["<ROW>"]),
        (&["completions"], 2, &["<SHELL>"]),
        (&["board", "show"], 2, &["<NAME|FILE>"]),
        (&["board", "levels"], 2, &["<NAME|FILE>"]),
        (&["board", "winning"], 2, &["<NAME|FILE>"]),
        (&["board", "symmetric"], 2, &["<NAME|FILE>"]),
        (&["board", "random-play"], 2, &["<NAME|FILE>"]),
        (&["board", "hard"], 2, &["<NAME|FILE>"]),
        (&["board", "reduce"], 2, &["<NAME|FILE>"]),
        (&["board", "problems"], 2, &["<NAME|FILE>"]),
        (&["board", "list", "english"], 2, &["'english'"]),
        (&["find", "A", "B"], 2, &["'B'"]),
        (&["solution", "A", "B"], 2, &["'B'"]),
        (&["solve", "english"], 2, &["'english'"]),
        (&["man", "folder", "folder"], 2, &["'folder'"]),
    ]);
}

#[test]
fn conflicting_options_are_refused() {
    are_refused(&[
        (&["solve", "--verify", "--list"], 2, &["--verify", "--list"]),
        (&["solve", "--npy"], 2, &["--list"]),
        (&["solve", "--list", "--json"], 2, &["--json"]),
        (&["line", "1", "-f", "nonsense"], 2, &["[ROW]", "--file"]),
        (&["play", "A", "--resume", "nonsense"], 2, &["[TARGET]", "--resume"]),
        (&["board", "winning", "english", "--from", "nonsense"], 2, &["--from"]),
        (&["board", "winning", "english", "--csv", "--json"], 2, &["--csv", "--json"]),
        (&["render", "A", "--jumps", "c2-c4"], 2, &["--jumps"]),
        (&["render", "A", "--at", "3", "--storyboard"], 2, &["--at", "--storyboard"]),
        (&["render", "A", "--fit", "64x64", "--width", "64"], 2, &["--fit", "--width"]),
        (&["render", "A", "--pitch", "9", "--height", "64"], 2, &["--pitch", "--height"]),
        (&["font", "build", "--json", "-o", "-"], 2, &["--json"]),
    ]);
}

#[test]
fn options_without_effect_are_refused() {
    let levels = ["board", "levels", "triangle15", "--start", "a1"];
    let levels = |more: &[&'static str]| [&levels[..], more].concat();
    let winning = ["board", "winning", "triangle15"];
    let winning = |more: &[&'static str]| [&winning[..], more].concat();
    are_refused(&[
        (&["render", "A", "--board", "english"], 2, &["--board", "--jumps"]),
        (&["render", "A", "--start", "a1"], 2, &["--start", "--jumps"]),
        (&["render", "--jumps", "c2-c4", "--missing", "skip"], 2, &["--missing", "--jumps"]),
        (&["render", "A", "-o", "a.png", "--smooth"], 2, &["--smooth", "a still"]),
        (&["render", "A", "-o", "a.png", "--ping-pong"], 2, &["--ping-pong", "a still"]),
        (&["render", "A", "-o", "a.svg", "--at", "3", "--loops", "0"], 2, &["--loops", "a still"]),
        (&["render", "A", "--storyboard", "--order", "sequence"], 2, &["--order", "a still"]),
        (&["render", "A", "-o", "a.txt", "--sync", "start"], 2, &["--sync", "a still"]),
        (&["render", "A", "--at", "end", "--jump", "50"], 2, &["--jump", "a still"]),
        (&["render", "A", "--at", "end", "--duration", "9"], 2, &["--duration", "a still"]),
        (&["render", "A", "--at", "end", "--hold", "1"], 2, &["--hold", "a still"]),
        (&["render", "A", "--at", "end", "--hold-start", "1"], 2, &["--hold-start", "a still"]),
        (&["render", "A", "-o", "a.txt", "--pitch", "9"], 2, &["--pitch", "no pixels"]),
        (&["render", "A", "-o", "a.txt", "--for", "slack"], 2, &["--for", "no pixels"]),
        (&["render", "A", "-o", "a.txt", "--theme", "wood"], 2, &["--theme", "no such colours"]),
        (&["render", "A", "-o", "-", "--background", "#fff"], 2, &["--background", "text"]),
        (&["render", "A", "-o", "a.svg", "--smooth", "--fps", "20"], 2, &["--fps", ".svg"]),
        (&["render", "--jumps", "c2-c4", "--wrap", "9"], 2, &["--wrap", "--jumps"]),
        (&["font", "export", "--solid", "-o", "x.bdf"], 2, &["--solid", "BDF"]),
        (&["font", "export", "--static", "--format", "bdf"], 2, &["--static", "BDF"]),
        (&["render", "A", "-o", "a.txt", "--hole", "#fff"], 2, &["--hole", "no such colours"]),
        (&["render", "A", "--dark-theme", "dark"], 2, &["--dark-theme", ".svg"]),
        (&["render", "A", "--at", "end", "--poster", "b.png"], 2, &["--poster", "film"]),
        (&["render", "A", "-o", "b.svg", "--poster", "b.svg"], 2, &["--poster", "b.svg"]),
        (&["render", "A", "--poster", "b.gif"], 2, &["--poster", ".png or .svg"]),
        (&["puzzle", "A", "--cut-out"], 2, &["--sheet"]),
        (&["puzzle", "A", "--sheet", "a.pdf", "--per-page", "0"], 2, &["--per-page", "1..=36"]),
        (&["font", "build", "--grid", "3x3"], 2, &["--grid", "PNG"]),
        (&["font", "build", "--gap", "0"], 2, &["--gap", "PNG"]),
        (&["font", "build", "font.bdf", "--characters", "ab"], 2, &["--characters", "PNG"]),
        (&["font", "build", "glyphs.toml", "--light"], 2, &["--light", "PNG"]),
        (&["font", "build", "--board", "english"], 2, &["--board", "built-in", "english"]),
        (&["font", "build", "--name", "../../x"], 2, &["--name", "../../x", "-o"]),
        (&["find", "A", "--light"], 2, &["--light", "PNG"]),
        (&["find", "picture.png", "--grid", "2x2"], 2, &["--grid", "PNG"]),
        (&["find", "A", "--explain", "--json"], 2, &["--explain", "--json"]),
        (&["find", "A", "-o", "-", "--json"], 2, &["-o -", "--json"]),
        (&["solve", "--board", "4x4", "-o", "-", "--json"], 2, &["-o -", "--json"]),
        (&["font", "export", "-o", "a.ttf", "-o", "-", "--json"], 2, &["--format"]),
        (&["font", "export", "-o", "-", "--format", "bdf", "--json"], 2, &["-o -", "--json"]),
        (&levels(&["--plot", "-", "--csv"]), 2, &["--plot -", "--csv"]),
        (&levels(&["--plot", "levels.png"]), 2, &["levels.png", ".svg"]),
        (&winning(&["-o", "-", "--list"]), 2, &["-o -", "--list"]),
        (&winning(&["--position", "xx"]), 2, &["--position", "triangle15"]),
        (&winning(&["-o", "x", "--position", "xx"]), 2, &["--position", "triangle15"]),
        (&["puzzle", "A", "--paper", "letter"], 2, &["--sheet <FILE>"]),
        (&["specimen", "--page", "pangrams"], 2, &["--output <FILE>"]),
        (&["specimen", "-o", "s.svg", "--scale", "1"], 2, &["--scale", ".png"]),
        (
            &["specimen", "-o", "s.svg", "--page", "pangrams", "--differences"],
            2,
            &["--differences", "--page sheet"],
        ),
    ]);
}

#[test]
fn invalid_values_of_options_are_refused() {
    are_refused(&[
        (&["solve", "--threads", "x"], 2, &["'x'", "--threads"]),
        (&["solve", "--threads", "99999"], 2, &["'99999'", "--threads"]),
        (&["solve", "--list", "--pegs", "x"], 2, &["'x'", "--pegs"]),
        (&["find", "A", "--distance", "x"], 2, &["'x'", "--distance"]),
        (&["find", "A", "--distance", "-1"], 2, &["'-1'"]),
        (&["find", "A", "--limit", "1.5"], 2, &["'1.5'", "--limit"]),
        (&["find", "A", "-l", "0"], 2, &["'0'", "--limit"]),
        (&["find", "A", "--grid", "3"], 2, &["'3'", "--grid", "16x6"]),
        (&["render", "A", "--loops", "x"], 2, &["'x'", "--loops"]),
        (&["render", "A", "--loops", "65536"], 2, &["'65536'", "--loops"]),
        (&["render", "A", "--pitch", "1.5"], 2, &["'1.5'", "--pitch"]),
        (&["render", "A", "--width", "0"], 2, &["0"]),
        (&["render", "A", "--align", "up"], 2, &["'up'", "--align"]),
        (&["render", "A", "--order", "random"], 2, &["'random'", "--order"]),
        (&["render", "A", "--format", "mov"], 2, &["'mov'", "--format"]),
        (&["render", "A", "--background", "#12"], 2, &["--background", "#12"]),
        (&["puzzle", "A", "--paper", "a3"], 2, &["'a3'", "--paper"]),
        (&["specimen", "-o", "s.png", "--scale", "0"], 2, &["scale", "0"]),
        (&["specimen", "-o", "s.png", "--scale", "x"], 2, &["'x'", "--scale"]),
        (&["specimen", "--page", "letters"], 2, &["'letters'", "--page"]),
        (&["specimen", "-o", "-"], 2, &["-"]),
        (&["font", "export", "--format", "otf"], 2, &["otf", "--format"]),
        (&["font", "build", "picture.png", "--grid", "0x1"], 2, &["--grid", "0x1"]),
        (&["font", "build", "picture.png", "--grid", "axb"], 2, &["--grid", "axb"]),
        (&["font", "build", "picture.png", "--gap", "x"], 2, &["--gap", "'x'"]),
        (&["solution", "A", "--which", "random:x"], 2, &["random:x", "--which"]),
        (&["completions", "csh"], 2, &["'csh'"]),
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
        &["board", "reduce"],
        &["board", "problems"],
        &["solve", "--board"],
        &["solution", "A", "--board"],
        &["puzzle", "any", "--board"],
        &["play", "any", "--board"],
        &["render", "--jumps", "c2-c4", "--board"],
        &["find", "A", "--glyphs", "font.bdf", "--board"],
    ] {
        let on = |board| [command, &[board]].concat();
        are_refused(&[
            (&on("atlantis"), 2, &["atlantis"]),
            (&on("0x3"), 2, &["hole"]),
            (&on("9x9"), 2, &["81"]),
            (&on("board.txt"), 1, &["board.txt", "line 1", "column 3", "'@'"]),
            (&on("large.txt"), 1, &["large.txt", "64"]),
            (&on("binary"), 1, &["binary"]),
            (&on("empty"), 1, &["empty"]),
            (&on("folder"), 2, &["folder"]),
        ]);
    }
}

#[test]
fn positions_holes_and_jumps_of_another_board_are_refused() {
    are_refused(&[
        (&["solve", "--start", "z9"], 2, &["--start", "z9", "5x7"]),
        (&["solve", "--start", ""], 2, &["--start"]),
        (&["solve", "--start", "34359738368"], 2, &["--start", "34359738368"]),
        (&["solution", ""], 2, &["no characters"]),
        (&["solution", "-"], 2, &["no characters"]),
        (&["solution", "34359738368"], 2, &["34359738368"]),
        (
            &["solution", "..#../....x/...../...../...../...../....."],
            2,
            &["row 2, column 5", "'x'"],
        ),
        (&["find", "A", "--start", "##"], 2, &["--start"]),
        (&["find", "AB"], 2, &["AB"]),
        (&["puzzle", "A", "--start", "zz"], 2, &["--start", "zz"]),
        (&["puzzle", "z9", "--board", "english"], 2, &["z9", "english"]),
        (&["play", "z9", "--board", "english"], 2, &["z9", "english"]),
        (&["play", "\u{2603}"], 2, &["'\u{2603}'"]),
        (&["play", "A", "--jumps", "a1-a3"], 2, &["--jumps", "jump 1", "a1-a3"]),
        (&["play", "A", "--jumps", "xx"], 2, &["--jumps", "jump 1", "xx"]),
        (&["render", "--jumps", "c2-c4 c2-c4"], 2, &["--jumps", "jump 2", "c2-c4"]),
        (&["render", "--jumps", "c2-c4", "--start", "zz"], 2, &["--start", "zz"]),
        (&["board", "levels", "english", "--start", "any"], 2, &["--start", "any"]),
        (&["board", "levels", "english", "--finish", "z9"], 2, &["--finish", "z9"]),
        (&["board", "reduce", "english", "--start", "x"], 2, &["--start", "x"]),
        (&["board", "reduce", "english", "--finish", "x"], 2, &["--finish", "x"]),
        (
            &["board", "winning", "triangle15", "--start", "a1", "--position", "#"],
            2,
            &["--position", "triangle15"],
        ),
        (&["line", "1121"], 2, &["character 3", "'2'"]),
        (&["line", "-f", "nonsense"], 2, &["character 1", "'n'"]),
    ]);
}

#[test]
fn characters_missing_from_the_font_are_named() {
    are_refused(&[
        (&["render", "A\u{1F600}"], 2, &["character 2"]),
        (&["puzzle", "A\u{1F600}"], 2, &["character 2"]),
        (&["find", "\u{1F600}"], 2, &["\u{1F600}"]),
        (&["font", "list", "--only", "A\u{1F600}"], 2, &["--only", "\u{1F600}"]),
        (&["font", "export", "--only", "A\u{1F600}"], 1, &["\u{1F600}"]),
        (&["font", "export", "--only", "", "-o", "a.ttf"], 1, &["no characters"]),
    ]);
}

#[test]
fn unreadable_files_are_named_with_the_reason() {
    for command in [
        &["render", "A", "--font"][..],
        &["font", "list", "--font"],
        &["font", "export", "--font"],
        &["specimen", "--font"],
        &["render", "A", "--theme"],
        &["font", "build"],
        &["find", "A", "--glyphs"],
        &["find", "A", "--table"],
        &["solution", "A", "--table"],
        &["play", "--resume"],
        &["board", "winning", "--from"],
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
        &["board", "winning", "--from"],
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
fn damaged_files_are_named_with_the_line() {
    are_refused(&[
        (&["font", "build", "glyphs.toml"], 1, &["glyphs.toml:4", "\"ab\""]),
        (&["font", "build", "nonsense"], 1, &["nonsense:1:"]),
        (&["font", "build", "font.bdf"], 1, &["font.bdf:2", "FONTBOUNDINGBOX"]),
        (&["font", "build", "picture.png"], 1, &["picture.png"]),
        (&["find", "A", "--glyphs", "glyphs.toml"], 1, &["glyphs.toml:4"]),
        (&["find", "picture.png"], 1, &["picture.png"]),
        (&["font", "list", "--font", "font.toml"], 1, &["font.toml", "line ", "jump 1"]),
        (&["font", "list", "--font", "nonsense"], 1, &["nonsense:1:9: this is not valid TOML"]),
        (&["render", "A", "--font", "font.toml"], 1, &["font.toml", "line "]),
        (&["render", "A", "--theme", "theme.toml"], 1, &["theme.toml"]),
        (&["specimen", "--font", "empty"], 1, &["empty"]),
        (&["play", "--resume", "nonsense"], 1, &["nonsense"]),
        (&["play", "A", "--save", "nonsense"], 1, &["nonsense"]),
        (&["board", "winning", "--from", "nonsense"], 1, &["nonsense"]),
        (&["board", "winning", "--from", "empty"], 1, &["empty"]),
        (&["solution", "A", "--table", "nonsense"], 1, &["nonsense"]),
        (&["solution", "A", "--table", "empty"], 1, &["empty"]),
        (&["find", "A", "--table", "nonsense"], 1, &["nonsense"]),
    ]);
}

#[test]
fn unwritable_paths_are_named() {
    let start = ["board", "winning", "triangle15", "--start", "a1"];
    let winning = |more: [&'static str; 2]| [&start[..], &more].concat();
    are_refused(&[
        (&["render", "A", "-o", "nonsense/a.gif"], 1, &["can't write nonsense/a.gif"]),
        (&["render", "A", "-o", "folder", "--format", "gif"], 1, &["can't write folder"]),
        (&["find", "A", "-o", "nonsense/a.svg"], 1, &["can't write nonsense/a.svg"]),
        (&["puzzle", "A", "--sheet", "nonsense/a.pdf"], 1, &["can't write nonsense/a.pdf"]),
        (&["solve", "--board", "4x4", "-o", "nonsense/x"], 1, &["can't write nonsense/x"]),
        (&["solve", "--board", "4x4", "-o", "folder"], 1, &["can't write folder"]),
        (&["specimen", "-o", "nonsense/a.svg"], 1, &["can't write nonsense/a.svg"]),
        (&["font", "export", "--only", "A", "-o", "nonsense/a.ttf"], 1, &["nonsense/a.ttf"]),
        (&["man", "nonsense"], 1, &["nonsense is not a folder"]),
        (&winning(["-o", "nonsense/x"]), 1, &["can't write nonsense/x"]),
        (&winning(["--plot", "nonsense/x.svg"]), 1, &["can't write nonsense/x.svg"]),
        (
            &["board", "levels", "triangle15", "--start", "a1", "--plot", "folder.svg"],
            1,
            &["can't write folder.svg"],
        ),
    ]);
}

#[test]
fn file_names_of_unknown_formats_are_refused() {
    are_refused(&[
        (&["render", "A", "-o", "a.mov"], 2, &["a.mov"]),
        (&["render", "A", "-o", "a"], 2, &["a"]),
        (&["find", "A", "-o", "a.jpg"], 2, &["a.jpg"]),
        (&["puzzle", "A", "--sheet", "a.doc"], 2, &["a.doc"]),
        (&["specimen", "-o", "a.gif"], 2, &["a.gif"]),
        (&["font", "export", "-o", "a.otf"], 2, &["a.otf"]),
        (&["font", "export", "-o", "-"], 2, &["--format"]),
        (&["solve", "-o", "a.npy"], 2, &["--list"]),
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
fn a_game_in_the_terminal_needs_a_terminal() {
    are_refused(&[
        (&["play", "A"], 1, &["terminal"]),
        (&["play", "any", "--board", "english"], 1, &["terminal"]),
    ]);
}

#[test]
#[cfg(target_os = "linux")]
fn bytes_are_not_written_to_a_terminal() {
    for arguments in [
        "solve --board 4x4 -o -",
        "solve --board 4x4 --list --npy",
        "board winning triangle15 -o -",
        "font export --ascii --static -o - --format ttf",
        "render A -o - --format gif",
    ] {
        // Gives the program a terminal of its own, and prints what it shows there.
        let command = format!("{} {arguments}", assert_cmd::cargo::cargo_bin!("pegfont").display());
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
        (&["font", "build", "--only", "A\u{1F600}"], 2, &["--only", "'\u{1F600}'"]),
        (&["font", "build", "--only", ""], 2, &["--only", "none of these"]),
        (&["font", "build", "--figures", "some"], 2, &["'some'", "--figures"]),
        (&["font", "build", "--figures", "none", "--afresh"], 2, &["--afresh", "--figures none"]),
        (&["font", "check", "--only", "A\u{1F600}"], 2, &["--only", "'\u{1F600}'"]),
        (&["font", "check", "--font", "font.toml"], 1, &["font.toml:", "solution: jump 1"]),
        (&["find", "A", "--font", "font.toml", "--glyphs", "font.bdf"], 2, &["--font", "--glyphs"]),
        (
            &["find", "A", "--font", "built-in", "--board", "4x4"],
            2,
            &["pegfont is for 5x7, not for 4x4"],
        ),
        (&["render", "--jumps", "c2-c4", "--font", "font.toml"], 2, &["--jumps", "--font"]),
        (&["render", "A", "--font", "built-in", "--font", "font.toml"], 1, &["font.toml:"]),
        (&["play", "--resume", "nonsense", "--font", "font.toml"], 2, &["--resume", "--font"]),
        (&["play", "A", "--font", "built-in", "--board", "4x4"], 2, &["--font", "5x7", "4x4"]),
        (&["play", "A", "--only-these"], 2, &["the following required", "--font <FILE>"]),
        (&["solution", "AB"], 2, &["\"AB\"", "several characters"]),
    ]);
}
