//! The direction of a text: in which order the characters of a line stand, and which can't stand
//! alone. Knows no font. Without the feature `pictures`, every line runs from left to right: the
//! first view of the page has no room for Unicode's tables, which take 30 kB.

#[cfg(feature = "pictures")]
use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

/// The embedding level of each byte of a line, by the Unicode Bidirectional Algorithm: odd ones run
/// from right to left.
pub fn levels(line: &str) -> Vec<u8> {
    #[cfg(feature = "pictures")]
    return BidiInfo::new(line, None)
        .levels
        .iter()
        .map(Level::number)
        .collect();

    #[cfg(not(feature = "pictures"))]
    vec![0; line.len()]
}

/// The places of a line with these levels from left to right.
///
/// ```
/// use pegfont_type::glyph::{levels, visual};
/// assert_eq!(visual(&levels("ab cd")), [0, 1, 2, 3, 4]);
/// assert_eq!(visual(&[0, 1, 1, 2, 2]), [0, 3, 4, 2, 1]);
/// ```
pub fn visual(levels: &[u8]) -> Vec<usize> {
    #[cfg(feature = "pictures")]
    return BidiInfo::reorder_visual(&Level::vec(levels));

    #[cfg(not(feature = "pictures"))]
    (0..levels.len()).collect()
}

/// Brackets, each pair of which trade places in text from right to left.
const BRACKETS: &str = "()[]{}<>«»‹›≤≥";

/// The character that shows another one in text from right to left.
pub fn mirrored(character: char) -> char {
    let Some(place) = BRACKETS.chars().position(|bracket| bracket == character) else {
        return character;
    };

    BRACKETS.chars().nth(place ^ 1).unwrap_or(character)
}

/// The blocks of scripts whose letters take their shapes or places from their neighbours: first and
/// last code points.
const JOINING: [(u32, u32); 11] = [
    (0x600, 0x109f),
    (0x1700, 0x18af),
    (0x1900, 0x1cff),
    (0xa800, 0xa82f),
    (0xa840, 0xa95f),
    (0xa980, 0xabff),
    (0x10a00, 0x10a5f),
    (0x10ac0, 0x10aff),
    (0x10d00, 0x10fdf),
    (0x11000, 0x11fff),
    (0x1e900, 0x1e95f),
];

/// Whether a character takes its shape or place from its neighbours in a word, which only a font
/// with rules for that can show.
pub fn joins(character: char) -> bool {
    if is_mark(character) {
        return true;
    }

    let code = u32::from(character);
    let is_in_block = JOINING
        .iter()
        .any(|&(first, last)| (first..=last).contains(&code));
    let is_thai_or_lao = (0xe00..0xf00).contains(&code);

    // Thai and Lao write letters side by side.
    is_in_block && character.is_alphabetic() && !is_thai_or_lao
}

/// Whether a character is a mark on another one.
fn is_mark(character: char) -> bool {
    let is_sign =
        matches!(character, '\u{fe00}'..='\u{fe0f}' | '\u{3099}' | '\u{309a}' | '\u{e0000}'..);

    #[cfg(feature = "pictures")]
    let is_nonspacing = bidi_class(character) == BidiClass::NSM;
    #[cfg(not(feature = "pictures"))]
    let is_nonspacing = false;

    is_nonspacing && !is_sign
}
