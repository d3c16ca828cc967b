//! OpenType features: accented letters and alternates. Knows the glyphs and their places, but not how
//! they are drawn.

use std::collections::BTreeMap;

use write_fonts::tables::gdef::{Gdef, GlyphClassDef};
use write_fonts::tables::gpos::builders::{AnchorBuilder, MarkToBaseBuilder, MarkToMarkBuilder};
use write_fonts::tables::gpos::{Gpos, PositionLookup};
use write_fonts::tables::gsub::builders::{LigatureSubBuilder, SingleSubBuilder};
use write_fonts::tables::gsub::{Gsub, SubstitutionLookup};
use write_fonts::tables::layout::builders::Builder;
use write_fonts::tables::layout::{
    ChainedSequenceContext, ClassDef, CoverageTable, Feature as FeatureTable, FeatureList,
    FeatureParams, FeatureRecord, LangSys, Lookup, LookupFlag, LookupList, Script, ScriptList,
    ScriptRecord, SequenceLookupRecord, StylisticSetParams,
};
use write_fonts::tables::variations::ivs_builder::VariationStoreBuilder;
use write_fonts::types::{GlyphId16, NameId, Tag};

use super::Metrics;
use super::declared::{self, Declared};
use super::glyphs::Glyphs;
use super::marks::{self, AnchorPoint, Mark};
use crate::font::Font;
use crate::glyph::Feature;

/// The scripts of the built-in font that have tags of their own; the others use the default.
const SCRIPTS: [&[u8; 4]; 4] = [b"DFLT", b"cyrl", b"grek", b"latn"];

/// The feature that composes letters with marks.
const CCMP: Tag = Tag::new(b"ccmp");

/// The tables of the features. A font without features has none.
pub(super) struct Features {
    pub gsub: Option<Gsub>,
    pub gpos: Option<Gpos>,
    pub gdef: Option<Gdef>,
    /// The most glyphs that a feature looks at.
    pub longest_context: u16,
}

/// Lookups under construction, and the features that use them.
struct Plan<L> {
    lookups: Vec<L>,
    features: BTreeMap<Tag, (Option<NameId>, Vec<u16>)>,
}

impl<L: Default> Plan<L> {
    fn new() -> Self {
        Self { lookups: Vec::new(), features: BTreeMap::new() }
    }

    /// Adds a lookup that only other lookups use, and returns its number.
    fn add(&mut self, lookup: L) -> u16 {
        self.lookups.push(lookup);
        self.lookups.len() as u16 - 1
    }

    /// Adds a lookup to a feature.
    fn add_to(&mut self, feature: Tag, name: Option<NameId>, lookup: L) {
        let number = self.add(lookup);
        self.features.entry(feature).or_insert((name, Vec::new())).1.push(number);
    }

    /// The parts of the table; `None` without features.
    fn lists(self) -> Option<(ScriptList, FeatureList, LookupList<L>)> {
        if self.features.is_empty() {
            return None;
        }
        let every = (0..self.features.len() as u16).collect::<Vec<_>>();
        let script = || Script::new(Some(LangSys::new(every.clone())), Vec::new());
        let scripts = SCRIPTS.map(|tag| ScriptRecord::new(Tag::new(tag), script()));
        let features = self.features.into_iter().map(|(tag, (name, lookups))| {
            let name = name.map(|name| FeatureParams::StylisticSet(StylisticSetParams::new(name)));
            FeatureRecord::new(tag, FeatureTable::new(name, lookups))
        });
        let features = FeatureList::new(features.collect());
        Some((ScriptList::new(scripts.into()), features, LookupList::new(self.lookups)))
    }
}

impl Features {
    pub(super) fn of(font: &Font, metrics: &Metrics, glyphs: &Glyphs, declared: &Declared) -> Self {
        let ids: BTreeMap<char, GlyphId16> = glyphs.mappings.iter().copied().collect();
        let mut substitutions = Plan::new();
        compose(&mut substitutions, font, glyphs, &ids);
        alternates(&mut substitutions, font, glyphs, &ids, declared);
        // A letter and two marks; other features replace one glyph.
        let longest_context = if substitutions.features.contains_key(&CCMP) { 3 } else { 1 };
        let gsub = substitutions.lists();
        let gpos = placed(metrics, glyphs).lists();
        let classes = || {
            let bases = glyphs.letters.iter().map(|&(id, _)| (id, GlyphClassDef::Base as u16));
            let marks = glyphs.marks.iter().map(|&(_, id)| (id, GlyphClassDef::Mark as u16));
            bases.chain(marks).collect::<ClassDef>()
        };
        Self {
            gsub: gsub.map(|(scripts, features, lookups)| Gsub::new(scripts, features, lookups)),
            gdef: gpos.is_some().then(|| Gdef::new(Some(classes()), None, None, None)),
            gpos: gpos.map(|(scripts, features, lookups)| Gpos::new(scripts, features, lookups)),
            longest_context,
        }
    }
}

/// `ccmp`: a letter and marks become the letter with marks, if the font has it. Otherwise an i loses its dot
/// to a mark above it.
fn compose(
    plan: &mut Plan<SubstitutionLookup>,
    font: &Font,
    glyphs: &Glyphs,
    ids: &BTreeMap<char, GlyphId16>,
) {
    let mut composed = LigatureSubBuilder::default();
    for (&letter, &id) in ids {
        let Some((base, marks)) = marks::decomposed(letter) else { continue };
        let parts: Option<Vec<_>> =
            [base].iter().chain(&marks).map(|part| ids.get(part).copied()).collect();
        if let Some(parts) = parts {
            composed.insert(parts, id);
        }
        // The same with the first marks composed already.
        if let [first @ .., last] = marks.as_slice() {
            let with_first = |&&letter: &&char| {
                marks::decomposed(letter).is_some_and(|other| other == (base, first.to_vec()))
            };
            let shorter = font.characters().keys().find(with_first);
            if let (Some(shorter), Some(&last)) =
                (shorter.and_then(|one| ids.get(one)), ids.get(last))
            {
                composed.insert(vec![*shorter, last], id);
            }
        }
    }
    if composed.is_empty() || glyphs.marks.is_empty() {
        return;
    }
    plan.add_to(CCMP, None, lookup(composed.build(&mut no_deltas())).into());
    let above = glyphs.marks.iter().filter(|(mark, _)| mark.side.is_above()).map(|&(_, id)| id);
    if let (Some(&dotted), Some(&dotless)) = (ids.get(&'i'), ids.get(&'ı')) {
        let dot = plan.add(one_for_one([(dotted, dotless)]));
        let rule = ChainedSequenceContext::format_3(
            Vec::new(),
            vec![CoverageTable::from(vec![dotted])],
            vec![CoverageTable::from(above.collect::<Vec<_>>())],
            vec![SequenceLookupRecord::new(0, dot)],
        );
        let rules = SubstitutionLookup::ChainContextual(lookup(vec![rule.into()]));
        plan.add_to(CCMP, None, rules);
    }
}

/// `zero`, `ss01`, `ss02` and `ss03`: characters become alternates. A homoglyph has the alternates of its original.
fn alternates(
    plan: &mut Plan<SubstitutionLookup>,
    font: &Font,
    glyphs: &Glyphs,
    ids: &BTreeMap<char, GlyphId16>,
    declared: &Declared,
) {
    for feature in Feature::ALL {
        let mut pairs = Vec::new();
        for &(of, alternate, id) in glyphs.alternates.iter().filter(|one| one.1 == feature) {
            let Some(original) = font.get(of) else { continue };
            let alike = font.characters().iter();
            let alike = alike.filter(|(_, other)| other.pattern() == original.pattern());
            let own = |(&character, _): (&char, _)| {
                character == of || font.alternate(character, alternate).is_none()
            };
            let alike = alike.filter(|&one| own(one));
            pairs.extend(alike.filter_map(|(other, _)| Some((*ids.get(other)?, id))));
        }
        if !pairs.is_empty() {
            let name = declared::set_name(feature).map(|name| declared.id(name));
            plan.add_to(declared::tag(feature.tag()), name, one_for_one(pairs));
        }
    }
}

/// `mark` and `mkmk`: marks above and below letters, and on further marks.
fn placed(metrics: &Metrics, glyphs: &Glyphs) -> Plan<PositionLookup> {
    let mut plan = Plan::new();
    if glyphs.marks.is_empty() {
        return plan;
    }
    let anchor = |(x, y): AnchorPoint| AnchorBuilder::new(x, y);
    let class = |mark: &Mark| if mark.side.is_above() { "above" } else { "below" };
    let (mut on_letters, mut on_marks) =
        (MarkToBaseBuilder::default(), MarkToMarkBuilder::default());
    for &(mark, id) in &glyphs.marks {
        let own = || anchor(mark.own_place(metrics));
        // A glyph is added once, so its class can't differ from an earlier one.
        let _ = on_letters.insert_mark(id, class(mark), own());
        let _ = on_marks.insert_mark1(id, class(mark), own());
    }
    for &(mark, id) in &glyphs.marks {
        on_marks.insert_mark2(id, class(mark), anchor(mark.next_place(metrics)));
    }
    for (id, pattern) in &glyphs.letters {
        if let Some((above, below)) = marks::places(metrics, pattern) {
            on_letters.insert_base(*id, "above", anchor(above));
            on_letters.insert_base(*id, "below", anchor(below));
        }
    }
    plan.add_to(Tag::new(b"mark"), None, lookup(on_letters.build(&mut no_deltas())).into());
    plan.add_to(Tag::new(b"mkmk"), None, lookup(on_marks.build(&mut no_deltas())).into());
    plan
}

fn lookup<T: Default>(subtables: Vec<T>) -> Lookup<T> {
    Lookup::new(LookupFlag::empty(), subtables)
}

/// The builders want a store for deltas, but no place varies.
fn no_deltas() -> VariationStoreBuilder {
    VariationStoreBuilder::new(declared::AXES)
}

fn one_for_one(pairs: impl IntoIterator<Item = (GlyphId16, GlyphId16)>) -> SubstitutionLookup {
    let mut builder = SingleSubBuilder::default();
    for (from, to) in pairs {
        builder.insert(from, to);
    }
    SubstitutionLookup::Single(lookup(builder.build(&mut no_deltas())))
}
