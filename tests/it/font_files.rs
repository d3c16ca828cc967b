//! Fonts for other programs: each format is read as an independent reader reads it, no damaged file
//! is trusted, and a file of another kind is named, with a remedy.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::running::{pegfont, printed, refused};
use peg_solitaire::board::Board;
use pegfont_type::Error;
use pegfont_type::glyph::{Designs, Fitting};
use proptest::prelude::*;

const BDF: &[u8] = include_bytes!("../data/fixed-8x13.bdf");
const PSF: &[u8] = include_bytes!("../data/fixed-8x13.psf");
const TTF: &[u8] = include_bytes!("../data/own.ttf");
const WOFF: &[u8] = include_bytes!("../data/own.woff");
const OTB: &[u8] = include_bytes!("../data/tiny.otb");

/// The same font in three orders of bits and bytes.
const PCF: [&[u8]; 3] = [
    include_bytes!("../data/fixed-8x13-highest.pcf"),
    include_bytes!("../data/fixed-8x13-lowest.pcf"),
    include_bytes!("../data/fixed-8x13-mixed.pcf"),
];

/// Fonts whose bytes are numbers, by a name that says what they are.
fn binary_fonts() -> Vec<(&'static str, Vec<u8>)> {
    let mut fonts = vec![
        ("own.ttf", TTF.to_vec()),
        ("own.woff", WOFF.to_vec()),
        ("tiny.otb", OTB.to_vec()),
        ("fixed.psf", PSF.to_vec()),
        ("old.psf", psf1(&[0xff; 8], &[Some('A')])),
    ];
    for pcf in PCF {
        fonts.push(("fixed.pcf", pcf.to_vec()));
    }
    fonts
}

fn read(name: &str, font: &[u8]) -> Result<Designs, Error> {
    Designs::parse_font(name, font, &Fitting::default())
}

/// Each character of a font with its picture.
fn pictures(designs: &Designs) -> BTreeMap<char, String> {
    let picture = |one| match designs.of(one) {
        [design, ..] => designs.board().picture(design),
        [] => String::new(),
    };
    designs.iter().map(|(one, _)| (one, picture(one))).collect()
}

/// A PSF 1 of 8 columns with 256 bitmaps. The first ones are these, of as many rows as there are
/// bytes for each; the table has a character for each, or none.
fn psf1(bitmaps: &[u8], characters: &[Option<char>]) -> Vec<u8> {
    let rows = bitmaps.len() / characters.len();
    let mut font = vec![0x36, 0x04, 2, rows as u8];
    font.extend(bitmaps);
    font.resize(4 + 256 * rows, 0);
    for number in 0..256 {
        if let Some(Some(character)) = characters.get(number) {
            font.extend((*character as u16).to_le_bytes());
        }
        font.extend([0xff, 0xff]);
    }
    font
}

/// A PSF 2 of one bitmap of 10 columns and 2 rows, and a table.
fn psf2(table: &[u8]) -> Vec<u8> {
    let mut font = b"\x72\xb5\x4a\x86".to_vec();
    for number in [0, 32, 1, 1, 4, 2, 10] {
        font.extend(u32::to_le_bytes(number));
    }
    font.extend([0b1000_0000, 0b0100_0000, 0b1100_0000, 0b0000_0000]);
    font.extend(table);
    font
}

/// A PCF of this many characters from U+4E00 on, which have bitmaps of 8 columns and 8 rows: the
/// number of the character, and a row of ink. Or if they share one bitmap, it is a square of ink.
fn pcf(characters: u16, shared: Option<u8>) -> Vec<u8> {
    let side = shared.unwrap_or(8);
    let glyphs = if shared.is_some() { 1 } else { characters };
    let numbers = |numbers: &[u32]| -> Vec<u8> {
        numbers
            .iter()
            .flat_map(|number| number.to_be_bytes())
            .collect()
    };
    // The highest byte and bit first.
    let format = 12;

    let mut metrics = numbers(&[format, glyphs.into()]);
    let mut places = Vec::new();
    let mut bitmaps = Vec::new();
    for glyph in 0..glyphs {
        for number in [0, side, side, side, 0, 0] {
            metrics.extend(u16::from(number).to_be_bytes());
        }
        places.push(bitmaps.len() as u32);
        if shared.is_some() {
            bitmaps.resize(usize::from(side).div_ceil(8) * usize::from(side), 0xff);
        } else {
            bitmaps.extend(glyph.to_be_bytes());
            bitmaps.extend([0, 0, 0, 0, 0, 0xff]);
        }
    }
    let images = [
        numbers(&[format, glyphs.into()]),
        numbers(&places),
        numbers(&[bitmaps.len() as u32; 4]),
        bitmaps,
    ];

    // The first and last low byte, then those of the high byte, and the default.
    let last = 0x4e + (characters.div_ceil(256) - 1);
    let mut codes = numbers(&[format]);
    for number in [0, 255, 0x4e, last, 0xffff] {
        codes.extend(number.to_be_bytes());
    }
    for place in 0..characters.next_multiple_of(256) {
        let glyph = match shared {
            _ if place >= characters => 0xffff,
            Some(_) => 0,
            None => place,
        };
        codes.extend(glyph.to_be_bytes());
    }

    let tables = [(4_u32, metrics), (8, images.concat()), (32, codes)];
    let mut font = b"\x01fcp\x03\0\0\0".to_vec();
    let mut place = 8 + 16 * tables.len() as u32;
    for (kind, table) in &tables {
        for number in [*kind, format, table.len() as u32, place] {
            font.extend(number.to_le_bytes());
        }
        place += table.len() as u32;
    }
    for (_, table) in tables {
        font.extend(table);
    }
    font
}

/// The bytes as gzip packs them.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

#[test]
fn a_pcf_font_of_thousands_of_characters_is_read() {
    let found = read("large.pcf.gz", &packed(&pcf(7_000, None))).unwrap();

    assert_eq!(found.iter().count(), 7_000);
    assert_eq!(found.board().to_string(), "8x8");
    let (last, _) = found.iter().last().unwrap();
    assert_eq!(u32::from(last), 0x4e00 + 6_999);
    assert_eq!(
        found.board().picture(&found.of(last)[0]),
        "...##.##\n.#.#.###\n........\n........\n........\n........\n........\n########"
    );
}

/// Thousands of characters may have one bitmap, so that little packs much.
#[test]
fn a_small_file_that_unpacks_to_much_ink_is_refused() {
    let font = packed(&pcf(20_000, Some(250)));
    assert!(font.len() < 3_000, "{} bytes", font.len());

    let said = read("small.pcf.gz", &font).unwrap_err().to_string();
    assert_eq!(
        said,
        "small.pcf.gz: its characters have more than 16,777,216 pixels, which is the limit"
    );
}

#[test]
fn a_small_file_that_unpacks_to_many_bytes_is_refused() {
    let mut font = pcf(256, None);
    font.resize((128 << 20) + 1, 0);
    let said = read("small.pcf.gz", &packed(&font))
        .unwrap_err()
        .to_string();
    assert!(said.contains("more than 128 MiB"), "{said}");
}

#[test]
fn a_pcf_font_in_any_order_of_bits_and_bytes_is_the_bdf_font_that_it_was_made_of() {
    let meant = read("fixed.bdf", BDF).unwrap();
    for font in PCF {
        let found = read("fixed.pcf", font).unwrap();
        assert_eq!(found.board(), meant.board());
        assert_eq!(pictures(&found), pictures(&meant));
        assert_eq!(found.notes, []);
    }
}

/// Codes of a PCF font are those of its charset.
#[test]
fn codes_of_a_pcf_font_are_read_by_its_charset() {
    let find = |font: &[u8], part: &[u8]| font.windows(part.len()).position(|one| one == part);
    let mut font = PCF[0].to_vec();
    let at = find(&font, b"ISO10646").unwrap();
    font[at..at + 8].copy_from_slice(b"JISX0201");

    let found = read("fixed.pcf", &font).unwrap();
    assert_eq!(found.iter().count(), 5);

    font[at..at + 8].copy_from_slice(b"ISO99999");
    let said = read("fixed.pcf", &font).unwrap_err().to_string();
    assert!(
        said.contains("its charset iso99999-1 is not known"),
        "{said}"
    );
}

#[test]
fn a_console_font_has_a_bitmap_for_each_character_of_its_table() {
    let meant = pictures(&read("fixed.bdf", BDF).unwrap());
    let found = pictures(&read("fixed.psf", PSF).unwrap());
    for (character, picture) in meant {
        assert_eq!(found.get(&character), Some(&picture), "{character}");
    }

    let old = psf1(&[0x81, 0x42, 0x24, 0x18], &[Some('A'), Some('é')]);
    let old = read("old.psf", &old).unwrap();
    assert_eq!(old.board().to_string(), "8x2");
    assert_eq!(
        pictures(&old),
        BTreeMap::from([
            ('A', "#......#\n.#....#.".to_owned()),
            ('é', "..#..#..\n...##...".to_owned()),
        ])
    );

    // What stands for several characters together is none of them.
    let new = read(
        "new.psf",
        &psf2(
            "Aα"
                .as_bytes()
                .iter()
                .chain(b"\xfee\xcc\x81\xff")
                .copied()
                .collect::<Vec<_>>()
                .as_slice(),
        ),
    );
    let drawn = "#........#\n##........".to_owned();
    let meant = BTreeMap::from([('A', drawn.clone()), ('α', drawn)]);
    assert_eq!(pictures(&new.unwrap()), meant);
}

/// Without a table, the numbers of the bitmaps are codes; beyond ASCII, that is a guess.
#[test]
fn a_console_font_without_a_table_is_read_with_a_warning() {
    let mut font = psf1(&[0; 0x41 * 2 + 2], &[None; 0x42]);
    font[2] = 0;
    font.truncate(4 + 256 * 2);
    font[4 + 0x41 * 2] = 0xff;
    let found = read("raw.psf", &font).unwrap();
    assert_eq!(pictures(&found)[&'A'], "########\n........");
    let said = found.notes[0].to_string();
    assert_eq!(
        said,
        "raw.psf: its charset is not said: the codes are read as Latin-1"
    );
}

#[test]
fn a_web_font_is_the_font_inside() {
    let (woff, ttf) = (
        read("own.woff", WOFF).unwrap(),
        read("own.ttf", TTF).unwrap(),
    );
    assert_eq!((woff.board(), woff.native), (ttf.board(), ttf.native));
    assert_eq!(pictures(&woff), pictures(&ttf));
}

/// The first bytes decide, and not the name.
#[test]
fn a_font_under_a_wrong_name_is_read() {
    let fonts = [
        ("bdf", BDF),
        ("pcf", PCF[0]),
        ("psf", PSF),
        ("ttf", TTF),
        ("woff", WOFF),
    ];
    for (own, font) in fonts {
        let meant = pictures(&read(&format!("a.{own}"), font).unwrap());
        for ending in [
            "bdf", "pcf", "psf", "ttf", "woff", "woff2", "png", "toml", "gz", "",
        ] {
            let found = read(&format!("a.{ending}"), font).unwrap();
            assert_eq!(pictures(&found), meant, "{own} called .{ending}");
        }
    }
}

#[test]
fn a_collection_is_read_with_a_note_that_it_is_the_first_font() {
    // A head of 16 bytes comes before the font, whose tables lie that much farther.
    let mut collection = b"ttcf\0\x01\0\0\0\0\0\x02\0\0\0\x14\0\0\0\x14".to_vec();
    let shift = collection.len() as u32;
    collection.extend(TTF);
    for table in 0..usize::from(TTF[5]) {
        let at = 20 + 12 + 16 * table + 8;
        let place: [u8; 4] = collection[at..at + 4].try_into().unwrap();
        let place = u32::from_be_bytes(place) + shift;
        collection[at..at + 4].copy_from_slice(&place.to_be_bytes());
    }

    let found = read("two.ttc", &collection).unwrap();
    assert_eq!(pictures(&found), pictures(&read("own.ttf", TTF).unwrap()));
    let said = found.notes[0].to_string();
    assert_eq!(
        said,
        "two.ttc: this is a collection of 2 fonts: the first is read"
    );
}

/// Every length that a file can be cut to: it has all that is read of the font, or the message says
/// that it ends early.
#[test]
fn a_font_that_is_cut_short_is_said_to_end_early() {
    for (name, font) in binary_fonts() {
        let whole = pictures(&read(name, &font).unwrap());
        let mut refused = 0;
        for length in 0..font.len() {
            match read(name, &font[..length]) {
                Ok(found) => assert_eq!(pictures(&found), whole, "{name}, {length} bytes"),
                Err(error) => {
                    let said = error.to_string();
                    assert!(
                        said.contains("the file ends early"),
                        "{length} bytes: {said}"
                    );
                    refused += 1;
                }
            }
        }
        // What is not read at the end of a file may be missing.
        assert!(
            refused * 10 > font.len() * 6,
            "{name}: {refused} of {}",
            font.len()
        );
    }
    let said = read("cut.ttf", &TTF[..1416]).unwrap_err().to_string();
    assert!(
        said.starts_with("cut.ttf: the file ends early: table 'glyf' needs ")
            && said.ends_with(" bytes, and the file has 1,416"),
        "{said}"
    );
}

/// A length that the directory states is not believed.
#[test]
fn a_web_font_with_a_false_length_is_refused() {
    let tables = usize::from(WOFF[13]);
    for table in 0..tables {
        for (at, length) in [
            (8, 0_u32),
            (8, 1),
            (8, u32::MAX),
            (12, 0),
            (12, 1 << 20),
            (12, u32::MAX),
        ] {
            let mut font = WOFF.to_vec();
            let at = 44 + 20 * table + at;
            font[at..at + 4].copy_from_slice(&length.to_be_bytes());
            let said = read("own.woff", &font).unwrap_err().to_string();
            let known = [
                "the file ends early",
                "can't unpack",
                "has not the length",
                "more than 128 MiB",
            ];
            assert!(
                known.iter().any(|part| said.contains(part)),
                "table {table}: {said}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Bytes that were changed at random are read or refused. Outlines themselves are skrifa's.
    #[test]
    fn a_damaged_font_is_read_or_refused(
        font in 0..5_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let (name, font) = [
            ("own.woff", WOFF),
            ("fixed.psf", PSF),
            ("a.pcf", PCF[0]),
            ("a.pcf", PCF[1]),
            ("a.pcf", PCF[2]),
        ][font];
        let mut font = font.to_vec();
        // The heads have all numbers that lead elsewhere.
        let head = if name == "fixed.psf" { 64 } else { font.len() };
        for (at, byte) in changes {
            font[at.index(head)] = byte;
        }
        let board: Board = "5x7".parse().unwrap();
        for board in [Some(board), None] {
            let fitting = Fitting { board, ..Fitting::default() };
            let _ = Designs::parse_font(name, &font, &fitting);
        }
    }
}

/// Files that are no font that is read: name, bytes, and what the message says.
fn other_files() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let texts = [
        (
            "a.yaff",
            "name: Tiny\nu+0041:\n    .@@.\n    @..@\n",
            "a YAFF font...`monobit-convert a.yaff label -codepoint-from=unicode to a.bdf`",
        ),
        (
            "bm.fnt",
            "info face=\"Tiny\" size=8\ncommon lineHeight=8\n",
            "a BMFont...`monobit-convert bm.fnt label -codepoint-from=unicode to bm.bdf`",
        ),
        (
            "bm.xml",
            "<?xml version=\"1.0\"?>\n<font><info face=\"Tiny\"/></font>",
            "a BMFont...`monobit-convert bm.xml label -codepoint-from=unicode to bm.bdf`",
        ),
        (
            "a.pfa",
            "%!PS-AdobeFont-1.0: Tiny 001.000\n",
            "a Type 1 font...a.pfa a.otf`",
        ),
        (
            "a.sfd",
            "SplineFontDB: 3.2\nFontName: Tiny\n",
            "a font of FontForge...a.sfd a.otf`",
        ),
        (
            "a.svg",
            "<svg><defs><font><font-face/></font></defs></svg>",
            "an SVG font...a.svg a.otf`",
        ),
        (
            "a.ttx",
            "<?xml version=\"1.0\"?>\n<ttFont>\n</ttFont>",
            "fontTools' XML...`ttx a.ttx`",
        ),
        (
            "a.hex",
            "0041:00000000182424427E42424242420000\n",
            ".hex format of Unifont...`monobit-convert a.hex -format=unifont label...to a.bdf`",
        ),
        (
            "a.h",
            "const uint8_t tiny[] PROGMEM = { 0x18, 0x24 };\n",
            "C source...it was made of another font...give that",
        ),
        ("a.json", "{ \"a\": 1 }", "a JSON file, not a font"),
        (
            "a.html",
            "<!doctype html><title>404</title>",
            "a web page, not a font",
        ),
        (
            "page.ttf",
            "<!doctype html><title>404</title>",
            "a web page, not a font",
        ),
        (
            "a.glif",
            "<?xml version=\"1.0\"?>\n<glyph name=\"A\" format=\"2\">\n</glyph>",
            "a glyph of a UFO font...`fontmake -u FONT.ufo -o ttf`",
        ),
        (
            "my font.yaff",
            "u+0041:\n    .@@.\n",
            "`monobit-convert 'my font.yaff' label -codepoint-from=unicode to 'my font.bdf'`",
        ),
    ];
    let mut files: Vec<_> = texts
        .into_iter()
        .map(|(name, text, says)| (name, text.as_bytes().to_vec(), says))
        .collect();
    let mut fon = vec![0; 0x42];
    fon[..2].copy_from_slice(b"MZ");
    fon[0x3c] = 0x40;
    fon[0x40..].copy_from_slice(b"NE");
    let binaries: [(&str, &[u8], &str); 16] = [
        (
            "a.pf2",
            b"FILE\0\0\0\x04PFF2NAME",
            "a font of GRUB...it was made of another font...give that",
        ),
        (
            "a.pk",
            b"\xf7\x59\0\0\0\0",
            "a bitmap font of TeX...`monobit-convert a.pk label...to a.bdf`",
        ),
        (
            "unnamed",
            b"wOF2\0\x01\0\0",
            "a WOFF2 web font...`woff2_decompress unnamed` makes unnamed.ttf",
        ),
        (
            "packed",
            b"\xfd7zXZ\0",
            "packed by xz...`xz -dc packed > packed.unpacked`",
        ),
        (
            "bm.bin",
            b"BMF\x03\x01\0\0",
            "a BMFont...`monobit-convert bm.bin label -codepoint-from=unicode to bm.bdf`",
        ),
        (
            "a.pfb",
            b"\x80\x01\x10\0\0\0%!PS-AdobeFont",
            "a Type 1 font...a.pfb a.otf`",
        ),
        (
            "a.fon",
            &fon,
            "a bitmap font of Windows...`monobit-convert a.fon label -codepoint-from=unicode to a.bdf`",
        ),
        (
            "a.woff2",
            b"wOF2\0\x01\0\0",
            "a WOFF2 web font...`woff2_decompress a.woff2` makes a.ttf",
        ),
        (
            "a.woff",
            b"wOF2\0\x01\0\0",
            "a WOFF2 web font...`woff2_decompress a.woff`",
        ),
        (
            "a.dfont",
            b"\0\0\x01\0\0\0\x12\xb4",
            "a Mac font...a.dfont a.otf`",
        ),
        (
            "a.png",
            b"\x89PNG\r\n\x1a\n",
            "a PNG picture...`monobit-convert a.png -grid -cell=8x16 -padding=0x0 -first-codepoint=32 label...",
        ),
        (
            "a.zip",
            b"PK\x03\x04fonts/a.ttf",
            "a ZIP archive...`unzip a.zip`",
        ),
        (
            "a.bdf.xz",
            b"\xfd7zXZ\0",
            "packed by xz...`xz -dc a.bdf.xz > a.bdf`",
        ),
        (
            "a.bdf.bz2",
            b"BZh9",
            "packed by bzip2...`bzip2 -dc a.bdf.bz2 > a.bdf`",
        ),
        (
            "a.bdf.zst",
            b"\x28\xb5\x2f\xfd",
            "packed by zstd...`zstd -dc a.bdf.zst > a.bdf`",
        ),
        ("a.pdf", b"%PDF-1.7", "a PDF, not a font"),
    ];
    files.extend(binaries.map(|(name, bytes, says)| (name, bytes.to_vec(), says)));
    files
}

/// What a file is that another program reads: each command that is advised makes a font of it.
#[test]
#[ignore = "needs fontforge-nox and woff2, and python3 with monobit and fonttools"]
fn advised_commands_make_fonts_as_they_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let within = |name: &str| folder.path().join(name);
    let bash = |script: &str| {
        let mut shell = Command::new("bash");
        let run = shell
            .args(["-c", script])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{script}: {said}");
    };

    // What the other programs write of fonts that are read.
    fs::write(within("own.ttf"), TTF).unwrap();
    fs::write(within("fixed.bdf"), BDF).unwrap();
    fs::write(
        within("tiny.yaff"),
        "u+0041:\n    .@@.\n    @..@\n\nu+00e9:\n    .@@.\n    @...\n",
    )
    .unwrap();
    let rows = "0000000018242442427E424242420000";
    fs::write(within("tiny.hex"), format!("0041:{rows}\n00E9:{rows}\n")).unwrap();
    bash(
        "set -e
         monobit-convert fixed.bdf to bm.fnt -format=bmfont
         monobit-convert fixed.bdf to bmx.xml -format=bmfont -descriptor=xml
         monobit-convert fixed.bdf to windows.fnt -format=win
         monobit-convert fixed.bdf to windows.fon -format=mzfon
         ttx -q own.ttf
         fontforge -quiet -lang=ff -c 'Open(\"own.ttf\"); Save(\"own.sfd\");
             Generate(\"own.pfb\"); Generate(\"own.pfa\"); Generate(\"own.svg\")'
         woff2_compress own.ttf
         mv own.ttf own.bin; rm -f own.otf
         xz -k fixed.bdf; bzip2 -k fixed.bdf; zstd -q fixed.bdf",
    );
    // A sheet of 96 cells, all of which have ink.
    let sheet = image::GrayImage::from_fn(16 * 8, 6 * 16, |x, y| {
        let has_ink = x % 8 == 1 && y % 16 > 2;
        image::Luma([if has_ink { 0 } else { 255 }])
    });
    sheet.save(within("sheet.png")).unwrap();

    let names = [
        "tiny.yaff",
        "tiny.hex",
        "bm.fnt",
        "bmx.xml",
        "windows.fnt",
        "windows.fon",
        "sheet.png",
        "own.ttx",
        "own.sfd",
        "own.pfb",
        "own.pfa",
        "own.svg",
        "own.woff2",
        "fixed.bdf.xz",
        "fixed.bdf.bz2",
        "fixed.bdf.zst",
    ];
    let begun = fs::read_dir(folder.path()).unwrap().count();
    for name in names {
        // The command must not depend on how the file is called.
        let unnamed = name.replace('.', "-");
        fs::copy(within(name), within(&unnamed)).unwrap();
        let said = refused(folder.path(), &["font", "build", &unnamed]);
        let command = said.split('`').nth(1);
        bash(command.unwrap_or_else(|| panic!("{said}")));

        let made = ["bdf", "ttf", "otf", "unpacked"].map(|end| format!("{unnamed}.{end}"));
        let made = made.iter().find(|made| within(made).exists());
        let made = made.unwrap_or_else(|| panic!("{said} made no font"));
        let font = read(made, &fs::read(within(made)).unwrap()).unwrap();
        assert!(font.of('A').len() == 1, "{made} has no A");
        assert_eq!(font.notes, [], "{made}");
    }
    let made = fs::read_dir(folder.path()).unwrap().count() - begun;
    assert_eq!(made, 2 * names.len());
}

/// Whether a message has these parts in this order.
fn says(message: &str, parts: &str) -> bool {
    let mut rest = message;
    parts.split("...").all(|part| match rest.split_once(part) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// Every command that takes a font or designs says the same of a file that is none.
#[test]
fn what_a_file_is_that_is_no_font_is_said_by_every_command() {
    let commands = [
        "render A --font",
        "font list --font",
        "font export --font",
        "font specimen --font",
        "sheet A --font",
        "one-game A --font",
        "find A --glyphs",
        "font build",
    ];
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, parts) in other_files() {
        fs::write(folder.path().join(name), bytes).unwrap();
        for command in commands {
            let mut arguments: Vec<&str> = command.split(' ').collect();
            arguments.push(name);
            let run = pegfont(folder.path(), &arguments);
            let said = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.status.code(), Some(1), "{command} {name}: {said}");
            assert!(says(&said, parts), "{command} {name}: {said}");
            assert!(
                said.contains("BDF, PCF, PSF, TrueType, OpenType and WOFF"),
                "{said}"
            );
            assert!(!said.contains("valid TOML"), "{said}");
        }
    }
}

/// A text of another kind is not read as TOML: its first mistake there would say nothing.
#[test]
fn a_text_that_is_no_toml_is_not_said_to_have_a_mistake_in_toml() {
    let folder = tempfile::tempdir().unwrap();
    let commands = [
        ("render A --font", "`pegfont font build` writes one"),
        ("one-game A --font", "`pegfont font build` writes one"),
        ("font build", "`pegfont font new` writes one"),
        ("find A --glyphs", "`pegfont font new` writes one"),
        ("render A --theme", "copy one of themes/"),
    ];
    let texts = [
        "Ada, Grace, Sofia\n",
        "font by hand\nsize 5\n",
        "A:\n.##.\n#..#\n",
    ];
    for text in texts {
        fs::write(folder.path().join("a.txt"), text).unwrap();
        for (command, remedy) in commands {
            let mut arguments: Vec<&str> = command.split(' ').collect();
            arguments.push("a.txt");
            let run = pegfont(folder.path(), &arguments);
            let said = String::from_utf8(run.stderr).unwrap();
            assert_eq!(run.status.code(), Some(1), "{said}");
            let expected = "a.txt: this is a text that is not TOML, not a...".to_owned() + remedy;
            assert!(says(&said, &expected), "{command}: {said}");
        }
    }
}

/// All commands that take pictures go by the first bytes.
#[test]
fn what_a_file_is_that_is_no_picture_is_said_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let tiff = include_bytes!("../data/drawing.tiff");
    let pictures: [(&str, &[u8], &str); 9] = [
        ("drawing.tiff", tiff, "a TIFF picture"),
        ("drawing.png", tiff, "a TIFF picture"),
        ("a.heic", b"\0\0\0\x18ftypheic", "a HEIC picture"),
        ("a.avif", b"\0\0\0\x18ftypavif", "an AVIF picture"),
        ("a.ico", b"\0\0\x01\0\x01\0", "a Windows icon"),
        ("a.psd", b"8BPS\0\x01", "a Photoshop picture"),
        ("a.jxl", b"\xff\x0a", "a JPEG XL picture"),
        (
            "a.svg",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
            "an SVG picture",
        ),
        ("a.pdf", b"%PDF-1.7", "a PDF"),
    ];
    for (name, bytes, kind) in pictures {
        fs::write(folder.path().join(name), bytes).unwrap();
        for arguments in [
            &["find", name, "--board", "4x4"][..],
            &["find", "A", "--with", name],
            &["one-game", name],
        ] {
            let run = pegfont(folder.path(), arguments);
            let said = String::from_utf8(run.stderr).unwrap();
            let expected =
                format!("{name}: this is {kind}: save it as a PNG, GIF, BMP, JPEG or WebP");
            assert_eq!(run.status.code(), Some(1), "{said}");
            assert!(said.contains(&expected), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn a_picture_under_a_wrong_name_is_read() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["code.png", "code.gif", "code.jpg", "code.dat"] {
        fs::write(folder.path().join(name), include_bytes!("../data/qr.png")).unwrap();
        printed(folder.path(), &["one-game", name, "-o", "code.txt"]);
        let found = fs::read_to_string(folder.path().join("code.txt")).unwrap();
        assert!(found.contains('●'), "{name}: {found}");
    }
}

/// What the bitmap fonts of Debian are, by two formats of one family, and by its source.
#[test]
#[ignore = "needs fonts-spleen"]
fn console_fonts_of_spleen_are_its_fonts_for_x11() {
    let file = |path: String| fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    for size in ["5x8", "6x12", "8x16", "12x24"] {
        let psf = file(format!("/usr/share/consolefonts/spleen-{size}.psfu.gz"));
        let pcf = file(format!("/usr/share/fonts/X11/misc/spleen-{size}.pcf.gz"));
        let [psf, pcf] = [("a.psfu.gz", psf), ("a.pcf.gz", pcf)]
            .map(|(name, bytes)| pictures(&read(name, &bytes).unwrap()));
        // A console draws a soft hyphen as a hyphen, and heavy lines as light ones.
        let mut alike = 0;
        for (character, picture) in psf {
            if let Some(meant) = pcf.get(&character)
                && (character.is_ascii() || character.is_alphanumeric())
            {
                assert_eq!(&picture, meant, "spleen-{size}: {character}");
                alike += 1;
            }
        }
        assert!(alike > 150, "spleen-{size}: {alike}");
    }
}

/// Every bitmap font of X11 is read as FreeType reads it.
#[test]
#[ignore = "needs xfonts-base, and python3 with freetype-py"]
fn bitmap_fonts_of_x11_are_read_as_freetype_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut fonts = 0;
    for file in fs::read_dir("/usr/share/fonts/X11/misc").expect("xfonts-base is installed") {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.ends_with(".pcf.gz") {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        // The largest fonts would take minutes.
        if bytes.len() > 120_000 {
            continue;
        }
        // The codes of other charsets are compared by `charsets.csv`.
        let Ok(designs) = Designs::parse_font(&name, &bytes, &Fitting::default()) else {
            continue;
        };
        let found = serde_json::to_string(&pictures(&designs)).unwrap();
        fs::write(folder.path().join(format!("{name}.json")), found).unwrap();
        fonts += 1;
    }
    assert!(fonts > 30, "{fonts} fonts");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/check_pcf.py");
    crate::films::run(
        "python3",
        "python3",
        &[script.to_str().unwrap(), folder.path().to_str().unwrap()],
    );
}
