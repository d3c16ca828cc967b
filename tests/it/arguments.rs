//! What an argument is: the same text in every command however its letters are written, and the
//! same kind in every command, which takes it or says which one does.

use crate::cli::commands;
use crate::running::{files, in_shell, program};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use clap::Arg;
use clap::error::ErrorKind;
use peg_solitaire::board::SmallBoard;
use peg_solitaire::game::Game;
use pegfont_type::font::Font;

/// Runs the program with this text on standard input, which it need not read.
fn run(folder: &Path, arguments: &[String], input: &str) -> Output {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (program, words) = program(&words);
    let mut command = Command::new(program);
    command.args(words).current_dir(folder);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut stdin = process.stdin.take().unwrap();
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    process.wait_with_output().unwrap()
}

/// Command lines with a text in each place where one can stand. `é` is in the font.
const ROUTES: [&str; 25] = [
    "render é -o a.svg",
    "render - -o a.svg",
    "render é --font font.toml -o a.svg",
    "one-game é -o a.txt",
    "one-game - -o a.txt",
    "one-game é --font glyphs.toml -o a.txt",
    "one-game é --then é -o a.gif",
    "puzzle é --solution",
    "puzzle - --solution",
    "sheet é -o s.svg",
    "sheet éé --jumps-left 2 -o s.svg",
    "sheet A --title é -o s.svg",
    "sheet --names names.txt --jumps-left 2 -o s.svg",
    "sheet --names names.csv --column é --jumps-left 2 -o s.svg",
    "play é",
    "find é -l 2",
    "find - -l 2",
    "find é --glyphs glyphs.toml -l 2",
    "find .###./#...#/#..../###../#..../#...#/.###. -l 2 --as é --pin 1 glyphs.toml",
    "font list --only é",
    "font list --font font.toml --only é",
    "font export --only é --family é -o f.ttf",
    "font specimen --only é -o p.svg",
    "font build --only é --figures none --name é -o b.toml",
    "font build glyphs.toml --figures none -o b.toml",
];

/// What a command line prints and writes, with a letter written in this way in all of its places.
fn answer(route: &str, letter: &str) -> (Option<i32>, String, BTreeMap<String, Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| {
        fs::write(folder.path().join(name), content.replace('é', letter)).unwrap();
    };
    write("names.txt", "Zoé\né\n");
    write("names.csv", "Klasse;é\n3a;Zoé\n");
    let rows = ".###.\n#...#\n#....\n###..\n#....\n#...#\n.###.";
    let glyph = format!("[[glyph]]\nchar = \"é\"\nrows = \"\"\"\n{rows}\n\"\"\"\n");
    write(
        "glyphs.toml",
        &format!("script = \"Latin\"\nboard = \"5x7\"\n\n{glyph}"),
    );
    let mut font = Font::builtin().unwrap().clone();
    font.retain(|character| character == 'é');
    write("font.toml", &font.to_toml());
    let before = files(folder.path());

    let words = route.replace('é', letter);
    let arguments: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let output = run(folder.path(), &arguments, &format!("{letter}\n"));
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    // A command to go on with repeats the argument as it was given.
    let said = said.replace("e\u{301}", "é");

    let mut written = files(folder.path());
    // Files that were there differ in the letter that they are written with.
    written.retain(|name, content| before.get(name) != Some(content));
    for content in written.values_mut() {
        if let Ok(text) = String::from_utf8(content.clone()) {
            *content = text.replace("e\u{301}", "é").into_bytes();
        }
    }
    (output.status.code(), said, written)
}

#[test]
fn a_letter_and_its_mark_are_one_character_by_every_route() {
    for route in ROUTES {
        let composed = answer(route, "é");
        let (code, said, _) = &composed;
        let is_for_a_terminal = route.starts_with("play") && said.contains("needs a terminal");
        assert!(*code == Some(0) || is_for_a_terminal, "{route}: {said}");
        assert_eq!(answer(route, "e\u{301}"), composed, "{route}");
    }
}

/// An argument of each kind, and its options in commands for which it is a target.
const KINDS: [(&str, &str, &str); 8] = [
    ("game", "saved.game", ""),
    ("picture", "face.png", ""),
    ("file", "notes.txt", ""),
    ("position", "code:A", ""),
    ("jumps", "c2-c4", ""),
    ("hole", "b1", "--start d4"),
    ("text", "A", ""),
    ("input", "-", ""),
];

/// How each command is run.
const COMMANDS: [(&str, &str); 6] = [
    ("render", "-o a.svg"),
    ("one-game", "-o a.txt"),
    ("find", "-l 1"),
    ("puzzle", "--solution"),
    ("sheet", "-o s.svg"),
    ("play", ""),
];

/// The table of docs/reference/arguments.md: for each kind, the commands that take it.
fn documented() -> BTreeMap<String, Vec<String>> {
    let page = include_str!("../../docs/reference/arguments.md");
    let table = page.split("# What an argument can be").nth(1).unwrap();
    let rows = table
        .lines()
        .skip_while(|line| !line.starts_with("|--"))
        .skip(1);
    rows.take_while(|line| line.starts_with('|'))
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let commands = cells[2]
                .split(", ")
                .map(|it| it.trim_matches('`').to_owned());
            (
                cells[1].trim_start_matches("a ").to_owned(),
                commands.collect(),
            )
        })
        .collect()
}

#[test]
fn every_command_takes_the_kinds_that_the_manual_says_and_names_a_command_for_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let board: SmallBoard = "5x7".parse().unwrap();
    let letter = Font::builtin().unwrap().get('A').unwrap();
    let game = Game::of(&letter.solution);
    fs::write(folder.path().join("saved.game"), game.to_toml()).unwrap();
    fs::write(folder.path().join("notes.txt"), "A\n").unwrap();
    let code = format!("code:{}", letter.small_pattern().unwrap().code());
    let rows = board.picture(letter.small_pattern().unwrap());
    let rows: Vec<Vec<char>> = rows.lines().map(|row| row.chars().collect()).collect();
    let picture = image::GrayImage::from_fn(5, 7, |x, y| {
        let is_peg = rows[y as usize][x as usize] == '#';
        image::Luma([if is_peg { 0 } else { 255 }])
    });
    picture.save(folder.path().join("face.png")).unwrap();
    let before = files(folder.path());

    let documented = documented();
    for (kind, word, options) in KINDS {
        let taken = documented.get(kind).map_or(&[][..], Vec::as_slice);
        for (command, output) in COMMANDS {
            let is_taken = taken.iter().any(|one| one == command || one == "all");
            let is_target = !["render", "one-game"].contains(&command);
            let options = if is_target { options } else { "" };
            let word = word.replace("code:A", &code);
            let line = format!("{command} {word} {options} {output}");
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            let output = run(folder.path(), &words, "A\n");
            let said = String::from_utf8_lossy(&output.stderr);

            if is_taken {
                let is_for_a_terminal = command == "play" && said.contains("needs a terminal");
                assert!(
                    output.status.success() || is_for_a_terminal,
                    "{line}: {said}"
                );
            } else {
                assert_eq!(output.status.code(), Some(2), "{line}: {said}");
                assert!(output.stdout.is_empty(), "{line}");
                let advised = COMMANDS.iter().filter(|(other, _)| {
                    said.contains(&format!("pegfont {other} ")) || said.contains("--names")
                });
                let is_right = |other: &&str| {
                    kind == "file" || kind == "input" || taken.iter().any(|one| one == other)
                };
                assert!(
                    kind == "input" || advised.clone().any(|(other, _)| is_right(other)),
                    "{line}: {said}"
                );
            }
            for name in files(folder.path())
                .keys()
                .filter(|name| !before.contains_key(*name))
            {
                assert!(is_taken, "{line} wrote {name}");
                fs::remove_file(folder.path().join(name)).unwrap();
            }
        }
    }
}

#[test]
fn a_text_is_taken_as_one_by_standard_input_whatever_it_looks_like() {
    let folder = tempfile::tempdir().unwrap();
    for (text, puzzles) in [("b1", 2), ("c2-c4", 4), ("a.png", 5), ("any", 3)] {
        let words = ["puzzle", "-", "--solution"].map(str::to_owned);
        let output = run(folder.path(), &words, text);
        let said = String::from_utf8_lossy(&output.stderr);
        let lines = String::from_utf8_lossy(&output.stdout).lines().count();
        assert_eq!(lines, puzzles, "{text}: {said}");
    }
}

#[test]
fn a_negative_number_is_a_value_and_no_option() {
    let mut tried = 0;
    for (name, command) in commands() {
        let command = command.no_binary_name(true);
        for option in command.get_arguments() {
            let Some(long) = option.get_long() else {
                continue;
            };
            if !option.get_action().takes_values() || option.is_require_equals_set() {
                continue;
            }

            tried += 1;
            let option = format!("--{long}");
            let read = command.clone().try_get_matches_from([&*option, "-1"]);
            let refused = read.err().map(|error| error.kind());
            assert_ne!(refused, Some(ErrorKind::UnknownArgument), "{name} {option}");
        }
    }
    assert!(tried > 100, "only {tried} options");
}

#[test]
fn what_follows_two_dashes_is_no_option() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "render -- -x -o d.png",
        "puzzle -- A --hints",
        "find -- A -o a.svg",
    ] {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let output = run(folder.path(), &words, "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(
            said.contains("after -- nothing is an option"),
            "{line}: {said}"
        );
    }
}

/// Command lines with a text of the characters of `FILE` in each option that takes one.
const TEXTS: [&str; 12] = [
    "render FILE",
    "font list --only FILE",
    "font export --only FILE -o f.ttf",
    "font export --only A --family FILE -o f.ttf",
    "font export --only A --copyright FILE -o f.ttf",
    "font export --only A --licence FILE -o f.ttf",
    "font specimen --only FILE -o p.svg",
    "font build --only FILE --figures none -o b.toml",
    "font build --only A --figures none --name FILE -o b.toml",
    "sheet A --title FILE -o s.svg",
    "one-game I --then FILE -o a.gif",
    "sheet --names list.csv --column FILE -o s.svg",
];

#[test]
fn every_option_that_takes_a_text_is_tried_with_the_name_of_a_file() {
    for (name, command) in commands() {
        for option in command.get_arguments() {
            let values = option.get_value_names().unwrap_or_default();
            let takes_text = values.iter().any(|value| value == "TEXT");
            if !takes_text {
                continue;
            }

            let tried = format!("{option}").replace("<TEXT>", "FILE");
            let mut lines = TEXTS.iter();
            assert!(
                lines.any(|line| line.starts_with(&name) && line.contains(&tried)),
                "{name} {option}"
            );
        }
    }
}

#[test]
fn a_text_that_looks_like_a_file_is_pointed_out_once_wherever_a_text_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("Fonts")).unwrap();
    fs::write(folder.path().join("notes.txt"), "A\n").unwrap();
    for line in TEXTS {
        for (file, is_taken) in [
            ("Fonts", true),
            ("notes.txt", line != TEXTS[0]),
            ("cat.png", line != TEXTS[0]),
            ("a.game", line != TEXTS[0]),
        ] {
            let list = format!("{file};Class\nAda;3\n");
            fs::write(folder.path().join("list.csv"), list).unwrap();
            let words: Vec<String> = line
                .replace("FILE", file)
                .split(' ')
                .map(str::to_owned)
                .collect();
            let output = run(folder.path(), &words, "");
            let said = String::from_utf8_lossy(&output.stderr);
            if is_taken {
                assert_eq!(output.status.code(), Some(0), "{words:?}: {said}");
                assert_eq!(
                    said.matches("is taken as a text").count(),
                    1,
                    "{words:?}: {said}"
                );
            }
        }
        let words: Vec<String> = line
            .replace("FILE", "ABC")
            .split(' ')
            .map(str::to_owned)
            .collect();
        fs::write(folder.path().join("list.csv"), "ABC;Class\nAda;3\n").unwrap();
        let output = run(folder.path(), &words, "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("is taken as a text"), "{words:?}: {said}");
    }
}

#[test]
fn the_advice_for_a_character_without_a_form_is_to_leave_it_out() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["render", "one-game", "puzzle", "sheet", "find"] {
        for text in ["\u{1b}", "A\u{7f}B", "\u{1}\u{2}"] {
            let words = [command, text].map(str::to_owned);
            let output = run(folder.path(), &words, "");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
            assert!(
                !said.contains("font build") && !said.contains("--font"),
                "{words:?}: {said}"
            );
            // Of several characters, find wants one.
            let is_one_asked_for = command == "find" && said.contains("give one");
            assert!(
                said.contains("leave") || is_one_asked_for,
                "{words:?}: {said}"
            );
        }
    }
}

#[test]
fn a_character_that_is_not_seen_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["render", "one-game", "puzzle"] {
        let words = [command, "a\u{1b}b"].map(str::to_owned);
        let output = run(folder.path(), &words, "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.matches("U+001B").count(), 1, "{command}: {said}");
    }
}

#[test]
fn no_message_repeats_an_argument_of_any_length() {
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    let long = "z".repeat(10_000);
    for line in [
        "peglab show LONG",
        "peglab show english --position LONG",
        "peglab show english --start LONG",
        "peglab reduce LONG",
        "peglab reduce english --finish LONG",
        "peglab line LONG",
        "solve --board LONG",
        "solve --start LONG",
        "render LONG",
        "render A --theme LONG",
        "render A --colour background=LONG",
        "render c2-LONG",
        "render a1-a2-LONG",
        "render LONG.png",
        "one-game LONG",
        "one-game A --board LONG",
        "puzzle LONG",
        "puzzle A --start LONG",
        "puzzle A --hints --jumps LONG",
        "play LONG",
        "find LONG",
        "find A --start LONG",
        "find A --with LONG",
        "sheet LONG",
        "font build --start LONG",
        "font list --feature LONG",
    ] {
        let line = line.replace("LONG", &long);
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let output = run(folder.path(), &words, "");
        let said = String::from_utf8_lossy(&output.stderr);
        let begin: String = line.chars().take(60).collect();
        if output.status.code() != Some(2) || said.len() >= 1_000 {
            let (code, bytes) = (output.status.code(), said.len());
            wrong.push(format!("{begin}: {code:?}, {bytes} bytes: {said:.300}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a command is about, where it is not what is tried.
fn usual_argument(command: &str) -> &'static str {
    match command {
        "board line" => "101",
        "completions" => "bash",
        _ if command.starts_with("board ") => "3x4",
        _ => "A",
    }
}

/// Command lines of one command in which a word stands for each of its arguments, and for the value
/// of each of its options.
fn lines_with(words: &str, command: &clap::Command, value: &str) -> Vec<Vec<String>> {
    let begin = || words.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let is_needed = |argument: &Arg| {
        argument.is_required_set() || matches!(argument.get_id().as_str(), "target" | "row")
    };
    let needs_argument = command.get_positionals().any(is_needed);

    let mut lines = Vec::new();
    for argument in command.get_arguments() {
        let mut line = begin();
        if argument.is_positional() {
            line.push(value.to_owned());
            lines.push(line);
            continue;
        }
        if !argument.get_action().takes_values() {
            continue;
        }

        let long = argument.get_long().unwrap();
        if needs_argument && long != "names" && long != "pegs" {
            line.push(usual_argument(words).to_owned());
        }
        line.push(format!("--{long}={value}"));
        lines.push(line);
    }
    lines
}

#[test]
fn no_message_of_any_command_repeats_a_long_argument() {
    let folder = tempfile::tempdir().unwrap();
    let long = |part: &str| part.repeat(10_000 / part.len());
    let values = [long("z"), long("zz "), long("folder/")];
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for (words, command) in commands() {
        if command.has_subcommands() {
            continue;
        }
        for value in &values {
            for line in lines_with(&words, &command, value) {
                let output = run(folder.path(), &line, "");
                let said = String::from_utf8_lossy(&output.stderr);
                let is_fault = !matches!(output.status.code(), Some(0..=3));
                if said.len() > 2_000 || is_fault {
                    let begin: String = line.join(" ").chars().take(60).collect();
                    let bytes = said.len();
                    wrong.push(format!("{begin}: {bytes} bytes: {said:.300}"));
                }
                tried += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 400, "only {tried} command lines");
}

/// A pipe can be read only once, though a command asks first what is in it.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_like_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    fs::write(folder.path().join("class.txt"), "Ada\n").unwrap();
    for (line, file) in [
        (
            "sheet --jumps-left 3 -o OUT --names",
            "class.txt".to_owned(),
        ),
        (
            "render AB -o OUT --font",
            format!("{root}fonts/pegfont.toml"),
        ),
        (
            "render A -o OUT --theme",
            format!("{root}themes/ivory.toml"),
        ),
        (
            "find A --csv > OUT --glyphs",
            format!("{root}examples/faces/square-5x5.toml"),
        ),
        (
            "find 0 --csv > OUT --glyphs",
            format!("{root}examples/faces/figures-4x7.bdf"),
        ),
    ] {
        let script = format!(
            "set -e; \"$0\" {} {file}; mkfifo p; cat {file} > p & \"$0\" {} p; rm p; cmp file.svg pipe.svg",
            line.replace("OUT", "file.svg"),
            line.replace("OUT", "pipe.svg"),
        );
        let run = in_shell(folder.path(), &script, &[]);
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{line}: {said}");
    }
}
