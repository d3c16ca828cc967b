//! Reads PCF, the compiled bitmap fonts of X11: a table of contents, and tables of properties,
//! metrics, bitmaps and codes. Each table says in which order its bytes and bits are.
//!
//! ```text
//! offset 0  01 "fcp", then the number of tables
//!        8  for each table: type, format, length, offset, each of 4 bytes
//! ```

use std::collections::BTreeMap;

use super::bitmaps::{Bitmaps, MAX_SIDE, PixelBox, Rows};
use super::charset::Charset;
use super::numbers::{ByteOrder, Numbers, ends_early};
use crate::error::Error;

/// The tables that are read, and what each is called in messages.
const PROPERTIES: (u32, &str) = (1, "the table of properties");
const METRICS: (u32, &str) = (4, "the table of metrics");
const BITMAPS: (u32, &str) = (8, "the table of bitmaps");
const CODES: (u32, &str) = (32, "the table of codes");

/// The bits of a format: metrics of one byte each; bits and bytes with the highest first.
const COMPRESSED: u32 = 0x100;
const HIGHEST_BIT: u32 = 8;
const HIGHEST_BYTE: u32 = 4;

/// The code of a character that the font doesn't have.
const MISSING: u16 = 0xffff;

/// The characters of a PCF font.
pub(super) fn parse(name: &str, font: &[u8]) -> Result<Bitmaps, Error> {
    read(name, font).map_err(|what| Error::in_file(name, 0, what))
}

fn read(name: &str, font: &[u8]) -> Result<Bitmaps, String> {
    let tables = tables(font)?;
    let table = |(kind, what): (u32, &str)| {
        let missing = || format!("it is damaged: {what} is missing");
        tables.get(&kind).ok_or_else(missing)
    };

    let properties = match tables.get(&PROPERTIES.0) {
        Some(table) => properties(table).ok_or_else(|| damaged(PROPERTIES))?,
        None => BTreeMap::new(),
    };
    let charset = Charset::named(|key| properties.get(key).cloned())?;
    let frames = frames(table(METRICS)?).ok_or_else(|| damaged(METRICS))?;
    let bitmaps = PcfBitmaps::read(table(BITMAPS)?).ok_or_else(|| damaged(BITMAPS))?;
    let codes = codes(table(CODES)?).ok_or_else(|| damaged(CODES))?;

    let mut read = Bitmaps::default();
    let mut boxes: Option<PixelBox> = None;
    for (code, glyph) in codes {
        let Some(character) = charset.character(code) else {
            let what = format!("{} has no code {code}: left out", charset.name);
            read.notes.push(Error::in_file(name, 0, what));
            continue;
        };
        if character.is_control() {
            continue;
        }

        let frame = *frames.get(glyph).ok_or_else(|| damaged(CODES))?;
        if frame.columns > MAX_SIDE || frame.rows > MAX_SIDE {
            read.too_large.push(character);
            continue;
        }
        let ink = bitmaps.ink(glyph, frame).ok_or_else(|| damaged(BITMAPS))?;
        boxes = Some(boxes.map_or(frame, |boxes| boxes.with(frame)));
        read.add(character, ink)?;
    }
    read.frame = boxes.unwrap_or_default();

    let doubt = charset.doubt(read.characters.keys());
    let doubt = doubt.map(|doubt| Error::in_file(name, 0, doubt));
    read.notes.extend(doubt);
    if read.characters.is_empty() {
        return Err("the font has no characters".to_owned());
    }
    Ok(read)
}

fn damaged((_, what): (u32, &str)) -> String {
    format!("it is damaged: {what} leads beyond its end")
}

/// A table, whose first four bytes repeat its format.
struct PcfTable<'b> {
    numbers: Numbers<'b>,
    format: u32,
}

/// The tables of a font by their types.
fn tables(font: &[u8]) -> Result<BTreeMap<u32, PcfTable<'_>>, String> {
    let numbers = Numbers::new(font, ByteOrder::Lowest);
    let cut = |needed: usize| ends_early("the table of contents", needed as u64, font.len());
    let count = numbers.size(4).ok_or_else(|| cut(8))?;
    let end = count.saturating_mul(16).saturating_add(8);
    let entries = font.get(8..end).ok_or_else(|| cut(end))?;

    let mut tables = BTreeMap::new();
    for entry in entries.chunks_exact(16) {
        let entry = Numbers::new(entry, ByteOrder::Lowest);
        let [kind, format, length, at] = [0, 4, 8, 12].map(|at| entry.u32(at).unwrap_or(0));
        let known = [PROPERTIES, METRICS, BITMAPS, CODES];
        let Some((_, what)) = known.into_iter().find(|known| known.0 == kind) else {
            continue;
        };
        let end = u64::from(at) + u64::from(length);
        let bytes = numbers
            .part(at as usize, length as usize)
            .ok_or_else(|| ends_early(what, end, font.len()))?;
        let order = if format & HIGHEST_BYTE == 0 {
            ByteOrder::Lowest
        } else {
            ByteOrder::Highest
        };
        tables.insert(
            kind,
            PcfTable {
                numbers: Numbers::new(bytes, order),
                format,
            },
        );
    }
    Ok(tables)
}

/// The properties whose values are words.
fn properties(table: &PcfTable<'_>) -> Option<BTreeMap<String, String>> {
    let numbers = &table.numbers;
    let count = numbers.size(4)?;
    // A property has 9 bytes. They end at a multiple of four.
    let end = count
        .checked_mul(9)?
        .checked_add(8)?
        .checked_next_multiple_of(4)?;
    let words = numbers.bytes.get(end + 4..)?;
    let word = |at: usize| {
        let bytes = words.get(at..)?.split(|&byte| byte == 0).next()?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    };

    let mut properties = BTreeMap::new();
    for number in 0..count {
        let at = 8 + 9 * number;
        if numbers.u8(at + 4)? != 0 {
            properties.insert(word(numbers.size(at)?)?, word(numbers.size(at + 5)?)?);
        }
    }
    Some(properties)
}

/// The box of each bitmap.
fn frames(table: &PcfTable<'_>) -> Option<Vec<PixelBox>> {
    let numbers = &table.numbers;
    // Left and right side, width, ascent, descent. Of those of one byte, 128 is taken away.
    let is_compressed = table.format & COMPRESSED != 0;
    let (count, start, size) = if is_compressed {
        (usize::from(numbers.u16(4)?), 6, 5)
    } else {
        (numbers.size(4)?, 8, 12)
    };
    let metrics = numbers.part(start, count.checked_mul(size)?)?;

    let mut frames = Vec::new();
    for metric in metrics.chunks_exact(size) {
        let metric = Numbers::new(metric, numbers.order);
        let value = |number: usize| {
            if is_compressed {
                Some(i32::from(metric.u8(number)?) - 128)
            } else {
                metric.i16(2 * number).map(i32::from)
            }
        };
        let left = value(0)?;
        let right = value(1)?;
        let ascent = value(3)?;
        let descent = value(4)?;
        frames.push(PixelBox {
            left,
            top: -ascent,
            columns: (right - left).max(0),
            rows: (ascent + descent).max(0),
        });
    }
    Some(frames)
}

/// The bitmap of each code that has one.
fn codes(table: &PcfTable<'_>) -> Option<Vec<(u32, usize)>> {
    let numbers = &table.numbers;
    let value = |number: usize| numbers.u16(4 + 2 * number).map(u32::from);
    // The first and last low byte, then those of the high byte. The fifth number is the default.
    let low = value(0)?;
    let last_low = value(1)?;
    let high = value(2)?;
    let last_high = value(3)?;

    let mut codes = Vec::new();
    let mut place = 5;
    for high in high..=last_high {
        for low in low..=last_low {
            let glyph = u16::try_from(value(place)?).ok()?;
            if glyph != MISSING {
                codes.push((high << 8 | low, usize::from(glyph)));
            }
            place += 1;
        }
    }
    Some(codes)
}

/// The bitmaps.
struct PcfBitmaps<'b> {
    places: Vec<usize>,
    bytes: &'b [u8],
    /// A row has a multiple of this number of bytes.
    unit: usize,
    is_lowest_bit_first: bool,
    /// The bytes of a word, if those in each word are the other way round.
    word: usize,
}

impl<'b> PcfBitmaps<'b> {
    fn read(table: &PcfTable<'b>) -> Option<Self> {
        let numbers = &table.numbers;
        let format = table.format;

        let count = numbers.size(4)?;
        let mut places = Vec::new();
        for place in numbers.part(8, count.checked_mul(4)?)?.chunks_exact(4) {
            places.push(Numbers::new(place, numbers.order).size(0)?);
        }

        // Four lengths follow, one for each unit that a row may have.
        let start = 8 + 4 * count;
        let length = numbers.size(start + 4 * (format & 3) as usize)?;
        let is_lowest_bit_first = format & HIGHEST_BIT == 0;
        let is_lowest_byte_first = format & HIGHEST_BYTE == 0;
        let word = if is_lowest_bit_first == is_lowest_byte_first {
            1
        } else {
            1 << (format >> 4 & 3)
        };
        Some(Self {
            places,
            bytes: numbers.part(start + 16, length)?,
            unit: 1 << (format & 3),
            is_lowest_bit_first,
            word,
        })
    }

    /// The ink of a bitmap in its box.
    fn ink(&self, glyph: usize, frame: PixelBox) -> Option<Vec<(i32, i32)>> {
        let stride = (frame.columns as usize)
            .div_ceil(8)
            .next_multiple_of(self.unit);
        let place = *self.places.get(glyph)?;
        let end = place.checked_add(stride * frame.rows as usize)?;
        let mut bytes = self.bytes.get(place..end)?.to_vec();

        if self.is_lowest_bit_first {
            for byte in &mut bytes {
                *byte = byte.reverse_bits();
            }
        }
        for word in bytes.chunks_exact_mut(self.word) {
            word.reverse();
        }
        let rows = Rows {
            bytes: &bytes,
            stride,
            frame,
        };
        Some(rows.ink())
    }
}
