//! Unpacks a WOFF 1 into the OpenType font that it holds: a directory, and tables that zlib has
//! packed. Of the sizes that the file states, none is trusted.
//!
//! ```text
//! offset  0  "wOFF", then the signature of the font inside, each of 4 bytes
//!        12  the number of tables, of 2 bytes
//!        44  for each table: tag, offset, packed length, length, checksum, each of 4 bytes
//! ```

use std::io::Read as _;

use flate2::read::ZlibDecoder;

use super::MOST_MEBIBYTES;
use super::numbers::{ByteOrder, Numbers, ends_early};

/// The bytes of the head of a WOFF, and of a table in its directory.
const HEAD: usize = 44;
const RECORD: usize = 20;

/// A table as the directory describes it.
struct WoffTable<'b> {
    tag: &'b [u8],
    checksum: &'b [u8],
    at: usize,
    packed: usize,
    length: usize,
}

/// The font in a WOFF.
pub(super) fn unpack(file: &[u8]) -> Result<Vec<u8>, String> {
    let tables = directory(file)?;
    let lengths = tables.iter().map(|table| table.length as u64);
    if lengths.sum::<u64>() > MOST_MEBIBYTES << 20 {
        return Err(format!(
            "it unpacks to more than {MOST_MEBIBYTES} MiB, which is the limit"
        ));
    }

    // The directory of a font, then its tables, each at a multiple of four bytes. Readers don't
    // need the numbers for binary search that follow the number of tables.
    let mut font = file[4..8].to_vec();
    font.extend((tables.len() as u16).to_be_bytes());
    font.extend([0; 6]);
    let mut place = 12 + 16 * tables.len();
    for table in &tables {
        font.extend(table.tag);
        font.extend(table.checksum);
        font.extend((place as u32).to_be_bytes());
        font.extend((table.length as u32).to_be_bytes());
        place += table.length.next_multiple_of(4);
    }
    for table in &tables {
        let content = content(file, table)?;
        font.extend(content);
        font.resize(font.len().next_multiple_of(4), 0);
    }
    Ok(font)
}

fn directory(file: &[u8]) -> Result<Vec<WoffTable<'_>>, String> {
    let numbers = Numbers::new(file, ByteOrder::Highest);
    let cut = |needed: usize| ends_early("the table directory", needed as u64, file.len());
    let count = numbers.u16(12).ok_or_else(|| cut(HEAD))?;
    let end = HEAD + usize::from(count) * RECORD;
    let records = file.get(HEAD..end).ok_or_else(|| cut(end))?;

    let mut tables = Vec::new();
    for record in records.chunks_exact(RECORD) {
        let numbers = Numbers::new(record, ByteOrder::Highest);
        let size = |at| numbers.size(at).unwrap_or(0);
        tables.push(WoffTable {
            tag: &record[..4],
            checksum: &record[16..],
            at: size(4),
            packed: size(8),
            length: size(12),
        });
    }
    Ok(tables)
}

/// The bytes of a table. One that zlib would not make smaller is not packed.
fn content(file: &[u8], table: &WoffTable<'_>) -> Result<Vec<u8>, String> {
    let tag = table.tag.escape_ascii();
    let end = table.at as u64 + table.packed as u64;
    let packed = Numbers::new(file, ByteOrder::Highest)
        .part(table.at, table.packed)
        .ok_or_else(|| ends_early(&format!("table '{tag}'"), end, file.len()))?;
    if table.packed == table.length {
        return Ok(packed.to_vec());
    }

    let mut content = Vec::new();
    let most = table.length as u64 + 1;
    ZlibDecoder::new(packed)
        .take(most)
        .read_to_end(&mut content)
        .map_err(|error| format!("can't unpack table '{tag}': {error}"))?;
    if content.len() != table.length {
        return Err(format!(
            "table '{tag}' has not the length that the directory says"
        ));
    }
    Ok(content)
}
