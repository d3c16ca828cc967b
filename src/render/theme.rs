//! Themes: small TOML files of colours and of lengths relative to the distance between holes. The built-in
//! ones are in `themes/`.

use std::str::FromStr;

use serde::Deserialize;
use thiserror::Error;

/// A colour with its opacity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Colour {
    /// Red, green, blue and opacity, not premultiplied.
    pub rgba: [u8; 4],
}

impl Colour {
    /// Fully transparent.
    pub const TRANSPARENT: Self = Self { rgba: [0; 4] };

    /// Whether it is fully opaque.
    #[must_use]
    pub fn is_opaque(self) -> bool {
        self.rgba[3] == 255
    }

    /// The result of blending it over an opaque colour.
    #[must_use]
    pub fn over(self, ground: Self) -> Self {
        let share = f32::from(self.rgba[3]) / 255.0;
        let mix = |at: usize| {
            let (top, under) = (f32::from(self.rgba[at]), f32::from(ground.rgba[at]));
            (top * share + under * (1.0 - share)).round() as u8
        };
        Self { rgba: [mix(0), mix(1), mix(2), 255] }
    }

    /// The contrast ratio of two opaque colours, from 1 to 21, as defined by WCAG 2.1.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The relative luminance of WCAG 2.1.
    fn luminance(self) -> f64 {
        let linear = |at: usize| {
            let part = f64::from(self.rgba[at]) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2)
    }
}

impl FromStr for Colour {
    type Err = ThemeError;

    /// `#rgb`, `#rrggbb`, `#rrggbbaa`, or `transparent`.
    fn from_str(text: &str) -> Result<Self, ThemeError> {
        let wrong = || ThemeError::Colour { text: text.chars().take(40).collect() };
        if text == "transparent" {
            return Ok(Self::TRANSPARENT);
        }
        let digits = text.strip_prefix('#').ok_or_else(wrong)?;
        let digits: Option<Vec<u8>> =
            digits.chars().map(|digit| digit.to_digit(16).map(|value| value as u8)).collect();
        let rgba = match digits.ok_or_else(wrong)?[..] {
            [r, g, b] => [r * 17, g * 17, b * 17, 255],
            [r, s, g, h, b, c] => [r * 16 + s, g * 16 + h, b * 16 + c, 255],
            [r, s, g, h, b, c, a, o] => [r * 16 + s, g * 16 + h, b * 16 + c, a * 16 + o],
            _ => return Err(wrong()),
        };
        Ok(Self { rgba })
    }
}

impl TryFrom<String> for Colour {
    type Error = ThemeError;

    fn try_from(text: String) -> Result<Self, ThemeError> {
        text.parse()
    }
}

/// The colours and lengths of pictures.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// The name.
    pub name: String,
    /// The background; may be transparent.
    pub background: Colour,
    /// The text of captions.
    pub caption: Colour,
    /// The boards.
    pub board: BoardTheme,
    /// The holes.
    pub hole: HoleTheme,
    /// The pegs.
    pub peg: PegTheme,
    /// The marks of the jump played last.
    pub highlight: HighlightTheme,
    /// Distances.
    #[serde(default)]
    pub layout: LayoutTheme,
}

/// The colours and lengths of a board.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardTheme {
    /// The board; transparent for no board.
    pub colour: Colour,
    /// The outline.
    #[serde(default = "transparent")]
    pub edge: Colour,
    /// The grain of a wooden board; transparent for none.
    #[serde(default = "transparent")]
    pub grain: Colour,
    /// The radius of its corners.
    pub corner: f32,
    /// How far it extends beyond the cells of the outer holes.
    pub margin: f32,
}

/// The colours and size of an empty hole.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HoleTheme {
    /// The hole.
    pub colour: Colour,
    /// Its upper rim, in the shade.
    #[serde(default = "transparent")]
    pub shade: Colour,
    /// Its lower rim, in the light.
    #[serde(default = "transparent")]
    pub light: Colour,
    /// Its diameter.
    pub size: f32,
}

/// The colours and size of a peg.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PegTheme {
    /// The peg.
    pub colour: Colour,
    /// Its lit side; `colour` if not given.
    pub light: Option<Colour>,
    /// Its dark side; `colour` if not given.
    pub dark: Option<Colour>,
    /// Its reflection.
    #[serde(default = "transparent")]
    pub shine: Colour,
    /// Its shadow on the board.
    #[serde(default = "transparent")]
    pub shadow: Colour,
    /// Its glow.
    #[serde(default = "transparent")]
    pub glow: Colour,
    /// Its diameter.
    pub size: f32,
}

/// The marks of the jump played last.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HighlightTheme {
    /// The peg that jumped.
    pub jumping: Colour,
    /// The hole of the peg that was jumped over.
    pub jumped: Colour,
}

/// Spaces, relative to the distance between holes.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LayoutTheme {
    /// Between two boards.
    pub gap: f32,
    /// Between two lines.
    pub line_gap: f32,
    /// Around the picture.
    pub padding: f32,
}

impl Default for LayoutTheme {
    fn default() -> Self {
        Self { gap: 0.6, line_gap: 0.9, padding: 0.8 }
    }
}

fn transparent() -> Colour {
    Colour::TRANSPARENT
}

/// Why a theme is refused.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ThemeError {
    #[error("{text:?} is no colour: colours are written #rgb, #rrggbb, #rrggbbaa or transparent")]
    Colour { text: String },
    #[error("{0}")]
    Toml(String),
    #[error("{what} is {value}; it must be from {least} to {most} (distances between holes)")]
    Length { what: &'static str, value: f32, least: f32, most: f32 },
    #[error("there is no theme called {name:?}: themes are {known}, or a file")]
    Unknown { name: String, known: String },
    #[error("{what} have a contrast of {found:.1} : 1; to be told apart they need {least} : 1")]
    Contrast { what: &'static str, found: f64, least: f64 },
}

/// The built-in themes by name, the default one first.
pub const THEMES: [(&str, &str); 6] = [
    ("ivory", include_str!("../../themes/ivory.toml")),
    ("wood", include_str!("../../themes/wood.toml")),
    ("light", include_str!("../../themes/light.toml")),
    ("dark", include_str!("../../themes/dark.toml")),
    ("contrast", include_str!("../../themes/contrast.toml")),
    ("led", include_str!("../../themes/led.toml")),
];

impl Theme {
    /// Parses a theme file.
    ///
    /// # Errors
    /// If the file is not a theme (with the line), or a length is out of range.
    pub fn parse(text: &str) -> Result<Self, ThemeError> {
        let theme: Self =
            toml::from_str(text).map_err(|error| ThemeError::Toml(error.to_string()))?;
        let lengths = [
            ("board.corner", theme.board.corner, 0.0, 8.0),
            ("board.margin", theme.board.margin, 0.0, 8.0),
            ("hole.size", theme.hole.size, 0.0, 1.0),
            ("peg.size", theme.peg.size, 0.05, 1.0),
            ("layout.gap", theme.layout.gap, 0.0, 8.0),
            ("layout.line_gap", theme.layout.line_gap, 0.0, 8.0),
            ("layout.padding", theme.layout.padding, 0.0, 8.0),
        ];
        for (what, value, least, most) in lengths {
            if !(value >= least && value <= most) {
                return Err(ThemeError::Length { what, value, least, most });
            }
        }
        Ok(theme)
    }

    /// The built-in theme of this name.
    ///
    /// # Errors
    /// If the name is unknown.
    pub fn builtin(name: &str) -> Result<Self, ThemeError> {
        match THEMES.iter().find(|theme| theme.0 == name) {
            Some((_, text)) => Self::parse(text),
            None => {
                let known: Vec<_> = THEMES.iter().map(|theme| theme.0).collect();
                let name = name.chars().take(40).collect();
                Err(ThemeError::Unknown { name, known: known.join(", ") })
            }
        }
    }

    /// The colour behind holes and pegs: the board, or the background if there is no board.
    #[must_use]
    pub fn ground(&self) -> Colour {
        let white = Colour { rgba: [255; 4] };
        self.board.colour.over(self.background.over(white))
    }

    /// Checks that a word is legible: pegs need enough contrast with the board and with empty holes.
    ///
    /// # Errors
    /// With the first pair that has too little contrast.
    pub fn check_contrast(&self) -> Result<(), ThemeError> {
        let ground = self.ground();
        let hole = if self.hole.size > 0.0 { self.hole.colour.over(ground) } else { ground };
        let peg = self.peg.colour.over(ground);
        let pairs =
            [("pegs and board", peg.contrast(ground)), ("pegs and holes", peg.contrast(hole))];
        for (what, found) in pairs {
            if found < 3.0 {
                return Err(ThemeError::Contrast { what, found, least: 3.0 });
            }
        }
        Ok(())
    }
}
