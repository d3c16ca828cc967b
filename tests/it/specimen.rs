//! Posters of fonts, the list of characters, and the commands that write font files, run as a user
//! runs them.

use crate::running::{printed, refused};
use pegfont_film::drawing::svg;
use pegfont_film::render::Theme;
use pegfont_film::sheet::{LANGUAGES, Language};
use pegfont_film::specimen::{A3, WIDE, specimen};
use pegfont_type::font::Font;

#[test]
fn a_poster_has_the_alphabets_words_and_a_game_in_each_theme_and_shape() {
    let font = Font::builtin().expect("the font is whole");
    for (theme, size) in [("dark", A3), ("light", WIDE)] {
        let theme = Theme::builtin(theme).expect("it is built in");
        let svg = svg::file(&specimen(font, &theme, size).expect("it has characters"));
        let lines: Vec<&str> = svg.split("aria-label=\"").skip(1).collect();
        let has = |words: &str| lines.iter().filter(|line| line.starts_with(words)).count();
        for words in [
            "ABCDEFGHIJKLM\"",
            "NOPQRSTUVWXYZ\"",
            "abcdefghijklm\"",
            "nopqrstuvwxyz\"",
            "01234\"",
            "56789\"",
            "Grüße",
            "pegfont\"",
            "243,566,896\"",
        ] {
            assert_eq!(has(words), 1, "{words}: {svg}");
        }
        assert!(
            svg.contains(">Letters that play their games: pegfont font export -o pegfont.ttf<")
        );
        assert!(svg.contains(" boards (5x7), jumps: 16."), "{svg}");
        let [r, g, b, _] = theme.background.rgba;
        assert!(svg.contains(&format!("fill=\"#{r:02x}{g:02x}{b:02x}\"")));
    }
}

#[test]
fn a_font_of_few_characters_has_a_poster_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let few = ["font", "specimen", "--only", "A a 0", "--theme", "wood"];
    let files = [
        "-o", "few.svg", "-o", "few.png", "-o", "few.pdf", "--shape", "16:9",
    ];
    assert_eq!(
        printed(path, &[&few[..], &files].concat())
            .matches("3 characters")
            .count(),
        3
    );
    assert_eq!(
        image::image_dimensions(path.join("few.png")).expect("a PNG"),
        (2560, 1440)
    );
    let svg = std::fs::read_to_string(path.join("few.svg")).expect("it is there");
    assert!(svg.contains(">ss01<") && svg.contains(">zero<"), "{svg}");
    // No line of pegs reaches the words at the foot.
    for only in [
        "AS",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "abcdefghijklmnopqrstuvwxyzT",
    ] {
        printed(
            path,
            &["font", "specimen", "--only", only, "-o", "lines.svg"],
        );
        let svg = std::fs::read_to_string(path.join("lines.svg")).expect("it is there");
        let (rest, _) = svg.split_once(">Letters that play").expect("it has a foot");
        let foot = rest
            .rsplit(" y=\"")
            .next()
            .and_then(|rest| rest.split('"').next());
        let foot: f32 = foot.and_then(|y| y.parse().ok()).expect("a number");
        let ends = svg
            .split("h0")
            .filter_map(|dot| dot.rsplit(' ').next()?.parse::<f32>().ok());
        let lowest = ends.fold(0.0, f32::max);
        assert!(
            lowest > 400.0 && lowest < foot - 12.0,
            "{only}: {lowest} of {foot}"
        );
    }
    let said = refused(path, &["font", "specimen", "--theme", "light,dark"]);
    assert!(said.contains("a poster has one theme"), "{said}");
}

#[test]
#[ignore = "needs pdfinfo (Debian: poppler-utils)"]
fn a_pdf_has_a_title_a_language_and_tags() {
    let folder = tempfile::tempdir().expect("a folder");
    let info = |file: &str, more: &[&str]| {
        let mut read = std::process::Command::new("pdfinfo");
        let run = read
            .args(more)
            .arg(file)
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        assert!(run.status.success() && run.stderr.is_empty(), "{run:?}");
        String::from_utf8(run.stdout).expect("it is text")
    };
    printed(folder.path(), &["font", "specimen", "-o", "p.pdf"]);
    assert!(info("p.pdf", &[]).contains("Page size:       1191 x 842"));
    let sheet = [
        "sheet",
        "PEG",
        "--jumps-left",
        "5",
        "--language",
        "de",
        "--solutions",
    ];
    printed(folder.path(), &[&sheet[..], &["-o", "s.pdf"]].concat());
    let about = info("s.pdf", &[]);
    for line in [
        "Title:           Solitär-Rätsel",
        "Tagged:          yes",
        "Pages:           2",
    ] {
        assert!(about.contains(line), "{about}");
    }
    let tags = info("s.pdf", &["-struct-text"]);
    assert_eq!(tags.matches("\n  H1").count(), 2, "{tags}");
    assert_eq!(tags.matches("\n  Figure").count(), 5 + 2 * 3, "{tags}");
    assert!(
        tags.contains("Nie schräg.") && tags.contains("\"Sprünge: 5 \""),
        "{tags}"
    );
    assert!(info("s.pdf", &["-meta"]).contains("<pdfuaid:part>1</pdfuaid:part>"));
    let file = std::fs::read(folder.path().join("s.pdf")).expect("it is there");
    assert!(file.windows(4).any(|part| part == b"/ID "));
    assert!(
        file.windows(9)
            .any(|part| part == b"/Lang(de)" || part == b"/Lang (de")
    );
}

#[test]
#[ignore = "needs pdfinfo (Debian: poppler-utils)"]
fn a_screen_reader_reads_words_as_they_are_on_whichever_lines_they_stand() {
    let folder = tempfile::tempdir().expect("a folder");
    for (code, file) in LANGUAGES {
        let language = Language::parse(file).expect("it is a language");
        for print in [&[][..], &["--large-print"]] {
            let sheet = ["sheet", "A", "--jumps-left", "3", "--language", code];
            printed(folder.path(), &[&sheet, print, &["-o", "s.pdf"]].concat());

            let mut read = std::process::Command::new("pdfinfo");
            let run = read
                .args(["-struct-text", "s.pdf"])
                .current_dir(folder.path())
                .output()
                .expect("it runs");
            let words = String::from_utf8(run.stdout).expect("it is text");
            // At the end of a line, a word may go on.
            let words = words.replace('\u{ad}', "");
            for rule in &language.rules {
                assert!(words.contains(&**rule), "{code}: {rule}: {words}");
            }
        }
    }
}

#[test]
fn the_list_has_the_figures_of_its_json() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = |extra: &[&str]| {
        let command = ["font", "list", "--only", "PEGSOLITAIRE"];
        printed(folder.path(), &[&command[..], extra].concat())
    };
    let table = list(&[]);
    let answer: serde_json::Value = serde_json::from_str(&list(&["--json"])).expect("JSON");
    let all = answer["characters"].as_array().expect("a list");
    let alternates = answer["alternates"].as_array().expect("a list");
    assert!(!alternates.is_empty());
    assert_eq!(
        (all.len(), table.lines().count()),
        (10, 11 + alternates.len())
    );
    for (line, one) in table.lines().skip(1).zip(all) {
        assert!(
            line.starts_with(one["character"].as_str().expect("a character")),
            "{line}"
        );
        assert!(
            line.ends_with(one["grade"].as_str().expect("a grade")),
            "{line}"
        );
        let solutions = one["solutions"].as_str().expect("digits");
        assert!(
            line.replace(',', "").contains(&format!(" {solutions} ")),
            "{line}"
        );
    }
}
