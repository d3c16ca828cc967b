//! Rectangles of pixels.

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rect {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

impl Rect {
    pub fn middle(self) -> (f32, f32) {
        (
            self.left as f32 + self.width as f32 / 2.0,
            self.top as f32 + self.height as f32 / 2.0,
        )
    }
}

#[cfg(feature = "pictures")]
impl Rect {
    /// The one in the top left corner.
    pub fn of(width: u32, height: u32) -> Self {
        Self {
            left: 0,
            top: 0,
            width,
            height,
        }
    }

    /// How many pixels it has.
    pub fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The smallest rectangle that contains both.
    pub fn around(self, other: Self) -> Self {
        let left = self.left.min(other.left);
        let top = self.top.min(other.top);
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Self {
            left,
            top,
            width: right - left,
            height: bottom - top,
        }
    }

    /// The places of its rows in a list of pixels with `width` in a row.
    pub fn rows(self, width: usize) -> impl Iterator<Item = std::ops::Range<usize>> + Clone {
        let rows = self.top as usize..(self.top + self.height) as usize;
        rows.map(move |row| {
            let from = row * width + self.left as usize;
            from..from + self.width as usize
        })
    }
}
