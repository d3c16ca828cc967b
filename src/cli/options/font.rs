//! The commands of `pegfont font`, each with its options in a file.

mod build;
mod export;
mod list;
mod new;
mod specimen;

use clap::Subcommand;

pub use build::{Build, FiguresFor};
pub use export::Export;
pub use list::List;
pub use new::New;
pub use specimen::Specimen;

/// Start, build, list and draw fonts, and export font files
#[derive(Subcommand)]
pub enum FontCommand {
    New(New),
    Build(Build),
    List(List),
    Export(Export),
    Specimen(Specimen),
}
