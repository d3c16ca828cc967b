//! Themes: small TOML files of colours and of lengths relative to the distance between holes. The
//! built-in ones are in `themes/`.

use crate::Error;
use crate::drawing::Colour;
use pegfont_base::toml_file::{self, FileError};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// The colours and lengths of pictures.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// The name by which people choose the theme.
    pub name: String,
    /// The background; may be transparent.
    pub background: Colour,
    /// The text of captions.
    pub caption: Colour,
    /// The boards.
    pub board: BoardTheme,
    /// The empty holes.
    pub hole: HoleTheme,
    /// The pegs that have come to stay.
    pub peg: PegTheme,
    /// The pegs that are still to jump or to be jumped over.
    pub waiting: TintTheme,
    /// The pegs that jump.
    pub moving: TintTheme,
    /// The pegs that are jumped over; without it, they are rings in the colour of those that jump.
    pub captured: Option<TintTheme>,
    /// Distances.
    #[serde(default)]
    pub layout: LayoutTheme,
}

/// The colours and lengths of a board.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BoardTheme {
    /// The board; transparent for no board.
    pub colour: Colour,
    /// The radius of the board's corners.
    pub corner: f32,
    /// How far the board extends beyond the cells of the outer holes.
    pub margin: f32,
}

/// The colours and size of an empty hole.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HoleTheme {
    /// Transparent for no mark.
    pub colour: Colour,
    /// The hole's upper rim, in the shade.
    #[serde(default)]
    pub shade: Colour,
    /// The hole's lower rim, in the light.
    #[serde(default)]
    pub light: Colour,
    /// The hole's diameter.
    pub size: f32,
}

/// The colours and size of a peg.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PegTheme {
    /// The peg's middle.
    pub colour: Colour,
    /// The peg's lit side; `colour` if not given.
    pub light: Option<Colour>,
    /// The peg's dark side; `colour` if not given.
    pub dark: Option<Colour>,
    /// The peg's reflection.
    #[serde(default)]
    pub shine: Colour,
    /// The peg's glow.
    #[serde(default)]
    pub glow: Colour,
    /// The peg's diameter.
    pub size: f32,
    /// Whether the peg is a plain square.
    #[serde(default)]
    pub square: bool,
}

/// The colours of pegs that wait, move or are captured. Their size and reflection are those of
/// other pegs.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TintTheme {
    /// The peg's middle.
    pub colour: Colour,
    /// The peg's lit side; `colour` if not given.
    pub light: Option<Colour>,
    /// The peg's dark side; `colour` if not given.
    pub dark: Option<Colour>,
    /// The peg's glow.
    #[serde(default)]
    pub glow: Colour,
}

/// Spaces, relative to the distance between holes.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct LayoutTheme {
    /// The space between boards side by side, from 0 to 8.
    pub gap: f32,
    /// The space between lines of boards, from 0 to 8.
    pub line_gap: f32,
    /// The space around all boards, from 0 to 8; 0 for none at all.
    pub padding: f32,
}

impl Default for LayoutTheme {
    fn default() -> Self {
        Self {
            gap: 0.4,
            line_gap: 0.9,
            padding: 0.8,
        }
    }
}

#[cfg(feature = "builtin")]
pub use pegfont_themes::THEMES;

/// The keys that every theme file must have.
#[cfg(feature = "pictures")]
const REQUIRED: [&str; 12] = [
    "name",
    "background",
    "caption",
    "board.colour",
    "board.corner",
    "board.margin",
    "hole.colour",
    "hole.size",
    "peg.colour",
    "peg.size",
    "waiting.colour",
    "moving.colour",
];

impl Theme {
    /// Parses a theme file.
    ///
    /// # Errors
    /// If the file is not a theme (with the line, or with all keys that it lacks), or a length is
    /// out of range.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let theme: Self = toml_file::read(text).map_err(|error| with_all_lacking(text, error))?;
        theme.check_lengths()?;
        Ok(theme)
    }

    /// Checks that the lengths are in their ranges.
    fn check_lengths(&self) -> Result<(), Error> {
        let Self {
            board,
            hole,
            peg,
            layout,
            ..
        } = self;

        check_length("board.corner", board.corner, 0.0..=8.0)?;
        check_length("board.margin", board.margin, 0.0..=8.0)?;
        check_length("hole.size", hole.size, 0.0..=1.0)?;
        check_length("peg.size", peg.size, 0.05..=1.0)?;
        check_length("layout.gap", layout.gap, 0.0..=8.0)?;
        check_length("layout.line_gap", layout.line_gap, 0.0..=8.0)?;
        check_length("layout.padding", layout.padding, 0.0..=8.0)
    }

    /// The built-in theme of this name.
    #[cfg(feature = "builtin")]
    pub fn builtin(name: &str) -> Result<Self, Error> {
        if let Some((_, text)) = THEMES.iter().find(|theme| theme.0 == name) {
            return Self::parse(text);
        }

        let known: Vec<_> = THEMES.iter().map(|theme| theme.0).collect();
        Err(Error::UnknownTheme {
            name: name.chars().take(40).collect(),
            known: known.join(", "),
        })
    }

    /// The theme of a QR code: black squares that touch, without holes and in the middle of enough
    /// white for a scanner.
    #[cfg(feature = "builtin")]
    pub fn of_code() -> Self {
        Self::parse(pegfont_themes::CODE).expect("the theme of codes is complete")
    }

    /// This theme with another value of a key, such as `board.corner`. The name of a part alone is
    /// its one colour, so what would shade it goes.
    ///
    /// # Errors
    /// If there is no such key, or it takes another kind of value, or a length is out of range.
    pub fn with(&self, key: &str, value: &str) -> Result<Self, Error> {
        let mut keys = Table::try_from(self).map_err(|error| wrong(&error.to_string()))?;
        let (part, name) = match key {
            "background" | "caption" => (&mut keys, key),
            _ => {
                let (part, name) = key.split_once('.').unwrap_or((key, "colour"));
                let part = keys.entry(part).or_insert_with(|| Table::new().into());
                let part = part.as_table_mut();
                let no_part = || wrong(&format!("a theme has no key {key:?}"));
                (part.ok_or_else(no_part)?, name)
            }
        };

        if !key.contains('.') {
            if !part.is_empty() && !part.contains_key(name) {
                let own: Vec<String> = part.keys().map(|name| format!("{key}.{name}")).collect();
                let own = own.join(" or ");
                return Err(wrong(&format!("it has no colour of its own: write {own}")));
            }
            part.retain(|name, _| !["shade", "light", "dark", "glow"].contains(&name));
        }

        let is_finite = |number: &f64| number.is_finite();
        let value = match part.get(name) {
            Some(Value::Float(_)) => value.parse().ok().filter(is_finite).map(Value::Float),
            Some(Value::Boolean(_)) => value.parse().ok().map(Value::Boolean),
            _ => Some(value.into()),
        };
        let value = value.ok_or_else(|| wrong("write a number such as 0.5, or true or false"))?;
        part.insert(name.to_owned(), value);

        let theme: Self = keys.try_into().map_err(|error: toml::de::Error| {
            let message = error.message();
            wrong(&message.replacen("unknown field", "a theme has no key", 1))
        })?;
        theme.check_lengths()?;
        Ok(theme)
    }

    /// This theme with boards that fill the picture: the background has their colour.
    #[must_use]
    pub fn filling(self) -> Self {
        Self {
            background: self.ground(),
            ..self
        }
    }

    /// A peg in the colours of another.
    pub(crate) fn tinted(&self, tint: &TintTheme) -> PegTheme {
        let TintTheme {
            colour,
            light,
            dark,
            glow,
        } = *tint;
        PegTheme {
            colour,
            light,
            dark,
            glow,
            ..self.peg.clone()
        }
    }

    /// The colour behind holes and pegs: the board, or the background if there is no board.
    pub fn ground(&self) -> Colour {
        self.board.colour.over(self.background.over(Colour::WHITE))
    }

    /// The colour behind the counter of jumps: the background, or the board's where one can see
    /// through the background, so that the words can be read and replaced.
    pub(super) fn behind_counter(&self) -> Colour {
        if self.is_translucent() {
            self.board.colour
        } else {
            self.background
        }
    }

    /// Whether one can see through the background.
    pub(super) fn is_translucent(&self) -> bool {
        self.background.rgba[3] < 255
    }

    /// Checks that a word is legible: pegs need enough contrast with the board and with empty
    /// holes, and holes with the board. Where it `plays`, pegs also must differ from those that
    /// wait.
    pub fn check_contrast(&self, plays: bool) -> Result<(), Error> {
        let ground = self.ground();
        let seen = |colour: Colour| colour.over(ground);
        let has_holes = self.hole.size > 0.0 && self.hole.colour.is_seen();
        let hole = if has_holes {
            seen(self.hole.colour)
        } else {
            ground
        };

        let peg = seen(self.peg.colour);
        check_pair("pegs and board", [peg, ground], 3.0)?;
        check_pair("pegs and holes", [peg, hole], 3.0)?;
        if has_holes {
            check_pair("empty holes and board", [hole, ground], 1.5)?;
        }
        if !plays {
            return Ok(());
        }

        let waiting = seen(self.waiting.colour);
        let moving = seen(self.moving.colour);
        check_pair("waiting pegs and board", [waiting, ground], 1.5)?;
        check_pair("settled pegs and waiting pegs", [peg, waiting], 2.0)?;
        check_pair("moving pegs and waiting pegs", [moving, waiting], 2.0)?;
        if let Some(captured) = &self.captured {
            let captured = seen(captured.colour);
            check_pair("captured pegs and board", [captured, ground], 1.5)?;
        }
        Ok(())
    }
}

/// Refuses a length out of its range.
fn check_length(
    what: &'static str,
    value: f32,
    range: std::ops::RangeInclusive<f32>,
) -> Result<(), Error> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(Error::Length {
        what,
        value,
        least: *range.start(),
        most: *range.end(),
    })
}

/// Refuses two colours with less than the least contrast.
fn check_pair(what: &'static str, [one, two]: [Colour; 2], least: f64) -> Result<(), Error> {
    let found = one.contrast(two);
    if found >= least {
        return Ok(());
    }
    Err(Error::Contrast { what, found, least })
}

/// The error of a key or value that a theme can't have.
fn wrong(what: &str) -> Error {
    Error::Key {
        what: what.to_owned(),
    }
}

/// If a theme lacks a key: an error that names all keys that it lacks.
#[cfg(feature = "pictures")]
fn with_all_lacking(text: &str, error: FileError) -> FileError {
    if !error.is_lack() {
        return error;
    }
    let lacking = toml_file::lacking(text, &REQUIRED);
    if lacking.is_empty() {
        return error;
    }
    let what = format!("the theme lacks {}", lacking.join(", "));
    FileError::at(text, 0, what)
}

/// The first view of the page, which is small, names the first key.
#[cfg(not(feature = "pictures"))]
fn with_all_lacking(_: &str, error: FileError) -> FileError {
    error
}

#[cfg(all(test, feature = "builtin"))]
mod tests {
    use super::*;

    /// A theme with nothing but these keys.
    fn with_only(keys: &[&str]) -> String {
        let all: Table = THEMES[0].1.parse().unwrap();
        let mut theme = Table::new();
        for key in keys {
            let Some((part, name)) = key.split_once('.') else {
                theme.insert((*key).to_owned(), all[*key].clone());
                continue;
            };
            let table = theme.entry(part).or_insert_with(|| Table::new().into());
            let value = all[part][name].clone();
            table.as_table_mut().unwrap().insert(name.to_owned(), value);
        }
        theme.to_string()
    }

    #[test]
    fn a_theme_that_lacks_keys_is_refused_with_all_of_them() {
        assert!(Theme::parse(&with_only(&REQUIRED)).is_ok());

        for number in 0..REQUIRED.len() {
            let (found, lacking) = REQUIRED.split_at(number);
            let error = Theme::parse(&with_only(found)).unwrap_err().to_string();
            let listed = lacking.join(", ");
            assert_eq!(error, format!("1:1: the theme lacks {listed}"));
        }
    }
}
