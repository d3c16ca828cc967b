//! Boards of any shape: symmetries, jumps, position classes and round trips through text.

use std::collections::BTreeSet;

use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Board, BoardError, Hole, Lattice, PatternError, SmallBoard};
use peg_solitaire::class::{PositionClass, parity_checks, syndrome};
use peg_solitaire::solution::{Solution, SolutionError};
use proptest::prelude::*;

/// Boards with any subset of an 8 x 8 grid as holes, on either lattice.
fn any_board() -> impl Strategy<Value = SmallBoard> {
    let small = (1..=5_i16, 1..=5_i16).prop_map(|(columns, rows)| {
        (0..rows)
            .flat_map(|y| (0..columns).map(move |x| (x, y)))
            .collect::<Vec<_>>()
    });
    let scattered = prop::collection::btree_set((0..8_i16, 0..8_i16), 1..=64)
        .prop_map(|holes| holes.into_iter().collect::<Vec<_>>());
    let cross = Just("english".parse::<SmallBoard>().map(|board| {
        board
            .full()
            .pegs()
            .filter_map(|hole| board.coordinates(hole))
            .collect::<Vec<_>>()
    }))
    .prop_map(Result::unwrap);
    let lattice = prop_oneof![Just(Lattice::Square), Just(Lattice::Triangular)];
    (lattice, prop_oneof![small, scattered, cross])
        .prop_map(|(lattice, holes)| Board::new(lattice, &holes).unwrap().small().unwrap())
}

/// A board and a position on it.
fn any_position() -> impl Strategy<Value = (SmallBoard, Bitboard)> {
    (any_board(), any::<u64>()).prop_map(|(board, bits)| {
        let position = Bitboard(bits) & board.full();
        (board, position)
    })
}

proptest! {
    #[test]
    fn symmetries_are_a_group((board, position) in any_position()) {
        let images = |position| -> BTreeSet<Bitboard> {
            board.symmetries().iter().map(|symmetry| symmetry.apply(position)).collect()
        };
        prop_assert_eq!(board.symmetries()[0].apply(position), position);
        for symmetry in board.symmetries() {
            // An image has the same orbit, so the group has inverses and products.
            prop_assert_eq!(images(symmetry.apply(position)), images(position));
            prop_assert_eq!(symmetry.apply(position).count(), position.count());
        }
        prop_assert_eq!(board.symmetries().len() % images(position).len(), 0);
        prop_assert_eq!(Some(board.mincode(position)), images(position).first().copied());
    }

    #[test]
    fn triples_are_all_lines_of_three_holes(board in any_board()) {
        let steps: &[(i16, i16)] = match board.lattice() {
            Lattice::Square => &[(1, 0), (0, 1)],
            Lattice::Triangular => &[(1, 0), (0, 1), (1, 1)],
        };
        let holes: Vec<_> = board.full().pegs().collect();
        let mut lines = 0;
        for &hole in &holes {
            let (x, y) = board.coordinates(hole).unwrap();
            for &(dx, dy) in steps {
                if let (Some(middle), Some(last)) =
                    (board.hole_at(x + dx, y + dy), board.hole_at(x + 2 * dx, y + 2 * dy))
                {
                    lines += 1;
                    let mut triples = board.triples().iter();
                    let found = triples.any(|triple| {
                        (triple.from(), triple.over(), triple.to()) == (hole, middle, last)
                    });
                    prop_assert!(found);
                }
            }
        }
        prop_assert_eq!(board.triples().len(), lines);
    }

    #[test]
    fn no_jump_leaves_the_position_class((board, position) in any_position()) {
        // In machine words, legal jumps are found in another way.
        prop_assert!(board.legal_jumps(position).eq(board.as_board().legal_jumps(&position.into())));
        let checks = parity_checks(&board);
        let class = PositionClass::of(&board, position);
        prop_assert_eq!(class.rank() + checks.len(), board.holes());
        for jump in board.legal_jumps(position) {
            let after = jump.play(position);
            prop_assert!(class.contains(after));
            prop_assert_eq!(syndrome(&checks, after), syndrome(&checks, position));
            prop_assert_eq!(board.as_board().class(&after.into()), board.as_board().class(&position.into()));
        }
        prop_assert_eq!(class.index(position).map(|index| class.position(index)), Some(position));
    }

    #[test]
    fn a_picture_of_a_board_round_trips((board, position) in any_position()) {
        let picture = board.as_board().to_picture(position);
        let (read, pegs) = Board::from_picture(&picture).unwrap();
        prop_assert_eq!(board.as_board(), &read, "{}", picture);
        prop_assert_eq!(pegs, position.into());
    }

    #[test]
    fn a_position_round_trips_in_every_notation((board, position) in any_position()) {
        let picture = board.picture(position);
        prop_assert_eq!(board.parse_pattern(&picture), Ok(position));
        prop_assert_eq!(board.parse_pattern(&picture.replace(' ', "")), Ok(position));
        prop_assert_eq!(board.parse_pattern(&board.digits(position)), Ok(position));
        prop_assert_eq!(board.parse_pattern(&format!("code:{}", position.code())), Ok(position));
    }

    #[test]
    fn names_of_holes_and_jumps_round_trip(board in any_board()) {
        for hole in board.full().pegs() {
            let number = hole.number() + 1;
            for name in [board.hole_name(hole), number.to_string(), format!("hole{number}")] {
                prop_assert_eq!(board.parse_hole(&name), Ok(hole));
            }
        }
        for jump in board.each_jump() {
            prop_assert_eq!(board.parse_move(&board.jump_name(jump)), Ok(vec![jump]));
        }
    }
}

#[test]
fn boards_and_positions_in_the_notations_of_others_are_read_where_they_mean_one_thing() {
    let ring = "###\n#.#\n###";
    let (board, start) = Board::from_picture(ring).unwrap();
    for line in include_str!("../../../../tests/data/notations.txt").lines() {
        let picture = &line.replace("\\n", "\n").replace("\\t", "\t");
        assert_eq!(
            Board::from_picture(picture),
            Ok((board.clone(), start.clone())),
            "{picture}"
        );
        assert_eq!(board.parse_pattern(picture), Ok(start.clone()), "{picture}");
        let line = picture.replace('\n', "/");
        assert_eq!(board.parse_pattern(&line), Ok(start.clone()), "{line}");
    }
    // The English board, without its corners.
    let tabs = "\t\t#\t#\t#\n\t\t#\t#\t#\n#\t#\t#\t#\t#\t#\t#\n#\t#\t#\t.\t#\t#\t#\n#\t#\t#\t#\t#\t#\t#\n\t\t#\t#\t#\n\t\t#\t#\t#";
    let english: Board = "english".parse().unwrap();
    assert_eq!(
        Board::from_picture(tabs),
        Ok((english.clone(), english.central_vacancy()))
    );
    // With the sign that doesn't belong: of two for pegs or for empty holes, the rarer or the
    // later. Alone, letters for pegs may be letters for empty holes.
    for (strange, line, column, character) in [
        ("ooo\nooo", 1, 1, 'o'),
        ("oOo\n...", 1, 2, 'O'),
        ("*O*\n.*.", 1, 2, 'O'),
        ("o-o\no-o", 1, 1, 'o'),
        ("#o#", 1, 2, 'o'),
        ("xOx\n...", 1, 2, 'O'),
        ("## \t#", 1, 4, '\t'),
        ("010\n.1.", 1, 1, '0'),
        ("12x", 1, 2, '2'),
        ("1x1", 1, 2, 'x'),
        ("1x\nxx", 1, 1, '1'),
        ("x1#", 1, 1, 'x'),
        ("○0\n0•", 1, 1, '○'),
    ] {
        let is_letter = "xXoO".contains(character) && !strange.contains(['#', '.']);
        let error = match is_letter {
            true => BoardError::EitherWay {
                line,
                column,
                character,
            },
            false => BoardError::StrayCharacter {
                line,
                column,
                character,
            },
        };
        assert_eq!(Board::from_picture(strange), Err(error), "{strange}");
        let (row, text) = (line, strange.replace('\n', "/"));
        let error = match is_letter {
            true => PatternError::EitherWay {
                row,
                column,
                character,
            },
            false => PatternError::StrayCharacter {
                row,
                column,
                character,
            },
        };
        let is_read = text.contains(['#', '.', '/']);
        assert!(
            !is_read || board.parse_pattern(&text) == Err(error),
            "{text}"
        );
    }
}

/// A picture with a gap between its columns, its rows, or both.
fn spread(picture: &str) -> Vec<String> {
    let with = |gap: &str| {
        let row = |row: &str| -> String {
            let signs: Vec<String> = row.chars().map(String::from).collect();
            signs.join(gap)
        };
        picture.lines().map(row).collect::<Vec<String>>()
    };
    vec![
        with(" ").join("\n"),
        with("\t").join("\n"),
        with("").join("\n\n"),
        with(" ").join("\n\n"),
        format!("// Drawn with spaces.\n\n   {}\n", with(" ").join("\n   ")),
    ]
}

#[test]
fn spaces_between_all_columns_and_lines_between_all_rows_are_no_holes() {
    for name in [
        "english", "french", "wiegleb", "diamond", "5x7", "line9", "3x1",
    ] {
        let board: Board = name.parse().unwrap();
        let start = board.central_vacancy();
        let picture = board.picture(&start);
        let dialects = [("#", "."), ("o", "."), ("*", "O"), ("1", "0"), ("●", "○")];
        for (peg, empty) in dialects {
            let picture = picture
                .replace('.', "e")
                .replace('#', peg)
                .replace('e', empty);
            for spread in spread(&picture) {
                let read = Board::from_picture(&spread);
                assert_eq!(read, Ok((board.clone(), start.clone())), "{spread}");
                // A row alone is read as a picture only if nothing else is written so.
                let drawn = spread.replace("// Drawn with spaces.\n", "");
                if drawn.trim().contains(['#', '.', '\n']) {
                    assert_eq!(board.parse_pattern(&drawn), Ok(start.clone()), "{spread}");
                }
            }
        }
    }

    // Comments are no rows.
    let commented = "###\n// The middle.\n#.#\n  // The end.\n###\n";
    let ring = Board::from_picture("###\n#.#\n###");
    assert_eq!(Board::from_picture(commented), ring);
    let wrong = "###\n// The middle.\n#?#";
    let place = BoardError::StrayCharacter {
        line: 3,
        column: 2,
        character: '?',
    };
    assert_eq!(Board::from_picture(wrong), Err(place));
}

#[test]
fn boards_whose_holes_stand_apart_are_refused_unless_they_are_meant() {
    let triangle = "   #\n  # #\n # . #\n# # # #";
    for (picture, error) in [
        ("#  #  #\n#  .  #\n#  #  #", BoardError::ColumnsApart),
        (triangle, BoardError::ColumnsApart),
        ("###\n\n\n#.#\n\n\n###", BoardError::RowsApart),
    ] {
        assert_eq!(Board::from_picture(picture), Err(error), "{picture}");
        let meant = Board::from_picture(&format!("square\n{picture}"));
        assert_eq!(
            meant.unwrap().0.picture_columns(),
            picture.lines().map(str::len).max().unwrap()
        );
    }
    let triangular = Board::from_picture(&format!("triangular\n{triangle}")).unwrap();
    assert_eq!(triangular.0, "triangle10".parse().unwrap());

    // A row of single holes stands apart from nothing.
    for picture in ["#\n#\n.", "##.", "#\n #\n  ##\n", "#"] {
        assert!(Board::from_picture(picture).is_ok(), "{picture}");
    }
}

#[test]
fn jumps_in_the_notations_of_others_are_read_where_they_mean_one_thing() {
    let english: Board = "english".parse().unwrap();
    let start = english.central_vacancy();
    let read = |text: &str| {
        let solution = Solution::parse(&english, start.clone(), text);
        solution
            .map(|solution| solution.to_string())
            .map_err(|error| error.to_string())
    };
    for text in
        "d6-d4|D6-D4|d6d4|D6D4|46-44|1. d6-d4|1)d6-d4|d6 – d4|d6→d4,|29-17|hole29-centre".split('|')
    {
        assert_eq!(read(text).as_deref(), Ok("d6-d4"), "{text}");
    }
    for text in [
        "1. d6-d4 2. f5-d5 3. d4-d6",
        "1. d6-d4, 2. F5D5, D4D6",
        "46-44; 65-45 44-46",
        "29-17,26-24,17-29",
        "1.d6 - d4\n2.f5 - d5\n d4 - d6\n",
    ] {
        assert_eq!(read(text).as_deref(), Ok("d6-d4 f5-d5 d4-d6"), "{text}");
    }
    for (text, said) in [
        ("46-45", "46"),
        ("d6-d5", "d6-d5 is not a jump"),
        ("1 d6-d4", "\"1\" is not a jump"),
        ("46-44 d6-d4", "46"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(said), "{error}");
    }
    let both = english.parse_pattern("###/###/#######/#######/#.##.##/###/###");
    let error = Solution::parse(&english, both.unwrap(), "23-25")
        .unwrap_err()
        .to_string();
    assert!(error.contains("write c5-e5 or b3-b5"), "{error}");
}

#[test]
fn nothing_answers_for_a_board_of_another_size() {
    let large: Board = "20x20".parse().unwrap();
    let small: SmallBoard = "5x7".parse().unwrap();
    let jump = large.parse_move("j10-l10").unwrap()[0];
    let mut position = large.full();
    assert!(!position.allows(jump));
    position.remove(jump.to());
    assert!(position.allows(jump) && small.bits(&position).is_err());
    assert!(
        small.bits(&Hole::new(35).unwrap().into()).is_err(),
        "more holes than the board has"
    );
    assert_eq!(small.bits(&small.full().into()).unwrap(), small.full());
    let half_turn = &large.symmetries()[2];
    let calls: [&(dyn Fn() + std::panic::RefUnwindSafe); 8] = [
        &|| _ = jump.mask(),
        &|| _ = jump.is_legal(Bitboard::EMPTY),
        &|| _ = jump.play(Bitboard::EMPTY),
        &|| _ = jump.to().bit(),
        &|| _ = Bitboard::EMPTY.has(jump.to()),
        &|| _ = half_turn.apply(Bitboard(1)),
        &|| drop(small.picture(large.full())),
        &|| drop(small.digits(Bitboard(u64::MAX))),
    ];
    for (number, call) in calls.iter().enumerate() {
        assert!(
            std::panic::catch_unwind(call).is_err(),
            "call {number} answers"
        );
    }
    let solution = Solution::parse(small.as_board(), small.central_vacancy(), "c2-c4").unwrap();
    assert!(solution.image(half_turn).is_none());
    let tiny: Board = "4x4".parse().unwrap();
    let error = Solution::new(&tiny, small.central_vacancy(), Vec::new()).unwrap_err();
    assert!(
        matches!(error, SolutionError::Start(Error::OutsideBoard { .. })),
        "{error}"
    );
    // Its holes are numbered 2, 3 and 4, which do not lie in a line on the tiny board.
    for name in ["c1-e1", "c5-e5"] {
        let error = Solution::new(&tiny, tiny.full(), small.parse_move(name).unwrap());
        assert_eq!(
            error,
            Err(SolutionError::OtherBoard {
                number: 1,
                board: tiny.clone()
            })
        );
    }
    // What is outside of a board stays so.
    let outside = Bitboard(1 << 40);
    assert_eq!(small.complement(small.complement(outside)), outside);
}
