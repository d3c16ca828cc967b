//! WOFF2: a TrueType file compressed for web pages.

use ttf2woff2::{BrotliQuality, encode_no_transform};

use super::TypefaceError;

/// The TrueType file in WOFF2, as small as it gets.
pub(super) fn compress(ttf: &[u8]) -> Result<Vec<u8>, TypefaceError> {
    Ok(encode_no_transform(ttf, BrotliQuality::default())?)
}
