//! No modules of a crate need each other in a circle: what one file is for can be understood before
//! those that use it. Errors are left out, which are worded from the types of what went wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::house::{code, first_name, root};

/// The folders with the sources of the program, of its crates, and of the page's two.
fn folders_of_crates() -> Vec<PathBuf> {
    let mut folders = vec![
        root().join("src"),
        root().join("web/src"),
        root().join("web/site/src"),
    ];
    for entry in root().join("crates").read_dir().unwrap() {
        folders.push(entry.unwrap().path().join("src"));
    }

    folders.sort();
    folders
}

/// A module with those in its folder.
struct Module {
    code: String,
    children: BTreeMap<String, Module>,
}

impl Module {
    /// Reads a module from its file and from the folder of its children.
    fn read(file: &Path, folder: &Path) -> Self {
        let mut children = BTreeMap::new();
        let entries = folder.read_dir().into_iter().flatten();
        for path in entries.map(|entry| entry.unwrap().path()) {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_rust = path.extension().is_some_and(|ending| ending == "rs");

            if is_rust && path != file && !["lib", "main"].contains(&name) {
                children.insert(name.to_owned(), Self::read(&path, &folder.join(name)));
            }
        }

        let code = code(file);
        Self { code, children }
    }

    fn at(&self, path: &[String]) -> &Self {
        path.iter()
            .fold(self, |module, name| &module.children[name])
    }

    /// Whether the module declares an item of this name.
    fn declares(&self, name: &str) -> bool {
        const KINDS: [&str; 8] = [
            "fn ", "struct ", "enum ", "trait ", "const ", "static ", "type ", "union ",
        ];
        KINDS.iter().any(|kind| {
            let mut found = self.code.match_indices(kind);
            found.any(|(at, _)| first_name(&self.code[at + kind.len()..]) == name)
        })
    }

    /// The child from which the module passes an item of this name on.
    fn child_with(&self, name: &str) -> Option<&str> {
        for path in uses(&self.code)
            .filter(|used| used.is_public)
            .flat_map(|used| used.paths)
        {
            let mut parts = path
                .iter()
                .map(String::as_str)
                .skip_while(|part| *part == "self");
            let Some((child, module)) = parts
                .next()
                .and_then(|first| self.children.get_key_value(first))
            else {
                continue;
            };

            let is_named = path.last().is_some_and(|last| last == name);
            let is_among_all = path.last().is_some_and(|last| last == "*")
                && (module.declares(name) || module.child_with(name).is_some());
            if is_named || is_among_all {
                return Some(child);
            }
        }
        None
    }

    /// The module that a path in the module at `place` leads to, if it is one of this crate.
    fn leads_to(&self, place: &[String], path: &[String]) -> Option<Vec<String>> {
        let mut target = place.to_vec();
        let mut rest = path;
        match rest.first().map(String::as_str) {
            Some("crate") => {
                target.clear();
                rest = &rest[1..];
            }
            Some("self" | "super") => {
                while let Some(part) = rest.first()
                    && ["self", "super"].contains(&&**part)
                {
                    if part == "super" {
                        target.pop();
                    }
                    rest = &rest[1..];
                }
            }
            Some(first) if self.at(place).children.contains_key(first) => {}
            _ => return None,
        }

        for part in rest {
            let module = self.at(&target);
            if module.children.contains_key(part) {
                target.push(part.clone());
            } else if let Some(child) = module.child_with(part) {
                target.push(child.to_owned());
            } else {
                break;
            }
        }
        Some(target)
    }
}

/// What a `use` names.
struct Used {
    is_public: bool,
    paths: Vec<Vec<String>>,
}

/// What some code uses.
fn uses(code: &str) -> impl Iterator<Item = Used> {
    let mut places = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let line = code[..at].rsplit('\n').next().unwrap().trim();
        let is_public = line == "pub" || line.starts_with("pub(") && line.ends_with(')');
        if line.is_empty() || is_public {
            places.push((at + "use ".len(), is_public));
        }
    }

    places.into_iter().map(move |(at, is_public)| {
        let tree = code[at..].split(';').next().unwrap();
        Used {
            is_public,
            paths: paths_of(&[], tree),
        }
    })
}

/// The paths in `a::{b, c::d}`.
fn paths_of(before: &[String], tree: &str) -> Vec<Vec<String>> {
    let Some((first, group)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap().split("::");
        let parts = path.map(|part| part.trim().to_owned());
        return vec![before.iter().cloned().chain(parts).collect()];
    };

    let mut path = before.to_vec();
    let parts = first.split("::").map(str::trim);
    path.extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));

    let group = group.rsplit_once('}').map_or(group, |(group, _)| group);
    let mut paths = Vec::new();
    let mut depth = 0;
    let mut begin = 0;
    for (at, letter) in group.char_indices().chain([(group.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = &group[begin..at];
                if !part.trim().is_empty() {
                    paths.extend(paths_of(&path, part));
                }
                begin = at + 1;
            }
            _ => {}
        }
    }
    paths
}

/// The paths that some code names outside of a `use`, from the crate or from a module above.
fn paths_in(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for beginning in ["crate::", "super::"] {
        for (at, _) in code.match_indices(beginning) {
            let is_part = |letter: char| letter.is_alphanumeric() || "_:".contains(letter);
            let path = code[at..].split(|letter| !is_part(letter)).next().unwrap();
            paths.push(path.split("::").map(str::to_owned).collect());
        }
    }
    paths
}

/// By a folder, which of the modules in it needs which others.
type Needs = BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>>;

fn add_needs(root: &Module, place: &[String], needs: &mut Needs) {
    let module = root.at(place);
    let used = uses(&module.code).flat_map(|used| used.paths);
    for path in used.chain(paths_in(&module.code)) {
        let Some(target) = root.leads_to(place, &path) else {
            continue;
        };

        let same = place
            .iter()
            .zip(&target)
            .take_while(|(own, other)| own == other);
        let shared = same.count();
        if let (Some(own), Some(other)) = (place.get(shared), target.get(shared))
            && own != "error"
            && other != "error"
        {
            let folder = needs.entry(place[..shared].to_vec()).or_default();
            folder.entry(own.clone()).or_default().insert(other.clone());
        }
    }

    for name in module.children.keys() {
        let mut child = place.to_vec();
        child.push(name.clone());
        add_needs(root, &child, needs);
    }
}

/// All that a module needs, and what that needs.
fn reached(from: &str, needs: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for needed in needs.get(module).into_iter().flatten() {
            if reached.insert(needed.clone()) {
                open.push(needed);
            }
        }
    }
    reached
}

/// The modules of a folder that need themselves by way of others, each with those that it needs.
fn in_circles(needs: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut found = Vec::new();
    for (module, needed) in needs {
        let back = needed
            .iter()
            .filter(|needed| reached(needed, needs).contains(module));
        let back: Vec<&str> = back.map(String::as_str).collect();
        if !back.is_empty() {
            found.push(format!("{module} needs {}", back.join(", ")));
        }
    }
    found
}

#[test]
fn no_modules_of_a_crate_need_each_other() {
    let mut looked_at = 0;
    let mut circles = Vec::new();

    for folder in folders_of_crates() {
        let library = folder.join("lib.rs");
        let first = if library.exists() {
            library
        } else {
            folder.join("main.rs")
        };
        let module = Module::read(&first, &folder);
        let folder = folder.strip_prefix(root()).unwrap().display();

        let mut needs = Needs::new();
        add_needs(&module, &[], &mut needs);

        for (place, needs) in &needs {
            looked_at += needs.values().map(BTreeSet::len).sum::<usize>();
            for circle in in_circles(needs) {
                circles.push(format!("{folder}, {}: {circle}", place.join("::")));
            }
        }
    }

    assert!(looked_at > 300, "only {looked_at} uses found");
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn a_circle_is_found_through_names_that_are_passed_on() {
    let module = |code: &str| Module {
        code: code.to_owned(),
        children: BTreeMap::new(),
    };
    let root = Module {
        code: "pub use one::First;\npub use two::*;".to_owned(),
        children: BTreeMap::from([
            (
                "one".to_owned(),
                module("use super::Second;\npub struct First;"),
            ),
            ("two".to_owned(), module("pub struct Second(crate::First);")),
            (
                "three".to_owned(),
                module("use crate::{First, two::Second};"),
            ),
        ]),
    };

    let mut needs = Needs::new();
    add_needs(&root, &[], &mut needs);
    let circles = in_circles(&needs[&Vec::new()]);
    assert_eq!(circles, ["one needs two", "two needs one"]);
}
