//! The built-in themes of pegfont as text. `pegfont-film` reads them.

#![no_std]

/// The built-in themes by name, the default one first. Another one takes a file in this folder and a
/// line here.
pub const THEMES: &[(&str, &str)] = &[
    ("dark", include_str!("dark.toml")),
    ("ivory", include_str!("ivory.toml")),
    ("wood", include_str!("wood.toml")),
    ("light", include_str!("light.toml")),
    ("contrast", include_str!("contrast.toml")),
    ("led", include_str!("led.toml")),
];

/// The theme of a QR code.
pub const CODE: &str = include_str!("code.toml");
