//! Options for the font.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use pegfont_type::glyph::Feature;

/// A font.
#[derive(Args)]
pub struct FontArgs {
    /// A font file like fonts/pegfont.toml; - is standard input
    ///
    /// [default: the built-in font]
    #[arg(long, value_name = "FILE")]
    pub font: Option<PathBuf>,

    #[arg(
        long,
        value_name = "FEATURES",
        help = features(),
        long_help = features_at_length(),
        value_delimiter = ',',
        value_parser = feature,
        hide_short_help = true
    )]
    pub feature: Vec<Feature>,
}

fn features() -> String {
    let tags = Feature::all_tags();
    format!("Show the alternates of a feature in place of their characters: {tags}")
}

fn features_at_length() -> String {
    let features = features();
    format!(
        "{features}.\n\nWith several, such as ss01,ss02, a character that has them takes turns in \
         a text: itself, then each of these"
    )
}

fn feature(tag: &str) -> Result<Feature, String> {
    Feature::tagged(tag).ok_or_else(|| {
        let tags = Feature::all_tags();
        format!("write {tags}, or several with commas between them")
    })
}
