//! What `-h` and `--help` promise, of every command: a value that is listed is accepted, a default
//! that is stated is the default, a flag in an example changes what the example does, and what a
//! text refers to is there. All is derived from the program's own commands and help texts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, Command};
use tempfile::TempDir;

use crate::cli::{commands, program_of, written};
use crate::running::{files, in_shell, pegfont, program};

/// A command line of each command to which options are added; or for one option, one to which it
/// can be added, or whose answer it changes.
const LINES: &[(&str, &str)] = &[
    ("render", "render HI -o a.gif"),
    ("render --board", "render c2-c4 -o a.gif"),
    ("render --format", "render HI"),
    ("render --paper", "render c2-c4 -o a.pdf"),
    ("render --storyboard", "render HI -o a.png"),
    ("one-game", "one-game I -o a.gif"),
    ("one-game --paper", "one-game I -o a.pdf"),
    ("one-game --format", "one-game I"),
    // As text, it ends with the command itself.
    ("find", "find R --csv"),
    (
        "find --board",
        "find ##.##/#####/##.##/#####/#####/#####/##### --csv",
    ),
    ("puzzle", "puzzle A"),
    ("sheet", "sheet A"),
    ("sheet --language", "sheet A -o a.svg"),
    ("solve", "solve"),
    ("font list", "font list --only AB"),
    ("font build", "font build --only AB"),
    ("font export", "font export --only AB"),
    ("font specimen", "font specimen --only AB"),
    ("peglab positions", "peglab positions 3x4"),
    ("peglab reduce", "peglab reduce 3x4"),
    ("completions", "completions"),
    ("peglab completions", "peglab completions"),
];

/// Words that a help text lists in a sentence, for an option of some commands.
const LISTED: &[(&str, &str)] = &[
    ("theme", "dark, ivory, wood, light, contrast, led"),
    ("feature", "zero, ss01, ss02, ss03 or ss04"),
    ("for", "slack, discord, github or story"),
    (
        "board",
        "english, french, wiegleb, diamond, triangle15, line9",
    ),
];

/// The line to which an option or argument of a command is added.
fn line_for(words: &str, argument: &Arg) -> &'static str {
    let named = |name: &str| LINES.iter().find(|line| line.0 == name);
    let option = argument.get_long().unwrap_or_default();
    named(&format!("{words} --{option}"))
        .or_else(|| named(words))
        .unwrap_or_else(|| panic!("no line for {words} --{option}"))
        .1
}

/// What a run does: its exit code, what it prints, and the files that it leaves.
#[derive(PartialEq, Eq)]
struct Done {
    code: Option<i32>,
    printed: Vec<u8>,
    said: String,
    files: BTreeMap<String, Vec<u8>>,
}

/// Runs a line of words without blanks in an empty folder.
fn done(line: &str) -> Done {
    let folder = tempfile::tempdir().unwrap();
    let run = pegfont(folder.path(), &line.split(' ').collect::<Vec<_>>());
    Done {
        code: run.status.code(),
        printed: run.stdout,
        said: String::from_utf8(run.stderr).unwrap(),
        files: files(folder.path()),
    }
}

/// An option with a value, as one word.
fn with_value(argument: &Arg, value: &str) -> String {
    match argument.get_long() {
        Some(long) => format!("--{long}={value}"),
        None => value.to_owned(),
    }
}

/// The help of an argument, in full.
fn help_of(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help());
    help.map(ToString::to_string).unwrap_or_default()
}

/// Videos need ffmpeg, and games in the terminal need one: other tests have them.
fn is_tried_elsewhere(words: &str, value: &str) -> bool {
    words == "play" || value == "mp4" || value == "webm"
}

#[test]
fn every_value_that_a_help_lists_is_accepted() {
    let mut tried = 0;
    for (words, command) in commands() {
        for argument in command.get_arguments() {
            let takes_values = argument.get_action().takes_values();
            let possible = argument.get_possible_values();
            for value in possible.iter().filter(|_| takes_values) {
                let value = value.get_name();
                if is_tried_elsewhere(&words, value) {
                    continue;
                }
                let line = line_for(&words, argument);
                let line = format!("{line} {}", with_value(argument, value));
                let run = done(&line);
                assert_eq!(run.code, Some(0), "pegfont {line}\n{}", run.said);
                tried += 1;
            }

            let option = argument.get_long().unwrap_or_default();
            let listed = LISTED.iter().find(|list| list.0 == option);
            let Some((_, list)) = listed.filter(|list| help_of(argument).contains(list.1)) else {
                continue;
            };
            if is_tried_elsewhere(&words, "") {
                continue;
            }
            for value in list.split([',', ' ']).filter(|it| !["", "or"].contains(it)) {
                // Only parsed: what it leads to depends on the text, the board and the format.
                let line = format!("{} A {}", written(&words), with_value(argument, value));
                let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
                let parsed = program_of(&words[0]).try_get_matches_from(words.clone());
                let is_known = parsed.as_ref().err().map(clap::Error::kind);
                assert_ne!(
                    is_known,
                    Some(clap::error::ErrorKind::ValueValidation),
                    "{words:?}"
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 80, "only {tried} values");
}

/// The defaults that a help text states in a word: of `[default: 12, or all with --distance]`, 12.
/// A default in several words describes one.
fn stated_defaults(argument: &Arg) -> Vec<String> {
    let help = help_of(argument);
    let mut stated = Vec::new();
    for part in help.split("[default: ").skip(1) {
        let part = part.split([']', ',', ';']).next().unwrap();
        let word = part.trim_matches('`').replace("NAME", "pegfont");
        if !word.contains(char::is_whitespace) {
            stated.push(word);
        }
    }
    let own = argument.get_default_values().iter();
    stated.extend(own.map(|value| value.to_string_lossy().into_owned()));
    stated
}

#[test]
fn every_default_that_a_help_states_is_the_default() {
    let mut tried = 0;
    let mut wrong = Vec::new();
    for (words, command) in commands() {
        for argument in command.get_arguments() {
            let is_option = argument.get_long().is_some() && argument.get_action().takes_values();
            if !is_option || is_tried_elsewhere(&words, "") {
                continue;
            }
            for value in stated_defaults(argument) {
                let mut line = line_for(&words, argument).to_owned();
                let stated = format!("{line} {}", with_value(argument, &value));
                // What an option means without a value.
                let is_bare = argument
                    .get_num_args()
                    .is_some_and(|it| it.min_values() == 0);
                if is_bare {
                    line = format!("{line} --{}", argument.get_long().unwrap());
                }

                let [usual, stated_run] = [done(&line), done(&stated)];
                assert_eq!(usual.code, Some(0), "pegfont {line}\n{}", usual.said);
                if usual != stated_run {
                    wrong.push(format!("pegfont {stated} {}", stated_run.said));
                }
                tried += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "no defaults:\n{}", wrong.join("\n"));
    assert!(tried > 30, "only {tried} defaults");
}

#[test]
fn every_default_order_is_the_default_for_texts_of_that_length() {
    for (text, order) in [
        ("HI", "together"),
        ("LEAP", "together"),
        ("HELLO", "cascade"),
        ("PUZZLEGAME", "cascade"),
        ("PEGSOLITAIRE", "cascade"),
    ] {
        let line = format!("render {text} -o a.gif");
        let stated = done(&format!("{line} --order {order}"));
        assert!(done(&line) == stated, "{text} {order}");
    }
}

/// The examples in the help of a command, without their comments.
fn examples(command: &Command) -> Vec<String> {
    let help = command.get_after_long_help().or(command.get_after_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let mut found = Vec::new();
    for line in help.lines().filter_map(|line| line.strip_prefix("  ")) {
        if line.starts_with("pegfont ") || line.starts_with("peglab ") {
            let line = line.split("  ").next().unwrap();
            found.push(line.to_owned());
        }
    }
    found
}

/// Solving takes seconds on a small board what takes minutes on a large one, and says the same.
fn on_small_boards(example: &str) -> String {
    let small = example
        .replace("6x7 6x7.set", "4x5 6x7.set")
        .replace("6x7 --reachable 6x7.set", "4x5 --reachable 6x7.set");
    let is_usual = example.starts_with("pegfont solve") && !example.contains("--board");
    if is_usual && !example.contains("--reachable") {
        small.replacen("solve", "solve --board 4x4", 1)
    } else {
        small
    }
}

/// Where each option of a command line is, with its values: ranges of words.
fn options_in(words: &[String]) -> Vec<std::ops::Range<usize>> {
    let mut command = program_of(&words[0]);
    command.build();
    let mut below = &command;
    for word in &words[1..] {
        match below.find_subcommand(word) {
            Some(found) => below = found,
            None => break,
        }
    }

    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if word == ">" {
            break;
        }
        if !word.starts_with('-') || word == "-" {
            continue;
        }
        let name = word.split('=').next().unwrap();
        let is_named = |argument: &&Arg| {
            argument
                .get_long()
                .is_some_and(|long| name == format!("--{long}"))
                || argument
                    .get_short()
                    .is_some_and(|short| name == format!("-{short}"))
        };
        let argument = below.get_arguments().find(is_named);
        let argument = argument.unwrap_or_else(|| panic!("{words:?}: {word}"));
        let takes_values = argument.get_action().takes_values();
        let values = argument
            .get_num_args()
            .map_or(0, |range| range.min_values());
        let is_whole = word.contains('=') || !takes_values;
        found.push(at..at + 1 + if is_whole { 0 } else { values });
    }
    found
}

/// What the examples read.
fn folder_for_examples() -> TempDir {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::copy(root.join("docs/pictures/cat.png"), path("cat.png")).unwrap();
    let spleen = root.join("examples/faces/spleen-8x16.bdf");
    fs::copy(&spleen, path("spleen-8x16.bdf")).unwrap();
    let square = root.join("examples/faces/square-5x5.toml");
    fs::copy(&square, path("square.toml")).unwrap();
    fs::write(path("class.txt"), "Ada\nBen\n").unwrap();
    fs::write(path("my.bdf"), small_bdf()).unwrap();
    for line in [
        "font new my.glyphs.toml",
        "font build my.glyphs.toml --only PEGRA --name mine -o mine.toml",
        "one-game HI -o hi.game",
        "font build square.toml -o square-font.toml",
        "font export --font square-font.toml --solid -o my.ttf",
        "peglab set solve 4x5 6x7.set",
        "solve --board 4x4 -o output/5x7.table",
    ] {
        let run = pegfont(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert!(run.status.success(), "{line}: {run:?}");
    }
    folder
}

/// A bitmap font of a few letters on 4 x 5 pixels.
fn small_bdf() -> String {
    let letters = [
        ('A', [0x60, 0x90, 0xf0, 0x90, 0x90]),
        ('H', [0x90, 0x90, 0xf0, 0x90, 0x90]),
        ('I', [0xe0, 0x40, 0x40, 0x40, 0xe0]),
    ];
    let mut font =
        "STARTFONT 2.1\nFONT my\nSIZE 5 75 75\nFONTBOUNDINGBOX 4 5 0 0\nCHARS 3\n".to_owned();
    for (letter, rows) in letters {
        let code = u32::from(letter);
        font += &format!("STARTCHAR {letter}\nENCODING {code}\nDWIDTH 5 0\nBBX 4 5 0 0\nBITMAP\n");
        for row in rows {
            font += &format!("{row:02X}\n");
        }
        font += "ENDCHAR\n";
    }
    font + "ENDFONT\n"
}

/// A copy of a folder, in which nothing was done yet.
fn copied(folder: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for (name, content) in files(folder) {
        let path: PathBuf = copy.path().join(&name);
        if folder.join(&name).is_dir() {
            fs::create_dir_all(path).unwrap();
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }
    copy
}

/// Runs an example in a copy of a folder.
fn example_done(words: &[String], folder: &Path) -> Done {
    let copy = copied(folder);
    let command = words.get(2).map(String::as_str);
    let is_begun = matches!(command, Some("solve" | "plan"));
    if words.iter().any(|word| word == "6x7.set") && is_begun {
        // A set that is there would not be computed again.
        fs::remove_dir_all(copy.path().join("6x7.set")).unwrap();
    }
    let quoted: Vec<String> = words[1..]
        .iter()
        .map(|word| match word.as_str() {
            ">" => ">".to_owned(),
            word => shlex::try_quote(word).unwrap().into_owned(),
        })
        .collect();
    let (program, _) = program(&[&words[0]]);
    let line = format!("{} {}", program.display(), quoted.join(" "));
    let run = in_shell(copy.path(), &line, &[]);
    let mut files = files(copy.path());
    files
        .values_mut()
        .for_each(|content| *content = without_command(content));
    Done {
        code: run.status.code(),
        printed: without_command(&run.stdout),
        said: String::from_utf8_lossy(&run.stderr).into_owned(),
        files,
    }
}

/// Without the command that made it, which a list of patterns ends with: every option is in that.
fn without_command(content: &[u8]) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(content) else {
        return content.to_vec();
    };
    let mut parts = text.split("pegfont find ");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(['"', '<', '\n']).unwrap_or(part.len());
        kept.push_str(&part[end..]);
    }
    kept.into_bytes()
}

#[test]
fn every_option_in_an_example_of_a_help_changes_what_it_does() {
    let folder = folder_for_examples();
    let mut tried = 0;
    let mut wrong = Vec::new();
    for (_, command) in commands() {
        for example in examples(&command) {
            let words = shlex::split(&on_small_boards(&example)).unwrap();
            let parsed: Vec<&String> = words.iter().take_while(|word| *word != ">").collect();
            if let Err(error) = program_of(&words[0]).try_get_matches_from(parsed) {
                assert!(!error.use_stderr(), "{example}\n{error}");
            }
            if example.starts_with("pegfont play") {
                continue;
            }
            let options = options_in(&words);
            if options.is_empty() {
                continue;
            }

            let whole = example_done(&words, folder.path());
            if whole.code != Some(0) {
                wrong.push(format!("{example}: {}", whole.said));
                continue;
            }
            for option in options {
                // The laboratory answers from a file as from memory.
                if words[0] == "peglab" && words[option.start] == "--reachable" {
                    continue;
                }

                let mut without = words.clone();
                let option: Vec<String> = without.drain(option).collect();
                let other = example_done(&without, folder.path());
                if other.printed == whole.printed && other.files == whole.files {
                    wrong.push(format!("{example}: {option:?} changes nothing"));
                }
                tried += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 40, "only {tried} options");
}

/// The help of a command as it is printed.
fn printed_help(words: &str, flag: &str) -> String {
    let line = format!("{words} {flag}");
    let run = pegfont(Path::new("."), &line.split_whitespace().collect::<Vec<_>>());
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn what_a_help_refers_to_is_in_the_same_help() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let known = commands();
    let mut found = 0;
    for (words, _) in &known {
        for flag in ["-h", "--help"] {
            let help = printed_help(words, flag);
            let said = help.split_whitespace().collect::<Vec<_>>().join(" ");
            let place = format!("pegfont {words} {flag}");

            // "see Positions below" needs a section of this name, and "see below" any.
            for reference in said.split("see ").skip(1) {
                let Some((section, _)) = reference.split_once("below") else {
                    continue;
                };
                let section = section.trim();
                if section.contains(['.', ';', ')']) || section.split(' ').count() > 1 {
                    continue;
                }
                let section = if section.is_empty() {
                    "Positions"
                } else {
                    section
                };
                assert!(
                    help.contains(&format!("\n{section}: ")),
                    "{place}: {section}"
                );
                found += 1;
            }
            for reference in said.split("docs/").skip(1) {
                let is_of_path = |it: &char| it.is_ascii_alphanumeric() || "/-_.".contains(*it);
                let page: String = reference.chars().take_while(is_of_path).collect();
                let page = page.trim_end_matches('.');
                assert!(
                    root.join("docs").join(page).exists(),
                    "{place}: docs/{page}"
                );
                found += 1;
            }
            for command in said.split('`').skip(1).step_by(2) {
                let of_pegfont = command.strip_prefix("pegfont ");
                let of_peglab = Some(command).filter(|command| command.starts_with("peglab "));
                let Some(command) = of_pegfont.or(of_peglab) else {
                    continue;
                };
                let is_known = known.iter().any(|(known, _)| {
                    !known.is_empty() && format!("{command} ").starts_with(&format!("{known} "))
                });
                assert!(is_known, "{place}: {command}");
                found += 1;
            }
        }
    }
    assert!(found > 50, "only {found} references");
}

#[test]
fn how_an_answer_is_printed_is_no_part_of_a_group() {
    for (words, command) in commands() {
        for argument in command.get_arguments() {
            let is_of_answer = ["csv", "json", "help"].contains(&argument.get_id().as_str());
            let heading = argument.get_help_heading();
            assert!(
                !is_of_answer || heading.is_none(),
                "pegfont {words}: {} stands under {heading:?}",
                argument.get_id()
            );
        }
    }
}
