//! Variants drawn on paper, or on one page as high as it takes: the designs in the first rows, then
//! the variants, each with its captions.

use super::words::{about, captions, difference, keeping, title};
use super::{Model, Variants};
use crate::drawing::typeface::{glyph, width};
use crate::drawing::{Colour, Drawing, Element, Fill, Line, Point, Shown, Words, wrapped};
use crate::page::{Grid, OnPage, extent_on_paper, lines};

const PAPER: Colour = Colour::rgb(0xfb_f9_f4);
const PEG: Colour = Colour::rgb(0x24_28_30);
const HOLE: Colour = Colour::rgb(0xd9_d3_c4);
const GREY: Colour = Colour::rgb(0x58_55_4d);
/// A peg that a pattern has and its design hasn't.
const ADDED: Colour = Colour::rgb(0x14_7d_4f);
/// A peg that a design has and the pattern hasn't.
const REMOVED: Colour = Colour::rgb(0xc2_3b_22);

/// The width of a page, and its height where it has one, in points: A4.
const PAGE: Point = (595.0, 842.0);
const MARGIN: f32 = 36.0;
/// The width between the margins.
const WIDTH: f32 = PAGE.0 - 2.0 * MARGIN;
/// The space between two variants.
const GAP: f32 = 14.0;
/// The distance between two holes of a board with few columns.
const PITCH: f32 = 13.0;
/// The size of captions, and the height of a line of them.
pub(super) const SIZE: f32 = 8.5;
const LINE: f32 = 11.5;
/// The size of names, and of counts of pegs beside these.
const NAME: f32 = 10.0;
const SIGN: f32 = 9.0;
/// The size of words in the heading, and the height of a line of it.
const ABOUT: f32 = 10.0;
const LEAD: f32 = 14.0;
/// The size of words at the foot.
const FOOT: f32 = 9.0;
/// The least width of a cell.
const LEAST_CELL: f32 = 86.0;

/// All variants on one page, as high as it takes.
pub(super) fn on_one_page(variants: &Variants, command: &str) -> Drawing {
    let sheet = VariantSheet::of(variants, command);
    let mut height = 2.0 * (MARGIN - GAP) + sheet.head + sheet.foot();
    for row in &sheet.rows {
        height += row.height;
    }
    let rows: Vec<&GridRow> = sheet.rows.iter().collect();
    Drawing {
        ground: PAPER,
        shown: Shown::Pixels(2.0),
        ..sheet.page(&rows, height.ceil())
    }
}

/// The variants on pages of paper.
pub(super) fn on_paper(variants: &Variants, command: &str) -> Vec<Drawing> {
    let sheet = VariantSheet::of(variants, command);
    let room = sheet.room();
    let mut pages = Vec::new();
    let mut rows: Vec<&GridRow> = Vec::new();
    let mut taken = 0.0;
    for row in &sheet.rows {
        if !rows.is_empty() && taken + row.height > room {
            pages.push(sheet.page(&rows, PAGE.1));
            rows.clear();
            taken = 0.0;
        }
        rows.push(row);
        taken += row.height;
    }
    pages.push(sheet.page(&rows, PAGE.1));
    pages
}

/// A design or a variant, with what is said below it.
struct Captioned {
    model: Model,
    captions: Vec<String>,
}

/// Cells side by side.
struct GridRow {
    cells: Vec<Captioned>,
    height: f32,
}

/// What is drawn, and how it is laid out.
struct VariantSheet<'v> {
    variants: &'v Variants,
    title: String,
    /// The heading and the foot, each line of them as long as a page is wide.
    about: Vec<String>,
    keeping: Vec<String>,
    /// The height of the heading.
    head: f32,
    grid: Grid,
    /// The distance between holes.
    pitch: f32,
    rows: Vec<GridRow>,
}

impl<'v> VariantSheet<'v> {
    fn of(variants: &'v Variants, command: &str) -> Self {
        let about = about(variants, true).join("\n");
        let about: Vec<String> = about
            .lines()
            .flat_map(|it| lines(it, ABOUT, WIDTH))
            .collect();
        let mut sheet = Self {
            variants,
            title: title(variants, true),
            keeping: how_to_keep(variants, command),
            head: 60.0 + LEAD * about.len() as f32,
            about,
            grid: Grid {
                columns: 1,
                cell: (WIDTH + GAP, 0.0),
            },
            pitch: PITCH,
            rows: Vec::new(),
        };

        let designs = designs(variants);
        let found = cells(variants);
        sheet.lay_out(&designs, &found);
        sheet.add_rows(designs);
        sheet.add_rows(found);
        sheet
    }

    /// Side by side as many as fit with their captions, and boards so small that a row is no higher
    /// than a page, and a board no wider.
    fn lay_out(&mut self, designs: &[Captioned], found: &[Captioned]) {
        let mut widest = LEAST_CELL;
        let mut captions = 1;
        for cell in designs.iter().chain(found) {
            widest = widest.max(cell.width());
            captions = captions.max(cell.captions.len());
        }

        let around = around(captions);
        let (across, down) = extent_on_paper(self.variants.board.as_board());
        self.pitch = PITCH.min(WIDTH / across).min((self.room() - around) / down);
        let columns = (WIDTH + GAP) / ((across * self.pitch).max(widest) + GAP);
        let columns = (columns as usize).max(1);
        self.grid = Grid {
            columns,
            cell: ((WIDTH + GAP) / columns as f32, 0.0),
        };
    }

    /// Adds cells in rows. If one were alone in the last row, it gets another from the row before.
    fn add_rows(&mut self, cells: Vec<Captioned>) {
        let down = extent_on_paper(self.variants.board.as_board()).1 * self.pitch;
        let mut left = cells.len();
        let mut cells = cells.into_iter();
        while left > 0 {
            let mut count = self.grid.columns.min(left);
            if left == self.grid.columns + 1 && count > 2 {
                count -= 1;
            }
            left -= count;

            let cells: Vec<Captioned> = cells.by_ref().take(count).collect();
            let captions = cells.iter().map(|cell| cell.captions.len()).max();
            self.rows.push(GridRow {
                cells,
                height: down + around(captions.unwrap_or(0)),
            });
        }
    }

    /// The height for rows on a page of paper.
    fn room(&self) -> f32 {
        PAGE.1 - 2.0 * MARGIN - self.head - self.foot()
    }

    fn foot(&self) -> f32 {
        LINE * self.keeping.len().max(1) as f32
    }

    /// A page of some rows, `height` points high.
    fn page(&self, rows: &[&GridRow], height: f32) -> Drawing {
        let about = about(self.variants, true).join("\n");
        let mut page = Drawing {
            shown: Shown::Points,
            labels: Some([self.title.clone(), about]),
            language: Some("en".to_owned()),
            ..Drawing::new((PAGE.0, height))
        };
        self.heading(&mut page);

        let mut y = MARGIN + self.head;
        for row in rows {
            for (number, cell) in row.cells.iter().enumerate() {
                let corner = self.grid.corner((MARGIN, y), number);
                self.draw(&mut page, cell, corner);
            }
            y += row.height;
        }

        let mut base = height - 0.7 * MARGIN - LINE * self.keeping.len() as f32;
        for line in &self.keeping {
            base += LINE;
            page.put(Words::new(line, (MARGIN, base), FOOT, GREY));
        }
        page
    }

    fn heading(&self, page: &mut Drawing) {
        let title = Words::new(&self.title, (MARGIN, MARGIN + 16.0), 20.0, PEG);
        page.put(title.bold());
        let mut y = MARGIN + 34.0;
        for line in &self.about {
            page.put(Words::new(line, (MARGIN, y), ABOUT, GREY));
            y += LEAD;
        }

        let mut x = MARGIN + 4.5;
        for (change, what) in [
            (PegChange::Added, "an added peg"),
            (PegChange::Missing, "a missing peg"),
        ] {
            change.draw(page, (x, y - 1.2), 4.5);
            page.put(Words::new(what, (x + 9.0, y + 2.0), 9.0, GREY));
            x += width(what, 9.0) + 34.0;
        }
    }

    /// Draws a cell from a corner.
    fn draw(&self, page: &mut Drawing, cell: &Captioned, (x, y): Point) {
        let model = &cell.model;
        page.put(Words::new(&model.name, (x, y), NAME, PEG).bold());
        let mut right = x + width(&model.name, NAME) + 8.0;
        for sign in signs(model) {
            page.put(Words::new(
                &sign.count,
                (right, y),
                SIGN,
                sign.change.colour(),
            ));
            right += sign.width();
        }

        let board = &self.variants.board;
        let placed = OnPage {
            board: board.as_board(),
            corner: (x, y + 8.0),
            pitch: self.pitch,
        };
        let added = model.pattern.without(model.design);
        let removed = model.design.without(model.pattern);
        let empty = board.complement(model.pattern).without(removed);
        if !empty.is_empty() {
            page.put(placed.dots(&empty.into(), 0.13, HOLE));
        }
        let common = model.pattern.without(added);
        if !common.is_empty() {
            page.put(placed.dots(&common.into(), 0.43, PEG));
        }
        for hole in added.pegs() {
            PegChange::Added.draw(page, placed.centre(hole), self.pitch * 0.43);
        }
        for hole in removed.pegs() {
            PegChange::Missing.draw(page, placed.centre(hole), self.pitch * 0.43);
        }

        let mut below = y + 20.0 + extent_on_paper(board.as_board()).1 * self.pitch;
        for line in &cell.captions {
            page.put(Words::new(line, (x, below), SIZE, GREY));
            below += LINE;
        }
    }
}

impl Captioned {
    fn width(&self) -> f32 {
        let mut widest = width(&self.model.name, NAME) + 8.0;
        for sign in signs(&self.model) {
            widest += sign.width();
        }
        for line in &self.captions {
            widest = widest.max(width(line, SIZE));
        }
        widest
    }
}

/// The height of a cell without its board.
fn around(captions: usize) -> f32 {
    2.0 * GAP + captions as f32 * LINE + 12.0
}

/// The designs, as cells.
fn designs(variants: &Variants) -> Vec<Captioned> {
    let mut cells = Vec::new();
    for model in variants.models() {
        cells.push(Captioned {
            captions: vec![format!("{} pegs", model.pattern.count())],
            model,
        });
    }
    cells
}

/// The variants, as cells with their numbers.
fn cells(variants: &Variants) -> Vec<Captioned> {
    let mut cells = Vec::new();
    for (number, variant) in (1..).zip(&variants.all) {
        let found = &variant.found;
        let name = if found.distance == 0 {
            format!("{number} {}", difference(variants, variant))
        } else {
            number.to_string()
        };
        cells.push(Captioned {
            model: Model {
                name,
                pattern: found.pattern,
                design: found.design,
                reached: None,
            },
            captions: captions(variants, variant),
        });
    }
    cells
}

/// How to keep some of the variants, if there are any.
fn how_to_keep(variants: &Variants, command: &str) -> Vec<String> {
    if variants.all.is_empty() {
        return Vec::new();
    }
    let is_known = command.chars().all(|letter| glyph(letter).is_some());
    let command = if is_known {
        command
    } else {
        "the same command with"
    };
    // Without hyphens, which would be part of the command.
    let foot = keeping(variants, command);
    wrapped(&foot, |line| width(line, FOOT) <= WIDTH)
}

/// How a hole of a pattern differs from its design.
#[derive(Clone, Copy)]
enum PegChange {
    Added,
    Missing,
}

/// How many pegs were changed in one way, with a sign.
struct PegCount {
    change: PegChange,
    count: String,
}

impl PegCount {
    fn width(&self) -> f32 {
        width(&self.count, SIGN) + 5.0
    }
}

/// How many pegs a pattern has more and less than its design.
fn signs(model: &Model) -> Vec<PegCount> {
    let added = model.pattern.without(model.design).count();
    let missing = model.design.without(model.pattern).count();
    let mut signs = Vec::new();
    if added > 0 {
        signs.push(PegCount {
            change: PegChange::Added,
            count: format!("+{added}"),
        });
    }
    if missing > 0 {
        signs.push(PegCount {
            change: PegChange::Missing,
            count: format!("\u{2212}{missing}"),
        });
    }
    signs
}

impl PegChange {
    fn colour(self) -> Colour {
        match self {
            Self::Added => ADDED,
            Self::Missing => REMOVED,
        }
    }

    /// Draws a peg that was added, with a plus in it, or one that is missing, a ring with a minus.
    fn draw(self, page: &mut Drawing, (x, y): Point, radius: f32) {
        let arm = radius * 0.5;
        let width = radius * 0.28;
        match self {
            Self::Added => {
                let line = Line {
                    width,
                    colour: Colour::WHITE,
                };
                page.put(Element::Disc {
                    centre: (x, y),
                    radius,
                    fill: Fill::Plain(ADDED),
                });
                page.path([(x - arm, y), (x + arm, y)], line);
                page.path([(x, y - arm), (x, y + arm)], line);
            }
            Self::Missing => {
                let line = Line {
                    width,
                    colour: REMOVED,
                };
                page.put(Element::Ring {
                    centre: (x, y),
                    radius: radius - width / 2.0,
                    line,
                });
                page.path([(x - arm, y), (x + arm, y)], line);
            }
        }
    }
}
