//! What a font declares about itself: names, axes, named instances, the scripts it covers. Knows the labels
//! and the characters, but no outlines.

use write_fonts::tables::fvar::{AxisInstanceArrays, Fvar, InstanceRecord, VariationAxisRecord};
use write_fonts::tables::name::{Name, NameRecord};
use write_fonts::tables::stat::{AxisRecord, AxisValue, AxisValueTableFlags, Stat};
use write_fonts::types::{Fixed, NameId, Tag};

use super::super::{HOLE_AXIS, Labels, REWIND_AXIS};
use crate::font::Font;

/// The number of axes.
pub(super) const AXES: u16 = 2;
/// The version in every font file; fonts have no version number.
pub(super) const VERSION: f64 = 1.0;
/// The end of the hole axis.
const HOLE_END: u16 = 100;
/// The first name number without a predefined meaning.
const OWN_NAMES: u16 = 256;

/// The names, axes and instances of a font.
pub(super) struct Style {
    names: Vec<(NameId, String)>,
    /// The end of the axis of the jumps: 32, or 64 if a solution is longer. With a power of two, every whole
    /// number of jumps is exact in the font's fixed-point numbers.
    pub rewind_end: u16,
}

/// A named instance: its name, and its coordinates on the axes of jumps and holes.
type Instance = (&'static str, u16, u16);

impl Style {
    /// The names and axes of a font.
    pub(super) fn new(font: &Font, labels: &Labels, variable: bool) -> Self {
        let jumps = font.characters().values().map(|chosen| chosen.solution.jumps().len());
        let rewind_end = if jumps.max().unwrap_or(0) > 32 { 64 } else { 32 };
        let family = &labels.family;
        let postscript = labels.postscript_family();
        let sample = "Every letter is a game of peg solitaire";
        let mut names = vec![
            (NameId::COPYRIGHT_NOTICE, labels.copyright.clone()),
            (NameId::FAMILY_NAME, family.clone()),
            (NameId::SUBFAMILY_NAME, "Regular".to_owned()),
            (NameId::UNIQUE_ID, format!("{VERSION:.3};PEGF;{postscript}-Regular")),
            (NameId::FULL_NAME, format!("{family} Regular")),
            (NameId::VERSION_STRING, format!("Version {VERSION:.3}")),
            (NameId::POSTSCRIPT_NAME, format!("{postscript}-Regular")),
            (NameId::MANUFACTURER, "pegfont".to_owned()),
            (NameId::DESIGNER, labels.designer.clone()),
            (NameId::DESCRIPTION, labels.description.clone()),
            (NameId::LICENSE_DESCRIPTION, labels.licence.clone()),
            (NameId::SAMPLE_TEXT, sample.to_owned()),
        ];
        let mut style = Self { names: Vec::new(), rewind_end };
        if variable {
            names.push((NameId::VARIATIONS_POSTSCRIPT_NAME_PREFIX, postscript.clone()));
            let own = style.own_names(&postscript).into_iter().enumerate();
            names.extend(own.map(|(at, name)| (NameId::new(OWN_NAMES + at as u16), name)));
        }
        names.retain(|(_, name)| !name.is_empty());
        style.names = names;
        style
    }

    /// The instances after the default one.
    fn instances(&self) -> [Instance; 4] {
        [
            ("Rewound Halfway", self.rewind_end / 2, 0),
            ("Rewound", self.rewind_end, 0),
            ("Holes", 0, HOLE_END),
            ("Rewound Holes", self.rewind_end, HOLE_END),
        ]
    }

    /// The named values of the axes: axis, value, name.
    fn values(&self) -> [(u16, u16, &'static str); 5] {
        [
            (0, 0, "Letter"),
            (0, self.rewind_end / 2, "Rewound Halfway"),
            (0, self.rewind_end, "Rewound"),
            (1, 0, "Plain"),
            (1, HOLE_END, "Holes"),
        ]
    }

    /// The names of the axes, of their values and of the instances, and the PostScript names of the
    /// instances.
    fn own_names(&self, postscript: &str) -> Vec<String> {
        let mut names = vec!["Rewind".to_owned()];
        let mut add = |name: String| {
            if !names.contains(&name) {
                names.push(name);
            }
        };
        for (_, _, name) in self.values() {
            add(name.to_owned());
        }
        for (name, _, _) in self.instances() {
            add(name.to_owned());
            add(postscript_instance(postscript, name));
        }
        names
    }

    /// The number of one of the [own names](Self::own_names).
    fn id(&self, name: &str) -> NameId {
        let own = |(id, text): &&(NameId, String)| id.to_u16() >= OWN_NAMES && text == name;
        self.names.iter().find(own).map_or(NameId::SUBFAMILY_NAME, |&(id, _)| id)
    }

    /// All names, for Windows in American English, which every system reads.
    pub(super) fn name_table(&self) -> Name {
        let record =
            |(id, text): &(NameId, String)| NameRecord::new(3, 1, 0x409, *id, text.clone().into());
        let mut records: Vec<_> = self.names.iter().map(record).collect();
        records.sort();
        Name::new(records)
    }

    /// The axes and the instances.
    pub(super) fn fvar(&self) -> Fvar {
        let axis = |tag: &str, name, end: u16| VariationAxisRecord {
            axis_tag: axis_tag(tag),
            max_value: fixed(end),
            axis_name_id: self.id(name),
            ..VariationAxisRecord::default()
        };
        let axes =
            vec![axis(REWIND_AXIS, "Rewind", self.rewind_end), axis(HOLE_AXIS, "Holes", HOLE_END)];
        let prefix = self.names.iter().find(|&&(id, _)| id.to_u16() == 25);
        let prefix = prefix.map_or("", |(_, name)| name.as_str());
        let mut instances = vec![InstanceRecord {
            subfamily_name_id: NameId::SUBFAMILY_NAME,
            coordinates: vec![fixed(0), fixed(0)],
            post_script_name_id: Some(NameId::POSTSCRIPT_NAME),
            ..InstanceRecord::default()
        }];
        instances.extend(self.instances().map(|(name, rewound, holes)| InstanceRecord {
            subfamily_name_id: self.id(name),
            coordinates: vec![fixed(rewound), fixed(holes)],
            post_script_name_id: Some(self.id(&postscript_instance(prefix, name))),
            ..InstanceRecord::default()
        }));
        Fvar::new(AxisInstanceArrays::new(axes, instances))
    }

    /// The names of the values of the axes.
    pub(super) fn stat(&self) -> Stat {
        let axes = vec![
            AxisRecord::new(axis_tag(REWIND_AXIS), self.id("Rewind"), 0),
            AxisRecord::new(axis_tag(HOLE_AXIS), self.id("Holes"), 1),
        ];
        let value = |(axis, value, name)| {
            let flags = match value {
                0 => AxisValueTableFlags::ELIDABLE_AXIS_VALUE_NAME,
                _ => AxisValueTableFlags::empty(),
            };
            AxisValue::format_1(axis, flags, self.id(name), fixed(value))
        };
        Stat::new(axes, self.values().map(value).into(), NameId::SUBFAMILY_NAME)
    }
}

/// The PostScript name of an instance.
fn postscript_instance(family: &str, name: &str) -> String {
    format!("{family}-{}", name.replace(' ', ""))
}

fn axis_tag(tag: &str) -> Tag {
    let mut bytes = [b' '; 4];
    for (byte, letter) in bytes.iter_mut().zip(tag.bytes()) {
        *byte = letter;
    }
    Tag::new(&bytes)
}

fn fixed(number: u16) -> Fixed {
    Fixed::from_i32(i32::from(number))
}

/// The Unicode ranges in which the font has characters, as the bits of four words of the OS/2 table. Source:
/// OpenType specification, OS/2, ulUnicodeRange1 to 4.
pub(super) fn unicode_ranges(codes: impl Iterator<Item = u32>) -> [u32; 4] {
    const RANGES: [(u32, u32, u32); 30] = [
        (0, 0x20, 0x7e),
        (1, 0xa0, 0xff),
        (2, 0x100, 0x17f),
        (3, 0x180, 0x24f),
        (5, 0x2b0, 0x2ff),
        (6, 0x300, 0x36f),
        (7, 0x370, 0x3ff),
        (9, 0x400, 0x52f),
        (10, 0x530, 0x58f),
        (11, 0x590, 0x5ff),
        (29, 0x1e00, 0x1eff),
        (30, 0x1f00, 0x1fff),
        (31, 0x2000, 0x206f),
        (32, 0x2070, 0x209f),
        (33, 0x20a0, 0x20cf),
        (35, 0x2100, 0x214f),
        (36, 0x2150, 0x218f),
        (37, 0x2190, 0x21ff),
        (38, 0x2200, 0x22ff),
        (39, 0x2300, 0x23ff),
        (40, 0x2400, 0x243f),
        (42, 0x2460, 0x24ff),
        (43, 0x2500, 0x257f),
        (44, 0x2580, 0x259f),
        (45, 0x25a0, 0x25ff),
        (46, 0x2600, 0x26ff),
        (47, 0x2700, 0x27bf),
        (48, 0x3000, 0x303f),
        (49, 0x3040, 0x309f),
        (50, 0x30a0, 0x30ff),
    ];
    let mut words = [0; 4];
    for code in codes {
        let range = RANGES.iter().find(|&&(_, first, last)| (first..=last).contains(&code));
        let beyond_the_first_plane = (code > 0xffff).then_some(57);
        for bit in range.map(|&(bit, ..)| bit).into_iter().chain(beyond_the_first_plane) {
            words[bit as usize / 32] |= 1 << (bit % 32);
        }
    }
    words
}

/// The code pages that the font covers, as bits of the OS/2 table: Latin 1, Latin 2, Cyrillic, Greek,
/// Turkish, Baltic. A few letters represent each page, at least one of which no other page has. Source:
/// OpenType specification, OS/2, ulCodePageRange1.
pub(super) fn code_pages(codes: impl Iterator<Item = u32>) -> u32 {
    const PAGES: [(u32, &str); 6] =
        [(0, "Aaéñß"), (1, "ąłőž"), (2, "Жжя"), (3, "Ωωή"), (4, "ğışİ"), (7, "ģķņū")];
    let codes: std::collections::BTreeSet<u32> = codes.collect();
    let covered = |letters: &str| letters.chars().all(|one| codes.contains(&u32::from(one)));
    let pages = PAGES.iter().filter(|(_, letters)| covered(letters));
    // Some programs can't select a font that covers no code page.
    pages.fold(0, |bits, (bit, _)| bits | 1 << bit).max(1)
}
