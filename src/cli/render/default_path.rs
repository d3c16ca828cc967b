//! The name of the file, if none is given.

use std::path::PathBuf;

use super::super::output::PICTURES;
use super::Target;
use pegfont_type::format::Format;

/// `output/<text>.gif`, with a dash for each character that is not a letter or digit.
pub(super) fn default_path(text: &str, target: Target) -> PathBuf {
    let plain = |character: char| if character.is_alphanumeric() { character } else { '-' };
    let name: String = text.to_lowercase().chars().map(plain).take(60).collect();
    let name = name.trim_matches('-');
    let name = if name.is_empty() { "pegs" } else { name };
    let format = if let Target::File(format) = target { format } else { Format::Text };
    PathBuf::from(PICTURES).join(format!("{name}.{format}"))
}
