//! Games on boards of any size: texts and pictures are found and replayed by a plain player, and
//! the search never finds what enumeration excludes.

use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Board, Hole, Position, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{
    Impossible, LastPosition, Limit, Outcome, PlayOutcome, Search, UNIT_OF_WORK,
};
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Reachable;
use pegfont_film::one_game;
use pegfont_film::timeline::{Lines, Missing};
use pegfont_type::font::Font;
use pegfont_type::glyph::{Designs, Drawn, Fitting, Sampling};

use crate::plain::replayed;
use crate::solver::on_threads;
use crate::texts::{Chance, drawn, noise, text};

/// What is left of a game from a full board but for one hole, replayed by a plain player.
fn left_of(solution: &Solution) -> String {
    assert_eq!(solution.start().count() + 1, solution.board().holes());
    replayed(solution)
}

fn solved(layouts: &[LastPosition], what: &str) -> Solution {
    match Search::default().play(layouts, 0, Progress::NONE) {
        Ok(PlayOutcome::Solved(solution, changed)) => {
            assert!(changed.is_empty());
            let end = layouts
                .iter()
                .find(|layout| layout.end == solution.end())
                .unwrap();
            let picture = end.board.picture(&end.end);
            assert_eq!(left_of(&solution), picture, "{what}");
            let single = solution.one_at_a_time();
            assert_eq!(left_of(&single), picture, "{what}, one jump at a time");
            let (moves, jumps) = (single.moves().count(), single.jumps().len());
            assert_eq!(jumps, solution.jumps().len());
            assert!(
                moves <= solution.moves().count() && moves < jumps,
                "{what}: {moves} of {jumps}"
            );
            solution
        }
        other => panic!("{what:?}: {other:?}"),
    }
}

#[test]
fn a_text_is_what_is_left_of_a_game() {
    let font = Font::builtin().unwrap();
    let designs = font.designs();
    let mut chance = Chance::new(14);
    let texts = (0..8).map(|_| text(&mut chance));
    let own = [
        "PEG SOLITAIRE",
        "HELLO\nWORLD",
        "i",
        ".",
        "l1I|",
        "Grüße aus\nÖsterreich",
        "\u{2588}",
    ];
    for text in texts.chain(own.map(str::to_owned)) {
        let lines = Lines::new(&designs, &text, 16, Missing::Refuse).unwrap();
        let layouts = one_game::text_layouts(&lines, &designs, None).unwrap();
        let solution = solved(&layouts, &text);
        // Every letter is its ideal design.
        let ideals = lines
            .characters()
            .iter()
            .map(|&one| &font.get(one).unwrap().ideal);
        let pegs: usize = ideals.map(Position::count).sum();
        assert_eq!(solution.end().count(), pegs, "{text}");
    }
}

#[test]
fn letters_stand_in_proportion_two_holes_apart_in_the_middle_of_the_board() {
    let designs = Font::builtin().unwrap().designs();
    for (text, rows) in [
        (
            "HI",
            &["#...#..###", "#...#...#.", "#...#...#.", "#####...#."][..],
        ),
        ("ill.", &[".#...##...##", "......#....#"]),
        ("LI T", &["#......###.....#####", "#.......#........#"]),
    ] {
        let lines = Lines::new(&designs, text, 16, Missing::Refuse).unwrap();
        let layouts = one_game::text_layouts(&lines, &designs, None).unwrap();
        let picture = layouts[0].board.picture(&layouts[0].end);
        let lines: Vec<&str> = picture.lines().collect();
        let top = lines.iter().position(|line| line.contains('#')).unwrap();
        let left = lines
            .iter()
            .filter_map(|line| line.find('#'))
            .min()
            .unwrap();
        for (line, row) in lines[top..].iter().zip(rows) {
            assert!(
                line[left..].starts_with(row.trim_end_matches('.')),
                "{text}:\n{picture}"
            );
        }
        let right = lines
            .iter()
            .filter_map(|line| line.rfind('#'))
            .max()
            .unwrap();
        let bottom = lines.iter().rposition(|line| line.contains('#')).unwrap();
        let (right, below) = (lines[0].len() - 1 - right, lines.len() - 1 - bottom);
        assert!(
            left.abs_diff(right) <= 1 && top.abs_diff(below) <= 1,
            "{text}:\n{picture}"
        );
        assert!(
            left.min(right).min(top).min(below) >= 3,
            "{text}:\n{picture}"
        );
    }
}

#[test]
fn a_picture_is_what_is_left_of_a_game() {
    let mut chance = Chance::new(64);
    let pictures = [
        (
            "ring",
            drawn(32, |x, y| (0.6..0.8).contains(&(x * x + y * y))),
        ),
        (
            "cross",
            drawn(24, |x, y| (x - y).abs() < 0.1 || (x + y).abs() < 0.1),
        ),
        ("stripes", drawn(16, |x, _| x.rem_euclid(0.5) < 0.25)),
        ("square", drawn(32, |x, y| x.abs() < 0.55 && y.abs() < 0.55)),
        ("disc", drawn(16, |x, y| x * x + y * y < 0.4)),
        ("10 %", noise(64, 10, &mut chance)),
        ("20 %", noise(48, 20, &mut chance)),
        ("30 %", noise(32, 30, &mut chance)),
        (
            "wide",
            Board::from_picture(&[".#".repeat(100), "..".repeat(100), "..".repeat(100)].join("\n"))
                .unwrap(),
        ),
    ];
    for (name, (board, pegs)) in pictures {
        let layouts = one_game::picture_layouts(&board, &pegs, None).unwrap();
        let solution = solved(&layouts, name);
        assert_eq!(solution.end().count(), pegs.count(), "{name}");
    }
}

/// A picture that is only solved from the farthest pegs on, where the positions that the search
/// keeps differ outside of the last region.
#[test]
fn a_dense_picture_is_solved_from_the_farthest_pegs_on() {
    let code = include_bytes!("../data/qr-dense.png");
    let Drawn { board, pegs, .. } = Sampling::default().read(code).unwrap();
    let solution = solved(
        &one_game::picture_layouts(&board, &pegs, None).unwrap(),
        "QR code",
    );
    assert_eq!(solution.end().count(), pegs.count());
}

#[test]
fn the_work_decides_how_far_a_search_gets_and_the_number_of_threads_nothing() {
    // Lines fail, and the farthest pegs first succeed.
    let (board, end) = drawn(26, |x, y| x * x + y * y < 0.48);
    let much = Search::default().work;
    let [much, _, least] = [much, much / 100, 1000].map(|work| {
        let search = Search {
            work,
            ..Search::default()
        };
        let outcome = || search.run(&board, None, &end, Progress::NONE).unwrap();
        let [one, three] = [1, 3].map(|threads| on_threads(threads, outcome));
        assert!(one == three, "{work}");
        one
    });
    assert!(matches!(much, Outcome::Solved(_)), "{much:?}");
    assert_eq!(least, Outcome::GaveUp(Limit::Effort));
}

#[test]
fn a_qr_code_is_known_by_its_three_squares() {
    let codes = [
        &include_bytes!("../data/qr.png")[..],
        include_bytes!("../data/qr-dense.png"),
    ];
    for code in codes {
        let Drawn { board, pegs, .. } = Sampling::default().read(code).unwrap();
        assert!(one_game::is_code(&board, &pegs));
        for layout in one_game::picture_layouts(&board, &pegs, None).unwrap() {
            assert!(one_game::is_code(&layout.board, &layout.end));
        }
        // Without a corner, or with another hole in one of the squares, it is none.
        let mut others = pegs.clone();
        others.remove(pegs.pegs().next().unwrap());
        assert!(!one_game::is_code(&board, &others));
    }
    let cat = include_bytes!("../../docs/pictures/cat.png");
    let Drawn { board, pegs, .. } = Sampling::default().read(cat).unwrap();
    assert!(!one_game::is_code(&board, &pegs) && !one_game::is_code(&board, &Position::default()));
}

/// Held against all vacancies of the 5 x 7 board: 1,000 random patterns.
#[test]
fn the_search_agrees_with_the_enumeration() {
    let small: SmallBoard = "5x7".parse().unwrap();
    let board = Board::rectangle(5, 7).unwrap();
    let mut chance = Chance::new(35);
    let positions: Vec<Bitboard> = (0..500)
        .map(|_| {
            let per_cent = 10 + chance.below(60);
            small
                .full()
                .pegs()
                .filter(|_| chance.below(100) < per_cent)
                .collect()
        })
        .collect();
    // One vacancy of each set of mirror images, so the images of the positions are looked for.
    let mut is_reachable = vec![false; positions.len()];
    for hole in small.full().pegs() {
        let (x, y) = small.coordinates(hole).unwrap();
        if x > 2 || y > 3 {
            continue;
        }
        let set =
            Reachable::solve(&small, small.full().without(hole.bit()), Progress::NONE).unwrap();
        for (&position, is_reachable) in positions.iter().zip(&mut is_reachable) {
            let mut images = small
                .symmetries()
                .iter()
                .map(|symmetry| symmetry.apply(position));
            *is_reachable |= images.any(|image| set.contains(image));
        }
    }
    let (mut solved, mut impossible, mut gave_up) = (0, 0, 0);
    for (position, is_reachable) in positions.into_iter().zip(is_reachable) {
        let search = Search {
            attempts: 2,
            ..Search::default()
        };
        match search
            .run(&board, None, &position.into(), Progress::NONE)
            .unwrap()
        {
            Outcome::Solved(solution) => {
                assert!(is_reachable, "{}", small.picture(position));
                assert_eq!(solution.end(), position.into());
                left_of(&solution);
                solved += 1;
            }
            Outcome::Impossible(_) => {
                assert!(!is_reachable, "{}", small.picture(position));
                impossible += 1;
            }
            Outcome::GaveUp(_) => gave_up += usize::from(is_reachable),
        }
    }
    println!(
        "solved {solved}, proved impossible {impossible}, gave up on {gave_up} that are reachable"
    );
    assert!(solved > 50 && impossible > 50, "{solved} {impossible}");
    assert!(gave_up * 5 < solved, "{gave_up} of {}", solved + gave_up);
}

#[test]
fn what_can_not_be_left_is_proved_impossible() {
    let reason = |rows: &str| {
        let (board, end) = Board::from_picture(rows).unwrap();
        match Search::default()
            .run(&board, None, &end, Progress::NONE)
            .unwrap()
        {
            Outcome::Impossible(reason) => reason,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(reason("....\n....\n....\n...."), Impossible::NoPegs);
    assert_eq!(reason("####\n####\n####\n####"), Impossible::NoEmptyHole);
    assert_eq!(
        reason("#.#.#\n.#.#.\n#.#.#\n.#.#.\n#.#.#"),
        Impossible::OtherClass
    );
    assert_eq!(reason(".###."), Impossible::NoLastJump);
    let (board, end) = Board::from_picture("##.##").unwrap();
    let Outcome::Solved(solution) = Search::default()
        .run(&board, None, &end, Progress::NONE)
        .unwrap()
    else {
        panic!("one vacancy is a game without jumps");
    };
    assert!(solution.jumps().is_empty());
    let outside: Position = Hole::new(5).unwrap().into();
    let error = Search::default()
        .run(&board, None, &outside, Progress::NONE)
        .unwrap_err();
    assert!(matches!(error, Error::OutsideBoard { .. }));
}

#[test]
fn a_picture_may_differ_in_a_few_holes() {
    // The position class of the first has no board with one vacancy, and 64 x 64 holes leave no
    // room for margins. The second can't be cleared in the time.
    let mut chance = Chance::new(7);
    let noise = std::iter::from_fn(|| Some(noise(64, 20, &mut chance)))
        .find(|(board, pegs)| !board.has_single_peg_in_class_of(&board.complement(pegs)))
        .unwrap();
    let triangle = drawn(24, |x, y| x <= y);
    let other = Some(Impossible::OtherClass);
    let whole = Search::default();
    let short = Search {
        work: 4 * UNIT_OF_WORK,
        ..whole
    };
    for ((board, pegs), search, why, most) in
        [(noise, whole, other, 2), (triangle, short, None, 24)]
    {
        let layouts = one_game::picture_layouts(&board, &pegs, None).unwrap();
        assert_eq!(
            layouts == [LastPosition { board, end: pegs }],
            why.is_some()
        );
        let play = |tolerance| search.play(&layouts, tolerance, Progress::NONE).unwrap();
        let PlayOutcome::NotSolved {
            reason,
            nearest: Some((nearest, named)),
            ..
        } = play(0)
        else {
            panic!("it is found with changes alone")
        };
        assert_eq!(reason, why);
        assert!((1..=most).contains(&named.len()), "{named:?}");
        let PlayOutcome::Solved(solution, changed) = play(named.len()) else {
            panic!("as it was said")
        };
        assert!(changed.len() <= named.len(), "{changed:?}");
        for (solution, changed) in [(nearest, named), (solution, changed)] {
            left_of(&solution);
            let mut end = solution.end();
            changed.iter().for_each(|&hole| end.flip(hole));
            let layout = LastPosition {
                board: solution.board().clone(),
                end,
            };
            assert!(
                layouts.contains(&layout),
                "with the changes undone it is the picture"
            );
        }
    }
}

const FIXED: &str = include_str!("../data/fixed-8x13.bdf");

/// The characters of a text in a BDF font, on the smallest board that they fit on.
fn tight(bdf: &str, text: &str) -> Result<Designs, pegfont_type::Error> {
    let fitting = Fitting {
        only: Some(text.to_owned()),
        tight: true,
        ..Fitting::default()
    };
    Designs::parse_font("my.bdf", bdf.as_bytes(), &fitting)
}

#[test]
fn a_bitmap_font_has_characters_of_any_size() {
    // The ink of A and g takes 6 columns and 11 rows, and an i stands on the line that g reaches
    // below.
    let font = tight(FIXED, "Agi").unwrap();
    let picture = |character| font.board().picture(font.ideal(character).unwrap());
    let rows = [
        "..#...", "......", ".##...", "..#...", "..#...", "..#...", "..#...", "#####.",
    ];
    assert!(picture('i').ends_with(&[&rows[..], &["......"; 2]].concat().join("\n")));
    assert_eq!((font.board().columns(), font.board().rows()), (6, 11));
    assert_eq!(font.ideal('l'), None);
    for (text, characters) in [("Ail\ngAl", 6), ("l!", 2), ("A i", 2)] {
        let font = tight(FIXED, text).unwrap();
        let lines = Lines::new(&font, text, 16, Missing::Refuse).unwrap();
        assert_eq!(lines.characters().len(), characters);
        let layouts = one_game::text_layouts(&lines, &font, None).unwrap();
        let solution = solved(&layouts, text);
        let pegs = |&one: &char| font.ideal(one).unwrap().count();
        let pegs: usize = lines.characters().iter().map(pegs).sum();
        assert_eq!(solution.end().count(), pegs, "{text}");
    }
}

/// A bitmap font can't shape: Hebrew stands in its order, and Arabic is refused.
#[test]
fn text_from_right_to_left_stands_in_its_order() {
    let glyph = |(place, one): (usize, char)| {
        format!(
            "STARTCHAR a\nENCODING {}\nBBX 8 1 0 0\nBITMAP\n{:02X}\nENDCHAR\n",
            one as u32,
            place + 1
        )
    };
    let glyphs: String = "אבגab12()بس".chars().enumerate().map(glyph).collect();
    let font = format!("STARTFONT 2.1\nFONTBOUNDINGBOX 8 1 0 0\n{glyphs}ENDFONT\n");
    let set =
        |text: &str, wrap| Lines::new(&tight(&font, text).unwrap(), text, wrap, Missing::Refuse);
    for (text, wrap, lines) in [
        ("אבג", 16, vec!["גבא"]),
        ("אב ab", 16, vec!["ab בא"]),
        ("ab אב 12", 16, vec!["ab 12 בא"]),
        ("(אב)", 16, vec!["(בא)"]),
        ("אב (ג)", 3, vec!["בא", "(ג)"]),
        ("12 אב", 16, vec!["בא 12"]),
        ("ب", 16, vec!["ب"]),
    ] {
        let setting = set(text, wrap).unwrap();
        let letter = |place: &Option<usize>| place.map_or(' ', |at| setting.characters()[at]);
        let seen: Vec<String> = setting
            .places()
            .iter()
            .map(|line| line.iter().map(letter).collect())
            .collect();
        assert_eq!(seen, lines, "{text}");
        assert_eq!(
            setting.wrapped(1).wrapped(16).places().len(),
            text.chars().filter(|it| *it != ' ').count()
        );
    }
    let refused = set("ab سب", 16).unwrap_err();
    assert!(
        refused
            .to_string()
            .starts_with("\"سب\" at line 1, character 4: its letters take"),
        "{refused}"
    );
}
