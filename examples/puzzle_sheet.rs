//! Makes a sheet of puzzles as a PDF, with the solutions: `cargo run --example puzzle_sheet -- PEG
//! sheet.pdf`.

use pegfont_film::drawing::pdf;
use pegfont_film::sheet::{Card, LANGUAGES, Language, Sheet};
use pegfont_type::font::Font;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let word = arguments.next().unwrap_or_else(|| "PEG".to_owned());
    let path = arguments
        .next()
        .map_or_else(|| std::env::temp_dir().join("sheet.pdf"), Into::into);

    let font = Font::builtin()?;
    let puzzle = |one: char| font.get(one).map(|character| character.puzzle(one));
    let card = Card {
        name: None,
        puzzles: word.chars().filter_map(puzzle).collect(),
        goes_on: false,
    };
    let (_, english) = LANGUAGES[0];
    let sheet = Sheet {
        solutions: true,
        ..Sheet::new(Language::parse(english)?)
    };
    std::fs::write(&path, pdf::file(&sheet.pages(&[card])?))?;
    println!("{}", path.display());
    Ok(())
}
