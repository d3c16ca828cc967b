//! Where words are on printed pages, read from PDF files by another program.

use std::path::Path;
use std::process::Command;

use crate::running::{pegfont, printed};
use pegfont_film::sheet::LANGUAGES;

/// A word on a page, as large as its letters without what reaches above and below them.
#[derive(Debug)]
#[expect(dead_code, reason = "the text is in messages")]
struct Word {
    text: String,
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    size: f32,
}

/// The number after a name in a line of XML.
fn number(line: &str, name: &str) -> f32 {
    let before = format!(" {name}=\"");
    let (_, rest) = line.split_once(&before).expect("it has the number");
    let (number, _) = rest.split_once('"').expect("it ends");
    number.parse().expect("it is a number")
}

/// The size of each page of a PDF, and its words.
fn pages(folder: &Path, file: &str) -> Vec<((f32, f32), Vec<Word>)> {
    let mut run = Command::new("pdftotext");
    let run = run.args(["-bbox", file, "-"]).current_dir(folder).output();
    let text = String::from_utf8(run.expect("pdftotext runs").stdout).expect("it is text");
    let mut pages = Vec::new();
    for page in text.split("<page").skip(1) {
        let (head, rest) = page.split_once('>').expect("it has a size");
        let size = (number(head, "width"), number(head, "height"));
        let mut words = Vec::new();
        for line in rest.lines().filter(|line| line.contains("<word")) {
            let [left, top, right, bottom] =
                ["xMin", "yMin", "xMax", "yMax"].map(|name| number(line, name));
            // The typeface reaches 0.928 above the base line and 0.236 below it.
            let size = (bottom - top) / 1.164;
            let text = line.split(['>', '<']).nth(2).expect("it has a text");
            words.push(Word {
                text: text.to_owned(),
                left,
                right,
                top: top + 0.17 * size,
                bottom: bottom - 0.03 * size,
                size,
            });
        }
        pages.push((size, words));
    }
    pages
}

/// Refuses words that lie over others, that leave their page, and small ones.
fn check(folder: &Path, file: &str, least: f32, what: &[&str]) {
    for (number, ((width, height), words)) in (1..).zip(pages(folder, file)) {
        for (at, word) in words.iter().enumerate() {
            let is_in =
                word.left >= 0.0 && word.top >= 0.0 && word.right <= width && word.bottom <= height;
            assert!(is_in, "{what:?}, page {number}: {word:?} leaves the page");
            assert!(
                word.size > least - 0.05,
                "{what:?}, page {number}: {word:?}"
            );
            for other in &words[at + 1..] {
                let is_over = word.left + 0.1 < other.right
                    && other.left + 0.1 < word.right
                    && word.top + 0.1 < other.bottom
                    && other.top + 0.1 < word.bottom;
                assert!(!is_over, "{what:?}, page {number}: {word:?} over {other:?}");
            }
        }
    }
}

#[test]
#[ignore = "needs pdftotext (Debian: poppler-utils)"]
fn no_words_of_a_pdf_lie_over_others_leave_the_page_or_are_small() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(
        folder.join("names.txt"),
        "Ada\nAnna-Sophie Prinzessin zu Hohenlohe\n",
    )
    .expect("it is written");
    let sheets: [&[&str]; 8] = [
        &["PEG"],
        &["PEG", "--jumps-left", "12"],
        &["PEG", "--jumps-left", "9", "--per-page", "9"],
        &["d4", "--board", "english"],
        &["PEG", "--per-page", "1"],
        &["PEG", "--jumps-left", "3"],
        &["any", "--board", "triangle15", "--start", "a1"],
        &["--names", "names.txt", "--jumps-left", "5", "--two-sided"],
    ];
    let papers = ["a4", "letter", "a5", "297x210mm"];
    for (number, (language, _)) in LANGUAGES.iter().enumerate() {
        for (turn, sheet) in sheets.iter().enumerate() {
            for (print, least) in [(&[][..], 8.5), (&["--large-print"], 14.0)] {
                // Not all sheets in all languages on all paper.
                if (number + turn) % 3 > 0 {
                    continue;
                }
                let paper = papers[(number + turn / 2) % papers.len()];
                let common = ["--language", language, "--paper", paper, "--solutions"];
                let command = [&["sheet"], *sheet, &common, print, &["-o", "s.pdf"]].concat();
                let run = pegfont(folder, &command);
                if run.status.success() {
                    check(folder, "s.pdf", least, &command);
                } else {
                    let said = String::from_utf8_lossy(&run.stderr);
                    assert!(said.contains(" is too small for "), "{said}");
                    assert!(!["a4", "letter"].contains(&paper), "{command:?}: {said}");
                }
            }
        }
    }

    for others in [
        &["font", "specimen"][..],
        &["font", "specimen", "--shape", "a4", "--only", "Aa0"],
        &["find", "P", "--limit", "12"],
        &["find", "W", "--by", "looks", "--unlike"],
    ] {
        let command = [others, &["-o", "other.pdf"]].concat();
        printed(folder, &command);
        check(folder, "other.pdf", 8.0, &command);
    }
}
