//! How well a pattern is read: how much more it looks like its own character than like any other,
//! as well-known faces draw them. Knows designs and patterns, but not what can be reached.
//!
//! The reader is simple on purpose. Characters are blurred and stretched to one [shape], so that
//! the pixels of a small face and of a large one can be compared, and so can pegs. How near a
//! pattern is to a character is the mean over the few faces that it resembles most. Only integers
//! and basic IEEE arithmetic in a fixed order are used, so a pattern is read in the same way on
//! every machine.

mod faces;
mod shape;

use std::collections::BTreeMap;

use crate::glyph::{Designs, Glyph};
use peg_solitaire::board::{Board, Hole, Lattice, Position};
use shape::{Ink, InkShape};

/// The faces of a character that count: those that a pattern resembles most.
const FACES: usize = 4;

/// The squared distance between shapes at which a likeness has fallen to about a third.
const WIDTH: f64 = 0.04 * (shape::UNIT as f64) * (shape::UNIT as f64);

/// A reader: the characters that it knows, and their shapes.
///
/// ```
/// use pegfont_type::{find::Recognizer, glyph::Designs};
/// let designs = Designs::builtin()?;
/// let reader = Recognizer::new(&designs);
/// let board = designs.board();
/// let pattern = board.parse_pattern(".###./#...#/#...#/.###./#...#/#...#/.###.")?;
/// let (eight, six) = (reader.read('8', &pattern).unwrap(), reader.read('6', pattern).unwrap());
/// assert!(eight > 10.0 * six);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recognizer {
    board: Board,
    /// The first row below the capitals, and their height in rows.
    capitals: (i16, u32),
    /// The characters in order.
    characters: Vec<Known>,
    /// The originals of homoglyphs.
    originals: BTreeMap<char, char>,
}

/// A character that the reader knows.
#[derive(Debug)]
struct Known {
    character: char,
    /// The script it belongs to, unless it is one of the ASCII characters that are used with all
    /// scripts.
    script: Option<String>,
    shapes: Vec<InkShape>,
}

impl Recognizer {
    /// A reader that knows the characters of these glyphs and of ASCII.
    pub fn new(designs: &Designs) -> Self {
        let mut originals = BTreeMap::new();
        let mut drawn = BTreeMap::new();
        for (character, glyph) in designs.iter() {
            if let Some(original) = glyph.same_as {
                originals.insert(character, original);
            } else if !glyph.is_blank() {
                drawn.insert(character, glyph);
            }
        }

        let board = designs.board().clone();
        let capitals = capitals(&board, &drawn);
        let mut recognizer = Self {
            board,
            capitals,
            characters: Vec::new(),
            originals,
        };
        if recognizer.has_letters() {
            recognizer.learn(&drawn);
        }
        recognizer
    }

    /// Learns the shapes of characters: those in the faces, or else in the designs.
    fn learn(&mut self, drawn: &BTreeMap<char, &Glyph>) {
        let mut known = faces::shapes(|character| {
            let is_alone = !self.originals.contains_key(&character);
            is_alone && (character.is_ascii() || drawn.contains_key(&character))
        });
        for (&character, glyph) in drawn {
            known.entry(character).or_insert_with(|| {
                glyph
                    .designs
                    .iter()
                    .filter_map(|design| self.shape_of_ink(design))
                    .collect()
            });
        }

        for (character, shapes) in known {
            if shapes.is_empty() {
                continue;
            }
            let mut script = None;
            if !character.is_ascii() {
                script = drawn.get(&character).map(|glyph| glyph.script.clone());
            }
            self.characters.push(Known {
                character,
                script,
                shapes,
            });
        }
    }

    /// The recognition of a pattern: the share of its likeness to all characters of the script and
    /// of ASCII that goes to its own, from 0 to 1.
    ///
    /// `None` if the pattern has no ink, if the character is unknown, or on a board for which no
    /// face has letters: a triangular one, or one of many columns.
    pub fn read(&self, character: char, pattern: impl Into<Position>) -> Option<f64> {
        let character = self.originals.get(&character).copied().unwrap_or(character);
        let shape = self.shape_of_ink(&pattern.into())?;
        let number = self
            .characters
            .binary_search_by_key(&character, |known| known.character)
            .ok()?;
        let own = &self.characters[number];

        let mut likeness_to_all = 0.0;
        for rival in &self.characters {
            if rival.script.is_none() || rival.script == own.script {
                likeness_to_all += shape.likeness(&rival.shapes);
            }
        }
        Some(shape.likeness(&own.shapes) / likeness_to_all)
    }

    /// Ink has at most 32 columns.
    fn has_letters(&self) -> bool {
        self.board.lattice() == Lattice::Square && self.board.columns() <= 32
    }

    fn shape_of_ink(&self, ink: &Position) -> Option<InkShape> {
        if !self.has_letters() {
            return None;
        }

        let pixels: Vec<(i16, i16)> = ink
            .pegs()
            .filter_map(|hole| self.board.coordinates(hole))
            .collect();
        let left = pixels.iter().map(|&(x, _)| x).min()?;
        let top = pixels.iter().map(|&(_, y)| y).min()?;
        let bottom = pixels.iter().map(|&(_, y)| y).max()?;

        let mut rows = vec![0; usize::from(bottom.abs_diff(top)) + 1];
        for (x, y) in pixels {
            rows[usize::from(y.abs_diff(top))] |= 1 << x.abs_diff(left);
        }

        let (base, height) = self.capitals;
        let top = i32::from(base - top);
        Some(InkShape::of(&Ink { rows, top }, height))
    }
}

/// The first row below those that most capitals span, and how many these are. If there are no
/// capitals, they are the rows that all characters span together.
fn capitals(board: &Board, drawn: &BTreeMap<char, &Glyph>) -> (i16, u32) {
    // The top and the bottom row: holes are in the order of rows.
    let row = |hole: Option<Hole>| Some(board.coordinates(hole?)?.1);
    let extent = |glyph: &Glyph| {
        let top = row(glyph.designs[0].pegs().next())?;
        let bottom = row(glyph.designs[0].pegs().last())?;
        Some((top, bottom))
    };

    let mut counts: BTreeMap<(i16, i16), u32> = BTreeMap::new();
    let mut around: Option<(i16, i16)> = None;
    for (character, glyph) in drawn {
        let Some((top, bottom)) = extent(glyph) else {
            continue;
        };
        if character.is_uppercase() {
            *counts.entry((top, bottom)).or_default() += 1;
        }
        let (first, last) = around.unwrap_or((top, bottom));
        around = Some((first.min(top), last.max(bottom)));
    }

    let most = counts.iter().max_by_key(|&(_, count)| count);
    let usual = most.map(|(&extent, _)| extent);
    let (top, bottom) = usual.or(around).unwrap_or_default();
    (bottom + 1, u32::from(bottom.abs_diff(top)) + 1)
}

impl InkShape {
    /// How much a pattern looks like a character with these shapes, from 0 to 1.
    fn likeness(&self, shapes: &[Self]) -> f64 {
        let mut nearest = [i32::MAX; FACES];
        for shape in shapes {
            let mut distance = self.distance(shape);
            for near in &mut nearest {
                if distance < *near {
                    std::mem::swap(&mut distance, near);
                }
            }
        }

        let counted = shapes.len().min(FACES);
        let mut sum = 0.0;
        for &distance in &nearest[..counted] {
            sum += falloff(distance);
        }
        sum / counted as f64
    }
}

/// Nearly the exponential of the negative distance, computed with operations that are exact by
/// standard.
fn falloff(distance: i32) -> f64 {
    let mut power = 1.0 / (1.0 + f64::from(distance) / (16.0 * WIDTH));
    for _ in 0..4 {
        power *= power;
    }
    power
}
