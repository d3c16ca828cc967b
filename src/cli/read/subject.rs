//! What a command is about, where files say it: whether a word names one, and what is in it.

use std::io::{IsTerminal as _, stdin};
use std::path::Path;

use anyhow::Result;

use crate::cli::formats::beginning;
use crate::cli::request::{Subject, Takes, require_short};
use peg_console::files::is_input;
use peg_console::output::Output;
use pegfont_base::file_kind::FileKind;
use pegfont_base::words::brief;
use pegfont_type::composed;

/// What a word is on a board with this number of holes: by how it is written, or because a file of
/// this name is there.
pub fn subject_of(word: &str, holes: usize) -> Subject {
    let kind = Subject::as_written(word, holes);
    let path = Path::new(word);
    if kind != Subject::Text || path.extension().is_none() || !path.is_file() {
        return kind;
    }

    // A picture of another name is known by its first bytes.
    let begin = beginning(path).unwrap_or_default();
    if FileKind::of(&begin).is_picture() {
        Subject::Picture
    } else {
        Subject::File
    }
}

impl Takes {
    /// What a word is, if the command takes such words. A text may not be endless.
    pub fn kind_of(self, word: &str, holes: usize, out: &Output) -> Result<Subject> {
        let kind = subject_of(word, holes);
        if !self.kinds.contains(&kind) {
            let begin = beginning(Path::new(word)).unwrap_or_default();
            return Err(self.refused(kind, word, &begin));
        }

        if kind == Subject::Text {
            require_short(word)?;
            note_if_file(word, out);
        }
        Ok(kind)
    }
}

/// Says of a text that is the name of a file, or looks like one, that the file isn't read.
pub fn note_if_file(text: &str, out: &Output) {
    let named = brief(text);
    if Path::new(text).exists() {
        out.err.remark(format!(
            "{named:?} is taken as a text, though there is a file or folder of this name"
        ));
    } else if matches!(
        Subject::as_written(text, 0),
        Subject::Game | Subject::Picture
    ) {
        out.err.remark(format!(
            "{named:?} is taken as a text, though it looks like the name of a file"
        ));
    }
}

/// An argument of any [kind](Subject) in one form: letters and their marks are single characters,
/// but the name of a file stays as it is.
pub fn in_one_form(word: &str) -> String {
    match subject_of(word, 0) {
        Subject::Game | Subject::Picture | Subject::File => word.to_owned(),
        _ => composed(word),
    }
}

/// The text of an argument, in which \n is a line break; - reads it from standard input.
pub fn read_subject(word: &str, out: &Output) -> Result<String> {
    if !is_input(Path::new(word)) {
        return Ok(word.replace("\\n", "\n"));
    }

    let text = composed(out.files.read_text(Path::new(word))?.trim_end_matches('\n'));
    require_short(&text)?;
    Ok(text)
}

/// Whether an argument is a picture: by its name, or by how the file of this name begins. Standard
/// input is one if it comes from a file or a program. The picture may be one that is not read.
pub fn shows_picture(path: &Path, out: &Output) -> Result<bool> {
    if !is_input(path) {
        return Ok(subject_of(&path.to_string_lossy(), 0) == Subject::Picture);
    }
    if stdin().is_terminal() {
        return Ok(false);
    }
    Ok(FileKind::of(&out.files.read_bytes(path)?).is_picture())
}
