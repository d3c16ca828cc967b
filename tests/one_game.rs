//! Games on boards of any size: texts and pictures are found and replayed by a plain player, and the search never finds what
//! enumeration excludes.
#![cfg(feature = "builtin")]

mod texts;

use std::ops::ControlFlow;

use pegfont::board::{Board, Hole, LargeBoard, Pegs, Position};
use pegfont::font::Font;
use pegfont::one_game::{self, LayoutError, Played};
use pegfont::progress::Progress;
use pegfont::search::{Impossible, Outcome, Search, SearchError};
use pegfont::solution::LargeSolution;
use pegfont::solve::Reachable;
use pegfont::timeline::{Missing, Setting};

use texts::{Chance, drawn, noise, text};

/// Plays the jumps on a grid of flags, one after the other, and returns the last position as a picture.
fn replayed(solution: &LargeSolution) -> String {
    let (columns, rows) = (solution.board().columns(), solution.board().rows());
    let mut pegs = vec![vec![true; columns]; rows];
    let place = |hole: Hole| (hole.0 as usize % columns, hole.0 as usize / columns);
    let vacancies: Vec<_> = (0..columns * rows)
        .map(|hole| Hole(hole as u16))
        .filter(|&hole| !solution.start().has(hole))
        .collect();
    assert_eq!(vacancies.len(), 1, "the board is full but for one hole");
    let (x, y) = place(vacancies[0]);
    pegs[y][x] = false;
    for jump in solution.jumps() {
        let [(x, y), (over_x, over_y), (to_x, to_y)] =
            [jump.from(), jump.over(), jump.to()].map(place);
        assert_eq!((x + to_x, y + to_y), (2 * over_x, 2 * over_y));
        assert_eq!(x.abs_diff(to_x) + y.abs_diff(to_y), 2);
        assert!(x == to_x || y == to_y);
        assert!(pegs[y][x] && pegs[over_y][over_x] && !pegs[to_y][to_x]);
        pegs[y][x] = false;
        pegs[over_y][over_x] = false;
        pegs[to_y][to_x] = true;
    }
    let row =
        |row: &Vec<bool>| row.iter().map(|&peg| if peg { '#' } else { '.' }).collect::<String>();
    pegs.iter().map(row).collect::<Vec<_>>().join("\n")
}

fn solved(layouts: &[one_game::Layout], what: &str) -> LargeSolution {
    match one_game::play(layouts, &Search::default(), 0, Progress::NONE) {
        Ok(Played::Solved(solution, changed)) => {
            assert!(changed.is_empty());
            let end = layouts.iter().find(|layout| layout.end == solution.end()).unwrap();
            assert_eq!(replayed(&solution), end.board.picture(&end.end), "{what}");
            solution
        }
        other => panic!("{what:?}: {other:?}"),
    }
}

#[test]
fn a_text_is_what_is_left_of_a_game() {
    let font = Font::builtin().unwrap();
    let mut chance = Chance::new(14);
    let texts = (0..20).map(|_| text(&mut chance));
    let own =
        ["PEG SOLITAIRE", "HELLO\nWORLD", "i", ".", "l1I|", "Grüße aus\nÖsterreich", "\u{2588}"];
    for text in texts.chain(own.map(str::to_owned)) {
        let setting = Setting::new(font, &text, 16, Missing::Refuse).unwrap();
        let layouts = one_game::text_layouts(font, &setting).unwrap();
        let solution = solved(&layouts, &text);
        // Every design is somewhere on the board.
        let designs =
            setting.letters().iter().map(|letter| font.get(letter.character).unwrap().design);
        let pegs: u32 = designs.map(Position::pegs).sum();
        assert_eq!(solution.end().count(), pegs as usize, "{text}");
    }
}

#[test]
fn a_picture_is_what_is_left_of_a_game() {
    let mut chance = Chance::new(64);
    let pictures = [
        ("ring", drawn(32, |x, y| (0.6..0.8).contains(&(x * x + y * y)))),
        ("cross", drawn(24, |x, y| (x - y).abs() < 0.1 || (x + y).abs() < 0.1)),
        ("stripes", drawn(16, |x, _| x.rem_euclid(0.5) < 0.25)),
        ("disc", drawn(16, |x, y| x * x + y * y < 0.4)),
        ("10 %", noise(64, 10, &mut chance)),
        ("20 %", noise(48, 20, &mut chance)),
        ("30 %", noise(32, 30, &mut chance)),
        (
            "wide",
            LargeBoard::from_picture(
                &[".#".repeat(100), "..".repeat(100), "..".repeat(100)].join("\n"),
            )
            .unwrap(),
        ),
    ];
    for (name, (board, pegs)) in pictures {
        let layouts = one_game::picture_layouts(board, &pegs);
        let solution = solved(&layouts, name);
        assert_eq!(solution.end().count(), pegs.count(), "{name}");
    }
}

#[test]
fn the_same_search_finds_the_same_game_and_another_seed_another() {
    let font = Font::builtin().unwrap();
    let setting = Setting::new(font, "SEED", 16, Missing::Refuse).unwrap();
    let layout = &one_game::text_layouts(font, &setting).unwrap()[0];
    let game = |seed| {
        let search = Search { seed, ..Search::default() };
        match search.run(layout.board, &layout.end, Progress::NONE).unwrap() {
            Outcome::Solved(solution) => solution,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn a_search_can_be_stopped() {
    let (board, pegs) = noise(48, 30, &mut Chance::new(1));
    let layout = &one_game::picture_layouts(board, &pegs)[0];
    let stop = |done: u64, total: u64| {
        if 10 * done > total / 12 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let stopped = Search::default().run(layout.board, &layout.end, Progress::new(&stop));
    assert!(matches!(stopped, Err(SearchError::Interrupted(_))));
}

/// Held against all vacancies of the 5 x 7 board: 1,000 random patterns.
#[test]
fn the_search_agrees_with_the_enumeration() {
    let small: Board = "5x7".parse().unwrap();
    let board = LargeBoard::new(5, 7).unwrap();
    let mut chance = Chance::new(35);
    let positions: Vec<Position> = (0..1000)
        .map(|_| {
            let per_cent = 10 + chance.below(60);
            small.full().holes().filter(|_| chance.below(100) < per_cent).collect()
        })
        .collect();
    // One vacancy of each set of mirror images, so the images of the positions are looked for.
    let mut is_reachable = vec![false; positions.len()];
    for hole in small.full().holes() {
        let (x, y) = small.coordinates(hole);
        if x > 2 || y > 3 {
            continue;
        }
        let set = Reachable::solve(&small, small.full().without(hole.bit())).unwrap();
        for (&position, is_reachable) in positions.iter().zip(&mut is_reachable) {
            let mut images = small.symmetries().iter().map(|symmetry| symmetry.apply(position));
            *is_reachable |= images.any(|image| set.contains(image));
        }
    }
    let (mut solved, mut impossible, mut gave_up) = (0, 0, 0);
    for (position, is_reachable) in positions.into_iter().zip(is_reachable) {
        let search = Search { attempts: 2, ..Search::default() };
        match search.run(board, &position.into(), Progress::NONE).unwrap() {
            Outcome::Solved(solution) => {
                assert!(is_reachable, "{}", small.picture(position));
                assert_eq!(solution.end(), position);
                replayed(&solution);
                solved += 1;
            }
            Outcome::Impossible(_) => {
                assert!(!is_reachable, "{}", small.picture(position));
                impossible += 1;
            }
            Outcome::GaveUp => gave_up += usize::from(is_reachable),
        }
    }
    println!(
        "solved {solved}, proved impossible {impossible}, gave up on {gave_up} that are reachable"
    );
    assert!(solved > 100 && impossible > 100, "{solved} {impossible}");
    assert!(gave_up * 5 < solved, "{gave_up} of {}", solved + gave_up);
}

#[test]
fn what_can_not_be_left_is_proved_impossible() {
    let reason = |rows: &str| {
        let (board, end) = LargeBoard::from_picture(rows).unwrap();
        match Search::default().run(board, &end, Progress::NONE).unwrap() {
            Outcome::Impossible(reason) => reason,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(reason("....\n....\n....\n...."), Impossible::NoPegs);
    assert_eq!(reason("####\n####\n####\n####"), Impossible::NoEmptyHole);
    assert_eq!(reason("#.#.#\n.#.#.\n#.#.#\n.#.#.\n#.#.#"), Impossible::OtherClass);
    assert_eq!(reason(".###."), Impossible::NoLastJump);
    let (board, end) = LargeBoard::from_picture("##.##").unwrap();
    let Outcome::Solved(solution) = Search::default().run(board, &end, Progress::NONE).unwrap()
    else {
        panic!("one vacancy is a game without jumps");
    };
    assert!(solution.jumps().is_empty());
    let outside: Pegs = [Hole(5)].into_iter().collect();
    let error = Search::default().run(board, &outside, Progress::NONE).unwrap_err();
    assert_eq!(error, SearchError::OffBoard { board });
}

#[test]
fn a_picture_may_differ_in_a_few_holes() {
    // Its position class has no board with one vacancy, with any margins.
    let mut chance = Chance::new(7);
    let (board, pegs) = std::iter::from_fn(|| Some(noise(64, 20, &mut chance)))
        .find(|(board, pegs)| one_game::picture_layouts(*board, pegs).is_empty())
        .unwrap();
    // 64 x 64 holes leave no room for margins.
    assert_eq!(board.holes(), 4096);
    let layout = one_game::Layout { board, end: pegs.clone() };
    let layouts = std::slice::from_ref(&layout);
    let play = |tolerance| one_game::play(layouts, &Search::default(), tolerance, Progress::NONE);
    assert_eq!(play(0), Ok(Played::Impossible(Impossible::OtherClass)));
    let Ok(Played::Solved(solution, changed)) = play(2) else { panic!("two holes suffice") };
    assert!((1..=2).contains(&changed.len()));
    let end = solution.end();
    let all = board.full();
    let differ = all.holes().filter(|&hole| end.has(hole) != pegs.has(hole));
    assert_eq!(differ.collect::<Vec<_>>(), changed);
    replayed(&solution);
}

#[test]
fn texts_that_fit_no_board_are_refused() {
    let font = Font::builtin().unwrap();
    let setting = |text: &str| Setting::new(font, text, 1000, Missing::Refuse).unwrap();
    let long = one_game::text_layouts(font, &setting(&"W".repeat(90))).unwrap_err();
    assert!(matches!(long, LayoutError::TooLarge(_)), "{long}");
    let many = ["MMMMMMMMMMMMMMMMMMMM"; 6].join("\n");
    let many = one_game::text_layouts(font, &setting(&many)).unwrap_err();
    assert!(many.to_string().contains("4,096 holes"), "{many}");
    let english: Board = "english".parse().unwrap();
    let other = Font::new("other", &english, english.central_vacancy()).unwrap();
    let error = one_game::text_layouts(&other, &setting("A")).unwrap_err();
    assert_eq!(error, LayoutError::NotARectangle);
}
