//! The built-in font of pegfont as text. `pegfont-type` reads it.

#![no_std]

/// The file `pegfont.toml`, which `pegfont font build` writes.
pub const PEGFONT: &str = include_str!("pegfont.toml");
