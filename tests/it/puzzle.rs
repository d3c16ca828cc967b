//! `pegfont puzzle` and `pegfont sheet` as a user runs them: tables, JSON, sheets, and the messages
//! about unreachable goals.
use crate::running::{pegfont, printed, refused};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use peg_solitaire::board::SmallBoard;
use peg_solitaire::solution::{Grade, Solution};
use pegfont_type::font::{Font, of_day};
use serde_json::Value;

const HERE: &str = ".";

/// What `puzzle` prints.
fn puzzle(arguments: &[&str]) -> String {
    printed(Path::new(HERE), &[&["puzzle"], arguments].concat())
}

/// The puzzles that `puzzle --json` prints.
fn puzzles(arguments: &[&str]) -> Vec<Value> {
    let answer: Value = serde_json::from_str(&puzzle(&[arguments, &["--json"]].concat())).unwrap();
    answer["puzzles"].as_array().unwrap().clone()
}

/// The pages that `sheet` writes as SVG, and what it says.
fn sheet(arguments: &[&str]) -> (Vec<String>, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = pegfont(
        folder.path(),
        &[&["sheet", "-o", "sheet.svg"], arguments].concat(),
    );
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{arguments:?}: {said}");
    (pages_in(folder.path()), said)
}

/// The SVG files of a folder, in the order of their numbers.
fn pages_in(folder: &Path) -> Vec<String> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "svg"));
    paths.sort_by_key(|path| (path.to_str().unwrap().len(), path.clone()));
    paths
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect()
}

/// The pages of a list of names.
fn sheet_of_names(names: &str, arguments: &[&str]) -> (Vec<String>, String) {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("names.txt");
    fs::write(&list, names).unwrap();
    sheet(&[&["--names", list.to_str().unwrap()], arguments].concat())
}

/// The words of an SVG file, in order.
pub fn words_of(page: &str) -> Vec<&str> {
    let texts = page.split("<text").skip(1);
    texts
        .map(|text| text.split(['>', '<']).nth(1).unwrap())
        .collect()
}

#[test]
fn the_json_of_a_puzzle_agrees_with_its_solution() {
    let answer = puzzles(&["AEW"]);
    assert_eq!(answer.len(), 3);
    let board: SmallBoard = "5x7".parse().unwrap();
    for puzzle in &answer {
        let position = |key: &str| board.parse_pattern(puzzle[key].as_str().unwrap()).unwrap();
        let moves = puzzle["solution"].as_str().unwrap();
        let solution = Solution::parse(board.as_board(), position("start"), moves).unwrap();
        assert_eq!(solution.end(), position("target").into());
        assert_eq!(
            solution.moves().count() as u64,
            puzzle["fewest_moves"].as_u64().unwrap()
        );
        assert_eq!(
            solution.jumps().len(),
            puzzle["jumps"].as_array().unwrap().len()
        );
        let widths = puzzle["by_pegs"].as_array().unwrap();
        let sum: u64 = widths
            .iter()
            .map(|width| width["positions"].as_u64().unwrap())
            .sum();
        assert_eq!(puzzle["positions"].as_u64().unwrap(), sum);
        let effort = puzzle["bits"].as_f64().unwrap() + puzzle["forks_met"].as_f64().unwrap();
        assert_eq!(puzzle["effort"], effort);
    }
    let corner = &puzzles(&["any", "--board", "triangle15", "--start", "1"])[0];
    assert_eq!(
        (&corner["pegs"], corner["jumps"].as_array().unwrap().len()),
        (&1.into(), 13)
    );
}

#[test]
fn a_puzzle_can_begin_a_few_jumps_before_its_end() {
    for puzzle in puzzles(&["AL", "--jumps-left", "5"]) {
        assert_eq!(puzzle["jumps"].as_array().unwrap().len(), 5);
        assert_eq!(puzzle["grade"], "easy");
    }
    // A goal that the font doesn't have, and a pattern with a single jump.
    let dash = "#####/#####/##.##/##.##/#####/#####/#####";
    let jumps = |arguments: &[&str]| puzzles(arguments)[0]["jumps"].as_array().unwrap().len();
    // Any last peg wins, not only that of the solution whose last jumps these are.
    for (board, start, left, solutions, moves, chance) in [
        ("english", "d4", "3", "2", 2, 0.125),
        ("triangle15", "a1", "8", "265", 5, 0.05),
        ("triangle21", "a2", "5", "38", 2, 0.225),
    ] {
        let arguments = [
            "any",
            "--board",
            board,
            "--start",
            start,
            "--jumps-left",
            left,
        ];
        let puzzle = &puzzles(&arguments)[0];
        assert_eq!(
            puzzle["jumps"].as_array().unwrap().len(),
            left.parse::<usize>().unwrap()
        );
        assert_eq!(
            (&puzzle["solutions"], &puzzle["fewest_moves"]),
            (&solutions.into(), &moves.into())
        );
        assert!(
            (puzzle["probability"].as_f64().unwrap() - chance).abs() < 5e-4,
            "{puzzle}"
        );
    }
    assert_eq!(jumps(&[dash, "--jumps-left", "1", "--start", "c2"]), 1);
    let hints = puzzle(&["A", "--hints", "--jumps-left", "2", "--json"]);
    let answer: Value = serde_json::from_str(&hints).unwrap();
    assert_eq!(
        answer["position"].to_string().matches('#').count(),
        18 + 2,
        "{answer}"
    );
}

#[test]
fn the_solution_that_is_asked_for_is_printed() {
    let solution = |how: &str| puzzle(&["A", how]).trim_end().to_owned();
    let moves = |text: &str| text.split_whitespace().count();
    let own = solution("--solution");
    assert_eq!(
        own,
        Font::builtin()
            .unwrap()
            .get('A')
            .unwrap()
            .solution
            .to_string()
    );
    assert_eq!(solution("--solution=fewest-moves"), own);
    // Without a font, the solver's has more moves.
    let triangle = |how: &str| puzzle(&["any", "--board", "triangle15", how]);
    assert!(moves(&triangle("--solution")) > moves(&triangle("--solution=fewest-moves")));
    let several = puzzle(&["EA", "--solution"]);
    assert!(
        several.starts_with("E: ") && several.ends_with(&format!("\nA: {own}\n")),
        "{several}"
    );
    // Without a font on its board, with the keys of every puzzle.
    let pattern = "####/##.#/#..#/###.";
    let answer = &puzzles(&["--board", "4x4", "--start", "b2", pattern, "--solution"])[0];
    assert_eq!(
        (&answer["target"], &answer["grade"]),
        (&pattern.into(), &Value::Null)
    );
    let board: SmallBoard = "4x4".parse().unwrap();
    let start = board
        .bits(&board.as_board().parse_start("b2").unwrap())
        .unwrap();
    let solution = Solution::parse(
        board.as_board(),
        start,
        answer["solution"].as_str().unwrap(),
    )
    .unwrap();
    assert_eq!(board.picture_line(solution.end()), pattern);
}

#[test]
#[ignore = "needs pdftotext (Debian: poppler-utils)"]
fn a_sheet_in_pdf_has_its_puzzles_solutions_and_names_as_words() {
    let folder = tempfile::tempdir().unwrap();
    let words = |arguments: &[&str]| {
        printed(
            folder.path(),
            &[&["sheet", "-o", "s.pdf"], arguments].concat(),
        );
        let mut run = Command::new("pdftotext");
        let run = run
            .args(["-layout", "s.pdf", "-"])
            .current_dir(folder.path())
            .output();
        String::from_utf8(run.expect("pdftotext runs").stdout).unwrap()
    };
    let text = words(&["AEW", "--solutions"]);
    assert_eq!(
        text.matches('\u{c}').count(),
        2,
        "a page of puzzles and one of solutions"
    );
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for letter in ["A", "E", "W"] {
        // Jump by jump.
        let solution = puzzle(&[letter, "--solution"]);
        let moves = solution
            .split_whitespace()
            .map(|holes| holes.split('-').collect::<Vec<_>>());
        let jumps =
            moves.flat_map(|holes| holes.windows(2).map(|it| it.join("-")).collect::<Vec<_>>());
        assert!(
            text.contains(&jumps.collect::<Vec<_>>().join(" ")),
            "{text}"
        );
    }
    // Names in Latin, Greek and Cyrillic letters with their marks.
    let names = ["Anna Łódź", "Ελένη", "Мария", "Hạnh", "İbrahim"];
    fs::write(folder.path().join("names.txt"), names.join("\n")).unwrap();
    let title = "– ‘€’";
    let text = words(&["--names", "names.txt", "--title", title]);
    for name in names.iter().chain(&[title]) {
        assert!(text.contains(name), "{name}: {text}");
    }
}

/// The pegs that a page names to a screen reader after this word, for each board.
fn said<'p>(page: &'p str, word: &str) -> Vec<Vec<&'p str>> {
    let before = format!("aria-label=\"{word}: ");
    let said = page.split(&before).skip(1);
    said.map(|rest| rest.split('"').next().unwrap().split(' ').collect())
        .collect()
}

/// Plays jumps as the rules of a square board say, on names of holes such as `c2`. Shares nothing
/// with the program.
fn played<'h>(start: &[&'h str], solution: &'h str) -> Vec<String> {
    let place = |hole: &str| (hole.as_bytes()[0] - b'a', hole[1..].parse::<u8>().unwrap());
    let mut pegs: std::collections::BTreeSet<(u8, u8)> = start.iter().map(|it| place(it)).collect();
    for chain in solution.split(' ') {
        let holes: Vec<(u8, u8)> = chain.split('-').map(place).collect();
        for jump in holes.windows(2) {
            let [(a, b), (c, d)] = [jump[0], jump[1]];
            assert!(
                matches!((a.abs_diff(c), b.abs_diff(d)), (0, 2) | (2, 0)),
                "{chain}"
            );
            let over = (u8::midpoint(a, c), u8::midpoint(b, d));
            assert!(
                pegs.remove(&(a, b)) && pegs.remove(&over) && pegs.insert((c, d)),
                "{chain}"
            );
        }
    }
    let mut left: Vec<(u8, u8)> = pegs
        .into_iter()
        .map(|(column, row)| (row, column))
        .collect();
    left.sort_unstable();
    left.iter()
        .map(|&(row, column)| format!("{}{row}", char::from(b'a' + column)))
        .collect()
}

#[test]
fn every_puzzle_of_a_sheet_is_solved_by_the_printed_jumps_and_comes_again_elsewhere() {
    let names = "José María\nAnna\n";
    for arguments in [
        &["--levels", "3,6,9"][..],
        &["--jumps-left", "4", "--seed", "7"],
        &["--levels", "1,12", "--per-page", "9"],
    ] {
        let (pages, _) = sheet_of_names(names, &[arguments, &["--solutions"]].concat());
        let (sheets, solutions): (Vec<_>, Vec<_>) = pages
            .iter()
            .partition(|page| !words_of(page).contains(&"Solutions"));
        let all = |word: &str| {
            sheets
                .iter()
                .flat_map(|page| said(page, word))
                .collect::<Vec<_>>()
        };
        let (starts, goals) = (all("Start"), all("Goal"));
        let levels = arguments[1].split(',').count();
        assert_eq!((starts.len(), goals.len()), (levels * 13, levels * 13));
        let lines = solutions.iter().flat_map(|page| words_of(page));
        let jumps = lines.filter(|line| line.contains('-') && !line.contains(':'));
        // Long solutions have several lines.
        let mut jumps = jumps.peekable();
        for (start, goal) in starts.iter().zip(&goals) {
            let mut solution = jumps.next().unwrap().to_owned();
            let count = start.len() - goal.len();
            let of = |text: &str| text.matches('-').count();
            while of(&solution) < count {
                solution = format!("{solution} {}", jumps.next().unwrap());
            }
            assert_eq!(played(start, &solution), *goal, "{solution}");
        }
        assert!(jumps.next().is_none());
        // The two letters a of a name, and the two letters n.
        for word in 0..levels {
            assert_ne!(starts[9 * word + 5], starts[9 * word + 8]);
            assert_ne!(
                starts[9 * levels + 4 * word + 1],
                starts[9 * levels + 4 * word + 2]
            );
        }
    }
    let set = |seed: &str| sheet(&["ADA", "--jumps-left", "5", "--seed", seed]).0;
    assert!(set("1") == set("1") && set("1") != set("2"));
}

#[test]
fn each_level_has_a_grade_of_its_own() {
    let grades = |text: &str, arguments: &[&str]| {
        let (pages, _) = sheet(&[&[text], arguments].concat());
        let words: Vec<String> = pages
            .iter()
            .flat_map(|page| words_of(page))
            .map(str::to_owned)
            .collect();
        let grades = ["gentle", "easy", "fair", "hard", "fiendish"];
        words
            .into_iter()
            .filter(|word| grades.contains(&&**word))
            .collect::<Vec<_>>()
    };
    for text in ["A", "R", "S"] {
        assert_eq!(
            grades(text, &["--levels", "3,6,9"]),
            ["gentle", "easy", "fair"],
            "{text}"
        );
    }
    assert_eq!(grades("ELK", &[]), ["fair", "hard", "fiendish"]);
}

#[test]
fn a_sheet_speaks_the_language_that_is_asked_for() {
    for (code, _) in pegfont_film::sheet::LANGUAGES {
        let arguments = ["PEG", "--language", code, "--levels", "5", "--solutions"];
        let (pages, _) = sheet(&arguments);
        // Its typeface has all characters.
        let folder = tempfile::tempdir().unwrap();
        printed(
            folder.path(),
            &[&["sheet", "-o", "a.pdf"], &arguments[..]].concat(),
        );
        for page in &pages {
            assert!(page.contains(&format!(" xml:lang=\"{code}\"")), "{code}");
            assert!(!page.contains('{') && !page.contains('}'), "{code}: {page}");
            let english = ["Goal", "Page 1 of", "peg", "jump", "board"];
            let is_english = |word: &&str| english.iter().any(|it| word.contains(it));
            assert!(
                *code == "en" || !words_of(page).iter().any(is_english),
                "{code}: {page}"
            );
        }
    }
    let (german, _) = sheet(&["PEG", "--language", "de", "--jumps-left", "5"]);
    let words = words_of(&german[0]).join(" ");
    assert!(
        words.contains("Nie schräg.") && words.contains("Sprünge: 5"),
        "{words}"
    );
}

#[test]
fn a_list_can_have_thousands_of_names() {
    let names: String = (0..1_200).map(|number| format!("A{number}\n")).collect();
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("names.csv"),
        format!("Name,Class\n{names}"),
    )
    .unwrap();
    let list = [
        "sheet",
        "--names",
        "names.csv",
        "--jumps-left",
        "3",
        "--per-page",
        "9",
    ];
    let said = printed(folder.path(), &[&list[..], &["-o", "s.pdf"]].concat());
    assert!(said.starts_with("s.pdf: 1,200 names, "), "{said}");
}

#[test]
fn a_sheet_has_one_svg_or_png_per_page_and_each_start_beside_its_goal() {
    let boards = |page: &str| [said(page, "Start").len(), said(page, "Goal").len()];
    let (pages, _) = sheet(&["AEW", "--paper", "letter"]);
    let [page] = &pages[..] else {
        panic!("{} pages", pages.len())
    };
    assert_eq!(boards(page), [3, 3]);
    assert_eq!(
        [">Start · Pegs: 34<", ">Goal · Pegs: "].map(|it| page.matches(it).count()),
        [3, 3]
    );
    for words in [
        "Peg solitaire puzzles",
        ">A<",
        ">E<",
        ">W<",
        ">Jumps: 16<",
        "Never diagonally",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    // As many lines as jumps, and nothing gives the solutions away.
    assert!(page.contains(">16</text>") && !page.contains(">c2-c4"));
    assert_eq!(boards(&sheet(&["AEW", "--jumps-left", "5"]).0[0]), [3, 3]);
    // Whole games begin alike, so a letter that comes twice has one.
    assert_eq!(boards(&sheet(&["HELLO"]).0[0]), [4, 4]);
    // Larger words, and fewer puzzles.
    let (pages, _) = sheet(&["ABC", "--jumps-left", "3", "--large-print"]);
    assert_eq!(pages.len(), 3);
    assert!(pages[0].contains(" scale(1.7)") && pages[0].contains("viewBox=\"0 0 595 842\""));
    let more = [
        "--solutions",
        "--per-page",
        "2",
        "--title",
        "Ada & Bob</svg>\u{fffe}",
    ];
    let (pages, said) = sheet(&[&["AEW"], &more[..]].concat());
    let [first, second, solutions] = &pages[..] else {
        panic!("{} pages", pages.len())
    };
    assert!(said.contains("page 3 of 3"), "{said}");
    let title = ">Ada &amp; Bob&lt;/svg&gt;\u{fffd}<";
    assert!(first.contains(title) && second.contains(title));
    assert_eq!([boards(first), boards(second)], [[2, 2], [1, 1]]);
    assert!(solutions.contains("Solutions"));
    let folder = tempfile::tempdir().unwrap();
    let title = "Œuvre Šárka – ‘’“”€ Łukasz Żółć, İbrahim Ğ, Ngọc Ḅ, Ελένη, Ёжик Ї";
    printed(
        folder.path(),
        &[
            "sheet",
            "AEW",
            "--per-page",
            "2",
            "-o",
            "s.png",
            "--title",
            title,
        ],
    );
    let size = |name: &str| image::image_dimensions(folder.path().join(name)).unwrap();
    assert_eq!([size("s.png"), size("s-2.png")], [(1190, 1684); 2]);
}

#[test]
fn a_list_of_names_has_pages_for_each_with_every_letter_as_often_as_it_occurs() {
    let list = "\u{feff}Anna\n\n  Jean-Luc \r\nΕλένη\n";
    let (pages, _) = sheet_of_names(list, &["--per-page", "9"]);
    let letters = |page: &str| {
        let words = words_of(page);
        assert!(!words.contains(&"Name:"), "{words:?}");
        // The name of each puzzle is before its jumps, or before its start with the names of columns
        // and rows if that is between them.
        let jumps = (0..words.len()).filter(|&at| words[at].starts_with("Jumps: "));
        let name = |at: usize| {
            let is_beside = words[at - 1].starts_with("Start");
            let before = if is_beside { 1 + 5 + 7 + 1 } else { 1 };
            words[at - before]
        };
        jumps.map(name).collect::<String>()
    };
    let mut played: Vec<(String, String)> = Vec::new();
    for page in &pages {
        let name = words_of(page)[0]
            .strip_suffix(" · Peg solitaire puzzles")
            .unwrap();
        match played.last_mut() {
            Some((last, word)) if last == name => word.push_str(&letters(page)),
            _ => played.push((name.to_owned(), letters(page))),
        }
    }
    let expected = [
        ("Anna", "Anna"),
        ("Jean-Luc", "JeanLuc"),
        ("Ελένη", "Ελένη"),
    ];
    assert_eq!(
        played,
        expected.map(|(name, word)| (name.to_owned(), word.to_owned()))
    );
    let last = format!("Page {0} of {0}", pages.len());
    assert!(words_of(&pages[pages.len() - 1]).contains(&&*last));
    // A mark that no game leaves is not played.
    let (pages, said) = sheet_of_names("Hạnh\n", &[]);
    assert!(said.contains("its board shows a"), "{said}");
    assert!(words_of(&pages[0]).contains(&"Hạnh"));
    for list in [
        "Ada\rEve\r",
        "Ada\u{2028}E\u{ad}ve\u{200b}\n",
        "Ada\t7b\nEve\t7c\n",
        "Name;Class\n\n\"Ada\" ;7b\n\"Eve\";7c;\"a \"\"note\"\";\"\n",
    ] {
        let (pages, _) = sheet_of_names(list, &[]);
        let names = pages
            .iter()
            .map(|page| words_of(page)[0].split(' ').next().unwrap());
        assert_eq!(names.collect::<Vec<_>>(), ["Ada", "Eve"], "{list:?}");
    }
    let commas = "Lovelace, Ada\nHopper, Grace\n";
    let (pages, _) = sheet_of_names(commas, &["--per-page", "36"]);
    let first: Vec<&str> = pages.iter().map(|page| words_of(page)[0]).collect();
    assert!(first[0].starts_with("Lovelace, Ada"), "{first:?}");
    assert!(
        first[first.len() - 1].starts_with("Hopper, Grace"),
        "{first:?}"
    );
}

#[test]
fn the_rules_and_the_way_of_writing_jumps_are_those_of_the_board() {
    let words = |arguments: &[&str]| {
        let (pages, _) = sheet(&[arguments, &["--solutions"]].concat());
        pages
            .iter()
            .map(|page| words_of(page).join(" "))
            .collect::<String>()
    };
    let square = words(&["A"]);
    assert!(
        square.contains("Never diagonally. Never over two pegs, or over none."),
        "{square}"
    );
    assert!(
        square.contains("a1-c1: the peg in hole a1 jumps into hole c1."),
        "{square}"
    );
    assert!(
        square.contains("Any other jumps that leave the goal are right"),
        "{square}"
    );
    let triangle = words(&["any", "--board", "triangle15", "--start", "a1"]);
    assert!(
        !triangle.contains("diagonally") && triangle.contains("grey pegs"),
        "{triangle}"
    );
}

#[test]
fn every_day_has_a_puzzle_of_its_grade_and_each_character_comes_before_any_comes_again() {
    let font = Font::builtin().unwrap();
    for weekday in 0..7 {
        // 5 January 1970 was a Monday.
        let of = |week: u32| of_day(font, 4 + 7 * week + weekday).unwrap();
        let all: BTreeSet<_> = (0..200).map(of).collect();
        assert!(
            all.len() >= 7,
            "weekday {weekday} has {} characters",
            all.len()
        );
        for first in [0, 3_000] {
            let some = (first..first + all.len() as u32).map(of);
            assert_eq!(some.collect::<BTreeSet<_>>(), all, "weekday {weekday}");
        }
        for (character, before) in all {
            let grade = font.get(character).unwrap().figures.unwrap().grade();
            let is_right = match weekday {
                0..=2 => true,
                3 => grade <= Grade::Fair,
                4..=5 => grade == Grade::Hard,
                _ => grade == Grade::Fiendish,
            };
            let few = [6, 8, 10].get(weekday as usize).copied();
            assert!(is_right && before == few, "{character} on {weekday}");
        }
    }
}

#[test]
fn solutions_go_to_a_file_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = ["sheet", "AB", "-o", "s.pdf"];
    printed(
        folder.path(),
        &[&sheet[..], &["--solutions=t.svg"]].concat(),
    );
    assert!(
        fs::read(folder.path().join("s.pdf"))
            .unwrap()
            .starts_with(b"%PDF")
    );
    let words = fs::read_to_string(folder.path().join("t.svg")).unwrap();
    assert!(words_of(&words).contains(&"Solutions"), "{words}");
    let said = refused(
        folder.path(),
        &[&sheet[..], &["--solutions=s.pdf"]].concat(),
    );
    assert!(said.contains("s.pdf is the same file as s.pdf"), "{said}");
}

#[test]
fn what_a_sheet_can_not_show_is_named_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let said = refused(
        folder.path(),
        &["sheet", "-o", "s.pdf", "A", "--title", "字母"],
    );
    assert!(said.contains("'字', '母'"), "{said}");
    let with_names = |names: &str| {
        fs::write(folder.path().join("names.txt"), names).unwrap();
        refused(
            folder.path(),
            &["sheet", "--names", "names.txt", "-o", "sheet.svg"],
        )
    };
    let words = with_names("Anna\n字a母\n字e\n好\n");
    assert!(words.contains("names.txt:2: "), "{words}");
    assert!(
        words.contains("no 好 (line 4), 字 (line 2), 母 (line 2): "),
        "{words}"
    );
    for names in [
        "",
        "\n \n",
        "---\n",
        "Ada;\n\"Eve;\nTom;\n",
        &"A".repeat(61),
    ] {
        assert!(
            with_names(names).starts_with("error: names.txt"),
            "{names:?}"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
