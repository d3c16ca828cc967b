//! The size of paper: by its name, or by its sides in millimetres or inches.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

use peg_console::input::Keyword;
use pegfont_base::words::grouped;
use pegfont_film::drawing::Point;
use pegfont_film::sheet::{A3, A4, A5, LETTER, MILLIMETRE};

/// The least and the most length of a side, in millimetres.
const SIDES: [f32; 2] = [50.0, 1200.0];
const INCH: f32 = 25.4;

/// Paper on which sheets and posters of games are printed.
pub const PAPER: &[Keyword<Point>] = &[
    Keyword::new("a4", "210 x 297 mm", A4),
    Keyword::new("a5", "148 x 210 mm", A5),
    Keyword::new("a3", "297 x 420 mm", A3),
    Keyword::new("letter", "8.5 x 11 inch", LETTER),
];

/// A parser of paper sizes, of which these have names.
#[derive(Clone, Copy)]
pub struct Paper(pub &'static [Keyword<Point>]);

impl Paper {
    fn parse(&self, text: &str) -> Result<Point, String> {
        let named = self
            .0
            .iter()
            .find(|choice| choice.word.eq_ignore_ascii_case(text));
        match named {
            Some(named) => Ok(named.value),
            None => self.sides(text),
        }
    }

    /// Two sides with a unit: `148x210mm`, `8.5x11in`.
    fn sides(&self, text: &str) -> Result<Point, String> {
        let lower = text.to_ascii_lowercase();
        let units = [("mm", 1.0), ("in", INCH)];
        let unit = units.into_iter().find(|(unit, _)| lower.ends_with(unit));
        let digits = unit.map_or(&*lower, |(unit, _)| lower.trim_end_matches(unit));
        let sides = digits.split_once(['x', '×']);
        let sides = sides.map(|(width, height)| [width, height].map(|side| side.trim().parse()));
        let Some([Ok(width), Ok(height)]) = sides else {
            let names: Vec<&str> = self.0.iter().map(|choice| choice.word).collect();
            let names = names.join(", ");
            return Err(format!(
                "write {names}, or two sides in mm or inches, such as 148x210mm or 8.5x11in"
            ));
        };
        let Some((_, unit)) = unit else {
            return Err(format!(
                "the unit is missing: write {digits}mm, or {digits}in for inches"
            ));
        };

        let sides: [f32; 2] = [width, height];
        let [least, most] = SIDES;
        let millimetres = sides.map(|side| side * unit);
        if millimetres.iter().all(|side| (least..=most).contains(side)) {
            let [width, height] = millimetres.map(|side| side * MILLIMETRE);
            return Ok((width, height));
        }
        Err(format!(
            "a side of paper has {least} to {} mm, which are {:.0} to {:.0} inches",
            grouped(most as u64),
            least / INCH,
            most / INCH
        ))
    }
}

impl TypedValueParser for Paper {
    type Value = Point;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Point, clap::Error> {
        let paper = *self;
        let parse = move |text: &str| paper.parse(text);
        parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let named = self.0.iter();
        let values = named.map(|paper| PossibleValue::new(paper.word).help(paper.help));
        Some(Box::new(values))
    }
}

#[cfg(test)]
mod tests {
    use super::{Keyword, Paper};

    const SIZES: &[Keyword<(f32, f32)>] = &[
        Keyword::new("a5", "", (420.0, 595.0)),
        Keyword::new("letter", "", (612.0, 792.0)),
    ];

    #[test]
    fn sides_are_read_in_either_unit_with_spaces_and_in_either_case() {
        let paper = Paper(SIZES);
        for (text, same) in [
            ("148x210mm", "a5"),
            ("148.0 x 210.0 mm", "A5"),
            ("148×210MM", "a5"),
            ("8.5x11in", "Letter"),
            ("8.5X11 in", "letter"),
        ] {
            let [(wide, high), same] = [text, same].map(|text| paper.parse(text).expect("paper"));
            let is_alike = (wide - same.0).abs() < 0.5 && (high - same.1).abs() < 0.5;
            assert!(is_alike, "{text}: {wide} x {high}");
        }
        let (width, height) = paper.parse("297x210mm").expect("it lies on its side");
        assert!(width > height);
    }
}
