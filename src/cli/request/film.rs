//! What is asked for of films and stills: where each goes, in which format, and what its options
//! mean there.

mod needs;

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::cli::formats::{Format, usual_path};
pub use crate::cli::options::option_of;

use crate::cli::options::{FilmArgs, NO_LIMITS, Preset, SizeArgs};
use crate::cli::request::{LookRequest, TimeRequest};
use peg_console::files::is_standard_output;
use peg_solitaire::solution::Solution;
use pegfont_film::drawing::Point;
use pegfont_film::one_game::is_code;
use pegfont_film::render::Size;
use pegfont_film::timeline::{Still, Timing};

use needs::Check;

/// What a film is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilmOf {
    /// A text, each of its letters on a board.
    Text,
    /// Jumps, one after the other.
    Jumps,
    /// A game in rounds, which can be kept in a file.
    Game,
    /// Such a game that leaves a QR code.
    Code,
}

impl FilmOf {
    /// A game with this end.
    pub fn game(end: &Solution) -> Self {
        if is_code(end.board(), &end.end()) {
            Self::Code
        } else {
            Self::Game
        }
    }

    pub fn is_game(self) -> bool {
        matches!(self, Self::Game | Self::Code)
    }
}

/// What of a film or picture its colours depend on.
#[derive(Clone, Copy)]
pub struct ColourNeeds {
    /// Whether it is a code.
    pub is_code: bool,
    /// Whether it has pegs that wait.
    pub plays: bool,
    /// Whether boards may fill the picture, unless a background is given.
    pub fills: bool,
}

/// What is filmed, and where.
#[derive(Clone, Copy, Debug)]
pub struct Filmed<'n> {
    /// A file that wasn't given gets a name made of this.
    pub name: &'n str,
    pub content: FilmOf,
    /// The still of it, if one is asked for.
    pub still: Option<Still>,
    /// Whether standard output is a terminal, in which a film can play.
    pub has_terminal: bool,
}

/// A file of a film, and its format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilmFile {
    pub path: PathBuf,
    pub format: Format,
}

/// How films look and play, and where they go, as long as it isn't known what they are of.
pub struct FilmChoice {
    pub look: LookRequest,
    /// Whether the last jump stands under each board of a still.
    pub has_captions: bool,
    /// Whether jumps are counted.
    pub has_counts: bool,
    pub size: SizeRequest,
    pub time: TimeRequest,
    /// The files that were given.
    pub paths: Vec<PathBuf>,
    /// The format of files whose names don't decide it, if it was given.
    pub format: Option<Format>,
    /// The paper of a poster, if it was given.
    pub paper: Option<Point>,
}

/// How large pictures and files are.
pub struct SizeRequest {
    /// The size of the picture, if it was given.
    pub picture: Option<Size>,
    /// The place that the film is for, if one was given.
    pub place: Option<Preset>,
}

impl SizeArgs {
    pub fn request(self) -> SizeRequest {
        SizeRequest {
            picture: self.size,
            place: self.place,
        }
    }
}

impl SizeRequest {
    /// The first of its options that was given.
    pub fn given(&self) -> Option<&'static str> {
        if self.picture.is_some() {
            Some("--size")
        } else if self.place.is_some() {
            Some("--for")
        } else {
            None
        }
    }

    /// What the place allows.
    pub fn preset(&self) -> Preset {
        self.place.unwrap_or(NO_LIMITS)
    }
}

/// Films and stills that were asked for. Each option means something for one of the files.
pub struct FilmRequest<'a> {
    pub choice: &'a FilmChoice,
    content: FilmOf,
    pub still: Option<Still>,
    pub files: Vec<FilmFile>,
}

impl FilmArgs {
    pub fn request(self) -> FilmChoice {
        FilmChoice {
            look: self.look.request(),
            has_captions: self.captions,
            has_counts: self.count,
            size: self.size.request(),
            time: self.time.request(),
            paths: self.output,
            format: self.format,
            paper: self.paper,
        }
    }
}

impl FilmChoice {
    /// The files that were given, or the usual one.
    fn files(&self, filmed: Filmed<'_>) -> Result<Vec<FilmFile>> {
        if self.paths.is_empty() {
            let usual = match filmed.still {
                Some(_) => Format::Png,
                None => self.size.preset().format.unwrap_or(Format::Gif),
            };
            let format = self.format.unwrap_or(usual);
            let path = usual_path(filmed.name, "", format);
            return Ok(vec![FilmFile { path, format }]);
        }

        let mut files = Vec::new();
        for path in &self.paths {
            files.push(FilmFile {
                path: path.clone(),
                format: self.format_of(path, filmed)?,
            });
        }
        Ok(files)
    }

    /// The format of a file that was given: its name decides it, or `--format`.
    fn format_of(&self, path: &Path, filmed: Filmed<'_>) -> Result<Format> {
        let keeps_game = filmed.content.is_game();
        let has_poster = filmed.content != FilmOf::Text;
        match Format::from_path(path, &[Format::Game, Format::Pdf]) {
            Ok(Format::Game) if keeps_game => return Ok(Format::Game),
            Ok(Format::Pdf) if has_poster => return Ok(Format::Pdf),
            _ => {}
        }

        match (Format::from_path(path, &Format::of_films()), self.format) {
            // A .png may play.
            (Ok(Format::Png), Some(Format::Apng)) => Ok(Format::Apng),
            (Ok(named), Some(given)) if named != given && self.paths.len() == 1 => {
                let path = path.display();
                refuse!("-o {path}: the name ends in .{named}; leave out --format {given}")
            }
            (Ok(named), _) => Ok(named),
            (Err(_), Some(given)) => Ok(given),
            (Err(_), None) if is_standard_output(path) => {
                let plays = filmed.has_terminal && filmed.still.is_none();
                Ok(if plays {
                    Format::Terminal
                } else {
                    Format::Text
                })
            }
            (Err(error), None) => {
                if Format::from_path(path, &[Format::Pdf]).is_ok() {
                    refuse!("{error}; a .pdf is a poster of one game: pegfont one-game writes it");
                }
                let or_game = if keeps_game {
                    ", a .game or a .pdf"
                } else if has_poster {
                    ", a .pdf"
                } else {
                    ""
                };
                refuse!("{error}{or_game}, or give --format")
            }
        }
    }

    /// What is asked for of this film. Options that mean nothing for it are refused.
    pub fn of(&self, filmed: Filmed<'_>) -> Result<FilmRequest<'_>> {
        let files = self.files(filmed)?;
        let check = Check {
            choice: self,
            files: &files,
            filmed,
        };
        check.refuse_unused()?;

        Ok(FilmRequest {
            choice: self,
            content: filmed.content,
            still: filmed.still,
            files,
        })
    }

    /// A game in rounds as it plays. The steps of a still are as early as possible, unless they
    /// come one after the other.
    pub fn in_order(&self, game: Solution, still: Option<Still>) -> Solution {
        if self.time.is_sequence() {
            game.one_at_a_time()
        } else if game.is_in_rounds() && still.is_none() {
            game.in_late_rounds()
        } else {
            game
        }
    }
}

impl FilmRequest<'_> {
    /// The timing in a format that shows this many `boards`.
    pub fn timing(&self, format: Format, boards: usize) -> Result<Timing> {
        self.choice.time.timing(format, &self.preset(), boards)
    }

    /// What the place allows that the film is for.
    pub fn preset(&self) -> Preset {
        self.choice.size.preset()
    }

    /// The size of the picture.
    pub fn size(&self) -> Size {
        let usual = match self.still {
            Some(Still::Storyboard(_)) => Size::Within(1200),
            _ => Size::default(),
        };
        let asked = self.choice.size.picture;
        asked.or(self.preset().size).unwrap_or(usual)
    }

    /// What the colours depend on.
    pub fn colour_needs(&self) -> ColourNeeds {
        ColourNeeds {
            is_code: self.content == FilmOf::Code,
            plays: match self.still {
                Some(still) => still != Still::End,
                None => self.files.iter().any(|file| !file.format.is_still()),
            },
            fills: matches!(self.size(), Size::Exactly(..)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peg_console::command_line::options_in;

    fn choice(words: &[&str]) -> FilmChoice {
        options_in::<FilmArgs>(words).expect("options").request()
    }

    const TEXT: Filmed<'static> = Filmed {
        name: "Hello!",
        content: FilmOf::Text,
        still: None,
        has_terminal: false,
    };
    const GAME: Filmed<'static> = Filmed {
        content: FilmOf::Game,
        ..TEXT
    };
    const END: Filmed<'static> = Filmed {
        still: Some(Still::End),
        ..TEXT
    };

    /// The names of the files, or why the options are refused.
    fn asked(words: &[&str], filmed: Filmed<'_>) -> String {
        let choice = choice(words);
        match choice.of(filmed) {
            Err(error) => error.to_string(),
            Ok(request) => {
                let files = request.files.iter();
                let named = files.map(|file| format!("{} ({})", file.path.display(), file.format));
                named.collect::<Vec<_>>().join(", ")
            }
        }
    }

    #[test]
    fn a_film_without_a_file_gets_one_named_after_its_text() {
        let end = Path::new("output").join("hello.gif");
        assert_eq!(asked(&[], TEXT), format!("{} (gif)", end.display()));

        let end = Path::new("output").join("hello.png");
        assert_eq!(asked(&[], END), format!("{} (png)", end.display()));

        let end = Path::new("output").join("hello.mp4");
        let story = asked(&["--for", "story"], TEXT);
        assert_eq!(story, format!("{} (mp4)", end.display()));
    }

    #[test]
    fn the_name_of_a_file_decides_its_format_and_format_decides_the_rest() {
        for (words, files) in [
            (&["-o", "a.GIF"][..], "a.GIF (gif)"),
            (&["-o", "a.svg", "-o", "b.txt"], "a.svg (svg), b.txt (txt)"),
            (&["-o", "a.png", "--format", "apng"], "a.png (apng)"),
            (&["-o", "film", "--format", "webm"], "film (webm)"),
            (&["-o", "-", "--format", "svg"], "- (svg)"),
        ] {
            assert_eq!(asked(words, TEXT), files);
        }
    }

    #[test]
    fn standard_output_plays_in_a_terminal_and_gets_text_elsewhere() {
        let in_terminal = Filmed {
            has_terminal: true,
            ..TEXT
        };
        assert_eq!(asked(&["-o", "-"], in_terminal), "- (terminal)");
        assert_eq!(asked(&["-o", "-"], TEXT), "- (txt)");

        let still = Filmed {
            has_terminal: true,
            ..END
        };
        assert_eq!(asked(&["-o", "-"], still), "- (txt)");
    }

    #[test]
    fn only_one_game_is_kept_in_a_game_file() {
        assert_eq!(asked(&["-o", "a.game"], GAME), "a.game (game)");
        let refused = asked(&["-o", "a.game"], TEXT);
        assert!(refused.contains("the name must end in .gif"), "{refused}");
    }

    #[test]
    fn only_one_game_has_a_poster() {
        let jumps = Filmed {
            content: FilmOf::Jumps,
            ..TEXT
        };
        for filmed in [GAME, jumps] {
            let asked = asked(&["-o", "a.pdf", "--paper", "a4"], filmed);
            assert_eq!(asked, "a.pdf (pdf)");
        }
        let refused = asked(&["-o", "a.pdf"], TEXT);
        assert!(
            refused.contains("a .pdf is a poster of one game"),
            "{refused}"
        );
    }

    #[test]
    fn an_option_that_means_nothing_for_any_file_is_refused() {
        for (words, filmed, why) in [
            (
                &["-o", "a.gif", "--captions"][..],
                TEXT,
                "--captions needs a still",
            ),
            (
                &["-o", "a.txt", "--size", "800"],
                TEXT,
                "--size needs a picture",
            ),
            (
                &["-o", "a.png", "--hold", "1"],
                TEXT,
                "--hold needs an animation",
            ),
            (
                &["-o", "a.svg", "--for", "slack"],
                TEXT,
                "--for needs a .gif, .apng or .png",
            ),
            (
                &["-o", "a.gif", "--theme", "ivory,dark"],
                TEXT,
                "--theme LIGHT,DARK needs an .svg",
            ),
            (
                &["-o", "a.gif", "--paper", "a3"],
                GAME,
                "--paper needs a .pdf",
            ),
            (
                &["-o", "a.pdf", "--size", "800"],
                GAME,
                "--size needs another file",
            ),
            (
                &["-o", "a.pdf", "--captions"],
                GAME,
                "--captions needs a still",
            ),
            (&["-o", "a.gif"], END, "--at makes a still"),
            (
                &["-o", "a.gif", "--order", "cascade"],
                GAME,
                "--order cascade is for letters",
            ),
        ] {
            let refused = asked(words, filmed);
            assert!(refused.contains(why), "{words:?}: {refused}");
        }
    }

    #[test]
    fn an_option_that_one_of_the_files_needs_is_taken() {
        let both = ["-o", "a.gif", "-o", "a.txt", "--size", "800", "--captions"];
        assert_eq!(asked(&both, TEXT), "a.gif (gif), a.txt (txt)");
    }

    #[test]
    fn colours_are_asked_to_stand_apart_only_where_pegs_wait() {
        let plays = |words: &[&str], filmed| {
            let choice = choice(words);
            let request = choice.of(filmed).expect("options");
            request.colour_needs().plays
        };
        assert!(plays(&["-o", "a.gif"], TEXT));
        assert!(!plays(&["-o", "a.png"], TEXT));
        assert!(!plays(&["-o", "a.svg"], END));
        assert!(plays(&["-o", "a.pdf"], GAME));
    }
}
