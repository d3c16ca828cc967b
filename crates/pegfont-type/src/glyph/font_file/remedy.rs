//! What to do with a file that is not read as a font: which command makes a readable font of it.
//! Each command was run, as it is written here, on a file with the usual name and on one without an
//! ending.

use std::path::{Path, PathBuf};

use super::FONTS_READ;
use pegfont_base::file_kind::FileKind;
use pegfont_base::words::{STANDARD_INPUT, in_shell};

/// Why a file of this kind is refused, and what to do.
pub(super) fn refusal(name: &str, kind: FileKind) -> String {
    let what = kind.name();

    match remedy(&NamedFile::of(name), kind) {
        Some(remedy) => format!("this is {what}; {FONTS_READ}: {remedy}"),
        None => format!("this is {what}, not a font; {FONTS_READ}"),
    }
}

/// The file that another program is to read.
struct NamedFile {
    path: PathBuf,
}

impl NamedFile {
    fn of(name: &str) -> Self {
        let path = if name == STANDARD_INPUT {
            "FILE".into()
        } else if name.starts_with('-') {
            // Otherwise, it would be an option.
            Path::new(".").join(name)
        } else {
            name.into()
        };
        Self { path }
    }

    /// Its name in a command.
    fn file(&self) -> String {
        in_shell(&self.path.to_string_lossy())
    }

    /// The name of what is made of it, with another ending.
    fn with(&self, ending: &str) -> String {
        in_shell(&self.path.with_extension(ending).to_string_lossy())
    }

    /// The name of what is unpacked from it: the same without this ending, if it has it.
    fn without(&self, ending: &str) -> String {
        let has_ending = self.path.extension() == Some(ending.as_ref());
        self.with(if has_ending { "" } else { "unpacked" })
    }

    /// A conversion by monobit. It gives codes to characters that have names only.
    fn by_monobit(&self, options: &str) -> String {
        let file = self.file();
        let made = self.with("bdf");

        format!(
            "`monobit-convert {file} {options}label -codepoint-from=unicode to {made}` makes a BDF \
             font of it (`pip install monobit`)"
        )
    }

    fn by_fontforge(&self) -> String {
        let file = self.file();
        let made = self.with("otf");

        format!(
            "`fontforge -lang=ff -c 'Open($1); Generate($2)' {file} {made}` makes an OpenType font \
             of it (Debian's package fontforge-nox)"
        )
    }
}

/// What makes a readable font of a file.
fn remedy(named: &NamedFile, kind: FileKind) -> Option<String> {
    let file = named.file();
    let unpacked = |by: &str, ending: &str| {
        let made = named.without(ending);
        format!("`{by} -dc {file} > {made}` unpacks it")
    };

    Some(match kind {
        FileKind::Woff2 => format!(
            "`woff2_decompress {file}` makes {} of it (Debian's package woff2)",
            named.with("ttf")
        ),
        FileKind::Eot => format!(
            "`eot2ttf {file} {}` makes a TrueType font of it (Debian's package eot2ttf)",
            named.with("ttf")
        ),
        FileKind::Type1 | FileKind::FontForge | FileKind::SvgFont | FileKind::Dfont => {
            named.by_fontforge()
        }
        FileKind::Ttx => format!("`ttx {file}` makes a font of it (`pip install fonttools`)"),
        FileKind::Hex => named.by_monobit("-format=unifont "),
        FileKind::Yaff | FileKind::BmFont | FileKind::WindowsFont | FileKind::TeX => {
            named.by_monobit("")
        }
        FileKind::Png | FileKind::Gif | FileKind::Bmp => {
            let options = "-grid -cell=8x16 -padding=0x0 -first-codepoint=32 ";
            format!(
                "if its characters stand in cells of 8 x 16 pixels, the space first, {}",
                named.by_monobit(options)
            )
        }
        FileKind::CSource | FileKind::Grub => {
            "it was made of another font, such as a BDF or TrueType font: give that".to_owned()
        }
        FileKind::Glif => "it is a part of a font: `fontmake -u FONT.ufo -o ttf` makes a TrueType \
                           font of all parts (`pip install fontmake`)"
            .to_owned(),
        FileKind::Zip => format!("`unzip {file}` unpacks it; then give a font in it"),
        FileKind::SevenZip => format!("`7z x {file}` unpacks it; then give a font in it"),
        FileKind::Xz => unpacked("xz", "xz"),
        FileKind::Bzip2 => unpacked("bzip2", "bz2"),
        FileKind::Zstandard => unpacked("zstd", "zst"),
        FileKind::Archive => "unpack it, then give a font in it".to_owned(),
        _ => return None,
    })
}
