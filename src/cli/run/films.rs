//! The films and stills of a command: their files and themes are opened before any work, then the
//! films are made.

use anyhow::{Result, bail};

use crate::cli::formats::Format;
use crate::cli::output::{OutputFile, boards_in_a_line, is_terminal, put_film};
use crate::cli::request::{FilmChoice, FilmOf, FilmRequest, Filmed};
use peg_console::answer::{Answer, Form};
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_base::words::counted;
use pegfont_film::Error;
use pegfont_film::drawing::{Drawing, pdf};
use pegfont_film::game_poster::game_poster;
use pegfont_film::render::{Extra, Geometry, Limits, Scene, View};
use pegfont_film::sheet::A3;
use pegfont_film::timeline::{Setting, Still, Timeline, WRAP};

/// The fewest pixels between two holes with which a letter can be read.
const FINEST: u32 = 3;

/// Films and stills that were asked for, their files listed and their themes read.
pub struct Plan<'a> {
    request: FilmRequest<'a>,
    files: Vec<OutputFile>,
    view: View,
}

/// How the films look.
fn view(request: &FilmRequest<'_>, out: &Output) -> Result<View> {
    let changes = request.preset().emoji;
    let themes = request
        .choice
        .look
        .read(changes, request.colour_needs(), out)?;

    let mut files = request.files.iter();
    let has_mp4 = files.any(|file| file.format == Format::Mp4);
    if has_mp4 && themes.light.background.rgba[3] < 255 {
        refuse!(
            "an .mp4 has no transparency: write a .webm, .apng or .gif, or give another --colour \
             background"
        );
    }

    Ok(View {
        captions: request.choice.has_captions,
        counts: request.choice.has_counts,
        size: request.size(),
        loops: request.choice.time.loops.unwrap_or(0),
        dark: themes.dark,
        ..View::new(themes.light)
    })
}

/// A mistake that the library found, with the option that it is about.
fn mistake(error: Error) -> anyhow::Error {
    match error {
        Error::NoCloseUp | Error::NothingToZoom => usage!("--zoom: {error}"),
        error => usage(error),
    }
}

impl<'a> Plan<'a> {
    /// Checks the options, and opens what they name. A file that wasn't given gets a name made of
    /// `name`.
    pub fn new(
        film: &'a FilmChoice,
        name: &str,
        content: FilmOf,
        still: Option<Still>,
        out: &Output,
    ) -> Result<Self> {
        for path in &film.paths {
            if path.is_dir() {
                bail!("can't write {}: is a directory", path.display());
            }
        }

        let request = film.of(Filmed {
            name,
            content,
            still,
            has_terminal: is_terminal(),
        })?;
        let mut files = Vec::new();
        for file in &request.files {
            files.push(OutputFile::new(&file.path, file.format, out)?);
        }
        let view = view(&request, out)?;

        Ok(Self {
            request,
            files,
            view,
        })
    }

    /// How the films look.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// A text, `set` in lines of the length that is given, or else in those for which the boards
    /// are largest.
    pub fn in_lines(
        &self,
        wrap: Option<usize>,
        set: impl Fn(usize) -> Result<Setting>,
    ) -> Result<Setting> {
        let usual = set(wrap.unwrap_or(WRAP))?;
        let is_strip = matches!(self.request.still, Some(Still::Storyboard(_)));
        if wrap.is_some() || is_strip {
            return Ok(usual);
        }

        let unbroken = set(usize::MAX)?;
        // The words of an emoji play one after the other.
        let is_emoji = !self.request.preset().emoji.is_empty();
        Ok(if is_emoji {
            self.view.in_words(&unbroken, usual)
        } else {
            self.view.in_lines(&unbroken, usual)
        })
    }

    /// The films and stills of a setting.
    pub fn films(self, setting: &Setting, out: &Output) -> Result<Films> {
        // A mistake in one is reported before any is written.
        let mut scenes = Vec::new();
        let mut posters = Vec::new();
        for file in &self.files {
            let file = file.clone();
            if file.format == Format::Pdf {
                let drawing = self.poster(setting)?;
                posters.push(PosterFile { drawing, file });
            } else {
                let scene = self.scene(file.format, setting, out)?;
                scenes.push(SceneFile { scene, file });
            }
        }
        // A game took a search, so it is kept first.
        scenes.sort_by_key(|scene| scene.file.format != Format::Game);

        Ok(Films {
            scenes,
            posters,
            limits: self.request.preset().limits,
            jumps: setting.letters()[0].solution.jumps().len(),
        })
    }

    /// Refuses files that can't have what an option asks for.
    pub fn refuse_all_without(&self, extra: Extra, option: &str) -> Result<()> {
        let mut files = self.files.iter();
        if files.all(|file| file.format.has_room_for(extra)) {
            return Ok(());
        }
        refuse!("{option} makes a film of frames: give a .gif, .apng, .mp4 or .webm")
    }

    /// The films of several games that begin with the same position: the end of each plays back
    /// into it, and the next game comes out of it. The first comes last.
    pub fn films_in_turn(self, settings: &[Setting]) -> Result<Films> {
        let mut scenes = Vec::new();
        for file in &self.files {
            let timing = self.request.timing(file.format, 1)?;
            let scene = Scene::in_turn(settings, timing, self.view.clone()).map_err(mistake)?;
            let file = file.clone();
            scenes.push(SceneFile { scene, file });
        }
        Ok(Films {
            scenes,
            posters: Vec::new(),
            limits: self.request.preset().limits,
            jumps: 0,
        })
    }

    /// The game of a setting as a poster.
    fn poster(&self, setting: &Setting) -> Result<Drawing> {
        let paper = self.request.choice.paper.unwrap_or(A3);
        game_poster(setting, &self.view.theme, paper).map_err(|error| match error {
            Error::SmallPoster { .. } => usage!("{error}: --paper takes a larger one"),
            error => error.into(),
        })
    }

    /// What a file gets: one film, or those of the words of an emoji, one after the other.
    fn scene(&self, format: Format, setting: &Setting, out: &Output) -> Result<Scene> {
        let is_still = self.request.still.is_some() || format.is_still();
        let mut films = Vec::new();
        for part in self.parts(format, setting, is_still)? {
            if format.is_picture() {
                self.warn_if_fine(&part, out)?;
            }
            let mut timing = self.request.timing(format, part.letters().len())?;
            timing.begins_at_end &= films.is_empty();
            let timeline = Timeline::new(part, timing);
            films.push(timeline.map_err(mistake)?);
        }

        let then = films.split_off(1);
        let first = films.remove(0);
        let view = self.view.clone();
        let scene = if is_still {
            Scene::finished(first, view)
        } else {
            Scene::film(first, view)
        };
        let scene = Scene { then, ..scene };

        // Whether there is room for a large view.
        if scene.timeline.timing().zooms {
            scene.framing(0).map_err(mistake)?;
        }
        Ok(scene)
    }

    /// The setting as a file of this format shows it, or its words, which play one after the other.
    fn parts(&self, format: Format, setting: &Setting, is_still: bool) -> Result<Vec<Setting>> {
        if format == Format::Terminal {
            let boards = boards_in_a_line(setting.board())?;
            return Ok(vec![setting.wrapped(boards)]);
        }

        // The words of an emoji would be too small side by side.
        let is_emoji = !self.request.preset().emoji.is_empty();
        if is_emoji && format.has_frames() && !is_still {
            let words = setting.words().into_iter();
            return Ok(words
                .map(|word| self.view.in_lines(&word, word.clone()))
                .collect());
        }
        Ok(vec![setting.clone()])
    }

    /// Warns of boards that are too small to be read. Refuses a picture that can't be.
    fn warn_if_fine(&self, setting: &Setting, out: &Output) -> Result<()> {
        let geometry = Geometry::new(setting, &self.view).map_err(usage)?;
        if geometry.pitch < FINEST {
            let text = setting.text();
            let pitch = geometry.pitch;
            note!(
                out,
                "warning: {text:?} has {pitch} pixels for each hole, too few to be read: take a \
                 shorter text, more lines (\\n), or a larger --size"
            );
        }
        Ok(())
    }
}

/// Films, stills and posters, and the files that they are written to. A film is painted as it is
/// written, frame by frame, or played.
pub struct Films {
    scenes: Vec<SceneFile>,
    posters: Vec<PosterFile>,
    limits: Limits,
    /// How many jumps a poster shows.
    jumps: usize,
}

struct SceneFile {
    scene: Scene,
    file: OutputFile,
}

struct PosterFile {
    drawing: Drawing,
    file: OutputFile,
}

impl Answer for Films {
    fn put(self, _: Form, out: &Output) -> Result<()> {
        for SceneFile { scene, file } in &self.scenes {
            put_film(scene, file, self.limits, out)?;
        }
        for PosterFile { drawing, file } in self.posters {
            let written = file.put(pdf::file(&[drawing]), out)?;
            written.say(&[counted(self.jumps, "jump")], out)?;
        }
        Ok(())
    }
}
