//! BDF: a bitmap format for terminals and microcontrollers, with one pixel per peg.

use std::fmt::Write as _;

use super::{BLANKS, Labels, is_blank};
use crate::font::Font;
use peg_solitaire::board::{Board, Position};

/// The empty column between characters, and the empty row between lines.
const GAP: usize = 1;

/// Writes the font as a BDF file.
pub(super) fn write(font: &Font, labels: &Labels) -> String {
    let board = font.board();
    let (columns, rows) = size(board);
    let advance = columns + GAP;
    let point_size = 10 * (rows + GAP);
    let family = font_name_field(&labels.family);
    let extra = BLANKS.into_iter().filter(|&blank| font.get(blank).is_none());
    let mut characters: Vec<char> = font.characters().keys().copied().chain(extra).collect();
    characters.sort_unstable();

    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments| {
        let _ = writeln!(text, "{words}");
    };
    line(format_args!("STARTFONT 2.1"));
    line(format_args!(
        "FONT -pegfont-{family}-Medium-R-Normal--{pixels}-{point_size}-72-72-C-{width}-ISO10646-1",
        pixels = rows + GAP,
        width = 10 * advance
    ));
    line(format_args!("SIZE {} 72 72", rows + GAP));
    line(format_args!("FONTBOUNDINGBOX {columns} {rows} 0 0"));
    let default = characters.iter().find(|&&one| one == '?').or(characters.first());
    let properties: [(&str, String); 17] = [
        ("FOUNDRY", quoted("pegfont")),
        ("FAMILY_NAME", quoted(&family)),
        ("WEIGHT_NAME", quoted("Medium")),
        ("SLANT", quoted("R")),
        ("SETWIDTH_NAME", quoted("Normal")),
        ("PIXEL_SIZE", (rows + GAP).to_string()),
        ("POINT_SIZE", point_size.to_string()),
        ("RESOLUTION_X", "72".to_owned()),
        ("RESOLUTION_Y", "72".to_owned()),
        ("SPACING", quoted("C")),
        ("AVERAGE_WIDTH", (10 * advance).to_string()),
        ("CHARSET_REGISTRY", quoted("ISO10646")),
        ("CHARSET_ENCODING", quoted("1")),
        ("FONT_ASCENT", rows.to_string()),
        ("FONT_DESCENT", GAP.to_string()),
        ("DEFAULT_CHAR", default.map_or(0, |&one| u32::from(one)).to_string()),
        ("COPYRIGHT", quoted(&labels.copyright)),
    ];
    line(format_args!("STARTPROPERTIES {}", properties.len()));
    for (name, value) in &properties {
        line(format_args!("{name} {value}"));
    }
    line(format_args!("ENDPROPERTIES"));
    line(format_args!("CHARS {}", characters.len()));
    for character in characters {
        let pattern = font.get(character).filter(|_| !is_blank(character));
        let pegs = pattern.map_or_else(Position::default, |chosen| chosen.pattern());
        line(format_args!("STARTCHAR U+{:04X}", u32::from(character)));
        line(format_args!("ENCODING {}", u32::from(character)));
        line(format_args!("SWIDTH {} 0", 1000 * advance / (rows + GAP)));
        line(format_args!("DWIDTH {advance} 0"));
        line(format_args!("BBX {columns} {rows} 0 0"));
        line(format_args!("BITMAP"));
        for row in bitmap(board, &pegs) {
            line(format_args!("{row}"));
        }
        line(format_args!("ENDCHAR"));
    }
    line(format_args!("ENDFONT"));
    text
}

/// Width and height of a character in pixels.
fn size(board: &Board) -> (usize, usize) {
    (board.picture_columns(), board.rows())
}

/// The rows of a character as hexadecimal digits, two for every eight pixels:
///
/// ```text
///   .###.        0111 0000   70
///   #...#        1000 1000   88
/// ```
fn bitmap(board: &Board, pegs: &Position) -> Vec<String> {
    let (columns, rows) = size(board);
    let mut bytes = vec![vec![0_u8; columns.div_ceil(8)]; rows];
    for (x, y) in pegs.pegs().map(|hole| board.picture_place(hole)) {
        bytes[y][x / 8] |= 0x80 >> (x % 8);
    }
    let digits = |row: &Vec<u8>| row.iter().map(|byte| format!("{byte:02X}")).collect();
    bytes.iter().map(digits).collect()
}

/// A text property, in quotes; quotes inside it are doubled.
fn quoted(text: &str) -> String {
    let plain = text.chars().filter(|letter| !letter.is_control()).collect::<String>();
    format!("\"{}\"", plain.replace('"', "\"\""))
}

/// A field of a font name, without the hyphens and wild cards that have a meaning in the name.
fn font_name_field(text: &str) -> String {
    let plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == ' ';
    let field: String = text.chars().filter(plain).take(60).collect();
    if field.trim().is_empty() { "pegfont".to_owned() } else { field.trim().to_owned() }
}
