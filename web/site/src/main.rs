//! Builds the page into `web/dist`, ready to publish, and serves it on the loopback address.

mod bundle;
mod compile;
mod component;
mod face;
mod icons;
mod publish;
mod serve;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::compile::Effort;

/// Build the page of pegfont, or serve it for a look
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the page into web/dist, ready to publish as static files
    Build {
        /// Compile in less time, to code that computes more slowly: for tests
        #[arg(long)]
        draft: bool,

        /// Use the modules of the last build, when only scripts, styles or pictures have changed
        #[arg(long, conflicts_with = "draft")]
        page_only: bool,

        /// Where the page will be published, for the picture that messengers show beside a link to
        /// it
        #[arg(long, value_name = "https://…/", value_parser = address, default_value = "")]
        address: String,

        /// Take scripts, styles and pictures from here instead of web/page: for tests of updates
        #[arg(long, value_name = "FOLDER", requires = "page_only")]
        page: Option<PathBuf>,

        /// Build here instead of in web/dist
        #[arg(long, value_name = "FOLDER", requires = "page_only")]
        into: Option<PathBuf>,
    },
    /// Write the element <peg-font> as a package for npm, without building the page
    Component {
        /// The folder, which is made if it isn't there
        folder: PathBuf,
    },
    /// Build the page and serve it on the loopback address
    Serve {
        /// The port; 0 lets the system choose one
        #[arg(long, default_value = "8000")]
        port: u16,
        /// Serve web/dist as it is
        #[arg(long)]
        no_build: bool,
        /// Build what `build` publishes: it computes faster, and takes several times as long to
        /// compile
        #[arg(long, conflicts_with = "no_build")]
        optimised: bool,
    },
}

/// Where everything is.
struct Folders {
    /// The workspace.
    root: PathBuf,
    /// The static files.
    page: PathBuf,
    /// The result.
    dist: PathBuf,
    /// The types of the modules' functions, for checking the scripts.
    types: PathBuf,
}

fn main() -> ExitCode {
    match run(Args::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    let web = root.join("web");

    let folders = Folders {
        page: web.join("page"),
        dist: web.join("dist"),
        types: web.join("types/wasm"),
        root,
    };

    match command {
        Command::Build {
            page_only: true,
            address,
            page,
            into,
            ..
        } => {
            let modules = publish::modules(&folders.dist)?;
            let folders = Folders {
                page: page.unwrap_or(folders.page),
                dist: into.unwrap_or(folders.dist),
                ..folders
            };
            put_together(&folders, &address, |wasm| publish::write(wasm, &modules))
        }
        Command::Build { draft, address, .. } => {
            let effort = if draft { Effort::Draft } else { Effort::Whole };
            build(&folders, effort, &address)
        }
        Command::Component { folder } => component::package(&folders.root, &folders.page, &folder),
        Command::Serve {
            port,
            no_build,
            optimised,
        } => {
            if !no_build {
                let effort = if optimised {
                    Effort::Whole
                } else {
                    Effort::Look
                };
                build(&folders, effort, "")?;
            }

            serve::serve(&folders.dist, port)
        }
    }
}

/// An address that a relative one can be appended to.
fn address(text: &str) -> Result<String, String> {
    let is_address = text.starts_with("https://") && text.ends_with('/');
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !b"\"<>&".contains(&byte));

    let right = text.is_empty() || is_address && is_plain;
    right.then(|| text.to_owned()).ok_or_else(|| {
        "write an address from https:// to the last slash, such as https://example.org/pegs/"
            .to_owned()
    })
}

/// Builds the whole page.
fn build(folders: &Folders, effort: Effort, address: &str) -> Result<()> {
    let modules = compile::modules(&folders.root, effort)?;
    put_together(folders, address, |wasm| {
        modules
            .into_iter()
            .try_for_each(|module| module.write(wasm, &folders.types))
    })
}

/// Puts the page together from its files and the modules, which are written into a folder.
fn put_together(
    folders: &Folders,
    address: &str,
    write_modules: impl FnOnce(&Path) -> Result<()>,
) -> Result<()> {
    publish::begin(&folders.dist)?;
    publish::copy_page(folders, address)?;
    write_modules(&folders.dist.join(publish::VERSION).join("wasm"))?;
    face::write(&folders.dist.join(publish::VERSION))?;
    icons::write(&folders.dist)?;
    component::write(&folders.page, &folders.dist)?;
    publish::finish(&folders.dist)
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn only_whole_addresses_of_folders_are_taken() {
        for right in ["", "https://example.org/", "https://example.org/pegs/"] {
            assert_eq!(address(right).as_deref(), Ok(right));
        }
        for wrong in [
            "example.org/",
            "https://example.org/pegs",
            "https://a.b/\"><script>/",
            "https://a b/",
        ] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
    }
}
