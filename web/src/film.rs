//! The film of a text as JSON: where the boards and holes are, and when every jump begins. The
//! page's painter draws it at any instant.

use pegfont_film::render::{Appearance, Geometry, Size, View};
use pegfont_film::timeline::{CaptureSpan, Clock, SWEEP, Timeline};
use pegfont_type::font::shown;
use serde::Serialize;
use wasm_bindgen::JsError;

use crate::call::mistake;
use crate::request::{PITCH, Request};

/// A film. Lengths are such that holes are 24 apart, times are milliseconds, and a hole is its
/// number.
#[derive(Debug, Serialize)]
pub struct Film {
    text: String,
    /// The name of the board that every letter is played on.
    board: String,
    pitch: u32,
    width: u32,
    height: u32,
    board_size: (u32, u32),
    /// The top left corner of every board.
    corners: Vec<(u32, u32)>,
    /// The centre of every hole, relative to its board.
    middles: Vec<(f32, f32)>,
    hole_names: Vec<String>,
    letters: Vec<Plays>,
    /// The duration of a jump.
    jump: f64,
    /// When the last jump has been played.
    played_at: u64,
    duration: u64,
    /// When the band of light comes over the text, and when it has gone.
    sweep: [u64; 2],
    /// The characters that the font doesn't have.
    left_out: Vec<char>,
}

/// What a board plays.
#[derive(Debug, Serialize)]
struct Plays {
    character: char,
    /// The holes with pegs at the start.
    start: Vec<u16>,
    /// For every jump: from, over, to.
    jumps: Vec<[u16; 3]>,
    /// When every jump begins, and when it ends. Jumps of a round do so together.
    times: Vec<[u64; 2]>,
    /// The holes in which pegs come to stay, and when, in this order.
    settles: Vec<(u16, u64)>,
    /// What is seen of captured pegs: the hole, the number of the look in those of the theme, and
    /// from when to when.
    captures: Vec<(u16, usize, u64, u64)>,
}

impl Film {
    /// The film of a request.
    ///
    /// # Errors
    /// If the text can't be set.
    pub fn of(request: &Request) -> Result<Self, JsError> {
        // The player begins with the finished text itself.
        let timeline = request.timeline(Clock::FINE, false)?;
        let view = View {
            size: Size::Pitch(PITCH),
            ..View::new(request.theme()?)
        };
        let geometry = Geometry::new(timeline.setting(), &view).map_err(mistake)?;
        let board = timeline.setting().board();

        Ok(Self {
            text: timeline.setting().text().to_owned(),
            board: board.to_string(),
            pitch: PITCH,
            width: geometry.width,
            height: geometry.height,
            board_size: geometry.board,
            corners: geometry.corners,
            middles: geometry.middles,
            hole_names: board
                .each_hole()
                .map(|hole| board.hole_name(hole))
                .collect(),
            letters: (0..timeline.letters().len())
                .map(|number| plays(&timeline, number))
                .collect(),
            jump: timeline.jump_time(),
            played_at: timeline.played_at(),
            duration: timeline.duration(),
            sweep: timeline
                .sweep()
                .map_or([u64::MAX; 2], |begin| [begin, begin + SWEEP]),
            left_out: left_out(request)?,
        })
    }
}

/// What a letter's board plays.
fn plays(timeline: &Timeline, number: usize) -> Plays {
    let solution = timeline.game(number);

    Plays {
        character: timeline.letters()[number].character,
        start: solution.start().pegs().map(|hole| hole.number()).collect(),
        jumps: solution
            .jumps()
            .iter()
            .map(|jump| [jump.from(), jump.over(), jump.to()].map(|hole| hole.number()))
            .collect(),
        times: timeline.jump_times(number).collect(),
        settles: timeline
            .settle_times(number)
            .map(|(hole, time)| (hole.number(), time))
            .collect(),
        captures: timeline
            .captures(number)
            .into_iter()
            .map(
                |CaptureSpan {
                     capture,
                     begin,
                     end,
                 }| {
                    let look = Appearance::look_of(capture.trace);
                    (capture.hole.number(), look, begin, end)
                },
            )
            .collect(),
    }
}

/// The characters of a text that the font doesn't have, once each.
fn left_out(request: &Request) -> Result<Vec<char>, JsError> {
    let font = request.font()?;

    let mut found = Vec::new();
    for character in request.text.chars() {
        let is_shown = shown(character, |one| font.get(one).is_some()).is_some();
        if !character.is_whitespace() && !is_shown && !found.contains(&character) {
            found.push(character);
        }
    }

    Ok(found)
}
