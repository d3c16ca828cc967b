//! What people would lose: what others save to a file meanwhile, files of other kinds, and the
//! place on a disk that killed runs leave taken. Commands are run as processes, several at a time.

use crate::running::{files, in_shell, pegfont, printed, started};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Child;

use pegfont_type::glyph::Designs;

/// The characters with a pin in a glyph file.
fn pinned(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let designs = Designs::parse("f.toml", &text).unwrap();
    let glyphs = designs.iter().filter(|(_, glyph)| glyph.pin.is_some());
    glyphs.map(|(character, _)| character).collect()
}

/// The beginning of a glyph file whose board is solved in a moment.
const HEAD: &str = "script = \"Latin\"\nboard = \"3x5\"\n";

/// A glyph of such a file.
fn glyph(character: &str) -> String {
    let rows = "###\n.#.\n.#.\n.#.\n###\n";
    format!("\n[[glyph]]\nchar = \"{character}\"\nrows = \"\"\"\n{rows}\"\"\"\n")
}

/// A folder with a glyph file.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{HEAD}{}", glyph("I"));
    fs::write(folder.path().join("tiny.toml"), text).unwrap();
    folder
}

#[test]
fn pins_of_runs_side_by_side_are_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let characters = ["H", "I", "L", "O", "P", "T"];
    let own: String = characters.iter().map(|one| glyph(one)).collect();
    let own = format!("# Mine.\n{HEAD}{own}# The end.\n");
    fs::write(folder.join("own.toml"), &own).unwrap();

    // In a file that is there, and in one that isn't yet.
    for file in ["own.toml", "new.toml"] {
        let find = |one| ["find", one, "--glyphs", "own.toml", "--pin", "1", file];
        let runs = characters.map(|one| started(folder, &find(one)));
        for run in runs {
            let output = run.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{said}");
        }
        assert_eq!(pinned(&folder.join(file)), "HILOPT");
    }

    assert_eq!(fs::read_dir(folder).unwrap().count(), 2);
    // The rest of the file is what it was.
    let text = fs::read_to_string(folder.join("own.toml")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(own.lines().all(|line| lines.contains(&line)), "{text}");
}

/// Waits until something is so, while a process runs.
#[cfg(target_os = "linux")]
fn until(run: &mut Child, is_so: impl Fn() -> bool) {
    while !is_so() {
        assert_eq!(run.try_wait().unwrap(), None, "it has ended");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_glyph_that_an_editor_saves_during_the_search_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.toml");
    printed(folder.path(), &["font", "new", "own.toml"]);

    let arguments = ["find", "R", "--pin", "1", "own.toml"];
    let mut run = started(folder.path(), &arguments);
    let id = run.id();
    // It begins its threads after it has read its files.
    until(&mut run, || {
        let threads = fs::read_dir(format!("/proc/{id}/task"));
        threads.is_ok_and(|threads| threads.count() > 2)
    });
    let text = fs::read_to_string(&path).unwrap();
    let added = "\n[[glyph]]\nchar = \"ß\"\nsame_as = \"B\"\n";
    fs::write(&path, text + added).unwrap();

    let output = run.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(fs::read_to_string(&path).unwrap().contains(added));
    assert_eq!(pinned(&path), "R");
}

#[test]
fn a_new_glyph_file_is_made_by_one_of_several_runs() {
    let folder = tempfile::tempdir().unwrap();
    let runs: Vec<_> = (0..6)
        .map(|_| started(folder.path(), &["font", "new", "own.toml"]))
        .collect();
    let codes = runs
        .into_iter()
        .map(|run| run.wait_with_output().unwrap().status.code());
    let done = codes.filter(|&code| code == Some(0)).count();
    assert_eq!(done, 1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Commands that write a file of each format, and the ends of the names.
const WRITERS: [(&str, &str); 18] = [
    ("render A -o", "a.gif"),
    ("render A -o", "a.apng"),
    ("render A -o", "a.png"),
    ("render A -o", "a.svg"),
    ("render A -o", "a.txt"),
    ("render A --storyboard -o", "story.txt"),
    ("one-game I -o", "one.game"),
    ("sheet A -o", "sheet.pdf"),
    ("sheet A -o", "sheet.svg"),
    ("sheet A -o", "sheet.png"),
    ("find I --glyphs tiny.toml --limit 2 -o", "found.html"),
    ("find I --glyphs tiny.toml --limit 2 -o", "found.svg"),
    ("font specimen --only ABC -o", "poster.pdf"),
    ("font export --only A -o", "font.ttf"),
    ("font export --only A -o", "font.woff2"),
    (
        "font build tiny.toml --distance 15 --figures none -o",
        "font.toml",
    ),
    ("find I --glyphs tiny.toml --pin 1", "pins.toml"),
    ("solve --board 4x4 -o", "jumps.table"),
];

/// Files of other programs, and their contents.
fn foreign() -> BTreeMap<&'static str, Vec<u8>> {
    let text = |text: &str| text.as_bytes().to_vec();
    BTreeMap::from([
        ("diary", text("Dear diary,\ntoday I played.\n")),
        ("points", text("1 2\n3 4\n")),
        ("table with commas", text("name,points\nAda,3\n")),
        ("json", text("{\"name\": \"Ada\"}\n")),
        (
            "web page",
            text("<!doctype html>\n<title>My diary</title>\n"),
        ),
        ("other page", text("<html><body>My diary</body></html>\n")),
        ("settings", text("[package]\nname = \"mine\"\n")),
        ("xml", text("<?xml version=\"1.0\"?>\n<note/>\n")),
        ("nothing but numbers", vec![0, 1, 2, 3, 250, 251]),
        ("zip", text("PK\x03\x04 and more")),
        (
            "slice of a set",
            b"\x89PEG\r\n\x1a\n\x02\0\0\0slic".to_vec(),
        ),
        ("opentype font", text("OTTO\0\x01 and more")),
        ("sound", text("\0\0\0\x20ftypM4A and more")),
        (
            "film of another kind",
            b"\x1a\x45\xdf\xa3\x42\x82\x88matroska".to_vec(),
        ),
        ("jpeg", b"\xff\xd8\xff\xe0\0\x10JFIF".to_vec()),
        ("one byte", text("x")),
    ])
}

fn words(command: &str, file: &str) -> Vec<String> {
    let words = command.split(' ').map(str::to_owned);
    words.chain([file.to_owned()]).collect()
}

/// Runs a command that writes a file. Returns its exit code and what it says.
fn write(folder: &Path, command: &str, file: &str) -> (Option<i32>, String) {
    let words = words(command, file);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = pegfont(folder, &words);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

#[test]
fn each_format_replaces_its_own_files_and_no_others() {
    let folder = folder();
    let folder = folder.path();
    for (command, file) in WRITERS {
        let path = folder.join(file);
        let again = [
            // New, over its own, over an empty one.
            write(folder, command, file),
            write(folder, command, file),
            fs::write(&path, "")
                .map(|()| write(folder, command, file))
                .unwrap(),
        ];
        for (code, said) in again {
            assert_eq!(code, Some(0), "{command} {file}: {said}");
        }
        assert!(!fs::read(&path).unwrap().is_empty(), "{command} {file}");
    }
    let own = files(folder);
    let others = || own.iter().filter(|(name, _)| *name != "tiny.toml");

    for (command, file) in WRITERS {
        let path = folder.join(file);
        for (kind, content) in foreign() {
            fs::write(&path, &content).unwrap();
            let (code, said) = write(folder, command, file);
            let name = format!("{command} {file} over a {kind}");
            assert!(matches!(code, Some(1 | 2)), "{name}: {said}");
            assert!(said.contains(file), "{name}: {said}");
            assert_eq!(fs::read(&path).unwrap(), content, "{name}");
        }

        // Files of ours in other formats.
        for (other, content) in others() {
            let ending = |name: &str| name.rsplit_once('.').unwrap().1.to_owned();
            let is_png = |name: &str| ["png", "apng"].contains(&&*ending(name));
            let is_same = ending(other) == ending(file) || is_png(other) && is_png(file);
            if is_same {
                continue;
            }
            fs::write(&path, content).unwrap();
            let (code, said) = write(folder, command, file);
            let name = format!("{command} {file} over {other}");
            assert!(matches!(code, Some(1 | 2)), "{name}: {said}");
            assert_eq!(&fs::read(&path).unwrap(), content, "{name}");
        }
        fs::write(&path, &own[file]).unwrap();
    }
    assert_eq!(files(folder), own);
}

#[test]
#[cfg(unix)]
fn folders_links_and_protected_files_are_not_replaced() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder();
    let folder = folder.path();
    fs::create_dir(folder.join("below")).unwrap();
    for (command, file) in WRITERS {
        let path = folder.join(file);
        fs::create_dir(&path).unwrap();
        let (code, said) = write(folder, command, file);
        assert!(matches!(code, Some(1 | 2)), "{command} {file}: {said}");
        assert!(path.is_dir());
        fs::remove_dir(&path).unwrap();

        // The target of a link is written, and the link stays; unless the target is of another kind.
        let target = folder.join("below").join(file);
        symlink(&target, &path).unwrap();
        let (code, said) = write(folder, command, file);
        assert_eq!(code, Some(0), "{command} {file}: {said}");
        assert!(path.is_symlink() && target.is_file());
        let content = fs::read(&target).unwrap();
        fs::write(&target, "Dear diary\n").unwrap();
        let (code, said) = write(folder, command, file);
        assert!(matches!(code, Some(1 | 2)), "{command} {file}: {said}");
        assert_eq!(fs::read(&target).unwrap(), b"Dear diary\n");

        // Root may write all the same.
        fs::write(&target, &content).unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o444)).unwrap();
        let (code, said) = write(folder, command, file);
        assert_eq!(code, Some(1), "{command} {file}: {said}");
        assert!(said.contains("write-protected"), "{said}");
        assert_eq!(fs::read(&target).unwrap(), content);
    }
}

#[test]
fn a_folder_of_the_name_of_a_home_is_not_made() {
    let folder = folder();
    let folder = folder.path();
    for (command, file) in WRITERS {
        for home in ["~", "~ada"] {
            let (code, said) = write(folder, command, &format!("{home}/{file}"));
            assert_eq!(code, Some(2), "{command} {file}: {said}");
            assert!(said.contains("your shell"), "{said}");
        }
    }
    let set = ["peglab", "set", "solve", "4x4", "~/a.set"];
    assert_eq!(pegfont(folder, &set).status.code(), Some(2));
    assert_eq!(files(folder).into_keys().collect::<Vec<_>>(), ["tiny.toml"]);

    // One may have such a folder.
    let (code, said) = write(folder, "render A -o", "./~/a.gif");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = write(folder, "render A -o", "~/b.gif");
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(fs::read_dir(folder.join("~")).unwrap().count(), 2);
}

/// The unfinished files in a folder.
fn unfinished(folder: &Path) -> Vec<String> {
    let names = files(folder).into_keys();
    names.filter(|name| name.ends_with(".tmp")).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_killed_run_leaves_is_removed_by_the_next_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text = "PEGSOLITAIRE".repeat(60);
    let long = |file: &str| {
        let before = unfinished(folder);
        let mut run = started(folder, &["render", &text, "-o", file]);
        until(&mut run, || {
            let now = unfinished(folder);
            now.iter().any(|name| !before.contains(name))
        });
        run
    };

    let mut killed = long("killed.gif");
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(unfinished(folder).len(), 1);
    let left = unfinished(folder);

    let mut other = long("other.gif");
    let own = unfinished(folder);
    assert!(own.len() == 1 && own != left, "{own:?}");

    // A run in the same folder harms neither the file that another writes nor other files.
    fs::write(folder.join(".pegfont-notes.txt"), "mine").unwrap();
    printed(folder, &["render", "A", "-o", "short.gif"]);
    assert_eq!(unfinished(folder), own);
    assert!(other.wait().unwrap().success());
    let names: Vec<String> = files(folder).into_keys().collect();
    assert_eq!(names, [".pegfont-notes.txt", "other.gif", "short.gif"]);
}

#[test]
fn an_advised_command_names_the_file_with_the_designs_and_the_features_of_the_font() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    printed(folder, &["font", "new", "output/my own.glyphs.toml"]);
    let file = "output/my own.glyphs.toml";
    let listed = printed(folder, &["find", "P", "--glyphs", file]);
    let advised = listed.lines().last().unwrap();
    let ending = "--glyphs 'output/my own.glyphs.toml' --pin 1,2 'output/my own.glyphs.toml'";
    assert!(advised.ends_with(ending), "{advised}");

    // It does what it says.
    let command = advised.split_once("pegfont ").unwrap().1;
    let run = in_shell(folder, &format!("\"$0\" {command}"), &[]);
    assert!(run.status.success(), "{run:?}");
    assert_eq!(fs::read_dir(folder.join("output")).unwrap().count(), 1);
    assert_eq!(pinned(&folder.join(file)), "P");

    let build = ["font", "build", file, "--only", "P", "--figures", "none"];
    let built = printed(folder, &[&build[..], &["-o", "p.toml"]].concat());
    let advised = built.lines().find(|line| line.starts_with("play it: "));
    let command = advised.unwrap().split_once("pegfont ").unwrap().1;
    assert_eq!(command, "render PP --font p.toml --feature ss01");
    let run = in_shell(folder, &format!("\"$0\" {command} -o p.gif"), &[]);
    assert!(run.status.success(), "{run:?}");

    for (feature, known) in [
        (
            "ss02",
            "ss02: the font my own has no alternates for it; it has some for ss01",
        ),
        (
            "ss01,zero",
            "zero: the font my own has no alternates for it; it has some for ss01",
        ),
    ] {
        for command in ["render P -o -", "puzzle P", "font list", "sheet P -o s.svg"] {
            let options = format!("{command} --font p.toml --feature {feature}");
            let words: Vec<&str> = options.split(' ').collect();
            let output = pegfont(folder, &words);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{options}: {said}");
            assert!(said.contains(known), "{options}: {said}");
        }
    }
}
