//! Reads BDF, the bitmap fonts of terminals and microcontrollers: only the bitmaps; widths are
//! ignored. Where a font breaks the rules and it is clear what is meant, it is read, and what was
//! passed over is noted.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::iter::Peekable;

use super::bitmaps::{Bitmap, Bitmaps, MAX_SIDE, PixelBox, inked_box};
use super::charset::Charset;
use crate::error::Error;

/// The font's bounding box and its characters.
pub(super) fn parse(name: &str, bdf: &[u8]) -> Result<Bitmaps, Error> {
    let text = text(bdf);
    let mut notes = Vec::new();
    let mut note = |(line, character, what): Wrong| {
        notes.push(Error::in_file(name, line, what).about(character));
    };
    let read = read(&text, &mut note);
    let (frame, characters) = read.map_err(|(line, what)| Error::in_file(name, line, what))?;
    if characters.is_empty() {
        let none = || Error::in_file(name, text.lines().count(), "the font has no characters");
        return Err(notes.into_iter().next().unwrap_or_else(none));
    }
    Ok(Bitmaps {
        frame,
        characters,
        notes,
        ..Bitmaps::default()
    })
}

/// The text of a BDF font. Its keywords are ASCII; names and comments of old fonts are often in
/// Latin-1.
fn text(bdf: &[u8]) -> Cow<'_, str> {
    let bdf = bdf.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bdf);
    let text = match std::str::from_utf8(bdf) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bdf.iter().map(|&byte| char::from(byte)).collect()),
    };
    match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
        false => text,
    }
}

type Wrong = (usize, Option<char>, String);
type Characters = BTreeMap<char, Bitmap>;

/// The bounding box and the characters.
fn read(
    text: &str,
    note: &mut impl FnMut(Wrong),
) -> Result<(PixelBox, Characters), (usize, String)> {
    let lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()));
    let is_said = |line: &str| !(line.is_empty() || line.starts_with("COMMENT"));
    let mut lines = lines.filter(|(_, line)| is_said(line)).peekable();
    if lines
        .next_if(|(_, first)| first.starts_with("STARTFONT"))
        .is_none()
    {
        let what = "this is not a BDF font: a BDF font begins with STARTFONT".to_owned();
        return Err((lines.next().map_or(1, |(line, _)| line), what));
    }
    let charset = Charset::of_bdf(text).map_err(|what| (1, what))?;
    let mut said = None;
    let mut boxes: Option<PixelBox> = None;
    let mut characters = BTreeMap::new();
    let mut code: Option<u32> = None;
    let mut bitmap_box = None;
    while let Some((line, text)) = lines.next() {
        let mut words = text.split_whitespace();
        match words.next() {
            Some("FONTBOUNDINGBOX") => said = bounding_box(words).ok(),
            Some("STARTCHAR") => (code, bitmap_box) = (None, None),
            Some("ENCODING") => match words.next().map(str::parse::<i64>) {
                // The encoding -1 marks a character without a code.
                Some(Ok(number)) => code = u32::try_from(number).ok(),
                _ => note((line, None, "ENCODING must be a number: left out".to_owned())),
            },
            Some("BBX") => bitmap_box = Some((line, bounding_box(words))),
            Some("BITMAP") => {
                let cut = || {
                    (
                        line,
                        "the file ends inside this BITMAP: it is cut off".to_owned(),
                    )
                };
                let digits = rows(&mut lines).ok_or_else(cut)?;
                let Some(number) = code else { continue };
                let Some(character) = charset.character(number) else {
                    note((
                        line,
                        None,
                        format!("{} has no code {number}: left out", charset.name),
                    ));
                    continue;
                };
                if character.is_control() {
                    continue;
                }
                let none = || (line, Err("has a BITMAP before its BBX".to_owned()));
                let (at, bbx) = bitmap_box.take().unwrap_or_else(none);
                let read = bbx.map_err(|what| (at, what));
                let read = read.and_then(|bbx| Ok((bbx, ink(&digits, bbx)?)));
                let (line, what) = match (read, characters.entry(character)) {
                    (Err((line, what)), _) => (line, format!("{what}: left out")),
                    (Ok((bbx, (ink, passed_over))), Entry::Vacant(place)) => {
                        boxes = Some(boxes.map_or(bbx, |all| all.with(bbx)));
                        place.insert(Bitmap { line, ink });
                        let Some((line, what)) = passed_over else {
                            continue;
                        };
                        (line, what.to_owned())
                    }
                    (_, Entry::Occupied(first)) => {
                        let Bitmap { line: first, .. } = first.get();
                        (
                            line,
                            format!(
                                "code {number} occurs again: the bitmap at line {first} is used"
                            ),
                        )
                    }
                };
                note((line, Some(character), what));
            }
            _ => {}
        }
    }
    if let Some(doubt) = charset.doubt(characters.keys()) {
        note((0, None, doubt));
    }
    // A stray character doesn't make the board of all others larger.
    let holds = |frame: &PixelBox| {
        let boxes = characters
            .values()
            .filter_map(|bitmap| inked_box(bitmap.ink.iter()));
        let (inside, outside): (Vec<_>, Vec<_>) = boxes.partition(|&ink| frame.with(ink) == *frame);
        inside.len() >= 9 * outside.len()
    };
    let frame = said.filter(holds).or(boxes).unwrap_or_default();
    if said != Some(frame) && !characters.is_empty() {
        let PixelBox { columns, rows, .. } = frame;
        let what = format!(
            "FONTBOUNDINGBOX is missing or doesn't hold the characters: that of their boxes is used, {columns} x {rows}"
        );
        note((0, None, what));
    }
    Ok((frame, characters))
}

/// The numbers of a FONTBOUNDINGBOX or BBX: width, height, and the position of the lower left
/// corner.
fn bounding_box<'t>(words: impl Iterator<Item = &'t str>) -> Result<PixelBox, String> {
    let numbers: Vec<i32> = words.map_while(|word| word.parse().ok()).collect();
    let (sides, places) = (0..=MAX_SIDE, -MAX_SIDE..=MAX_SIDE);
    match numbers[..] {
        [columns, rows, left, bottom, ..]
            if [columns, rows].iter().all(|side| sides.contains(side))
                && [left, bottom].iter().all(|place| places.contains(place)) =>
        {
            Ok(PixelBox {
                left,
                top: -bottom - rows,
                columns,
                rows,
            })
        }
        _ => Err(format!(
            "a bounding box must be four numbers: width and height up to {MAX_SIDE}, and the position of the lower left corner"
        )),
    }
}

/// The rows of a BITMAP, up to ENDCHAR or to what begins afterwards; `None` if the file ends there.
fn rows<'t>(
    lines: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
) -> Option<Vec<(usize, &'t str)>> {
    let is_row = |(_, text): &(usize, &str)| {
        !["ENDCHAR", "STARTCHAR", "ENDFONT"]
            .iter()
            .any(|end| text.starts_with(end))
    };
    let rows = std::iter::from_fn(|| lines.next_if(is_row)).collect();
    lines.peek().map(|_| rows)
}

/// Ink, and what of it was passed over in a line, if anything.
type Read = (Vec<(i32, i32)>, Option<(usize, &'static str)>);

/// The ink of a bitmap of hexadecimal digits.
fn ink(digits: &[(usize, &str)], bbx: PixelBox) -> Result<Read, (usize, String)> {
    let last = digits.last().map_or(0, |row| row.0);
    let mut passed_over = match digits.len().cmp(&(bbx.rows as usize)) {
        _ if bbx.columns == 0 => None,
        Ordering::Less => Some((
            last,
            "has fewer rows than its BBX says: the last ones are blank",
        )),
        Ordering::Greater => Some((last, "has more rows than its BBX says: they are left out")),
        Ordering::Equal => None,
    };
    let mut ink = Vec::new();
    for (row, &(line, text)) in (0..bbx.rows).zip(digits) {
        for (place, digit) in text.chars().enumerate() {
            let wrong = || (line, format!("{digit:?} is not a hexadecimal digit"));
            let value = digit.to_digit(16).ok_or_else(wrong)?;
            for bit in (0..4).filter(|bit| value >> (3 - bit) & 1 == 1) {
                let column = place as i64 * 4 + bit;
                if column < i64::from(bbx.columns) {
                    ink.push((bbx.left + column as i32, bbx.top + row));
                } else {
                    let what = "has pixels beyond the columns of its BBX: they are left out";
                    passed_over = passed_over.or(Some((line, what)));
                }
            }
        }
        if text.len() * 4 < bbx.columns as usize {
            passed_over = passed_over.or(Some((line, "has a row that is too short")));
        }
    }
    Ok((ink, passed_over))
}
