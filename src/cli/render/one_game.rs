//! One game for the whole text, or for a picture.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;

use super::super::Usage;
use super::super::input::{read_bytes, whole};
use super::super::known::KnownGame;
use super::super::output::{check_destination, counted};
use super::super::progress::watched;
use peg_solitaire::board::Hole;
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::search::{Search, SearchError};
use peg_solitaire::solution::Solution;
use pegfont_film::one_game::{self, Layout, Played};
use pegfont_film::timeline::Setting;
use pegfont_type::glyph::{PictureError, large_pattern_from_picture};

/// Options for one game.
#[derive(Args)]
#[command(next_help_heading = "One game")]
pub(super) struct OneGame {
    /// Play one game on one board, full but for one hole: the pegs that are left are the text. Jumps that don't depend on each other
    /// are played at the same time. --font also takes a BDF, TrueType or OpenType font, or a glyph file
    #[arg(long, conflicts_with_all = ["jumps", "solution", "picture_file"])]
    one_game: bool,

    /// The same for a picture instead of a text: a .png, .gif or .bmp, divided into at most 4,096 holes. Dark parts are pegs
    #[arg(id = "picture_file", long = "picture", value_name = "FILE", conflicts_with_all = ["text", "jumps", "fonts", "solution"])]
    picture: Option<PathBuf>,

    /// Divide the picture into so many holes, such as 32x32 [default: the largest blocks of equal pixels]
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = grid)]
    grid: Option<(usize, usize)>,

    /// Light parts of the picture are pegs
    #[arg(long)]
    inverse: bool,

    /// How dark a block of the picture must be to be a peg, in per cent [default: 50]
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(1..=99))]
    threshold: Option<u8>,

    /// The size of a TrueType or OpenType font of --one-game, in pixels per em [default: 16]
    #[arg(long, value_name = "PIXELS", requires = "one_game", value_parser = whole::<u32>(4..=64))]
    pixels: Option<u32>,

    /// Write the game that was found to a file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Play a game from a file that --save wrote
    #[arg(id = "game_file", long = "game", value_name = "FILE",
        conflicts_with_all = ["text", "jumps", "fonts", "solution", "picture_file", "one_game", "save", "missing"])]
    game: Option<PathBuf>,

    /// Let up to so many holes differ from the text or picture if no game is found otherwise, and say which
    #[arg(long, value_name = "HOLES", default_value = "0", value_parser = whole::<u16>(0..=256))]
    tolerance: u16,

    /// Play the jumps one after the other
    #[arg(long)]
    one_at_a_time: bool,

    /// Find another game, the same for the same number
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    seed: u64,

    /// Stop searching after this time
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = whole::<u32>(1..=86_400))]
    seconds: u32,
}

/// Parses `32x24`.
fn grid(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x').and_then(|(columns, rows)| {
        Some((columns.parse::<usize>().ok()?, rows.parse::<usize>().ok()?))
    });
    sides.ok_or_else(|| "give the number of columns and of rows, such as 32x24".to_owned())
}

impl OneGame {
    /// Whether one game is played.
    pub fn is_asked(&self) -> bool {
        self.one_game || self.file().is_some()
    }

    /// The file that is played, a picture or a game, which needs no text.
    pub fn file(&self) -> Option<&Path> {
        self.picture.as_deref().or(self.game.as_deref())
    }

    /// Whether that file is a picture.
    pub fn is_picture(&self) -> bool {
        self.picture.is_some()
    }

    /// The size of an outline font, if one was given.
    pub fn pixels(&self) -> Option<u32> {
        self.pixels
    }

    /// An option that means nothing for what is played.
    fn useless(&self) -> Option<String> {
        let picture = [
            (self.grid.is_some(), "--grid"),
            (self.inverse, "--inverse"),
            (self.threshold.is_some(), "--threshold"),
        ];
        let search = [
            (self.tolerance != 0, "--tolerance"),
            (self.seed != 1, "--seed"),
            (self.seconds != 60, "--seconds"),
            (self.save.is_some(), "--save"),
        ];
        let given = |options: &[(bool, &'static str)]| {
            options.iter().find_map(|&(given, name)| given.then_some(name))
        };
        if let Some(option) = given(&picture).filter(|_| !self.is_picture()) {
            return Some(format!("{option} needs --picture"));
        }
        if self.game.is_some() {
            let option = given(&search)?;
            return Some(format!("{option} is for the search, and --game has been found"));
        }
        let option = given(&search).or(self.one_at_a_time.then_some("--one-at-a-time"));
        let option = option.filter(|_| !self.is_asked())?;
        Some(format!("{option} needs --one-game or --picture"))
    }

    /// Refuses options that mean nothing for what is played, and a file that would be written twice.
    pub fn check(&self, others: &[(&'static str, Option<&Path>)]) -> Result<()> {
        if let Some(wrong) = self.useless() {
            return Err(Usage(wrong).into());
        }
        let Some(save) = self.save.as_deref() else { return Ok(()) };
        let same = others.iter().find(|(_, other)| *other == Some(save));
        if let Some((option, _)) = same {
            let message = format!("--save and {option} can't both be {}", save.display());
            return Err(Usage(message).into());
        }
        check_destination(save)
    }

    /// The file for the game that was found, and what goes into it.
    pub fn saved(&self, setting: &Setting) -> Option<(PathBuf, String)> {
        let game = &setting.letters().first()?.solution;
        Some((self.save.clone()?, game.to_toml(setting.text())))
    }

    /// The game in a file.
    pub fn of_file(&self, path: &Path) -> Result<Setting> {
        let KnownGame { title: text, solution } = KnownGame::read(path)?;
        Ok(Setting::of_solution(self.in_rounds(solution)).titled(text))
    }

    /// The game that leaves a text.
    pub fn of_text(&self, setting: &Setting) -> Result<Setting> {
        let layouts = one_game::text_layouts(setting)
            .map_err(|error| Usage(format!("--one-game: {error}")))?;
        Ok(self.search(&layouts, "text")?.titled(setting.text()))
    }

    /// The game that leaves a picture.
    pub fn of_picture(&self, path: &Path) -> Result<Setting> {
        let wrong = |error: String| Usage(format!("{}: {error}", path.display()));
        let bytes = read_bytes(path)?;
        let picture = large_pattern_from_picture(
            &bytes,
            self.grid,
            self.inverse,
            self.threshold.unwrap_or(50),
        );
        let (board, pegs) = picture.map_err(|error| {
            let remedy = match error {
                PictureError::NoGrid { .. } => "; divide it with --grid, such as --grid 32x32",
                _ => "",
            };
            wrong(format!("{error}{remedy}"))
        })?;
        let count = pegs.count();
        if count == 0 || count == board.holes() {
            let (is, remedy) = if count == 0 { ("light", "dark") } else { ("dark", "light") };
            let message = format!(
                "every part of the picture is {is}: there must be {remedy} ones, too; try another --threshold"
            );
            return Err(wrong(message).into());
        }
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
        Ok(self
            .search(&one_game::picture_layouts(&board, &pegs), "picture")?
            .titled(name.unwrap_or_default()))
    }

    fn search(&self, layouts: &[Layout], what: &str) -> Result<Setting> {
        let begun = Instant::now();
        let search = Search { seed: self.seed, ..Search::default() };
        let found = watched("looking for a game", |progress| {
            // The watcher of the search is also its clock.
            let watch = |done: u64, total: u64| match progress.report(done, total) {
                Ok(()) if begun.elapsed().as_secs() < self.seconds.into() => {
                    ControlFlow::Continue(())
                }
                Ok(()) | Err(Interrupted) => ControlFlow::Break(()),
            };
            one_game::play(layouts, &search, self.tolerance.into(), Progress::new(&watch))
        });
        let late = begun.elapsed().as_secs() >= self.seconds.into();
        let solution = match found {
            Ok(Played::Solved(solution, changed)) => {
                self.tell(&solution, &changed);
                solution
            }
            Ok(Played::Impossible(why)) => {
                bail!("no game ends in this {what}: {why}; --tolerance 2 lets two holes differ")
            }
            Ok(Played::GaveUp) => bail!("no game was found for this {what}; {}", self.remedy()),
            Err(SearchError::Interrupted(_)) if late => bail!(
                "no game was found for this {what} within --seconds {}; give more, or {}",
                self.seconds,
                self.remedy()
            ),
            Err(error) => return Err(error.into()),
        };
        Ok(Setting::of_solution(self.in_rounds(solution)))
    }

    /// The solution with its rounds, or one jump after the other if that was asked for.
    fn in_rounds(&self, solution: Solution) -> Solution {
        if self.one_at_a_time { solution.one_at_a_time() } else { solution }
    }

    fn remedy(&self) -> String {
        let holes = 2 * (self.tolerance + 4);
        format!("try another --seed, or --tolerance {holes}, which lets {holes} holes differ")
    }

    /// Says on standard error what was found.
    fn tell(&self, solution: &Solution, changed: &[Hole]) {
        let rounds = solution.round_count();
        note!(
            "one game on a board of {} holes: {} jumps in {rounds} rounds; one at a time, in {} moves",
            solution.board(),
            solution.jumps().len(),
            solution.one_at_a_time().moves().count()
        );
        if !changed.is_empty() {
            let board = solution.board();
            let names: Vec<String> = changed.iter().map(|&hole| board.hole_name(hole)).collect();
            let verb = if names.len() == 1 { "differs" } else { "differ" };
            note!("{} {verb}: {}", counted(names.len(), "hole"), names.join(" "));
        }
    }
}
