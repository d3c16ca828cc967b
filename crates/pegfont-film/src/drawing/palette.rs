//! The palette of a picture or a film, chosen before its first frame.

use std::collections::HashMap;
use std::iter::repeat;

/// A premultiplied colour.
pub(crate) type Pixel = [u8; 4];

/// The colour number for "not drawn": the previous frame shows through.
pub(crate) const UNCHANGED: u8 = 0;

/// Finds the nearest colour of the palette, and caches the results.
#[derive(Default)]
pub(crate) struct Mapper {
    /// At most 256 colours as red, green, blue and opacity, not multiplied by the opacity. Those in
    /// cells come first after [`UNCHANGED`].
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
    /// Chooses the palette of at most so many colours for premultiplied pixels. The colours of
    /// `first` come first.
    pub fn new(
        most: usize,
        first: impl Iterator<Item = Pixel>,
        rest: impl Iterator<Item = Pixel>,
    ) -> Self {
        // How many pixels have each colour, and whether one of the first does. Neighbouring pixels
        // are often equal.
        let mut counts: HashMap<Pixel, (u8, u32)> = HashMap::new();
        let ranked = first.zip(repeat(0)).chain(rest.zip(repeat(1)));
        let mut ranked = ranked.peekable();
        while let Some(run) = ranked.next() {
            let mut times = 1;
            while ranked.next_if_eq(&run).is_some() {
                times += 1;
            }
            let (pixel, rank) = run;
            // Frames that replace the whole picture have transparent pixels, too.
            let rank = if pixel == [0; 4] { 0 } else { rank };
            let known = counts.entry(pixel).or_insert((rank, 0));
            *known = (known.0.min(rank), known.1 + times);
        }
        let mut colours: Vec<_> = counts.into_iter().collect();
        colours.sort_unstable_by_key(|&(pixel, (rank, count))| (rank, u32::MAX - count, pixel));
        let colours: Vec<Pixel> = colours.into_iter().map(|colour| colour.0).collect();
        let merge = |reach| merged(&colours, most, reach);
        let Merged { chosen, mut exact } = (2..)
            .find_map(merge)
            .expect("a reach above all distances leaves one colour");
        exact.sort_unstable();
        let straight = std::iter::once([0; 4]).chain(chosen.into_iter().map(straight));
        Self {
            palette: straight.collect(),
            exact,
            recent: vec![([0; 4], UNCHANGED); RECENT],
        }
    }

    /// The number of the palette's colour for a premultiplied one over a colour of the palette.
    pub fn blended(&mut self, pixel: Pixel, under: u8) -> u8 {
        let [r, g, b, a] = self.palette[usize::from(under)].map(u32::from);
        let under = [r * a / 255, g * a / 255, b * a / 255, a];
        let through = 255 - u32::from(pixel[3]);
        self.nearest(std::array::from_fn(|part| {
            pixel[part].saturating_add(((under[part] * through + 127) / 255) as u8)
        }))
    }

    /// The number of the palette's colour nearest to a premultiplied one.
    pub fn nearest(&mut self, pixel: Pixel) -> u8 {
        let hash = u32::from_le_bytes(pixel).wrapping_mul(0x9e37_79b1) >> (32 - RECENT.ilog2());
        let (asked, number) = self.recent[hash as usize];
        if asked == pixel && number != UNCHANGED {
            return number;
        }
        let exact = self.exact.binary_search_by_key(&pixel, |known| known.0);
        let number = exact.map(|at| self.exact[at].1).unwrap_or_else(|_| {
            let wanted = straight(pixel);
            let colours = self.palette.iter().enumerate().skip(1);
            let nearest = colours.min_by_key(|&(_, &colour)| distance(colour, wanted));
            nearest.map_or(UNCHANGED, |(number, _)| number as u8)
        });
        self.recent[hash as usize] = (pixel, number);
        number
    }
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
