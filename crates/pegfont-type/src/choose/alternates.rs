//! Alternates: second choices for a character. They are as near to its designs as the first choice
//! may be, and clearly different from it. Needs the finished choice, and changes nothing in it.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{Candidate, Candidates};
use super::family::Variable;
use crate::error::Error;
use crate::find::Term;
use crate::glyph::{Designs, Feature};
use peg_solitaire::board::Position;
use peg_solitaire::progress::Progress;

/// The maximum distance of a second choice from a design.
const NEAR: u32 = 1;

/// The minimum number of holes in which the alternates of a character differ from it and from each
/// other. Two reachable patterns never differ in a single hole, and two holes are easily
/// overlooked.
const APART: u32 = 3;

/// Flaws that rule a pattern out as an alternate. Alternates are optional: none is better than a
/// flawed one.
const FLAWS: [Term; 4] = [Term::Pieces, Term::Stray, Term::Counters, Term::Gaps];

/// The alternates of every character: near to the designs that the glyph files have for them, and
/// for letters and figures of ASCII the cheapest second choices.
pub(super) fn alternates(
    variables: &[Variable<'_>],
    designs: &Designs,
    candidates: Candidates<'_>,
    progress: Progress<'_>,
) -> Result<BTreeMap<(char, Feature), Candidate>, Error> {
    let rivals = candidates.rivals;
    let mut taken: BTreeSet<Position> = variables.iter().map(|one| one.pattern().clone()).collect();
    let mut chosen: BTreeMap<(char, Feature), Candidate> = BTreeMap::new();
    for (character, feature, glyph) in designs.alternates() {
        let Some(main) = variables.iter().find(|one| one.character == character) else {
            continue;
        };
        let own = rivals.with(character, &glyph.designs);
        let suits = |pattern: &Position| {
            main.pattern().distance(pattern) >= APART && !taken.contains(pattern)
        };
        let found = Candidates {
            rivals: &own,
            ..candidates
        };
        let found = found
            .of(character, glyph, &suits, progress)?
            .into_iter()
            .next();
        if let Some(candidate) = found {
            taken.insert(candidate.pattern.clone());
            chosen.insert((character, feature), candidate);
        }
    }

    // Whoever pins second choices wants no others.
    let are_pinned = designs
        .alternates()
        .any(|(_, feature, glyph)| Feature::SETS.contains(&feature) && glyph.pin.is_some());
    if are_pinned {
        return Ok(chosen);
    }

    for variable in variables {
        if !variable.character.is_ascii_alphanumeric() {
            continue;
        }
        let character = variable.character;
        let designed = Feature::ALL.map(|feature| chosen.get(&(character, feature)));
        let designed = designed.into_iter().flatten().map(|chosen| &chosen.pattern);
        let mut forms: Vec<Position> = designed.chain([variable.pattern()]).cloned().collect();
        let is_free = |set: &Feature| !chosen.contains_key(&(character, *set));
        let free: Vec<Feature> = Feature::SETS.into_iter().filter(is_free).collect();
        let mut free = free.into_iter();
        for candidate in &variable.candidates {
            let pattern = &candidate.pattern;
            let good = pattern.distance(&candidate.design) <= NEAR
                && FLAWS.iter().all(|&flaw| candidate.score.count(flaw) == 0)
                && forms.iter().all(|form| form.distance(pattern) >= APART)
                && !taken.contains(pattern)
                && rivals.mistakable(character, pattern).is_none();
            if good {
                let Some(feature) = free.next() else { break };
                forms.push(pattern.clone());
                taken.insert(pattern.clone());
                chosen.insert((character, feature), candidate.clone());
            }
        }
    }
    Ok(chosen)
}
