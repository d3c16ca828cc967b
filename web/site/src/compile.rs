//! Compiles the library's part of the page to WebAssembly, and makes the JavaScript that calls it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli_support::{Bindgen, Output};

/// The target of all modules.
const TARGET: &str = "wasm32-unknown-unknown";

/// The modules: each is compiled with the feature of this name. The first view waits for `watch`,
/// so that its size counts; the others compute.
const MODULES: [(&str, &str); 3] = [("watch", SMALL), ("studio", "3"), ("files", "3")];
/// The optimisation of a module whose size counts.
const SMALL: &str = "\"z\"";

/// Vectors of 128 bits, which every browser has that has the rest of what the page needs: the
/// solver takes a seventh less time.
const VECTORS: &str = "-Ctarget-feature=+simd128";

/// How much the compiler does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Enough for a look: all modules are optimised alike, so that what they share is compiled once.
    Look,
    /// The modules that compute are not optimised across crates, which takes a third of the time.
    Draft,
    /// All that is published.
    Whole,
}

/// The optimisation of all modules for a look.
const LOOK: &str = "1";

/// A module and its bindings.
pub(crate) struct Module(Output);

impl Module {
    /// Writes the module into a folder, and the types of its functions into another.
    pub(crate) fn write(mut self, folder: &Path, types: &Path) -> Result<()> {
        for folder in [folder, types] {
            std::fs::create_dir_all(folder)?;
        }

        self.0
            .emit(folder)
            .with_context(|| format!("can't write to {}", folder.display()))?;

        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.to_string_lossy().ends_with(".d.ts") {
                std::fs::rename(entry.path(), types.join(name))?;
            }
        }

        Ok(())
    }
}

/// Compiles all modules.
pub(crate) fn modules(root: &Path, effort: Effort) -> Result<Vec<Module>> {
    MODULES
        .into_iter()
        .map(|(name, level)| {
            let level = if effort == Effort::Look { LOOK } else { level };
            module(root, name, level, effort)
        })
        .collect()
}

/// The flags by which the compiler names the sources of other crates without the folder in which
/// this machine has them: modules hold these names, and are the same on every machine.
fn remapped() -> Vec<String> {
    let of_user = || Some(std::env::home_dir()?.join(".cargo"));
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(cargo) = cargo.or_else(of_user) else {
        return Vec::new();
    };

    let registries = std::fs::read_dir(cargo.join("registry/src"));
    let mut flags: Vec<String> = registries
        .into_iter()
        .flatten()
        .flatten()
        .map(|folder| format!("--remap-path-prefix={}=crates", folder.path().display()))
        .collect();
    flags.sort();
    flags
}

fn module(root: &Path, name: &str, level: &str, effort: Effort) -> Result<Module> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = root.join("target");

    let mut command = Command::new(cargo);
    command.current_dir(root);
    command.args([
        "build",
        "--package",
        "pegfont-web",
        "--lib",
        "--profile",
        "web",
        "--locked",
    ]);
    command.args(["--target", TARGET, "--features", name]);
    command.args(["--config", &format!("profile.web.opt-level={level}")]);

    let mut flags = remapped();
    if level != SMALL {
        flags.push(VECTORS.to_owned());
    }
    let flags: Vec<String> = flags.iter().map(|flag| format!("'{flag}'")).collect();
    let flags = flags.join(", ");
    command.args(["--config", &format!("target.{TARGET}.rustflags=[{flags}]")]);

    if effort != Effort::Whole && level != SMALL {
        command.args(["--config", "profile.web.lto=\"off\""]);
        command.args(["--config", "profile.web.codegen-units=16"]);
    }

    command.arg("--target-dir").arg(&target);
    let status = command.status().context("can't run cargo")?;
    if !status.success() {
        bail!("the module {name:?} can't be compiled; cargo says why above");
    }

    let wasm = target.join(TARGET).join("web/pegfont_web.wasm");
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(name)
        .web(true)?
        .typescript(true);
    bindgen
        .remove_name_section(true)
        .remove_producers_section(true);

    let output = bindgen.generate_output();
    Ok(Module(output.with_context(|| {
        format!("no bindings for the module {name:?}")
    })?))
}
