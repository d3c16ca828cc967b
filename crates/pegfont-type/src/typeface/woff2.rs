//! WOFF2: a TrueType file, compressed for web pages.

use ttf2woff2::{BrotliQuality, encode_no_transform};

use super::TypefaceError;
use peg_solitaire::memory;

/// Compresses a TrueType file to WOFF2.
pub(super) fn compress(ttf: &[u8]) -> Result<Vec<u8>, TypefaceError> {
    // Brotli's tables: 57 MiB were measured for a file of 200 kB, and 40 MiB for a small one.
    memory::require("compressing the font", (64 << 20) + 16 * ttf.len() as u64)?;
    Ok(encode_no_transform(ttf, BrotliQuality::default())?)
}
