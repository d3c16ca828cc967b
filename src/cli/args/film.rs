//! Films and pictures, for the commands that make them: their options, checked before any work, and what is written.

mod limit;
mod look;
mod size;
mod target;
mod time;
mod video;
mod words;
mod write;

use anyhow::Result;
use clap::Args;

use crate::cli::args::{Given, usage};
use crate::cli::output::{Format, endings};
pub use look::Colours;
use look::MarkArgs;
use peg_solitaire::board::Board;
use peg_solitaire::solution::Solution;
use pegfont_film::one_game::is_code;
use pegfont_film::render::{Geometry, Scene, Show, Size, View};
use pegfont_film::timeline::{Setting, Timeline};
pub use size::PLACES;
use size::{Preset, SizeArgs};
use target::{Destination, Output, Target};
pub use target::{formats, nearest_file};
use time::TimeArgs;
pub use words::{TextFont, Wrapping, read as read_subject};

/// How a film looks, how it plays, and where it goes.
#[derive(Args)]
pub struct FilmArgs {
    #[command(flatten)]
    look: Colours,
    #[command(flatten)]
    marks: MarkArgs,
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    time: TimeArgs,
    #[command(flatten)]
    output: Output,
}

/// The fewest pixels between two holes with which a letter can be read.
const FINEST: u32 = 3;

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// A text, each of its letters on a board.
    Text,
    /// Jumps, one after the other.
    Jumps,
    /// A game in rounds, which can be kept in a file.
    Game,
    /// Such a game that leaves a QR code.
    Code,
}

impl Shown {
    /// A game with this end.
    pub fn game(end: &Solution) -> Self {
        if is_code(end.board(), &end.end()) { Self::Code } else { Self::Game }
    }

    fn is_game(self) -> bool {
        matches!(self, Self::Game | Self::Code)
    }
}

/// A picture instead of a film.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Still {
    /// One moment.
    Moment,
    End,
    /// All steps, side by side.
    Storyboard,
}

/// Films and stills whose options are checked: where each goes, and how all look.
pub struct FilmPlan<'a> {
    options: &'a FilmArgs,
    still: Option<Still>,
    places: Vec<Destination>,
    view: View,
}

/// A film or a still for one place, checked.
pub struct Film {
    /// What plays: one film, or those of the words of an emoji, one after the other.
    scene: Scene,
    place: Destination,
    limits: Option<Preset>,
}

impl FilmArgs {
    /// A game in rounds as it plays. The steps of a still are as early as possible, unless they come one after the other.
    pub fn in_order(&self, game: Solution, still: Option<Still>) -> Solution {
        match still {
            Some(_) if !self.time.is_sequence() => game,
            _ => self.time.in_order(game),
        }
    }

    /// Checks the options. A file that wasn't given gets a name made of `name`.
    pub fn plan(
        &self,
        given: &Given,
        name: &str,
        shown: Shown,
        still: Option<Still>,
    ) -> Result<FilmPlan<'_>> {
        let preset = self.size.preset();
        let usual =
            if still.is_some() { Format::Png } else { preset.format.unwrap_or(Format::Gif) };
        let places = self.output.places(name, usual, still.is_some(), shown.is_game())?;
        self.check(given, &places, shown, still)?;
        let usual = match still {
            Some(Still::Storyboard) => Size::Within(1200),
            _ => Size::default(),
        };
        let size = self.size.size().unwrap_or(usual);
        let fills = matches!(size, Size::Exactly(..));
        let plays = match still {
            Some(still) => still != Still::End,
            None => places.iter().any(|place| !place.target.is_still()),
        };
        let (theme, dark) = self.look.read(preset.theme, fills, (shown == Shown::Code, plays))?;
        let captions = self.marks.captions;
        let loops = self.time.loops.unwrap_or(0);
        let view = View { captions, size, loops, dark, ..View::new(theme) };
        Ok(FilmPlan { options: self, still, places, view })
    }

    /// Refuses options that mean nothing for any of the places.
    fn check(
        &self,
        given: &Given,
        places: &[Destination],
        shown: Shown,
        still: Option<Still>,
    ) -> Result<()> {
        let any = |is: &dyn Fn(&Target) -> bool| places.iter().any(|place| is(&place.target));
        let why = places.first().map_or("", |place| place.why);
        if let Some(still) = still
            && any(&Target::always_plays)
        {
            let option = if still == Still::Storyboard { "--storyboard" } else { "--at" };
            refuse!("{option} makes a still: give a .png, .svg or .txt file");
        }
        if !any(&Target::is_picture) {
            let what = if any(&|target| *target == Target::Game) { "a game" } else { "text" };
            if let Some(option) = given.of::<SizeArgs>() {
                refuse!("{option} needs a picture: {what} has no pixels{why}");
            }
            // The terminal has the colours of the pegs.
            if let Some(option) =
                given.of::<Colours>().filter(|_| !any(&|target| *target == Target::Terminal))
            {
                refuse!("{option} needs a picture: {what} has no such colours{why}");
            }
        }
        if self.look.has_dark_theme() && !any(&|target| *target == Target::File(Format::Svg)) {
            refuse!(
                "--theme: a second theme needs an .svg file: pixels can't change with the reader's device"
            );
        }
        let Preset { max_bytes, needs: (what, formats), .. } = self.size.preset();
        let fits = |target: &Target| formats.iter().any(|&one| *target == Target::File(one));
        if max_bytes.is_some() && !any(&fits) {
            refuse!("--for: {what} needs a {} file", endings(formats));
        }
        self.time.check_order(shown)?;
        let is_still = |target: &Target| still.is_some() || target.is_still();
        if self.marks.captions && !any(&is_still) {
            refuse!(
                "--captions needs a still, since they change too fast in a film: add --at end or --storyboard, or write a .png"
            );
        }
        if let Some(option) = given.of::<TimeArgs>()
            // Its steps are those of a still, too.
            && !(option == "--order" && shown.is_game() && self.time.is_sequence())
            && !any(&|target| !is_still(target))
        {
            refuse!("{option} needs an animation, and this is a still{why}");
        }
        Ok(())
    }
}

impl FilmPlan<'_> {
    /// Whether the picture has a width and a height, for which lines are broken where the boards are largest.
    pub fn has_shape(&self) -> bool {
        matches!(self.view.size, Size::Exactly(..))
    }

    /// The pixels between two holes of one board, or 0 if it doesn't fit.
    pub fn pitch(&self, board: &Board) -> f64 {
        let nothing = Solution::new(board, board.full(), Vec::new()).map(Setting::of_solution);
        let geometry = nothing.ok().and_then(|nothing| Geometry::new(&nothing, &self.view).ok());
        geometry.map_or(0.0, |geometry| geometry.pitch.into())
    }

    /// A text, `set` in lines of the length that is given, or else in those for which the boards are largest.
    pub fn in_lines(
        &self,
        lines: &Wrapping,
        set: impl Fn(usize) -> Result<Setting>,
    ) -> Result<Setting> {
        let usual = set(lines.wrap())?;
        Ok(match lines.is_given() || self.still == Some(Still::Storyboard) {
            true => usual,
            false => self.view.in_lines(&set(usize::MAX)?, usual),
        })
    }

    /// What each place gets of a setting.
    pub fn films(&self, setting: &Setting) -> Result<Vec<Film>> {
        self.places.iter().map(|place| self.film(place, setting)).collect()
    }

    fn film(&self, place: &Destination, setting: &Setting) -> Result<Film> {
        let FilmArgs { size, time, .. } = self.options;
        let setting = match place.target {
            Target::Terminal => setting.wrapped(write::boards_in_a_line(setting.board())?),
            _ => setting.clone(),
        };
        let (preset, view) = (size.preset(), &self.view);
        let still = self.still.is_some() || place.target.is_still();
        // The words of an emoji would be too small side by side.
        let has_words = preset.plays_words && !still;
        let has_frames = matches!(place.target, Target::File(Format::Gif | Format::Apng));
        let settings = if has_words && has_frames { setting.words() } else { vec![setting] };
        let mut films = Vec::new();
        for (number, setting) in settings.into_iter().enumerate() {
            let mut timing = time.timing(&place.target, &preset, setting.letters().len())?;
            if number > 0 {
                timing.begins_at_end = false;
            }
            films.push(Timeline::new(setting, timing).map_err(usage)?);
        }
        let then = films.split_off(1);
        let first = films.remove(0);
        let show = match still {
            true => Show::Still(first.finished_at()),
            false => Show::Film,
        };
        let scene = Scene { timeline: first, then, view: view.clone(), show };
        if place.target.is_picture() {
            for setting in scene.timelines().map(Timeline::setting) {
                let pitch = Geometry::new(setting, view).map_err(usage)?.pitch;
                let text = setting.text();
                if pitch < FINEST {
                    note!(
                        "warning: {text:?} has {pitch} pixels for each hole, too few to be read: take a shorter text, more lines (\\n), or a larger --size"
                    );
                }
            }
        }
        let is_video = matches!(place.target, Target::File(Format::Mp4 | Format::WebM));
        let has_limits = preset.max_bytes.is_some() || preset.max_frames.is_some();
        let limited = matches!(place.target, Target::File(_)) && !is_video && has_limits;
        Ok(Film { scene, limits: limited.then_some(preset), place: place.clone() })
    }
}

/// Writes films and stills, or plays them.
pub fn write_all(mut films: Vec<Film>) -> Result<()> {
    // A game took a search, so it is kept first.
    films.sort_by_key(|film| film.place.target != Target::Game);
    films.iter().try_for_each(write::write)
}
