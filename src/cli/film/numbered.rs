//! Numbered pictures: a file name such as `frames/%04d.png` stands for one file per frame.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::Asked;
use crate::cli::output::{counted, size, write_to};
use crate::cli::progress::watched;
use pegfont_film::render::png;

/// A file name with a place for a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    folder: PathBuf,
    before: String,
    digits: usize,
    after: String,
}

impl Pattern {
    /// Reads the pattern, if the file name has a percent sign.
    pub(super) fn read(path: &Path) -> Result<Option<Self>> {
        let shown = path.display();
        if !path.as_os_str().as_encoded_bytes().contains(&b'%') {
            return Ok(None);
        }
        let Some(name) = path.to_str() else {
            refuse!("{shown}: the name of numbered pictures must be UTF-8");
        };
        let wrong = || {
            usage!(
                "{shown}: a file name with % stands for numbered pictures, and has one number, such as frames/%04d.png"
            )
        };
        let (before, rest) = name.split_once('%').ok_or_else(wrong)?;
        let (digits, after) = rest.split_once('d').ok_or_else(wrong)?;
        let padded = digits.strip_prefix('0').and_then(|digits| digits.parse().ok());
        let digits = if digits.is_empty() { Some(1) } else { padded };
        let digits = digits.filter(|digits| (1..=9).contains(digits)).ok_or_else(wrong)?;
        let (folder, before) = match before.rfind(std::path::is_separator) {
            Some(at) => before.split_at(at + 1),
            None => ("", before),
        };
        if after.contains('%') || after.contains(std::path::is_separator) {
            return Err(wrong());
        }
        if !after.to_ascii_lowercase().ends_with(".png") {
            refuse!("{shown}: numbered pictures are .png files");
        }
        let folder = PathBuf::from(folder);
        Ok(Some(Self { folder, before: before.to_owned(), digits, after: after.to_owned() }))
    }

    /// The file with a number.
    fn file(&self, number: usize) -> PathBuf {
        let Self { folder, before, digits, after } = self;
        folder.join(format!("{before}{number:0digits$}{after}"))
    }
}

/// Writes the frames, from number 1, and prints the name of the last one.
pub(super) fn write(asked: &Asked, pattern: &Pattern) -> Result<()> {
    let scene = asked.scene(&asked.timeline, &asked.view);
    let (mut number, mut total) = (0, 0);
    let mut failure = None;
    let done = watched("painting", |progress| {
        png::each_frame(&scene, progress, |bytes| {
            number += 1;
            match write_to(&pattern.file(number), |out| Ok(out.write_all(bytes)?)) {
                Ok(written) => total += written.bytes,
                Err(error) => {
                    failure = Some(error);
                    return Err(std::io::ErrorKind::Other.into());
                }
            }
            Ok(())
        })
    });
    if let Some(error) = failure {
        return Err(error);
    }
    done?;
    let (first, last) = (pattern.file(1), pattern.file(number));
    let pictures = counted(number, "picture");
    if !asked.place.quiet {
        say!("{} to {}: {pictures}, {}", first.display(), last.display(), size(total));
    }
    Ok(())
}
