//! Themes: small TOML files of colours and of lengths relative to the distance between holes. The built-in
//! ones are in `themes/`.

use crate::Error;
use crate::drawing::Colour;
use peg_solitaire::toml_file;
use serde::{Deserialize, Serialize};

/// The colours and lengths of pictures.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    pub name: String,
    /// The background; may be transparent.
    pub background: Colour,
    /// The text of captions.
    pub caption: Colour,
    /// Whether one game shows in colours which pegs wait, move and have settled, and ends with a band of light.
    #[serde(default = "yes")]
    pub lights: bool,
    pub board: BoardTheme,
    pub hole: HoleTheme,
    pub peg: PegTheme,
    /// The marks on a board in the page.
    pub highlight: HighlightTheme,
    /// In one game, the pegs that are still to move or to be removed; other pegs, half as strong, if not given.
    pub waiting: Option<TintTheme>,
    /// In one game, the pegs that stay where they are; as other pegs if not given.
    pub settled: Option<TintTheme>,
    /// In one game, the pegs that jump; in the colour of `highlight.jumping` if not given.
    pub moving: Option<TintTheme>,
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
    /// The outline.
    #[serde(default)]
    pub edge: Colour,
    /// The grain of a wooden board; transparent for none.
    #[serde(default)]
    pub grain: Colour,
    /// The radius of its corners.
    pub corner: f32,
    /// How far it extends beyond the cells of the outer holes.
    pub margin: f32,
}

/// The colours and size of an empty hole.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HoleTheme {
    pub colour: Colour,
    /// Its upper rim, in the shade.
    #[serde(default)]
    pub shade: Colour,
    /// Its lower rim, in the light.
    #[serde(default)]
    pub light: Colour,
    /// Its diameter.
    pub size: f32,
}

/// The colours and size of a peg.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PegTheme {
    pub colour: Colour,
    /// Its lit side; `colour` if not given.
    pub light: Option<Colour>,
    /// Its dark side; `colour` if not given.
    pub dark: Option<Colour>,
    /// Its reflection.
    #[serde(default)]
    pub shine: Colour,
    /// Its shadow on the board.
    #[serde(default)]
    pub shadow: Colour,
    /// Its glow.
    #[serde(default)]
    pub glow: Colour,
    /// Its diameter.
    pub size: f32,
}

/// The marks on a board in the page: rings and crosses.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HighlightTheme {
    /// A ring around a hole; and in one game, the pegs that jump, if `moving` is not given.
    pub jumping: Colour,
    /// A cross in a hole.
    pub jumped: Colour,
}

/// The colours of some of the pegs of one game. Their size, shadow and reflection are those of other pegs.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TintTheme {
    pub colour: Colour,
    /// Its lit side; `colour` if not given.
    pub light: Option<Colour>,
    /// Its dark side; `colour` if not given.
    pub dark: Option<Colour>,
    /// Its glow.
    #[serde(default)]
    pub glow: Colour,
}

/// Spaces, relative to the distance between holes.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct LayoutTheme {
    pub gap: f32,
    pub line_gap: f32,
    pub padding: f32,
}

impl Default for LayoutTheme {
    fn default() -> Self {
        Self { gap: 0.6, line_gap: 0.9, padding: 0.8 }
    }
}

fn yes() -> bool {
    true
}

/// The built-in themes by name, the default one first. Another one takes a file in `themes/` and a line here.
#[cfg(feature = "builtin")]
pub const THEMES: &[(&str, &str)] = &[
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
    pub fn parse(text: &str) -> Result<Self, Error> {
        let theme: Self = toml_file::read(text)?;
        theme.check_lengths()?;
        Ok(theme)
    }

    /// Checks that the lengths are in their ranges.
    pub fn check_lengths(&self) -> Result<(), Error> {
        let Self { board, hole, peg, layout, .. } = self;
        let lengths = [
            ("board.corner", board.corner, 0.0, 8.0),
            ("board.margin", board.margin, 0.0, 8.0),
            ("hole.size", hole.size, 0.0, 1.0),
            ("peg.size", peg.size, 0.05, 1.0),
            ("layout.gap", layout.gap, 0.0, 8.0),
            ("layout.line_gap", layout.line_gap, 0.0, 8.0),
            ("layout.padding", layout.padding, 0.0, 8.0),
        ];
        for (what, value, least, most) in lengths {
            if !(value >= least && value <= most) {
                return Err(Error::Length { what, value, least, most });
            }
        }
        Ok(())
    }

    /// The built-in theme of this name.
    #[cfg(feature = "builtin")]
    pub fn builtin(name: &str) -> Result<Self, Error> {
        match THEMES.iter().find(|theme| theme.0 == name) {
            Some((_, text)) => Self::parse(text),
            None => {
                let known: Vec<_> = THEMES.iter().map(|theme| theme.0).collect();
                let name = name.chars().take(40).collect();
                Err(Error::UnknownTheme { name, known: known.join(", ") })
            }
        }
    }

    /// The same theme with boards that fill the picture: the background has their colour, and they have no edges.
    #[must_use]
    pub fn filling(self) -> Self {
        let background = self.ground();
        let (edge, grain) = (Colour::TRANSPARENT, Colour::TRANSPARENT);
        Self { background, board: BoardTheme { edge, grain, ..self.board }, ..self }
    }

    /// A peg of one game that is still to move or to be removed.
    pub fn waiting(&self) -> PegTheme {
        let [r, g, b, a] = self.peg.colour.rgba;
        self.tinted(&self.waiting, Colour { rgba: [r, g, b, a / 2] }.over(self.ground()))
    }

    /// A peg of one game that stays where it is.
    pub fn settled(&self) -> PegTheme {
        match self.settled {
            Some(_) => self.tinted(&self.settled, self.peg.colour),
            None => self.peg.clone(),
        }
    }

    /// A peg of one game that jumps.
    pub fn moving(&self) -> PegTheme {
        self.tinted(&self.moving, self.highlight.jumping)
    }

    /// A peg in the colours of a tint, or in one plain colour.
    fn tinted(&self, tint: &Option<TintTheme>, plain: Colour) -> PegTheme {
        let peg = self.peg.clone();
        match *tint {
            Some(TintTheme { colour, light, dark, glow }) => {
                PegTheme { colour, light, dark, glow, ..peg }
            }
            None => {
                let glow = Colour::TRANSPARENT;
                PegTheme { colour: plain, light: None, dark: None, glow, ..peg }
            }
        }
    }

    /// The colour behind holes and pegs: the board, or the background if there is no board.
    pub fn ground(&self) -> Colour {
        self.board.colour.over(self.background.over(Colour::WHITE))
    }

    /// Checks that a word is legible: pegs need enough contrast with the board and with empty holes, and holes
    /// with the board.
    pub fn check_contrast(&self) -> Result<(), Error> {
        let ground = self.ground();
        let has_holes = self.hole.size > 0.0 && self.hole.colour.is_seen();
        let hole = if has_holes { self.hole.colour.over(ground) } else { ground };
        let seen = |colour: Colour| colour.over(ground);
        let peg = seen(self.peg.colour);
        let mut pairs = vec![
            ("pegs and board", peg.contrast(ground), 3.0),
            ("pegs and holes", peg.contrast(hole), 3.0),
        ];
        if has_holes {
            pairs.push(("empty holes and board", hole.contrast(ground), 1.5));
        }
        let tints = [
            ("waiting pegs and board", &self.waiting, 2.0),
            ("settled pegs and board", &self.settled, 3.0),
            ("moving pegs and board", &self.moving, 2.0),
        ];
        pairs.extend(tints.into_iter().filter_map(|(what, tint, least)| {
            Some((what, seen(tint.as_ref()?.colour).contrast(ground), least))
        }));
        if let Some(waiting) = &self.waiting {
            let settled = self.settled.as_ref().map_or(self.peg.colour, |tint| tint.colour);
            let found = seen(settled).contrast(seen(waiting.colour));
            pairs.push(("settled pegs and waiting pegs", found, 1.5));
        }
        for (what, found, least) in pairs {
            if found < least {
                return Err(Error::Contrast { what, found, least });
            }
        }
        Ok(())
    }
}
