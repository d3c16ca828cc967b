//! The designs of pegfont: the glyph files of this folder as text. `pegfont-type` reads them.

#![no_std]

/// The designs of ASCII, a glyph file to start from.
pub const ASCII: &str = include_str!("ascii.toml");

/// Characters as well-known faces draw them: the misc-fixed fonts of X11.
pub const MISC_FIXED: &str = include_str!("faces/misc-fixed.txt");

/// The name and text of each of these files.
macro_rules! files {
    ($($name:literal)*) => {
        &[$((concat!("glyphs/", $name, ".toml"), include_str!(concat!($name, ".toml")))),*]
    };
}

/// The name and text of every glyph file. A script's characters are in one file.
pub const FILES: &[(&str, &str)] = files!(
    "ascii" "latin-1" "latin-extended-a" "latin-extended-b" "latin-extended-additional"
    "punctuation" "currency" "maths" "arrows" "shapes" "suits" "greek" "cyrillic"
    "cyrillic-extended" "katakana" "alternates"
);
