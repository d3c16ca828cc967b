//! `pegfont render` as a user runs it.

use crate::running::{PROGRAM, files, in_shell, pegfont, piped, printed, refused};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_text_has_a_file_in_the_format_that_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let formats: [(&str, &[u8]); 5] = [
        ("new/folder/a.gif", b"GIF89a"),
        ("a.apng", b"\x89PNG"),
        ("a.png", b"\x89PNG"),
        ("a.svg", b"<svg"),
        ("a.txt", "·".as_bytes()),
    ];
    for (name, beginning) in formats {
        printed(folder, &["render", "A", "-o", name]);
        assert!(
            read(name).starts_with(beginning),
            "{name}: {:?}",
            &read(name)[..8]
        );
    }
    assert_eq!(
        pegfont(folder, &["render", "A", "-o", "-"]).stdout,
        read("a.txt")
    );
    // A byte order mark and what is not seen are no characters.
    let marked = piped(
        folder,
        &["render", "-", "-o", "-"],
        "\u{feff}A\u{200b}\u{ad}\u{200e}\r\n",
    );
    assert_eq!(marked.stdout, read("a.txt"));
    let apng = ["render", "A", "-o", "-", "--format", "apng"];
    assert_eq!(pegfont(folder, &apng).stdout, read("a.apng"));
    printed(folder, &["render", "PEG SOLITAIRE"]);
    assert!(read("output/peg-solitaire.gif").starts_with(b"GIF89a"));
    let said = refused(folder, &["render", &"A".repeat(1001)]);
    assert!(said.contains("the most is 1000"), "{said}");
}

#[test]
fn an_svg_says_what_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    let svg = |arguments: &[&str]| {
        printed(
            folder.path(),
            &[&["render", "-o", "-", "--format", "svg"], arguments].concat(),
        )
    };
    let film = svg(&["HELLO  WORLD\\nA", "--wrap", "9"]);
    assert!(film.contains("\">HELLO  WORLD\nA</title>"), "{film}");
    assert!(
        film.contains("Peg solitaire, animated: 11 boards (5x7), jumps: "),
        "{film}"
    );
    let first = film.lines().next().unwrap();
    assert!(
        first.contains("aria-labelledby=\"title-") && first.contains(" desc-"),
        "{first}"
    );
    let story = svg(&["I", "--storyboard"]);
    assert!(story.contains("\">I</title>"), "{story}");
    let own = svg(&["c2-c4", "--at", "end"]);
    assert!(own.contains("\">Peg solitaire</title>"), "{own}");
    assert!(
        own.contains(">Peg solitaire: one board (5x7), jumps: 1.</desc>"),
        "{own}"
    );
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file_and_nothing_else() {
    // A limit on the size of files takes the place of a full disk; /dev/full is always full.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.gif"), "GIF89a").unwrap();
    let script = "ulimit -f 8; exec \"$0\" render 'PEG SOLITAIRE' -o a.gif";
    let output = in_shell(folder.path(), script, &[]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("can't write a.gif"), "{errors}");
    assert_eq!(
        files(folder.path()),
        BTreeMap::from([("a.gif".to_owned(), b"GIF89a".to_vec())])
    );
    #[cfg(target_os = "linux")]
    refused(
        folder.path(),
        &["render", "A", "--format", "gif", "-o", "/dev/full"],
    );
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
        let output = in_shell(Path::new("."), &script, &[]);
        assert_eq!(output.status.code(), Some(code), "{stream}: {output:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_film_plays_in_the_terminal_if_it_fits() {
    let shown = |columns: usize, rows: usize, setting: &str| {
        let command = format!(
            "stty cols {columns} rows {rows}; {setting} {PROGRAM} render H -o - --duration jump:1 --hold 1"
        );
        let script = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .output()
            .unwrap();
        String::from_utf8(script.stdout).unwrap()
    };
    let played = |columns, rows| shown(columns, rows, "NO_COLOR=1");
    let still = printed(Path::new("."), &["render", "H", "--at", "end", "-o", "-"]);
    let rows: Vec<&str> = still.lines().collect();
    assert_eq!(rows.len(), 7);
    // The last picture stays, in the middle of the lines.
    let ends_with_it = |shown: &str, left: &str| {
        let picture: String = rows
            .iter()
            .map(|row| format!("\x1b[2K{left}{row}\r\n"))
            .collect();
        shown
            .rsplit_once("A\x1b")
            .is_some_and(|(_, last)| format!("\x1b{last}").starts_with(&picture))
    };
    for (columns, rows, left, up) in [(80, 24, 35, 15), (9, 24, 0, 15), (80, 8, 35, 7)] {
        let shown = played(columns, rows);
        assert!(
            ends_with_it(&shown, &" ".repeat(left)),
            "{columns} x {rows}: {shown}"
        );
        // It begins this many lines above the last.
        let begins = format!("\n\x1b[{up}A\x1b[2K");
        assert!(shown.contains(&begins), "{columns} x {rows}: {shown}");
    }
    // In colour, the board has its own, whatever that of the terminal is.
    assert!(shown(80, 24, "").contains("\x1b[48;2;13;17;23m"));
    let none = played(8, 24);
    assert!(
        none.contains("a board takes 9 columns and the terminal has 8"),
        "{none}"
    );
    let none = played(80, 7);
    assert!(
        none.contains("takes 9 columns and 8 lines, and the terminal has 80 and 7"),
        "{none}"
    );
}
