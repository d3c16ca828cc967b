//! The pages as readers use them: every example runs as it stands and prints what the page shows,
//! and every link leads somewhere.
use crate::cli::program_of;
use crate::running::{PROGRAM, files, in_shell, is_alike, program_of_name};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The folders with pages.
const FOLDERS: &str =
    ". boards docs docs/internals docs/reference fuzz output tests/data web web/component";

/// The README, the change log, and all other pages.
fn documents() -> Vec<PathBuf> {
    let folder = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let entries = FOLDERS
        .split(' ')
        .flat_map(|name| fs::read_dir(folder(name)).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|it| it == "md"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_link_in_the_documentation_leads_to_a_file_and_a_heading() {
    let anchors = |text: &str| -> Vec<String> {
        let headings = text.lines().filter(|line| line.starts_with('#'));
        let kept = |letter: &char| letter.is_alphanumeric() || "-_ ".contains(*letter);
        let anchor = |line: &str| line.trim_start_matches('#').trim().to_lowercase();
        headings
            .map(|line| {
                anchor(line)
                    .chars()
                    .filter(kept)
                    .collect::<String>()
                    .replace(' ', "-")
            })
            .collect()
    };
    let mut links = 0;
    for file in documents() {
        let text = fs::read_to_string(&file).unwrap();
        for link in text
            .split("](")
            .skip(1)
            .map(|rest| rest.split(')').next().unwrap())
        {
            if link.starts_with("http") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let to = if path.is_empty() {
                file.clone()
            } else {
                file.parent().unwrap().join(path)
            };
            assert!(to.exists(), "{}: {link}", file.display());
            let found = || {
                anchors(&fs::read_to_string(&to).unwrap())
                    .iter()
                    .any(|it| it == anchor)
            };
            assert!(anchor.is_empty() || found(), "{}: {link}", file.display());
            links += 1;
        }
    }
    assert!(links > 50, "only {links} links found");
}

/// A command line that calls the program, or makes a file for it.
pub struct Example {
    /// The number of its line.
    line: usize,
    pub command: String,
    /// What the page shows below the command. It begins in the line with number `output`.
    pub shown: String,
    output: usize,
}

/// The examples in the `sh` and `console` blocks of a Markdown text. In a `console` block, commands
/// begin with `$ `, and the output of each stands below it.
pub fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut block = None;
    let mut lines = (1..).zip(text.lines());

    while let Some((line, content)) = lines.next() {
        if let Some(language) = content.trim_start().strip_prefix("```") {
            block = if block.is_some() {
                None
            } else {
                Some(language)
            };
            continue;
        }

        let command = match block {
            Some("sh") => content,
            Some("console") => match content.strip_prefix("$ ") {
                Some(command) => command,
                None => {
                    let shown = &mut found.last_mut().expect("a command comes first").shown;
                    *shown += content;
                    *shown += "\n";
                    continue;
                }
            },
            _ => continue,
        };
        let mut command = command
            .replace("cargo run --release -- ", "pegfont ")
            .replace("cargo run --release -p peglab -- ", "peglab ");
        let mut output = line + 1;
        while let Some(begun) = command.strip_suffix('\\') {
            let Some((number, more)) = lines.next() else {
                break;
            };
            command = format!("{begun}{}", more.trim());
            output = number + 1;
        }
        found.push(Example {
            line,
            command,
            shown: String::new(),
            output,
        });
    }

    let begins = |part: &str| {
        ["pegfont ", "peglab ", "printf ", "for "]
            .iter()
            .any(|word| part.starts_with(word))
    };
    found.retain(|example| example.command.split(" | ").any(begins));
    found
}

/// A page with the output that its examples have now, from the last example to the first, so that
/// the numbers of the lines before stay right.
fn with_output(page: &str, outputs: &[(Example, String)]) -> String {
    let mut lines: Vec<&str> = page.lines().collect();
    for (example, printed) in outputs.iter().rev() {
        let first = example.output - 1;
        let old = first..first + example.shown.lines().count();
        lines.splice(old, printed.lines());
    }
    lines.join("\n") + "\n"
}

/// The words of each call of a program in a command line.
fn calls(command: &str) -> impl Iterator<Item = Vec<String>> {
    command
        .split(" | ")
        .filter(|part| is_command(part))
        .map(move |part| {
            let ends = [" > ", " # ", "  #", " && ", " < "];
            let end = ends
                .iter()
                .filter_map(|mark| part.find(mark))
                .min()
                .unwrap_or(part.len());
            shlex::split(&part[..end]).unwrap_or_else(|| panic!("{command}"))
        })
}

/// What the examples read, and the program.
fn folder_for_examples() -> TempDir {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "fonts", "glyphs", "boards", "examples", "themes", "docs", "crates",
    ] {
        symlink(root.join(name), folder.path().join(name)).unwrap();
    }
    symlink(PROGRAM, folder.path().join("pegfont")).unwrap();
    symlink(program_of_name("peglab"), folder.path().join("peglab")).unwrap();
    folder
}

/// Whether the page has to be read only: examples on internals run for up to hours, and those of
/// the page on JSON are compared by the tests of JSON.
fn is_only_read(page: &Path) -> bool {
    let is_internal = page
        .components()
        .any(|part| part.as_os_str() == "internals");
    is_internal || page.ends_with("json.md")
}

/// Runs an example as in a terminal, where output and messages are seen in their order. An example
/// may only fail if its page shows the error.
fn output_of(folder: &Path, example: &Example) -> String {
    let script = format!("exec 2>&1; PATH=\"$PWD:$PATH\"; {}", example.command);
    let run = in_shell(folder, &script, &[]);
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();

    let may_fail = example.shown.contains("error: ");
    assert!(
        run.status.success() || may_fail,
        "{}\n{printed}",
        example.command
    );
    printed
}

/// In the output that a page shows, `...` stands for anything. `UPDATE_DOCS=docs/play.md cargo test
/// --test it every_example` writes what has changed into that page, and `UPDATE_DOCS=.md` into all.
#[test]
fn every_example_runs_as_it_stands_and_prints_what_the_page_shows() {
    let to_update = std::env::var("UPDATE_DOCS").ok();
    let mut ran = 0;
    let mut wrong = Vec::new();

    for page in documents() {
        let is_to_update = match &to_update {
            Some(end) if page.to_string_lossy().ends_with(end) => true,
            Some(_) => continue,
            None => false,
        };
        let text = fs::read_to_string(&page).unwrap();
        let folder = folder_for_examples();
        let mut changed = Vec::new();

        for example in examples(&text) {
            let command = &example.command;
            let place = format!("{}:{}: {command}", page.display(), example.line);
            for words in calls(command) {
                if let Err(error) = program_of(&words[0]).try_get_matches_from(&words) {
                    assert!(!error.use_stderr(), "{place}\n{error}");
                }
            }
            // `play` needs a terminal.
            if is_only_read(&page) || command.contains("pegfont play") {
                continue;
            }

            let printed = output_of(folder.path(), &example);
            ran += 1;
            if !example.shown.is_empty() && !is_alike(&printed, &example.shown) {
                wrong.push(format!("{place}\n{printed}"));
                changed.push((example, printed));
            }
        }

        if is_to_update {
            fs::write(&page, with_output(&text, &changed)).unwrap();
            wrong.clear();
        }
    }

    assert!(
        wrong.is_empty(),
        "UPDATE_DOCS=.md writes this output into the pages:\n{}",
        wrong.join("\n")
    );
    assert!(ran > 50 || to_update.is_some(), "only {ran} examples");
}

/// The help of a command and of those below it.
fn help(command: &mut clap::Command) -> String {
    let own = command.render_long_help().to_string();
    command
        .get_subcommands_mut()
        .fold(own, |text, below| format!("{text}\n\n{}", help(below)))
}

/// Whether a line of help calls a program.
fn is_command(line: &str) -> bool {
    line.starts_with("pegfont ") || line.starts_with("peglab ")
}

/// The sentences of a text, without examples and headings.
fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for block in text.split("```").step_by(2) {
        let mut paragraph = String::new();
        for line in block.lines().map(str::trim).chain([""]) {
            if line.is_empty() || line.starts_with(['#', '|', '-', '*']) {
                found.extend(paragraph.replace("; ", ". ").split(". ").map(str::to_owned));
                paragraph.clear();
            }
            match line.strip_prefix('|') {
                Some(row) => found.extend(row.split('|').map(str::to_owned)),
                None if line.starts_with('#') || is_command(line) => (),
                None => paragraph.extend(line.split_whitespace().flat_map(|word| [word, " "])),
            }
        }
    }
    found
}

fn promises(sentence: &str) -> bool {
    let outside_code: String = sentence.split('`').step_by(2).collect();
    let mut words = outside_code.split(|it: char| !it.is_alphanumeric() && it != '\'');
    words.any(|word| {
        let word = word.to_lowercase();
        [
            "any", "always", "can't", "cannot", "hardest", "lack", "lacks",
        ]
        .contains(&&*word)
    })
}

#[test]
fn every_promise_of_the_documentation_is_kept() {
    let pages = documents()
        .into_iter()
        .map(|page| fs::read_to_string(page).unwrap());
    let texts: Vec<String> = pages
        .chain(["pegfont", "peglab"].map(|name| help(&mut program_of(name))))
        .collect();
    let all = texts
        .iter()
        .flat_map(|text| text.split_whitespace())
        .collect::<Vec<_>>()
        .join(" ");
    let said: Vec<String> = texts.iter().flat_map(|text| sentences(text)).collect();
    let claims = include_str!("../data/claims.txt");
    let claims: Vec<(&str, &str)> = claims
        .split("\n> ")
        .skip(1)
        .map(|claim| claim.split_once('\n').unwrap())
        .collect();
    let stands = |sentence: &&String| {
        claims
            .iter()
            .any(|(part, _)| part.contains(sentence.trim()) || sentence.contains(part))
    };
    let promised = said
        .iter()
        .filter(|sentence| promises(sentence) && !sentence.trim().is_empty());
    let mut wrong: Vec<String> = promised
        .filter(|sentence| !stands(sentence))
        .map(|sentence| format!("no command for: {sentence}"))
        .collect();
    for (part, proof) in &claims {
        if !all.contains(part) {
            wrong.push(format!("nothing says any more: {part}"));
        }
        let Some((command, expected)) = proof.strip_prefix("$ ").and_then(|it| it.split_once('\n'))
        else {
            assert!(proof.starts_with("= "), "{part}");
            continue;
        };
        let folder = folder_for_examples();
        let script = format!("exec 2>&1; PATH=\"$PWD:$PATH\"; {command}");
        let printed = String::from_utf8(in_shell(folder.path(), &script, &[]).stdout).unwrap();
        if !expected.lines().all(|line| printed.contains(line)) {
            wrong.push(format!("not so: {part}\n{command}\n{printed}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "tests/data/claims.txt: {}",
        wrong.join("\n")
    );
}

/// The calls of `docs/pictures.sh`. A search takes longer than a test may.
#[test]
fn the_pictures_of_the_documentation_are_current_and_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pictures = root.join("docs/pictures");
    let script = fs::read_to_string(root.join("docs/pictures.sh")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let others = [
        "page.png",
        "page-play.png",
        "page-design.png",
        "styles.png",
        "poster.png",
        "cat.png",
        // `laboratory_pictures.rs` draws these.
        "level.svg",
        "pagoda-function.svg",
        "position-class.svg",
    ];
    let mut drawn = others.map(str::to_owned).to_vec();
    for line in script.lines().filter(|line| line.starts_with("pegfont ")) {
        let words = calls(line).next().unwrap();
        let file = words
            .iter()
            .skip_while(|word| *word != "-o")
            .nth(1)
            .unwrap();
        drawn.push(file.clone());
        if line.contains("one-game") || line.contains("../output/") {
            continue;
        }
        let run = in_shell(folder.path(), &line.replacen("pegfont", PROGRAM, 1), &[]);
        assert!(run.status.success(), "{line}: {run:?}");
        let [old, new] = [&*pictures, folder.path()].map(|it| fs::read(it.join(file)).unwrap());
        assert!(
            old == new,
            "{file} is not as `sh docs/pictures.sh` draws it"
        );
    }
    for picture in fs::read_dir(&pictures).unwrap().map(Result::unwrap) {
        let name = picture.file_name().into_string().unwrap();
        assert!(drawn.contains(&name), "{name} is drawn by nothing");
        assert!(
            picture.metadata().unwrap().len() < 450_000,
            "{name} is large"
        );
    }
}

/// Code, tables and pictures apart.
#[test]
fn prose_is_wrapped_at_120_columns() {
    for page in documents() {
        let text = fs::read_to_string(&page).unwrap();
        for line in text.split("```").step_by(2).flat_map(str::lines) {
            let is_prose = !line.starts_with(['|', '!', '<']) && line.trim().contains(' ');
            assert!(
                !is_prose || line.chars().count() <= 120,
                "{}: {line}",
                page.display()
            );
        }
    }
}

/// The folders of the crates that are published, each of which is packaged alone.
fn packaged_folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let mut folders: Vec<PathBuf> = crates.map(|entry| entry.unwrap().path()).collect();
    folders.extend(["fonts", "glyphs", "themes"].map(|name| root.join(name)));
    folders
}

#[test]
fn every_copy_of_a_licence_is_that_of_the_project() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in packaged_folders() {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let own = fs::read_to_string(folder.join(licence));
            let own = own.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
            let of_project = fs::read_to_string(root.join(licence)).unwrap();
            assert_eq!(own, of_project, "{}", folder.display());
        }
    }
}

#[test]
fn the_sources_and_doc_tests_of_a_packaged_crate_include_no_file_outside_it() {
    let mut included = 0;
    for folder in packaged_folders() {
        for (name, content) in files(&folder) {
            // The tests of the laboratory aren't packaged.
            if !name.ends_with(".rs") || name.starts_with("tests/") {
                continue;
            }
            let text = String::from_utf8(content).unwrap();
            // Tests of a module aren't run of a package, but they are compiled there.
            for part in text.split("include_").skip(1) {
                let Some((_, rest)) = part.split_once("!(\"") else {
                    continue;
                };
                let path = rest.split('"').next().unwrap();
                let depth = name.matches('/').count();
                let ups = path.matches("../").count();
                assert!(ups <= depth, "{}/{name}: {path}", folder.display());
                included += 1;
            }
        }
    }
    assert!(included > 5, "only {included} files");
}
