//! The built-in glyph files.

use super::{GlyphError, Glyphs};

/// The name and text of each file in `glyphs/`.
const FILES: [(&str, &str); 14] = [
    ("glyphs/ascii.toml", include_str!("../../glyphs/ascii.toml")),
    ("glyphs/latin-1.toml", include_str!("../../glyphs/latin-1.toml")),
    ("glyphs/latin-extended-a.toml", include_str!("../../glyphs/latin-extended-a.toml")),
    ("glyphs/latin-extended-b.toml", include_str!("../../glyphs/latin-extended-b.toml")),
    ("glyphs/punctuation.toml", include_str!("../../glyphs/punctuation.toml")),
    ("glyphs/currency.toml", include_str!("../../glyphs/currency.toml")),
    ("glyphs/maths.toml", include_str!("../../glyphs/maths.toml")),
    ("glyphs/arrows.toml", include_str!("../../glyphs/arrows.toml")),
    ("glyphs/shapes.toml", include_str!("../../glyphs/shapes.toml")),
    ("glyphs/suits.toml", include_str!("../../glyphs/suits.toml")),
    ("glyphs/greek.toml", include_str!("../../glyphs/greek.toml")),
    ("glyphs/cyrillic.toml", include_str!("../../glyphs/cyrillic.toml")),
    ("glyphs/katakana.toml", include_str!("../../glyphs/katakana.toml")),
    ("glyphs/alternates.toml", include_str!("../../glyphs/alternates.toml")),
];

impl Glyphs {
    /// The built-in characters, those of the files in `glyphs/`.
    ///
    /// # Errors
    /// Never, unless a file was damaged when the program was built.
    pub fn builtin() -> Result<Self, GlyphError> {
        let [(name, text), rest @ ..] = FILES;
        let mut glyphs = Self::parse(name, text)?;
        for (name, text) in rest {
            glyphs.add(Self::parse(name, text)?)?;
        }
        glyphs.check()?;
        Ok(glyphs)
    }
}
