//! The pictures of docs/laboratory.md, drawn of what the libraries compute: the holes in which the
//! last peg can be, a level, and a pagoda function.

use std::fs;
use std::path::Path;

use peg_solitaire::board::{Bitboard, Hole, SmallBoard};
use peg_solitaire::class::{PositionClass, SymmetryGroup};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;
use peg_solitaire::winning::Winning;
use pegfont_film::drawing::{Anchor, Colour, Drawing, Element, Fill, Line, Point, Words, svg};

/// From a hole to the next one in its row.
const PITCH: f32 = 32.0;
/// From the edge of a board to the centre of its first hole.
const MARGIN: f32 = 30.0;

const INK: Colour = Colour::rgb(0x24_28_30);
const PEG: Colour = Colour::rgb(0xd9_8a_12);
const BLUE: Colour = Colour::rgb(0x8f_b4_de);
const GREY: Colour = Colour::rgb(0xd5_d9_e0);
const EDGE: Colour = Colour::rgb(0xa6_ad_b8);

/// How a hole of a board looks.
struct Look {
    fill: Colour,
    words: String,
}

/// Boards side by side, each with words below.
struct Row {
    drawing: Drawing,
    /// Where the next board begins.
    left: f32,
}

impl Row {
    fn new() -> Self {
        Self {
            drawing: Drawing::new((0.0, 0.0)),
            left: 0.0,
        }
    }

    /// A board, with the holes of a picture: a row of characters for each of its rows, and a blank
    /// where there is no hole. Columns are `pitch` apart.
    fn put(&mut self, picture: &str, pitch: f32, below: &str, look: impl Fn(usize) -> Look) {
        let mut hole = 0;
        for (row, line) in picture.lines().enumerate() {
            for (column, character) in line.chars().enumerate() {
                if character == ' ' {
                    continue;
                }
                let x = self.left + MARGIN + column as f32 * pitch;
                let y = MARGIN + row as f32 * PITCH;
                self.put_hole((x, y), look(hole));
                hole += 1;
            }
        }

        let columns = picture.lines().map(str::len).max().unwrap_or(0) as f32;
        let rows = picture.lines().count() as f32;
        let width = 2.0 * MARGIN + (columns - 1.0) * pitch;
        let base_line = MARGIN + rows * PITCH + 8.0;
        self.put_words(below, (self.left + width / 2.0, base_line), 15.0);

        self.left += width;
        self.drawing.size = (self.left, base_line + 14.0);
    }

    fn put_hole(&mut self, centre: Point, look: Look) {
        let is_empty = look.fill == Colour::WHITE;
        self.drawing.elements.push(Element::Disc {
            centre,
            radius: 13.5,
            fill: Fill::Plain(look.fill),
        });
        if is_empty {
            self.drawing.elements.push(Element::Ring {
                centre,
                radius: 13.0,
                line: Line {
                    width: 1.0,
                    colour: EDGE,
                },
            });
        }
        let size = if look.words.len() > 1 { 10.0 } else { 12.0 };
        self.put_words(&look.words, (centre.0, centre.1 + 4.0), size);
    }

    fn put_words(&mut self, text: &str, at: Point, size: f32) {
        if text.is_empty() {
            return;
        }
        self.drawing.elements.push(Element::Words(Words {
            anchor: Anchor::Middle,
            ..Words::new(text, at, size, INK)
        }));
    }

    fn file(self) -> String {
        svg::file(&self.drawing)
    }
}

/// A peg, or an empty hole.
fn peg(is_there: bool) -> Look {
    Look {
        fill: if is_there { PEG } else { Colour::WHITE },
        words: String::new(),
    }
}

/// Both labellings of the English board, and where the last peg can be.
fn position_class() -> String {
    let board: SmallBoard = "english".parse().unwrap();
    let picture = board.picture(board.full());
    let holes: Vec<Hole> = board.full().pegs().collect();
    let labelled = |label: usize| Look {
        fill: [PEG, BLUE, GREY][label],
        words: (label + 1).to_string(),
    };

    let mut row = Row::new();
    row.put(&picture, PITCH, "three labels", |number| {
        let (x, y) = board.as_board().picture_place(holes[number]);
        labelled((x + y) % 3)
    });
    row.put(&picture, PITCH, "the other diagonals", |number| {
        let (x, y) = board.as_board().picture_place(holes[number]);
        labelled((x + 6 - y) % 3)
    });

    let class = PositionClass::of(&board, board.central_vacancy());
    row.put(&picture, PITCH, "1 on both: the last peg", |number| {
        peg(class.contains(holes[number].bit()))
    });
    row.file()
}

/// The positions of a triangle after two jumps, of which some can still be won.
fn level() -> String {
    let board: SmallBoard = "triangle15".parse().unwrap();
    let corner = board.full().pegs().next().unwrap();
    let start = board.complement(corner.bit());
    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
    let winning = Winning::of(&reachable, &[corner.bit()], Progress::NONE).unwrap();

    let holes: Vec<Hole> = board.full().pegs().collect();
    let picture = board.picture(board.full());
    let (won, lost): (Vec<_>, Vec<_>) = first_of_images(&board, start, &reachable)
        .into_iter()
        .partition(|&position| winning.set().contains(position));

    let mut row = Row::new();
    for (below, positions) in [("winning", won), ("lost", lost)] {
        for position in positions {
            row.put(&picture, PITCH / 2.0, below, |number| {
                peg(position.has(holes[number]))
            });
        }
    }
    row.file()
}

/// The positions after two jumps: of those that are images of each other in the game, the first.
fn first_of_images(board: &SmallBoard, start: Bitboard, reachable: &Reachable) -> Vec<Bitboard> {
    let group = SymmetryGroup::of(board).keeping(start);
    let pegs = start.count() - 2;
    let all = reachable.positions(.., pegs..=pegs);
    all.filter(|&position| group.mincode(position) == position)
        .collect()
}

/// Conway's army, and what a peg weighs in each hole.
fn pagoda_function() -> String {
    let army = "\
.........
.........
.........
.........
.........
#########
.#######.
#########
";
    let weight = |number: usize| {
        let column = number % 9;
        let row = number / 9;
        let steps = column.abs_diff(4) + row;
        0.618_034_f64.powi(steps as i32)
    };
    let pegs: Vec<bool> = army
        .chars()
        .filter(|it| *it != '\n')
        .map(|it| it == '#')
        .collect();
    let total: f64 = (0..pegs.len()).filter(|&it| pegs[it]).map(weight).sum();

    let mut row = Row::new();
    let below = format!("all pegs together weigh {total:.3}");
    row.put(army, PITCH, &below, |number| Look {
        words: format!("{:.2}", weight(number)),
        ..peg(pegs[number])
    });
    row.file()
}

/// `UPDATE_DOCS=.svg cargo test --test it laboratory_pictures` writes them.
#[test]
fn the_pictures_of_the_laboratory_are_as_the_libraries_draw_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    let is_to_update = std::env::var("UPDATE_DOCS").is_ok_and(|end| end == ".svg");

    for (name, drawn) in [
        ("position-class.svg", position_class()),
        ("level.svg", level()),
        ("pagoda-function.svg", pagoda_function()),
    ] {
        if is_to_update {
            fs::write(folder.join(name), &drawn).unwrap();
        }
        let there = fs::read_to_string(folder.join(name)).unwrap();
        assert!(there == drawn, "{name} is drawn otherwise today");
    }
}
