//! Specimens and the commands that write font files, run as a user runs them.

use crate::running::printed;
use pegfont_film::drawing::svg;
use pegfont_film::specimen::specimen;
use pegfont_type::font::Font;

#[test]
fn every_character_of_the_font_is_on_the_sheet() {
    let font = Font::builtin().expect("the font is whole");
    let svg = svg::file(&specimen(font).expect("it has characters"));
    let pegs = svg.matches("stroke=\"#242830\"").count();
    assert_eq!(pegs, font.characters().len());
    for chosen in font.characters().values() {
        assert!(svg.contains(&format!(">{}: ", chosen.script)), "{}", chosen.script);
    }
}

#[test]
#[ignore = "needs pdftotext (Debian: poppler-utils)"]
fn a_pdf_is_one_page_with_every_label() {
    let folder = tempfile::tempdir().expect("a folder");
    let few = ["font", "specimen", "--only", "A a 0", "-o", "few.svg"];
    assert!(printed(folder.path(), &few).contains("3 characters"));
    printed(folder.path(), &["font", "specimen", "-o", "s.pdf"]);
    let mut read = std::process::Command::new("pdftotext");
    let run = read.args(["s.pdf", "-"]).current_dir(folder.path()).output().expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let words = String::from_utf8(run.stdout).expect("it is text");
    assert_eq!(words.matches('\u{c}').count(), 1);
    let font = Font::builtin().expect("the font is whole");
    for chosen in font.characters().values() {
        assert!(words.contains(&format!("{}: ", chosen.script)), "{}", chosen.script);
    }
}

#[test]
fn the_list_sorts_letters_from_easy_to_hard() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = |extra: &[&str]| {
        let command = ["font", "list", "--only", "PEGSOLITAIRE", "--easy-first"];
        printed(folder.path(), &[&command[..], extra].concat())
    };
    let table = list(&[]);
    let answer: serde_json::Value = serde_json::from_str(&list(&["--json"])).expect("JSON");
    let all = answer["characters"].as_array().expect("a list");
    let alternates = answer["alternates"].as_array().expect("a list");
    assert!(!alternates.is_empty());
    assert_eq!(table.lines().count(), 1 + all.len() + alternates.len());
    let efforts: Vec<f64> = all.iter().filter_map(|one| one["effort"].as_f64()).collect();
    assert!(efforts.len() == 10 && efforts.is_sorted(), "{efforts:?}");
    for (line, one) in table.lines().skip(1).zip(all) {
        assert!(line.starts_with(one["character"].as_str().expect("a character")), "{line}");
        assert!(line.ends_with(one["grade"].as_str().expect("a grade")), "{line}");
        let solutions = one["solutions"].as_str().expect("digits");
        assert!(line.replace(',', "").contains(&format!(" {solutions} ")), "{line}");
    }
}
