//! Options for the look: the theme, changes to it, captions and marks.

use std::path::Path;

use anyhow::Result;
use clap::Args;

use crate::cli::input::{in_file, read_text};
use pegfont_film::render::{Theme, ThemeError, theme::THEMES};

/// Options for colours.
#[derive(Args)]
#[command(next_help_heading = "Look")]
pub(super) struct Look {
    #[arg(long, value_name = "NAME|FILE", help = themes())]
    theme: Option<String>,

    /// The background: a CSS name, #rgb, #rrggbb, #rrggbbaa or transparent [default: the theme's]
    #[arg(long, value_name = "COLOUR")]
    background: Option<String>,

    /// Change the theme: a colour such as peg=#246, hole=#ddd or board=#fff, or any of its keys, such as caption=#333 or
    /// peg.size=0.9, which docs/render.md lists; can be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// Options for what is written beside the boards and marked on them.
#[derive(Args, Clone, Copy, Default)]
#[command(next_help_heading = "Look")]
pub(in crate::cli) struct MarkArgs {
    /// Write the last jump under each board, and the names of columns and rows beside it
    #[arg(long)]
    pub(super) captions: bool,

    /// Mark the last jump: a ring in the peg that jumped, a cross in the hole of the removed peg
    #[arg(long)]
    pub(super) highlight: bool,
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

/// A change of a theme: the option, the key, and its value.
type Change<'a> = (&'static str, &'a str, &'a str);

impl Look {
    /// Whether the picture changes in dark mode.
    pub(super) fn has_dark_theme(&self) -> bool {
        self.theme.as_ref().is_some_and(|theme| theme.contains(','))
    }

    /// Whether a background was given.
    pub(super) fn has_background(&self) -> bool {
        self.background.is_some()
    }

    /// The theme and that for dark mode, with a background unless another one was given.
    pub(super) fn read(&self, background: Option<&str>) -> Result<(Theme, Option<Theme>)> {
        let background = self.background.as_deref().or(background);
        let mut changes: Vec<Change<'_>> =
            background.map(|colour| ("--background", "background", colour)).into_iter().collect();
        for change in &self.set {
            let (key, value) = change.split_once('=').ok_or_else(|| {
                usage!("--set {change}: write a key and a value, such as peg=#246")
            })?;
            changes.push(("--set", key.trim(), value.trim()));
        }
        let names = self.theme.as_deref().unwrap_or(THEMES[0].0);
        let (light, dark) = match names.split_once(',') {
            Some((light, dark)) => (light.trim(), Some(dark.trim())),
            None => (names, None),
        };
        let dark = dark.map(|name| changed(name, &changes)).transpose()?;
        Ok((changed(light, &changes)?, dark))
    }
}

/// A theme with changes.
fn changed(name: &str, changes: &[Change<'_>]) -> Result<Theme> {
    let builtin = THEMES.iter().find(|theme| theme.0.eq_ignore_ascii_case(name));
    let path = Path::new(name);
    let (text, mut theme) = match builtin {
        Some((name, text)) => ((*text).to_owned(), Theme::builtin(name)?),
        None if path.exists() || name.ends_with(".toml") => {
            let text = read_text(path)?;
            let theme = Theme::parse(&text);
            let theme = theme
                .map_err(|error| in_file(path, matches!(error, ThemeError::Toml(_)), &error))?;
            (text, theme)
        }
        None => {
            let unknown = Theme::builtin(name);
            (String::new(), unknown.map_err(|error| usage!("--theme: {error}"))?)
        }
    };
    let mut keys: toml::Table = toml::from_str(&text)?;
    for &(option, key, value) in changes {
        let refused = |error: &dyn std::fmt::Display| match option {
            "--set" => usage!("--set {key}={value}: {error}"),
            _ => usage!("{option} {value}: {error}"),
        };
        change(&mut keys, key, value).map_err(|error| refused(&error))?;
        theme = Theme::parse(&toml::to_string(&keys)?).map_err(|error| match error {
            // Its place is in a text that nobody has written.
            ThemeError::Toml(mistake) => refused(&mistake.what),
            error => refused(&error),
        })?;
    }
    if let Err(error) = theme.check_contrast() {
        note!("warning: theme {}: {error}", theme.name);
    }
    Ok(theme)
}

/// Changes a key. The name of a part alone is its one colour, so what would shade it goes.
fn change(keys: &mut toml::Table, key: &str, value: &str) -> Result<(), String> {
    let shading: &[&str] = match key {
        "board" => &["edge", "grain"],
        "hole" => &["shade", "light"],
        "peg" | "waiting" | "settled" | "moving" => &["light", "dark", "glow"],
        _ => &[],
    };
    let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
    let value = match (number.filter(|_| !value.starts_with('#')), value.parse()) {
        (Some(number), _) => toml::Value::Float(number),
        (None, Ok(is_so)) => toml::Value::Boolean(is_so),
        _ => toml::Value::String(value.to_owned()),
    };
    let (part, key) = match key.split_once('.') {
        Some(parts) => parts,
        None if shading.is_empty() => {
            keys.insert(key.to_owned(), value);
            return Ok(());
        }
        None => (key, "colour"),
    };
    let part = keys.entry(part).or_insert_with(|| toml::Table::new().into());
    let Some(part) = part.as_table_mut() else { return Err("this key has no parts".to_owned()) };
    shading.iter().for_each(|&key| drop(part.remove(key)));
    part.insert(key.to_owned(), value);
    Ok(())
}
