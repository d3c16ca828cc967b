//! How many pixels a picture may have, whatever it shows.

use crate::Error;

/// The most pixels on a side of a picture.
pub const MAX_SIDE: u32 = 16_383;

/// The most pixels of a picture.
pub const MAX_PIXELS: u64 = 1 << 26;

/// Refuses a picture that is too large.
pub(crate) fn check_size(width: u32, height: u32) -> Result<(), Error> {
    let area = u64::from(width) * u64::from(height);
    if width.max(height) > MAX_SIDE || !(1..=MAX_PIXELS).contains(&area) {
        return Err(Error::LargePicture { width, height });
    }
    Ok(())
}
