//! Names that Windows keeps for itself or can't give to a file. There, such a name opens a device
//! or a hidden part of another file, is changed without a word, or fails with the number of an
//! error.

use std::path::Path;

use anyhow::Result;

/// Devices, whatever follows in a name: `con`, `nul.gif`.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Devices with a number from 1 to 9, or one of the superscripts ¹, ² and ³.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Characters that a name can't have.
const FORBIDDEN: &str = "<>:\"|?*";

/// Refuses a path that has a name which Windows can't give to a file, if this is Windows.
pub fn refuse_windows_name(path: &Path) -> Result<()> {
    if !cfg!(windows) {
        return Ok(());
    }
    match windows_fault(&path.to_string_lossy()) {
        Some(fault) => refuse!("{}: {fault}: give another name", path.display()),
        None => Ok(()),
    }
}

/// The word, or a longer one that Windows doesn't keep for a device.
pub fn without_device(name: &str) -> String {
    if is_device(name) {
        format!("{name}-text")
    } else {
        name.to_owned()
    }
}

/// Why Windows can't have a file or folder of this path, if it can't.
fn windows_fault(path: &str) -> Option<String> {
    let path = path.strip_prefix(r"\\?\").unwrap_or(path);
    // Without a slash, `a:b.gif` is more likely meant as a name than as a file of drive A.
    let names = match path.split_once(':') {
        Some((drive, names)) if drive.len() == 1 && names.starts_with(['/', '\\']) => names,
        _ => path,
    };

    names.split(['/', '\\']).find_map(|name| {
        if matches!(name, "" | "." | "..") {
            return None;
        }
        let is_forbidden = |letter: &char| FORBIDDEN.contains(*letter) || letter.is_control();
        if let Some(letter) = name.chars().find(is_forbidden) {
            return Some(format!("a name on Windows can't have {letter:?}"));
        }
        if is_device(name) {
            return Some(format!("Windows keeps the name {name:?} for a device"));
        }
        let last = name.chars().next_back()?;
        matches!(last, '.' | ' ').then(|| format!("a name on Windows can't end in {last:?}"))
    })
}

/// Whether a name stands for a device, with any ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.trim_end_matches(' ').to_lowercase();
    if DEVICES.contains(&&*stem) {
        return true;
    }

    NUMBERED_DEVICES.iter().any(|device| {
        let number = stem.strip_prefix(device).unwrap_or_default();
        let mut digits = number.chars();
        let is_number = matches!(digits.next(), Some('1'..='9' | '¹' | '²' | '³'));
        is_number && digits.next().is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::{windows_fault, without_device};

    #[test]
    fn names_that_windows_keeps_are_known_in_every_part_of_a_path() {
        let mut kept = vec!["con".to_owned(), "CONOUT$".to_owned()];
        for device in ["con", "PRN", "Aux", "nul", "com1", "LPT9", "com¹", "nul "] {
            kept.push(format!("{device}.gif"));
            kept.push(format!("{device}.tar.gz"));
            kept.push(format!("sub/{device}.gif"));
            kept.push(format!(r"C:\sub\{device}.gif"));
            kept.push(format!("{device}/a.gif"));
        }
        for letter in ['<', '>', ':', '"', '|', '?', '*', '\u{1}', '\n'] {
            kept.push(format!("a{letter}b.gif"));
            kept.push(format!(r"C:\a{letter}\b.gif"));
        }
        for name in [
            "a.gif.",
            "a.gif ",
            "sub./a.gif",
            r"sub \a.gif",
            "...",
            "c:a.gif",
            "ab:c.gif",
        ] {
            kept.push(name.to_owned());
        }
        for path in kept {
            assert!(windows_fault(&path).is_some(), "{path:?}");
        }
    }

    #[test]
    fn other_names_are_left_alone() {
        for path in [
            "a.gif",
            "-",
            ".",
            "..",
            "../a.gif",
            r"..\sub\a.gif",
            "C:/a.gif",
            r"c:\a.gif",
            r"\\server\share\a.gif",
            r"\\?\C:\a.gif",
            "console.gif",
            "com.gif",
            "com0.gif",
            "com10.gif",
            "a con.gif",
            ".con",
            "con-text.gif",
            "a.con",
            "with a space.gif",
            "Größe.gif",
            "~/a.gif",
            "a.b.gif",
        ] {
            assert_eq!(windows_fault(path), None, "{path:?}");
        }
    }

    #[test]
    fn a_usual_name_is_no_device() {
        for name in ["con", "nul", "com1", "aux"] {
            assert_eq!(
                windows_fault(&format!("{}.gif", without_device(name))),
                None
            );
        }
        assert_eq!(without_device("hello"), "hello");
    }
}
