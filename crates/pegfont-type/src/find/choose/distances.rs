//! How far the patterns of a font are from their designs.

use std::fmt;

use serde::Serialize;

use super::Chosen;

/// The number of characters by the distance of their pattern, and the mean distance.
///
/// It is written like `mean 0.75; 3 at 0, 4 at 1, 1 at 2`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Distances {
    /// Entry n counts the characters whose pattern differs from the design in n holes.
    pub by_distance: Vec<usize>,
    /// The mean distance; 0 if there are no characters.
    pub mean: f64,
}

impl Chosen {
    /// The distances of all characters that have a design of their own.
    #[must_use]
    pub fn distances(&self) -> Distances {
        Distances::of(self.drawn().map(|(_, choice)| choice.distance()))
    }

    /// The same for the characters of ASCII alone.
    #[must_use]
    pub fn ascii_distances(&self) -> Distances {
        let ascii = self.drawn().filter(|(character, _)| character.is_ascii());
        Distances::of(ascii.map(|(_, choice)| choice.distance()))
    }
}

impl Distances {
    /// Counts these distances.
    #[must_use]
    pub fn of(distances: impl Iterator<Item = u32>) -> Self {
        let mut by_distance: Vec<usize> = Vec::new();
        for distance in distances {
            let distance = distance as usize;
            by_distance.resize(by_distance.len().max(distance + 1), 0);
            by_distance[distance] += 1;
        }
        let sum: usize = by_distance.iter().enumerate().map(|(away, number)| away * number).sum();
        let all: usize = by_distance.iter().sum();
        let mean = if all == 0 { 0.0 } else { sum as f64 / all as f64 };
        Self { by_distance, mean }
    }
}

impl fmt::Display for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mean {:.2};", self.mean)?;
        for (away, number) in self.by_distance.iter().enumerate() {
            let comma = if away == 0 { "" } else { "," };
            write!(f, "{comma} {number} at {away}")?;
        }
        Ok(())
    }
}
