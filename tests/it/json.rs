//! The page about JSON: every example is run, and every command with `--json` has one.
use crate::cli::program_of;
use crate::documents::{self, Example};
use crate::running::pegfont;
use std::path::Path;

use serde_json::Value;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/json.md");
    std::fs::read_to_string(path).unwrap()
}

/// The command lines of the page, each with the JSON below it.
fn examples(page: &str) -> Vec<(Vec<String>, Value)> {
    let example = |Example { command, shown, .. }| {
        let words = shlex::split(&command).unwrap();
        let answer =
            serde_json::from_str(&shown).unwrap_or_else(|error| panic!("{command}: {error}"));
        (words, answer)
    };
    documents::examples(page).into_iter().map(example).collect()
}

/// Asserts that two answers have the same keys, types and values. Times are only of the same type;
/// fractions may differ in their last digits.
fn assert_same(expected: &Value, found: &Value, place: &str) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            let keys = |object: &serde_json::Map<String, Value>| -> Vec<String> {
                object.keys().cloned().collect()
            };
            assert_eq!(keys(expected), keys(found), "{place}");
            for (key, value) in expected {
                assert_same(value, &found[key], &format!("{place}.{key}"));
            }
        }
        (Value::Array(expected), Value::Array(found)) => {
            assert_eq!(expected.len(), found.len(), "{place}");
            for (number, (expected, found)) in expected.iter().zip(found).enumerate() {
                assert_same(expected, found, &format!("{place}[{number}]"));
            }
        }
        (Value::Number(expected), Value::Number(found)) if expected.is_f64() => {
            let (expected, found) = (expected.as_f64().unwrap(), found.as_f64().unwrap());
            let close = (expected - found).abs() <= 1e-9 * expected.abs();
            assert!(
                close || place.ends_with(".seconds"),
                "{place}: {expected}, {found}"
            );
        }
        _ => assert_eq!(expected, found, "{place}"),
    }
}

#[test]
fn every_example_is_what_the_program_prints() {
    let page = page();
    let folder = tempfile::tempdir().unwrap();
    for file in page.split("```toml\n").skip(1) {
        let (file, _) = file.split_once("\n```").unwrap();
        let (name, _) = file.split_once('\n').unwrap();
        let name = name
            .strip_prefix("# ")
            .expect("a file begins with its name");
        std::fs::write(folder.path().join(name), file).unwrap();
    }
    for (command, answer) in examples(&page) {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let output = pegfont(folder.path(), &words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {said}");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_same(&answer, &found, &command.join(" "));
    }
}

/// The command lines up to their options of all commands with `--json`.
fn commands_with_json(command: &clap::Command, path: &[&str], found: &mut Vec<String>) {
    if command
        .get_arguments()
        .any(|argument| argument.get_long() == Some("json"))
    {
        found.push(path.join(" "));
    }
    for below in command.get_subcommands() {
        let path: Vec<&str> = path.iter().copied().chain([below.get_name()]).collect();
        commands_with_json(below, &path, found);
    }
}

#[test]
fn every_command_with_json_is_shown() {
    let mut commands = Vec::new();
    for name in ["pegfont", "peglab"] {
        commands_with_json(&program_of(name), &[name], &mut commands);
    }
    assert!(commands.len() >= 12, "{commands:?}");
    let page = page();
    let examples: Vec<String> = examples(&page)
        .iter()
        .map(|(command, _)| command.join(" ") + " ")
        .collect();
    for command in commands {
        let shown = examples
            .iter()
            .any(|example| example.starts_with(&(command.clone() + " ")));
        assert!(shown, "docs/reference/json.md has no example of {command}");
    }
}
