//! WOFF2: a TrueType file, compressed for web pages.

use ttf2woff2::{BrotliQuality, encode_no_transform};

use super::TypefaceError;

/// Compresses a TrueType file to WOFF2.
pub(super) fn compress(ttf: &[u8]) -> Result<Vec<u8>, TypefaceError> {
    Ok(encode_no_transform(ttf, BrotliQuality::default())?)
}
