//! The specimen of a font: a poster of it in the colours of a theme. Needs a font, not the solver.
//!
//! A poster is a stack of bands. `bands` shares the height of the page among them, and `parts`
//! draws each in its share.

mod alphabets;
mod bands;
mod parts;

use crate::Error;
use crate::drawing::{Drawing, Point};
use crate::render::Theme;
use alphabets::Alphabets;
use bands::{Band, share_out};
use parts::Poster;
use pegfont_type::font::{Character, Font};
use pegfont_type::glyph::Feature;

/// The size of a poster, in points.
pub const A3: Point = (1191.0, 842.0);
/// 16 to 9, for a screen.
pub const WIDE: Point = (1280.0, 720.0);

/// How many times as wide as high posters are, and how high at least: else words would be too
/// small, or have no room.
const SHAPES: std::ops::RangeInclusive<f32> = 1.2..=2.0;
const LEAST_HEIGHT: f32 = 530.0;

/// The space around a poster, in hundredths of its height, as all lengths of bands.
const MARGIN: f32 = 5.5;

/// Fonts with fewer characters show their alternates beside them. Beside hundreds of characters,
/// alternates would be too small to be seen.
const FEW: usize = 40;

/// A poster of a size in points: a pair of letters on their boards, the name of the font, one game
/// as a strip, the alphabets, and a line of words.
///
/// # Errors
/// If the font has no characters, or for [`Error::PosterShape`].
pub fn specimen(font: &Font, theme: &Theme, size: Point) -> Result<Drawing, Error> {
    if !SHAPES.contains(&(size.0 / size.1)) || size.1 < LEAST_HEIGHT {
        return Err(Error::PosterShape);
    }

    let subject = PosterSubject::of(font)?;
    let mut poster = Poster::new(font, theme, size);
    let bands = subject.bands(&poster);
    let room = 100.0 - 2.0 * MARGIN;
    for (band, place) in bands.iter().zip(share_out(&bands, room)) {
        poster.draw(&band.part, &subject, place)?;
    }
    Ok(poster.page)
}

/// What a poster shows of a font.
struct PosterSubject<'f> {
    font: &'f Font,
    /// The letters at the top: two, or the only one that has alternates.
    pair: String,
    /// The only letter that has alternates, and these. They are drawn as large as it.
    forms: Vec<&'f Character>,
    /// The characters whose games are shown.
    played: Vec<&'f Character>,
    alphabets: Alphabets<'f>,
    /// A line of words, which may be empty.
    words: String,
}

/// What a band shows.
enum PosterPart {
    Hero,
    /// The game of one of the characters that are played.
    Game(usize),
    Alphabets,
    Words,
    /// How to get the font.
    Foot,
}

impl<'f> PosterSubject<'f> {
    fn of(font: &'f Font) -> Result<Self, Error> {
        let initial = only_with_alternates(font);
        let pair = match initial {
            Some(initial) => initial.to_string(),
            None => pair(font).ok_or(Error::NoCharacters)?,
        };
        let mut forms = Vec::new();
        if let Some(initial) = initial {
            forms.extend(font.get(initial));
            forms.extend(alternates_of(font, initial).map(|(_, form)| form));
        }

        // With a letter alone, each of its forms is played.
        let played = if initial.is_some() && font.characters().len() == 1 {
            forms.clone()
        } else {
            pair.chars().take(1).filter_map(|it| font.get(it)).collect()
        };
        let shows_alternates = font.characters().len() < FEW && initial.is_none();
        Ok(Self {
            font,
            pair,
            forms,
            played,
            alphabets: Alphabets::of(font, shows_alternates),
            words: alphabets::words(font),
        })
    }

    /// The bands from top to bottom, as high as they may be.
    fn bands(&self, poster: &Poster<'_>) -> Vec<Band<PosterPart>> {
        let is_small = self.font.characters().len() < FEW;
        let mut bands = vec![Band {
            part: PosterPart::Hero,
            share: 2.0,
            least: 21.0,
            greatest: if is_small { 32.0 } else { 28.0 },
        }];

        let games = self.played.len() as f32;
        for number in 0..self.played.len() {
            bands.push(Band {
                part: PosterPart::Game(number),
                share: 1.0 / games,
                least: 12.0 / games,
                greatest: (46.0 / games).min(25.0),
            });
        }

        // Of a whole font, letters are 20 mm high on a page of 297 mm.
        let largest = if is_small { 12.0 } else { 6.74 };
        let alphabets = self.alphabets.height(poster, largest);
        if alphabets > 0.0 {
            bands.push(Band {
                part: PosterPart::Alphabets,
                share: 3.0,
                least: alphabets.min(if is_small { 20.0 } else { 33.5 }),
                greatest: alphabets,
            });
        }
        if !self.words.is_empty() {
            let greatest = poster.line_height(&self.words).min(largest);
            bands.push(Band {
                part: PosterPart::Words,
                share: 1.0,
                least: 0.7 * greatest,
                greatest,
            });
        }
        bands.push(Band {
            part: PosterPart::Foot,
            share: 0.0,
            least: 1.6,
            greatest: 1.6,
        });
        bands
    }
}

/// The letters at the top of a poster: `Aa`, or the first two that the font has.
fn pair(font: &Font) -> Option<String> {
    let all = || font.characters().keys();
    if known(font, "Aa") == "Aa" {
        return Some("Aa".to_owned());
    }

    let letters: String = all().filter(|it| it.is_alphabetic()).take(2).collect();
    let any: String = all().take(2).collect();
    [letters, any].into_iter().find(|pair| !pair.is_empty())
}

/// The only character that has alternates.
fn only_with_alternates(font: &Font) -> Option<char> {
    let mut characters = font.alternates().keys().map(|key| key.0);
    let first = characters.next()?;
    characters.all(|it| it == first).then_some(first)
}

/// The characters of a text that the font has, and the spaces between them.
fn known(font: &Font, text: &str) -> String {
    let is_known = |it: &char| *it == ' ' || font.get(*it).is_some();
    let known: String = text.chars().filter(is_known).collect();
    known.trim().to_owned()
}

/// The alternates of a character, with the features that show them.
fn alternates_of(font: &Font, character: char) -> impl Iterator<Item = (Feature, &Character)> {
    let features = Feature::ALL.into_iter();
    features.filter_map(move |feature| Some((feature, font.alternate(character, feature)?)))
}

#[cfg(all(test, feature = "pictures"))]
mod tests {
    use super::{A3, WIDE, specimen};
    use crate::drawing::bounds::{Bounds, bounds_of};
    use crate::drawing::boxes::{What, mistakes, things};
    use crate::drawing::{Drawing, Element, Place};
    use crate::render::Theme;
    use crate::sheet::MILLIMETRE;
    use pegfont_type::font::Font;

    /// The size below which words are hard to read.
    const LEAST: f32 = 8.4;

    /// The box around the line that says this, in millimetres.
    fn line(poster: &Drawing, words: &str) -> Bounds {
        let element = poster.elements.iter().find(|element| match element {
            Element::Tagged { said, .. } => said == words,
            _ => false,
        });
        let elements = std::slice::from_ref(element.expect("the poster has the line"));
        let scale = 1.0 / MILLIMETRE;
        let place = Place {
            scale,
            ..Place::ORIGIN
        };
        bounds_of(poster, elements, place).expect("it is seen")
    }

    #[test]
    fn on_a3_letters_are_20_mm_high_and_bands_12_mm_apart() {
        let theme = Theme::builtin("dark").expect("it is built in");
        let font = Font::builtin().expect("it is whole");
        let poster = specimen(font, &theme, A3).expect("it has characters");

        let first = line(&poster, "ABCDEFGHIJKLM");
        let last = line(&poster, "nopqrstuvwxyz");
        let height = first.bottom - first.top;
        assert!(
            (19.0..20.0).contains(&height),
            "{height} mm without the space of a hole"
        );

        let words = line(&poster, &super::alphabets::words(font));
        let gap = words.top - last.bottom;
        assert!(gap > 11.9, "{gap} mm");
    }

    #[test]
    fn nothing_overlaps_and_no_words_are_small_on_a_poster_of_any_shape_and_font() {
        let theme = Theme::builtin("light").expect("it is built in");
        let all = Font::builtin().expect("it is whole");
        let mut wrong: Vec<String> = Vec::new();
        for only in [
            "",
            "A",
            "AS",
            "Aa0",
            "M.",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            "abcdefghijklmnopqrstuvwxyzT",
            "カタナ",
            "ЖПривет",
        ] {
            let mut font = all.clone();
            if !only.is_empty() {
                font.retain(|character| only.contains(character));
            }
            let (a4, letter) = ((842.0, 595.0), (792.0, 612.0));
            let (square, long) = ((660.0, 550.0), (1400.0, 701.0));
            for size in [A3, WIDE, a4, letter, square, long] {
                let poster = specimen(&font, &theme, size).expect("it has characters");
                for mistake in mistakes(&poster) {
                    wrong.push(format!("{only}, {size:?}: {mistake}"));
                }
                for thing in things(&poster) {
                    if let What::Words(words) = &thing.what
                        && words.size * thing.scale < LEAST
                    {
                        wrong.push(format!("{only}, {size:?}: {words:?}"));
                    }
                }
            }
        }
        assert!(
            wrong.is_empty(),
            "{}: {}",
            wrong.len(),
            wrong[..wrong.len().min(40)].join("\n")
        );
    }
}
