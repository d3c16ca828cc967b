//! Fonts whose games were searched for: every game is replayed by a plain player.
use std::ops::ControlFlow;

use peg_solitaire::board::{Board, Hole, SmallBoard};
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::search::{Outcome, Search};
use peg_solitaire::solve::Reachable;
use pegfont_type::Error;
use pegfont_type::choose::{self, Built, Patterns};
use pegfont_type::font::Font;
use pegfont_type::glyph::{Designs, Fitting};

const FIXED: &[u8] = include_bytes!("../data/fixed-8x13.bdf");
const FIGURES: &[u8] = include_bytes!("../../examples/faces/figures-4x7.bdf");

/// Plays every character on a grid of flags, and compares what is left with its pattern.
fn replay(font: &Font) {
    let (columns, rows) = (font.board().picture_columns(), font.board().rows());
    for (character, chosen) in font.characters() {
        let mut pegs: Vec<bool> = font
            .board()
            .each_hole()
            .map(|hole| font.start().has(hole))
            .collect();
        assert_eq!(pegs.len(), columns * rows, "a rectangle");
        assert_eq!(pegs.iter().filter(|&&peg| !peg).count(), 1, "one vacancy");
        for jump in chosen.solution.jumps() {
            let [from, over, to] = [jump.from(), jump.over(), jump.to()].map(|hole| hole.index());
            let step = over.abs_diff(from);
            assert_eq!(from + to, 2 * over);
            assert!(step == columns || step == 1 && from / columns == to / columns);
            assert!(pegs[from] && pegs[over] && !pegs[to], "{character:?}");
            (pegs[from], pegs[over], pegs[to]) = (false, false, true);
        }
        for hole in font.board().each_hole() {
            assert_eq!(
                pegs[hole.index()],
                chosen.pattern().has(hole),
                "{character:?}"
            );
        }
        let differ = font
            .board()
            .each_hole()
            .filter(|&hole| pegs[hole.index()] != chosen.design.has(hole));
        assert_eq!(differ.count(), chosen.distance() as usize);
    }
}

fn build(designs: &Designs, vacancy: Option<Hole>, progress: Progress<'_>) -> Result<Built, Error> {
    choose::build(
        "searched",
        designs,
        Patterns::Searched(vacancy),
        4,
        progress,
    )
}

fn searched(designs: &Designs) -> Built {
    build(designs, None, Progress::NONE).unwrap()
}

fn bdf(bdf: &[u8], board: Option<&str>) -> Designs {
    let board = board.map(|name| name.parse().unwrap());
    Designs::parse_font(
        "my.bdf",
        bdf,
        &Fitting {
            board,
            ..Fitting::default()
        },
    )
    .unwrap()
}

#[test]
fn a_bitmap_font_on_104_holes_is_solved() {
    let drawn = bdf(FIXED, None);
    assert_eq!(drawn.board(), &Board::rectangle(8, 13).unwrap());
    let found = searched(&drawn);
    assert_eq!(found.left_out, []);
    assert!(found.font.characters().len() >= 5);
    assert!(found.font.forms().all(|chosen| chosen.distance() <= 2));
    replay(&found.font);
    let text = found.font.to_toml();
    assert_eq!(Font::parse(&text).unwrap(), found.font);
    assert_eq!(searched(&drawn), found);
}

/// Pins and alternates of a glyph file count where games are searched for, too.
#[test]
fn pins_and_alternates_are_kept_on_a_large_board() {
    let picture = |columns: [u16; 2]| -> String {
        let row = |y: usize| -> String {
            let is_peg = |x: usize| {
                (1..8).contains(&y) && columns.iter().any(|rows| rows >> x & 1 == 1 && y < 7)
                    || y == 7 && (1..5).contains(&x)
            };
            (0..9).map(|x| if is_peg(x) { '#' } else { '.' }).collect()
        };
        (0..9).map(|y| row(y) + "\n").collect()
    };
    let (wide, thin) = (picture([2, 4]), picture([2, 2]));
    let designs = |pin: &str, more: &str| {
        let pin = if pin.is_empty() {
            String::new()
        } else {
            format!("pin = \"\"\"\n{pin}\"\"\"\n")
        };
        let glyph = format!("[[glyph]]\nchar = \"L\"\nrows = \"\"\"\n{wide}\"\"\"\n{pin}");
        Designs::parse(
            "my.toml",
            &format!("script = \"Latin\"\nboard = \"9x9\"\n{glyph}{more}"),
        )
        .unwrap()
    };
    let alternate =
        format!("[[glyph]]\nchar = \"L\"\nfeature = \"ss01\"\nrows = \"\"\"\n{thin}\"\"\"\n");
    let found = searched(&designs("", &alternate));
    assert_eq!(found.left_out, []);
    let (main, other) = (
        found.font.get('L').unwrap(),
        found.font.alternates().values().next().unwrap(),
    );
    assert!(main.pattern().distance(&other.pattern()) >= 3 && other.distance() <= 4);
    let board = found.font.board();
    let pinned = searched(&designs(&board.picture(other.pattern()), ""));
    assert_eq!(pinned.font.get('L').unwrap().pattern(), other.pattern());
    replay(&pinned.font);
    let start = board.complement(found.font.start()).pegs().next();
    let mut unreachable = other.pattern();
    unreachable.flip(start.unwrap());
    let refused = build(
        &designs(&board.picture(&unreachable), ""),
        start,
        Progress::NONE,
    );
    let said = refused.unwrap_err().to_string();
    let what = "my.toml:16:7: 'L': the pinned pattern can't be reached: no game ";
    assert!(said.starts_with(what), "{said}");
}

#[test]
fn an_8_x_8_font_is_solved_from_any_start() {
    let board: SmallBoard = "8x8".parse().unwrap();
    let drawn = bdf(FIGURES, Some("8x8"));
    let vacancy = board.parse_hole("c3").unwrap();
    let found = build(&drawn, Some(vacancy), Progress::NONE).unwrap();
    assert_eq!(found.left_out, []);
    assert_eq!(
        found.font.small(),
        Some((board.clone(), board.full().without(vacancy.bit())))
    );
    replay(&found.font);
    let best = searched(&drawn);
    replay(&best.font);
    let sum = |found: &Built| {
        found
            .font
            .forms()
            .map(|chosen| chosen.distance())
            .sum::<u32>()
    };
    assert!(
        sum(&best) <= sum(&found),
        "the best vacancy is no worse than another"
    );
}

/// On a board that is one window, the search is exact where there are few games.
#[test]
fn a_search_from_a_start_agrees_with_the_enumeration() {
    let small: SmallBoard = "4x4".parse().unwrap();
    let board = Board::rectangle(4, 4).unwrap();
    let start = small.central_vacancy();
    let reachable = Reachable::solve(&small, start, Progress::NONE).unwrap();
    let mut counts = [0; 3];
    for code in (1..1_u64 << 16).step_by(37) {
        let end = peg_solitaire::board::Bitboard(code);
        let found = Search::default()
            .run(&board, Some(&start.into()), &end.into(), Progress::NONE)
            .unwrap();
        let is_reachable = reachable.contains(end);
        match found {
            Outcome::Solved(solution) => {
                assert!(is_reachable);
                assert_eq!(
                    (solution.start(), solution.end()),
                    (&start.into(), end.into())
                );
                counts[0] += 1;
            }
            Outcome::Impossible(_) => {
                assert!(!is_reachable);
                counts[1] += 1;
            }
            Outcome::GaveUp(_) => counts[2] += 1,
        }
    }
    assert!(counts[0] > 10 && counts[1] > 1000);
    assert_eq!(counts[2], 0, "16 holes are searched completely");
}

#[test]
fn a_search_for_a_font_stops_when_it_is_told_to() {
    let drawn = bdf(FIXED, None);
    let stop = |_: u64, _: u64| ControlFlow::Break(());
    let stopped = build(&drawn, None, Progress::new(&stop)).unwrap_err();
    assert_eq!(stopped.to_string(), Interrupted.to_string());
}
