//! Reads BDF, the bitmap fonts of terminals and microcontrollers: only the bitmaps; properties and widths are ignored.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::bitmaps::{Bitmap, Frame};
use crate::error::Error;

/// The maximum width and height of a bitmap. Larger ones fit no board.
const MAX_SIDE: i32 = 256;

/// The font's bounding box and its characters.
pub(super) fn parse(name: &str, bdf: &[u8]) -> Result<(Frame, BTreeMap<char, Bitmap>), Error> {
    read(&text(bdf))
        .map_err(|(line, character, what)| Error::in_file(name, line, what).about(character))
}

/// The text of a BDF font. Its keywords are ASCII; names and comments of old fonts are often in Latin-1.
fn text(bdf: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bdf) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bdf.iter().map(|&byte| char::from(byte)).collect()),
    }
}

type Wrong = (usize, Option<char>, String);

/// The bounding box and the characters.
fn read(text: &str) -> Result<(Frame, BTreeMap<char, Bitmap>), Wrong> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    match lines.next() {
        Some((_, first)) if first.starts_with("STARTFONT") => {}
        _ => {
            return Err((
                1,
                None,
                "this is not a BDF font: a BDF font begins with STARTFONT".to_owned(),
            ));
        }
    }
    let mut frame = None;
    let mut bitmaps = BTreeMap::new();
    let mut character: Option<char> = None;
    let mut bitmap_box = None;
    let mut last = 1;
    while let Some((line, text)) = lines.next() {
        last = line;
        let mut words = text.split_whitespace();
        match words.next() {
            Some("FONTBOUNDINGBOX") => frame = Some(bounding_box(line, None, words)?),
            Some("STARTCHAR") => (character, bitmap_box) = (None, None),
            Some("ENCODING") => {
                let code = words.next().and_then(|word| word.parse::<i64>().ok());
                let Some(code) = code else {
                    return Err((line, None, "ENCODING must be a number".to_owned()));
                };
                // The encoding -1 marks a character without a code.
                character = u32::try_from(code).ok().and_then(char::from_u32);
            }
            Some("BBX") => bitmap_box = Some(bounding_box(line, character, words)?),
            Some("BITMAP") => {
                let Some(bbx) = bitmap_box else {
                    return Err((line, character, "has a BITMAP before its BBX".to_owned()));
                };
                let ink = bitmap(&mut lines, line, character, bbx)?;
                let Some(character) = character.filter(|character| !character.is_control()) else {
                    continue;
                };
                if bitmaps.insert(character, Bitmap { line, ink }).is_some() {
                    return Err((line, Some(character), "appears twice".to_owned()));
                }
            }
            _ => {}
        }
    }
    let Some(frame) = frame else {
        return Err((last, None, "the font has no FONTBOUNDINGBOX".to_owned()));
    };
    if bitmaps.is_empty() {
        return Err((last, None, "the font has no characters".to_owned()));
    }
    Ok((frame, bitmaps))
}

/// The numbers of a FONTBOUNDINGBOX or BBX: width, height, and the position of the lower left corner.
fn bounding_box<'t>(
    line: usize,
    character: Option<char>,
    words: impl Iterator<Item = &'t str>,
) -> Result<Frame, Wrong> {
    let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
    let wrong = || {
        let what = format!(
            "a bounding box must be four numbers: width and height up to {MAX_SIDE}, and the position of the lower left corner"
        );
        (line, character, what)
    };
    let &[columns, rows, left, bottom] = numbers.as_deref().ok_or_else(wrong)? else {
        return Err(wrong());
    };
    let sides = 0..=MAX_SIDE;
    let places = -MAX_SIDE..=MAX_SIDE;
    if !(sides.contains(&columns) && sides.contains(&rows)) {
        return Err(wrong());
    }
    if !(places.contains(&left) && places.contains(&bottom)) {
        return Err(wrong());
    }
    Ok(Frame { left, top: -bottom - rows, columns, rows })
}

/// The rows of a BITMAP in hexadecimal digits, up to ENDCHAR.
fn bitmap<'t>(
    lines: &mut impl Iterator<Item = (usize, &'t str)>,
    start: usize,
    character: Option<char>,
    bbx: Frame,
) -> Result<Vec<(i32, i32)>, Wrong> {
    let mut ink = Vec::new();
    for (row, (line, digits)) in (0..).zip(lines) {
        if digits == "ENDCHAR" {
            if row < bbx.rows {
                let what = format!("has {row} rows in its BITMAP; BBX says {}", bbx.rows);
                return Err((line, character, what));
            }
            return Ok(ink);
        }
        if row >= bbx.rows {
            let what = format!("has more rows in its BITMAP than the {} of BBX", bbx.rows);
            return Err((line, character, what));
        }
        for (place, digit) in digits.chars().enumerate() {
            let Some(value) = digit.to_digit(16) else {
                let what = format!("{digit:?} is not a hexadecimal digit");
                return Err((line, character, what));
            };
            let columns = (0..4).filter(|bit| value >> (3 - bit) & 1 == 1);
            for column in columns.map(|bit| place as i64 * 4 + bit) {
                // Bits to the right of the box are padding.
                if column < i64::from(bbx.columns) {
                    ink.push((bbx.left + column as i32, bbx.top + row));
                }
            }
        }
    }
    Err((start, character, "the file ends inside this BITMAP".to_owned()))
}
