//! Films as encoders of videos take them: a plane of brightness and, at half the width and height,
//! two planes of colour (yuv420p), in the numbers of television (BT.709). A palette is converted
//! once, and a frame only where it changes.

use std::io::Write;

use super::{PaintedFrame, Scene};
use crate::Error;
use crate::drawing::Colour;
use peg_solitaire::progress::Progress;

impl Scene {
    /// The width and height of the [planes](Self::planes), which are even: a column or row is added
    /// on the right or below if need be.
    ///
    /// # Errors
    /// If the picture is too large.
    pub fn plane_size(&self) -> Result<(u32, u32), Error> {
        let geometry = self.geometry()?;
        let even = |side: u32| side.next_multiple_of(2);
        Ok((even(geometry.width), even(geometry.height)))
    }

    /// Writes the film as an encoder of videos takes it: for each of `rate` frames per second, the
    /// planes of the picture as yuv420p. On a `ground`, the film is opaque; without one, a plane of
    /// opacity follows (yuva420p).
    ///
    /// # Errors
    /// As [`paint`](Self::paint), or if writing fails.
    pub fn planes(
        &self,
        rate: f64,
        ground: Option<Colour>,
        out: &mut dyn Write,
        progress: Progress<'_>,
    ) -> Result<(), Error> {
        let size = self.plane_size()?;
        let mut time = 0;
        let mut sent = 0;

        for _ in 0..self.view.loops.max(1) {
            let mut painting = self.paint(progress)?;
            let width = painting.size.0 as usize;
            let mut planes = Planes::new(size, &painting.palette, ground);

            while let Some(frame) = painting.next()? {
                planes.update(&frame, width);
                time += frame.lasts;

                let until = (time as f64 * rate / 1000.0).round() as u64;
                for _ in sent..until {
                    out.write_all(&planes.bytes)?;
                }
                sent = sent.max(until);
            }
        }

        Ok(out.flush()?)
    }
}

/// A colour as television has it, and its opacity.
#[derive(Clone, Copy, Default)]
struct Signal {
    brightness: u8,
    blue: u8,
    red: u8,
    opacity: u8,
}

impl Signal {
    /// A colour in the numbers of BT.709, of which brightness has 16 to 235 and colour 16 to 240.
    fn of(colour: Colour) -> Self {
        let [red, green, blue, opacity] = colour.rgba;
        let [r, g, b] = [red, green, blue].map(|part| f64::from(part) / 255.0);
        let brightness = 0.2126 * r + 0.7152 * g + 0.0722 * b;

        Self {
            brightness: (16.0 + 219.0 * brightness).round() as u8,
            blue: (128.0 + 224.0 * (b - brightness) / 1.8556).round() as u8,
            red: (128.0 + 224.0 * (r - brightness) / 1.5748).round() as u8,
            opacity,
        }
    }
}

/// The planes of a picture, one after the other:
///
/// ```text
///   brightness     w x h
///   blue           w/2 x h/2
///   red            w/2 x h/2
///   opacity        w x h, unless the film is opaque
/// ```
struct Planes {
    width: usize,
    height: usize,
    /// The colours of the palette.
    signals: [Signal; 256],
    is_opaque: bool,
    bytes: Vec<u8>,
}

impl Planes {
    fn new(size: (u32, u32), palette: &[[u8; 4]], ground: Option<Colour>) -> Self {
        let width = size.0 as usize;
        let height = size.1 as usize;

        let mut signals = [Signal::default(); 256];
        for (signal, &rgba) in signals.iter_mut().zip(palette) {
            let colour = Colour { rgba };
            *signal = Signal::of(ground.map_or(colour, |ground| colour.over(ground)));
        }

        let area = width * height;
        let is_opaque = ground.is_some();
        let opacity = if is_opaque { 0 } else { area };
        Self {
            width,
            height,
            signals,
            is_opaque,
            bytes: vec![0; area + area / 2 + opacity],
        }
    }

    /// Converts what a frame changes. Its picture is `columns` wide.
    fn update(&mut self, frame: &PaintedFrame<'_>, columns: usize) {
        let rows = frame.picture.len() / columns;
        let left = frame.left as usize & !1;
        let right = (frame.left + frame.width).next_multiple_of(2) as usize;
        let top = frame.top as usize & !1;
        let bottom = (frame.top + frame.height).next_multiple_of(2) as usize;

        let signals = self.signals;
        let area = self.width * self.height;
        let (brightness, rest) = self.bytes.split_at_mut(area);
        let (blue, rest) = rest.split_at_mut(area / 4);
        let (red, opacity) = rest.split_at_mut(area / 4);

        for y in (top..bottom).step_by(2) {
            for x in (left..right).step_by(2) {
                let mut sums = [2_u16; 2];
                for (y, x) in [(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)] {
                    // The added column and row look like those beside them, but aren't seen where
                    // the background isn't.
                    let nearest = y.min(rows - 1) * columns + x.min(columns - 1);
                    let signal = signals[usize::from(frame.picture[nearest])];

                    let at = y * self.width + x;
                    brightness[at] = signal.brightness;
                    if !self.is_opaque {
                        let is_added = x == columns || y == rows;
                        opacity[at] = if is_added { 0 } else { signal.opacity };
                    }
                    sums[0] += u16::from(signal.blue);
                    sums[1] += u16::from(signal.red);
                }

                let at = y / 2 * (self.width / 2) + x / 2;
                blue[at] = (sums[0] / 4) as u8;
                red[at] = (sums[1] / 4) as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the tables of BT.709: white, black, and the three primaries.
    #[test]
    fn colours_are_those_of_television() {
        for (rgb, expected) in [
            ([255, 255, 255], [235, 128, 128]),
            ([0, 0, 0], [16, 128, 128]),
            ([255, 0, 0], [63, 102, 240]),
            ([0, 255, 0], [173, 42, 26]),
            ([0, 0, 255], [32, 240, 118]),
        ] {
            let [r, g, b] = rgb;
            let rgba = [r, g, b, 255];
            let signal = Signal::of(Colour { rgba });
            assert_eq!([signal.brightness, signal.blue, signal.red], expected);
        }
    }

    #[test]
    fn what_changes_is_converted_as_the_whole_picture_is() {
        let palette = [[0; 4], [255, 255, 255, 255], [200, 30, 90, 255]];
        let (columns, rows) = (5, 3);
        let before = vec![1; columns * rows];
        for at in 0..columns * rows {
            let mut after = before.clone();
            after[at] = 2;
            let whole = PaintedFrame {
                left: 0,
                top: 0,
                width: columns as u32,
                height: rows as u32,
                lasts: 0,
                clears: false,
                is_new_view: false,
                changed: &[],
                picture: &before,
            };
            let part = PaintedFrame {
                left: (at % columns) as u32,
                top: (at / columns) as u32,
                width: 1,
                height: 1,
                picture: &after,
                ..whole
            };
            let fresh = PaintedFrame {
                picture: &after,
                ..whole
            };

            for ground in [None, Some(Colour::WHITE)] {
                let mut changed = Planes::new((6, 4), &palette, ground);
                changed.update(&whole, columns);
                changed.update(&part, columns);
                let mut expected = Planes::new((6, 4), &palette, ground);
                expected.update(&fresh, columns);
                assert_eq!(changed.bytes, expected.bytes);
            }
        }
    }
}
