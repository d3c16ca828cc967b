//! Characters of one family: the cost of patterns that are less alike than their designs, and the search for
//! the cheapest choice.

use super::candidates::{Candidate, PARTS};
use super::rivals::Rivals;
use crate::glyph::Designs;
use peg_solitaire::board::{Position, Symmetry};

/// Points for each hole in which two members of a family are less alike than their designs, divided among the
/// pairs of a member.
const UNLIKE: u32 = 12;

/// Points for a hole in which the designs chosen for two members are less alike than others of the same
/// members.
const OTHER_STYLE: u32 = 4;

/// A link between a character and another of its family.
struct Tie<'b> {
    other: usize,
    /// The reflection that maps the other's designs to its own, if that is how they are alike.
    mirror: Option<&'b Symmetry>,
    /// The fewest holes in which two of their designs differ.
    least: u32,
    /// The cost of each hole, in parts of a point.
    share: u64,
}

/// A character, its candidates, and the one that is chosen.
pub(super) struct Variable<'b> {
    pub character: char,
    pub candidates: Vec<Candidate>,
    ties: Vec<Tie<'b>>,
    chosen: usize,
}

impl Variable<'_> {
    /// A character with these candidates, the first of which is chosen.
    pub fn new(character: char, candidates: Vec<Candidate>) -> Self {
        Self { character, candidates, ties: Vec::new(), chosen: 0 }
    }

    pub fn choice(&self) -> &Candidate {
        &self.candidates[self.chosen]
    }

    pub fn pattern(&self) -> &Position {
        &self.choice().pattern
    }
}

/// Links the members of each family to each other.
pub(super) fn tie<'b>(variables: &mut [Variable<'b>], designs: &'b Designs, rivals: &Rivals) {
    let board = designs.board();
    let families = |variable: &Variable<'_>| {
        designs.get(variable.character).map_or(&[][..], |glyph| &glyph.families)
    };
    let akin = |one: &Variable<'_>, other: &Variable<'_>| {
        families(one).iter().any(|family| families(other).contains(family))
    };
    // Reflections and the half turn are their own inverses, so a link is the same from both ends.
    let is_own_inverse = |symmetry: &&Symmetry| {
        let twice = |hole| symmetry.image(symmetry.image(hole));
        board.full().pegs().all(|hole| twice(hole) == hole)
    };
    // The first is the identity.
    let mirrors: Vec<&Symmetry> = board.symmetries()[1..].iter().filter(is_own_inverse).collect();
    for one in 0..variables.len() {
        let others: Vec<usize> = (0..variables.len())
            .filter(|&other| other != one && akin(&variables[one], &variables[other]))
            .collect();
        let shares = others.len() as u64;
        let tie = |other: usize| {
            let (mirror, least) =
                likeness(rivals, variables[one].character, variables[other].character, &mirrors);
            Tie { other, mirror, least, share: PARTS / shares }
        };
        variables[one].ties = others.into_iter().map(tie).collect();
    }
}

/// The reflection under which the designs of two characters are most alike (`None` if they are most alike as
/// they are), and the number of holes in which they then differ.
fn likeness<'b>(
    rivals: &Rivals,
    one: char,
    other: char,
    mirrors: &[&'b Symmetry],
) -> (Option<&'b Symmetry>, u32) {
    let least = |mirror: Option<&Symmetry>| {
        let images = rivals.of_character(other).map(|design| mirrored(mirror, design));
        let pairs = images
            .flat_map(|image| rivals.of_character(one).map(move |design| design.distance(&image)));
        pairs.min().unwrap_or(0)
    };
    let all = [None].into_iter().chain(mirrors.iter().map(|&mirror| Some(mirror)));
    all.map(|mirror| (mirror, least(mirror))).min_by_key(|it| it.1).unwrap_or_default()
}

fn mirrored(mirror: Option<&Symmetry>, position: &Position) -> Position {
    let image = |mirror: &Symmetry| position.pegs().map(|hole| mirror.image(hole)).collect();
    mirror.map_or_else(|| position.clone(), image)
}

impl Tie<'_> {
    /// The cost of this pair of candidates.
    fn cost(&self, one: &Candidate, other: &Candidate) -> u64 {
        let (pattern, design) =
            (mirrored(self.mirror, &other.pattern), mirrored(self.mirror, &other.design));
        let differ = &one.design ^ &design;
        let unlike = (&one.pattern ^ &pattern).without(&differ).count() as u32 * UNLIKE;
        let style = (differ.count() as u32).saturating_sub(self.least) * OTHER_STYLE;
        u64::from(unlike + style) * self.share
    }
}

/// Changes one character, or two of a family, as long as that lowers the total cost.
pub(super) fn improve(variables: &mut [Variable<'_>]) {
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

/// The part of the total cost that depends on this character, with this candidate, but without its link to
/// one other character.
fn cost(variables: &[Variable<'_>], one: usize, candidate: usize, but: Option<usize>) -> u64 {
    let candidate = &variables[one].candidates[candidate];
    let ties = variables[one].ties.iter().filter(|tie| Some(tie.other) != but);
    let ties = ties.map(|tie| {
        let other = &variables[tie.other];
        let chosen = other.choice();
        let back = other.ties.iter().find(|back| back.other == one);
        tie.cost(candidate, chosen) + back.map_or(0, |back| back.cost(chosen, candidate))
    });
    candidate.cost + ties.sum::<u64>()
}

/// The number of other characters with this pattern.
fn taken(variables: &[Variable<'_>], but: [usize; 2], pattern: &Position) -> usize {
    let others = variables.iter().enumerate().filter(|(number, _)| !but.contains(number));
    others.filter(|(_, other)| other.pattern() == pattern).count()
}

fn improve_one(variables: &mut [Variable<'_>], one: usize) -> bool {
    let now = variables[one].chosen;
    let pattern = |candidate: usize| &variables[one].candidates[candidate].pattern;
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
    let tie = |from: usize, to: usize| variables[from].ties.iter().find(|tie| tie.other == to);
    let (Some(tie), Some(back)) = (tie(one, other), tie(other, one)) else { return false };
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
                let patterns = [
                    &variables[one].candidates[a].pattern,
                    &variables[other].candidates[b].pattern,
                ];
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
