//! Rectangles of pixels.

#[cfg(feature = "pictures")]
use std::ops::Range;

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rect {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

#[cfg(feature = "pictures")]
impl Rect {
    /// The smallest rectangle that contains both.
    pub fn around(self, other: Self) -> Self {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Self { left, top, width: right - left, height: bottom - top }
    }

    /// The rectangle, moved.
    pub fn at(self, (x, y): (u32, u32)) -> Self {
        Self { left: self.left + x, top: self.top + y, ..self }
    }

    /// The places of its rows in a list of pixels with `width` in a row.
    pub fn rows(self, width: usize) -> impl Iterator<Item = Range<usize>> + Clone {
        let rows = self.top as usize..(self.top + self.height) as usize;
        rows.map(move |row| {
            let from = row * width + self.left as usize;
            from..from + self.width as usize
        })
    }
}
