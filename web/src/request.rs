//! What the visitor asks to see: a text and how it plays. The same request makes the film on the
//! page and the files to download, with the defaults of `pegfont render`.

use peg_solitaire::board::{Board, Position};
use peg_solitaire::solution::Solution;
use pegfont_film::render::theme::THEMES;
use pegfont_film::render::{Geometry, Size, Theme, View};
use pegfont_film::timeline::{
    Clock, Missing, Motion, Pace, PlayOrder, Setting, Timeline, Timing, WRAP,
};
use pegfont_type::font::Font;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsError;

use crate::call::mistake;
use crate::font::font_for;

/// The distance between holes, in the units of a film.
pub(crate) const PITCH: u32 = 24;

/// The longest text, in characters, for which the best lines are looked for.
const MOST_WRAPPED: usize = 400;

/// The least distance between holes, in pixels, at which a jump can be followed. If boards are
/// smaller, words are broken wherever that helps.
const LEGIBLE: f64 = 6.0;

/// One jump at a time, as [`Request::order`] says it.
const SEQUENCE: &str = "sequence";

/// Frames per second of a smooth film: the default of `--smooth`.
const RATE: f64 = 25.0;

/// A text and how it plays.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The text.
    pub text: String,
    /// The name of a built-in theme; only files need one.
    pub theme: String,
    /// Which letters, or which jumps of one game, play at the same time: `cascade`, `sequence`, or
    /// all of them.
    pub order: String,
    /// The width of a file in pixels, or its width and height, as `--size` takes them; the usual
    /// size by default.
    pub size: Option<(u32, Option<u32>)>,
    /// Whether pegs slide.
    pub smooth: bool,
    /// Milliseconds per jump; the usual number by default.
    pub jump: Option<f64>,
    /// The width of the place for the film, divided by its height; lines are broken so that boards
    /// are large. Files have none.
    pub aspect: Option<f64>,
    /// The width of that place in pixels. Words that would be too small in it are broken.
    pub across: Option<f64>,
    /// Whether words are broken wherever that makes the boards larger, so that one word fills the
    /// place. Otherwise they stay whole unless the boards become much larger.
    pub fills: bool,
    /// Characters of the visitor's own, as a link carries them; see [`font_for`].
    pub own: Option<String>,
    /// One game that leaves the whole text, as the search wrote it. It plays instead of the
    /// letters.
    pub game: Option<String>,
}

/// One game as JSON. The file of a game would bring its reader into the page's first module.
#[derive(Deserialize, Serialize)]
struct WrittenGame {
    title: String,
    board: String,
    start: String,
    jumps: String,
}

/// A game, as [`Request::game`] takes it.
pub fn of_game(solution: &Solution, title: &str) -> Result<String, JsError> {
    let board = solution.board();
    let start: &Position = solution.start();

    Ok(serde_json::to_string(&WrittenGame {
        title: title.to_owned(),
        board: board.to_text(),
        start: board.picture(start),
        jumps: solution.to_string(),
    })?)
}

impl Request {
    /// The text in lines. What the font doesn't have is left out.
    ///
    /// # Errors
    /// If nothing is left to show, the text is too long, or the game is damaged.
    pub fn setting(&self) -> Result<Setting, JsError> {
        if let Some(game) = &self.game {
            return self.setting_of(game);
        }

        let font = self.font()?;
        let unbroken = Setting::new(&font, &self.text, usize::MAX, Missing::Skip);
        let unbroken = unbroken.map_err(mistake)?;
        let usual = unbroken.wrapped(WRAP);
        let view = self.view()?;
        let Some(aspect) = self.aspect else {
            return Ok(view.in_lines(&unbroken, usual));
        };
        if self.text.chars().count() > MOST_WRAPPED {
            return Ok(usual);
        }

        // How large the boards are in a place of this shape.
        let view = View {
            size: Size::Pitch(PITCH),
            ..view
        };
        let scale = |setting: &Setting| {
            Geometry::new(setting, &view).map_or(0.0, |geometry| {
                (aspect / f64::from(geometry.width)).min(1.0 / f64::from(geometry.height))
            })
        };
        let few_breaks = unbroken.filling(unbroken.clone(), scale);
        let pitch = |across: f64| scale(&few_breaks) * f64::from(PITCH) * across / aspect;
        let is_legible = self.across.is_none_or(|across| pitch(across) >= LEGIBLE);
        if is_legible && !self.fills {
            return Ok(few_breaks);
        }

        // Of lines that are as good, the longer ones.
        let broken = (1..=self.text.chars().count()).map(|wrap| unbroken.wrapped(wrap));
        let largest = broken.max_by(|one, other| scale(one).total_cmp(&scale(other)));
        Ok(largest.unwrap_or(few_breaks))
    }

    /// The board of one game. A game that somebody played keeps the order of its jumps.
    fn setting_of(&self, game: &str) -> Result<Setting, JsError> {
        let game: WrittenGame = serde_json::from_str(game)?;
        let board = Board::from_text(&game.board).map_err(mistake)?;
        let start = board.parse_pattern(&game.start).map_err(mistake)?;
        let solution = Solution::parse(&board, start, &game.jumps).map_err(mistake)?;

        let played = if self.order == SEQUENCE {
            solution
        } else {
            solution.in_rounds().in_late_rounds()
        };
        Ok(Setting::of_solution(played).titled(game.title))
    }

    /// The font that the text is set in.
    ///
    /// # Errors
    /// If the visitor's own characters are damaged.
    pub fn font(&self) -> Result<Font, JsError> {
        font_for(&self.text, self.own.as_deref())
    }

    /// The theme; the default one if none is named.
    ///
    /// # Errors
    /// If no theme has this name.
    pub fn theme(&self) -> Result<Theme, JsError> {
        let name = if self.theme.is_empty() {
            THEMES[0].0
        } else {
            &self.theme
        };
        Theme::builtin(name).map_err(mistake)
    }

    /// The look of a file.
    ///
    /// # Errors
    /// If no theme has this name.
    pub fn view(&self) -> Result<View, JsError> {
        let theme = self.theme()?;
        Ok(match self.size {
            None => View::new(theme),
            Some((width, None)) => View {
                size: Size::Width(width),
                ..View::new(theme)
            },
            Some((width, Some(height))) => View {
                size: Size::Exactly(width, height),
                ..View::new(theme.filling())
            },
        })
    }

    /// The film of the text in a format.
    ///
    /// # Errors
    /// If the text can't be set, or the film would be too long.
    pub fn timeline(&self, clock: Clock, begins_at_end: bool) -> Result<Timeline, JsError> {
        let setting = self.setting()?;
        let timing = Timing {
            begins_at_end,
            ..self.timing(&setting, clock)
        };
        Timeline::new(setting, timing).map_err(mistake)
    }

    /// How a text or a game plays in a format.
    pub fn timing(&self, setting: &Setting, clock: Clock) -> Timing {
        let motion = if self.smooth {
            Motion::Smooth(RATE)
        } else {
            Motion::Steps
        };
        let usual = Timing::usual(motion, clock);

        let order = match self.order.as_str() {
            "cascade" if self.game.is_none() => PlayOrder::cascade(setting.letters().len()),
            SEQUENCE if self.game.is_none() => PlayOrder::Sequence,
            _ => PlayOrder::Together,
        };
        let pace = self.jump.map_or(usual.pace, Pace::Jump);
        Timing {
            order,
            pace,
            ..usual
        }
    }
}
