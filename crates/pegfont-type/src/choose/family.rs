//! Characters of one family: the cost of patterns that are less alike than their designs, and the
//! search for the cheapest choice.

use std::collections::HashMap;

use super::candidates::Candidate;
use super::rivals::Rivals;
use crate::find::PARTS;
use crate::glyph::Designs;
use peg_solitaire::board::{Board, Position, Symmetry};

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
    let mirrors = mirrors(designs.board());
    let families: Vec<&[String]> = variables
        .iter()
        .map(|variable| families(designs, variable.character))
        .collect();
    let relatives: Vec<Vec<usize>> = (0..variables.len())
        .map(|one| relatives(one, &families))
        .collect();
    let share = |one: usize| PARTS / relatives[one].len() as u64;

    for (one, others) in relatives.iter().enumerate() {
        let mut ties = Vec::new();
        for &other in others {
            let characters = (variables[one].character, variables[other].character);
            let likeness = likeness(rivals, characters, &mirrors);
            ties.push(Tie {
                other,
                mirror: likeness.mirror,
                least: likeness.differences,
                share: share(one) + share(other),
            });
        }
        variables[one].ties = ties;
    }
}

/// The names of a character's families.
fn families(designs: &Designs, character: char) -> &[String] {
    match designs.get(character) {
        Some(glyph) => &glyph.families,
        None => &[],
    }
}

/// The other characters that share a family with one.
fn relatives(one: usize, families: &[&[String]]) -> Vec<usize> {
    let is_shared = |family: &String| families[one].contains(family);

    (0..families.len())
        .filter(|&other| other != one && families[other].iter().any(is_shared))
        .collect()
}

/// The reflections of a board, and its half turn. They are their own inverses, so a link by one of
/// them is the same from both ends.
fn mirrors(board: &Board) -> Vec<&Symmetry> {
    let is_own_inverse = |symmetry: &&Symmetry| {
        board
            .full()
            .pegs()
            .all(|hole| symmetry.image(symmetry.image(hole)) == hole)
    };

    // The first is the identity.
    board.symmetries()[1..]
        .iter()
        .filter(is_own_inverse)
        .collect()
}

/// How the designs of two characters are most alike.
struct Likeness<'b> {
    /// The reflection of one of them; `None` if they are most alike as they are.
    mirror: Option<&'b Symmetry>,
    /// The number of holes in which they then differ.
    differences: u32,
}

fn likeness<'b>(
    rivals: &Rivals,
    (one, other): (char, char),
    mirrors: &[&'b Symmetry],
) -> Likeness<'b> {
    let fewest_differences = |mirror: Option<&Symmetry>| {
        let mut fewest = None;
        for design in rivals.of_character(other) {
            let image = mirrored(mirror, design);
            for own in rivals.of_character(one) {
                let differences = own.distance(&image);
                fewest = Some(fewest.map_or(differences, |fewest: u32| fewest.min(differences)));
            }
        }
        fewest.unwrap_or(0)
    };

    let mut best = Likeness {
        mirror: None,
        differences: fewest_differences(None),
    };
    for &mirror in mirrors {
        let differences = fewest_differences(Some(mirror));
        if differences < best.differences {
            best = Likeness {
                mirror: Some(mirror),
                differences,
            };
        }
    }
    best
}

fn mirrored(mirror: Option<&Symmetry>, position: &Position) -> Position {
    match mirror {
        Some(mirror) => position.pegs().map(|hole| mirror.image(hole)).collect(),
        None => position.clone(),
    }
}

impl Tie<'_> {
    /// The pattern and the design of a candidate of the other, as they would be if it were this
    /// one.
    fn image(&self, other: &Candidate) -> [Position; 2] {
        [&other.pattern, &other.design].map(|position| mirrored(self.mirror, position))
    }

    /// The cost of a candidate beside the image of the other's.
    fn cost(&self, candidate: &Candidate, [pattern, design]: &[Position; 2]) -> u64 {
        let differ = &candidate.design ^ design;
        let unlike = (&candidate.pattern ^ pattern).without(&differ).count() as u32 * UNLIKE;
        let style = (differ.count() as u32).saturating_sub(self.least) * OTHER_STYLE;
        u64::from(unlike + style) * self.share
    }
}

/// Changes one character, or two of a family, as long as that lowers the total cost.
pub(super) fn improve(variables: &mut [Variable<'_>]) {
    let mut pairs = Vec::new();
    for (one, variable) in variables.iter().enumerate() {
        for tie in &variable.ties {
            if one < tie.other {
                pairs.push((one, tie.other));
            }
        }
    }

    let mut taken = HashMap::new();
    for variable in variables.iter() {
        *taken.entry(variable.pattern().clone()).or_default() += 1;
    }
    let mut choice = Choice { variables, taken };
    loop {
        let mut is_better = false;
        for one in 0..choice.variables.len() {
            is_better |= choice.improve_one(one);
        }
        if is_better {
            continue;
        }

        // Two at once take longer, so they are tried only when no single change helps.
        for &(one, other) in &pairs {
            is_better |= choice.improve_two(one, other);
        }
        if !is_better {
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
    fn costs(&self, one: usize, without: Option<usize>) -> Vec<u64> {
        let Variable {
            candidates, ties, ..
        } = &self.variables[one];

        let mut costs: Vec<u64> = candidates.iter().map(|candidate| candidate.cost).collect();
        for tie in ties {
            if Some(tie.other) == without {
                continue;
            }
            let image = tie.image(self.variables[tie.other].choice());
            for (cost, candidate) in costs.iter_mut().zip(candidates) {
                *cost += tie.cost(candidate, &image);
            }
        }
        costs
    }

    /// The number of characters with this pattern, without some of them.
    fn taken<const N: usize>(&self, without: [usize; N], pattern: &Position) -> usize {
        let own = without
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

    /// Chooses the best candidate of a character. Returns whether that is another than before.
    fn improve_one(&mut self, one: usize) -> bool {
        let variable = &self.variables[one];
        let costs = self.costs(one, None);
        let price = |candidate: usize| {
            let pattern = &variable.candidates[candidate].pattern;
            (self.taken([one], pattern), costs[candidate])
        };

        let mut best = variable.chosen;
        let mut best_price = price(best);
        for candidate in 0..costs.len() {
            let price = price(candidate);
            if price < best_price {
                best = candidate;
                best_price = price;
            }
        }
        let is_better = best != variable.chosen;
        if is_better {
            self.choose(one, best);
        }
        is_better
    }

    /// Chooses the best candidates of two characters of a family together. Returns whether they are
    /// others than before.
    fn improve_two(&mut self, one: usize, other: usize) -> bool {
        let first = &self.variables[one];
        let second = &self.variables[other];
        let Some(tie) = first.ties.iter().find(|tie| tie.other == other) else {
            return false;
        };

        let first_costs = self.costs(one, Some(other));
        let second_costs = self.costs(other, Some(one));
        let images: Vec<[Position; 2]> = second
            .candidates
            .iter()
            .map(|candidate| tie.image(candidate))
            .collect();
        let cost = |(a, b): (usize, usize)| {
            first_costs[a] + second_costs[b] + tie.cost(&first.candidates[a], &images[b])
        };
        let is_free = |(a, b): (usize, usize)| {
            let pattern = &first.candidates[a].pattern;
            let other_pattern = &second.candidates[b].pattern;
            let taken = |pattern| self.taken([one, other], pattern);
            pattern != other_pattern && taken(pattern) == 0 && taken(other_pattern) == 0
        };

        let now = (first.chosen, second.chosen);
        let mut best = now;
        let mut best_cost = cost(now);
        for (a, &first_cost) in first_costs.iter().enumerate() {
            for (b, &second_cost) in second_costs.iter().enumerate() {
                // The cost of the link, which takes the time, can only add to the others.
                if first_cost + second_cost >= best_cost {
                    continue;
                }
                let pair_cost = cost((a, b));
                if pair_cost < best_cost && is_free((a, b)) {
                    best = (a, b);
                    best_cost = pair_cost;
                }
            }
        }

        self.choose(one, best.0);
        self.choose(other, best.1);
        best != now
    }
}
