//! The command line as users see it: help, exit codes, completions and manual pages. Every command line in the
//! documentation must parse.
#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn pegfont(arguments: &[&str]) -> Output {
    let program = assert_cmd::cargo::cargo_bin!("pegfont");
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    output.expect("the program is built with the tests")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("errors are UTF-8")
}

/// All commands with their names: an empty name, `solve`, `board list`...
fn commands() -> Vec<(String, clap::Command)> {
    fn collect(words: &str, command: &clap::Command, all: &mut Vec<(String, clap::Command)>) {
        all.push((words.to_owned(), command.clone()));
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            collect(format!("{words} {}", below.get_name()).trim_start(), below, all);
        }
    }
    let mut program = pegfont::cli::command();
    program.build();
    let mut all = Vec::new();
    collect("", &program, &mut all);
    all
}

#[test]
fn the_definition_of_the_command_line_is_sound() {
    pegfont::cli::command().debug_assert();
}

#[test]
fn every_command_has_help() {
    for (words, _) in commands() {
        for flag in ["-h", "--help"] {
            let mut arguments: Vec<&str> = words.split_whitespace().collect();
            arguments.push(flag);
            let output = pegfont(&arguments);
            assert!(output.status.success(), "pegfont {words} {flag}: {}", stderr(&output));
            let usage = format!("Usage: pegfont {words}");
            assert!(stdout(&output).contains(usage.trim_end()), "pegfont {words} {flag}");
        }
    }
}

#[test]
fn every_argument_of_every_command_has_help() {
    for (words, command) in commands() {
        assert!(command.get_about().is_some(), "pegfont {words} does not say what it does");
        for argument in command.get_arguments() {
            let id = argument.get_id();
            assert!(argument.get_help().is_some(), "pegfont {words}: {id} has no help");
        }
    }
}

#[test]
fn the_summary_of_a_command_fits_on_one_line() {
    for (words, command) in commands().into_iter().filter(|(words, _)| !words.is_empty()) {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        assert!(about.chars().count() <= 80, "pegfont {words}: {about:?} is long for a list");
        assert!(!about.contains('\n'), "pegfont {words}: {about:?} is more than a line");
    }
}

#[test]
fn a_usage_error_has_exit_code_2_and_names_the_argument() {
    let mistakes: [(&[&str], &str); 9] = [
        (&[], "Usage: pegfont"),
        (&["no-such-command"], "no-such-command"),
        (&["--no-such-option"], "--no-such-option"),
        (&["solve", "--board", "no-such-board"], "no-such-board"),
        (&["solve", "--board", "0x0"], "--board"),
        (&["solve", "--board", "9x9"], "81 holes"),
        (&["solve", "--board", "4x4", "--start", "e1"], "--start"),
        (&["solve", "--board", "4x4", "--start", "##/##"], "--start"),
        (&["completions", "no-such-shell"], "no-such-shell"),
    ];
    for (arguments, said) in mistakes {
        let output = pegfont(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(said), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
}

#[test]
fn other_errors_have_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a-file");
    fs::write(&file, "##@##").unwrap();
    let file = file.to_str().unwrap();
    let failures: [(&[&str], &str); 3] = [
        (&["solve", "--board", file], "'@'"),
        (&["man", &format!("{file}/folder")], "a-file"),
        (&["solve", "--board", "8x8"], "memory"),
    ];
    for (arguments, said) in failures {
        let output = pegfont(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(said), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [
        vec!["completions", "bash"],
        vec!["board", "list"],
        vec!["board", "show", "english"],
        vec!["find", "R", "--explain"],
        vec!["line", "110011"],
        vec!["solution", "A"],
        vec!["solve", "--board", "4x4"],
        vec!["render", "A", "-o", "-"],
        vec!["render", "A", "-o", "-", "--format", "gif"],
        vec!["render", "A", "-o", "-", "--format", "apng"],
        vec!["render", "A", "-o", "-", "--format", "webp"],
        vec!["render", "A", "-o", "-", "--format", "png"],
        vec!["font", "list"],
    ] {
        let program = assert_cmd::cargo::cargo_bin!("pegfont");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(program);
        let output = command.args(&arguments).stdout(writer).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stderr(&output), "", "{arguments:?}");
    }
}

#[test]
fn completions_know_every_command_and_every_option() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&pegfont(&["completions", shell]));
        for (words, command) in commands().into_iter().filter(|(words, _)| !words.is_empty()) {
            // Bash completions have no summaries; the others escape some of the punctuation.
            let about = command.get_about().unwrap().to_string();
            let letters = about.find(|mark: char| !mark.is_alphanumeric() && mark != ' ');
            let known = match shell {
                "bash" => format!("\"pegfont {words}\"").replace([' ', '-'], "__subcmd__"),
                _ => about[..letters.unwrap_or(about.len())].to_owned(),
            };
            assert!(script.contains(&known), "{shell}: {words}: no {known}");
            for long in command.get_arguments().filter_map(|argument| argument.get_long()) {
                let known = if shell == "fish" { "-l " } else { "--" }.to_owned() + long;
                assert!(script.contains(&known), "{shell}: {words}: no {known}");
            }
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let output = pegfont(&["man", pages.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    for (words, _) in commands() {
        let name = format!("pegfont {words}").trim_end().replace(' ', "-");
        let page = fs::read_to_string(pages.join(format!("{name}.1"))).expect(&name);
        assert!(page.contains(&format!(".TH {name} 1")), "{name}");
    }
    assert_eq!(fs::read_dir(&pages).unwrap().count(), commands().len());
    let printed = stdout(&pegfont(&["man"]));
    assert_eq!(printed, fs::read_to_string(pages.join("pegfont.1")).unwrap());
}

#[test]
fn every_command_line_in_the_documentation_parses() {
    let mut found = 0;
    for file in documents() {
        let text = fs::read_to_string(&file).unwrap();
        for (line, command) in command_lines(&text) {
            let words = shlex::split(&command)
                .unwrap_or_else(|| panic!("{}:{line}: {command}", file.display()));
            if let Err(error) = pegfont::cli::command().try_get_matches_from(&words) {
                let asked_for_help = !error.use_stderr();
                assert!(asked_for_help, "{}:{line}: {command}\n{error}", file.display());
            }
            found += 1;
        }
    }
    assert!(found >= 5, "only {found} command lines found");
}

/// The README, the change log and the pages under docs/.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("README.md"), root.join("CHANGELOG.md")];
    let folder = fs::read_dir(root.join("docs")).into_iter().flatten();
    files.extend(
        folder
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "md")),
    );
    files.sort();
    files
}

/// The command lines that call the program in a Markdown text, each with its line number: the lines of
/// `sh` and `console` blocks, continued after a backslash, up to a pipe, a redirection or a remark.
fn command_lines(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut block = None;
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language.trim()) };
            continue;
        }
        let mut command = match block {
            Some("sh") => line.trim().to_owned(),
            Some("console") => match line.trim().strip_prefix("$ ") {
                Some(command) => command.to_owned(),
                None => continue,
            },
            _ => continue,
        };
        while let Some(begun) = command.strip_suffix('\\') {
            let Some((_, more)) = lines.next() else { break };
            command = format!("{begun}{}", more.trim());
        }
        let command = command.replace("cargo run --release -- ", "pegfont ");
        for part in command.split(" | ") {
            if !part.starts_with("pegfont ") {
                continue;
            }
            let ends = [" > ", " # ", "  #", " && ", " < "];
            let end = ends.iter().filter_map(|mark| part.find(mark)).min().unwrap_or(part.len());
            found.push((number + 1, part[..end].trim_end().to_owned()));
        }
    }
    found
}

#[test]
fn command_lines_are_found_in_a_text() {
    let text = "pegfont no\n```sh\npegfont a 'b c' > d\ncat e | pegfont \\\n  f # g\n```\n\
                ```console\n$ cargo run --release -- h\npegfont no\n```\n```rust\npegfont no\n```\n";
    let found = command_lines(text);
    let expected = [(3, "pegfont a 'b c'"), (4, "pegfont f"), (8, "pegfont h")];
    assert_eq!(found, expected.map(|(line, command)| (line, command.to_owned())));
}
