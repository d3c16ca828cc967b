//! The films and stills that a command makes: where each goes and how all look, checked before any
//! work, then made and written.

use std::path::Path;

use anyhow::{Result, bail};

use crate::cli::args::{ColourNeeds, FilmArgs, FilmOf, Wrapping, option_of};
use crate::cli::formats::{Format, endings, usual_path};
use crate::cli::output::{OutputFile, boards_in_a_line, is_terminal, put_film};
use peg_console::files::is_standard_output;
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_film::render::{Geometry, Limits, Scene, Size, View};
use pegfont_film::timeline::{Setting, Still, Timeline, WRAP};

/// The fewest pixels between two holes with which a letter can be read.
const FINEST: u32 = 3;

/// Films and stills whose options are checked.
pub struct Plan<'a> {
    options: &'a FilmArgs,
    still: Option<Still>,
    files: Vec<OutputFile>,
    view: View,
}

impl FilmArgs {
    /// Checks the options. A file that wasn't given gets a name made of `name`.
    pub fn plan(
        &self,
        name: &str,
        content: FilmOf,
        still: Option<Still>,
        out: &Output,
    ) -> Result<Plan<'_>> {
        let files = self.files(name, content, still, out)?;
        let check = Check {
            options: self,
            files: &files,
            content,
            still,
        };
        check.refuse_unused()?;
        let view = self.view(&files, content, still, out)?;
        Ok(Plan {
            options: self,
            still,
            files,
            view,
        })
    }

    /// The files that were given, or the usual one.
    fn files(
        &self,
        name: &str,
        content: FilmOf,
        still: Option<Still>,
        out: &Output,
    ) -> Result<Vec<OutputFile>> {
        if self.output.is_empty() {
            let usual = match still {
                Some(_) => Format::Png,
                None => self.size.preset().format.unwrap_or(Format::Gif),
            };
            let format = self.format.unwrap_or(usual);
            let path = usual_path(name, "", format);
            return Ok(vec![OutputFile::new(&path, format, out)?]);
        }

        let mut files = Vec::new();
        for path in &self.output {
            if path.is_dir() {
                bail!("can't write {}: is a directory", path.display());
            }
            let format = self.format_of(path, content, still)?;
            files.push(OutputFile::new(path, format, out)?);
        }
        Ok(files)
    }

    /// The format of a file that was given: its name decides it, or `--format`.
    fn format_of(&self, path: &Path, content: FilmOf, still: Option<Still>) -> Result<Format> {
        let keeps_game = content.is_game();
        let is_game = keeps_game && Format::from_path(path, &[Format::Game]).is_ok();
        if is_game {
            return Ok(Format::Game);
        }

        match (Format::from_path(path, &Format::of_films()), self.format) {
            // A .png may play.
            (Ok(Format::Png), Some(Format::Apng)) => Ok(Format::Apng),
            (Ok(named), Some(given)) if named != given && self.output.len() == 1 => {
                let path = path.display();
                refuse!("-o {path}: the name ends in .{named}; leave out --format {given}")
            }
            (Ok(named), _) => Ok(named),
            (Err(_), Some(given)) => Ok(given),
            (Err(_), None) if is_standard_output(path) => {
                let plays = is_terminal() && still.is_none();
                Ok(if plays {
                    Format::Terminal
                } else {
                    Format::Text
                })
            }
            (Err(error), None) => {
                let or_game = if keeps_game { ", a .game" } else { "" };
                refuse!("{error}{or_game}, or give --format")
            }
        }
    }

    fn view(
        &self,
        files: &[OutputFile],
        content: FilmOf,
        still: Option<Still>,
        out: &Output,
    ) -> Result<View> {
        let preset = self.size.preset();
        let usual_size = match still {
            Some(Still::Storyboard(_)) => Size::Within(1200),
            _ => Size::default(),
        };
        let size = self.size.size.or(preset.size).unwrap_or(usual_size);

        let shown = ColourNeeds {
            is_code: content == FilmOf::Code,
            plays: match still {
                Some(still) => still != Still::End,
                None => files.iter().any(|file| !file.format.is_still()),
            },
            fills: matches!(size, Size::Exactly(..)),
        };
        let themes = self.look.read(preset.emoji, shown, out)?;

        let has_mp4 = files.iter().any(|file| file.format == Format::Mp4);
        if has_mp4 && themes.light.background.rgba[3] < 255 {
            refuse!(
                "an .mp4 has no transparency: write a .webm, .apng or .gif, or give another \
                 --colour background"
            );
        }

        Ok(View {
            captions: self.captions,
            size,
            loops: self.time.loops.unwrap_or(0),
            dark: themes.dark,
            ..View::new(themes.light)
        })
    }
}

/// Options that are held against what is written.
struct Check<'a> {
    options: &'a FilmArgs,
    files: &'a [OutputFile],
    content: FilmOf,
    still: Option<Still>,
}

/// An option that was given, if it was, and what it needs.
struct Need {
    option: Option<&'static str>,
    is_met: bool,
    needed: String,
}

impl Check<'_> {
    fn has(&self, is: impl Fn(Format) -> bool) -> bool {
        self.files.iter().any(|file| is(file.format))
    }

    /// Refuses options that mean nothing for any of the files.
    fn refuse_unused(&self) -> Result<()> {
        let plays = self.has(|format| !format.is_still() && format != Format::Svg);
        if let Some(still) = self.still
            && plays
        {
            let option = option_of(still);
            refuse!("{option} makes a still: give a .png, .svg or .txt file");
        }
        self.options.time.check_order(self.content)?;

        for need in self.needs() {
            if let Some(option) = need.option
                && !need.is_met
            {
                let why = self.why_text();
                refuse!("{option} needs {}{why}", need.needed);
            }
        }
        Ok(())
    }

    fn needs(&self) -> [Need; 5] {
        let options = self.options;
        let is_still = |format: Format| self.still.is_some() || format.is_still();
        let preset = options.size.preset();

        // The terminal has the colours of the pegs.
        let mut of_picture = options.size.given();
        if of_picture.is_none() && !self.has(|format| format == Format::Terminal) {
            of_picture = options.look.given();
        }
        // The steps of an order are those of a still, too.
        let of_time = if self.content.is_game() {
            options.time.given_of_clock()
        } else {
            options.time.given()
        };

        [
            Need {
                option: of_picture,
                is_met: self.has(Format::is_picture),
                needed: "a picture".to_owned(),
            },
            Need {
                option: (preset.limits != Limits::NONE).then_some("--for"),
                is_met: self.has(|format| preset.needs.contains(&format)),
                needed: format!("a {} file", endings(preset.needs)),
            },
            Need {
                option: (options.look.has_dark_theme()).then_some("--theme LIGHT,DARK"),
                is_met: self.has(|format| format == Format::Svg),
                needed: "an .svg file: pixels can't change with the device".to_owned(),
            },
            Need {
                option: options.captions.then_some("--captions"),
                is_met: self.has(is_still),
                needed: "a still: add --at end or --storyboard, or write a .png".to_owned(),
            },
            Need {
                option: of_time,
                is_met: self.has(|format| !is_still(format)),
                needed: "an animation, and this is a still".to_owned(),
            },
        ]
    }

    /// Why text is written, where nobody asked for it.
    fn why_text(&self) -> &'static str {
        let first = &self.files[0];
        let is_text = first.is_standard_output() && first.format == Format::Text;
        if is_text && self.options.format.is_none() {
            "; standard output, which is not a terminal, gets text"
        } else {
            ""
        }
    }
}

impl Plan<'_> {
    /// How a picture with a width and a height looks, for which lines are broken where the boards
    /// are largest.
    pub fn shaped(&self) -> Option<&View> {
        match self.view.size {
            Size::Exactly(..) => Some(&self.view),
            _ => None,
        }
    }

    /// A text, `set` in lines of the length that is given, or else in those for which the boards
    /// are largest.
    pub fn in_lines(
        &self,
        lines: &Wrapping,
        set: impl Fn(usize) -> Result<Setting>,
    ) -> Result<Setting> {
        let usual = set(lines.wrap.unwrap_or(WRAP))?;
        let is_strip = matches!(self.still, Some(Still::Storyboard(_)));
        if lines.wrap.is_some() || is_strip {
            return Ok(usual);
        }

        let unbroken = set(usize::MAX)?;
        // The words of an emoji play one after the other.
        let is_emoji = !self.options.size.preset().emoji.is_empty();
        Ok(if is_emoji {
            self.view.in_words(&unbroken, usual)
        } else {
            self.view.in_lines(&unbroken, usual)
        })
    }

    /// Writes films and stills of a setting, or plays them.
    pub fn write(&self, setting: &Setting, out: &Output) -> Result<()> {
        // A mistake in one is reported before any is written.
        let mut scenes = Vec::new();
        for file in &self.files {
            scenes.push((self.scene(file.format, setting, out)?, file));
        }
        // A game took a search, so it is kept first.
        scenes.sort_by_key(|(_, file)| file.format != Format::Game);

        let limits = self.options.size.preset().limits;
        for (scene, file) in &scenes {
            put_film(scene, file, limits, out)?;
        }
        Ok(())
    }

    /// What a file gets: one film, or those of the words of an emoji, one after the other.
    fn scene(&self, format: Format, setting: &Setting, out: &Output) -> Result<Scene> {
        let is_still = self.still.is_some() || format.is_still();
        let mut films = Vec::new();
        for part in self.parts(format, setting, is_still)? {
            if format.is_picture() {
                self.warn_if_fine(&part, out)?;
            }
            let preset = self.options.size.preset();
            let boards = part.letters().len();
            let mut timing = self.options.time.timing(format, &preset, boards)?;
            timing.begins_at_end &= films.is_empty();
            films.push(Timeline::new(part, timing).map_err(usage)?);
        }

        let then = films.split_off(1);
        let first = films.remove(0);
        let view = self.view.clone();
        let scene = if is_still {
            Scene::finished(first, view)
        } else {
            Scene::film(first, view)
        };
        Ok(Scene { then, ..scene })
    }

    /// The setting as a file of this format shows it, or its words, which play one after the other.
    fn parts(&self, format: Format, setting: &Setting, is_still: bool) -> Result<Vec<Setting>> {
        if format == Format::Terminal {
            let boards = boards_in_a_line(setting.board())?;
            return Ok(vec![setting.wrapped(boards)]);
        }

        // The words of an emoji would be too small side by side.
        let is_emoji = !self.options.size.preset().emoji.is_empty();
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
