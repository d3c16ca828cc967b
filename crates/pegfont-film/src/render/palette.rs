//! The palette of a film, chosen before its first frame.

use std::iter::repeat;

/// The colour number for "not drawn": the previous frame shows through.
pub const UNCHANGED: u8 = 0;

/// At most 256 colours with opacity. Colour 0 is [`UNCHANGED`].
///
/// The colours used by frames after the first come first, so that a format can write those frames with fewer
/// bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    colours: Vec<[u8; 4]>,
}

impl Palette {
    /// The colours as red, green, blue and opacity (not multiplied by the opacity).
    #[must_use]
    pub fn colours(&self) -> &[[u8; 4]] {
        &self.colours
    }
}

/// Finds the nearest colour of the palette, and caches the results.
pub(super) struct Mapper {
    palette: Palette,
    /// The numbers of the colours that it was chosen for, in order of these.
    exact: Vec<([u8; 4], u8)>,
    /// A cache of recent look-ups, by a hash of the colour.
    recent: Vec<([u8; 4], u8)>,
}

/// The size of the cache: a power of two.
const RECENT: usize = 1 << 12;

impl Mapper {
    /// Chooses the palette for premultiplied pixels. The colours of `first` come first.
    pub fn new(first: impl Iterator<Item = [u8; 4]>, rest: impl Iterator<Item = [u8; 4]>) -> Self {
        // Neighbouring pixels are often equal: the runs of both are sorted, not the pixels.
        let mut runs: Vec<Run> = Vec::new();
        let mut most = MOST_RUNS;
        for (pixel, rank) in first.zip(repeat(0)).chain(rest.zip(repeat(1))) {
            // Frames that replace the whole picture have transparent pixels, too.
            let rank = if pixel == [0; 4] { 0 } else { rank };
            match runs.last_mut() {
                Some((last, of, times)) if (*last, *of) == (pixel, rank) => *times += 1,
                _ => {
                    if runs.len() == most {
                        sum_up(&mut runs);
                        most = MOST_RUNS.max(2 * runs.len());
                    }
                    runs.push((pixel, rank, 1));
                }
            }
        }
        sum_up(&mut runs);
        let colours = runs.chunk_by(|one, other| one.0 == other.0).map(|runs| {
            let (pixel, rank, _) = runs[0];
            (pixel, (rank, runs.iter().map(|run| run.2).sum::<u32>()))
        });
        let mut colours: Vec<_> = colours.collect();
        colours.sort_unstable_by_key(|&(pixel, (rank, count))| (rank, u32::MAX - count, pixel));
        // Similar shades are merged. No shade moves further than `reach`, which grows until the palette is
        // small enough.
        let mut reach = 2;
        let chosen = loop {
            let mut chosen: Vec<[u8; 4]> = Vec::new();
            let mut exact = Vec::with_capacity(colours.len());
            for &(pixel, _) in &colours {
                let near =
                    chosen.iter().position(|&colour| distance(colour, pixel) <= reach * reach);
                let number = near.unwrap_or_else(|| {
                    chosen.push(pixel);
                    chosen.len() - 1
                });
                if number > 254 {
                    break;
                }
                exact.push((pixel, number as u8 + 1));
            }
            if chosen.len() <= 255 {
                break (chosen, exact);
            }
            reach += 1;
        };
        let (chosen, mut exact) = chosen;
        exact.sort_unstable();
        let straight = std::iter::once([0; 4]).chain(chosen.into_iter().map(straight));
        let palette = Palette { colours: straight.collect() };
        Self { palette, exact, recent: vec![([0; 4], UNCHANGED); RECENT] }
    }

    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The number of the palette's colour nearest to a premultiplied one.
    pub fn nearest(&mut self, pixel: [u8; 4]) -> u8 {
        let hash = u32::from_le_bytes(pixel).wrapping_mul(0x9e37_79b1) >> (32 - RECENT.ilog2());
        let (asked, number) = self.recent[hash as usize];
        if asked == pixel && number != UNCHANGED {
            return number;
        }
        let exact = self.exact.binary_search_by_key(&pixel, |known| known.0);
        let number = exact.map(|at| self.exact[at].1).unwrap_or_else(|_| {
            let wanted = straight(pixel);
            let colours = self.palette.colours.iter().enumerate().skip(1);
            let nearest = colours.min_by_key(|&(_, &colour)| distance(colour, wanted));
            nearest.map_or(UNCHANGED, |(number, _)| number as u8)
        });
        self.recent[hash as usize] = (pixel, number);
        number
    }
}

/// A colour, its rank, and how many pixels have it.
type Run = ([u8; 4], u8, u32);

/// The number of runs that are summed up before more are taken.
const MOST_RUNS: usize = 1 << 20;

/// Sorts the runs, and makes one of those that are equal.
fn sum_up(runs: &mut Vec<Run>) {
    runs.sort_unstable();
    runs.dedup_by(|run, first| {
        let is_same = (run.0, run.1) == (first.0, first.1);
        first.2 += if is_same { run.2 } else { 0 };
        is_same
    });
}

/// The square of the perceptual distance of two colours; green counts most.
fn distance(one: [u8; 4], other: [u8; 4]) -> u32 {
    let square = |at: usize| {
        let apart = u32::from(one[at].abs_diff(other[at]));
        apart * apart
    };
    (2 * square(0) + 4 * square(1) + square(2)) / 4 + 2 * square(3)
}

/// Converts from premultiplied to straight alpha.
fn straight([r, g, b, a]: [u8; 4]) -> [u8; 4] {
    if a == 0 {
        return [0; 4];
    }
    let part =
        |value: u8| ((u32::from(value) * 255 + u32::from(a) / 2) / u32::from(a)).min(255) as u8;
    [part(r), part(g), part(b), a]
}
