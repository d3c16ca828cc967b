//! OpenType features: `zero` and `ss01` to `ss04` show alternates of characters. Knows the
//! glyphs, but not how they are drawn.

use std::collections::BTreeMap;

use write_fonts::tables::gsub::builders::SingleSubBuilder;
use write_fonts::tables::gsub::{Gsub, SubstitutionLookup};
use write_fonts::tables::layout::builders::Builder;
use write_fonts::tables::layout::{
    Feature as FeatureTable, FeatureList, FeatureRecord, LangSys, Lookup, LookupFlag, LookupList,
    Script, ScriptList, ScriptRecord,
};
use write_fonts::tables::variations::ivs_builder::VariationStoreBuilder;
use write_fonts::types::{GlyphId16, Tag};

use super::declared;
use super::glyphs::GlyphTable;
use crate::font::{Character, Font};
use crate::glyph::Feature;
use peg_solitaire::board::Position;

/// The scripts of the built-in font that have tags of their own; the others use the default.
const SCRIPTS: [&[u8; 4]; 4] = [b"DFLT", b"cyrl", b"grek", b"latn"];

/// The table of the features. A font without alternates has none.
pub(super) fn gsub(font: &Font, glyphs: &GlyphTable) -> Option<Gsub> {
    let mut features = Vec::new();
    let mut lookups = Vec::new();
    for feature in Feature::ALL {
        let mut substitutions = SingleSubBuilder::default();
        for (from, to) in pairs(font, glyphs, feature) {
            substitutions.insert(from, to);
        }
        if substitutions.is_empty() {
            continue;
        }

        let table = FeatureTable::new(declared::params(feature), vec![lookups.len() as u16]);
        features.push(FeatureRecord::new(declared::tag(feature.tag()), table));

        // The builder wants a store for deltas, but nothing here varies.
        let tables = substitutions.build(&mut VariationStoreBuilder::new(declared::AXES));
        let lookup = Lookup::new(LookupFlag::empty(), tables);
        lookups.push(SubstitutionLookup::Single(lookup));
    }
    if features.is_empty() {
        return None;
    }

    features.sort_by_key(|feature| feature.feature_tag);
    let every = (0..features.len() as u16).collect::<Vec<_>>();
    let script = || Script::new(Some(LangSys::new(every.clone())), Vec::new());
    let scripts = SCRIPTS.map(|tag| ScriptRecord::new(Tag::new(tag), script()));

    Some(Gsub::new(
        ScriptList::new(scripts.into()),
        FeatureList::new(features),
        LookupList::new(lookups),
    ))
}

/// The glyphs that a feature replaces, and by which. A homoglyph has the alternates of its
/// original.
fn pairs(font: &Font, glyphs: &GlyphTable, feature: Feature) -> Vec<(GlyphId16, GlyphId16)> {
    let ids: BTreeMap<char, GlyphId16> = glyphs.mappings.iter().copied().collect();
    // A pattern is found by playing the solution, so each is asked for once.
    let patterns: Vec<(char, Position)> = font
        .characters()
        .iter()
        .map(|(&character, chosen)| (character, chosen.pattern()))
        .collect();

    let mut pairs = Vec::new();
    for &(original, shown_by, alternate) in &glyphs.alternates {
        if shown_by != feature {
            continue;
        }
        let Some(pattern) = font.get(original).map(Character::pattern) else {
            continue;
        };

        for (character, shown) in &patterns {
            let has_own = font.alternate(*character, feature).is_some();
            let is_shown = *character == original || !has_own;
            if is_shown
                && *shown == pattern
                && let Some(&id) = ids.get(character)
            {
                pairs.push((id, alternate));
            }
        }
    }
    pairs
}
