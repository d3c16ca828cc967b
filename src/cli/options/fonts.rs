//! Options for the font.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::cli::formats::OUTPUT;
use peg_console::files::is_input;
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

impl FontArgs {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        if self.font.is_some() {
            Some("--font")
        } else if !self.feature.is_empty() {
            Some("--feature")
        } else {
            None
        }
    }

    pub fn is_given(&self) -> bool {
        self.font.is_some()
    }

    /// The usual name of a file that is made of the font.
    pub fn usual_file(&self, ending: &str) -> PathBuf {
        let path = self.font.as_deref().filter(|path| !is_input(path));
        let stem = path.and_then(Path::file_stem);
        let stem = stem.map_or("pegfont".into(), OsStr::to_string_lossy);
        Path::new(OUTPUT).join(format!("{stem}.{ending}"))
    }
}
