//! What a file is, as its first bytes say; how its name ends is not looked at. It knows more kinds
//! of files than pegfont reads, so that a message can name one that can't be read.

use FileKind::{
    Archive, Avif, Bdf, BmFont, Bmp, Bzip2, CSource, Cursor, Data, Dfont, Document, Empty, Eot,
    FontForge, Gif, Glif, Grub, Gzip, Heic, Hex, Html, Ico, Jpeg, Jpeg2000, JpegXl, Json, Mp4,
    Netpbm, OldOffice, OpenType, OpenTypeCollection, Pcf, Pdf, Photoshop, Png, PostScript, Program,
    Psf, Qoi, Rtf, SevenZip, Spreadsheet, Svg, SvgFont, TeX, Text, Tiff, Ttx, Type1, VCard, WebM,
    WebP, WindowsFont, Woff, Woff2, Xcf, Xml, Xz, Yaff, Zip, Zstandard,
};

use crate::words::text_of;

/// How many bytes of a file are looked at.
pub const LOOKED_AT: usize = 1 << 14;

/// A kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FileKind {
    /// A file without bytes.
    Empty,
    /// A PNG, animated or not.
    Png,
    /// A GIF.
    Gif,
    /// A JPEG.
    Jpeg,
    /// A WebP.
    WebP,
    /// A Windows bitmap.
    Bmp,
    /// A TIFF.
    Tiff,
    /// A Windows icon.
    Ico,
    /// A Windows cursor.
    Cursor,
    /// A Photoshop document.
    Photoshop,
    /// A GIMP image.
    Xcf,
    /// An AVIF.
    Avif,
    /// A HEIC, as iPhones write it.
    Heic,
    /// A JPEG XL.
    JpegXl,
    /// A JPEG 2000.
    Jpeg2000,
    /// A PBM, PGM or PPM.
    Netpbm,
    /// A QOI.
    Qoi,
    /// An SVG that draws a picture.
    Svg,
    /// A PDF.
    Pdf,
    /// A PostScript or EPS file that is no font.
    PostScript,
    /// An MP4, or a film of its family.
    Mp4,
    /// A WebM, or another Matroska film.
    WebM,
    /// One TrueType or OpenType font.
    OpenType,
    /// Several TrueType or OpenType fonts in one file.
    OpenTypeCollection,
    /// A WOFF 1.
    Woff,
    /// A WOFF2.
    Woff2,
    /// An Embedded OpenType font.
    Eot,
    /// A font as a resource of old Macs.
    Dfont,
    /// A Type 1 font of PostScript: .pfa or .pfb.
    Type1,
    /// A font as FontForge saves it.
    FontForge,
    /// An SVG that is a font.
    SvgFont,
    /// The XML that fontTools makes of a font.
    Ttx,
    /// A glyph of a UFO font.
    Glif,
    /// A BDF font.
    Bdf,
    /// A PCF font.
    Pcf,
    /// A console font of Linux.
    Psf,
    /// A font in the .hex format of Unifont.
    Hex,
    /// A YAFF font of monobit.
    Yaff,
    /// A BMFont: text, XML or binary.
    BmFont,
    /// A bitmap font of Windows: .fon or .fnt.
    WindowsFont,
    /// A font of GRUB.
    Grub,
    /// A bitmap font of TeX.
    TeX,
    /// C source.
    CSource,
    /// A file packed by gzip.
    Gzip,
    /// A file packed by xz.
    Xz,
    /// A file packed by bzip2.
    Bzip2,
    /// A file packed by Zstandard.
    Zstandard,
    /// A ZIP that is no document.
    Zip,
    /// A 7z.
    SevenZip,
    /// A tar or RAR archive.
    Archive,
    /// A spreadsheet of Excel or LibreOffice.
    Spreadsheet,
    /// A document of Word or LibreOffice.
    Document,
    /// A document of Word, Excel or PowerPoint before 2007.
    OldOffice,
    /// Rich Text.
    Rtf,
    /// A web page.
    Html,
    /// Other XML.
    Xml,
    /// Contacts of an address book.
    VCard,
    /// JSON.
    Json,
    /// A program or library.
    Program,
    /// Text of no kind in this list.
    Text,
    /// Bytes of no kind in this list.
    Data,
}

/// The bytes that files of a kind have at a place.
struct Signature {
    at: usize,
    bytes: &'static [u8],
    kind: FileKind,
}

const fn signed(at: usize, bytes: &'static [u8], kind: FileKind) -> Signature {
    Signature { at, bytes, kind }
}

/// A more special signature stands before a more general one.
const SIGNATURES: [Signature; 62] = [
    signed(0, b"\x89PNG", Png),
    signed(0, b"GIF8", Gif),
    signed(0, b"\xff\xd8\xff", Jpeg),
    signed(8, b"WEBP", WebP),
    signed(0, b"II*\0", Tiff),
    signed(0, b"MM\0*", Tiff),
    signed(0, b"II+\0", Tiff),
    signed(0, b"MM\0+", Tiff),
    // The length of what such a file begins with; an icon has the number of its pictures next.
    signed(0, b"\0\0\x01\0\0", Dfont),
    signed(0, b"\0\0\x01\0", Ico),
    signed(0, b"\0\0\x02\0", Cursor),
    signed(0, b"8BPS", Photoshop),
    signed(0, b"gimp xcf", Xcf),
    signed(4, b"ftypavif", Avif),
    signed(4, b"ftypavis", Avif),
    signed(4, b"ftyphe", Heic),
    signed(4, b"ftypmif1", Heic),
    signed(4, b"ftypmsf1", Heic),
    signed(4, b"ftyp", Mp4),
    signed(0, b"\x1a\x45\xdf\xa3", WebM),
    signed(0, b"\xff\x0a", JpegXl),
    signed(4, b"JXL \x0d\x0a\x87\x0a", JpegXl),
    signed(4, b"jP  \x0d\x0a\x87\x0a", Jpeg2000),
    signed(0, b"\xff\x4f\xff\x51", Jpeg2000),
    signed(0, b"qoif", Qoi),
    signed(0, b"%PDF", Pdf),
    signed(0, b"%!PS-AdobeFont", Type1),
    signed(0, b"%!FontType1", Type1),
    signed(0, b"\x80\x01", Type1),
    signed(0, b"%!", PostScript),
    signed(0, b"\xc5\xd0\xd3\xc6", PostScript),
    signed(0, b"\0\x01\0\0", OpenType),
    signed(0, b"true\0", OpenType),
    signed(0, b"OTTO", OpenType),
    signed(0, b"ttcf", OpenTypeCollection),
    signed(0, b"wOFF", Woff),
    signed(0, b"wOF2", Woff2),
    signed(0, b"\x01fcp", Pcf),
    signed(0, b"\x36\x04", Psf),
    signed(0, b"\x72\xb5\x4a\x86", Psf),
    signed(0, b"BMF\x03", BmFont),
    signed(0, b"FILE\0\0\0\x04PFF2", Grub),
    signed(0, b"\xf7\x59", TeX),
    signed(0, b"\xf7\x83", TeX),
    signed(0, b"\x1f\x8b", Gzip),
    signed(0, b"\xfd7zXZ\0", Xz),
    signed(0, b"BZh", Bzip2),
    signed(0, b"\x28\xb5\x2f\xfd", Zstandard),
    signed(0, b"7z\xbc\xaf\x27\x1c", SevenZip),
    signed(0, b"Rar!\x1a", Archive),
    signed(257, b"ustar", Archive),
    signed(0, b"PK\x05\x06", Zip),
    signed(0, b"PK\x03\x04", Zip),
    signed(0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OldOffice),
    signed(0, b"{\\rtf", Rtf),
    signed(0, b"SplineFontDB:", FontForge),
    signed(0, b"STARTFONT", Bdf),
    signed(0, b"info face=", BmFont),
    signed(0, b"\x7fELF", Program),
    signed(0, b"\xcf\xfa\xed\xfe", Program),
    signed(0, b"\xca\xfe\xba\xbe", Program),
    signed(0, b"\0asm", Program),
];

impl FileKind {
    /// What a file is that begins with these bytes: the whole file, or its first [`LOOKED_AT`].
    ///
    /// ```
    /// use pegfont_base::file_kind::FileKind;
    /// let kind = FileKind::of(b"II*\0\x08\0\0\0");
    /// assert_eq!(kind, FileKind::Tiff);
    /// assert_eq!(kind.name(), "a TIFF picture");
    /// ```
    pub fn of(bytes: &[u8]) -> Self {
        let bytes = &bytes[..bytes.len().min(LOOKED_AT)];
        if bytes.is_empty() {
            return Empty;
        }

        let has =
            |at: usize, sign: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(sign));
        let is_signed = |signature: &&Signature| has(signature.at, signature.bytes);
        match SIGNATURES.iter().find(is_signed) {
            Some(Signature { kind: Zip, .. }) => return zipped(bytes),
            Some(signature) => return signature.kind,
            None => {}
        }

        // The version of an EOT comes before a number that every such font has.
        let has_version = has(10, &[1, 0]) || has(10, &[2, 0]);
        if has(0, b"BM") && has(15, &[0; 3]) {
            Bmp
        } else if is_netpbm(bytes) {
            Netpbm
        } else if has(0, b"MZ") {
            of_windows(bytes)
        } else if is_windows_font(bytes) {
            WindowsFont
        } else if has(34, b"LP") && has_version {
            Eot
        } else if let Some(text) = text_in(bytes) {
            of_text(&text)
        } else {
            Data
        }
    }

    /// Its name in a message: `a TIFF picture`.
    #[expect(clippy::too_many_lines, reason = "a line for each kind")]
    pub const fn name(self) -> &'static str {
        match self {
            Empty => "an empty file",
            Png => "a PNG picture",
            Gif => "a GIF",
            Jpeg => "a JPEG picture",
            WebP => "a WebP picture",
            Bmp => "a BMP picture",
            Tiff => "a TIFF picture",
            Ico => "a Windows icon",
            Cursor => "a Windows cursor",
            Photoshop => "a Photoshop picture",
            Xcf => "a GIMP picture",
            Avif => "an AVIF picture",
            Heic => "a HEIC picture",
            JpegXl => "a JPEG XL picture",
            Jpeg2000 => "a JPEG 2000 picture",
            Netpbm => "a PBM, PGM or PPM picture",
            Qoi => "a QOI picture",
            Svg => "an SVG picture",
            Pdf => "a PDF",
            PostScript => "a PostScript file",
            Mp4 => "an MP4 film",
            WebM => "a WebM film",
            OpenType => "a TrueType or OpenType font",
            OpenTypeCollection => "a collection of TrueType or OpenType fonts",
            Woff => "a WOFF web font",
            Woff2 => "a WOFF2 web font",
            Eot => "an EOT web font",
            Dfont => "a Mac font (.dfont)",
            Type1 => "a Type 1 font",
            FontForge => "a font of FontForge (.sfd)",
            SvgFont => "an SVG font",
            Ttx => "a font in fontTools' XML (.ttx)",
            Glif => "a glyph of a UFO font",
            Bdf => "a BDF font",
            Pcf => "a PCF font",
            Psf => "a console font (PSF)",
            Hex => "a font in the .hex format of Unifont",
            Yaff => "a YAFF font",
            BmFont => "a BMFont",
            WindowsFont => "a bitmap font of Windows (.fon or .fnt)",
            Grub => "a font of GRUB (.pf2)",
            TeX => "a bitmap font of TeX (PK or GF)",
            CSource => "C source",
            Gzip => "a file packed by gzip",
            Xz => "a file packed by xz",
            Bzip2 => "a file packed by bzip2",
            Zstandard => "a file packed by zstd",
            Zip => "a ZIP archive",
            SevenZip => "a 7z archive",
            Archive => "an archive",
            Spreadsheet => "a spreadsheet",
            Document => "a word processor's document",
            OldOffice => "a Word, Excel or PowerPoint document",
            Rtf => "a Rich Text document (RTF)",
            Html => "a web page",
            Xml => "an XML file",
            VCard => "a list of contacts (vCard)",
            Json => "a JSON file",
            Program => "a program",
            Text => "a text",
            Data => "a file of unknown kind",
        }
    }

    /// Whether it is a picture, be it one that pegfont reads or not.
    pub const fn is_picture(self) -> bool {
        matches!(
            self,
            Png | Gif
                | Jpeg
                | WebP
                | Bmp
                | Tiff
                | Ico
                | Cursor
                | Photoshop
                | Xcf
                | Avif
                | Heic
                | JpegXl
                | Jpeg2000
                | Netpbm
                | Qoi
                | Svg
                | Pdf
                | PostScript
        )
    }
}

/// What a ZIP is, by the names of its first files.
fn zipped(bytes: &[u8]) -> FileKind {
    let holds = |name: &[u8]| bytes.windows(name.len()).any(|part| part == name);
    let is_spreadsheet = holds(b"xl/") || holds(b"opendocument.spreadsheet");
    let is_document = [
        &b"word/"[..],
        b"ppt/",
        b"opendocument.",
        b"application/epub",
    ]
    .iter()
    .any(|name| holds(name));

    if is_spreadsheet {
        Spreadsheet
    } else if is_document || holds(b"[Content_Types].xml") {
        Document
    } else {
        Zip
    }
}

/// Whether a file begins as a PBM, PGM or PPM does: with a number, a space, and a width or a
/// comment.
fn is_netpbm(bytes: &[u8]) -> bool {
    let [b'P', number, space, first, ..] = bytes else {
        return false;
    };
    (b'1'..=b'6').contains(number)
        && [b' ', b'\n', b'\r'].contains(space)
        && (first.is_ascii_digit() || *first == b'#')
}

/// What a program of DOS or Windows is. A library of 16 bits is a font: hardly any other is left.
fn of_windows(bytes: &[u8]) -> FileKind {
    let place = bytes
        .get(0x3c..0x40)
        .and_then(|place| place.try_into().ok());
    let at = place.map_or(0, u32::from_le_bytes) as usize;

    let is_new = bytes.get(at..).is_some_and(|rest| rest.starts_with(b"NE"));
    if is_new { WindowsFont } else { Program }
}

/// Whether a file is a .fnt of Windows 2 or 3: the version, the length, and a copyright in a field
/// of 60 bytes.
fn is_windows_font(bytes: &[u8]) -> bool {
    let [0, 2 | 3, ..] = bytes else { return false };

    let is_plain = |&byte: &u8| byte == 0 || byte == 0xa9 || (b' '..=b'~').contains(&byte);
    let copyright = bytes.get(6..66);
    copyright.is_some_and(|field| field.iter().all(is_plain))
}

/// The text that a file begins with, if it is text. A character that is cut at the end is left out.
fn text_in(bytes: &[u8]) -> Option<String> {
    let whole = match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    };
    text_of(whole).ok()
}

/// What a text is, by its first lines.
fn of_text(text: &str) -> FileKind {
    let begin = text.trim_start();
    let lower = begin.to_ascii_lowercase();

    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        return Html;
    }
    if begin.starts_with('<') {
        return of_xml(begin);
    }
    if lower.starts_with("begin:vcard") {
        return VCard;
    }
    if is_json(begin) {
        return Json;
    }

    let is_comment = |line: &str| line.starts_with("COMMENT") || line.starts_with('#');
    let mut lines = begin.lines().map(str::trim_end);
    let first = lines
        .find(|line| !line.is_empty() && !is_comment(line))
        .unwrap_or_default();

    if first.starts_with("STARTFONT") {
        Bdf
    } else if is_hex(first) {
        Hex
    } else if is_yaff(begin) {
        Yaff
    } else if is_c(begin) {
        CSource
    } else {
        Text
    }
}

/// What an XML file is.
fn of_xml(text: &str) -> FileKind {
    if text.contains("<svg") {
        // The shapes of a font that is only part of a picture are drawn in the picture.
        let is_font = text.contains("<font-face") || text.contains("<font ");
        if is_font { SvgFont } else { Svg }
    } else if text.contains("<ttFont") {
        Ttx
    } else if text.contains("<glyph name=") {
        Glif
    } else if text.contains("<font") && text.contains("<info face=") {
        BmFont
    } else {
        Xml
    }
}

/// Whether a text begins with a list or an object of JSON. Lists in other texts begin with
/// brackets, too: `[ ] Ada`, `[[glyph]]`.
fn is_json(text: &str) -> bool {
    let inside = |text: &str| text.trim_start().starts_with(['"', '}']);
    if let Some(object) = text.strip_prefix('{') {
        return inside(object);
    }

    let is_bracket = |character: char| character == '[' || character.is_whitespace();
    let in_lists = text.trim_start_matches(is_bracket);
    let is_value = in_lists.starts_with('"') || in_lists.strip_prefix('{').is_some_and(inside);
    text.starts_with('[') && is_value
}

/// Whether a line is a character of Unifont: its code, and 16 or 32 bytes.
fn is_hex(line: &str) -> bool {
    let Some((code, digits)) = line.split_once(':') else {
        return false;
    };
    let is_hexadecimal = |text: &str| text.bytes().all(|digit| digit.is_ascii_hexdigit());
    (4..=6).contains(&code.len())
        && [32, 64].contains(&digits.len())
        && is_hexadecimal(code)
        && is_hexadecimal(digits)
}

/// Whether a row of ink stands below a label, as in the fonts of monobit.
fn is_yaff(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let is_label = |line: &str| line.ends_with(':') && !line.starts_with([' ', '\t']);
    let is_row = |line: &str| {
        let row = line.trim_start();
        !row.is_empty() && row.len() < line.len() && row.bytes().all(|ink| b".@".contains(&ink))
    };

    lines
        .windows(2)
        .any(|pair| is_label(pair[0]) && is_row(pair[1]))
}

/// Whether a text is C: an array of numbers, as programs for small screens have their fonts.
fn is_c(text: &str) -> bool {
    let mut words = text.split(|one: char| !one.is_alphanumeric() && one != '_');
    let has_word = words.any(|word| ["const", "static", "struct", "unsigned"].contains(&word));

    let has_array = text.contains("[]") || text.contains('[') && text.contains("= {");
    has_word && has_array && text.contains('{')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signature_is_recognized_wherever_it_stands() {
        for Signature { at, bytes, kind } in SIGNATURES {
            let mut file = vec![0xaa; 300];
            file[at..at + bytes.len()].copy_from_slice(bytes);
            assert_eq!(FileKind::of(&file), kind, "{:?}", bytes.escape_ascii());
        }
    }

    #[test]
    fn texts_are_known_by_what_is_in_them() {
        let texts = [
            ("", Empty),
            ("STARTFONT 2.1\n", Bdf),
            ("COMMENT made by hand\nSTARTFONT 2.1\n", Bdf),
            ("\u{feff}STARTFONT 2.1\n", Bdf),
            ("0041:0000000018242442427E424242420000\n", Hex),
            ("name: Tiny\nu+0041:\n    .@@.\n    @..@\n", Yaff),
            ("SplineFontDB: 3.2\n", FontForge),
            ("info face=\"Tiny\" size=8\n", BmFont),
            (
                "<?xml version=\"1.0\"?>\n<font>\n<info face=\"Tiny\"/></font>",
                BmFont,
            ),
            ("<?xml version=\"1.0\"?>\n<ttFont sfntVersion=\"\">", Ttx),
            ("<glyph name=\"A\" format=\"2\">", Glif),
            ("<svg xmlns=\"\"><circle r=\"1\"/></svg>", Svg),
            ("<svg xmlns=\"\"><defs><font id=\"a\"><font-face/>", SvgFont),
            ("<!DOCTYPE html>\n<title>a</title>", Html),
            ("<note/>", Xml),
            ("%!PS-AdobeFont-1.0: Tiny\n", Type1),
            ("%!PS-Adobe-3.0 EPSF-3.0\n", PostScript),
            (
                "const uint8_t bitmap[] PROGMEM = { 0x00, 0x18 };\n",
                CSource,
            ),
            ("static const unsigned char font[2] = {0, 1};\n", CSource),
            ("P1\n2 2\n0 1 1 0\n", Netpbm),
            ("{\\rtf1\\ansi Ada}", Rtf),
            (
                "[[glyph]]\nchar = \"A\"\nrows = \"\"\"\n.#.\n\"\"\"\n",
                Text,
            ),
            ("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\n", VCard),
            ("[\"Ada\", \"Grace\"]\n", Json),
            ("[\n  {\n    \"name\": \"Ada\"\n  }\n]\n", Json),
            ("{\"names\": [\"Ada\"]}", Json),
            ("{}", Json),
            ("[ ] Ada\n[x] Grace\n", Text),
            ("[Ada]\n", Text),
            ("{Ada}\n", Text),
            ("Ada, Grace, Sofia", Text),
            ("BMX\nPeter\n", Text),
            ("true\n", Text),
        ];
        for (text, kind) in texts {
            assert_eq!(FileKind::of(text.as_bytes()), kind, "{text}");
        }
    }

    #[test]
    fn binary_files_are_told_apart_by_more_than_two_bytes() {
        let mut bmp = b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0".to_vec();
        bmp.resize(70, 0);
        let mut fon = b"MZ".to_vec();
        fon.resize(0x80, 0);
        fon[0x3c] = 0x40;
        let program = fon.clone();
        fon[0x40..0x42].copy_from_slice(b"NE");
        let mut fnt = b"\0\x03\x60\0\0\0(c) Nobody".to_vec();
        fnt.resize(118, 0);
        let mut eot = vec![0; 40];
        eot[8..12].copy_from_slice(&[1, 0, 2, 0]);
        eot[34..36].copy_from_slice(b"LP");
        let zip = |name: &str| [b"PK\x03\x04", name.as_bytes()].concat();

        assert_eq!(FileKind::of(&bmp), Bmp);
        assert_eq!(FileKind::of(&fon), WindowsFont);
        assert_eq!(FileKind::of(&program), Program);
        assert_eq!(FileKind::of(&fnt), WindowsFont);
        assert_eq!(FileKind::of(&eot), Eot);
        assert_eq!(FileKind::of(&zip("fonts/a.ttf")), Zip);
        assert_eq!(
            FileKind::of(&zip("[Content_Types].xml xl/workbook.xml")),
            Spreadsheet
        );
        assert_eq!(
            FileKind::of(&zip("[Content_Types].xml word/document.xml")),
            Document
        );
        assert_eq!(
            FileKind::of(&zip(
                "mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
            )),
            Spreadsheet
        );
        assert_eq!(FileKind::of(b"\xf0\x01\x02\x03"), Data);
    }

    #[test]
    fn a_text_that_is_cut_inside_a_character_is_a_text() {
        for start in 0..4 {
            let text = "a".repeat(start) + &"\u{1f600}".repeat(LOOKED_AT);
            assert_eq!(FileKind::of(text.as_bytes()), Text);
        }
    }
}
