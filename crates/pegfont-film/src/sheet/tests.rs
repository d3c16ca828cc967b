//! Every sheet can be read: in each language, on each paper, with each board, number of jumps and
//! number of puzzles, in normal and in large print. All pairs of these are laid out.

use std::collections::BTreeSet;

use super::{A3, A4, A5, CAPTION, Card, LANGUAGES, LEAST_PITCH, LETTER, Language, Sheet};
use crate::drawing::bounds::Bounds;
use crate::drawing::boxes::{Tag, Thing, What, mistakes, things};
use crate::drawing::{Drawing, Point, Role};
use peg_solitaire::board::Board;
use peg_solitaire::game::Game;
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::solution::Solution;
use pegfont_type::font::Font;

const A6: Point = (298.0, 420.0);
const PAPER: [Point; 7] = [A4, LETTER, A5, (842.0, 595.0), A3, A6, (300.0, 842.0)];
const BOARDS: [&str; 6] = ["5x7", "english", "triangle15", "13x3", "8x8", "3x12"];
const JUMPS: usize = 31;
const PER_PAGE: [usize; 4] = [1, 2, 4, 9];

/// Of a card, the name, and how many puzzles it has.
const NAMES: [(Option<&str>, usize); 4] = [
    (None, 3),
    (Some("Ada"), 3),
    (
        Some("Maximiliane-Charlotte Prinzessin zu Hohenlohe-Öhringen"),
        5,
    ),
    (None, 1),
];
const TITLES: [Option<&str>; 3] = [
    None,
    Some("Für Ada"),
    Some("Rätsel für die Klasse 3b der Grundschule am Park, zu lösen bis Freitag"),
];

/// The number of values of each thing in which sheets differ.
const SIZES: [usize; 7] = [
    LANGUAGES.len(),
    PAPER.len(),
    BOARDS.len(),
    JUMPS,
    PER_PAGE.len(),
    NAMES.len(),
    TITLES.len(),
];
/// A value of each.
type Case = [usize; 7];

/// Cases in which each value of one thing meets each value of another.
fn all_pairs() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut seen = BTreeSet::new();
    for one in 0..SIZES.len() {
        for other in 0..one {
            for value in 0..SIZES[one] * SIZES[other] {
                let first = value % SIZES[one];
                let second = value / SIZES[one];
                if seen.contains(&(one, first, other, second)) {
                    continue;
                }

                // The values of other things take turns.
                let mut case = SIZES.map(|size| cases.len() % size);
                case[one] = first;
                case[other] = second;
                for a in 0..case.len() {
                    for b in 0..a {
                        seen.insert((a, case[a], b, case[b]));
                    }
                }
                cases.push(case);
            }
        }
    }
    cases
}

fn sheet(case: Case) -> Sheet {
    let [language, paper, _, _, per_page, _, title] = case;
    let language = Language::parse(LANGUAGES[language].1).expect("it is a language");
    let usual = Sheet::new(language);
    Sheet {
        paper: PAPER[paper],
        title: TITLES[title].map_or(usual.title.clone(), str::to_owned),
        per_page: PER_PAGE[per_page],
        solutions: true,
        ..usual
    }
}

fn card(case: Case) -> Card {
    let [_, _, board, jumps, _, names, _] = case;
    let (name, count) = NAMES[names];
    Card {
        name: name.map(str::to_owned),
        puzzles: (0..count)
            .map(|number| puzzle(BOARDS[board], jumps + 1, number))
            .collect(),
        goes_on: false,
    }
}

/// A puzzle with at most so many jumps: a letter of the font, or any game on another board.
fn puzzle(board: &str, jumps: usize, number: usize) -> Puzzle {
    if board == "5x7" {
        let letter = ['P', 'W', 'カ'][number % 3];
        let font = Font::builtin().expect("it is whole");
        let whole = font.get(letter).expect("it is there").puzzle(letter);

        let solution = whole.solution.last(jumps);
        return Puzzle { solution, ..whole };
    }

    let board: Board = board.parse().expect("it is a board");
    let solution = game(&board, jumps);
    let titles = [
        "one peg in d4",
        "Mensch, ärgere dich nicht: die lange Fassung vom Samstag",
    ];
    let game = Game::new(&board, solution.start().clone(), [solution.end()]).expect("a game");
    Puzzle {
        title: titles[number % 2].to_owned(),
        ..Puzzle::of(&game, solution).expect("it is solved")
    }
}

/// At most so many jumps from a board with one empty hole.
fn game(board: &Board, jumps: usize) -> Solution {
    let start = board.central_vacancy();
    let mut position = start.clone();
    let mut played = Vec::new();

    while played.len() < jumps {
        let Some(jump) = board.legal_jumps(&position).next() else {
            break;
        };
        position.play(jump);
        played.push(jump);
    }

    Solution::new(board, start, played).expect("they are jumps")
}

/// How large the things of some pages are, in points.
#[derive(Debug)]
struct Smallest {
    /// The least distance between holes.
    pitch: f32,
    /// The smallest words.
    words: f32,
    /// The least width and distance of lines on which jumps are written.
    line: f32,
    step: f32,
}

impl Smallest {
    fn of(pages: &[Drawing]) -> Self {
        let mut figures = Self {
            pitch: f32::INFINITY,
            words: f32::INFINITY,
            line: f32::INFINITY,
            step: f32::INFINITY,
        };
        for page in pages {
            figures.add(&things(page));
        }
        figures
    }

    fn add(&mut self, things: &[Thing]) {
        // The drawings of the rule have frames; boards have none.
        let frames = things
            .iter()
            .filter(|thing| matches!(thing.what, What::Frame));
        let rules: BTreeSet<usize> = frames.filter_map(|frame| Some(frame.tag?.number)).collect();

        for (number, thing) in things.iter().enumerate() {
            let others = things[number + 1..].iter();
            let others = others.filter(|other| other.tag == thing.tag);
            match (&thing.what, thing.tag) {
                (What::Words(words), _) => self.words = self.words.min(words.size * thing.scale),
                (
                    What::Peg,
                    Some(Tag {
                        number,
                        role: Role::Figure,
                    }),
                ) if !rules.contains(&number) => {
                    for other in others.filter(|other| matches!(other.what, What::Peg)) {
                        let ((x, y), (right, below)) = (thing.middle(), other.middle());
                        self.pitch = self.pitch.min((x - right).hypot(y - below));
                    }
                }
                (
                    What::Line,
                    Some(Tag {
                        role: Role::Paragraph,
                        ..
                    }),
                ) => {
                    let Bounds { left, right, .. } = thing.bounds;
                    self.line = self.line.min(right - left);
                    for other in others.filter(|other| matches!(other.what, What::Line)) {
                        let step = (thing.middle().1 - other.middle().1).abs();
                        if step > 0.01 {
                            self.step = self.step.min(step);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn check(&self, scale: f32) -> Result<(), String> {
        for (name, value, least) in [
            ("holes", self.pitch, LEAST_PITCH),
            ("words", self.words, CAPTION),
            ("lines", self.line, 39.9),
            ("the height of lines", self.step, 12.9),
        ] {
            if value < least * scale - 0.01 {
                return Err(format!("{name}: {value} of {}", least * scale));
            }
        }
        Ok(())
    }

    fn is_at_least(&self, other: &Self) -> bool {
        let is_less = |own: f32, other: f32| own < other - 0.02;
        !is_less(self.pitch, other.pitch)
            && !is_less(self.words, other.words)
            && !is_less(self.line, other.line)
            && (other.step.is_infinite() || !is_less(self.step, other.step))
    }
}

/// Paper that may be too small for a board.
fn may_be_small(paper: Point, is_large: bool) -> bool {
    let short = paper.0.min(paper.1);
    let long = paper.0.max(paper.1);
    short < A5.0 || is_large && (short < A4.0 || long < LETTER.1)
}

#[test]
fn on_every_sheet_all_can_be_read_and_large_print_is_smaller_in_no_figure() {
    let mut wrong = Vec::new();
    let mut refused = 0;
    let cases = all_pairs();

    for &case in &cases {
        let card = [card(case)];
        let mut normal: Option<Smallest> = None;
        for scale in [1.0, Sheet::LARGE] {
            let is_large = scale > 1.0;
            let sheet = Sheet {
                scale,
                ..sheet(case)
            };
            let Ok(pages) = sheet.pages(&card) else {
                refused += 1;
                if !may_be_small(sheet.paper, is_large) {
                    wrong.push(format!("{case:?}, {scale}: refused"));
                }
                continue;
            };

            for (number, page) in (1..).zip(&pages) {
                assert_eq!(page.size, sheet.paper);
                for mistake in mistakes(page) {
                    wrong.push(format!("{case:?}, {scale}, page {number}: {mistake}"));
                }
            }

            let figures = Smallest::of(&pages);
            if let Err(small) = figures.check(scale) {
                wrong.push(format!("{case:?}, {scale}: {small}"));
            }
            if let Some(normal) = normal.filter(|normal| !figures.is_at_least(normal)) {
                wrong.push(format!("{case:?}: {figures:?} is less than {normal:?}"));
            }
            normal = Some(figures);
        }
    }

    assert!(refused < cases.len() / 2, "{refused} of {}", cases.len());
    assert!(
        wrong.is_empty(),
        "{}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(60)].join("\n")
    );
}

#[test]
fn on_both_sides_of_paper_each_child_and_the_solutions_begin_on_the_right() {
    let mut case = [0; SIZES.len()];
    case[3] = 2;
    let level = |name: &str, count: usize, goes_on: bool| Card {
        name: Some(name.to_owned()),
        puzzles: (0..count).map(|number| puzzle("5x7", 3, number)).collect(),
        goes_on,
    };

    // One page, two pages of two levels, and one.
    let cards = [
        level("Ada", 1, false),
        level("Grace", 1, false),
        level("Grace", 1, true),
        level("Ada", 1, false),
    ];
    for (two_sided, expected) in [
        (
            false,
            ["Ada", "Grace", "Grace", "Ada", "solutions"].to_vec(),
        ),
        (
            true,
            ["Ada", "", "Grace", "Grace", "Ada", "", "solutions"].to_vec(),
        ),
    ] {
        let sheet = Sheet {
            two_sided,
            ..sheet(case)
        };
        let pages = sheet.pages(&cards).expect("they have room");

        let mut names = Vec::new();
        for page in &pages {
            let words = things(page).into_iter().find_map(|thing| match thing.what {
                What::Words(words) => Some(words.text),
                _ => None,
            });
            names.push(
                match words.as_deref().map(|words| words.split_once(" · ")) {
                    None => String::new(),
                    Some(None) => "solutions".to_owned(),
                    Some(Some((name, _))) => name.to_owned(),
                },
            );
        }
        assert_eq!(names, expected);
    }
}

#[test]
fn paper_that_is_too_small_is_refused_with_what_it_is_too_small_for() {
    let mut case = [0; SIZES.len()];
    case[3] = 30;
    let too_small = Sheet {
        paper: (142.0, 142.0),
        ..sheet(case)
    };
    let error = too_small
        .pages(&[card(case)])
        .expect_err("there is no room");

    let said = "paper of 50 x 50 mm is too small for P in normal print, \
                whose holes are at least 12 points (4.2 mm) apart";
    assert_eq!(error.to_string(), said);
}
