//! What a font declares about itself: names, axes, named instances. Knows the labels and the longest solution,
//! but no outlines.

use write_fonts::tables::fvar::{AxisInstanceArrays, Fvar, InstanceRecord, VariationAxisRecord};
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
/// The axis of the weight has only this value. Programs find the Regular instance of a variable font by its
/// weight, so a font without the axis would seem to have none.
const WEIGHT_AXIS: &str = "wght";
const WEIGHT: u16 = 400;
/// The end of the hole axis.
const HOLE_END: u16 = 100;
/// The flag of an axis that programs shouldn't offer.
const HIDDEN: u16 = 1;
/// The first name number without a predefined meaning.
const OWN_NAMES: u16 = 256;

/// The names, axes and instances of a font.
pub(super) struct Declared {
    names: Vec<(NameId, String)>,
    /// The end of the axis of the jumps: 32, or the next power of two if a solution is longer. With a power of two, every
    /// whole number of jumps is exact in the font's fixed-point numbers.
    pub rewind_end: u16,
}

/// A named instance: its name, and its coordinates on the axes of jumps and holes.
type Instance = (&'static str, u16, u16);

impl Declared {
    /// The names and axes of a font in this style.
    pub(super) fn new(font: &Font, labels: &Labels, style: Style) -> Self {
        let jumps = font.forms().map(|chosen| chosen.solution.jumps().len());
        let longest = jumps.max().unwrap_or(0).next_power_of_two().max(32);
        // Boards have at most 4,096 holes.
        let rewind_end = u16::try_from(longest).unwrap_or(1 << 12);
        // The name of the style isn't said twice.
        let plain = labels.family.strip_suffix(" Solid").filter(|_| style == Style::Solid);
        let family = &plain.unwrap_or(&labels.family).to_owned();
        let labels = &Labels { family: family.clone(), ..labels.clone() };
        let postscript = labels.postscript_family();
        let sample = "Every letter is a game of peg solitaire";
        let own = match style {
            Style::Variable => "Regular",
            Style::Solid => "Solid",
        };
        let mut names = vec![
            (NameId::COPYRIGHT_NOTICE, labels.copyright.clone()),
            (NameId::SUBFAMILY_NAME, "Regular".to_owned()),
            (NameId::UNIQUE_ID, format!("{VERSION:.3};PEGF;{postscript}-{own}")),
            (NameId::FULL_NAME, format!("{family} {own}")),
            (NameId::VERSION_STRING, format!("Version {VERSION:.3}")),
            (NameId::POSTSCRIPT_NAME, format!("{postscript}-{own}")),
            (NameId::MANUFACTURER, "pegfont".to_owned()),
            (NameId::DESIGNER, labels.designer.clone()),
            (NameId::DESCRIPTION, labels.description.clone()),
            (NameId::VENDOR_URL, labels.vendor_url.clone()),
            (NameId::LICENSE_DESCRIPTION, labels.licence.clone()),
            (NameId::LICENSE_URL, labels.licence_url.clone()),
            (NameId::SAMPLE_TEXT, sample.to_owned()),
        ];
        match style {
            Style::Variable => names.push((NameId::FAMILY_NAME, family.clone())),
            // Programs that know only the four classic styles list it as a family.
            Style::Solid => names.extend([
                (NameId::FAMILY_NAME, format!("{family} {own}")),
                (NameId::TYPOGRAPHIC_FAMILY_NAME, family.clone()),
                (NameId::TYPOGRAPHIC_SUBFAMILY_NAME, own.to_owned()),
            ]),
        }
        let mut declared = Self { names: Vec::new(), rewind_end };
        let mut own = Vec::new();
        if style == Style::Variable {
            names.push((NameId::VARIATIONS_POSTSCRIPT_NAME_PREFIX, postscript.clone()));
            own = declared.own_names(&postscript);
        }
        let sets = Feature::SETS
            .into_iter()
            .filter(|&set| font.alternates().keys().any(|&(_, feature)| feature == set));
        own.extend(sets.filter_map(set_name).map(str::to_owned));
        let own = own.into_iter().enumerate();
        names.extend(own.map(|(at, name)| (NameId::new(OWN_NAMES + at as u16), name)));
        names.retain(|(_, name)| !name.is_empty());
        declared.names = names;
        declared
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
    fn values(&self) -> [(u16, u16, &'static str); 6] {
        [
            (0, 0, "Letter"),
            (0, self.rewind_end / 2, "Rewound Halfway"),
            (0, self.rewind_end, "Rewound"),
            (1, 0, "Plain"),
            (1, HOLE_END, "Holes"),
            (2, WEIGHT, "Regular"),
        ]
    }

    /// The names of the axes, of their values and of the instances, and the PostScript names of the
    /// instances.
    fn own_names(&self, postscript: &str) -> Vec<String> {
        let mut names = vec!["Rewind".to_owned(), "Weight".to_owned()];
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
    pub(super) fn id(&self, name: &str) -> NameId {
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
        let axis = |axis: &str, name, end: u16| VariationAxisRecord {
            axis_tag: tag(axis),
            max_value: fixed(end),
            axis_name_id: self.id(name),
            ..VariationAxisRecord::default()
        };
        let weight = VariationAxisRecord {
            min_value: fixed(WEIGHT),
            default_value: fixed(WEIGHT),
            flags: HIDDEN,
            ..axis(WEIGHT_AXIS, "Weight", WEIGHT)
        };
        let axes = vec![
            axis(REWIND_AXIS, "Rewind", self.rewind_end),
            axis(HOLE_AXIS, "Holes", HOLE_END),
            weight,
        ];
        let prefix = self.names.iter().find(|&&(id, _)| id.to_u16() == 25);
        let prefix = prefix.map_or("", |(_, name)| name.as_str());
        let mut instances = vec![InstanceRecord {
            subfamily_name_id: NameId::SUBFAMILY_NAME,
            coordinates: vec![fixed(0), fixed(0), fixed(WEIGHT)],
            post_script_name_id: Some(NameId::POSTSCRIPT_NAME),
            ..InstanceRecord::default()
        }];
        instances.extend(self.instances().map(|(name, rewound, holes)| InstanceRecord {
            subfamily_name_id: self.id(name),
            coordinates: vec![fixed(rewound), fixed(holes), fixed(WEIGHT)],
            post_script_name_id: Some(self.id(&postscript_instance(prefix, name))),
            ..InstanceRecord::default()
        }));
        Fvar::new(AxisInstanceArrays::new(axes, instances))
    }

    /// The names of the values of the axes.
    pub(super) fn stat(&self) -> Stat {
        let axes = vec![
            AxisRecord::new(tag(REWIND_AXIS), self.id("Rewind"), 0),
            AxisRecord::new(tag(HOLE_AXIS), self.id("Holes"), 1),
            AxisRecord::new(tag(WEIGHT_AXIS), self.id("Weight"), 2),
        ];
        let value = |(axis, value, name)| {
            let flags = match value {
                0 | WEIGHT => AxisValueTableFlags::ELIDABLE_AXIS_VALUE_NAME,
                _ => AxisValueTableFlags::empty(),
            };
            AxisValue::format_1(axis, flags, self.id(name), fixed(value))
        };
        Stat::new(axes, self.values().map(value).into(), NameId::SUBFAMILY_NAME)
    }
}

/// The name under which programs list a feature that they don't know.
pub(super) fn set_name(feature: Feature) -> Option<&'static str> {
    match feature {
        Feature::Zero => None,
        Feature::First => Some("First Alternates"),
        Feature::Second => Some("Second Alternates"),
        Feature::Third => Some("Third Alternates"),
    }
}

/// The PostScript name of an instance.
fn postscript_instance(family: &str, name: &str) -> String {
    format!("{family}-{}", name.replace(' ', ""))
}

/// A tag of four letters.
pub(super) fn tag(letters: &str) -> Tag {
    Tag::new_checked(letters.as_bytes()).unwrap_or_default()
}

fn fixed(number: u16) -> Fixed {
    Fixed::from_i32(i32::from(number))
}
