//! The command line as users see it: help, exit codes and completions.
use crate::running::{PROGRAM, expand, pegfont, printed, program, refused};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What a command line without blanks in its arguments prints, which must succeed.
fn shown(line: &str) -> String {
    printed(Path::new("."), &line.split_whitespace().collect::<Vec<_>>())
}

/// All commands with their names: an empty name, `solve`, `peglab`, `peglab list`...
pub fn commands() -> Vec<(String, clap::Command)> {
    fn collect(words: &str, command: &clap::Command, all: &mut Vec<(String, clap::Command)>) {
        all.push((words.to_owned(), command.clone()));
        for below in command
            .get_subcommands()
            .filter(|below| below.get_name() != "help" && !below.is_hide_set())
        {
            collect(
                format!("{words} {}", below.get_name()).trim_start(),
                below,
                all,
            );
        }
    }
    let mut all = Vec::new();
    for (words, mut program) in [
        ("", pegfont::cli::command()),
        ("peglab", peg_laboratory::cli::command()),
    ] {
        program.build();
        collect(words, &program, &mut all);
    }
    all
}

/// The program of this name.
pub fn program_of(name: &str) -> clap::Command {
    match name {
        "peglab" => peg_laboratory::cli::command(),
        _ => pegfont::cli::command(),
    }
}

/// A command as a user writes it: `pegfont solve`, `peglab list`.
pub fn written(words: &str) -> String {
    if words.starts_with("peglab") {
        words.to_owned()
    } else {
        format!("pegfont {words}")
    }
}

#[test]
fn every_command_says_what_it_does_and_what_its_few_options_mean() {
    pegfont::cli::command().debug_assert();
    peg_laboratory::cli::command().debug_assert();
    for (words, command) in commands() {
        for flag in ["-h", "--help"] {
            let help = shown(&format!("{words} {flag}"));
            let usage = format!("Usage: {}", written(&words));
            assert!(help.contains(usage.trim_end()), "pegfont {words} {flag}");
            let lines = help.lines().count();
            assert!(
                flag == "--help" || lines <= 48,
                "pegfont {words} -h has {lines} lines"
            );
        }
        let about = command.get_about().expect(&words).to_string();
        assert!(
            !about.contains('\n'),
            "pegfont {words}: {about:?} is more than a line"
        );
        let is_listed = !words.is_empty();
        assert!(
            !is_listed || about.chars().count() <= 80,
            "{about:?} is long for a list"
        );
        for argument in command.get_arguments() {
            let id = argument.get_id();
            assert!(
                argument.get_help().is_some(),
                "pegfont {words}: {id} has no help"
            );
        }
        let options = command
            .get_arguments()
            .filter(|argument| !argument.is_positional());
        let own = options.filter(|option| option.get_id() != "help" && !option.is_hide_set());
        let (count, most) = (own.count(), if words == "render" { 23 } else { 27 });
        assert!(count <= most, "pegfont {words} has {count} options");
    }
    let evil = refused(Path::new("."), &["render", "A", "--size", "\u{1b}[31m9by9"]);
    assert!(
        evil.contains("\\u{1b}[31m9by9") && !evil.contains('\u{1b}'),
        "{evil:?}"
    );
    let none = pegfont(Path::new("."), &[]);
    assert_eq!((none.status.code(), none.stdout.len()), (Some(2), 0));
    assert!(
        String::from_utf8(none.stderr)
            .unwrap()
            .contains("Usage: pegfont")
    );
}

/// The size of a file in words.
fn size(path: &Path) -> String {
    let bytes = fs::metadata(path).unwrap().len();
    let thousands = |number: u64| match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    };
    if bytes < 10_000 {
        format!("{} bytes", thousands(bytes))
    } else {
        format!("{} kB", thousands((bytes + 500) / 1000))
    }
}

/// The frames of an APNG, from its acTL chunk.
fn frames(path: &Path) -> u32 {
    let bytes = fs::read(path).unwrap();
    let at = bytes.windows(4).position(|chunk| chunk == b"acTL").unwrap();
    u32::from_be_bytes(bytes[at + 4..at + 8].try_into().unwrap())
}

#[test]
fn what_is_written_is_named_on_one_line_with_its_contents_and_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| printed(folder.path(), &line.split(' ').collect::<Vec<_>>());
    for (line, file, contents) in [
        ("render A -o a.apng", "a.apng", "N frames, "),
        ("render A -o a.svg", "a.svg", ""),
        ("render A --at 3", "output/a.png", ""),
        ("sheet AE -o p.pdf", "p.pdf", "2 puzzles, "),
        (
            "sheet AE -o p.svg --per-page 1",
            "p-2.svg",
            "2 puzzles, page 2 of 2, ",
        ),
        ("font specimen -o s.svg", "s.svg", "815 characters, "),
        ("font new my.toml", "my.toml", ""),
        (
            "font build my.toml --only AB --figures none",
            "output/my.toml",
            "2 characters, 2 alternates, ",
        ),
        (
            "font export --only ! -o a.woff2",
            "a.woff2",
            "variable WOFF2, 1 character, ",
        ),
        (
            "font export --only !? --solid",
            "output/pegfont.ttf",
            "solid TrueType, 2 characters, ",
        ),
        ("solve --board 4x4 -o t.table", "t.table", ""),
    ] {
        let path = folder.path().join(file);
        let said = run(line);
        let contents = match file.ends_with(".apng") {
            true => contents.replace('N', &frames(&path).to_string()),
            false => contents.to_owned(),
        };
        let expected = format!("{file}: {contents}{}", size(&path));
        assert!(
            said.lines().any(|line| line == expected),
            "{line}: no {expected:?} in\n{said}"
        );
    }
    // No line where standard output carries data.
    let json = run("find A --json");
    assert!(
        serde_json::from_str::<serde_json::Value>(&json).is_ok(),
        "{json}"
    );
    assert!(run("render A -o - --format svg").starts_with("<svg"));
    // Texts with the same default name are noticed.
    let first = printed(folder.path(), &["render", "A B"]);
    assert!(
        first.starts_with("output/a-b.gif: ") && first.ends_with(" kB\n"),
        "{first}"
    );
    let second = run("render A/B");
    assert!(second.starts_with("output/a-b.gif: "), "{second}");
    assert!(
        second.ends_with(" kB, replaces an older file\n"),
        "{second}"
    );
}

#[test]
fn a_closed_pipe_is_no_error() {
    for line in [
        "completions bash",
        "peglab list",
        "peglab show english",
        "find R",
        "peglab line 110011",
        "puzzle A --solution",
        "solve --board 4x4",
        "render A -o -",
        "render A -o - --format gif",
        "render A -o - --format apng",
        "render A -o - --format png",
        "font list",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let words: Vec<&str> = line.split(' ').collect();
        let (program, words) = program(&words);
        let mut command = Command::new(program);
        let output = command.args(words).stdout(writer).output().unwrap();
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{line}: {output:?}"
        );
    }
}

#[test]
fn completions_know_every_command_and_every_option() {
    let shells = ["bash", "elvish", "fish", "powershell", "zsh"];
    let programs = ["pegfont", "peglab"];
    for (name, shell) in programs
        .into_iter()
        .flat_map(|it| shells.map(|shell| (it, shell)))
    {
        let script = shown(&format!("{name} completions {shell}").replace("pegfont ", ""));
        let is_own = |words: &str| written(words).starts_with(&format!("{name} "));
        // Where no name fits, bash offers files.
        assert!(
            shell != "bash" || script.contains(&format!("-o default {name}")),
            "{script}"
        );
        for (words, command) in commands()
            .into_iter()
            .filter(|(words, _)| !["", "peglab"].contains(&&**words) && is_own(words))
        {
            // Bash completions have no summaries; the others escape some of the punctuation.
            let about = command.get_about().unwrap().to_string();
            let letters = about.find(|mark: char| !mark.is_alphanumeric() && mark != ' ');
            let known = match shell {
                "bash" => format!("\"{}\"", written(&words)).replace([' ', '-'], "__subcmd__"),
                _ => about[..letters.unwrap_or(about.len())].to_owned(),
            };
            assert!(script.contains(&known), "{shell}: {words}: no {known}");
            let shown = command
                .get_arguments()
                .filter(|argument| !argument.is_hide_set());
            for long in shown.filter_map(clap::Arg::get_long) {
                let known = if shell == "fish" { "-l " } else { "--" }.to_owned() + long;
                assert!(script.contains(&known), "{shell}: {words}: no {known}");
            }
        }
    }
}

#[test]
fn words_from_files_have_no_effects_on_a_terminal() {
    const EVIL: &str = "e\u{1b}[31m\u{9b}2J\u{202e}x";
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(format!("{EVIL}{name}")), text).unwrap();
    };
    let quoted = "\"e\\u001b[31m\\u009b2J\\u202ex\"";
    let game =
        "board = \"3x3\"\nstart = \"b1\"\ntargets = [\"###/#.#/#.#\"]\nsolution = [\"b3-b1\"]";
    write(
        ".game",
        &format!("pegfont_game = 1\ntitle = {quoted}\n{game}\nplayed = \"\"\n"),
    );
    write(".txt", &format!("##{EVIL}\n"));
    write("-names.txt", &format!("A\nAda{EVIL}☃\n"));
    write(
        "-theme.toml",
        &include_str!("../../themes/light.toml").replacen("\"light\"", quoted, 1),
    );
    write("-odd.toml", &format!("{quoted} = 1\n[peg]\n"));
    write(".png", "no picture");
    printed(
        folder.path(),
        &[
            "font",
            "build",
            "--only",
            "A",
            "--figures",
            "none",
            "-o",
            "a.toml",
        ],
    );
    let font = fs::read_to_string(folder.path().join("a.toml")).unwrap();
    write("-font.toml", &font.replacen("\"pegfont\"", quoted, 1));
    let glyphs =
        format!("script = {quoted}\nboard = \"3x3\"\n[[glyph]]\nchar = \"A\"\nrows = \"\"\"\n");
    write("-glyphs.toml", &format!("{glyphs}###\n#.#\n#.#\n\"\"\"\n"));
    let mut inert = 0;
    let mut lines = Vec::new();
    for line in [
        "puzzle E.game{| --json| --csv| --solution}",
        "{play E.game|sheet E.game -o s.svg|sheet --names E-names.txt -o s.svg}",
        "{sheet A --title E -o E.svg|render E.game -o E.gif}",
        "render A --theme E-theme.toml{| --colour peg=#fff} -o a.svg",
        "render A {--theme E-odd.toml|--colour E=E|--font E-font.toml -o E|--at E|--for E}",
        "{render c2-c4 --board E.txt|one-game E.png|one-game E.txt|find E.png}",
        "find A --glyphs E-glyphs.toml --json",
        "font build E-glyphs.toml --name E -o E-new.toml",
        "font list --font E-font.toml{| --json| --csv| --only E}",
        "font {export|specimen} --font E-font.toml -o E.{ttf|svg}",
        "{font new E.toml|play A --reachable E}",
        "{solve --board E.txt|peglab set solve 3x3 E.set|solve --reachable E.nowhere|solve --start E}",
        "peglab show {E.txt|english --position E}",
        "peglab {levels|problems|solutions|reduce|random-play} E.txt",
        "{board levels english --finish E|board positions E.txt winning}",
        "puzzle A {--hints --jumps E|--solution=E}",
        "{|puzzle |render |one-game |find |board |board line |completions }E",
    ] {
        expand(line, "", 1, &mut lines);
    }
    for (line, _) in lines {
        let words: Vec<String> = line
            .split(' ')
            .map(|word| word.replace('E', EVIL))
            .collect();
        let run = pegfont(
            folder.path(),
            &words.iter().map(|word| &**word).collect::<Vec<_>>(),
        );
        for said in [run.stdout, run.stderr] {
            let said = String::from_utf8(said).unwrap();
            assert!(
                !said.contains(['\u{1b}', '\u{9b}', '\u{202e}']),
                "{line}: {said:?}"
            );
            inert += usize::from(said.contains("u{9b}") || said.contains("u009b"));
        }
    }
    assert!(inert >= 36, "only {inert} said it");
    // What goes to a file or a pipe as it is doesn't reach a terminal so.
    #[cfg(target_os = "linux")]
    for line in [
        "font build E-glyphs.toml --figures none --name E -o -",
        "render E.game -o - --format svg",
    ] {
        let line = line.replace('E', EVIL);
        let words: Vec<String> = line.split(' ').map(|word| format!("'{word}'")).collect();
        let command = format!("{PROGRAM} {}", words.join(" "));
        let mut script = Command::new("script");
        script
            .args(["-qec", &command, "/dev/null"])
            .current_dir(folder.path());
        let shown = String::from_utf8(script.output().unwrap().stdout).unwrap();
        assert!(
            !shown.contains(['\u{1b}', '\u{9b}', '\u{202e}']),
            "{line}: {shown:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_regular_file_is_written_directly() {
    let folder = tempfile::tempdir().unwrap();
    let shell = |script: &str| {
        let script = script.replace("pegfont", PROGRAM);
        let mut bash = Command::new("bash");
        let run = bash
            .args(["-ec", &script])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(
            run.status.success(),
            "{script}: {}",
            String::from_utf8_lossy(&run.stderr)
        );
        run.stdout
    };
    let gif = shell("pegfont render A --format gif -o -");
    assert!(gif.starts_with(b"GIF89a"));
    assert_eq!(shell("pegfont render A --format gif -o /dev/stdout"), gif);
    assert_eq!(
        shell("pegfont render A --format gif -o /dev/stdout > a.gif; cat a.gif"),
        gif
    );
    for line in [
        "render A --format gif -o",
        "font build --only A --figures none -o",
        "font export --only A -o",
        "sheet A -o",
        "font specimen --only A -o",
        "solve --board 3x3 -o",
        "one-game I --format gif -o",
    ] {
        let file = shell(&format!(
            "pegfont {line} >(cat > all; touch done); until [ -e done ]; do sleep 0.01; done; cat all; rm done"
        ));
        let direct = shell(&format!(
            "mkfifo p; cat p > all & pegfont {line} p > said; wait; cat all; rm p"
        ));
        assert!(!direct.is_empty() && file.ends_with(&direct), "{line}");
        shell(&format!("pegfont {line} /dev/null"));
    }
    assert!(fs::metadata("/dev/null").is_ok_and(|found| !found.is_file()));
}
