//! What the commands of `pegfont font` are asked for, except [`build`](super::BuildRequest).

use std::path::PathBuf;

use anyhow::Result;

use crate::cli::options::{Export, List, New, Specimen};
use crate::cli::request::{FontRequest, LookRequest, has_ending};
use peg_console::answer::Form;
use peg_console::command::CommandOptions;
use pegfont_film::drawing::Point;
use pegfont_type::typeface::Style;

/// What the name of a glyph file may end in before `.toml`, so that the font can have the rest of
/// its name.
pub const DESIGNS: &str = ".glyphs";

/// A new glyph file.
pub struct NewRequest {
    pub file: PathBuf,
}

impl CommandOptions for New {
    type Request = NewRequest;

    fn request(self) -> Result<NewRequest> {
        if !has_ending(&self.file, "toml") {
            refuse!("{}: the name must end in .toml", self.file.display());
        }
        Ok(NewRequest { file: self.file })
    }
}

/// The characters of a font.
pub struct ListRequest {
    pub font: FontRequest,
    /// Only these characters, if some are given.
    pub only: Option<String>,
    /// Whether their patterns are drawn.
    pub is_drawn: bool,
}

impl CommandOptions for List {
    type Request = ListRequest;

    fn form(&self) -> Form {
        self.table.form()
    }

    fn request(self) -> Result<ListRequest> {
        Ok(ListRequest {
            font: self.font.request(),
            only: self.only.map(String::from),
            is_drawn: self.draw,
        })
    }
}

/// Font files.
pub struct ExportRequest {
    pub font: FontRequest,
    pub files: Vec<PathBuf>,
    pub style: Style,
    pub characters: Exported,
    /// What the files say in place of the usual labels.
    pub labels: OwnLabels,
}

/// The characters that a font file gets.
pub enum Exported {
    All,
    Only(String),
    Ascii,
}

/// Labels of a font file that were given.
pub struct OwnLabels {
    pub family: Option<String>,
    pub copyright: Option<String>,
    pub licence: Option<String>,
}

impl CommandOptions for Export {
    type Request = ExportRequest;

    fn request(self) -> Result<ExportRequest> {
        if let Some(family) = &self.family
            && family.trim().is_empty()
        {
            refuse!("--family: a name needs at least one character");
        }

        let font = self.font.request();
        let mut files = self.output;
        if files.is_empty() {
            files.push(font.usual_file("ttf"));
        }
        let characters = match self.only {
            Some(only) => Exported::Only(only.into()),
            None if self.ascii => Exported::Ascii,
            None => Exported::All,
        };

        Ok(ExportRequest {
            font,
            files,
            style: if self.solid {
                Style::Solid
            } else {
                Style::Variable
            },
            characters,
            labels: OwnLabels {
                family: self.family.map(String::from),
                copyright: self.copyright.map(String::from),
                licence: self.licence.map(String::from),
            },
        })
    }
}

/// A poster of a font.
pub struct SpecimenRequest {
    pub font: FontRequest,
    /// Only these characters, if some are given.
    pub only: Option<String>,
    /// The width and the height.
    pub shape: Point,
    pub look: LookRequest,
    pub files: Vec<PathBuf>,
}

impl CommandOptions for Specimen {
    type Request = SpecimenRequest;

    fn request(self) -> Result<SpecimenRequest> {
        let look = self.look.request();
        if look.has_dark_theme() {
            refuse!("--theme: a poster has one theme");
        }

        let font = self.font.request();
        let mut files = self.output;
        if files.is_empty() {
            files.push(font.usual_file("svg"));
        }
        Ok(SpecimenRequest {
            font,
            only: self.only.map(String::from),
            shape: self.shape,
            look,
            files,
        })
    }
}
