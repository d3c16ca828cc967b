//! Reads BDF, the bitmap fonts of terminals and microcontrollers, as designs, and lays bitmaps on a board. Reads only the
//! bitmaps; properties and widths are ignored.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Fitting, Glyph, GlyphError, Glyphs, Place, TooLarge};
use peg_solitaire::board::{Bitboard, Board, Hole, SmallBoard};

/// The maximum width and height of a bitmap. Larger ones fit no board.
const MAX_SIDE: i32 = 256;

/// The ink of a character: columns to the right of the origin, rows below the baseline.
pub(super) struct Bitmap {
    pub line: usize,
    pub ink: Vec<(i32, i32)>,
}

/// A rectangle of pixels: its first column and row, and its size.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub left: i32,
    pub top: i32,
    pub columns: i32,
    pub rows: i32,
}

pub(super) fn parse(name: &str, bdf: &[u8], fitting: &Fitting) -> Result<Glyphs, GlyphError> {
    let (frame, mut bitmaps) = parse_bitmaps(name, bdf)?;
    if let Some(only) = &fitting.only {
        bitmaps.retain(|&character, _| only.contains(character));
    }
    lay(frame, bitmaps, fitting, |line| Place { file: name.to_owned(), line, column: None })
}

/// The font's bounding box and its characters.
pub(super) fn parse_bitmaps(
    name: &str,
    bdf: &[u8],
) -> Result<(Frame, BTreeMap<char, Bitmap>), GlyphError> {
    read(&text(bdf)).map_err(|(line, character, what)| {
        let place = Place { file: name.to_owned(), line, column: None };
        GlyphError { place, character, what }
    })
}

/// Lays the bitmaps of a font on a board.
pub(super) fn lay(
    frame: Frame,
    bitmaps: BTreeMap<char, Bitmap>,
    fitting: &Fitting,
    place: impl Fn(usize) -> Place,
) -> Result<Glyphs, GlyphError> {
    let wrong = |line, character, what| GlyphError { place: place(line), character, what };
    let inked = inked(&bitmaps);
    let board = match &fitting.board {
        Some(board) => board.clone(),
        None => board_for(frame, inked).map_err(|what| wrong(1, None, what))?,
    };
    let size = (board.columns() as i32, board.rows() as i32);
    let laid = laid(frame, inked, &bitmaps, size);
    let mut glyphs = Glyphs::new(&board);
    let mut drawn: BTreeMap<Bitboard, char> = BTreeMap::new();
    let needed = inked.unwrap_or(frame);
    let size = format!("up to {} columns and {} rows", needed.columns, needed.rows);
    for (character, bitmap) in bitmaps {
        let hole = |&(x, y): &(i32, i32)| -> Option<Hole> {
            let x = i16::try_from(x - laid.left).ok()?;
            board.hole_at(x, i16::try_from(y - laid.top).ok()?)
        };
        let whole: Option<Bitboard> = bitmap.ink.iter().map(hole).collect();
        let design = match (whole, fitting.too_large) {
            (Some(design), _) => design,
            (None, TooLarge::Crop) => bitmap.ink.iter().filter_map(hole).collect(),
            (None, TooLarge::Skip) => {
                glyphs.skipped.push(character);
                continue;
            }
            (None, TooLarge::Refuse) => {
                let what = format!(
                    "does not fit on {board}: the font's characters have {size}; choose a larger board"
                );
                return Err(wrong(bitmap.line, Some(character), what));
            }
        };
        if design == Bitboard::EMPTY && !bitmap.ink.is_empty() {
            glyphs.skipped.push(character);
            continue;
        }
        // Bitmap fonts often draw several characters alike, such as Latin A and Greek Alpha.
        let same_as = (design != Bitboard::EMPTY).then(|| drawn.get(&design).copied()).flatten();
        drawn.entry(design).or_insert(character);
        let glyph = Glyph {
            script: script(character).to_owned(),
            families: Vec::new(),
            designs: if same_as.is_some() { Vec::new() } else { vec![design] },
            same_as,
            ideal: 0,
            pin: None,
            place: place(bitmap.line),
        };
        glyphs.insert(character, glyph)?;
    }
    if drawn.keys().all(|&design| design == Bitboard::EMPTY) && !glyphs.skipped.is_empty() {
        let what = format!(
            "none of the characters fits on {board}: they have {size}; choose a larger board, or a smaller font"
        );
        return Err(wrong(1, None, what));
    }
    Ok(glyphs)
}

/// The text of a BDF font. Its keywords are ASCII; names and comments of old fonts are often in Latin-1.
fn text(bdf: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bdf) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bdf.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// Where the board lies: on the font's bounding box, or on its inked part if the box is larger than the board, or else
/// where most characters fit.
pub(super) fn laid(
    frame: Frame,
    inked: Option<Frame>,
    bitmaps: &BTreeMap<char, Bitmap>,
    (columns, rows): (i32, i32),
) -> Frame {
    let fits = |frame: &Frame| frame.columns <= columns && frame.rows <= rows;
    let inked = inked.unwrap_or(frame);
    if let Some(fitting) = [frame, inked].into_iter().find(fits) {
        return fitting;
    }
    let boxes = bitmaps.values().filter_map(|bitmap| inked_box(bitmap.ink.iter()));
    let mut boxes: Vec<Frame> = boxes.collect();
    let across = |frame: &Frame| (frame.left, frame.left + frame.columns);
    let left = best(&boxes, across, (inked.left, inked.columns), columns);
    boxes.retain(|frame| frame.left >= left && frame.left + frame.columns <= left + columns);
    let down = |frame: &Frame| (frame.top, frame.top + frame.rows);
    let top = best(&boxes, down, (inked.top, inked.rows), rows);
    Frame { left, top, columns, rows }
}

/// The first place of `room` columns or rows in which most boxes fit, and of those the one with most parts of boxes.
fn best(
    boxes: &[Frame],
    side: impl Fn(&Frame) -> (i32, i32),
    (first, length): (i32, i32),
    room: i32,
) -> i32 {
    let places = first..=first + (length - room).max(0);
    let value = |&place: &i32| {
        let end = place + room;
        let sides = || boxes.iter().map(&side);
        let fitting = sides().filter(|&(from, to)| from >= place && to <= end).count();
        let inside = sides().map(|(from, to)| i64::from((to.min(end) - from.max(place)).max(0)));
        (fitting, inside.sum::<i64>(), Reverse(place))
    };
    places.max_by_key(value).unwrap_or(first)
}

/// The heading for a character of a file that does not name its script.
pub(crate) fn script(character: char) -> &'static str {
    if character.is_ascii() { "Latin" } else { "Other" }
}

/// A board of the size of the frame, or of its inked part if the frame is too large for a board.
fn board_for(frame: Frame, inked: Option<Frame>) -> Result<SmallBoard, String> {
    let board = |frame: Frame| {
        Board::rectangle(frame.columns.max(0) as usize, frame.rows.max(0) as usize)?.small()
    };
    let inked = inked.unwrap_or(frame);
    board(frame).or_else(|_| board(inked)).map_err(|error| {
        format!("{error}; choose a board such as 5x7, and characters that fit on it are read")
    })
}

/// The smallest frame that contains all ink.
pub(super) fn inked(bitmaps: &BTreeMap<char, Bitmap>) -> Option<Frame> {
    inked_box(bitmaps.values().flat_map(|bitmap| bitmap.ink.iter()))
}

/// The smallest frame that contains this ink.
fn inked_box<'i>(mut ink: impl Iterator<Item = &'i (i32, i32)>) -> Option<Frame> {
    let &(x, y) = ink.next()?;
    let (left, right, top, bottom) =
        ink.fold((x, x, y, y), |(left, right, top, bottom), &(x, y)| {
            (left.min(x), right.max(x), top.min(y), bottom.max(y))
        });
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
