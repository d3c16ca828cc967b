//! The palette of a picture or a film, chosen before its first frame.

use rustc_hash::FxHashMap;

/// A premultiplied colour.
pub(crate) type Pixel = [u8; 4];

/// The colour number for "not drawn": the previous frame shows through.
pub(crate) const UNCHANGED: u8 = 0;

/// Finds the nearest colour of the palette, and caches the results.
#[derive(Default)]
pub(crate) struct Mapper {
    /// At most 256 colours as red, green, blue and opacity, not multiplied by the opacity. After
    /// [`UNCHANGED`] come the colours in cells.
    pub palette: Vec<[u8; 4]>,
    /// The numbers of the colours that the palette was chosen for, in the order of these colours.
    exact: Vec<(Pixel, u8)>,
    /// A cache of recent look-ups, by a hash of the colour.
    recent: Vec<(Pixel, u8)>,
}

/// The most colours of a palette, without the one for unchanged pixels.
pub(crate) const MOST_COLOURS: usize = 255;

/// The size of the cache: a power of two.
const RECENT: usize = 1 << 12;

impl Mapper {
    /// Chooses the palette of at most so many colours.
    pub fn new(most: usize, counted: ColourCount) -> Self {
        let mut colours: Vec<(Pixel, PixelCount)> = counted.0.into_iter().collect();
        colours.sort_unstable_by_key(|&(pixel, PixelCount { rank, pixels })| {
            (rank, u32::MAX - pixels, pixel)
        });

        let colours: Vec<Pixel> = colours.into_iter().map(|colour| colour.0).collect();
        let Merged { chosen, mut exact } = (2..)
            .find_map(|reach| merged(&colours, most, reach))
            .expect("a reach above all distances leaves one colour");
        exact.sort_unstable();

        let mut palette = vec![[0; 4]];
        palette.extend(chosen.into_iter().map(straight));
        Self {
            palette,
            exact,
            recent: vec![([0; 4], UNCHANGED); RECENT],
        }
    }

    /// The number of the palette's colour for a premultiplied one over a colour of the palette.
    pub fn blended(&mut self, pixel: Pixel, under: u8) -> u8 {
        if pixel[3] == 255 {
            return self.nearest(pixel);
        }

        let [r, g, b, a] = self.palette[usize::from(under)].map(u32::from);
        let under = [r * a / 255, g * a / 255, b * a / 255, a];
        let through = 255 - u32::from(pixel[3]);

        let mut blended = pixel;
        for (part, &below) in blended.iter_mut().zip(&under) {
            *part = part.saturating_add(((below * through + 127) / 255) as u8);
        }
        self.nearest(blended)
    }

    /// The numbers of the palette's colours nearest to premultiplied ones.
    pub fn all_nearest(&mut self, pixels: &[Pixel]) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(pixels.len());
        for run in equal_runs(pixels) {
            let number = self.nearest(run[0]);
            numbers.resize(numbers.len() + run.len(), number);
        }
        numbers
    }

    /// The number of the palette's colour nearest to a premultiplied one.
    pub fn nearest(&mut self, pixel: Pixel) -> u8 {
        let hash = u32::from_le_bytes(pixel).wrapping_mul(0x9e37_79b1) >> (32 - RECENT.ilog2());
        let (asked, number) = self.recent[hash as usize];
        if asked == pixel && number != UNCHANGED {
            return number;
        }

        let exact = self.exact.binary_search_by_key(&pixel, |known| known.0);
        let number = match exact {
            Ok(at) => self.exact[at].1,
            Err(_) => self.nearest_by_distance(straight(pixel)),
        };
        self.recent[hash as usize] = (pixel, number);
        number
    }

    fn nearest_by_distance(&self, wanted: [u8; 4]) -> u8 {
        let colours = self.palette.iter().enumerate().skip(1);
        let nearest = colours.min_by_key(|&(_, &colour)| distance(colour, wanted));
        nearest.map_or(UNCHANGED, |(number, _)| number as u8)
    }
}

/// What is known of a colour before the palette is chosen.
#[derive(Clone, Copy)]
struct PixelCount {
    /// 0 if it comes first.
    rank: u8,
    pixels: u32,
}

/// The colours of pictures, for which a palette is then chosen.
#[derive(Default)]
pub(crate) struct ColourCount(FxHashMap<Pixel, PixelCount>);

impl ColourCount {
    /// Counts premultiplied pixels whose colours come first in the palette.
    pub fn add_first(&mut self, pixels: &[Pixel]) {
        self.add_ranked(pixels, 0);
    }

    /// Counts premultiplied pixels.
    pub fn add(&mut self, pixels: &[Pixel]) {
        self.add_ranked(pixels, 1);
    }

    fn add_ranked(&mut self, pixels: &[Pixel], rank: u8) {
        for run in equal_runs(pixels) {
            let pixel = run[0];
            // Frames that replace the whole picture have transparent pixels, too.
            let rank = if pixel == [0; 4] { 0 } else { rank };

            let usual = PixelCount { rank, pixels: 0 };
            let count = self.0.entry(pixel).or_insert(usual);
            count.rank = count.rank.min(rank);
            count.pixels += run.len() as u32;
        }
    }
}

/// Runs of equal pixels: neighbours often are.
fn equal_runs(pixels: &[Pixel]) -> impl Iterator<Item = &[Pixel]> {
    pixels.chunk_by(|one, next| one == next)
}

/// The colours that are left when similar shades are merged, and the number of each shade.
struct Merged {
    chosen: Vec<Pixel>,
    exact: Vec<(Pixel, u8)>,
}

/// Merges similar shades, of which none moves further than `reach`; `None` if more than `most`
/// colours are left.
fn merged(colours: &[Pixel], most: usize, reach: u32) -> Option<Merged> {
    let mut chosen: Vec<Pixel> = Vec::new();
    let mut exact = Vec::new();
    for &pixel in colours {
        let is_near = |&colour: &Pixel| distance(colour, pixel) <= reach * reach;
        let near = chosen.iter().position(is_near);
        let number = near.unwrap_or_else(|| {
            chosen.push(pixel);
            chosen.len() - 1
        });

        if chosen.len() > most {
            return None;
        }
        exact.push((pixel, (number + 1) as u8));
    }
    Some(Merged { chosen, exact })
}

/// The square of the perceptual distance of two colours; green counts most.
fn distance(colour: [u8; 4], other: [u8; 4]) -> u32 {
    let square = |at: usize| {
        let apart = u32::from(colour[at].abs_diff(other[at]));
        apart * apart
    };
    (2 * square(0) + 4 * square(1) + square(2)) / 4 + 2 * square(3)
}

/// Converts from premultiplied to straight alpha.
fn straight([r, g, b, a]: [u8; 4]) -> [u8; 4] {
    if a == 0 {
        return [0; 4];
    }

    let opacity = u32::from(a);
    let part = |value: u8| ((u32::from(value) * 255 + opacity / 2) / opacity).min(255) as u8;
    [part(r), part(g), part(b), a]
}
