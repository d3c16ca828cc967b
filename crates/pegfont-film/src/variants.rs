//! The variants near some designs to choose from, in words and pictures: the designs, then the
//! variants, numbered, each with what it changes and what its game is like. A sheet, a page to
//! explore them, a film. Needs variants, not the solver.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};

use crate::Error;
use crate::drawing::typeface::{glyph, width};
use crate::drawing::{Colour, Drawing, Element, Fill, Line, Point, Shown, Words, wrapped};
use crate::page::{OnPage, extent_on_paper, lines, place_on_paper};
use crate::render::{Scene, Theme, View};
use crate::timeline::{Setting, Timeline, Timing};
use peg_solitaire::board::{Bitboard, SmallBoard};
use pegfont_base::table::{Cell, Column};
use pegfont_base::words::{counted, grouped};
use pegfont_type::find::{Found, Ranking, Reachability, Variant};
use pegfont_type::font::Font;

/// The page, with a place for what it shows.
const PAGE_TO_EXPLORE: &str = include_str!("variants.html");

const PAPER: Colour = Colour::rgb(0xfb_f9_f4);
const PEG: Colour = Colour::rgb(0x24_28_30);
const HOLE: Colour = Colour::rgb(0xd9_d3_c4);
const GREY: Colour = Colour::rgb(0x58_55_4d);
/// Pegs that a pattern has and its design hasn't, and those that it lacks.
const ADDED: Colour = Colour::rgb(0x14_7d_4f);
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
/// The size of captions, of names, and of counts of pegs beside these.
const SIZE: f32 = 8.5;
const LINE: f32 = 11.5;
const NAME: f32 = 10.0;
const SIGN: f32 = 9.0;
/// The size of words in the heading, the height of a line of it, and the size of words at the foot.
const ABOUT: f32 = 10.0;
const LEAD: f32 = 14.0;
const FOOT: f32 = 9.0;

/// The variants found near some designs.
#[derive(Clone, Debug)]
pub struct Variants {
    /// The board of all patterns.
    pub board: SmallBoard,
    /// The character that the designs are of.
    pub character: Option<char>,
    /// The designs, the preferred one first.
    pub designs: Vec<Bitboard>,
    /// The start, if all variants have the same, and then of each design whether it can be reached.
    pub start: Option<Bitboard>,
    /// See [`start`](Self::start); or empty.
    pub reachability: Vec<Reachability>,
    /// A pattern of one's own that the variants are near, and the vacancies from which it can be
    /// reached.
    pub own: Option<(Variant, Vec<String>)>,
    /// The variants.
    pub all: Vec<Variant>,
    /// What comes first.
    pub order: Ranking,
    /// Whether they were chosen to differ from each other.
    pub is_unlike: bool,
    /// The glyph file to keep some in, as one writes it in a shell.
    pub file: String,
}

/// A pattern that variants are held against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// What it is called: `the design`, `design 2`, or `yours`.
    pub name: String,
    /// Its pegs.
    pub pattern: Bitboard,
    /// The design that it is held against itself.
    pub design: Bitboard,
    /// Whether it can be reached, if that is known.
    pub reached: Option<Reachability>,
}

impl Model {
    /// How many pegs it has more and less than its design, each with a sign and a colour.
    fn signs(&self) -> Vec<(Colour, String)> {
        let (pattern, design) = (self.pattern, self.design);
        let mut signs = Vec::new();
        for (sign, holes, colour) in [
            ('+', pattern.without(design), ADDED),
            ('\u{2212}', design.without(pattern), REMOVED),
        ] {
            if !holes.is_empty() {
                signs.push((colour, format!("{sign}{}", holes.count())));
            }
        }
        signs
    }
}

/// How variants are laid out on pages.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// The height of the heading and of the foot.
    head: f32,
    foot: f32,
    /// How many variants are side by side, and the size of the place of one.
    columns: usize,
    cell: Point,
    pitch: f32,
}

impl Grid {
    /// The height for variants on a page of paper.
    fn room(&self) -> f32 {
        PAGE.1 - 2.0 * MARGIN - self.head - self.foot
    }
}

impl Variants {
    /// The designs to show before the variants: the first, and all that a variant is near; or the
    /// one that a pattern of one's own is near, and this pattern.
    pub fn models(&self) -> Vec<Model> {
        let model = |number: usize| {
            let (design, is_one) = (self.designs[number], self.designs.len() == 1);
            let name = if is_one {
                "the design".to_owned()
            } else {
                format!("design {}", number + 1)
            };
            let reached = self.reachability.get(number).copied();
            Model {
                name,
                pattern: design,
                design,
                reached,
            }
        };
        let Some((Variant { found, .. }, _)) = &self.own else {
            let near: BTreeSet<usize> = self.all.iter().map(|it| it.place.design).collect();
            return (0..self.designs.len())
                .filter(|it| *it == 0 || near.contains(it))
                .map(model)
                .collect();
        };
        let near = self
            .designs
            .iter()
            .position(|it| *it == found.design)
            .unwrap_or_default();
        let (name, pattern) = ("yours".to_owned(), found.pattern);
        vec![
            model(near),
            Model {
                name,
                pattern,
                design: found.design,
                reached: None,
            },
        ]
    }

    /// The rows of the start in a line, if all variants have the same.
    #[must_use]
    pub fn start_line(&self) -> Option<String> {
        Some(self.board.picture_line(self.start?))
    }

    /// All variants on one page, as high as it takes.
    #[must_use]
    pub fn page(&self, command: &str) -> Drawing {
        let grid = self.grid(command);
        let rows = self.cells().len().div_ceil(grid.columns);
        let height = 2.0 * (MARGIN - GAP) + grid.head + rows as f32 * grid.cell.1 + grid.foot;
        let shown = Shown::Pixels(2.0);
        Drawing {
            ground: PAPER,
            shown,
            ..self.laid(command, rows, height.ceil()).swap_remove(0)
        }
    }

    /// The variants on pages of paper.
    #[must_use]
    pub fn pages(&self, command: &str) -> Vec<Drawing> {
        let grid = self.grid(command);
        let rows = ((grid.room() / grid.cell.1) as usize).max(1);
        self.laid(command, rows, PAGE.1)
    }

    /// The heading of the pages, each line of it as long as they are wide.
    fn about_lines(&self) -> Vec<String> {
        let about = about(self, true).into_iter();
        about.flat_map(|line| lines(&line, ABOUT, WIDTH)).collect()
    }

    /// How to keep some of the variants, if there are any, in lines as long as a page is wide.
    fn foot_lines(&self, command: &str) -> Vec<String> {
        if self.all.is_empty() {
            return Vec::new();
        }
        let is_known = command.chars().all(|one| glyph(one).is_some());
        let same = "the same command with";
        let foot = keeping(self, if is_known { command } else { same });
        // Without hyphens, which would be part of the command.
        wrapped(&foot, |line| width(line, FOOT) <= WIDTH)
    }

    /// How variants are laid out: side by side as many as fit with their captions.
    fn grid(&self, command: &str) -> Grid {
        let mut widest: f32 = 86.0;
        let mut captions = 1;
        for (model, lines) in self.cells() {
            let signs = model.signs();
            let signs = signs.iter().map(|sign| width(&sign.1, SIGN) + 5.0);
            widest = widest.max(width(&model.name, NAME) + 8.0 + signs.sum::<f32>());
            for line in &lines {
                widest = widest.max(width(line, SIZE));
            }
            captions = captions.max(lines.len());
        }

        let head = 60.0 + LEAD * self.about_lines().len() as f32;
        let foot = LINE * self.foot_lines(command).len().max(1) as f32;
        let mut grid = Grid {
            head,
            foot,
            columns: 1,
            cell: (WIDTH + GAP, 0.0),
            pitch: 0.0,
        };
        // A row is no higher than a page, and a board no wider.
        let around = 2.0 * GAP + captions as f32 * LINE + 12.0;
        let (across, down) = extent_on_paper(&self.board);
        grid.pitch = PITCH.min(WIDTH / across).min((grid.room() - around) / down);
        let columns = (WIDTH + GAP) / ((across * grid.pitch).max(widest) + GAP);
        grid.columns = (columns as usize).max(1);
        grid.cell = (
            (WIDTH + GAP) / grid.columns as f32,
            down * grid.pitch + around,
        );
        grid
    }

    /// What is drawn: the designs, then the variants, each with its captions.
    fn cells(&self) -> Vec<(Model, Vec<String>)> {
        let models = self.models().into_iter();
        let models = models.map(|it| (vec![format!("{} pegs", it.pattern.count())], it));
        let variants = (1..).zip(&self.all).map(|(number, it): (usize, &Variant)| {
            let Found {
                pattern,
                design,
                distance,
                ..
            } = it.found;
            let as_drawn = if distance == 0 {
                difference(self, it)
            } else {
                String::new()
            };
            let name = format!("{number} {as_drawn}").trim_end().to_owned();
            (
                captions(self, it),
                Model {
                    name,
                    pattern,
                    design,
                    reached: None,
                },
            )
        });
        models
            .chain(variants)
            .map(|(captions, model)| (model, captions))
            .collect()
    }

    /// Pages of `rows` rows, `height` points high.
    fn laid(&self, command: &str, rows: usize, height: f32) -> Vec<Drawing> {
        let grid = self.grid(command);
        let title = title(self, true);
        let foot = self.foot_lines(command);
        let mut pages = Vec::new();
        for cells in self.cells().chunks(grid.columns * rows) {
            let mut page = Drawing {
                shown: Shown::Points,
                labels: Some([title.clone(), about(self, true).join("\n")]),
                language: Some("en".to_owned()),
                ..Drawing::new((PAGE.0, height))
            };
            self.heading(&mut page, &title);
            for (at, (model, captions)) in cells.iter().enumerate() {
                let (column, row) = ((at % grid.columns) as f32, (at / grid.columns) as f32);
                let corner = (
                    MARGIN + column * grid.cell.0,
                    MARGIN + grid.head + row * grid.cell.1,
                );
                self.cell(&mut page, model, captions, grid.pitch, corner);
            }
            let mut y = height - 0.7 * MARGIN - LINE * foot.len() as f32;
            for line in &foot {
                y += LINE;
                page.put(Words::new(line, (MARGIN, y), FOOT, GREY));
            }
            pages.push(page);
        }
        pages
    }

    fn heading(&self, page: &mut Drawing, title: &str) {
        page.put(Words::new(title, (MARGIN, MARGIN + 16.0), 20.0, PEG).bold());
        let mut y = MARGIN + 34.0;
        for line in self.about_lines() {
            page.put(Words::new(line, (MARGIN, y), ABOUT, GREY));
            y += LEAD;
        }
        let mut x = MARGIN + 4.5;
        for (is_added, what) in [(true, "an added peg"), (false, "a missing peg")] {
            peg(page, (x, y - 1.2), 4.5, is_added);
            page.put(Words::new(what, (x + 9.0, y + 2.0), 9.0, GREY));
            x += width(what, 9.0) + 34.0;
        }
    }

    fn cell(
        &self,
        page: &mut Drawing,
        model: &Model,
        captions: &[String],
        pitch: f32,
        (x, y): Point,
    ) {
        let board = &self.board;
        let (pattern, design) = (model.pattern, model.design);
        let (added, removed) = (pattern.without(design), design.without(pattern));
        page.put(Words::new(&model.name, (x, y), NAME, PEG).bold());
        let mut right = x + width(&model.name, NAME) + 8.0;
        for (colour, count) in model.signs() {
            page.put(Words::new(&count, (right, y), SIGN, colour));
            right += width(&count, SIGN) + 5.0;
        }
        let placed = OnPage {
            board,
            corner: (x, y + 8.0),
            pitch,
        };
        let empty = board.complement(pattern).without(removed);
        for (holes, radius, colour) in [(empty, 0.13, HOLE), (pattern.without(added), 0.43, PEG)] {
            if !holes.is_empty() {
                page.put(placed.dots(&holes.into(), radius, colour));
            }
        }
        for (holes, is_added) in [(added, true), (removed, false)] {
            holes
                .pegs()
                .for_each(|it| peg(page, placed.centre(it), pitch * 0.43, is_added));
        }
        let mut below = y + 20.0 + extent_on_paper(board).1 * pitch;
        for line in captions {
            page.put(Words::new(line, (x, below), SIZE, GREY));
            below += LINE;
        }
    }

    /// A page that needs nothing else, to sort, compare, play and choose the variants.
    ///
    /// # Errors
    /// If the built-in font can't be read, whose letters stand beside the variants in a word.
    pub fn page_to_explore(&self, command: &str) -> Result<String, pegfont_type::Error> {
        let (board, font, start) = (&self.board, Font::builtin()?, self.start_line());
        let place = |hole| {
            let (x, y) = place_on_paper(board, hole);
            json!([board.hole_name(hole), x, y])
        };
        let own = font
            .characters()
            .iter()
            .filter(|_| font.board() == &**board);
        let letters: serde_json::Map<_, _> = own
            .filter(|(character, _)| character.is_ascii())
            .map(|(one, it)| (one.to_string(), board.picture_line(it.pattern()).into()))
            .collect();
        let line = |position| board.picture_line(position);
        let model = |it: Model| json!({ "name": it.name, "pattern": line(it.pattern), "design": line(it.design) });
        let said = self
            .all
            .iter()
            .map(|it| (difference(self, it), captions(self, it)));
        let found: Vec<_> = self
            .all
            .iter()
            .map(|it| described(board, start.as_deref(), it))
            .collect();
        let data = json!({
            "title": title(self, false),
            "about": about(self, false),
            "holes": board.each_hole().map(place).collect::<Vec<_>>(),
            "letters": letters,
            "models": self.models().into_iter().map(model).collect::<Vec<_>>(),
            "said": said.collect::<Vec<_>>(),
            "command": command,
            "file": self.file,
            "answer": written(self, found),
        });
        // What ends a script is not in it.
        Ok(PAGE_TO_EXPLORE.replace("{{data}}", &data.to_string().replace('<', "\\u003c")))
    }

    /// A film in a theme in which each variant plays its game, if any has one.
    ///
    /// # Errors
    /// If there are too many.
    pub fn film(&self, theme: Theme) -> Result<Option<Scene>, Error> {
        let solution = |it: &Variant| Some(it.puzzle.as_ref()?.solution.clone());
        let solutions = Vec::from_iter(self.all.iter().filter_map(solution));
        if solutions.is_empty() {
            return Ok(None);
        }
        let wrap = (solutions.len() as f64).sqrt().ceil() as usize;
        let setting = Setting::of_solutions(&self.board, solutions, wrap);
        Ok(Some(Scene::film(
            Timeline::new(setting, Timing::default())?,
            View::new(theme),
        )))
    }
}

/// The name of the character that variants are of, as far as the typeface of print has it.
fn name(variants: &Variants, in_print: bool) -> Option<String> {
    let is_known = |it: &char| !in_print || glyph(*it).is_some();
    let number = |it: char| format!("U+{:04X}", u32::from(it));
    variants.character.map(|it| {
        if is_known(&it) {
            it.to_string()
        } else {
            number(it)
        }
    })
}

fn title(variants: &Variants, in_print: bool) -> String {
    let name = name(variants, in_print);
    name.map_or_else(
        || "A pattern".to_owned(),
        |name| format!("{name}: reachable patterns"),
    )
}

/// What is said of all variants together: how many there are, which designs can be reached, and
/// what a pattern of one's own costs. In print, a character that its typeface lacks is named by its
/// number.
#[must_use]
pub fn about(variants: &Variants, in_print: bool) -> Vec<String> {
    let Variants {
        board, own, all, ..
    } = variants;
    let of = name(variants, in_print).map_or_else(String::new, |name| format!(" of {name}"));
    let start = variants
        .start
        .map_or("each vacancy in turn".to_owned(), |start| {
            let names = board
                .complement(start)
                .pegs()
                .map(|hole| board.hole_name(hole));
            format!("with {}", names.collect::<Vec<_>>().join(" "))
        });
    let count = counted(all.len(), "pattern");
    let chosen = if variants.is_unlike {
        "chosen to differ from each other; "
    } else {
        ""
    };
    let order = sorted(variants.order);
    let mut lines = vec![format!(
        "{count} on {board}, {start} empty at the start; {chosen}{order}"
    )];
    let models = variants.models();
    for why in [
        Reachability::Reachable,
        Reachability::OtherClass,
        Reachability::Unreachable,
    ] {
        let those = models.iter().filter(|it| it.reached == Some(why));
        let those: Vec<&str> = those.map(|it| &*it.name).collect();
        let Some((first, others)) = those.split_first() else {
            continue;
        };
        let (initial, rest) = first.split_at(1);
        let like = if others.is_empty() { "" } else { ", like " };
        let comma = if others.is_empty() { "" } else { "," };
        let others = others.join(" and ");
        lines.push(format!(
            "{}{rest}{of}{like}{others}{comma} {why}",
            initial.to_uppercase()
        ));
    }
    if let Some((own, starts)) = own {
        let points = counted(own.found.score.total() as usize, "penalty point");
        let holes = counted(own.found.distance as usize, "hole");
        let read = own.reading.map(read).unwrap_or_default();
        let starts = match starts.is_empty() {
            true => "no vacancy leads to it".to_owned(),
            false => format!(
                "it is reached with one of these empty: {}",
                starts.join(" ")
            ),
        };
        lines.push(format!(
            "Yours differs from {} in {holes} ({points}{read}); {starts}",
            models[0].name
        ));
    }

    let character = name(variants, in_print).filter(|_| is_read(variants));
    if let Some(name) = &character {
        lines.push(format!(
            "Points are penalties for what one sees: fewer are better. Read: how surely a pattern is taken for {name}"
        ));
    }
    if variants.order == Ranking::Looks {
        let unread = match character {
            Some(name) => format!(", and up to 16 for not being read as {name}"),
            None => String::new(),
        };
        lines.push(format!(
            "Cost: 16 for each hole of the distance, the points{unread}"
        ));
    }
    lines
}

/// The order of a list in words.
fn sorted(order: Ranking) -> &'static str {
    match order {
        Ranking::Distance => "the nearest first, then the fewest points",
        Ranking::Looks => "those that look most like it first, which is the lowest cost",
    }
}

/// Whether it is known how some of the variants are read.
fn is_read(variants: &Variants) -> bool {
    variants.all.iter().any(|it| it.reading.is_some())
}

fn read(reading: f64) -> String {
    format!(", read {:.0} %", reading * 100.0)
}

/// How a variant differs from the design that it is nearest to: not at all, or in so many holes.
#[must_use]
pub fn difference(variants: &Variants, variant: &Variant) -> String {
    match (variant.found.distance, &variants.own) {
        (0, None) => "as drawn".to_owned(),
        (0, Some(_)) => "yours".to_owned(),
        (distance, _) => format!("distance {distance}"),
    }
}

/// A variant, to be written as JSON, with the line of its [start](Variants::start_line).
#[must_use]
pub fn described(
    board: &SmallBoard,
    start: Option<&str>,
    variant: &Variant,
) -> impl Serialize + use<> {
    let own = || board.picture_line(variant.start);
    variant.described(board, start.map_or_else(own, str::to_owned))
}

/// What was found, to be written as JSON, with a list of the [described] variants.
#[must_use]
pub fn written<L: Serialize>(variants: &Variants, found: L) -> impl Serialize + use<L> {
    #[derive(Serialize)]
    struct Written<L: Serialize> {
        #[serde(flatten)]
        near: Value,
        found: L,
    }
    let Variants {
        board,
        character,
        designs,
        reachability,
        ..
    } = variants;
    let design = |(number, &design)| json!({ "design": board.picture_line(design), "reachability": reachability.get::<usize>(number) });
    let start = variants.start_line();
    let near = json!({
        "board": board.to_line(),
        "start": start,
        "character": character,
        "designs": designs.iter().enumerate().map(design).collect::<Vec<_>>(),
        "with": variants.own.as_ref().map(|(own, starts)| json!({ "pattern": described(board, start.as_deref(), own), "starts": starts })),
    });
    Written { near, found }
}

/// Whether a file that begins with this text is a [page](Variants::page_to_explore).
#[must_use]
pub fn is_page(text: &str) -> bool {
    text.contains("<meta name=\"generator\" content=\"pegfont find\">")
}

/// The columns of the variants for programs, of which [`row`] has the cells.
#[must_use]
pub fn columns() -> Vec<Column> {
    let keys = [
        "number",
        "pattern",
        "design",
        "distance",
        "added",
        "removed",
        "pegs",
        "points",
        "reading",
        "cost",
        "moved_right",
        "moved_down",
        "mirrored",
        "moves",
        "solutions",
        "grade",
        "start",
    ];
    keys.map(Column::new).to_vec()
}

/// A variant with its number, as a row below the [`columns`].
#[must_use]
pub fn row(board: &SmallBoard, number: usize, variant: &Variant) -> Vec<Cell> {
    let Found {
        pattern, design, ..
    } = variant.found;
    let names = |holes: Bitboard| -> String {
        let names: Vec<String> = holes.pegs().map(|hole| board.hole_name(hole)).collect();
        names.join(" ")
    };
    let puzzle = variant.puzzle.as_deref();
    let figures = puzzle.and_then(|puzzle| puzzle.figures);

    vec![
        number.into(),
        board.picture_line(pattern).into(),
        board.picture_line(design).into(),
        variant.found.distance.into(),
        names(pattern.without(design)).into(),
        names(design.without(pattern)).into(),
        pattern.count().into(),
        variant.found.score.total().into(),
        variant.rounded_reading().into(),
        variant.cost().into(),
        variant.place.right.to_string().into(),
        variant.place.down.to_string().into(),
        (if variant.place.mirrored { "yes" } else { "no" }).into(),
        puzzle.map(|puzzle| puzzle.solution.moves().count()).into(),
        figures.map(|figures| figures.solutions()).into(),
        figures.map(|figures| figures.grade().word()).into(),
        board.picture_line(variant.start).into(),
    ]
}

/// How to keep some of the variants that a command lists.
#[must_use]
pub fn keeping(variants: &Variants, command: &str) -> String {
    let numbers = if variants.all.len() > 1 { "1,2" } else { "1" };
    let file = &variants.file;
    format!("To keep some for a font, by their numbers: {command} --pin {numbers} {file}")
}

/// What is said of a variant: its pegs, its penalty points, how it is read and the cost that the
/// list is sorted by, its moves and grade,
/// its solutions, and which design it is near, where that stands, or where its game starts.
#[must_use]
pub fn captions(variants: &Variants, variant: &Variant) -> Vec<String> {
    let (pegs, points) = (variant.found.pattern.count(), variant.found.score.total());
    let mut lines = vec![format!(
        "{pegs} pegs, {}",
        counted(points as usize, "point")
    )];
    let reading = variant.reading.map(|reading| read(reading).split_off(2));
    let is_by_cost = variants.order == Ranking::Looks;
    let cost = is_by_cost.then(|| format!("cost {:.1}", variant.cost()));
    let judged: Vec<String> = reading.into_iter().chain(cost).collect();
    if !judged.is_empty() {
        lines.push(judged.join(", "));
    }
    if let Some(puzzle) = &variant.puzzle {
        let moves = puzzle.solution.moves().count();
        lines.extend(match puzzle.figures {
            None => vec![format!("at most {moves} moves")],
            Some(figures) => {
                let solutions = match figures.solutions() {
                    1 => "1 solution".to_owned(),
                    few @ 0..1_000_000_000 => format!("{} solutions", grouped(few)),
                    many => format!("about {:.0e} solutions", many as f64),
                };
                vec![
                    format!("{moves} moves, {}", figures.grade().word()),
                    solutions,
                ]
            }
        });
    }
    let several = variants.own.is_none() && variants.all.iter().any(|it| it.place.design > 0);
    let which = several.then(|| format!("design {}", variant.place.design + 1));
    let place = which
        .into_iter()
        .chain([variant.place.to_string()])
        .filter(|it| !it.is_empty());
    lines.extend(Some(place.collect::<Vec<_>>().join(", ")).filter(|place| !place.is_empty()));
    lines.extend(
        variant
            .vacancy
            .map(|hole| format!("from {}", variants.board.hole_name(hole))),
    );
    lines
}

/// A peg that was added, with a plus in it, or one that is missing, a ring with a minus.
fn peg(page: &mut Drawing, centre: Point, radius: f32, is_added: bool) {
    let (arm, width) = (radius * 0.5, radius * 0.28);
    let line = Line {
        width,
        colour: if is_added { Colour::WHITE } else { REMOVED },
    };
    page.put(match is_added {
        true => Element::Disc {
            centre,
            radius,
            fill: Fill::Plain(ADDED),
        },
        false => Element::Ring {
            centre,
            radius: radius - width / 2.0,
            line,
        },
    });
    for (x, y) in [(arm, 0.0), (0.0, arm)]
        .into_iter()
        .take(if is_added { 2 } else { 1 })
    {
        page.path(
            [(centre.0 - x, centre.1 - y), (centre.0 + x, centre.1 + y)],
            line,
        );
    }
}

#[cfg(all(test, feature = "pictures"))]
mod tests {
    use super::{SIZE, Variants};
    use crate::drawing::boxes::{Kind, mistakes, things};
    use peg_solitaire::board::{Board, SmallBoard};
    use pegfont_type::find::{DesignPlace, Found, Ranking, Reachability, Variant};
    use pegfont_type::font::Font;

    /// So many patterns near a design on a board.
    fn variants(board: &str, count: usize, is_long: bool) -> Variants {
        let board: SmallBoard = board
            .parse::<Board>()
            .and_then(|it| it.small())
            .expect("a board");
        let start = board.central_vacancy();
        let design = board.complement(start);
        let mut all = Vec::new();
        for number in 0..count {
            let pattern = board
                .each_hole()
                .map(|hole| hole.bit())
                .nth(number % board.holes());
            let pattern = pattern.expect("a hole");
            let found = Found::of(&board, &[design], pattern).expect("there is a design");
            let place = DesignPlace {
                design: number % 2,
                right: 2,
                down: -1,
                mirrored: is_long,
            };
            let mut variant = Variant::new(found, place, start);
            let font = Font::builtin().expect("it is whole");
            let letter = ['I', 'M'][number % 2];
            let puzzle = font.get(letter).expect("it is there").puzzle(letter);
            variant.puzzle = is_long.then(|| Box::new(puzzle));
            variant.reading = is_long.then_some(0.5);
            all.push(variant);
        }
        let own = all.first().cloned().filter(|_| is_long);
        let names = board.each_hole().map(|hole| board.hole_name(hole));
        Variants {
            character: Some('W'),
            designs: vec![design; 2],
            start: Some(start),
            reachability: vec![Reachability::OtherClass; 2],
            own: own.map(|own| (own, names.collect())),
            all,
            order: Ranking::Looks,
            is_unlike: is_long,
            file: "mine.glyphs.toml".to_owned(),
            board,
        }
    }

    #[test]
    fn nothing_overlaps_and_no_words_are_small_beside_any_patterns() {
        let long = format!(
            "pegfont find {} --as W",
            "--glyphs a-long-name.toml ".repeat(9)
        );
        let word = format!("pegfont find {}", "x".repeat(300));
        for board in [
            "5x7",
            "english",
            "8x8",
            "16x4",
            "4x16",
            "64x1",
            "1x64",
            "triangle36",
        ] {
            for count in [0, 1, 7, 40] {
                for (command, is_long) in [("pegfont find W", false), (&long, true), (&word, true)]
                {
                    let variants = variants(board, count, is_long);
                    let mut pages = variants.pages(command);
                    pages.push(variants.page(command));
                    for page in &pages {
                        let wrong = mistakes(page);
                        assert!(wrong.is_empty(), "{board}, {count}: {wrong:?}");
                        for thing in things(page) {
                            if let Kind::Words(words) = thing.kind {
                                assert!(words.size >= SIZE, "{board}: {words:?}");
                            }
                        }
                    }
                }
            }
        }
    }
}
