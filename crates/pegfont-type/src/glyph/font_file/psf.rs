//! Reads PSF 1 and 2, the console fonts of Linux: bitmaps of one size, and perhaps a table of the
//! characters that each stands for.
//!
//! ```text
//!         PSF 1                          PSF 2
//! offset  0  36 04                       0  72 b5 4a 86
//!         2  mode, 1 byte                8  length of this head, then flags, number of bitmaps,
//!         3  bytes of a bitmap, 1 byte      bytes of a bitmap, height, width, each of 4 bytes
//!         4  bitmaps of 8 columns        head: bitmaps
//! table   UTF-16; FFFF ends a bitmap,    UTF-8; FF ends a bitmap,
//!         FFFE begins a sequence         FE begins a sequence
//! ```

use super::bitmaps::{Bitmaps, MAX_SIDE, PixelBox, Rows};
use super::charset::Charset;
use super::numbers::{ByteOrder, Numbers, ends_early};
use crate::error::Error;

/// The bits of PSF 1's mode: 512 bitmaps instead of 256; a table, with or without sequences.
const MANY: u8 = 1;
const TABLE_1: u8 = 2 | 4;

/// The bit of PSF 2's flags that says that there is a table.
const TABLE_2: u32 = 1;

/// What the head of a font says.
struct Head {
    /// Where the bitmaps begin.
    start: usize,
    count: usize,
    /// The bytes of a bitmap.
    size: usize,
    columns: usize,
    rows: usize,
    table: UnicodeTable,
}

/// How the table of characters is written.
#[derive(Clone, Copy)]
enum UnicodeTable {
    None,
    Utf16,
    Utf8,
}

/// The characters of a console font.
pub(super) fn parse(name: &str, font: &[u8]) -> Result<Bitmaps, Error> {
    read(name, font).map_err(|what| Error::in_file(name, 0, what))
}

fn read(name: &str, font: &[u8]) -> Result<Bitmaps, String> {
    let head = Head::read(font).ok_or_else(|| ends_early("its head", 32, font.len()))?;
    head.check()?;

    let count = head.count;
    let end = head.start as u64 + count as u64 * head.size as u64;
    let bitmaps = usize::try_from(end)
        .ok()
        .and_then(|end| font.get(head.start..end))
        .ok_or_else(|| ends_early(&format!("a font of {count} characters"), end, font.len()))?;
    let characters = head.characters(&font[head.start + bitmaps.len()..])?;

    let frame = head.frame();
    let mut read = Bitmaps {
        frame,
        ..Bitmaps::default()
    };
    for (bytes, characters) in bitmaps.chunks_exact(head.size).zip(characters) {
        let rows = Rows {
            bytes,
            stride: head.stride(),
            frame,
        };
        let ink = rows.ink();
        for character in characters {
            if !character.is_control() {
                read.add(character, ink.clone())?;
            }
        }
    }

    if let UnicodeTable::None = head.table {
        let doubt = Charset::named(|_| None)?.doubt(read.characters.keys());
        let note = doubt.map(|doubt| Error::in_file(name, 0, doubt));
        read.notes.extend(note);
    }
    if read.characters.is_empty() {
        return Err("the font has no characters".to_owned());
    }
    Ok(read)
}

impl Head {
    /// The head, unless the file ends in it.
    fn read(font: &[u8]) -> Option<Self> {
        let numbers = Numbers::new(font, ByteOrder::Lowest);
        if font.starts_with(b"\x36\x04") {
            let mode = numbers.u8(2)?;
            let size = usize::from(numbers.u8(3)?);
            let has_table = mode & TABLE_1 != 0;
            return Some(Self {
                start: 4,
                count: if mode & MANY != 0 { 512 } else { 256 },
                size,
                columns: 8,
                rows: size,
                table: if has_table {
                    UnicodeTable::Utf16
                } else {
                    UnicodeTable::None
                },
            });
        }

        let has_table = numbers.u32(12)? & TABLE_2 != 0;
        Some(Self {
            start: numbers.size(8)?,
            count: numbers.size(16)?,
            size: numbers.size(20)?,
            rows: numbers.size(24)?,
            columns: numbers.size(28)?,
            table: if has_table {
                UnicodeTable::Utf8
            } else {
                UnicodeTable::None
            },
        })
    }

    /// The bytes of a row.
    fn stride(&self) -> usize {
        self.columns.div_ceil(8)
    }

    fn frame(&self) -> PixelBox {
        PixelBox {
            left: 0,
            top: -(self.rows as i32),
            columns: self.columns as i32,
            rows: self.rows as i32,
        }
    }

    /// Refuses characters of an impossible size.
    fn check(&self) -> Result<(), String> {
        let Self {
            columns,
            rows,
            size,
            ..
        } = *self;
        let sides = 1..=MAX_SIDE as usize;
        if !sides.contains(&columns) || !sides.contains(&rows) {
            return Err(format!(
                "its characters have {columns} x {rows} pixels; each side must be from 1 to \
                 {MAX_SIDE}"
            ));
        }

        let needed = self.stride() * rows;
        if needed != size {
            return Err(format!(
                "it is damaged: a character of {columns} x {rows} pixels has {needed} bytes, \
                 not {size}"
            ));
        }
        Ok(())
    }

    /// The characters of each bitmap. Of a font without a table, the numbers of the bitmaps are
    /// their codes.
    fn characters(&self, table: &[u8]) -> Result<Vec<Vec<char>>, String> {
        let characters = match self.table {
            UnicodeTable::None => (0..self.count.min(256))
                .map(|code| vec![char::from(code as u8)])
                .collect(),
            UnicodeTable::Utf16 => of_utf16(table),
            UnicodeTable::Utf8 => of_utf8(table),
        };

        // The last entry of a table that is complete ends, too.
        if characters.len() < self.count && !matches!(self.table, UnicodeTable::None) {
            return Err(format!(
                "the file ends early: its table has characters for {} of {} bitmaps",
                characters.len(),
                self.count
            ));
        }
        Ok(characters)
    }
}

/// The characters of each bitmap in a table of UTF-16, which has no characters of four bytes.
fn of_utf16(table: &[u8]) -> Vec<Vec<char>> {
    let (units, _) = table.as_chunks();
    let units: Vec<u16> = units.iter().map(|&unit| u16::from_le_bytes(unit)).collect();
    let mut all = Vec::new();
    let mut entry = Vec::new();
    let mut is_sequence = false;
    for unit in units {
        match unit {
            0xffff => {
                all.push(std::mem::take(&mut entry));
                is_sequence = false;
            }
            // Several characters that have one bitmap together.
            0xfffe => is_sequence = true,
            _ if is_sequence => {}
            _ => entry.extend(char::from_u32(unit.into())),
        }
    }
    all
}

/// The characters of each bitmap in a table of UTF-8.
fn of_utf8(table: &[u8]) -> Vec<Vec<char>> {
    let mut all: Vec<Vec<char>> = Vec::new();
    for entry in table.split_inclusive(|&byte| byte == 0xff) {
        let Some(entry) = entry.strip_suffix(b"\xff") else {
            break;
        };
        let single = entry.split(|&byte| byte == 0xfe).next().unwrap_or_default();
        let mut characters = Vec::new();
        for chunk in single.utf8_chunks() {
            characters.extend(chunk.valid().chars());
        }
        all.push(characters);
    }
    all
}
