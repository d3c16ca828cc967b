//! A pen that draws the outlines of a font into a path of pixels.

use skrifa::outline::OutlinePen;
use tiny_skia::PathBuilder;

/// Draws outlines, which are measured upwards from their base line, into a path, which is measured
/// downwards.
#[derive(Debug)]
pub struct PathPen<'p> {
    /// The path that gets the outlines.
    pub path: &'p mut PathBuilder,
    /// Where an outline begins in the path.
    pub left: f32,
    /// Where the base line is in the path.
    pub base: f32,
}

impl OutlinePen for PathPen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.left + x, self.base - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.left + x, self.base - y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.path.quad_to(
            self.left + cx0,
            self.base - cy0,
            self.left + x,
            self.base - y,
        );
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.path.cubic_to(
            self.left + cx0,
            self.base - cy0,
            self.left + cx1,
            self.base - cy1,
            self.left + x,
            self.base - y,
        );
    }

    fn close(&mut self) {
        self.path.close();
    }
}
