//! The directory of a TrueType or OpenType font, before anything else is read of it: whether the
//! file holds all of its tables. Knows no table.

use super::numbers::{ByteOrder, Numbers, ends_early};

/// The bytes of the head of a directory, and those of each table in it.
const HEAD: usize = 12;
const RECORD: usize = 16;

/// What is wrong with the directory of a file's first font, if it is cut short; and how many fonts
/// there are.
pub(super) fn check(file: &[u8]) -> Result<u32, String> {
    let numbers = Numbers::new(file, ByteOrder::Highest);
    let directory = |needed: usize| ends_early("the table directory", needed as u64, file.len());

    let (start, fonts) = if file.starts_with(b"ttcf") {
        let fonts = numbers.u32(8).ok_or_else(|| directory(HEAD))?;
        let start = numbers.size(HEAD).ok_or_else(|| directory(HEAD + 4))?;
        (start, fonts)
    } else {
        (0, 1)
    };

    let first = start.saturating_add(HEAD);
    let tables = numbers
        .u16(start.saturating_add(4))
        .ok_or_else(|| directory(first))?;
    let end = first.saturating_add(usize::from(tables) * RECORD);
    let records = file.get(first..end).ok_or_else(|| directory(end))?;

    let mut cut: Option<(&[u8], u64)> = None;
    for record in records.chunks_exact(RECORD) {
        let numbers = Numbers::new(record, ByteOrder::Highest);
        let tag = &record[..4];
        let start = u64::from(numbers.u32(8).unwrap_or(0));
        let length = u64::from(numbers.u32(12).unwrap_or(0));
        let end = start + length;

        // The outlines are what a reader misses most.
        let has_outlines = [&b"glyf"[..], b"CFF ", b"CFF2"].contains(&tag);
        if end > file.len() as u64 && (cut.is_none() || has_outlines) {
            cut = Some((tag, end));
        }
    }
    match cut {
        None => Ok(fonts),
        Some((tag, end)) => {
            let table = format!("table '{}'", tag.escape_ascii());
            Err(ends_early(&table, end, file.len()))
        }
    }
}
