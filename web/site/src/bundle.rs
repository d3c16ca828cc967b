//! Joins a script with the scripts that it imports into one file, so that a visit needs fewer
//! requests. Every module becomes a function that is called at once and returns what it exports.
//!
//! It reads the page's own scripts only: an import or an export begins a line, an import is one
//! line, and what is exported is declared there. Modules that import each other are refused.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};

/// The name of the table of all modules in a joined file, by which others import from it.
const TABLE: &str = "joined";

/// Scripts by their names, with `/` between the parts.
pub(crate) type Scripts = BTreeMap<String, String>;

/// Scripts that were joined.
pub(crate) struct Bundle {
    /// The joined script.
    pub(crate) script: String,
    /// What each of them exports, in the order in which they run.
    modules: Vec<Script>,
}

struct Script {
    name: String,
    exports: Vec<String>,
}

/// Joins a script with all that it imports, directly or not.
///
/// # Errors
/// If one of them isn't there, or two import each other.
pub(crate) fn joined(scripts: &Scripts, entry: &str) -> Result<Bundle> {
    let mut bundle = Bundle {
        script: String::new(),
        modules: Vec::new(),
    };
    bundle.add(scripts, entry, &mut Vec::new())?;
    Ok(bundle)
}

impl Bundle {
    /// Appends a module after those that it imports.
    fn add(&mut self, scripts: &Scripts, name: &str, path: &mut Vec<String>) -> Result<()> {
        if self.modules.iter().any(|module| module.name == name) {
            return Ok(());
        }
        if path.iter().any(|importing| importing == name) {
            bail!("{name} imports itself, by {}", path.join(", "));
        }

        let script = scripts
            .get(name)
            .with_context(|| format!("there is no script {name}"))?;
        path.push(name.to_owned());
        let mut body = String::new();
        let mut exports = Vec::new();
        for line in script.lines() {
            if let Some(import) = Import::of(line) {
                let imported = resolved(name, import.from);
                self.add(scripts, &imported, path)?;
                body += &import.as_declaration(&imported);
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.push(declared(declaration)?.to_owned());
                body += &moved(name, declaration);
            } else {
                body += &moved(name, line);
            }
            body.push('\n');
        }
        path.pop();

        let variable = variable_of(name);
        let returned = exports.join(", ");
        self.script +=
            &format!("const {variable} = (() => {{\n{body}return {{ {returned} }};\n}})();\n");
        self.modules.push(Script {
            name: name.to_owned(),
            exports,
        });
        Ok(())
    }

    /// The joined script as a module, from which the others import.
    pub(crate) fn as_module(&self) -> String {
        let entries: Vec<String> = self
            .modules
            .iter()
            .map(|module| format!("\"{}\": {}", module.name, variable_of(&module.name)))
            .collect();

        format!(
            "{}export const {TABLE} = {{ {} }};\n",
            self.script,
            entries.join(", ")
        )
    }

    /// What stands in the place of the modules that were joined into `entry`: each exports what it
    /// did, for scripts that import it and were not joined.
    pub(crate) fn stand_ins(&self, entry: &str) -> Scripts {
        let mut stand_ins = Scripts::new();
        for Script { name, exports } in &self.modules {
            if name == entry {
                continue;
            }

            let up = "../".repeat(name.matches('/').count());
            let from = if up.is_empty() { "./" } else { &up };
            let import = format!("import {{ {TABLE} }} from \"{from}{entry}\";\n");
            let export = format!(
                "export const {{ {} }} = {TABLE}[\"{name}\"];\n",
                exports.join(", ")
            );
            stand_ins.insert(name.clone(), import + &export);
        }
        stand_ins
    }
}

/// An import, such as `import { make } from "./elements.js";`.
struct Import<'a> {
    what: &'a str,
    from: &'a str,
}

impl<'a> Import<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let (what, from) = line.strip_prefix("import ")?.split_once(" from \"")?;
        let from = from.strip_suffix("\";")?;
        Some(Self { what, from })
    }

    /// The import as a declaration of the same names.
    fn as_declaration(&self, imported: &str) -> String {
        let variable = variable_of(imported);
        match self.what.strip_prefix("* as ") {
            Some(name) => format!("const {name} = {variable};"),
            None => format!("const {} = {variable};", self.what.replace(" as ", ": ")),
        }
    }
}

/// The name that is declared, as in `async function mount(root) {`.
fn declared(declaration: &str) -> Result<&str> {
    let rest = declaration.strip_prefix("async ").unwrap_or(declaration);
    let kinds = ["function ", "class ", "const "];
    let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind));
    let is_part = |character: char| character.is_alphanumeric() || "_$".contains(character);

    name.and_then(|name| name.split(|character| !is_part(character)).next())
        .filter(|name| !name.is_empty())
        .with_context(|| format!("can't tell what is exported by: {declaration}"))
}

/// A line whose `import("./more.js")` leads to the same file from the folder of the joined script.
fn moved(name: &str, line: &str) -> String {
    let Some((before, rest)) = line.split_once("import(\"") else {
        return line.to_owned();
    };
    match rest.split_once('"') {
        Some((file, after)) => {
            let file = resolved(name, file);
            format!("{before}import(\"./{file}\"{}", moved(name, after))
        }
        None => line.to_owned(),
    }
}

/// The name of a file that a script names relative to itself.
fn resolved(name: &str, relative: &str) -> String {
    let mut folders: Vec<&str> = name.split('/').collect();
    folders.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => {
                folders.pop();
            }
            _ => folders.push(part),
        }
    }
    folders.join("/")
}

/// The variable of a module.
fn variable_of(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|character| {
            if character.is_alphanumeric() {
                character
            } else {
                '_'
            }
        })
        .collect();
    format!("module_{plain}")
}

#[cfg(test)]
mod tests {
    use super::{Scripts, joined};

    fn scripts(texts: &[(&str, &str)]) -> Scripts {
        let owned = texts
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        owned.collect()
    }

    #[test]
    fn a_module_runs_once_and_after_those_that_it_imports() {
        let bundle = joined(
            &scripts(&[
                (
                    "app.js",
                    "import * as view from \"./watch/view.js\";\nimport { make } from \"./elements.js\";\nview.mount(make);",
                ),
                (
                    "watch/view.js",
                    "import { make as create } from \"../elements.js\";\nexport async function mount() {}",
                ),
                ("elements.js", "export const make = 1;"),
            ]),
            "app.js",
        );
        let script = bundle.expect("the scripts fit together").script;

        assert_eq!(
            script.lines().collect::<Vec<_>>(),
            [
                "const module_elements_js = (() => {",
                "const make = 1;",
                "return { make };",
                "})();",
                "const module_watch_view_js = (() => {",
                "const { make: create } = module_elements_js;",
                "async function mount() {}",
                "return { mount };",
                "})();",
                "const module_app_js = (() => {",
                "const view = module_watch_view_js;",
                "const { make } = module_elements_js;",
                "view.mount(make);",
                "return {  };",
                "})();",
            ]
        );
    }

    #[test]
    fn a_stand_in_exports_what_its_module_did() {
        let all = scripts(&[
            ("app.js", "import { a } from \"./deep/one.js\";"),
            ("deep/one.js", "export class a {}\nexport function b() {}"),
        ]);
        let bundle = joined(&all, "app.js").expect("the scripts fit together");

        assert_eq!(
            bundle.stand_ins("app.js"),
            scripts(&[(
                "deep/one.js",
                "import { joined } from \"../app.js\";\nexport const { a, b } = joined[\"deep/one.js\"];\n"
            )])
        );
        assert!(bundle.as_module().ends_with(
            "export const joined = { \"deep/one.js\": module_deep_one_js, \"app.js\": module_app_js };\n"
        ));
    }

    #[test]
    fn what_is_loaded_later_is_found_from_the_joined_file() {
        let all = scripts(&[
            ("app.js", "import { a } from \"./deep/one.js\";"),
            (
                "deep/one.js",
                "export const a = () => [import(\"./two.js\"), import(\"../three.js\")];",
            ),
        ]);
        let script = joined(&all, "app.js")
            .expect("the scripts fit together")
            .script;

        assert!(script.contains("[import(\"./deep/two.js\"), import(\"./three.js\")]"));
    }

    #[test]
    fn what_is_missing_and_what_imports_itself_is_refused() {
        for (text, why) in [
            ("import { b } from \"./b.js\";", "there is no script b.js"),
            (
                "import { a } from \"./a.js\";",
                "a.js imports itself, by a.js",
            ),
            (
                "export default 1;",
                "can't tell what is exported by: default 1;",
            ),
        ] {
            let refused = joined(&scripts(&[("a.js", text)]), "a.js");
            assert_eq!(
                refused.err().map(|error| error.to_string()).as_deref(),
                Some(why)
            );
        }
    }
}
