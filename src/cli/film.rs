//! Films and pictures, for the commands that make them: their options, checked before any work, and what is written.

mod limit;
mod look;
mod size;
mod solutions;
mod target;
mod time;
mod video;
mod words;
mod write;

use anyhow::Result;
use clap::Args;

use super::usage::{Given, usage};
use look::Look;
pub(super) use look::MarkArgs;
use pegfont_film::render::{Geometry, LineAlign, Loops, Scene, Size, View};
use pegfont_film::timeline::{Setting, Timeline, Timing};
use pegfont_type::format::Format;
pub(super) use size::SizeArgs;
pub(super) use solutions::Played;
use solutions::with_other_solutions;
use target::Target;
pub(super) use target::formats;
use target::{Output, Place};
pub(super) use time::{CourseArgs, GameOrderArgs, ORDERS, OrderArgs, PaceArgs, Time};
pub(super) use words::{Words, read as read_text};
pub(super) use write::boards_in_a_line;

/// The longest line, in characters, if no other is asked for.
pub(super) const USUAL_WRAP: usize = 16;

/// How everything looks, and where it goes.
#[derive(Args)]
pub(super) struct FilmArgs {
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    pub(super) size: SizeArgs,
    #[command(flatten)]
    output: Output,
}

/// A film or picture that was asked for.
pub(super) struct Film<'a> {
    pub(super) given: &'a Given,
    pub(super) options: &'a FilmArgs,
    pub(super) time: Time,
    pub(super) marks: MarkArgs,
    /// The option that asks for a still, if one does.
    pub(super) still: Option<&'static str>,
    pub(super) align: LineAlign,
    pub(super) usual_size: Size,
    /// Whether there is a game to keep in a file.
    pub(super) keeps_game: bool,
}

/// Where a film goes, and how it looks.
pub(super) struct Plan {
    pub(super) places: Vec<Place>,
    view: View,
}

impl Plan {
    /// The pixels between two holes of these boards, or 0 if they don't fit.
    pub(super) fn pitch(&self, setting: &Setting) -> f64 {
        Geometry::new(setting, &self.view).map_or(0.0, |geometry| geometry.pitch.into())
    }
}

/// A film or a still for one place, checked.
struct Asked {
    timeline: Timeline,
    view: View,
    loops: Loops,
    place: Place,
    still: bool,
    limits: Option<Limits>,
}

/// What the file must not exceed.
struct Limits {
    bytes: Option<u64>,
    frames: Option<u64>,
}

impl Asked {
    /// The scene, with a timeline and a view.
    fn scene<'s>(&self, timeline: &'s Timeline, view: &'s View) -> Scene<'s> {
        match self.still {
            true => Scene::finished(timeline, view),
            false => Scene::film(timeline, view, self.loops),
        }
    }
}

impl<'a> Film<'a> {
    /// A film in lines that are centred, without anything to keep.
    pub(super) fn new(given: &'a Given, options: &'a FilmArgs, time: Time) -> Self {
        let (align, usual_size) = (LineAlign::Centre, Size::default());
        let marks = MarkArgs::default();
        Self { given, options, time, marks, still: None, align, usual_size, keeps_game: false }
    }

    /// Checks the options. A file that wasn't given gets a name made of `name`.
    pub(super) fn plan(&self, name: &str) -> Result<Plan> {
        let FilmArgs { look, size, output } = self.options;
        let preset = size.preset();
        let usual =
            if self.still.is_some() { Format::Png } else { preset.format.unwrap_or(Format::Gif) };
        let places = output.places(name, usual, self.still.is_some(), self.keeps_game)?;
        self.check(&places)?;
        let (mut theme, dark) = look.read(preset.background)?;
        if preset.fills && !look.has_background() {
            theme = theme.filling();
        }
        let size = size.size().unwrap_or(self.usual_size);
        let (align, captions) = (self.align, self.marks.captions);
        let view = View { align, captions, size, dark, ..View::new(theme) };
        Ok(Plan { places, view })
    }

    /// Refuses options that mean nothing for any of the places.
    fn check(&self, places: &[Place]) -> Result<()> {
        let FilmArgs { look, size, .. } = self.options;
        let any = |is: &dyn Fn(&Target) -> bool| places.iter().any(|place| is(&place.target));
        let why = places.first().map_or("", |place| place.why);
        if let Some(option) = self.still
            && any(&Target::always_plays)
        {
            refuse!("{option} makes a still: give a .png, .svg or .txt file");
        }
        if !any(&Target::is_picture) {
            if let Some(option) = self.given.of::<SizeArgs>() {
                refuse!("{option} needs a picture: text has no pixels{why}");
            }
            // The terminal has the colours of the pegs.
            let colours = match any(&|target| *target == Target::Terminal) {
                true => look.has_background().then(|| "--background".to_owned()),
                false => self.given.of::<Look>(),
            };
            if let Some(option) = colours {
                refuse!("{option} needs a picture: text has no such colours{why}");
            }
        }
        if look.has_dark_theme() && !any(&|target| *target == Target::File(Format::Svg)) {
            refuse!(
                "--theme: a second theme needs an .svg file: pixels can't change with the reader's device"
            );
        }
        if size.has_limit() && !any(&Target::is_limited) {
            refuse!(
                "--max-bytes needs one picture or film: a .gif, .webp, .apng, .png or .svg file"
            );
        }
        let times = [
            self.given.of::<OrderArgs>(),
            self.given.of::<GameOrderArgs>(),
            self.given.of::<PaceArgs>(),
            self.given.of::<CourseArgs>(),
        ];
        if let Some(option) = times.into_iter().flatten().next()
            && !any(&|target| !self.is_still(target))
        {
            refuse!("{option} needs an animation, and this is a still{why}");
        }
        Ok(())
    }

    fn is_still(&self, target: &Target) -> bool {
        self.still.is_some() || target.is_still()
    }

    /// Writes every place, each with its setting, at the `moment` of that. Everything is checked before anything is solved or
    /// written.
    pub(super) fn write_all(
        &self,
        plan: &Plan,
        settings: Vec<Setting>,
        played: Played,
        moment: &dyn Fn(Setting) -> Result<Setting>,
    ) -> Result<()> {
        let asked = |settings: Vec<Setting>| -> Result<Vec<Asked>> {
            let places = plan.places.iter().zip(settings);
            places.map(|(place, setting)| self.asked(place, &plan.view, moment(setting)?)).collect()
        };
        let mut films = asked(settings.clone())?;
        // As many jumps lead to a character on every way, so what was checked stays true.
        if let Played::Other(preference) = played {
            films = asked(with_other_solutions(settings, preference)?)?;
        }
        // A game took a search, so it is kept first.
        films.sort_by_key(|film| film.place.target != Target::Game);
        films.iter().try_for_each(write::write)
    }

    /// What a place gets.
    fn asked(&self, place: &Place, view: &View, setting: Setting) -> Result<Asked> {
        let size = &self.options.size;
        let preset = size.preset();
        let letters = setting.letters().len();
        let timing = self.time.timing(&place.target, self.marks.highlight, &preset, letters)?;
        let timing = Timing { lights: timing.lights && view.theme.lights, ..timing };
        let timeline = Timeline::new(setting, timing).map_err(usage)?;
        if place.target.is_picture() {
            Geometry::new(timeline.setting(), view).map_err(usage)?;
        }
        let limits = Limits { bytes: size.max_bytes(), frames: preset.max_frames };
        let limited = limits.bytes.is_some() || limits.frames.is_some();
        Ok(Asked {
            timeline,
            view: view.clone(),
            loops: self.time.loops(),
            still: self.is_still(&place.target),
            limits: (limited && place.target.is_limited()).then_some(limits),
            place: place.clone(),
        })
    }
}
