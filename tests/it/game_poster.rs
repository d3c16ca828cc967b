//! Posters of one game: the jumps that are printed are played again.

use std::path::Path;
use std::process::Command;

use crate::plain::replayed;
use crate::running::printed;
use peg_solitaire::board::Board;
use peg_solitaire::game::Game;
use peg_solitaire::solution::Solution;

/// The jumps of a PDF in the order in which they are printed, read by another program.
fn printed_jumps(folder: &Path, file: &str) -> Vec<String> {
    let mut run = Command::new("pdftotext");
    let run = run
        .args(["-raw", file, "-"])
        .current_dir(folder)
        .output()
        .expect("pdftotext runs");
    let text = String::from_utf8(run.stdout).expect("it is text");

    let words = text.split_whitespace().map(str::to_owned);
    words.filter(|word| is_jump(word)).collect()
}

fn is_jump(word: &str) -> bool {
    let is_hole = |name: &str| {
        let row = name.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
        row.len() < name.len() && row.parse::<usize>().is_ok()
    };
    let ends = word.split_once('-');
    ends.is_some_and(|(from, to)| is_hole(from) && is_hole(to))
}

#[test]
#[ignore = "needs pdftotext (Debian: poppler-utils)"]
fn the_jumps_on_a_poster_are_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let heart = Path::new(env!("CARGO_MANIFEST_DIR")).join("boards/heart.txt");
    let heart = heart.to_str().expect("it is text");
    let cat = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures/cat.png");
    let cat = cat.to_str().expect("it is text");
    for command in [
        &["HELLO"][..],
        &["HELLO", "--paper", "a4", "--theme", "light"],
        &["HI", "--paper", "letter", "--order", "sequence"],
        &["PEG\nSOLITAIRE", "--paper", "500x350mm", "--theme", "wood"],
        &["I", "--board", "triangle171"],
        &["HI", "--board", heart, "--theme", "contrast"],
        &[cat, "--theme", "ivory"],
    ] {
        let files = ["-o", "poster.pdf", "-o", "own.game"];
        printed(folder, &[&["one-game"], command, &files].concat());
        let file = std::fs::read_to_string(folder.join("own.game")).expect("it is there");
        let game = Game::parse(&file).expect("it is a game");
        let own = game.solution().expect("it was won");

        let jumps = printed_jumps(folder, "poster.pdf");
        assert_eq!(jumps.len(), own.jumps().len(), "{command:?}");
        let said = jumps.join(" ");
        let read = Solution::parse(own.board(), own.start().clone(), &said);
        let read = read.unwrap_or_else(|error| panic!("{command:?}: {error}"));
        assert_eq!(read.end(), own.end(), "{command:?}");
        // Another player, for rectangles, comes to the same end.
        if own.board().is_rectangle() {
            assert_eq!(replayed(&read), own.board().picture(own.end()));
        }

        // A game that was kept has the same poster.
        let look: Vec<&str> = command
            .windows(2)
            .filter(|pair| ["--paper", "--theme", "--order"].contains(&pair[0]))
            .flatten()
            .copied()
            .collect();
        printed(
            folder,
            &[&["render", "own.game"], &look[..], &["-o", "again.pdf"]].concat(),
        );
        assert_eq!(printed_jumps(folder, "again.pdf"), jumps, "{command:?}");
    }
}

#[test]
fn a_jump_of_a_poster_is_told_from_its_words() {
    let board = Board::rectangle(30, 12).expect("it is small");
    for jump in board.each_jump() {
        assert!(is_jump(&board.jump_name(jump)));
    }
    for word in ["12", "a1", "and", "one-game", "c2-c4,", "-", "a-b"] {
        assert!(!is_jump(word), "{word}");
    }
}
