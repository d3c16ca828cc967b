//! What `pegfont sheet` is asked for: its puzzles, where they begin, and how its pages look.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::cli::formats::OUTPUT;
use crate::cli::options::SheetCommand;
use crate::cli::request::{FontRequest, GoalRequest};
use peg_console::command::CommandOptions;
use peg_console::input::repeated;
use pegfont_film::sheet::{LANGUAGES, Language, Sheet};

pub struct SheetRequest {
    pub puzzles: SheetPuzzles,
    /// How many jumps before their end the puzzles begin, at each level; nothing for whole games.
    pub levels: Vec<Option<usize>>,
    /// Which of the endings of a game are taken, if not the usual ones.
    pub seed: Option<u64>,
    /// How the pages look, and in which language.
    pub sheet: Sheet,
    /// The file of the pages, if it was given.
    pub output: Option<PathBuf>,
    /// The file of the solutions, if they have one of their own.
    pub solutions: Option<PathBuf>,
}

/// What a sheet has puzzles of.
pub enum SheetPuzzles {
    Goal(GoalRequest),
    /// Each name of a list.
    Names(NamesRequest),
}

/// A list of names.
pub struct NamesRequest {
    pub file: PathBuf,
    /// The column of the names in a table, if it was given.
    pub column: Option<String>,
    pub font: FontRequest,
}

impl CommandOptions for SheetCommand {
    type Request = SheetRequest;

    fn request(self) -> Result<SheetRequest> {
        let sheet = self.sheet()?;
        let goal = self.goals.request()?;
        let levels = match &self.levels[..] {
            [] => vec![goal.jumps_left],
            levels => levels.iter().copied().map(Some).collect(),
        };
        if let Some(level) = repeated(&self.levels) {
            refuse!("--levels: {level} is given twice");
        }
        if self.seed.is_some() && levels == [None] {
            refuse!("--seed needs --jumps-left or --levels: whole games have one start");
        }

        let puzzles = match self.names {
            Some(file) => SheetPuzzles::Names(NamesRequest {
                file,
                column: self.column.map(String::from),
                font: goal.font,
            }),
            None => SheetPuzzles::Goal(goal),
        };
        Ok(SheetRequest {
            puzzles,
            levels,
            seed: self.seed,
            sheet,
            output: self.output,
            solutions: self.solutions.flatten(),
        })
    }
}

impl SheetCommand {
    fn sheet(&self) -> Result<Sheet> {
        let known = LANGUAGES.iter().find(|known| known.0 == self.language);
        let language = Language::parse(known.unwrap_or(&LANGUAGES[0]).1)?;
        let usual = Sheet::new(language);
        let usual_per_page = if self.large_print { 2 } else { 4 };

        Ok(Sheet {
            paper: self.paper,
            title: match &self.title {
                Some(title) => title.to_string(),
                None => usual.title.clone(),
            },
            per_page: self.per_page.map_or(usual_per_page, usize::from),
            scale: if self.large_print { Sheet::LARGE } else { 1.0 },
            solutions: self.solutions == Some(None),
            two_sided: self.two_sided,
            ..usual
        })
    }
}

impl SheetRequest {
    /// The file of the pages.
    pub fn pages(&self) -> PathBuf {
        match &self.output {
            Some(path) => path.clone(),
            None => Path::new(OUTPUT).join("puzzles.pdf"),
        }
    }

    /// Whether the puzzles are whole games.
    pub fn has_whole_games(&self) -> bool {
        self.levels == [None]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peg_console::command_line::options_in;

    fn request(words: &[&str]) -> Result<SheetRequest> {
        let options: SheetCommand = options_in(words).expect("options");
        options.request()
    }

    #[test]
    fn puzzles_begin_at_each_level_or_at_the_start() {
        let levels = |words: &[&str]| request(words).expect("a request").levels;

        assert_eq!(levels(&["A"]), [None]);
        assert_eq!(levels(&["A", "--jumps-left", "3"]), [Some(3)]);
        assert_eq!(levels(&["A", "--levels", "3,6"]), [Some(3), Some(6)]);
    }

    #[test]
    fn whole_games_have_no_other_starts() {
        assert!(request(&["A", "--seed", "2"]).is_err());
        assert!(request(&["A", "--seed", "2", "--levels", "3"]).is_ok());
    }

    #[test]
    fn solutions_are_added_or_have_a_file() {
        let added = request(&["A", "--solutions"]).expect("a request");
        assert!(added.sheet.solutions && added.solutions.is_none());

        let apart = request(&["A", "--solutions=s.pdf"]).expect("a request");
        assert!(!apart.sheet.solutions);
        assert_eq!(apart.solutions.as_deref(), Some(Path::new("s.pdf")));
    }

    #[test]
    fn large_print_has_fewer_puzzles_on_a_page_unless_a_number_is_given() {
        let per_page = |words: &[&str]| request(words).expect("a request").sheet.per_page;

        assert_eq!(per_page(&["A"]), 4);
        assert_eq!(per_page(&["A", "--large-print"]), 2);
        assert_eq!(per_page(&["A", "--large-print", "--per-page", "6"]), 6);
    }
}
