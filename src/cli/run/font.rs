//! `pegfont font`: whole fonts. Each subcommand has its own file.

mod build;
mod export;
mod list;
mod new;
mod specimen;

pub use {
    build::run as build, export::run as export, list::run as list, new::run as new,
    specimen::run as specimen,
};
