//! Options for the look: the theme, and changes to it.

use anyhow::Result;
use clap::Args;

use pegfont_film::render::theme::THEMES;

#[derive(Args)]
#[command(next_help_heading = "Look")]
pub struct Colours {
    #[arg(long, value_name = "NAME|FILE", help = theme_names(), long_help = themes())]
    pub theme: Option<String>,

    /// Change a key of the theme, such as peg=#246.
    ///
    /// Others, such as peg.size=0.9, are in docs/reference/themes.md. Can be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = change)]
    pub colour: Vec<(String, String)>,
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
