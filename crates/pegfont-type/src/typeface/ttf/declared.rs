//! What a font declares about itself: names, axes, named instances. Knows the labels and the
//! longest solution, but no outlines.

use write_fonts::tables::fvar::{AxisInstanceArrays, Fvar, InstanceRecord, VariationAxisRecord};
use write_fonts::tables::layout::{FeatureParams, StylisticSetParams};
use write_fonts::tables::name::{Name, NameRecord};
use write_fonts::tables::stat::{AxisRecord, AxisValue, AxisValueTableFlags, Stat};
use write_fonts::types::{Fixed, NameId, Tag};

use super::super::{HOLE_AXIS, Labels, REWIND_AXIS, Style};
use crate::font::Font;
use crate::glyph::Feature;

/// The number of axes.
pub(super) const AXES: u16 = 3;
/// The version in every font file; fonts have no version number.
pub(super) const VERSION: f64 = 1.0;
/// The axis of the weight has only this value. Programs find the Regular instance of a variable
/// font by its weight, so a font without the axis would seem to have none.
const WEIGHT_AXIS: &str = "wght";
const WEIGHT: u16 = 400;
/// The end of the hole axis.
const HOLE_END: u16 = 100;
/// The flag of an axis that programs shouldn't offer.
const HIDDEN: u16 = 1;
/// The first name number without a predefined meaning, and the names that have these numbers: of
/// axes, of their values and of instances. Those of features follow.
const OWN_NAMES: u16 = 256;
const OWN: [&str; 7] = [
    "Rewind",
    "Weight",
    "Letter",
    "Rewound",
    "Plain",
    "Holes",
    "Rewound Holes",
];

/// The end of the axis of the jumps: 32, or the next power of two if a solution is longer. With a
/// power of two, every whole number of jumps is exact in the font's fixed-point numbers.
pub(super) fn rewind_end(font: &Font) -> u16 {
    let end = longest(font).next_power_of_two().max(32);

    // Boards have at most 4,096 holes.
    u16::try_from(end).unwrap_or(1 << 12)
}

/// The number of jumps of the longest solution.
pub(super) fn longest(font: &Font) -> usize {
    let jumps = font.forms().map(|chosen| chosen.solution.jumps().len());
    jumps.max().unwrap_or(0)
}

/// All names, for Windows in American English, which every system reads.
pub(super) fn names(labels: &Labels, style: Style) -> Name {
    let own = match style {
        Style::Variable => "Regular",
        Style::Solid => "Solid",
    };
    let mut family = labels.family.clone();
    if style == Style::Solid
        && let Some(plain) = family.strip_suffix(" Solid")
    {
        // The name of the style isn't said twice.
        family = plain.to_owned();
    }
    let postscript = postscript(&family);

    let only = |of: Style, name: &str| if style == of { name } else { "" }.to_owned();
    let mut names = vec![
        (NameId::COPYRIGHT_NOTICE, labels.copyright.clone()),
        // Programs that know only the four classic styles list the solid one as a family.
        (
            NameId::FAMILY_NAME,
            family.clone() + &only(Style::Solid, " Solid"),
        ),
        (NameId::TYPOGRAPHIC_FAMILY_NAME, only(Style::Solid, &family)),
        (NameId::TYPOGRAPHIC_SUBFAMILY_NAME, only(Style::Solid, own)),
        (
            NameId::VARIATIONS_POSTSCRIPT_NAME_PREFIX,
            only(Style::Variable, &postscript),
        ),
        (NameId::SUBFAMILY_NAME, "Regular".to_owned()),
        (
            NameId::UNIQUE_ID,
            format!("{VERSION:.3};PEGF;{postscript}-{own}"),
        ),
        (NameId::FULL_NAME, format!("{family} {own}")),
        (NameId::VERSION_STRING, format!("Version {VERSION:.3}")),
        (NameId::POSTSCRIPT_NAME, format!("{postscript}-{own}")),
        (NameId::MANUFACTURER, "pegfont".to_owned()),
        (NameId::DESIGNER, labels.designer.clone()),
        (NameId::DESCRIPTION, labels.description.clone()),
        (NameId::VENDOR_URL, labels.vendor_url.clone()),
        (NameId::LICENSE_DESCRIPTION, labels.licence.clone()),
        (NameId::LICENSE_URL, labels.licence_url.clone()),
        (
            NameId::SAMPLE_TEXT,
            "Every letter is a game of peg solitaire".to_owned(),
        ),
    ];
    names.extend(own_names().map(|name| (id(name), name.to_owned())));
    names.retain(|(_, name)| !name.is_empty());

    let record = |(id, text): (NameId, String)| NameRecord::new(3, 1, 0x409, id, text.into());
    let mut records: Vec<_> = names.into_iter().map(record).collect();
    records.sort();
    Name::new(records)
}

/// The PostScript name of a family: letters and digits only.
fn postscript(family: &str) -> String {
    let plain: String = family
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(40)
        .collect();

    if plain.is_empty() {
        "Pegfont".to_owned()
    } else {
        plain
    }
}

/// What programs are told about a feature besides its tag: its name, if it has one.
pub(super) fn params(feature: Feature) -> Option<FeatureParams> {
    let name = id(feature.name()?);
    Some(FeatureParams::StylisticSet(StylisticSetParams::new(name)))
}

/// The names without a predefined number.
fn own_names() -> impl Iterator<Item = &'static str> {
    OWN.into_iter()
        .chain(Feature::ALL.into_iter().filter_map(Feature::name))
}

/// The number of one of the [own names](own_names).
fn id(name: &str) -> NameId {
    let own = own_names().position(|own| own == name);
    own.map_or(NameId::SUBFAMILY_NAME, |at| {
        NameId::new(OWN_NAMES + at as u16)
    })
}

/// The axes, the first of which ends here, and the instances.
pub(super) fn fvar(rewind_end: u16) -> Fvar {
    let axis = |axis: &str, name, end: u16| VariationAxisRecord {
        axis_tag: tag(axis),
        max_value: fixed(end),
        axis_name_id: id(name),
        ..VariationAxisRecord::default()
    };
    let weight = VariationAxisRecord {
        min_value: fixed(WEIGHT),
        default_value: fixed(WEIGHT),
        flags: HIDDEN,
        ..axis(WEIGHT_AXIS, "Weight", WEIGHT)
    };

    let axes = vec![
        axis(REWIND_AXIS, "Rewind", rewind_end),
        axis(HOLE_AXIS, "Holes", HOLE_END),
        weight,
    ];

    let instances = [
        (NameId::SUBFAMILY_NAME, 0, 0),
        (id("Rewound"), rewind_end, 0),
        (id("Holes"), 0, HOLE_END),
        (id("Rewound Holes"), rewind_end, HOLE_END),
    ];
    let instances = instances.map(|(name, rewound, holes)| InstanceRecord {
        subfamily_name_id: name,
        coordinates: vec![fixed(rewound), fixed(holes), fixed(WEIGHT)],
        ..InstanceRecord::default()
    });

    Fvar::new(AxisInstanceArrays::new(axes, instances.into()))
}

/// The names of the values of the axes.
pub(super) fn stat(rewind_end: u16) -> Stat {
    let axes = [
        (REWIND_AXIS, "Rewind"),
        (HOLE_AXIS, "Holes"),
        (WEIGHT_AXIS, "Weight"),
    ];
    let axis = |(at, (axis, name))| AxisRecord::new(tag(axis), id(name), at);
    let axes = (0..).zip(axes).map(axis);

    let values = [
        (0, 0, id("Letter")),
        (0, rewind_end, id("Rewound")),
        (1, 0, id("Plain")),
        (1, HOLE_END, id("Holes")),
        (2, WEIGHT, NameId::SUBFAMILY_NAME),
    ];
    let value = |(axis, value, name)| {
        let flags = match value {
            0 | WEIGHT => AxisValueTableFlags::ELIDABLE_AXIS_VALUE_NAME,
            _ => AxisValueTableFlags::empty(),
        };
        AxisValue::format_1(axis, flags, name, fixed(value))
    };

    Stat::new(
        axes.collect(),
        values.map(value).into(),
        NameId::SUBFAMILY_NAME,
    )
}

/// A tag of four letters.
pub(super) fn tag(letters: &str) -> Tag {
    Tag::new_checked(letters.as_bytes()).unwrap_or_default()
}

fn fixed(number: u16) -> Fixed {
    Fixed::from_i32(i32::from(number))
}
