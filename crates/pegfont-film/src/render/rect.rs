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

    /// The rectangle, as seen from a point above and to the left of it.
    pub fn from(self, (x, y): (u32, u32)) -> Self {
        Self { left: self.left - x, top: self.top - y, ..self }
    }

    /// The part that lies in another rectangle, if there is one.
    pub fn within(self, other: Self) -> Option<Self> {
        let (left, top) = (self.left.max(other.left), self.top.max(other.top));
        let right = (self.left + self.width).min(other.left + other.width);
        let bottom = (self.top + self.height).min(other.top + other.height);
        let overlap = left < right && top < bottom;
        overlap.then(|| Self { left, top, width: right - left, height: bottom - top })
    }

    /// Whether a pixel lies in it.
    pub fn holds(self, (x, y): (u32, u32)) -> bool {
        (self.left..self.left + self.width).contains(&x)
            && (self.top..self.top + self.height).contains(&y)
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
