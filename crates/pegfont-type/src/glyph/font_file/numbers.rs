//! Numbers in the bytes of a binary font. Its own tables say where they are, so any place may lie
//! beyond the end.

use pegfont_base::words::grouped;

/// Which byte of a number comes first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteOrder {
    Lowest,
    Highest,
}

/// Bytes with numbers in them.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'b> {
    pub bytes: &'b [u8],
    pub order: ByteOrder,
}

impl<'b> Numbers<'b> {
    pub fn new(bytes: &'b [u8], order: ByteOrder) -> Self {
        Self { bytes, order }
    }

    /// This many bytes from a place on, if all are there.
    pub fn part(&self, at: usize, length: usize) -> Option<&'b [u8]> {
        self.bytes.get(at..at.checked_add(length)?)
    }

    fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.part(at, N)?.try_into().ok()
    }

    pub fn u8(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    pub fn u16(&self, at: usize) -> Option<u16> {
        let bytes = self.array(at)?;

        Some(match self.order {
            ByteOrder::Lowest => u16::from_le_bytes(bytes),
            ByteOrder::Highest => u16::from_be_bytes(bytes),
        })
    }

    pub fn i16(&self, at: usize) -> Option<i16> {
        self.u16(at).map(u16::cast_signed)
    }

    pub fn u32(&self, at: usize) -> Option<u32> {
        let bytes = self.array(at)?;

        Some(match self.order {
            ByteOrder::Lowest => u32::from_le_bytes(bytes),
            ByteOrder::Highest => u32::from_be_bytes(bytes),
        })
    }

    /// A place or a length.
    pub fn size(&self, at: usize) -> Option<usize> {
        self.u32(at).and_then(|size| usize::try_from(size).ok())
    }
}

/// What is wrong with a file of this many bytes that needs more for one of its parts.
pub(super) fn ends_early(part: &str, needed: u64, found: usize) -> String {
    let needed = grouped(needed);
    let found = grouped(found as u64);
    format!("the file ends early: {part} needs {needed} bytes, and the file has {found}")
}
