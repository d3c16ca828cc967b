//! Games, played through the library and in a real terminal (tmux).

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use peg_solitaire::board::{Board, Jump, Lattice, Position, SmallBoard};
use peg_solitaire::game::Game;
use peg_solitaire::solution::Solution;
use proptest::prelude::*;

/// A game after some jumps, some of them taken back.
fn any_game() -> impl Strategy<Value = Game> {
    let names = prop::sample::select(vec!["5x7", "english", "triangle15", "4x4", "line9"]);
    let wishes = prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8), 0..40);
    (names, wishes).prop_map(|(name, wishes)| {
        let board: SmallBoard = name.parse().unwrap();
        let mut game = Game::new(
            board.as_board(),
            board.central_vacancy(),
            [board.centre().bit()],
        )
        .unwrap();
        for (which, wish) in wishes {
            let legal: Vec<Jump> = game.board().legal_jumps(game.position()).collect();
            match wish {
                0 => {
                    game.undo();
                }
                _ if legal.is_empty() => {
                    game.undo();
                }
                _ => game.play(*which.get(&legal)).unwrap(),
            }
        }
        game
    })
}

/// The position after a game's jumps, played on a set of coordinates: a peg jumps over its
/// neighbour into the empty hole beyond, and the peg that was jumped over leaves.
fn played_by_the_rule(game: &Game) -> Position {
    let board = game.board();
    let mut pegs: BTreeSet<(i16, i16)> = game
        .start()
        .pegs()
        .filter_map(|hole| board.coordinates(hole))
        .collect();
    for jump in game.jumps() {
        let [from, to] = [jump.from(), jump.to()].map(|hole| board.coordinates(hole).unwrap());
        let (columns, rows) = (to.0 - from.0, to.1 - from.1);
        let directions: &[(i16, i16)] = match board.lattice() {
            Lattice::Square => &[(2, 0), (0, 2)],
            Lattice::Triangular => &[(2, 0), (0, 2), (2, 2)],
        };
        let straight = directions
            .iter()
            .any(|&(x, y)| (columns, rows) == (x, y) || (columns, rows) == (-x, -y));
        assert!(straight, "{from:?} to {to:?}");
        let over = (from.0 + columns / 2, from.1 + rows / 2);
        assert!(
            pegs.remove(&from) && pegs.remove(&over) && pegs.insert(to),
            "{from:?} to {to:?}"
        );
    }
    pegs.iter()
        .map(|&(x, y)| board.hole_at(x, y).expect("a hole of the board"))
        .collect()
}

proptest! {
    #[test]
    fn the_position_of_a_game_follows_from_its_jumps_by_the_rules(game in any_game()) {
        prop_assert_eq!(&played_by_the_rule(&game), game.position());
        prop_assert_eq!(&game.played().end(), game.position());
        // Taken back and made again, it is the same game.
        let mut other = game.clone();
        let undone = std::iter::repeat_with(|| other.undo()).take_while(|&it| it).count();
        prop_assert_eq!(other.position(), other.start());
        (0..undone).for_each(|_| assert!(other.redo()));
        prop_assert_eq!(other, game);
    }

    #[test]
    fn a_saved_game_is_the_same_game(game in any_game()) {
        prop_assert_eq!(Game::parse(&game.to_toml()).unwrap(), game);
    }

    #[test]
    fn a_damaged_save_is_refused_or_is_another_legal_game(game in any_game(), at: prop::sample::Index, byte in 32_u8..127) {
        let mut text = game.to_toml().into_bytes();
        let at = at.index(text.len());
        text[at] = byte;
        let text = String::from_utf8(text).unwrap();
        // An accepted change, such as another jump or another start, must be a legal game that can
        // be saved.
        if let Ok(mut read) = Game::parse(&text) {
            let again = Game::parse(&read.to_toml());
            prop_assert_eq!(again.as_ref(), Ok(&read));
            while read.redo() {}
            prop_assert_eq!(&played_by_the_rule(&read), read.position());
        }
    }
}

const FILE: &str = "pegfont_game = 1
title = \"I\"
board = \"3x3\"
start = \"b1\"
targets = [\"###/#.#/#.#\"]
solution = [
    \"b3-b1\",
]
played = \"b3-b1\"
";

#[test]
fn a_large_game_is_saved_with_the_solution_that_is_known() {
    let (board, start) = Board::from_picture(&"##.".repeat(30)).unwrap();
    let solution = Solution::parse(&board, start, "a1-c1 d1-f1").unwrap();
    let mut game = Game::of(&solution);
    game.play(board.parse_move("d1-f1").unwrap()[0]).unwrap();
    let text = game.to_toml();
    assert_eq!(Game::parse(&text).as_ref(), Ok(&game));
    let ahead = game.ahead();
    assert_eq!((ahead.start(), ahead.jumps().len()), (game.position(), 0));
    assert_eq!(ahead.solution().unwrap().to_string(), "a1-c1");
    let last = game.ending(&solution, 1).unwrap().unwrap();
    assert_eq!(
        (last.start(), last.solution()),
        (&solution.position(1), Some(&solution.last(1)))
    );
    assert_eq!(game.ending(&solution, 3), Ok(None));
    for (solution, says) in [
        (
            "a1-c1",
            "the jumps of the solution leave none of the targets",
        ),
        ("a1-c1 e1-c1", "jump 2, e1-c1, can't be played"),
    ] {
        let wrong = text.replace("\"a1-c1 d1-f1\"", &format!("{solution:?}"));
        assert_ne!(wrong, text);
        let error = Game::parse(&wrong).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}

mod terminal {
    use super::*;
    use crate::running::{PROGRAM, printed, refused};

    /// The program in a window of tmux.
    struct Window {
        socket: String,
    }

    impl Window {
        /// Runs the program in a folder.
        fn open(name: &str, size: (u16, u16), folder: &Path, arguments: &str) -> Self {
            let window = Self {
                socket: format!("pegfont-{name}-{}", std::process::id()),
            };
            let (columns, rows) = (size.0.to_string(), size.1.to_string());
            let begin = [
                "-f",
                "/dev/null",
                "new-session",
                "-d",
                "-x",
                &columns,
                "-y",
                &rows,
                "sh",
            ];
            window.tmux(&begin);
            let folder = folder.display();
            let command = format!("cd {folder}; PS1='$ '; clear; {PROGRAM} {arguments}");
            window.tmux(&["send-keys", &command, "Enter"]);
            window
        }

        /// The letter E in a window of the usual size.
        fn letter(name: &str) -> Self {
            let window = Self::open(name, (80, 24), Path::new("."), "play E");
            window.shows("34 pegs, target: 17");
            window
        }

        /// Presses keys, and waits for words, one after the other.
        fn plays(&self, script: &[(&[&str], &str)]) {
            for (keys, words) in script {
                self.press(keys);
                self.shows(words);
            }
        }

        /// Plays the first of the hints until the game is won.
        fn wins(&self) {
            let place =
                |hole: &str| -> (u8, u8) { (hole.as_bytes()[0], hole[1..].parse().unwrap()) };
            let walk = |from: &str, to: &str| {
                let ((x, y), (to_x, to_y)) = (place(from), place(to));
                let across = vec![if to_x < x { "Left" } else { "Right" }; x.abs_diff(to_x).into()];
                let down = vec![if to_y < y { "Up" } else { "Down" }; y.abs_diff(to_y).into()];
                [across, down].concat()
            };
            self.press(&["?"]);
            for jumps in 1.. {
                let screen = self.shows("+ ");
                let jump = screen
                    .split("+ ")
                    .nth(1)
                    .unwrap()
                    .split(' ')
                    .next()
                    .unwrap();
                let mut lines = screen.lines();
                let at = lines.find_map(|line| line.split_once(" of ")?.0.split("at ").nth(1));
                let (from, to) = jump.split_once('-').unwrap();
                let mut keys = walk(at.unwrap(), from);
                // After a jump, its peg may still be held.
                let is_held = screen.contains("(●)") || screen.contains("(◐)");
                if !keys.is_empty() || !is_held {
                    keys.push("Enter");
                }
                self.press(&[keys, walk(from, to), vec!["Enter"]].concat());
                if self.shows(&format!(" {jumps} jump")).contains("Solved in") {
                    break;
                }
            }
        }

        fn tmux(&self, arguments: &[&str]) -> String {
            let output = Command::new("tmux")
                .args(["-L", &self.socket])
                .args(arguments)
                .output();
            let output = output.expect("tmux runs");
            String::from_utf8(output.stdout).unwrap()
        }

        fn press(&self, keys: &[&str]) {
            self.tmux(&[&["send-keys"][..], keys].concat());
        }

        /// The process ID of the game.
        fn game(&self) -> String {
            let shell = self.tmux(&["display-message", "-p", "#{pane_pid}"]);
            let shell = shell.trim();
            let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children"));
            children
                .expect("Linux tells the children of a process")
                .trim()
                .to_owned()
        }

        /// Waits for these words, and returns the screen.
        fn shows(&self, words: &str) -> String {
            let begin = Instant::now();
            loop {
                let screen = self.tmux(&["capture-pane", "-p"]);
                if screen.contains(words) {
                    return screen;
                }
                assert!(
                    begin.elapsed() < Duration::from_secs(60),
                    "no {words:?} on\n{screen}"
                );
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }

    impl Drop for Window {
        fn drop(&mut self) {
            self.tmux(&["kill-server"]);
        }
    }

    /// The keys of the first jump of an E: c2-c4.
    const JUMP: &[&str] = &["Up", "Up", "Enter", "Down", "Down", "Enter"];

    #[test]
    #[ignore = "needs tmux"]
    fn a_solved_letter_ends_the_game_and_restores_the_terminal() {
        let window = Window::letter("solve");
        window.plays(&[(&["c"], "Still solvable, in")]);
        window.wins();
        window.plays(&[(&["q"], "Solved after")]);
        assert!(window.shows("par 10 moves").contains("17 jumps"));
        window.plays(&[(&["echo alive", "Enter"], "alive")]);
    }

    #[test]
    #[ignore = "needs tmux"]
    fn the_page_on_puzzles_shows_the_screen_of_a_game() {
        let page = include_str!("../../docs/play.md");
        let (before, _) = page
            .split_once("◌ needs a peg at the end\n")
            .expect("a legend");
        let (_, upper) = before.rsplit_once("```text\n").expect("a block");

        let window = Window::open("page", (80, 30), Path::new("."), "play A --jumps-left 5");
        let screen = window.shows("needs a peg at the end");
        let shown: Vec<&str> = screen.lines().map(str::trim).collect();
        for line in upper.lines().map(str::trim) {
            assert!(shown.contains(&line), "{line:?} is not on\n{screen}");
        }
    }

    #[test]
    #[ignore = "needs tmux"]
    fn a_terminated_game_restores_the_terminal_and_prints_its_jumps() {
        for how in ["-TERM", "-QUIT", "C-c"] {
            let window = Window::letter(&format!("end{how}"));
            window.plays(&[(JUMP, "33 pegs")]);
            if how == "C-c" {
                window.press(&[how]);
            } else {
                let killed = Command::new("kill").args([how, &window.game()]).status();
                assert!(killed.expect("kill is everywhere").success());
            }
            // The jumps played are not lost.
            let screen = window.shows("interrupted");
            let left = "Left after 1 move, 1 jump; par 10 moves, fair\nc2-c4";
            assert!(screen.contains(left), "{screen}");
            // In a terminal that was not restored this would be -echo.
            window.plays(&[
                (&["echo code $?; stty -a", "Enter"], "code 130"),
                (&[], " echo "),
            ]);
        }
    }

    #[test]
    #[ignore = "needs tmux"]
    fn the_lesson_is_won_in_its_steps_and_names_the_next() {
        let folder = tempfile::tempdir().unwrap();
        for (step, jumps) in [("", 3), ("=2", 6), ("=3", 5)] {
            let arguments = format!("play --lesson{step}");
            let name = format!("lesson{jumps}");
            let window = Window::open(&name, (80, 24), folder.path(), &arguments);
            window.shows("0 jumps");
            window.wins();
            window.plays(&[(&["q"], &format!(", {jumps} jumps"))]);
            let next = match jumps {
                3 => "play --lesson=2",
                6 => "play --lesson=3",
                _ => "Solved after",
            };
            window.shows(next);
        }
    }

    #[test]
    #[ignore = "needs tmux"]
    fn a_title_has_no_effects_on_the_screen() {
        let folder = tempfile::tempdir().unwrap();
        let game = FILE.replacen("\"I\"", "\"I\\u001b[2J\\u009b2J\\nJ\"", 1);
        std::fs::write(folder.path().join("evil.game"), game).unwrap();
        let window = Window::open("evil", (80, 24), folder.path(), "play evil.game");
        window.shows("I\\u{1b}[2J\\u{9b}2J J");
    }

    #[test]
    #[ignore = "needs tmux"]
    fn jumps_are_made_taken_back_and_made_again_by_keys_and_mouse_in_a_window_of_any_size() {
        let window = Window::letter("jump");
        window.plays(&[
            (JUMP, "1 jump, 1 move"),
            (&["u"], "0 jumps"),
            (&["r"], "1 jump,"),
            (&["n"], "34 pegs"),
            (&["Enter"], "There is no peg here."),
        ]);
        // Clicks on c2 and c4, in SGR coordinates.
        for (x, y) in [(24, 8), (24, 12)] {
            window.tmux(&[
                "send-keys",
                "-l",
                &format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"),
            ]);
        }
        window.shows("1 jump,");
        window.tmux(&["resize-window", "-x", "30", "-y", "8"]);
        window.shows("too small");
        window.tmux(&["resize-window", "-x", "200", "-y", "50"]);
        // The board is in the middle, and the words are beside it.
        let screen = window.shows("33 pegs");
        let line = screen
            .lines()
            .position(|line| line.contains("33 pegs, target: 17"));
        let (line, of_line) = (line.unwrap(), |line| screen.lines().nth(line).unwrap());
        assert!((15..20).contains(&line), "{screen}");
        let words = of_line(line).split_once("33 pegs").unwrap().0.trim_start();
        assert!(
            of_line(line).starts_with(&" ".repeat(70)) && words.len() < 45,
            "{screen}"
        );
    }

    #[test]
    #[ignore = "needs tmux"]
    fn a_saved_game_is_resumed_and_a_damaged_one_kept() {
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("output/e-2.game");
        std::fs::create_dir(save.parent().unwrap()).unwrap();
        std::fs::write(folder.path().join("output/e.game"), "").unwrap();
        let window = Window::open("save", (80, 24), folder.path(), "play E");
        window.shows("34 pegs");
        window.plays(&[
            (JUMP, "33 pegs"),
            (&["s"], "saved"),
            (&["q"], "play output/e-2.game"),
        ]);
        let before = std::fs::read_to_string(&save).unwrap();
        let again = Window::open("resume", (80, 24), folder.path(), "play output/e-2.game");
        again.shows("33 pegs");
        again.plays(&[(&["u", "s"], "saved")]);
        assert_ne!(std::fs::read_to_string(&save).unwrap(), before);
        assert_eq!(
            std::fs::read_to_string(folder.path().join("output/e.game")).unwrap(),
            ""
        );
        let damaged = "pegfont_game = 1\nboard = 4";
        std::fs::write(&save, damaged).unwrap();
        let words = refused(folder.path(), &["play", "output/e-2.game"]);
        assert!(words.contains("e-2.game:2:9"), "{words}");
        assert_eq!(std::fs::read_to_string(&save).unwrap(), damaged);
    }

    #[test]
    #[ignore = "needs tmux"]
    fn a_game_that_another_program_has_changed_is_saved_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.game");
        std::fs::write(&path, FILE).unwrap();
        let window = Window::open("changed", (80, 24), folder.path(), "play own.game");
        window.shows("1 jump,");
        let changed = FILE.replacen("\"I\"", "\"Mine\"", 1);
        std::fs::write(&path, &changed).unwrap();
        window.plays(&[
            (&["s"], "another program has changed"),
            (&["q"], "output/i.game"),
        ]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), changed);
        assert!(folder.path().join("output/i.game").is_file());
    }

    #[test]
    #[ignore = "needs tmux"]
    fn a_large_game_scrolls_and_is_advised_saved_and_resumed() {
        let folder = tempfile::tempdir().unwrap();
        printed(folder.path(), &["one-game", "HI", "-o", "hi.game"]);
        let window = Window::open("large", (60, 14), folder.path(), "play hi.game");
        let screen = window.shows("needs a peg at the end");
        assert!(
            screen.contains("0 jumps") && screen.starts_with("    c d"),
            "{screen}"
        );
        window.plays(&[
            (&["?"], "can still win"),
            (&["c"], "A solution from here is known"),
            (&["s"], "saved"),
            (&["q"], "Left before"),
        ]);
        let again = Window::open("again", (120, 40), folder.path(), "play hi.game");
        again.plays(&[(&["c"], "A solution from here is known")]);
        // A game that begins elsewhere is another game.
        let kept = std::fs::read_to_string(folder.path().join("hi.game")).unwrap();
        let other = Window::open(
            "other",
            (120, 40),
            folder.path(),
            "play hi.game --jumps-left 3",
        );
        other.shows("0 jumps");
        other.wins();
        other.plays(&[(&["s"], "saved: output/hi.game")]);
        assert_eq!(
            std::fs::read_to_string(folder.path().join("hi.game")).unwrap(),
            kept
        );
    }
}
