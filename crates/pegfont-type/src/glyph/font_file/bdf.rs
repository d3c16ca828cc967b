//! Reads BDF, the bitmap fonts of terminals and microcontrollers: only the bitmaps; widths are
//! ignored. Where a font breaks the rules and it is clear what is meant, it is read, and what was
//! passed over is noted.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::iter::Peekable;

use super::bitmaps::{Bitmap, Bitmaps, MAX_SIDE, PixelBox, inked_box};
use super::charset::Charset;
use crate::error::Error;

/// The font's bounding box and its characters.
pub(super) fn parse(name: &str, bdf: &[u8]) -> Result<Bitmaps, Error> {
    let text = text(bdf);
    let mut reader = Reader::new(&text).map_err(|wrong| wrong.in_file(name))?;
    reader.read().map_err(|wrong| wrong.in_file(name))?;
    let frame = reader.frame();

    let notes: Vec<Error> = reader
        .notes
        .into_iter()
        .map(|note| note.in_file(name))
        .collect();
    if reader.characters.is_empty() {
        let none = || Error::in_file(name, text.lines().count(), "the font has no characters");
        return Err(notes.into_iter().next().unwrap_or_else(none));
    }
    Ok(Bitmaps {
        frame,
        characters: reader.characters,
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

    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        text
    }
}

/// What is wrong in a line, or in the whole file if the line is 0.
struct Wrong {
    line: usize,
    character: Option<char>,
    what: String,
}

impl Wrong {
    fn new(line: usize, what: impl Into<String>) -> Self {
        Self {
            line,
            character: None,
            what: what.into(),
        }
    }

    fn in_file(self, name: &str) -> Error {
        Error::in_file(name, self.line, self.what).about(self.character)
    }
}

/// A font that is read, line by line.
struct Reader<'t> {
    lines: SaidLines<'t>,
    charset: Charset,
    /// The bounding box that the font says it has, and the one around the boxes of its characters.
    said: Option<PixelBox>,
    boxes: Option<PixelBox>,
    characters: BTreeMap<char, Bitmap>,
    notes: Vec<Wrong>,
}

/// The lines that say something, each with its number.
type SaidLines<'t> = Peekable<Box<dyn Iterator<Item = (usize, &'t str)> + 't>>;

/// What a font says of a character before its BITMAP.
#[derive(Default)]
struct CharacterHead {
    code: Option<u32>,
    /// The line of its BBX, and the box, or what is wrong with it.
    bounds: Option<(usize, Result<PixelBox, String>)>,
}

impl<'t> Reader<'t> {
    /// A reader of a text, if it begins as a font does.
    fn new(text: &'t str) -> Result<Self, Wrong> {
        let is_said = |line: &str| !(line.is_empty() || line.starts_with("COMMENT"));
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines: Box<dyn Iterator<Item = (usize, &str)>> =
            Box::new(lines.filter(move |(_, line)| is_said(line)));

        let mut lines = lines.peekable();
        let begins_a_font = |(_, first): &(usize, &str)| first.starts_with("STARTFONT");
        if lines.next_if(begins_a_font).is_none() {
            let line = lines.next().map_or(1, |(line, _)| line);
            let what = "this is not a BDF font: a BDF font begins with STARTFONT";
            return Err(Wrong::new(line, what));
        }

        let charset = Charset::of_bdf(text).map_err(|what| Wrong::new(1, what))?;
        Ok(Self {
            lines,
            charset,
            said: None,
            boxes: None,
            characters: BTreeMap::new(),
            notes: Vec::new(),
        })
    }

    fn note(&mut self, line: usize, character: Option<char>, what: impl Into<String>) {
        self.notes.push(Wrong {
            line,
            character,
            what: what.into(),
        });
    }

    /// Reads all characters.
    fn read(&mut self) -> Result<(), Wrong> {
        let mut head = CharacterHead::default();
        while let Some((line, text)) = self.lines.next() {
            let mut words = text.split_whitespace();
            match words.next() {
                Some("FONTBOUNDINGBOX") => self.said = bounding_box(words).ok(),
                Some("STARTCHAR") => head = CharacterHead::default(),
                Some("ENCODING") => match words.next().map(str::parse::<i64>) {
                    // The encoding -1 marks a character without a code.
                    Some(Ok(number)) => head.code = u32::try_from(number).ok(),
                    _ => self.note(line, None, "ENCODING must be a number: left out"),
                },
                Some("BBX") => head.bounds = Some((line, bounding_box(words))),
                Some("BITMAP") => {
                    let Some(rows) = rows(&mut self.lines) else {
                        let what = "the file ends inside this BITMAP: it is cut off";
                        return Err(Wrong::new(line, what));
                    };
                    self.add(line, &mut head, &rows);
                }
                _ => {}
            }
        }

        if let Some(doubt) = self.charset.doubt(self.characters.keys()) {
            self.note(0, None, doubt);
        }
        Ok(())
    }

    /// Adds the character of a BITMAP in this line, or notes why it can't.
    fn add(&mut self, line: usize, head: &mut CharacterHead, rows: &[(usize, &str)]) {
        let Some(code) = head.code else {
            return;
        };
        let Some(character) = self.charset.character(code) else {
            let what = format!("{} has no code {code}: left out", self.charset.name);
            self.note(line, None, what);
            return;
        };
        if character.is_control() {
            return;
        }

        let drawn = match head.bounds.take() {
            Some((_, Ok(bounds))) => ReadBitmap::of(line, bounds, rows),
            Some((line, Err(what))) => Err(Wrong::new(line, what)),
            None => Err(Wrong::new(line, "has a BITMAP before its BBX")),
        };
        let drawn = match drawn {
            Ok(drawn) => drawn,
            Err(wrong) => {
                let what = format!("{}: left out", wrong.what);
                self.note(wrong.line, Some(character), what);
                return;
            }
        };

        if let Some(first) = self.characters.get(&character) {
            let what = format!(
                "code {code} occurs again: the bitmap at line {} is used",
                first.line
            );
            self.note(drawn.line, Some(character), what);
            return;
        }
        self.boxes = Some(match self.boxes {
            Some(boxes) => boxes.with(drawn.bounds),
            None => drawn.bounds,
        });
        if let Some((line, what)) = drawn.passed_over {
            self.note(line, Some(character), what);
        }
        let bitmap = Bitmap {
            line: drawn.line,
            ink: drawn.ink,
        };
        self.characters.insert(character, bitmap);
    }

    /// The bounding box of the font: the one that it says it has, if that holds nine of ten of its
    /// characters, so that a stray one doesn't make the board of all others larger.
    fn frame(&mut self) -> PixelBox {
        let holds_most = |frame: &PixelBox| {
            let mut inside = 0;
            let mut outside = 0;
            for bitmap in self.characters.values() {
                match inked_box(bitmap.ink.iter()) {
                    Some(ink) if frame.with(ink) == *frame => inside += 1,
                    Some(_) => outside += 1,
                    None => {}
                }
            }
            inside >= 9 * outside
        };

        let said = self.said.filter(holds_most);
        let frame = said.or(self.boxes).unwrap_or_default();
        if self.said != Some(frame) && !self.characters.is_empty() {
            let PixelBox { columns, rows, .. } = frame;
            let what = format!(
                "FONTBOUNDINGBOX is missing or doesn't hold the characters: that of their boxes \
                 is used, {columns} x {rows}"
            );
            self.note(0, None, what);
        }
        frame
    }
}

/// The numbers of a FONTBOUNDINGBOX or BBX: width, height, and the position of the lower left
/// corner.
fn bounding_box<'t>(words: impl Iterator<Item = &'t str>) -> Result<PixelBox, String> {
    let numbers: Vec<i32> = words.map_while(|word| word.parse().ok()).collect();
    let sides = 0..=MAX_SIDE;
    let places = -MAX_SIDE..=MAX_SIDE;

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
            "a bounding box must be four numbers: width and height up to {MAX_SIDE}, and the \
             position of the lower left corner"
        )),
    }
}

/// The rows of a BITMAP, up to ENDCHAR or to what begins afterwards; `None` if the file ends there.
fn rows<'t>(lines: &mut SaidLines<'t>) -> Option<Vec<(usize, &'t str)>> {
    let is_row = |(_, text): &(usize, &str)| {
        !["ENDCHAR", "STARTCHAR", "ENDFONT"]
            .iter()
            .any(|end| text.starts_with(end))
    };

    let mut rows = Vec::new();
    while let Some(row) = lines.next_if(is_row) {
        rows.push(row);
    }
    lines.peek()?;
    Some(rows)
}

/// A bitmap that was read.
struct ReadBitmap {
    /// The line of its BITMAP.
    line: usize,
    bounds: PixelBox,
    ink: Vec<(i32, i32)>,
    /// What was passed over in a line, if anything was.
    passed_over: Option<(usize, &'static str)>,
}

impl ReadBitmap {
    /// The bitmap of these rows of hexadecimal digits.
    fn of(line: usize, bounds: PixelBox, rows: &[(usize, &str)]) -> Result<Self, Wrong> {
        let mut drawn = Self {
            line,
            bounds,
            ink: Vec::new(),
            passed_over: None,
        };
        if bounds.columns > 0 {
            let last = rows.last().map_or(0, |&(line, _)| line);
            match rows.len().cmp(&(bounds.rows as usize)) {
                Ordering::Less => drawn.pass_over(
                    last,
                    "has fewer rows than its BBX says: the last ones are blank",
                ),
                Ordering::Greater => {
                    drawn.pass_over(last, "has more rows than its BBX says: they are left out")
                }
                Ordering::Equal => {}
            }
        }

        for (row, &(line, digits)) in (0..bounds.rows).zip(rows) {
            drawn.add_row(row, line, digits)?;
        }
        Ok(drawn)
    }

    /// Adds the ink of a row.
    fn add_row(&mut self, row: i32, line: usize, digits: &str) -> Result<(), Wrong> {
        let PixelBox {
            left, top, columns, ..
        } = self.bounds;
        for (place, digit) in digits.chars().enumerate() {
            let Some(value) = digit.to_digit(16) else {
                let what = format!("{digit:?} is not a hexadecimal digit");
                return Err(Wrong::new(line, what));
            };
            for bit in 0..4 {
                if value >> (3 - bit) & 1 == 0 {
                    continue;
                }
                let column = place as i64 * 4 + bit;
                if column < i64::from(columns) {
                    self.ink.push((left + column as i32, top + row));
                } else {
                    let what = "has pixels beyond the columns of its BBX: they are left out";
                    self.pass_over(line, what);
                }
            }
        }

        if digits.len() * 4 < columns as usize {
            self.pass_over(line, "has a row that is too short");
        }
        Ok(())
    }

    /// Only the first is noted.
    fn pass_over(&mut self, line: usize, what: &'static str) {
        self.passed_over.get_or_insert((line, what));
    }
}
