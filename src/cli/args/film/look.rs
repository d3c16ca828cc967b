//! Options for the look: the theme, changes to it, captions and marks.

use std::path::Path;

use anyhow::Result;
use clap::Args;

use crate::cli::args::read_kind;
use crate::cli::formats::other_kind;
use peg_console::files::in_file;
use peg_console::output::Output;
use peg_console::usage::did_you_mean;
use pegfont_base::words::brief;
use pegfont_film::render::Theme;
use pegfont_film::render::theme::THEMES;

#[derive(Args)]
#[command(next_help_heading = "Look")]
pub struct Colours {
    #[arg(long, value_name = "NAME|FILE", help = theme_names(), long_help = themes())]
    theme: Option<String>,

    /// Change a key of the theme, such as peg=#246.
    ///
    /// Others, such as peg.size=0.9, are in docs/reference/themes.md. Can be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = change)]
    colour: Vec<(String, String)>,
}

fn theme_names() -> String {
    let names: Vec<&str> = THEMES.iter().map(|theme| theme.0).collect();
    format!("A theme ({}), or a theme file", names.join(", "))
}

fn themes() -> String {
    let names = theme_names();
    let usual = THEMES[0].0;
    format!(
        "{names}.\n\nLIGHT,DARK are two, for an .svg: the second shows while the reader's device \
         is in dark mode [default: {usual}]"
    )
}

fn change(text: &str) -> Result<(String, String), String> {
    let Some((key, value)) = text.split_once('=') else {
        return Err("write KEY=VALUE, such as peg=#246".to_owned());
    };
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// What of a film or picture its colours depend on.
#[derive(Clone, Copy)]
pub struct ColourNeeds {
    /// Whether it is a code.
    pub is_code: bool,
    /// Whether it has pegs that wait.
    pub plays: bool,
    /// Whether boards may fill the picture, unless a background is given.
    pub fills: bool,
}

/// The theme, and that for dark mode.
pub struct Themes {
    pub light: Theme,
    pub dark: Option<Theme>,
}

impl Colours {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        if self.theme.is_some() {
            Some("--theme")
        } else if !self.colour.is_empty() {
            Some("--colour")
        } else {
            None
        }
    }

    /// Whether the picture changes in dark mode.
    pub fn has_dark_theme(&self) -> bool {
        self.theme.as_ref().is_some_and(|theme| theme.contains(','))
    }

    /// The themes, with the `usual` changes unless others are given.
    pub fn read(&self, usual: &[(&str, &str)], shown: ColourNeeds, out: &Output) -> Result<Themes> {
        let names = self.theme.as_deref().unwrap_or(THEMES[0].0);
        let mut names_of_each = names.split(',').map(str::trim);
        let (Some(light), dark, None) = (
            names_of_each.next(),
            names_of_each.next(),
            names_of_each.next(),
        ) else {
            refuse!("--theme {names}: give one theme, or two, for light and dark mode");
        };

        Ok(Themes {
            light: self.changed(light, usual, shown, out)?,
            dark: match dark {
                Some(dark) => Some(self.changed(dark, usual, shown, out)?),
                None => None,
            },
        })
    }

    /// A theme with the changes that are usual or given.
    fn changed(
        &self,
        name: &str,
        usual: &[(&str, &str)],
        shown: ColourNeeds,
        out: &Output,
    ) -> Result<Theme> {
        let mut theme = if shown.is_code && self.theme.is_none() {
            Theme::of_code()
        } else {
            named(name, out)?
        };

        let own = self.colour.iter().map(|(key, value)| (&**key, &**value));
        for (key, value) in usual.iter().copied().chain(own) {
            let changed = theme.with(key, value);
            theme = changed
                .map_err(|error| usage!("--colour {}={}: {error}", brief(key), brief(value)))?;
        }
        if let Err(error) = theme.check_contrast(shown.plays) {
            note!(out, "warning: theme {}: {error}", theme.name);
        }

        let has_ground = self.colour.iter().any(|(key, _)| key == "background");
        let fills = shown.fills && usual.is_empty() && !has_ground;
        Ok(if fills { theme.filling() } else { theme })
    }
}

/// The built-in theme of this name, or the one in this file.
fn named(name: &str, out: &Output) -> Result<Theme> {
    let builtin = THEMES
        .iter()
        .find(|theme| theme.0.eq_ignore_ascii_case(name));
    if let Some(theme) = builtin {
        return Ok(Theme::builtin(theme.0)?);
    }

    let path = Path::new(name);
    if path.exists() || name.contains('/') || name.ends_with(".toml") {
        let text = read_kind(path, "[peg]", out)?;
        return Theme::parse(&text).map_err(|error| {
            let other = other_kind(&text, "[peg]");
            in_file(path, format!("{error}{other}"))
        });
    }

    Theme::builtin(name).map_err(|error| {
        let meant = did_you_mean(name, THEMES.iter().map(|theme| theme.0));
        usage!("--theme: {error}{meant}")
    })
}
