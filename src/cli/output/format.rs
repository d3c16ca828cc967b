//! The formats of output files: those of films, videos, fonts and sheets; and the choice of a format by file name. Writes nothing.

use std::fmt;
use std::path::Path;

use pegfont_type::typeface;

/// A file format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// An animation of at most 256 colours.
    Gif,
    /// An animated PNG.
    Apng,
    /// A video that plays everywhere.
    Mp4,
    /// A video for web pages.
    WebM,
    /// A vector picture, still or animated.
    Svg,
    /// A picture.
    Png,
    /// Text.
    Text,
    /// Pages to print.
    Pdf,
    /// A font file.
    Font(typeface::Format),
}

impl Format {
    /// The file name extension, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Mp4 => "mp4",
            Self::WebM => "webm",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Text => "txt",
            Self::Pdf => "pdf",
            Self::Font(format) => format.ending(),
        }
    }

    /// Whether it can't hold a film.
    pub const fn is_still(self) -> bool {
        matches!(self, Self::Png | Self::Text | Self::Pdf)
    }

    /// The format for the extension of a file name, in upper or lower case, if it is one of those allowed.
    pub fn from_path(path: &Path, allowed: &[Self]) -> Result<Self, String> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        Self::from_ending(&ending, allowed).ok_or_else(|| {
            let (name, endings) = (path.display(), endings(allowed));
            format!("{name}: the name must end in {endings}")
        })
    }

    /// The format for an extension, in upper or lower case and without the dot, if it is one of those allowed.
    pub fn from_ending(ending: &str, allowed: &[Self]) -> Option<Self> {
        let alike = |format: &Self| format.ending().eq_ignore_ascii_case(ending);
        allowed.iter().copied().find(alike)
    }
}

/// The file name extension.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ending())
    }
}

/// `.gif, .svg or .png`
pub fn endings(formats: &[Format]) -> String {
    let endings: Vec<String> = formats.iter().map(|format| format!(".{format}")).collect();
    match endings.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
