//! The formats of output files, and the choice of a format by file name. Writes nothing.

use std::fmt;
use std::path::Path;

use crate::error::Error;

/// A file format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    TrueType,
    /// A compressed font file for web pages.
    Woff2,
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
            Self::TrueType => "ttf",
            Self::Woff2 => "woff2",
        }
    }

    /// Whether it can't hold a film.
    pub const fn is_still(self) -> bool {
        matches!(self, Self::Png | Self::Text | Self::Pdf)
    }

    /// The format for the extension of a file name, in upper or lower case, if it is one of those allowed.
    ///
    /// ```
    /// use pegfont_type::format::Format;
    /// let allowed = [Format::Svg, Format::Png];
    /// assert_eq!(Format::from_path("sheet.PNG".as_ref(), &allowed)?, Format::Png);
    /// let error = Format::from_path("sheet.gif".as_ref(), &allowed).unwrap_err();
    /// assert_eq!(error.to_string(), "sheet.gif: the name must end in .svg or .png");
    /// # Ok::<(), pegfont_type::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the extension belongs to none of the allowed formats.
    pub fn from_path(path: &Path, allowed: &[Self]) -> Result<Self, Error> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        Self::from_ending(&ending, allowed).ok_or_else(|| {
            let (name, endings) = (path.display(), endings(allowed));
            Error::new(format_args!("{name}: the name must end in {endings}"))
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
