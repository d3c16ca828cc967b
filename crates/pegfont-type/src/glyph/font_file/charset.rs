//! The charset of a bitmap font: which character a code stands for. Knows no bitmaps.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, WINDOWS_874};

use pegfont_base::words::only_character;

/// How the codes of a font are read.
pub(super) struct Charset {
    /// Its name, such as `iso8859-2`.
    pub name: String,
    codes: Codes,
}

#[derive(Clone, Copy)]
enum Codes {
    /// Code points of Unicode, of which Latin-1 is the beginning.
    Unicode,
    /// The font's own codes, or codes of which nothing is said.
    Unknown,
    /// Bytes of this encoding, with these bits and this byte before them.
    Bytes(&'static Encoding, u32, &'static [u8]),
}

impl Charset {
    /// The charset that a font's properties name, or else its name.
    pub fn of_bdf(text: &str) -> Result<Self, String> {
        let head = || {
            text.lines()
                .map(str::trim)
                .take_while(|line| !line.starts_with("STARTCHAR"))
        };
        let value = |key: &str| {
            let found = head().find_map(|line| line.strip_prefix(key)?.strip_prefix([' ', '\t']));
            found.map(|value| value.trim_matches([' ', '\t', '"']).to_owned())
        };

        Self::named(value)
    }

    /// The charset by the values of CHARSET_REGISTRY and CHARSET_ENCODING, or the end of FONT.
    pub fn named(value: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let value = |key| value(key).map(|value| value.to_ascii_lowercase());

        // The last two of the fourteen parts of a name say it.
        let full = value("FONT")
            .filter(|name| name.matches('-').count() == 14)
            .unwrap_or_default();
        let mut parts = full.rsplit('-').map(str::to_owned);
        let last = parts.next();
        let before_last = parts.next();
        let encoding = value("CHARSET_ENCODING").or(last).unwrap_or_default();
        let registry = value("CHARSET_REGISTRY")
            .or(before_last)
            .unwrap_or_default();
        let name = format!("{registry}-{encoding}");

        // The year of a standard.
        let base = registry.split('.').next().unwrap_or_default();
        let codes = match (base, encoding.as_str()) {
            ("iso10646", _) | ("iso8859", "1") | ("iso646" | "ascii", _) => Some(Codes::Unicode),
            _ if name.contains("fontspecific") || registry.is_empty() || encoding.is_empty() => {
                Some(Codes::Unknown)
            }
            ("jisx0201", _) => Some(Codes::Bytes(SHIFT_JIS, 0, b"")),
            ("jisx0208", _) => Some(Codes::Bytes(EUC_JP, 0x8080, b"")),
            ("jisx0212", _) => Some(Codes::Bytes(EUC_JP, 0x8080, b"\x8f")),
            ("gb2312", "0") => Some(Codes::Bytes(GB18030, 0x8080, b"")),
            ("gbk", _) | ("gb18030", "0") => Some(Codes::Bytes(GB18030, 0, b"")),
            ("ksc5601" | "ksx1001", "0") => Some(Codes::Bytes(EUC_KR, 0x8080, b"")),
            ("big5" | "big5hkscs", _) => Some(Codes::Bytes(BIG5, 0, b"")),
            ("tis620", _) => Some(Codes::Bytes(WINDOWS_874, 0, b"")),
            _ => {
                let labels = [name.replace("iso8859", "iso-8859"), encoding.clone()];
                labels
                    .iter()
                    .find_map(|label| Encoding::for_label_no_replacement(label.as_bytes()))
                    .filter(|encoding| encoding.is_single_byte())
                    .map(|encoding| Codes::Bytes(encoding, 0, b""))
            }
        };

        match codes {
            Some(codes) => Ok(Self { name, codes }),
            None => Err(format!(
                "its charset {name} is not known: if the codes are Unicode, write \
                 CHARSET_REGISTRY \"ISO10646\""
            )),
        }
    }

    /// The character of a code, if it has one.
    pub fn character(&self, code: u32) -> Option<char> {
        let Codes::Bytes(encoding, bits, before) = self.codes else {
            return char::from_u32(code);
        };
        if encoding == SHIFT_JIS {
            match code {
                0x5c => return Some('¥'),
                0x7e => return Some('‾'),
                _ => {}
            }
        }

        let bytes = (code | bits).to_be_bytes();
        let first = bytes.iter().position(|&byte| byte != 0).unwrap_or(3);
        let bytes = [before, &bytes[first..]].concat();
        only_character(&encoding.decode_without_bom_handling_and_without_replacement(&bytes)?)
    }

    /// Why the characters may be others than those that were read, if they may be.
    pub fn doubt<'c>(
        &self,
        mut characters: impl Iterator<Item = &'c char> + Clone,
    ) -> Option<String> {
        let Codes::Unknown = self.codes else {
            return None;
        };
        let is_unicode = characters.clone().any(|&character| character > '\u{ff}');
        let is_ascii = characters.all(char::is_ascii);

        match self.name.as_str() {
            name if name.len() > 1 => Some(format!(
                "its codes are said to be its own ({name}): they are read as Unicode"
            )),
            _ if is_unicode || is_ascii => None,
            _ => Some("its charset is not said: the codes are read as Latin-1".to_owned()),
        }
    }
}
