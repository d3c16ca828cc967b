//! What `pegfont render` is asked for: a text or a game, and the films or stills of it.

use anyhow::Result;

use crate::cli::options::Render;
use crate::cli::request::{BoardRequest, FilmChoice, FontRequest};
use peg_console::command::CommandOptions;
use pegfont_film::timeline::Still;

pub struct RenderRequest {
    /// A text, a game, jumps or a position.
    pub subject: String,
    pub font: FontRequest,
    /// How many characters a line has, if that is given.
    pub wrap: Option<usize>,
    pub board: BoardRequest,
    /// The still that is asked for in place of a film, if one is.
    pub still: Option<Still>,
    pub film: FilmChoice,
}

impl CommandOptions for Render {
    type Request = RenderRequest;

    fn request(self) -> Result<RenderRequest> {
        Ok(RenderRequest {
            subject: self.subject,
            font: self.font.request(),
            wrap: self.lines.wrap,
            board: self.board.request(),
            still: self.still.still(),
            film: self.film.request(),
        })
    }
}
