//! Makes a font of designs, and a TrueType file of it: `cargo run --example own_font -- own.ttf`.

use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;
use pegfont_type::choose::{self, DISTANCE, Patterns};
use pegfont_type::find::{Criteria, Finder};
use pegfont_type::glyph::{Designs, Fitting};
use pegfont_type::typeface::{Labels, Style, TypefaceFormat, export};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1);
    let path = path.map_or_else(|| std::env::temp_dir().join("own.ttf"), Into::into);
    let bdf = include_bytes!("faces/figures-4x7.bdf");
    let designs = Designs::parse_font("figures-4x7.bdf", bdf, &Fitting::default())?;
    let board = designs.board().small()?;
    let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;

    // The patterns nearest to a drawing.
    let drawing = board.parse_pattern("####/#..#/...#/..#./.#../#.../####")?;
    let finder = Finder::new(&reachable);
    for found in finder.near(&[Criteria::of(board.as_board(), drawing)], 6, 3)? {
        println!(
            "{} holes differ:\n{}\n",
            found.distance,
            board.picture(found.pattern)
        );
    }

    let patterns = Patterns::Enumerated(&reachable);
    let font = choose::build("own", &designs, patterns, DISTANCE, Progress::NONE)?.font;
    let file = export(
        &font,
        &Labels::of(&font),
        TypefaceFormat::TrueType,
        Style::Variable,
    )?;
    std::fs::write(&path, file)?;
    println!(
        "{} characters in {}",
        font.characters().len(),
        path.display()
    );
    Ok(())
}
