//! How well the font is read: by its own reader, and by Tesseract, on words written after the
//! patterns were chosen, beside two faces that people know.

use std::path::Path;
use std::process::Command;

use peg_solitaire::board::SmallBoard;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;
use pegfont_type::choose::{DISTANCE, Patterns, build};
use pegfont_type::find::Recognizer;
use pegfont_type::glyph::Designs;

/// Two designs of the letter p, both reachable. The first is taken for other letters.
const P: &str = r##"
script = "Latin"
board = "5x7"
[[glyph]]
char = "p"
rows = """
.....  .....
.....  .....
..##.  ###..
.#..#  #..#.
##..#  ####.
#.##.  #....
#....  #....
"""
"##;

#[test]
fn a_design_that_is_read_better_is_chosen_although_it_comes_second() {
    let glyphs = Designs::parse("p.toml", P).unwrap();
    let board = glyphs.board().small().unwrap();
    let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
    let [first, second] = glyphs.of('p') else {
        panic!("two designs")
    };
    assert!(
        [first, second]
            .map(|design| board.bits(design).unwrap())
            .map(|it| reachable.contains(it))
            == [true; 2]
    );
    let patterns = Patterns::Enumerated(&reachable);
    let built = build("p", &glyphs, patterns, DISTANCE, Progress::NONE).unwrap();
    assert_eq!(built.font.get('p').unwrap().pattern(), *second);
}

#[test]
fn letters_of_a_face_are_read_as_what_they_are() {
    let board: SmallBoard = "5x7".parse().unwrap();
    let reader = Recognizer::new(&Designs::builtin().unwrap());
    // From misc-fixed 5x7, moved to the corner of the board.
    let letters = [
        ('a', "...../.###./#..#./#..#./.###./...../....."),
        ('k', "#..../#..../#.#../##.../#.#../#..#./....."),
        ('R', "###../#..#./#..#./###../#.#../#..#./....."),
        ('7', "####./...#./..#../..#../.#.../.#.../....."),
    ];
    for (character, rows) in letters {
        let pattern = board.parse_pattern(rows).unwrap();
        let reading = reader.read(character, pattern).unwrap();
        let others = ['e', 'h', 'B', '2'].map(|other| reader.read(other, pattern).unwrap());
        assert!(others.iter().all(|&other| other < reading), "{character}");
    }
}

fn python(script: &str, arguments: &[&str]) -> String {
    let script = Path::new("tests/tools").join(script);
    let run = Command::new("python3").arg(script).args(arguments).output();
    let run = run.expect("python3 runs (Debian: python3)");
    let printed = String::from_utf8(run.stdout).expect("it prints text");
    assert!(
        run.status.success(),
        "{printed}{}",
        String::from_utf8_lossy(&run.stderr)
    );
    printed
}

#[test]
#[ignore = "needs tesseract-ocr, xfonts-base, fonts-spleen, python3 with numpy, pillow and freetype-py"]
fn tesseract_reads_the_font_better_than_misc_fixed_and_spleen() {
    assert!(python("check_legibility.py", &["fonts/pegfont.toml"]).ends_with("read\n"));
}

#[test]
#[ignore = "needs xfonts-base, python3 with freetype-py"]
fn the_faces_are_those_of_misc_fixed() {
    let faces = std::fs::read_to_string("glyphs/faces/misc-fixed.txt").unwrap();
    assert!(
        python("faces.py", &[]) == faces,
        "tests/tools/faces.py prints something else"
    );
}
