//! The specimen of a font: a poster of it in the colours of a theme. Needs a font, not the solver.

use crate::Error;
use crate::drawing::typeface::width;
use crate::drawing::{Colour, Drawing, Element, Place, Point, Role, Shown, Words};
use crate::page::{OnPage, extent_on_paper, place_on_paper};
use crate::render::{Scene, Size, Theme, View};
use crate::timeline::{Missing, Setting, Timeline, Timing};
use pegfont_base::words::{counted, grouped};
use pegfont_type::font::{Character, Font};
use pegfont_type::glyph::Feature;

/// The size of a poster, in points.
pub const A3: Point = (1191.0, 842.0);
/// 16 to 9, for a screen.
pub const WIDE: Point = (1280.0, 720.0);

/// What is set in the typeface, as far as the font has it: lines of characters, words with accents,
/// and a sentence.
const LINES: [&str; 3] = [
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "abcdefghijklmnopqrstuvwxyz",
    "0123456789 .,:;!?&@#$€%()+-=*/",
];
const WORDS: &str = "Grüße, ¡mañana! PEG SOLITAIRE Ça va? Ελλάδα Привет カタカナ ♥ → ☺";
const SENTENCE: &str = "The quick brown fox jumps over the lazy dog";

/// The size of the tags of features, below the alternates that they show.
const TAG: f32 = 8.5;

/// A peg's radius in lines, in parts of the distance between holes.
const PEG: f32 = 0.45;

/// How many times as wide as high posters are, and how high at least: else words would be too small,
/// or have no room.
const SHAPES: std::ops::RangeInclusive<f32> = 1.2..=2.0;
const LEAST_HEIGHT: f32 = 530.0;

/// A poster of a size in points: a pair of letters on their boards, the name, one game as a strip,
/// the alphabets, words, and a sentence at three sizes.
///
/// # Errors
/// If the font has no characters, or for [`Error::PosterShape`].
pub fn specimen(font: &Font, theme: &Theme, size: Point) -> Result<Drawing, Error> {
    if !SHAPES.contains(&(size.0 / size.1)) || size.1 < LEAST_HEIGHT {
        return Err(Error::PosterShape);
    }
    let all: String = font.characters().keys().collect();
    let first = |test: fn(&char) -> bool| all.chars().filter(test).take(2).collect::<String>();
    let mut initials = font.alternates().keys().map(|it| it.0);
    let initial = initials
        .next()
        .filter(|&one| initials.all(|other| other == one));
    let leads = initial.map(String::from).unwrap_or_default();
    let pairs = [
        leads,
        "Aa".to_owned(),
        first(|one| one.is_alphabetic()),
        first(|_| true),
    ];
    let pair = pairs
        .into_iter()
        .find(|pair| !pair.is_empty() && has(font, pair) == *pair);
    let pair = pair.ok_or(Error::NoCharacters)?;
    let margin = 0.055 * size.1;
    let (room, unit) = (size.0 - 2.0 * margin, size.1 / 100.0);
    let page = Drawing {
        ground: theme.background.over(Colour::WHITE),
        labels: Some([
            font.name().to_owned(),
            "A specimen of the typeface".to_owned(),
        ]),
        language: Some("en".to_owned()),
        shown: Shown::Points,
        ..Drawing::new(size)
    };
    let (left, top, advance) = (margin, margin, extent_on_paper(font.board()).0 + 1.0);
    let (few, lines) = (all.chars().count() < 40, LINES.map(|line| has(font, line)));
    // The forms of an initial, the only character with alternates, are as large as it.
    let is_initial = initial.is_some();
    let alone = initial.map(|one| {
        font.get(one)
            .into_iter()
            .chain(forms(font, one).map(|it| it.1))
    });
    let alone: Vec<&Character> = alone.into_iter().flatten().collect();
    // Beside hundreds of characters, alternates would be too small to be seen.
    let forms = all
        .chars()
        .filter(|_| few && !is_initial)
        .map(|one| forms(font, one).count())
        .max()
        .unwrap_or(0);
    let mut poster = Poster {
        font,
        theme,
        page,
        left,
        top,
        room,
        advance,
        forms,
    };
    let games = alone.iter().map(|form| form.solution.clone());
    let setting = match is_initial {
        true => Setting::of_solutions(font.board(), games, alone.len()).titled(&pair),
        false => Setting::new(font, &pair, 2, Missing::Refuse)?,
    };
    let high = if few {
        32.0
    } else if is_initial {
        23.5
    } else {
        28.0
    };
    poster.hero(&pair, setting, high * unit)?;
    let character = &font.characters()[&pair.chars().next().unwrap_or_default()];
    let played = if is_initial && all.chars().count() == 1 {
        alone
    } else {
        vec![character]
    };
    for character in &played {
        poster.top += 3.5 * unit;
        poster.strip(
            character,
            (49.0 / played.len() as f32 - 3.5).min(25.0) * unit,
        )?;
    }
    poster.top += 3.5 * unit;
    let foot = size.1 - margin;
    let lines: Vec<&String> = lines
        .iter()
        .filter(|line| line.len() > 1 || forms > 0 && !line.is_empty())
        .collect();
    let count = lines.len() as f32;
    let share = (foot - 3.0 * unit - poster.top) / (count + 0.75) - 2.5 * unit;
    let high = if few {
        share.min(12.0 * unit)
    } else {
        4.8 * unit
    };
    let longest = lines
        .iter()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(1);
    let pitch = (high / poster.rows())
        .min(room / (longest as f32 * (advance + 0.25 * forms as f32 * advance)));
    let colours = [theme.peg.colour, theme.moving.colour, theme.caption];
    let sentences = [SENTENCE.to_owned(), SENTENCE.to_uppercase()];
    let sentence = sentences.iter().find(|it| has(font, it) == **it);
    let said = room / (SENTENCE.len() as f32 * advance);
    let spoken = sentence.map_or(0.0, |_| 0.45 * said * poster.rows());
    let set = poster.rows() * (count + 0.75) * pitch + spoken;
    let gap =
        ((foot - 3.0 * unit - poster.top - set) / (count + 1.0)).clamp(1.2 * unit, 4.0 * unit);
    for (line, colour) in lines.into_iter().zip(colours) {
        poster.line(line, pitch, colour, true);
        poster.top += gap;
    }
    let (mut words, mut small) = (String::new(), 0.75 * pitch);
    for word in WORDS
        .split_inclusive(' ')
        .filter(|word| has(font, word) == word.trim())
    {
        if poster.fits(&format!("{words}{}", word.trim()), small) {
            words += word;
        }
    }
    if few {
        let high = (foot - 3.0 * unit - gap - spoken - poster.top) / poster.rows();
        small = high.min(room / (words.trim().chars().count() as f32 * advance));
    }
    if !words.is_empty() {
        poster.line(&words, small, theme.peg.colour, false);
        poster.top += gap;
    }
    if let Some(sentence) = sentence {
        let base = poster.top + spoken;
        for share in [0.45, 0.3, 0.2] {
            poster.top = base - share * said * poster.rows();
            poster.line(sentence, share * said, theme.caption, false);
            poster.left += (share + 0.025) * room;
        }
    }
    let words = "A variable font, as TrueType and WOFF2: the axis RWND plays the game of each letter, and HOLE shows the holes of its board";
    poster
        .page
        .put(Words::new(words, (margin, foot), 1.6 * unit, theme.caption));
    Ok(poster.page)
}

/// The characters of a text that the font has, and the spaces between them.
fn has(font: &Font, text: &str) -> String {
    let known = |one: &char| *one == ' ' || font.get(*one).is_some();
    text.chars()
        .filter(known)
        .collect::<String>()
        .trim()
        .to_owned()
}

/// The alternates of a character, with the features that show them.
fn forms(font: &Font, character: char) -> impl Iterator<Item = (Feature, &Character)> {
    Feature::ALL
        .into_iter()
        .filter_map(move |it| Some((it, font.alternate(character, it)?)))
}

/// A poster in the making.
struct Poster<'f> {
    font: &'f Font,
    theme: &'f Theme,
    page: Drawing,
    /// Where the next part begins, and the width of the lines.
    left: f32,
    top: f32,
    room: f32,
    /// The distance from a letter to the next, in distances between holes, as in font files.
    advance: f32,
    /// The most alternates of a character, if there is room for them.
    forms: usize,
}

impl Poster<'_> {
    /// The height of a board, in distances between holes.
    fn rows(&self) -> f32 {
        extent_on_paper(self.font.board()).1
    }

    /// Whether a text fits a line.
    fn fits(&self, text: &str, pitch: f32) -> bool {
        text.chars().count() as f32 * self.advance * pitch <= self.room + pitch
    }

    /// Draws boards as a still of a film shows them, in a room from a corner. Returns how much of
    /// it they take.
    fn boards(&mut self, setting: Setting, corner: Point, room: Point) -> Result<Point, Error> {
        let mut theme = self.theme.clone();
        theme.layout.padding = 0.0;
        if theme.board.colour == theme.background {
            (theme.board.margin, theme.layout.gap) = (0.0, 1.3);
        }
        let view = View {
            size: Size::Pitch(24),
            ..View::new(theme)
        };
        let drawing =
            Scene::finished(Timeline::new(setting, Timing::default())?, view).drawing()?;
        let scale = (room.0 / drawing.size.0).min(room.1 / drawing.size.1);
        let size = (drawing.size.0 * scale, drawing.size.1 * scale);
        let said = drawing
            .labels
            .iter()
            .flatten()
            .cloned()
            .collect::<Vec<_>>()
            .join(": ");
        let elements = vec![self.page.embed(drawing, Place { at: corner, scale })];
        self.page.put(Element::Tagged {
            role: Role::Figure,
            said,
            elements,
        });
        Ok(size)
    }

    /// A pair of letters on their boards, the name of the font, and what it is.
    fn hero(&mut self, pair: &str, setting: Setting, high: f32) -> Result<(), Error> {
        let (corner, theme) = ((self.left, self.top), self.theme);
        let share = if setting.letters().len() > 2 {
            0.6
        } else {
            0.42
        };
        let (wide, tall) = self.boards(setting, corner, (share * self.room, high))?;
        let (left, right) = (self.left + wide + 0.04 * self.room, self.left + self.room);
        let name = self.font.name().to_owned();
        let cases = [name.clone(), name.to_uppercase(), name.to_lowercase()];
        (self.left, self.top) = (left, corner.1 + 0.04 * high);
        match cases.into_iter().find(|case| has(self.font, case) == *case) {
            Some(name) => {
                let pitch = (0.5 * high / self.rows())
                    .min((right - left) / (name.chars().count() as f32 * self.advance));
                self.line(&name, pitch, theme.moving.colour, false);
            }
            None => {
                self.top += 0.25 * high;
                let words = Words::new(name, (left, self.top), 0.25 * high, theme.moving.colour);
                self.page.put(words.bold());
            }
        }
        let forms = self.font.alternates().len();
        let forms = (forms > 0).then(|| format!(" and {}", counted(forms, "alternate")));
        let things =
            counted(self.font.characters().len(), "character") + &forms.unwrap_or_default();
        // Beside several forms, that of the first would be taken for all.
        let one = pair.chars().take(if share > 0.5 { 0 } else { 1 });
        let mut figures =
            one.filter_map(|one| Some((one, self.font.get(one)?.figures?.solutions())));
        let games = figures.next().map_or_else(String::new, |(one, games)| {
            format!(". {} different games end in {one}", grouped(games))
        });
        let what = "A typeface in which every letter is what is left at the end of a game of peg solitaire";
        let rule =
            "A peg jumps over another into the empty hole behind it, and takes it off the board";
        let board = self.font.board().to_string();
        let board = if self.font.board().is_rectangle() {
            board.replace('x', " × ")
        } else {
            board
        };
        let about = format!("{things} on {board}{games}");
        for (text, size) in [(what, 0.025), (rule, 0.018), (&*about, 0.018)] {
            self.top += (1.3 * size + 0.01) * self.page.size.1;
            let words = Words::new(
                text,
                (left, self.top),
                size * self.page.size.1,
                theme.caption,
            );
            self.top = self.page.paragraph(words, right - left);
        }
        (self.left, self.top) = (corner.0, corner.1 + tall.max(self.top - corner.1));
        Ok(())
    }

    /// The game of a character, in as many boards as fit side by side.
    fn strip(&mut self, character: &Character, high: f32) -> Result<(), Error> {
        // With the space between boards, of which there is none after the last.
        let count =
            ((self.room * self.rows() / high + 1.3) / (self.advance + 0.3)).round() as usize;
        let strip = Setting::of_solution(character.solution.clone());
        let strip = strip.storyboard(count.clamp(3, 12), Some(12))?;
        let (_, tall) = self.boards(strip, (self.left, self.top), (self.room, high))?;
        self.top += tall;
        Ok(())
    }

    /// Writes a line, which may be spread to the whole width: then each letter has its alternates
    /// beside it.
    fn line(&mut self, text: &str, pitch: f32, colour: Colour, spread: bool) {
        let (board, corner) = (self.font.board(), (self.left, self.top));
        let whole = (self.room / pitch + 1.0) / text.chars().count().max(1) as f32;
        let forms_room = self.advance * self.forms as f32;
        // Wide enough for the tags of alternates, if the page is.
        let tag = width("zero", TAG) + 4.0;
        let with_tags = self.advance + self.forms as f32 * tag / pitch;
        let spread = if spread {
            whole.min((1.8 * self.advance + 0.5 * forms_room).max(with_tags))
        } else {
            0.0
        };
        let small = ((spread - self.advance) / forms_room).min(0.5) * pitch;
        let is_high = self.rows() * small + 1.3 * TAG <= self.rows() * pitch;
        let has_tags = is_high && spread >= with_tags - 0.001;
        let step = if has_tags {
            tag.max(self.advance * small)
        } else {
            self.advance * small
        };
        let placed = OnPage {
            board,
            corner,
            pitch,
        };
        let (mut centres, mut elements) = (Vec::new(), Vec::new());
        for (number, character) in text.chars().enumerate() {
            let pegs = self
                .font
                .get(character)
                .map(Character::pattern)
                .unwrap_or_default();
            let left = number as f32 * spread.max(self.advance);
            centres.extend(pegs.pegs().map(|hole| {
                let (x, y) = place_on_paper(board, hole);
                placed.at((left + x + 0.5, y + 0.5))
            }));
            let forms = forms(self.font, character).filter(|_| spread > 0.0 && self.forms > 0);
            for (at, (feature, form)) in (0..).zip(forms) {
                let (x, y) = placed.at((left + self.advance, 0.0));
                let corner = (x + at as f32 * step, y);
                elements.push(
                    OnPage {
                        board,
                        corner,
                        pitch: small,
                    }
                    .dots(&form.pattern(), PEG, colour),
                );
                if has_tags {
                    let foot = (corner.0, y + self.rows() * small + TAG);
                    elements.push(Words::new(feature.tag(), foot, TAG, self.theme.caption).into());
                }
            }
        }
        self.page.tagged(Role::Paragraph, text, |page| {
            page.put(Element::Dots {
                centres,
                radius: PEG * pitch,
                colour,
            });
        });
        if !elements.is_empty() {
            let said = "Alternates, and the features that show them".to_owned();
            self.page.put(Element::Tagged {
                role: Role::Figure,
                said,
                elements,
            });
        }
        self.top += self.rows() * pitch;
    }
}

#[cfg(all(test, feature = "pictures"))]
mod tests {
    use super::{A3, WIDE, specimen};
    use crate::drawing::boxes::{Kind, mistakes, things};
    use crate::render::Theme;
    use pegfont_type::font::Font;

    /// The size below which words are hard to read.
    const LEAST: f32 = 8.4;

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
                    if let Kind::Words(words) = &thing.kind
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
