//! `pegfont font`: whole fonts. Each subcommand has its own file.

mod build;
mod export;
mod list;
mod new;
mod specimen;

commands! {
/// Start, build, list and draw fonts, and export font files
pub enum FontCommand {
    New(new::New),
    Build(build::Build),
    List(list::List),
    Export(export::Export),
    Specimen(specimen::Specimen),
} }
