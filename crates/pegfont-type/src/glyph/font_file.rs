//! Files of fonts for other programs: which there are, by how their names end, and how they are
//! unpacked.

mod bdf;
mod bitmaps;
mod charset;
mod outline;

use std::borrow::Cow;
use std::io::Read as _;
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::Designs;
use crate::error::Error;
pub use bitmaps::Fitting;

/// The most mebibytes of a font that is unpacked.
const MOST_MEBIBYTES: u64 = 128;

/// A kind of font for other programs. Not all of its characters can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FontFile {
    /// The bitmap fonts of terminals and microcontrollers.
    Bdf,
    /// A TrueType or OpenType font.
    Outlines,
}

/// Formats that can't be read: how the names of files end, what they are, and what makes a BDF or
/// TrueType font of them.
const OTHERS: [(&[&str], &str, &str); 4] = [
    (&["pcf"], "a PCF font", "pcf2bdf -o font.bdf"),
    (
        &["psf", "psfu"],
        "a console font (PSF)",
        "monobit-convert font.psf to font.bdf",
    ),
    (
        &["hex"],
        "a font in the .hex format of Unifont",
        "hex2bdf < font.hex > font.bdf",
    ),
    (&["woff", "woff2"], "a web font", "woff2_decompress"),
];

impl FontFile {
    /// The kind of a file with this name, which gzip may have packed, if it is such a font.
    ///
    /// # Errors
    /// If it is a font in a format that can't be read: what makes another one of it.
    pub fn of(name: &str) -> Result<Option<Self>, Error> {
        let path = Path::new(name);
        let ending = |path: &Path| Some(path.extension()?.to_string_lossy().to_ascii_lowercase());
        let is_packed = ending(path).as_deref() == Some("gz");
        let bare = if is_packed {
            path.with_extension("")
        } else {
            path.to_owned()
        };
        let ending = ending(&bare).unwrap_or_default();
        let other = OTHERS
            .iter()
            .find(|(endings, ..)| endings.contains(&&*ending));
        if let Some((_, what, by)) = other {
            let what = format!(
                "{what} can't be read: `{by}` makes a font of it that can; packages often have an .otb, .bdf or .ttf, too"
            );
            return Err(Error::in_file(name, 0, what));
        }
        Ok(match &*ending {
            "bdf" => Some(Self::Bdf),
            "ttf" | "otf" | "ttc" | "otb" => Some(Self::Outlines),
            _ => None,
        })
    }
}

impl Designs {
    /// Parses the characters of a TrueType or OpenType font, if the name ends like that of one, or
    /// those of a BDF font whose codes stand for characters of Unicode by its charset. gzip may
    /// have packed the file.
    ///
    /// ```
    /// use pegfont_type::glyph::{Designs, Fitting};
    /// let bdf = include_bytes!("../../../../examples/faces/spleen-8x16.bdf");
    /// let designs = Designs::parse_font("spleen-8x16.bdf", bdf, &Fitting::default())?;
    /// assert_eq!(designs.board().to_string(), "8x16");
    /// # Ok::<(), pegfont_type::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the file is not such a font, or none of its characters fits.
    pub fn parse_font(name: &str, file: &[u8], fitting: &Fitting) -> Result<Self, Error> {
        let file = unpacked(name, file)?;
        let bitmaps = match FontFile::of(name)? {
            Some(FontFile::Outlines) => outline::parse(name, &file, fitting)?,
            _ => bdf::parse(name, &file)?,
        };
        bitmaps::lay(name, bitmaps, fitting)
    }
}

/// The bytes of a file, unpacked if gzip has packed them.
fn unpacked<'b>(name: &str, bytes: &'b [u8]) -> Result<Cow<'b, [u8]>, Error> {
    if !bytes.starts_with(b"\x1f\x8b") {
        return Ok(bytes.into());
    }
    let (mut unpacked, most) = (Vec::new(), MOST_MEBIBYTES << 20);
    let read = MultiGzDecoder::new(bytes)
        .take(most + 1)
        .read_to_end(&mut unpacked);
    read.map_err(|error| Error::new(format_args!("can't unpack {name}: {error}")))?;
    let is_small = unpacked.len() as u64 <= most;
    ensure!(
        is_small,
        "{name} unpacks to more than {MOST_MEBIBYTES} MiB, which is the limit"
    );
    Ok(unpacked.into())
}
