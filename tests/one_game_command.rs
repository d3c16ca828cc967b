//! `pegfont render` with one game: what it writes, and the game that is kept in a file.
#![cfg(feature = "cli")]

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in a folder.
fn pegfont(folder: &Path, arguments: &[&str]) -> Output {
    let program = assert_cmd::cargo::cargo_bin!("pegfont");
    Command::new(program).args(arguments).current_dir(folder).output().unwrap()
}

fn succeeds(folder: &Path, arguments: &[&str]) -> Output {
    let run = pegfont(folder, arguments);
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    run
}

#[test]
fn a_game_that_was_saved_plays_again_without_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let one = ["render", "HI", "--one-game", "-o", "one.svg", "--save", "hi.game"];
    let run = succeeds(folder.path(), &one);
    let said = String::from_utf8(run.stdout).unwrap();
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(said.starts_with("hi.game: "), "{said}");
    succeeds(folder.path(), &["render", "--game", "hi.game", "-o", "again.svg"]);
    let read = |name: &str| std::fs::read(path(name)).unwrap();
    assert!(read("one.svg") == read("again.svg"));

    // A jump that is missing leaves another end.
    let game = String::from_utf8(read("hi.game")).unwrap();
    let start = game.find("rounds = [\n").unwrap() + "rounds = [\n".len();
    let first = game[start..].lines().next().unwrap();
    std::fs::write(path("wrong.game"), game.replacen(&format!("{first}\n"), "", 1)).unwrap();
    let run = pegfont(folder.path(), &["render", "--game", "wrong.game", "-o", "wrong.svg"]);
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(said.starts_with("error: wrong.game:") && said.contains("can't be played"), "{said}");
    assert!(!path("wrong.svg").exists());
}

#[test]
#[ignore = "needs convert (Debian: imagemagick) and zbarimg (Debian: zbar-tools)"]
fn a_qr_code_can_be_read_from_the_pegs_that_are_left() {
    let folder = tempfile::tempdir().unwrap();
    let code = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/qr.png");
    let look = ["--theme", "light", "--peg", "#000", "--pitch", "10", "--at", "end"];
    let film = ["render", "--picture", code, "-o", "left.png"];
    succeeds(folder.path(), &[&film[..], &look].concat());
    let run = |program: &str, arguments: &[&str]| {
        let run = Command::new(program).args(arguments).current_dir(folder.path()).output();
        run.unwrap_or_else(|error| panic!("{program}: {error}"))
    };
    // Pegs are round, and a scanner expects squares.
    assert!(run("convert", &["left.png", "-blur", "0x4", "blurred.png"]).status.success());
    let read = run("zbarimg", &["-q", "--raw", "blurred.png"]);
    assert_eq!(String::from_utf8_lossy(&read.stdout), "PEG SOLITAIRE\n");
}

#[test]
fn a_storyboard_of_a_large_game_has_at_most_24_boards_and_captions_name_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let one = ["render", "HI", "--one-game", "--save", "hi.game", "--at", "end", "-o", "-"];
    succeeds(folder.path(), &one);
    let game = ["render", "--game", "hi.game", "--captions", "-o", "-"];
    let shown = |more: &[&str]| {
        let run = succeeds(folder.path(), &[&game[..], more].concat());
        (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap())
    };
    let (storyboard, said) = shown(&["--storyboard"]);
    let boards = storyboard.matches("round ").count() + 1;
    assert!((12..=24).contains(&boards), "{boards}");
    assert!(said.contains("the storyboard shows every "), "{said}");
    let (at, _) = shown(&["--at", "round:12"]);
    assert_eq!(at.lines().last().unwrap().trim(), "round 12");
    let run = pegfont(folder.path(), &[&game[..], &["--at", "round:1000"]].concat());
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(said.starts_with("error: --at round:1000: the last round is "), "{said}");
    let (at, _) = shown(&["--at", "1", "--one-at-a-time"]);
    assert!(at.lines().last().unwrap().contains('-'), "{at}");
}
