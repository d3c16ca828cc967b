//! Specimens: pictures of a whole font, as a contact sheet of every character or a page of pangrams. Needs a font, not the
//! solver.

use std::collections::BTreeMap;

use crate::Error;
use crate::drawing::{Anchor, Colour, Drawing, Mark, Point, Words, svg, wrapped};
#[cfg(feature = "pictures")]
use crate::drawing::{pdf, raster};
use crate::page::OnPage;
use peg_solitaire::solution::Grade;
use pegfont_type::font::{Character, Font};

const PAPER: Colour = Colour::rgb(0xfb_f9_f4);
const PEG: Colour = Colour::rgb(0x24_28_30);
const HOLE: Colour = Colour::rgb(0xe4_df_d3);
const WORDS: Colour = Colour::rgb(0x58_55_4d);
/// The colours of distance labels, by distance.
const DISTANCES: [Colour; 4] = [
    Colour::rgb(0x3c_7d_4b),
    Colour::rgb(0x58_55_4d),
    Colour::rgb(0xb0_6a_12),
    Colour::rgb(0xb3_2f_1f),
];

/// The colours of grades, from easy to hard.
const GRADES: [Colour; 5] = [
    Colour::rgb(0x3c_7d_4b),
    Colour::rgb(0x6f_8a_2c),
    Colour::rgb(0xc0_8a_12),
    Colour::rgb(0xc2_5a_1d),
    Colour::rgb(0xa8_24_1f),
];

/// The height of a capital in most fonts, relative to the size.
const CAPITAL: f32 = 0.72;
/// A peg's radius, and that of the mark of an empty hole, in parts of the distance between holes.
const PEG_RADIUS: f32 = 0.44;
const HOLE_RADIUS: f32 = 0.16;
/// The distance between holes in the contact sheet.
const PITCH: f32 = 7.0;
const MARGIN: f32 = 40.0;
/// The approximate width of a sheet.
const WIDTH: f32 = 1440.0;

/// A page of a specimen. At scale 1, its unit is a pixel.
#[derive(Debug)]
pub struct Sheet<'a> {
    font: &'a Font,
    width: f32,
    height: f32,
    marks: Vec<Mark>,
}

impl<'a> Sheet<'a> {
    fn blank(font: &'a Font) -> Result<Self, Error> {
        match font.characters().is_empty() {
            true => Err(Error::NoCharacters),
            false => Ok(Self { font, width: WIDTH, height: MARGIN, marks: Vec::new() }),
        }
    }

    /// Every character, grouped by script. At the left of each is its distance from the design, at the right its number of jumps.
    /// If the font has figures, the number of moves takes that place, and the number of solutions and the grade follow below: one
    /// peg of five means gentle, five mean fiendish.
    ///
    /// # Errors
    /// When the font has no characters.
    pub fn contact(font: &'a Font) -> Result<Self, Error> {
        let mut sheet = Self::blank(font)?;
        let (columns, rows) = font.board().extent_on_paper();
        let figures = font.characters().values().any(|chosen| chosen.figures.is_some());
        let labels = if figures { 62.0 } else { 30.0 };
        let cell = ((columns + 1.5) * PITCH + 10.0, (rows + 1.0) * PITCH + labels);
        let across = ((WIDTH - 2.0 * MARGIN + 10.0) / cell.0).floor().max(1.0) as usize;
        sheet.width = 2.0 * MARGIN + across as f32 * cell.0 - 10.0 - PITCH / 2.0;
        sheet.title(font.name(), &summary(font.characters().values()));
        let legend: &[&str] = match figures {
            true => &[
                "under each character: distance from its design, fewest moves;",
                "number of solutions (2e8 is about 2 followed by 8 zeros); pegs for how hard it is to find one:",
            ],
            false => &["under each character: distance from its design, jumps"],
        };
        for line in legend {
            sheet.words(line, 14.0, MARGIN, sheet.height, WORDS);
            sheet.height += 22.0;
        }
        if figures {
            sheet.grades();
        }
        sheet.height += 12.0;
        for (script, characters) in by_script(font) {
            sheet.height += 24.0;
            let heading =
                format!("{script}: {}", summary(characters.iter().map(|(_, chosen)| *chosen)));
            sheet.words(&heading, 14.0, MARGIN, sheet.height, PEG);
            sheet.height += 18.0;
            for row in characters.chunks(across) {
                for (column, (_, chosen)) in row.iter().enumerate() {
                    let at = (MARGIN + column as f32 * cell.0, sheet.height);
                    sheet.character(chosen, at);
                }
                sheet.height += cell.1;
            }
        }
        sheet.height += MARGIN - 24.0;
        Ok(sheet)
    }

    /// Pangrams of the scripts that the font has, each in several sizes.
    ///
    /// # Errors
    /// When the font has no characters.
    pub fn pangrams(font: &'a Font) -> Result<Self, Error> {
        let mut sheet = Self::blank(font)?;
        sheet.title(font.name(), "pangrams");
        let has = |character: char| character == ' ' || font.get(character).is_some();
        for pitch in [10.0, 6.0, 4.0, 2.5] {
            for line in PANGRAMS.into_iter().filter(|line| line.chars().all(has)) {
                sheet.paragraph(line, pitch);
            }
            sheet.height += 8.0 * pitch;
        }
        sheet.height += MARGIN;
        Ok(sheet)
    }

    /// The sheet as a drawing.
    pub fn drawing(&self) -> Drawing {
        let size = (self.width.ceil(), self.height.ceil());
        Drawing { ground: PAPER, marks: self.marks.clone(), ..Drawing::new(size) }
    }

    /// The sheet as an SVG picture.
    pub fn svg(&self) -> String {
        svg::file(&self.drawing())
    }

    /// The sheet as a PNG picture with `scale` pixels per unit. A sheet is about 1400 units wide. Labels are set
    /// in the pegs of the built-in font, or, where that is not compiled in, of the font itself.
    ///
    /// # Errors
    /// If the scale is not a positive number, or the picture would have more than [`raster::MAX_PIXELS`].
    #[cfg(feature = "pictures")]
    pub fn png(&self, scale: f32) -> Result<Vec<u8>, Error> {
        let drawing = Drawing { size: (self.width, self.height), ..self.drawing() };
        raster::png(&drawing, scale, &|words| vec![self.in_pegs(words)])
    }

    /// The sheet as a PDF file of one page, with a point per unit. Labels that its typeface can't show are set in pegs.
    #[cfg(feature = "pictures")]
    pub fn pdf(&self) -> Vec<u8> {
        let mut drawing = self.drawing();
        let unseen = pdf::unseen(std::slice::from_ref(&drawing));
        for mark in &mut drawing.marks {
            if let Mark::Words(words) = mark
                && words.text.chars().any(|character| unseen.contains(&character))
            {
                *mark = self.in_pegs(words);
            }
        }
        pdf::file(&[drawing])
    }

    /// The font of the labels.
    #[cfg(feature = "pictures")]
    fn labels(&self) -> &Font {
        #[cfg(feature = "builtin")]
        if let Ok(font) = Font::builtin() {
            return font;
        }
        self.font
    }

    /// Sets words in pegs.
    #[cfg(feature = "pictures")]
    fn in_pegs(&self, words: &Words) -> Mark {
        let font = self.labels();
        let (columns, rows) = font.board().extent_on_paper();
        // Undoes the rounding of the division that gave the size.
        let height = (words.size * CAPITAL * 100.0).round() / 100.0;
        let pitch = height / rows;
        let advance = (columns + 1.0) * pitch;
        let wide = words.text.chars().count() as f32 * advance - pitch;
        let left = match words.anchor {
            Anchor::Start => words.at.0,
            Anchor::Middle => words.at.0 - wide / 2.0,
            Anchor::End => words.at.0 - wide,
        };
        let centres = set(font, &words.text, (left, words.at.1 - height), pitch);
        Mark::Dots { colour: words.colour, radius: PEG_RADIUS * pitch, centres }
    }

    /// The heading of a sheet.
    fn title(&mut self, name: &str, rest: &str) {
        self.height += 28.0;
        self.words(name, 28.0, MARGIN, self.height, PEG);
        self.height += 30.0;
        self.words(rest, 14.0, MARGIN, self.height, WORDS);
        self.height += 26.0;
    }

    /// A character of the contact sheet with its labels.
    fn character(&mut self, chosen: &Character, (x, y): Point) {
        let board = self.font.board();
        let (columns, rows) = board.extent_on_paper();
        let (pattern, placed) = (chosen.pattern(), OnPage { board, corner: (x, y), pitch: PITCH });
        let empty = placed.dots(&board.complement(&pattern), HOLE_RADIUS, HOLE);
        let marks = [empty, placed.dots(&pattern, PEG_RADIUS, PEG)];
        let seen = |mark: &Mark| !matches!(mark, Mark::Dots { centres, .. } if centres.is_empty());
        self.marks.extend(marks.into_iter().filter(seen));
        let distance = chosen.distance();
        let colour = DISTANCES[DISTANCES.len().min(distance as usize + 1) - 1];
        let below = y + rows * PITCH + 17.0;
        self.words(&distance.to_string(), 10.5, x, below, colour);
        let moves = chosen.figures.map(|_| chosen.solution.moves().count());
        let right = moves.unwrap_or(chosen.solution.jumps().len());
        let at = (x + columns * PITCH, below);
        let right = Words::new(right.to_string(), at, 10.5 / CAPITAL, WORDS);
        self.marks.push(right.anchored(Anchor::End).into());
        if let Some(figures) = chosen.figures {
            self.words(&rounded(figures.solutions()), 10.5, x, below + 17.0, WORDS);
            self.grade(figures.grade(), (x, below + 28.0), 1.0);
        }
    }

    /// A grade as pegs in five holes. The first begins at this place.
    fn grade(&mut self, grade: Grade, (x, y): Point, scale: f32) {
        let at = |place: usize| (x + (place as f32 * 6.0 + 2.5) * scale, y);
        let number = grade as usize;
        let mut dots = |places: std::ops::Range<usize>, colour| {
            let centres: Vec<Point> = places.map(at).collect();
            if !centres.is_empty() {
                self.marks.push(Mark::Dots { centres, radius: 2.5 * scale, colour });
            }
        };
        dots(0..number + 1, GRADES[number]);
        dots(number + 1..Grade::ALL.len(), HOLE);
    }

    /// The legend of the grades.
    fn grades(&mut self) {
        let mut x = MARGIN;
        for grade in Grade::ALL {
            self.grade(grade, (x, self.height - 7.0), 1.6);
            self.words(grade.word(), 14.0, x + 56.0, self.height, WORDS);
            x += 220.0;
        }
        self.height += 22.0;
    }

    /// Adds words at a position, with capitals of this height.
    fn words(&mut self, text: &str, height: f32, x: f32, y: f32, colour: Colour) {
        self.marks.push(Words::new(text, (x, y), height / CAPITAL, colour).into());
    }

    /// Sets a text in pegs across the sheet.
    fn paragraph(&mut self, text: &str, pitch: f32) {
        let (columns, rows) = self.font.board().extent_on_paper();
        let advance = (columns + 1.0) * pitch;
        let most = ((self.width - 2.0 * MARGIN + pitch) / advance).floor().max(1.0) as usize;
        for line in wrapped(text, |line| line.chars().count() <= most) {
            let radius = PEG_RADIUS * pitch;
            let at = (MARGIN, self.height);
            let centres = set(self.font, &line, at, pitch);
            self.marks.push(Mark::Dots { colour: PEG, radius, centres });
            self.height += (rows + 2.0) * pitch;
        }
        self.height += pitch;
    }
}

/// Texts with every letter of an alphabet, and the digits and signs.
const PANGRAMS: [&str; 9] = [
    "SPHINX OF BLACK QUARTZ, JUDGE MY VOW",
    "Jackdaws love my big sphinx of quartz.",
    "the five boxing wizards jump quickly",
    "0123456789 +-*/= (a) [b] {c} <d> #@&% $1.50 \"Yes?\" 'No!' x_y; ~^`|\\",
    "Zażółć gęślą jaźń · Příliš žluťoučký kůň",
    "Falsches Üben von Xylophonmusik quält jeden größeren Zwerg",
    "Съешь же ещё этих мягких французских булок",
    "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
    "イロハニホヘト チリヌルヲ ワカヨタレソ ツネナラム",
];

/// The positions of the pegs of a line of text, from its top left corner. Spaces and characters that the font
/// doesn't have are blank.
fn set(font: &Font, text: &str, (x, y): Point, pitch: f32) -> Vec<Point> {
    let board = font.board();
    let advance = (board.extent_on_paper().0 + 1.0) * pitch;
    let mut centres = Vec::new();
    for (number, character) in text.chars().enumerate() {
        let Some(chosen) = font.get(character).filter(|_| !character.is_whitespace()) else {
            continue;
        };
        let left = x + number as f32 * advance;
        let placed = OnPage { board, corner: (left, y), pitch };
        centres.extend(chosen.pattern().pegs().map(|hole| placed.centre(hole)));
    }
    centres
}

/// The characters by script, in the order of each script's first character.
fn by_script(font: &Font) -> Vec<(&str, Vec<(char, &Character)>)> {
    let mut scripts: BTreeMap<&str, Vec<(char, &Character)>> = BTreeMap::new();
    for (&character, chosen) in font.characters() {
        scripts.entry(&chosen.script).or_default().push((character, chosen));
    }
    let mut scripts: Vec<_> = scripts.into_iter().collect();
    scripts.sort_by_key(|(_, characters)| characters[0].0);
    scripts
}

/// A count in at most four characters. Large counts show the first digit and the number of digits after it.
fn rounded(count: u128) -> String {
    if count < 10_000 {
        return count.to_string();
    }
    let mut digits = count.ilog10();
    let unit = 10_u128.pow(digits);
    let mut first = count / unit + u128::from(count % unit >= unit / 2);
    if first == 10 {
        (first, digits) = (1, digits + 1);
    }
    format!("{first}e{digits}")
}

/// The number of characters, and how many are at each distance from their designs.
fn summary<'a>(characters: impl Iterator<Item = &'a Character>) -> String {
    let distances: Vec<u32> = characters.map(Character::distance).collect();
    let mean = f64::from(distances.iter().sum::<u32>()) / distances.len().max(1) as f64;
    let most = distances.iter().max().unwrap_or(&0);
    format!("{} characters, mean distance {mean:.2}, at most {most}", distances.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_counts_are_rounded_to_a_digit() {
        let cases = [
            (1, "1"),
            (9_999, "9999"),
            (10_000, "1e4"),
            (14_999, "1e4"),
            (15_000, "2e4"),
            (96_000, "1e5"),
        ];
        for (count, text) in cases {
            assert_eq!(rounded(count), text);
        }
        assert_eq!(rounded(u128::MAX), "3e38");
    }
}
