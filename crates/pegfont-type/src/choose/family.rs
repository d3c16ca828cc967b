//! Characters of one family: the cost of patterns that are less alike than their designs, and the
//! search for the cheapest choice.

use std::collections::HashMap;

use super::candidates::Candidate;
use super::rivals::Rivals;
use crate::find::PARTS;
use crate::glyph::Designs;
use peg_solitaire::board::{Position, Symmetry};

/// Points for each hole in which two members of a family are less alike than their designs, divided
/// among the pairs of a member.
const UNLIKE: u32 = 12;

/// Points for a hole in which the designs chosen for two members are less alike than others of the
/// same members.
const OTHER_STYLE: u32 = 4;

/// A link between a character and another of its family.
struct Tie<'b> {
    other: usize,
    /// The reflection that maps the other's designs to its own, if that is how they are alike.
    mirror: Option<&'b Symmetry>,
    /// The fewest holes in which two of their designs differ.
    least: u32,
    /// The cost of each hole, in parts of a point: for the one and for the other.
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
        Self {
            character,
            candidates,
            ties: Vec::new(),
            chosen: 0,
        }
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
        designs
            .get(variable.character)
            .map_or(&[][..], |glyph| &glyph.families)
    };
    let akin = |one: &Variable<'_>, other: &Variable<'_>| {
        families(one)
            .iter()
            .any(|family| families(other).contains(family))
    };
    // Reflections and the half turn are their own inverses, so a link is the same from both ends.
    let is_own_inverse = |symmetry: &&Symmetry| {
        let twice = |hole| symmetry.image(symmetry.image(hole));
        board.full().pegs().all(|hole| twice(hole) == hole)
    };
    // The first is the identity.
    let mirrors: Vec<&Symmetry> = board.symmetries()[1..]
        .iter()
        .filter(is_own_inverse)
        .collect();
    let members = |one: usize| {
        let variable = &variables[one];
        let is_other = |&other: &usize| other != one && akin(variable, &variables[other]);
        (0..variables.len()).filter(is_other).collect::<Vec<_>>()
    };
    let families: Vec<Vec<usize>> = (0..variables.len()).map(members).collect();
    let share = |one: usize| PARTS / families[one].len() as u64;
    for (one, others) in families.iter().enumerate() {
        let tie = |&other: &usize| {
            let (mirror, least) = likeness(
                rivals,
                variables[one].character,
                variables[other].character,
                &mirrors,
            );
            Tie {
                other,
                mirror,
                least,
                share: share(one) + share(other),
            }
        };
        variables[one].ties = others.iter().map(tie).collect();
    }
}

/// The reflection under which the designs of two characters are most alike (`None` if they are most
/// alike as they are), and the number of holes in which they then differ.
fn likeness<'b>(
    rivals: &Rivals,
    one: char,
    other: char,
    mirrors: &[&'b Symmetry],
) -> (Option<&'b Symmetry>, u32) {
    let least = |mirror: Option<&Symmetry>| {
        let images = rivals
            .of_character(other)
            .map(|design| mirrored(mirror, design));
        let pairs = images.flat_map(|image| {
            rivals
                .of_character(one)
                .map(move |design| design.distance(&image))
        });
        pairs.min().unwrap_or(0)
    };
    let all = std::iter::once(None).chain(mirrors.iter().copied().map(Some));
    all.map(|mirror| (mirror, least(mirror)))
        .min_by_key(|it| it.1)
        .unwrap_or_default()
}

fn mirrored(mirror: Option<&Symmetry>, position: &Position) -> Position {
    let image = |mirror: &Symmetry| position.pegs().map(|hole| mirror.image(hole)).collect();
    mirror.map_or_else(|| position.clone(), image)
}

impl Tie<'_> {
    /// The pattern and the design of a candidate of the other, as they would be if it were this
    /// one.
    fn image(&self, other: &Candidate) -> [Position; 2] {
        [&other.pattern, &other.design].map(|position| mirrored(self.mirror, position))
    }

    /// The cost of a candidate beside the image of the other's.
    fn cost(&self, one: &Candidate, [pattern, design]: &[Position; 2]) -> u64 {
        let differ = &one.design ^ design;
        let unlike = (&one.pattern ^ pattern).without(&differ).count() as u32 * UNLIKE;
        let style = (differ.count() as u32).saturating_sub(self.least) * OTHER_STYLE;
        u64::from(unlike + style) * self.share
    }
}

/// Changes one character, or two of a family, as long as that lowers the total cost.
pub(super) fn improve(variables: &mut [Variable<'_>]) {
    let mut taken = HashMap::new();
    variables
        .iter()
        .for_each(|it| *taken.entry(it.pattern().clone()).or_default() += 1);
    let others = |one: usize| variables[one].ties.iter().map(move |tie| (one, tie.other));
    let pairs = (0..variables.len())
        .flat_map(others)
        .filter(|(one, other)| one < other);
    let pairs: Vec<(usize, usize)> = pairs.collect();
    let mut choice = Choice { variables, taken };
    loop {
        let ones = (0..choice.variables.len())
            .filter(|&one| choice.improve_one(one))
            .count();
        if ones == 0
            && pairs
                .iter()
                .filter(|it| choice.improve_two(it.0, it.1))
                .count()
                == 0
        {
            return;
        }
    }
}

/// The candidates that are chosen so far.
struct Choice<'v, 'b> {
    variables: &'v mut [Variable<'b>],
    /// How many characters have each pattern.
    taken: HashMap<Position, usize>,
}

impl Choice<'_, '_> {
    /// Of each candidate of a character, the part of the total cost that depends on it, without the
    /// link to one other character.
    fn costs(&self, one: usize, but: Option<usize>) -> Vec<u64> {
        let Variable {
            candidates, ties, ..
        } = &self.variables[one];
        let mut costs: Vec<u64> = candidates.iter().map(|candidate| candidate.cost).collect();
        for tie in ties.iter().filter(|tie| Some(tie.other) != but) {
            let other = tie.image(self.variables[tie.other].choice());
            let all = costs.iter_mut().zip(candidates);
            all.for_each(|(cost, candidate)| *cost += tie.cost(candidate, &other));
        }
        costs
    }

    /// The number of other characters with this pattern.
    fn taken<const N: usize>(&self, but: [usize; N], pattern: &Position) -> usize {
        let own = but
            .iter()
            .filter(|&&one| self.variables[one].pattern() == pattern)
            .count();
        self.taken.get(pattern).map_or(0, |taken| taken - own)
    }

    fn choose(&mut self, one: usize, candidate: usize) {
        let variable = &mut self.variables[one];
        self.taken
            .entry(variable.pattern().clone())
            .and_modify(|taken| *taken -= 1);
        variable.chosen = candidate;
        *self.taken.entry(variable.pattern().clone()).or_default() += 1;
    }

    fn improve_one(&mut self, one: usize) -> bool {
        let (variable, costs) = (&self.variables[one], self.costs(one, None));
        let price = |&candidate: &usize| {
            (
                self.taken([one], &variable.candidates[candidate].pattern),
                costs[candidate],
            )
        };
        let best = (0..costs.len()).min_by_key(price);
        let best = best.filter(|best| price(best) < price(&variable.chosen));
        best.inspect(|&best| self.choose(one, best)).is_some()
    }

    fn improve_two(&mut self, one: usize, other: usize) -> bool {
        let (first, second) = (&self.variables[one], &self.variables[other]);
        let Some(tie) = first.ties.iter().find(|tie| tie.other == other) else {
            return false;
        };
        let (ones, others) = (self.costs(one, Some(other)), self.costs(other, Some(one)));
        let images: Vec<_> = second.candidates.iter().map(|it| tie.image(it)).collect();
        let both = |(a, b): (usize, usize)| {
            ones[a] + others[b] + tie.cost(&first.candidates[a], &images[b])
        };
        let now = (first.chosen, second.chosen);
        let mut best = (both(now), now);
        for (a, &cost) in ones.iter().enumerate() {
            for (b, &more) in others.iter().enumerate() {
                if cost + more < best.0 && both((a, b)) < best.0 {
                    let patterns = [&first.candidates[a].pattern, &second.candidates[b].pattern];
                    let is_free = |&pattern: &&Position| self.taken([one, other], pattern) == 0;
                    if patterns.iter().all(is_free) && patterns[0] != patterns[1] {
                        best = (both((a, b)), (a, b));
                    }
                }
            }
        }
        self.choose(one, best.1.0);
        self.choose(other, best.1.1);
        best.1 != now
    }
}
