//! Choosing one reachable pattern for every character of a font, so that they go together. Needs the
//! designs and a finder; knows no files.
//!
//! Every character has *candidates*: the reachable patterns nearest to its designs, and those one hole
//! further away. A candidate costs [`DISTANCE`] points a hole, the points of its [score](super::score),
//! and [`ALTERNATIVE`] points for each design that is liked better than the one it comes from. Characters
//! of one family cost [`UNLIKE`] points for each hole in which their designs agree and their patterns
//! don't. The choice is improved one character after the other, then two of a family together, until no
//! change makes it cheaper; so the result depends on nothing but the glyph files.
//!
//! A candidate that is not nearer to a design of its own character than to every design of any other is
//! no candidate, unless there is no other; no two characters get the same pattern.

use std::collections::BTreeMap;

use thiserror::Error;

use super::{Criteria, Finder, MAX_DISTANCE, ReachableSet, Score, Standing};
use crate::board::{Board, Position, Symmetry};
use crate::glyph::{Glyph, Glyphs, Place};

/// Points for each hole in which a pattern differs from its design.
pub const DISTANCE: u32 = 16;

/// Points for each design that is liked better.
pub const ALTERNATIVE: u32 = 2;

/// Points for each hole in which two members of a family are less alike than their designs, shared out
/// among the pairs that a member is in.
pub const UNLIKE: u32 = 12;

/// Points for a hole in which two members of a family come from designs that are less alike than others.
const OTHER_STYLE: u32 = 4;

/// The best candidates of a character are compared, and no more than these.
const CANDIDATES: usize = 96;

/// Costs are counted in this many parts of a point, so that family points can be shared out.
const PARTS: u64 = 840;

/// What a font is to be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choosing {
    /// Whether the letters are the empty holes in a field of pegs.
    pub inverse: bool,
    /// The largest distance from a design; a character without a pattern within it is left out.
    pub farthest: u32,
}

impl Default for Choosing {
    fn default() -> Self {
        Self { inverse: false, farthest: 6 }
    }
}

/// The pattern chosen for a character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The pattern.
    pub pattern: Position,
    /// The design that it comes from (in an inverse font, its complement).
    pub design: Position,
    /// The number of that design among the character's, from 0.
    pub alternative: usize,
    /// How the pattern keeps to the design.
    pub score: Score,
    /// Whether a person chose it.
    pub pinned: bool,
    /// The character that it is the pattern of, where this is a homoglyph.
    pub same_as: Option<char>,
}

impl Choice {
    /// The number of holes in which the pattern differs from the design.
    #[must_use]
    pub fn distance(&self) -> u32 {
        self.pattern.distance(self.design)
    }
}

/// A chosen pattern that can be mistaken: it is no nearer to its own designs than to another's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mistakable {
    /// The character.
    pub character: char,
    /// The distance of its pattern from the nearest of its own designs.
    pub own: u32,
    /// The character that it can be mistaken for.
    pub other: char,
    /// The distance of the pattern from the nearest design of the other.
    pub others: u32,
}

/// The patterns of a font.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    /// The choice for each character that has a pattern.
    pub choices: BTreeMap<char, Choice>,
    /// The characters of which nothing is to be seen, such as the space.
    pub blank: Vec<char>,
    /// The characters that have no reachable pattern near enough.
    pub left_out: Vec<char>,
}

/// Why no font can be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ChooseError {
    /// A pinned pattern can't be reached.
    #[error("{place}: {character:?}: the pinned pattern can't be reached{why}; {nearest}")]
    UnreachablePin { place: Place, character: char, why: &'static str, nearest: String },
}

/// A pattern that a character may get.
#[derive(Clone, Copy)]
struct Candidate {
    pattern: Position,
    design: Position,
    alternative: usize,
    score: Score,
    cost: u64,
}

/// How a character is tied to another of its family.
struct Tie<'b> {
    other: usize,
    /// The mirroring that takes the other's designs to its own, if that is what they share.
    mirror: Option<&'b Symmetry>,
    /// The fewest holes in which two of their designs differ.
    least: u32,
    /// Parts of a point for each hole.
    share: u64,
}

struct Variable<'b> {
    character: char,
    candidates: Vec<Candidate>,
    ties: Vec<Tie<'b>>,
    chosen: usize,
}

/// Chooses a pattern for every character.
///
/// # Errors
/// When a pinned pattern can't be reached.
pub fn choose<S: ReachableSet + Sync>(
    glyphs: &Glyphs,
    finder: &Finder<'_, S>,
    choosing: Choosing,
) -> Result<Chosen, ChooseError> {
    let board = glyphs.board();
    let designs = Designs::of(glyphs, choosing.inverse);
    let drawn: Vec<(char, &Glyph)> =
        glyphs.iter().filter(|(_, glyph)| glyph.same_as.is_none() && !glyph.is_blank()).collect();
    let candidates = |&(character, glyph): &(char, &Glyph)| {
        candidates(character, glyph, finder, &designs, choosing)
    };
    #[cfg(feature = "parallel")]
    let found: Vec<_> = {
        use rayon::prelude::*;
        drawn.par_iter().map(candidates).collect()
    };
    #[cfg(not(feature = "parallel"))]
    let found: Vec<_> = drawn.iter().map(candidates).collect();
    let mut variables = Vec::new();
    let mut chosen = Chosen::default();
    for (&(character, _), found) in drawn.iter().zip(found) {
        let candidates = found?;
        if candidates.is_empty() {
            chosen.left_out.push(character);
        } else {
            variables.push(Variable { character, candidates, ties: Vec::new(), chosen: 0 });
        }
    }
    tie(&mut variables, glyphs, board, &designs);
    improve(&mut variables);
    for variable in &variables {
        let candidate = variable.candidates[variable.chosen];
        let pinned = glyphs.get(variable.character).is_some_and(|glyph| glyph.pin.is_some());
        chosen.choices.insert(variable.character, candidate.choice(pinned));
    }
    for (character, glyph) in glyphs.iter() {
        if glyph.is_blank() {
            chosen.blank.push(character);
        } else if let Some(original) = glyph.same_as {
            match chosen.choices.get(&original).cloned() {
                Some(choice) => {
                    let choice = Choice { same_as: Some(original), ..choice };
                    chosen.choices.insert(character, choice);
                }
                None => chosen.left_out.push(character),
            }
        }
    }
    chosen.left_out.sort_unstable();
    Ok(chosen)
}

impl Candidate {
    fn choice(self, pinned: bool) -> Choice {
        let Self { pattern, design, alternative, score, .. } = self;
        Choice { pattern, design, alternative, score, pinned, same_as: None }
    }
}

/// All designs with the characters that they stand for.
pub struct Designs {
    designs: Vec<(Position, char)>,
}

impl Designs {
    /// The designs of all characters that are drawn themselves; complements for an inverse font.
    #[must_use]
    pub fn of(glyphs: &Glyphs, inverse: bool) -> Self {
        let board = glyphs.board();
        let drawn = |design| if inverse { board.complement(design) } else { design };
        let designs = glyphs.iter().filter(|(_, glyph)| !glyph.is_blank());
        let designs = designs.flat_map(|(character, glyph)| {
            glyph.designs.iter().map(move |&design| (drawn(design), character))
        });
        Self { designs: designs.collect() }
    }

    /// The designs of one character, the best liked first.
    fn of_character(&self, character: char) -> impl Iterator<Item = Position> {
        let first = self.designs.partition_point(|&(_, other)| other < character);
        let rest = self.designs[first..].iter().take_while(move |&&(_, other)| other == character);
        rest.map(|&(design, _)| design)
    }

    /// Whether and for what a character's pattern can be mistaken.
    #[must_use]
    pub fn mistakable(&self, character: char, pattern: Position) -> Option<Mistakable> {
        let own = self.of_character(character).map(|design| design.distance(pattern)).min()?;
        let others = self.designs.iter().filter(|&&(_, other)| other != character);
        let (others, other) =
            others.map(|&(design, other)| (design.distance(pattern), other)).min()?;
        (others <= own).then_some(Mistakable { character, own, other, others })
    }
}

/// The candidates of a character, the cheapest first.
fn candidates<S: ReachableSet>(
    character: char,
    glyph: &Glyph,
    finder: &Finder<'_, S>,
    designs: &Designs,
    choosing: Choosing,
) -> Result<Vec<Candidate>, ChooseError> {
    let board = finder.set.class().board();
    let ink = |pattern| if choosing.inverse { board.complement(pattern) } else { pattern };
    let criteria: Vec<Criteria> = designs
        .of_character(character)
        .map(|design| {
            if choosing.inverse {
                Criteria::of_inverse(board, design)
            } else {
                Criteria::of(board, design)
            }
        })
        .collect();
    let candidate = |alternative: usize, pattern: Position, score: Score| {
        let design = criteria[alternative].design();
        let points =
            pattern.distance(design) * DISTANCE + alternative as u32 * ALTERNATIVE + score.total();
        let cost = u64::from(points) * PARTS;
        Candidate { pattern, design, alternative, score, cost }
    };
    if let Some(pin) = &glyph.pin {
        let pattern = ink(pin.pattern);
        let why = match finder.standing(pattern) {
            Standing::Reachable => None,
            Standing::OtherClass => Some(" (it is in another position class)"),
            Standing::Unreachable => Some(" (though it is in the right position class)"),
        };
        if let Some(why) = why {
            let nearest = match finder.nearest(&Criteria::of(board, pattern), 1).first() {
                Some(found) => format!(
                    "the nearest that can be, {} away, is\n{}",
                    found.distance,
                    board.picture(ink(found.pattern))
                ),
                None => "nothing near it can be".to_owned(),
            };
            let place = pin.place.clone();
            return Err(ChooseError::UnreachablePin { place, character, why, nearest });
        }
        let all = criteria.iter().enumerate();
        let all = all.map(|(number, criteria)| candidate(number, pattern, criteria.score(pattern)));
        return Ok(all.min_by_key(|candidate| candidate.cost).into_iter().collect());
    }
    let mut clear: Vec<Candidate> = Vec::new();
    let mut doubtful: Vec<Candidate> = Vec::new();
    for distance in 0..=choosing.farthest.min(MAX_DISTANCE) {
        let enough = !clear.is_empty();
        let mut found: Vec<Candidate> = Vec::new();
        for (number, criteria) in criteria.iter().enumerate() {
            let ranked = finder.ranked(criteria, distance);
            found.extend(ranked.iter().map(|found| candidate(number, found.pattern, found.score)));
        }
        found.sort_by_key(|candidate| (candidate.cost, candidate.pattern));
        for candidate in found {
            if clear.len() + doubtful.len() >= CANDIDATES {
                break;
            }
            let twice = clear.iter().any(|other| other.pattern == candidate.pattern);
            if designs.mistakable(character, candidate.pattern).is_some() {
                doubtful.push(candidate);
            } else if !twice {
                clear.push(candidate);
            }
        }
        if enough {
            break;
        }
    }
    let mut candidates = if clear.is_empty() { doubtful } else { clear };
    candidates.sort_by_key(|candidate| (candidate.cost, candidate.pattern));
    Ok(candidates)
}

/// Ties the members of each family to each other.
fn tie<'b>(variables: &mut [Variable<'b>], glyphs: &Glyphs, board: &'b Board, designs: &Designs) {
    let families = |variable: &Variable<'_>| {
        glyphs.get(variable.character).map_or(&[][..], |glyph| &glyph.families)
    };
    let akin = |one: &Variable<'_>, other: &Variable<'_>| {
        families(one).iter().any(|family| families(other).contains(family))
    };
    // Mirrorings and the half turn are their own inverses, so a tie is the same from both ends.
    let mirrors: Vec<&Symmetry> = board
        .symmetries()
        .iter()
        .filter(|symmetry| {
            let twice = |hole| symmetry.image(symmetry.image(hole));
            !symmetry.is_identity() && board.full().holes().all(|hole| twice(hole) == hole)
        })
        .collect();
    for one in 0..variables.len() {
        let others: Vec<usize> = (0..variables.len())
            .filter(|&other| other != one && akin(&variables[one], &variables[other]))
            .collect();
        let shares = others.len() as u64;
        let tie = |other: usize| {
            let (mirror, least) =
                likeness(designs, variables[one].character, variables[other].character, &mirrors);
            Tie { other, mirror, least, share: PARTS / shares }
        };
        variables[one].ties = others.into_iter().map(tie).collect();
    }
}

/// The mirroring under which two characters' designs are most alike, none if that is as they stand; and
/// the number of holes in which they then differ.
fn likeness<'b>(
    designs: &Designs,
    one: char,
    other: char,
    mirrors: &[&'b Symmetry],
) -> (Option<&'b Symmetry>, u32) {
    let least = |mirror: Option<&Symmetry>| {
        let images = designs.of_character(other).map(|design| mirrored(mirror, design));
        let pairs = images
            .flat_map(|image| designs.of_character(one).map(move |design| design.distance(image)));
        pairs.min().unwrap_or(0)
    };
    let all = mirrors.iter().map(|&mirror| (Some(mirror), least(Some(mirror))));
    let mut best = (None, least(None));
    for mirror in all {
        if mirror.1 < best.1 {
            best = mirror;
        }
    }
    best
}

fn mirrored(mirror: Option<&Symmetry>, position: Position) -> Position {
    mirror.map_or(position, |mirror| mirror.apply(position))
}

impl Tie<'_> {
    /// What it costs that one character has a candidate and the other has another.
    fn cost(&self, one: &Candidate, other: &Candidate) -> u64 {
        let (pattern, design) =
            (mirrored(self.mirror, other.pattern), mirrored(self.mirror, other.design));
        let differ = one.design ^ design;
        let unlike = (one.pattern ^ pattern).without(differ).pegs() * UNLIKE;
        let style = differ.pegs().saturating_sub(self.least) * OTHER_STYLE;
        u64::from(unlike + style) * self.share
    }
}

/// Changes one character, or two of a family, as long as that makes the whole cheaper.
fn improve(variables: &mut [Variable<'_>]) {
    loop {
        let mut changed = false;
        for one in 0..variables.len() {
            changed |= improve_one(variables, one);
        }
        if changed {
            continue;
        }
        for one in 0..variables.len() {
            let others: Vec<usize> = variables[one].ties.iter().map(|tie| tie.other).collect();
            for other in others.into_iter().filter(|&other| other > one) {
                changed |= improve_two(variables, one, other);
            }
        }
        if !changed {
            return;
        }
    }
}

/// What the whole costs that depends on this character, if it has that candidate; without its tie to
/// one other.
fn cost(variables: &[Variable<'_>], one: usize, candidate: usize, but: Option<usize>) -> u64 {
    let candidate = &variables[one].candidates[candidate];
    let ties = variables[one].ties.iter().filter(|tie| Some(tie.other) != but);
    let ties = ties.map(|tie| {
        let other = &variables[tie.other];
        let chosen = &other.candidates[other.chosen];
        let back = other.ties.iter().find(|back| back.other == one);
        tie.cost(candidate, chosen) + back.map_or(0, |back| back.cost(chosen, candidate))
    });
    candidate.cost + ties.sum::<u64>()
}

/// How many other characters have the pattern.
fn taken(variables: &[Variable<'_>], but: [usize; 2], pattern: Position) -> usize {
    let others = variables.iter().enumerate().filter(|(number, _)| !but.contains(number));
    others.filter(|(_, other)| other.candidates[other.chosen].pattern == pattern).count()
}

fn improve_one(variables: &mut [Variable<'_>], one: usize) -> bool {
    let now = variables[one].chosen;
    let pattern = |candidate: usize| variables[one].candidates[candidate].pattern;
    let price = |candidate: usize| {
        let taken = taken(variables, [one; 2], pattern(candidate));
        (taken, cost(variables, one, candidate, None))
    };
    let best = (0..variables[one].candidates.len()).min_by_key(|&candidate| price(candidate));
    let best = best.filter(|&best| price(best) < price(now));
    if let Some(best) = best {
        variables[one].chosen = best;
    }
    best.is_some()
}

fn improve_two(variables: &mut [Variable<'_>], one: usize, other: usize) -> bool {
    let Some(tie) = variables[one].ties.iter().find(|tie| tie.other == other) else { return false };
    let Some(back) = variables[other].ties.iter().find(|tie| tie.other == one) else {
        return false;
    };
    let costs = |number: usize, but: usize| -> Vec<u64> {
        let candidates = 0..variables[number].candidates.len();
        candidates.map(|candidate| cost(variables, number, candidate, Some(but))).collect()
    };
    let (ones, others) = (costs(one, other), costs(other, one));
    let both = |a: usize, b: usize| {
        let (first, second) = (&variables[one].candidates[a], &variables[other].candidates[b]);
        ones[a] + others[b] + tie.cost(first, second) + back.cost(second, first)
    };
    let now = (variables[one].chosen, variables[other].chosen);
    let mut best = (both(now.0, now.1), now);
    for (a, &cost) in ones.iter().enumerate() {
        for (b, &more) in others.iter().enumerate() {
            if cost + more < best.0 && both(a, b) < best.0 {
                let patterns =
                    [variables[one].candidates[a].pattern, variables[other].candidates[b].pattern];
                let free =
                    patterns.iter().all(|&pattern| taken(variables, [one, other], pattern) == 0);
                if free && patterns[0] != patterns[1] {
                    best = (both(a, b), (a, b));
                }
            }
        }
    }
    (variables[one].chosen, variables[other].chosen) = best.1;
    best.1 != now
}
