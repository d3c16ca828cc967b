//! The themes of a picture: built in, or from files, with the changes that are asked for.

use std::path::Path;

use anyhow::Result;

use crate::cli::formats::other_kind;
use crate::cli::read::read_kind;
use crate::cli::request::{ColourNeeds, LookRequest};
use peg_console::files::in_file;
use peg_console::output::Output;
use peg_console::usage::did_you_mean;
use pegfont_base::words::brief;
use pegfont_film::render::Theme;
use pegfont_film::render::theme::THEMES;

/// The theme, and that for dark mode.
pub struct Themes {
    pub light: Theme,
    pub dark: Option<Theme>,
}

impl LookRequest {
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

        let own = self.changes.iter().map(|(key, value)| (&**key, &**value));
        for (key, value) in usual.iter().copied().chain(own) {
            let changed = theme.with(key, value);
            theme = changed
                .map_err(|error| usage!("--colour {}={}: {error}", brief(key), brief(value)))?;
        }
        if let Err(error) = theme.check_contrast(shown.plays) {
            note!(out, "warning: theme {}: {error}", theme.name);
        }

        let has_ground = self.changes.iter().any(|(key, _)| key == "background");
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
