//! Designs from users: reading glyph files, BDF fonts and pictures, and the messages about errors in them.

use peg_solitaire::board::{Bitboard, Board, Position};
use pegfont_type::Error;
use pegfont_type::glyph::{Designs, Feature, Fitting, pattern_from_picture};
use proptest::prelude::*;

fn five_by_seven() -> Board {
    "5x7".parse().unwrap()
}

/// A glyph file with one character on a 3 x 3 board.
fn file(glyph: &str) -> String {
    format!("script = \"Latin\"\nboard = \"3x3\"\n[[glyph]]\n{glyph}")
}

#[test]
fn an_error_in_a_glyph_file_names_the_file_the_line_and_the_character() {
    let rows = "rows = \"\"\"\n###\n#.#\n###\n\"\"\"\n";
    let alternate = |tag| format!("[[alternate]]\nchar = \"a\"\nfeature = \"{tag}\"\n");
    let cases = [
        (
            file("char = \"a\"\nrows = \"\"\"\n###\n#.\n###\n\"\"\"\n"),
            7,
            "'a'",
            "row 2 of design 1 has 2 holes, but 3x3 has 3",
        ),
        (
            file("char = \"a\"\nrows = \"\"\"\n###  ###\n#.#\n###  ###\n\"\"\"\n"),
            7,
            "'a'",
            "row 2 has 1 designs, but row 1 has 2",
        ),
        (
            file("char = \"a\"\nrows = \"\"\"\n###\n#x#\n###\n\"\"\"\n"),
            7,
            "'a'",
            "unexpected 'x' in row 2",
        ),
        (
            file("char = \"a\"\nrows = \"\"\"\n###\n###\n\"\"\"\n"),
            6,
            "'a'",
            "has 2 rows, but 3x3 has 3",
        ),
        (
            file(&format!("char = \"a\"\ncolour = \"red\"\n{rows}")),
            5,
            "'a'",
            "unknown key `colour`; the keys are char, family",
        ),
        (
            file(&format!("char = \"ab\"\n{rows}")),
            4,
            "",
            "expected a character, not the string \"ab\"",
        ),
        (file(rows), 3, "", "the key `char` is missing"),
        (file("char = \"a\"\n"), 3, "'a'", "has neither `rows` nor `same_as`"),
        (
            file(&format!("char = \"a\"\nsame_as = \"b\"\n{rows}")),
            5,
            "'a'",
            "which replaces `rows` and `pin`",
        ),
        (
            file(&format!("char = \"a\"\n{rows}pin = \"### #\"\n")),
            10,
            "'a'",
            "has 1 rows, but 3x3 has 3",
        ),
        (
            file(&format!("char = \"a\"\nideal = 2\n{rows}")),
            5,
            "'a'",
            "`ideal` must be the number of one of its designs, of which there are 1, not 2",
        ),
        (
            file(&format!("char = \"a\"\n{rows}[[glyph]]\nchar = \"a\"\n{rows}")),
            10,
            "'a'",
            "is already defined at my.toml:3",
        ),
        (
            file("char = \"a\"\nrows = 5\n"),
            5,
            "'a'",
            "expected a string or a list of strings, not the number 5",
        ),
        (
            "script = \"Latin\"\nboard = \"90x90\"\n".to_owned(),
            2,
            "",
            "a board of 90 x 90 holes is too large",
        ),
        ("script = \"Latin\"\n".to_owned(), 1, "", "the key `board` is missing"),
        (
            file(&format!("char = \"a\"\n{rows}[[alternate]]\nchar = \"a\"\n{rows}")),
            10,
            "'a'",
            "the key `feature` is missing",
        ),
        (
            file(&format!("char = \"a\"\n{rows}{}{rows}", alternate("ss04"))),
            12,
            "'a'",
            "`feature` must be one of zero, ss01, ss02, ss03, not \"ss04\"",
        ),
        (
            file(&format!("char = \"a\"\n{rows}{}", alternate("zero"))),
            10,
            "'a'",
            "needs `rows` with pegs in every design",
        ),
        (
            file(&format!("char = \"a\"\n{rows}{0}{rows}{0}{rows}", alternate("zero"))),
            18,
            "'a'",
            "already has an alternate for zero at my.toml:10",
        ),
        (
            "script = \"Latin\"\nboard = \"3x3\"\nglyph = 3\n".to_owned(),
            3,
            "",
            "expected a list, not the number 3",
        ),
    ];
    for (text, line, character, what) in cases {
        let error = Designs::parse("my.toml", &text).expect_err(what);
        let words = error.to_string();
        assert!(words.contains(what), "{words}\ninstead of: {what}");
        assert!(words.starts_with("my.toml:"), "{words}");
        assert_eq!(error.at.clone().unwrap().line, line, "{words}");
        assert!(words.contains(character), "{words} does not name {character}");
    }
}

#[test]
fn an_error_in_a_glyph_file_names_the_column() {
    let cases = [
        // The wrong key, the wrong row of a block, the stray mark, the design too many.
        (file("char = \"a\"\n  colour = \"red\"\n"), (5, 3)),
        (file("char = \"a\"\nrows = \"\"\"\n###\n#.\n###\n\"\"\"\n"), (7, 1)),
        (file("char = \"a\"\nrows = \"\"\"\n###  ###\n#.#  #\u{e9}#\n###  ###\n\"\"\"\n"), (7, 7)),
        (file("char = \"a\"\nrows = \"\"\"\n###\n#.#  ###\n###\n\"\"\"\n"), (7, 6)),
        (file("char = \"a\"\nrows = \"\"\"###\n#.#\n##x\"\"\"\n"), (7, 3)),
        (file("char = \"a\"\nrows = \"\"\"#x#\n#.#\n###\"\"\"\n"), (5, 12)),
        // The line breaks of this one are escapes.
        (file("char = \"a\"\nrows = \"###\\n#.#\\n##x\"\n"), (5, 8)),
        (file("char = \"a\" b\n"), (4, 12)),
    ];
    for (text, (line, column)) in cases {
        let error = Designs::parse("my.toml", &text).unwrap_err();
        let place = format!("my.toml:{line}:{column}: ");
        assert!(error.to_string().starts_with(&place), "{error}\ninstead of {place}\n{text}");
    }
}

#[test]
fn a_homoglyph_needs_an_original_that_is_drawn() {
    let text = file("char = \"Α\"\nsame_as = \"A\"\n");
    let error = Designs::parse("greek.toml", &text).unwrap().check().unwrap_err();
    let expected = "greek.toml:3:1: 'Α': is the same as 'A', which is in none of the glyph files";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn an_alternate_needs_a_character_that_is_drawn() {
    let rows = "rows = \"\"\"\n###\n#.#\n###\n\"\"\"\n";
    let alternate = format!("[[alternate]]\nchar = \"0\"\nfeature = \"zero\"\n{rows}");
    let text = format!("script = \"Latin\"\nboard = \"3x3\"\n{alternate}");
    let mut glyphs = Designs::parse("more.toml", &text).unwrap();
    let error = glyphs.check().unwrap_err();
    let expected = "more.toml:3:1: '0': has an alternate, but no design in any of the glyph files";
    assert_eq!(error.to_string(), expected);
    glyphs.add(Designs::parse("0.toml", &file(&format!("char = \"0\"\n{rows}"))).unwrap()).unwrap();
    glyphs.check().unwrap();
    let found: Vec<_> = glyphs.alternates().map(|(one, feature, _)| (one, feature)).collect();
    assert_eq!(found, [('0', Feature::Zero)]);
}

#[test]
fn designs_side_by_side_are_read_in_order() {
    let rows =
        "char = \"o\"\nrows = \"\"\"\n###  ...   .#.\n#.#  .#.   #.#\n###  ...   .#.\n\"\"\"\n";
    let glyphs = Designs::parse("o.toml", &file(rows)).unwrap();
    let board = glyphs.board();
    let pictures: Vec<_> = glyphs.of('o').iter().map(|design| board.picture(design)).collect();
    assert_eq!(pictures, ["###\n#.#\n###", "...\n.#.\n...", ".#.\n#.#\n.#."]);
}

#[test]
fn glyph_files_for_two_boards_make_no_font() {
    let mut one =
        Designs::parse("one.toml", &file("char = \"a\"\nrows = \"...\\n.#.\\n...\"\n")).unwrap();
    let text = "script = \"Latin\"\nboard = \"2x1\"\n[[glyph]]\nchar = \"b\"\nrows = \"##\"\n";
    let error = one.add(Designs::parse("two.toml", text).unwrap()).unwrap_err();
    let expected =
        "two.toml:3:1: this file is for 2x1, the others are for 3x3; a font has one board";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn the_glyph_files_of_the_program_are_sound() {
    let glyphs = Designs::builtin().unwrap();
    assert_eq!(glyphs.board(), &five_by_seven());
    assert!((' '..='~').all(|character| glyphs.get(character).is_some()));
    let drawn: Vec<_> =
        glyphs.iter().filter(|(_, glyph)| glyph.is_blank()).map(|it| it.0).collect();
    assert_eq!(drawn, [' ']);
}

const BDF: &str = include_str!("../../examples/faces/figures-4x7.bdf");

fn bdf(text: &str, board: Option<&str>) -> Result<Designs, Error> {
    let board: Option<Board> = board.map(|name| name.parse().unwrap());
    Designs::parse_bdf("my.bdf", text.as_bytes(), &Fitting { board, ..Fitting::default() })
}

#[test]
fn a_bdf_font_is_read_onto_its_own_board_or_a_larger_one() {
    let glyphs = bdf(BDF, None).unwrap();
    assert_eq!(glyphs.board().to_string(), "4x7");
    let seven = "####\n...#\n...#\n..#.\n.#..\n.#..\n.#..";
    assert_eq!(glyphs.board().picture(&glyphs.of('7')[0]), seven);
    let board = five_by_seven();
    let glyphs = bdf(BDF, Some("5x7")).unwrap();
    let wider: Vec<_> = seven.lines().map(|row| format!("{row}.")).collect();
    assert_eq!(board.picture(&glyphs.of('7')[0]), wider.join("\n"));
}

#[test]
fn an_error_in_a_bdf_font_names_the_line_and_the_character() {
    let cases = [
        (String::new(), 1, "begins with STARTFONT"),
        ("STARTFONT 2.1\nENDFONT\n".to_owned(), 2, "has no FONTBOUNDINGBOX"),
        (BDF.replace("FONTBOUNDINGBOX 4 7 0 0", "FONTBOUNDINGBOX 4 7"), 5, "must be four numbers"),
        (BDF.replacen("BBX 4 7 0 0", "BBX 4 99999 0 0", 1), 15, "must be four numbers"),
        (BDF.replacen("\n60\n", "\n6g\n", 1), 17, "'g' is not a hexadecimal digit"),
        (
            BDF.replacen("BBX 4 7 0 0", "BBX 4 6 0 0", 1),
            23,
            "has more rows in its BITMAP than the 6",
        ),
        (BDF.replacen("ENCODING 49", "ENCODING 48", 1), 30, "appears twice"),
        (BDF.split("ENDCHAR").next().unwrap().to_owned(), 16, "ends inside this BITMAP"),
    ];
    for (text, line, what) in cases {
        let error = bdf(&text, None).expect_err(what);
        assert!(error.to_string().contains(what), "{error}\ninstead of: {what}");
        assert_eq!(error.at.clone().unwrap().line, line, "{error}");
    }
}

/// A bitmap font with an `i` of 1 x 5, a `p` of 3 x 5 that descends, and a block of 8 x 9.
const SIZES: &str = "STARTFONT 2.1
FONTBOUNDINGBOX 8 9 0 -2
STARTCHAR i
ENCODING 105
BBX 1 5 1 0
BITMAP
80
00
80
80
80
ENDCHAR
STARTCHAR p
ENCODING 112
BBX 3 5 0 -2
BITMAP
E0
A0
E0
80
80
ENDCHAR
STARTCHAR block
ENCODING 9608
BBX 8 9 0 -2
BITMAP
FF
FF
FF
FF
FF
FF
FF
FF
FF
ENDCHAR
STARTCHAR space
ENCODING 32
BBX 0 0 0 0
BITMAP
ENDCHAR
ENDFONT
";

#[test]
fn characters_too_large_for_the_board_are_left_out() {
    let characters = |glyphs: &Designs| glyphs.iter().map(|one| one.0).collect::<String>();
    let glyphs = bdf(SIZES, Some("3x7")).unwrap();
    assert_eq!((characters(&glyphs).as_str(), glyphs.skipped()), (" ip", &['\u{2588}'][..]));
    let picture = |character| glyphs.board().picture(&glyphs.of(character)[0]);
    // The board lies where both letters fit: the baseline is below its fifth row.
    assert_eq!(picture('i'), ".#.\n...\n.#.\n.#.\n.#.\n...\n...");
    assert_eq!(picture('p'), "...\n...\n###\n#.#\n###\n#..\n#..");
    let error = bdf(SIZES, Some("1x3")).unwrap_err().to_string();
    assert!(error.starts_with("my.bdf: none of the characters fits on 1x3"), "{error}");
    // The bounding box is larger than a small board.
    assert_eq!(bdf(SIZES, None).unwrap().board().to_string(), "8x9");
}

#[test]
fn the_board_lies_where_most_of_the_wanted_characters_fit() {
    let read = |only: &str, board: Option<&str>| {
        let board: Option<Board> = board.map(|name| name.parse().unwrap());
        let fitting = Fitting { board, only: Some(only.to_owned()), ..Fitting::default() };
        Designs::parse_bdf("my.bdf", SIZES.as_bytes(), &fitting)
    };
    let glyphs = read("i", Some("1x5")).unwrap();
    assert_eq!(glyphs.board().picture(&glyphs.of('i')[0]), "#\n.\n#\n#\n#");
    let glyphs = read("p", Some("3x5")).unwrap();
    assert_eq!(glyphs.board().picture(&glyphs.of('p')[0]), "###\n#.#\n###\n#..\n#..");
    // Their ink is smaller than the bounding box, which is too large for a board.
    assert_eq!(read("ip", None).unwrap().board().to_string(), "3x7");
    assert_eq!(read("x", Some("3x5")).unwrap().iter().count(), 0);
}

#[test]
fn a_bdf_font_with_a_comment_in_latin_1_is_read() {
    let before = bdf(BDF, None).unwrap();
    let mut bytes = BDF.as_bytes().to_vec();
    let comment = BDF.find("drawn").unwrap();
    bytes[comment] = 0xE9;
    assert!(String::from_utf8(bytes.clone()).is_err());
    assert_eq!(Designs::parse_bdf("my.bdf", &bytes, &Fitting::default()).unwrap(), before);
}

#[test]
fn the_first_homoglyph_takes_the_designs_of_a_character_that_goes() {
    let same = |one: &str| format!("[[glyph]]\nchar = \"{one}\"\nsame_as = \"a\"\n");
    let text = file("char = \"a\"\nrows = \"###\\n...\\n###\"\n") + &same("b") + &same("c");
    let all = Designs::parse("my.toml", &text).unwrap();
    let mut some = all.clone();
    some.retain(|character| character != 'a');
    some.check().unwrap();
    assert_eq!((some.of('b'), some.original('c')), (all.of('a'), 'b'));
    some.retain(|character| character == 'c');
    assert_eq!((some.iter().count(), some.of('c')), (1, all.of('a')));
}

/// A grey PNG of these pixels.
fn png(columns: usize, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let rows = (pixels.len() / columns) as u32;
    let mut encoder = png::Encoder::new(&mut bytes, columns as u32, rows);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

/// A picture of a pattern: each hole is a block of `block` pixels.
fn drawn(board: &Board, pattern: &Position, block: usize, light: bool) -> Vec<u8> {
    let width = board.columns() * block;
    let mut pixels = vec![if light { 0 } else { 255 }; width * board.rows() * block];
    for hole in pattern.pegs() {
        let (x, y) = board.coordinates(hole);
        for row in y as usize * block..(y as usize + 1) * block {
            pixels[row * width + x as usize * block..][..block].fill(if light { 230 } else { 20 });
        }
    }
    png(width, &pixels)
}

proptest! {
    #[test]
    fn a_drawn_pattern_is_read_back(
        code in 0..1_u64 << 35,
        block in 1..6_usize,
        light: bool,
    ) {
        let (board, pattern) = (five_by_seven(), Position::from(Bitboard(code)));
        let png = drawn(&board, &pattern, block, light);
        prop_assert_eq!(pattern_from_picture(&png, &board, light).unwrap(), pattern);
    }
}

#[test]
fn a_picture_of_any_size_is_read_and_pegs_off_the_board_are_refused() {
    let board = five_by_seven();
    assert_eq!(pattern_from_picture(&png(6, &[0; 48]), &board, false).unwrap(), board.full());
    let english: Board = "english".parse().unwrap();
    let error = pattern_from_picture(&png(7, &[0; 49]), &english, false).unwrap_err().to_string();
    assert_eq!(error, "there are pegs where english has no holes");
    let error = pattern_from_picture(b"GIF89a", &board, false).unwrap_err().to_string();
    assert!(error.starts_with("this is not a readable PNG, GIF, BMP, JPEG or WebP"), "{error}");
    let empty = b"GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff\x2c\0\0\0\0\0\0\0\0\0\x02\x01\x2c\0\x3b";
    assert!(pattern_from_picture(empty, &board, false).is_err());
}

#[test]
fn a_huge_picture_is_refused_before_it_is_decoded() {
    // The header promises 65,535 x 65,535 pixels; the file has none.
    let mut bytes = png(1, &[0]);
    let crc = |bytes: &[u8]| crc32fast::hash(bytes).to_be_bytes();
    bytes[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    let sum = crc(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum);
    let error = pattern_from_picture(&bytes, &five_by_seven(), false).unwrap_err().to_string();
    let limited = error.to_lowercase().contains("limit");
    assert!(limited || error.contains("65535 x 65535"), "{error}");
}

#[test]
fn a_pattern_is_read_from_a_gif_and_a_bmp_as_from_a_png() {
    let board = five_by_seven();
    let pattern = Position::from(Bitboard(0x2_1234_5678));
    let drawn = image::load_from_memory(&drawn(&board, &pattern, 3, false)).unwrap();
    for format in [image::ImageFormat::Gif, image::ImageFormat::Bmp] {
        let mut bytes = std::io::Cursor::new(Vec::new());
        drawn.to_rgba8().write_to(&mut bytes, format).unwrap();
        assert_eq!(pattern_from_picture(bytes.get_ref(), &board, false).unwrap(), pattern);
    }
}

#[test]
fn a_huge_gif_or_bmp_is_refused_before_it_is_decoded() {
    // A GIF of 65,535 x 65,535 pixels with an empty frame, and the header of a BMP of 2,000,000,000 pixels a side.
    let side = [0xff; 4];
    let screen = [side.as_slice(), &[0x80, 0, 0], &[0; 6]].concat();
    let frame = [&[0x2c, 0, 0, 0, 0], side.as_slice(), &[0, 2, 1, 0x2c, 0, 0x3b]].concat();
    let gif = [b"GIF89a".as_slice(), &screen, &frame].concat();
    let side = 2_000_000_000_i32.to_le_bytes();
    let header = [b"BM".as_slice(), &[0; 8], &[54, 0, 0, 0, 40, 0, 0, 0], &side, &side];
    let bmp = [header.concat(), vec![1, 0, 24, 0], vec![0; 24]].concat();
    for bytes in [gif, bmp] {
        let error = pattern_from_picture(&bytes, &five_by_seven(), false).unwrap_err().to_string();
        let limited = ["65535 x 65535", "imit", "too large", "Overflow"];
        assert!(limited.iter().any(|word| error.contains(word)), "{error}");
    }
}
