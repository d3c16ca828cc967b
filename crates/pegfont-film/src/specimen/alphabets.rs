//! The characters of a font in lines: letters on the left, digits and signs on the right. If a font
//! has few of them, their alternates stand beside them.

use super::parts::Poster;
use super::{alternates_of, known};
use crate::drawing::typeface::width;
use crate::drawing::{Colour, Element, Point, Role, Words};
use crate::page::OnPage;
use pegfont_type::font::Font;

const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SMALL: &str = "abcdefghijklmnopqrstuvwxyz";
/// Digits and signs, in lines.
const SIGNS: [&str; 4] = ["01234", "56789", ".,:;!?&@", "#$€%()+="];

/// Words with accents and in other scripts, and the sentence of a font that lacks these.
const WORDS: &str = "Grüße, ¡mañana! Ça va? Łódź Ελλάδα Привет カタカナ ♥ → ☺";
const SENTENCE: &str = "The quick brown fox jumps over the lazy dog";

/// The letters in a line, and those between them and the signs.
const IN_LINE: usize = 13;
const BETWEEN: f32 = 1.4;

/// The space between two lines, relative to the height of a line.
const LEADING: f32 = 0.32;

/// The size of the tags of features, below the alternates that they show.
const TAG: f32 = 8.5;

/// The alphabets of a font.
pub(super) struct Alphabets<'f> {
    font: &'f Font,
    rows: Vec<AlphabetRow>,
    /// The most letters in a row, and the most signs.
    letters: usize,
    signs: usize,
    /// The most alternates of a character, if they are shown.
    alternates: usize,
}

/// A row of characters on a poster.
#[derive(Default)]
struct AlphabetRow {
    letters: String,
    is_small: bool,
    signs: String,
}

impl<'f> Alphabets<'f> {
    pub fn of(font: &'f Font, shows_alternates: bool) -> Self {
        let mut rows = Vec::new();
        for (alphabet, is_small) in [(CAPITALS, false), (SMALL, true)] {
            let letters: Vec<char> = known(font, alphabet).chars().collect();
            let lines = letters.len().div_ceil(IN_LINE).max(1);
            for letters in letters.chunks(letters.len().div_ceil(lines).max(1)) {
                rows.push(AlphabetRow {
                    letters: letters.iter().collect(),
                    is_small,
                    signs: String::new(),
                });
            }
        }

        let signs = SIGNS.map(|signs| known(font, signs));
        for (number, signs) in signs.into_iter().filter(|it| !it.is_empty()).enumerate() {
            if number == rows.len() {
                rows.push(AlphabetRow::default());
            }
            rows[number].signs = signs;
        }

        let alternates = if shows_alternates {
            let counts = font
                .characters()
                .keys()
                .map(|it| alternates_of(font, *it).count());
            counts.max().unwrap_or(0)
        } else {
            0
        };
        let most = |text: fn(&AlphabetRow) -> &String| {
            let lengths = rows.iter().map(|row| text(row).chars().count());
            lengths.max().unwrap_or(0)
        };

        let letters = most(|row| &row.letters);
        let signs = most(|row| &row.signs);
        // One character is already at the top of the poster.
        if letters + signs < 2 && alternates == 0 {
            rows.clear();
        }

        Self {
            font,
            rows,
            letters,
            signs,
            alternates,
        }
    }

    /// How many characters wide the rows are.
    fn columns(&self) -> f32 {
        if self.letters == 0 || self.signs == 0 {
            return (self.letters + self.signs) as f32;
        }

        self.letters as f32 + BETWEEN + self.signs as f32
    }

    /// The height of all rows, with rows of at most this height, in hundredths of the page.
    pub fn height(&self, poster: &Poster<'_>, largest: f32) -> f32 {
        if self.rows.is_empty() {
            return 0.0;
        }

        // Alternates are at least a quarter as large as their character.
        let columns = self.columns() * (1.0 + 0.25 * self.alternates as f32);
        let widest = poster.height_of_line_with(columns);
        widest.min(largest) * self.heights()
    }

    /// The height of all rows, relative to that of one.
    fn heights(&self) -> f32 {
        let rows = self.rows.len() as f32;
        rows + LEADING * (rows - 1.0)
    }

    /// Draws the rows in this height, in points.
    pub fn draw(&self, poster: &mut Poster<'_>, (left, top): Point, height: f32) {
        let row_height = height / self.heights();
        let pitch = row_height / poster.rows();
        let spacing = self.spacing(poster, pitch);
        let theme = poster.theme;
        let signs_at = if self.letters == 0 {
            0.0
        } else {
            self.letters as f32 + BETWEEN
        };

        for (number, row) in self.rows.iter().enumerate() {
            let y = top + number as f32 * row_height * (1.0 + LEADING);
            let colour = if row.is_small {
                theme.moving.colour
            } else {
                theme.peg.colour
            };
            self.draw_line(poster, &row.letters, (left, y), colour, &spacing);
            let x = left + signs_at * spacing.step;
            self.draw_line(poster, &row.signs, (x, y), theme.caption, &spacing);
        }
    }

    /// How characters are set, of which the holes have this distance.
    fn spacing(&self, poster: &Poster<'_>, pitch: f32) -> LetterSpacing {
        let advance = poster.advance * pitch;
        let alternates = self.alternates as f32;
        // Wide enough for the tags of alternates, if the page is.
        let tag = width("zero", TAG) + 4.0;
        let with_tags = advance + alternates * tag;
        let widest = (1.8 + 0.5 * alternates) * advance;
        let whole = (poster.room + pitch) / self.columns();
        let step = whole.min(widest.max(with_tags)).max(advance);

        let small = if self.alternates == 0 {
            0.0
        } else {
            ((step - advance) / (advance * alternates)).min(0.5) * pitch
        };
        let is_low = poster.rows() * small + 1.3 * TAG <= poster.rows() * pitch;
        let has_tags = self.alternates > 0 && is_low && step >= with_tags - 0.001;
        let small_step = poster.advance * small;
        LetterSpacing {
            pitch,
            step,
            small,
            small_step: if has_tags {
                tag.max(small_step)
            } else {
                small_step
            },
            has_tags,
        }
    }

    /// Draws a line of characters from a corner, with the alternates of each.
    fn draw_line(
        &self,
        poster: &mut Poster<'_>,
        text: &str,
        corner: Point,
        colour: Colour,
        spacing: &LetterSpacing,
    ) {
        if text.is_empty() {
            return;
        }
        poster.line(text, corner, spacing.pitch, spacing.step, colour);
        if self.alternates == 0 {
            return;
        }

        let mut elements = Vec::new();
        for (number, character) in text.chars().enumerate() {
            let mut x = corner.0 + number as f32 * spacing.step + poster.advance * spacing.pitch;
            for (feature, form) in alternates_of(self.font, character) {
                let placed = OnPage {
                    board: self.font.board(),
                    corner: (x, corner.1),
                    pitch: spacing.small,
                };
                elements.push(placed.dots(&form.pattern(), super::parts::PEG, colour));
                if spacing.has_tags {
                    let foot = (x, corner.1 + poster.rows() * spacing.small + TAG);
                    let tag = Words::new(feature.tag(), foot, TAG, poster.theme.caption);
                    elements.push(tag.into());
                }
                x += spacing.small_step;
            }
        }
        if !elements.is_empty() {
            poster.page.put(Element::Tagged {
                role: Role::Figure,
                said: "Alternates, and the features that show them".to_owned(),
                elements,
            });
        }
    }
}

/// How characters are set, in points.
struct LetterSpacing {
    /// The distance between the holes of a character, and from a character to the next.
    pitch: f32,
    step: f32,
    /// The same of alternates.
    small: f32,
    small_step: f32,
    /// Whether the tags of features have room below alternates.
    has_tags: bool,
}

/// The line of words that a font has all characters of: words in several scripts, or a sentence.
pub(super) fn words(font: &Font) -> String {
    let is_whole = |word: &&str| known(font, word) == *word;
    let words: Vec<&str> = WORDS.split(' ').filter(is_whole).collect();
    if words.len() > 3 {
        return words.join(" ");
    }

    let sentences = [SENTENCE.to_owned(), SENTENCE.to_uppercase()];
    let sentence = sentences.into_iter().find(|it| known(font, it) == *it);
    sentence.unwrap_or_else(|| words.join(" "))
}
