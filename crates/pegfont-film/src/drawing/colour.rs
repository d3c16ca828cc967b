//! Colours: parsing, blending and contrast.

use std::str::FromStr;

use crate::Error;
use serde::{Deserialize, Serialize};

/// A colour with its opacity; transparent by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Colour {
    /// Red, green, blue and opacity, not premultiplied.
    pub rgba: [u8; 4],
}

impl Colour {
    /// Black without any opacity.
    pub const TRANSPARENT: Self = Self { rgba: [0; 4] };

    /// Opaque white.
    pub const WHITE: Self = Self { rgba: [255; 4] };

    /// An opaque colour, as 0xRRGGBB.
    pub const fn rgb(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();

        Self {
            rgba: [r, g, b, 255],
        }
    }

    /// This colour, fully transparent.
    #[must_use]
    pub const fn cleared(self) -> Self {
        let [r, g, b, _] = self.rgba;
        Self { rgba: [r, g, b, 0] }
    }

    /// Whether the colour is at least partly visible.
    pub const fn is_seen(self) -> bool {
        self.rgba[3] > 0
    }

    /// The colour blended over an opaque one.
    #[must_use]
    pub fn over(self, ground: Self) -> Self {
        let share = f32::from(self.rgba[3]) / 255.0;
        let mix = |at: usize| {
            let top = f32::from(self.rgba[at]);
            let under = f32::from(ground.rgba[at]);

            (top * share + under * (1.0 - share)).round() as u8
        };
        Self {
            rgba: [mix(0), mix(1), mix(2), 255],
        }
    }

    /// The contrast ratio of two opaque colours, from 1 to 21, as defined by WCAG 2.1.
    pub fn contrast(self, other: Self) -> f64 {
        let own = self.luminance();
        let other = other.luminance();
        (own.max(other) + 0.05) / (own.min(other) + 0.05)
    }

    /// The relative luminance of WCAG 2.1.
    fn luminance(self) -> f64 {
        let linear = |at: usize| {
            let part = f64::from(self.rgba[at]) / 255.0;
            if part <= 0.04045 {
                return part / 12.92;
            }
            libm::pow((part + 0.055) / 1.055, 2.4)
        };
        0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2)
    }
}

impl From<Colour> for String {
    /// As themes write it: `#rrggbbaa`.
    fn from(colour: Colour) -> Self {
        let [r, g, b, a] = colour.rgba;
        format!("#{r:02x}{g:02x}{b:02x}{a:02x}")
    }
}

/// The named colours of CSS Color Module Level 4 and `transparent`, in hexadecimal digits.
const NAMES: &str = include_str!("css-colours.txt");

impl FromStr for Colour {
    type Err = Error;

    /// `#rgb`, `#rrggbb`, `#rrggbbaa`, `transparent`, or a name of CSS, such as `teal`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let named = |line: &'static str| {
            let (name, digits) = line.split_once(' ')?;
            name.eq_ignore_ascii_case(text).then_some(digits)
        };
        let digits = match text.strip_prefix('#') {
            Some(digits) => digits,
            None => NAMES.lines().find_map(named).unwrap_or_default(),
        };

        let values = digits.chars().map(|digit| Some(digit.to_digit(16)? as u8));
        let rgba = match values.collect::<Option<Vec<u8>>>().as_deref() {
            Some(&[r, g, b]) => [r * 17, g * 17, b * 17, 255],
            Some(&[r, s, g, h, b, c]) => [r * 16 + s, g * 16 + h, b * 16 + c, 255],
            Some(&[r, s, g, h, b, c, a, o]) => [r * 16 + s, g * 16 + h, b * 16 + c, a * 16 + o],
            _ => {
                return Err(Error::Colour {
                    text: text.chars().take(40).collect(),
                });
            }
        };
        Ok(Self { rgba })
    }
}

impl TryFrom<String> for Colour {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}
