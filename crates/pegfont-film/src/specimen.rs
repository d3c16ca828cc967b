//! The specimen of a font: a contact sheet of every character. Needs a font, not the solver.

use crate::Error;
use crate::drawing::{Anchor, Colour, Drawing, Mark, Point, Words};
use crate::page::OnPage;
use peg_solitaire::solution::Grade;
use pegfont_type::font::{Character, Font};

const PAPER: Colour = Colour::rgb(0xfb_f9_f4);
const PEG: Colour = Colour::rgb(0x24_28_30);
const HOLE: Colour = Colour::rgb(0xe4_df_d3);
const WORDS: Colour = Colour::rgb(0x58_55_4d);
/// The colours of distance labels, by distance, and of grades, from easy to hard.
const DISTANCES: [u32; 4] = [0x3c_7d_4b, 0x58_55_4d, 0xb0_6a_12, 0xb3_2f_1f];
const GRADES: [u32; 5] = [0x3c_7d_4b, 0x6f_8a_2c, 0xc0_8a_12, 0xc2_5a_1d, 0xa8_24_1f];

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

/// A page in the making. Its unit is a pixel.
struct Sheet<'a> {
    font: &'a Font,
    width: f32,
    height: f32,
    marks: Vec<Mark>,
}

/// Every character, grouped by script. At the left of each is its distance from the design, at the right its number of jumps. If the font has
/// figures, the number of moves takes that place, and the number of solutions and the grade follow below: one peg of five means gentle, five
/// mean fiendish.
pub fn specimen(font: &Font) -> Result<Drawing, Error> {
    if font.characters().is_empty() {
        return Err(Error::NoCharacters);
    }
    let mut sheet = Sheet { font, width: WIDTH, height: MARGIN + 28.0, marks: Vec::new() };
    let (columns, rows) = font.board().extent_on_paper();
    let figures = font.characters().values().any(|chosen| chosen.figures.is_some());
    let labels = if figures { 62.0 } else { 30.0 };
    let cell = ((columns + 1.5) * PITCH + 10.0, (rows + 1.0) * PITCH + labels);
    let across = ((WIDTH - 2.0 * MARGIN + 10.0) / cell.0).floor().max(1.0) as usize;
    sheet.width = 2.0 * MARGIN + across as f32 * cell.0 - 10.0 - PITCH / 2.0;
    sheet.words(font.name(), 28.0, MARGIN, sheet.height, PEG);
    sheet.height += 30.0;
    sheet.words(&summary(font.characters().values()), 14.0, MARGIN, sheet.height, WORDS);
    sheet.height += 26.0;
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
        let heading = format!("{script}: {}", summary(characters.iter().copied()));
        sheet.words(&heading, 14.0, MARGIN, sheet.height, PEG);
        sheet.height += 18.0;
        for row in characters.chunks(across) {
            for (column, chosen) in row.iter().enumerate() {
                let at = (MARGIN + column as f32 * cell.0, sheet.height);
                sheet.character(chosen, at);
            }
            sheet.height += cell.1;
        }
    }
    let size = (sheet.width.ceil(), (sheet.height + MARGIN - 24.0).ceil());
    Ok(Drawing { ground: PAPER, marks: sheet.marks, ..Drawing::new(size) })
}

impl Sheet<'_> {
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
        let colour = Colour::rgb(DISTANCES[DISTANCES.len().min(distance as usize + 1) - 1]);
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
        dots(0..number + 1, Colour::rgb(GRADES[number]));
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
}

/// The characters by script, in the order of each script's first character.
fn by_script(font: &Font) -> Vec<(&str, Vec<&Character>)> {
    let mut scripts: Vec<(&str, Vec<&Character>)> = Vec::new();
    for chosen in font.characters().values() {
        match scripts.iter_mut().find(|(script, _)| *script == chosen.script) {
            Some((_, characters)) => characters.push(chosen),
            None => scripts.push((&chosen.script, vec![chosen])),
        }
    }
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
