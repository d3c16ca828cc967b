//! Which font, and which designs, are asked for.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::cli::formats::OUTPUT;
use crate::cli::options::{FontArgs, GlyphArgs};
use peg_console::files::is_input;
use pegfont_type::glyph::Feature;

/// A font.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FontRequest {
    /// Its file, or the built-in one.
    pub file: Option<PathBuf>,
    /// The features whose alternates take the place of their characters.
    pub features: Vec<Feature>,
}

impl FontArgs {
    pub fn request(self) -> FontRequest {
        FontRequest {
            file: self.font,
            features: self.feature,
        }
    }
}

impl FontRequest {
    /// The first of its options that was given.
    pub fn given(&self) -> Option<&'static str> {
        if self.file.is_some() {
            Some("--font")
        } else if !self.features.is_empty() {
            Some("--feature")
        } else {
            None
        }
    }

    /// The file that is written for the font if none is given.
    pub fn usual_file(&self, ending: &str) -> PathBuf {
        let path = self.file.as_deref().filter(|path| !is_input(path));
        let stem = path.and_then(Path::file_stem);
        let stem = stem.map_or("pegfont".into(), OsStr::to_string_lossy);
        Path::new(OUTPUT).join(format!("{stem}.{ending}"))
    }
}

/// Designs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DesignsRequest {
    /// The files that have them; without one, they are the built-in ones.
    pub files: Vec<PathBuf>,
    /// The board that they are placed on, by its name or its picture.
    pub board: Option<String>,
    /// The height of outlines that are drawn as pixels.
    pub pixels: Option<u32>,
}

impl GlyphArgs {
    /// The designs in these files.
    pub fn request(self, files: Vec<PathBuf>) -> DesignsRequest {
        DesignsRequest {
            files,
            board: self.board,
            pixels: self.pixels,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_file(file: Option<&str>) -> FontRequest {
        FontRequest {
            file: file.map(PathBuf::from),
            features: Vec::new(),
        }
    }

    #[test]
    fn what_is_made_of_a_font_is_named_after_its_file() {
        for (font, usual) in [
            (None, "pegfont.ttf"),
            (Some("-"), "pegfont.ttf"),
            (Some("fonts/own.toml"), "own.ttf"),
        ] {
            let expected = Path::new(OUTPUT).join(usual);
            assert_eq!(of_file(font).usual_file("ttf"), expected);
        }
    }

    #[test]
    fn the_file_of_a_font_is_named_before_its_features() {
        let shown = FontRequest {
            features: vec![Feature::SETS[0]],
            ..of_file(None)
        };
        assert_eq!(shown.given(), Some("--feature"));

        let own = FontRequest {
            features: shown.features,
            ..of_file(Some("own.toml"))
        };
        assert_eq!(own.given(), Some("--font"));
        assert_eq!(of_file(None).given(), None);
    }
}
