//! What files are: the formats that commands write, how their names end and their bytes begin, and
//! the kinds of TOML files that people write.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::Result;

use pegfont_base::words::text_of;
use pegfont_type::typeface;

/// A file format, or the terminal in place of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Gif,
    Apng,
    Mp4,
    WebM,
    Svg,
    Png,
    Text,
    Pdf,
    Font(typeface::Format),
    Game,
    /// The TOML files that people write.
    Letters,
    Designs,
    Theme,
    /// What only programs read.
    Data,
    Terminal,
}

impl Format {
    /// The formats of films and stills.
    pub const FILM: [Self; 7] = [
        Self::Gif,
        Self::Apng,
        Self::Svg,
        Self::Png,
        Self::Text,
        Self::Mp4,
        Self::WebM,
    ];

    fn row(self) -> &'static Row {
        FORMATS
            .iter()
            .find(|row| row.0 == self)
            .unwrap_or(&FORMATS[0])
    }

    /// The file name extension, without the dot.
    pub fn ending(self) -> &'static str {
        self.row().1
    }

    /// What is in such a file.
    pub fn kind(self) -> &'static str {
        self.row().2
    }

    /// Whether a terminal can show such a file.
    pub fn is_text(self) -> bool {
        self == Self::Svg || self != Self::Data && self.row().4.is_empty()
    }

    /// Whether it can't hold a film.
    pub const fn is_still(self) -> bool {
        matches!(self, Self::Png | Self::Text | Self::Pdf)
    }

    /// Whether it has pixels or shapes.
    pub const fn is_picture(self) -> bool {
        !matches!(self, Self::Text | Self::Game | Self::Terminal)
    }

    /// The format for an extension, in upper or lower case and without the dot, if it is one of
    /// those allowed.
    pub fn from_ending(ending: &str, allowed: &[Self]) -> Option<Self> {
        let alike = |format: &Self| format.ending().eq_ignore_ascii_case(ending);
        allowed.iter().copied().find(alike)
    }

    /// The format for the extension of a file name, if it is one of those allowed.
    pub fn from_path(path: &Path, allowed: &[Self]) -> Result<Self> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        Self::from_ending(&ending, allowed).ok_or_else(|| {
            usage!(
                "{}: the name must end in {}",
                path.display(),
                endings(allowed)
            )
        })
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
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => endings.concat(),
    }
}

type Row = (Format, &'static str, &'static str, usize, &'static [u8]);

/// Each format: how the names of its files end, what such a file is, and the bytes that only such a
/// file has at this place.
const FORMATS: [Row; 16] = [
    (Format::Gif, "gif", "a GIF", 0, b"GIF8"),
    (Format::Apng, "apng", "a PNG", 0, b"\x89PNG"),
    (Format::Png, "png", "a PNG", 0, b"\x89PNG"),
    (Format::Svg, "svg", "an SVG", 0, b"<svg"),
    (Format::Mp4, "mp4", "an MP4", 4, b"ftyp"),
    (Format::WebM, "webm", "a WebM", 0, b"\x1a\x45\xdf\xa3"),
    (Format::Pdf, "pdf", "a PDF", 0, b"%PDF"),
    (
        Format::Font(typeface::Format::TrueType),
        "ttf",
        "a TrueType font",
        0,
        b"\0\x01\0\0\0",
    ),
    (
        Format::Font(typeface::Format::Woff2),
        "woff2",
        "a web font",
        0,
        b"wOF2",
    ),
    (Format::Game, "game", "a game", 0, b""),
    (Format::Letters, "toml", "a font file", 0, b""),
    (Format::Designs, "toml", "a glyph file", 0, b""),
    (Format::Theme, "toml", "a theme", 0, b""),
    (Format::Text, "txt", "a text", 0, b""),
    (Format::Data, "table", "data", 0, b""),
    (Format::Terminal, "terminal", "a text", 0, b""),
];

/// The formats with bytes of their own.
fn signed() -> impl Iterator<Item = &'static Row> {
    FORMATS.iter().filter(|row| !row.4.is_empty())
}

type Toml = (Format, &'static str, &'static str, &'static str);

/// The kinds of TOML files: how a line in each begins, what each is for, where one comes from.
const TOML: [Toml; 4] = [
    (
        Format::Letters,
        "[[character]]",
        ", for --font",
        "`pegfont font build` writes one",
    ),
    (
        Format::Designs,
        "[[glyph]]",
        ": `pegfont font build` makes a font of it",
        "`pegfont font new` writes one; .bdf, .ttf and .otf fonts are read, too",
    ),
    (
        Format::Theme,
        "[peg]",
        ", for --theme",
        "copy one of themes/",
    ),
    (
        Format::Game,
        "pegfont_game",
        ", for `pegfont render` and `pegfont play`",
        "`pegfont one-game` and `pegfont play` write one",
    ),
];

/// What the ending of a name promises: one of these kinds. Other files can have any other name.
pub fn promised(path: &Path) -> Vec<&'static str> {
    let ending = path.extension().unwrap_or_default();
    let all = signed().chain(TOML.iter().map(|it| it.0.row()));
    all.filter(|it| ending.eq_ignore_ascii_case(it.1))
        .map(|it| it.2)
        .collect()
}

/// What is in a file, by how it begins: `a GIF`.
pub fn kind(path: &Path) -> io::Result<&'static str> {
    let mut begin = Vec::new();
    File::open(path)?.take(1 << 14).read_to_end(&mut begin)?;
    let has = |at: usize, sign| begin.get(at..).is_some_and(|it| it.starts_with(sign));
    if let Some(row) = signed().find(|row| has(row.3, row.4)) {
        return Ok(row.2);
    }
    // A line may be cut at the end.
    let whole = begin
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(begin.len(), |at| at + 1);
    let cut = if begin.len() == 1 << 14 {
        whole
    } else {
        begin.len()
    };
    let text = text_of(&begin[..cut]);
    let format = text.map(|text| toml_kind(&text).map_or(Format::Text, |found| found.0));
    Ok(format.unwrap_or(Format::Data).kind())
}

fn toml_kind(text: &str) -> Option<&'static Toml> {
    TOML.iter()
        .find(|kind| text.lines().any(|line| line.starts_with(kind.1)))
}

/// If a refused file is not of the kind with this in it: what it is, or where a right one comes
/// from, to be added to the message.
pub fn other_kind(text: &str, own: &str) -> String {
    let not = |own: &Toml| format!("; this is not {}: {}", own.0.kind(), own.3);
    match toml_kind(text) {
        Some((_, sign, ..)) if *sign == own => String::new(),
        Some((format, _, purpose, _)) => format!("; this is {}{purpose}", format.kind()),
        None => TOML
            .iter()
            .find(|kind| kind.1 == own)
            .map(not)
            .unwrap_or_default(),
    }
}
