//! The bands of a poster, drawn.

use super::bands::BandPlace;
use super::{MARGIN, PosterPart, PosterSubject, known};
use crate::Error;
use crate::drawing::typeface::width;
use crate::drawing::{Anchor, Colour, Drawing, Element, Place, Point, Role, Shown, Words};
use crate::page::{OnPage, extent_on_paper, figure, paragraph, place_on_paper, still};
use crate::render::Theme;
use crate::timeline::{Missing, Setting};
use pegfont_base::words::{counted, grouped};
use pegfont_type::font::{Character, Font};

/// A peg's radius in lines, in parts of the distance between holes.
pub(super) const PEG: f32 = 0.45;

/// The sizes of sentences, in hundredths of the height of the page.
const LARGE: f32 = 2.4;
const NORMAL: f32 = 1.8;
const SMALL: f32 = 1.6;

/// The least and the most height of the number of games.
const LEAST_NUMBER: f32 = 2.5;
const MOST_NUMBER: f32 = 8.0;

const WHAT: &str = "Each letter is what a game of peg solitaire leaves on its board";

/// A poster in the making.
pub(super) struct Poster<'f> {
    pub font: &'f Font,
    pub theme: &'f Theme,
    pub page: Drawing,
    /// The space around everything, and the width between the margins.
    pub margin: f32,
    pub room: f32,
    /// A hundredth of the height.
    unit: f32,
    /// The distance from a letter to the next, in distances between holes, as in font files.
    pub advance: f32,
}

impl<'f> Poster<'f> {
    pub fn new(font: &'f Font, theme: &'f Theme, size: Point) -> Self {
        let unit = size.1 / 100.0;
        let margin = MARGIN * unit;
        let about = "A specimen of the typeface".to_owned();
        Self {
            font,
            theme,
            page: Drawing {
                ground: theme.background.over(Colour::WHITE),
                labels: Some([font.name().to_owned(), about]),
                language: Some("en".to_owned()),
                shown: Shown::Points,
                ..Drawing::new(size)
            },
            margin,
            room: size.0 - 2.0 * margin,
            unit,
            advance: extent_on_paper(font.board()).0 + 1.0,
        }
    }

    /// The height of a board, in distances between holes.
    pub fn rows(&self) -> f32 {
        extent_on_paper(self.font.board()).1
    }

    /// The height of a line that this many characters fill, in hundredths of the page.
    pub fn height_of_line_with(&self, characters: f32) -> f32 {
        let pitch = self.room / (characters * self.advance - 1.0);
        pitch * self.rows() / self.unit
    }

    /// The height of a text that fills a line.
    pub fn line_height(&self, text: &str) -> f32 {
        self.height_of_line_with(text.chars().count() as f32)
    }

    /// Draws a part of the poster in its place.
    pub fn draw(
        &mut self,
        part: &PosterPart,
        subject: &PosterSubject<'_>,
        place: BandPlace,
    ) -> Result<(), Error> {
        let corner = (self.margin, self.margin + place.top * self.unit);
        let height = place.height * self.unit;

        match part {
            PosterPart::Hero => self.hero(subject, corner, height)?,
            PosterPart::Game(number) => self.game(subject.played[*number], corner, height)?,
            PosterPart::Alphabets => subject.alphabets.draw(self, corner, height),
            PosterPart::Words => {
                let pitch = height / self.rows();
                let step = self.advance * pitch;
                self.line(&subject.words, corner, pitch, step, self.theme.peg.colour);
            }
            PosterPart::Foot => self.foot((corner.0, corner.1 + height)),
        }
        Ok(())
    }

    /// The letters at the top on their boards, and beside them what the font is.
    fn hero(
        &mut self,
        subject: &PosterSubject<'_>,
        corner: Point,
        height: f32,
    ) -> Result<(), Error> {
        let setting = if subject.forms.is_empty() {
            Setting::new(self.font, &subject.pair, 2, Missing::Refuse)?
        } else {
            let games = subject.forms.iter().map(|form| form.solution.clone());
            let count = subject.forms.len();
            Setting::of_solutions(self.font.board(), games, count).titled(&subject.pair)
        };
        let share = if setting.letters().len() > 2 {
            0.6
        } else {
            0.42
        };
        let (wide, _) = self.boards(setting, corner, (share * self.room, height))?;

        let left = corner.0 + wide + 0.04 * self.room;
        let column = PosterColumn {
            left,
            room: self.margin + self.room - left,
            bottom: corner.1 + height,
        };

        let below_name = self.name(&column, corner.1 + 0.02 * height, 0.34 * height);
        let y = self.sentence(&column, WHAT, LARGE, below_name);

        // Beside several forms, that of the first would be taken for all.
        if subject.forms.is_empty() {
            self.number_of_games(&column, &subject.pair, y);
        }
        Ok(())
    }

    /// The name of the font, in its own letters if it has them. Returns where it ends.
    fn name(&mut self, column: &PosterColumn, top: f32, high: f32) -> f32 {
        let name = self.font.name().to_owned();
        let colour = self.theme.moving.colour;
        let cases = [name.clone(), name.to_uppercase(), name.to_lowercase()];
        let own = cases.into_iter().find(|it| known(self.font, it) == *it);
        let corner = (column.left, top);

        match own {
            Some(name) => {
                let pitch = (high / self.rows()).min(column.room / self.holes_across(&name));
                self.line(&name, corner, pitch, self.advance * pitch, colour);
                top + self.rows() * pitch
            }
            None => {
                let size = (0.6 * high).min(column.room / width(&name, 1.0));
                let words = Words::new(name, (column.left, top + size), size, colour);
                self.page.put(words.bold());
                // Below letters such as g.
                top + 1.24 * size
            }
        }
    }

    /// Writes a sentence below a place. Returns where it ends.
    fn sentence(&mut self, column: &PosterColumn, text: &str, size: f32, y: f32) -> f32 {
        let size = size * self.unit;
        let at = (column.left, y + 1.5 * size);
        let words = Words::new(text, at, size, self.theme.caption);
        paragraph(&mut self.page, words, column.room) + 0.3 * size
    }

    /// How many games end in the first letter, large, at the bottom of a column.
    fn number_of_games(&mut self, column: &PosterColumn, pair: &str, y: f32) {
        let Some(letter) = pair.chars().next() else {
            return;
        };
        let figures = self.font.get(letter).and_then(|it| it.figures);
        let Some(figures) = figures else { return };
        let number = grouped(figures.solutions());
        let said = format!("games end in {letter}");

        let size = NORMAL * self.unit;
        let room = column.room - width(&said, size) - size;
        let high = (column.bottom - y - 1.5 * size).min(MOST_NUMBER * self.unit);
        if high < LEAST_NUMBER * self.unit {
            return;
        }

        let colour = self.theme.peg.colour;
        let end = if known(self.font, &number) == number {
            let holes = self.holes_across(&number);
            let pitch = (high / self.rows()).min(room / holes);
            let corner = (column.left, column.bottom - pitch * self.rows());
            self.line(&number, corner, pitch, self.advance * pitch, colour);
            column.left + holes * pitch
        } else {
            let size = high.min(high * room / width(&number, high));
            let words = Words::new(&number, (column.left, column.bottom), size, colour);
            self.page.put(words);
            column.left + width(&number, size)
        };

        let at = (end + size, column.bottom);
        self.page
            .put(Words::new(said, at, size, self.theme.caption));
    }

    /// The game of a character, in as many boards as fit side by side.
    fn game(&mut self, character: &Character, corner: Point, high: f32) -> Result<(), Error> {
        // With the space between boards, of which there is none after the last.
        let pitch = high / self.rows();
        let count = ((self.room / pitch + 1.3) / (self.advance + 0.3)).round() as usize;
        let strip = Setting::of_solution(character.solution.clone());
        let strip = strip.storyboard(count.clamp(3, 12), Some(12))?;
        self.boards(strip, corner, (self.room, high))?;
        Ok(())
    }

    /// What the font has, and how to get it.
    fn foot(&mut self, at: Point) {
        let mut things = counted(self.font.characters().len(), "character");
        let alternates = self.font.alternates().len();
        if alternates > 0 {
            things += &format!(" and {}", counted(alternates, "alternate"));
        }
        let board = self.font.board().to_string();
        let board = if self.font.board().is_rectangle() {
            board.replace('x', " × ")
        } else {
            board
        };

        let size = SMALL * self.unit;
        let grey = self.theme.caption;
        let about = format!("{things} on {board}");
        let end = at.0 + width(&about, size);
        self.page.put(Words::new(about, at, size, grey));

        let how = if self.font.name() == "pegfont" {
            "Letters that play their games: pegfont font export -o pegfont.ttf"
        } else {
            "A variable font, whose axis RWND plays the game of each letter"
        };
        let right = self.margin + self.room;
        if end + width(how, size) + 3.0 * size <= right {
            let words = Words::new(how, (right, at.1), size, grey);
            self.page.put(words.anchored(Anchor::End));
        }
    }

    /// Draws boards as a still of a film shows them, in a room from a corner. Returns how much of
    /// it they take.
    fn boards(&mut self, setting: Setting, corner: Point, room: Point) -> Result<Point, Error> {
        let drawing = still(setting, self.theme)?.drawing()?;
        let (width, height) = drawing.size;
        let scale = (room.0 / width).min(room.1 / height);
        figure(&mut self.page, drawing, Place { at: corner, scale });
        Ok((width * scale, height * scale))
    }

    /// The width of a text, in distances between holes.
    fn holes_across(&self, text: &str) -> f32 {
        text.chars().count() as f32 * self.advance - 1.0
    }

    /// Writes a line of characters, whose holes and which themselves have these distances.
    pub fn line(&mut self, text: &str, corner: Point, pitch: f32, step: f32, colour: Colour) {
        let placed = OnPage {
            board: self.font.board(),
            corner,
            pitch,
        };
        let centres = pegs_of(self.font, text, placed, step);
        self.page.tagged(Role::Paragraph, text, |page| {
            page.put(Element::Dots {
                centres,
                radius: PEG * pitch,
                colour,
            });
        });
    }
}

/// A column of words beside the boards at the top.
struct PosterColumn {
    left: f32,
    room: f32,
    bottom: f32,
}

/// The centres of the pegs of a text, whose characters have this distance.
pub(super) fn pegs_of(font: &Font, text: &str, placed: OnPage<'_>, step: f32) -> Vec<Point> {
    let mut centres = Vec::new();
    for (number, character) in text.chars().enumerate() {
        let Some(character) = font.get(character) else {
            continue;
        };
        let left = number as f32 * step;
        for hole in character.pattern().pegs() {
            let (x, y) = place_on_paper(placed.board, hole);
            let (x, y) = placed.at((x + 0.5, y + 0.5));
            centres.push((left + x, y));
        }
    }
    centres
}
