//! What files are: the formats that commands write, how their names end and their bytes begin, and
//! the kinds of TOML files that people write; the names of files that got none.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::Result;

use peg_console::windows_names::without_device;
use peg_solitaire::solve::LastJumps;
use pegfont_base::file_kind::{FileKind, LOOKED_AT};
use pegfont_base::words::text_of;
use pegfont_film::render::{Extra, Medium, encoder, text};
use pegfont_film::variants;
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
    Font(typeface::TypefaceFormat),
    Game,
    /// The TOML files that people write.
    Letters,
    Designs,
    Theme,
    /// A page of patterns to explore in a browser.
    Page,
    /// A table of last jumps.
    Table,
    /// A list for programs.
    List,
    Terminal,
}

/// What a format shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// A film, or a still.
    Film,
    /// A still in pixels or shapes.
    Still,
    /// A still in characters.
    Text,
    /// Neither, but data for programs or people.
    Data,
}

/// What there is to know of a format.
struct FormatFacts {
    /// How the names of its files end, without the dot.
    ending: &'static str,
    /// What such a file is, in words.
    kind: &'static str,
    shows: Shows,
    /// Whether the ending promises such a file. Others can have any name.
    is_promised: bool,
    /// Whether a terminal can show it.
    is_text: bool,
}

impl FormatFacts {
    const fn text(ending: &'static str, kind: &'static str) -> Self {
        Self {
            ending,
            kind,
            shows: Shows::Data,
            is_promised: true,
            is_text: true,
        }
    }

    const fn binary(ending: &'static str, kind: &'static str) -> Self {
        Self {
            is_text: false,
            ..Self::text(ending, kind)
        }
    }

    const fn of_any_name(self) -> Self {
        Self {
            is_promised: false,
            ..self
        }
    }

    const fn showing(self, shows: Shows) -> Self {
        Self { shows, ..self }
    }
}

impl Format {
    /// The formats of files, those of films and stills first.
    const OF_FILES: [Self; 16] = [
        Self::Gif,
        Self::Apng,
        Self::Svg,
        Self::Png,
        Self::Text,
        Self::Mp4,
        Self::WebM,
        Self::Pdf,
        Self::Font(typeface::TypefaceFormat::TrueType),
        Self::Font(typeface::TypefaceFormat::Woff2),
        Self::Game,
        Self::Letters,
        Self::Designs,
        Self::Theme,
        Self::Page,
        Self::Table,
    ];

    const fn about(self) -> FormatFacts {
        match self {
            Self::Gif => FormatFacts::binary("gif", "a GIF").showing(Shows::Film),
            Self::Apng => FormatFacts::binary("apng", "a PNG").showing(Shows::Film),
            Self::Svg => FormatFacts::text("svg", "an SVG").showing(Shows::Film),
            Self::Mp4 => FormatFacts::binary("mp4", "an MP4").showing(Shows::Film),
            Self::WebM => FormatFacts::binary("webm", "a WebM").showing(Shows::Film),
            Self::Png => FormatFacts::binary("png", "a PNG").showing(Shows::Still),
            Self::Text => FormatFacts::text("txt", "a picture in text")
                .showing(Shows::Text)
                .of_any_name(),
            Self::Pdf => FormatFacts::binary("pdf", "a PDF"),
            Self::Font(typeface::TypefaceFormat::TrueType) => {
                FormatFacts::binary("ttf", "a TrueType font")
            }
            Self::Font(typeface::TypefaceFormat::Woff2) => {
                FormatFacts::binary("woff2", "a web font")
            }
            Self::Game => FormatFacts::text("game", "a game"),
            Self::Letters => FormatFacts::text("toml", "a font file"),
            Self::Designs => FormatFacts::text("toml", "a glyph file"),
            Self::Theme => FormatFacts::text("toml", "a theme"),
            Self::Page => FormatFacts::text("html", "a page of patterns"),
            Self::Table => FormatFacts::binary("table", "a table of last jumps"),
            Self::List => FormatFacts::text("txt", "a list").of_any_name(),
            Self::Terminal => FormatFacts::text("terminal", "a picture in text").of_any_name(),
        }
    }

    /// The formats of films and stills.
    pub fn of_films() -> Vec<Self> {
        let formats = Self::OF_FILES.into_iter();
        formats
            .filter(|format| format.about().shows != Shows::Data)
            .collect()
    }

    /// The file name extension, without the dot.
    pub const fn ending(self) -> &'static str {
        self.about().ending
    }

    /// What is in such a file.
    pub const fn kind(self) -> &'static str {
        self.about().kind
    }

    /// Whether a terminal can show such a file.
    pub const fn is_text(self) -> bool {
        self.about().is_text
    }

    /// Whether a file that begins with these bytes is of this format.
    fn is_of(self, begin: &[u8]) -> bool {
        let is = |kind| FileKind::of(begin) == kind;
        let has = |at: usize, sign: &[u8]| {
            let found = begin.get(at..);
            found.is_some_and(|found| found.starts_with(sign))
        };
        match self {
            Self::Gif => is(FileKind::Gif),
            Self::Apng | Self::Png => is(FileKind::Png),
            Self::Svg => is(FileKind::Svg),
            Self::Pdf => is(FileKind::Pdf),
            // Sound and films of QuickTime are of the same family.
            Self::Mp4 => {
                let others = [&b"M4A"[..], b"M4B", b"M4P", b"F4A", b"qt  "];
                is(FileKind::Mp4) && !others.iter().any(|brand| has(8, brand))
            }
            Self::WebM => {
                let head = &begin[..begin.len().min(64)];
                let is_other = head.windows(8).any(|name| name == b"matroska");
                is(FileKind::WebM) && !is_other
            }
            Self::Font(typeface::TypefaceFormat::TrueType) => has(0, b"\0\x01\0\0\0"),
            Self::Font(typeface::TypefaceFormat::Woff2) => is(FileKind::Woff2),
            Self::Game | Self::Letters | Self::Designs | Self::Theme => {
                let found = toml_in(begin);
                found.is_some_and(|found| found.format == self)
            }
            Self::Page => is(FileKind::Html) && variants::is_page(&String::from_utf8_lossy(begin)),
            Self::Table => LastJumps::begins_file(begin),
            Self::Text => text_in(begin).is_some_and(|found| text::is_picture(&found)),
            // They are written to standard output alone.
            Self::List | Self::Terminal => false,
        }
    }

    /// Whether it can't show a film, but a still.
    pub fn is_still(self) -> bool {
        matches!(self.about().shows, Shows::Still | Shows::Text)
    }

    /// Whether it shows pixels or shapes.
    pub fn is_picture(self) -> bool {
        matches!(self.about().shows, Shows::Film | Shows::Still)
    }

    /// Whether it is a film that ffmpeg makes.
    pub fn is_video(self) -> bool {
        self.about().shows == Shows::Film && encoder(self.ending()).is_none()
    }

    /// Whether it shows a film as frames that we make.
    pub fn has_frames(self) -> bool {
        encoder(self.ending()).is_some_and(|encoder| encoder.has_frames())
    }

    /// Whether a film or still in this format can have this beside its games.
    pub fn has_room_for(self, extra: Extra) -> bool {
        self.medium().is_some_and(|medium| extra.is_in(medium))
    }

    /// What a film or still in this format is; nothing for data.
    fn medium(self) -> Option<Medium> {
        if self == Self::Terminal {
            Some(Medium::Characters)
        } else if self.is_video() {
            Some(Medium::Frames)
        } else {
            encoder(self.ending()).map(|encoder| encoder.medium())
        }
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

/// The folder of files that the user gave no name.
pub const OUTPUT: &str = "output";

/// `output/NAME.gif`, where `title` has a dash for each character that is not a letter or digit.
pub fn usual_path(title: &str, suffix: &str, format: Format) -> PathBuf {
    let plain = |character: char| {
        if character.is_alphanumeric() {
            character
        } else {
            '-'
        }
    };
    let name: String = title.to_lowercase().chars().map(plain).take(60).collect();

    let name = match name.trim_matches('-') {
        "" => "pegs".to_owned(),
        // A text can be the name of a device of Windows. It has one file name on every system.
        name => without_device(name),
    };
    PathBuf::from(OUTPUT).join(format!("{name}{suffix}.{format}"))
}

/// `.gif, .svg or .png`
pub fn endings(formats: &[Format]) -> String {
    let endings: Vec<String> = formats.iter().map(|format| format!(".{format}")).collect();
    match endings.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => endings.concat(),
    }
}

/// A kind of TOML file that people write.
struct Toml {
    format: Format,
    /// How a line in each begins, and in no other kind.
    sign: &'static str,
    /// What such a file is for, to go behind its name in a sentence.
    purpose: &'static str,
    /// Where one comes from.
    source: &'static str,
}

const TOML: [Toml; 4] = [
    Toml {
        format: Format::Letters,
        sign: "[[character]]",
        purpose: ", for --font",
        source: "`pegfont font build` writes one, of designs or of a BDF, PCF, PSF, TrueType, \
                 OpenType or WOFF font",
    },
    Toml {
        format: Format::Designs,
        sign: "[[glyph]]",
        purpose: ": `pegfont font build` makes a font of it",
        source: "`pegfont font new` writes one; BDF, PCF, PSF, TrueType, OpenType and WOFF fonts \
                 are read, too",
    },
    Toml {
        format: Format::Theme,
        sign: "[peg]",
        purpose: ", for --theme",
        source: "copy one of themes/",
    },
    Toml {
        format: Format::Game,
        sign: "pegfont_game",
        purpose: ", for `pegfont render` and `pegfont play`",
        source: "`pegfont one-game` and `pegfont play` write one",
    },
];

/// What the ending of a name promises: one of these kinds. Other files can have any other name.
pub fn promised(path: &Path) -> Vec<&'static str> {
    let ending = path.extension().unwrap_or_default();
    let formats = Format::OF_FILES.map(Format::about);
    let promised = formats
        .into_iter()
        .filter(|about| about.is_promised && ending.eq_ignore_ascii_case(about.ending));
    promised.map(|about| about.kind).collect()
}

/// The bytes that a file begins with, which say what it is.
pub fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut begin = Vec::new();
    File::open(path)?
        .take(LOOKED_AT as u64)
        .read_to_end(&mut begin)?;
    Ok(begin)
}

/// What would be lost if a file of this format took the place of the one that is there: `a GIF`.
/// Nothing, if that has the same format or is empty.
pub fn replaced(path: &Path, format: Format) -> io::Result<Option<&'static str>> {
    let begin = beginning(path)?;
    if begin.is_empty() || format.is_of(&begin) {
        return Ok(None);
    }
    let own = Format::OF_FILES.iter().find(|own| own.is_of(&begin));
    Ok(Some(match own {
        Some(own) => own.kind(),
        None => foreign_kind(&begin),
    }))
}

/// What a file is that begins with these bytes and is of none of our formats.
fn foreign_kind(begin: &[u8]) -> &'static str {
    match FileKind::of(begin) {
        // The films and fonts of our own formats are known by more than these.
        FileKind::Mp4 => "a film or sound like an MP4",
        FileKind::WebM => "a Matroska film",
        FileKind::OpenType => "an OpenType font",
        kind => kind.name(),
    }
}

/// The text that a file begins with. Its last word may be cut, and is left out then.
fn text_in(begin: &[u8]) -> Option<String> {
    let is_space = |&byte: &u8| byte == b'\n' || byte == b' ';
    let whole = match begin.iter().rposition(is_space) {
        Some(end) if begin.len() == LOOKED_AT => end + 1,
        _ => begin.len(),
    };
    text_of(&begin[..whole]).ok()
}

/// The kind of TOML file that begins with these bytes.
fn toml_in(begin: &[u8]) -> Option<&'static Toml> {
    toml_kind(&text_in(begin)?)
}

/// Whether a text is one of the TOML files that people write for pegfont, with mistakes or without.
pub fn is_toml_kind(text: &str) -> bool {
    toml_kind(text).is_some()
}

fn toml_kind(text: &str) -> Option<&'static Toml> {
    TOML.iter()
        .find(|kind| text.lines().any(|line| line.starts_with(kind.sign)))
}

/// If a refused file is not of the kind with this in it: what it is, or where a right one comes
/// from, to be added to the message.
pub fn other_kind(text: &str, own: &str) -> String {
    if let Some(found) = toml_kind(text) {
        if found.sign == own {
            return String::new();
        }
        return format!("; this is {}{}", found.format.kind(), found.purpose);
    }

    match missed_kind(own) {
        Some(missed) => format!("; this is {missed}"),
        None => String::new(),
    }
}

/// What a file is not that should be of the kind with this in it, and where a right one comes from.
pub fn missed_kind(own: &str) -> Option<String> {
    let kind = TOML.iter().find(|kind| kind.sign == own)?;
    Some(format!("not {}: {}", kind.format.kind(), kind.source))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use pegfont_film::render::ENCODERS;

    #[test]
    fn every_format_that_scenes_can_be_written_in_can_be_asked_for() {
        for encoder in ENCODERS {
            let format = Format::from_ending(encoder.ending, &Format::of_films());
            let format = format.unwrap_or_else(|| panic!("a format for .{}", encoder.ending));
            assert_eq!(format.is_still(), encoder.is_still, "{format}");
        }
    }

    #[test]
    fn the_formats_of_films_have_names_of_their_own() {
        let endings: BTreeSet<&str> = Format::of_films().into_iter().map(Format::ending).collect();
        assert_eq!(endings.len(), Format::of_films().len());
    }
}
