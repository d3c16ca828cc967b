//! Files of fonts for other programs: which are read, as their first bytes say, how they are
//! unpacked, and what makes a readable font of another one.

mod bdf;
mod bitmaps;
mod charset;
mod numbers;
mod outline;
mod pcf;
mod pen;
mod psf;
mod remedy;
mod sfnt;
mod woff;

use std::borrow::Cow;
use std::io::Read as _;
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::Designs;
use crate::error::Error;
pub use bitmaps::Fitting;
use pegfont_base::file_kind::FileKind;
pub use pen::PathPen;

/// The most mebibytes of a font that is unpacked.
const MOST_MEBIBYTES: u64 = 128;

/// The formats of fonts that are read, in a message.
pub const FONTS_READ: &str = "BDF, PCF, PSF, TrueType, OpenType and WOFF fonts are read";

/// A font for other programs, whose characters can't all be reached.
///
/// ```
/// use pegfont_type::glyph::{Fitting, FontFile};
/// let bdf = b"STARTFONT 2.1\nFONT one\nSIZE 3 75 75\nFONTBOUNDINGBOX 3 3 0 0\nCHARS 1\n\
///     STARTCHAR plus\nENCODING 43\nSWIDTH 500 0\nDWIDTH 3 0\nBBX 3 3 0 0\nBITMAP\n\
///     40\nE0\n40\nENDCHAR\nENDFONT\n";
/// let font = FontFile::open("plus.bdf", bdf)?.expect("it is a font");
/// assert!(!font.has_outlines());
/// assert_eq!(font.designs(&Fitting::default())?.board().to_string(), "3x3");
/// # Ok::<(), pegfont_type::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FontFile<'b> {
    name: String,
    format: FontFormat,
    /// Its bytes, as they were before gzip packed them.
    bytes: Cow<'b, [u8]>,
}

/// How a font is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FontFormat {
    Bdf,
    Pcf,
    Psf,
    /// TrueType or OpenType.
    Outlines,
    /// The same, packed for the web.
    Woff,
}

impl<'b> FontFile<'b> {
    /// The font in a file, which gzip may have packed; `None` if the file may be one that people
    /// write, such as a glyph file. Errors refer to it as `name`.
    ///
    /// # Errors
    /// If the file is of another kind: what it is, and if it is a font, what makes a readable one
    /// of it.
    pub fn open(name: &str, file: &'b [u8]) -> Result<Option<Self>, Error> {
        let bytes = unpacked(name, file)?;

        let format = match FileKind::of(&bytes) {
            FileKind::Bdf => FontFormat::Bdf,
            FileKind::Pcf => FontFormat::Pcf,
            FileKind::Psf => FontFormat::Psf,
            FileKind::OpenType | FileKind::OpenTypeCollection => FontFormat::Outlines,
            FileKind::Woff => FontFormat::Woff,
            // What is damaged at its beginning is known by its name alone.
            FileKind::Text | FileKind::Data | FileKind::Empty => match FontFormat::of_name(name) {
                Some(format) => format,
                None => return Ok(None),
            },
            kind => return Err(Error::in_file(name, 0, remedy::refusal(name, kind))),
        };

        Ok(Some(Self {
            name: name.to_owned(),
            format,
            bytes,
        }))
    }

    /// Whether it is drawn at a size in pixels per em.
    pub fn has_outlines(&self) -> bool {
        matches!(self.format, FontFormat::Outlines | FontFormat::Woff)
    }

    /// The characters of the font. Codes of a bitmap font stand for characters of Unicode by its
    /// charset.
    ///
    /// # Errors
    /// If the font is damaged, or none of its characters fits.
    pub fn designs(&self, fitting: &Fitting) -> Result<Designs, Error> {
        let name = self.name.as_str();

        let bitmaps = match self.format {
            FontFormat::Bdf => bdf::parse(name, &self.bytes)?,
            FontFormat::Pcf => pcf::parse(name, &self.bytes)?,
            FontFormat::Psf => psf::parse(name, &self.bytes)?,
            FontFormat::Outlines => outline::parse(name, &self.bytes, fitting)?,
            FontFormat::Woff => {
                let font =
                    woff::unpack(&self.bytes).map_err(|what| Error::in_file(name, 0, what))?;
                outline::parse(name, &font, fitting)?
            }
        };

        bitmaps::lay(name, bitmaps, fitting)
    }
}

impl FontFormat {
    /// The format of a file whose bytes say nothing, by how its name ends.
    fn of_name(name: &str) -> Option<Self> {
        let ending = |path: &Path| Some(path.extension()?.to_string_lossy().to_ascii_lowercase());
        let path = Path::new(name);
        let is_packed = ending(path).as_deref() == Some("gz");
        let bare = if is_packed {
            path.with_extension("")
        } else {
            path.to_owned()
        };

        match ending(&bare)?.as_str() {
            "bdf" => Some(Self::Bdf),
            "pcf" => Some(Self::Pcf),
            "psf" | "psfu" => Some(Self::Psf),
            "ttf" | "otf" | "ttc" | "otc" | "otb" => Some(Self::Outlines),
            "woff" => Some(Self::Woff),
            _ => None,
        }
    }
}

impl Designs {
    /// Parses the characters of a [font for other programs](FontFile).
    ///
    /// # Errors
    /// If the file is not such a font, or none of its characters fits.
    pub fn parse_font(name: &str, file: &[u8], fitting: &Fitting) -> Result<Self, Error> {
        let Some(font) = FontFile::open(name, file)? else {
            let what = format!("this is not a font: {FONTS_READ}");
            return Err(Error::in_file(name, 0, what));
        };

        font.designs(fitting)
    }
}

/// The bytes of a file, unpacked if gzip has packed them.
fn unpacked<'b>(name: &str, bytes: &'b [u8]) -> Result<Cow<'b, [u8]>, Error> {
    if FileKind::of(bytes) != FileKind::Gzip {
        return Ok(bytes.into());
    }

    let most = MOST_MEBIBYTES << 20;
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(bytes)
        .take(most + 1)
        .read_to_end(&mut unpacked)
        .map_err(|error| Error::new(format_args!("can't unpack {name}: {error}")))?;
    ensure!(
        unpacked.len() as u64 <= most,
        "{name} unpacks to more than {MOST_MEBIBYTES} MiB, which is the limit"
    );
    Ok(unpacked.into())
}
