//! Options for the look: the theme, changes to it, captions and marks.

use std::path::Path;

use anyhow::Result;
use clap::Args;

use crate::cli::input::{decimal, in_file, read_text};
use pegfont_film::Error;
use pegfont_film::render::theme::{BoardTheme, HoleTheme, PegTheme, THEMES, TintTheme};
use pegfont_film::render::{Colour, Theme};

/// Options for colours.
#[derive(Args)]
#[command(next_help_heading = "Colours")]
pub(super) struct Colours {
    #[arg(long, value_name = "NAME|FILE", help = themes())]
    theme: Option<String>,

    /// Change the theme: a colour such as peg=#246, hole=#ddd, board=#fff or background=transparent, or any of its keys, such as
    /// caption=#333 or peg.size=0.9, which docs/render.md lists. A colour is a CSS name, #rgb, #rrggbb, #rrggbbaa or transparent; can be
    /// repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = change)]
    colour: Vec<(String, String)>,
}

/// Options for what is written beside the boards.
#[derive(Args)]
#[command(next_help_heading = "Colours")]
pub(super) struct MarkArgs {
    /// Write the last jump under each board, or in one game the round, and the names of columns and rows beside it
    #[arg(long)]
    pub(super) captions: bool,
}

/// The help text of `--theme`.
fn themes() -> String {
    let names: Vec<&str> = THEMES.iter().map(|theme| theme.0).collect();
    let (names, usual) = (names.join(", "), names[0]);
    format!(
        "A theme ({names}), or a theme file. LIGHT,DARK are two, for an .svg: the second shows while the reader's device is in \
         dark mode [default: {usual}]"
    )
}

/// Parses a key of a theme with its value.
fn change(text: &str) -> Result<(String, String), String> {
    let (key, value) =
        text.split_once('=').ok_or("write a key and a value, such as peg=#246".to_owned())?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

impl Colours {
    /// Whether the picture changes in dark mode.
    pub(super) fn has_dark_theme(&self) -> bool {
        self.theme.as_ref().is_some_and(|theme| theme.contains(','))
    }

    /// Whether a background was given.
    pub(super) fn has_background(&self) -> bool {
        self.colour.iter().any(|(key, _)| key == "background")
    }

    /// The theme and that for dark mode, with a background unless another one was given.
    pub(super) fn read(&self, background: Option<&str>) -> Result<(Theme, Option<Theme>)> {
        let names = self.theme.as_deref().unwrap_or(THEMES[0].0);
        let (light, dark) = match names.split_once(',') {
            Some((light, dark)) => (light.trim(), Some(dark.trim())),
            None => (names, None),
        };
        let changed = |name| self.changed(named(name)?, background);
        Ok((changed(light)?, dark.map(changed).transpose()?))
    }

    /// A theme with the changes.
    fn changed(&self, mut theme: Theme, background: Option<&str>) -> Result<Theme> {
        let usual = background.map(|colour| ("background", colour));
        let own = self.colour.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        for (key, value) in usual.into_iter().chain(own) {
            let refused = |error| usage!("--colour {key}={value}: {error}");
            set(&mut theme, key, value).map_err(refused)?;
            theme.check_lengths().map_err(|error| refused(error.to_string()))?;
        }
        if let Err(error) = theme.check_contrast() {
            note!("warning: theme {}: {error}", theme.name);
        }
        Ok(theme)
    }
}

/// The built-in theme of this name, or the one in this file.
fn named(name: &str) -> Result<Theme> {
    let builtin = THEMES.iter().find(|theme| theme.0.eq_ignore_ascii_case(name));
    let path = Path::new(name);
    match builtin {
        None if path.exists() || name.ends_with(".toml") => {
            let theme = Theme::parse(&read_text(path)?);
            theme.map_err(|error| in_file(path, matches!(error, Error::Toml(_)), &error))
        }
        _ => Theme::builtin(builtin.map_or(name, |theme| theme.0))
            .map_err(|error| usage!("--theme: {error}")),
    }
}

/// Changes a key. The name of a part alone is its one colour, so what would shade it goes.
fn set(theme: &mut Theme, key: &str, value: &str) -> Result<(), String> {
    const NONE: Colour = Colour::TRANSPARENT;
    let colour = || value.parse::<Colour>().map_err(|error| error.to_string());
    let number = || decimal(value).map(|number| number as f32);
    let Theme { board, hole, peg, highlight, layout, .. } = theme;
    match key {
        "background" => theme.background = colour()?,
        "caption" => theme.caption = colour()?,
        "lights" => theme.lights = value.parse().map_err(|_| "write true or false".to_owned())?,
        "board" => {
            *board = BoardTheme { colour: colour()?, edge: NONE, grain: NONE, ..board.clone() };
        }
        "board.colour" => board.colour = colour()?,
        "board.edge" => board.edge = colour()?,
        "board.grain" => board.grain = colour()?,
        "board.corner" => board.corner = number()?,
        "board.margin" => board.margin = number()?,
        "hole" => *hole = HoleTheme { colour: colour()?, shade: NONE, light: NONE, ..hole.clone() },
        "hole.colour" => hole.colour = colour()?,
        "hole.shade" => hole.shade = colour()?,
        "hole.light" => hole.light = colour()?,
        "hole.size" => hole.size = number()?,
        "peg" => {
            let colour = colour()?;
            *peg = PegTheme { colour, light: None, dark: None, glow: NONE, ..peg.clone() };
        }
        "peg.colour" => peg.colour = colour()?,
        "peg.light" => peg.light = Some(colour()?),
        "peg.dark" => peg.dark = Some(colour()?),
        "peg.shine" => peg.shine = colour()?,
        "peg.shadow" => peg.shadow = colour()?,
        "peg.glow" => peg.glow = colour()?,
        "peg.size" => peg.size = number()?,
        "highlight.jumping" => highlight.jumping = colour()?,
        "highlight.jumped" => highlight.jumped = colour()?,
        "layout.gap" => layout.gap = number()?,
        "layout.line_gap" => layout.line_gap = number()?,
        "layout.padding" => layout.padding = number()?,
        _ => {
            let (part, name) = key.split_once('.').unwrap_or((key, ""));
            let tint = match part {
                "waiting" => &mut theme.waiting,
                "settled" => &mut theme.settled,
                "moving" => &mut theme.moving,
                _ => return Err(format!("a theme has no key {key:?}; docs/render.md lists them")),
            };
            match (name, tint) {
                ("", tint) => {
                    let colour = colour()?;
                    *tint = Some(TintTheme { colour, light: None, dark: None, glow: NONE });
                }
                ("colour", Some(tint)) => tint.colour = colour()?,
                ("light", Some(tint)) => tint.light = Some(colour()?),
                ("dark", Some(tint)) => tint.dark = Some(colour()?),
                ("glow", Some(tint)) => tint.glow = colour()?,
                (_, None) => return Err(format!("set its colour first, as in {part}=#246")),
                _ => return Err(format!("a theme has no key {key:?}; docs/render.md lists them")),
            }
        }
    }
    Ok(())
}
