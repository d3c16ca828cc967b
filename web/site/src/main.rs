//! Builds the page into `web/dist`, ready to publish, and serves it on the loopback address.

mod compile;
mod component;
mod icons;
mod publish;
mod serve;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Parser, Subcommand};

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
    },
    /// Build the page and serve it on the loopback address
    Serve {
        /// The port; 0 lets the system choose one
        #[arg(long, default_value = "8000")]
        port: u16,
        /// Serve web/dist as it is
        #[arg(long)]
        no_build: bool,
    },
}

/// Where everything is.
struct Places {
    /// The workspace.
    root: PathBuf,
    /// The static files.
    page: PathBuf,
    /// The result.
    dist: PathBuf,
}

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let places = Places { page: root.join("web/page"), dist: root.join("web/dist"), root };
    match Args::parse().command {
        Command::Build { draft } => build(&places, draft),
        Command::Serve { port, no_build } => {
            if !no_build {
                build(&places, false)?;
            }
            serve::serve(&places.dist, port)
        }
    }
}

/// Builds the whole page.
fn build(places: &Places, draft: bool) -> Result<()> {
    let modules = compile::modules(&places.root, draft)?;
    publish::begin(&places.dist)?;
    publish::copy_page(places)?;
    for module in modules {
        module.write(&places.dist.join("wasm"))?;
    }
    icons::write(&places.dist)?;
    component::write(&places.page, &places.dist)?;
    publish::finish(&places.dist)
}
