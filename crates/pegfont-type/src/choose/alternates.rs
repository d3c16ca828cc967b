//! Alternates: second choices for a character. They are as near to its designs as the first choice
//! may be, and clearly different from it. Needs the finished choice, and changes nothing in it.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{Candidate, Candidates};
use super::family::Variable;
use super::rivals::Rivals;
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
) -> Result<Alternates, Error> {
    let mut taken: BTreeSet<Position> = variables
        .iter()
        .map(|variable| variable.pattern().clone())
        .collect();
    let mut chosen = Alternates::new();
    for (character, feature, glyph) in designs.alternates() {
        let Some(main) = variables.iter().find(|one| one.character == character) else {
            continue;
        };
        let suits = |pattern: &Position| {
            main.pattern().distance(pattern) >= APART && !taken.contains(pattern)
        };

        let rivals = candidates.rivals.with(character, &glyph.designs);
        let beside_its_designs = Candidates {
            rivals: &rivals,
            ..candidates
        };
        let found = beside_its_designs.of(character, glyph, &suits, progress)?;
        if let Some(cheapest) = found.into_iter().next() {
            taken.insert(cheapest.pattern.clone());
            chosen.insert((character, feature), cheapest);
        }
    }

    // Whoever pins second choices wants no others.
    let are_pinned = designs
        .alternates()
        .any(|(_, feature, glyph)| Feature::SETS.contains(&feature) && glyph.pin.is_some());
    if !are_pinned {
        add_second_choices(&mut chosen, &mut taken, variables, candidates.rivals);
    }
    Ok(chosen)
}

/// The alternates of characters, by the feature that shows them.
pub(super) type Alternates = BTreeMap<(char, Feature), Candidate>;

/// Adds candidates of letters and figures that are good enough, where there is room for them.
fn add_second_choices(
    chosen: &mut Alternates,
    taken: &mut BTreeSet<Position>,
    variables: &[Variable<'_>],
    rivals: &Rivals,
) {
    for variable in variables {
        let character = variable.character;
        if !character.is_ascii_alphanumeric() {
            continue;
        }

        let mut forms = vec![variable.pattern().clone()];
        for feature in Feature::ALL {
            let designed = chosen.get(&(character, feature));
            forms.extend(designed.map(|candidate| candidate.pattern.clone()));
        }
        let mut free = Vec::from(Feature::SETS);
        free.retain(|&set| !chosen.contains_key(&(character, set)));

        let mut free = free.into_iter();
        for candidate in &variable.candidates {
            let pattern = &candidate.pattern;
            let is_near = pattern.distance(&candidate.design) <= NEAR;
            let has_flaws = FLAWS.iter().any(|&flaw| candidate.score.count(flaw) > 0);
            let is_apart = forms.iter().all(|form| form.distance(pattern) >= APART);
            if !is_near || has_flaws || !is_apart || taken.contains(pattern) {
                continue;
            }
            if rivals.mistakable(character, pattern).is_some() {
                continue;
            }

            let Some(feature) = free.next() else { break };
            forms.push(pattern.clone());
            taken.insert(pattern.clone());
            chosen.insert((character, feature), candidate.clone());
        }
    }
}
