//! What `pegfont font build` is asked for: the name of the font, its file, and whether games are
//! searched for.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::cli::formats::OUTPUT;
pub use crate::cli::options::FiguresFor;

use crate::cli::options::Build;
use crate::cli::request::{DESIGNS, DesignsRequest};
use peg_console::command::CommandOptions;
use peg_solitaire::board::Board;
use pegfont_type::choose;

/// The font that is asked for, and its file.
pub struct BuildRequest {
    pub name: String,
    pub path: PathBuf,
    pub designs: DesignsRequest,
    /// Only these characters, if some are given.
    pub only: Option<String>,
    /// How far from its design a pattern may be.
    pub distance: u32,
    pub figures: FiguresFor,
    /// The hole that is empty at the start, if it is given.
    pub start: Option<String>,
    /// The set of positions on disk, if one is given.
    pub reachable: Option<PathBuf>,
    /// Whether games are searched for, if that is given.
    pub search: Option<bool>,
}

/// How the games of a font are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamesBy {
    /// All positions of the board are found.
    Enumeration,
    /// A game is searched for each character; without being asked, if there are too many positions.
    Search { is_asked: bool },
}

impl CommandOptions for Build {
    type Request = BuildRequest;

    /// Names of files and fonts that can't be are refused.
    fn request(self) -> Result<BuildRequest> {
        let name = self.name();
        self.check_names(&name)?;
        let path = match &self.output {
            Some(path) => path.clone(),
            None => Path::new(OUTPUT).join(format!("{name}.toml")),
        };

        Ok(BuildRequest {
            name,
            path,
            designs: self.reading.request(self.files),
            only: self.only.map(String::from),
            distance: self.distance,
            figures: self.figures,
            start: self.start,
            reachable: self.reachable,
            search: self.search,
        })
    }
}

impl Build {
    fn check_names(&self, name: &str) -> Result<()> {
        if let Some(ending) = self.output.as_deref().and_then(Path::extension)
            && !ending.eq_ignore_ascii_case("toml")
        {
            refuse!(
                "-o: a font file is a .toml, not a .{}; `pegfont font export` makes other files \
                 of it",
                ending.to_string_lossy()
            );
        }

        if self.output.is_none() && name.contains(std::path::is_separator) {
            refuse!("--name {name}: a name can't contain a folder; give the file to write with -o");
        }
        if name.is_empty() {
            refuse!("--name: a name needs at least one character");
        }
        Ok(())
    }

    fn name(&self) -> String {
        if let Some(name) = &self.name {
            return name.to_string();
        }
        let Some(stem) = self.files.first().and_then(|file| file.file_stem()) else {
            return "pegfont".to_owned();
        };
        let stem = stem.to_string_lossy();
        stem.strip_suffix(DESIGNS).unwrap_or(&stem).to_owned()
    }
}

impl BuildRequest {
    /// How games are found on a board. Options that then mean nothing are refused.
    pub fn games_on(&self, board: &Board) -> Result<GamesBy> {
        let is_enumerated = self.figures == FiguresFor::Afresh || self.reachable.is_some();
        let is_usual = choose::takes_search(board) && !(is_enumerated && board.is_small());
        if !self.search.unwrap_or(is_usual) {
            if let Err(error) = board.small() {
                refuse!("--search never: {error}");
            }
            return Ok(GamesBy::Enumeration);
        }

        if is_enumerated {
            refuse!("--figures afresh and --reachable are for boards that are enumerated");
        }
        Ok(GamesBy::Search {
            is_asked: self.search.is_some(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peg_console::command_line::options_in;

    fn build(words: &[&str]) -> Result<BuildRequest> {
        options_in::<Build>(words).expect("options").request()
    }

    #[test]
    fn a_font_is_named_after_its_first_file_without_what_says_that_it_has_designs() {
        for (words, name) in [
            (&[][..], "pegfont"),
            (&["own.toml", "more.toml"], "own"),
            (&["a/own.glyphs.toml"], "own"),
            (&["own.glyphs.toml", "--name", "Mine"], "Mine"),
        ] {
            let request = build(words).expect("a name");
            assert_eq!(request.name, name);
            assert_eq!(request.path, Path::new(OUTPUT).join(format!("{name}.toml")));
        }
    }

    #[test]
    fn names_that_can_not_be_are_refused() {
        for (words, why) in [
            (&["-o", "a.ttf"][..], "a font file is a .toml, not a .ttf"),
            (&["--name", "a/b"], "a name can't contain a folder"),
            (&["--name", ""], "a name needs at least one character"),
        ] {
            let Err(refused) = build(words) else {
                panic!("a refusal");
            };
            let refused = refused.to_string();
            assert!(refused.contains(why), "{refused}");
        }
    }

    #[test]
    fn games_are_searched_for_where_there_are_too_many_positions_unless_figures_need_them() {
        let small = Board::rectangle(5, 7).expect("a board");
        let large = Board::rectangle(9, 9).expect("a board");
        let way = |words: &[&str], board| {
            let request = build(words).expect("a request");
            request.games_on(board)
        };

        assert_eq!(way(&[], &small).expect("a way"), GamesBy::Enumeration);
        let unasked = GamesBy::Search { is_asked: false };
        assert_eq!(way(&[], &large).expect("a way"), unasked);
        let asked = GamesBy::Search { is_asked: true };
        assert_eq!(way(&["--search", "always"], &small).expect("a way"), asked);

        assert!(way(&["--search", "never"], &large).is_err());
        assert!(way(&["--figures", "afresh"], &large).is_err());
        let afresh = ["--search", "always", "--figures", "afresh"];
        assert!(way(&afresh, &small).is_err());
    }
}
