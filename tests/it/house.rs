//! The plan of the house is kept: architecture.md lists every module, in an order in which each uses
//! only those above it, and a type's name means one thing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Types that each crate or program has one of: their names say what they are of by their crate.
const ONE_OF_EACH: &[&str] = &["Cli", "Command", "Error"];

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files in a folder and its folders.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();

        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }

    found.sort();
    found
}

/// The code of a file without its comments and its tests.
pub fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let without_tests = text.split("\n#[cfg(test)]\nmod ").next().unwrap();

    let lines = without_tests.lines();
    let bare = lines.map(|line| line.split("//").next().unwrap());
    bare.collect::<Vec<_>>().join("\n")
}

/// The name at the beginning of a text.
pub fn first_name(text: &str) -> &str {
    let text = text.trim_start();
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let end = text.find(|letter| !is_part(letter));

    &text[..end.unwrap_or(text.len())]
}

/// The names that stand first in `{a::b, c::{d, e}}`, of which `group` is what follows the brace.
fn names_of_group(group: &str) -> Vec<&str> {
    let mut names = vec![first_name(group)];
    let mut depth = 0;

    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(first_name(&group[at + 1..])),
            _ => {}
        }
    }

    names
}

/// The modules in a place, such as `crate::`, that some code names.
fn used<'c>(code: &'c str, place: &str) -> Vec<&'c str> {
    let mut names = Vec::new();
    for rest in code.split(place).skip(1) {
        match rest.strip_prefix('{') {
            Some(group) => names.extend(names_of_group(group)),
            None => names.push(first_name(rest)),
        }
    }
    names
}

/// A table of modules in architecture.md.
struct ModuleTable {
    folder: PathBuf,
    /// How code names a module of the folder.
    place: &'static str,
    /// The modules of each row.
    rows: Vec<Vec<String>>,
}

impl ModuleTable {
    fn row_of(&self, module: &str) -> Option<usize> {
        self.rows
            .iter()
            .position(|row| row.iter().any(|listed| listed == module))
    }
}

fn tables() -> Vec<ModuleTable> {
    let page = fs::read_to_string(root().join("docs/internals/architecture.md")).unwrap();
    let mut tables = Vec::new();

    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let heading = line.strip_suffix("` | contents |");
        let Some(folder) = heading.and_then(|heading| heading.strip_prefix("| `")) else {
            continue;
        };
        let place = if folder == "src/cli" {
            "crate::cli::"
        } else {
            "crate::"
        };

        let rows = lines.clone().skip(1).take_while(|row| row.starts_with('|'));
        let mut modules = Vec::new();
        for row in rows {
            let names = row.split('|').nth(1).unwrap();
            let quoted = names.split('`').skip(1).step_by(2);
            modules.push(quoted.map(str::to_owned).collect());
        }

        tables.push(ModuleTable {
            folder: root().join(folder),
            place,
            rows: modules,
        });
    }

    assert!(tables.len() >= 7, "the tables of modules are gone");
    tables
}

#[test]
fn a_module_uses_only_those_above_it_in_its_table() {
    let mut imports = 0;
    let mut upwards = Vec::new();

    for table in tables() {
        let folder = &table.folder;
        for file in sources(folder) {
            let inside = file.strip_prefix(folder).unwrap();
            let first = inside.iter().next().unwrap().to_str().unwrap();
            let module = first.trim_end_matches(".rs");
            if ["lib", "main"].contains(&module) {
                continue;
            }
            let Some(row) = table.row_of(module) else {
                panic!(
                    "architecture.md doesn't list {module} of {}",
                    folder.display()
                );
            };

            for name in used(&code(&file), table.place) {
                imports += 1;
                let is_above = table.row_of(name).is_none_or(|used| used <= row);
                // Errors are worded from the types of what went wrong.
                if !is_above && name != "error" && module != "error" {
                    upwards.push(format!("{} uses {name}", file.display()));
                }
            }
        }
    }

    assert!(imports > 500, "only {imports} imports found");
    assert!(upwards.is_empty(), "{}", upwards.join("\n"));
}

#[test]
fn options_and_what_they_ask_for_know_of_no_files() {
    const OUTSIDE: &[&str] = &[
        "console::output",
        "std::fs",
        "std::env",
        "File::",
        ".exists()",
        ".is_file()",
        ".is_dir()",
        "stdin",
        "is_terminal(",
        "static ",
        "OnceLock",
        "Mutex",
    ];

    let folder = root().join("src/cli");
    let mut looked_at = 0;
    for room in ["options", "request"] {
        let mut files = sources(&folder.join(room));
        files.push(folder.join(format!("{room}.rs")));

        for file in files {
            looked_at += 1;
            let code = code(&file);
            for outside in OUTSIDE {
                let is_named = code.replace("&'static ", "").contains(outside);
                assert!(!is_named, "{} names {outside}", file.display());
            }
        }
    }
    assert!(looked_at > 25, "only {looked_at} files");
}

/// The names of the groups of options that clap reads in some code.
fn groups_of_options(code: &str) -> Vec<&str> {
    let mut groups = Vec::new();
    for derived in code.split("#[derive(").skip(1) {
        let (traits, rest) = derived.split_once(')').unwrap();
        let is_group = traits.split(',').any(|name| name.trim() == "Args");
        if is_group && let Some((_, named)) = rest.split_once("struct ") {
            groups.push(first_name(named));
        }
    }
    groups
}

/// The functions of some code that are handed the output, each as it is declared. A method says
/// first what it is of.
fn functions_with_output(code: &str) -> Vec<String> {
    let mut functions = Vec::new();
    for block in code.split("\nimpl").map(|block| format!("impl{block}")) {
        let end = block.find("\n}").unwrap_or(block.len());
        let (methods, others) = block.split_at(end);
        let of = methods.lines().next().unwrap_or_default();

        let methods = methods
            .split("fn ")
            .skip(1)
            .map(|function| format!("{of} {function}"));
        let others = others.split("fn ").skip(1).map(str::to_owned);
        for function in methods.chain(others) {
            let declared = function.split(" {\n").next().unwrap();
            if declared.contains(": &Output") {
                functions.push(declared.to_owned());
            }
        }
    }
    functions
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// The files of the rooms in which the two programs go from options to answers.
fn files_of_programs() -> Vec<PathBuf> {
    let mut files = sources(&root().join("src"));
    files.extend(sources(&root().join("crates/peg-console/src")));
    files.extend(sources(&root().join("crates/peg-laboratory/src")));
    files
}

#[test]
fn what_a_command_does_knows_its_request_and_no_options() {
    let files: Vec<(PathBuf, String)> = files_of_programs()
        .into_iter()
        .map(|file| (file.clone(), code(&file)))
        .collect();
    let mut groups = Vec::new();
    for (_, code) in &files {
        groups.extend(groups_of_options(code));
    }
    assert!(groups.len() > 40, "only {} groups of options", groups.len());

    let mut looked_at = 0;
    let mut wrong = Vec::new();
    for (file, code) in &files {
        for declared in functions_with_output(code) {
            looked_at += 1;
            for word in words_of(&declared) {
                if groups.contains(&word) {
                    wrong.push(format!("{} takes {word}: {declared}", file.display()));
                }
            }
        }
    }
    assert!(looked_at > 200, "only {looked_at} functions");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    for room in ["src/cli/run", "src/cli/read"] {
        for file in sources(&root().join(room)) {
            let names_options = code(&file).contains("cli::options");
            assert!(!names_options, "{} names options", file.display());
        }
    }
}

#[test]
fn what_is_done_with_a_request_comes_back_as_an_answer() {
    let mut looked_at = 0;
    for file in files_of_programs() {
        for declared in functions_with_output(&code(&file)) {
            let is_of_request = declared.contains("request: ") && !declared.contains("request: &");
            if is_of_request {
                looked_at += 1;
                let is_answered = !declared.ends_with("-> Result<()>");
                assert!(is_answered, "{}: {declared}", file.display());
            }
        }
    }
    assert!(looked_at > 20, "only {looked_at} commands");
}

#[test]
fn every_module_in_a_table_exists() {
    for ModuleTable { folder, rows, .. } in tables() {
        for module in rows.iter().flatten() {
            let file = folder.join(format!("{module}.rs"));
            assert!(
                file.exists() || folder.join(module).exists(),
                "{}",
                file.display()
            );
        }
    }
}

#[test]
fn the_name_of_a_type_means_one_thing() {
    let mut files = sources(&root().join("src"));
    for part in fs::read_dir(root().join("crates")).unwrap() {
        files.extend(sources(&part.unwrap().path().join("src")));
    }
    files.extend(sources(&root().join("web/src")));
    files.extend(sources(&root().join("web/site/src")));

    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in &files {
        for line in code(file).lines() {
            let words = line.split_whitespace();
            let mut words = words.skip_while(|word| word.starts_with("pub"));
            let is_type = words
                .next()
                .is_some_and(|word| ["enum", "struct", "trait", "union"].contains(&word));

            if is_type && let Some(declared) = words.next() {
                let place = file.strip_prefix(root()).unwrap().display().to_string();
                places
                    .entry(first_name(declared).to_owned())
                    .or_default()
                    .push(place);
            }
        }
    }

    assert!(places.len() > 300, "only {} types found", places.len());
    let mut doubtful = Vec::new();
    for (name, files) in &places {
        if files.len() > 1 && !ONE_OF_EACH.contains(&name.as_str()) {
            doubtful.push(format!("{name}: {}", files.join(", ")));
        }
    }
    assert!(doubtful.is_empty(), "{}", doubtful.join("\n"));
}
