//! The variants near some designs to choose from, in words and pictures: the designs, then the
//! variants, numbered, each with what it changes and what its game is like. Needs variants, not the
//! solver.

mod explore;
mod rows;
mod sheet;
mod words;

use std::collections::BTreeSet;

use crate::Error;
use crate::drawing::Drawing;
use crate::render::{Scene, Theme, View};
use crate::timeline::{Setting, Timeline, Timing};
pub use explore::is_page;
use peg_solitaire::board::{Bitboard, SmallBoard};
use pegfont_type::find::{Ranking, Reachability, Variant};
pub use rows::{columns, described, row, written};
pub use words::{about, captions, difference, keeping};

/// The variants found near some designs.
#[derive(Clone, Debug)]
pub struct Variants {
    /// The board of all patterns.
    pub board: SmallBoard,
    /// The character that the designs are of.
    pub character: Option<char>,
    /// The designs, the preferred one first.
    pub designs: Vec<Bitboard>,
    /// The start, if all variants have the same, and then of each design whether it can be reached.
    pub start: Option<Bitboard>,
    /// See [`start`](Self::start); or empty.
    pub reachability: Vec<Reachability>,
    /// A pattern of one's own that the variants are near, and the vacancies from which it can be
    /// reached.
    pub own: Option<(Variant, Vec<String>)>,
    /// The variants.
    pub all: Vec<Variant>,
    /// How many were found: more than [`all`](Self::all) if these are only the first of them.
    pub found: usize,
    /// What comes first.
    pub order: Ranking,
    /// Whether they were chosen to differ from each other.
    pub is_unlike: bool,
    /// The glyph file to keep some in, as one writes it in a shell.
    pub file: String,
}

/// A pattern that variants are held against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// What it is called: `the design`, `design 2`, or `yours`.
    pub name: String,
    /// Its pegs.
    pub pattern: Bitboard,
    /// The design that it is held against itself.
    pub design: Bitboard,
    /// Whether it can be reached, if that is known.
    pub reached: Option<Reachability>,
}

impl Variants {
    /// The designs to show before the variants: the first, and all that a variant is near; or the
    /// one that a pattern of one's own is near, and this pattern.
    pub fn models(&self) -> Vec<Model> {
        if let Some((own, _)) = &self.own {
            let is_near = |design: &Bitboard| *design == own.found.design;
            let near = self.designs.iter().position(is_near).unwrap_or_default();
            let yours = Model {
                name: "yours".to_owned(),
                pattern: own.found.pattern,
                design: own.found.design,
                reached: None,
            };
            return vec![self.model(near), yours];
        }

        let mut near: BTreeSet<usize> = self.all.iter().map(|it| it.place.design).collect();
        if !self.designs.is_empty() {
            near.insert(0);
        }
        near.into_iter().map(|number| self.model(number)).collect()
    }

    /// A design.
    fn model(&self, number: usize) -> Model {
        let design = self.designs[number];
        let name = if self.designs.len() == 1 {
            "the design".to_owned()
        } else {
            format!("design {}", number + 1)
        };

        Model {
            name,
            pattern: design,
            design,
            reached: self.reachability.get(number).copied(),
        }
    }

    /// The rows of the start in a line, if all variants have the same.
    #[must_use]
    pub fn start_line(&self) -> Option<String> {
        Some(self.board.picture_line(self.start?))
    }

    /// The first of the variants.
    #[must_use]
    pub fn first(&self, count: usize) -> Self {
        let mut first = self.clone();
        first.all.truncate(count);
        first
    }

    /// All variants on one page, as high as it takes.
    #[must_use]
    pub fn page(&self, command: &str) -> Drawing {
        sheet::on_one_page(self, command)
    }

    /// The variants on pages of paper.
    #[must_use]
    pub fn pages(&self, command: &str) -> Vec<Drawing> {
        sheet::on_paper(self, command)
    }

    /// A page that needs nothing else, to sort, compare, play and choose the variants.
    ///
    /// # Errors
    /// If the built-in font can't be read, whose letters stand beside the variants in a word.
    pub fn page_to_explore(&self, command: &str) -> Result<String, pegfont_type::Error> {
        explore::page(self, command)
    }

    /// A film in a theme in which each variant plays its game, if any has one.
    ///
    /// # Errors
    /// If there are too many.
    pub fn film(&self, theme: Theme) -> Result<Option<Scene>, Error> {
        let puzzles = self.all.iter().filter_map(|it| it.puzzle.as_ref());
        let games = Vec::from_iter(puzzles.map(|puzzle| puzzle.solution.clone()));
        if games.is_empty() {
            return Ok(None);
        }

        let in_a_row = (games.len() as f64).sqrt().ceil() as usize;
        let setting = Setting::of_solutions(self.board.as_board(), games, in_a_row);
        let timeline = Timeline::new(setting, Timing::default())?;
        Ok(Some(Scene::film(timeline, View::new(theme))))
    }
}

#[cfg(all(test, feature = "pictures"))]
mod tests {
    use super::sheet::SIZE;
    use super::{Variants, about};
    use crate::drawing::Drawing;
    use crate::drawing::boxes::{What, mistakes, things};
    use peg_solitaire::board::{Board, SmallBoard};
    use pegfont_type::find::{DesignPlace, Found, Ranking, Reachability, Variant};
    use pegfont_type::font::Font;

    /// So many patterns near a design on a board.
    fn variants(board: &str, count: usize, is_long: bool) -> Variants {
        let board: SmallBoard = board
            .parse::<Board>()
            .and_then(|it| it.small())
            .expect("a board");
        let start = board.central_vacancy();
        let design = board.complement(start);
        let mut all = Vec::new();

        for number in 0..count {
            let pattern = board
                .each_hole()
                .map(|hole| hole.bit())
                .nth(number % board.holes());
            let pattern = pattern.expect("a hole");
            let found = Found::of(&board, &[design], pattern).expect("there is a design");
            let place = DesignPlace {
                design: number % 2,
                right: 2,
                down: -1,
                mirrored: is_long,
            };

            let mut variant = Variant::new(found, place, start);
            let font = Font::builtin().expect("it is whole");
            let letter = ['I', 'M'][number % 2];
            let puzzle = font.get(letter).expect("it is there").puzzle(letter);
            variant.puzzle = is_long.then(|| Box::new(puzzle));
            variant.reading = is_long.then_some(0.5);
            all.push(variant);
        }
        let own = if is_long { all.first().cloned() } else { None };
        let names = board.each_hole().map(|hole| board.hole_name(hole));
        Variants {
            character: Some('W'),
            designs: vec![design; 2],
            start: Some(start),
            reachability: vec![Reachability::OtherClass; 2],
            own: own.map(|own| (own, names.collect())),
            found: all.len(),
            all,
            order: Ranking::Looks,
            is_unlike: is_long,
            file: "mine.glyphs.toml".to_owned(),
            board,
        }
    }

    #[test]
    fn nothing_overlaps_and_no_words_are_small_beside_any_patterns() {
        let long = format!(
            "pegfont find {} --as W",
            "--glyphs a-long-name.toml ".repeat(9)
        );
        let word = format!("pegfont find {}", "x".repeat(300));
        for board in [
            "5x7",
            "english",
            "8x8",
            "16x4",
            "4x16",
            "64x1",
            "1x64",
            "triangle36",
        ] {
            for count in [0, 1, 7, 40] {
                for (command, is_long) in [("pegfont find W", false), (&long, true), (&word, true)]
                {
                    let variants = variants(board, count, is_long);
                    let mut pages = variants.pages(command);
                    pages.push(variants.page(command));
                    for page in &pages {
                        let wrong = mistakes(page);
                        assert!(wrong.is_empty(), "{board}, {count}: {wrong:?}");
                        for thing in things(page) {
                            if let What::Words(words) = thing.what {
                                assert!(words.size >= SIZE, "{board}: {words:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    /// How many patterns are in each row of a page, with the designs.
    fn row_lengths(page: &Drawing) -> Vec<usize> {
        let mut rows: Vec<(f32, usize)> = Vec::new();
        for thing in things(page) {
            let What::Words(words) = thing.what else {
                continue;
            };
            // The names of patterns.
            if !words.bold || words.size > 10.0 {
                continue;
            }
            match rows.last_mut() {
                Some((y, count)) if *y == words.at.1 => *count += 1,
                _ => rows.push((words.at.1, 1)),
            }
        }
        rows.into_iter().map(|(_, count)| count).collect()
    }

    #[test]
    fn no_pattern_is_alone_in_the_last_row() {
        for count in 2..=40 {
            let page = variants("5x7", count, false).page("pegfont find W");
            let rows = row_lengths(&page);
            assert!(rows.iter().all(|&length| length > 1), "{count}: {rows:?}");
            assert_eq!(rows.iter().sum::<usize>(), count + 2, "{count}");
        }
    }

    #[test]
    fn a_page_of_the_first_patterns_says_how_many_there_are() {
        let all = variants("5x7", 40, false);
        let about = |variants: &Variants| about(variants, true).join(" ");
        assert!(about(&all).starts_with("40 patterns that"));
        assert!(about(&all.first(12)).starts_with("The first 12 of 40 patterns that"));
    }
}
