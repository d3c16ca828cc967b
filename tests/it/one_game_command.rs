//! `pegfont one-game`: what it writes, and the game that is kept in a file.

use crate::plain::replayed;
use crate::running::{pegfont, refused};
use std::path::Path;
use std::process::{Command, Output};

use peg_solitaire::board::Board;
use peg_solitaire::game::Game;
use peg_solitaire::solution::Solution;
use pegfont_type::font::Font;

/// Runs the program in a folder.
fn succeeds(folder: &Path, arguments: &[&str]) -> Output {
    let run = pegfont(folder, arguments);
    assert!(
        run.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&run.stderr)
    );
    run
}

#[test]
fn a_game_that_was_saved_plays_again_without_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let one = [
        "one-game", "HI", "-o", "one.svg", "-o", "hi.game", "--format", "svg",
    ];
    let run = succeeds(folder.path(), &one);
    let said = String::from_utf8(run.stdout).unwrap();
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(said.starts_with("hi.game: "), "{said}");
    succeeds(folder.path(), &["render", "hi.game", "-o", "again.svg"]);
    let read = |name: &str| std::fs::read(path(name)).unwrap();
    assert!(read("one.svg") == read("again.svg"));

    // A jump that is missing leaves another end.
    let game = String::from_utf8(read("hi.game")).unwrap();
    let start = game.find("solution = [\n").unwrap() + "solution = [\n".len();
    let first = game[start..].lines().next().unwrap();
    std::fs::write(
        path("wrong.game"),
        game.replacen(&format!("{first}\n"), "", 1),
    )
    .unwrap();
    let run = pegfont(folder.path(), &["render", "wrong.game", "-o", "wrong.svg"]);
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(
        said.starts_with("error: wrong.game:") && said.contains("can't be played"),
        "{said}"
    );
    assert!(!path("wrong.svg").exists());
}

#[test]
fn a_board_fills_a_picture_of_given_width_and_height_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let board = |options: &[&str]| {
        let game = ["one-game", "HI YOU", "-o", "a.game", "-o", "a.svg"];
        succeeds(folder.path(), &[&game, options].concat());
        let game = std::fs::read_to_string(folder.path().join("a.game")).unwrap();
        let board = Game::parse(&game)
            .unwrap()
            .solution()
            .unwrap()
            .board()
            .clone();
        (board.columns(), board.rows())
    };

    for (size, width, height) in [("200x300", 200.0, 300.0), ("400x200", 400.0, 200.0)] {
        let (columns, rows) = board(&["--size", size]);
        let shape = columns as f64 / rows as f64;
        let unlike = shape / (width / height);
        assert!((0.85..1.15).contains(&unlike), "{size}: {columns}x{rows}");
    }

    // A width alone decides nothing.
    assert_eq!(board(&["--size", "400"]), board(&[]));

    // Who breaks the lines decides how the board lies around them.
    let one_line = board(&["--wrap", "6"]);
    let two_lines = board(&["--wrap", "3"]);
    assert!(one_line.0 > two_lines.0 && one_line.1 < two_lines.1);
}

#[test]
fn a_text_or_a_picture_is_left_on_a_board_of_any_shape() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let heart = include_str!("../../boards/heart.txt");
    let row = |y: usize| " ".repeat(y.abs_diff(6)) + &"# ".repeat(13 - y.abs_diff(6));
    let hexagon = (0..13).map(row).collect::<Vec<_>>().join("\n");
    file("heart.txt", heart);
    file("hexagon.txt", &format!("triangular\n{hexagon}"));
    let mut picture = image::GrayImage::from_pixel(3, 3, image::Luma([0]));
    picture.put_pixel(1, 1, image::Luma([255]));
    picture.save(folder.path().join("ring.png")).unwrap();
    for (what, board, holes, left) in [
        ("HI", "heart.txt", 193, None),
        ("A", "hexagon.txt", 127, None),
        ("I", "triangle171", 171, None),
        ("ring.png", "heart.txt", 193, Some(8)),
    ] {
        let one = [
            "one-game", what, "--board", board, "-o", "one.game", "-o", "one.svg",
        ];
        succeeds(folder.path(), &one);
        let game = std::fs::read_to_string(folder.path().join("one.game")).unwrap();
        let game = Game::parse(&game).unwrap();
        let solution = game.solution().unwrap();
        assert_eq!(solution.board().holes(), holes, "{what} on {board}");
        assert_eq!(solution.start().count(), holes - 1);
        let designs = Font::builtin().unwrap().designs();
        let of_text = || {
            what.chars()
                .map(|one| designs.ideal(one).unwrap().count())
                .sum()
        };
        assert_eq!(
            solution.end().count(),
            left.unwrap_or_else(of_text),
            "{what} on {board}"
        );
    }
}

#[test]
fn the_nearest_game_to_a_picture_that_cannot_be_left_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let chequers = |x: u32, y: u32| image::Luma([if (x + y).is_multiple_of(2) { 255 } else { 0 }]);
    let picture = image::GrayImage::from_fn(9, 9, chequers);
    picture.save(folder.path().join("board.png")).unwrap();
    let said = refused(folder.path(), &["one-game", "board.png", "--effort", "2"]);
    assert!(
        said.contains("--effort 2; pegfont render output/board-nearest.game shows "),
        "{said}"
    );
    assert!(
        said.ends_with(" takes it; give more --effort, or try a smaller --grid 6x6\n"),
        "{said}"
    );
    let game = std::fs::read_to_string(folder.path().join("output/board-nearest.game")).unwrap();
    let end = Game::parse(&game).unwrap().solution().unwrap().end();
    let holes = said
        .split("with ")
        .last()
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert!(end.count().abs_diff(40) <= holes.parse().unwrap(), "{said}");
}

#[test]
fn a_kept_game_prints_its_moves_and_what_is_known_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let one = ["one-game", "HI", "-o", "hi.game"];
    let said = text(succeeds(folder.path(), &one).stderr);
    let file = std::fs::read_to_string(folder.path().join("hi.game")).unwrap();
    let start = file
        .split("start = \"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let end: Vec<&str> = file
        .split("\"\"\"")
        .nth(1)
        .unwrap()
        .split_whitespace()
        .collect();

    let moves = text(succeeds(folder.path(), &["puzzle", "hi.game", "--solution"]).stdout);
    let board: Board = "16x13".parse().unwrap();
    let mut full = board.full();
    full.remove(
        board
            .each_hole()
            .find(|&hole| board.hole_name(hole) == start)
            .unwrap(),
    );
    let solution = Solution::parse(&board, full, &moves).unwrap();
    assert_eq!(replayed(&solution), end.join("\n"));
    let count = moves.split_whitespace().count();
    assert!(
        said.contains(&format!("one at a time, in {count} moves")),
        "{said}"
    );

    let json = text(
        succeeds(
            folder.path(),
            &["puzzle", "hi.game", "--solution", "--json"],
        )
        .stdout,
    );
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let json = &json["puzzles"][0];
    assert_eq!(
        (&json["board"], &json["moves"]),
        (&"16x13".into(), &count.into())
    );
    assert_eq!(json["target"], end.join("/"));
    let jumps = json["jumps"].as_array().unwrap().len();

    let known = text(succeeds(folder.path(), &["puzzle", "hi.game"]).stdout);
    assert!(known.starts_with(&end.join("\n")), "{known}");
    let row = known.lines().find(|line| line.starts_with("HI ")).unwrap();
    let pegs = end.join("").matches('#').count();
    let row: Vec<String> = row.split_whitespace().map(str::to_owned).collect();
    assert_eq!(
        row[1..4],
        [pegs, jumps, count].map(|number| number.to_string())
    );
    assert_eq!(jumps, 16 * 13 - 1 - pegs);
    assert!(known.contains("Other games are not counted"), "{known}");
    let refused = pegfont(
        folder.path(),
        &["puzzle", "hi.game", "--solution=fewest-moves"],
    );
    assert!(text(refused.stderr).contains("leave out fewest-moves"));
}

#[test]
#[ignore = "needs gifsicle, and zbarimg (Debian: zbar-tools)"]
fn a_qr_code_can_be_read_from_the_pegs_that_are_left() {
    let folder = tempfile::tempdir().unwrap();
    let run = |program: &str, arguments: &[&str]| {
        let run = Command::new(program)
            .args(arguments)
            .current_dir(folder.path())
            .output();
        let run = run.unwrap_or_else(|error| panic!("{program}: {error}"));
        assert!(
            run.status.success(),
            "{program}: {}",
            String::from_utf8_lossy(&run.stderr)
        );
        String::from_utf8(run.stdout).unwrap()
    };
    for (name, says) in [
        ("qr", "PEG SOLITAIRE\n"),
        ("qr-dense", "https://crates.io\n"),
    ] {
        let code = format!("{}/tests/data/{name}.png", env!("CARGO_MANIFEST_DIR"));
        let film = ["one-game", &code, "-o", "a.gif", "-o", "a.game"];
        let said = String::from_utf8(succeeds(folder.path(), &film).stderr).unwrap();
        assert!(said.starts_with("a QR code: "), "{said}");
        run(
            "gifsicle",
            &["--unoptimize", "a.gif", "#-1", "-o", "last.gif"],
        );
        succeeds(
            folder.path(),
            &["render", "a.game", "--size", "150", "-o", "small.png"],
        );
        for picture in ["last.gif", "small.png"] {
            assert_eq!(
                run("zbarimg", &["-q", "--raw", picture]),
                says,
                "{name}: {picture}"
            );
        }
    }
}

#[test]
fn a_storyboard_of_a_large_game_has_few_boards_and_captions_name_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let one = ["one-game", "HI", "-o", "hi.game"];
    succeeds(folder.path(), &one);
    let game = ["render", "hi.game", "--captions", "-o", "-"];
    let shown = |more: &[&str]| {
        let run = succeeds(folder.path(), &[&game[..], more].concat());
        String::from_utf8(run.stdout).unwrap()
    };
    for (option, boards) in [("--storyboard", 6), ("--storyboard=9", 9)] {
        // The start, and the end alone.
        assert_eq!(shown(&[option]).matches("round ").count() + 2, boards);
    }
    let at = shown(&["--at", "12"]);
    assert_eq!(at.lines().last().unwrap().trim(), "round 12");
    let run = pegfont(folder.path(), &[&game[..], &["--at", "1000"]].concat());
    assert_eq!(run.status.code(), Some(2));
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(
        said.starts_with("error: --at: there is no step 1000: give 0 to "),
        "{said}"
    );
    let at = shown(&["--at", "1", "--order", "sequence"]);
    assert!(at.lines().last().unwrap().contains('-'), "{at}");
}

#[test]
#[ignore = "needs python3, 3.11 or newer"]
fn a_checker_that_shares_nothing_with_pegfont_replays_games() {
    let folder = tempfile::tempdir().unwrap();
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/check_game.py");
    let check = |file: &str| {
        let mut command = Command::new("python3");
        command
            .arg(checker)
            .arg(folder.path().join(file))
            .output()
            .unwrap()
    };
    for text in ["HI", "HELLO\\nWORLD", "fin."] {
        succeeds(folder.path(), &["one-game", text, "-o", "one.game"]);
        let checked = check("one.game");
        assert!(
            checked.status.success(),
            "{}",
            String::from_utf8_lossy(&checked.stderr)
        );
    }
    let game = std::fs::read_to_string(folder.path().join("one.game")).unwrap();
    std::fs::write(folder.path().join("wrong.game"), game.replacen('#', ".", 1)).unwrap();
    assert_eq!(check("wrong.game").status.code(), Some(1));
}
