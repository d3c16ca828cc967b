//! Options for colours: the theme, and changes to it.

use std::path::Path;

use anyhow::Result;
use clap::Args;

use super::super::Usage;
use super::super::input::{in_file, read_text};
use pegfont_film::render::{Theme, ThemeError, theme::THEMES};

/// Options for colours.
#[derive(Args)]
#[command(next_help_heading = "Colours")]
pub(super) struct Colours {
    #[arg(long, value_name = "NAME|FILE", help = themes())]
    theme: Option<String>,

    /// For .svg: the theme that shows while the reader's device is in dark mode
    #[arg(long, value_name = "NAME|FILE")]
    dark_theme: Option<String>,

    /// The background: #rgb, #rrggbb, #rrggbbaa or transparent [default: the theme's]
    #[arg(long, value_name = "COLOUR")]
    background: Option<String>,

    /// The boards, in one colour
    #[arg(long, value_name = "COLOUR")]
    board_colour: Option<String>,

    /// The holes, in one colour
    #[arg(long, value_name = "COLOUR")]
    hole: Option<String>,

    /// The pegs, in one colour
    #[arg(long, value_name = "COLOUR")]
    peg: Option<String>,

    /// Change any key of the theme, such as caption=#333 or peg.size=0.9; docs/animation.md lists them
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// The help text of `--theme`.
fn themes() -> String {
    let names: Vec<&str> = THEMES.iter().map(|theme| theme.0).collect();
    format!("A theme ({}), or a theme file [default: {}]", names.join(", "), names[0])
}

/// A change of a theme: the option, the key, and its value.
type Change<'a> = (&'static str, &'a str, &'a str);

impl Colours {
    /// An option that was given, for text without colours or in the colours of a theme.
    pub(super) fn given(&self, themed: bool) -> Option<&'static str> {
        let options = [
            ("--dark-theme", self.dark_theme.is_some()),
            ("--background", self.background.is_some()),
            ("--board-colour", self.board_colour.is_some()),
            ("--hole", self.hole.is_some()),
            ("--theme", self.theme.is_some() && !themed),
            ("--peg", self.peg.is_some() && !themed),
            ("--set", !self.set.is_empty() && !themed),
        ];
        options.into_iter().find_map(|(name, given)| given.then_some(name))
    }

    /// Whether the picture changes in dark mode.
    pub(super) fn has_dark_theme(&self) -> bool {
        self.dark_theme.is_some()
    }

    /// The theme and that for dark mode, with a background unless another one was given.
    pub(super) fn read(&self, background: Option<&str>) -> Result<(Theme, Option<Theme>)> {
        let changes = self.changes(background)?;
        let theme = changed("--theme", self.theme.as_deref().unwrap_or(THEMES[0].0), &changes)?;
        let dark = self.dark_theme.as_deref();
        let dark = dark.map(|name| changed("--dark-theme", name, &changes)).transpose()?;
        Ok((theme, dark))
    }

    /// The changes, in the order in which they are made.
    fn changes<'a>(&'a self, background: Option<&'a str>) -> Result<Vec<Change<'a>>> {
        let colours = [
            ("--background", "background", self.background.as_deref().or(background)),
            ("--board-colour", "board.colour", self.board_colour.as_deref()),
            ("--hole", "hole.colour", self.hole.as_deref()),
            ("--peg", "peg.colour", self.peg.as_deref()),
        ];
        let given = colours.into_iter();
        let mut changes: Vec<Change<'a>> =
            given.filter_map(|(option, key, colour)| Some((option, key, colour?))).collect();
        for change in &self.set {
            let Some((key, value)) = change.split_once('=') else {
                let message =
                    format!("--set {change}: write a key and a value, such as peg.colour=#246");
                return Err(Usage(message).into());
            };
            changes.push(("--set", key.trim(), value.trim()));
        }
        Ok(changes)
    }
}

/// A theme with changes.
fn changed(option: &str, name: &str, changes: &[Change<'_>]) -> Result<Theme> {
    let builtin = THEMES.iter().find(|theme| theme.0 == name);
    let path = Path::new(name);
    let (text, theme) = match builtin {
        None if path.exists() || name.ends_with(".toml") => {
            let text = read_text(path)?;
            let theme = Theme::parse(&text);
            let theme = theme
                .map_err(|error| in_file(path, matches!(error, ThemeError::Toml(_)), &error))?;
            (text, theme)
        }
        _ => {
            let theme =
                Theme::builtin(name).map_err(|error| Usage(format!("{option}: {error}")))?;
            (builtin.map_or("", |theme| theme.1).to_owned(), theme)
        }
    };
    let mut keys: toml::Table = toml::from_str(&text)?;
    let mut theme = theme;
    for &(option, key, value) in changes {
        let refused = |error: &dyn std::fmt::Display| match option {
            "--set" => Usage(format!("--set {key}={value}: {error}")),
            _ => Usage(format!("{option} {value}: {error}")),
        };
        change(&mut keys, option, key, value).map_err(|error| refused(&error))?;
        let known: Result<Theme, toml::de::Error> = keys.clone().try_into();
        known.map_err(|error| refused(&error.message()))?;
        theme = Theme::parse(&toml::to_string(&keys)?).map_err(|error| refused(&error))?;
    }
    if let Err(error) = theme.check_contrast() {
        note!("warning: theme {}: {error}", theme.name);
    }
    Ok(theme)
}

/// Changes a key. An option for one colour also removes what would shade it.
fn change(keys: &mut toml::Table, option: &str, key: &str, value: &str) -> Result<(), String> {
    let shading: &[&str] = match option {
        "--board-colour" => &["edge", "grain"],
        "--hole" => &["shade", "light"],
        "--peg" => &["light", "dark", "glow"],
        _ => &[],
    };
    let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
    let value = match number.filter(|_| !value.starts_with('#')) {
        Some(number) => toml::Value::Float(number),
        None => toml::Value::String(value.to_owned()),
    };
    let Some((part, key)) = key.split_once('.') else {
        keys.insert(key.to_owned(), value);
        return Ok(());
    };
    let part = keys.entry(part).or_insert_with(|| toml::Table::new().into());
    let Some(part) = part.as_table_mut() else { return Err("this key has no parts".to_owned()) };
    shading.iter().for_each(|&key| drop(part.remove(key)));
    part.insert(key.to_owned(), value);
    Ok(())
}
