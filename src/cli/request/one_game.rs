//! What `pegfont one-game` is asked for: what the game leaves, how it is searched for, and its
//! films.

use anyhow::Result;

use crate::cli::options::OneGame;
use crate::cli::request::{FilmChoice, FontRequest, PictureRequest};
use peg_console::command::CommandOptions;
use peg_solitaire::search::Search;

pub struct OneGameRequest {
    /// A text, or the file of a picture.
    pub target: String,
    /// The board, by its name or its picture, if it is given.
    pub board: Option<String>,
    /// The texts that come out of the same board afterwards.
    pub then: Vec<String>,
    pub font: FontRequest,
    /// How many characters a line has, if that is given.
    pub wrap: Option<usize>,
    /// The height of outlines that are drawn as pixels, if that is given.
    pub pixels: Option<u32>,
    pub picture: PictureRequest,
    /// How many holes may differ in the end.
    pub distance: u16,
    pub search: Search,
    /// How much work the search may take, as it was asked for.
    pub effort: u32,
    pub film: FilmChoice,
}

impl CommandOptions for OneGame {
    type Request = OneGameRequest;

    fn request(self) -> Result<OneGameRequest> {
        Ok(OneGameRequest {
            target: self.target,
            board: self.board,
            then: self.then.into_iter().map(String::from).collect(),
            font: self.font.request(),
            wrap: self.lines.wrap,
            pixels: self.pixels,
            picture: self.picture.request(),
            distance: self.distance,
            search: self.search.search(),
            effort: self.search.effort,
            film: self.film.request(),
        })
    }
}

impl OneGameRequest {
    /// Refuses options that mean nothing for a text, or for a picture.
    pub fn check(&self, is_picture: bool) -> Result<()> {
        let mut of_text = self.font.given();
        if of_text.is_none() && self.wrap.is_some() {
            of_text = Some("--wrap");
        }
        if of_text.is_none() && self.pixels.is_some() {
            of_text = Some("--pixels");
        }

        if let Some(option) = of_text
            && is_picture
        {
            refuse!("{option} needs a text");
        }
        if is_picture && !self.then.is_empty() {
            refuse!("--then needs a text before it");
        }
        if let Some(option) = self.picture.given()
            && !is_picture
        {
            refuse!("{option} needs a picture: a .png, .gif, .bmp, .jpg or .webp");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peg_console::command_line::options_in;

    fn request(words: &[&str]) -> OneGameRequest {
        let options: OneGame = options_in(words).expect("options");
        options.request().expect("a request")
    }

    #[test]
    fn options_of_a_text_mean_nothing_for_a_picture() {
        for (words, why) in [
            (&["a", "--font", "own.toml"][..], "--font needs a text"),
            (&["a", "--feature", "ss01"], "--feature needs a text"),
            (&["a", "--wrap", "5"], "--wrap needs a text"),
            (&["a", "--pixels", "8"], "--pixels needs a text"),
            (&["a", "--then", "b"], "--then needs a text"),
        ] {
            let request = request(words);
            assert!(request.check(false).is_ok(), "{words:?}");

            let refused = request.check(true).expect_err("a refusal").to_string();
            assert!(refused.contains(why), "{refused}");
        }
    }

    #[test]
    fn options_of_a_picture_mean_nothing_for_a_text() {
        for (words, why) in [
            (&["a", "--grid", "8x8"][..], "--grid needs a picture"),
            (&["a", "--threshold", "50"], "--threshold needs a picture"),
            (&["a", "--inverse"], "--inverse needs a picture"),
        ] {
            let request = request(words);
            assert!(request.check(true).is_ok(), "{words:?}");

            let refused = request.check(false).expect_err("a refusal").to_string();
            assert!(refused.contains(why), "{refused}");
        }
    }
}
