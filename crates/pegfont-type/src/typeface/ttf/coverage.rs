//! The scripts that a font declares to cover, as the bits of its OS/2 table. Knows code points and
//! nothing else.

use std::collections::BTreeSet;

/// The Unicode ranges of the built-in font in which the font has characters, as the bits of four
/// words of the OS/2 table. Source: OpenType specification, OS/2, ulUnicodeRange1 to 4.
pub(super) fn unicode_ranges(codes: impl Iterator<Item = u32>) -> [u32; 4] {
    const RANGES: [(u32, u32, u32); 18] = [
        (0, 0x20, 0x7e),
        (1, 0xa0, 0xff),
        (2, 0x100, 0x17f),
        (3, 0x180, 0x24f),
        (7, 0x370, 0x3ff),
        (9, 0x400, 0x52f),
        (29, 0x1e00, 0x1eff),
        (31, 0x2000, 0x206f),
        (32, 0x2070, 0x209f),
        (33, 0x20a0, 0x20cf),
        (35, 0x2100, 0x214f),
        (37, 0x2190, 0x21ff),
        (38, 0x2200, 0x22ff),
        (39, 0x2300, 0x23ff),
        (45, 0x25a0, 0x25ff),
        (46, 0x2600, 0x26ff),
        (47, 0x2700, 0x27bf),
        (50, 0x30a0, 0x30ff),
    ];
    const BEYOND_THE_FIRST_PLANE: u32 = 57;

    let mut words = [0; 4];
    let mut set = |bit: u32| words[bit as usize / 32] |= 1 << (bit % 32);
    for code in codes {
        for (bit, first, last) in RANGES {
            if (first..=last).contains(&code) {
                set(bit);
            }
        }
        if code > 0xffff {
            set(BEYOND_THE_FIRST_PLANE);
        }
    }
    words
}

/// The code pages that the font covers, as bits of the OS/2 table: Latin 1, Latin 2, Cyrillic,
/// Greek, Turkish, Baltic. A few letters represent each page, at least one of which no other page
/// has. Source: OpenType specification, OS/2, ulCodePageRange1.
pub(super) fn code_pages(codes: impl Iterator<Item = u32>) -> u32 {
    const PAGES: [(u32, &str); 6] = [
        (0, "Aaéñß"),
        (1, "ąłőž"),
        (2, "Жжя"),
        (3, "Ωωή"),
        (4, "ğışİ"),
        (7, "ģķņū"),
    ];

    let codes: BTreeSet<u32> = codes.collect();
    let mut bits = 0;
    for (bit, letters) in PAGES {
        if letters.chars().all(|letter| codes.contains(&letter.into())) {
            bits |= 1 << bit;
        }
    }

    // Some programs can't select a font that covers no code page.
    bits.max(1)
}
