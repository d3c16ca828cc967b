//! Designs from users: reading glyph files, BDF fonts and pictures, and the messages about errors
//! in them.

use crate::running::{pegfont, printed};
use std::io::Cursor;
use std::path::Path;

use image::ImageFormat;
use peg_solitaire::board::{Bitboard, Board, Position};
use peg_solitaire::game::Game;
use pegfont_film::render::Theme;
use pegfont_type::Error;
use pegfont_type::font::Font;
use pegfont_type::glyph::{Designs, Fitting, Holes, Sampling};
use proptest::prelude::*;

fn five_by_seven() -> Board {
    "5x7".parse().unwrap()
}

/// The mistakes of `tests/data/mistakes.txt`: each is named with the file, the line, mostly the
/// column, and the character.
#[test]
fn a_mistake_in_a_file_is_named_with_its_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = std::fs::read_to_string(folder.join("tests/data/mistakes.txt")).unwrap();
    let mut mistakes = 0;
    for section in all.split("\n## ").skip(1) {
        let (head, rest) = section.split_once('\n').unwrap();
        let (base, changes) = rest.split_once("\n- ").unwrap();
        let (kind, base) = match head.split_once(' ') {
            Some((kind, file)) => (kind, std::fs::read_to_string(folder.join(file)).unwrap()),
            None => (head, base.to_owned()),
        };
        let read = |text: &str| match kind {
            "glyphs" => Designs::parse("my.toml", text)
                .and_then(|designs| designs.check())
                .map_err(|error| error.to_string()),
            // What is passed over counts.
            "bdf" => bdf(text, None)
                .and_then(|designs| designs.notes.first().cloned().map_or(Ok(()), Err))
                .map_err(|error| error.to_string()),
            "game" => Game::parse(text)
                .map(drop)
                .map_err(|error| error.to_string()),
            "theme" => Theme::parse(text)
                .map(drop)
                .map_err(|error| error.to_string()),
            _ => Font::parse(text)
                .map(drop)
                .map_err(|error| error.to_string()),
        };
        assert_eq!(read(&base), Ok(()), "{head}");
        for change in changes.split("\n- ") {
            let parts = change.split_once("\n+ ").unwrap();
            let (to, message) = parts.1.split_once("\n= ").unwrap();
            let [from, to] = [parts.0, to].map(|part| {
                part.replace("\\n", "\n")
                    .replace("\\\n", "\\n")
                    .replace("(nothing)", "")
            });
            let changed = base.replacen(&from, &to, 1);
            assert_ne!(changed, base, "{from}");
            let said = read(&changed).expect_err(message);
            assert_eq!(said.replace('\n', "\\n"), message.trim_end(), "{changed}");
            mistakes += 1;
        }
    }
    assert!(mistakes > 50);
}

const BDF: &str = include_str!("../../examples/faces/figures-4x7.bdf");

fn bdf(text: &str, board: Option<&str>) -> Result<Designs, Error> {
    let board: Option<Board> = board.map(|name| name.parse().unwrap());
    Designs::parse_font(
        "my.bdf",
        text.as_bytes(),
        &Fitting {
            board,
            ..Fitting::default()
        },
    )
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

/// A bitmap font with an `i` of 1 x 5, a `p` of 3 x 5 that descends, and a block of 8 x 9.
const SIZES: &str = include_str!("../data/sizes.bdf");

#[test]
fn characters_too_large_for_the_board_are_left_out() {
    let characters = |glyphs: &Designs| glyphs.iter().map(|one| one.0).collect::<String>();
    let glyphs = bdf(SIZES, Some("3x7")).unwrap();
    assert_eq!(
        (characters(&glyphs).as_str(), &*glyphs.skipped),
        (" ip", &['\u{2588}'][..])
    );
    let picture = |character| glyphs.board().picture(&glyphs.of(character)[0]);
    // The board lies where both letters fit: the baseline is below its fifth row.
    assert_eq!(picture('i'), ".#.\n...\n.#.\n.#.\n.#.\n...\n...");
    assert_eq!(picture('p'), "...\n...\n###\n#.#\n###\n#..\n#..");
    let error = bdf(SIZES, Some("1x3")).unwrap_err().to_string();
    assert!(
        error.starts_with("my.bdf: none of the characters fits on 1x3"),
        "{error}"
    );
    // The bounding box is larger than a small board.
    assert_eq!(bdf(SIZES, None).unwrap().board().to_string(), "8x9");
}

#[test]
fn the_board_lies_where_most_of_the_wanted_characters_fit() {
    let read = |only: &str, board: Option<&str>| {
        let board: Option<Board> = board.map(|name| name.parse().unwrap());
        let fitting = Fitting {
            board,
            only: Some(only.to_owned()),
            ..Fitting::default()
        };
        Designs::parse_font("my.bdf", SIZES.as_bytes(), &fitting)
    };
    let glyphs = read("i", Some("1x5")).unwrap();
    assert_eq!(glyphs.board().picture(&glyphs.of('i')[0]), "#\n.\n#\n#\n#");
    let glyphs = read("p", Some("3x5")).unwrap();
    assert_eq!(
        glyphs.board().picture(&glyphs.of('p')[0]),
        "###\n#.#\n###\n#..\n#.."
    );
    // Their ink is smaller than the bounding box, which is too large for a board.
    assert_eq!(read("ip", None).unwrap().board().to_string(), "3x7");
    assert_eq!(read("x", Some("3x5")).unwrap().iter().count(), 0);
}

/// A T and an L of 3 x 5, and a space.
const TL: &str = "STARTFONT 2.1\nFONT -a-b-medium-r-normal--5-50-72-72-c-40-iso10646-1\nSIZE 5 72 72\nFONTBOUNDINGBOX 3 5 0 0\n\
    STARTPROPERTIES 1\nFONT_ASCENT 5\nENDPROPERTIES\nCHARS 2\nSTARTCHAR T\nENCODING 84\nDWIDTH 4 0\nBBX 3 5 0 0\nBITMAP\n\
    E0\n40\n40\n40\n40\nENDCHAR\nSTARTCHAR L\nENCODING 76\nDWIDTH 4 0\nBBX 3 5 0 0\nBITMAP\n80\n80\n80\n80\nE0\nENDCHAR\nENDFONT\n";

/// What is clear is read as it was meant, and noted if something was passed over.
#[test]
fn bdf_fonts_with_slips_are_read() {
    let meant = bdf(TL, None).unwrap();
    let font = |from: &str, to: &str| {
        let changed = TL.replace(from, to);
        assert_ne!(changed, TL, "{from}");
        bdf(&changed, None).unwrap()
    };
    for (from, to, noted) in [
        ("STARTFONT", "\nCOMMENT by hand\nSTARTFONT", false),
        ("STARTFONT", "\u{feff}STARTFONT", false),
        ("\n", "\r", false),
        ("\n", "\r\n", false),
        ("\n", " \n\n", false),
        (
            "STARTPROPERTIES 1\nFONT_ASCENT 5\nENDPROPERTIES\n",
            "",
            false,
        ),
        ("ENDCHAR\n", "ENDCHAR\nENDCHAR\n", false),
        ("ENDCHAR\n", "", false),
        ("BBX 3 5 0 0", "BBX  3  5\t0 0 ", false),
        ("BBX 3 5 0 0", "BBX 6 5 0 0", false),
        ("E0", "E", false),
        ("80", "8000", false),
        ("80", "8F", true),
        ("E0\nENDCHAR", "E0\n00\nENDCHAR", true),
        ("FONTBOUNDINGBOX 3 5 0 0", "FONTBOUNDINGBOX 0 0 0 0", true),
        ("FONTBOUNDINGBOX 3 5 0 0", "FONTBOUNDINGBOX 5 3 0 0", true),
        ("FONTBOUNDINGBOX 3 5 0 0", "FONTBOUNDINGBOX 3 5 0 -2", true),
        ("FONTBOUNDINGBOX 3 5 0 0", "FONTBOUNDINGBOX 3 5", true),
        ("FONTBOUNDINGBOX 3 5 0 0\n", "", true),
    ] {
        let font = font(from, to);
        assert_eq!(font.board(), meant.board(), "{to:?}");
        assert!(
            "TL".chars().all(|one| font.of(one) == meant.of(one)),
            "{to:?}"
        );
        assert_eq!(font.notes.is_empty(), !noted, "{to:?}: {:?}", font.notes);
    }
    let twice = font("ENCODING 76", "ENCODING 84");
    let said = "my.bdf:24: 'T': code 84 occurs again: the bitmap at line 13 is used";
    assert_eq!(
        (twice.of('T'), twice.notes[0].to_string()),
        (meant.of('T'), said.to_owned())
    );
    // One of ten characters outside of the box that the font states doesn't enlarge the board,
    // unless there is room.
    let stray = BDF.replacen("BBX 4 7 0 0", "BBX 4 7 9 0", 1);
    for (board, skipped) in [(None, "0"), (Some("13x7"), "")] {
        let font = bdf(&stray, board).unwrap();
        assert_eq!(font.board().to_string(), board.unwrap_or("4x7"));
        assert!(font.skipped.iter().copied().eq(skipped.chars()) && font.notes.is_empty());
    }
    // As FreeType draws it.
    let short = font("80\n80\n80\n80\nE0", "80\n80\n80\nE0");
    assert_eq!(
        short.board().picture(&short.of('L')[0]),
        "#..\n#..\n#..\n###\n..."
    );
    assert!(font("ENCODING 76", "ENCODING -1").of('L').is_empty());
}

/// An OpenType font of bitmaps has the designs of the same font in BDF.
#[test]
fn a_font_of_bitmaps_without_outlines_is_read() {
    let (otb, meant) = (include_bytes!("../data/tiny.otb"), bdf(TL, None).unwrap());
    let read = Designs::parse_font("tiny.otb", otb, &Fitting::default()).unwrap();
    assert_eq!((read.board(), read.native), (meant.board(), Some(8)));
    assert!("TL".chars().all(|one| read.of(one) == meant.of(one)));
}

/// Codes are those of the charset that the font names.
#[test]
fn codes_of_a_bdf_font_are_read_by_its_charset() {
    let font = |charset: &str, code: u32| {
        let (registry, encoding) = charset.split_once('-').unwrap();
        let named = format!(
            "CHARSET_REGISTRY \"{registry}\"\nCHARSET_ENCODING \"{encoding}\"\nENDPROPERTIES"
        );
        let changed = TL
            .replace("ENDPROPERTIES", &named)
            .replace("ENCODING 76", &format!("ENCODING {code}"));
        bdf(&changed.replace("ENCODING 84", "ENCODING 65535"), None)
    };
    for line in include_str!("../data/charsets.csv").lines().skip(1) {
        let [charset, code, character] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!()
        };
        let (code, character) = (code.parse().unwrap(), character.parse().unwrap());
        let read = font(charset, code).unwrap();
        assert_eq!(
            read.of(character).len(),
            1,
            "{charset} {code}: {:?}",
            read.notes
        );
        let latin = char::from_u32(code).unwrap();
        assert!(
            latin == character || read.of(latin).is_empty(),
            "{charset} {code}"
        );
    }
    let doubt = font("Adobe-FontSpecific", 163).unwrap().notes[0].to_string();
    assert_eq!(
        doubt,
        "my.bdf: its codes are said to be its own (adobe-fontspecific): they are read as Unicode"
    );
    let unknown = "ISO8859-12 JISX0213.2000-1 KSC5601.1992-3 IBM-CP437 MuleArabic-0 GB18030.2000-1";
    for charset in unknown.split(' ') {
        let said = font(charset, 163).unwrap_err().to_string();
        let what = format!("charset {} is not known", charset.to_lowercase());
        assert!(said.contains(&what), "{said}");
    }
    // Without properties, the font's name counts.
    let named = bdf(
        &TL.replace("iso10646-1", "iso8859-2")
            .replace("ENCODING 76", "ENCODING 163"),
        None,
    );
    assert_eq!(named.unwrap().of('Ł').len(), 1);
}

#[test]
fn a_bdf_font_with_a_comment_in_latin_1_is_read() {
    let before = bdf(BDF, None).unwrap();
    let bytes: Vec<u8> = BDF
        .replacen("drawn", "é", 1)
        .chars()
        .map(|one| one as u8)
        .collect();
    assert!(bytes.contains(&0xE9));
    assert_eq!(
        Designs::parse_font("my.bdf", &bytes, &Fitting::default()).unwrap(),
        before
    );
}

#[test]
fn the_first_homoglyph_takes_the_designs_of_a_character_that_goes() {
    let same = |one: &str| format!("[[glyph]]\nchar = \"{one}\"\nsame_as = \"a\"\n");
    let a = "script = \"Latin\"\nboard = \"3x3\"\n[[glyph]]\nchar = \"a\"\nrows = \"###\\n...\\n###\"\n";
    let text = a.to_owned() + &same("b") + &same("c");
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
    let (width, height) = (columns as u32, (pixels.len() / columns) as u32);
    let (mut png, grey) = (Cursor::new(Vec::new()), image::ExtendedColorType::L8);
    image::write_buffer_with_format(&mut png, pixels, width, height, grey, ImageFormat::Png)
        .unwrap();
    png.into_inner()
}

/// A picture of a pattern: each hole is a block of `block` pixels, and around all is a margin.
fn drawn(
    board: &Board,
    pattern: &Position,
    (block, margin): (usize, usize),
    light: bool,
) -> Vec<u8> {
    let [width, height] = [board.columns(), board.rows()].map(|side| side * block + 2 * margin);
    let place = |at: usize| Some((at.checked_sub(margin)? / block) as i16);
    let hole = |at: usize| board.hole_at(place(at % width)?, place(at / width)?);
    let is_peg = |at: usize| hole(at).is_some_and(|hole| pattern.has(hole));
    let levels = if light { [0, 230] } else { [255, 20] };
    let pixels = (0..width * height).map(|at| levels[usize::from(is_peg(at))]);
    png(width, &pixels.collect::<Vec<u8>>())
}

fn pattern_from_picture(picture: &[u8], board: &Board, light: bool) -> Result<Position, Error> {
    let sampling = Sampling {
        holes: Holes::Of(board),
        light,
        ..Sampling::default()
    };
    sampling.read(picture).map(|drawn| drawn.pegs)
}

proptest! {
    #[test]
    fn a_drawn_pattern_is_read_back(code in 0..1_u64 << 35, block in 1..6_usize, light: bool) {
        let (board, pattern) = (five_by_seven(), Position::from(Bitboard(code)));
        let png = drawn(&board, &pattern, (block, 0), light);
        prop_assert_eq!(pattern_from_picture(&png, &board, light).unwrap(), pattern);
    }
}

#[test]
fn a_picture_of_any_size_is_read_and_pegs_off_the_board_are_refused() {
    let board = five_by_seven();
    assert_eq!(
        pattern_from_picture(&png(6, &[0; 48]), &board, false).unwrap(),
        board.full()
    );
    let english: Board = "english".parse().unwrap();
    let error = pattern_from_picture(&png(7, &[0; 49]), &english, false)
        .unwrap_err()
        .to_string();
    assert_eq!(error, "there are pegs where english has no holes");
    let error = pattern_from_picture(b"GIF89a", &board, false)
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("this is not a readable PNG, GIF, BMP, JPEG or WebP"),
        "{error}"
    );
    let empty = b"GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff\x2c\0\0\0\0\0\0\0\0\0\x02\x01\x2c\0\x3b";
    assert!(pattern_from_picture(empty, &board, false).is_err());
}

#[test]
fn a_margin_around_a_drawing_is_left_out() {
    let board = five_by_seven();
    let pattern = board
        .parse_pattern("####./#...#/#...#/####./#.#../#..#./#...#")
        .unwrap();
    for (light, margin) in [(false, 6), (false, 3), (true, 7), (false, 0)] {
        let png = drawn(&board, &pattern, (8, margin), light);
        assert_eq!(pattern_from_picture(&png, &board, light).unwrap(), pattern);
    }
}

#[test]
fn a_board_is_read_from_the_programs_own_pictures_in_every_theme() {
    let folder = tempfile::tempdir().unwrap();
    let font = Font::builtin().unwrap();
    for theme in ["ivory", "wood", "light", "dark", "contrast", "led"] {
        for one in ['A', 'I'] {
            let letter = one.to_string();
            printed(
                folder.path(),
                &["render", &letter, "--theme", theme, "-o", "a.png"],
            );
            let png = std::fs::read(folder.path().join("a.png")).unwrap();
            let pattern = &font.get(one).unwrap().pattern();
            let drawn = Sampling::default().read(&png).unwrap();
            assert_eq!(
                (&drawn.board, &drawn.pegs),
                (font.board(), pattern),
                "{theme}"
            );
            assert_eq!(
                &pattern_from_picture(&png, font.board(), false).unwrap(),
                pattern
            );
        }
    }
    printed(
        folder.path(),
        &["render", "d6-d4", "--board", "english", "-o", "e.png"],
    );
    let png = std::fs::read(folder.path().join("e.png")).unwrap();
    let pegs = pattern_from_picture(&png, &"english".parse().unwrap(), false).unwrap();
    assert_eq!(pegs.count(), 31);
}

/// A 5 x 7 picture of an F in 8 x 8 blocks: the F in one colour, the rest in another.
fn f_of(ink: [u8; 4], ground: [u8; 4]) -> (Vec<u8>, Position) {
    let f = five_by_seven()
        .parse_pattern("#####/#..../#..../####./#..../#..../#....")
        .unwrap();
    let is_ink =
        |x: u32, y: u32| f.has(five_by_seven().hole_at(x as i16 / 8, y as i16 / 8).unwrap());
    let draw = |x, y| image::Rgba(if is_ink(x, y) { ink } else { ground });
    let mut png = Cursor::new(Vec::new());
    image::RgbaImage::from_fn(40, 56, draw)
        .write_to(&mut png, ImageFormat::Png)
        .unwrap();
    (png.into_inner(), f)
}

#[test]
fn ink_is_read_in_any_shade_and_from_the_alpha_channel() {
    let (board, opaque) = (five_by_seven(), |shade| [shade, shade, shade, 255]);
    for (ink, ground, light) in [
        (opaque(150), opaque(255), false),
        (opaque(120), opaque(60), true),
        (opaque(20), opaque(240), false),
        (opaque(255), [0; 4], false),
        (opaque(255), [0; 4], true),
        ([250, 240, 230, 200], [255, 0, 0, 10], false),
        (opaque(0), [0; 4], false),
    ] {
        let (png, f) = f_of(ink, ground);
        let sampling = Sampling {
            holes: Holes::Of(&board),
            light,
            ..Sampling::default()
        };
        let drawn = sampling.read(&png).unwrap();
        assert_eq!(
            (drawn.pegs, drawn.is_doubtful),
            (f, false),
            "{ink:?} on {ground:?}"
        );
    }
    // What differs as little as a paper does is no ink.
    let (paper, _) = f_of(opaque(246), opaque(255));
    assert_eq!(
        pattern_from_picture(&paper, &board, false).unwrap().count(),
        0
    );
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("f.png"), f_of(opaque(120), opaque(60)).0).unwrap();
    let said = pegfont(
        folder.path(),
        &["one-game", "f.png", "--distance", "9", "-o", "f.game"],
    );
    let said = String::from_utf8(said.stderr).unwrap();
    assert!(
        said.contains("all parts are dark") && said.contains("--inverse"),
        "{said}"
    );
}

#[test]
fn a_pattern_is_read_from_every_format_as_from_a_png() {
    let board = five_by_seven();
    let pattern = Position::from(Bitboard(0x2_1234_5678));
    let drawn = image::load_from_memory(&drawn(&board, &pattern, (3, 0), false)).unwrap();
    for format in [
        ImageFormat::Gif,
        ImageFormat::Bmp,
        ImageFormat::Jpeg,
        ImageFormat::WebP,
    ] {
        let mut bytes = Cursor::new(Vec::new());
        drawn.to_rgb8().write_to(&mut bytes, format).unwrap();
        assert_eq!(
            pattern_from_picture(bytes.get_ref(), &board, false).unwrap(),
            pattern
        );
    }
}

#[test]
fn a_huge_picture_is_refused_before_it_is_decoded() {
    // Headers that promise 65,535 x 65,535 pixels in a PNG and a GIF, and 2,000,000,000 a side in a
    // BMP; the files have none.
    let mut png = png(1, &[0]);
    png[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    let sum = crc32fast::hash(&png[12..29]).to_be_bytes();
    png[29..33].copy_from_slice(&sum);
    let side = [0xff; 4];
    let screen = [side.as_slice(), &[0x80, 0, 0], &[0; 6]].concat();
    let frame = [
        &[0x2c, 0, 0, 0, 0],
        side.as_slice(),
        &[0, 2, 1, 0x2c, 0, 0x3b],
    ]
    .concat();
    let gif = [b"GIF89a".as_slice(), &screen, &frame].concat();
    let side = 2_000_000_000_i32.to_le_bytes();
    let header = [
        b"BM".as_slice(),
        &[0; 8],
        &[54, 0, 0, 0, 40, 0, 0, 0],
        &side,
        &side,
    ];
    let bmp = [header.concat(), vec![1, 0, 24, 0], vec![0; 24]].concat();
    for bytes in [png, gif, bmp] {
        let error = pattern_from_picture(&bytes, &five_by_seven(), false)
            .unwrap_err()
            .to_string();
        let limited = ["65535 x 65535", "imit", "too large", "Overflow"];
        assert!(limited.iter().any(|word| error.contains(word)), "{error}");
    }
}
