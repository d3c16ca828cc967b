//! Reads BDF, the bitmap fonts of terminals and microcontrollers, as designs. Reads only the bitmaps;
//! properties and widths are ignored.

use std::collections::BTreeMap;

use super::{Glyph, GlyphError, Glyphs, Place};
use crate::board::{Board, Hole, Position};

/// The maximum width and height of a bitmap. Larger ones fit no board.
const MAX_SIDE: i32 = 256;

/// The ink of a character: columns to the right of the origin, rows below the baseline.
struct Bitmap {
    line: usize,
    ink: Vec<(i32, i32)>,
}

/// A rectangle of pixels: its first column and row, and its size.
#[derive(Clone, Copy)]
struct Frame {
    left: i32,
    top: i32,
    columns: i32,
    rows: i32,
}

pub(super) fn parse(name: &str, text: &str, board: Option<&Board>) -> Result<Glyphs, GlyphError> {
    let place = |line| Place { file: name.to_owned(), line, column: None };
    let wrong = |line, character, what| GlyphError { place: place(line), character, what };
    let (frame, bitmaps) =
        read(text).map_err(|(line, character, what)| wrong(line, character, what))?;
    let inked = inked(&bitmaps);
    let board = match board {
        Some(board) => board.clone(),
        None => board_for(frame, inked).map_err(|what| wrong(1, None, what))?,
    };
    let (columns, rows) = (board.columns() as i32, board.rows() as i32);
    let fits = |frame: &Frame| frame.columns <= columns && frame.rows <= rows;
    let laid = if fits(&frame) { frame } else { inked.unwrap_or(frame) };
    let mut glyphs = Glyphs::new(&board);
    let mut drawn: BTreeMap<Position, char> = BTreeMap::new();
    for (character, bitmap) in bitmaps {
        let wrong = |what| wrong(bitmap.line, Some(character), what);
        let hole = |&(x, y): &(i32, i32)| -> Option<Hole> {
            let x = i8::try_from(x - laid.left).ok()?;
            board.hole_at(x, i8::try_from(y - laid.top).ok()?)
        };
        let design: Option<Position> = bitmap.ink.iter().map(hole).collect();
        let design = design.ok_or_else(|| {
            wrong(format!(
                "does not fit on {board}: the font's characters take up {} columns and {} rows; \
                 choose a larger board",
                laid.columns, laid.rows
            ))
        })?;
        // Bitmap fonts often draw several characters alike, such as Latin A and Greek Alpha.
        let same_as = (design != Position::EMPTY).then(|| drawn.get(&design).copied()).flatten();
        drawn.entry(design).or_insert(character);
        let glyph = Glyph {
            script: script(character).to_owned(),
            families: Vec::new(),
            designs: if same_as.is_some() { Vec::new() } else { vec![design] },
            same_as,
            pin: None,
            place: place(bitmap.line),
        };
        glyphs.insert(character, glyph)?;
    }
    Ok(glyphs)
}

/// The heading for a character of a file that does not name its script.
pub(super) fn script(character: char) -> &'static str {
    if character.is_ascii() { "Latin" } else { "Other" }
}

/// A board of the size of the frame, or of its inked part if the frame is too large for a board.
fn board_for(frame: Frame, inked: Option<Frame>) -> Result<Board, String> {
    let board =
        |frame: Frame| Board::rectangle(frame.columns.max(0) as usize, frame.rows.max(0) as usize);
    match (board(frame), inked) {
        (Ok(whole), _) => Ok(whole),
        (Err(error), Some(inked)) => board(inked).map_err(|_| error.to_string()),
        (Err(error), None) => Err(error.to_string()),
    }
}

/// The smallest frame that contains all ink.
fn inked(bitmaps: &BTreeMap<char, Bitmap>) -> Option<Frame> {
    let ink = || bitmaps.values().flat_map(|bitmap| bitmap.ink.iter());
    let left = ink().map(|&(x, _)| x).min()?;
    let right = ink().map(|&(x, _)| x).max()?;
    let top = ink().map(|&(_, y)| y).min()?;
    let bottom = ink().map(|&(_, y)| y).max()?;
    Some(Frame { left, top, columns: right - left + 1, rows: bottom - top + 1 })
}

type Wrong = (usize, Option<char>, String);

/// The font's bounding box and its characters.
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
