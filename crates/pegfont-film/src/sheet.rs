//! Printable sheets of puzzles: pages of puzzles, pages for each name of a list, and the solutions.
//! Makes the layout; [`crate::drawing`] writes the files.

mod captions;
mod frame;
mod language;
mod layout;
mod names;
mod rule;
mod solutions;
#[cfg(all(test, feature = "pictures"))]
mod tests;

use self::frame::PuzzleFrame;
use self::language::filled;
pub use self::language::{LANGUAGES, Language};
use self::layout::Layout;
pub use self::names::{
    ListColumn, MOST_LETTERS, MOST_NAMES, Named, Names, PassedOver, Reading, Remark, Why, letters,
};
use self::rule::Rule;
use crate::Error;
use crate::drawing::typeface::{glyph, width as words_width};
use crate::drawing::{Anchor, Colour, Drawing, Element, Line, Place, Point, Role, Shown, Words};
use crate::one_game::Block;
use crate::page::{GREY, INK, inked, lines};
use peg_solitaire::board::Board;
use peg_solitaire::puzzle::Puzzle;

/// Paper of 297 mm by 420 mm, in points, of which 72 are an inch.
pub const A3: Point = (842.0, 1191.0);
/// Paper of 210 mm by 297 mm.
pub const A4: Point = (595.0, 842.0);
/// Paper of 148 mm by 210 mm.
pub const A5: Point = (420.0, 595.0);
/// Paper of 8.5 inches by 11 inches.
pub const LETTER: Point = (612.0, 792.0);

/// How many points are a millimetre.
pub const MILLIMETRE: f32 = 72.0 / 25.4;

/// The least distance between holes in points. Large print enlarges it, as it does words.
pub const LEAST_PITCH: f32 = 12.0;

/// Puzzles on pages of their own.
#[derive(Clone, Debug)]
pub struct Card {
    /// Whom they are for, in the heading. Puzzles for nobody are numbered on all pages, under the
    /// title of the sheet.
    pub name: Option<String>,
    /// The puzzles, in order.
    pub puzzles: Vec<Puzzle>,
    /// Whether the card before is of the same child.
    pub goes_on: bool,
}

/// The space between what is printed and the edge of the paper.
const MARGIN: f32 = 42.0;
/// The height of the line with the page number.
const FOOT: f32 = 20.0;
/// The frames of boards.
const FRAME: Line = Line {
    width: 0.8,
    colour: Colour::rgb(0xbb_bb_bb),
};
/// The sizes of sentences, and of words beside drawings. No words are smaller.
const SENTENCE: f32 = 10.0;
const CAPTION: f32 = 8.5;
/// The space between things side by side.
const GAP: f32 = 10.0;

/// The most distance between the pegs of a heading, and the most height of it.
const HEADING_PITCH: f32 = 3.3;
const HEADING_HEIGHT: f32 = 30.0;
/// The capitals of pegs are at least as high as those of the smallest words.
const LEAST_HEADING_PITCH: f32 = 0.9;
/// The size of a heading in words.
const HEADING_WORDS: f32 = 16.0;

/// What a sheet consists of.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The size and margins of a page.
    pub paper: Point,
    /// The language of the rules and headings.
    pub language: Language,
    /// The heading.
    pub title: String,
    /// The most puzzles on a page, at least 1.
    pub per_page: usize,
    /// How much larger words are: people with low vision need [`Sheet::LARGE`].
    pub scale: f32,
    /// Whether solutions follow.
    pub solutions: bool,
    /// Whether the pages are printed on both sides of the paper: then each child, and the
    /// solutions, begin on a sheet of paper of their own, after an empty page if need be.
    pub two_sided: bool,
}

impl Sheet {
    /// The scale of large print: sentences of 17 points.
    pub const LARGE: f32 = 1.7;

    /// At most four puzzles per page, without solutions, under the title of the language.
    pub fn new(language: Language) -> Self {
        Self {
            paper: A4,
            title: language.title.clone(),
            language,
            per_page: 4,
            scale: 1.0,
            solutions: false,
            two_sided: false,
        }
    }

    /// Lays out the puzzles of all cards in order; then the solutions if the sheet has them. The
    /// unit is a point (1/72 inch).
    ///
    /// # Errors
    ///
    /// [`Error::SmallPaper`] if the paper has no room for a board whose holes are [`LEAST_PITCH`]
    /// apart, or for the rule.
    pub fn pages(&self, cards: &[Card]) -> Result<Vec<Drawing>, Error> {
        let mut pages: Vec<Drawing> = Vec::new();
        let mut number = 1;
        let mut has_rule = false;
        for card in cards {
            if card.puzzles.is_empty() {
                continue;
            }
            if card.name.is_some() && !card.goes_on {
                self.begin_on_the_right(&mut pages);
                has_rule = false;
            }

            let layout = Layout::of(self, card)?;
            if layout.arrangement.rule_apart && !has_rule {
                pages.extend(self.rule_apart(card)?);
            }
            has_rule = true;
            for puzzles in card.puzzles.chunks(layout.arrangement.per_page) {
                pages.push(self.page(card, puzzles, &layout, number));
                number += puzzles.len();
            }
        }

        if self.solutions {
            self.begin_on_the_right(&mut pages);
            pages.extend(solutions::pages(self, cards));
        }
        Ok(self.numbered(pages))
    }

    /// The solutions alone.
    pub fn solutions(&self, cards: &[Card]) -> Vec<Drawing> {
        self.numbered(solutions::pages(self, cards))
    }

    /// Adds an empty page if the next one would be on the back of a sheet of paper on which another
    /// child's puzzles are.
    fn begin_on_the_right(&self, pages: &mut Vec<Drawing>) {
        if self.two_sided && !pages.len().is_multiple_of(2) {
            pages.push(self.without_content());
        }
    }

    /// The size of a page as it is laid out.
    fn size(&self) -> Point {
        (self.paper.0 / self.scale, self.paper.1 / self.scale)
    }

    /// The space between what is printed and the edge of the paper: less on small paper.
    fn margin(&self) -> f32 {
        MARGIN.min(self.paper.0.min(self.paper.1) / 14.0) / self.scale
    }

    /// The width between the margins.
    fn room(&self) -> f32 {
        self.size().0 - 2.0 * self.margin()
    }

    /// Where the room for puzzles ends, above the foot.
    fn bottom(&self) -> f32 {
        self.size().1 - self.margin() - FOOT
    }

    /// Writes the number at the foot of each page that isn't empty, and brings it to its size.
    fn numbered(&self, pages: Vec<Drawing>) -> Vec<Drawing> {
        let count = pages.len();
        let mut numbered = Vec::with_capacity(count);
        for (number, mut page) in (1..).zip(pages) {
            if !page.elements.is_empty() {
                let words = self.page_number(number, count);
                let at = (self.size().0 - self.margin(), self.foot());
                let words = Words::new(words, at, CAPTION, GREY).anchored(Anchor::End);
                page.tagged(Role::Aside, "", |page| page.put(words));
            }

            if self.scale > 1.0 {
                let place = Place {
                    scale: self.scale,
                    ..Place::ORIGIN
                };
                page.elements = vec![Element::Group {
                    place,
                    elements: page.elements,
                }];
            }
            page.size = self.paper;
            numbered.push(page);
        }
        numbered
    }

    /// The words that number a page.
    fn page_number(&self, number: usize, count: usize) -> String {
        let page = number.to_string();
        let pages = count.to_string();
        filled(&self.language.page, &[("page", &page), ("pages", &pages)])
    }

    /// The base line of the foot.
    fn foot(&self) -> f32 {
        self.size().1 - 0.7 * self.margin()
    }

    fn without_content(&self) -> Drawing {
        Drawing {
            shown: Shown::Points,
            labels: Some([self.title.clone(), String::new()]),
            language: Some(self.language.code.clone()),
            ..Drawing::new(self.size())
        }
    }

    /// A page with the title at its foot, after a name if the typeface has it.
    fn blank(&self, name: &str) -> Drawing {
        let is_known = name.chars().all(|character| glyph(character).is_some());
        let foot = if is_known && !name.is_empty() {
            format!("{name} · {}", self.title)
        } else {
            self.title.clone()
        };
        let number = words_width(&self.page_number(999, 999), CAPTION);
        let foot = shortened(&foot, CAPTION, self.room() - number - GAP);

        let mut page = self.without_content();
        let foot = Words::new(foot, (self.margin(), self.foot()), CAPTION, GREY);
        page.tagged(Role::Aside, "", |page| page.put(foot));
        page
    }

    /// A page of these puzzles of a card, the first of which has this number.
    fn page(&self, card: &Card, puzzles: &[Puzzle], layout: &Layout, number: usize) -> Drawing {
        let (mut page, mut top) = self.headed(card);
        if !layout.arrangement.rule_apart {
            top = Rule::new(self, &puzzles[0]).draw_above(&mut page, top);
        }
        for (index, puzzle) in puzzles.iter().enumerate() {
            // The puzzles of a child are named by their letters alone.
            let number = if card.name.is_none() {
                Some(number + index)
            } else {
                None
            };
            let frame = PuzzleFrame {
                sheet: self,
                layout,
                puzzle,
                number,
                corner: layout.grid.corner((self.margin(), top), index),
            };
            frame.draw(&mut page);
        }
        page
    }

    /// The rule of the puzzles of a card on pages of its own.
    fn rule_apart(&self, card: &Card) -> Result<Vec<Drawing>, Error> {
        let rule = Rule::new(self, &card.puzzles[0]);
        let pages = rule.pages(|| self.headed(card));
        pages.ok_or_else(|| self.small_paper(card))
    }

    /// What to say if the paper is too small for a card.
    fn small_paper(&self, card: &Card) -> Error {
        let millimetres = |points: f32| (points / MILLIMETRE).round() as u32;
        Error::SmallPaper {
            paper: (millimetres(self.paper.0), millimetres(self.paper.1)),
            puzzle: card.puzzles[0].title.clone(),
            least: LEAST_PITCH * self.scale,
            is_large: self.scale > 1.0,
        }
    }

    /// A page with the heading of a card: its name, or the title with a line for the name. Returns
    /// the page, and where things begin on it.
    fn headed(&self, card: &Card) -> (Drawing, f32) {
        let margin = self.margin();
        let room = self.room();
        let mut page = self.blank(card.name.as_deref().unwrap_or_default());
        let bottom = match &card.name {
            Some(name) => self.heading(&mut page, name, room),
            None => {
                let bottom = self.heading(&mut page, &self.title, 0.56 * room);
                self.line_for_the_name(&mut page, (margin + 0.6 * room, margin + 16.0));
                bottom
            }
        };
        (page, (margin + 38.0).max(bottom + 14.0))
    }

    /// A line from a place to the right margin, on which a child writes its name.
    fn line_for_the_name(&self, page: &mut Drawing, (left, y): Point) {
        let words = format!("{}:", self.language.name);
        let line = left + words_width(&words, SENTENCE) + 6.0;
        page.put(inked(words, (left, y), SENTENCE));

        let pen = Line {
            width: 0.6,
            colour: INK,
        };
        let right = self.margin() + self.room();
        page.path([(line, y + 2.0), (right, y + 2.0)], pen);
    }

    /// A heading in pegs, or in words if it has characters without a design, or if pegs would be
    /// too small. Returns where it ends.
    fn heading(&self, page: &mut Drawing, heading: &str, room: f32) -> f32 {
        // Capitals are easier to read in pegs, but for those with marks, which are low.
        let is_plain = heading
            .chars()
            .all(|letter| letter.is_ascii() || letter >= '\u{400}');
        let is_own = heading == self.language.title;
        let block = if is_own && is_plain {
            Block::of_text(&heading.to_uppercase())
        } else {
            Block::of_text(heading)
        };

        if let Some(block) = block {
            let columns = block.size.0 as f32;
            let rows = block.size.1 as f32;
            let pitch = HEADING_PITCH.min(room / columns).min(HEADING_HEIGHT / rows);
            if pitch >= LEAST_HEADING_PITCH {
                let top = self.margin() - 5.0;
                page.tagged(Role::Heading, heading, |page| {
                    block_at(page, block, (self.margin(), top), pitch);
                });
                return top + rows * pitch;
            }
        }

        let first = self.margin() + 16.0;
        let mut base = first;
        page.tagged(Role::Heading, heading, |page| {
            for (number, line) in (0..).zip(lines(heading, HEADING_WORDS, room)) {
                base = first + 1.2 * HEADING_WORDS * number as f32;
                page.put(inked(line, (self.margin(), base), HEADING_WORDS).bold());
            }
        });
        base
    }
}

/// From where to where a jump leads on a board, as an example.
fn example(board: &Board) -> [String; 2] {
    let triples = board.triples();
    let leads_on = triples.iter().find(|triple| triple.from() < triple.to());
    match leads_on.or(triples.first()) {
        Some(jump) => [jump.from(), jump.to()].map(|hole| board.hole_name(hole)),
        None => Default::default(),
    }
}

/// Words that have a room, with an ellipsis in place of those that it is too small for.
fn shortened(words: &str, size: f32, room: f32) -> String {
    if words_width(words, size) <= room {
        return words.to_owned();
    }
    let mut short = words.to_owned();
    while !short.is_empty() && words_width(&format!("{short}…"), size) > room {
        short.pop();
    }
    format!("{}…", short.trim_end())
}

/// Words; those that the typeface lacks a character for are drawn in pegs. Returns where they end.
fn named(page: &mut Drawing, words: Words) -> f32 {
    let (x, y) = words.at;
    let size = words.size;
    let is_missing = words.text.chars().any(|letter| glyph(letter).is_none());
    if is_missing && let Some(block) = Block::of_text(&words.text) {
        let pitch = 0.8 * size / block.size.1 as f32;
        let right = x + block.size.0 as f32 * pitch;
        block_at(page, block, (x, y - 0.8 * size), pitch);
        return right;
    }

    let right = x + words_width(&words.text, size);
    page.put(words);
    right
}

/// Draws the pegs of a text from a corner.
fn block_at(page: &mut Drawing, block: Block, (left, top): Point, pitch: f32) {
    let mut centres = Vec::new();
    for (column, row) in block.cells {
        let x = left + (column as f32 + 0.5) * pitch;
        let y = top + (row as f32 + 0.5) * pitch;
        centres.push((x, y));
    }
    page.put(Element::Dots {
        centres,
        radius: 0.5 * pitch,
        colour: INK,
    });
}
