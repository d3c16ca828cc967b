//! Options of films that mean nothing for what is written, refused with what they need.

use anyhow::Result;

use super::{FilmChoice, FilmFile, FilmOf, Filmed};
use crate::cli::formats::{Format, endings};
use crate::cli::options::{OrderAsked, option_of};
use peg_console::files::is_standard_output;
use pegfont_film::render::{Extra, Limits, Medium};

/// Options that are held against what is written.
pub(super) struct Check<'a> {
    pub choice: &'a FilmChoice,
    pub files: &'a [FilmFile],
    pub filmed: Filmed<'a>,
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
    pub fn refuse_unused(&self) -> Result<()> {
        let plays = self.has(|format| !format.is_still() && format != Format::Svg);
        if let Some(still) = self.filmed.still
            && plays
        {
            let option = option_of(still);
            refuse!("{option} makes a still: give a .png, .svg or .txt file");
        }
        self.refuse_time_of_other_films()?;

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

    /// Refuses an order that what is shown can't have, and a large view of many boards.
    fn refuse_time_of_other_films(&self) -> Result<()> {
        let content = self.filmed.content;
        let time = &self.choice.time;
        if time.zoom && !content.is_game() {
            refuse!("--zoom is for one game on one board: see pegfont one-game");
        }

        let Some(order) = time.order else {
            return Ok(());
        };
        if content == FilmOf::Jumps {
            refuse!("--order: these jumps play one after the other, as they are written");
        }
        if content.is_game() && order == OrderAsked::Cascade {
            refuse!("--order cascade is for letters: one game plays together or in sequence");
        }
        Ok(())
    }

    fn needs(&self) -> Vec<Need> {
        let mut needs = self.needs_of_posters();
        needs.extend(self.needs_of_look());
        needs.extend(self.needs_of_play());
        needs
    }

    fn is_still(&self, format: Format) -> bool {
        self.filmed.still.is_some() || format.is_still()
    }

    /// Whether a file can have what was asked for beside the game.
    fn has_room_for(&self, extra: Extra) -> bool {
        match self.filmed.still {
            Some(_) => extra.is_in(Medium::Still),
            None => self.has(|format| format.has_room_for(extra)),
        }
    }

    /// Whether a file holds a film; a poster holds none.
    fn plays(&self, format: Format) -> bool {
        !self.is_still(format) && format != Format::Pdf
    }

    /// What a poster of one game, which is a .pdf, has and lacks.
    fn needs_of_posters(&self) -> Vec<Need> {
        vec![
            Need {
                option: self.choice.paper.map(|_| "--paper"),
                is_met: self.has(|format| format == Format::Pdf),
                needed: "a .pdf file, which is a poster of one game".to_owned(),
            },
            Need {
                option: self.choice.size.given(),
                is_met: self.has(|format| format != Format::Pdf),
                needed: "another file: a poster has --paper".to_owned(),
            },
        ]
    }

    fn needs_of_look(&self) -> Vec<Need> {
        let choice = self.choice;
        let preset = choice.size.preset();

        // The terminal has the colours of the pegs.
        let mut of_picture = choice.size.given();
        if of_picture.is_none() && !self.has(|format| format == Format::Terminal) {
            of_picture = choice.look.given();
        }

        vec![
            Need {
                option: of_picture,
                is_met: self.has(|format| format.is_picture() || format == Format::Pdf),
                needed: "a picture".to_owned(),
            },
            Need {
                option: (preset.limits != Limits::NONE).then_some("--for"),
                is_met: self.has(|format| preset.needs.contains(&format)),
                needed: format!("a {} file", endings(preset.needs)),
            },
            Need {
                option: choice.look.has_dark_theme().then_some("--theme LIGHT,DARK"),
                is_met: self.has(|format| format == Format::Svg),
                needed: "an .svg file: pixels can't change with the device".to_owned(),
            },
            Need {
                option: choice.has_captions.then_some("--captions"),
                is_met: self.has(|format| self.is_still(format)),
                needed: "a still: add --at end or --storyboard, or write a .png".to_owned(),
            },
        ]
    }

    fn needs_of_play(&self) -> Vec<Need> {
        let choice = self.choice;
        // The steps of an order are those of a still, too.
        let of_time = if self.filmed.content.is_game() {
            choice.time.given_of_clock()
        } else {
            choice.time.given()
        };

        vec![
            Need {
                option: choice.has_counts.then_some("--count"),
                is_met: self.has_room_for(Extra::Count),
                needed: "a film: a still has no jumps to count".to_owned(),
            },
            Need {
                option: choice.time.zoom.then_some("--zoom"),
                is_met: self.has_room_for(Extra::Zoom),
                needed: "a film: a .gif, .apng, .svg, .mp4 or .webm".to_owned(),
            },
            Need {
                option: of_time,
                is_met: self.has(|format| self.plays(format)),
                needed: "an animation, and this is a still".to_owned(),
            },
        ]
    }

    /// Why text is written, where nobody asked for it.
    fn why_text(&self) -> &'static str {
        let first = &self.files[0];
        let is_text = is_standard_output(&first.path) && first.format == Format::Text;
        if is_text && self.choice.format.is_none() {
            "; standard output, which is not a terminal, gets text"
        } else {
            ""
        }
    }
}
